// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/cast.h>
#include <ricochet/world/beam.h>
#include <ricochet/world/ray_query.h>
#include <ricochet/world/solid_query.h>

#include "c/query.h"

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

ricochet_beam_leg ToC(const WorldState& world, const BeamLeg& leg)
{
	return {c::ToC(leg.ray), c::ToC(world, leg), leg.begin, static_cast<int32_t>(leg.response)};
}

/// The game's rule, as C++ calls it.
struct Rule
{
	const WorldState* world;
	ricochet_beam_rule rule;
	void* context;

	Response operator()(const BeamLeg& leg) const
	{
		const ricochet_beam_leg told = ToC(*world, leg);
		return ResponseOf(rule(&told, context));
	}
};

int32_t CastBeam(const WorldState& world, ricochet_vec origin, ricochet_vec direction, const ricochet_beam_def& from,
                 const QueryFilter& filter, ricochet_beam_leg* legs, int32_t capacity)
{
	BeamDef def;
	def.length = from.length;
	def.maxBounces = from.max_bounces;
	def.maxPierces = from.max_pierces;
	def.filter = filter;
	if (from.rule != nullptr)
	{
		def.rule = Rule{&world, from.rule, from.context};
	}
	Scratch<BeamLeg> found;
	CastBeam(world.World(), ToCpp(origin), ToCpp(direction), def, *found);
	return Write(*found, 0, legs, capacity, [&](const BeamLeg& leg) { return ToC(world, leg); });
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
	           [&](const WorldState& state, const QueryFilter& made)
	           {
		           const auto found = CastRayClosest(state.World(), ToCpp(*ray), made);
		           if (found)
		           {
			           *hit = c::ToC(state, *found);
		           }
		           return found ? 1 : 0;
	           });
}

int32_t ricochet_cast_ray_any(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Check(ray),
	           [&](const WorldState& state, const QueryFilter& made)
	           { return CastRayAny(state.World(), ToCpp(*ray), made) ? 1 : 0; });
}

int32_t ricochet_cast_ray_all(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                              ricochet_ray_hit* hits, int32_t capacity)
{
	Checker checker = Check(ray);
	return Ask(-1, world, filter, Room(checker, "hits", hits, capacity),
	           [&](const WorldState& state, const QueryFilter& made)
	           {
		           Scratch<RayHit> found;
		           CastRayAll(state.World(), ToCpp(*ray), *found, made);
		           return Write(*found, 0, hits, capacity, [&](const RayHit& hit) { return c::ToC(state, hit); });
	           });
}

int32_t ricochet_cast_ray_solids(const ricochet_world* world, const ricochet_ray* ray, const ricochet_filter* filter,
                                 ricochet_ray_hit* solids, int32_t capacity)
{
	Checker checker = Check(ray);
	return Ask(-1, world, filter, Room(checker, "solids", solids, capacity),
	           [&](const WorldState& state, const QueryFilter& made)
	           {
		           Scratch<SolidSpan> found;
		           CastRaySolids(state.World(), ToCpp(*ray), *found, made);
		           return Write(*found, 0, solids, capacity,
		                        [&](const SolidSpan& solid)
		                        { return c::ToC(state, solid, solid.fixture, solid.child); });
	           });
}

float ricochet_solid_length(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                            const ricochet_filter* filter)
{
	return Ask(-1.0f, world, filter, Checker().Finite("from", ToCpp(from)).Finite("to", ToCpp(to)),
	           [&](const WorldState& state, const QueryFilter& made)
	           { return SolidLength(state.World(), ToCpp(from), ToCpp(to), made); });
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
	           [&](const WorldState& state, const QueryFilter& made)
	           { return CastBeam(state, origin, direction, from, made, legs, capacity); });
}
