// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/plugin.h>

#include "projectile/ballistics.h"
#include "projectile/check.h"
#include "projectile/state.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <fmt/format.h>

#include <atomic>
#include <exception>
#include <new>
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

	[[nodiscard]] std::string CannotChangeWorld(const char* call) const
	{
		if (busy)
		{
			return fmt::format("{}: called from inside a step", call);
		}
		return world.IsLocked() ? fmt::format("{}: the world is locked", call) : std::string();
	}

	// The result of a call, or its default with an error if memory ran out.
	template <class Call>
	auto WithMemory(Call&& call) -> decltype(call())
	{
		try
		{
			return call();
		}
		catch (const std::bad_alloc&)
		{
			SayOutOfMemory();
			return decltype(call())();
		}
	}

	// True, with the reason in the last error, if the world must not be changed now, or not by what is checked.
	template <class CheckCall>
	bool Refuses(const char* call, CheckCall&& check)
	{
		try
		{
			return Refuse(CannotChangeWorld(call)) || Refuse(check());
		}
		catch (const std::bad_alloc&)
		{
			SayOutOfMemory();
			return true;
		}
	}

	// A step is begun once and ended once.
	[[nodiscard]] std::string CannotBegin() const
	{
		return begun ? "BeginStep: called a second time before EndStep" : std::string();
	}

	[[nodiscard]] std::string CannotEnd(float dt) const
	{
		return begun ? CheckTime("EndStep", dt) : "EndStep: called without BeginStep";
	}

	// Throws what one of the game's functions threw meanwhile.
	void EndStep(float dt)
	{
		End(dt);
		if (failure)
		{
			std::rethrow_exception(std::exchange(failure, nullptr));
		}
	}
};

namespace
{

// While a step is on its way, and not a moment longer, whatever is thrown.
class BusyScope
{
public:
	explicit BusyScope(bool& busy) : m_busy(busy) { m_busy = true; }
	~BusyScope() { m_busy = false; }
	BusyScope(const BusyScope&) = delete;
	BusyScope& operator=(const BusyScope&) = delete;

private:
	bool& m_busy;
};

uint32_t NextPluginNumber()
{
	static std::atomic<uint32_t> last = 0;
	return ++last;
}

} // namespace

Plugin::Plugin(b2World& world, const PluginDef& def) : m_state(std::make_unique<State>(world, def, NextPluginNumber()))
{
	m_state->WithMemory([&] { return m_state->Refuse(CheckAndRepair(m_state->def)); });
}

Plugin::~Plugin() = default;

BulletId Plugin::Fire(const BulletDef& def)
{
	return m_state->WithMemory(
	    [&]
	    {
		    if (m_state->Refuse(Check(def)))
		    {
			    return BulletId{};
		    }
		    BulletState state;
		    state.position = def.position;
		    state.velocity = def.velocity;
		    state.userData = def.userData;
		    return m_state->bullets.Add(state, {def, {}, ToDouble(def.position), ToDouble(def.velocity)});
	    });
}

GrenadeId Plugin::Throw(const GrenadeDef& def)
{
	return m_state->WithMemory(
	    [&]
	    {
		    if (m_state->Refuse(Check(def)))
		    {
			    return GrenadeId{};
		    }
		    GrenadeState state;
		    state.position = def.position;
		    state.velocity = def.velocity;
		    state.radius = def.radius;
		    state.userData = def.userData;
		    GrenadeDetail detail;
		    detail.def = def;
		    detail.position = ToDouble(def.position);
		    detail.velocity = ToDouble(def.velocity);
		    return m_state->grenades.Add(state, std::move(detail));
	    });
}

void Plugin::Step(float dt, int32_t velocityIterations, int32_t positionIterations)
{
	if (m_state->Refuses("Step", [&] { return CheckTime("Step", dt); }))
	{
		return;
	}
	BeginStep();
	const BusyScope scope(m_state->busy);
	m_state->world.Step(dt, velocityIterations, positionIterations);
	m_state->EndStep(dt);
}

void Plugin::BeginStep()
{
	if (m_state->Refuses("BeginStep", [&] { return m_state->CannotBegin(); }) == false)
	{
		const BusyScope scope(m_state->busy); // a predicate of a grenade may be asked, and may cancel
		m_state->Begin();
	}
}

void Plugin::EndStep(float dt)
{
	if (m_state->Refuses("EndStep", [&] { return m_state->CannotEnd(dt); }) == false)
	{
		const BusyScope scope(m_state->busy);
		m_state->EndStep(dt);
	}
}

void Plugin::ShiftOrigin(b2Vec2 newOrigin)
{
	if (m_state->Refuses("ShiftOrigin", [&] { return CheckOrigin(newOrigin); }) == false)
	{
		m_state->ShiftOrigin(newOrigin);
	}
}

std::span<const ImpactEvent> Plugin::Impacts() const
{
	return m_state->impacts.All();
}

std::span<const PressEvent> Plugin::Presses() const
{
	return m_state->presses.All();
}

std::span<const ExpiredEvent> Plugin::Expired() const
{
	return m_state->expired.All();
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
	m_state->WithMemory(
	    [&]
	    {
		    if (m_state->Refuse(CheckQueued(body)) == false)
		    {
			    m_state->destroyQueue.push_back(body);
		    }
	    });
}

void Plugin::SetSurface(const b2Fixture* fixture, const Surface& surface)
{
	m_state->WithMemory(
	    [&]
	    {
		    if (m_state->Refuse(Check(fixture, surface)) == false)
		    {
			    m_state->surfaces.insert_or_assign(fixture, KnownSurface{surface});
		    }
	    });
}

Surface Plugin::GetSurface(const b2Fixture* fixture) const
{
	return fixture != nullptr ? m_state->SurfaceOf(fixture) : Surface{};
}

void Plugin::Forget(const b2Fixture* fixture)
{
	if (fixture != nullptr)
	{
		m_state->Forget(fixture);
	}
}

void Plugin::Forget(const b2Body* body)
{
	if (body != nullptr)
	{
		m_state->Forget(body);
	}
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
