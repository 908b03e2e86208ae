// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>
#include <ricochet/host/box2d_layout.h>
#include <ricochet/projectile/bullet_list.h>
#include <ricochet/projectile/events.h>
#include <ricochet/projectile/flight_path.h>
#include <ricochet/projectile/plugin_def.h>
#include <ricochet/projectile/saved_state.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

class History;

/// Bullets and grenades in one b2World.
///
/// **A step.** BeginStep records the poses of bodies, the world steps, and EndStep(dt) flies every projectile through
/// the same dt.
///
/// - A projectile hits targets where they are at the time of the hit. A fixed target is exact. A moving one is hit in
///   its own frame, between its poses before and after the step.
/// - A projectile uses all of the step's time, over any number of impacts up to maxContactsPerStep.
/// - A body begins a step at the pose, and with the centre of mass, that BeginStep found. Everything else is as EndStep
///   finds it. The documentation (inside/robustness.md) has a table of the changes that are allowed in between.
/// - A body that the game moves by b2Body::SetTransform should be kinematic or dynamic, and be moved between BeginStep
///   and the step of the world. Then bullets hit the body on its path. Otherwise they hit it only at its new place. A
///   bullet over which the body is put is then inside the body.
/// - With b2World::SetSubStepping, one step of the world takes several calls of b2World::Step. Each may have its own
///   BeginStep and EndStep, or one pair may enclose all. The EndStep that finds the step complete flies the projectiles
///   through the dt of the first call, because the bodies have moved by that. Until then EndStep has no events.
///
/// **Impacts of bullets.** The first of these rules that applies is taken:
///
/// - Bounce, if bounces are left and the path is flatter over the surface than its ricochetAngle.
/// - Pierce, if pierces are left and the energy suffices for resistance * thickness. This is summed over the fixtures
///   of the body that touch along the path.
/// - Stop. If the bullet has got stuck, ImpactEvent::depth says how deep.
///
/// Touching without entering (grazing) is no impact. There is one exception: two solids at rest may touch the path from
/// both sides at once, as on the seam between two tiles. The path then ends there.
///
/// **Grenades.** A grenade always bounces. If it is slower than its restitutionThreshold, it slides and comes to rest
/// instead.
///
/// - A grenade presses on the dynamic body that it lies on: see Presses().
/// - Some bounces on surfaces at rest are not reported one by one. They are too low to be seen (2 chordError), or
///   shorter than an eighth of a step. The grenade then lies on the surface, and rests when the series of bounces would
///   have ended.
/// - The impact that begins such a series has the friction of its bounce, and a velocityAfter along the surface. The
///   part across the surface, restitution times the approach, is not in its impulse.
/// - A grenade never changes sides of anything, whatever moves. If solids close in, it is squeezed along between them.
/// - If that leaves it no place, a dynamic body that closes in is held back. b2Body::SetTransform then puts the body to
///   its pose at the moment when the room ended. Presses() reports the impulse that it received. If none of the solids
///   is dynamic, the grenade is Crushed.
/// - Between EndStep and BeginStep, the game may put bodies elsewhere. A body that goes no farther than 2 m and a
///   quarter turn pushes grenades on its path that have flown before. If it then still overlaps a grenade, or if it has
///   gone farther, the grenade jumps out by the shortest path or is crushed. A grenade jumps at no other time.
///
/// **Order and impulses.** Projectiles fly one after another: grenades first, each kind in the order in which it is
/// listed.
///
/// - Impulses reach the body at once. The next projectile that hits it in this step finds the velocity that the earlier
///   ones left, whatever the times of the hits.
/// - The world moves the body by these impulses in its next step. Until then the body keeps the pose and the motion of
///   this step.
/// - A body may therefore still move into a projectile that has hit it. Until the two separate, the projectile is kept
///   clear of the body without further impacts. If a projectile gets into the body's path after other impulses have
///   turned the body's velocity away from it, there is no impact at all.
///
/// **Bullets against grenades** (BulletDef::hitsGrenades). Bullets hit grenades as discs, on the paths that both have
/// flown in this step, at any speed of either.
///
/// - The bullet stops there, unless a rule decides otherwise. Bounce is as off a body; Pierce and Ignore pass through
///   at no cost.
/// - The grenade takes the impulse at once, and moves by it from the next step on. For its impactFuse this is an
///   impact; the fuse then ends no sooner than the next step begins.
/// - If the grenade bounces later in this step, each bounce mirrors and reduces that impulse, as it does the grenade's
///   velocity. The thing that the grenade bounces off takes the rest of the momentum.
/// - A grenade that ends in a step is not hit in it. If a bullet starts or begins the step inside a grenade, it does
///   not hit that grenade until it has left it.
///
/// **Use.** The plugin takes no listener and no user data, and adds no body.
///
/// - The world must outlive every call but the destructor.
/// - A plugin is not for several threads at once.
/// - If many bullets fly, the plugin uses PluginDef::snapshot. Without one it then keeps an index of its own.
///
/// **Errors.** A call with bad input does nothing, and LastError says what is wrong and why.
///
/// - If memory runs out, a call does nothing and LastError is OutOfMemory. Only the constructor throws std::bad_alloc.
/// - If memory runs out in a step, the projectiles concerned stay where they have got to; no event and no projectile is
///   lost. If not even the motion of the bodies could be recorded, no projectile flies.
/// - If a rule or a predicate of the game throws, only its projectile is interrupted, in the same way. An interrupted
///   grenade still makes way for bodies, and stays on its side of them. If PluginDef::executor throws, no
///   projectile is interrupted. The step is completed, then EndStep throws the first exception. std::bad_alloc counts
///   as memory that ran out.
/// - The same holds if the world's contact listener or contact filter throws in Plugin::Step. If it throws in a
///   b2World::Step that the game calls, Box2D leaves its world locked for ever. Every step is then refused.
/// - If a predicate throws when it is copied, Fire, Throw or Explode throws.
/// - Bodies whose transform is not finite are never hit, and harm no other body. The plugin calls QuarantineBodies
///   (host/quarantine.h) at both ends of a step in which something flies.
class Plugin
{
public:
	/// LastError reports a wrong field; that field then has its default. Leave out `layout`: its default is the layout
	/// of the Box2D headers of the game. If that differs from the library's, every call is refused with OtherBox2d
	/// (CheckBox2dLayout), which LastError reports at once.
	explicit Plugin(b2World& world, const PluginDef& def = {}, const Box2dLayout& layout = k_box2dLayoutHere);
	~Plugin();
	Plugin(const Plugin&) = delete;
	Plugin& operator=(const Plugin&) = delete;

