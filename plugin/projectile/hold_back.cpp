// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"
#include "projectile/grenade_flight.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// -cos of the angle between the normals of two bodies that hold the disc between them.
constexpr double k_opposite = 0.1;

// An impulse along u at a contact changes the velocity of the body's surface there by the impulse times this.
double InverseBodyMass(const Contact& contact, const Vec<double>& u)
{
	const double lever = Cross(contact.arm, u);
	return contact.inverseMass + contact.inverseInertia * lever * lever;
}

void Push(b2Body& body, const Contact& contact, const Vec<double>& impulse)
{
	const Vec<double> point = ToDouble(body.GetWorldCenter()) + contact.arm;
	body.ApplyLinearImpulse(ToFloat(impulse), ToFloat(point), true);
}

} // namespace

// There is no place left: what is free to give way does. The world has moved it on as if the grenade were not there.
bool GrenadeFlight::HoldBack()
{
	const Touch* touch = m_follows ? nullptr : LightestThatComes();
	if (touch == nullptr)
	{
		return false;
	}
	BodyMotion displacement = *touch->motion;
	displacement.before = touch->motion->after;
	displacement.centerBefore = touch->motion->CenterAt(1.0);
	displacement.angleBefore = touch->fixture->GetBody()->GetAngle();
	m_state.motion.HoldBack(*touch->motion, m_flight.Share(m_disc.time));
	displacement.after = touch->motion->after;
	displacement.centerAfter = touch->motion->CenterAt(1.0);
	displacement.angleAfter = touch->fixture->GetBody()->GetAngle();
	displacement.heldFrom = 1.0;
	StopBody(*touch);
	m_state.LetFollow(displacement, m_index, m_dt);
	return true;
}

const Touch* GrenadeFlight::LightestThatComes() const
{
	const double now = m_flight.Share(m_disc.time);
	const Touch* lightest = nullptr;
	for (const Touch& touch : m_pressing)
	{
		const b2Body* body = touch.fixture->GetBody();
		if (touch.motion == nullptr || body->GetType() != b2_dynamicBody || touch.motion->heldFrom <= now)
		{
			continue;
		}
		const Vec<double> point = m_disc.position - m_disc.radius * touch.normal;
		const bool comes = Dot(m_flight.SweptVelocity(body, point, m_disc.time), touch.normal) > 0.0;
		if (comes && (lightest == nullptr || body->GetMass() < lightest->fixture->GetBody()->GetMass()))
		{
			lightest = &touch;
		}
	}
	return lightest;
}

const Touch* GrenadeFlight::BackingOf(const Touch& touch) const
{
	const Touch* backing = nullptr;
	double opposite = -k_opposite;
	for (const Touch& other : m_pressing)
	{
		const double cosine = Dot(other.normal, touch.normal);
		if (other.fixture->GetBody() != touch.fixture->GetBody() && cosine < opposite)
		{
			backing = &other;
			opposite = cosine;
		}
	}
	return backing;
}

// What backs the disc takes the body's approach, and what gravity will add of it in the next step: as it would if the
// world's solver knew of both.
void GrenadeFlight::StopBody(const Touch& touch)
{
	const Touch* backing = BackingOf(touch);
	if (backing == nullptr)
	{
		return;
	}
	b2Body* body = touch.fixture->GetBody();
	b2Body* backBody = backing->fixture->GetBody();
	const Vec<double>& normal = touch.normal;
	const Contact contact = ContactWith(touch.fixture, normal, m_disc.position, m_disc.time);
	const Contact back = ContactWith(backing->fixture, backing->normal, m_disc.position, m_disc.time);
	double approach = Dot(contact.surface - back.surface, normal);
	const bool isTold = approach >= k_quietSpeed;
	if (back.inverseMass == 0.0)
	{
		const Vec<double> gravity = static_cast<double>(body->GetGravityScale()) * ToDouble(m_state.world.GetGravity());
		approach += std::max(m_dt * Dot(gravity, normal), 0.0);
	}
	const double inverseMass = InverseBodyMass(contact, normal) + InverseBodyMass(back, normal);
	if (approach <= 0.0 || inverseMass <= 0.0)
	{
		return;
	}
	const Vec<double> impulse = (approach / inverseMass) * normal;
	if (isTold)
	{
		TellStop(touch, -1.0 * impulse);
	}
	Push(*body, contact, -1.0 * impulse);
	if (back.inverseMass > 0.0)
	{
		Push(*backBody, back, impulse);
	}
}

void GrenadeFlight::TellStop(const Touch& touch, const Vec<double>& impulse)
{
	const std::optional<LegHit> hit = HitOf(touch);
	if (hit.has_value() == false)
	{
		return;
	}
	m_state.MakeRoomForImpact(Detail().passing);
	ImpactEvent impact = DescribeImpact(LegTo(touch), *hit, m_dt, m_disc.velocity);
	impact.grenade = State().id;
	impact.userData = State().userData;
	impact.response = Response::Stop;
	impact.velocityAfter = impact.velocityBefore;
	impact.impulse = ToFloat(impulse);
	impact.time = m_lastImpact = std::max(impact.time, m_lastImpact);
	m_state.impacts.Add(impact);
}

// Free bodies that lie on the disc, and it on what stands: it carries them.
void GrenadeFlight::CarryBodies()
{
	for (const Touch& touch : m_pressing)
	{
		const bool isFree = touch.fixture->GetBody()->GetType() == b2_dynamicBody;
		if (isFree && Dot(m_disc.gravity, touch.normal) > 0.0)
		{
			StopBody(touch);
		}
	}
}

void GrenadeFlight::Follow(double stepTime)
{
	const Vec<double> velocity = m_disc.velocity;
	m_disc.velocity = {};
	m_disc.gravity = {};
	m_end = m_dt;
	m_calm = true;
	m_follows = true;
	m_eventTime = stepTime;
	FindTouches();
	if (m_movedNear == false)
	{
		return;
	}
	while (m_disc.time < m_end && HasEnded() == false)
	{
		Advance();
	}
	m_disc.velocity = velocity;
	Place();
}

void PluginState::LetFollow(const BodyMotion& displacement, size_t count, double dt)
{
	displaced.Replace(displacement);
	const Flight flight(world, displaced, 1.0, def.chordError);
	for (size_t i = 0; i < count; ++i)
	{
		if (grenades.IsGone(i) == false)
		{
			GrenadeFlight(*this, flight, i, 1.0, followScratch).Follow(dt);
		}
	}
	displaced.ForgetMotions();
}

} // namespace ricochet
