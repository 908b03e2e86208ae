// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/base/gravity.h"
#include "projectile/base/step_failures.h"
#include "projectile/blast/explosions.h"
#include "projectile/bullet/bullet_store.h"
#include "projectile/grenade/grenade_detail.h"
#include "projectile/grenade/press.h"
#include "projectile/impact/events.h"
#include "projectile/impact/impact.h"
#include "projectile/impact/response.h"
#include "projectile/impact/solid_ahead.h"
#include "projectile/impact/surfaces.h"
#include "projectile/leg/flight.h"
#include "projectile/leg/grenade_ways.h"
#include "projectile/many/ahead_flights.h"
#include "projectile/many/still_index.h"

#include <ricochet/index/history.h>
#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

/// An impulse that a body receives when all grenades have flown. Until then each grenade finds the body as the world
/// has left it. A supported body receives the impulse only when the next step begins. So the game never sees a velocity
/// that the support will remove.
struct LateImpulse
{
	b2Body* body = nullptr;     ///< not dereferenced before the next step begins
	b2Vec2 impulse{0.0f, 0.0f}; ///< N s
	Vec<double> arm{};          ///< from the body's centre of mass to the point where the impulse acts
	Vec<double> mean{};         ///< m/s: `impulse` . `mean` is the energy that the grenade loses
	double surplus = 0.0;       ///< J, the energy that the body may gain beyond that
	bool isBorne = false;       ///< a support bears the body
	size_t grenade = 0;         ///< index of the grenade
	const b2Fixture* fixture = nullptr;
	int32_t child = 0;
	size_t press = 0; ///< the index of its PressEvent
};

/// Keeps a flag true until the end of a scope, even if an exception leaves the scope.
class BusyScope
{
public:
	explicit BusyScope(bool& busy) : m_busy(busy) { m_busy = true; }
	~BusyScope() { m_busy = false; }
	BusyScope(const BusyScope&) = delete;
	BusyScope& operator=(const BusyScope&) = delete;

private:
	bool& m_busy;
};

struct PluginState
{
	PluginState(b2World& pluginWorld, const PluginDef& pluginDef, uint32_t pluginNumber)
	    : world(pluginWorld), def(pluginDef), number(pluginNumber), bullets(number), grenades(number),
	      still(pluginWorld)
	{
	}

	b2World& world;
	PluginDef def;
	uint32_t number;
	BulletStore bullets;
	Grenades grenades;
	GrenadeSleep sleep{world, grenades};
	WorldMotion motion;
	WorldMotion betweenSteps; // the bodies that the game moves between EndStep and BeginStep
	StillIndex still;
	FreeFlight freeFlight;
	std::vector<NotFree> notFree; // the bullets that may hit something in this step
	AheadFlights aheadFlights;
	GrenadeWays ways;
	std::vector<size_t> passedGrenades; // the grenades that the flying bullet has passed in this step
	Surfaces surfaces{def};
	Events events;
	StepFailures failures;
	Explosions explosions{def, world, bullets, grenades, sleep, queued, events};
	std::vector<LateImpulse> loads;        // kept between two steps: the impulses on supported bodies
	std::unique_ptr<PluginState> preview;  // the state in which previews fly; null: there was no preview yet
	const PluginState* original = nullptr; // not null: this state is its preview, pushes no body and keeps all paths
	std::vector<const b2Body*> pushed;     // bodies whose velocity has changed since their motion in this step
	ForeseenPushes foreseen;               // used only by previews
	QueuedBodies queued;
	std::vector<const b2Fixture*> forgotten; // fixtures that were forgotten since the last flight
	PressScratch pressScratch;
	SolidAhead ahead; // scratch of the bullet that has an impact
	StepStats stats;
	Error lastError;         // the error of the last call that may be refused
	bool busy = false;       // inside Step or EndStep
	bool isInPast = false;   // a bullet flies through a History: foreseen has the velocities that bodies had then
	bool begun = false;      // between Begin and End
	bool stepsWorld = false; // in Plugin::Step, in which the game does nothing before the world has stepped
	bool recorded = false;   // the last Begin has recorded the poses of bodies, since something flew
	bool motionKnown = true; // the last Begin had enough memory to record the poses
	int32_t idleSteps = 0;   // steps since a projectile last flew; counts to k_stepsToRelease
	float underway = 0.0f;   // the duration of a step that the world has not yet completed (s); 0: there is none

	/// True if nothing flies. A step then reads no body.
	[[nodiscard]] bool IsIdle() const { return bullets.Count() == 0 && grenades.states.empty(); }

	/// True if nothing waits for the next step. Requires: nothing has flown in the last step.
	[[nodiscard]] bool IsQuiet() const
	{
		return IsIdle() && underway == 0.0f && events.AreNone() && queued.IsEmpty() && loads.empty() &&
		       explosions.Pending().empty() && betweenSteps.HasRecords() == false && failures.AreNone();
	}

	/// After this number of steps in which nothing flies, the plugin frees memory.
	static constexpr int32_t k_stepsToRelease = 600;

	/// Does the whole step if nothing flies: advances the time.
	void PassTime(float dt) noexcept
	{
		if (idleSteps < k_stepsToRelease && ++idleSteps == k_stepsToRelease)
		{
			ReleaseMemory();
		}
		bullets.BeginFlight(dt, GravityOf(world));
		bullets.EndFlight();
		events.path.duration = dt;
	}

