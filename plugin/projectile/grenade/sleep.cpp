// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/sleep.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "projectile/base/reserve_one_more.h"
#include "projectile/leg/disc_cast.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

void GrenadeSleep::Wake(GrenadeDetail& detail) noexcept
{
	if (detail.sleeper >= 0)
	{
		m_sleepers.Remove(detail.sleeper);
		detail.sleeper = -1;
	}
}

void GrenadeSleep::Wake(GrenadeId id) noexcept
{
	const size_t i = m_grenades.PositionOf(id);
	if (i < m_grenades.states.size())
	{
		Wake(m_grenades.details[i]);
	}
}

void GrenadeSleep::WakeNear(const b2AABB& box) noexcept
{
	for (const GrenadeId id : m_sleepers.Near(box))
	{
		Wake(id);
	}
}

void GrenadeSleep::WakeNear(const b2Fixture& fixture) noexcept
{
	for (int32_t child = 0; child < fixture.GetShape()->GetChildCount() && m_sleepers.IsEmpty() == false; ++child)
	{
		b2AABB box;
		fixture.GetShape()->ComputeAABB(&box, fixture.GetBody()->GetTransform(), child);
		WakeNear(box);
	}
}

void GrenadeSleep::WakeAll() noexcept
{
	for (GrenadeDetail& detail : m_grenades.details)
	{
		Wake(detail);
	}
}

void GrenadeSleep::MakeRoomForSurface()
{
	if (m_sleepers.IsEmpty() == false)
	{
		ReserveOneMore(m_resurfaced);
	}
}

void GrenadeSleep::NoteSurface(const b2Fixture* fixture) noexcept
{
	if (m_sleepers.IsEmpty() == false)
	{
		m_resurfaced.push_back(fixture);
	}
}

// The fixtures are found by one walk over the world: some of them may no longer exist.
void GrenadeSleep::WakeOnResurfaced() noexcept
{
	if (m_resurfaced.empty())
	{
		return;
	}
	std::sort(m_resurfaced.begin(), m_resurfaced.end(), std::less<>());
	for (const b2Body* body : BodiesOf(m_world))
	{
		for (const b2Fixture* fixture : FixturesOf(*body))
		{
			if (std::binary_search(m_resurfaced.begin(), m_resurfaced.end(), fixture, std::less<>()))
			{
				WakeNear(*fixture);
			}
		}
	}
	m_resurfaced.clear();
}

void GrenadeSleep::WakeWhereChanged(StepFailures& failures) noexcept
{
	if (m_sleepers.IsEmpty())
	{
		m_watch.Forget();
		m_resurfaced.clear();
		return;
	}
	WakeOnResurfaced();
	const bool hasLooked = failures.Try([&] { m_watch.Look(m_world, [&](const b2AABB& box) { WakeNear(box); }); });
	if (hasLooked == false || GravityOf(m_world) != m_gravity)
	{
		WakeAll();
		m_watch.Forget();
	}
}

void GrenadeSleep::PutToSleep(size_t i)
{
	if (m_watch.HasLooked() == false)
	{
		m_watch.LookAway(m_world);
		m_gravity = GravityOf(m_world);
	}
	Lie(i);
}

void GrenadeSleep::Lie(size_t i)
{
	const b2Vec2 position = m_grenades.states[i].position;
	const float radius = m_grenades.states[i].radius;
	const auto margin = static_cast<float>(4.0 * ContactGap(position, radius));
	m_grenades.details[i].sleeper = m_sleepers.Add(m_grenades.states[i].id, BoundsOfDisc(position, radius + margin));
}

bool GrenadeSleep::SleepsThrough(size_t i, double dt) noexcept
{
	GrenadeDetail& detail = m_grenades.details[i];
	if (detail.sleeper < 0)
	{
		return false;
	}
	if (detail.age + dt >= LifetimeOf(detail))
	{
		Wake(m_grenades.states[i].id);
		return false;
	}
	detail.age += dt;
	m_grenades.states[i].age = static_cast<float>(detail.age);
	return true;
}

void GrenadeSleep::ShiftOrigin(b2Vec2 newOrigin, StepFailures& failures) noexcept
{
	m_sleepers.ShiftOrigin(newOrigin);
	if (m_watch.HasLooked() && failures.Try([&] { m_watch.LookAway(m_world); }) == false)
	{
		WakeAll();
		m_watch.Forget();
	}
}

void GrenadeSleep::LieAsSaved()
{
	for (size_t i = 0; i < m_grenades.states.size(); ++i)
	{
		if (m_grenades.details[i].sleeper >= 0)
		{
			Lie(i);
		}
	}
}

void GrenadeSleep::Swap(GrenadeSleep& other) noexcept
{
	std::swap(m_sleepers, other.m_sleepers);
	std::swap(m_watch, other.m_watch);
	std::swap(m_gravity, other.m_gravity);
	m_resurfaced.swap(other.m_resurfaced);
}

int32_t Sleepers::Add(GrenadeId id, const b2AABB& box)
{
	// A place is the index of a node of the tree. The tree has at most two nodes for each box, and doubles its memory.
	// The list is reserved for every index that CreateProxy may return, so that it does not throw after that.
	if (m_sleepers.capacity() < 8 * (m_count + 4))
	{
		m_sleepers.reserve(12 * (m_count + 4));
	}
	m_near.reserve(m_sleepers.capacity());
	const int32_t place = m_tree->CreateProxy(box, nullptr);
	m_sleepers.resize(std::max(m_sleepers.size(), static_cast<size_t>(place) + 1));
	m_sleepers[static_cast<size_t>(place)] = {id, box};
	++m_count;
	return place;
}

void Sleepers::Remove(int32_t place)
{
	m_tree->DestroyProxy(place);
	--m_count;
}

const std::vector<GrenadeId>& Sleepers::Near(const b2AABB& box)
{
	m_near.clear();
	struct Collect
	{
		Sleepers& sleepers;
		const b2AABB& box;
		bool QueryCallback(int32_t place) // NOLINT: Box2D's name
		{
			const Sleeper& sleeper = sleepers.m_sleepers[static_cast<size_t>(place)];
			if (b2TestOverlap(sleeper.box, box))
			{
				sleepers.m_near.push_back(sleeper.id);
			}
			return true;
		}
	};
	if (m_count > 0)
	{
		Collect collect{*this, box};
		m_tree->Query(&collect, box);
	}
	return m_near;
}

void Sleepers::ShiftOrigin(b2Vec2 newOrigin)
{
	m_tree->ShiftOrigin(newOrigin);
	for (Sleeper& sleeper : m_sleepers)
	{
		sleeper.box.lowerBound -= newOrigin;
		sleeper.box.upperBound -= newOrigin;
	}
}

} // namespace ricochet
