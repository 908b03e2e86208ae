// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/query/ray_query.h>

#include <cstdint>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Rays of one length from one point, evenly spread over an angle, in counter-clockwise order: for sensors, lidars and
/// the eyes of enemies.
///
///   count >= 2       the first ray runs at direction - angle / 2, the last at direction + angle / 2
///   count 1          one ray, at `direction`
///   count 0          none
///   angle 2 pi       the full circle, from direction - pi: its end is its beginning, so no last ray repeats the first
///   angle > 2 pi     the full circle. So is an angle that is below 2 pi by 1e-5 or less, since degrees round to it
///   angle 0          every ray runs at `direction`
///   radius 0         every ray is a point: it hits the things that contain the point, with startsInside
struct RayFan
{
	b2Vec2 origin{0.0f, 0.0f};
	float direction = 0.0f; ///< direction of the middle of the fan, from the x axis (rad)
	float angle = 0.0f;     ///< angle from the first ray to the last (rad, >= 0)
	float radius = 0.0f;    ///< length of the rays (m, >= 0)
	int32_t count = 0;      ///< >= 0
};

/// Returns true if every number is finite, and angle, radius and count are not negative.
[[nodiscard]] bool IsValid(const RayFan& fan);

/// Returns ray i of a fan. Its translation is radius times cosine and sine, each rounded to float, the same bits on
/// every machine. If the fan is invalid or i is not in [0, count), the ray is invalid.
[[nodiscard]] Ray FanRay(const RayFan& fan, int32_t i);

/// Casts all rays of a fan in one call: hits[i] is CastRayClosest(space, FanRay(fan, i), filter) to the last bit. A
/// miss has no Item: HasHit() is false.
///
/// - Over a Snapshot 64 or more rays share the work on the things that they hit, if they lie close enough to each
///   other. Elsewhere a fan costs as much as single casts.
/// - Refused, with all of `hits` set to misses: NotFinite and TooSmall for the fields of the fan; TooFew hits.
/// - Hits behind the last ray of the fan are left as they were.
Result<> CastRayFan(Space space, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
