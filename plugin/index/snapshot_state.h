// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "index/child_table.h"
#include "index/history_state.h"
#include "index/nested_grid.h"

#include <ricochet/index/snapshot.h>

#include <array>
#include <vector>

namespace ricochet
{

/// All that a cast needs of a child, copied, in two lines of a cache (polygons of up to eight vertices).
struct alignas(64) SnapshotEntry
{
	/// In which grid it is to be found. What stands in a grid from before is passed over.
	enum class Part : uint8_t
	{
		None,
		Still,
		Moving
	};

	WorldOutline outline; ///< unless the part is None
	float radius = 0.0f;
	uint32_t rank = 0; ///< in the world's order
	int32_t child = 0;
	b2Filter filter;
	uint8_t count = 0; ///< of vertices
	bool isEdge : 1 = false;
	bool oneSided : 1 = false;
	bool isSensor : 1 = false;
	bool isConvex : 1 = false; ///< certainly, and counter-clockwise: a polygon without another bend
	bool isGone : 1 = false;   ///< in the past, and no longer there
	Part part : 2 = Part::None;
	const b2Fixture* fixture = nullptr; ///< a name
	const b2Body* body = nullptr;       ///< a name
	GeometryPointer attached;           ///< then the outline is a box about it

	[[nodiscard]] std::span<const b2Vec2> Vertices() const { return {outline.vertices.data(), count}; }

	/// A polygon without a radius and with an inside.
	[[nodiscard]] bool IsPolygon() const
	{
		return isEdge == false && radius == 0.0f && count > 2 && attached.Get() == nullptr;
	}

	[[nodiscard]] bool HasSides() const { return isEdge || IsPolygon(); }

	/// Valid as long as the entry.
	[[nodiscard]] ChildGeometry Geometry() const
	{
		if (isEdge)
		{
			return ChildGeometry::Edge(outline.vertices[0], outline.vertices[1], oneSided);
		}
		const CastGeometryData* data = attached.Get();
		return data != nullptr ? ChildGeometry::Attached(*data, Vertices()) : ChildGeometry::Solid(Vertices(), radius);
	}
};

static_assert(sizeof(void*) != 8 || b2_maxPolygonVertices > 8 || sizeof(SnapshotEntry) == 128);

struct Snapshot::State
{
	explicit State(const b2World& theWorld) : world(theWorld) {}

	/// What only Update needs.
	struct Mark
	{
		uint32_t generation = 0;
		uint32_t seen = 0;    ///< the Update that found it
		uint32_t changed = 0; ///< the Update that last found it elsewhere or otherwise
		uint32_t place = 0;   ///< in `order`
		uint64_t life = 0;    ///< see ChildSeen
	};

	/// So many Updates after its last change something is still.
	static constexpr uint32_t k_restless = 16;

	const b2World& world;
	Result<> layout;                    ///< whether the game's Box2D is the library's; if not, the world is not read
	std::vector<SnapshotEntry> entries; ///< with gaps
	std::vector<Mark> marks;            ///< beside entries
	std::vector<uint32_t> order;        ///< numbers of entries in the world's order
	NestedGrid still;
	NestedGrid moving;
	uint32_t stillBuilds = 0; ///< how often the grid of what is still was built

	/// As if some bodies, in the world's order, were disabled.
	SnapshotUpdate Update(std::span<const b2Body* const> without = {});

	SnapshotUpdate UpdateTo(const History& history, const Moment& moment);
	void Clear();

	/// Entries as a grid takes them.
	[[nodiscard]] GridItem ItemOf(uint32_t index) const
	{
		const SnapshotEntry& entry = entries[index];
		return {index, BoundsOf(entry.outline, entry.count, entry.radius), entry.isEdge};
	}

	[[nodiscard]] uint32_t Find(const b2Fixture* fixture, int32_t child) const { return m_table.Find(fixture, child); }
	[[nodiscard]] size_t Bytes() const;

	/// The corners of a box about all that stands still, or if nothing does, about what moves.
	[[nodiscard]] std::array<Pair, 2> Extent() const { return still.IsEmpty() ? moving.Extent() : still.Extent(); }

private:
	struct BodyMark
	{
		Whereabouts where;
		size_t place; // of its first child, in `order`
	};

	template <class ForEach>
	SnapshotUpdate Take(size_t expected, ForEach&& forEachChild);
	SnapshotUpdate Follow(const History::State& history, const Moment& moment);
	void SortMoved();
	uint32_t Bring(const ChildSeen& seen, size_t& next, SnapshotUpdate& update);
	uint32_t NewEntry(const ChildSeen& seen);
	void Remove(uint32_t index);
	void Reserve(size_t children);
	void Sort();

	ChildTable m_table;
	std::vector<uint32_t> m_free;
	std::vector<uint32_t> m_found; // of an Update on its way
	std::vector<GridItem> m_items;
	uint32_t m_updates = 0;
	uint32_t m_generations = 0;
	Roster m_roster;                // that of the past, if that is where it stands
	std::vector<BodyMark> m_bodies; // of it, in the world's order
	int32_t m_ignored = 0;
	bool m_moved = false; // what is in the moving grid is not what should be
	size_t m_carried = 0; // how often something at rest was put among what moves, since the still grid was built
};

[[nodiscard]] inline const Snapshot::State& StateOf(const Snapshot& snapshot)
{
	return *snapshot.m_state;
}

} // namespace ricochet