	/// Starts a bullet, which flies from the next EndStep on. Returns a null id if it is refused; LastError() names the
	/// field:
	///
	/// - NotFinite, NotPositive, TooSmall, TooLarge: a number is not in the range that BulletDef states
	/// - TooMany, "PluginDef::maxBullets"
	/// - OutOfMemory
	BulletId Fire(const BulletDef& def);

	/// Fires a bullet at a past time of a History, for lag compensation: a shot that a remote player fired then. Within
	/// the call the bullet flies from that time to the newest record, which is now. Then it flies on as any bullet.
	///
	/// **The past.** The bullet hits bodies where they were at each time. Between two records they move as History
	/// describes. Bullets that flew at that time have hit them along the same motion. A body's velocity is its
	/// displacement between the two records, divided by the time between them. The history's times are in seconds.
	///
	/// - A body hits and is hit with the fixtures, shapes, filters and surfaces of now. Gravity is that of now, too.
	/// - A body that was not yet there, or is gone, is not hit. Grenades are not hit.
	/// - `position`, `velocity`, `from` and `delay` of the def are those at that time. The lifetime counts from then.
	///
	/// **The effects** are of now. A dynamic body receives the impulse now, as it would have received it then: its past
	/// motion stays. If that motion still leads towards the bullet, the bullet waits at the body's surface.
	///
	/// **The events** are added to Impacts and Expired behind those of the last step, and have the order of the flight.
	/// Read them right after the call: the next BeginStep empties the lists. Their time is below 0: s before now.
	/// `enter.fraction` is the share of the time between two records. A rule that is called has the time since the
	/// earlier record.
	///
	/// - The call ends the validity of spans of Impacts and Expired.
	/// - PathOf has no path of this flight.
	/// - Refused: the errors of Fire, and those of History::PoseOf for the time; TooSmall also for a time more than
	///   2^20 s ago; OtherWorld; WorldIsLocked; InsideStep; StepHasBegun.
	/// - If a rule or a predicate throws, Fire throws at the end. The bullet then has lost the rest of the time between
	///   two records.
	/// - OutOfMemory: the bullet has lost such a time, too, or it has ended, with a null id. Its events stay.
	/// - Cost: O(n log n) for n bodies, for each record since that time.
	BulletId Fire(const BulletDef& def, const History& history, double time);

