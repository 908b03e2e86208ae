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
	ForgetLostSurfaces();
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
	impacts.Clear();
	presses.Clear();
	pushed.clear();
	expired.Clear();
	stats = {};
	stats.quarantinedBodies = QuarantineBodies(world);
	underway = underway > 0.0f ? underway : dt;
	if (IsStepComplete(world))
	{
		FinishStep(std::exchange(underway, 0.0f));
	}
	DestroyQueued();
	bullets.Sweep(); // last, since a listener may cancel
	grenades.Sweep();
}

void PluginState::FinishStep(float dt) noexcept
{
	if (Try([&] { motion.End(world); }) == false)
	{
		motion.ForgetMotions();
		motionKnown = false;
	}
	stats.movedBodies = static_cast<int32_t>(motion.Moved().size());
	if (dt > 0.0f && motionKnown)
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
	const Flight flight(world, motion, dt, def.chordError);
	const size_t bulletCount = bullets.states.size(); // what a rule starts flies from the next step on
	const size_t grenadeCount = grenades.states.size();
	// Grenades first: they may hold bodies back, which bullets then meet where they are.
	for (size_t i = 0; i < grenadeCount; ++i)
	{
		if (grenades.IsGone(i) == false)
		{
			Try([&] { FlyGrenade(*this, flight, i, dt); });
		}
	}
	for (size_t i = 0; i < bulletCount; ++i)
	{
		if (bullets.IsGone(i) == false)
		{
			Try([&] { FlyBullet(*this, flight, i, dt); });
		}
	}
	stats.legs = flight.LegCount();
	impacts.Sort();
	presses.Sort();
	expired.Sort();
}

void PluginState::ShiftOrigin(b2Vec2 newOrigin) noexcept
{
	world.ShiftOrigin(newOrigin);
	motion.ShiftOrigin(newOrigin);
	betweenSteps.ShiftOrigin(newOrigin);

	// The public position as Box2D shifts its bodies: where both are exact, nothing changes side by rounding.
	const auto shift = [&](auto& projectiles)
	{
		for (size_t i = 0; i < projectiles.states.size(); ++i)
		{
			projectiles.states[i].position -= newOrigin;
			projectiles.details[i].position = projectiles.details[i].position - Lift<double>(newOrigin);
		}
	};
	shift(bullets);
	shift(grenades);
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
}

void PluginState::MakeRoomForImpact(Passing& passing)
{
	impacts.MakeRoomForOne();
	ReserveOneMore(pushed);
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

void PluginState::Forget(const b2Fixture* fixture) noexcept
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
	std::erase(destroyQueue, body);
	for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		Forget(fixture);
	}
}

void PluginState::ForgetPassed(std::span<const b2Fixture*> fixtures) noexcept
{
	if (fixtures.empty())
	{
		return;
	}
	std::sort(fixtures.begin(), fixtures.end(), std::less<>());
	for (BulletDetail& detail : bullets.details)
	{
		detail.passing.Forget(fixtures);
	}
	for (GrenadeDetail& detail : grenades.details)
	{
		detail.passing.Forget(fixtures);
	}
}

} // namespace ricochet
