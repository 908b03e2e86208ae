// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"
#include "projectile/grenade_flight.h"

#include <box2d/b2_fixture.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// Cut short by something new, a move is worth making from this share of its duration on.
constexpr double k_worthMoving = 0.02;

} // namespace

double GrenadeFlight::LongestMove() const
{
	const double left = m_end - m_disc.time;
	const Arc arc{m_disc.position, m_disc.velocity, m_disc.gravity, 0.0};
	double duration = arc.ChordDuration(0.0, {m_state.def.chordError, m_dt / k_maxChordsPerStep, left});
	if (m_pressing.empty())
	{
		return duration;
	}
	duration = std::min(duration, 2.0 * m_lastMove);

	for (const Touch& touch : m_pressing)
	{
		duration = std::min(duration, m_flight.OneChordDuration(touch.motion, m_disc.radius, Length(m_disc.velocity)));
	}
	return std::max(duration, std::min(left, k_shortestMove * m_dt));
}

// Moves on by as much as turns out to be free, and half of it where it does not. False if there is no place even for
// the shortest move.
bool GrenadeFlight::Go()
{
	const double shortest = std::min(k_shortestMove * m_dt, m_end - m_disc.time);
	double duration = LongestMove();
	while (true)
	{
		switch (Try(duration))
		{
		case Outcome::Moved:
			return true;
		case Outcome::Again:
			break;
		case Outcome::Blocked:
			if (duration <= shortest)
			{
				return false;
			}
			duration = std::max(0.5 * duration, shortest);
			break;
		}
	}
}

GrenadeFlight::Outcome GrenadeFlight::Try(double duration)
{
	const double next = duration < m_end - m_disc.time ? m_disc.time + duration : m_end;
	for (const KeptGap kept : {KeptGap::All, KeptGap::Half, KeptGap::Some})
	{
		Press press(m_flight, m_disc, m_pressing, next - m_disc.time, m_flight.Share(next), m_scratch);
		const std::optional<Move> move = press.Plan(kept);
		if (move.has_value() == false)
		{
			continue;
		}
		const Vec<double> to = m_disc.position + move->offset;
		if (FitsFloat(to) == false)
		{
			Expire(ExpiredEvent::Reason::Lost);
			return Outcome::Moved;
		}
		const Leg leg{ToFloat(m_disc.position), ToFloat(to), m_disc.time, next};
		const std::optional<LegHit> hit = FirstHit(leg);
		if (hit.has_value() == false || HasEnded())
		{
			Arrive(leg, to, move->velocity);
			return Outcome::Moved;
		}
		const auto held = std::find_if(m_pressing.begin(), m_pressing.end(),
		                               [&](const Touch& touch) { return touch.IsOf(hit->fixture, hit->child); });
		if (held == m_pressing.end())
		{
			return Meet(leg, *hit, *move);
		}
		if (held->flat == false)
		{
			held->flat = true;
			return Outcome::Again;
		}
	}
	return Outcome::Blocked;
}

std::optional<LegHit> GrenadeFlight::FirstHit(const Leg& leg)
{
	// It lies still, nothing moves and nothing comes: what was free is free.
	if (leg.from == leg.to && m_movedNear == false && m_pressing.empty() == false)
	{
		Detail().passing.SeeNothingNew();
		return std::nullopt;
	}
	return Cast().FirstHit(leg);
}

void GrenadeFlight::Arrive(const Leg& leg, const Vec<double>& to, const Vec<double>& velocity)
{
	Detail().passing.Leave();
	m_lastMove = leg.end - leg.begin;
	m_disc.position = to;
	m_disc.velocity = velocity;
	m_disc.time = leg.end;
	m_impactsAtOnce = 0;
}

Leg GrenadeFlight::LegBefore(const Leg& leg, const LegHit& hit)
{
	if (hit.met.span.startsInside)
	{
		Detail().passing.SeeNothingNew();
		return {leg.from, leg.from, leg.begin, leg.begin};
	}
	return Cast().Before(leg, hit);
}

GrenadeFlight::Outcome GrenadeFlight::Meet(const Leg& leg, const LegHit& hit, const Move& move)
{
	const double duration = leg.end - leg.begin;
	if (hit.met.span.startsInside == false && Cast().GoesAlong(hit.fixture, hit.child))
	{
		Detail().passing.MakeRoomForHit();
		Detail().passing.Add(hit, {.near = NearAhead(leg, hit, {leg.from, leg.from, leg.begin, leg.begin})});
		return Outcome::Again;
	}
	const Leg before = LegBefore(leg, hit);
	if (HasEnded())
	{
		return Outcome::Moved;
	}
	const double share = (before.end - leg.begin) / duration;
	const Vec<double> velocity = m_disc.velocity + share * (move.velocity - m_disc.velocity);
	const Contact contact(m_disc.mass, velocity, *hit.fixture->GetBody(),
	                      ArmTo(hit.fixture, hit.normal, leg.PointAt(hit.fraction), leg.TimeAt(hit.fraction)),
	                      hit.normal);
	const bool isImpact = m_calm == false && HasMet(hit.fixture->GetBody()) == false &&
	                      hit.met.span.startsInside == false && contact.ApproachSpeed() >= k_quietSpeed;
	const bool isWorthIt = before.end - leg.begin >= std::max(k_shortestMove * m_dt, k_worthMoving * duration);
	if (isImpact || isWorthIt)
	{
		Reach(before, velocity);
		if (isImpact)
		{
			Impact(leg, hit, before);
		}
		return Outcome::Moved;
	}
	return TakeIn(hit) ? Outcome::Again : Outcome::Blocked;
}

void GrenadeFlight::Reach(const Leg& before, const Vec<double>& velocity)
{
	if (before.end > before.begin)
	{
		m_impactsAtOnce = before.end - before.begin >= k_shortestMove * m_dt ? 0 : m_impactsAtOnce;
		m_disc.position = Lift<double>(before.to);
		m_disc.velocity = velocity;
		m_disc.time = before.end;
	}
	Detail().passing.Leave();
}

// Plans from now on with what is in the way, too.
bool GrenadeFlight::TakeIn(const LegHit& hit)
{
	constexpr size_t most = 32;
	if (m_pressing.size() >= most || hit.met.span.startsInside)
	{
		return false;
	}
	Touch touch = Cast().TouchOf(hit.fixture, hit.child, m_disc.position, m_disc.time);
	touch.friction = FrictionWith(hit.fixture);
	m_pressing.push_back(touch);
	return true;
}

} // namespace ricochet
