// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/grenade/press.h"

#include <algorithm>
#include <cmath>
#include <limits>

// What is left of the velocity and the spin of a disc under what touches it.

namespace ricochet
{

namespace
{

// Slower than this along a surface is standing on it.
constexpr double k_standingSpeed = 1.0e-6 * b2_lengthUnitsPerMeter;

} // namespace

// At the centre: a disc that sticks to a turning body goes with it as if it were a part of it.
Contact Press::ContactWith(const Touch& touch, const Vec<double>& velocity) const
{
	const b2Body* body = touch.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, m_disc.position + touch.way, m_disc.time + m_duration);
	Contact contact(m_disc.mass, velocity, *body, arm, touch.plane.normal);
	contact.surface = contact.surface + touch.belt * contact.Tangent();
	return contact;
}

// How a free body's surface gives way along u where the disc touches it, in units of the disc's own inverse mass.
double Press::GiveOf(const Touch& touch, const Contact& contact, const Vec<double>& u) const
{
	if (touch.IsFree() == false)
	{
		return 0.0;
	}
	const double lever = Cross(contact.arm - m_disc.radius * contact.normal, u);
	return m_disc.mass * (contact.inverseMass + contact.inverseInertia * lever * lever);
}

// The normal part of the velocity that a child leaves to the disc. What stands or is driven takes all of the approach,
// a free body what gravity adds of it, and the rest if the disc has lain on it; else that is for an impulse.
std::optional<double> Press::BoundOf(const Touch& touch, const Vec<double>& freely) const
{
	const Contact contact = ContactWith(touch, m_disc.velocity);
	const Vec<double>& normal = touch.plane.normal;
	double bound = Dot(contact.surface, normal);
	if (touch.IsFree() == false || contact.inverseMass == 0.0)
	{
		return bound;
	}
	if (Dot(m_disc.gravity, normal) >= 0.0)
	{
		return std::nullopt;
	}
	const double give = GiveOf(touch, contact, normal);
	bound -= touch.into.freedom * give * touch.into.pressed / m_disc.mass + m_end * touch.into.drift;
	if (touch.bears == false && contact.ApproachSpeed() >= k_quietSpeed)
	{
		bound = std::min(bound, Dot(m_disc.velocity, normal));
	}
	const double falling = Dot(freely, normal);
	const double approach = bound - falling;
	if (approach <= 0.0)
	{
		return bound;
	}
	const double most = std::max(touch.into.mostImpulse / m_disc.mass, approach / (1.0 + give));
	return falling + std::min(approach / (1.0 + touch.into.freedom * give), most);
}

std::optional<NearestPoint> Press::NearestVelocity(const Vec<double>& freely, bool dynamic)
{
	m_planes.clear();
	m_owners.clear();
	for (Touch& touch : m_touches)
	{
		if (touch.holds == false || (dynamic == false && touch.fixture->GetBody()->GetType() == b2_dynamicBody))
		{
			continue;
		}
		if (const std::optional<double> bound = BoundOf(touch, freely))
		{
			m_planes.push_back({touch.plane.normal, *bound});
			m_owners.push_back(&touch);
		}
	}
	return NearestWithin(m_planes, freely, std::numeric_limits<double>::infinity());
}

void Press::FindVelocity(const Vec<double>& freely, Move& move)
{
	m_ground = nullptr;
	m_second = nullptr;
	m_sticks = false;
	m_ahead = 0.0;
	move.spin = m_disc.spin;
	std::optional<NearestPoint> held = NearestVelocity(freely, true);
	if (held.has_value() == false)
	{
		held = NearestVelocity(freely, false);
	}
	move.velocity = held ? held->at : m_disc.velocity;
	if (held.has_value() == false || held->first < 0)
	{
		return;
	}
	m_ground = m_owners[static_cast<size_t>(held->first)];
	if (held->second >= 0)
	{
		m_second = m_owners[static_cast<size_t>(held->second)];
		RubBoth(freely, move);
		return;
	}
	Rub(freely, move);
}

double Press::SpinOf(const Touch& touch) const
{
	const b2Body* body = touch.fixture->GetBody();
	return body->GetType() != b2_staticBody ? static_cast<double>(body->GetAngularVelocity()) : 0.0;
}

