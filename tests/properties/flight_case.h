// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/fixture_spec.h"

#include <ricochet/projectile/bullet.h>

#include <ostream>
#include <vector>

namespace ricochet::test
{

inline constexpr float k_flightStep = 1.0f / 64.0f; ///< in seconds

/// Bullets without gravity and drag. They are fired at fixtures of every kind so that they arrive within a few steps.
struct FlightCase
{
	std::vector<BodySpec> bodies;
	std::vector<BulletDef> bullets; ///< the user data is the index

	static FlightCase Draw(Random& random);
	[[nodiscard]] std::vector<FlightCase> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const FlightCase& what);
};

} // namespace ricochet::test
