// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/fixture_spec.h"

#include <ricochet/projectile/bullet.h>

#include <ostream>
#include <vector>

namespace ricochet::test
{

inline constexpr float k_flightStep = 1.0f / 64.0f; ///< s

/// Bullets without gravity and drag, fired at fixtures of every kind such that they get there within some steps.
struct FlightCase
{
	std::vector<BodySpec> bodies;
	std::vector<BulletDef> bullets; ///< user data: index

	static FlightCase Draw(Random& random);
	[[nodiscard]] std::vector<FlightCase> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const FlightCase& what);
};

} // namespace ricochet::test
