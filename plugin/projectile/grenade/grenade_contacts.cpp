// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/grenade_contacts.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/impact/impact.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// The largest impulse per step at which a body is expected to yield as measured. The unit is the grenade's weight times
// the duration of the step. With 2, a grenade can rest on a lighter body. A larger number would push away a body that
// is not quite supported.
constexpr double k_mostWeights = 2.0;

// The largest impulse, as a multiple of the last step's impulse, at which a body is expected to yield as measured. For
// a larger impulse the body is treated as if nothing supported it.
constexpr double k_mostGrowth = 4.0;

// A body counts as supported if two values are at most this limit. The first is the share of an impulse that moves the
// body (Yielding::freedom). The second is the change of its speed, as a share of the speed that gravity adds in a step.
constexpr double k_stillShare = 0.25;

Giving GivingOf(const Yielding& yielding, double pressed, double pressedBefore)
{
	return {yielding.freedom, yielding.drift, k_mostGrowth * std::abs(pressedBefore), pressed};
}

} // namespace

Contact GrenadeContacts::At(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
                            double time) const
{
	const b2Body* body = fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, center - m_disc.radius * normal, time);
	Contact contact(m_disc.mass, m_disc.velocity, *body, m_flight.VelocityOf(*body), arm, normal);
	contact.roll = 2.0; // m r^2 / I of a disc
	contact.rim = m_disc.spin * m_disc.radius;
	contact.surface = contact.surface + BeltOf(fixture) * contact.Tangent();
	return contact;
}

double GrenadeContacts::BeltOf(const b2Fixture* fixture) const
{
	return m_state.SurfaceOf(fixture).tangentSpeed;
}

double GrenadeContacts::RestitutionWith(const b2Fixture* fixture) const
{
	return MixRestitution(m_detail.def.restitution, m_state.SurfaceOf(fixture).restitution);
}

double GrenadeContacts::FrictionWith(const b2Fixture* fixture) const
{
	return MixFriction(m_detail.def.friction, m_state.SurfaceOf(fixture).friction);
}

// Returns the bearing of a child in this step: how its surface yields to the grenade. The first call in a step learns
// from the last step: the motion of the body since then shows the effect of that step's impulses.
Bearing& GrenadeContacts::BearingOf(const b2Fixture* fixture, int32_t child, const Contact& contact)
{
	if (Bearing* known = m_bearings.Find(fixture, child))
	{
		return *known;
	}
	const Vec<double> surface = contact.surface - BeltOf(fixture) * contact.Tangent();
	if (const Bearing* last = m_detail.bearings.Find(fixture, child))
	{
		return m_bearings.Add(last->Learnt(contact, surface));
	}
	Bearing bearing;
	bearing.fixture = fixture;
	bearing.child = child;
	bearing.surface = surface;
	return m_bearings.Add(bearing);
}

void GrenadeContacts::Prepare(Touch& touch)
{
	touch.friction = FrictionWith(touch.fixture);
	touch.belt = BeltOf(touch.fixture);
	const b2Body* body = touch.fixture->GetBody();
	const bool isKnown = m_bearings.Find(touch.fixture, touch.child) != nullptr ||
	                     m_detail.bearings.Find(touch.fixture, touch.child) != nullptr;
	if (body->GetType() != b2_dynamicBody || isKnown == false)
	{
		return;
	}
	Bearing& bearing = BearingOf(touch.fixture, touch.child, With(touch));
	const Vec<double>& normal = touch.normal;
	const Vec<double> tangent{normal.y, -normal.x};
	const double weight = m_disc.mass * m_dt * std::abs(Dot(m_disc.gravity, normal));
	touch.into = GivingOf(bearing.into, -Dot(bearing.impulse, normal), Dot(bearing.impulseBefore, normal));
	// The limit applies to the whole step. Earlier moves of this step have already used a part of that limit.
	const double mostOfStep = std::min(touch.into.mostImpulse, k_mostWeights * weight);
	touch.into.mostImpulse = std::max(mostOfStep - std::max(touch.into.pressed, 0.0), 0.0);
	touch.along = GivingOf(bearing.along, Dot(bearing.late, tangent), Dot(bearing.impulseBefore, tangent));
	touch.coming = Dot(bearing.change, normal);
	touch.bears = bearing.hasBefore;
	const double most = k_stillShare * m_dt * Length(m_disc.gravity);
	touch.isBorne = touch.bears && touch.into.freedom <= k_stillShare && std::abs(touch.coming) <= most;
	touch.isHeld = bearing.hasBefore && (m_wasStill || touch.IsOf(m_detail.stuckTo, m_detail.stuckToChild));
	if (touch.isHeld && body->IsAwake() == false)
	{
		bearing.impulse = bearing.impulseBefore; // the impulse stays the same as long as the body sleeps
	}
}

