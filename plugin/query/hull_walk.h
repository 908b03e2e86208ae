// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_meet.h"
#include "geometry/surface_point.h"
#include "query/accept.h"
#include "query/attached_meet.h"
#include "query/free_point.h"
#include "query/meet.h"
#include "query/query.h"
#include "query/source.h"

#include <ricochet/query/hull_query.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet
{

/// A game computes the place of a hull in floats. Returns the largest distance (m) by which this rounding may bring the
/// hull closer to a thing.
[[nodiscard]] double RoundingOf(const Hull& hull, const b2Transform& pose);

/// The data of a hit that decide from which side a hull comes.
struct HullSide
{
	const Hull& hull;
	b2Transform pose;     ///< pose of the hull at the hit
	Vec<double> normal{}; ///< normal of the hit, or the way out if the hull starts in the thing; in the thing's frame,
	                      ///< of any length
	double depth = 0.0;   ///< how deep the hull starts in it (m)
	int32_t vertex = -1;  ///< the end of the edge that the hull touches; -1: none, or the hull starts in the edge
	std::optional<b2Transform> before{}; ///< pose just before the hit; none: not known, or the hull starts in the edge
};

/// How far before a hit HullSide::before lies: as a multiple of RoundingOf.
inline constexpr double k_justBefore = 32.0;

/// The side of a one-sided edge from which a hull hits it: the side to which the normal points. A hull that starts in
/// the edge, deeper than rounding may put it, comes from neither side (Along). If the hull's middle decided, a hull
/// that has jumped halfway through a platform would count as coming from above.
[[nodiscard]] Facing FacingOf(const HullSide& side, const ChildGeometry& edge);

/// True if the hull hits the vertex that `edge` and `joined` share, and is behind `joined`. On the side `facing`, the
/// angle at this vertex must be below 180 degrees. Then the hull does not come from that side.
[[nodiscard]] bool IsBehindCorner(const Place& joined, const Place& edge, const HullSide& side, Facing facing);

/// True if IsBehindCorner is true. Also true if the hull lies across `joined`, or did just before. It is then half
/// through the chain, and touches the next edge at that edge's end.
[[nodiscard]] bool IsDeniedBy(const Place& joined, const Place& edge, const HullSide& side, Facing facing);

/// Sets a thick ray that encloses the path of a hull. The ray is the path of the middle of the hull's bounds, and the
/// hull reaches no farther from it than thick.radius. Returns false if the hull cannot be cast.
[[nodiscard]] bool ThickRayOf(const MovingHull& moving, ThickRay& thick);

/// Applies the filter's rule about sides to a hull that hits `what`. A one-sided edge is judged together with the edges
/// of its chain that continue it. sideOf() -> HullSide is called only if the filter names a side.
template <class Source, class SideOf>
[[nodiscard]] bool AcceptsHullSide(const Source& source, const QueryFilter& filter, const typename Source::What& what,
                                   SideOf&& sideOf)
{
	if (IsOneWay(filter) == false)
	{
		return true;
	}
	const Place edge = PlaceOf(what);
	if (edge.geometry.IsEdge() == false || edge.geometry.oneSided == false)
	{
		return edge.geometry.IsEdge() == false || AcceptsSide(filter, Facing::Front, false);
	}
	const HullSide side = sideOf();
	const Facing facing = FacingOf(side, edge.geometry);
	ThickRay thick;
	if (AcceptsSide(filter, facing, true) == false ||
	    ThickRayOf(MovingHull(side.hull, side.pose, {0.0f, 0.0f}, 0.0f), thick) == false)
	{
		return false;
	}
	bool isDenied = false;
	source.WalkThick(thick,
	                 [&](const typename Source::What& other)
	                 {
		                 isDenied = Accepts(filter, other) && IsDeniedBy(PlaceOf(other), edge, side, facing);
		                 return isDenied ? -1.0 : CutoffAbove(0.0f);
	                 });
	return isDenied == false;
}

/// Casts a moving hull against the things that a walk visits: the cast of a query (query.h).
class HullCast
{
public:
	HullCast(const MovingHull& moving, const QueryFilter& filter, HullHitOf hitOf = HullHitOf::Part)
	    : m_moving(moving), m_filter(filter), m_hitOf(hitOf), m_startInside(AcceptsStart(filter, true))
	{
	}

	/// Also hits things in which the hull starts, even if the filter has startInside false.
	void TakeStarts() { m_startInside = true; }

	template <class Source>
	[[nodiscard]] bool operator()(const Source& source, const typename Source::What& what, double cutoff, HullMeet& met)
	{
		return Accepts(m_filter, what) && Meets(PlaceOf(what), cutoff, met) &&
		       AcceptsHullSide(source, m_filter, what, [&] { return SideOf(PlaceOf(what), met); });
	}

	/// Finds the next hit with the thing that was hit last, behind its last hit. False if there is none.
	[[nodiscard]] bool Again(HullMeet& met);

private:
	[[nodiscard]] HullSide SideOf(const Place& place, const HullMeet& met) const;
	[[nodiscard]] bool Meets(const Place& place, double cutoff, HullMeet& met);
	[[nodiscard]] bool MeetsAttached(const Place& place, double cutoff, HullMeet& met);

	const MovingHull& m_moving;
	const QueryFilter& m_filter;
	HullHitOf m_hitOf;
	bool m_startInside;
	AttachedParts m_parts;
	std::optional<Place> m_place; // place of m_parts
	double m_cutoff = 0.0;        // cutoff of m_parts
};

/// Computes the reported data of a hit.
void TellMeet(const MovingHull& moving, const Place& place, HullHitOf hitOf, const HullMeet& met, HullSpan& span);

/// A source whose hits are HullHits, for collectors.
template <class Source>
struct HullHits
{
	using What = typename Source::What;

	const Source& source;
	const MovingHull& moving;
	HullHitOf hitOf = HullHitOf::Part;

	void Tell(const Ray&, const What& what, const HullMeet& met, HullHit& hit) const
	{
		TellMeet(moving, PlaceOf(what), hitOf, met, hit);
		static_cast<Item&>(hit) = source.ItemOf(what);
	}

	[[nodiscard]] What WhatOf(const Item& item) const { return source.WhatOf(item); }
};

template <class Source, class Collector>
void CollectHulls(const Source& source, const MovingHull& moving, const QueryFilter& filter, Collector& collector,
                  HullHitOf hitOf = HullHitOf::Part)
{
	ThickRay thick;
	if (ThickRayOf(moving, thick) == false)
	{
		return;
	}
	HullCast cast(moving, filter, hitOf);
	source.WalkThick(thick,
	                 [&](const typename Source::What& what)
	                 {
		                 bool isMet = cast(source, what, collector.Cutoff(), collector.Trial());
		                 while (isMet)
		                 {
			                 collector.Offer(what);
			                 isMet = std::decay_t<Collector>::k_takesEach && cast.Again(collector.Trial());
		                 }
		                 return collector.Cutoff();
	                 });
}

[[nodiscard]] inline MovingHull MovingHullOf(const HullPath& path)
{
	return {path.hull, path.pose, path.translation, path.maxFraction};
}

/// Calls cast(path) with the path of each convex part of a moving shape.
template <class Cast>
void ForEachPathOf(const b2Shape& shape, const b2Transform& pose, b2Vec2 translation, Cast&& cast)
{
	const int32_t parts = PartCountOf(shape);
	for (int32_t part = 0; part < parts; ++part)
	{
		ChildGeometry geometry;
		if (DescribePart(shape, part, geometry))
		{
			cast(HullPath{geometry.AsHull(), pose, translation});
		}
	}
}

/// True if a hull that does not move overlaps a thing.
template <class Source>
[[nodiscard]] bool OverlapsStanding(const Source& source, const MovingHull& standing, const QueryFilter& filter,
                                    const typename Source::What& what)
{
	HullCast cast(standing, filter);
	cast.TakeStarts();
	HullMeet met;
	return cast(source, what, CutoffAbove(0.0f), met);
}

/// True if a hull that does not move overlaps a thing that counts. counts(what) -> bool.
template <class Source, class Counts>
[[nodiscard]] bool OverlapsOne(const Source& source, const MovingHull& standing, const QueryFilter& filter,
                               const Counts& counts)
{
	ThickRay thick;
	bool overlaps = false;
	if (ThickRayOf(standing, thick))
	{
		source.WalkThick(thick,
		                 [&](const typename Source::What& what)
		                 {
			                 overlaps = OverlapsStanding(source, standing, filter, what) && counts(what);
			                 return overlaps ? -1.0 : CutoffAbove(0.0f);
		                 });
	}
	return overlaps;
}

/// True if a hull at a place overlaps a thing that it does not overlap where its path starts.
template <class Source>
[[nodiscard]] bool OverlapsNew(const Source& source, const MovingHull& moving, b2Vec2 place, const QueryFilter& filter)
{
	const auto standingAt = [&](b2Vec2 position)
	{
		return MovingHull(moving.hull, {position, moving.pose.q}, {0.0f, 0.0f}, 0.0f);
	};
	const auto isNew = [&](const typename Source::What& what)
	{
		return OverlapsStanding(source, standingAt(moving.pose.p), filter, what) == false;
	};
	return OverlapsOne(source, standingAt(place), filter, isNew);
}

/// True if rounding may move a hull past an edge. Such a hull has no area, or is no larger than the rounding.
[[nodiscard]] inline bool MayCrossEdge(const Hull& hull, const b2Transform& pose)
{
	const b2Vec2 first = hull.vertices[0];
	double size = hull.radius;
	for (const b2Vec2& vertex : hull.vertices)
	{
		size += std::abs(static_cast<double>(vertex.x) - first.x) + std::abs(static_cast<double>(vertex.y) - first.y);
	}
	const double coordinates =
	    std::abs(pose.p.x) + std::abs(pose.p.y) + std::abs(first.x) + std::abs(first.y) + size + k_meter;
	return size <= 0x1p-21 * coordinates || IsThin(hull);
}

/// True if a hull that MayCrossEdge passes through an edge from the start of its path to a place. Behind an edge, such
/// a hull overlaps nothing. Edges that it overlaps at its start do not count, whatever the filter says of their sides.
template <class Source>
[[nodiscard]] bool CrossesEdge(const Source& source, const MovingHull& moving, b2Vec2 place, const QueryFilter& filter)
{
	if (MayCrossEdge(moving.hull, moving.pose) == false)
	{
		return false;
	}
	const Way way(moving.pose.p, place);
	const MovingHull onWay(moving.hull, moving.pose, way.ray.translation, way.ray.maxFraction);
	ThickRay thick;
	if (ThickRayOf(onWay, thick) == false)
	{
		return false;
	}
	const bool isRay = HasNoWidth(onWay); // a wider hull only touches an edge that its end passes
	const MovingHull start(moving.hull, moving.pose, {0.0f, 0.0f}, 0.0f);
	QueryFilter fromBothSides = filter;
	fromBothSides.sides = Sides::Both;
	bool crosses = false;
	source.WalkThick(thick,
	                 [&](const typename Source::What& what)
	                 {
		                 const Place edge = PlaceOf(what);
		                 const auto meets = [&](const b2Vec2& vertex)
		                 {
			                 const MovingHull point({std::span(&vertex, 1), 0.0f}, moving.pose, {0.0f, 0.0f}, 0.0f);
			                 HullMeet met;
			                 return PointCrossesThin(point, place, isRay, edge.geometry.AsHull(), edge.pose, met) &&
			                        AcceptsHullSide(source, filter, what,
			                                        [&] {
				                                        return HullSide{moving.hull, moving.pose, met.enter.normal};
			                                        });
		                 };
		                 crosses = edge.geometry.IsEdge() && Accepts(filter, what) &&
		                           std::any_of(moving.hull.vertices.begin(), moving.hull.vertices.end(), meets) &&
		                           OverlapsStanding(source, start, fromBothSides, what) == false;
		                 return crosses ? -1.0 : CutoffAbove(way.ray.maxFraction);
	                 });
	return crosses;
}

/// The place of a hull's first hit is rounded, so the hull may overlap another thing there that it only touches. A hull
/// without area may lie behind an edge. In both cases moves the place. The new place is one of those of
/// SearchOffSurface about the old one, and none behind the start of the path. If the hull is free at none of them, the
/// place is the start. One exception: a hull that touches the thing at the start of its path is moved off it, even if
/// that leads backwards.
template <class Source>
void FreeFromAll(const Source& source, const MovingHull& moving, const QueryFilter& filter, HullHit& hit)
{
	const auto isOffOthers = [&](b2Vec2 place)
	{
		return OverlapsNew(source, moving, place, filter) == false &&
		       CrossesEdge(source, moving, place, filter) == false;
	};
	const Vec<double> way = Lift<double>(moving.translation);
	const typename Source::What what = source.WhatOf(hit);
	const auto isBehind = [&](b2Vec2 place)
	{
		return Dot(Lift<double>(place) - Lift<double>(moving.pose.p), way) < 0.0;
	};
	const auto touches = [&](b2Vec2 place)
	{
		const MovingHull standing(moving.hull, {place, moving.pose.q}, {0.0f, 0.0f}, 0.0f);
		return OverlapsStanding(source, standing, filter, what);
	};
	if (hit.startsInside || ((isBehind(hit.place) == false || touches(moving.pose.p)) && isOffOthers(hit.place)))
	{
		return;
	}
	const auto isFree = [&](b2Vec2 place)
	{
		return isBehind(place) == false && touches(place) == false && isOffOthers(place);
	};
	const Vec<double> place = Lift<double>(hit.place);
	const b2Vec2 found = SearchOffSurface(place, Lift<double>(hit.enter.normal), -1.0 * UnitOf(way),
	                                      RoundingUnit(place, moving.pose.p), isFree);
	hit.place = isFree(found) ? found : moving.pose.p;
}

/// True if a hull, at a fraction of its path, overlaps a thing.
template <class Source>
[[nodiscard]] bool OverlapsAt(const Source& source, double fraction, const MovingHull& moving,
                              const QueryFilter& filter, const typename Source::What& what)
{
	HullCast cast(moving, filter);
	cast.TakeStarts();
	HullMeet met;
	bool isMet = cast(source, what, std::numeric_limits<double>::infinity(), met);
	while (isMet && met.exit.fraction < fraction)
	{
		isMet = cast.Again(met);
	}
	return isMet && met.enter.fraction <= fraction;
}

/// Moves the contact of a hull's hit if it lies inside another thing. Things that the hull already overlaps just before
/// the hit do not count.
template <class Source>
void FreeContact(const Source& source, const MovingHull& moving, const QueryFilter& filter, HullHit& hit)
{
	using What = typename Source::What;
	if (hit.startsInside || hit.enter.normal == b2Vec2{0.0f, 0.0f})
	{
		return;
	}
	const Vec<double> translation = Lift<double>(moving.translation);
	// The contact may lie two units off a solid. Free points may be nearer to the solid than that.
	const Vec<double> contact = Lift<double>(hit.contact);
	const bool isEdge = PlaceOf(source.WhatOf(hit)).geometry.IsEdge();
	const double off = isEdge ? 0.0 : RoundingUnit(contact, hit.contact);
	const CrossedSurface surface(contact - off * Lift<double>(hit.enter.normal), hit.enter.normal, -1.0 * translation,
	                             hit.contact);
	constexpr double k_rounding = 0x1p-22; // bounds the relative error of the fraction, which was rounded to a float
	const double before = (1.0 - k_rounding) * hit.enter.fraction - PassingDistance(surface) / Length(translation);
	const auto isPassed = [&](const What& other)
	{
		return OverlapsAt(source, std::max(before, 0.0), moving, filter, other);
	};
	FreePoint(source, filter, source.WhatOf(hit), surface, hit.enter.normal, isPassed, hit.contact);
}

template <class Source>
[[nodiscard]] std::optional<HullHit> ClosestHullIn(const Source& source, const HullPath& path,
                                                   const QueryFilter& filter)
{
	const MovingHull moving = MovingHullOf(path);
	Closest<typename Source::What, HullMeet> closest(path.maxFraction);
	CollectHulls(source, moving, filter, closest);
	std::optional<HullHit> hit;
	if (closest.HasHit())
	{
		HullHits<Source>{source, moving}.Tell({}, closest.Hit(), closest.Kept(), hit.emplace());
		FreeFromAll(source, moving, filter, *hit);
		FreeContact(source, moving, filter, *hit);
	}
	return hit;
}

template <class Source>
[[nodiscard]] bool AnyHullIn(const Source& source, const HullPath& path, const QueryFilter& filter)
{
	const MovingHull moving = MovingHullOf(path);
	ThickRay thick;
	bool any = false;
	if (ThickRayOf(moving, thick))
	{
		HullCast cast(moving, filter);
		const double cutoff = CutoffAbove(path.maxFraction);
		HullMeet met;
		source.WalkThick(thick,
		                 [&](const typename Source::What& what)
		                 {
			                 any = cast(source, what, cutoff, met);
			                 return any ? -1.0 : cutoff;
		                 });
	}
	return any;
}

template <class Source>
void AppendAllHullsIn(const Source& source, const HullPath& path, std::vector<HullHit>& hits, const QueryFilter& filter)
{
	const MovingHull moving = MovingHullOf(path);
	const HullHits<Source> tells{source, moving};
	const Ray ray = moving.Way();
	const size_t before = hits.size();
	All<HullHits<Source>, HullHit, HullMeet> all(tells, ray, hits);
	CollectHulls(source, moving, filter, all);
	all.Sort();
	if (hits.size() > before)
	{
		FreeFromAll(source, moving, filter, hits[before]);
	}
	for (size_t i = before; i < hits.size(); ++i)
	{
		FreeContact(source, moving, filter, hits[i]);
	}
}

/// A hit of a hull on a convex piece.
struct PieceHit : HullHit
{
	int side = 0; ///< where the piece lies that the path only touches: 1 is left, -1 is right, 0 is neither
};

/// Replaces the content of `hits` by all hits of a hull, in the order of hits. Each convex piece of an attached
/// geometry counts as a thing. A hit on an edge through which a hull without area passes is not grazing. A hit where
/// a hull without width comes between two pieces is not grazing either.
void CastHullAtPieces(Space space, const HullPath& path, std::vector<PieceHit>& hits, const QueryFilter& filter);

/// The shape and pose of the thing that was hit.
[[nodiscard]] Place PlaceIn(Space space, const Item& item);

} // namespace ricochet
