// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "index/child_table.h"
#include "index/nested_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ricochet
{

/// Marks the entries that a walk has visited. An entry may lie in several cells and lists, so a walk finds it several
/// times. The memory belongs to the thread and is kept for its next walk. A user predicate may start another walk
/// within a walk; the inner one then takes memory of its own.
class Visited
{
public:
	/// Makes room for the entries 0 to count - 1. Throws std::bad_alloc.
	explicit Visited(size_t count) : m_memory(std::move(Kept()))
	{
		m_memory.stamp += 1;
		if (m_memory.stamp == 0)
		{
			std::fill(m_memory.stamps.begin(), m_memory.stamps.end(), 0u);
			m_memory.stamp = 1;
		}
		m_memory.stamps.resize(std::max(m_memory.stamps.size(), count));
	}

	~Visited() { Kept() = std::move(m_memory); }
	Visited(const Visited&) = delete;
	Visited& operator=(const Visited&) = delete;

	/// True for the first visit of an entry.
	[[nodiscard]] bool Mark(uint32_t index)
	{
		return std::exchange(m_memory.stamps[index], m_memory.stamp) != m_memory.stamp;
	}

private:
	struct Memory
	{
		std::vector<uint32_t> stamps; // for each entry: the stamp of the last walk that visited it
		uint32_t stamp = 0;
	};

	static Memory& Kept()
	{
		thread_local Memory kept;
		return kept;
	}

	Memory m_memory;
};

/// A copy of all data that a cast needs about a child or an entry added by hand. It fits into two cache lines if
/// polygons have at most eight vertices.
struct alignas(64) GridEntry
{
	static constexpr uint8_t k_noGrid = 15;
	static constexpr int k_countBits = WorldOutline::k_most < 16 ? 4 : 8;
	static constexpr unsigned k_countMask = (1u << k_countBits) - 1;

	WorldOutline outline; ///< only set if the entry is in a grid
	float radius = 0.0f;
	uint32_t rank = 0; ///< for fixtures: position in the world's order
	int32_t child = 0;
	b2Filter filter;
	uint8_t count : k_countBits = 0; ///< the number of vertices
	uint8_t grid : 4 = k_noGrid;     ///< number of the grid that holds the entry; other grids may hold outdated circles
	ChildKind kind : 3 = ChildKind::Polygon;
	bool oneSided : 1 = false;
	bool isSensor : 1 = false;
	bool isConvex : 1 = false;          ///< proven: a convex, counter-clockwise polygon
	const b2Fixture* fixture = nullptr; ///< an id, never dereferenced; null: the entry was added by hand
	union
	{
		const b2Body* body = nullptr; ///< for fixtures; an id, never dereferenced
		uint64_t addedAs;             ///< for entries added by hand: the number of the call that added it
	};
	GeometryPointer attached; ///< if set, the outline is its bounding box

	[[nodiscard]] std::span<const b2Vec2> Vertices() const { return {outline.vertices.data(), count}; }

	/// False if the entry has no finite pose and shape, or is too far away. Then it is never hit.
	[[nodiscard]] bool IsSomewhere() const { return grid != k_noGrid; }

	/// True for a polygon without a radius that has an interior.
	[[nodiscard]] bool IsPolygon() const { return kind == ChildKind::Polygon && count > 2; }

	[[nodiscard]] bool IsEdge() const { return kind == ChildKind::Edge; }
	[[nodiscard]] bool HasSides() const { return IsEdge() || IsPolygon(); }

	/// The geometry refers to the entry and is valid as long as the entry. It sets all fields without a branch, even
	/// those that this kind of child does not use.
	[[nodiscard]] ChildGeometry Geometry() const
	{
		return {.vertices = Vertices(),
		        .radius = radius,
		        .kind = kind,
		        .oneSided = oneSided,
		        .ends = {outline.vertices[0], outline.vertices[1]},
		        .attached = attached.Get()};
	}

	/// The order of ties: fixtures in the world's order, then the entries added by hand in the order of the calls.
	[[nodiscard]] uint64_t RankOfAll() const
	{
		constexpr uint64_t k_afterFixtures = uint64_t{1} << 32;
		return fixture != nullptr ? rank : k_afterFixtures + addedAs;
	}
	[[nodiscard]] bool ComesBefore(const GridEntry& other) const { return RankOfAll() < other.RankOfAll(); }
};

static_assert(sizeof(void*) != 8 || b2_maxPolygonVertices > 8 || sizeof(GridEntry) == 128);

/// The index behind Snapshot and SpatialHash: entries, and grids of their bounding circles.
///
/// Each entry is in one of a few grids. Entries that have changed go together into a new grid. The new grid takes in
/// all grids that hold no more entries than it does. So when an entry is built into another grid by this rule, that
/// grid is at least twice as large as its last one. A grid is also merged if at least half of it is outdated. If there
/// are too many grids, all are merged. Bodies at rest therefore stay in a large grid that is not touched, and moving
/// bodies share small ones. An entry that is added or moved alone goes into the loose grid, which is a list of at most
/// k_mostLoose circles.
struct GridIndex
{
	/// The data of an entry that only updates need.
	struct Mark
	{
		uint32_t generation = 0; ///< how many things have used this slot so far
		uint32_t place = 0;      ///< index in `order`
		bool isGone = false;     ///< the child existed at a past time but is no longer in the world
		uint64_t life = 0;       ///< see ChildSeen
	};

	/// How Bring found a child.
	struct Brought
	{
		uint32_t index;
		bool isNew : 1;        ///< the child had no entry
		bool isOther : 1;      ///< the child is new, or its entry belonged to an earlier child with the same address
		bool hasChanged : 1;   ///< it has moved, or has another shape
		bool wasSomewhere : 1; ///< GridEntry::IsSomewhere before; false if it has not changed
		bool isSomewhere : 1;  ///< GridEntry::IsSomewhere now; false if it has not changed
	};

	std::vector<GridEntry> entries; ///< has free slots between the used ones
	std::vector<Mark> marks;        ///< parallel to entries
	std::vector<uint32_t> order;    ///< the entries of fixtures, in the world's order

	/// Visits all grids that are not empty: visit(const NestedGrid&, number) -> false to stop. A grid may also hold
	/// outdated circles. Their entries have another number in `grid`.
	template <class Visit>
	void ForEachGrid(Visit&& visit) const
	{
		for (uint32_t left = m_used; left != 0; left &= left - 1)
		{
			const auto number = static_cast<uint32_t>(std::countr_zero(left));
			if (visit(m_grids[number], number) == false)
			{
				return;
			}
		}
	}

	/// The number of the grid that holds the most entries; 0 if all are empty.
	[[nodiscard]] uint32_t LargestGrid() const;

	/// The build number of a grid. Each grid that this index builds gets a larger one. Requires: the grid is in use.
	[[nodiscard]] uint64_t BuildOf(uint32_t grid) const { return m_sizes[grid].build; }

	/// The lower and the upper corner of the bounding box of the largest grid.
	[[nodiscard]] std::array<Pair, 2> Extent() const { return m_grids[LargestGrid()].Extent(); }

	/// The number of entries in grids.
	[[nodiscard]] int32_t Count() const;

	/// The item that represents an entry in a grid.
	[[nodiscard]] static GridItem ItemOf(uint32_t index, const GridEntry& entry)
	{
		return {index, BoundsOf(entry.outline, entry.count, entry.radius), entry.IsEdge()};
	}
	[[nodiscard]] GridItem ItemOf(uint32_t index) const { return ItemOf(index, entries[index]); }

	/// The entry of a child of a fixture; ChildTable::k_none if there is none.
	[[nodiscard]] uint32_t Find(const b2Fixture* fixture, int32_t child) const { return m_table.Find(fixture, child); }

	[[nodiscard]] size_t Bytes() const;

	/// Adds an entry and returns its index, or replaces an entry. Requires: the new entry has a finite place. Strong
	/// guarantee: if memory runs out, only the distribution of the entries over the grids may have changed.
	uint32_t Add(const GridEntry& entry);
	void Replace(uint32_t index, const GridEntry& entry);

	/// Never allocates.
	void Remove(uint32_t index);

	/// Removes the entries of all fixtures. Never allocates.
	void RemoveFixtures();

	/// Brings the entries of all fixtures up to date. forEachChild(visit) must visit all children in the world's order.
	/// tally(const Brought&) is called for each child that has changed or is a different child. Returns the number of
	/// entries removed. If memory runs out, the caller must call RemoveFixtures.
	template <class ForEach, class Tally>
	int32_t TakeFixtures(size_t expected, ForEach&& forEachChild, Tally&& tally)
	{
		BeginTaking(expected);
		size_t next = 0;
		forEachChild(
		    [&](const ChildSeen& seen)
		    {
			    const Brought brought = Bring(seen, next);
			    m_found.push_back(brought.index);
			    if (brought.hasChanged || brought.isOther)
			    {
				    tally(brought);
			    }
		    });
		return EndTaking();
	}

protected:
	/// Brings the entry of a child up to date. `next` is the index in `order` where the child is expected.
	Brought Bring(const ChildSeen& seen, size_t& next);

	/// Puts the entries that Bring has changed into grids.
	void SettleChanged();

	/// The number of children that the current update has seen so far.
	[[nodiscard]] size_t FoundCount() const { return m_found.size(); }

private:
	/// An update leaves at most this number of grids, because each costs a cast some nanoseconds.
	static constexpr uint32_t k_fewGrids = 4;

	static constexpr uint32_t k_loose = 13; ///< number of the loose grid; only this one gets single entries
	static constexpr uint32_t k_mostLoose = 32;
	static_assert(k_loose < GridEntry::k_noGrid);

	struct Size
	{
		uint32_t live = 0; ///< entries that the grid holds
		uint32_t built = 0;
		uint64_t build = 0;
	};

	/// Builds one new grid from the changed entries, the loose entries and the small grids. At most `mostGrids` grids
	/// are left.
	void Settle(uint32_t mostGrids);
	void BeginTaking(size_t expected);
	int32_t EndTaking();
	uint32_t MakeEntry(const ChildSeen& seen);
	void Reserve(size_t count);
	void MakeSlot();
	void MakeLooseRoom();
	void PutLoose(uint32_t index);
	void Leave(uint32_t index);
	void Empty(uint32_t grid);
	[[nodiscard]] uint32_t GridsToMerge(uint32_t mostGrids) const;

	std::array<NestedGrid, k_loose + 1> m_grids;
	std::array<Size, k_loose + 1> m_sizes;
	uint32_t m_used = 0; // a bit for each grid that holds something
	uint64_t m_builds = 0;
	ChildTable m_table;
	std::vector<uint32_t> m_free;    // has room for all entries
	std::vector<uint32_t> m_found;   // entries found by the current update
	std::vector<uint32_t> m_changed; // entries that are somewhere, but in no grid yet
	std::vector<GridItem> m_items;   // items of the grid that is being built
};

/// Copies a child into an entry, except for the fields that identify it. False if the child has no finite place.
[[nodiscard]] bool CopyChild(const ChildGeometry& geometry, const b2Transform& pose, GridEntry& entry);

} // namespace ricochet
