// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"
#include "query/ask.h"

namespace ricochet
{

/// A thing as a source has it.
struct StandingChild
{
	static constexpr uint64_t k_unranked = UINT64_MAX;

	Item item;
	const b2Body* body; ///< a name; null for something that was added by hand
	uint64_t rank;      ///< in the world's order; k_unranked: the fixture is alive, and its place in the world decides
	Place place;
};

/// True if a child itself reaches into a box, not only its bounds. So the children of a box are the same in whatever
/// boxes or cells a source keeps them. Computed in double. False for a child without a finite pose.
[[nodiscard]] bool IsInBox(const Place& place, const b2AABB& box);

/// Grows a box by a child, outwards where floats round. A child without a finite pose does not change it.
void Combine(const Place& place, b2AABB& box);

[[nodiscard]] inline uint64_t RankOf(const FixtureChild&)
{
	return StandingChild::k_unranked;
}

[[nodiscard]] inline uint64_t RankOf(const GridChild& what)
{
	return what.entry->RankOfAll();
}

/// Visits the accepted children of a box once each, in any order: visit(const StandingChild&).
template <class Source, class Visit>
void WalkChildrenInBox(const Source& source, const b2AABB& box, const QueryFilter& filter, Visit&& visit)
{
	source.WalkBox(box,
	               [&](const typename Source::What& what)
	               {
		               if (Accepts(filter, what))
		               {
			               const StandingChild standing{source.ItemOf(what), BodyOf(what), RankOf(what), PlaceOf(what)};
			               if (IsInBox(standing.place, box))
			               {
				               visit(standing);
			               }
		               }
	               });
}

/// Visits the children of a body: visit(const Place&).
template <class Source, class Visit>
void ForEachChildOf(const Source& source, const b2Body& body, Visit&& visit)
{
	source.ForEachOf(body, [&](const typename Source::What& what) { visit(PlaceOf(what)); });
}

} // namespace ricochet
