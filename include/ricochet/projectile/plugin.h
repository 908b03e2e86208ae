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
/// - A projectile hits targets at their poses at the time of the hit. A hit on a target at rest is exact. A moving
///   target is hit in its own frame, between its poses before and after the step.
/// - A projectile flies through the whole duration of the step, over up to maxContactsPerStep impacts.
/// - A body begins a step with the pose and the centre of mass that BeginStep found. All other data are those that
///   EndStep finds. The documentation (inside/robustness.md) has a table of the changes that are allowed in between.
/// - A body that the game moves by b2Body::SetTransform should be kinematic or dynamic, and be moved between BeginStep
///   and the step of the world. Then bullets hit the body on its path. Otherwise bullets hit the body only at its new
///   place. If the game puts a body over a bullet, the bullet is then inside the body.
/// - With b2World::SetSubStepping, one step of the world takes several calls of b2World::Step. Each call may have its
///   own BeginStep and EndStep, or one pair may enclose all calls. The EndStep that finds the step complete flies the
///   projectiles through the dt of the first call, because the bodies have moved through that dt. Before that, EndStep
///   produces no events.
///
/// **Impacts of bullets.** The first of these rules that applies decides:
///
/// - Bounce, if bounces are left and the angle between path and surface is at most Surface::ricochetAngle.
/// - Pierce, if pierces are left and the energy suffices for the sum of resistance * thickness. The sum is over the
///   fixtures of the body that touch one another along the path.
/// - Stop otherwise. If the bullet has got stuck, ImpactEvent::depth is its depth.
///
/// Touching without entering (grazing) is no impact. There is one exception: two solids at rest may touch the path from
/// both sides at once, as on the seam between two tiles. The path then ends there.
///
/// **Grenades.** A grenade always bounces. If it is slower than its restitutionThreshold, it slides and comes to rest
/// instead.
///
/// - A grenade presses on the dynamic body that it lies on: see Presses().
/// - Bounces on surfaces at rest are not reported singly if they are lower than 2 * chordError, or shorter than an
///   eighth of a step. The grenade then lies on the surface, and counts as resting when the series of bounces would
///   have ended.
/// - The impact that begins such a series includes the friction of its bounce, and its velocityAfter is along the
///   surface. Its impulse does not include the rebound, that is, restitution times the speed of approach.
/// - A grenade never gets to the other side of anything, whatever moves. If solids close in, it is squeezed along
///   between them.
/// - If that leaves the grenade no place, a dynamic body that closes in is held back. b2Body::SetTransform then puts
///   that body at its pose at the moment when the room ended. Presses() reports the impulse that the body received. If
///   none of the solids is dynamic, the grenade is Crushed.
/// - Between EndStep and BeginStep, the game may put bodies elsewhere. If a body moves by at most 2 m and a quarter
///   turn, it pushes grenades on its path that have already flown. If it then still overlaps a grenade, or if it has
///   moved farther, the grenade jumps out by the shortest path or is crushed. A grenade jumps at no other time.
///
/// **Order and impulses.** Projectiles fly one after another: grenades first, each kind in the order in which it is
/// listed.
///
/// - A body receives impulses at once. The next projectile that hits it in this step finds the velocity after all
///   earlier impulses, whatever the times of the hits.
/// - The world moves the body by these impulses in its next step. Until then the body keeps the pose and the motion of
///   this step.
/// - A body may therefore still move into a projectile that has hit it. Until the two separate, the projectile is kept
///   clear of the body without further impacts. If a projectile gets into the body's path after other impulses have
///   turned the body's velocity away from it, there is no impact at all.
///
/// **Bullets against grenades** (BulletDef::hitsGrenades). Bullets hit grenades as moving discs, on the paths of both
/// in this step, at any speed.
///
/// - The bullet stops at the grenade, unless a rule decides otherwise. It bounces as off a body. With Pierce or Ignore,
///   it passes through without a loss of energy or pierces.
/// - The grenade receives the impulse at once, and moves by it from the next step on. The hit counts as an impact for
///   its impactFuse, which ends when the next step begins or later.
/// - If the grenade bounces later in this step, each bounce mirrors and reduces that impulse, just as it mirrors and
///   reduces the grenade's velocity. The thing that the grenade bounces off receives the rest of the momentum.
/// - A grenade that ends in a step is not hit in that step. If a bullet is fired, or begins the step, inside a grenade,
///   it can hit that grenade only after it has left it.
///
/// **Use.** The plugin takes no listener and no user data, and adds no body.
///
/// - The world must outlive every call except the destructor.
/// - Only one thread at a time may use a plugin.
/// - If many bullets fly, the plugin uses PluginDef::snapshot. If there is none, it builds an index of its own.
///
/// **Errors.** A call with bad input does nothing, and LastError says what is wrong and why.
///
/// - If memory runs out, a call does nothing and LastError is OutOfMemory. Only the constructor throws std::bad_alloc.
/// - If memory runs out in a step, the projectiles concerned stop for the rest of the step; no event and no projectile
///   is lost. If not even the motion of the bodies could be recorded, no projectile flies.
/// - If a rule or a predicate of the game throws, only the projectile that called it stops in the same way. A grenade
///   that stops in this way still makes way for bodies, and stays on its side of them. If PluginDef::executor throws,
///   no
///   projectile is interrupted. The step is completed, then EndStep throws the first exception. std::bad_alloc counts
///   as running out of memory.
/// - The same holds if the world's contact listener or contact filter throws in Plugin::Step. If one of them throws in
///   a b2World::Step that the game calls, Box2D leaves its world locked for ever. After that every step is an error.
/// - If a predicate throws when it is copied, Fire, Throw or Explode throws.
/// - Bodies whose transform is not finite are never hit, and harm no other body. The plugin calls QuarantineBodies
///   (host/quarantine.h) at both ends of a step in which something flies.
class Plugin
{
public:
	/// If a field is wrong, LastError reports it, and the field gets its default. Leave out `layout`: its default is
	/// the layout of the Box2D headers of the game. If that differs from the library's layout, every call fails with
	/// OtherBox2d (CheckBox2dLayout), which LastError reports at once.
	explicit Plugin(b2World& world, const PluginDef& def = {}, const Box2dLayout& layout = k_box2dLayoutHere);
	~Plugin();
	Plugin(const Plugin&) = delete;
	Plugin& operator=(const Plugin&) = delete;

