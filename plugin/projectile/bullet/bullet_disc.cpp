// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/bullet/bullet_flight.h"
#include "query/accept.h"

namespace ricochet
{

Vec<double> BulletFlight::TouchingPoint(const Leg& leg, const LegHit& hit) const
{
	const Vec<double> center = leg.PointAt(hit.fraction);
	return IsDisc() ? center - static_cast<double>(m_kind.radius) * hit.normal : center;
}

Contact BulletFlight::ContactAt(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const
{
	const b2Body* body = hit.fixture->GetBody();
	const Vec<double> arm = m_flight.ArmOf(body, TouchingPoint(leg, hit), leg.TimeAt(hit.fraction));
	return {m_kind.mass, velocity, *body, arm, hit.normal};
}

ImpactEvent BulletFlight::DescribeHit(const Leg& leg, const LegHit& hit, const Contact& contact) const
{
	ImpactEvent impact = Describe(leg, hit, contact);
	if (IsDisc())
	{
		const Vec<double> point = TouchingPoint(leg, hit);
		impact.enter.point = ToFloat(point);
		impact.localPoint = ToFloat(InverseTurn(hit.pose.q, point - Lift<double>(hit.pose.p)));
	}
	return impact;
}

// What the rim touches of a body before it has left what it pierced of it, and what costs nothing. Or the edge beside
// one that it passes from behind. Requires: LookAhead of this hit.
bool BulletFlight::IsPartOfPierced(const Leg& leg, const LegHit& hit)
{
	if (hit.fixture->IsSensor() || m_state.ahead.Energy() > 0.0)
	{
		return false;
	}
	const Vec<double> center = leg.PointAt(hit.fraction);
	const double slack = static_cast<double>(m_kind.radius) + 2.0 * RoundingClearance(ToFloat(center)) + hit.stray;
	const auto touches = [&](const b2Fixture* fixture, int32_t child)
	{
		const bool isItself = fixture == hit.fixture && child == hit.child;
		return isItself == false && fixture->GetBody() == hit.fixture->GetBody() &&
		       SeparateFromPart(*fixture->GetShape(), child, hit.pose, center).distance <= slack;
	};
	return Passed().HasPiercedAny(touches) || Cast().GoesAlong(hit.fixture, hit.child);
}

// On along its arc, without an event.
void BulletFlight::PassOn(const Leg& leg, const LegHit& hit)
{
	m_state.bullets.MakeRoomForHistory(m_index);
	const Leg before = m_flight.Before(leg, hit, m_kind.radius, Filter(), Passed());
	if (HasEnded())
	{
		return;
	}
	Passed().Leave();
	History().passing.Add(hit, m_flight.ComesAgain(leg, hit, before), PassedAs::Pierced);
	Arrive(before.to, before.end);
}

// No leg ends in an edge that counts from where the disc's centre then is, but in what it came into from the other
// side: from here that would seem to be put over it.
void BulletFlight::PassOverlaps()
{
	if (IsDisc() == false || IsOneWay(Filter()) == false || HasEnded())
	{
		return;
	}
	std::vector<Touch>& touches = m_state.pressScratch.touches;
	Cast().FindOverlaps(Lift<double>(m_position), m_time, touches);
	for (const Touch& touch : touches)
	{
		ChildGeometry child;
		if (DescribePart(*touch.fixture->GetShape(), touch.child, child) && child.IsEdge())
		{
			m_state.bullets.MakeRoomForHistory(m_index);
			LegHit hit;
			hit.fixture = touch.fixture;
			hit.child = touch.child;
			hit.met.span.startsInside = true;
			History().passing.Add(hit, {});
		}
	}
}

} // namespace ricochet
