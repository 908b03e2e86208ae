// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/grenade_flight.h"

#include "geometry/compiler.h"
#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "projectile/grenade/hold_back.h"
#include "projectile/grenade/make_way.h"
#include "query/accept.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace ricochet
{

namespace
{

// The list of near children reaches this far (in radii) beyond the grenade's radius. The distance covers margins and
// small deviations from the parabola.
constexpr float k_spareReach = 0.25f;

// The largest gap (in radii) at which a grenade finds the child to which it sticks. After an impact on a turning body,
// the error of the chords may leave a gap that is wider than that of a touch.
constexpr double k_glueReach = 0.5 * k_spareReach;

// If bodies have come from nearby and left a grenade no place, it may jump this far (in radii).
// A displacement of less than a radius does not lead through a wall.
constexpr double k_squeezedJump = 0.4;

// If a squeezed grenade has flown no farther than this in the step (in radii), it may go back to where the step began.
constexpr double k_farthestBack = 16.0;

// If a new child cuts a move short, the shortened move is made if it has at least this share of the planned duration.
constexpr double k_worthMoving = 0.02;

// After k_maxSpringsAtOnce impacts at one moment the grenade no longer springs back. After k_maxImpactsAtOnce impacts
// it also gives no impulses.
constexpr int32_t k_maxSpringsAtOnce = 8;
constexpr int32_t k_maxImpactsAtOnce = 24;

// Bounces that last no longer than this share of a step are not flown. At 60 Hz and under Earth's gravity such a bounce
// starts with 0.01 m/s and is 5 um high.
constexpr double k_shortestBounce = 1.0 / 8.0;

// A grenade in a corner is at rest below this speed. The unit is the speed that gravity adds in a step.
constexpr double k_cornerSpeed = 0.25;

// Returns the touch of the child to which the grenade sticks, or null if there is none.
Touch* GlueOf(std::vector<Touch>& touches)
{
	const auto glue = std::find_if(touches.begin(), touches.end(), [](const Touch& touch) { return touch.isGlue; });
	return glue != touches.end() ? &*glue : nullptr;
}

} // namespace

GrenadeFlight::GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt, PressScratch& scratch)
    : GrenadeFlight(state, flight, index, state.grenades.details[index], dt, scratch)
{
}

GrenadeFlight::GrenadeFlight(PluginState& state, const Flight& flight, size_t index, GrenadeDetail& detail, double dt,
                             PressScratch& scratch)
    : ProjectileFlight(state, flight, index, state.grenades.IdOf(index), state.grenades.UserDataOf(index), dt,
                       detail.age, LifetimeOf(detail) - detail.age),
      m_detail(detail), m_contacts(state, flight, index, detail, m_disc, dt, Length(detail.velocity) < k_quietSpeed),
      m_lastMove(dt), m_angle(detail.angle), m_scratch(scratch), m_touches(scratch.touches),
      m_pressing(scratch.pressing)
{
	m_scratch.met.clear();
	m_disc.position = detail.position;
	m_disc.velocity = detail.velocity;
	m_disc.gravity = static_cast<double>(detail.def.gravityScale) * Lift<double>(GravityOf(state.world));
	m_disc.spin = detail.spin;
	m_disc.radius = detail.def.radius;
	m_disc.mass = detail.def.mass;
	m_disc.rollingResistance = detail.def.rollingResistance;
	SetGaps();
}

