// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <functional>
#include <span>

namespace range
{

// What panels measure by, from states alone and without the plugin.

/// Where a body or a bullet is, and how fast.
struct Motion
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

/// Where what falls freely is after a time, under a gravity downwards.
[[nodiscard]] b2Vec2 Fall(const Motion& from, float gravity, float time);

/// The time up to a latest one at which a distance that is positive at first is 0, by halving.
[[nodiscard]] float TimeOfMeeting(const std::function<float(float)>& distance, float latest);

[[nodiscard]] float AngleBetween(b2Vec2 a, b2Vec2 b); ///< rad, 0 to pi

/// How far a point is from the straight lines from each point of a path to the next.
[[nodiscard]] float DistanceToPath(b2Vec2 point, std::span<const b2Vec2> path);

} // namespace range
