// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/query/ray_query.h>

#include <cstdint>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Rays of one length from one point, evenly spread over an angle, in counter-clockwise order: what a sensor, a lidar
/// or the eyes of an enemy cast.
///
///   count >= 2       the first ray runs at direction - angle / 2, the last at direction + angle / 2
///   count 1          one ray, at `direction`
///   count 0          none
///   angle 2 pi       the full circle, from direction - pi: its end is its beginning, so no last ray repeats the first
///   angle > 2 pi     the full circle; so is what lies below 2 pi by 1e-5 or less, which degrees round to
///   angle 0          every ray runs at `direction`
///   radius 0         every ray asks for the point: a hit, startsInside, of what contains it
struct RayFan
{
	b2Vec2 origin{0.0f, 0.0f};
	float direction = 0.0f; ///< of the middle of the fan, from the x axis (rad)
	float angle = 0.0f;     ///< from the first ray to the last (rad, >= 0)
	float radius = 0.0f;    ///< length of the rays (m, >= 0)
	int32_t count = 0;      ///< >= 0
};

/// True if every number is finite and none but those of origin and direction is negative.
[[nodiscard]] bool IsValid(const RayFan& fan);

/// Ray i of a fan: its translation is radius times cosine and sine, each rounded to float, the same bits on every
/// machine. Outcome: an invalid ray if the fan is invalid or i is not in [0, count).
[[nodiscard]] Ray FanRay(const RayFan& fan, int32_t i);

/// All rays of a fan in one call: hits[i] = CastRayClosest(world, FanRay(fan, i), filter) to the last bit, and
/// fixture == nullptr for a miss. Takes as long as these casts one by one. Fans over a Snapshot (index/snapshot.h) are
/// several times as fast.
///
/// False if the fan is invalid or has more rays than `hits` has room for: then all of `hits` are misses. Elements of
/// `hits` beyond the last ray stay as they are. Allocates nothing.
[[nodiscard]] bool CastRayFan(const b2World& world, const RayFan& fan, std::span<RayHit> hits,
                              const QueryFilter& filter = {});

} // namespace ricochet

RICOCHET_EXPORT_END
