// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bearing.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// A change of the impulse by less than this share shows nothing.
constexpr double k_leastChange = 1.0e-3;

// As many grenades as may press one body at a time, roughly.
constexpr double k_mostFreedom = 1000.0;

} // namespace

// The speed changes by a + k j under an impulse j: k by two steps, in which a is about the same; by the first alone if
// there is no other, where a body that stands has a = 0.
Bearing Bearing::Learnt(double speedNow, double inverseMass) const
{
	Bearing next = *this;
	next.change = speedNow - speed;
	next.impulseBefore = impulse;
	next.hasBefore = true;
	next.speed = speedNow;
	next.impulse = 0.0;
	const double difference = hasBefore ? impulse - impulseBefore : impulse;
	const double base = hasBefore ? change : 0.0;
	if (inverseMass <= 0.0 || std::abs(difference) <= k_leastChange * std::max(impulse, impulseBefore))
	{
		return next;
	}
	const double measured = (next.change - base) / (inverseMass * difference);
	const double bounded = std::clamp(measured, 0.0, k_mostFreedom);
	next.freedom = hasBefore == false || bounded > freedom ? bounded : 0.5 * (freedom + bounded);
	return next;
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
