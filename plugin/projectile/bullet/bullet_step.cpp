// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/bullet/bullet_flight.h"

#include <algorithm>

namespace ricochet
{

namespace
{

bool IsSame(const Vec<double>& a, const Vec<double>& b)
{
	return a.x == b.x && a.y == b.y;
}

} // namespace

void BulletFlight::Fly()
{
	m_sink.BeginFlight();
	int32_t contacts = 0;
	while (m_time < m_end && HasEnded() == false)
	{
		const std::optional<Leg> next = NextLeg();
		if (next.has_value() == false)
		{
			return;
		}
		const Leg& leg = *next;
		const std::optional<LegHit> hit = FirstHit(leg);
		if (HasEnded())
		{
			return;
		}
		const std::optional<GrenadeMeeting> grenade = FirstGrenade(leg, hit);
		if (hit.has_value() == false && grenade.has_value() == false)
		{
			Passed().Leave();
			Arrive(leg.to, leg.end);
		}
		else if (++contacts > m_state.def.maxContactsPerStep)
		{
			if (m_sink.Refuses())
			{
				return;
			}
			m_state.stats.contactLimits += 1;
			Expire(ExpiredEvent::Reason::ContactLimit, VelocityAt(m_time));
		}
		else if (grenade)
		{
			MeetGrenade(leg, *grenade);
		}
		else
		{
			(void)Impact(leg, *hit, Way::Flies);
		}
		PassOverlaps();
	}
	if (HasEnded())
	{
		return;
	}

	const Vec<double> velocity = VelocityAt(m_time);
	if (FitsFloat(velocity) == false)
	{
		Expire(ExpiredEvent::Reason::Lost, velocity);
		return;
	}
	if (m_left <= m_dt)
	{
		Expire(m_limits.endsByRange ? ExpiredEvent::Reason::Range : ExpiredEvent::Reason::Lifetime, velocity);
		return;
	}
	EndPieces(velocity);
	Keep();
}

std::optional<LegHit> BulletFlight::FirstHit(const Leg& leg)
{
	return m_flight.FirstHit(leg, m_kind.radius, Filter(), Passed(), &Passed());
}

bool BulletFlight::CanPierce(const Contact& contact) const
{
	Vec<double> after;
	return Pierces() < m_kind.maxPierces && AfterPierce(contact, m_state.ahead.Energy(), after);
}

// The hit with all that it would pierce there.
LegHit BulletFlight::LookAhead(const Leg& leg, const LegHit& hit, const Contact& contact, bool mayPierce)
{
	const bool isInTree = m_flight.Motion().Find(hit.fixture->GetBody()) == nullptr;
	const SolidAhead::Looker looker{m_kind.radius, mayPierce, EnergyAlongPath(contact), Filter(), Passed()};
	m_state.ahead.Find(m_flight.World(), hit, leg.PointAt(hit.fraction), isInTree, looker,
	                   [this](const b2Fixture* fixture) { return m_state.SurfaceOf(fixture).resistance; });
	return m_state.ahead.Whole(hit);
}

Response BulletFlight::Propose(const ImpactEvent& impact, const Contact& contact, const Surface& surface)
{
	if (impact.fixture->IsSensor())
	{
		return Response::Ignore;
	}
	const bool flat = contact.IsFlatterThan(surface.ricochetAngle);
	if (impact.startsInside == false && flat && Bounces() < m_kind.maxBounces)
	{
		return Response::Bounce;
	}
	return CanPierce(contact) ? Response::Pierce : Response::Stop;
}

// Where it is certain to stop, it does not matter up to where the way is free.
bool BulletFlight::Impact(const Leg& leg, const LegHit& met, Way way)
{
	const bool mayPierce = m_state.def.rule != nullptr || Pierces() < m_kind.maxPierces;
	const bool looksAhead = mayPierce || IsDisc() || AttachedTo(*met.fixture->GetShape()) != nullptr;
	// An infinite mass takes no impulse: nothing on which such an impact depends changes before the bullet's turn.
	if (m_sink.Refuses(looksAhead || InverseMassOf(*met.fixture->GetBody()) != 0.0f))
	{
		return true;
	}
	const Contact meeting = ContactAt(leg, met, VelocityAt(leg.TimeAt(met.fraction)));
	const Surface surface = m_state.SurfaceOf(met.fixture);
	m_sink.MakeRoomForImpact();
	MakeRoomForPoint();
	const LegHit whole = looksAhead ? LookAhead(leg, met, meeting, mayPierce) : met;
	if (IsDisc() && IsPartOfPierced(leg, met))
	{
		PassOn(leg, met);
		return true;
	}
	ImpactEvent impact = DescribeHit(leg, whole, meeting);
	const Response proposed = Propose(impact, meeting, surface);
	if (m_state.def.rule == nullptr && proposed == Response::Stop && MayPart(met, meeting) == false)
	{
		const Vec<double> after = Settle(impact, proposed, meeting, surface);
		GoOn(leg, met, leg, Response::Stop, after);
		return true;
	}
	if (m_sink.Refuses())
	{
		return true;
	}
	m_state.bullets.MakeRoomForHistory(m_index, mayPierce ? m_state.ahead.Layers().size() : 1);
	const Leg before = m_flight.Before(leg, met, m_kind.radius, Filter(), Passed());
	if (HasEnded())
	{
		return true;
	}

	// Where it turns round, if it bounces: with the velocity that it has there, as a later one would bring energy
	// along.
	LegHit turn = whole;
	turn.fraction = m_flight.FractionOfImpact(leg, met, before);
	const Contact turning = ContactAt(leg, turn, VelocityAt(before.end));
	if (Separates(met, turning))
	{
		if (way == Way::Flies)
		{
			Wait(met, before);
		}
		return false;
	}
	const ImpactDecision decision = Decide(m_state.def.rule, impact, proposed);
	const Response response = decision.response;
	const Contact& contact = TurnsBack(response) ? turning : meeting;
	if (TurnsBack(response))
	{
		impact = DescribeHit(leg, turn, turning);
		impact.damage = decision.damage;
	}
	const Vec<double> after = Settle(impact, decision, contact, surface);
	if (HasEnded() == false)
	{
		GoOn(leg, met, before, impact.response, after);
	}
	return true;
}

// The velocity with which it goes on.
Vec<double> BulletFlight::Settle(ImpactEvent& impact, const ImpactDecision& decision, const Contact& contact,
                                 const Surface& surface)
{
	impact.response = decision.response;
	Vec<double> after = Respond(impact, contact, surface);
	TakeVelocity(m_state.failures, decision.velocityAfter, impact.response, contact, after);
	NoteOrder(impact);
	Complete(impact, contact, after);
	if (m_state.original == nullptr)
	{
		Push(m_state.pushed, impact, contact);
	}
	m_sink.Report(impact);
	return after;
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
			History().bounces += 1;
			return AfterBounce(contact, MixRestitution(m_kind.restitution, surface.restitution),
			                   MixFriction(m_kind.friction, surface.friction));
		}
		break;
	case Response::Pierce:
		if (AfterPierce(contact, m_state.ahead.Energy(), after))
		{
			History().pierces += 1;
			return after;
		}
		break;
	case Response::Ignore:
		return after;
	case Response::Stop:
		break;
	}
	impact.response = Response::Stop;
	if (Pierces() < m_kind.maxPierces && CanPierce(contact) == false)
	{
		impact.depth = static_cast<float>(m_state.ahead.DepthFor(EnergyAlongPath(contact)));
	}
	return AfterStop(contact);
}

