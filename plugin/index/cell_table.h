// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/cell_cover.h"

#include <bit>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// An entry in one cell. The box stands here, beside those of its neighbours, so that most entries that a ray misses
/// are never fetched. `sides` (CellSide) tells a walk that comes over one of them that it has met the entry before, so
/// none is looked at twice and no cast writes anything down.
class CellItem
{
public:
	static constexpr uint32_t k_maxEntries = 1u << 26;

	CellItem() = default;
	CellItem(const b2AABB& bounds, uint32_t entry, uint32_t sides) : box(bounds), m_bits(entry | (sides << 26)) {}
	[[nodiscard]] uint32_t Entry() const { return m_bits & (k_maxEntries - 1); }
	[[nodiscard]] uint32_t Sides() const { return m_bits >> 26; }

	b2AABB box;

private:
	uint32_t m_bits = 0;
};

/// A hash table from cells to their items: linear probing over slots that point at runs of items in one pool. A cell
/// that has become empty keeps its slot and its run until a rebuild, which comes before half of the slots or the pool
/// are used up: every probe ends, and the memory is a small multiple of what the most items there were need.
class CellTable
{
public:
	CellTable();

	[[nodiscard]] std::span<const CellItem> Find(Cell cell) const
	{
		const Slot& slot = m_slots[IndexOf(cell)];
		return {m_items.data() + slot.first, slot.count};
	}

	/// After it, Insert of the same cover cannot fail, though others may be removed before.
	void MakeRoom(const CellCover& cover);
	void Insert(const CellCover& cover, uint32_t entry);
	void Remove(const CellCover& cover, uint32_t entry);

	/// The same cells, another box.
	void SetBox(const CellCover& cover, uint32_t entry);

	/// Every item lies within these; empty if lower is above upper.
	[[nodiscard]] Cell Lower() const { return m_lower; }
	[[nodiscard]] Cell Upper() const { return m_upper; }
	[[nodiscard]] int32_t CellCount() const { return m_cellCount; }
	[[nodiscard]] int64_t ItemCount() const { return m_itemCount; }

	[[nodiscard]] size_t Bytes() const
	{
		return m_slots.capacity() * sizeof(Slot) + m_items.capacity() * sizeof(CellItem);
	}

private:
	static constexpr int32_t k_noCell = std::numeric_limits<int32_t>::min();

	struct Slot
	{
		Cell cell{k_noCell, k_noCell};
		uint32_t first = 0;
		uint32_t count : 27 = 0;
		uint32_t room : 5 = 0; // log2; 0: no run
	};

	// The slot of a cell, or the empty one where it would stand.
	[[nodiscard]] size_t IndexOf(Cell cell) const
	{
		const uint64_t key = (uint64_t{static_cast<uint32_t>(cell.x)} << 32) | static_cast<uint32_t>(cell.y);
		size_t i = ((key ^ (key >> 29)) * 0x9E3779B97F4A7C15u) >> m_shift;
		while ((m_slots[i].cell == cell || m_slots[i].cell.x == k_noCell) == false)
		{
			i = (i + 1) & (m_slots.size() - 1);
		}
		return i;
	}

	void Rebuild(size_t newCells, size_t newItems);
	void Add(Cell cell, const CellItem& item);
	void TakeRun(Slot& slot, uint32_t room, const CellItem* items);
	[[nodiscard]] CellItem* FindItem(const Slot& slot, uint32_t entry);

	std::vector<Slot> m_slots;
	std::vector<CellItem> m_items;
	size_t m_used = 0; // slots with a cell, though it may hold nothing any more
	int m_shift = 0;
	int32_t m_cellCount = 0;
	int64_t m_itemCount = 0;
	Cell m_lower, m_upper;
};

} // namespace ricochet
