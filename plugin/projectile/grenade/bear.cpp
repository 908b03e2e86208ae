// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/grenade/grenade_flight.h"

#include <algorithm>

// What a grenade gives to the free bodies that it lies on.

namespace ricochet
{

namespace
{

// Of its weight: with so many at a time it comes to rest on a body that stands and is lighter than itself. All at once
// would shoot away what does not quite stand.
constexpr double k_mostWeights = 2.0;

// The body may be pressed some more, as if it were not free, than with what it has just taken.
constexpr double k_mostGrowth = 4.0;

Giving GivingOf(const Yielding& yielding, double pressed, double pressedBefore)
{
	return {yielding.freedom, yielding.drift, k_mostGrowth * std::abs(pressedBefore), pressed};
}

} // namespace

// What is known of a body from the last step is judged by how it has moved since.
Bearing& GrenadeFlight::BearingOf(const b2Fixture* fixture, int32_t child, const Contact& contact)
{
	if (Bearing* known = m_bearings.Find(fixture, child))
	{
		return *known;
	}
	const Vec<double> surface = contact.surface - BeltOf(fixture) * contact.Tangent();
	if (const Bearing* last = Detail().bearings.Find(fixture, child))
	{
		return m_bearings.Add(last->Learnt(contact, surface));
	}
	Bearing bearing;
	bearing.fixture = fixture;
	bearing.child = child;
	bearing.surface = surface;
	return m_bearings.Add(bearing);
}

void GrenadeFlight::Prepare(Touch& touch)
{
	touch.friction = FrictionWith(touch.fixture);
	touch.belt = BeltOf(touch.fixture);
	const b2Body* body = touch.fixture->GetBody();
	const bool isKnown = m_bearings.Find(touch.fixture, touch.child) != nullptr ||
	                     Detail().bearings.Find(touch.fixture, touch.child) != nullptr;
	if (body->GetType() != b2_dynamicBody || isKnown == false)
	{
		return;
	}
	Bearing& bearing =
	    BearingOf(touch.fixture, touch.child, ContactWith(touch.fixture, touch.normal, m_disc.position, m_disc.time));
	const Vec<double>& normal = touch.normal;
	const Vec<double> tangent{normal.y, -normal.x};
	const double weight = m_disc.mass * m_dt * std::abs(Dot(m_disc.gravity, normal));
	touch.into = GivingOf(bearing.into, -Dot(bearing.impulse, normal), Dot(bearing.impulseBefore, normal));
	touch.into.mostImpulse = std::min(touch.into.mostImpulse, k_mostWeights * weight);
	touch.along = GivingOf(bearing.along, Dot(bearing.late, tangent), Dot(bearing.impulseBefore, tangent));
	touch.coming = Dot(bearing.change, normal);
	touch.bears = bearing.hasBefore;
	touch.isHeld = bearing.hasBefore && (m_wasStill || touch.IsOf(Detail().stuckTo, Detail().stuckToChild));
	if (touch.isHeld && body->IsAwake() == false)
	{
		bearing.impulse = bearing.impulseBefore; // as long as it sleeps
	}
}

void GrenadeFlight::MakeRoomForLoads(const Move& move)
{
	for (const Load& load : move.loads)
	{
		if (load.touch != nullptr && m_following == nullptr)
		{
			m_state.events.presses.MakeRoomFor(move.loads.size());
			ReserveMore(m_state.loads, move.loads.size());
			ReserveMore(m_state.pushed, move.loads.size());
			return;
		}
	}
}

void GrenadeFlight::Bear(const Move& move, double share)
{
	for (const Load& load : move.loads)
	{
		const Vec<double> impulse = share * load.impulse;
		if (load.touch != nullptr && m_following == nullptr && (impulse.x != 0.0 || impulse.y != 0.0))
		{
			PressLater(load, impulse);
		}
	}
}

void GrenadeFlight::PressLater(const Load& load, const Vec<double>& impulse)
{
	const Touch& touch = *load.touch;
	const Vec<double> tangent{load.normal.y, -load.normal.x};
	const Vec<double> point = m_disc.position - m_disc.radius * load.normal + load.ahead * tangent;
	Contact contact = ContactWith(touch.fixture, load.normal, m_disc.position, m_disc.time);
	Bearing& bearing = BearingOf(touch.fixture, touch.child, contact);
	bearing.impulse = bearing.impulse + impulse;
	bearing.late = bearing.late + impulse;
	contact.arm = m_flight.ArmOf(touch.fixture->GetBody(), point, m_disc.time);
	if (contact.BodyCanTake(*touch.fixture->GetBody(), ToFloat(impulse)) == false)
	{
		return;
	}
	const PressEvent press = DescribePress(touch, load.normal, point, impulse);
	m_state.events.presses.Add(press);
	m_state.pushed.push_back(press.body);
	m_state.loads.push_back({press.body, press.impulse, contact.arm});
}

PressEvent GrenadeFlight::DescribePress(const Touch& touch, const Vec<double>& normal, const Vec<double>& point,
                                        const Vec<double>& impulse) const
{
	PressEvent press;
	press.grenade = State().id;
	press.userData = State().userData;
	press.body = touch.fixture->GetBody();
	press.fixture = touch.fixture;
	press.child = ChildOfPart(*touch.fixture->GetShape(), touch.child);
	press.time = static_cast<float>(m_disc.time);
	press.point = ToFloat(point);
	press.normal = ToFloat(normal);
	press.impulse = ToFloat(impulse);
	return press;
}

// What was not pressed in this step is met anew.
void GrenadeFlight::KeepBearings()
{
	Detail().bearings.Clear();
	m_bearings.ForEach(
	    [&](const Bearing& bearing)
	    {
		    if (bearing.impulse.x != 0.0 || bearing.impulse.y != 0.0)
		    {
			    Detail().bearings.Add(bearing);
		    }
	    });
}

} // namespace ricochet
