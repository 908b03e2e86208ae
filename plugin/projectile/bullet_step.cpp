// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet_flight.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>

namespace ricochet
{

BulletFlight::BulletFlight(PluginState& state, const Flight& flight, size_t index, double dt)
    : ProjectileFlight(state, state.bullets, flight, index, dt, state.bullets.details[index].def.lifetime),
      m_position(State().position)
{
	const BulletDef& def = Detail().def;
	m_arc.position = Detail().position;
	m_arc.velocity = Detail().velocity;
	m_arc.acceleration = def.gravityScale * Lift<double>(m_state.world.GetGravity());
	m_arc.drag = def.drag;
}

void BulletFlight::Fly()
{
	m_state.MakeRoomForEnd();
	int32_t contacts = 0;
	while (m_time < m_end && HasEnded() == false)
	{
		const std::optional<Leg> next = NextLeg();
		if (next.has_value() == false)
		{
			return;
		}
		const Leg& leg = *next;
		Passing& passing = Detail().passing;
		const std::optional<LegHit> hit = FirstHit(leg);
		if (HasEnded())
		{
			return;
		}
		if (hit.has_value() == false)
		{
			passing.Leave();
			m_position = leg.to;
			m_time = leg.end;
		}
		else if (++contacts > m_state.def.maxContactsPerStep)
		{
			m_state.stats.contactLimits += 1;
			Expire(ExpiredEvent::Reason::ContactLimit, m_arc.VelocityAt(m_time - m_launch));
		}
		else
		{
			(void)Impact(leg, *hit, Way::Flies);
		}
	}
	if (HasEnded())
	{
		return;
	}

	const Vec<double> velocity = m_arc.VelocityAt(m_time - m_launch);
	if (FitsFloat(velocity) == false)
	{
		Expire(ExpiredEvent::Reason::Lost, velocity);
		return;
	}
	Keep();
	if (m_left <= m_dt)
	{
		Expire(ExpiredEvent::Reason::Lifetime, velocity);
	}
}

// The next chord of its arc. None, and the bullet is lost, beyond the range of floats.
std::optional<Leg> BulletFlight::NextLeg()
{
	const double chord =
	    m_arc.ChordDuration(m_time - m_launch, {m_state.def.chordError, m_dt / k_maxChordsPerStep, m_end - m_time});
	const double next = m_time + chord < m_end ? m_time + chord : m_end;
	const Vec<double> to = m_arc.PositionAt(next - m_launch);
	if (FitsFloat(to) == false)
	{
		Expire(ExpiredEvent::Reason::Lost, m_arc.VelocityAt(m_time - m_launch));
		return std::nullopt;
	}
	return Leg{m_position, ToFloat(to), m_time, next};
}

std::optional<LegHit> BulletFlight::FirstHit(const Leg& leg)
{
	return m_flight.FirstHit(leg, 0.0f, Detail().def.filter, Detail().passing, &Detail().passing);
}

void BulletFlight::Keep()
{
	const double flown = m_time - m_launch;
	Place(m_position, m_arc.PositionAt(flown), m_arc.VelocityAt(flown));
	GrowOlder();
}

double BulletFlight::PierceEnergy(const ImpactEvent& impact, const Surface& surface)
{
	// Not even an edge, which has no thickness, lets anything through if its resistance is infinite.
	const double resistance = surface.resistance;
	return std::isinf(resistance) ? resistance : resistance * impact.thickness;
}

bool BulletFlight::CanPierce(const ImpactEvent& impact, const Contact& contact, const Surface& surface) const
{
	Vec<double> after;
	return AfterPierce(contact, PierceEnergy(impact, surface), after);
}

Response BulletFlight::Propose(const ImpactEvent& impact, const Contact& contact, const Surface& surface)
{
	const bool flat = contact.IsFlatterThan(surface.ricochetAngle);
	if (impact.startsInside == false && flat && State().bounces < Detail().def.maxBounces)
	{
		return Response::Bounce;
	}
	if (State().pierces < Detail().def.maxPierces && CanPierce(impact, contact, surface))
	{
		return Response::Pierce;
	}
	return Response::Stop;
}

bool BulletFlight::Impact(const Leg& leg, const LegHit& met, Way way)
{
	m_state.MakeRoomForImpact(Detail().passing);
	const Leg before = m_flight.Before(leg, met, 0.0f, Detail().def.filter, Detail().passing);
	if (HasEnded())
	{
		return true;
	}

	// Where it turns round, if it bounces: with the velocity that it has there, as a later one would bring energy
	// along.
	LegHit turn = met;
	turn.fraction = m_flight.FractionOfImpact(leg, met, before);
	const Contact turning = ContactAt(leg, turn, m_arc.VelocityAt(before.end - m_launch));
	if (Separates(met, turning))
	{
		if (way == Way::Flies)
		{
			Wait(met, before);
		}
		return false;
	}
	const Contact meeting = ContactAt(leg, met, m_arc.VelocityAt(leg.TimeAt(met.fraction) - m_launch));
	ImpactEvent impact = Describe(leg, met, meeting.velocity);
	const Surface surface = m_state.SurfaceOf(met.fixture);
	const Response response = Decide(m_state, impact, Propose(impact, meeting, surface));
	const Contact& contact = TurnsBack(response) ? turning : meeting;
	if (TurnsBack(response))
	{
		impact = Describe(leg, turn, turning.velocity);
	}
	impact.response = response;
	const Vec<double> after = Respond(impact, contact, surface);
	KeepOrder(impact);
	Deliver(m_state, impact, contact, after);
	if (HasEnded() == false)
	{
		GoOn(leg, met, before, impact.response, after);
	}
	return true;
}

Contact BulletFlight::ContactAt(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const
{
	const b2Body* body = hit.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, leg.PointAt(hit.fraction), leg.TimeAt(hit.fraction));
	return {Detail().def.mass, velocity, *body, arm, hit.normal};
}

// The velocity after what was decided; what cannot be done is a stop.
Vec<double> BulletFlight::Respond(ImpactEvent& impact, const Contact& contact, const Surface& surface)
{
	Vec<double> after = contact.velocity;
	switch (impact.response)
	{
	case Response::Bounce:
		if (impact.startsInside == false)
		{
			const double restitution = std::max(Detail().def.restitution, surface.restitution);
			const double friction = std::sqrt(static_cast<double>(Detail().def.friction) * surface.friction);
			State().bounces += 1;
			return AfterBounce(contact, restitution, friction);
		}
		break;
	case Response::Pierce:
		if (AfterPierce(contact, PierceEnergy(impact, surface), after))
		{
			State().pierces += 1;
			return after;
		}
		break;
	case Response::Ignore:
		return after;
	case Response::Stop:
		break;
	}
	impact.response = Response::Stop;
	return AfterStop(contact);
}

void BulletFlight::GoOn(const Leg& leg, const LegHit& hit, const Leg& before, Response response,
                        const Vec<double>& velocity)
{
	Detail().passing.Leave();
	switch (response)
	{
	case Response::Stop:
		m_position = ToFloat(leg.PointAt(hit.fraction));
		m_time = leg.TimeAt(hit.fraction);
		Expire(ExpiredEvent::Reason::Stopped, velocity);
		return;
	case Response::Bounce:
		m_bouncedOff = hit.fixture->GetBody();
		Relaunch(before, Lift<double>(before.to), velocity);
		return;
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	// It goes on from a little before the hit, and slowed down comes to it some time.
	const Vec<double> arrival = m_arc.VelocityAt(leg.TimeAt(hit.fraction) - m_launch);
	const Vec<double> lost = arrival - velocity;
	const bool isAsFast = lost.x == 0.0 && lost.y == 0.0;
	const Reencounter again =
	    isAsFast ? m_flight.ComesAgain(leg, hit, before) : Reencounter{.near = NearAhead(leg, hit, before)};
	Detail().passing.Add(hit, again);

	// On along its arc: the end of a leg is a float on a chord of it.
	const double flown = before.end - m_launch;
	Relaunch(before, m_arc.PositionAt(flown), m_arc.VelocityAt(flown) - lost);
}

void BulletFlight::Relaunch(const Leg& before, const Vec<double>& position, const Vec<double>& velocity)
{
	m_position = before.to;
	m_time = before.end;
	m_launch = before.end;
	m_arc.position = position;
	m_arc.velocity = velocity;
}

void FlyBullet(PluginState& state, const Flight& flight, size_t i, double dt)
{
	FlyAndKeep(BulletFlight(state, flight, i, dt));
}

} // namespace ricochet
