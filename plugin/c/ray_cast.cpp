// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/cast.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/solid_query.h>

#include "c/query.h"

#include <algorithm>

using namespace ricochet;
using namespace ricochet::c;

namespace
{

Checker Check(const ricochet_ray* ray)
{
	Checker checker = Checker().NotNull("ray", ray);
	if (ray != nullptr)
	{
		checker.Finite("ricochet_ray::origin", ToCpp(ray->origin))
		    .Finite("ricochet_ray::translation", ToCpp(ray->translation))
		    .AtLeast("ricochet_ray::max_fraction", ray->max_fraction, 0.0);
	}
	return checker;
}

ricochet_beam_leg ToC(const Namer& names, const BeamLeg& leg)
{
	return {c::ToC(leg.ray), c::ToC(names, leg), leg.begin, c::ToC(leg.response)};
}

/// The game's rule, as C++ calls it.
struct Rule
{
	const Namer* names;
	ricochet_beam_rule rule;
	void* context;

	Response operator()(const BeamLeg& leg) const
	{
		const ricochet_beam_leg told = ToC(*names, leg);
		return ResponseOf(rule(&told, context));
	}
};

Checker Check(const ricochet_ray* rays, int32_t count)
{
	Checker checker =
	    Checker().AtLeast("count", count, 0.0).NotNull("rays", count > 0 ? rays : static_cast<const void*>(&count));
	for (int32_t i = 0; checker.IsSound() && i < count; ++i)
	{
		const ricochet_ray& ray = rays[i];
		const float most = ray.max_fraction;
		checker.Finite("ricochet_ray::origin", ToCpp(ray.origin), i)
		    .Finite("ricochet_ray::translation", ToCpp(ray.translation), i)
		    .Finite("ricochet_ray::max_fraction", most, i)
		    .Require(most >= 0.0f, {ErrorReason::TooSmall, "ricochet_ray::max_fraction", i, most, 0.0});
	}
	return checker;
}

/// call(asked, rays, filter) for many rays.
template <class Call>
int32_t AskMany(const ricochet_world* world, const ricochet_ray* rays, int32_t count, const ricochet_filter* filter,
                const char* name, const void* answers, const Call& call)
{
	const Checker checker = Check(rays, count).NotNull(name, count > 0 ? answers : &count);
	return Ask(-1, world, filter, checker,
	           [&](const Asked& asked, const QueryFilter& made) -> Result<int32_t>
	           {
		           Scratch<Ray> copies;
		           for (int32_t i = 0; i < count; ++i)
		           {
			           copies->push_back(ToCpp(rays[i]));
		           }
		           return call(asked, std::span<const Ray>(*copies), made);
	           });
}

} // namespace

ricochet_ray ricochet_ray_between(ricochet_vec from, ricochet_vec to)
{
	SetLastError({});
	return ToC(RayBetween(ToCpp(from), ToCpp(to)));
}

int32_t ricochet_cast_ray_closest(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                                  ricochet_ray_hit* hit)
{
	return Ask(-1, world, filter, Check(ray).NotNull("hit", hit),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           const auto found = CastRayClosest(asked.place, ToCpp(*ray), made);
		           if (found)
		           {
			           *hit = c::ToC(asked.names, *found);
		           }
		           return found ? 1 : 0;
	           });
}

int32_t ricochet_cast_ray_any(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Check(ray),
	           [&](const Asked& asked, const QueryFilter& made)
	           { return CastRayAny(asked.place, ToCpp(*ray), made) ? 1 : 0; });
}

int32_t ricochet_cast_ray_all(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                              ricochet_ray_hit* hits, int32_t capacity)
{
	Checker checker = Check(ray);
	return Ask(-1, world, filter, Room(checker, "hits", hits, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           Scratch<RayHit> found;
		           CastRayAll(asked.place, ToCpp(*ray), *found, made);
		           return Write(*found, 0, hits, capacity, [&](const RayHit& hit) { return c::ToC(asked.names, hit); });
	           });
}

