// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/cell_table.h"

#include <algorithm>

namespace ricochet
{

namespace
{

constexpr size_t k_smallestTable = 16;
constexpr int32_t k_farAway = std::numeric_limits<int32_t>::max();

// Room for more, at least twice what there was, so that many small additions do not copy over and over.
template <class T>
void Grow(std::vector<T>& list, size_t more)
{
	if (list.size() + more > list.capacity())
	{
		list.reserve(std::max(list.size() + more, 2 * list.capacity()));
	}
}

} // namespace

CellTable::CellTable() : m_slots(k_smallestTable)
{
	m_freeRuns.fill(k_noItem);
	m_shift = 64 - std::countr_zero(k_smallestTable);
	m_lower = {k_farAway, k_farAway};
	m_upper = {-k_farAway, -k_farAway};
}

void CellTable::MakeRoom(const CellCover& cover)
{
	size_t items = 0;
	size_t cells = 0;
	cover.ForEachCell(
	    [&](Cell cell, uint32_t)
	    {
		    const Slot& slot = m_slots[IndexOf(cell)];
		    cells += slot.cell.x == k_noCell;
		    if (slot.room == k_noRun)
		    {
			    items += size_t{1} << k_smallestRun;
		    }
		    else if (slot.count == 1u << slot.room)
		    {
			    items += size_t{2} << slot.room;
		    }
	    });
	Grow(m_items, items);
	if (2 * (m_used + cells) > m_slots.size())
	{
		Rehash(cells);
	}
}

void CellTable::Insert(const CellCover& cover, uint32_t entry)
{
	cover.ForEachCell([&](Cell cell, uint32_t sides) { Add(cell, CellItem(cover.box, entry, sides)); });
	m_lower = {std::min(m_lower.x, cover.lower.x), std::min(m_lower.y, cover.lower.y)};
	m_upper = {std::max(m_upper.x, cover.upper.x), std::max(m_upper.y, cover.upper.y)};
}

void CellTable::Add(Cell cell, const CellItem& item)
{
	Slot& slot = m_slots[IndexOf(cell)];
	m_used += slot.cell.x == k_noCell;
	slot.cell = cell;
	if (slot.room == k_noRun)
	{
		slot.first = TakeRun(k_smallestRun);
		slot.room = k_smallestRun;
		m_cellCount += 1;
	}
	else if (slot.count == 1u << slot.room)
	{
		const uint32_t larger = TakeRun(slot.room + 1u);
		std::copy_n(m_items.begin() + slot.first, slot.count, m_items.begin() + larger);
		ReturnRun(slot.first, slot.room);
		slot.first = larger;
		slot.room = (slot.room + 1u) & 31u;
	}
	m_items[slot.first + slot.count] = item;
	slot.count = (slot.count + 1u) & 0x7FFFFFFu;
	m_itemCount += 1;
}

void CellTable::Remove(const CellCover& cover, uint32_t entry)
{
	cover.ForEachCell(
	    [&](Cell cell, uint32_t)
	    {
		    Slot& slot = m_slots[IndexOf(cell)];
		    CellItem* item = FindItem(slot, entry);
		    *item = m_items[slot.first + slot.count - 1u];
		    slot.count = (slot.count - 1u) & 0x7FFFFFFu;
		    m_itemCount -= 1;
		    if (slot.count == 0)
		    {
			    ReturnRun(slot.first, slot.room);
			    slot.room = k_noRun;
			    m_cellCount -= 1;
		    }
	    });
}

void CellTable::SetBox(const CellCover& cover, uint32_t entry)
{
	cover.ForEachCell([&](Cell cell, uint32_t) { FindItem(m_slots[IndexOf(cell)], entry)->box = cover.box; });
}

CellItem* CellTable::FindItem(const Slot& slot, uint32_t entry)
{
	CellItem* item = m_items.data() + slot.first;
	while (item->Entry() != entry)
	{
		++item;
	}
	return item;
}

// Leaves out the cells that hold nothing any more, and with them the bounds that they had.
void CellTable::Rehash(size_t newCells)
{
	std::vector<Slot> old(std::bit_ceil(4 * (static_cast<size_t>(m_cellCount) + newCells)));
	old.swap(m_slots);
	m_shift = 64 - std::countr_zero(m_slots.size());
	m_used = 0;
	m_lower = {k_farAway, k_farAway};
	m_upper = {-k_farAway, -k_farAway};
	for (const Slot& slot : old)
	{
		if (slot.room != k_noRun)
		{
			m_slots[IndexOf(slot.cell)] = slot;
			m_used += 1;
			m_lower = {std::min(m_lower.x, slot.cell.x), std::min(m_lower.y, slot.cell.y)};
			m_upper = {std::max(m_upper.x, slot.cell.x), std::max(m_upper.y, slot.cell.y)};
		}
	}
}

uint32_t CellTable::TakeRun(uint32_t room)
{
	const uint32_t free = m_freeRuns[room];
	if (free != k_noItem)
	{
		m_freeRuns[room] = m_items[free].NextFreeRun();
		return free;
	}
	const size_t first = m_items.size();
	m_items.resize(first + (size_t{1} << room)); // MakeRoom has seen to the memory
	return static_cast<uint32_t>(first);
}

void CellTable::ReturnRun(uint32_t first, uint32_t room)
{
	m_items[first] = CellItem::FreeRun(m_freeRuns[room]);
	m_freeRuns[room] = first;
}

} // namespace ricochet
