// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/near_tiles.h"
#include "host/host.h"

#include "projectile/base/parts.h"
#include "projectile/motion/motion.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ricochet
{

void NearTiles::Begin(size_t grenades)
{
	Forget();
	const size_t slots = grenades > 1 ? std::bit_ceil(std::min(2 * grenades, k_mostSlots)) : 0;
	if (m_slots.size() < slots)
	{
		m_slots.assign(slots, {});
	}
	m_still.reserve(k_most * m_slots.size() / 2);
	m_moved.reserve(k_most * m_slots.size() / 2);
}

void NearTiles::Forget()
{
	m_time += 1;
	if (m_time == 0)
	{
		m_slots.assign(m_slots.size(), {});
		m_time = 1;
	}
	m_still.clear();
	m_moved.clear();
}

const NearTiles::Lists* NearTiles::Around(const b2World& world, const WorldMotion& motion, const b2AABB& box)
{
	constexpr float k_farthestTile = 0x1p22f; // where floats still tell margins
	const b2Vec2 middle = box.GetCenter();
	const bool isTold = std::abs(middle.x) < k_farthestTile && std::abs(middle.y) < k_farthestTile;
	if (isTold == false || m_slots.empty())
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
	const uint32_t hash = (static_cast<uint32_t>(x) * 0x9E3779B1u) ^ (static_cast<uint32_t>(y) * 0x85EBCA77u);
	Slot& slot = m_slots[hash % m_slots.size()];
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

template <class What>
void NearTiles::Add(std::vector<Entry<What>>& entries, size_t first, const Entry<What>& entry, Slot& slot)
{
	slot.isCrowded = slot.isCrowded || entries.size() - first == k_most || entries.size() == entries.capacity();
	if (slot.isCrowded == false)
	{
		entries.push_back(entry);
	}
}

void NearTiles::List(const b2World& world, const WorldMotion& motion, const b2AABB& box, Slot& slot)
{
	slot.still = static_cast<uint32_t>(m_still.size());
	slot.moved = static_cast<uint32_t>(m_moved.size());
	const b2DynamicTree& tree = TreeOf(world);
	WalkBox(tree, GrownForBounds(box),
	        [&](void* userData)
	        {
		        const auto& proxy = *static_cast<const b2FixtureProxy*>(userData);
		        if (motion.Find(proxy.fixture->GetBody()) == nullptr)
		        {
			        ForEachStillPart(proxy, tree.GetFatAABB(proxy.proxyId), box,
			                         [&](const FixtureChild& part, const b2AABB& bounds) {
				                         Add(m_still, slot.still, {part, bounds}, slot);
			                         });
		        }
	        });
	WalkBox(motion.Swept(), box,
	        [&](void* userData)
	        {
		        const auto* moved = static_cast<const MovedChild*>(userData);
		        const auto index = static_cast<size_t>(moved - motion.Children().data());
		        Add(m_moved, slot.moved, {moved, motion.SweptBy(index)}, slot);
	        });
	slot.stillEnd = static_cast<uint32_t>(m_still.size());
	slot.movedEnd = static_cast<uint32_t>(m_moved.size());
	slot.isListed = true;
}

} // namespace ricochet
