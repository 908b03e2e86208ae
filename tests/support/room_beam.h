// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/beam.h>

#include "support/mirror_room.h"

namespace ricochet::test
{

/// What was seen of beams in closed rooms.
struct RoomCount
{
	int64_t bounces = 0;
	int64_t faults = 0; ///< beams that broke a law
	int64_t noPlace = 0;
	int64_t farther = 0; ///< starts of more than 4 units
	int64_t turned = 0;  ///< by more than rounding
	double farthest = 0.0;

	RoomCount& operator+=(const RoomCount& other);
};

[[nodiscard]] double Distance(b2Vec2 a, b2Vec2 b);

/// As go_on.h has it: floats are so far apart at a crossing, and a start is at most so far from it (m).
[[nodiscard]] double UnitAt(const Ray& ray, b2Vec2 point);

/// The laws of a beam of bounces in a closed room, judged by the room's own exact arithmetic: every leg starts in the
/// free, hits something, and not what the last one hit; its start is near the hit, its direction is the mirrored one.
void CheckRoomBeam(const MirrorRoom& room, const std::vector<BeamLeg>& legs, BeamEnd end, RoomCount& count);

} // namespace ricochet::test
