// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/body_parts.h"

#include "query/collector.h"
#include "sight/envelope.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

namespace
{

bool KeyComesBefore(const Obstacle& a, const Obstacle& b)
{
	// The Item tells twins apart; which of them is named does not depend on their order here.
	if (KeyOf(a) != KeyOf(b))
	{
		return KeyOf(a) < KeyOf(b);
	}
	return a.fixture != b.fixture ? std::less<>()(a.fixture, b.fixture) : a.id.index < b.id.index;
}

bool IsSameObstacle(const Obstacle& a, const Obstacle& b)
{
	return IsSameItem(a, b) && KeyOf(a) == KeyOf(b);
}

} // namespace

void BodyParts::Update(std::span<const Obstacle> obstacles)
{
	m_changes.clear();
	m_renewed = 0;
	Find(obstacles);
	ForgetAbsent();
	GiveSlots();
	for (const b2Body* present : m_present)
	{
		Part& now = m_parts.find(present)->second;
		if (std::equal(now.found.begin(), now.found.end(), now.obstacles.begin(), now.obstacles.end(), IsSameObstacle))
		{
			// What has not changed may have another rank.
			std::copy(now.found.begin(), now.found.end(), now.obstacles.begin());
		}
		else
		{
			now.obstacles.swap(now.found);
			m_changes.push_back({now.slot, now.obstacles});
			++m_renewed;
		}
		now.found.clear();
	}
}

void BodyParts::Find(std::span<const Obstacle> obstacles)
{
	m_present.swap(m_presentBefore);
	m_present.clear();
	const b2Body* body = nullptr;
	Part* part = nullptr;
	for (const Obstacle& obstacle : obstacles)
	{
		if (part == nullptr || obstacle.body != body)
		{
			body = obstacle.body;
			part = &m_parts[body];
			if (part->found.empty())
			{
				m_present.push_back(body);
			}
		}
		part->found.push_back(obstacle);
	}
	for (const b2Body* present : m_present)
	{
		std::vector<Obstacle>& found = m_parts.find(present)->second.found;
		std::sort(found.begin(), found.end(), KeyComesBefore);
	}
	m_inReach = static_cast<int32_t>(m_present.size());
}

// Before what is present is told: a slot that is given to another body changes twice.
void BodyParts::ForgetAbsent()
{
	for (const b2Body* before : m_presentBefore)
	{
		const auto place = m_parts.find(before);
		if (place->second.found.empty())
		{
			m_changes.push_back({place->second.slot, {}});
			m_freeSlots.push_back(place->second.slot);
			m_parts.erase(place);
		}
	}
	std::sort(m_freeSlots.begin(), m_freeSlots.end(), std::greater<>());
}

// To bodies that are new in reach, by what they look like: what is merged with what does not depend on the order in
// which they are found.
void BodyParts::GiveSlots()
{
	m_new.clear();
	for (const b2Body* present : m_present)
	{
		Part& part = m_parts.find(present)->second;
		if (part.slot == k_noSlot)
		{
			m_new.push_back(&part);
		}
	}
	std::sort(m_new.begin(), m_new.end(),
	          [](const Part* a, const Part* b) { return LiesBefore(a->found.front(), b->found.front()); });
	for (Part* part : m_new)
	{
		if (m_freeSlots.empty())
		{
			part->slot = m_slots++;
		}
		else
		{
			part->slot = m_freeSlots.back();
			m_freeSlots.pop_back();
		}
	}
}

} // namespace ricochet