void GrenadeFlight::Fly()
{
	m_state.MakeRoomForEnd();
	if (m_detail.def.from)
	{
		FlyToPosition(*std::exchange(m_detail.def.from, std::nullopt));
	}
	ListNear();
	if (FreeFromTeleports() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
	m_detail.start = m_disc.position;
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
		FreeBodies().StopCarried();
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

// Lists the children in a box around the parabola that the grenade flies if nothing hits it. Queries outside this box
// search the trees instead.
void GrenadeFlight::ListNear()
{
	const Vec<double> end = m_disc.position + m_end * m_disc.velocity + (0.5 * m_end * m_end) * m_disc.gravity;
	if (FitsFloat(end) == false)
	{
		return;
	}
	const double bow = 0.125 * m_end * m_end * Length(m_disc.gravity);
	const float reach = (1.0f + k_spareReach) * State().radius + static_cast<float>(bow) + m_detail.passing.Ahead();
	b2AABB box = BoundsOfDisc(State().position, reach);
	box.Combine(BoundsOfDisc(ToFloat(end), reach));
	const bool isListed = m_scratch.near.Collect(m_flight.World(), m_flight.Motion(), box);
	m_listed = isListed ? &m_scratch.near : nullptr;
}

// Moves the grenade out of bodies that the game has put over it between two steps. Only in this case a grenade jumps.
// If such a body has come from nearby, it is known on which side of it the grenade is. The jump must not lead to the
// other side.
bool GrenadeFlight::FreeFromTeleports()
{
	const double farthest =
	    m_detail.isSqueezed ? k_squeezedJump * m_disc.radius : std::numeric_limits<double>::infinity();
	m_detail.isSqueezed = false;
	SetGaps();
	FindTouches();
	m_knowsTouches = m_touches.empty() || m_touches.front().gap >= -k_leastOverlap;
	if (m_knowsTouches)
	{
		return true;
	}
	b2Vec2 position = ToFloat(m_disc.position);
	const b2Vec2 before = position;
	const bool found = Cast().PushOut(position, farthest, 0.0, m_touches);
	if (position != before)
	{
		m_disc.position = Lift<double>(position);
	}
	return found;
}

// Flies from the thrower (GrenadeDef::from) to the grenade's position. The flight takes no time, and ends before the
// first thing that the grenade does not pass. After the last impact that a step allows, the grenade passes only
// sensors.
void GrenadeFlight::FlyToPosition(b2Vec2 from)
{
	const b2Vec2 to = ToFloat(m_disc.position);
	m_disc.position = Lift<double>(from);
	if (FreeFromTeleports() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
	bool passes = true;
	while (passes && HasEnded() == false)
	{
		SetGaps();
		PassOverlaps();
		const Leg leg{ToFloat(m_disc.position), to, 0.0, 0.0};
		const std::optional<LegHit> hit = Cast().FirstHit(leg);
		if (HasEnded() || hit.has_value() == false)
		{
			m_detail.passing.Leave();
			m_disc.position = Lift<double>(to);
			return;
		}
		if (PassesUnseen(leg, *hit))
		{
			continue;
		}
		const Leg before = LegBefore(leg, *hit);
		m_disc.position = Lift<double>(before.to);
		m_detail.passing.Leave();
		const Contact contact = m_contacts.At(hit->fixture, hit->normal, hit->CenterOn(leg), 0.0);
		passes = HasEnded() == false && IsImpact(*hit, contact) && Impact(leg, *hit, before);
	}
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
	if (std::exchange(m_knowsTouches, false) == false)
	{
		FindTouches();
	}
	FindGlue();
	MeetTouches();
	ChoosePressing();
	DampenBounces();
	if (HasEnded() == false && GoOrHoldBack() == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
}

// Makes a move or holds a body back. If neither is possible, the grenade may slip out of a wedge in spite of friction.
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

// No move ends in a child with which the disc collides. So if the disc overlaps a child, it has entered that child from
// a side that does not count, and passes through it.
void GrenadeFlight::PassOverlaps()
{
	if (AcceptsAnySpan(m_detail.def.filter))
	{
		return;
	}
	Cast().FindPassed(m_disc.position, m_disc.time, m_touches);
	m_knowsTouches = false;
	for (const Touch& touch : m_touches)
	{
		LegHit hit;
		hit.fixture = touch.fixture;
		hit.child = touch.child;
		hit.met.span.startsInside = true;
		m_detail.passing.MakeRoomForHits();
		m_detail.passing.Add(hit, {});
	}
}

void GrenadeFlight::FindTouches()
{
	const double margin = std::max(2.0 * m_disc.gap, 2.0 * RoundingClearance(ToFloat(m_disc.position)));
	const double reach = m_detail.stuckTo != nullptr ? std::max(k_glueReach * m_disc.radius, margin) : margin;
	m_movedNear = Cast().FindTouches(m_disc.position, reach, m_disc.time, m_touches);
	std::erase_if(m_touches, [&](const Touch& touch)
	              { return touch.gap >= margin && touch.IsOf(m_detail.stuckTo, m_detail.stuckToChild) == false; });
	for (Touch& touch : m_touches)
	{
		m_contacts.Prepare(touch);
	}
}

// If the child to which the grenade sticks is not among the touches, it no longer exists.
void GrenadeFlight::FindGlue()
{
	GrenadeDetail& detail = m_detail;
	const auto glue = std::find_if(m_touches.begin(), m_touches.end(),
	                               [&](const Touch& touch) { return touch.IsOf(detail.stuckTo, detail.stuckToChild); });
	if (glue == m_touches.end())
	{
		detail.stuckTo = nullptr;
		return;
	}
	glue->isGlue = true;
}

// Chooses the touches under which the next move is planned. A child from which the disc moves away does not hold the
// disc, so it does no harm in the list. Left out are only the children that an impact has just let the grenade pass.
void GrenadeFlight::ChoosePressing()
{
	m_pressing.clear();
	for (const Touch& touch : m_touches)
	{
		if (m_detail.passing.Has(touch.fixture, touch.child) == false)
		{
			m_pressing.push_back(touch);
		}
	}
}

// Removes the speed at which the disc leaves a surface, if gravity would bring it back within the step. After an impact
// in this step the disc keeps that speed, because it may have bounced.
void GrenadeFlight::DampenBounces()
{
	for (const Touch& touch : m_pressing)
	{
		const Contact contact = m_contacts.With(touch);
		const double leaving = -contact.ApproachSpeed();
		const double pull = (m_end - m_disc.time) * Dot(m_disc.gravity, touch.normal);
		const bool mayStay = m_impacts == 0 && touch.isGlue == false && touch.IsFree() == false;
		if (mayStay && leaving > 0.0 && pull < 0.0 && leaving + pull <= 0.0)
		{
			Settle(leaving, touch.normal, touch.fixture);
		}
	}
}

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
		// A move must not contain both the rise and the fall of a bounce. Its ends would show no bounce at all.
		const Contact contact = m_contacts.With(touch);
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

// Halves the duration of the move until the move is free. Returns false if even the shortest move is not free.
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
		if (m_isStopped == false && move->HasLoads())
		{
			m_contacts.MakeRoomFor(*move);
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
			Arrive(leg, to, *move);
			return Outcome::Moved;
		}
		if (LosesGlue())
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
		if (kept == KeptGap::Some && Stays(leg, *move))
		{
			return Outcome::Moved;
		}
	}
	return Outcome::Blocked;
}

// The end of a move is rounded to floats. If the move is shorter than floats are apart, the rounded end may lie in a
// solid although the exact end does not. In that case the grenade stays where it is for the duration of the move, if
// its place is free.
bool GrenadeFlight::Stays(const Leg& leg, const Move& move)
{
	const Leg stay{leg.from, leg.from, leg.begin, leg.end};
	if (Length(move.offset) > m_disc.leastGap || FirstHit(stay))
	{
		return false;
	}
	Arrive(stay, m_disc.position, move);
	return true;
}

std::optional<LegHit> GrenadeFlight::FirstHit(const Leg& leg)
{
	// The grenade is at rest and nothing near it moves: the place is still free.
	if (leg.from == leg.to && m_movedNear == false && m_pressing.empty() == false)
	{
		m_detail.passing.SeeNothingNew();
		return std::nullopt;
	}
	const Touch* glue = GlueOf(m_pressing);
	return Cast().FirstHit(leg, glue != nullptr ? glue->fixture->GetBody() : nullptr);
}

// Detaches a sticking grenade, because the body that carries it leads it into another body. Returns false if the
// grenade sticks to no body.
bool GrenadeFlight::LosesGlue()
{
	Touch* glue = GlueOf(m_pressing);
	if (glue == nullptr)
	{
		return false;
	}
	glue->isGlue = false;
	m_detail.stuckTo = nullptr;
	return true;
}

void GrenadeFlight::Arrive(const Leg& leg, const Vec<double>& to, const Move& move)
{
	m_detail.passing.Leave();
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
	m_detail.flown += Length(to - m_disc.position);
	m_disc.position = to;
	m_disc.velocity = velocity;
	m_disc.spin = spin;
	m_disc.time = time;
}

void GrenadeFlight::Bear(const Move& move, double share)
{
	if (m_isStopped == false && move.HasLoads())
	{
		m_contacts.Give(move, share);
	}
}

Leg GrenadeFlight::LegBefore(const Leg& leg, const LegHit& hit)
{
	if (hit.met.span.startsInside)
	{
		m_detail.passing.SeeNothingNew();
		return {leg.from, leg.from, leg.begin, leg.begin};
	}
	return Cast().Before(leg, hit);
}

// Returns the velocity at a hit. On a chord the disc hits a little too early, so its speed is computed from the height
// that it has lost. It then bounces to the correct height.
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
	const double threshold = m_detail.def.restitutionThreshold;
	return square > threshold * threshold ? velocity + (std::copysign(std::sqrt(square), now) - now) * down : velocity;
}

// True if the grenade passes a hit without an event. A sensor stops nothing. If the step allows no more events, the
// grenade passes the sensor without an event.
bool GrenadeFlight::PassesUnseen(const Leg& leg, const LegHit& hit)
{
	const bool goesAlong = hit.met.span.startsInside == false && Cast().GoesAlong(hit.fixture, hit.child);
	const bool isPassed = m_detail.passing.Has(hit.fixture, hit.child); // and met once more
	const bool passes = goesAlong || (hit.fixture->IsSensor() && m_calm && isPassed == false);
	if (passes)
	{
		m_detail.passing.MakeRoomForHits();
		m_detail.passing.Add(hit, {.near = NearAhead(leg, hit, {leg.from, leg.from, leg.begin, leg.begin})});
	}
	return passes;
}

bool GrenadeFlight::IsImpact(const LegHit& hit, const Contact& contact) const
{
	const bool meets = HasMet(hit.fixture->GetBody()) == false && hit.met.span.startsInside == false &&
	                   contact.ApproachSpeed() >= k_quietSpeed;
	return m_calm == false && (hit.fixture->IsSensor() || meets);
}

GrenadeFlight::Outcome GrenadeFlight::Meet(const Leg& leg, const LegHit& hit, const Move& move)
{
	const double duration = leg.end - leg.begin;
	if (PassesUnseen(leg, hit))
	{
		return Outcome::Again;
	}
	const Leg before = LegBefore(leg, hit);
	if (HasEnded())
	{
		return Outcome::Moved;
	}
	// While a body pushes the grenade, a whole move can be free although a shortened one is blocked. So the path up to
	// the hit may not be free. Then a shorter move is tried.
	const double shortest = k_shortestMove * m_dt;
	if (m_pressing.empty() == false && duration > shortest && leg.TimeAt(hit.fraction) - before.end > shortest)
	{
		return Outcome::Blocked;
	}
	const double share = (before.end - leg.begin) / duration;
	const Vec<double> between = m_disc.velocity + share * (move.velocity - m_disc.velocity);
	const bool isDriven = hit.fixture->GetBody()->GetType() != b2_dynamicBody; // a dynamic body takes momentum
	const Vec<double> velocity = isDriven && m_pressing.empty() ? Fallen(between, before) : between;
	Contact contact = m_contacts.At(hit.fixture, hit.normal, hit.CenterOn(leg), leg.TimeAt(hit.fraction));
	contact.velocity = velocity;
	const bool isImpact = IsImpact(hit, contact);
	const bool isWorthIt = before.end - leg.begin >= std::max(shortest, k_worthMoving * duration);
	if (isImpact || isWorthIt)
	{
		Reach(before, move, share);
		m_disc.velocity = velocity;
		if (isImpact)
		{
			(void)Impact(leg, hit, before);
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
	m_detail.passing.Leave();
}

// Adds the child of a hit to the children that the plans keep clear of. Returns false if the list is full, or if the
// disc starts inside the child.
bool GrenadeFlight::TakeIn(const LegHit& hit)
{
	constexpr size_t most = 32;
	if (m_pressing.size() >= most || hit.met.span.startsInside)
	{
		return false;
	}
	Touch touch = Cast().TouchOf(hit.fixture, hit.child, m_disc.position, m_disc.time);
	m_contacts.Prepare(touch);
	m_pressing.push_back(touch);
	return true;
}

// Gives impulses to touching bodies. They follow from velocities alone: if only the poses of grenade and body approach,
// but their velocities do not, there is no impulse.
void GrenadeFlight::MeetTouches()
{
	const Touch* glue = GlueOf(m_touches);
	const b2Body* carrier = glue != nullptr ? glue->fixture->GetBody() : nullptr;
	for (size_t i = 0; i < m_touches.size() && HasEnded() == false && m_calm == false; ++i)
	{
		const Touch& touch = m_touches[i];
		const Contact contact = m_contacts.With(touch);
		const bool isFree = contact.inverseMass > 0.0;
		const auto threshold = static_cast<double>(m_detail.def.restitutionThreshold);
		const double least = isFree ? k_quietSpeed : threshold;
		const bool bears = touch.bears && touch.coming <= threshold;
		const b2Body* body = touch.fixture->GetBody();
		if (contact.ApproachSpeed() <= least || bears || body == carrier || HasMet(body))
		{
			continue;
		}
		const Leg leg = LegTo(touch);
		const std::optional<LegHit> hit = HitOf(touch, leg);
		if (hit)
		{
			(void)Impact(leg, *hit, {leg.from, leg.from, leg.begin, leg.begin});
		}
	}
}

bool GrenadeFlight::HasMet(const b2Body* body) const
{
	return std::find(m_scratch.met.begin(), m_scratch.met.end(), body) != m_scratch.met.end();
}

Leg GrenadeFlight::LegTo(const Touch& touch) const
{
	const double way = std::max(touch.gap, 0.0) + 2.0 * m_disc.gap;
	return {ToFloat(m_disc.position), ToFloat(m_disc.position - way * touch.normal), m_disc.time, m_disc.time};
}

// Returns the hit of a leg that leads straight towards the touching child.
std::optional<LegHit> GrenadeFlight::HitOf(const Touch& touch, const Leg& leg)
{
	const std::optional<LegHit> hit = Cast().HitOf(touch, leg, m_disc.time);
	return hit && hit->met.span.startsInside == false ? hit : std::nullopt;
}

// Returns the hit with the exit and the thickness of the whole fixture, measured on the line of the disc's centre.
LegHit GrenadeFlight::Whole(const Leg& leg, const LegHit& met)
{
	return WholeAhead(leg, met, {State().radius, false, 0.0, m_detail.def.filter, m_detail.passing},
	                  [](const b2Fixture*) { return 0.0; });
}

bool GrenadeFlight::Impact(const Leg& leg, const LegHit& met, const Leg& before)
{
	const LegHit hit = m_flight.Reported(leg, Whole(leg, met), before);
	// Impulses act at the touching point, even if the chord strays from the surface there.
	const Vec<double> center = TouchOf(hit, hit.CenterOn(leg)) + m_disc.radius * hit.normal;
	const Contact contact = m_contacts.At(hit.fixture, hit.normal, center, leg.TimeAt(hit.fraction));
	++m_impacts;
	++m_impactsAtOnce;
	const bool isLast = m_impacts >= m_state.def.maxContactsPerStep;
	m_state.stats.contactLimits += isLast ? 1 : 0;
	m_calm = isLast || m_impactsAtOnce >= k_maxImpactsAtOnce;

	const bool springs = contact.ApproachSpeed() > static_cast<double>(m_detail.def.restitutionThreshold) &&
	                     m_impactsAtOnce <= k_maxSpringsAtOnce;
	const double restitution = m_contacts.RestitutionWith(hit.fixture);
	m_state.MakeRoomForImpact();
	m_detail.passing.MakeRoomForHits();
	ReserveOneMore(m_scratch.met);
	ImpactEvent impact = Describe(leg, hit, m_disc.radius, m_detail.def.filter, contact);
	if (HasEnded()) // a predicate has cancelled the grenade
	{
		return true;
	}
	const ImpactDecision decision =
	    Decide(m_state.def.rule, impact, hit.fixture->IsSensor() ? Response::Ignore : Response::Bounce);
	const Response response = decision.response;
	NoteOrder(impact);
	switch (response)
	{
	case Response::Pierce:
	case Response::Ignore:
		TakeVelocity(m_state.failures, decision.velocityAfter, response, contact, m_disc.velocity);
		Deliver(impact, contact);
		m_detail.passing.Add(met, {.near = NearAhead(leg, met, before)});
		return true;
	case Response::Bounce:
	case Response::Stop:
		break;
	}
	if (met.met.span.startsInside) // in a sensor: there is no surface to bounce off
	{
		impact.response = Response::Stop;
		m_disc.velocity = contact.surface;
		TakeVelocity(m_state.failures, decision.velocityAfter, Response::Ignore, contact, m_disc.velocity);
		Deliver(impact, contact);
		m_detail.passing.Add(met, {.near = NearAhead(leg, met, before)});
		return false;
	}
	Bounce(contact, springs && TurnsBack(response) ? restitution : 0.0, hit);
	TakeVelocity(m_state.failures, decision.velocityAfter, Response::Bounce, contact, m_disc.velocity);
	if (contact.inverseMass > 0.0)
	{
		m_scratch.met.push_back(hit.fixture->GetBody());
		m_contacts.NoteImpulse(hit, contact, m_disc.mass * (contact.velocity - m_disc.velocity));
	}
	Deliver(impact, contact);
	LightFuse(impact);
	return false;
}

void GrenadeFlight::Deliver(ImpactEvent& impact, const Contact& contact)
{
	Complete(impact, contact, m_disc.velocity);
	m_state.Push(impact, contact);
	m_state.events.impacts.Add(impact);
}

void GrenadeFlight::Bounce(const Contact& contact, double restitution, const LegHit& hit)
{
	if (m_detail.def.sticky && m_detail.hasStuck == false)
	{
		m_detail.hasStuck = true;
		m_detail.stuckTo = hit.fixture;
		m_detail.stuckToChild = hit.child;
		m_disc.velocity = AfterBounce(contact, 0.0, std::numeric_limits<double>::max());
		m_disc.spin = contact.RimAfter(m_disc.velocity) / m_disc.radius;
		return;
	}
	m_disc.velocity = AfterBounce(contact, restitution, m_contacts.FrictionWith(hit.fixture));
	m_disc.spin = contact.RimAfter(m_disc.velocity) / m_disc.radius;

	const double leaving = Dot(m_disc.velocity, contact.normal);
	const double pull = -Dot(m_disc.gravity, contact.normal);
	const bool isStill = contact.inverseMass == 0.0 && Dot(contact.surface, contact.normal) == 0.0;
	if (isStill && restitution < 1.0 && leaving > 0.0 && pull > 0.0 && IsUnseen(leaving, pull))
	{
		Settle(leaving, contact.normal, hit.fixture);
	}
	if (isStill && m_pressing.empty() == false)
	{
		Touch touch = Cast().TouchOf(hit.fixture, hit.child, m_disc.position, m_disc.time);
		m_contacts.Prepare(touch);
		if (StopsInCorner(touch))
		{
			Stop();
		}
	}
}

// True if a bounce is too short, or lower than the error of a chord.
bool GrenadeFlight::IsUnseen(double leaving, double pull) const
{
	const double height = leaving * leaving / (2.0 * pull);
	return 2.0 * leaving < k_shortestBounce * m_dt * pull || height < 2.0 * m_state.def.chordError;
}

// A bounce of speed u on a surface at rest lasts 2 u / g. Each bounce lasts e times as long as the one before, where e
// is the restitution. So all of them last 2 u / (g (1 - e)). Bounces that are too short to be seen are not flown. Only
// the time at which they end is noted.
void GrenadeFlight::Settle(double leaving, const Vec<double>& normal, const b2Fixture* fixture)
{
	const double restitution = m_contacts.RestitutionWith(fixture);
	const bool springs = leaving > static_cast<double>(m_detail.def.restitutionThreshold) && restitution < 1.0;
	const double flight = 2.0 * leaving / -Dot(m_disc.gravity, normal);
	m_detail.settled = m_detail.age + m_disc.time + (springs ? flight / (1.0 - restitution) : flight);
	m_disc.velocity = m_disc.velocity - leaving * normal;
}

// Only the first impact sets the time at which the fuse ends.
void GrenadeFlight::LightFuse(const ImpactEvent& impact)
{
	const double time = m_detail.def.impactFuse;
	if (std::isfinite(time) == false || std::isfinite(m_detail.burnsUntil))
	{
		return;
	}
	if (time == 0.0)
	{
		EndFuse(impact.time, impact.position);
		return;
	}
	ricochet::LightFuse(m_detail, m_detail.age + static_cast<double>(impact.time));
	m_left = std::min(m_left, m_detail.burnsUntil - m_detail.age);
	m_end = std::min(m_dt, m_left);
}

// Holds a dynamic body back, because the grenade has no place left. The world has moved that body as if the grenade
// were not there.
bool GrenadeFlight::HoldBack()
{
	const double now = m_following != nullptr ? m_following->now : m_flight.Share(m_disc.time);
	BodyHold bodies = FreeBodies();
	const std::optional<BodyHold::Hold> hold = bodies.Lightest(now);
	if (m_following != nullptr)
	{
		m_isBlocked = true;
		m_following->blocking = nullptr;
		if (hold)
		{
			const bool isHeld = hold->motion->heldFrom <= now;
			const GrenadeFlight* flying = m_following->flying;
			m_following->share = isHeld ? hold->share : now;
			const bool mayGo = isHeld == false || (flying != nullptr && flying->IsFreeOf(*hold->motion, hold->share));
			m_following->blocking = mayGo ? hold->motion : nullptr;
		}
		return true;
	}
	if (hold.has_value() == false)
	{
		return false;
	}
	bodies.Stop(*hold->touch);
	bodies.Carry(*hold);
	Following following{now, m_index, this};
	m_listed = nullptr; // the world's tree changes
	HoldBodyBack(m_state, *hold->motion, hold->share, following, m_dt);
	return true;
}

// The start must be free through the whole step, while the held bodies move only as far as they are held now. Only a
// squeezed grenade goes back, that is, one that has hardly moved.
bool GrenadeFlight::GoBackToStart()
{
	const b2Vec2 start = ToFloat(m_detail.start);
	const bool isNear = Length(m_detail.start - m_disc.position) <= k_farthestBack * m_disc.radius;
	if (isNear == false || m_detail.passing.IsEmpty() == false || Cast().FirstHit({start, start, 0.0, m_dt}))
	{
		return false;
	}
	m_disc.position = m_detail.start;
	Place();
	m_state.ways.EndAt(m_index, m_disc.position);
	return true;
}

// True if the gap between the grenade and a body, at the body's pose at a share of the step, is large enough.
// Large enough means at least the gap at the end of the step, or at least the disc's least gap.
bool GrenadeFlight::IsFreeOf(const BodyMotion& motion, double share) const
{
	const auto gapAt = [&](const b2Transform& pose)
	{
		return Cast().GapTo(*motion.body, pose, m_disc.position);
	};
	return gapAt(motion.PoseAt(share)) >= std::min(gapAt(motion.after), m_disc.leastGap);
}

Vec<double> GrenadeFlight::StopToMakeWay()
{
	const Vec<double> ownVelocity = m_disc.velocity;
	m_disc.velocity = {};
	m_disc.gravity = {};
	m_disc.wedges = false;
	m_calm = true;
	m_isStopped = true;
	return ownVelocity;
}

void GrenadeFlight::HasMadeWay(const Vec<double>& ownVelocity)
{
	m_disc.velocity = ownVelocity;
	Place();
}

void GrenadeFlight::MakeWay()
{
	const Vec<double> ownVelocity = StopToMakeWay();
	const double ownSpin = m_disc.spin;
	m_state.failures.Try(
	    [&]
	    {
		    while (m_disc.time < m_end && HasEnded() == false)
		    {
			    Advance();
		    }
	    });
	m_disc.spin = ownSpin;
	HasMadeWay(ownVelocity);
}

bool GrenadeFlight::Follow(Following& following)
{
	const Vec<double> ownVelocity = StopToMakeWay();
	m_end = m_dt;
	m_following = &following;
	FindTouches();
	while (m_movedNear && m_disc.time < m_end && m_isBlocked == false && HasEnded() == false)
	{
		Advance();
	}
	HasMadeWay(ownVelocity);
	m_state.ways.EndAt(m_index, m_disc.position);
	return m_isBlocked == false;
}

void GrenadeFlight::Place()
{
	m_detail.position = m_disc.position;
	m_detail.velocity = m_disc.velocity;
	State().position = ToFloat(m_disc.position);
	State().velocity = ToFloat(m_disc.velocity);
	m_detail.angle = m_angle;
	m_detail.spin = m_disc.spin;
	State().angle = ToFloat(m_angle);
	State().angularVelocity = ToFloat(m_disc.spin);
}

namespace
{

bool IsStill(const GrenadeState& grenade)
{
	return grenade.velocity == b2Vec2{0.0f, 0.0f} && grenade.angularVelocity == 0.0f;
}

} // namespace

bool GrenadeFlight::LiesStill() const
{
	return std::none_of(m_pressing.begin(), m_pressing.end(),
	                    [](const Touch& touch) { return touch.motion != nullptr || touch.IsFree(); });
}

// True if gravity presses the grenade into the corner between this surface and another one, and it has nearly stopped
// there. Without this stop the grenade would move to and fro between the two surfaces for ever, because gravity adds
// speed in each step.
bool GrenadeFlight::StopsInCorner(const Touch& one) const
{
	const double gained = Length(m_disc.gravity) * m_dt; // m/s
	const double slow = k_cornerSpeed * gained;
	const Vec<double> up = -1.0 * m_disc.gravity;
	const auto holds = [&](const Touch& other)
	{
		const double turn = Cross(one.normal, other.normal);
		// Both surfaces brake the spin. The rim of a disc takes twice the impulse over the mass.
		const double braked = 2.0 * std::min(one.friction, other.friction) * gained;
		return one.belt == 0.0 && other.belt == 0.0 && turn * Cross(one.normal, up) > 0.0 &&
		       turn * Cross(up, other.normal) > 0.0 && std::abs(m_disc.spin) * m_disc.radius <= std::min(slow, braked);
	};
	return Length(m_disc.velocity) <= slow && one.motion == nullptr && LiesStill() &&
	       std::any_of(m_pressing.begin(), m_pressing.end(), holds);
}

void GrenadeFlight::Stop()
{
	m_disc.velocity = {};
	m_disc.spin = 0.0;
}

void GrenadeFlight::Keep()
{
	GrenadeState& state = State();
	const bool wasStill = IsStill(state);
	const bool isInCorner =
	    std::any_of(m_pressing.begin(), m_pressing.end(), [&](const Touch& touch) { return StopsInCorner(touch); });
	if (isInCorner)
	{
		Stop();
	}
	Place();
	m_detail.age += std::max(m_end, 0.0);
	state.age = static_cast<float>(m_detail.age);
	state.stuck = m_detail.stuckTo != nullptr;
	// A grenade that turns round on a slope has no speed for a moment only. So a grenade is at rest only if it had none
	// a step earlier, too.
	const bool isStill = isInCorner || (wasStill && IsStill(state));
	state.resting = m_detail.age >= m_detail.settled && m_pressing.empty() == false && isStill;
	m_detail.lies = state.resting && m_movedNear == false && LiesStill();
	m_contacts.KeepBearings();
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
		m_state.explosions.ExplodeLater(m_detail.def, State().id, time, position);
	}
	End(ExpiredEvent::Reason::Fuse, time, position);
}

void GrenadeFlight::End(ExpiredEvent::Reason reason, double time, b2Vec2 position)
{
	if (HasEnded() == false)
	{
		m_state.events.expired.Add(DescribeEnd(reason, time, position, m_disc.velocity));
		State().angle = ToFloat(m_angle);
		m_state.grenades.Remove(m_index);
	}
}

namespace
{

void CloseWays(PluginState& state, size_t count)
{
	for (size_t i = 0; i < count; ++i)
	{
		if (state.grenades.IsGone(i) == false)
		{
			const GrenadeDetail& detail = state.grenades.details[i];
			state.ways.Close(i, detail.def.radius, detail.position, detail.velocity);
		}
	}
	state.ways.Finish();
}

void BeginPaths(PluginState& state, size_t count)
{
	std::vector<GrenadeLog::Flight>& flights = state.events.grenadePaths.flights;
	flights.reserve(count);
	for (size_t i = 0; i < count; ++i)
	{
		const GrenadeState& grenade = state.grenades.states[i];
		flights.push_back({.id = grenade.id,
		                   .userData = grenade.userData,
		                   .radius = grenade.radius,
		                   .angleBefore = grenade.angle,
		                   .angleAfter = grenade.angle});
	}
}

// Ends the paths of all grenades. A sleeping grenade has not flown, so its path is a point.
void EndPaths(PluginState& state)
{
	GrenadeLog& log = state.events.grenadePaths;
	for (size_t i = 0; i < log.flights.size(); ++i)
	{
		const GrenadeState& grenade = state.grenades.states[i];
		log.flights[i].hasEnded = state.grenades.IsGone(i);
		log.flights[i].angleAfter = grenade.angle;
		log.flights[i].first = log.points.size();
		for (const GrenadeWays::Point& point : state.ways.PathOf(i))
		{
			log.points.push_back({ToFloat(point.position), static_cast<float>(point.time)});
		}
		if (state.ways.PathOf(i).empty())
		{
			log.points.push_back({grenade.position});
		}
	}
}

// Calls a function that needs memory for the paths of grenades. If memory runs out, this step has no paths.
template <class Log>
void LogPaths(PluginState& state, const Log& log)
{
	GrenadeLog& paths = state.events.grenadePaths;
	if (state.def.keepsGrenadePaths && paths.isLost == false && state.failures.Try(log) == false)
	{
		paths.Clear();
		paths.isLost = true;
	}
}

// Returns the largest share s <= 1 of an impulse that adds at most the energy `most`. The share s adds s * linear + s^2
// * square / 2.
double ShareWithin(double linear, double square, double most)
{
	if (linear + 0.5 * square <= most || square <= 0.0)
	{
		return 1.0;
	}
	const double root = std::sqrt(std::max(linear * linear + 2.0 * square * most, 0.0));
	return std::clamp((root - linear) / square, 0.0, 1.0);
}

// Returns the largest part of a load with which the body gains no more energy than it may. The impulse A along the
// surface is limited first, then the impulse N along the normal. Let u be the velocity of the body's surface, and K its
// inverse effective mass. A adds the energy A . u + A . K A / 2. After that, N adds N . (u + K A) + N . K N / 2.
Vec<double> PartToGive(const LateImpulse& load, const Vec<double>& normal)
{
	const Contact contact(0.0, {}, *load.body, load.arm, normal);
	const auto product = [&](const Vec<double>& a, const Vec<double>& b)
	{
		return contact.inverseMass * Dot(a, b) + contact.inverseInertia * Cross(load.arm, a) * Cross(load.arm, b);
	};
	const Vec<double> whole = Lift<double>(load.impulse);
	const Vec<double> into = Dot(whole, normal) * normal;
	Vec<double> along = whole - into;
	const double rubbed = std::max(Dot(along, load.mean), 0.0) + load.surplus;
	along = ShareWithin(Dot(along, contact.surface), product(along, along), rubbed) * along;
	const double gained = Dot(along, contact.surface) + 0.5 * product(along, along);
	const double left = Dot(whole, load.mean) + load.surplus - gained;
	return along + ShareWithin(Dot(into, contact.surface) + product(into, along), product(into, into), left) * into;
}

// Applies the loads to the bodies. If the whole load would add energy to a light body, that body receives only a part
// of it.
void GiveLoads(PluginState& state)
{
	for (const LateImpulse& load : state.loads)
	{
		if (load.isBorne)
		{
			continue;
		}
		PressEvent& press = state.events.presses.All()[load.press];
		press.impulse = ToFloat(PartToGive(load, Lift<double>(press.normal)));
		Bearing* bearing = state.grenades.details[load.grenade].bearings.Find(load.fixture, load.child);
		if (press.impulse != load.impulse && bearing != nullptr)
		{
			bearing->impulse = bearing->impulse - Lift<double>(load.impulse - press.impulse);
		}
		state.GiveImpulse(*load.body, press.impulse, load.arm);
	}
	std::erase_if(state.loads, [](const LateImpulse& load) { return load.isBorne == false; });
}

} // namespace

// The game may have destroyed bodies since the loads were noted. So this visits the bodies of the world, and looks for
// the loads of each.
void GiveBorneLoads(PluginState& state) noexcept
{
	std::vector<LateImpulse>& loads = state.loads;
	if (loads.empty())
	{
		return;
	}
	const auto isBefore = [](const LateImpulse& a, const LateImpulse& b)
	{
		return a.body != b.body ? std::less<>()(a.body, b.body) : a.press < b.press;
	};
	std::sort(loads.begin(), loads.end(), isBefore);
	for (b2Body* body : BodiesOf(state.world))
	{
		LateImpulse first;
		first.body = body;
		auto load = std::lower_bound(loads.begin(), loads.end(), first, isBefore);
		for (; load != loads.end() && load->body == body; ++load)
		{
			if (Contact(0.0, {}, *body, load->arm, {}).BodyCanTake(load->impulse))
			{
				ApplyAt(*body, load->impulse, load->arm);
			}
		}
	}
	loads.clear();
}

// A grenade that a rule throws during this call flies from the next step on.
void FlyGrenades(PluginState& state, const Flight& flight, double dt)
{
	const size_t count = state.grenades.states.size();
	const bool areAsked = state.bullets.Kinds().HitGrenades();
	const bool isPreview = state.original != nullptr; // it shows the path
	const bool areKept = state.def.keepsGrenadePaths;
	const bool haveRoom = state.failures.Try([&] { state.ways.Begin(count, areAsked || areKept || isPreview); });
	state.events.grenadePaths.isLost = haveRoom == false;
	LogPaths(state, [&] { BeginPaths(state, count); });
	for (size_t i = 0; i < count; ++i)
	{
		if (state.grenades.IsGone(i) == false && state.sleep.SleepsThrough(i, dt) == false)
		{
			PrefetchAll(state.grenades.details[std::min(i + 1, count - 1)]); // each is a block of its own
			GrenadeFlight grenade(state, flight, i, dt, state.pressScratch);
			if (state.failures.Try([&] { FlyAndKeep(grenade); }) == false && state.grenades.IsGone(i) == false)
			{
				grenade.MakeWay();
			}
			if (state.grenades.details[i].lies && state.grenades.IsGone(i) == false)
			{
				state.failures.Try([&] { state.sleep.PutToSleep(i); });
			}
		}
	}
	LogPaths(state, [&] { EndPaths(state); });
	if (areAsked && state.failures.Try([&] { CloseWays(state, count); }) == false)
	{
		state.ways.Begin(0, false);
	}
	state.failures.Try([&] { GiveLoads(state); });
}

} // namespace ricochet
