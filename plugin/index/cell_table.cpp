// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/cell_table.h"

#include <algorithm>

namespace ricochet
{

namespace
{

constexpr size_t k_smallestTable = 16;
constexpr int32_t k_farAway = std::numeric_limits<int32_t>::max();

// The room that a run of so many items is given, as a log2; 0: none.
uint32_t RoomFor(uint32_t count)
{
	constexpr uint32_t k_smallest = 2;
	return count == 0 ? 0 : std::max(k_smallest, static_cast<uint32_t>(std::bit_width(count - 1)));
}

// The room that a run keeps in a rebuild: some more than it needs, or what comes and goes would outgrow it again.
uint32_t KeptRoom(uint32_t room, uint32_t count)
{
	return std::min(room, RoomFor(2 * count));
}

size_t SizeOf(uint32_t room)
{
	return room == 0 ? 0 : size_t{1} << room;
}

} // namespace

CellTable::CellTable() : m_slots(k_smallestTable)
{
	m_shift = 64 - std::countr_zero(k_smallestTable);
	m_lower = {k_farAway, k_farAway};
	m_upper = {-k_farAway, -k_farAway};
}

// Counts what the cover needs after a rebuild, which is never less than what it needs without.
void CellTable::MakeRoom(const CellCover& cover)
{
	size_t cells = 0;
	size_t items = 0;
	cover.ForEachCell(
	    [&](Cell cell, uint32_t)
	    {
		    const uint32_t count = m_slots[IndexOf(cell)].count;
		    cells += count == 0;
		    items += RoomFor(count + 1u) > RoomFor(count) ? SizeOf(RoomFor(count + 1u)) : 0;
	    });
	if (2 * (m_used + cells) > m_slots.size() || m_items.size() + items > m_items.capacity())
	{
		Rebuild(cells, items);
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
	m_cellCount += slot.count == 0;
	slot.cell = cell;
	if (slot.count == SizeOf(slot.room))
	{
		TakeRun(slot, RoomFor(slot.count + 1u), m_items.data() + slot.first);
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
		    m_cellCount -= slot.count == 0;
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

// Room for twice the cells and items that there will be, so that rebuilding costs no more than adding does.
void CellTable::Rebuild(size_t newCells, size_t newItems)
{
	size_t room = newItems;
	for (const Slot& slot : m_slots)
	{
		room += SizeOf(KeptRoom(slot.room, slot.count));
	}
	std::vector<CellItem> items;
	items.reserve(2 * room);
	std::vector<Slot> slots(std::bit_ceil(4 * (static_cast<size_t>(m_cellCount) + newCells)));
	slots.swap(m_slots);
	items.swap(m_items);
	m_shift = 64 - std::countr_zero(m_slots.size());
	m_used = 0;
	m_lower = {k_farAway, k_farAway};
	m_upper = {-k_farAway, -k_farAway};
	for (const Slot& old : slots)
	{
		if (old.count > 0)
		{
			Slot& slot = m_slots[IndexOf(old.cell)];
			slot = old;
			TakeRun(slot, KeptRoom(old.room, old.count), items.data() + old.first);
			m_used += 1;
			m_lower = {std::min(m_lower.x, slot.cell.x), std::min(m_lower.y, slot.cell.y)};
			m_upper = {std::max(m_upper.x, slot.cell.x), std::max(m_upper.y, slot.cell.y)};
		}
	}
}

// Gives a slot another run, out of what is reserved, for its items.
void CellTable::TakeRun(Slot& slot, uint32_t room, const CellItem* items)
{
	const size_t first = m_items.size();
	m_items.resize(first + SizeOf(room));
	std::copy_n(items, slot.count, m_items.data() + first);
	slot.first = static_cast<uint32_t>(first);
	slot.room = room & 31u;
}

} // namespace ricochet
