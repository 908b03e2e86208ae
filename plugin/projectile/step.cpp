// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/state.h"

#include "projectile/bullet_flight.h"
#include "projectile/grenade_flight.h"
#include "world/solver_state.h"

#include <ricochet/world/quarantine.h>

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace ricochet
{

void PluginState::Begin() noexcept
{
	begun = true;
	stepError = {};
	ClearEvents();
	DestroyQueued();
	ForgetLostSurfaces();
	Try([&] { LoseDeadTargets(); });
	QuarantineBodies(world);
	if (underway == 0.0f || IsStepComplete(world))
	{
		underway = 0.0f;
		motionKnown = Try([&] { motion.Begin(world); });
		if (betweenSteps.HasRecords())
		{
			Try([&] { MakeWay(); });
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
	ExplodePending(dt);
	bullets.Sweep(); // last, since a predicate may cancel
	grenades.Sweep();
}

void PluginState::ClearEvents() noexcept
{
	impacts.Clear();
	presses.Clear();
	expired.Clear();
	path.Clear();
	lastFlight = 0.0;
	explosions.events.clear();
	explosions.hits.clear();
	explosions.fragments.clear();
}

void PluginState::FinishStep(float dt) noexcept
{
	if (Try([&] { motion.End(world); }) == false)
	{
		motion.ForgetMotions();
		motionKnown = false;
	}
	stats.movedBodies = static_cast<int32_t>(motion.Moved().size());
	WakeWhereChanged();
	if (dt > 0.0f && motionKnown && Try([&] { LoseDeadTargets(); }))
	{
		FlyAll(dt);
	}
	motionKnown = true;
	if (grenades.states.empty() == false)
	{
		Try([&] { betweenSteps.Begin(world); });
	}
}

void PluginState::FlyAll(double dt)
{
	ForgetPassed(forgotten);
	forgotten.clear();
	bullets.BeginFlight(dt, world.GetGravity());
	const Snapshot::State* stood = still.Take(bullets.Count(), motion);
	const Flight flight = FlightIn(motion, dt);
	const size_t grenadeCount = grenades.states.size(); // what a rule starts flies from the next step on
	// Grenades first: they may hold bodies back, which bullets then meet where they are.
	for (size_t i = 0; i < grenadeCount; ++i)
	{
		if (grenades.IsGone(i) == false && SleepsThrough(i, dt) == false)
		{
			Try([&] { FlyGrenade(*this, flight, i, dt); });
			if (grenades.details[i].lies && grenades.IsGone(i) == false)
			{
				Try([&] { PutToSleep(i); });
			}
		}
	}
	GiveLoads();
	FlyBullets(stood, dt);
	bullets.EndFlight();
	lastFlight = dt;
	stats.legs += flight.LegCount();
	impacts.Sort();
	presses.Sort();
	expired.Sort();
}

// Those that may meet something, one after another. What a rule starts flies from the next step on.
void PluginState::FlyBullets(const Snapshot::State* stood, double dt)
{
	const bool isSorted = stood != nullptr && freeFlight.Sort(bullets, *stood, motion, world.GetGravity(), dt, notFree);
	const Flight flight = FlightIn(motion, dt, stood, isSorted ? &freeFlight : nullptr);
	const auto fly = [&](size_t i)
	{
		if (bullets.IsFlying(i) && bullets.HasSetOut(i))
		{
			Try([&] { FlyBullet(*this, flight, i, dt); });
		}
	};
	if (isSorted)
	{
		std::for_each(notFree.begin(), notFree.end(), fly);
	}
	else
	{
		const size_t count = bullets.Extent();
		for (size_t i = bullets.NextFrom(0); i < count; i = bullets.NextFrom(i + 1))
		{
			fly(i);
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
	WakeWhereChanged();
	world.ShiftOrigin(newOrigin);
	sleepers.ShiftOrigin(newOrigin);
	if (watch.HasLooked() && Try([&] { watch.LookAway(world); }) == false)
	{
		WakeAll();
		watch.Forget();
	}
	motion.ShiftOrigin(newOrigin);
	betweenSteps.ShiftOrigin(newOrigin);
	bullets.ShiftOrigin(newOrigin);

	// The public position as Box2D shifts its bodies: where both are exact, nothing changes side by rounding.
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		grenades.states[i].position -= newOrigin;
		grenades.details[i].position = grenades.details[i].position - Lift<double>(newOrigin);
	}
	for (ImpactEvent& impact : impacts.All())
	{
		impact.enter.point -= newOrigin;
		impact.exit.point -= newOrigin;
	}
	for (PressEvent& press : presses.All())
	{
		press.point -= newOrigin;
	}
	for (ExpiredEvent& end : expired.All())
	{
		end.position -= newOrigin;
	}
	for (PendingExplosion& explosion : explosions.pending)
	{
		explosion.def.position -= newOrigin;
	}
	for (ExplosionEvent& explosion : explosions.events)
	{
		explosion.position -= newOrigin;
	}
	for (BlastEvent& hit : explosions.hits)
	{
		hit.point -= newOrigin;
	}
	for (PathPoint& point : path.points)
	{
		point.position -= newOrigin;
	}
}

void PluginState::MakeRoomForImpact()
{
	impacts.MakeRoomForOne();
	ReserveOneMore(pushed);
}

void PluginState::MakeRoomForImpact(Passing& passing)
{
	MakeRoomForImpact();
	passing.MakeRoomForHits();
}

// Addresses of bodies that have died may be another's by the next step.
void PluginState::LoseDeadTargets()
{
	if (bullets.Kinds().HaveTargets())
	{
		bodies.clear();
		bodies.reserve(static_cast<size_t>(world.GetBodyCount()));
		for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			bodies.push_back(body);
		}
		std::sort(bodies.begin(), bodies.end(), std::less<>());
		bullets.Kinds().LoseTargets(
		    [&](const b2Body* body)
		    { return std::binary_search(bodies.begin(), bodies.end(), body, std::less<>()) == false; });
	}
}

// What Box2D's callbacks queue meanwhile waits for the next step.
void PluginState::DestroyQueued() noexcept
{
	queued.Call();
	for (b2Body* body = world.GetBodyList(); body != nullptr && queued.AreDue();)
	{
		b2Body* next = body->GetNext();
		if (queued.Take(body))
		{
			Forget(body);
			const int32 left = world.GetBodyCount() - 1;
			const b2Body* first = body == world.GetBodyList() ? next : world.GetBodyList();
			Try([&] { world.DestroyBody(body); });
			// A listener that made or destroyed others may have taken the next one.
			const bool alone = world.GetBodyCount() == left && world.GetBodyList() == first;
			next = alone ? next : world.GetBodyList();
		}
		body = next;
	}
	queued.Dismiss();
}

void PluginState::ForgetLostSurfaces()
{
	if (surfaces.empty())
	{
		return;
	}
	for (auto& [fixture, known] : surfaces)
	{
		known.alive = false;
	}
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto found = surfaces.find(fixture);
			if (found != surfaces.end())
			{
				found->second.alive = true;
			}
		}
	}
	std::erase_if(surfaces, [](const auto& entry) { return entry.second.alive == false; });
}

// Of a fixture that goes the body remains, but its part in the event does not.
template <class IsGone>
void PluginState::UnnameInEvents(IsGone&& isGone) noexcept
{
	const auto unname = [&](auto& event)
	{
		if (isGone(event.body, event.fixture))
		{
			event.body = nullptr;
			event.fixture = nullptr;
		}
	};
	std::for_each(impacts.All().begin(), impacts.All().end(), unname);
	std::for_each(presses.All().begin(), presses.All().end(), unname);
	std::for_each(explosions.hits.begin(), explosions.hits.end(), unname);
}

void PluginState::Forget(const b2Fixture* fixture) noexcept
{
	UnnameInEvents([&](const b2Body*, const b2Fixture* named) { return named == fixture; });
	ForgetUnnamed(fixture);
}

void PluginState::ForgetUnnamed(const b2Fixture* fixture) noexcept
{
	surfaces.erase(fixture);
	try
	{
		forgotten.push_back(fixture);
	}
	catch (const std::bad_alloc&)
	{
		ForgetPassed({&fixture, 1});
	}
}

void PluginState::Forget(const b2Body* body) noexcept
{
	motion.Forget(body);
	betweenSteps.Forget(body);
	queued.Remove(body);
	UnnameInEvents([&](const b2Body* named, const b2Fixture*) { return named == body; });
	bullets.Kinds().LoseTargets([&](const b2Body* target) { return target == body; });
	for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		ForgetUnnamed(fixture);
	}
}

void PluginState::ForgetPassed(std::span<const b2Fixture*> fixtures) noexcept
{
	if (fixtures.empty())
	{
		return;
	}
	std::sort(fixtures.begin(), fixtures.end(), std::less<>());
	bullets.Forget(fixtures);
	for (GrenadeDetail& detail : grenades.details)
	{
		detail.passing.Forget(fixtures);
	}
}

} // namespace ricochet