	/// Starts a bullet, which flies from the next EndStep on. In the case of an error it returns a null id, and
	/// LastError() names the field:
	///
	/// - NotFinite, NotPositive, TooSmall, TooLarge: a number is not in the range that BulletDef states
	/// - TooMany, "PluginDef::maxBullets"
	/// - OutOfMemory
	BulletId Fire(const BulletDef& def);

	/// Fires a bullet at a past time of a History. This is for lag compensation: a remote player has fired at that
	/// time. Within the call, the bullet flies from that time to the newest record, which is now. After the call it
	/// flies on like any bullet.
	///
	/// **The past.** The bullet hits bodies at their poses of each time. Between two records, bodies move as History
	/// describes. Bullets that flew at that time have hit the bodies along the same motion. A body's velocity is its
	/// displacement between the two records, divided by the time between them. The history's times are in seconds.
	///
	/// - Fixtures, shapes, filters, surfaces and gravity are the present ones.
	/// - A body that did not exist then, or no longer exists, is not hit. Grenades are not hit.
	/// - `position`, `velocity`, `from` and `delay` of the def refer to that time. The lifetime counts from that time.
	///
	/// **The effects** take place now. A dynamic body receives now the impulse that it would have received then. Its
	/// past motion does not change. If that motion still leads towards the bullet, the bullet waits at the body's
	/// surface.
	///
	/// **The events** are appended to Impacts and Expired in the order of the flight. Read them right after the call,
	/// because the next BeginStep empties the lists. Their time is negative: s relative to now. `enter.fraction` is the
	/// share of the time between two records. In a call of a rule, the event's time is the time since the earlier
	/// record.
	///
	/// - The call makes earlier results of Impacts and Expired invalid.
	/// - PathOf returns no path of this flight.
	/// - Errors: those of Fire, and those of History::PoseOf for the time; TooSmall also for a time more than 2^20 s
	///   ago; OtherWorld; WorldIsLocked; InsideStep; StepHasBegun.
	/// - If a rule or a predicate throws, Fire throws at the end. The bullet then stops until the next record, and
	///   flies on from there.
	/// - OutOfMemory: the bullet stops until the next record, too, or it has ended and the id is null. Its events stay
	///   in the lists.
	/// - Cost: O(n log n) for n bodies, for each record since that time.
	BulletId Fire(const BulletDef& def, const History& history, double time);

