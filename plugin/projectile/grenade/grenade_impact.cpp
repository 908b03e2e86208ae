// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/grenade/grenade_flight.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// Impacts at one moment after which nothing springs back any more, and after which it is squeezed.
constexpr int32_t k_maxSpringsAtOnce = 8;
constexpr int32_t k_maxImpactsAtOnce = 24;

// Of a step: bounces that last no longer are not flown. At 60 Hz and under Earth's gravity they are 0.01 m/s and 5 um.
constexpr double k_shortestBounce = 1.0 / 8.0;

} // namespace

// Impulses of what touches, by velocities alone: where they do not approach there is none, whatever the poses do.
void GrenadeFlight::MeetTouches()
{
	for (size_t i = 0; i < m_touches.size() && HasEnded() == false && m_calm == false; ++i)
	{
		const Touch& touch = m_touches[i];
		const Contact contact = ContactWith(touch.fixture, touch.normal, m_disc.position, m_disc.time);
		const bool isFree = contact.inverseMass > 0.0;
		const auto threshold = static_cast<double>(Detail().def.restitutionThreshold);
		const double least = isFree ? k_quietSpeed : threshold;
		const bool bears = touch.bears && touch.coming <= threshold;
		if (contact.ApproachSpeed() <= least || bears || touch.isGlue || HasMet(touch.fixture->GetBody()))
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
	const double restitution = RestitutionWith(hit.fixture);
	m_state.MakeRoomForImpact();
	Detail().passing.MakeRoomForHits();
	ReserveOneMore(m_scratch.met);
	ImpactEvent impact = Describe(leg, hit, contact);
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
		Detail().passing.Add(met, {.near = NearAhead(leg, met, before)});
		return;
	case Response::Bounce:
	case Response::Stop:
		break;
	}
	Bounce(contact, springs && TurnsBack(response) ? restitution : 0.0, hit);
	TakeVelocity(m_state.failures, decision.velocityAfter, Response::Bounce, contact, m_disc.velocity);
	if (contact.inverseMass > 0.0)
	{
		m_scratch.met.push_back(hit.fixture->GetBody());
		Bearing& bearing = BearingOf(hit.fixture, hit.child, contact);
		bearing.impulse = bearing.impulse + m_disc.mass * (contact.velocity - m_disc.velocity);
	}
	Deliver(impact, contact);
	LightFuse(impact);
}

// With what has come of it.
void GrenadeFlight::Deliver(ImpactEvent& impact, const Contact& contact)
{
	Complete(impact, contact, m_disc.velocity);
	Push(m_state.pushed, impact, contact);
	m_state.events.impacts.Add(impact);
}

void GrenadeFlight::Bounce(const Contact& contact, double restitution, const LegHit& hit)
{
	if (Detail().def.sticky && Detail().hasStuck == false)
	{
		Detail().hasStuck = true;
		Detail().stuckTo = hit.fixture;
		Detail().stuckToChild = hit.child;
		m_disc.velocity = AfterBounce(contact, 0.0, std::numeric_limits<double>::max());
		m_disc.spin = contact.RimAfter(m_disc.velocity) / m_disc.radius;
		return;
	}
	m_disc.velocity = AfterBounce(contact, restitution, FrictionWith(hit.fixture));
	m_disc.spin = contact.RimAfter(m_disc.velocity) / m_disc.radius;

	const double leaving = Dot(m_disc.velocity, contact.normal);
	const double pull = -Dot(m_disc.gravity, contact.normal);
	const bool isStill = contact.inverseMass == 0.0 && Dot(contact.surface, contact.normal) == 0.0;
	if (isStill && restitution < 1.0 && leaving > 0.0 && pull > 0.0 && IsUnseen(leaving, pull))
	{
		Settle(leaving, contact.normal, hit.fixture);
	}
}

// A bounce that is too short, or lower than what chords may cut off.
bool GrenadeFlight::IsUnseen(double leaving, double pull) const
{
	const double height = leaving * leaving / (2.0 * pull);
	return 2.0 * leaving < k_shortestBounce * m_dt * pull || height < 2.0 * m_state.def.chordError;
}

// Bounces of speed u on a surface that stands last 2 u / g, and each is by the restitution e shorter than the one
// before: all that are left 2 u / (g (1 - e)). Once they are too short to be seen, only their end counts.
void GrenadeFlight::Settle(double leaving, const Vec<double>& normal, const b2Fixture* fixture)
{
	const double restitution = RestitutionWith(fixture);
	const bool springs = leaving > static_cast<double>(Detail().def.restitutionThreshold) && restitution < 1.0;
	const double flight = 2.0 * leaving / -Dot(m_disc.gravity, normal);
	Detail().settled = Detail().age + m_disc.time + (springs ? flight / (1.0 - restitution) : flight);
	m_disc.velocity = m_disc.velocity - leaving * normal;
}

double GrenadeFlight::RestitutionWith(const b2Fixture* fixture) const
{
	return MixRestitution(Detail().def.restitution, m_state.SurfaceOf(fixture).restitution);
}

// The first impact sets the time.
void GrenadeFlight::LightFuse(const ImpactEvent& impact)
{
	const double time = Detail().def.impactFuse;
	if (std::isfinite(time) == false || std::isfinite(Detail().burnsUntil))
	{
		return;
	}
	if (time == 0.0)
	{
		EndFuse(impact.time, impact.enter.point);
		return;
	}
	ricochet::LightFuse(Detail(), Detail().age + static_cast<double>(impact.time));
	m_left = std::min(m_left, Detail().burnsUntil - Detail().age);
	m_end = std::min(m_dt, m_left);
}

Vec<double> GrenadeFlight::ArmTo(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
                                 double time) const
{
	return m_flight.ArmOf(fixture->GetBody(), center - m_disc.radius * normal, time);
}

Contact GrenadeFlight::ContactWith(const b2Fixture* fixture, const Vec<double>& normal, const Vec<double>& center,
                                   double time) const
{
	Contact contact(m_disc.mass, m_disc.velocity, *fixture->GetBody(), ArmTo(fixture, normal, center, time), normal);
	contact.roll = 2.0; // m r^2 / I of a disc
	contact.rim = m_disc.spin * m_disc.radius;
	contact.surface = contact.surface + BeltOf(fixture) * contact.Tangent();
	return contact;
}

double GrenadeFlight::BeltOf(const b2Fixture* fixture) const
{
	return m_state.SurfaceOf(fixture).tangentSpeed;
}

double GrenadeFlight::FrictionWith(const b2Fixture* fixture)
{
	return MixFriction(Detail().def.friction, m_state.SurfaceOf(fixture).friction);
}

} // namespace ricochet