	/// Returns which bodies' poses a step must record. If the game moves a static body within a step, that body pushes
	/// grenades along its path. For bullets only its new pose counts.
	[[nodiscard]] Recorded RecordedBodies() const
	{
		return grenades.states.empty() ? Recorded::Moving : Recorded::WithStatic;
	}

	[[nodiscard]] Surface SurfaceOf(const b2Fixture* fixture)
	{
		return (original != nullptr ? original->surfaces : surfaces).Of(fixture, &failures);
	}

	/// Returns a Flight, which casts legs at bodies that move by the given motions. It ignores bodies that are queued
	/// for destruction.
	[[nodiscard]] Flight FlightIn(const WorldMotion& moves, double dt, RestIndex rest = {},
	                              const FreeFlight* near = nullptr) const
	{
		const QueuedBodies& going = original != nullptr ? original->queued : queued;
		return Flight(world, moves, going, dt, def.chordError, rest, near, original != nullptr ? &foreseen : nullptr);
	}

	/// The two halves of a step, before and after the step of the world. Neither throws. `failures` receives the
	/// exceptions of callbacks, and OutOfMemory.
	void Begin() noexcept;
	void End(float dt) noexcept;

	/// Shifts the origin of the world and of everything in the plugin.
	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	/// Sets the surface of a fixture. Does not dereference the pointer.
	void SetSurface(const b2Fixture* fixture, const Surface& surface)
	{
		if (surfaces.Has(fixture, surface) == false)
		{
			sleep.MakeRoomForSurface();
			surfaces.Set(fixture, surface);
			sleep.NoteSurface(fixture);
		}
	}

	/// Drops everything about a fixture, or about a body with its fixtures, that is about to be destroyed. Allocates
	/// nothing.
	void Forget(const b2Fixture* fixture) noexcept;
	void Forget(const b2Body* body) noexcept;

	/// Removes fixtures that no longer exist from the projectiles' lists of passed fixtures.
	void ForgetPassed() noexcept
	{
		if (forgotten.empty() == false)
		{
			ForgetPassed(forgotten);
			forgotten.clear();
		}
	}

	/// Gives a body an impulse (N s) at an arm (m) from its centre of mass. A preview, and a flight through the past,
	/// note in `foreseen` the velocities that the body would have. That may need memory.
	void GiveImpulse(b2Body& body, b2Vec2 impulse, const Vec<double>& arm)
	{
		if (original == nullptr)
		{
			ApplyAt(body, impulse, arm);
		}
		if (original != nullptr || isInPast)
		{
			foreseen.Add(body, VelocityAfter(body, foreseen.VelocityOf(body), impulse, arm));
		}
	}

	/// Gives the body the impulse of a complete impact. Requires: MakeRoomForImpact.
	void Push(const ImpactEvent& impact, const Contact& contact)
	{
		if (Pushes(impact, contact))
		{
			pushed.push_back(impact.body);
			GiveImpulse(*impact.body, impact.impulse, contact.arm);
		}
	}

	/// Makes sure that one impact, or one end, of a projectile can be reported.
	void MakeRoomForImpact()
	{
		events.impacts.MakeRoomForOne();
		ReserveOneMore(pushed);
		if (isInPast)
		{
			foreseen.MakeRoomForOne();
		}
	}
	void MakeRoomForEnd()
	{
		events.expired.MakeRoomForOne();
		explosions.MakeRoomForOne();
	}

private:
	void BeginFlights(bool isNewStep) noexcept;
	void WatchGame();
	void FinishStep(float dt) noexcept;
	void FinishFlights(float dt) noexcept;
	void ReleaseMemory() noexcept;
	void FlyAll(double dt);
	void FlyBullets(RestIndex rest, double dt);
	template <class Event>
	void SortEvents(EventList<Event>& events) noexcept;
	void DestroyQueued() noexcept;
	void ForgetUnnamed(const b2Fixture* fixture) noexcept;
	void ForgetPassed(std::span<const b2Fixture*> fixtures) noexcept;
};

/// Flies a projectile that is not fired or thrown, through steps of dt (s) up to a duration (s). Everything else stays
/// as it is now. Implemented in preview.cpp. Requires: the parameters are checked.
[[nodiscard]] Result<> Preview(PluginState& state, const BulletDef& bullet, float duration, float dt,
                               FlightPreview& seen);
[[nodiscard]] Result<> Preview(PluginState& state, const GrenadeDef& grenade, float duration, float dt,
                               FlightPreview& seen);

/// Fires a bullet at a past time, and flies it up to now. Implemented in past_shot.cpp. Requires: the def is checked,
/// and no step has begun. Returns the errors of Plugin::Fire. `failures` receives those of the flight.
[[nodiscard]] Result<BulletId> FireInPast(PluginState& state, const BulletDef& def, const History& history, double time,
                                          StepFailures& failures);

/// Saves and restores a state between steps. Implemented in save/saving.cpp.
[[nodiscard]] Result<> Save(PluginState& state, std::vector<std::byte>& bytes, const SaveDef& def);
[[nodiscard]] Result<> Restore(PluginState& state, std::span<const std::byte> bytes, const RestoreDef& def);

} // namespace ricochet
