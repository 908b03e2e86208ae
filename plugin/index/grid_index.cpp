// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/grid_index.h"

#include "geometry/vec.h"

#include <algorithm>
#include <cstring>

namespace ricochet
{

namespace
{

constexpr uint32_t BitOf(uint32_t grid)
{
	return 1u << grid;
}

template <class T>
bool HasSameBits(const T& a, const T& b)
{
	return std::memcmp(&a, &b, sizeof(T)) == 0;
}

bool HasVertices(const GridEntry& entry, std::span<const b2Vec2> points)
{
	return entry.count == points.size() &&
	       std::memcmp(entry.outline.vertices.data(), points.data(), points.size_bytes()) == 0;
}

bool IsSame(const GridEntry& entry, const ChildSeen& seen)
{
	const ChildGeometry& geometry = seen.geometry;
	const std::span<const b2Vec2> points = geometry.Points();
	return entry.attached.Get() == geometry.attached && HasSameBits(entry.outline.pose, seen.pose) &&
	       HasSameBits(entry.radius, geometry.radius) && entry.kind == geometry.kind &&
	       entry.oneSided == geometry.oneSided && HasVertices(entry, points);
}

// True if the polygon is proven to turn left at every vertex and to go round once. In one round the x of its edges
// changes from positive to not positive exactly once.
bool IsConvex(std::span<const b2Vec2> vertices)
{
	const auto edgeAt = [&](size_t i)
	{
		return Lift<double>(vertices[(i + 1) % vertices.size()]) - Lift<double>(vertices[i % vertices.size()]);
	};
	int turnsLeft = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec<double> edge = edgeAt(i);
		const Vec<double> next = edgeAt(i + 1);
		const double left = edge.x * next.y;
		const double right = edge.y * next.x;
		if ((left - right > 0x1p-40 * (std::abs(left) + std::abs(right))) == false)
		{
			return false;
		}
		turnsLeft += edge.x > 0.0 && next.x <= 0.0;
	}
	return turnsLeft == 1;
}

} // namespace

uint32_t GridIndex::LargestGrid() const
{
	const auto isLess = [](const Size& a, const Size& b)
	{
		return a.live < b.live;
	};
	return static_cast<uint32_t>(std::max_element(m_sizes.begin(), m_sizes.end(), isLess) - m_sizes.begin());
}

int32_t GridIndex::Count() const
{
	uint32_t count = 0;
	for (const Size& size : m_sizes)
	{
		count += size.live;
	}
	return static_cast<int32_t>(count);
}

size_t GridIndex::Bytes() const
{
	const auto bytes = [](const auto& list)
	{
		return list.capacity() * sizeof(list[0]);
	};
	size_t sum = bytes(entries) + bytes(marks) + bytes(order) + bytes(m_free) + bytes(m_found) + bytes(m_changed) +
	             bytes(m_items) + m_table.Bytes();
	for (const NestedGrid& grid : m_grids)
	{
		sum += grid.Bytes();
	}
	return sum;
}

void GridIndex::Reserve(size_t count)
{
	m_free.reserve(count); // so that Remove cannot fail
	marks.reserve(count);
	entries.reserve(count);
}

// Provides a free slot. It stays free if memory runs out later.
void GridIndex::MakeSlot()
{
	if (m_free.empty() == false)
	{
		return;
	}
	if (entries.size() == m_free.capacity() || entries.size() == entries.capacity())
	{
		Reserve(std::max<size_t>(16, 2 * entries.size()));
	}
	marks.emplace_back();
	entries.emplace_back();
	m_free.push_back(static_cast<uint32_t>(entries.size() - 1));
}

void GridIndex::MakeLooseRoom()
{
	if (m_sizes[k_loose].built == k_mostLoose)
	{
		Settle(k_loose);
	}
}

// Requires: the entry is in no grid, and MakeLooseRoom has been called. Does not allocate: the circle is already
// stored.
void GridIndex::PutLoose(uint32_t index)
{
	entries[index].grid = k_loose;
	m_sizes[k_loose].live += 1;
	m_sizes[k_loose].built += 1;
	m_used |= BitOf(k_loose);
}

