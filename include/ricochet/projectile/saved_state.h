// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/bullet.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/grenade.h>

#include <cstdint>
#include <functional>

class b2Body;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// How Plugin::Save identifies bodies. A fixture is identified by its body and its place among the body's fixtures,
/// from the oldest on.
struct SaveDef
{
	/// Returns a number for each body, no two alike, by which RestoreDef::find finds it again.
	///
	/// - If it is empty, a body is identified by its place among the world's bodies, from the oldest on. That is valid
	///   in any world in which the bodies were created in the same order. None that existed at the time of saving may
	///   be destroyed.
	std::function<uint64_t(b2Body&)> nameOf = {};
};

/// How Plugin::Restore finds bodies and functions again, which bytes cannot hold.
struct RestoreDef
{
	/// Returns the body with a number of SaveDef::nameOf in the plugin's world. Null if the body is gone: everything
	/// about it is then dropped, as by Plugin::Forget. If SaveDef::nameOf was set, this function must be set, too. Else
	/// it is not called.
	std::function<b2Body*(uint64_t)> find = {};

	// Called for each bullet, grenade and waiting explosion whose def had a function. The function is a predicate in a
	// filter, a steering rule or the rule of a blast, its own or its fragments'.
	//
	// - The def is as it was, except for these functions, which the callback must put back. Other changes to the def
	//   are ignored.
	// - The callbacks must not call the plugin. If a callback throws, Restore throws and has changed nothing.
	// - If a callback is empty but needed, Restore is refused.
	std::function<void(BulletId, BulletDef&)> bullet = {};
	std::function<void(GrenadeId, GrenadeDef&)> grenade = {};
	std::function<void(ExplosionDef&)> explosion = {};
};

} // namespace ricochet

RICOCHET_EXPORT_END
