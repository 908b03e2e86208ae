// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "benchmarks/race/scene.h"

#include <ricochet/index/snapshot.h>
#include <ricochet/query/ray_fan.h>

#include <span>
#include <string>
#include <vector>

namespace ricochet::test
{

/// How the rays of a batch follow one another.
struct RaceRays
{
	std::vector<Ray> rays;
	std::vector<RayFan> fans;
	bool coherent = false;
};

/// Rays of one length all over a scene, in the order "random", "sorted" (by the place and direction) or "fan" (full
/// circles of 1,000). From outside of every shape, if a snapshot of the scene is given: Box2D hits nothing that a ray
/// starts inside, others do.
[[nodiscard]] RaceRays MakeRaceRays(const RaceScene& scene, const std::string& order, float length, int32_t count,
                                    const Snapshot* outsideOf);

/// Rays whose middle is a vertex of a piece, or a point at the rim of a circle.
[[nodiscard]] RaceRays MakeAimedRays(const RaceScene& scene, float length, int32_t count);

/// Runs of 1,000 neighbours, spread over all, about `count` in sum; all if there are no more.
[[nodiscard]] RaceRays SampleOf(const RaceRays& all, int32_t count);

} // namespace ricochet::test
