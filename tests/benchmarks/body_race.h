// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ricochet::test
{

/// Shots over a field of polygons, discs and thin walls, some of which move and turn.
/// A shot that has hit something, or whose lifetime is over, is removed after the step. Then another shot is fired.
struct BodyRace
{
	float speed = 100.0f; ///< m/s
	int32_t count = 2000; ///< the number of shots in the air
	float radius = 0.05f; ///< the radius of a body (m); a bullet of the plugin is a point
};

/// The counts of what happened to the bodies.
struct BodyVerdict
{
	size_t hits = 0;      ///< bodies that touched something
	size_t firstHits = 0; ///< shots of the first step whose exact flight hits something
	size_t entries = 0;   ///< steps in which a body's centre, on its own path, enters a solid
	/// steps in which a body's centre enters a static body, but b2Fixture::RayCast reports no hit; not counted as
	/// entries
	size_t disputed = 0;
	size_t through = 0;      ///< entries into a solid that the body never touches
	size_t noticedLater = 0; ///< entries into a solid that the body touches in a later step
	size_t same = 0;         ///< bodies that touched the fixture that the shot's exact flight hits
	size_t late = 0;         ///< those that touched it more than a step after the exact flight
};

struct RaceTimes
{
	std::vector<double> seconds; ///< the time of each step, with the world's own step
	size_t hits = 0;
	size_t firstHits = 0; ///< hits of the shots of the first step
};

[[nodiscard]] BodyVerdict Judge(const BodyRace& race);
[[nodiscard]] RaceTimes TimeBodies(const BodyRace& race);
[[nodiscard]] RaceTimes TimeBullets(const BodyRace& race);

} // namespace ricochet::test
