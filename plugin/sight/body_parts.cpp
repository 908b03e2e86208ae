// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/body_parts.h"

#include <box2d/b2_body.h>

#include <algorithm>
#include <functional>
#include <tuple>

namespace ricochet
{

namespace
{

auto Key(const Obstacle& o)
{
	return std::tie(o.from.x, o.from.y, o.to.x, o.to.y, o.center.x, o.center.y, o.radius, o.child, o.edge, o.kind);
}

bool ComesBefore(const Obstacle& a, const Obstacle& b)
{
	// The fixture tells twins apart; which of them is named does not depend on their order here.
	return Key(a) != Key(b) ? Key(a) < Key(b) : std::less<>()(a.fixture, b.fixture);
}

bool IsSame(const Obstacle& a, const Obstacle& b)
{
	return a.fixture == b.fixture && Key(a) == Key(b);
}

} // namespace

void BodyParts::Update(std::span<const Obstacle> obstacles)
{
	m_changes.clear();
	m_renewed = 0;
	m_present.swap(m_presentBefore);
	m_present.clear();

	const b2Body* body = nullptr;
	Part* part = nullptr;
	for (const Obstacle& obstacle : obstacles)
	{
		if (part == nullptr || obstacle.fixture->GetBody() != body)
		{
			body = obstacle.fixture->GetBody();
			part = &PartOf(body);
			if (part->found.empty())
			{
				m_present.push_back(body);
			}
		}
		part->found.push_back(obstacle);
	}
	m_inReach = static_cast<int32_t>(m_present.size());

	ForgetAbsent();
	for (const b2Body* present : m_present)
	{
		Part& now = m_parts.find(present)->second;
		std::sort(now.found.begin(), now.found.end(), ComesBefore);
		if (std::equal(now.found.begin(), now.found.end(), now.obstacles.begin(), now.obstacles.end(), IsSame) == false)
		{
			now.obstacles.swap(now.found);
			m_changes.push_back({now.slot, now.obstacles});
			++m_renewed;
		}
		now.found.clear();
	}
}

BodyParts::Part& BodyParts::PartOf(const b2Body* body)
{
	const auto [place, isNew] = m_parts.try_emplace(body);
	if (isNew)
	{
		if (m_freeSlots.empty())
		{
			place->second.slot = m_slots++;
		}
		else
		{
			place->second.slot = m_freeSlots.back();
			m_freeSlots.pop_back();
		}
	}
	return place->second;
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
}

} // namespace ricochet
