// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

class b2Body;

namespace ricochet
{

/// The same place, seen from another origin, rounded as b2World::ShiftOrigin does; what then lies beyond the range of
/// floats, at its end.
inline void ShiftPlace(b2Vec2& place, b2Vec2 newOrigin)
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	place.x = std::clamp(place.x - newOrigin.x, -k_largest, k_largest);
	place.y = std::clamp(place.y - newOrigin.y, -k_largest, k_largest);
}

/// Where a body stood before a step.
struct BodyRecord
{
	b2Body* body = nullptr;
	b2Transform pose;
	b2Vec2 center{0.0f, 0.0f}; ///< of mass, in the world
	b2Vec2 localCenter{0.0f, 0.0f};
	float angle = 0.0f;
	bool isStatic = false;

	[[nodiscard]] bool StaysStatic() const;

	/// The same place, seen from another origin, rounded as b2World::ShiftOrigin does.
	void ShiftOrigin(b2Vec2 newOrigin);
};

/// The new origin, if b2World::ShiftOrigin was called since the bodies were recorded. Nothing of it stays in a world
/// but where its bodies stand, so it is taken for called if all static bodies, of which there is one at least, have
/// moved by one vector and have not turned, and all others have moved by less beside this vector than with it. One body
/// alone says nothing. Requires: the bodies exist.
[[nodiscard]] std::optional<b2Vec2> FindShift(std::span<const BodyRecord> records);

} // namespace ricochet
