// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/sleep.h"

#include "host/host.h"
#include "projectile/base/ballistics.h"
#include "projectile/base/gravity.h"
#include "projectile/base/reserve_one_more.h"
#include "projectile/leg/disc_cast.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ricochet
{

void GrenadeSleep::Wake(GrenadeDetail& detail) noexcept
{
	if (detail.sleeper >= 0)
	{
		m_sleepers.Remove(detail.sleeper);
		detail.sleeper = -1;
		m_woken += 1;
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

// Wakes the grenades near bodies that have moved. For most bodies, their tree leaves or discs about their centres prove
// that they are far from all sleeping grenades. A child wakes the grenades that touch its own box, not those that touch
// only its larger leaf in the tree.
void GrenadeSleep::WakeNearMoved(const WorldMotion& motion) noexcept
{
	for (const BodyMotion& moved : motion.Moved())
	{
		b2AABB around = Grown(LeavesOf(m_world, *moved.body), motion.LeafMargin());
		if (moved.isInTree == false)
		{
			const auto reach = static_cast<float>(motion.Find(moved.body)->reach);
			around = BoundsOfDisc(ToFloat(moved.centerBefore), reach);
			around.Combine(BoundsOfDisc(ToFloat(moved.centerAfter), reach));
		}
		const bool isNear = m_sleepers.Near(Grown(around, b2_aabbExtension)).empty() == false;
		for (const b2Fixture* fixture : FixturesOf(std::as_const(*moved.body)))
		{
			for (int32_t child = 0; isNear && child < fixture->GetShape()->GetChildCount(); ++child)
			{
				b2AABB before;
				b2AABB after;
				fixture->GetShape()->ComputeAABB(&before, moved.before, child);
				fixture->GetShape()->ComputeAABB(&after, moved.after, child);
				before.Combine(after);
				WakeNear(Grown(before, motion.ArcHeightOf(*motion.Find(moved.body))));
			}
		}
	}
}

void GrenadeSleep::Watch(WorldMotion& motion)
{
	if (TreeChangesOf(m_world) == m_tree)
	{
		m_watch.ForEach([&](const b2Body& body) { motion.Watch(body); });
		return;
	}
	for (const b2AABB& box : m_sleepers.Boxes())
	{
		motion.Watch(m_world, box);
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

// Finds the fixtures by one walk over the world, because some of them may no longer exist.
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

void GrenadeSleep::WakeWhereChanged(const WorldMotion& motion, StepFailures& failures) noexcept
{
	if (m_sleepers.IsEmpty())
	{
		m_watch.Forget();
		m_resurfaced.clear();
		return;
	}
	WakeOnResurfaced();
	WakeNearMoved(motion);
	const TreeChanges tree = TreeChangesOf(m_world);
	const bool isTreeSame = tree == m_tree || motion.HasKeptLeaves(m_tree);
	m_tree = tree;
	const auto wake = [&](const b2AABB& box)
	{
		WakeNear(box);
	};
	const auto look = [&]
	{
		m_watch.Look(m_world, isTreeSame, wake);
		if (isTreeSame == false || m_woken > m_sleepers.Count())
		{
			WatchAll(wake);
			m_watch.ForgetOthers();
			m_woken = 0;
		}
	};
	if (failures.Try(look) == false || GravityOf(m_world) != m_gravity)
	{
		WakeAll();
		m_watch.Forget();
	}
}

void GrenadeSleep::PutToSleep(size_t i)
{
	if (m_sleepers.IsEmpty())
	{
		m_watch.Forget();
		m_tree = TreeChangesOf(m_world);
		m_gravity = GravityOf(m_world);
	}
	m_watch.Add(m_world, BoxOf(i), [](const b2AABB&) {});
	Lie(i);
}

template <class Added>
void GrenadeSleep::WatchAll(Added&& added)
{
	for (const b2AABB& box : m_sleepers.Boxes())
	{
		m_watch.Add(m_world, box, added);
	}
}

b2AABB GrenadeSleep::BoxOf(size_t i) const
{
	const b2Vec2 position = m_grenades.states[i].position;
	const float radius = m_grenades.states[i].radius;
	const auto margin = static_cast<float>(4.0 * ContactGap(position, radius));
	return BoundsOfDisc(position, radius + margin);
}

void GrenadeSleep::Lie(size_t i)
{
	m_grenades.details[i].sleeper = m_sleepers.Add(m_grenades.states[i].id, BoxOf(i));
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
	m_watch.Forget();
	if (failures.Try([&] { WatchAll([](const b2AABB&) {}); }) == false)
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
	std::swap(m_tree, other.m_tree);
	std::swap(m_gravity, other.m_gravity);
	m_resurfaced.swap(other.m_resurfaced);
}

int32_t Sleepers::Add(GrenadeId id, const b2AABB& box)
{
	// `place` is the index of a node of the tree. The tree has at most two nodes for each box, and doubles its memory.
	// The list reserves room for every index that CreateProxy may return, so that nothing throws after CreateProxy.
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
	m_sleepers[static_cast<size_t>(place)].id = {};
	--m_count;
}

const std::vector<b2AABB>& Sleepers::Boxes()
{
	m_boxes.clear();
	for (const Sleeper& sleeper : m_sleepers)
	{
		if (sleeper.id)
		{
			m_boxes.push_back(sleeper.box);
		}
	}
	return m_boxes;
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
