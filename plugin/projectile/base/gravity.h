// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

namespace ricochet
{

/// Returns the gravity for projectiles: that of the world, or 0 if that is not finite.
[[nodiscard]] inline b2Vec2 GravityOf(const b2World& world)
{
	const b2Vec2 gravity = world.GetGravity();
	return gravity.IsValid() ? gravity : b2Vec2{0.0f, 0.0f};
}

} // namespace ricochet
