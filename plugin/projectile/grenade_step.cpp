// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/ballistics.h"
#include "projectile/disc_cast.h"
#include "projectile/state.h"
#include "projectile/supports.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// Slower impacts are not told and not felt by the body: a grenade that slides meets its ground over and over.
constexpr double k_quietSpeed = 0.01 * b2_lengthUnitsPerMeter;

// A support is looked for this many gaps away.
constexpr double k_supportReach = 3.0;

// One grenade on its way through one step.
class GrenadeFlight
{
public:
	GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt);
	void Fly();

	/// Leaves the grenade where it has got to. The step's time is over for it, also if it was interrupted.
	void Keep();

private:
	[[nodiscard]] GrenadeState& State() { return m_state.grenades.states[m_index]; }
	[[nodiscard]] GrenadeDetail& Detail() { return m_state.grenades.details[m_index]; }
	[[nodiscard]] DiscCast Disc() { return {m_flight, State().radius, Detail().def.filter, Detail().passing}; }

	void FindSupport(const Vec<double>& normal);
	void Advance();
	void Impact(const Leg& leg, const LegHit& hit, const Way& way);
	void Bounce(const Leg& before, const LegHit& hit, const Contact& contact, double restitution, ImpactEvent* impact);
	void PassThrough(const Leg& leg, const Leg& before, const LegHit& hit, const Vec<double>& velocity);
	void Expire(ExpiredEvent::Reason reason);

	[[nodiscard]] Vec<double> TouchingPoint(const LegHit& hit, const Vec<double>& center);
	[[nodiscard]] Contact ContactAt(const LegHit& hit, const Vec<double>& center, double time,
	                                const Vec<double>& velocity);
	[[nodiscard]] Support SupportAt(const LegHit& hit);
	[[nodiscard]] double FrictionWith(const b2Fixture* fixture);

	PluginState& m_state;
	const Flight& m_flight;
	size_t m_index;
	double m_dt;
	double m_left; // of its fuse
	double m_end;  // of its flight in this step
	double m_time = 0.0;
	b2Vec2 m_position;
	Vec<double> m_velocity;
	Vec<double> m_gravity;
	Supports m_supports;
	int32_t m_contacts = 0;
	float m_lastImpact = 0.0f; // its time: rounding must not set the next one before it
	bool m_ended = false;
};

GrenadeFlight::GrenadeFlight(PluginState& state, const Flight& flight, size_t index, double dt)
    : m_state(state), m_flight(flight), m_index(index), m_dt(dt),
      m_left(static_cast<double>(Detail().def.fuse) - State().age), m_end(std::min(m_dt, m_left)),
      m_position(State().position), m_velocity(ToDouble(State().velocity)),
      m_gravity(static_cast<double>(Detail().def.gravityScale) * ToDouble(state.world.GetGravity()))
{
}

void GrenadeFlight::Fly()
{
	m_state.MakeRoomForEnd();

	// A body may have come over it between the steps; if it finds no place now, the end of the step tells.
	(void)Disc().PushOut(m_position, 0.0);
	for (int32_t i = 0; i < Detail().supportCount; ++i)
	{
		FindSupport(ToDouble(Detail().supports[static_cast<size_t>(i)]));
	}
	while (m_time < m_end && m_ended == false)
	{
		Advance();
	}
	if (m_ended == false && Disc().PushOut(m_position, m_time) == false)
	{
		Expire(ExpiredEvent::Reason::Crushed);
	}
	if (m_ended == false)
	{
		Keep();
		if (FitsFloat(m_velocity) == false)
		{
			Expire(ExpiredEvent::Reason::Lost);
		}
		else if (m_left <= m_dt)
		{
			Expire(ExpiredEvent::Reason::Fuse);
		}
	}
}

void GrenadeFlight::FindSupport(const Vec<double>& normal)
{
	const double gap = ContactGap(m_position);
	const std::optional<LegHit> hit = Disc().Probe(m_position, -k_supportReach * gap * normal, m_time);
	if (hit.has_value() == false || hit->met.span.startsInside)
	{
		return;
	}
	const double excess = hit->fraction * k_supportReach * gap - gap;
	if (std::abs(excess) > 0.25 * gap)
	{
		m_position = Disc().Nudged(m_position, -excess * hit->normal, m_time);
	}
	m_supports.Add(SupportAt(*hit));
}

Vec<double> GrenadeFlight::TouchingPoint(const LegHit& hit, const Vec<double>& center)
{
	return center - static_cast<double>(State().radius) * hit.normal;
}

Contact GrenadeFlight::ContactAt(const LegHit& hit, const Vec<double>& center, double time, const Vec<double>& velocity)
{
	const b2Body* body = hit.fixture->GetBody();
	return {Detail().def.mass, velocity, *body, m_flight.ArmOf(body, TouchingPoint(hit, center), time), hit.normal};
}

// What was hit, as a support of the grenade where it now is.
Support GrenadeFlight::SupportAt(const LegHit& hit)
{
	const Vec<double> center = ToDouble(m_position);
	const Vec<double> swept = m_flight.SweptVelocity(hit.fixture->GetBody(), TouchingPoint(hit, center), m_time);
	return {hit.normal, swept, ContactAt(hit, center, m_time, m_velocity).surface, FrictionWith(hit.fixture)};
}

double GrenadeFlight::FrictionWith(const b2Fixture* fixture)
{
	return std::sqrt(static_cast<double>(Detail().def.friction) * m_state.SurfaceOf(fixture).friction);
}