uint32_t GridIndex::Add(const GridEntry& entry)
{
	MakeSlot();
	MakeLooseRoom();
	const uint32_t index = m_free.back();
	m_grids[k_loose].Put(ItemOf(index, entry));
	m_free.pop_back();
	entries[index] = entry;
	marks[index].generation += 1;
	PutLoose(index);
	return index;
}

void GridIndex::Replace(uint32_t index, const GridEntry& entry)
{
	const bool isLoose = entries[index].grid == k_loose;
	if (isLoose == false)
	{
		MakeLooseRoom();
	}
	m_grids[k_loose].Put(ItemOf(index, entry));
	if (isLoose == false)
	{
		Leave(index);
	}
	entries[index] = entry;
	if (isLoose)
	{
		entries[index].grid = k_loose;
		return;
	}
	entries[index].grid = GridEntry::k_noGrid;
	PutLoose(index);
}

// After the last generation a slot is not used again: its generation would wrap round to one that an old id may have.
void GridIndex::Remove(uint32_t index)
{
	Leave(index);
	if (entries[index].fixture != nullptr)
	{
		m_table.Erase(entries[index].fixture, entries[index].child);
	}
	entries[index] = GridEntry();
	if (marks[index].generation != UINT32_MAX)
	{
		m_free.push_back(index);
	}
}

void GridIndex::Leave(uint32_t index)
{
	const uint32_t grid = entries[index].grid;
	if (grid == GridEntry::k_noGrid)
	{
		return;
	}
	entries[index].grid = GridEntry::k_noGrid;
	m_sizes[grid].live -= 1;
	if (m_sizes[grid].live == 0)
	{
		Empty(grid);
	}
}

void GridIndex::Empty(uint32_t grid)
{
	m_grids[grid] = NestedGrid();
	m_sizes[grid] = {};
	m_used &= ~BitOf(grid);
}

// Returns the bits of the grids that Settle must merge. The first is the loose grid. A grid joins if it has no more
// entries than the changed and the merged ones together. It also joins if at least half of it is outdated. If mostGrids
// or more grids would be left, all grids are merged.
uint32_t GridIndex::GridsToMerge(uint32_t mostGrids) const
{
	uint32_t merged = m_used & BitOf(k_loose);
	size_t count = m_changed.size() + m_sizes[k_loose].live;
	for (uint32_t before = ~merged; before != merged;)
	{
		before = merged;
		for (uint32_t left = m_used & ~merged; left != 0; left &= left - 1)
		{
			const auto grid = static_cast<uint32_t>(std::countr_zero(left));
			const Size& size = m_sizes[grid];
			if (size.live <= count || 2 * size.live <= size.built)
			{
				merged |= BitOf(grid);
				count += size.live;
			}
		}
	}
	return static_cast<uint32_t>(std::popcount(m_used & ~merged)) >= mostGrids ? m_used : merged;
}

void GridIndex::Settle(uint32_t mostGrids)
{
	const uint32_t merged = GridsToMerge(mostGrids);
	m_items.clear();
	for (const uint32_t index : m_changed)
	{
		m_items.push_back(ItemOf(index));
	}
	Visited visited(entries.size());
	for (uint32_t left = merged; left != 0; left &= left - 1)
	{
		const auto grid = static_cast<uint32_t>(std::countr_zero(left));
		m_grids[grid].VisitAll(
		    [&](uint32_t index)
		    {
			    if (entries[index].grid == grid && visited.Mark(index))
			    {
				    m_items.push_back(ItemOf(index));
			    }
			    return true;
		    });
	}
	NestedGrid built;
	built.Build(m_items);

	// Nothing fails from here on.
	for (uint32_t left = merged; left != 0; left &= left - 1)
	{
		Empty(static_cast<uint32_t>(std::countr_zero(left)));
	}
	m_changed.clear();
	if (m_items.empty())
	{
		return;
	}
	const auto grid = static_cast<uint32_t>(std::countr_zero(~m_used));
	for (const GridItem& item : m_items)
	{
		entries[item.index].grid = static_cast<uint8_t>(grid & 15u);
	}
	m_grids[grid] = std::move(built);
	m_builds += 1;
	m_sizes[grid] = {static_cast<uint32_t>(m_items.size()), static_cast<uint32_t>(m_items.size()), m_builds};
	m_used |= BitOf(grid);
}

