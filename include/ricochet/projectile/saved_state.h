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

/// How Plugin::Save names bodies. A fixture is named by its body and its place among the body's fixtures, of which the
/// oldest is the first.
struct SaveDef
{
	/// A number of the game's for each body, no two alike, by which RestoreDef::find finds it again. Empty: its place
	/// among the world's bodies, of which the oldest is the first; that holds as long as none of those is destroyed
	/// that were there when the state was saved, and in any world in which they were created in the same order.
	std::function<uint64_t(b2Body&)> nameOf = {};
};

/// How Plugin::Restore finds again what bytes cannot hold.
struct RestoreDef
{
	/// Empty if SaveDef::nameOf was, and only then. The body of that name in the plugin's world. Null: it is gone, and
	/// what was remembered of it goes, as if the game had told it by Plugin::Forget.
	std::function<b2Body*(uint64_t)> find = {};

	// Called for each bullet, grenade and waiting explosion in whose def was a function: a predicate in a filter, or a
	// steering rule, of its own or of its fragments. The def is as it was, but for these, which are to be put back;
	// nothing else in it is taken. Must not call the plugin. What it throws comes out of Restore, which then has
	// changed nothing. Empty where it is needed: refused.
	std::function<void(BulletId, BulletDef&)> bullet = {};
	std::function<void(GrenadeId, GrenadeDef&)> grenade = {};
	std::function<void(ExplosionDef&)> explosion = {};
};

} // namespace ricochet

RICOCHET_EXPORT_END
