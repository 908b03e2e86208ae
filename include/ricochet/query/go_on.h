// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>

#include <cstdint>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

// Rays that continue from a hit. The point of a hit is rounded to floats. A ray that started there could hit the same
// surface again at once, or could start behind the second wall of a corner. These functions test their rays by exact
// casts, so no epsilon is needed. World frame, metres.

/// The surface of the shape that was hit, and the side of it, from which a ray continues. An edge has only
/// one surface. For an edge, Within therefore means Off, and Out means Into.
enum class Onward : uint8_t
{
	Off,    ///< starts outside, before the entry: reflected or scattered back
	Into,   ///< starts inside, behind the entry: refracted into a solid; for an edge it starts on the far side
	Within, ///< starts inside, before the exit: reflected by the inside of the far surface
	Out     ///< starts outside, behind the exit: refracted out of a solid
};

/// Returns the ray that continues from a hit with a translation, such as `Reflect(ray.translation, hit.enter.normal)`.
/// To continue on the same line, use `CastRayNext`.
///
/// `hit` must come from a cast of `ray` through this Space with this filter, and the Space must not have changed since.
/// Only the hit's fraction of entry and its Item are read.
///
/// The returned ray
///
///   starts      at a float point near the exact crossing. It is within 4 units in the last place of the larger
///               coordinate as a rule, and within 2^10 in the narrowest corners. A unit is at least 2^-27 of the ray's
///               own origin
///   side        strictly off the surface, on the side that was asked for. The straight line from ray.origin to that
///               point hits the shape, except for Off. Otherwise it hits only things that `ray` hit before: in a corner
///               it does not cross the second surface
///   leaves      the shape for good for Off and Out: a cast of any length misses it. For Into and Within it starts
///               strictly inside and leads away from the surface at its start. A cast has startsInside and a real exit
///   direction   the translation, bit for bit. It is turned off the surface by 2e-6 rad at most if rounding has turned
///               it into the surface
///
/// A solid that contains the start is one that `ray` hit before, or the one that was entered. Set filter.startInside to
/// false if it is not to be reported again.
///
/// There is no such ray
///
///   - if there is no such float point, as in a wedge that is narrower than floats are apart
///   - if the direction leads to the wrong side, or the translation is zero or not finite
///   - if there is no such surface. A hit with `startsInside` has no entry, for Off and Into. A hit with `endsInside`
///     has no exit, for Within and Out. A grazing hit has no inside, for Into and Within
///   - if `ray` is invalid, has no length, or does not hit the hit's Item
[[nodiscard]] std::optional<Ray> GoOn(Space space, const Ray& ray, const RayHit& hit, Onward onward, b2Vec2 translation,
                                      const QueryFilter& filter = {});

/// Returns the hit that follows another one of the same ray in the order of `CastRayAll`. Called from hit to hit, it
/// finds the hits of CastRayAll, each once, also at touching solids and at vertices. For all these casts are on the
/// same exact line. It reads the fraction of entry and the Item of `after`. There is none if `after` is no hit or the
/// ray is invalid.
[[nodiscard]] std::optional<RayHit> CastRayNext(Space space, const Ray& ray, const RayHit& after,
                                                const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
