// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
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

/// The decision of a rule: a Response, and optionally a velocity and a damage.
struct ImpactDecision
{
	/// Implicit: a rule may return a Response.
	ImpactDecision(Response decided) : response(decided) {} // NOLINT

	Response response;
	/// The projectile's new velocity (m/s, in the world's frame). It replaces the velocity from the physics of the
	/// response. The body receives the momentum that the projectile loses.
	///
	/// - After a Bounce it must not lead into the surface. After a Pierce or Ignore it must not lead back out of the
	///   surface. Both directions are relative to the moving surface.
	/// - A velocity that breaks this rule, or is not finite, is ignored, and the step's error says so.
	std::optional<b2Vec2> velocityAfter = std::nullopt;
	float damage = 0.0f; ///< any number of the game; returned in the event
};

/// Decides what a projectile does at an impact. The rule receives the impact with the response that the plugin's rules
/// chose; `velocityAfter`, `impulse` and `energyLost` are not set yet. It returns the decision to carry out.
///
/// - Every Response is carried out, whatever maxBounces, maxPierces and the bullet's energy say. To obey
///   these limits, a rule returns the `response` of its event.
/// - If a bullet pierces a solid that costs more energy than the bullet has, it loses no energy. It keeps its velocity,
///   or gets that of the decision. The event then describes the whole solid.
/// - Only a Bounce without a surface (startsInside) is impossible. The bullet then stops, and its event has `decided`
///   Bounce. A number that is not a Response counts as Stop.
/// - The rules of a step are called in the order in which projectiles fly, not in the order of time. After the step,
///   Plugin::Impacts is ordered by time, so it shows which projectile hit a body first.
/// - Rules are called during EndStep, while the world is not locked but in use. A rule may cast, Fire, Throw, Explode,
///   Cancel and QueueDestroy. It must not change the world in other ways. The same holds for the predicates of the
///   projectiles' filters.
/// - A cancelled projectile flies no farther, even if it is the projectile of this impact.
using ImpactRule = std::function<ImpactDecision(const ImpactEvent&)>;

/// The settings of a Plugin. Each field has a default that suits most games.
struct PluginDef
{
	ImpactRule rule = {}; ///< empty: only the rules of Plugin
	Surface surface = {}; ///< surface of fixtures without SetSurface, except that their restitution and
	                      ///< friction are those of Box2D

	/// Gives the surface of a fixture without SetSurface, for example by its body or by the material in its user data.
	/// If it is empty or returns none, the field `surface` counts.
	///
	/// - It is called whenever a projectile hits or touches a fixture, on the thread of the step, preview or
	///   GetSurface. Like a rule, it must not change the world. It must not call the plugin. If it is set, all bullets
	///   fly on the thread of the step, as they do with a rule.
	/// - If its result is not valid for SetSurface, the result counts as none, and the step reports the error.
	/// - Plugin::Save does not save its results. If they change, grenades that rest on the fixture stay asleep until
	///   something else wakes them.
	/// - If it throws, EndStep completes the step and then throws, as with a rule.
	std::function<std::optional<Surface>(b2Fixture*)> surfaceOf = {};
	int32_t maxContactsPerStep = 256;    ///< > 0: a bullet with more impacts in one step expires. A grenade that
	                                     ///< reaches the limit has no more impacts in this step, and is only carried
	                                     ///< along
	float chordError = 0.001f * k_meter; ///< m, > 0: largest distance of a straight piece from the exact path

	// The largest numbers of projectiles that may fly at the same time, >= 0. Firing one more is an error (TooMany). If
	// the fragments of an explosion exceed the limit, only some of them fly, and LastError reports that, also after a
	// step.
	int32_t maxBullets = std::numeric_limits<int32_t>::max();
	int32_t maxGrenades = std::numeric_limits<int32_t>::max();

	/// Keeps the paths of all grenades through the last step, for Plugin::GrenadesAt. Costs some 80 bytes for each
	/// straight piece of a path.
	bool keepsGrenadePaths = false;

	/// The game's job system, for steps with many bullets. Its tasks fly the bullets that may hit something, and sort
	/// bullets and events.
	///
	/// - Projectiles and events are the same to the bit with any executor.
	/// - Rules and predicates are called on the thread of the step. If the executor is empty, everything runs on that
	///   thread.
	/// - If the executor throws, the step is still completed. EndStep then throws that exception.
	Executor executor = {};

	/// An index of the plugin's world that the game keeps for its own queries. If many bullets fly, EndStep updates it
	/// by Snapshot::Update and casts at it. Without a snapshot the plugin builds an index of its own, of some 323 bytes
	/// for each child of a fixture.
	///
	/// - Every result and event is the same to the bit with and without a snapshot.
	/// - The snapshot must outlive every call of the plugin except the destructor.
	/// - No other thread may query the snapshot during EndStep. Before its own queries the game must call Update, as
	///   without a plugin, because grenades may have held bodies back after the plugin's Update.
	/// - A Snapshot of another world counts as none, and LastError reports OtherWorld.
	Snapshot* snapshot = nullptr;

	/// Called with each error that Plugin::LastError would report, even if a rule has made the call that failed. Use it
	/// to log the error, or to stop in the debugger. Empty: nothing is called.
	///
	/// - It runs on the thread of the call that failed, and must not call the plugin.
	/// - If it throws, the call that failed throws that exception, and has changed nothing. EndStep completes the step
	///   before it throws. If onError throws in the first half of Step, the world does not step: that Step has done
	///   only the work of BeginStep.
	std::function<void(const Error&)> onError = {};
};

/// Statistics of one step. If nothing flies, the step reads no body, and all values are 0.
struct StepStats
{
	int32_t movedBodies = 0;       ///< bodies whose pose changed during the step
	int32_t quarantinedBodies = 0; ///< enabled bodies with fixtures whose pose is not finite: never hit
	int32_t contactLimits = 0;     ///< projectiles that reached maxContactsPerStep
	int64_t legs = 0;              ///< straight pieces that were cast; projectiles that are proven to hit nothing have
	                               ///< none
};

} // namespace ricochet

RICOCHET_EXPORT_END
