// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/many/bullet_ahead.h"
#include "host/host.h"

#include "projectile/bullet/bullet_flight.h"
#include "query/accept.h"

namespace ricochet
{

namespace
{

constexpr size_t k_fetchedAhead = 4; // bullets

} // namespace

FirstCast::Outcome BulletAhead::Cast(size_t i, const BulletSeen& bullet, LegHit& hit)
{
	if (m_stops)
	{
		m_state.impacts.PrefetchPlace(m_stops->impacts + i + k_fetchedAhead);
		m_state.expired.PrefetchPlace(m_stops->ends + i + k_fetchedAhead);
	}
	const BulletLaunch& launch = bullet.launch;
	const BulletStore& bullets = m_state.bullets;
	const BulletKind& kind = m_state.bullets.Kinds()[launch.kind];
	if (bullets.MotionOf(launch.kind).isParabola == false || bullet.hasHistory || HasPredicate(kind.filter))
	{
		return FirstCast::Outcome::NotMade;
	}
	const double clock = bullets.Clock();
	const Arc arc = bullets.ArcOf(launch);
	const double left = launch.time + launch.lifetime - clock;
	const double end = std::min(m_dt, left);
	const LegStart start{ToFloat(arc.PositionAt((clock + 0.0) - launch.time)), 0.0};
	const std::optional<Leg> leg =
	    ChordOf(arc, clock, launch.time, start, end, {m_state.def.chordError, m_dt / k_maxChordsPerStep, end});
	if (leg.has_value() == false)
	{
		return FirstCast::Outcome::NotMade;
	}
	if (const std::optional<LegHit> met = m_flight.FirstHit(*leg, 0.0f, kind.filter, m_nothingPassed, nullptr))
	{
		if (m_stops && TellStop(i, bullet, arc, *leg, *met))
		{
			return FirstCast::Outcome::Stop;
		}
		hit = *met;
		return FirstCast::Outcome::Hit;
	}
	const bool isWhole = leg->end >= m_dt && left > m_dt && FitsFloat(arc.VelocityAt((clock + m_dt) - launch.time));
	return isWhole ? FirstCast::Outcome::Free : FirstCast::Outcome::Miss;
}

// As BulletFlight::Impact has it where nobody is asked and nothing is pushed: what it depends on stays, then.
bool BulletAhead::TellStop(size_t i, const BulletSeen& bullet, const Arc& arc, const Leg& leg, const LegHit& met)
{
	const BulletKind& kind = m_state.bullets.Kinds()[bullet.launch.kind];
	const b2Body& body = *met.fixture->GetBody();
	if (kind.maxBounces > 0 || kind.maxPierces > 0 || met.fixture->IsSensor() || met.met.span.grazing ||
	    InverseMassOf(body) != 0.0f || AttachedTo(*met.fixture->GetShape()) != nullptr)
	{
		return false;
	}
	const double time = leg.TimeAt(met.fraction);
	const Vec<double> point = leg.PointAt(met.fraction);
	const Vec<double> velocity = arc.VelocityAt((m_state.bullets.Clock() + time) - bullet.launch.time);
	const Contact meeting{kind.mass, velocity, body, m_flight.ArmOf(&body, point, time), met.normal};
	if (ComesClearly(meeting, Length(arc.acceleration), m_dt) == false)
	{
		return false;
	}
	const Vec<double> after = AfterStop(meeting);
	ImpactEvent impact = DescribeImpact(leg, met, m_dt, meeting);
	impact.bullet = bullet.id;
	impact.userData = bullet.userData;
	impact.response = Response::Stop;
	impact.time = std::max(impact.time, 0.0f);
	Complete(impact, meeting, after);
	ExpiredEvent end = DescribeEnd(ExpiredEvent::Reason::Stopped, time, ToFloat(point), after, bullet.userData);
	end.bullet = bullet.id;
	m_state.impacts.Set(m_stops->impacts + i, impact);
	m_state.expired.Set(m_stops->ends + i, end);
	return true;
}

} // namespace ricochet
