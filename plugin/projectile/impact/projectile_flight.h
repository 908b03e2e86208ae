// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/ballistics.h"
#include "projectile/impact/impact.h"

#include <algorithm>

namespace ricochet
{

/// What the flights of bullets and of grenades through one step share: whose flight it is, and how it is told.
/// Members of Projectiles: IsFlying(index), Remove(index), IdOf(index), UserDataOf(index).
template <class Projectiles>
class ProjectileFlight
{
protected:
	/// The projectile at an index, of whose lifetime so much is left (s).
	ProjectileFlight(PluginState& state, Projectiles& projectiles, const Flight& flight, size_t index, double dt,
	                 double left)
	    : m_state(state), m_projectiles(projectiles), m_flight(flight), m_index(index), m_dt(dt), m_left(left),
	      m_end(std::min(m_dt, m_left))
	{
	}

	/// Expired, or cancelled by one of the game's functions.
	[[nodiscard]] bool HasEnded() const { return m_projectiles.IsFlying(m_index) == false; }

	[[nodiscard]] ImpactEvent Describe(const Leg& leg, const LegHit& hit, const Contact& contact) const
	{
		ImpactEvent impact = DescribeImpact(leg, hit, m_dt, contact);
		Name(impact, m_projectiles.IdOf(m_index));
		impact.userData = m_projectiles.UserDataOf(m_index);
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

	void End(ExpiredEvent::Reason reason, double time, b2Vec2 point, const Vec<double>& velocity)
	{
		if (HasEnded() == false)
		{
			ExpiredEvent event = DescribeEnd(reason, time, point, velocity, m_projectiles.UserDataOf(m_index));
			Name(event, m_projectiles.IdOf(m_index));
			m_state.expired.Add(event);
			m_projectiles.Remove(m_index);
		}
	}

	PluginState& m_state;
	Projectiles& m_projectiles;
	const Flight& m_flight;
	size_t m_index;
	double m_dt;
	double m_left; // of its lifetime
	double m_end;  // of its flight in this step

private:
	template <class Event>
	static void Name(Event& event, BulletId id)
	{
		event.bullet = id;
	}

	template <class Event>
	static void Name(Event& event, GrenadeId id)
	{
		event.grenade = id;
	}

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
