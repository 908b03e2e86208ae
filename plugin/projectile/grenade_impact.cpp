// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"
#include "projectile/grenade_flight.h"

#include <box2d/b2_fixture.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// Impacts at one moment after which nothing springs back any more, and after which it is squeezed.
constexpr int32_t k_maxSpringsAtOnce = 8;
constexpr int32_t k_maxImpactsAtOnce = 24;

} // namespace

// Impulses of what touches, by velocities alone: where they do not approach there is none, whatever the poses do.
void GrenadeFlight::MeetTouches()
{
	for (size_t i = 0; i < m_touches.size() && HasEnded() == false && m_calm == false; ++i)
	{
		const Touch& touch = m_touches[i];
		const Contact contact = ContactWith(touch.fixture, touch.normal, m_disc.position, m_disc.time);
		const bool isFree = contact.inverseMass > 0.0;
		const double least = isFree ? k_quietSpeed : static_cast<double>(Detail().def.restitutionThreshold);
		if (contact.ApproachSpeed() <= least || HasMet(touch.fixture->GetBody()))
		{
			continue;
		}
		const Leg leg = LegTo(touch);
		const std::optional<LegHit> hit = HitOf(touch, leg);
		if (hit)
		{
			Impact(leg, *hit, {leg.from, leg.from, leg.begin, leg.begin});
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

// What touches as if the disc came straight at it.
std::optional<LegHit> GrenadeFlight::HitOf(const Touch& touch, const Leg& leg)
{
	const std::optional<LegHit> hit = Cast().HitOf(touch, leg, m_disc.time);
	return hit && hit->met.span.startsInside == false ? hit : std::nullopt;
}

void GrenadeFlight::Impact(const Leg& leg, const LegHit& met, const Leg& before)
{
	const Vec<double> velocity = m_disc.velocity;
	LegHit hit = met;
	hit.fraction = m_flight.FractionOfImpact(leg, met, before);
	const Contact contact = ContactWith(hit.fixture, hit.normal, leg.PointAt(hit.fraction), leg.TimeAt(hit.fraction));
	++m_impacts;
	++m_impactsAtOnce;
	const bool isLast = m_impacts >= m_state.def.maxContactsPerStep;
	m_state.stats.contactLimits += isLast ? 1 : 0;
	m_calm = isLast || m_impactsAtOnce >= k_maxImpactsAtOnce;

	const bool springs = contact.ApproachSpeed() > static_cast<double>(Detail().def.restitutionThreshold) &&
	                     m_impactsAtOnce <= k_maxSpringsAtOnce;
	const double restitution = std::max(Detail().def.restitution, m_state.SurfaceOf(hit.fixture).restitution);
	m_state.MakeRoomForImpact(Detail().passing);
	ReserveOneMore(m_scratch.met);
	ImpactEvent impact = Describe(leg, hit, velocity);
	const Response response = Decide(m_state, impact, Response::Bounce);
	KeepOrder(impact);
	switch (response)
	{
	case Response::Pierce:
	case Response::Ignore:
		Deliver(m_state, impact, contact, velocity);
		Detail().passing.Add(met, {.near = NearAhead(leg, met, before)});
		return;
	case Response::Bounce:
	case Response::Stop:
		break;
	}
	m_disc.velocity =
	    AfterBounce(contact, springs && TurnsBack(response) ? restitution : 0.0, FrictionWith(hit.fixture));
	if (contact.inverseMass > 0.0)
	{
		m_scratch.met.push_back(hit.fixture->GetBody());
	}
	Deliver(m_state, impact, contact, m_disc.velocity);
}

Vec<double> GrenadeFlight::ArmTo(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
                                 double time) const
{
	return m_flight.ArmOf(fixture->GetBody(), center - m_disc.radius * normal, time);
}

Contact GrenadeFlight::ContactWith(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
                                   double time) const
{
	return {m_disc.mass, m_disc.velocity, *fixture->GetBody(), ArmTo(fixture, normal, center, time), normal};
}

double GrenadeFlight::FrictionWith(const b2Fixture* fixture)
{
	return std::sqrt(static_cast<double>(Detail().def.friction) * m_state.SurfaceOf(fixture).friction);
}

} // namespace ricochet
