// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/passing.h"

#include "projectile/room.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

bool Passing::Has(const b2Fixture* fixture, int32_t child) const
{
	const auto isThat = [&](const Entry& entry)
	{
		return entry.fixture == fixture && entry.child == child;
	};
	return std::any_of(m_entries.begin(), m_entries.end(), isThat);
}

void Passing::MakeRoomForHit()
{
	MakeRoom(m_entries, 2);
}

void Passing::Forget(std::span<const b2Fixture* const> sorted)
{
	std::erase_if(m_entries, [&](const Entry& entry)
	              { return std::binary_search(sorted.begin(), sorted.end(), entry.fixture, std::less<>()); });
}

void Passing::Add(const LegHit& hit, double ahead)
{
	m_entries.push_back({hit.fixture, hit.child, ahead});
	if (hit.twin >= 0)
	{
		m_entries.push_back({hit.fixture, hit.twin, ahead});
	}
}

void Passing::See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside)
{
	for (Entry& entry : m_entries)
	{
		if (entry.fixture == fixture && entry.child == child)
		{
			entry.ahead = 0.0;
			entry.seen = true;
			entry.exit = static_cast<float>(exit);
			entry.endsInside = endsInside;
		}
	}
}

void Passing::ForgetSights()
{
	for (Entry& entry : m_entries)
	{
		entry.seen = false;
	}
}

void Passing::LeaveAtImpact(double fraction)
{
	std::erase_if(m_entries, [&](const Entry& entry)
	              { return entry.seen && entry.endsInside == false && static_cast<double>(entry.exit) < fraction; });
}

void Passing::LeaveAtEnd(double length)
{
	for (Entry& entry : m_entries)
	{
		entry.ahead -= length;
	}
	std::erase_if(m_entries,
	              [](const Entry& entry) { return entry.seen ? entry.endsInside == false : entry.ahead <= 0.0; });
}

} // namespace ricochet