void GrenadeFlight::Advance()
{
	m_supports.Settle(m_velocity, m_gravity);
	const double left = m_end - m_time;
	Way way;
	if (m_supports.Count() > 0)
	{
		way = m_supports.Plan(m_velocity, m_gravity, left);
	}
	else
	{
		const Arc arc{ToDouble(m_position), m_velocity, m_gravity, 0.0};
		way = {m_velocity,
		       m_gravity,
		       arc.ChordDuration(0.0, {m_state.def.chordError, m_dt / k_maxChordsPerStep, left}),
		       {}};
		way.velocityAfter = way.VelocityAt(way.duration);
	}

	const Vec<double> to = ToDouble(m_position) + way.OffsetAt(way.duration);
	if (FitsFloat(to) == false)
	{
		Expire(ExpiredEvent::Reason::Lost);
		return;
	}
	const double next = way.duration < left ? m_time + way.duration : m_end;
	const Leg leg{m_position, ToFloat(to), m_time, next};
	const std::optional<LegHit> hit = Disc().FirstHit(leg);
	if (hit.has_value() == false)
	{
		Detail().passing.LeaveAtEnd(leg.Length());
		m_position = leg.to;
		m_velocity = way.velocityAfter;
		m_time = next;
	}
	else if (++m_contacts > m_state.def.maxContactsPerStep)
	{
		m_state.stats.contactLimits += 1;
		m_time = m_end;
	}
	else
	{
		Impact(leg, *hit, way);
	}
}

void GrenadeFlight::Impact(const Leg& leg, const LegHit& hit, const Way& way)
{
	if (hit.met.span.startsInside)
	{
		// A solid came over it. If there is no room now, there may be at the end of the step.
		if (Disc().PushOut(m_position, m_time) == false)
		{
			m_time = m_end;
		}
		return;
	}

	// The velocity of where and when it goes on from: a later one would bring energy along.
	const Leg before = Disc().Before(leg, hit);
	const Vec<double> velocity = way.VelocityAt(before.end - leg.begin);
	const Contact contact = ContactAt(hit, leg.PointAt(hit.fraction), leg.TimeAt(hit.fraction), velocity);
	const bool bounces = contact.ApproachSpeed() > Detail().def.restitutionThreshold;
	const double restitution = std::max(Detail().def.restitution, m_state.SurfaceOf(hit.fixture).restitution);
	if (contact.ApproachSpeed() < k_quietSpeed)
	{
		Bounce(before, hit, contact, 0.0, nullptr);
		return;
	}

	m_state.MakeRoomForImpact(Detail().passing);
	ImpactEvent impact = DescribeImpact(leg, hit, m_dt, velocity);
	impact.grenade = State().id;
	impact.userData = State().userData;
	const Response response = Decide(m_state, impact, Response::Bounce);
	impact.time = std::max(impact.time, m_lastImpact);
	m_lastImpact = impact.time;
	m_ended = m_state.grenades.IsGone(m_index);
	if (response == Response::Pierce || response == Response::Ignore)
	{
		Deliver(m_state, impact, contact, velocity);
		PassThrough(leg, before, hit, velocity);
		return;
	}
	Bounce(before, hit, contact, bounces && response == Response::Bounce ? restitution : 0.0, &impact);
}

void GrenadeFlight::Bounce(const Leg& before, const LegHit& hit, const Contact& contact, double restitution,
                           ImpactEvent* impact)
{
	m_velocity = AfterBounce(contact, restitution, FrictionWith(hit.fixture));
	m_position = before.to;
	m_time = before.end;
	Detail().passing.LeaveAtImpact(hit.fraction);
	if (impact != nullptr)
	{
		Deliver(m_state, *impact, contact, m_velocity);
	}
	if (restitution > 0.0)
	{
		m_supports.Clear();
		return;
	}

	// It does not come off: from here on it slides or lies, a gap away, with the surface as the impulse left it.
	m_position = Disc().Nudged(m_position, ContactGap(m_position) * hit.normal, m_time);
	m_supports.Add(SupportAt(hit));
}

void GrenadeFlight::PassThrough(const Leg& leg, const Leg& before, const LegHit& hit, const Vec<double>& velocity)
{
	m_position = before.to;
	m_time = before.end;
	m_velocity = velocity;
	Passing& passing = Detail().passing;
	passing.LeaveAtImpact(hit.fraction);
	passing.Add(hit, WayAhead(leg, hit, before));
}

void GrenadeFlight::Keep()
{
	GrenadeState& state = State();
	GrenadeDetail& detail = Detail();
	m_supports.Settle(m_velocity, m_gravity);
	state.position = m_position;
	m_velocity = m_supports.Onward(m_velocity);
	state.velocity = ToFloat(m_velocity);
	state.age += static_cast<float>(std::max(m_end, 0.0));
	state.resting = m_supports.Count() > 0 && state.velocity == b2Vec2{0.0f, 0.0f};
	detail.supportCount = static_cast<int32_t>(m_supports.Count());
	for (size_t i = 0; i < m_supports.Count(); ++i)
	{
		detail.supports[i] = ToFloat(m_supports.At(i).normal);
	}
}

void GrenadeFlight::Expire(ExpiredEvent::Reason reason)
{
	ExpiredEvent event = DescribeEnd(reason, m_time, m_position, m_velocity, State().userData);
	event.grenade = State().id;
	m_state.expired.Add(event);
	m_state.grenades.Remove(event.grenade);
	m_ended = true;
}

} // namespace

void FlyGrenade(PluginState& state, const Flight& flight, size_t i, double dt)
{
	FlyAndKeep(GrenadeFlight(state, flight, i, dt));
}

} // namespace ricochet
