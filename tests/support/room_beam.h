// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/beam.h>

#include "support/mirror_room.h"

namespace ricochet::test
{

/// Sums over many beams in closed rooms.
struct RoomCount
{
	int64_t bounces = 0;
	int64_t faults = 0; ///< beams that broke a law
	int64_t noPlace = 0;
	int64_t farther = 0; ///< starts more than 4 units away
	int64_t turned = 0;  ///< directions that are off by more than rounding
	double farthest = 0.0;

	RoomCount& operator+=(const RoomCount& other);
};

[[nodiscard]] double Distance(b2Vec2 a, b2Vec2 b);

/// Returns the unit (m) in which go_on.h states the distance between a hit point and the next start. It is about the
/// spacing of floats at the hit point.
[[nodiscard]] double UnitAt(const Ray& ray, b2Vec2 point);

/// Checks a bouncing beam in a closed room by the room's own exact arithmetic. Every leg must start at a free point,
/// and hit something other than the previous leg. Its start must be near the previous hit point, and its direction must
/// be the reflected one.
void CheckRoomBeam(const MirrorRoom& room, const std::vector<BeamLeg>& legs, BeamEnd end, RoomCount& count);

} // namespace ricochet::test
