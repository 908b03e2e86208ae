// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <box2d/b2_math.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

namespace ricochet
{

/// Converts a point to another origin, rounded as b2World::ShiftOrigin does. A coordinate beyond the range of floats
/// becomes the largest float.
inline void ShiftPlace(b2Vec2& place, b2Vec2 newOrigin)
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	place.x = std::clamp(place.x - newOrigin.x, -k_largest, k_largest);
	place.y = std::clamp(place.y - newOrigin.y, -k_largest, k_largest);
}

/// The pose of a body before a step.
struct BodyRecord
{
	b2Body* body = nullptr;
	b2Transform pose;
	b2Vec2 localCenter{0.0f, 0.0f}; ///< centre of mass in the frame of the body
	b2Vec2 center{0.0f, 0.0f};      ///< the same point in the world; declared after localCenter, as in b2Sweep
	float angle = 0.0f;
	bool isStatic = false;
	TreeLeaf leaf{}; ///< set for a body that is not static and that the tree holds: Box2D can move it

	[[nodiscard]] bool CouldMove() const { return isStatic == false && leaf.proxy != nullptr; }
	[[nodiscard]] bool StaysStatic() const;

	/// Converts the record to another origin, rounded as b2World::ShiftOrigin does.
	void ShiftOrigin(b2Vec2 newOrigin);
};

/// Returns the new origin, if b2World::ShiftOrigin was called since the bodies were recorded.
///
/// Only the positions of the bodies show that call. The call counts as detected if all this holds:
/// * There are at least two bodies, and at least one of them is static.
/// * All static bodies have moved by the same vector, and none of them has turned.
/// * If this vector is removed from the displacement of any other body, that displacement does not become longer.
///
/// Requires: the bodies exist.
[[nodiscard]] std::optional<b2Vec2> FindShift(std::span<const BodyRecord> records);

} // namespace ricochet
