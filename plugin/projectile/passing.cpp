// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/passing.h"

namespace ricochet
{

size_t Passing::IndexOf(const b2Fixture* fixture, int32_t child) const
{
	size_t i = 0;
	while (i < m_count && (m_entries[i].fixture != fixture || m_entries[i].child != child))
	{
		++i;
	}
	return i;
}

bool Passing::Has(const b2Fixture* fixture, int32_t child) const
{
	return IndexOf(fixture, child) < m_count;
}

void Passing::Add(const LegHit& hit)
{
	m_entries[m_count++] = {hit.fixture, hit.child, 0.0f, false, false};
	if (hit.twin >= 0 && IsFull() == false)
	{
		m_entries[m_count++] = {hit.fixture, hit.twin, 0.0f, false, false};
	}
}

void Passing::See(const b2Fixture* fixture, int32_t child, double exit, bool endsInside)
{
	Entry& entry = m_entries[IndexOf(fixture, child)];
	entry.seen = true;
	entry.exit = static_cast<float>(exit);
	entry.endsInside = endsInside;
}

void Passing::ForgetSights()
{
	for (size_t i = 0; i < m_count; ++i)
	{
		m_entries[i].seen = false;
	}
}

void Passing::Leave(double fraction, bool interrupted)
{
	size_t kept = 0;
	for (size_t i = 0; i < m_count; ++i)
	{
		const Entry& entry = m_entries[i];
		const bool inside = entry.seen && entry.endsInside;
		const bool notYetLeft = interrupted && (entry.seen == false || static_cast<double>(entry.exit) >= fraction);
		if (inside || notYetLeft)
		{
			m_entries[kept++] = entry;
		}
	}
	m_count = kept;
}

} // namespace ricochet