bool CopyChild(const ChildGeometry& geometry, const b2Transform& pose, GridEntry& entry)
{
	const std::span<const b2Vec2> points = geometry.Points();
	if (points.size() > WorldOutline::k_most)
	{
		return false;
	}
	const bool isOther = HasVertices(entry, points) == false || entry.attached.Get() != geometry.attached;
	entry.attached = GeometryPointer(geometry.attached);
	entry.count = static_cast<unsigned>(points.size()) & GridEntry::k_countMask;
	entry.radius = geometry.radius;
	entry.kind = geometry.kind;
	entry.oneSided = geometry.oneSided;
	entry.outline.pose = pose;
	std::copy(points.begin(), points.end(), entry.outline.vertices.begin());
	entry.isConvex = entry.IsPolygon() && (isOther ? IsConvex(points) : entry.isConvex);
	return OutlineOf(geometry, pose, entry.outline);
}

void GridIndex::BeginTaking(size_t expected)
{
	if (entries.empty())
	{
		Reserve(expected);
		order.reserve(expected);
		m_found.reserve(expected);
		m_changed.reserve(expected);
		m_items.reserve(expected);
		m_table.Reserve(expected);
	}
	m_found.clear();
}

// A world that has changed little lists its children in the same order, so the one after the last is tried first.
GridIndex::Brought GridIndex::Bring(const ChildSeen& seen, size_t& next)
{
	const auto isSeen = [&](uint32_t index)
	{
		return entries[index].fixture == seen.fixture && entries[index].child == seen.child;
	};
	uint32_t index = next < order.size() && isSeen(order[next]) ? order[next] : ChildTable::k_none;
	index = index != ChildTable::k_none ? index : m_table.Find(seen.fixture, seen.child);
	const bool isNew = index == ChildTable::k_none;
	if (isNew)
	{
		index = MakeEntry(seen);
	}
	else
	{
		next = marks[index].place + 1;
	}
	GridEntry& entry = entries[index];
	Mark& mark = marks[index];
	const bool isOther = isNew || mark.life != seen.life;
	const bool hasChanged = isNew || IsSame(entry, seen) == false;
	if (isOther)
	{
		mark.generation += 1;
		mark.life = seen.life;
	}
	mark.isGone = seen.isGone;
	entry.body = seen.body;
	entry.filter = seen.filter;
	entry.isSensor = seen.isSensor;
	if (hasChanged == false)
	{
		return {index, isNew, isOther, false, false, false};
	}
	const bool wasSomewhere = entry.IsSomewhere();
	Leave(index);
	const bool isSomewhere = CopyChild(seen.geometry, seen.pose, entry);
	if (isSomewhere)
	{
		m_changed.push_back(index);
	}
	return {index, isNew, isOther, true, wasSomewhere, isSomewhere};
}

uint32_t GridIndex::MakeEntry(const ChildSeen& seen)
{
	MakeSlot();
	const uint32_t index = m_free.back();
	m_table.Insert(seen.fixture, seen.child, index);
	m_free.pop_back();
	entries[index].fixture = seen.fixture;
	entries[index].child = seen.child;
	return index;
}

// If the world lists the same children in the same order, nothing was removed and all ranks stay.
int32_t GridIndex::EndTaking()
{
	int32_t removed = 0;
	if (m_found != order)
	{
		order.swap(m_found);
		for (uint32_t i = 0; i < order.size(); ++i)
		{
			entries[order[i]].rank = i;
			marks[order[i]].place = i;
		}
		for (const uint32_t index : m_found)
		{
			const uint32_t place = marks[index].place; // of a child that was not found: its index in the old order
			if (place >= order.size() || order[place] != index)
			{
				Remove(index);
				removed += 1;
			}
		}
	}
	SettleChanged();
	return removed;
}

void GridIndex::SettleChanged()
{
	if (m_changed.empty() == false || static_cast<uint32_t>(std::popcount(m_used)) > k_fewGrids)
	{
		Settle(k_fewGrids);
	}
}

void GridIndex::RemoveFixtures()
{
	for (uint32_t i = 0; i < entries.size(); ++i)
	{
		if (entries[i].fixture != nullptr)
		{
			Remove(i);
		}
	}
	order.clear();
	m_changed.clear();
}

} // namespace ricochet
