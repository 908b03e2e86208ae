// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/child_table.h"

#include <bit>

namespace ricochet
{

void ChildTable::Put(const Slot& slot)
{
	size_t i = HomeOf(slot.fixture, slot.child);
	while (m_slots[i].number != k_none)
	{
		i = (i + 1) & (m_slots.size() - 1);
	}
	m_slots[i] = slot;
}

void ChildTable::Reserve(size_t count)
{
	const size_t size = std::bit_ceil(2 * count);
	if (size <= m_slots.size())
	{
		return;
	}
	std::vector<Slot> old(size);
	old.swap(m_slots);
	for (const Slot& slot : old)
	{
		if (slot.number != k_none)
		{
			Put(slot);
		}
	}
}

void ChildTable::Insert(const b2Fixture* fixture, int32_t child, uint32_t number)
{
	if (2 * (m_count + 1) > m_slots.size())
	{
		Reserve(2 * (m_count + 4));
	}
	Put({fixture, child, number});
	m_count += 1;
}

// Entries behind the removed one move back into its slot if probing had pushed them past it. Otherwise later probes
// would end too soon.
void ChildTable::Erase(const b2Fixture* fixture, int32_t child)
{
	const size_t mask = m_slots.size() - 1;
	size_t hole = HomeOf(fixture, child);
	while (m_slots[hole].fixture != fixture || m_slots[hole].child != child)
	{
		hole = (hole + 1) & mask;
	}
	for (size_t i = (hole + 1) & mask; m_slots[i].number != k_none; i = (i + 1) & mask)
	{
		const size_t home = HomeOf(m_slots[i].fixture, m_slots[i].child);
		if (((i - home) & mask) >= ((i - hole) & mask))
		{
			m_slots[hole] = m_slots[i];
			hole = i;
		}
	}
	m_slots[hole] = {};
	m_count -= 1;
}

} // namespace ricochet
