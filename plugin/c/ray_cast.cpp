// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/cast.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/ray_fan.h>

#include "c/query.h"
#include "c/step_handle.h"

#include <algorithm>

static_assert(RICOCHET_BEAM_MAX_LEGS == static_cast<int>(ricochet::BeamEnd::MaxLegs));

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
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

/// Wraps a C beam rule.
struct Rule
{
	const Namer* names;
	ricochet_beam_rule rule;
	void* context;

	BeamDecision operator()(const BeamLeg& leg) const
	{
		const ricochet_beam_leg told = c::ToC(*names, leg);
		ricochet_beam_decision decision{};
		decision.response = told.response;
		rule(&told, &decision, context);
		const auto [response, bounced, passed, index] = decision;
		if (index != 0.0f)
		{
			const bool isWhole = bounced == 0.0f && passed == 0.0f;
			return BeamDecision::Refract(index, bounced, isWhole ? 1.0f : passed);
		}
		return bounced != 0.0f || passed != 0.0f ? BeamDecision::Split(bounced, passed) : ResponseOf(response);
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

Checker Check(const ricochet_ray_fan* fan)
{
	Checker checker = Checker().NotNull("fan", fan);
	if (fan != nullptr)
	{
		checker.Finite("ricochet_ray_fan::origin", ToCpp(fan->origin))
		    .Finite("ricochet_ray_fan::direction", fan->direction)
		    .AtLeast("ricochet_ray_fan::angle", fan->angle, 0.0)
		    .AtLeast("ricochet_ray_fan::radius", fan->radius, 0.0)
		    .AtLeast("ricochet_ray_fan::count", fan->count, 0.0);
	}
	return checker;
}

RayFan FanOf(const ricochet_ray_fan& fan)
{
	return {ToCpp(fan.origin), fan.direction, fan.angle, fan.radius, fan.count};
}

/// Casts `count` rays by cast(hits), a Result<>. Writes the results of all rays, and returns the number of rays that
/// hit.
template <class Cast>
Result<int32_t> WriteHits(const Namer& names, int32_t count, ricochet_ray_hit* hits, const Cast& cast)
{
	Scratch<RayHit> found;
	found->resize(static_cast<size_t>(count));
	const Result<> done = cast(std::span<RayHit>(*found));
	if (!done)
	{
		return done.GetError();
	}
	Write(*found, 0, hits, count, [&](const RayHit& hit) { return c::ToC(names, hit); });
	return static_cast<int32_t>(
	    std::count_if(found->begin(), found->end(), [](const RayHit& hit) { return hit.HasHit(); }));
}

/// Answers a query of many rays: call(asked, rays, filter).
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

/// Answers a query of a beam. cast(asked, beam, legs) returns why the beam ends.
template <class Cast>
int32_t AskBeam(const ricochet_world* world, ricochet_vec origin, ricochet_vec direction, const ricochet_beam_def* def,
                ricochet_beam_leg* legs, int32_t capacity, int32_t* end, const Cast& cast)
{
	Checker checker = Checker().Finite("origin", ToCpp(origin)).Finite("direction", ToCpp(direction));
	const ricochet_beam_def from = Take(checker, def, ricochet_beam_def_default(), "ricochet_beam_def::size");
	const bool hasDirection = direction.x != 0.0f || direction.y != 0.0f;
	checker.Positive("|direction|", hasDirection ? 1.0 : 0.0).Positive("ricochet_beam_def::length", from.length);
	checker.AtLeast("ricochet_beam_def::min_power", from.min_power, 0.0);
	return AskAll<BeamLeg>(world, from.filter, checker, "legs", legs, capacity,
	                       [&](const Asked& asked, const QueryFilter& made, std::vector<BeamLeg>& found)
	                       {
		                       BeamDef beam;
		                       beam.length = from.length;
		                       beam.maxBounces = from.max_bounces;
		                       beam.maxPierces = from.max_pierces;
		                       beam.filter = made;
		                       beam.minPower = from.min_power;
		                       beam.maxLegs = from.max_legs;
		                       if (from.rule != nullptr)
		                       {
			                       beam.rule = Rule{&asked.names, from.rule, from.context};
		                       }
		                       const BeamEnd how = cast(asked, beam, found);
		                       if (end != nullptr)
		                       {
			                       *end = static_cast<int32_t>(how);
		                       }
	                       });
}

} // namespace
} // namespace ricochet::c

ricochet_ray ricochet_ray_between(ricochet_vec from, ricochet_vec to)
{
	SetLastError({});
	return ToC(RayBetween(ToCpp(from), ToCpp(to)));
}

int32_t ricochet_cast_ray_closest(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                                  ricochet_ray_hit* hit)
{
	return AskOne(world, filter, Check(ray), "hit", hit,
	              [&](const Asked& asked, const QueryFilter& made)
	              { return CastRayClosest(asked.place, ToCpp(*ray), made); });
}