	/// Starts a grenade, which flies from the next EndStep on. Refused with the errors of Fire, by the ranges that
	/// GrenadeDef states and by PluginDef::maxGrenades.
	GrenadeId Throw(const GrenadeDef& def);

	/// Sets off a blast (projectile/explosion.h) with the effects that PreviewBlast reports. Dynamic bodies and
	/// grenades receive their impulses, and fragments are fired.
	///
	/// - Between steps the blast takes place at once.
	/// - It may be called inside a step (by a rule or a listener of Box2D), or between BeginStep and EndStep. The blast
	///   then takes place at the end of the step. Grenades whose fuse has ended explode then, too.
	/// - Blasts at the end of a step are ordered by time, then by the grenade's id, then by the order of the calls.
	///   They act on the world as it is then, without bodies that are queued to be destroyed. A blast acts on the
	///   results of those before it; none hides another.
	/// - Bodies that the def's rule destroys receive their impulses, too. Then they are queued, as by QueueDestroy.
	/// - Refused: a number out of the range that ExplosionDef and Fragments state; OutOfMemory. If a predicate or the
	///   rule throws in a blast that takes place at once, Explode throws.
	/// - At the end of a step there may be no memory for a blast, or its predicate or rule may throw. The blast then
	/// waits for
	///   the end of the next step. It then has time 0.
	///
	/// Returns the hits of this blast alone, valid until the next Explode or step. There are none if it has yet to take
	/// place, or is refused.
	std::span<const BlastEvent> Explode(const ExplosionDef& def);

	/// Replaces the content of `hits` by the hits that an Explode of this def would have now. Changes nothing else.
	///
	/// - The hits are those of Explode to the bit, if nothing changes before the blast takes place. A blast at the end
	///   of a step acts on the world as it is then.
	/// - Unlike MeasureBlast, it leaves out bodies that are queued to be destroyed, and has the hits on grenades.
	/// - It may be called inside a step, for instance by a rule. Fragments are not read.
	/// - Refused, with `hits` empty: the errors of MeasureBlast. If a predicate or the rule throws, PreviewBlast
	/// throws.
	Result<> PreviewBlast(const ExplosionDef& def, std::vector<BlastEvent>& hits) const;

	/// Calls BeginStep, b2World::Step and EndStep. dt in s.
	///
	/// - Refused when the world is locked, and inside a step. Also refused: a dt that is negative, above 2^20 s (twelve
	///   days), not finite, or so small that 1 / dt is not finite.
	/// - With dt 0 the world steps and no projectile flies.
	/// - If a step is more than a million times as long as the one before, it begins without Box2D's warm start.
	void Step(float dt, int32_t velocityIterations, int32_t positionIterations);

