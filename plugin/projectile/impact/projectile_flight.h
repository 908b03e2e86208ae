// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/impact/impact.h"
#include "projectile/impact/solid_ahead.h"
#include "projectile/state.h"

#include <algorithm>

namespace ricochet
{

/// The common part of the flights of bullets and grenades through one step: the projectile's ids, and its events.
template <class Id>
class ProjectileFlight
{
protected:
	/// Flies the projectile at an index. `age`: its age when the step begins (s). `left`: its remaining lifetime (s).
	ProjectileFlight(PluginState& state, const Flight& flight, size_t index, Id id, uintptr_t userData, double dt,
	                 double age, double left)
	    : m_state(state), m_flight(flight), m_index(index), m_id(id), m_userData(userData), m_dt(dt), m_age(age),
	      m_left(left), m_end(std::min(m_dt, m_left))
	{
	}
	~ProjectileFlight() = default;

	/// Returns the length of the projectile's path (m) from its start to a time of the step (s).
	[[nodiscard]] virtual double FlownUntil(double time) const = 0;

	/// As DescribeImpact, and sets the members that depend on the projectile. `radius` (m; 0: a point) and `filter` are
	/// those of the projectile.
	[[nodiscard]] ImpactEvent Describe(const Leg& leg, const LegHit& hit, double radius, const QueryFilter& filter,
	                                   const Contact& contact) const
	{
		ImpactEvent impact = DescribeImpact(m_flight, leg, hit, radius, filter, m_dt, contact);
		KeepOrder(impact);
		Name(impact, leg.TimeAt(hit.fraction));
		return impact;
	}

	/// Returns the hit with the exit and the thickness of the whole solid ahead. That solid stays in `m_state.ahead`.
	/// Throws std::bad_alloc.
	[[nodiscard]] LegHit WholeAhead(const Leg& leg, const LegHit& hit, const SolidAhead::Looker& looker,
	                                const SolidAhead::ResistanceOf& resistanceOf)
	{
		const bool isAtRest = m_flight.Motion().Find(hit.fixture->GetBody()) == nullptr;
		m_state.ahead.Find(m_flight.World(), leg, hit, isAtRest, looker, resistanceOf);
		return m_state.ahead.Whole(hit);
	}

	/// If rounding puts an impact before the last one, sets its time to that of the last one.
	void KeepOrder(ImpactEvent& impact) const
	{
		if (impact.time < m_lastImpact)
		{
			impact.time = m_lastImpact;
			impact.enter.fraction = StepFraction(m_lastImpact, m_dt);
			impact.exit.fraction = std::max(impact.exit.fraction, impact.enter.fraction);
		}
	}

	/// Notes the time of a reported impact, because no later impact may have an earlier time.
	void NoteOrder(const ImpactEvent& impact) { m_lastImpact = impact.time; }

	[[nodiscard]] ExpiredEvent DescribeEnd(ExpiredEvent::Reason reason, double time, b2Vec2 point,
	                                       const Vec<double>& velocity) const
	{
		ExpiredEvent event;
		event.reason = reason;
		event.time = std::max(static_cast<float>(time), m_lastImpact);
		event.position = point;
		event.velocity = ToFloat(velocity);
		Name(event, time);
		return event;
	}

	/// Sets the members of an event that follow from its time and the projectile. `time`: the event's time, not rounded
	/// (s). The length of the path is computed from it, so distances never decrease from event to event.
	template <class Event>
	void Name(Event& event, double time) const
	{
		// The clock of bullets rounds a delay, so the sum may be a little below 0.
		event.age = std::max(static_cast<float>(m_age + event.time), 0.0f);
		event.distance = ToFloat(FlownUntil(time));
		event.userData = m_userData;
		if constexpr (std::is_same_v<Id, BulletId>)
		{
			event.bullet = m_id;
		}
		else
		{
			event.grenade = m_id;
		}
	}

	PluginState& m_state;
	const Flight& m_flight;
	size_t m_index;
	Id m_id;
	uintptr_t m_userData;
	double m_dt;
	double m_age;  // s, when the step begins
	double m_left; // s, the rest of its lifetime
	double m_end;  // s, the end of its flight in this step

private:
	float m_lastImpact = 0.0f; // s, the time of the last impact
};

/// Flies a projectile. If a callback or a failed allocation throws, stores the state that the projectile has reached,
/// and throws the exception again. The parameter is a reference, because a flight is a large object.
template <class ProjectileFlight>
void FlyAndKeep(ProjectileFlight&& projectile)
{
	try
	{
		projectile.Fly();
	}
	catch (...)
	{
		projectile.Keep();
		throw;
	}
}

} // namespace ricochet
