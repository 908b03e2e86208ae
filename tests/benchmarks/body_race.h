// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ricochet::test
{

/// Shots over a field of polygons, discs and thin walls, some of which move and turn. What has hit something, or has
/// flown for as long as it may, is taken out after the step, and another is fired.
struct BodyRace
{
	float speed = 100.0f; ///< m/s
	int32_t count = 2000; ///< in the air
	float radius = 0.05f; ///< m, of a body; a bullet of the plugin is a point
};

/// What became of the bodies.
struct BodyVerdict
{
	size_t hits = 0;         ///< bodies that touched something
	size_t firstHits = 0;    ///< shots of the first step whose exact flight hits something
	size_t entries = 0;      ///< steps in which a body's centre, on its own way, enters a solid
	size_t disputed = 0;     ///< ... by the judge, and not by b2Fixture::RayCast; not counted
	size_t through = 0;      ///< ... and the body touches it neither in that step nor later
	size_t noticedLater = 0; ///< ... and touches it in a later step
	size_t same = 0;         ///< bodies that touched what the shot's exact flight hits
	size_t late = 0;         ///< ... more than a step after that flight does
};

struct RaceTimes
{
	std::vector<double> seconds; ///< of each step, the world's own counted in
	size_t hits = 0;
	size_t firstHits = 0; ///< of the shots of the first step
};

[[nodiscard]] BodyVerdict Judge(const BodyRace& race);
[[nodiscard]] RaceTimes TimeBodies(const BodyRace& race);
[[nodiscard]] RaceTimes TimeBullets(const BodyRace& race);

} // namespace ricochet::test
