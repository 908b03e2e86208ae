// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/grenade/grenade_flight.h"

#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "query/accept.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// Of the radius: for margins, and for what leads it off its parabola a little.
constexpr float k_spareReach = 0.25f;

} // namespace

GrenadeFlight::GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch)
    : ProjectileFlight(state, flight, index, state.grenades.IdOf(index), state.grenades.UserDataOf(index), dt,
                       LifetimeOf(state.grenades.details[index]) - state.grenades.details[index].age),
      m_detail(state.grenades.details[index]), m_lastMove(dt), m_angle(Detail().angle),
      m_wasStill(Length(Detail().velocity) < k_quietSpeed), m_scratch(scratch), m_touches(scratch.touches),
      m_pressing(scratch.pressing)
{
	m_scratch.met.clear();
	const GrenadeDef& def = Detail().def;
	m_disc.position = Detail().position;
	m_disc.velocity = Detail().velocity;
	m_disc.gravity = static_cast<double>(def.gravityScale) * Lift<double>(GravityOf(state.world));
	m_disc.spin = Detail().spin;
	m_disc.radius = def.radius;
	m_disc.mass = def.mass;
	m_disc.rollingResistance = def.rollingResistance;
	SetGaps();
}

void GrenadeFlight::Fly()
{
	m_state.MakeRoomForEnd();
	ListNear();
	if (FreeFromTeleports() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
	m_state.ways.Add(m_index, {0.0, m_disc.position, m_disc.velocity, m_disc.velocity});
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
		EndFuse(m_disc.time, ToFloat(m_disc.position));
	}
}

// Around a parabola whose ends are here and where it comes to freely. Looks elsewhere walk the trees.
void GrenadeFlight::ListNear()
{
	const Vec<double> end = m_disc.position + m_end * m_disc.velocity + (0.5 * m_end * m_end) * m_disc.gravity;
	if (FitsFloat(end) == false)
	{
		return;
	}
	const double bow = 0.125 * m_end * m_end * Length(m_disc.gravity);
	const float reach = (1.0f + k_spareReach) * State().radius + static_cast<float>(bow) + Detail().passing.Ahead();
	b2AABB box = BoundsOfDisc(State().position, reach);
	box.Combine(BoundsOfDisc(ToFloat(end), reach));
	const bool isListed = m_scratch.near.Collect(m_flight.World(), m_flight.Motion(), box);
	m_listed = isListed ? &m_scratch.near : nullptr;
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
	FindGlue();
	MeetTouches();
	ChoosePressing();
	DampenBounces();
	if (HasEnded() == false && GoOrHoldBack() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
}

// Friction may hold it only where something else gives way.
bool GrenadeFlight::GoOrHoldBack()
{
	if (Go() || HoldBack())
	{
		return true;
	}
	m_disc.wedges = false;
	const bool goes = Go() || HoldBack();
	m_disc.wedges = true;
	return goes;
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
		Detail().passing.MakeRoomForHits();
		Detail().passing.Add(hit, {});
	}
}

void GrenadeFlight::FindTouches()
{
	const double margin = std::max(2.0 * m_disc.gap, 2.0 * RoundingClearance(ToFloat(m_disc.position)));
	m_movedNear = Cast().FindTouches(m_disc.position, margin, m_disc.time, m_touches);
	for (Touch& touch : m_touches)
	{
		Prepare(touch);
	}
}

// What it sticks to it touches; else that is gone.
void GrenadeFlight::FindGlue()
{
	GrenadeDetail& detail = Detail();
	const auto glue = std::find_if(m_touches.begin(), m_touches.end(),
	                               [&](const Touch& touch) { return touch.IsOf(detail.stuckTo, detail.stuckToChild); });
	if (glue == m_touches.end())
	{
		detail.stuckTo = nullptr;
		return;
	}
	glue->isGlue = true;
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
		const bool mayStay = m_impacts == 0 && touch.isGlue == false && touch.IsFree() == false;
		if (mayStay && leaving > 0.0 && pull < 0.0 && leaving + pull <= 0.0)
		{
			Settle(leaving, touch.normal, touch.fixture);
		}
	}
}

void GrenadeFlight::Place()
{
	Detail().position = m_disc.position;
	Detail().velocity = m_disc.velocity;
	State().position = ToFloat(m_disc.position);
	State().velocity = ToFloat(m_disc.velocity);
	Detail().angle = m_angle;
	Detail().spin = m_disc.spin;
	State().angle = ToFloat(m_angle);
	State().angularVelocity = ToFloat(m_disc.spin);
}

bool GrenadeFlight::LiesStill() const
{
	return std::none_of(m_pressing.begin(), m_pressing.end(),
	                    [](const Touch& touch) { return touch.motion != nullptr || touch.IsFree(); });
}

void GrenadeFlight::Keep()
{
	Place();
	Detail().age += std::max(m_end, 0.0);
	GrenadeState& state = State();
	state.age = static_cast<float>(Detail().age);
	state.stuck = Detail().stuckTo != nullptr;
	state.resting = Detail().age >= Detail().settled && m_pressing.empty() == false &&
	                state.velocity == b2Vec2{0.0f, 0.0f} && state.angularVelocity == 0.0f;
	Detail().lies = state.resting && m_movedNear == false && LiesStill();
	KeepBearings();
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
	End(reason, m_disc.time, ToFloat(m_disc.position));
}

void GrenadeFlight::EndFuse(double time, b2Vec2 position)
{
	if (HasEnded() == false)
	{
		m_state.ExplodeLater(Detail().def.blast, State().id, time, position, State().radius);
	}
	End(ExpiredEvent::Reason::Fuse, time, position);
}

void GrenadeFlight::End(ExpiredEvent::Reason reason, double time, b2Vec2 position)
{
	if (HasEnded() == false)
	{
		m_state.events.expired.Add(DescribeEnd(reason, time, position, m_disc.velocity));
		m_state.grenades.Remove(m_index);
	}
}

void FlyGrenade(PluginState& state, const Flight& flight, size_t i, double dt)
{
	FlyAndKeep(GrenadeFlight(state, flight, i, dt, state.pressScratch));
}

} // namespace ricochet
