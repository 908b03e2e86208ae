// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "projectile/check.h"
#include "projectile/state.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ricochet
{

struct Plugin::State : PluginState
{
	using PluginState::PluginState;

	// Keeps the message of a refused call; true if there is one.
	bool Refuse(std::string message)
	{
		if (message.empty())
		{
			return false;
		}
		lastError = std::move(message);
		return true;
	}

	[[nodiscard]] std::string CannotStep(const char* call) const
	{
		if (flying)
		{
			return fmt::format("{}: called from inside an ImpactRule", call);
		}
		return world.IsLocked() ? fmt::format("{}: the world is locked", call) : std::string();
	}

	void FlyAll(double dt);
	void DestroyQueued();
	void ForgetLostSurfaces();
	template <class Event>
	void Sort(std::vector<Event>& events, std::vector<Event>& scratch);
};

void Plugin::State::FlyAll(double dt)
{
	const Flight flight(world, motion, dt, def.chordError);
	const size_t bulletCount = bullets.states.size();
	for (size_t i = 0; i < bulletCount; ++i)
	{
		FlyBullet(*this, flight, i, dt);
	}
	const size_t grenadeCount = grenades.states.size();
	for (size_t i = 0; i < grenadeCount; ++i)
	{
		FlyGrenade(*this, flight, i, dt);
	}
	bullets.Sweep();
	grenades.Sweep();
	stats.legs = flight.LegCount();
	Sort(impacts, impactScratch);
	Sort(expired, expiredScratch);
}

// By time, bullets before grenades, then id, then as they happened. By way of an index, so that nothing is allocated
// once the buffers have grown.
template <class Event>
void Plugin::State::Sort(std::vector<Event>& events, std::vector<Event>& scratch)
{
	eventOrder.resize(events.size());
	for (uint32_t i = 0; i < events.size(); ++i)
	{
		eventOrder[i] = i;
	}
	const auto key = [&](uint32_t i)
	{
		const Event& event = events[i];
		return std::tuple(event.time, event.bullet.generation == 0, event.bullet.index, event.bullet.generation,
		                  event.grenade.index, event.grenade.generation, i);
	};
	std::sort(eventOrder.begin(), eventOrder.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
	scratch.clear();
	for (const uint32_t i : eventOrder)
	{
		scratch.push_back(events[i]);
	}
	events.swap(scratch);
}

void Plugin::State::DestroyQueued()
{
	for (b2Body* body = world.GetBodyList(); body != nullptr && destroyQueue.empty() == false;)
	{
		b2Body* next = body->GetNext();
		const auto queued = std::find(destroyQueue.begin(), destroyQueue.end(), body);
		if (queued != destroyQueue.end())
		{
			destroyQueue.erase(queued);
			world.DestroyBody(body);
		}
		body = next;
	}
	destroyQueue.clear();
}

void Plugin::State::ForgetLostSurfaces()
{
	if (surfaces.empty())
	{
		return;
	}
	std::unordered_map<const b2Fixture*, Surface> alive;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto found = surfaces.find(fixture);
			if (found != surfaces.end())
			{
				alive.insert(*found);
			}
		}
	}
	surfaces.swap(alive);
}

Plugin::Plugin(b2World& world, const PluginDef& def) : m_state(std::make_unique<State>(world, def))
{
	const std::string problem = CheckAndRepair(m_state->def);
	m_state->Refuse(problem);
}

Plugin::~Plugin() = default;

BulletId Plugin::Fire(const BulletDef& def)
{
	if (m_state->Refuse(Check(def)))
	{
		return {};
	}
	BulletState state;
	state.position = def.position;
	state.velocity = def.velocity;
	state.userData = def.userData;
	return m_state->bullets.Add(state, {def, {}});
}

GrenadeId Plugin::Throw(const GrenadeDef& def)
{
	if (m_state->Refuse(Check(def)))
	{
		return {};
	}
	GrenadeState state;
	state.position = def.position;
	state.velocity = def.velocity;
	state.radius = def.radius;
	state.userData = def.userData;
	GrenadeDetail detail;
	detail.def = def;
	return m_state->grenades.Add(state, detail);
}

void Plugin::Step(float dt, int32_t velocityIterations, int32_t positionIterations)
{
	if (m_state->Refuse(m_state->CannotStep("Step")) || m_state->Refuse(CheckTime("Step", dt)))
	{
		return;
	}
	BeginStep();
	m_state->world.Step(dt, velocityIterations, positionIterations);
	EndStep(dt);
}

void Plugin::BeginStep()
{
	if (m_state->Refuse(m_state->CannotStep("BeginStep")))
	{
		return;
	}
	m_state->ForgetLostSurfaces();
	m_state->motion.Begin(m_state->world);
}

void Plugin::EndStep(float dt)
{
	State& state = *m_state;
	if (state.Refuse(state.CannotStep("EndStep")) || state.Refuse(CheckTime("EndStep", dt)))
	{
		return;
	}
	state.impacts.clear();
	state.expired.clear();
	state.motion.End(state.world);
	state.stats.movedBodies = static_cast<int32_t>(state.motion.Moved().size());
	state.stats.quarantinedBodies = state.motion.QuarantinedCount();
	state.stats.legs = 0;
	if (dt > 0.0f)
	{
		state.flying = true;
		state.FlyAll(dt);
		state.flying = false;
	}
	state.DestroyQueued();
}

std::span<const ImpactEvent> Plugin::Impacts() const
{
	return m_state->impacts;
}

std::span<const ExpiredEvent> Plugin::Expired() const
{
	return m_state->expired;
}

std::span<const BulletState> Plugin::Bullets() const
{
	return m_state->bullets.states;
}

std::span<const GrenadeState> Plugin::Grenades() const
{
	return m_state->grenades.states;
}

std::optional<BulletState> Plugin::Find(BulletId id) const
{
	const size_t i = m_state->bullets.PositionOf(id);
	return i < m_state->bullets.states.size() ? std::optional(m_state->bullets.states[i]) : std::nullopt;
}

std::optional<GrenadeState> Plugin::Find(GrenadeId id) const
{
	const size_t i = m_state->grenades.PositionOf(id);
	return i < m_state->grenades.states.size() ? std::optional(m_state->grenades.states[i]) : std::nullopt;
}

void Plugin::Cancel(BulletId id)
{
	m_state->bullets.Remove(id);
	if (m_state->flying == false)
	{
		m_state->bullets.Sweep();
	}
}

void Plugin::Cancel(GrenadeId id)
{
	m_state->grenades.Remove(id);
	if (m_state->flying == false)
	{
		m_state->grenades.Sweep();
	}
}

void Plugin::QueueDestroy(b2Body* body)
{
	if (body != nullptr)
	{
		m_state->destroyQueue.push_back(body);
	}
}

void Plugin::SetSurface(const b2Fixture* fixture, const Surface& surface)
{
	if (m_state->Refuse(Check(fixture, surface)) == false)
	{
		m_state->surfaces[fixture] = surface;
	}
}

Surface Plugin::GetSurface(const b2Fixture* fixture) const
{
	return fixture != nullptr ? m_state->SurfaceOf(fixture) : Surface{};
}

const StepStats& Plugin::Stats() const
{
	return m_state->stats;
}

std::string_view Plugin::LastError() const
{
	return m_state->lastError;
}

} // namespace ricochet
