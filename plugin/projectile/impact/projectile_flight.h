// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/impact/impact.h"
#include "projectile/state.h"

#include <algorithm>

namespace ricochet
{

/// The part that the flights of bullets and of grenades through one step share: the projectile's names, and its events.
template <class Id>
class ProjectileFlight
{
protected:
	/// The projectile at an index. `left`: what is left of its lifetime (s).
	ProjectileFlight(PluginState& state, const Flight& flight, size_t index, Id id, uintptr_t userData, double dt,
	                 double left)
	    : m_state(state), m_flight(flight), m_index(index), m_id(id), m_userData(userData), m_dt(dt), m_left(left),
	      m_end(std::min(m_dt, m_left))
	{
	}

	[[nodiscard]] ImpactEvent Describe(const Leg& leg, const LegHit& hit, const Contact& contact) const
	{
		ImpactEvent impact = DescribeImpact(leg, hit, m_dt, contact);
		Name(impact);
		KeepOrder(impact);
		return impact;
	}

	/// Rounding must not set an impact before the last one.
	void KeepOrder(ImpactEvent& impact) const
	{
		if (impact.time < m_lastImpact)
		{
			impact.time = m_lastImpact;
			impact.enter.fraction = StepFraction(m_lastImpact, m_dt);
			impact.exit.fraction = std::max(impact.exit.fraction, impact.enter.fraction);
		}
	}

	/// It is told, and no other before it.
	void NoteOrder(const ImpactEvent& impact) { m_lastImpact = impact.time; }

	[[nodiscard]] ExpiredEvent DescribeEnd(ExpiredEvent::Reason reason, double time, b2Vec2 point,
	                                       const Vec<double>& velocity) const
	{
		ExpiredEvent event;
		event.reason = reason;
		event.time = static_cast<float>(time);
		event.position = point;
		event.velocity = ToFloat(velocity);
		Name(event);
		return event;
	}

	template <class Event>
	void Name(Event& event) const
	{
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
	double m_left; // of its lifetime
	double m_end;  // of its flight in this step

private:
	float m_lastImpact = 0.0f; // its time
};

/// Flies a projectile as far as it gets: what interrupts it finds it where it then is. By reference: compilers copy
/// what may be copied.
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