void BulletFlight::GoOn(const Leg& leg, const LegHit& hit, const Leg& before, Response response,
                        const Vec<double>& velocity)
{
	Passed().Leave();
	switch (response)
	{
	case Response::Stop:
		Arrive(ToFloat(leg.PointAt(hit.fraction)), leg.TimeAt(hit.fraction), true);
		Expire(ExpiredEvent::Reason::Stopped, velocity);
		return;
	case Response::Bounce:
		m_bouncedOff = hit.fixture->GetBody();
		Arrive(before.to, before.end, true);
		SetOut(Lift<double>(before.to), velocity);
		return;
	case Response::Pierce:
	case Response::Ignore:
		break;
	}
	// It goes on from a little before the hit, and slowed down comes to it some time.
	const Vec<double> arrival = VelocityAt(leg.TimeAt(hit.fraction));
	const Vec<double> lost = arrival - velocity;
	const bool isAsFast = IsSame(arrival, velocity);
	const Reencounter again =
	    isAsFast ? m_flight.ComesAgain(leg, hit, before) : Reencounter{.near = NearAhead(leg, hit, before)};
	History().passing.Add(hit, again, response == Response::Pierce ? PassedAs::Pierced : PassedAs::Untouched);
	if (response == Response::Pierce)
	{
		PassRest(hit, NearAhead(leg, hit, before));
	}
	Arrive(before.to, before.end, true);
	if (isAsFast == false)
	{
		// On along its arc: the end of a leg is a float on a chord of it.
		SetOut(PositionAt(before.end), VelocityAt(before.end) - lost);
	}
}

// What hangs together with what it pierces is told with it.
void BulletFlight::PassRest(const LegHit& hit, double near)
{
	const std::vector<SolidAhead::Layer>& layers = m_state.ahead.Layers();
	for (size_t i = 1; i < layers.size(); ++i)
	{
		LegHit other = hit;
		other.fixture = layers[i].fixture;
		other.child = layers[i].child;
		other.met.span.startsInside = layers[i].startsInside;
		other.overdue = 0;
		History().passing.Add(other, {.near = near + layers[i].extent.enter}, PassedAs::WithAnother);
	}
}

} // namespace ricochet
