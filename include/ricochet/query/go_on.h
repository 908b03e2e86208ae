// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>

#include <cstdint>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// How a ray goes on from something that it has hit. The point of a hit is rounded to floats, so it lies on either side
// of the surface: a ray that starts there may be inside what it leaves, hit it again at once, or have slipped behind
// the second wall of a corner. What these functions give has been tried by exact casts, so it needs no epsilon.
// World frame, metres. Const; they allocate nothing and may run on many threads at once, as the casts of ray_query.h.

/// On which side of which surface of the shape that was hit a ray goes on. An edge has one surface: Within is Off and
/// Out is Into.
enum class Onward : uint8_t
{
	Off,    ///< from outside, before the entry: reflected or scattered back
	Into,   ///< from inside, behind the entry: refracted into a solid; for an edge from the far side of it
	Within, ///< from inside, before the exit: reflected by the inside of the far surface
	Out     ///< from outside, behind the exit: refracted out of a solid
};

/// The ray that goes on from a hit with a translation: `Reflect(ray.translation, hit.enter.normal)` or any other, but
/// for the same line, along which `CastRayNext` goes on. `hit` is one that a cast of `ray` over this world with this
/// filter gave; of it the fixture and child are read, and the world must be as it was.
///
/// The ray that comes back
///
///   starts      at a float point within 4 units in the last place of the larger coordinate as a rule, and 2^10 in the
///               narrowest corners, of the exact crossing (a unit is at least 2^-27 of the ray's own origin)
///   side        strictly off the surface, on the side that was asked for. The straight way there from ray.origin
///               crosses that surface if it must, and meets nothing else but what `ray` met before the hit: in a
///               corner no second surface comes to lie between
///   leaves      the shape for good (Off, Out: a cast of any length misses it), or starts strictly inside and does not
///               go to the surface that it leaves (Into, Within: a cast has startsInside and a real exit)
///   direction   the translation, bit for bit; turned off the surface by 2e-6 rad at most where rounding has turned it
///               into the surface
///
/// A solid that contains the start is one that `ray` met before the hit, or the one that was entered: take
/// filter.startInside = false where that is no news.
/// Outcome: none if there is no such float point, as in a wedge that is narrower than floats are apart; if the
/// direction goes to the wrong side; if there is no such surface (`startsInside` for Off and Into, `endsInside` for
/// Within and Out, a graze for Into and Within); if `ray` is invalid, asks for a point, or does not meet hit.fixture;
/// if the translation is zero or not finite.
[[nodiscard]] std::optional<Ray> GoOn(const b2World& world, const Ray& ray, const RayHit& hit, Onward onward,
                                      b2Vec2 translation, const QueryFilter& filter = {});

/// Straight on: the hit that follows another of the same ray in the order of `CastRayAll`, by entry and then in the
/// world's order. From hit to hit it finds what CastRayAll finds, each once, touching solids and vertices included, as
/// it stays on the one exact line. Of `after` the fraction of the entry, fixture and child are read.
/// Outcome: none if there is none behind it, if after.fixture is null or the ray is invalid.
[[nodiscard]] std::optional<RayHit> CastRayNext(const b2World& world, const Ray& ray, const RayHit& after,
                                                const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