	/// For a game that calls b2World::Step itself: BeginStep before it, EndStep after it. Both are refused as Step is.
	///
	/// - A second BeginStep without an EndStep in between is refused. The first one counts: bodies move from where it
	///   has found them. A call of Step after BeginStep does the rest of that step, and reports the same error.
	/// - An EndStep without a BeginStep is refused: nothing flies, and the events stay those of the last step.
	void BeginStep();
	void EndStep(float dt);

	/// Calls b2World::ShiftOrigin, and shifts everything in the plugin as well: projectiles, events, and the poses
	/// recorded by BeginStep. Allowed between steps, or between BeginStep and EndStep.
	///
	/// - Refused when the world is locked, inside a step, or if the vector is not finite.
	/// - Distances stay the same except for rounding errors of floats, as in Box2D. There are none for coordinates
	///   between half the new origin's and twice as large. Coordinates that would exceed the range of floats get its
	///   largest value.
	/// - Rounding may put a projectile on the other side of a surface. The plugin then moves it back to its side: by as
	///   much as rounding has moved it, and the gap that it keeps from surfaces. If that leaves it no room between two
	///   surfaces, a dynamic body makes room by as much. Predicates of filters may be called; the next EndStep throws
	///   what they throw. This is tested up to 100 km from the origin. Farther out a projectile may be lost.
	/// - If the game calls b2World::ShiftOrigin itself, projectiles are not shifted. Between BeginStep and EndStep the
	///   plugin recognizes such a shift, and does not sweep bodies along it, on three conditions. The world must have a
	///   static body and at least one other body. Apart from the shift, no static body may change, and each other body
	///   must move by less than half of it. If a condition fails, the plugin takes the shift for a motion of all
	///   bodies.
	void ShiftOrigin(b2Vec2 newOrigin);

	// The events of the last step, ordered by time, then by id (index, then generation). They are valid until the next
	// step begins; BeginStep empties them. Their fixtures and bodies are alive until then if the game destroys them by
	// QueueDestroy, or calls Forget before it destroys them. After Forget, body and fixture are null.
	[[nodiscard]] std::span<const ImpactEvent> Impacts() const;
	[[nodiscard]] std::span<const PressEvent> Presses() const;
	[[nodiscard]] std::span<const ExpiredEvent> Expired() const;

	// The explosions of the last step, in the order that Explode states. Then come those since the step, in the order
	// of the calls, with time 0. They are valid until the next step or Explode. For their bodies the same holds as for
	// those of impacts. BlastHits has the hits of all of them: a game that reads it after each Explode reads the
	// earlier hits again.
	[[nodiscard]] std::span<const ExplosionEvent> Explosions() const;
	[[nodiscard]] std::span<const BlastEvent> BlastHits() const;
	[[nodiscard]] std::span<const BulletId> Fragments() const;

	// The hits and fragments of one event of Explosions.
	[[nodiscard]] std::span<const BlastEvent> HitsOf(const ExplosionEvent& explosion) const;
	[[nodiscard]] std::span<const BulletId> FragmentsOf(const ExplosionEvent& explosion) const;

	// The projectiles in flight. Bullets are in the order of the index of their ids, which is used again when a bullet
	// has ended. Grenades are in the order of throwing. Valid until the next Fire, Throw, Explode, Cancel, ShiftOrigin
	// or step. Inside a step, Grenades still has those that were cancelled or have ended in it; Find does not find
	// them.
	[[nodiscard]] BulletList Bullets() const;
	[[nodiscard]] std::span<const GrenadeState> Grenades() const;
	[[nodiscard]] std::optional<BulletState> Find(BulletId id) const;
	[[nodiscard]] std::optional<GrenadeState> Find(GrenadeId id) const;

	/// Changes a projectile from the next EndStep on. For a bullet, pass a def as DefOf returns it; bullet.h explains
	/// its fields. For a grenade, pass its position and velocity. False for an id that is not in flight, inside a step,
	/// or if refused with the errors of Fire.
	bool Steer(BulletId id, const BulletDef& def);
	bool Steer(GrenadeId id, b2Vec2 position, b2Vec2 velocity);
	[[nodiscard]] std::optional<BulletDef> DefOf(BulletId id) const;

