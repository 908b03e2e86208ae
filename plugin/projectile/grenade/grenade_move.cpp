// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/grenade/grenade_flight.h"

#include <algorithm>
#include <cmath>

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
		// Up and down again within one move would be no bounce.
		const Contact contact = ContactWith(touch.fixture, touch.normal, m_disc.position, m_disc.time);
		const double leaving = -contact.ApproachSpeed();
		const double pull = -Dot(m_disc.gravity, touch.normal);
		if (m_impacts > 0 && leaving > 0.0 && pull > 0.0 && IsUnseen(leaving, pull) == false)
		{
			duration = std::min(duration, leaving / pull);
		}
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
		MakeRoomForLoads(*move);
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
			Arrive(leg, to, *move);
			return Outcome::Moved;
		}
		if (LosesGlue(*hit))
		{
			return Outcome::Again;
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

// Where what it sticks to takes it into something else it falls off, and else it keeps out of it as usual.
bool GrenadeFlight::LosesGlue(const LegHit& hit)
{
	const auto glue = std::find_if(m_pressing.begin(), m_pressing.end(), [](const Touch& t) { return t.isGlue; });
	if (glue == m_pressing.end())
	{
		return false;
	}
	glue->isGlue = false;
	if (glue->IsOf(hit.fixture, hit.child) == false)
	{
		Detail().stuckTo = nullptr;
	}
	return true;
}

void GrenadeFlight::Arrive(const Leg& leg, const Vec<double>& to, const Move& move)
{
	Detail().passing.Leave();
	m_lastMove = leg.end - leg.begin;
	GoOn(to, move.velocity, move.spin, leg.end);
	m_impactsAtOnce = 0;
	Bear(move, 1.0);
}

void GrenadeFlight::GoOn(const Vec<double>& to, const Vec<double>& velocity, double spin, double time)
{
	if (m_following == nullptr)
	{
		m_state.ways.Add(m_index, {time, to, m_disc.velocity, velocity});
	}
	m_angle += 0.5 * (m_disc.spin + spin) * (time - m_disc.time);
	m_disc.position = to;
	m_disc.velocity = velocity;
	m_disc.spin = spin;
	m_disc.time = time;
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

// A chord is met a little too early: what the disc has fallen by then says how fast it is, so that it bounces as high
// as it should.
Vec<double> GrenadeFlight::Fallen(const Vec<double>& velocity, const Leg& way) const
{
	const double pull = Length(m_disc.gravity);
	if (pull == 0.0)
	{
		return velocity;
	}
	const Vec<double> down = (1.0 / pull) * m_disc.gravity;
	const double before = Dot(m_disc.velocity, down);
	const double now = Dot(velocity, down);
	const double square = before * before + 2.0 * pull * Dot(Lift<double>(way.to) - m_disc.position, down);
	const double threshold = Detail().def.restitutionThreshold;
	return square > threshold * threshold ? velocity + (std::copysign(std::sqrt(square), now) - now) * down : velocity;
}

GrenadeFlight::Outcome GrenadeFlight::Meet(const Leg& leg, const LegHit& hit, const Move& move)
{
	const double duration = leg.end - leg.begin;
	if (hit.met.span.startsInside == false && Cast().GoesAlong(hit.fixture, hit.child))
	{
		Detail().passing.MakeRoomForHits();
		Detail().passing.Add(hit, {.near = NearAhead(leg, hit, {leg.from, leg.from, leg.begin, leg.begin})});
		return Outcome::Again;
	}
	const Leg before = LegBefore(leg, hit);
	if (HasEnded())
	{
		return Outcome::Moved;
	}
	const double share = (before.end - leg.begin) / duration;
	const Vec<double> between = m_disc.velocity + share * (move.velocity - m_disc.velocity);
	const bool isDriven = hit.fixture->GetBody()->GetType() != b2_dynamicBody; // else momentum counts
	const Vec<double> velocity = isDriven && m_pressing.empty() ? Fallen(between, before) : between;
	Contact contact = ContactWith(hit.fixture, hit.normal, leg.PointAt(hit.fraction), leg.TimeAt(hit.fraction));
	contact.velocity = velocity;
	const bool isImpact = m_calm == false && HasMet(hit.fixture->GetBody()) == false &&
	                      hit.met.span.startsInside == false && contact.ApproachSpeed() >= k_quietSpeed;
	const bool isWorthIt = before.end - leg.begin >= std::max(k_shortestMove * m_dt, k_worthMoving * duration);
	if (isImpact || isWorthIt)
	{
		Reach(before, move, share);
		m_disc.velocity = velocity;
		if (isImpact)
		{
			Impact(leg, hit, before);
		}
		return Outcome::Moved;
	}
	return TakeIn(hit) ? Outcome::Again : Outcome::Blocked;
}

void GrenadeFlight::Reach(const Leg& before, const Move& move, double share)
{
	if (before.end > before.begin)
	{
		m_impactsAtOnce = before.end - before.begin >= k_shortestMove * m_dt ? 0 : m_impactsAtOnce;
		GoOn(Lift<double>(before.to), m_disc.velocity + share * (move.velocity - m_disc.velocity),
		     m_disc.spin + share * (move.spin - m_disc.spin), before.end);
		Bear(move, share);
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
	Prepare(touch);
	m_pressing.push_back(touch);
	return true;
}

} // namespace ricochet
