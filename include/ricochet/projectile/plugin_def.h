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

/// The decision of a rule: a Response alone, or more.
struct ImpactDecision
{
	/// Implicit: a rule may return a Response.
	ImpactDecision(Response decided) : response(decided) {} // NOLINT

	Response response;
	/// The projectile's new velocity (m/s, in the world's frame), in place of the one from the physics of the response.
	/// The body receives the momentum that is lost or gained.
	///
	/// - After a Bounce it must not lead into the surface; after a Pierce or Ignore not back out of it. Both directions
	///   are relative to the moving surface.
	/// - A velocity that breaks this rule, or is not finite, is ignored, and the step's error says so.
	std::optional<b2Vec2> velocityAfter = std::nullopt;
	float damage = 0.0f; ///< any number of the game's; returned in the event
};

/// Decides what a projectile does at an impact. It gets the impact with the response that the plugin's rules chose;
/// `velocityAfter`, `impulse` and `energyLost` are not set yet. It returns the decision to carry out.
///
/// - Every Response is carried out, whatever maxBounces, maxPierces and the bullet's energy say. To obey
///   these limits, a rule returns the `response` of its event.
/// - If a bullet pierces a solid that costs more energy than it has, it loses none. It keeps its velocity, or takes
///   that of the decision. The event then names the whole solid.
/// - Only a Bounce without a surface (startsInside) is impossible. The bullet stops, and its event has `decided`
///   Bounce. A number that is no Response counts as a Stop.
/// - The rules of a step are called in the order in which projectiles fly, not in the order of time. Who hit a body
///   first is known after the step: Plugin::Impacts is ordered by time.
/// - It is called during EndStep, with the world unlocked but in use. It may cast, Fire, Throw, Explode, Cancel and
///   QueueDestroy. It must not change the world in other ways. The same holds for the predicates of the projectiles'
///   filters.
/// - A projectile that is cancelled flies no farther, even the one of this impact.
using ImpactRule = std::function<ImpactDecision(const ImpactEvent&)>;

/// The settings of a Plugin. Each field has a default that suits most games.
struct PluginDef
{
	ImpactRule rule = {}; ///< empty: only the rules of Plugin
	Surface surface = {}; ///< surface of fixtures without SetSurface, except that their restitution and
	                      ///< friction are those of Box2D

	/// Gives the surface of a fixture without SetSurface, for example by its body or by the material in its user data.
	/// Empty, or without an answer: as the field `surface` says.
	///
	/// - It is called whenever a projectile meets or touches a fixture, on the thread of the step, preview or
	///   GetSurface. Like a rule it must not change the world. It must not call the plugin. Bullets then fly on the
	///   thread of the step, as they do with a rule.
	/// - If SetSurface would refuse its answer, that counts as none, and the step's error says so.
	/// - Plugin::Save does not save its answers. If they change, grenades that rest there sleep on until something
	///   wakes them.
	/// - If it throws, EndStep throws after the step is done, as with a rule.
	std::function<std::optional<Surface>(b2Fixture*)> surfaceOf = {};
	int32_t maxContactsPerStep = 256;    ///< > 0: a bullet with more impacts in one step expires. A grenade has no more
	                                     ///< impacts in this step, and is only carried along
	float chordError = 0.001f * k_meter; ///< m, > 0: largest distance of a straight piece from the true path

	// How many may fly at once, >= 0. One more is refused (TooMany). If the fragments of an explosion exceed the limit,
	// only some fly, and LastError reports that, after a step too.
	int32_t maxBullets = std::numeric_limits<int32_t>::max();
	int32_t maxGrenades = std::numeric_limits<int32_t>::max();

	/// Keeps the paths of all grenades through the last step, for Plugin::GrenadesAt. Costs some 80 bytes for each
	/// straight piece of a path.
	bool keepsGrenadePaths = false;

	/// The game's job system, for steps with many bullets. Its tasks fly the bullets that may hit something, and sort
	/// bullets and events.
	///
	/// - Projectiles and events are the same to the bit, whatever the executor does.
	/// - Rules and predicates are called on the thread of the step. If the executor is empty, everything runs on that
	///   thread.
	/// - If the executor throws, the step is still completed. EndStep then throws that exception.
	Executor executor = {};

	/// An index of the plugin's world that the game keeps for its own queries. If many bullets fly, EndStep updates it
	/// by Snapshot::Update and casts at it. Without it the plugin then keeps an index of its own, of some 323 bytes for
	/// each child of a fixture.
	///
	/// - Every answer and event is the same to the bit with it and without it.
	/// - It must outlive every call of the plugin but the destructor.
	/// - No other thread may query it during EndStep. Before its own queries the game calls Update, as without a
	///   plugin: grenades may have held bodies back after the plugin's Update.
	/// - A Snapshot of another world is refused by LastError (OtherWorld), and counts as none.
	Snapshot* snapshot = nullptr;

	/// Called with each error that Plugin::LastError would report, also if a rule has made the refused call. Use it to
	/// log the error, or to stop in the debugger. Empty: nothing is called.
	///
	/// - It runs on the thread of the refused call, and must not call the plugin.
	/// - If it throws, the refused call passes the exception on, and has changed nothing. An EndStep that passes on an
	///   exception is complete. If it throws in the first half of Step, the world does not step: that Step has done
	///   only the work of BeginStep.
	std::function<void(const Error&)> onError = {};
};

/// Statistics of one step. If nothing flies, the step looks at no body, and all are 0.
struct StepStats
{
	int32_t movedBodies = 0;       ///< bodies whose pose changed during the step
	int32_t quarantinedBodies = 0; ///< enabled bodies with fixtures whose pose is not finite: never hit
	int32_t contactLimits = 0;     ///< projectiles that reached maxContactsPerStep
	int64_t legs = 0;              ///< straight pieces that were cast; none for projectiles that are proven to hit
	                               ///< nothing
};

} // namespace ricochet

RICOCHET_EXPORT_END
