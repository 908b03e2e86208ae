// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/ballistics.h"
#include "projectile/impact.h"

#include <algorithm>

namespace ricochet
{

/// What the flights of bullets and of grenades through one step share: whose flight it is, and how it is told.
template <class Projectiles>
class ProjectileFlight
{
protected:
	/// The projectile at a position of a pool, which lives no longer than `lifetime` (s).
	ProjectileFlight(PluginState& state, Projectiles& pool, const Flight& flight, size_t index, double dt,
	                 double lifetime)
	    : m_state(state), m_pool(pool), m_flight(flight), m_index(index), m_dt(dt), m_left(lifetime - Detail().age),
	      m_end(std::min(m_dt, m_left))
	{
	}

	[[nodiscard]] auto& State() const { return m_pool.states[m_index]; }
	[[nodiscard]] auto& Detail() const { return m_pool.details[m_index]; }

	/// Expired, or cancelled by one of the game's functions.
	[[nodiscard]] bool HasEnded() const { return m_pool.IsGone(m_index); }

	[[nodiscard]] ImpactEvent Describe(const Leg& leg, const LegHit& hit, const Vec<double>& velocity) const
	{
		ImpactEvent impact = DescribeImpact(leg, hit, m_dt, velocity);
		Name(impact, State().id);
		impact.userData = State().userData;
		return impact;
	}

	/// Rounding must not set an impact before the last one.
	void KeepOrder(ImpactEvent& impact)
	{
		impact.time = std::max(impact.time, m_lastImpact);
		m_lastImpact = impact.time;
	}

	void Place(b2Vec2 point, const Vec<double>& position, const Vec<double>& velocity)
	{
		Detail().position = position;
		Detail().velocity = velocity;
		State().position = point;
		State().velocity = ToFloat(velocity);
	}

	void GrowOlder()
	{
		Detail().age += std::max(m_end, 0.0);
		State().age = static_cast<float>(Detail().age);
	}

	void End(ExpiredEvent::Reason reason, double time, b2Vec2 point, const Vec<double>& velocity)
	{
		if (HasEnded() == false)
		{
			ExpiredEvent event = DescribeEnd(reason, time, point, velocity, State().userData);
			Name(event, State().id);
			m_state.expired.Add(event);
			m_pool.Remove(State().id);
		}
	}

	PluginState& m_state;
	Projectiles& m_pool;
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

/// Flies a projectile as far as it gets: what interrupts it finds it where it then is.
template <class ProjectileFlight>
void FlyAndKeep(ProjectileFlight projectile)
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
