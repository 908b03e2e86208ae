// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "projectile/leg/disc_cast.h"
#include "projectile/state.h"

#include <algorithm>
#include <functional>

// Grenades at rest are not flown. Nobody looks after them: what changes in the world wakes those that lie near it.

namespace ricochet
{

void PluginState::Wake(GrenadeId id) noexcept
{
	const size_t i = grenades.PositionOf(id);
	if (i < grenades.states.size() && grenades.details[i].sleeper >= 0)
	{
		sleepers.Remove(grenades.details[i].sleeper);
		grenades.details[i].sleeper = -1;
	}
}

void PluginState::WakeNear(const b2AABB& box) noexcept
{
	for (const GrenadeId id : sleepers.Near(box))
	{
		Wake(id);
	}
}

void PluginState::WakeNear(const b2Fixture& fixture) noexcept
{
	for (int32_t child = 0; child < fixture.GetShape()->GetChildCount() && sleepers.IsEmpty() == false; ++child)
	{
		b2AABB box;
		fixture.GetShape()->ComputeAABB(&box, fixture.GetBody()->GetTransform(), child);
		WakeNear(box);
	}
}

void PluginState::WakeAll() noexcept
{
	for (size_t i = 0; i < grenades.states.size(); ++i)
	{
		if (grenades.details[i].sleeper >= 0)
		{
			sleepers.Remove(grenades.details[i].sleeper);
			grenades.details[i].sleeper = -1;
		}
	}
}

void PluginState::SetSurface(const b2Fixture* fixture, const Surface& surface)
{
	const bool isLainOn = sleepers.IsEmpty() == false;
	if (isLainOn)
	{
		ReserveOneMore(resurfaced);
	}
	surfaces.Set(fixture, surface);
	if (isLainOn)
	{
		resurfaced.push_back(fixture);
	}
}

// Once a step, however many there are: which of them are still there only the world knows.
void PluginState::WakeOnResurfaced() noexcept
{
	if (resurfaced.empty())
	{
		return;
	}
	std::sort(resurfaced.begin(), resurfaced.end(), std::less<>());
	for (const b2Body* body : BodiesOf(world))
	{
		for (const b2Fixture* fixture : FixturesOf(*body))
		{
			if (std::binary_search(resurfaced.begin(), resurfaced.end(), fixture, std::less<>()))
			{
				WakeNear(*fixture);
			}
		}
	}
	resurfaced.clear();
}

void PluginState::WakeWhereChanged() noexcept
{
	if (sleepers.IsEmpty())
	{
		watch.Forget();
		resurfaced.clear();
		return;
	}
	WakeOnResurfaced();
	const bool hasLooked = failures.Try([&] { watch.Look(world, [&](const b2AABB& box) { WakeNear(box); }); });
	if (hasLooked == false || GravityOf(world) != sleepGravity)
	{
		WakeAll();
		watch.Forget();
	}
}

void PluginState::PutToSleep(size_t i)
{
	if (watch.HasLooked() == false)
	{
		watch.LookAway(world);
		sleepGravity = GravityOf(world);
	}
	Lay(i);
}

void PluginState::Lay(size_t i)
{
	const b2Vec2 position = grenades.states[i].position;
	const float radius = grenades.states[i].radius;
	const auto margin = static_cast<float>(4.0 * ContactGap(position, radius));
	grenades.details[i].sleeper = sleepers.Add(grenades.states[i].id, BoundsOfDisc(position, radius + margin));
}

// True if nothing but time has come to a grenade that sleeps. Its last step it is awake.
bool PluginState::SleepsThrough(size_t i, double dt) noexcept
{
	GrenadeDetail& detail = grenades.details[i];
	if (detail.sleeper < 0)
	{
		return false;
	}
	if (detail.age + dt >= LifetimeOf(detail))
	{
		Wake(grenades.states[i].id);
		return false;
	}
	detail.age += dt;
	grenades.states[i].age = static_cast<float>(detail.age);
	return true;
}

} // namespace ricochet
