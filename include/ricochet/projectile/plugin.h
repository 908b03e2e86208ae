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
#include <memory>
#include <optional>
#include <span>
#include <vector>

class b2World;

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Bullets and grenades in one b2World.
///
/// A step: BeginStep records where bodies stand, the world steps, EndStep(dt) flies every projectile through the same
/// dt. Targets are met where they are at that time: a fixed one exactly, a moving one in its own frame between its pose
/// before and after the step. All of the step's time is used, over any number of impacts up to maxContactsPerStep.
/// A body begins a step where BeginStep found it, with the centre of mass that it had; all else is as EndStep finds it.
/// The documentation (robustness.md) has a table of what may change in between.
///
/// With b2World::SetSubStepping, a step of the world takes several calls of b2World::Step, each with a BeginStep and an
/// EndStep of its own or all between two: the EndStep that finds it complete flies what flies through the time of the
/// first, as the bodies have moved. Until then an EndStep has no events.
///
/// Rules at an impact of a bullet, in this order: Bounce if bounces are left and the path is flatter over the surface
/// than its ricochetAngle; Pierce if pierces are left and the energy suffices for resistance * thickness, summed over
/// the fixtures of the body that touch along its way; else Stop, and ImpactEvent::depth says how deep it got. Touching
/// without entering (grazing) is no impact, but where two solids that stand still touch the path from both sides at
/// once, as on the seam between two tiles, it ends. Grenades always bounce, or slide and rest when slower than their
/// restitutionThreshold. A grenade presses on the dynamic body that it lies on: Presses(). Bounces on still ground that
/// are too low to be seen (2 chordError) or shorter than an eighth of a step are not told one by one: it lies, and
/// rests when the series would have ended. The impact that begins them has the friction of its bounce, and a
/// velocityAfter along the surface: the part across it, restitution times the approach, is not in its impulse.
///
/// Projectiles fly one after another: grenades first, each kind in the order in which it is listed. Impulses reach the
/// body at once, so that the next to meet it in this step finds the velocity that those before it left, whatever the
/// times. The world moves it by them in its next step: until then it stands and moves as it did. A projectile that is
/// still in its way keeps out of it, without another impact, until they have parted; without any, if it first comes
/// into that way when the impulses of others have already turned the body's velocity away from it.
///
/// Bullets that hit grenades (BulletDef::hitsGrenades) meet them as discs, on the ways that they have flown in this
/// step: at any speed of either. They stop there, unless a rule decides otherwise: Bounce as off a body, Pierce and
/// Ignore pass through for nothing. The grenade takes the impulse at once, and moves by it from the next step on; it is
/// an impact for its impactFuse, which then ends no sooner than that step begins. A grenade that ends in a step is not
/// met in it; nor is one that a bullet is in when it sets out, or when the step begins, until it has come out.
///
/// A grenade never changes sides of anything, whatever moves: where solids close in, it is squeezed along between them.
/// Where that leaves it no place, a dynamic body that closes in is held back: b2Body::SetTransform puts it where it was
/// when the room came to an end, and Presses() tells what it received. Where none is dynamic, the grenade is Crushed.
/// Between EndStep and BeginStep the game may put bodies elsewhere. What goes no farther than 2 m and a quarter turn
/// pushes grenades on its way that have flown before; what then still overlaps one, or has gone farther, lets it jump
/// out by the shortest way, or crushes it. That is the only time at which a grenade jumps.
///
/// The plugin takes no listener, no user data and adds no body. The world must outlive every call but the destructor.
/// Not for several threads at once. Errors: a call with bad input does nothing and LastError says what and why.
/// If many bullets fly, the plugin uses PluginDef::snapshot. Without one it then keeps an index of its own.
///
/// When memory runs out, a call does nothing and LastError is OutOfMemory (only the constructor throws
/// std::bad_alloc); in a step, the projectiles concerned stay where they have got to, no event and no projectile is
/// lost, and where not even the bodies' motion could be recorded, none flies. What a rule or a predicate of the game
/// throws interrupts only its projectile, in the same way, and what PluginDef::executor throws none; the step is
/// completed, then EndStep throws the first of it (std::bad_alloc counts as memory that ran out). What a predicate
/// throws when it is copied comes out of Fire, Throw or Explode.
///
/// Bodies whose transform is not finite are never hit, and harm no other: the plugin calls QuarantineBodies
/// (host/quarantine.h) at both ends of a step.
class Plugin
{
public:
	/// LastError tells of a wrong field. Leave the layout out: it is that of the game's headers. If it is not the
	/// library's, every call is refused by OtherBox2d (CheckBox2dLayout), as LastError then says at once.
	explicit Plugin(b2World& world, const PluginDef& def = {}, const Box2dLayout& layout = k_box2dLayoutHere);
	~Plugin();
	Plugin(const Plugin&) = delete;
	Plugin& operator=(const Plugin&) = delete;

