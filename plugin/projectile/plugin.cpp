// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "projectile/ballistics.h"
#include "projectile/check.h"
#include "projectile/state.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <fmt/format.h>

#include <utility>

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
		if (busy)
		{
			return fmt::format("{}: called from inside a step", call);
		}
		return world.IsLocked() ? fmt::format("{}: the world is locked", call) : std::string();
	}
};

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
	return m_state->bullets.Add(state, {def, {}, ToDouble(def.position), ToDouble(def.velocity)});
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
	m_state->busy = true;
	m_state->Begin();
	m_state->world.Step(dt, velocityIterations, positionIterations);
	m_state->End(dt);
	m_state->busy = false;
}

void Plugin::BeginStep()
{
	if (m_state->Refuse(m_state->CannotStep("BeginStep")) == false)
	{
		m_state->Begin();
	}
}

void Plugin::EndStep(float dt)
{
	if (m_state->Refuse(m_state->CannotStep("EndStep")) || m_state->Refuse(CheckTime("EndStep", dt)))
	{
		return;
	}
	m_state->busy = true;
	m_state->End(dt);
	m_state->busy = false;
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
	if (m_state->busy == false)
	{
		m_state->bullets.Sweep();
	}
}

void Plugin::Cancel(GrenadeId id)
{
	m_state->grenades.Remove(id);
	if (m_state->busy == false)
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
