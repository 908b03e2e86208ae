// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"
#include "host/host.h"
#include "index/visited.h"
#include "query/snapshot_source.h"

namespace ricochet
{

/// A child of a fixture as a source has it.
struct StandingChild
{
	static constexpr int32_t k_unranked = -1;

	b2Fixture* fixture;
	const b2Body* body;
	int32_t rank; ///< in the world's order; k_unranked: the fixture is alive, and tells
	Place place;
};

/// The children of a box are those that reach into it themselves, not their bounds: in whatever boxes or cells a source
/// keeps them, it has the same ones. By doubles. False for a child that is nowhere.
[[nodiscard]] bool IsInBox(const Place& place, const b2AABB& box);

/// Grows a box by a child, outwards where floats round. By a child that is nowhere: not at all.
void Combine(const Place& place, b2AABB& box);

[[nodiscard]] inline StandingChild StandingOf(const FixtureChild& what)
{
	return {what.fixture, what.fixture->GetBody(), StandingChild::k_unranked, PlaceOf(what)};
}

[[nodiscard]] inline StandingChild StandingOf(const SnapshotChild& what)
{
	const SnapshotEntry& entry = *what.entry;
	return {NameOf(entry.fixture), BodyOf(what), static_cast<int32_t>(entry.rank), PlaceOf(what)};
}

/// Visits the accepted children of a box once each, in any order: visit(const StandingChild&).
template <class Visit>
void WalkChildrenInBox(const LiveTree& source, const b2AABB& box, const QueryFilter& filter, Visit&& visit)
{
	WalkOverlaps(source.world, box,
	             [&](b2Fixture* fixture, int32_t child)
	             {
		             if (Accepts(filter, fixture))
		             {
			             const StandingChild standing = StandingOf(FixtureChild{fixture, child});
			             if (IsInBox(standing.place, box))
			             {
				             visit(standing);
			             }
		             }
	             });
}

/// The same. Takes and keeps the memory of Visited.
template <class Visit>
void WalkChildrenInBox(const SnapshotSource& source, const b2AABB& box, const QueryFilter& filter, Visit&& visit)
{
	Visited visited(source.state.entries.size());
	source.state.ForEachGrid(
	    [&](const NestedGrid& grid, uint32_t number)
	    {
		    grid.WalkBox(box,
		                 [&](uint32_t index)
		                 {
			                 const SnapshotChild what{&source.state.entries[index], {}};
			                 if (what.entry->grid == number && visited.Mark(index) && IsInBox(PlaceOf(what), box) &&
			                     Accepts(filter, what))
			                 {
				                 visit(StandingOf(what));
			                 }
		                 });
		    return true;
	    });
}

/// Visits the children of a body: visit(const Place&).
template <class Visit>
void ForEachChildOf(const LiveTree&, const b2Body& body, Visit&& visit)
{
	for (const b2Fixture* fixture : FixturesOf(body))
	{
		for (int32 child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			visit(PlaceOf(*fixture->GetShape(), child, body.GetTransform()));
		}
	}
}

/// The same, where the body is a name. Looks at every entry.
template <class Visit>
void ForEachChildOf(const SnapshotSource& source, const b2Body& body, Visit&& visit)
{
	for (const SnapshotEntry& entry : source.state.entries)
	{
		if (entry.IsSomewhere() && BodyOf(SnapshotChild{&entry, {}}) == &body)
		{
			visit(PlaceOf(SnapshotChild{&entry, {}}));
		}
	}
}

} // namespace ricochet
