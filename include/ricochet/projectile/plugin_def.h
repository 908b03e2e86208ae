// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/projectile/events.h>
#include <ricochet/query/executor.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class Snapshot;

/// What a rule decides: a Response alone, or more.
struct ImpactDecision
{
	/// Implicit: a rule may return a Response.
	ImpactDecision(Response decided) : response(decided) {} // NOLINT

	Response response;
	/// m/s, in the world: in place of what the physics of the response gives. The body receives the momentum that is
	/// lost, or gained. After a Bounce not into the surface, and after a Pierce or Ignore not back out of it, both as
	/// the surface moves; else, or if not finite, it is not taken, and the step's error says so.
	std::optional<b2Vec2> velocityAfter = std::nullopt;
	float damage = 0.0f; ///< the game's; comes back in the event
};

/// Decides what a projectile does: is given the impact with the response that the rules chose (`velocityAfter`,
/// `impulse` and `energyLost` not yet set) and returns what to carry out. Called during EndStep, with the world
/// unlocked but in use: it may cast, Fire, Throw, Explode, Cancel and QueueDestroy, and must not otherwise change the
/// world. So may the predicates of the projectiles' filters. What is cancelled flies no farther, itself included.
using ImpactRule = std::function<ImpactDecision(const ImpactEvent&)>;

/// What a Plugin is made with. Each field has a default that will do for most games.
struct PluginDef
{
	ImpactRule rule = {};             ///< empty: the rules of Plugin alone
	Surface surface = {};             ///< of fixtures for which SetSurface was not called; but their restitution and
	                                  ///< friction are those that they have in Box2D
	int32_t maxContactsPerStep = 256; ///< > 0: a bullet that meets more in one step expires; a grenade has no impacts
	                                  ///< any more in this step, and is only carried along
	float chordError = 0.001f * k_meter; ///< m, > 0: how far a straight piece may stray from the true path

	// How many may fly at once, >= 0: one more is refused (TooMany). Of an explosion's fragments those fly that may;
	// LastError tells of the rest, after a step too.
	int32_t maxBullets = std::numeric_limits<int32_t>::max();
	int32_t maxGrenades = std::numeric_limits<int32_t>::max();

	/// The game's job system, for steps of many bullets: those that may meet something are cast on it before they fly.
	/// What flies and all events are the same to the bit whatever it does. Rules and predicates are called on the
	/// thread of the step. Empty: all on that thread. What it throws comes out of EndStep, and changes nothing else.
	Executor executor = {};

	/// An index of the plugin's world that the game keeps for its own queries. If many bullets fly, EndStep updates it
	/// by Snapshot::Update and casts at it. Without it the plugin keeps an index of its own for such steps, of some 323
	/// bytes for each child of a fixture.
	///
	/// - Every answer and event is the same to the bit with it and without it.
	/// - It must outlive every call of the plugin but the destructor.
	/// - No other thread may query it during EndStep. Before its own queries the game calls Update, as without a
	/// plugin:
	///   grenades may have held bodies back after the plugin's Update.
	/// - A Snapshot of another world is refused by LastError (OtherWorld), and counts as none.
	Snapshot* snapshot = nullptr;
};

/// What one step did.
struct StepStats
{
	int32_t movedBodies = 0;       ///< bodies whose pose changed during the step
	int32_t quarantinedBodies = 0; ///< bodies whose pose is not finite: never hit
	int32_t contactLimits = 0;     ///< projectiles that met maxContactsPerStep
	int64_t legs = 0;              ///< straight pieces that were cast: none for what certainly meets nothing
};

} // namespace ricochet

RICOCHET_EXPORT_END
