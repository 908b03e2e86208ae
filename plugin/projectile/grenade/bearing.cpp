// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/bearing.h"

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

// How a contact's body gives way along u (1/kg).
double InverseMassAt(const Contact& contact, const Vec<double>& u)
{
	const double lever = Cross(contact.arm, u);
	return contact.inverseMass + contact.inverseInertia * lever * lever;
}

} // namespace

Bearing Bearing::Learnt(const Contact& contact, const Vec<double>& surfaceNow) const
{
	Bearing next;
	next.fixture = fixture;
	next.child = child;
	next.surface = surfaceNow;
	next.hasBefore = true;
	next.change = surfaceNow - surface;
	next.impulseBefore = impulse;
	const Vec<double> inward = -1.0 * contact.normal;
	const Vec<double> tangent = contact.Tangent();
	next.into = Learnt(into, next.change, inward, InverseMassAt(contact, inward));
	next.along = Learnt(along, next.change, tangent, InverseMassAt(contact, tangent));
	return next;
}

// The speed changes by a + k j under an impulse j: k by two steps, in which a is about the same; by the first alone if
// there is no other, where a body that stands has a = 0. What is wrong with k only delays: where j stays, a + k j is
// what was seen. All in today's direction: a normal that turns is no change.
Yielding Bearing::Learnt(const Yielding& before, const Vec<double>& changeNow, const Vec<double>& u,
                         double inverseMass) const
{
	const double given = Dot(impulse, u);
	const double givenBefore = hasBefore ? Dot(impulseBefore, u) : 0.0;
	const double base = hasBefore ? Dot(change, u) : 0.0;
	const double seen = Dot(changeNow, u);
	const double difference = given - givenBefore;
	const double most = std::max(std::abs(given), std::abs(givenBefore));
	Yielding next;
	next.freedom = before.freedom;
	if (std::abs(difference) > k_leastChange * most && inverseMass * std::abs(difference) > k_leastSpeedChange)
	{
		const double bounded = std::clamp((seen - base) / (inverseMass * difference), 0.0, k_mostFreedom);
		const bool isNew = hasBefore == false || bounded > before.freedom;
		next.freedom = isNew ? bounded : 0.5 * (before.freedom + bounded);
	}
	next.drift = seen - next.freedom * inverseMass * given;
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