int32_t ricochet_cast_ray_solids(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                                 ricochet_ray_hit* solids, int32_t capacity)
{
	Checker checker = Check(ray);
	return Ask(-1, world, filter, Room(checker, "solids", solids, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           Scratch<SolidSpan> found;
		           CastRaySolids(asked.place, ToCpp(*ray), *found, made);
		           return Write(*found, 0, solids, capacity,
		                        [&](const SolidSpan& solid)
		                        { return c::ToC(asked.names, solid, solid.fixture, solid.child); });
	           });
}

float ricochet_solid_length(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                            const ricochet_filter* filter)
{
	return Ask(-1.0f, world, filter, Checker().Finite("from", ToCpp(from)).Finite("to", ToCpp(to)),
	           [&](const Asked& asked, const QueryFilter& made)
	           { return SolidLength(asked.place, ToCpp(from), ToCpp(to), made); });
}

int32_t ricochet_cast_rays_closest(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                                   const ricochet_filter* filter, ricochet_ray_hit* hits)
{
	return AskMany(world, rays, count, filter, "hits", hits,
	               [&](const Asked& asked, std::span<const Ray> copies, const QueryFilter& made) -> Result<int32_t>
	               {
		               Scratch<RayHit> found;
		               found->resize(copies.size());
		               const Result<> done = CastRaysClosest(asked.place, copies, *found, made);
		               if (!done)
		               {
			               return done.GetError();
		               }
		               Write(*found, 0, hits, count, [&](const RayHit& hit) { return c::ToC(asked.names, hit); });
		               return static_cast<int32_t>(
		                   std::count_if(found->begin(), found->end(), [](const RayHit& hit) { return hit.HasHit(); }));
	               });
}

int32_t ricochet_cast_rays_any(const ricochet_world* world, const ricochet_ray* rays, int32_t count,
                               const ricochet_filter* filter, bool* is_hit)
{
	return AskMany(world, rays, count, filter, "is_hit", is_hit,
	               [&](const Asked& asked, std::span<const Ray> copies, const QueryFilter& made) -> Result<int32_t>
	               {
		               const Result<> done = CastRaysAny(asked.place, copies, {is_hit, copies.size()}, made);
		               if (!done)
		               {
			               return done.GetError();
		               }
		               return static_cast<int32_t>(std::count(is_hit, is_hit + copies.size(), true));
	               });
}

ricochet_beam_def ricochet_beam_def_default(void)
{
	ricochet_beam_def def{};
	def.size = sizeof(def);
	def.length = 1000.0f;
	return def;
}

int32_t ricochet_cast_beam(const ricochet_world* world, ricochet_vec origin, ricochet_vec direction,
                           const ricochet_beam_def* def, ricochet_beam_leg* legs, int32_t capacity)
{
	const Result<ricochet_beam_def> taken = Take(def, ricochet_beam_def_default(), "ricochet_beam_def::size");
	const ricochet_beam_def from = taken ? *taken : ricochet_beam_def_default();
	const bool hasDirection = direction.x != 0.0f || direction.y != 0.0f;
	Checker checker = Checker()
	                      .Require(static_cast<bool>(taken), taken.GetError())
	                      .Finite("origin", ToCpp(origin))
	                      .Finite("direction", ToCpp(direction))
	                      .Positive("|direction|", hasDirection ? 1.0 : 0.0)
	                      .Positive("ricochet_beam_def::length", from.length);
	return Ask(-1, world, from.filter, Room(checker, "legs", legs, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           BeamDef beam;
		           beam.length = from.length;
		           beam.maxBounces = from.max_bounces;
		           beam.maxPierces = from.max_pierces;
		           beam.filter = made;
		           if (from.rule != nullptr)
		           {
			           beam.rule = Rule{&asked.names, from.rule, from.context};
		           }
		           Scratch<BeamLeg> found;
		           CastBeam(asked.place, ToCpp(origin), ToCpp(direction), beam, *found);
		           return Write(*found, 0, legs, capacity, [&](const BeamLeg& leg) { return ToC(asked.names, leg); });
	           });
}
