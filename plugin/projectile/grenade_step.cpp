// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade_flight.h"

#include "projectile/ballistics.h"
#include "world/accept.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>

namespace ricochet
{

GrenadeFlight::GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch)
    : ProjectileFlight(state, state.grenades, flight, index, dt, state.grenades.details[index].def.fuse),
      m_lastMove(dt), m_scratch(scratch), m_touches(scratch.touches), m_pressing(scratch.pressing)
{
	m_scratch.met.clear();
	const GrenadeDef& def = Detail().def;
	m_disc.position = Detail().position;
	m_disc.velocity = Detail().velocity;
	m_disc.gravity = static_cast<double>(def.gravityScale) * Lift<double>(state.world.GetGravity());
	m_disc.radius = def.radius;
	m_disc.mass = def.mass;
	SetGaps();
}

void GrenadeFlight::Fly()
{
	m_state.MakeRoomForEnd();
	if (FreeFromTeleports() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
	while (m_disc.time < m_end && HasEnded() == false)
	{
		Advance();
	}
	if (HasEnded())
	{
		return;
	}
	PassOverlaps();
	if (m_left > m_dt)
	{
		CarryBodies();
	}
	Keep();
	if (FitsFloat(m_disc.velocity) == false)
	{
		Expire(ExpiredEvent::Reason::Lost);
	}
	else if (m_left <= m_dt)
	{
		Expire(ExpiredEvent::Reason::Fuse);
	}
}

// Between the steps the game may have put a body over it: the only time at which it jumps.
bool GrenadeFlight::FreeFromTeleports()
{
	b2Vec2 position = ToFloat(m_disc.position);
	const b2Vec2 before = position;
	const bool found = Cast().PushOut(position, 0.0, m_touches);
	if (position != before)
	{
		m_disc.position = Lift<double>(position);
	}
	return found;
}

void GrenadeFlight::SetGaps()
{
	const b2Vec2 position = ToFloat(m_disc.position);
	m_disc.gap = ContactGap(position, State().radius);
	m_disc.leastGap = LeastGap(position);
}

void GrenadeFlight::Advance()
{
	SetGaps();
	PassOverlaps();
	FindTouches();
	MeetTouches();
	ChoosePressing();
	DampenBounces();
	if (HasEnded() == false && Go() == false && HoldBack() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
}

// No move ends in what it collides with: what the disc is in it came into from a side that does not count, and passes.
void GrenadeFlight::PassOverlaps()
{
	if (AcceptsAnySpan(Detail().def.filter))
	{
		return;
	}
	Cast().FindOverlaps(m_disc.position, m_disc.time, m_touches);
	for (const Touch& touch : m_touches)
	{
		LegHit hit;
		hit.fixture = touch.fixture;
		hit.child = touch.child;
		hit.met.span.startsInside = true;
		Detail().passing.MakeRoomForHit();
		Detail().passing.Add(hit, {});
	}
}

void GrenadeFlight::FindTouches()
{
	const double margin = std::max(2.0 * m_disc.gap, 2.0 * RoundingClearance(ToFloat(m_disc.position)));
	m_movedNear = Cast().FindTouches(m_disc.position, margin, m_disc.time, m_touches);
	for (Touch& touch : m_touches)
	{
		touch.friction = FrictionWith(touch.fixture);
	}
}

// All of them: what the disc leaves does not hold it. But for what an impact has just let it pass through.
void GrenadeFlight::ChoosePressing()
{
	m_pressing.clear();
	for (const Touch& touch : m_touches)
	{
		if (Detail().passing.Has(touch.fixture, touch.child) == false)
		{
			m_pressing.push_back(touch);
		}
	}
}

// A disc that gravity brings back within the step does not come off. Not after an impact, which may have sprung it off.
void GrenadeFlight::DampenBounces()
{
	for (const Touch& touch : m_pressing)
	{
		const Contact contact = ContactWith(touch.fixture, touch.normal, m_disc.position, m_disc.time);
		const double leaving = -contact.ApproachSpeed();
		const double pull = (m_end - m_disc.time) * Dot(m_disc.gravity, touch.normal);
		if (m_impacts == 0 && leaving > 0.0 && pull < 0.0 && leaving + pull <= 0.0)
		{
			m_disc.velocity = m_disc.velocity - leaving * touch.normal;
		}
	}
}

void GrenadeFlight::Place()
{
	ProjectileFlight::Place(ToFloat(m_disc.position), m_disc.position, m_disc.velocity);
}

void GrenadeFlight::Keep()
{
	Place();
	GrenadeState& state = State();
	GrowOlder();
	state.resting = m_pressing.empty() == false && state.velocity == b2Vec2{0.0f, 0.0f};
}

void GrenadeFlight::Crush()
{
	m_disc.time = m_dt;
	m_state.MakeRoomForEnd();
	Expire(ExpiredEvent::Reason::Crushed);
	m_state.MakeRoomForEnd(); // for the grenade that is flying
}

void GrenadeFlight::Expire(ExpiredEvent::Reason reason)
{
	End(reason, m_disc.time, ToFloat(m_disc.position), m_disc.velocity);
}

void FlyGrenade(PluginState& state, const Flight& flight, size_t i, double dt)
{
	FlyAndKeep(GrenadeFlight(state, flight, i, dt, state.pressScratch));
}

} // namespace ricochet
