// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"
#include "query/ask.h"

#include <limits>

namespace ricochet
{

/// A child of a fixture, or an entry added by hand, as a source stores it.
struct StandingChild
{
	static constexpr uint64_t k_unranked = UINT64_MAX;

	Item item;
	const b2Body* body; ///< an id; null for an entry added by hand
	uint64_t rank;      ///< position in the world's order; k_unranked: the living fixtures are compared instead
	Place place;
};

/// True if a child itself reaches into a box, not only its bounds. Therefore all sources find the same children,
/// whatever boxes or cells they use. Computed in double. False for a child without a finite pose.
[[nodiscard]] bool IsInBox(const Place& place, const b2AABB& box);

/// The bounding box of children in the world, in double.
struct Extent
{
	Vec<double> lower{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
	Vec<double> upper{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

	/// Grows the box by a child. A child without a finite pose does not change it.
	void Take(const Place& place);
	[[nodiscard]] bool IsEmpty() const { return lower.x > upper.x; }

	/// Grows a box to contain this one. Bounds are rounded outwards.
	void GrowBox(b2AABB& box) const;
};

[[nodiscard]] inline uint64_t RankOf(const FixtureChild&)
{
	return StandingChild::k_unranked;
}

[[nodiscard]] inline uint64_t RankOf(const GridChild& what)
{
	return what.entry->RankOfAll();
}

/// Calls visit(const StandingChild&) once for each accepted child in a box, in any order.
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

/// Calls visit(const Place&) for each child of a body.
template <class Source, class Visit>
void ForEachChildOf(const Source& source, const b2Body& body, Visit&& visit)
{
	source.ForEachOf(body, [&](const typename Source::What& what) { visit(PlaceOf(what)); });
}

} // namespace ricochet
