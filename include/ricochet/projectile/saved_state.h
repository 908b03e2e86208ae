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
	/// Returns a different number for each body, by which RestoreDef::find finds the body again.
	///
	/// - If it is empty, a body is identified by its place among the world's bodies, from the oldest on. That works in
	///   any world in which the bodies were created in the same order. No body that existed at the time of saving may
	///   then be destroyed.
	/// - The numbers must differ. If two bodies have the same number, there is no error. Everything that was saved of
	///   either body then belongs to the one that RestoreDef::find returns.
	std::function<uint64_t(b2Body&)> nameOf = {};
};

/// How Plugin::Restore finds bodies and functions again, because the saved bytes cannot contain them.
struct RestoreDef
{
	/// Returns the body in the plugin's world that has a number of SaveDef::nameOf. Null if the body no longer exists:
	/// everything about it is then dropped, as by Plugin::Forget. If SaveDef::nameOf was set, this function must be
	/// set, too. Otherwise it is not called.
	std::function<b2Body*(uint64_t)> find = {};

	// Called for each bullet, grenade and waiting explosion whose def had a function. The function is a predicate in a
	// filter, a steering rule, or the rule of a blast. It may also be a function in the def of a blast's fragments.
	//
	// - The def is the saved one, but without these functions. The callback must set them again. Other changes to the
	//   def are ignored.
	// - The callbacks must not call the plugin. If a callback throws, Restore throws and has changed nothing.
	// - If a callback is empty but needed, Restore is refused.
	std::function<void(BulletId, BulletDef&)> bullet = {};
	std::function<void(GrenadeId, GrenadeDef&)> grenade = {};
	std::function<void(ExplosionDef&)> explosion = {};
};

} // namespace ricochet

RICOCHET_EXPORT_END