	/// Starts a grenade, which flies from the next EndStep on. Errors: as Fire, for the ranges that GrenadeDef states
	/// and for PluginDef::maxGrenades.
	GrenadeId Throw(const GrenadeDef& def);

	/// Sets off a blast (projectile/explosion.h) with the effects that PreviewBlast reports. Dynamic bodies and
	/// grenades receive their impulses, and fragments are fired.
	///
	/// - Between steps the blast takes place at once.
	/// - It may be called inside a step (by a rule or a listener of Box2D), or between BeginStep and EndStep. The blast
	///   then takes place at the end of the step. Grenades whose fuse has ended explode at the end of the step, too.
	/// - Blasts at the end of a step are ordered by time, then by the grenade's id, then by the order of the calls.
	///   They act on the world as it is at that time, without bodies that are queued to be destroyed. Each blast acts
	///   on the results of the earlier ones; no blast hides another.
	/// - Bodies that the def's rule destroys receive their impulses, too. After that they are queued, as by
	///   QueueDestroy.
	/// - Errors: those of the ranges that ExplosionDef and Fragments state; OutOfMemory. If a predicate or the rule
	///   throws in a blast that takes place at once, Explode throws.
	/// - At the end of a step, memory may run out for a blast, or its predicate or rule may throw. The blast then waits
	///   for the end of the next step, and has time 0 there.
	///
	/// Returns the hits of this blast alone. They are valid until the next Explode or step. There are none if the blast
	/// has yet to take place, or in the case of an error.
	std::span<const BlastEvent> Explode(const ExplosionDef& def);

	/// Replaces the content of `hits` by the hits that Explode would have with this def now. Changes nothing else.
	///
	/// - The hits are those of Explode to the bit, if nothing changes before the blast takes place. A blast at the end
	///   of a step acts on the world as it is then.
	/// - Unlike MeasureBlast, PreviewBlast leaves out bodies that are queued to be destroyed, and includes the hits on
	///   grenades.
	/// - PreviewBlast may be called inside a step, for instance by a rule. Fragments are not read.
	/// - Errors, with `hits` empty: those of MeasureBlast. If a predicate or the rule throws, PreviewBlast
	///   throws.
	Result<> PreviewBlast(const ExplosionDef& def, std::vector<BlastEvent>& hits) const;

	/// Calls BeginStep, b2World::Step and EndStep. dt in s.
	///
	/// - Does nothing but report an error if the world is locked, or inside a step. The same holds if dt is negative,
	///   above 2^20 s (twelve days), not finite, or so small that 1 / dt is not finite.
	/// - With dt 0 the world steps and no projectile flies.
	/// - If a step is more than a million times as long as the one before, it begins without Box2D's warm start.
	void Step(float dt, int32_t velocityIterations, int32_t positionIterations);

	/// For a game that calls b2World::Step itself: call BeginStep before it, and EndStep after it. Both have the errors
	/// of Step.
	///
	/// - A second BeginStep without an EndStep in between is an error. The first BeginStep counts: bodies move from the
	///   poses that it has found. A call of Step after BeginStep does the rest of that step, and reports the same
	///   error.
	/// - An EndStep without a BeginStep is an error: nothing flies, and the events of the last step remain.
	void BeginStep();
	void EndStep(float dt);

