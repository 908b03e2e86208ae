// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/state.h"

#include "geometry/compiler.h"
#include "host/host.h"
#include "projectile/base/forget_body.h"
#include "projectile/base/gravity.h"
#include "projectile/bullet/bullet_flight.h"
#include "projectile/grenade/grenade_flight.h"
#include "projectile/grenade/make_way.h"
#include "projectile/kept_sides.h"

#include <ricochet/host/quarantine.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>
#include <utility>

namespace ricochet
{

void PluginState::Begin() noexcept
{
	begun = true;
	Replace(failures.error);
	events.Clear();
	if (queued.IsEmpty() == false)
	{
		DestroyQueued();
	}
	const bool isNewStep = underway == 0.0f || IsStepComplete(world);
	if (isNewStep)
	{
		underway = 0.0f;
		recorded = false;
	}
	surfaces.ForgetLost(world);
	if (loads.empty() == false)
	{
		GiveBorneLoads(*this);
	}
	if (IsIdle())
	{
		betweenSteps.ForgetRecords();
	}
	else
	{
		BeginFlights(isNewStep);
	}
}

void PluginState::BeginFlights(bool isNewStep) noexcept
{
	failures.Try([&] { bullets.Kinds().LoseDeadTargets(world); });
	if (isNewStep == false)
	{
		QuarantineBodies(world);
		return;
	}
	if (betweenSteps.HasRecords())
	{
		failures.Try([&] { MakeWayBetweenSteps(*this); });
	}
	recorded = true;
	motionKnown = failures.Try(
	    [&]
	    {
		    motion.Begin(world, RecordedBodies(), &betweenSteps);
		    WatchGame();
	    });
	if (motionKnown == false)
	{
		QuarantineBodies(world);
	}
}

// Before the world's step the game may move a static body within its bounds in the tree without a trace. Near sleeping
// grenades such bodies are watched. If a grenade is awake, it may come to any such body, so all bodies are compared.
void PluginState::WatchGame()
{
	if (stepsWorld == false)
	{
		sleep.Watch(motion);
		if (sleep.SleepAll() == false)
		{
			motion.CompareAll();
		}
	}
}

void PluginState::End(float dt) noexcept
{
	begun = false;
	pushed.clear();
	stats = {};
	underway = underway > 0.0f ? underway : dt;
	if (IsStepComplete(world))
	{
		FinishStep(std::exchange(underway, 0.0f));
	}
	else if (IsIdle() == false)
	{
		stats.quarantinedBodies = QuarantineTakingPart(world);
	}
	if (explosions.Pending().empty() == false)
	{
		explosions.ExplodePending(dt, failures);
	}
	bullets.Sweep(); // last, since a predicate may cancel
	grenades.Sweep();
}

void PluginState::FinishStep(float dt) noexcept
{
	if (IsIdle())
	{
		motion.ForgetMotions();
		ForgetPassed();
		PassTime(dt);
	}
	else
	{
		FinishFlights(dt);
	}
}

// Frees memory that the next flights can allocate again. The lists of projectiles are kept, because they know which ids
// were given. No event is lost, because a step in which nothing flies has none.
void PluginState::ReleaseMemory() noexcept
{
	events = {};
	motion = {};
	betweenSteps = {};
	ways = {};
	sleep.Release();
	still.Release();
	freeFlight = {};
	aheadFlights = {};
	std::vector<NotFree>().swap(notFree);
}

void PluginState::FinishFlights(float dt) noexcept
{
	idleSteps = 0;
	if (recorded == false)
	{
		motionKnown = failures.Try([&] { motion.BeginAfterwards(world, RecordedBodies()); });
	}
	if (failures.Try([&] { stats.quarantinedBodies = motion.End(world, {}, still.Pays(bullets.Count()) == false); }) ==
	    false)
	{
		stats.quarantinedBodies = QuarantineTakingPart(world);
		motion.ForgetMotions();
		motionKnown = false;
	}
	stats.movedBodies = static_cast<int32_t>(motion.MovedCount());
	sleep.WakeWhereChanged(motion, failures);
	if (dt > 0.0f && motionKnown && failures.Try([&] { bullets.Kinds().LoseDeadTargets(world); }))
	{
		FlyAll(dt);
	}
	motionKnown = true;
	if (grenades.states.empty() == false)
	{
		failures.Try([&] { betweenSteps.Begin(world, Recorded::All, &motion); });
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
	const Flight flight = FlightIn(motion, dt);
	// Grenades fly first. They may hold bodies back, and bullets must hit those bodies at their resulting poses.
	FlyGrenades(*this, flight, dt);
	motion.ForgetStatic();
	// The rule may have fired many bullets at impacts of grenades, so that an index is faster now.
	FlyBullets(motion.NeedsTree() ? RestIndex{} : still.Take(bullets.Count(), motion, def.snapshot), dt);
	bullets.EndFlight();
	events.path.duration = dt;
	stats.legs += flight.LegCount();
	SortEvents(events.impacts);
	SortEvents(events.presses);
	SortEvents(events.expired);
}

// Sorts a list of events. If the executor fails, the list is sorted on this thread.
template <class Event>
void PluginState::SortEvents(EventList<Event>& list) noexcept
{
	if (failures.Try([&] { list.Sort(def.executor); }) == false)
	{
		list.Sort({});
	}
}

// Flies the bullets that may hit something, one after another. A bullet that a rule fires flies from the next step on.
void PluginState::FlyBullets(RestIndex rest, double dt)
{
	bool areSorted = false;
	const auto sort = [&]
	{
		areSorted = freeFlight.Sort(bullets, *rest.state, motion, GravityOf(world), dt, def.executor, notFree);
	};
	if (rest && failures.Try(sort) && areSorted)
	{
		aheadFlights.Fly(*this, notFree, rest, dt);
		return;
	}
	const Flight flight = FlightIn(motion, dt, rest);
	const b2Vec2 gravity = GravityOf(world);
	const size_t count = bullets.Extent();
	for (size_t i = bullets.NextFrom(0); i < count; i = bullets.NextFrom(i + 1))
	{
		if (bullets.IsFlying(i) && bullets.SetsOut(i) && FliesFree(bullets, i, flight, gravity, dt) == false)
		{
			failures.Try([&] { FlyBullet(*this, flight, i, dt); });
		}
	}
	stats.legs += flight.LegCount();
}

void PluginState::ShiftOrigin(b2Vec2 newOrigin) noexcept
{
	sleep.WakeWhereChanged({}, failures);
	KeptSides sides(*this);
	const bool areNoted = failures.Try([&] { sides.Note(newOrigin); });
	world.ShiftOrigin(newOrigin);
	sleep.ShiftOrigin(newOrigin, failures);
	motion.ShiftOrigin(newOrigin);
	betweenSteps.ShiftOrigin(newOrigin);
	bullets.ShiftOrigin(newOrigin);

	// The public position is shifted as Box2D shifts its bodies.
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		ShiftPlace(grenades.states[i].position, newOrigin);
		Vec<double>& exact = grenades.details[i].position;
		exact = exact - Lift<double>(newOrigin);
		exact = FitsFloat(exact) ? exact : Lift<double>(ToFloat(exact));
		if (std::optional<b2Vec2>& from = grenades.details[i].def.from; from)
		{
			ShiftPlace(*from, newOrigin);
		}
	}
	events.ShiftOrigin(newOrigin);
	explosions.ShiftOrigin(newOrigin);
	if (areNoted)
	{
		failures.Try([&] { sides.Restore(); });
	}
	bullets.Sweep(); // last, since a predicate may cancel
	grenades.Sweep();
}

// Destroys the queued bodies. Bodies that Box2D's callbacks queue during this call wait for the next step.
void PluginState::DestroyQueued() noexcept
{
	queued.Call();
	DestroyBodies(
	    world, [&] { return queued.AreDue(); }, [&](b2Body* body) { return queued.Take(body); },
	    [&](b2Body* body)
	    {
		    Forget(body);
		    failures.Try(
		        [&]
		        {
			        world.DestroyBody(body);
			        queued.Remove(body); // a callback may have queued it again, and its address may be used again
		        });
	    });
	queued.Dismiss();
}

// Drops everything about a fixture. If it is the last fixture of its body, drops the body, too, because Box2D's
// destruction listener reports only fixtures.
void PluginState::Forget(const b2Fixture* fixture) noexcept
{
	if (const b2Body* body = fixture->GetBody(); OnlyFixtureOf(*body) == fixture)
	{
		Forget(body);
		return;
	}
	events.Unname([&](const b2Body*, const b2Fixture* named) { return named == fixture; });
	ForgetUnnamed(fixture);
}

void PluginState::ForgetUnnamed(const b2Fixture* fixture) noexcept
{
	surfaces.Forget(fixture);
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
	std::erase_if(loads, [&](const LateImpulse& load) { return load.body == body; });
	events.Unname([&](const b2Body* named, const b2Fixture*) { return named == body; });
	bullets.Kinds().Forget(body);
	for (GrenadeDetail& detail : grenades.details)
	{
		ForgetBody(detail.def, body);
	}
	for (PendingExplosion& explosion : explosions.Pending())
	{
		ForgetBody(explosion.def, body);
	}
	for (const b2Fixture* fixture : FixturesOf(*body))
	{
		ForgetUnnamed(fixture);
	}
}

void PluginState::ForgetPassed(std::span<const b2Fixture*> fixtures) noexcept
{
	std::sort(fixtures.begin(), fixtures.end(), std::less<>());
	bullets.Forget(fixtures);
	for (GrenadeDetail& detail : grenades.details)
	{
		detail.passing.Forget(fixtures);
		if (std::binary_search(fixtures.begin(), fixtures.end(), detail.stuckTo, std::less<>()))
		{
			detail.stuckTo = nullptr;
		}
	}
}

} // namespace ricochet