void GrenadeContacts::MakeRoomFor(const Move& move)
{
	m_state.events.presses.MakeRoomFor(move.loads.size());
	ReserveMore(m_state.loads, move.loads.size());
	ReserveMore(m_state.pushed, move.loads.size());
}

void GrenadeContacts::Give(const Move& move, double share)
{
	for (const Load& load : move.loads)
	{
		const Vec<double> impulse = share * load.impulse;
		if (load.touch != nullptr && (impulse.x != 0.0 || impulse.y != 0.0))
		{
			GiveLoad(load, impulse, share);
		}
	}
}

void GrenadeContacts::GiveLoad(const Load& load, const Vec<double>& impulse, double share)
{
	const Touch& touch = *load.touch;
	const Vec<double> tangent{load.normal.y, -load.normal.x};
	const Vec<double> point = m_disc.position - m_disc.radius * load.normal + load.ahead * tangent;
	Contact contact = At(touch.fixture, load.normal, m_disc.position, m_disc.time);
	Bearing& bearing = BearingOf(touch.fixture, touch.child, contact);
	bearing.impulse = bearing.impulse + impulse;
	bearing.late = load.atOnce ? bearing.late : bearing.late + impulse;
	contact.arm = m_flight.ArmOf(touch.fixture->GetBody(), point, m_disc.time);
	if (contact.BodyCanTake(ToFloat(impulse)) == false)
	{
		return;
	}
	PressEvent press = DescribePress(touch, load.normal, point, impulse);
	press.inNextStep = load.isBorne;
	m_state.events.presses.Add(press);
	if (load.isBorne == false)
	{
		m_state.pushed.push_back(press.body);
	}
	if (load.atOnce)
	{
		m_state.GiveImpulse(*press.body, press.impulse, contact.arm);
		return;
	}
	m_state.loads.push_back({press.body, press.impulse, contact.arm, load.mean, share * load.surplus, load.isBorne,
	                         m_index, touch.fixture, touch.child, m_state.events.presses.All().size() - 1});
}

void GrenadeContacts::NoteImpulse(const LegHit& hit, const Contact& contact, const Vec<double>& impulse)
{
	Bearing& bearing = BearingOf(hit.fixture, hit.child, contact);
	bearing.impulse = bearing.impulse + impulse;
}

void GrenadeContacts::Push(const Touch& touch, const Contact& contact, const Vec<double>& impulse)
{
	Push(touch, contact, touch.normal, m_disc.position - m_disc.radius * touch.normal, impulse);
}

void GrenadeContacts::Carry(const Touch& touch, const Vec<double>& impulse)
{
	Contact center = With(touch);
	const Vec<double> point = m_disc.position - m_disc.radius * touch.normal - center.arm;
	center.arm = {};
	Push(touch, center, -1.0 * UnitOf(impulse), point, impulse);
}

void GrenadeContacts::Push(const Touch& touch, const Contact& contact, const Vec<double>& normal,
                           const Vec<double>& point, const Vec<double>& impulse)
{
	if (contact.BodyCanTake(ToFloat(impulse)) == false)
	{
		return;
	}
	m_state.events.presses.MakeRoomForOne();
	ReserveOneMore(m_state.pushed);
	const PressEvent event = DescribePress(touch, normal, point, impulse);
	m_state.events.presses.Add(event);
	m_state.pushed.push_back(event.body);
	m_state.GiveImpulse(*event.body, event.impulse, contact.arm);
}

PressEvent GrenadeContacts::DescribePress(const Touch& touch, const Vec<double>& normal, const Vec<double>& point,
                                          const Vec<double>& impulse) const
{
	PressEvent press;
	press.grenade = m_state.grenades.IdOf(m_index);
	press.userData = m_state.grenades.UserDataOf(m_index);
	press.body = touch.fixture->GetBody();
	press.fixture = touch.fixture;
	press.child = ChildOfPart(*touch.fixture->GetShape(), touch.child);
	press.time = static_cast<float>(m_disc.time);
	press.point = ToFloat(point);
	press.normal = ToFloat(normal);
	press.impulse = ToFloat(impulse);
	return press;
}

// Keeps only the bearings of bodies that received an impulse in this step. In the next step the other bodies are
// unknown.
void GrenadeContacts::KeepBearings()
{
	m_detail.bearings.Clear();
	m_bearings.ForEach(
	    [&](const Bearing& bearing)
	    {
		    if (bearing.impulse.x != 0.0 || bearing.impulse.y != 0.0)
		    {
			    m_detail.bearings.Add(bearing);
		    }
	    });
}

} // namespace ricochet