	/// Calls b2World::ShiftOrigin, and shifts everything in the plugin as well: projectiles, events, and the poses
	/// recorded by BeginStep. Allowed between steps, or between BeginStep and EndStep.
	///
	/// - Does nothing but report an error if the world is locked, inside a step, or if the vector is not finite.
	/// - Best called just before a step. Between a step and its drawing, PositionAt and BulletsAt lose the paths of
	///   bullets in that step (flight_path.h).
	/// - Distances stay the same except for rounding errors of floats, as in Box2D. Coordinates between half and twice
	///   that of the new origin have no rounding error. Coordinates that would exceed the range of floats get the
	///   largest float.
	/// - Rounding may put a projectile on the other side of a surface. The plugin then moves it back: by as much as
	///   rounding has moved it, plus the gap that it keeps from surfaces. If it has no room between two surfaces, a
	///   dynamic body is moved away by as much. Predicates of filters may be called; if they throw, the next EndStep
	///   throws that exception. This is tested up to 100 km from the origin. Farther out a projectile may be lost.
	/// - If the game calls b2World::ShiftOrigin itself, projectiles are not shifted. Between BeginStep and EndStep, the
	///   plugin recognizes such a shift if three conditions hold, and then does not treat it as a motion of bodies. The
	///   world must have a static body and at least one other body. Apart from the shift, no static body may move.
	///   Apart from the shift, each other body must move by less than half the length of the shift. If a condition
	///   fails, the shift counts as a motion of all bodies.
	void ShiftOrigin(b2Vec2 newOrigin);

	// The events of the last step, ordered by time, then by id (index, then generation). They are valid until the next
	// step begins; BeginStep empties them. Until then their pointers are valid or null, if the game destroys bodies by
	// QueueDestroy, or calls Forget before it destroys a body or fixture. After Forget, body and fixture are null.
	[[nodiscard]] std::span<const ImpactEvent> Impacts() const;
	[[nodiscard]] std::span<const PressEvent> Presses() const;
	[[nodiscard]] std::span<const ExpiredEvent> Expired() const;

	// The explosions of the last step, in the order that Explode states. Then come the explosions since the step, in
	// the order of the calls, with time 0. They are valid until the next step or Explode. The rule for pointers in
	// impacts applies to their bodies, too. BlastHits has the hits of all these explosions. So a game that reads it
	// after each Explode reads the earlier hits again.
	[[nodiscard]] std::span<const ExplosionEvent> Explosions() const;
	[[nodiscard]] std::span<const BlastEvent> BlastHits() const;
	[[nodiscard]] std::span<const BulletId> Fragments() const;

	// The hits and fragments of one event of Explosions.
	[[nodiscard]] std::span<const BlastEvent> HitsOf(const ExplosionEvent& explosion) const;
	[[nodiscard]] std::span<const BulletId> FragmentsOf(const ExplosionEvent& explosion) const;

	// The projectiles in flight. Bullets are in the order of the indices of their ids. An index is used again when its
	// bullet has ended. Grenades are in the order of throwing. Valid until the next Fire, Throw, Explode, Cancel,
	// ShiftOrigin or step. Inside a step, Grenades still contains grenades that were cancelled or have ended in it;
	// Find does not find them.
	[[nodiscard]] BulletList Bullets() const;
	[[nodiscard]] std::span<const GrenadeState> Grenades() const;
	[[nodiscard]] std::optional<BulletState> Find(BulletId id) const;
	[[nodiscard]] std::optional<GrenadeState> Find(GrenadeId id) const;

	/// Changes a projectile from the next EndStep on. For a bullet, pass a def as DefOf returns it; bullet.h explains
	/// its fields. For a grenade, pass its position and velocity. Returns false for an id that is not in flight, inside
	/// a step, or for the errors of Fire.
	bool Steer(BulletId id, const BulletDef& def);
	bool Steer(GrenadeId id, b2Vec2 position, b2Vec2 velocity);
	[[nodiscard]] std::optional<BulletDef> DefOf(BulletId id) const;