	/// The flight of a projectile that is not fired or thrown, and the path of a bullet in the last step. flight_path.h
	/// describes them.
	Result<> PreviewPath(const BulletDef& def, float duration, float dt, FlightPreview& seen) const;
	Result<> PreviewThrow(const GrenadeDef& def, float duration, float dt, FlightPreview& seen) const;
	[[nodiscard]] std::span<const PathPoint> PathOf(BulletId id) const;
	[[nodiscard]] std::optional<b2Vec2> PositionAt(BulletId id, float alpha) const;
	void BulletsAt(float alpha, const std::function<void(const BulletPlace&)>& draw) const;
	void GrenadesAt(float alpha, const std::function<void(const GrenadePlace&)>& draw) const;

	/// Removes a projectile without an event. If the id is not in flight or is from another plugin, nothing happens.
	void Cancel(BulletId id);
	void Cancel(GrenadeId id);

	/// Removes all projectiles, as Cancel removes one: without an event, and no id that was given flies again.
	/// Surfaces, bodies queued to be destroyed and waiting explosions remain. Memory is kept.
	void Clear();

	/// Makes room for this number of projectiles in flight, including those that fly now. Up to that number, Fire and
	/// Throw move none of them in memory. A Fire then allocates nothing, if its def has no maxRange and a bullet in
	/// flight has the same one. Position, velocity, lifetime and userData may differ.
	///
	/// - Refused: TooSmall, a number below 0; TooLarge, above maxBullets or maxGrenades; InsideStep; OutOfMemory.
	void Reserve(int32_t bullets, int32_t grenades);

	/// Saves everything that continues from one step to the next, to the bit. It saves:
	///
	/// - the projectiles, and the things that they are passing through
	/// - the next ids
	/// - the surfaces
	/// - the bodies that are queued to be destroyed
	/// - the explosions that are waiting
	/// - the impulses of PressEvent::inNextStep
	///
	/// - Replaces the content of `bytes`: some 450, 56 for each bullet, some 100 for each kind of bullet, and some 250
	///   for each grenade. Bullets are of one kind if their defs differ only in position, velocity, lifetime and
	///   userData. The bytes are valid on machines that are little-endian.
	/// - Not saved: the world, the PluginDef, functions, and the events and paths of the last step.
	/// - If filters ignore bodies, two programs in the same state may save different bytes. Compare the projectiles
	///   instead.
	/// - Only between steps. Errors: StepHasBegun, InsideStep, OutOfMemory. If SaveDef::nameOf throws, Save throws.
	Result<> Save(std::vector<std::byte>& bytes, const SaveDef& def = {}) const;

	/// Continues from a saved state, in the same or in another program. The game restores the world itself. If the
	/// world then steps to the same bits, so do all projectiles.
	///
	/// - A grenade may hit several things at one time, or touch them at one distance. Their order is then that of the
	///   lists of bodies and fixtures. The world's tree may have grown in another order. That only affects Box2D's
	///   contacts.
	/// - Surfaces, and the bodies that are queued, are those of the saved state. If the game has set a surface since,
	///   that surface is lost. So is every surface of a fixture that the game has built since. SaveDef says how a
	///   fixture is identified.
	/// - A game that builds its level again keeps this order. It destroys the old bodies and fixtures, and builds the
	///   new ones. It calls Restore. It calls SetSurface for each fixture whose surface differs from the saved one; to
	///   set the saved one again changes nothing.
	/// - Bodies and fixtures that are destroyed before Restore need no Forget.
	/// - All ids are those of the saved state, with this plugin's number. Ids that were given since are given again.
	/// - All saved projectiles fly again, whatever limit this plugin's def has.
	/// - The bytes may come from anywhere. Refused, with nothing changed: NotSaved; OtherVersion; TooFew, the world has
	///   fewer bodies than at the time of saving; Null, a function of RestoreDef is missing; and the errors of Save. If
	///   the functions of RestoreDef throw, Restore throws, with nothing changed.
	Result<> Restore(std::span<const std::byte> bytes, const RestoreDef& def = {});

