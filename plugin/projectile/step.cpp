// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/state.h"

#include <ricochet/world/quarantine.h>

#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <functional>
#include <new>

namespace ricochet
{

// Carries on after what the game's functions throw, and after a failed allocation.
template <class Call>
void PluginState::Try(Call&& call) noexcept
{
	try
	{
		call();
	}
	catch (const std::bad_alloc&)
	{
		SayOutOfMemory();
	}
	catch (...)
	{
		failure = failure ? failure : std::current_exception();
	}
}

void PluginState::Begin() noexcept
{
	ForgetLostSurfaces();
	Try([&] { motion.Begin(world); });
	if (motion.QuarantinedCount() > 0)
	{
		QuarantineBodies(world);
	}
}

void PluginState::End(float dt) noexcept
{
	impacts.Clear();
	expired.Clear();
	stats = {};
	bool known = false;
	Try(
	    [&]
	    {
		    motion.End(world);
		    known = true;
	    });
	if (known == false)
	{
		motion.ForgetMotions();
	}
	if (motion.QuarantinedCount() > 0)
	{
		QuarantineBodies(world);
	}
	stats.movedBodies = static_cast<int32_t>(motion.Moved().size());
	stats.quarantinedBodies = motion.QuarantinedCount();
	if (dt > 0.0f && known)
	{
		FlyAll(dt);
	}
	DestroyQueued();
}

void PluginState::FlyAll(double dt)
{
	ForgetPassed();
	const Flight flight(world, motion, dt, def.chordError);
	const size_t bulletCount = bullets.states.size();
	for (size_t i = 0; i < bulletCount; ++i)
	{
		Try([&] { FlyBullet(*this, flight, i, dt); });
	}
	const size_t grenadeCount = grenades.states.size();
	for (size_t i = 0; i < grenadeCount; ++i)
	{
		Try([&] { FlyGrenade(*this, flight, i, dt); });
	}
	bullets.Sweep();
	grenades.Sweep();
	stats.legs = flight.LegCount();
	impacts.Sort();
	expired.Sort();
}

void PluginState::MakeRoomForImpact(Passing& passing)
{
	impacts.MakeRoomForOne();
	passing.MakeRoomForHit();
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
			Try([&] { Forget(body); });
			Try([&] { world.DestroyBody(body); });
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

void PluginState::Forget(const b2Fixture* fixture)
{
	surfaces.erase(fixture);
	forgotten.push_back(fixture);
}

void PluginState::Forget(const b2Body* body)
{
	motion.Forget(body);
	std::erase(destroyQueue, body);
	for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		Forget(fixture);
	}
}

void PluginState::ForgetPassed()
{
	if (forgotten.empty())
	{
		return;
	}
	std::sort(forgotten.begin(), forgotten.end(), std::less<>());
	for (BulletDetail& detail : bullets.details)
	{
		detail.passing.Forget(forgotten);
	}
	for (GrenadeDetail& detail : grenades.details)
	{
		detail.passing.Forget(forgotten);
	}
	forgotten.clear();
}

} // namespace ricochet
