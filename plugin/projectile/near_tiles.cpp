// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/near_tiles.h"

#include "projectile/motion.h"
#include "world/overlap_walk.h"

#include <box2d/b2_fixture.h>

#include <cmath>
#include <new>

namespace ricochet
{

void NearTiles::Forget()
{
	m_time += 1;
	if (m_time == 0)
	{
		m_slots.clear();
		m_time = 1;
	}
	m_still.clear();
	m_moved.clear();
}

const NearTiles::Lists* NearTiles::Around(const b2World& world, const WorldMotion& motion, const b2AABB& box) noexcept
try
{
	constexpr float k_farthest = 0x1p22f; // where floats still tell margins
	const b2Vec2 middle = box.GetCenter();
	if ((std::abs(middle.x) < k_farthest && std::abs(middle.y) < k_farthest) == false)
	{
		return nullptr;
	}
	const auto x = static_cast<int32_t>(std::floor(middle.x / k_size));
	const auto y = static_cast<int32_t>(std::floor(middle.y / k_size));
	const b2Vec2 corner{k_size * static_cast<float>(x), k_size * static_cast<float>(y)};
	const b2AABB tile{corner - b2Vec2{k_margin, k_margin}, corner + b2Vec2{k_size + k_margin, k_size + k_margin}};
	if (tile.Contains(box) == false)
	{
		return nullptr;
	}
	m_slots.resize(k_slots);
	const uint32_t hash = (static_cast<uint32_t>(x) * 0x9E3779B1u) ^ (static_cast<uint32_t>(y) * 0x85EBCA77u);
	Slot& slot = m_slots[hash % k_slots];
	if (slot.time != m_time || slot.x != x || slot.y != y)
	{
		slot = {.x = x, .y = y, .time = m_time};
		return nullptr;
	}
	if (slot.isListed == false)
	{
		List(world, motion, tile, slot);
	}
	m_lists.still = std::span(m_still).subspan(slot.still, slot.stillEnd - slot.still);
	m_lists.moved = std::span(m_moved).subspan(slot.moved, slot.movedEnd - slot.moved);
	return slot.isCrowded ? nullptr : &m_lists;
}
catch (const std::bad_alloc&)
{
	return nullptr;
}

void NearTiles::List(const b2World& world, const WorldMotion& motion, const b2AABB& box, Slot& slot)
{
	slot.still = static_cast<uint32_t>(m_still.size());
	slot.moved = static_cast<uint32_t>(m_moved.size());
	const b2DynamicTree& tree = TreeOf(world);
	WalkBox(tree, box,
	        [&](void* userData)
	        {
		        const auto& proxy = *static_cast<const b2FixtureProxy*>(userData);
		        if (motion.Find(proxy.fixture->GetBody()) == nullptr)
		        {
			        m_still.push_back({LiveTree::ChildOf(userData), tree.GetFatAABB(proxy.proxyId)});
		        }
	        });
	WalkBox(motion.Swept(), box,
	        [&](void* userData)
	        {
		        const auto* moved = static_cast<const MovedChild*>(userData);
		        m_moved.push_back({moved, motion.SweptBy(static_cast<size_t>(moved - motion.Children().data()))});
	        });
	slot.stillEnd = static_cast<uint32_t>(m_still.size());
	slot.movedEnd = static_cast<uint32_t>(m_moved.size());
	slot.isCrowded = m_still.size() - slot.still + m_moved.size() - slot.moved > k_most;
	slot.isListed = true;
}

} // namespace ricochet
