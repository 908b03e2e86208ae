// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/overlap_query.h>

#include "query/children_in_box.h"
#include "query/hull_walk.h"

#include <algorithm>
#include <functional>

namespace ricochet
{

namespace
{

// Appends the things that a hull overlaps to a list.
template <class Source>
class Overlapped
{
public:
	static constexpr bool k_takesEach = false;

	Overlapped(const Source& source, std::vector<OverlapHit>& overlaps) : m_source(source), m_overlaps(overlaps) {}

	/// Adds all overlaps of a hull.
	void Collect(const Hull& hull, const b2Transform& pose, const QueryFilter& filter)
	{
		const MovingHull moving(hull, pose, {0.0f, 0.0f}, 0.0f);
		m_moving = &moving;
		CollectHulls(m_source, moving, filter, *this);
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(0.0f); }
	[[nodiscard]] HullMeet& Trial() { return m_trial; }

	void Offer(const typename Source::What& what)
	{
		const Place place = PlaceOf(what);
		OverlapHit& hit = m_overlaps.emplace_back();
		static_cast<Item&>(hit) = m_source.ItemOf(what);
		if (place.geometry.IsAttached())
		{
			const WayOutOfAll way = FindWayOutOfAll(m_moving->hull, m_moving->pose, place);
			hit.depth = way.depth;
			hit.wayOut = way.wayOut;
			hit.place = way.place;
			return;
		}
		const Hull still = place.geometry.AsHull();
		const WayOut way = TellWayOut(*m_moving, still, place.pose, m_trial, hit.depth, hit.wayOut);
		hit.place = PlaceOutside(*m_moving, way, still, place.pose);
	}

	// Sorts the deepest first, ties in the world's order. A thing that was hit several times stays once, with its
	// deepest overlap. Equal things are found by their addresses, which are cheap to compare. The world's order is
	// expensive, so it only decides ties.
	void Sort()
	{
		if (m_overlaps.size() < 2)
		{
			return;
		}
		std::sort(m_overlaps.begin(), m_overlaps.end(),
		          [](const OverlapHit& a, const OverlapHit& b)
		          {
			          if (a.fixture != b.fixture)
			          {
				          return std::less<>()(a.fixture, b.fixture);
			          }
			          if (a.id.index != b.id.index)
			          {
				          return a.id.index < b.id.index;
			          }
			          return a.child != b.child ? a.child < b.child : a.depth > b.depth;
		          });
		m_overlaps.erase(std::unique(m_overlaps.begin(), m_overlaps.end(), IsSameItem), m_overlaps.end());
		std::sort(m_overlaps.begin(), m_overlaps.end(),
		          [&](const OverlapHit& a, const OverlapHit& b) {
			          return a.depth != b.depth ? a.depth > b.depth
			                                    : ComesBefore(m_source.WhatOf(a), m_source.WhatOf(b));
		          });
	}

private:
	const Source& m_source;
	std::vector<OverlapHit>& m_overlaps;
	const MovingHull* m_moving = nullptr;
	HullMeet m_trial;
};

} // namespace

void OverlapHull(Space space, const Hull& hull, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                 const QueryFilter& filter)
{
	overlaps.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    Overlapped overlapped(source, overlaps);
		    overlapped.Collect(hull, pose, filter);
		    overlapped.Sort();
	    });
}

bool OverlapHullAny(Space space, const Hull& hull, const b2Transform& pose, const QueryFilter& filter)
{
	return CastHullAny(space, {hull, pose, {0.0f, 0.0f}, 0.0f}, filter);
}

void FindInBox(Space space, const b2AABB& box, std::vector<Item>& found, const QueryFilter& filter)
{
	found.clear();
	if (box.IsValid())
	{
		// The test of a child has rounding errors, and a child that touches the box must be found.
		const b2Vec2 margin = 0x1p-21f * b2Max(b2Abs(box.lowerBound), b2Abs(box.upperBound));
		const b2AABB grown{box.lowerBound - margin, box.upperBound + margin};
		const auto add = [&](const StandingChild& child)
		{
			found.push_back(child.item);
		};
		Ask(space, [&](const auto& source) { WalkChildrenInBox(source, grown, filter, add); });
	}
}

void OverlapShape(Space space, const b2Shape& shape, const b2Transform& pose, std::vector<OverlapHit>& overlaps,
                  const QueryFilter& filter)
{
	overlaps.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    Overlapped overlapped(source, overlaps);
		    ForEachPathOf(shape, pose, {0.0f, 0.0f},
		                  [&](const HullPath& path) { overlapped.Collect(path.hull, path.pose, filter); });
		    overlapped.Sort();
	    });
}

} // namespace ricochet
