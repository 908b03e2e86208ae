// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/grenade/sleepers.h"

#include <algorithm>

namespace ricochet
{

int32_t Sleepers::Add(GrenadeId id, const b2AABB& box)
{
	// The tree hands out places from its nodes, of which it has no more than two a box and twice those for room.
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
