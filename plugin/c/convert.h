// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/cast.h>
#include <ricochet/c/events.h>
#include <ricochet/c/outline.h>
#include <ricochet/c/projectile.h>
#include <ricochet/geometry/outline.h>
#include <ricochet/projectile/events.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/turning_query.h>

#include "c/answer.h"
#include "c/world_state.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <type_traits>

namespace ricochet::c
{

inline b2Vec2 ToCpp(ricochet_vec v)
{
	return {v.x, v.y};
}

inline ricochet_vec ToC(b2Vec2 v)
{
	return {v.x, v.y};
}

// Optional points of defs. The default of each is none.
inline std::optional<b2Vec2> ToCpp(const ricochet_vec* v)
{
	return v != nullptr ? std::optional(ToCpp(*v)) : std::nullopt;
}

inline const ricochet_vec* ToC(const std::optional<b2Vec2>& /*none*/)
{
	return nullptr;
}

// Numbers and flags are the same in C and C++. With these functions, lists of fields (def_fields.h) can convert all
// fields in the same way.
template <class Number>
requires std::is_arithmetic_v<Number>
constexpr Number ToCpp(Number number)
{
	return number;
}

template <class Number>
requires std::is_arithmetic_v<Number>
constexpr Number ToC(Number number)
{
	return number;
}

/// Returns the response with this number, or Stop if there is none.
[[nodiscard]] Response ResponseOf(int32_t number);
[[nodiscard]] int32_t ToC(Response response);

inline Ray ToCpp(const ricochet_ray& ray)
{
	return {ToCpp(ray.origin), ToCpp(ray.translation), ray.max_fraction};
}

inline b2Transform ToCpp(ricochet_pose pose)
{
	return {ToCpp(pose.position), b2Rot(pose.angle)};
}

// Ids of projectiles.
inline BulletId ToCpp(ricochet_bullet id)
{
	return {id.index, id.generation, id.plugin};
}

inline GrenadeId ToCpp(ricochet_grenade id)
{
	return {id.index, id.generation, id.plugin};
}

inline ricochet_bullet ToC(BulletId id)
{
	return {id.index, id.generation, id.plugin};
}

inline ricochet_grenade ToC(GrenadeId id)
{
	return {id.index, id.generation, id.plugin};
}

[[nodiscard]] ricochet_ray ToC(const Ray& ray);

// These results contain ids of bodies, which only a Namer knows.
[[nodiscard]] ricochet_ray_hit ToC(const Namer& names, const RayHit& hit);
[[nodiscard]] ricochet_ray_hit ToC(const Namer& names, const SolidSpan& solid);
[[nodiscard]] ricochet_hull_hit ToC(const Namer& names, const HullHit& hit);
[[nodiscard]] ricochet_hull_hit ToC(const Namer& names, const HullSolidSpan& solid);
[[nodiscard]] ricochet_turning_hit ToC(const Namer& names, const TurningHit& hit);
[[nodiscard]] ricochet_overlap_hit ToC(const Namer& names, const OverlapHit& hit);
[[nodiscard]] ricochet_nearest_hit ToC(const Namer& names, const NearestHit& hit);
[[nodiscard]] ricochet_ground ToC(const Namer& names, const Ground& ground);
[[nodiscard]] ricochet_slide_plane ToC(const Namer& names, const SlidePlane& plane);
[[nodiscard]] ricochet_beam_leg ToC(const Namer& names, const BeamLeg& leg);
[[nodiscard]] ricochet_blast_hit ToC(const Namer& names, const BlastHit& hit);
[[nodiscard]] ricochet_impact ToC(const WorldState& world, const ImpactEvent& impact);
ricochet_expired ToC(const ExpiredEvent& end);
[[nodiscard]] ricochet_bullet_state ToC(const BulletState& bullet);
[[nodiscard]] ricochet_grenade_state ToC(const GrenadeState& grenade);
[[nodiscard]] ricochet_surface ToC(const Surface& surface);
[[nodiscard]] Surface ToCpp(const ricochet_surface& surface);

/// Checks an array of points. Error Null if `points` is null although `count` is above 0.
[[nodiscard]] Checker Points(const char* name, const ricochet_vec* points, int32_t count);

/// A copy of points as Box2D's vectors.
class PointsCopy : public Scratch<b2Vec2>
{
public:
	PointsCopy(const ricochet_vec* points, int32_t count)
	{
		std::transform(points, points + count, std::back_inserter(**this),
		               [](ricochet_vec point) { return ToCpp(point); });
	}
};

/// Checks the arrays of an outline.
[[nodiscard]] Checker CheckRings(const ricochet_outline* outline);

/// Returns the result of use(vertices, starts), or the error in the arrays.
template <class Use>
auto WithRings(const ricochet_outline* outline, const Use& use)
{
	using Given = decltype(use(std::span<const b2Vec2>(), std::span<const int32_t>()));
	const Checker checker = CheckRings(outline);
	if (checker.IsSound() == false)
	{
		return Given(checker.Outcome().GetError());
	}
	PointsCopy points(outline->vertices, outline->count);
	return use(std::span<const b2Vec2>(*points),
	           std::span<const int32_t>(outline->ring_starts, static_cast<size_t>(outline->ring_count)));
}

Result<Outline> OutlineOf(const ricochet_outline* outline);

/// Checks that user data fit into a pointer.
Checker& Data(Checker& checker, const char* name, uint64_t data);

/// Returns a filter that is valid as long as `names`. Null gives the default filter.
Result<QueryFilter> FilterOf(const Namer& names, const ricochet_filter* filter);

// These functions wrap C callbacks; null gives an empty function.
[[nodiscard]] FixturePredicate PredicateOf(const Namer& names, ricochet_predicate accept, void* context);
[[nodiscard]] SteeringRule SteeringOf(ricochet_steering steering, void* context);
[[nodiscard]] BlastRule BlastRuleOf(const Namer& names, ricochet_blast_rule rule, void* context);

/// Returns the def of a blast without its fragments. It is valid as long as `names`.
Result<ExplosionDef> BlastOf(const Namer& names, const ricochet_explosion_def* def);

// The returned defs are valid as long as `world`.
Result<BulletDef> DefOf(const WorldState& world, const ricochet_bullet_def* def);
Result<GrenadeDef> DefOf(const WorldState& world, const ricochet_grenade_def* def);
Result<ExplosionDef> DefOf(const WorldState& world, const ricochet_explosion_def* def);

} // namespace ricochet::c
