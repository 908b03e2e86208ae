// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/plugin.h>
#include <ricochet/projectile/plugin.h>

#include "c/convert.h"

/// A plugin, its callbacks and their data. It keeps its world alive.
struct ricochet_plugin
{
	std::shared_ptr<ricochet::c::WorldState> world;
	ricochet_rule rule = nullptr;
	ricochet_surface_of surfaceOf = nullptr;
	void* context = nullptr;
	std::unique_ptr<ricochet::Plugin> plugin = nullptr;
};

namespace ricochet::c
{

/// As long as a ChangeLock exists, bodies of the world must not be changed.
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

/// Checks that there is a plugin. Error: Null.
inline Checker Check(const ricochet_plugin* plugin)
{
	return Checker().NotNull("plugin", plugin);
}

/// Answers a call about a plugin: returns call(handle), a T, if `checker` has found no error.
template <class T, class Handle, class Call>
T Ask(T refused, Handle* plugin, const Checker& checker, const Call& call)
{
	return Answer<T>(refused, checker, [&] { return call(*plugin); });
}

/// Calls call(plugin). Returns true if the plugin's LastError is None after that.
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