	/// Returns a checksum of everything that flies or waits to explode: the states of bullets and grenades, and the
	/// explosions that wait. A lockstep or rollback game compares it with other players, to notice when they disagree.
	///
	/// - It has the same bits on every processor and compiler, and after Save and Restore.
	/// - Not in it: the world and its bodies, surfaces, bodies that are queued, userData, functions, and events.
	/// - Call it between steps. It allocates nothing and takes O(n).
	[[nodiscard]] uint64_t Checksum() const;

	/// Destroys the body when the next step begins, before the world steps.
	///
	/// - From now on no projectile, no preview and no blast of this plugin hits it, and it hides nothing from a blast.
	///   The world's own bodies still collide with it until then.
	/// - Functions of the world know of no plugin: CastRayClosest, InSight, MeasureBlast and the like still find it.
	///   A filter leaves it out: .accept = [&](b2Fixture* f) { return plugin.IsQueued(f->GetBody()) == false; }.
	/// - To queue a body twice is the same as once. A body that is gone by then is ignored. Null is refused.
	/// - A body that is queued while queued bodies are being destroyed waits for the step after.
	void QueueDestroy(b2Body* body);
	[[nodiscard]] bool IsQueued(const b2Body* body) const; ///< compares the pointer, never dereferences it

	/// Destroys the body at once, by Forget and b2World::DestroyBody. So a loop over events may destroy the bodies that
	/// it reads. From then on the body is null in these events, and null is refused without harm.
	///
	/// - Refused when the world is locked, and inside a step. QueueDestroy works there.
	void Destroy(b2Body* body);

	/// Call this before the game destroys a body or fixture itself: before b2World::DestroyBody, or in
	/// b2DestructionListener::SayGoodbye. The body or fixture must still exist. The plugin drops everything about it.
	/// Events no longer refer to it, not even the event from which the game took the pointer.
	///
	/// - If the fixture is the last one of its body, the plugin forgets the body, too. The reason is that Box2D calls
	///   SayGoodbye for the fixtures of a destroyed body, but not for the body. If the game destroys only the fixture,
	///   the body stays in the world, but is no longer queued to be destroyed.
	/// - Box2D reports a destruction to nobody, and soon uses the address again. Without this call, a body or fixture
	///   that is created there before the next BeginStep inherits data of the old one. This is the surface, the place
	///   in the queue, and the bullets that were passing through.
	/// - Nothing else needs this call.
	void Forget(const b2Body* body);
	void Forget(const b2Fixture* fixture);

	/// Sets the surface of a fixture for projectiles from now on. The fixture is compared, never dereferenced.
	///
	/// - A fixture without a surface of its own has PluginDef::surface, but the fixture's own restitution and friction.
	///   These count as 0 if they are negative or not finite.
	/// - The surface is dropped when a BeginStep finds the fixture gone. Restore replaces it by the saved one.
	/// - Grenades that rest on the fixture wake, unless it has this surface already.
	void SetSurface(const b2Fixture* fixture, const Surface& surface);
	[[nodiscard]] Surface GetSurface(const b2Fixture* fixture) const;

	[[nodiscard]] const StepStats& Stats() const; ///< statistics of the last step

	/// The error of the last call that can be refused; its reason is None if the call succeeded. PluginDef::onError is
	/// called with each error. These calls can be refused: Fire, Throw, Explode, Steer, Reserve, Step, BeginStep,
	/// EndStep, ShiftOrigin, QueueDestroy, Destroy and SetSurface. The constructor reports a wrong field, which then
	/// has its default. After a step the error may also be one of these:
	///
	/// - OutOfMemory: a part of the step was left out for lack of memory
	/// - TooMany: fragments were left out because of PluginDef::maxBullets
	/// - NotFinite of b2World::GetGravity: the gravity counted as zero
	[[nodiscard]] const Error& LastError() const;

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
