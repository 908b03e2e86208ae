// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/bullet/bullet_flight.h"

#include <algorithm>
#include <limits>

// A bullet that meets a grenade.

namespace ricochet
{

namespace
{

// Of the grenade the bullet sees the velocity on its way, and what it has received since.
Contact ContactWith(const GrenadeDetail& grenade, double mass, const Vec<double>& velocity, const GrenadeMeeting& met,
                    const Vec<double>& received)
{
	const double radius = grenade.def.radius;
	const double grenadeMass = grenade.def.mass;
	const Vec<double> arm = radius * met.normal;
	const Vec<double> rim{-grenade.spin * arm.y, grenade.spin * arm.x};
	return {mass,
	        velocity,
	        met.normal,
	        arm,
	        met.velocity + received + rim,
	        1.0 / grenadeMass,
	        2.0 / (grenadeMass * radius * radius)};
}

} // namespace

std::optional<GrenadeMeeting> BulletFlight::FirstGrenade(const Leg& leg, const std::optional<LegHit>& hit)
{
	if (m_kind.hitsGrenades == false || m_state.ways.AreThere() == false)
	{
		return std::nullopt;
	}
	const auto passes = [&](const GrenadeMeeting& met)
	{
		const std::vector<size_t>& passed = m_state.passedGrenades;
		return m_state.grenades.IsGone(met.grenade) ||
		       std::find(passed.begin(), passed.end(), met.grenade) != passed.end();
	};
	const double fraction = hit ? hit->fraction : std::numeric_limits<double>::infinity();
	return m_state.ways.FirstOn(leg, fraction, m_kind.radius, passes);
}

Contact BulletFlight::ContactAt(const Leg& leg, const GrenadeMeeting& met) const
{
	const GrenadeDetail& grenade = m_state.grenades.details[met.grenade];
	const Vec<double> received = grenade.velocity - m_state.ways.LastVelocity(met.grenade);
	return ContactWith(grenade, m_kind.mass, VelocityAt(leg.TimeAt(met.fraction)), met, received);
}

// Rounding must not carry it through what is just behind.
void BulletFlight::MeetGrenade(const Leg& leg, const GrenadeMeeting& met)
{
	const Leg before{leg.from, ToFloat(leg.PointAt(met.fraction)), leg.begin, leg.TimeAt(met.fraction)};
	const std::optional<LegHit> inTheWay = FirstHit(before);
	if (HasEnded())
	{
		return;
	}
	if (inTheWay)
	{
		(void)Impact(before, *inTheWay, Way::Flies);
		return;
	}
	m_sink.MakeRoomForImpact();
	MakeRoomForPoint();
	ReserveOneMore(m_state.passedGrenades);
	m_state.bullets.MakeRoomForHistory(m_index);
	const Contact contact = ContactAt(leg, met);
	if (contact.ApproachSpeed() <= 0.0)
	{
		Passed().Leave();
		Arrive(before.to, before.end);
		WaitAtGrenade(met.grenade, contact.velocity);
		return;
	}
	ImpactEvent impact = Describe(before, met, contact);
	const ImpactDecision decision = Decide(m_state.def.rule, impact, Response::Stop);
	Vec<double> after = RespondToGrenade(impact, contact, m_state.grenades.details[met.grenade].def);
	TakeVelocity(m_state.failures, decision.velocityAfter, impact.response, contact, after);
	NoteOrder(impact);
	DeliverToGrenade(impact, contact, after);
	if (HasEnded() == false)
	{
		GoOnFromGrenade(before, met, impact.response, after);
	}
}

ImpactEvent BulletFlight::Describe(const Leg& before, const GrenadeMeeting& met, const Contact& contact) const
{
	const Vec<double> point = Lift<double>(before.to);
	ImpactEvent impact;
	Name(impact);
	impact.grenade = m_state.grenades.IdOf(met.grenade);
	impact.position = before.to;
	impact.time = static_cast<float>(before.end);
	impact.thickness = static_cast<float>(met.thickness);
	const double speed = Length(contact.RelativeVelocity());
	impact.velocityBefore = ToFloat(contact.velocity);
	impact.mass = static_cast<float>(contact.mass);
	impact.steepness = SteepnessOf(contact);
	impact.localPoint = ToFloat(contact.arm);
	impact.localNormal = ToFloat(met.normal);
	const double reach = Length(contact.arm) + m_kind.radius;
	const Vec<double> last = reach * met.normal + met.exitWay;
	// So far out that rounding leaves nothing of a radius, it comes out opposite.
	const Vec<double> out = Length(last) > 0.0 ? UnitOf(last) : -1.0 * met.normal;
	const double crossing = met.thickness > 0.0 ? Length(met.exitWay) / speed : 0.0; // s
	const Vec<double> touching = point - static_cast<double>(m_kind.radius) * met.normal;
	impact.enter = {StepFraction(before.end, m_dt), ToFloat(touching), ToFloat(met.normal), -1};
	impact.exit = {StepFraction(before.end + crossing, m_dt), ToFloat(point + met.exitWay), ToFloat(out), -1};
	KeepOrder(impact);
	return impact;
}

Vec<double> BulletFlight::RespondToGrenade(ImpactEvent& impact, const Contact& contact, const GrenadeDef& grenade)
{
	switch (impact.response)
	{
	case Response::Bounce:
		History().bounces += 1;
		return AfterBounce(contact, MixRestitution(m_kind.restitution, grenade.restitution),
		                   MixFriction(m_kind.friction, grenade.friction));
	case Response::Pierce:
		History().pierces += 1;
		return contact.velocity;
	case Response::Ignore:
		return contact.velocity;
	case Response::Stop:
		break;
	}
	return AfterStop(contact);
}

void BulletFlight::DeliverToGrenade(ImpactEvent& impact, const Contact& contact, const Vec<double>& after)
{
	Complete(impact, contact, after);
	const size_t i = m_state.grenades.PositionOf(impact.grenade); // a rule may have cancelled it
	if (i < m_state.grenades.states.size())
	{
		GrenadeDetail& grenade = m_state.grenades.details[i];
		const bool isPushed =
		    impact.impulse != b2Vec2{0.0f, 0.0f} &&
		    TakeImpulse(m_state.grenades.states[i], grenade, Lift<double>(impact.impulse), contact.arm);
		if (impact.response != Response::Ignore)
		{
			LightFuse(grenade, grenade.age - m_dt + impact.time);
		}
		if (isPushed || impact.response != Response::Ignore)
		{
			m_state.sleep.Wake(impact.grenade);
		}
	}
	m_sink.Report(impact);
}

void BulletFlight::GoOnFromGrenade(const Leg& before, const GrenadeMeeting& met, Response response,
                                   const Vec<double>& velocity)
{
	const Vec<double> arrival = VelocityAt(before.end);
	Passed().Leave();
	Arrive(before.to, before.end, true);
	switch (response)
	{
	case Response::Stop:
		Expire(ExpiredEvent::Reason::Stopped, velocity);
		return;
	case Response::Bounce:
		if (Dot(velocity - met.velocity, met.normal) < 0.0)
		{
			WaitAtGrenade(met.grenade, velocity);
			return;
		}
		SetOut(Lift<double>(before.to), velocity);
		return;
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	m_state.passedGrenades.push_back(met.grenade);
	if (velocity.x != arrival.x || velocity.y != arrival.y)
	{
		SetOut(PositionAt(before.end), velocity);
	}
}

// By velocities the two part, but the grenade moves by its own only from the next step on: until then the bullet goes
// along with it.
void BulletFlight::WaitAtGrenade(size_t grenade, const Vec<double>& velocity)
{
	const Vec<double> way = m_state.ways.PositionAt(grenade, m_end) - m_state.ways.PositionAt(grenade, m_time);
	SetOut(Lift<double>(m_position), velocity);
	const Vec<double> to = Lift<double>(m_position) + way;
	const Leg leg{m_position, ToFloat(to), m_time, m_end};
	if (FitsFloat(to) == false || leg.end <= leg.begin)
	{
		return;
	}
	const std::optional<LegHit> hit = FirstHit(leg);
	if (HasEnded())
	{
		return;
	}
	if (hit)
	{
		(void)Impact(leg, *hit, Way::Flies);
		return;
	}
	MakeRoomForPoint();
	const Vec<double> last = VelocityAt(m_end);
	Passed().Leave();
	Arrive(leg.to, leg.end);
	SetOut(Lift<double>(leg.to), last);
}

} // namespace ricochet
