// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bearing.h"

#include <box2d/b2_common.h>

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// A change of the impulse by less than this share, or that would change the speed by less (m/s), shows nothing.
constexpr double k_leastChange = 1.0e-3;
constexpr double k_leastSpeedChange = 1.0e-4 * b2_lengthUnitsPerMeter;

// As many grenades as may press one body at a time, roughly.
constexpr double k_mostFreedom = 1000.0;

} // namespace

// The speed changes by a + k j under an impulse j: k by two steps, in which a is about the same; by the first alone if
// there is no other, where a body that stands has a = 0. What is wrong with k only delays: where j stays, a + k j is
// what was seen.
Yielding Yielding::Learnt(double speedNow, double inverseMass, bool hasBefore) const
{
	Yielding next;
	next.speed = speedNow;
	next.freedom = freedom;
	next.change = speedNow - speed;
	next.impulseBefore = impulse;
	const double difference = hasBefore ? impulse - impulseBefore : impulse;
	const double base = hasBefore ? change : 0.0;
	const double most = std::max(std::abs(impulse), std::abs(impulseBefore));
	if (std::abs(difference) > k_leastChange * most && inverseMass * std::abs(difference) > k_leastSpeedChange)
	{
		const double measured = (next.change - base) / (inverseMass * difference);
		const double bounded = std::clamp(measured, 0.0, k_mostFreedom);
		next.freedom = hasBefore == false || bounded > freedom ? bounded : 0.5 * (freedom + bounded);
	}
	next.drift = next.change - next.freedom * inverseMass * impulse;
	return next;
}

double Yielding::MostImpulse() const
{
	return 4.0 * std::abs(impulseBefore);
}

Bearing* Bearings::Find(const b2Fixture* fixture, int32_t child)
{
	const auto end = m_bearings.begin() + static_cast<ptrdiff_t>(m_count);
	const auto found = std::find_if(m_bearings.begin(), end,
	                                [&](const Bearing& b) { return b.fixture == fixture && b.child == child; });
	return found != end ? &*found : nullptr;
}

Bearing& Bearings::Add(const Bearing& bearing)
{
	m_count = std::min(m_count + 1, m_bearings.size());
	return m_bearings[m_count - 1] = bearing;
}

} // namespace ricochet
