// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet_flight.h"
#include "projectile/disc_cast.h"

#include <box2d/b2_fixture.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Relative: a body's velocities are floats, and its surface has that of the impulse only to within them.
constexpr double k_floatSpeed = 1.0e-6;

} // namespace

// By velocities the two part, and only the body's way through the step, which knows of no impulse, leads it here.
bool BulletFlight::Separates(const LegHit& hit, const Contact& contact) const
{
	const double rounding = k_floatSpeed * (Length(contact.velocity) + Length(contact.surface));
	if (contact.ApproachSpeed() > rounding || hit.met.span.startsInside)
	{
		return false;
	}
	const b2Body* body = hit.fixture->GetBody();
	const std::vector<const b2Body*>& pushed = m_state.pushed;
	return body == m_bouncedOff || std::find(pushed.begin(), pushed.end(), body) != pushed.end();
}

// Keeps in front of what comes after it by its pose alone, until the bullet flies ahead of it or the step is over.
void BulletFlight::Wait(const LegHit& hit, const Leg& before)
{
	Detail().passing.Leave();
	Relaunch(before, ToDouble(before.to), m_arc.VelocityAt(before.end - m_launch));
	DiscCast cast(m_flight, 0.0f, Detail().def.filter, Detail().passing);
	Touch touch = cast.TouchOf(hit.fixture, hit.child, ToDouble(m_position), m_time);
	touch.normal = hit.normal;
	const double shortest = k_shortestMove * m_dt;
	double duration = m_flight.OneChordDuration(touch.motion, 0.0, Length(m_arc.velocity));
	while (m_time < m_end && HasEnded() == false)
	{
		duration = std::clamp(duration, std::min(shortest, m_end - m_time), m_end - m_time);
		if (WaitOn(touch, duration))
		{
			if (touch.holds == false)
			{
				return;
			}
			touch = cast.TouchOf(hit.fixture, hit.child, ToDouble(m_position), m_time);
			duration *= 2.0;
		}
		else if (duration <= shortest)
		{
			Expire(ExpiredEvent::Reason::Crushed, m_arc.VelocityAt(m_time - m_launch));
		}
		else
		{
			duration *= 0.5;
		}
	}
}

// True if it has waited so long. Its velocity is its own all the time.
bool BulletFlight::WaitOn(Touch& touch, double duration)
{
	const double next = duration < m_end - m_time ? m_time + duration : m_end;
	Disc disc;
	disc.position = ToDouble(m_position);
	disc.velocity = m_arc.VelocityAt(m_time - m_launch);
	disc.gravity = m_arc.acceleration - m_arc.drag * disc.velocity;
	disc.mass = Detail().def.mass;
	disc.gap = ContactGap(m_position, std::numeric_limits<float>::max());
	disc.leastGap = LeastGap(m_position);
	disc.time = m_time;
	for (const KeptGap kept : {KeptGap::All, KeptGap::Half, KeptGap::Some})
	{
		Press press(m_flight, disc, {&touch, 1}, next - m_time, m_flight.Share(next), m_state.pressScratch);
		const std::optional<Move> move = press.Plan(kept);
		if (move.has_value() == false || FitsFloat(disc.position + move->offset) == false)
		{
			continue;
		}
		const Leg leg{m_position, ToFloat(disc.position + move->offset), m_time, next};
		const std::optional<LegHit> hit = FirstHit(leg);
		if (hit.has_value() || HasEnded())
		{
			continue;
		}
		Detail().passing.Leave();
		Relaunch({leg.to, leg.to, next, next}, ToDouble(leg.to), m_arc.VelocityAt(next - m_launch));
		return true;
	}
	touch.flat = true;
	return false;
}

} // namespace ricochet