// Coulomb friction and rolling resistance of the one surface that holds the disc.
void Press::Rub(const Vec<double>& freely, Move& move)
{
	const Contact contact = ContactWith(*m_ground, move.velocity);
	const Vec<double> tangent = contact.Tangent();
	const double normalPush = Length(move.velocity - freely);
	const double turning = SpinOf(*m_ground);
	Rolling rolling;
	rolling.slide = Dot(contact.RelativeVelocity(), tangent);
	rolling.rim = m_disc.radius * (m_disc.spin - turning);
	rolling.give = GiveOf(*m_ground, contact, tangent);
	rolling.mostFriction = m_ground->friction * normalPush;
	rolling.mostCouple = m_disc.rollingResistance * normalPush;
	const Rubbing rubbing = m_ground->IsFree() ? RubFree(rolling) : RubDisc(rolling);

	const double slideBefore = Dot(m_disc.velocity - contact.surface, tangent);
	m_sticks = rubbing.sticks && std::abs(slideBefore) <= rolling.mostFriction + k_standingSpeed;
	m_ahead = normalPush > 0.0 ? m_disc.radius * rubbing.couple / normalPush : 0.0;
	if (m_sticks && rolling.give == 0.0 && std::abs(contact.ApproachSpeed()) < k_standingSpeed)
	{
		move.velocity = contact.surface; // to the bit: it rests
		move.spin = turning;
		return;
	}
	move.velocity = move.velocity + rubbing.friction * tangent;
	move.spin = turning + (rolling.rim + 2.0 * (rubbing.friction + rubbing.couple)) / m_disc.radius;
}

// What bears the body opposes friction, too. As if it bore nothing, friction is too little for a disc that is heavier
// than the body, which creeps; too much sends the body to and fro. So it grows by steps.
Rubbing Press::RubFree(const Rolling& alone) const
{
	const Giving& along = m_ground->along;
	const Rubbing least = RubDisc(alone);
	if (m_ground->bears == false)
	{
		return least;
	}
	Rolling held = alone;
	held.give *= along.freedom;
	held.slide -= m_end * along.drift + held.give * along.pressed / m_disc.mass;
	const double most = std::max(std::abs(least.friction), along.mostImpulse / m_disc.mass);
	held.mostFriction = std::min(held.mostFriction, most);
	Rubbing rubbing = RubDisc(held);
	rubbing.sticks = rubbing.sticks || least.sticks;
	return rubbing;
}

// Two surfaces that hold the disc between them let it go nowhere; both brake its spin.
void Press::RubBoth(const Vec<double>& freely, Move& move) const
{
	const double push = Length(move.velocity - freely);
	const double friction = m_ground->friction + m_second->friction + m_disc.rollingResistance;
	const double turning = SpinOf(*m_ground);
	const double rim = m_disc.radius * (m_disc.spin - turning);
	const double brake = std::min(2.0 * friction * push, std::abs(rim));
	move.spin = turning + (rim - std::copysign(brake, rim)) / m_disc.radius;
}

// It goes with the child as a part of it, and what gravity does to it the child's body takes.
Move Press::StuckTo(Touch& glue, const Vec<double>& freely) const
{
	glue.plane.normal = glue.carriedNormal;
	const double lack = glue.gap < 0.5 * m_disc.gap ? m_disc.gap - glue.gap : 0.0;
	Move move{glue.way + lack * glue.carriedNormal, {}, SpinOf(glue), {}};
	const Contact contact = ContactWith(glue, freely);
	move.velocity = contact.surface - glue.belt * contact.Tangent();
	const Vec<double> pull = freely - move.velocity;
	const double speed = Length(pull);
	if (glue.IsFree() && speed > 0.0)
	{
		const double give = GiveOf(glue, contact, (1.0 / speed) * pull);
		move.velocity = freely - (1.0 / (1.0 + give)) * pull;
		move.loads[0] = {&glue, glue.carriedNormal, m_disc.mass * (freely - move.velocity), 0.0};
	}
	return move;
}

// What the free ones among those that hold the disc have taken from its velocity.
void Press::FindLoads(const Vec<double>& freely, Move& move) const
{
	if (m_ground == nullptr)
	{
		return;
	}
	const Vec<double> taken = m_disc.mass * (freely - move.velocity);
	const Vec<double>& n = m_ground->plane.normal;
	if (m_second == nullptr)
	{
		move.loads[0] = {m_ground->IsFree() ? m_ground : nullptr, n, taken, m_ahead};
		return;
	}
	const Vec<double>& m = m_second->plane.normal;
	const double cross = Cross(n, m);
	move.loads[0] = {m_ground->IsFree() ? m_ground : nullptr, n, (Cross(taken, m) / cross) * n, 0.0};
	move.loads[1] = {m_second->IsFree() ? m_second : nullptr, m, (Cross(n, taken) / cross) * m, 0.0};
}

} // namespace ricochet
