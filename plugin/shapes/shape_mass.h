// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_shape.h>

#include <algorithm>

namespace ricochet
{

// b2Body::ResetMassData sums the masses m, the first moments m c and the moments of inertia I of its n fixtures in
// floats, and asserts that I exceeds m |c|^2 of these sums. With u = 2^-24 the sum of I is off by (n - 1) u of itself
// and m |c|^2 by (3 n + 6) u of the sum of m_i |c_i|^2, which it can't exceed otherwise (Cauchy and Schwarz). So if
// each I_i is at least (1 + d) m_i |c_i|^2, a d of (4 n + 8) u is enough: 2^-16 for 62 fixtures.
inline constexpr double k_inertiaMargin = 0x1p-16;

/// Of the radius of gyration about the centre (m): the inverse of any inertia is finite.
inline constexpr double k_minGyration = 0x1p-20;

inline constexpr double k_minMass = 0x1p-40; ///< kg
inline constexpr double k_maxMass = 0x1p50;  ///< kg
inline constexpr float k_maxDensity = 1e30f; ///< kg/m^2; beyond, products with it overflow that are divided again

/// The mass data that massAt(density) gives, moved where a body could not bear it in floats. A density that is not
/// positive gives none. Requires: the mass data at density 1 is finite.
template <class MassAt>
void ComputeBearableMass(MassAt&& massAt, b2MassData& data, float density)
{
	const b2MassData unit = massAt(1.0f);
	if ((density > 0.0f) == false)
	{
		data = {0.0f, unit.center, 0.0f};
		return;
	}
	density = std::min(density, k_maxDensity);
	const double wanted = static_cast<double>(density) * unit.mass;
	const double mass = std::clamp(wanted, k_minMass, k_maxMass);
	if (mass == wanted)
	{
		data = massAt(density);
	}
	else
	{
		data = {static_cast<float>(mass), unit.center, static_cast<float>(mass / unit.mass * unit.I)};
	}

	const double x = unit.center.x;
	const double y = unit.center.y;
	const double least = data.mass * ((1.0 + k_inertiaMargin) * (x * x + y * y) + k_minGyration * k_minGyration);
	if ((data.I >= least) == false) // NaN where there is no mass to speak of
	{
		data.I = static_cast<float>(least);
	}
}

/// The same by the arithmetic of a stock shape.
template <class Base>
void ComputeBearableStockMass(const Base& shape, b2MassData& data, float density)
{
	const auto massAt = [&](float at)
	{
		b2MassData mass;
		shape.Base::ComputeMass(&mass, at);
		return mass;
	};
	ComputeBearableMass(massAt, data, density);
}

} // namespace ricochet
