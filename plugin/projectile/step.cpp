// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/state.h"

#include "geometry/compiler.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"
#include "projectile/grenade/grenade_flight.h"

#include <ricochet/host/quarantine.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace ricochet
{

void PluginState::Begin() noexcept
{
	begun = true;
	failures.error = {};
	events.Clear();
	DestroyQueued();
	surfaces.ForgetLost(world);
	failures.Try([&] { LoseDeadTargets(); });
	QuarantineBodies(world);
	if (underway == 0.0f || IsStepComplete(world))
	{
		underway = 0.0f;
		motionKnown = failures.Try([&] { motion.Begin(world); });
		if (betweenSteps.HasRecords())
		{
			failures.Try([&] { MakeWay(); });
		}
	}
}

void PluginState::End(float dt) noexcept
{
	begun = false;
	pushed.clear();
	stats = {};
	stats.quarantinedBodies = QuarantineBodies(world);
	underway = underway > 0.0f ? underway : dt;
	if (IsStepComplete(world))
	{
		FinishStep(std::exchange(underway, 0.0f));
	}
	explosions.ExplodePending(dt, failures);
	bullets.Sweep(); // last, since a predicate may cancel
	grenades.Sweep();
}

void PluginState::FinishStep(float dt) noexcept
{
	if (failures.Try([&] { motion.End(world); }) == false)
	{
		motion.ForgetMotions();
		motionKnown = false;
	}
	stats.movedBodies = static_cast<int32_t>(motion.Moved().size());
	sleep.WakeWhereChanged(failures);
	if (dt > 0.0f && motionKnown && failures.Try([&] { LoseDeadTargets(); }))
	{
		FlyAll(dt);
	}
	motionKnown = true;
	if (grenades.states.empty() == false)
	{
		failures.Try([&] { betweenSteps.Begin(world); });
	}
}

void PluginState::FlyAll(double dt)
{
	if (const b2Vec2 gravity = world.GetGravity(); gravity.IsValid() == false)
	{
		failures.Keep(
		    {ErrorReason::NotFinite, "b2World::GetGravity", -1, std::isfinite(gravity.x) ? gravity.y : gravity.x});
	}
	ForgetPassed();
	bullets.BeginFlight(dt, GravityOf(world));
	const Snapshot::State* stood = still.Take(bullets.Count(), motion);
	const Flight flight = FlightIn(motion, dt);
	// Grenades first: they may hold bodies back, which bullets then meet where they are.
	FlyGrenades(flight, dt);
	GiveLoads();
	FlyBullets(stood, dt);
	bullets.EndFlight();
	events.path.duration = dt;
	stats.legs += flight.LegCount();
	SortEvents(events.impacts);
	SortEvents(events.presses);
	SortEvents(events.expired);
}

// Here, if the executor gives up.
template <class Event>
void PluginState::SortEvents(EventList<Event>& list) noexcept
{
	if (failures.Try([&] { list.Sort(def.executor); }) == false)
	{
		list.Sort({});
	}
}

// What a rule starts flies from the next step on.
void PluginState::FlyGrenades(const Flight& flight, double dt)
{
	const size_t count = grenades.states.size();
	const bool areAsked = bullets.Kinds().HitGrenades();
	failures.Try([&] { ways.Begin(count, areAsked); });
	for (size_t i = 0; i < count; ++i)
	{
		if (grenades.IsGone(i) == false && sleep.SleepsThrough(i, dt) == false)
		{
			PrefetchAll(grenades.details[std::min(i + 1, count - 1)]); // each is a block of its own
			failures.Try([&] { FlyGrenade(*this, flight, i, dt); });
			if (grenades.details[i].lies && grenades.IsGone(i) == false)
			{
				failures.Try([&] { sleep.PutToSleep(i); });
			}
		}
	}
	if (areAsked && failures.Try([&] { CloseWays(count); }) == false)
	{
		ways.Begin(0, false);
	}
}

void PluginState::CloseWays(size_t count)
{
	for (size_t i = 0; i < count; ++i)
	{
		if (grenades.IsGone(i) == false)
		{
			const GrenadeDetail& detail = grenades.details[i];
			ways.Close(i, detail.def.radius, detail.position, detail.velocity);
		}
	}
	ways.Finish();
}

// Those that may meet something, one after another. What a rule starts flies from the next step on.
void PluginState::FlyBullets(const Snapshot::State* stood, double dt)
{
	bool areSorted = false;
	const auto sort = [&]
	{
		areSorted = freeFlight.Sort(bullets, *stood, motion, GravityOf(world), dt, def.executor, notFree);
	};
	if (stood != nullptr && failures.Try(sort) && areSorted)
	{
		aheadFlights.Fly(*this, notFree, *stood, dt);
		return;
	}
	const Flight flight = FlightIn(motion, dt, stood);
	const size_t count = bullets.Extent();
	for (size_t i = bullets.NextFrom(0); i < count; i = bullets.NextFrom(i + 1))
	{
		if (bullets.IsFlying(i) && bullets.HasSetOut(i))
		{
			failures.Try([&] { FlyBullet(*this, flight, i, dt); });
		}
	}
	stats.legs += flight.LegCount();
}

void PluginState::GiveLoads() noexcept
{
	for (const LateImpulse& load : loads)
	{
		const Vec<double> point = Lift<double>(load.body->GetWorldCenter()) + load.arm;
		load.body->ApplyLinearImpulse(load.impulse, ToFloat(point), true);
	}
	loads.clear();
}

void PluginState::ShiftOrigin(b2Vec2 newOrigin) noexcept
{
	sleep.WakeWhereChanged(failures);
	world.ShiftOrigin(newOrigin);
	sleep.ShiftOrigin(newOrigin, failures);
	motion.ShiftOrigin(newOrigin);
	betweenSteps.ShiftOrigin(newOrigin);
	bullets.ShiftOrigin(newOrigin);

	// The public position as Box2D shifts its bodies: where both are exact, nothing changes side by rounding.
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		ShiftPlace(grenades.states[i].position, newOrigin);
		Vec<double>& exact = grenades.details[i].position;
		exact = exact - Lift<double>(newOrigin);
		exact = FitsFloat(exact) ? exact : Lift<double>(ToFloat(exact));
	}
	events.ShiftOrigin(newOrigin);
	explosions.ShiftOrigin(newOrigin);
}

} // namespace ricochet
