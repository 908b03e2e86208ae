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

void Passing::Add(const LegHit& hit)
{
	m_entries.push_back({hit.fixture, hit.child, 0.0f, false, false});
	if (hit.twin >= 0)
	{
		m_entries.push_back({hit.fixture, hit.twin, 0.0f, false, false});
	}
}

void Passing::See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside)
{
	for (Entry& entry : m_entries)
	{
		if (entry.fixture == fixture && entry.child == child)
		{
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

void Passing::Leave(double fraction, bool interrupted)
{
	std::erase_if(m_entries,
	              [&](const Entry& entry)
	              {
		              const bool inside = entry.seen && entry.endsInside;
		              const bool ahead = entry.seen == false || static_cast<double>(entry.exit) >= fraction;
		              return inside == false && (interrupted && ahead) == false;
	              });
}

} // namespace ricochet