	/// PreviewPath and PreviewThrow compute the flight of a projectile without firing it; PathOf returns the path of a
	/// bullet in the last step. flight_path.h describes them.
	Result<> PreviewPath(const BulletDef& def, float duration, float dt, FlightPreview& seen) const;
	Result<> PreviewThrow(const GrenadeDef& def, float duration, float dt, FlightPreview& seen) const;
	[[nodiscard]] std::span<const PathPoint> PathOf(BulletId id) const;
	[[nodiscard]] std::optional<b2Vec2> PositionAt(BulletId id, float alpha) const;
	void BulletsAt(float alpha, const std::function<void(const BulletPlace&)>& draw) const;
	void GrenadesAt(float alpha, const std::function<void(const GrenadePlace&)>& draw) const;

	/// Removes a projectile without an event. If the id is not in flight or is from another plugin, nothing happens.
	void Cancel(BulletId id);
	void Cancel(GrenadeId id);

	/// Removes all projectiles without an event. No earlier id becomes valid again. Surfaces, bodies queued to be
	/// destroyed and waiting explosions remain. Memory is kept.
	void Clear();

	/// Reserves memory for these numbers of projectiles in flight, including those that fly now. Up to that number,
	/// Fire and Throw move no projectile in memory. A Fire then allocates nothing if its def has no maxRange, and a
	/// bullet in flight has the same def. Position, velocity, lifetime and userData may differ.
	///
	/// - Errors: TooSmall for a number below 0; TooLarge above maxBullets or maxGrenades; InsideStep; OutOfMemory.
	void Reserve(int32_t bullets, int32_t grenades);

	/// Saves everything that continues from one step to the next, to the bit:
	///
	/// - the projectiles, and the things that they are passing through
	/// - the next ids
	/// - the surfaces
	/// - the bodies that are queued to be destroyed
	/// - the explosions that are waiting
	/// - the impulses of PressEvent::inNextStep
	///
	/// - Replaces the content of `bytes`. The size is some 450 bytes, 56 for each bullet, some 100 for each kind of
	///   bullet, and some 250 for each grenade. Bullets are of one kind if their defs differ only in position,
	///   velocity, lifetime and userData. The bytes are valid on all little-endian machines.
	/// - Not saved: the world, the PluginDef, functions, and the events and paths of the last step.
	/// - If filters ignore bodies, two programs in the same state may save different bytes. To compare two programs,
	///   compare the projectiles instead.
	/// - Only between steps. Errors: StepHasBegun, InsideStep, OutOfMemory. If SaveDef::nameOf throws, Save throws.
	Result<> Save(std::vector<std::byte>& bytes, const SaveDef& def = {}) const;

	/// Continues from a saved state, in the same or in another program. The game restores the world itself. If the
	/// world then steps to the same bits, so do all projectiles.
	///
	/// - The world's tree may have grown in another order than at the time of saving. That affects only Box2D's
	///   contacts. If a grenade hits things at the same time, or touches them at the same distance, the lists of bodies
	///   and fixtures decide their order.
	/// - A body that was queued since the save is then no longer queued. If it still exists, do not create it again. If
	///   a step has destroyed it, create it again before Restore.
	/// - Surfaces, and the bodies that are queued, are those of the saved state. Surfaces that the game has set since
	///   the save are lost, including those of fixtures that it has created since. SaveDef says how a fixture is
	///   identified.
	/// - A game that builds its level again must keep this order. First destroy the old bodies and fixtures, and build
	///   the new ones. Then call Restore. Then call SetSurface for each fixture whose surface differs from the saved
	///   one. Setting the saved surface again changes nothing.
	/// - Bodies and fixtures that are destroyed before Restore need no Forget.
	/// - All ids are those of the saved state, with this plugin's number. Ids that were given since the save will be
	///   given again, so drop them.
	/// - All saved projectiles fly again, whatever limit this plugin's def has.
	/// - The bytes may come from any source, because Restore checks them. Errors, with nothing changed: NotSaved;
	///   OtherVersion; TooFew if the world has fewer bodies than at the time of saving; Null if a function of
	///   RestoreDef is missing; and the errors of Save. If a function of RestoreDef throws, Restore throws, and nothing
	///   has changed.
	Result<> Restore(std::span<const std::byte> bytes, const RestoreDef& def = {});

