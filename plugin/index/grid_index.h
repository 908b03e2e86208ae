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

/// Marks the entries that a walk has visited. A walk visits an entry once for each cell and list that holds it.
/// The memory belongs to the thread and is kept for its next walk. A walk that starts within another one, as a
/// predicate of the game may do, takes memory of its own.
class Visited
{
public:
	/// Room for entries 0 to count - 1. Lets std::bad_alloc through.
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
		std::vector<uint32_t> stamps; // of the last walk that visited an entry
		uint32_t stamp = 0;
	};

	static Memory& Kept()
	{
		thread_local Memory kept;
		return kept;
	}

	Memory m_memory;
};

/// All that a cast needs of a thing, copied, in two lines of a cache (polygons of up to eight vertices).
struct alignas(64) GridEntry
{
	static constexpr uint8_t k_noGrid = 15;

	WorldOutline outline; ///< not set if the entry is in no grid
	float radius = 0.0f;
	uint32_t rank = 0; ///< of a fixture, in the world's order
	int32_t child = 0;
	b2Filter filter;
	uint8_t count = 0;           ///< of vertices
	uint8_t grid : 4 = k_noGrid; ///< the number of the grid that holds the entry; other grids may hold outdated circles
	bool isEdge : 1 = false;
	bool oneSided : 1 = false;
	bool isSensor : 1 = false;
	bool isConvex : 1 = false;          ///< proven, and counter-clockwise: a polygon without another bend
	const b2Fixture* fixture = nullptr; ///< a name; null: the entry was added by hand
	union
	{
		const b2Body* body = nullptr; ///< a name; of a fixture
		uint64_t addedAs;             ///< of an entry added by hand: the number of the call that added it
	};
	GeometryPointer attached; ///< if set, the outline is a box about it

	[[nodiscard]] std::span<const b2Vec2> Vertices() const { return {outline.vertices.data(), count}; }

	/// False: the thing has no finite pose and shape or is too far away, and is never hit.
	[[nodiscard]] bool IsSomewhere() const { return grid != k_noGrid; }

	/// A polygon without a radius and with an inside.
	[[nodiscard]] bool IsPolygon() const
	{
		return isEdge == false && radius == 0.0f && count > 2 && attached.Get() == nullptr;
	}

	[[nodiscard]] bool HasSides() const { return isEdge || IsPolygon(); }

	/// Valid as long as the entry. All fields are set without a branch, whether the kind has them or not.
	[[nodiscard]] ChildGeometry Geometry() const
	{
		const CastGeometryData* data = attached.Get();
		const ChildKind solid = ChildGeometry::KindOfSolid(count, radius > 0.0f);
		const ChildKind other = isEdge ? ChildKind::Edge : ChildKind::Attached;
		return {.vertices = Vertices(),
		        .radius = radius,
		        .kind = isEdge || data != nullptr ? other : solid,
		        .oneSided = oneSided,
		        .ends = {outline.vertices[0], outline.vertices[1]},
		        .attached = data};
	}

	/// The order of ties: fixtures in the world's order, then what was added by hand in the order of the calls.
	[[nodiscard]] uint64_t RankOfAll() const
	{
		constexpr uint64_t k_afterFixtures = uint64_t{1} << 32;
		return fixture != nullptr ? rank : k_afterFixtures + addedAs;
	}
	[[nodiscard]] bool ComesBefore(const GridEntry& other) const { return RankOfAll() < other.RankOfAll(); }
};

static_assert(sizeof(void*) != 8 || b2_maxPolygonVertices > 8 || sizeof(GridEntry) == 128);

/// The index behind Snapshot and SpatialHash: entries, and grids of their circles.
///
/// Each entry is in one of a few grids. Entries that have changed go together into a new grid. The new grid takes in
/// all grids that hold no more entries than it does, so an entry is built into a grid again at most once for each
/// doubling. Bodies at rest therefore stay in a large grid that is not touched, and moving bodies share small ones.
/// An entry that is added or moved alone goes into the loose grid, which is a list of at most k_mostLoose circles.
struct GridIndex
{
	/// What only updates need.
	struct Mark
	{
		uint32_t generation = 0; ///< of the slot: counts the things that have had it
		uint32_t place = 0;      ///< in `order`
		bool isGone = false;     ///< it is in the past, and no longer in the world
		uint64_t life = 0;       ///< see ChildSeen
	};