int32_t ricochet_cast_ray_in_step(const ricochet_step_motion* step, const ricochet_ray* ray,
                                  const ricochet_filter* filter, ricochet_ray_hit* hit)
{
	return AskStep(step,
	               [&](const ricochet_world* world)
	               {
		               return AskOne(world, filter, Check(ray), "hit", hit,
		                             [&](const Asked&, const QueryFilter& made)
		                             { return CastRayClosest(step->step, ToCpp(*ray), made); });
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
	return AskAll<RayHit>(world, filter, Check(ray), "hits", hits, capacity,
	                      [&](const Asked& asked, const QueryFilter& made, std::vector<RayHit>& found)
	                      { CastRayAll(asked.place, ToCpp(*ray), found, made); });
}

int32_t ricochet_cast_ray_next(const ricochet_world* world, const ricochet_ray* ray, const ricochet_ray_hit* after,
                               const ricochet_filter* filter, ricochet_ray_hit* hit)
{
	Checker checker = Check(ray).NotNull("after", after).NotNull("hit", hit);
	if (after != nullptr)
	{
		checker.Finite("ricochet_ray_hit::enter.fraction", after->enter.fraction);
	}
	return Ask(-1, world, filter, checker,
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           return Then(asked.names.SeekFixture(after->fixture),
		                       [&](b2Fixture* fixture)
		                       {
			                       RayHit from;
			                       from.enter.fraction = after->enter.fraction;
			                       from.fixture = fixture;
			                       from.child = after->child;
			                       return WriteOne(asked.names, CastRayNext(asked.place, ToCpp(*ray), from, made), hit);
		                       });
	           });
}

int32_t ricochet_cast_ray_solids(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                                 ricochet_ray_hit* solids, int32_t capacity)
{
	return AskAll<SolidSpan>(world, filter, Check(ray), "solids", solids, capacity,
	                         [&](const Asked& asked, const QueryFilter& made, std::vector<SolidSpan>& found)
	                         { CastRaySolids(asked.place, ToCpp(*ray), found, made); });
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
	               [&](const Asked& asked, std::span<const Ray> copies, const QueryFilter& made)
	               {
		               return WriteHits(asked.names, count, hits,
		                                [&](std::span<RayHit> found)
		                                { return CastRaysClosest(asked.place, copies, found, made); });
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

bool ricochet_fan_ray(const ricochet_ray_fan* fan, int32_t i, ricochet_ray* ray)
{
	Checker checker = Check(fan).NotNull("ray", ray);
	if (fan != nullptr)
	{
		checker.AtLeast("i", i, 0.0).AtMost("i", i, fan->count - 1);
	}
	return Done(checker,
	            [&]
	            {
		            *ray = ToC(FanRay(FanOf(*fan), i));
		            return Result<>();
	            });
}

int32_t ricochet_cast_ray_fan(const ricochet_world* world, const ricochet_ray_fan* fan, const ricochet_filter* filter,
                              ricochet_ray_hit* hits, int32_t capacity)
{
	Checker checker = Check(fan);
	if (fan != nullptr)
	{
		const Error tooFew{ErrorReason::TooFew, "hits", -1, static_cast<double>(capacity),
		                   static_cast<double>(fan->count)};
		Room(checker, "hits", hits, capacity).Require(capacity >= fan->count, tooFew);
	}
	return Ask(-1, world, filter, checker,
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           return WriteHits(asked.names, fan->count, hits,
		                            [&](std::span<RayHit> found)
		                            { return CastRayFan(asked.place, FanOf(*fan), found, made); });
	           });
}

ricochet_beam_def ricochet_beam_def_default(void)
{
	ricochet_beam_def def{};
	def.size = sizeof(def);
	def.length = 1000.0f;
	def.min_power = BeamDef().minPower;
	def.max_legs = BeamDef().maxLegs;
	return def;
}

int32_t ricochet_cast_beam(const ricochet_world* world, ricochet_vec origin, ricochet_vec direction,
                           const ricochet_beam_def* def, ricochet_beam_leg* legs, int32_t capacity, int32_t* end)
{
	return AskBeam(world, origin, direction, def, legs, capacity, end,
	               [&](const Asked& asked, const BeamDef& beam, std::vector<BeamLeg>& found)
	               { return CastBeam(asked.place, ToCpp(origin), ToCpp(direction), beam, found); });
}

int32_t ricochet_cast_beam_in_step(const ricochet_step_motion* step, ricochet_vec origin, ricochet_vec direction,
                                   const ricochet_beam_def* def, ricochet_beam_leg* legs, int32_t capacity,
                                   int32_t* end)
{
	return AskStep(step,
	               [&](const ricochet_world* world)
	               {
		               return AskBeam(world, origin, direction, def, legs, capacity, end,
		                              [&](const Asked&, const BeamDef& beam, std::vector<BeamLeg>& found)
		                              { return CastBeam(step->step, ToCpp(origin), ToCpp(direction), beam, found); });
	               });
}
