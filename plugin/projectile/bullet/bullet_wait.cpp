// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/bullet/bullet_flight.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Relative: a body's velocities are floats, and its surface has that of the impulse only to within them.
constexpr double k_floatSpeed = 1.0e-6;

// Of the speeds: so fast an approach does not turn into a parting.
constexpr double k_clearApproach = 0.1;

// A corner between two, and some more where bodies pile up.
constexpr size_t k_mostWaitedAt = 8;

} // namespace

// By velocities the two part, and only the body's way through the step, which knows of no impulse, leads it here.
bool BulletFlight::Separates(const LegHit& hit, const Contact& contact) const
{
	const double rounding = k_floatSpeed * (Length(contact.velocity) + Length(contact.surface));
	if (contact.ApproachSpeed() > rounding || hit.met.span.startsInside)
	{
		return false;
	}
	return WasPushed(hit.fixture->GetBody());
}

// Without the exact place where it turns round: a clear approach leaves no doubt.
bool BulletFlight::MayPart(const LegHit& hit, const Contact& contact) const
{
	const double acceleration = Length(m_arc.acceleration - m_arc.drag * contact.velocity);
	const double speeds = Length(contact.velocity) + Length(contact.surface);
	const bool comesClearly = (contact.ApproachSpeed() <= k_clearApproach * speeds + m_dt * acceleration) == false;
	return comesClearly == false && WasPushed(hit.fixture->GetBody());
}

// Its velocity is no longer that of its way through the step; or the bullet's is not.
bool BulletFlight::WasPushed(const b2Body* body) const
{
	const std::vector<const b2Body*>& pushed = m_state.pushed;
	return body == m_bouncedOff || std::find(pushed.begin(), pushed.end(), body) != pushed.end();
}

// Keeps in front of what comes after it by its pose alone, until the bullet flies ahead of it or the step is over.
void BulletFlight::Wait(const LegHit& hit, const Leg& before)
{
	Passed().Leave();
	Arrive(before.to, before.end);
	SetOut(Lift<double>(before.to), VelocityAt(before.end));
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	touches.clear();
	(void)WaitAt(hit.fixture, hit.child, hit.normal);
	const double shortest = k_shortestMove * m_dt;
	double duration = m_flight.OneChordDuration(touches[0].motion, m_kind.radius, Length(m_arc.velocity));
	while (m_time < m_end && HasEnded() == false)
	{
		duration = std::clamp(duration, std::min(shortest, m_end - m_time), m_end - m_time);
		switch (WaitOn(duration))
		{
		case Waiting::Over:
			return;
		case Waiting::Again:
			break;
		case Waiting::Held:
		{
			const DiscCast cast = Cast();
			std::erase_if(touches, [](const Touch& touch) { return touch.holds == false; });
			for (Touch& touch : touches)
			{
				touch = cast.TouchOf(touch.fixture, touch.child, Lift<double>(m_position), m_time);
			}
			duration *= 2.0;
			break;
		}
		case Waiting::Blocked:
			if (duration <= shortest)
			{
				Expire(ExpiredEvent::Reason::Crushed, VelocityAt(m_time));
				return;
			}
			duration *= 0.5;
			break;
		}
	}
}

// What is in the way of the shortest move is met by the bullet's own flight, or waited at, too. A whole chord of it:
// the ends of a leg are floats, and so short a one may point elsewhere.
BulletFlight::Waiting BulletFlight::MeetWaiting(const LegHit& inTheWay)
{
	const std::optional<Leg> leg = NextLeg();
	const std::optional<LegHit> hit = leg ? FirstHit(*leg) : std::nullopt;
	const bool meets = hit && hit->fixture == inTheWay.fixture && hit->child == inTheWay.child;
	if (HasEnded() || (meets && Impact(*leg, *hit, Way::Waits)))
	{
		return Waiting::Over;
	}
	return WaitAt(inTheWay.fixture, inTheWay.child, inTheWay.normal) ? Waiting::Again : Waiting::Blocked;
}

// False if it waits there already, or at too much.
bool BulletFlight::WaitAt(b2Fixture* fixture, int32_t child, const Vec<double>& normal)
{
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	const auto isOf = [&](const Touch& touch)
	{
		return touch.IsOf(fixture, child);
	};
	if (touches.size() >= k_mostWaitedAt || std::any_of(touches.begin(), touches.end(), isOf))
	{
		return false;
	}
	ReserveOneMore(touches);
	touches.push_back(Cast().TouchOf(fixture, child, Lift<double>(m_position), m_time));
	touches.back().normal = normal;
	return true;
}

Disc BulletFlight::AsDisc() const
{
	Disc disc;
	disc.position = Lift<double>(m_position);
	disc.velocity = VelocityAt(m_time);
	disc.gravity = m_arc.acceleration - m_arc.drag * disc.velocity;
	disc.radius = m_kind.radius;
	disc.mass = m_kind.mass;
	disc.gap = ContactGap(m_position, std::numeric_limits<float>::max());
	disc.leastGap = LeastGap(m_position);
	disc.time = m_time;
	return disc;
}

// Its velocity is its own all the time.
BulletFlight::Waiting BulletFlight::WaitOn(double duration)
{
	const double next = duration < m_end - m_time ? m_time + duration : m_end;
	const Disc disc = AsDisc();
	std::vector<Touch>& touches = m_state.pressScratch.pressing;
	for (const KeptGap kept : {KeptGap::All, KeptGap::Half, KeptGap::Some})
	{
		Press press(m_flight, disc, touches, next - m_time, m_flight.Share(next), m_state.pressScratch);
		const std::optional<Move> move = press.Plan(kept);
		if (move.has_value() == false || FitsFloat(disc.position + move->offset) == false)
		{
			continue;
		}
		const Leg leg{m_position, ToFloat(disc.position + move->offset), m_time, next};
		const std::optional<LegHit> hit = FirstHit(leg);
		if (HasEnded())
		{
			return Waiting::Over;
		}
		if (hit.has_value() == false)
		{
			Passed().Leave();
			Arrive(leg.to, next);
			SetOut(Lift<double>(leg.to), VelocityAt(next));
			PassOverlaps();
			const bool holds = std::any_of(touches.begin(), touches.end(), [](const Touch& t) { return t.holds; });
			return holds ? Waiting::Held : Waiting::Over;
		}
		const bool isNew = std::none_of(touches.begin(), touches.end(),
		                                [&](const Touch& touch) { return touch.IsOf(hit->fixture, hit->child); });
		if (isNew)
		{
			return duration > k_shortestMove * m_dt ? Waiting::Blocked : MeetWaiting(*hit);
		}
	}
	for (Touch& touch : touches)
	{
		touch.flat = true;
	}
	return Waiting::Blocked;
}

} // namespace ricochet
