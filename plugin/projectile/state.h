// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/event_list.h"
#include "projectile/flight.h"
#include "projectile/pool.h"
#include "projectile/press.h"
#include "projectile/response.h"

#include <ricochet/projectile/plugin.h>

#include <exception>
#include <new>
#include <unordered_map>

namespace ricochet
{

/// What the plugin keeps of a projectile beside its public state.
template <class Def>
struct ProjectileDetail
{
	Def def;
	Passing passing;
	Vec<double> position{}; ///< of which the public ones are the nearest floats, so that roundings do not add up
	Vec<double> velocity{};
	double age = 0.0;
};

using BulletDetail = ProjectileDetail<BulletDef>;
using GrenadeDetail = ProjectileDetail<GrenadeDef>;
using Bullets = Pool<BulletId, BulletState, BulletDetail>;
using Grenades = Pool<GrenadeId, GrenadeState, GrenadeDetail>;

/// What SetSurface was told.
struct KnownSurface
{
	Surface surface;
	bool alive = true; ///< scratch of the search for fixtures that are gone
};

/// The grenades that make way for bodies that are put back.
struct Following
{
	double now = 0.0;                     ///< the share of the step at which the others go back
	size_t count = 0;                     ///< the first of all grenades, which have flown
	const BodyMotion* blocking = nullptr; ///< of the body that leaves one no place and may go back
};

/// All that a plugin owns.
struct PluginState
{
	PluginState(b2World& pluginWorld, const PluginDef& pluginDef, uint32_t number)
	    : world(pluginWorld), def(pluginDef), bullets(number), grenades(number)
	{
	}

	b2World& world;
	PluginDef def;
	Bullets bullets;
	Grenades grenades;
	WorldMotion motion;
	WorldMotion betweenSteps; // what the game puts elsewhere between EndStep and BeginStep
	std::unordered_map<const b2Fixture*, KnownSurface> surfaces;
	EventList<ImpactEvent> impacts;
	EventList<PressEvent> presses;
	EventList<ExpiredEvent> expired;
	std::vector<const b2Body*> pushed; // bodies whose velocity is no longer that of their motion in this step
	std::vector<b2Body*> destroyQueue;
	std::vector<const b2Fixture*> forgotten; // since the last flight
	PressScratch pressScratch;
	StepStats stats;
	Error lastError;            // of the last call that may be refused
	Error stepError;            // of the step on its way
	std::exception_ptr failure; // the first that one of the game's functions threw in this step
	bool busy = false;          // inside Step or EndStep
	bool begun = false;         // between Begin and End
	bool motionKnown = true;    // the last Begin had the memory to record where bodies stand
	float underway = 0.0f;      // the time of a step of the world that is not yet complete (s); 0: none is

	[[nodiscard]] Surface SurfaceOf(const b2Fixture* fixture) const;

	/// The two halves of a step, before and after the world's. Neither throws: what one of the game's functions threw
	/// is in `failure` afterwards, and OutOfMemory in `stepError`.
	void Begin() noexcept;
	void End(float dt) noexcept;

	/// Shifts the world and all that the plugin holds.
	void ShiftOrigin(b2Vec2 newOrigin) noexcept;

	/// Lets a body that moves in this step go no farther than up to a share of it. Grenades that have flown make way.
	void HoldBack(const BodyMotion& body, double share, Following& following, double dt);

	/// The first error of a step is the one that is told.
	void KeepStepError(const Error& error) { stepError = stepError.reason == ErrorReason::None ? error : stepError; }

	/// Needs no memory.
	void Forget(const b2Fixture* fixture) noexcept;
	void Forget(const b2Body* body) noexcept;

	/// Makes sure that one impact, or one end, of a projectile can be told.
	void MakeRoomForImpact(Passing& passing);
	void MakeRoomForEnd() { expired.MakeRoomForOne(); }

private:
	template <class Call>
	bool Try(Call&& call) noexcept;
	void FinishStep(float dt) noexcept;
	void MakeWay();
	void FlyAll(double dt);
	void DestroyQueued();
	void ForgetLostSurfaces();
	void ForgetPassed(std::span<const b2Fixture*> fixtures) noexcept;
};

// Carries on after what the game's functions throw, and after a failed allocation. True if neither happened.
template <class Call>
bool PluginState::Try(Call&& call) noexcept
{
	try
	{
		call();
		return true;
	}
	catch (const std::bad_alloc&)
	{
		KeepStepError({ErrorReason::OutOfMemory});
	}
	catch (...)
	{
		failure = failure ? failure : std::current_exception();
	}
	return false;
}

} // namespace ricochet
