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
		    Try(
		        [&]
		        {
			        world.DestroyBody(body);
			        queued.Remove(body); // a goodbye may have queued it again, and its address is another's next
		        });
	    });
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
	for (const b2Body* body : BodiesOf(world))
	{
		for (const b2Fixture* fixture : FixturesOf(*body))
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
