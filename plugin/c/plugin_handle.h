// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/plugin.h>
#include <ricochet/projectile/plugin.h>

#include "c/convert.h"

/// A plugin and what its rule needs. The world lives as long.
struct ricochet_plugin
{
	std::shared_ptr<ricochet::c::WorldState> world;
	ricochet_rule rule = nullptr;
	void* context = nullptr;
	std::unique_ptr<ricochet::Plugin> plugin = nullptr;
};

namespace ricochet::c
{

/// As long as it lives, bodies of the world are not changed.
class ChangeLock
{
public:
	explicit ChangeLock(WorldState& world) : m_world(world) { m_world.stepDepth += 1; }
	~ChangeLock() { m_world.stepDepth -= 1; }
	ChangeLock(const ChangeLock&) = delete;
	ChangeLock& operator=(const ChangeLock&) = delete;

private:
	WorldState& m_world;
};

/// Error Null for no plugin.
inline Checker Check(const ricochet_plugin* plugin)
{
	return Checker().NotNull("plugin", plugin);
}

/// A call of a plugin that gives a T: call(handle), if what was checked is sound.
template <class T, class Handle, class Call>
T Ask(T refused, Handle* plugin, const Checker& checker, const Call& call)
{
	return Answer<T>(refused, checker, [&] { return call(*plugin); });
}

/// One that is done or refused, by what its LastError then says: call(plugin).
template <class Call>
bool DoIn(ricochet_plugin* plugin, const Checker& checker, const Call& call)
{
	return Done(checker,
	            [&]() -> Result<>
	            {
		            call(*plugin->plugin);
		            return plugin->plugin->LastError();
	            });
}

} // namespace ricochet::c
