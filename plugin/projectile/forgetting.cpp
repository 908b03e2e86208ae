// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/state.h"

#include <algorithm>
#include <functional>
#include <new>

// Bodies and fixtures that go, and those that are found gone: what was kept of them goes too.

namespace ricochet
{

// Addresses of bodies that have died may be another's by the next step.
void PluginState::LoseDeadTargets()
{
	if (bullets.Kinds().HaveTargets())
	{
		bodies.clear();
		bodies.reserve(static_cast<size_t>(world.GetBodyCount()));
		for (const b2Body* body : BodiesOf(world))
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
	DestroyBodies(
	    world, [&] { return queued.AreDue(); }, [&](b2Body* body) { return queued.Take(body); },
	    [&](b2Body* body)
	    {
		    Forget(body);
		    failures.Try(
		        [&]
		        {
			        world.DestroyBody(body);
			        queued.Remove(body); // a goodbye may have queued it again, and its address is another's next
		        });
	    });
	queued.Dismiss();
}

// Of a fixture that goes the body remains, but its part in the event does not.
void PluginState::Forget(const b2Fixture* fixture) noexcept
{
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
	events.Unname([&](const b2Body* named, const b2Fixture*) { return named == body; });
	bullets.Kinds().LoseTargets([&](const b2Body* target) { return target == body; });
	for (const b2Fixture* fixture : FixturesOf(*body))
	{
		ForgetUnnamed(fixture);
	}
}

// What was told since the last time.
void PluginState::ForgetPassed() noexcept
{
	ForgetPassed(forgotten);
	forgotten.clear();
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
