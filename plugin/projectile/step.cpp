// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/state.h"

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <tuple>

namespace ricochet
{

void PluginState::Begin()
{
	ForgetLostSurfaces();
	motion.Begin(world);
}

void PluginState::End(float dt)
{
	impacts.clear();
	expired.clear();
	motion.End(world);
	stats = {};
	stats.movedBodies = static_cast<int32_t>(motion.Moved().size());
	stats.quarantinedBodies = motion.QuarantinedCount();
	if (dt > 0.0f)
	{
		FlyAll(dt);
	}
	DestroyQueued();
}

void PluginState::FlyAll(double dt)
{
	const Flight flight(world, motion, dt, def.chordError);
	const size_t bulletCount = bullets.states.size();
	for (size_t i = 0; i < bulletCount; ++i)
	{
		FlyBullet(*this, flight, i, dt);
	}
	const size_t grenadeCount = grenades.states.size();
	for (size_t i = 0; i < grenadeCount; ++i)
	{
		FlyGrenade(*this, flight, i, dt);
	}
	bullets.Sweep();
	grenades.Sweep();
	stats.legs = flight.LegCount();
	Sort(impacts, impactScratch);
	Sort(expired, expiredScratch);
}

// By time, bullets before grenades, then id, then as they happened. By way of an index, so that nothing is allocated
// once the buffers have grown.
template <class Event>
void PluginState::Sort(std::vector<Event>& events, std::vector<Event>& scratch)
{
	eventOrder.resize(events.size());
	for (uint32_t i = 0; i < events.size(); ++i)
	{
		eventOrder[i] = i;
	}
	const auto key = [&](uint32_t i)
	{
		const Event& event = events[i];
		return std::tuple(event.time, event.bullet.generation == 0, event.bullet.index, event.bullet.generation,
		                  event.grenade.index, event.grenade.generation, i);
	};
	std::sort(eventOrder.begin(), eventOrder.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
	scratch.clear();
	for (const uint32_t i : eventOrder)
	{
		scratch.push_back(events[i]);
	}
	events.swap(scratch);
}

// What Box2D's callbacks queue meanwhile waits for the next step.
void PluginState::DestroyQueued()
{
	std::vector<b2Body*> queue;
	queue.swap(destroyQueue);
	for (b2Body* body = world.GetBodyList(); body != nullptr && queue.empty() == false;)
	{
		b2Body* next = body->GetNext();
		if (std::erase(queue, body) > 0)
		{
			world.DestroyBody(body);
		}
		body = next;
	}
}

void PluginState::ForgetLostSurfaces()
{
	if (surfaces.empty())
	{
		return;
	}
	std::unordered_map<const b2Fixture*, Surface> alive;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const auto found = surfaces.find(fixture);
			if (found != surfaces.end())
			{
				alive.insert(*found);
			}
		}
	}
	surfaces.swap(alive);
}

} // namespace ricochet
