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

/// The rays of a batch. `coherent` is true if neighbours in the list are neighbours in the world.
struct RaceRays
{
	std::vector<Ray> rays;
	std::vector<RayFan> fans;
	bool coherent = false;
};

/// Makes rays of one length all over a scene. The order is "random", "sorted" (by place and direction) or "fan" (full
/// circles of 1,000 rays).
/// If `outsideOf` is given, the rays start outside every shape. Box2D misses a shape in which a ray starts, and other
/// systems hit it.
[[nodiscard]] RaceRays MakeRaceRays(const RaceScene& scene, const std::string& order, float length, int32_t count,
                                    const Snapshot* outsideOf);

/// Makes rays whose middle is a vertex of a piece, or a point on the rim of a circle.
[[nodiscard]] RaceRays MakeAimedRays(const RaceScene& scene, float length, int32_t count);

/// Returns runs of 1,000 neighbouring rays, spread over all rays, about `count` rays in sum. If there are fewer rays,
/// returns all.
[[nodiscard]] RaceRays SampleOf(const RaceRays& all, int32_t count);

} // namespace ricochet::test