	/// Starts a bullet; it flies from the next EndStep on. Refused by a null id, and LastError() names the field: a
	/// number that is not in the range that BulletDef states (NotFinite, NotPositive, TooSmall or TooLarge); TooMany,
	/// "PluginDef::maxBullets"; OutOfMemory.
	BulletId Fire(const BulletDef& def);

	/// Starts a grenade; it flies from the next EndStep on. Refused as Fire does, by the ranges that GrenadeDef states
	/// and by PluginDef::maxGrenades.
	GrenadeId Throw(const GrenadeDef& def);

	/// A blast (projectile/explosion.h), as MeasureBlast tells it: dynamic bodies and grenades receive their impulses,
	/// fragments fly off. Between steps it takes place at once. Called from inside a step, by a rule or by one of
	/// Box2D's listeners, or between BeginStep and EndStep, it takes place at the end of the step, as do those of
	/// grenades whose fuse has ended: ordered by time, then the grenade's id, then as called, over the world as it then
	/// stands, past what is queued to be destroyed. One sees what those before it have left; none hides another.
	/// Refused by the ranges that ExplosionDef and Fragments state; OutOfMemory. What a predicate throws at once comes
	/// out. At the end of a step, one for which there is no memory, or whose predicate throws, waits for the end of the
	/// next, and then has time 0.
	void Explode(const ExplosionDef& def);

	/// BeginStep, b2World::Step, EndStep. Refused when the world is locked, from inside a step, or if dt is
	/// negative, above 2^20 s (twelve days), not finite, or so small that 1 / dt is not. dt 0 steps the world and flies
	/// nothing. A step that is over a million times as long as the one before begins without Box2D's warm start.
	void Step(float dt, int32_t velocityIterations, int32_t positionIterations);

	/// For a game that calls b2World::Step itself: before it and after it. Refused as Step is. A BeginStep that follows
	/// another without an EndStep between them is refused: the step remains the one that the first began, and bodies
	/// are met on their way from where that found them (Step then does the rest of it, with the same error). An EndStep
	/// without a BeginStep is refused: nothing flies, and the events stay those of the last step.
	void BeginStep();
	void EndStep(float dt);

	/// b2World::ShiftOrigin, for all that the plugin holds as well: what flies, its events and what BeginStep recorded.
	/// Distances stay but for the rounding of floats, Box2D's included: none for coordinates from half the new origin's
	/// to twice as large; what would lie beyond the range of floats lies at its end. Between steps, or between
	/// BeginStep and EndStep. Refused when the world is locked, from inside a step, or if the vector is not finite.
	/// b2World::ShiftOrigin itself moves nothing that flies. Between BeginStep and EndStep it sweeps no body either, if
	/// the world has a static body and another, no static body changes otherwise, and no body moves half as far by
	/// itself; else all bodies are met on the whole way of the shift.
	void ShiftOrigin(b2Vec2 newOrigin);

	// Events of the last step, ordered by time, then id (index, then generation). Valid until the next step begins:
	// BeginStep empties them. Their fixtures and bodies are alive until then, if the game destroys by QueueDestroy, or
	// calls Forget before it destroys: then body and fixture become null.
	[[nodiscard]] std::span<const ImpactEvent> Impacts() const;
	[[nodiscard]] std::span<const PressEvent> Presses() const;
	[[nodiscard]] std::span<const ExpiredEvent> Expired() const;

	// What exploded in the last step, in the order told above, then what has since, as called and with time 0. Valid
	// until the next step or Explode; the bodies as those of impacts.
	[[nodiscard]] std::span<const ExplosionEvent> Explosions() const;
	[[nodiscard]] std::span<const BlastEvent> BlastHits() const;
	[[nodiscard]] std::span<const BulletId> Fragments() const;

	// All that flies: bullets in the order of the index of their ids, which is used again when one has ended; grenades
	// in the order of throwing. Valid until the next Fire, Throw, Explode, Cancel, ShiftOrigin or step. Inside a step
	// Grenades still has those that were cancelled or have ended in it; Find does not.
	[[nodiscard]] BulletList Bullets() const;
	[[nodiscard]] std::span<const GrenadeState> Grenades() const;
	[[nodiscard]] std::optional<BulletState> Find(BulletId id) const;
	[[nodiscard]] std::optional<GrenadeState> Find(GrenadeId id) const;

	/// Changes what flies, from the next EndStep on: a bullet by a def as DefOf gives it (bullet.h says what it means),
	/// a grenade's place and velocity. False for an id that is not in flight, or if refused, as Fire is, or inside a
	/// step.
	bool Steer(BulletId id, const BulletDef& def);
	bool Steer(GrenadeId id, b2Vec2 position, b2Vec2 velocity);
	[[nodiscard]] std::optional<BulletDef> DefOf(BulletId id) const;