	/// How Bring found a child.
	struct Brought
	{
		uint32_t index;
		bool isNew : 1;        ///< the child had no entry
		bool isOther : 1;      ///< the child is new, or its entry was of another child of the same name at another time
		bool hasChanged : 1;   ///< it has moved, or is of another shape
		bool wasSomewhere : 1; ///< false if it has not changed
		bool isSomewhere : 1;  ///< the same
	};

	std::vector<GridEntry> entries; ///< with gaps
	std::vector<Mark> marks;        ///< beside entries
	std::vector<uint32_t> order;    ///< the entries of fixtures, in the world's order

	/// Visits all grids that hold something: visit(const NestedGrid&, number) -> false to stop. A grid may also hold
	/// outdated circles, of entries whose `grid` is another number.
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

	/// The number of the grid that holds the most entries; 0 if there is none.
	[[nodiscard]] uint32_t LargestGrid() const;

	/// A number that is different for each grid that was ever built here, and rises. Requires: it is in use.
	[[nodiscard]] uint64_t BuildOf(uint32_t grid) const { return m_sizes[grid].build; }

	/// The corners of a box about all that the largest grid holds.
	[[nodiscard]] std::array<Pair, 2> Extent() const { return m_grids[LargestGrid()].Extent(); }

	/// The number of entries in grids.
	[[nodiscard]] int32_t Count() const;

	/// An entry as a grid takes it.
	[[nodiscard]] static GridItem ItemOf(uint32_t index, const GridEntry& entry)
	{
		return {index, BoundsOf(entry.outline, entry.count, entry.radius), entry.isEdge};
	}
	[[nodiscard]] GridItem ItemOf(uint32_t index) const { return ItemOf(index, entries[index]); }

	/// The entry of a child of a fixture; ChildTable::k_none if there is none.
	[[nodiscard]] uint32_t Find(const b2Fixture* fixture, int32_t child) const { return m_table.Find(fixture, child); }

	[[nodiscard]] size_t Bytes() const;

	/// Adds an entry that is somewhere, or replaces one. Adding gives its index. Strong: if memory runs out, nothing
	/// has changed but how entries share grids.
	uint32_t Add(const GridEntry& entry);
	void Replace(uint32_t index, const GridEntry& entry);

	/// Never allocates.
	void Remove(uint32_t index);

	/// Removes the entries of all fixtures. Never allocates.
	void RemoveFixtures();

	/// Takes all children of fixtures that there are: forEachChild(visit) visits them in the world's order, and
	/// tally(const Brought&) is called for each that has changed or is another one. Gives the number of entries
	/// removed. If memory runs out, call RemoveFixtures.
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
	/// Brings the entry of a child up to date. `next` is the place in `order` where it is expected.
	Brought Bring(const ChildSeen& seen, size_t& next);

	/// Puts the entries that Bring has changed into grids.
	void SettleChanged();

	/// The number of children of the update on its way.
	[[nodiscard]] size_t FoundCount() const { return m_found.size(); }

private:
	/// An update leaves at most this number of grids: each costs a cast some nanoseconds.
	static constexpr uint32_t k_fewGrids = 4;

	static constexpr uint32_t k_loose = 13; ///< the number of the loose grid; those below are built
	static constexpr uint32_t k_mostLoose = 32;
	static_assert(k_loose < GridEntry::k_noGrid);

	struct Size
	{
		uint32_t live = 0; ///< entries that the grid holds
		uint32_t built = 0;
		uint64_t build = 0;
	};

	/// Builds a new grid of what has changed, the loose entries and small grids. At most `mostGrids` are left.
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
	std::vector<uint32_t> m_found;   // of an update on its way
	std::vector<uint32_t> m_changed; // entries that are somewhere, but in no grid yet
	std::vector<GridItem> m_items;   // of a grid on its way
};

/// Sets all of an entry but what names it. False: the child is nowhere.
[[nodiscard]] bool CopyChild(const ChildGeometry& geometry, const b2Transform& pose, GridEntry& entry);

} // namespace ricochet
