// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/beam.h>

#include "support/mirror_room.h"

namespace ricochet::test
{

/// Counts over beams in closed rooms.
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

/// Returns the spacing of floats at a crossing (m), which is the unit of go_on.h for the distance of a start.
[[nodiscard]] double UnitAt(const Ray& ray, b2Vec2 point);

/// Checks the laws of a bouncing beam in a closed room by the room's own exact arithmetic. Every leg starts at a free
/// point and hits something other than the previous leg. Its start is near the hit, and its direction is the reflected
/// one.
void CheckRoomBeam(const MirrorRoom& room, const std::vector<BeamLeg>& legs, BeamEnd end, RoomCount& count);

} // namespace ricochet::test