	/// The flight of a bullet that is not fired, and what a bullet did in the last step (flight_path.h).
	Result<> PreviewPath(const BulletDef& def, float duration, float dt, FlightPreview& seen) const;
	[[nodiscard]] std::span<const PathPoint> PathOf(BulletId id) const;
	[[nodiscard]] std::optional<b2Vec2> PositionAt(BulletId id, float alpha) const;

	/// Takes a projectile out of the air without an event. An id that is not in flight, or of another plugin: nothing
	/// happens.
	void Cancel(BulletId id);
	void Cancel(GrenadeId id);

	/// Takes all that flies out of the air, as Cancel does each: no event, and no id that was given flies again.
	/// Surfaces, what is queued and what waits to explode remain. Memory is kept.
	void Clear();

	/// Makes room for so many that fly at once, those that do included: until then Fire and Throw move none of them,
	/// and a Fire allocates nothing if its def differs from that of one in flight in position, velocity, lifetime and
	/// userData only, and has no maxRange. Refused by numbers below 0 (TooSmall) or above maxBullets and maxGrenades
	/// (TooLarge), and InsideStep; OutOfMemory.
	void Reserve(int32_t bullets, int32_t grenades);

	/// Saves all that goes on from one step to the next, to the bit: what flies, also within what it passes through,
	/// the ids that come next, surfaces, what is queued or waits. Replaces the content of `bytes`, 56 for each bullet
	/// and some 250 for each grenade; they hold for machines that are little-endian. Not in them: the world, the
	/// PluginDef, functions, and the events and paths of the last step. Two programs that hold the same may save other
	/// bytes, where filters ignore bodies: compare what flies instead. Between steps only: StepHasBegun, InsideStep;
	/// OutOfMemory. What SaveDef::nameOf throws comes out.
	Result<> Save(std::vector<std::byte>& bytes, const SaveDef& def = {}) const;

	/// Goes on from what was saved, here or in another program. The game puts the world to where it was; if it then
	/// steps to the same bits, so does all that flies. (Of what a grenade meets at one time, or touches at one
	/// distance, the first in the lists of bodies and fixtures comes first. The world's tree, which remembers how
	/// bodies came to where they are, has a say in Box2D's contacts alone.) All ids are those of then, with this
	/// plugin's number, and those given since are given again. All fly again that did, however many this plugin's def
	/// allows. Bytes may come from anywhere: refused, with nothing changed, are NotSaved, OtherVersion; TooFew, a world
	/// with fewer bodies than there were; Null, a function of RestoreDef that is needed; and as Save. What those
	/// functions throw comes out, likewise.
	Result<> Restore(std::span<const std::byte> bytes, const RestoreDef& def = {});

	/// Destroys the body when the next step begins, before the world steps. From now on nothing that flies meets it, no
	/// preview does, and no blast; the world's own bodies do until then. Twice is once; a body that is gone by then is
	/// left alone. Null is refused. What is queued while queued bodies are destroyed waits for the step after.
	void QueueDestroy(b2Body* body);
	[[nodiscard]] bool IsQueued(const b2Body* body) const; ///< it is compared, never read

	/// The game is about to destroy the body or fixture itself, as before b2World::DestroyBody or in
	/// b2DestructionListener::SayGoodbye: what was queued, set or remembered for it goes too, and events name it no
	/// longer. Box2D tells nobody, and soon uses the address for another: without this call, one that is made there
	/// before the next BeginStep inherits the surface, the place in the queue, and bullets that were passing through.
	/// Nothing else needs it. The body or fixture must still exist.
	void Forget(const b2Body* body);
	void Forget(const b2Fixture* fixture);

	/// What the fixture is to projectiles from now on; it is compared, never read. Fixtures without one have
	/// PluginDef::surface with the fixture's own restitution and friction (0 for what is negative or not finite).
	/// Forgotten when the fixture is found gone at a BeginStep.
	void SetSurface(const b2Fixture* fixture, const Surface& surface);
	[[nodiscard]] Surface GetSurface(const b2Fixture* fixture) const;

	[[nodiscard]] const StepStats& Stats() const; ///< of the last step

	/// Why the last call was refused that may be: the constructor (a wrong field then has its default), Fire, Throw,
	/// Explode, Step, BeginStep, EndStep, ShiftOrigin, QueueDestroy, SetSurface, Steer, Reserve. Reason None if it did
	/// what it should. After a step, OutOfMemory tells that some of it was left out for lack of memory, TooMany
	/// that fragments were by PluginDef::maxBullets, and NotFinite of b2World::GetGravity that it counted as none.
	[[nodiscard]] const Error& LastError() const;

private:
	struct State;
	std::unique_ptr<State> m_state;
};

} // namespace ricochet

RICOCHET_EXPORT_END