	/// Returns a checksum of everything that flies or waits to explode: the states of bullets and grenades, and the
	/// explosions that wait. A lockstep or rollback game compares it with the checksums of other players, to notice
	/// when states differ.
	///
	/// - The checksum has the same bits on every processor and compiler, and after Save and Restore.
	/// - It does not include the world and its bodies, surfaces, queued bodies, userData, functions, and events.
	/// - Call it between steps. It allocates nothing and costs O(n).
	[[nodiscard]] uint64_t Checksum() const;

	/// Destroys the body when the next step begins, before the world steps.
	///
	/// - From now on no projectile, no preview and no blast of this plugin hits it, and it hides nothing from a blast.
	///   The world's own bodies still collide with it until then.
	/// - Functions that take a world, such as CastRayClosest, InSight and MeasureBlast, still find the body.
	///   A filter can leave it out: .accept = [&](b2Fixture* f) { return plugin.IsQueued(f->GetBody()) == false; }.
	/// - Queuing a body twice has the same effect as once. If the body no longer exists when the next step begins,
	///   nothing happens. Null is an error.
	/// - A body that is queued while queued bodies are being destroyed is destroyed one step later.
	void QueueDestroy(b2Body* body);
	[[nodiscard]] bool IsQueued(const b2Body* body) const; ///< compares the pointer, never dereferences it

	/// Destroys the body at once, by Forget and b2World::DestroyBody. So a loop over events may destroy the bodies that
	/// it reads. After that, the body is null in these events. Destroy with null only reports an error.
	///
	/// - Error if the world is locked, or inside a step. QueueDestroy works in both cases.
	void Destroy(b2Body* body);

	/// Call this before the game destroys a body or fixture itself: before b2World::DestroyBody, or in
	/// b2DestructionListener::SayGoodbye. The body or fixture must still exist. The plugin drops everything about it.
	/// After the call, events no longer refer to it, not even the event from which the game took the pointer.
	///
	/// - If the fixture is the last one of its body, the plugin drops everything about the body, too. The reason is
	///   that Box2D calls SayGoodbye for the fixtures of a destroyed body, but not for the body. If the game destroys
	///   only the fixture, the body stays in the world, but is no longer queued to be destroyed.
	/// - Box2D does not report the destruction to the plugin, and soon uses the address again. Without this call, a
	///   body or fixture that gets this address before the next BeginStep inherits data of the old one. These data are
	///   the surface, the place in the queue, the bullets that were passing through, and bullets that home in on it. It
	///   also inherits grenades that stuck to the old one, if they touch the new one, and the impulses of
	///   PressEvent::inNextStep. Between BeginStep and EndStep it inherits the motion in this step.
	/// - In all other cases this call is not needed.
	void Forget(const b2Body* body);
	void Forget(const b2Fixture* fixture);

	/// Sets the surface of a fixture for projectiles from now on. The pointer is compared, never dereferenced.
	///
	/// - A fixture whose surface was not set has PluginDef::surface, but with the restitution and friction of the
	///   fixture. Each of these counts as 0 if it is negative or not finite.
	/// - When a BeginStep finds that the fixture no longer exists, it drops the surface. Restore replaces the surface
	///   by the saved one.
	/// - Grenades that rest on the fixture wake, unless the fixture already has this surface.
	void SetSurface(const b2Fixture* fixture, const Surface& surface);
	[[nodiscard]] Surface GetSurface(const b2Fixture* fixture) const;

	[[nodiscard]] const StepStats& Stats() const; ///< statistics of the last step

	/// The error of the last call that can fail; its reason is None if the call succeeded. PluginDef::onError is called
	/// with each error. These calls can fail: Fire, Throw, Explode, Steer, Reserve, Step, BeginStep, EndStep,
	/// ShiftOrigin, QueueDestroy, Destroy and SetSurface. The constructor reports a wrong field, which then gets its
	/// default. After a step the error may also be one of these:
	///
	/// - OutOfMemory: a part of the step was left out, because memory ran out
	/// - TooMany: fragments were left out because of PluginDef::maxBullets
	/// - NotFinite for b2World::GetGravity: the gravity counted as zero
	[[nodiscard]] const Error& LastError() const;

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
