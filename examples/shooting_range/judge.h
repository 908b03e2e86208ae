// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <functional>
#include <span>

namespace range
{

// Functions with which panels measure, from states alone, without the plugin.

/// The position and velocity of a body or a projectile.
struct Motion
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

/// Returns the position after a free fall of `time` (s). `gravity` points down.
[[nodiscard]] b2Vec2 Fall(const Motion& from, float gravity, float time);

/// Returns the time, at most `latest`, at which a distance becomes 0. Requires: it is positive at time 0. Found by
/// bisection.
[[nodiscard]] float TimeOfMeeting(const std::function<float(float)>& distance, float latest);

[[nodiscard]] float AngleBetween(b2Vec2 a, b2Vec2 b); ///< rad, 0 to pi

/// Returns the distance of a point from a polyline.
[[nodiscard]] float DistanceToPath(b2Vec2 point, std::span<const b2Vec2> path);

} // namespace range
