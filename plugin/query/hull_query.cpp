// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_query.h>

#include "query/ask.h"
#include "query/hull_walk.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Covers the rounding errors of a length and of the point from which it is measured.
constexpr double k_outward = 1.0 + 0x1p-20;

} // namespace

bool ThickRayOf(const MovingHull& moving, ThickRay& thick)
{
	if (moving.isValid == false)
	{
		return false;
	}
	constexpr double k_infinite = std::numeric_limits<double>::infinity();
	Vec<double> lower{k_infinite, k_infinite};
	Vec<double> upper{-k_infinite, -k_infinite};
	for (const b2Vec2& vertex : moving.hull.vertices)
	{
		const Vec<double> point = PointOf(moving.pose, vertex);
		lower = {std::min(lower.x, point.x), std::min(lower.y, point.y)};
		upper = {std::max(upper.x, point.x), std::max(upper.y, point.y)};
	}
	const b2Vec2 middle = ToFloat(0.5 * (lower + upper));
	const double r = moving.hull.radius;
	const auto reachOf = [&](double from, double center, double to)
	{
		return k_outward * (std::max(to - center, center - from) + r);
	};
	const double x = reachOf(lower.x, middle.x, upper.x);
	const double y = reachOf(lower.y, middle.y, upper.y);
	double farthest = 0.0;
	for (const b2Vec2& vertex : moving.hull.vertices)
	{
		farthest = std::max(farthest, Length(PointOf(moving.pose, vertex) - Lift<double>(middle)));
	}
	thick.ray = {middle, moving.translation, moving.maxFraction};
	thick.reach = {ToFloat(x), ToFloat(y)};
	thick.radius = ToFloat(k_outward * (farthest + r));
	return IsValid(thick.ray) && std::isfinite(thick.radius) && FitsFloat({k_outward * x, k_outward * y});
}

double RoundingOf(const Hull& hull, const b2Transform& pose)
{
	constexpr double k_ofCoordinates = 0x1p-21;
	double reach = 0.0;
	for (const b2Vec2& vertex : hull.vertices)
	{
		reach = std::max(reach, Length(Lift<double>(vertex)));
	}
	const Vec<double> place = Lift<double>(pose.p);
	return k_ofCoordinates * (k_meter + std::abs(place.x) + std::abs(place.y) + reach + hull.radius);
}

namespace
{

bool HasSamePose(const b2Transform& a, const b2Transform& b)
{
	return a.p == b.p && a.q.s == b.q.s && a.q.c == b.q.c;
}

// The vertex that two edges of a chain share.
struct Joint
{
	int32_t vertex;     // the end of the first one
	bool isHollowFront; // the front has less than half of the angle about the vertex
};

std::optional<Joint> JointOf(const Place& edge, const Place& other)
{
	const auto& [from, to] = edge.geometry.ends;
	const auto& [otherFrom, otherTo] = other.geometry.ends;
	const bool isBefore = otherTo == from;
	if (other.geometry.IsEdge() == false || other.geometry.oneSided == false ||
	    (isBefore == false && otherFrom != to) || HasSamePose(edge.pose, other.pose) == false)
	{
		return std::nullopt;
	}
	const Vec<double> along = Lift<double>(to) - Lift<double>(from);
	const Vec<double> otherAlong = Lift<double>(otherTo) - Lift<double>(otherFrom);
	const double turn = isBefore ? Cross(otherAlong, along) : Cross(along, otherAlong);
	return Joint{isBefore ? 0 : 1, turn < 0.0};
}

bool LiesAcross(const Hull& hull, const b2Transform& pose, const Place& edge)
{
	const MovingHull standing(hull, pose, {0.0f, 0.0f}, 0.0f);
	HullMeet met;
	if (MeetHull(standing, edge.geometry.AsHull(), edge.pose, CutoffAbove(0.0f), met) == false)
	{
		return false;
	}
	float depth = 0.0f;
	b2Vec2 wayOut;
	TellWayOut(standing, edge.geometry.AsHull(), edge.pose, met, depth, wayOut);
	return depth > 2.0 * RoundingOf(standing.hull, standing.pose);
}

} // namespace

Facing FacingOf(const HullSide& side, const ChildGeometry& edge)
{
	const Vec<double> along = Lift<double>(edge.ends[1]) - Lift<double>(edge.ends[0]);
	const double rise = Cross(side.normal, along);
	const bool isOnNeither = side.depth > 2.0 * RoundingOf(side.hull, side.pose) || rise == 0.0;
	return isOnNeither ? Facing::Along : (rise > 0.0 ? Facing::Front : Facing::Back);
}

bool IsBehindCorner(const Place& joined, const Place& edge, const HullSide& side, Facing facing)
{
	const std::optional<Joint> joint = JointOf(edge, joined);
	return joint && joint->vertex == side.vertex && joint->isHollowFront == (facing == Facing::Front) &&
	       FacingOf(side, joined.geometry) != facing;
}

bool IsDeniedBy(const Place& joined, const Place& edge, const HullSide& side, Facing facing)
{
	if (JointOf(edge, joined).has_value() == false)
	{
		return false;
	}
	return IsBehindCorner(joined, edge, side, facing) || LiesAcross(side.hull, side.pose, joined) ||
	       (side.before && LiesAcross(side.hull, *side.before, joined));
}

HullSide HullCast::SideOf(const Place& place, const HullMeet& met) const
{
	const b2Vec2 at = ToFloat(Lift<double>(m_moving.pose.p) + met.enter.fraction * Lift<double>(m_moving.translation));
	HullSide side{m_moving.hull, {at, m_moving.pose.q}, met.enter.normal};
	if (met.startsInside)
	{
		float depth = 0.0f;
		b2Vec2 wayOut;
		TellWayOut(m_moving, place.geometry.AsHull(), place.pose, met, depth, wayOut);
		side.normal = InverseTurn(place.pose.q, Lift<double>(wayOut));
		side.depth = depth;
		return side;
	}
	side.vertex = met.touching.still.vertex;
	const Vec<double> translation = Lift<double>(m_moving.translation);
	const double back = std::min(k_justBefore * RoundingOf(m_moving.hull, side.pose),
	                             std::max(met.enter.fraction, 0.0) * Length(translation));
	side.before = {ToFloat(Lift<double>(at) - back * UnitOf(translation)), m_moving.pose.q};
	if (met.grazing && met.side != 0 && (m_moving.hull.radius > 0.0f || HasNoWidth(m_moving) == false))
	{
		// Whichever corner it touches first, the edge lies to one side of the path.
		const Vec<double> way = InverseTurn(place.pose.q, Lift<double>(m_moving.translation));
		side.normal = static_cast<double>(met.side) * Vec<double>{way.y, -way.x};
	}
	return side;
}

bool HullCast::MeetsAttached(const Place& place, double cutoff, HullMeet& met)
{
	m_parts.Begin(m_moving, place, m_hitOf);
	m_place.emplace(place);
	m_cutoff = cutoff;
	return Again(met);
}

bool HullCast::Again(HullMeet& met)
{
	while (m_place && m_parts.Next(m_moving, *m_place, m_cutoff, met))
	{
		if (m_startInside || met.startsInside == false)
		{
			return true;
		}
	}
	return false;
}

bool HullCast::Meets(const Place& place, double cutoff, HullMeet& met)
{
	m_place.reset();
	if (place.geometry.IsAttached())
	{
		return MeetsAttached(place, cutoff, met);
	}
	return MeetHull(m_moving, place.geometry.AsHull(), place.pose, cutoff, met) &&
	       (m_startInside || met.startsInside == false);
}

void TellMeet(const MovingHull& moving, const Place& place, HullHitOf hitOf, const HullMeet& met, HullSpan& span)
{
	if (place.geometry.IsAttached())
	{
		TellAttached(moving, place, hitOf, met, span);
		return;
	}
	TellHull(moving, place.geometry.AsHull(), place.pose, met, span);
	if (place.geometry.IsEdge())
	{
		span.enter.edge = span.enter.normal == b2Vec2{0.0f, 0.0f} ? -1 : place.child;
		span.exit.edge = span.exit.normal == b2Vec2{0.0f, 0.0f} ? -1 : place.child;
	}
}

namespace
{

// Collects all hits on surfaces, in the order of hits. A walk may visit a thing twice, but its hits are kept only once.
template <class Source>
class HullHitList
{
public:
	static constexpr bool k_takesEach = true;

	HullHitList(const Source& source, const MovingHull& moving, std::vector<PieceHit>& hits)
	    : m_tells{source, moving, HullHitOf::Piece}, m_hits(hits),
	      m_isRay(moving.isValid && moving.hull.radius == 0.0f && HasNoWidth(moving))
	{
	}

	[[nodiscard]] double Cutoff() const { return CutoffAbove(m_tells.moving.maxFraction); }
	[[nodiscard]] HullMeet& Trial() { return m_trial; }

	// Hits come nearly in order, so few are moved.
	void Offer(const typename Source::What& what)
	{
		PieceHit hit;
		m_tells.Tell({}, what, m_trial, hit);
		const Place place = PlaceOf(what);
		const bool isAttached = place.geometry.IsAttached();
		// A hull without width may enter a piece at a reflex vertex of the outline, between two pieces.
		const bool isAtVertex = m_isRay && hit.startsInside == false && hit.still.vertex >= 0;
		if (isAttached && isAtVertex == false && TakeSurface(m_tells.moving, place, m_trial, hit) == false)
		{
			return;
		}
		hit.side = hit.grazing ? m_trial.side : 0;
		hit.grazing = hit.grazing && (isAttached || CrossesThin(m_tells.moving, place.geometry.AsHull(), place.pose,
		                                                        m_trial) == false);
		const auto isNearer = [&](const HullHit& a, const HullHit& b)
		{
			return IsNearerHit(m_tells.source, a, b);
		};
		const auto [first, last] = std::equal_range(m_hits.begin(), m_hits.end(), hit, isNearer);
		if (std::none_of(first, last, [&](const HullHit& other) { return IsSameHit(other, hit); }))
		{
			m_hits.insert(last, hit);
		}
	}

	// A hull without width may move along the joint of two solids, or through the vertex that they share. It only
	// touches each of them, but where it is between the two, it is inside. So the later one of the two hits is not
	// grazing.
	void CloseJoints()
	{
		for (size_t i = 1; m_isRay && i < m_hits.size(); ++i)
		{
			for (size_t j = 0; j < i && m_hits[i].side != 0; ++j)
			{
				const bool isOpposite = m_hits[j].side == -m_hits[i].side;
				m_hits[i].grazing &= (isOpposite && m_hits[j].exit.fraction >= m_hits[i].enter.fraction) == false;
			}
		}
	}

private:
	// Several pieces of one geometry may be hit at one fraction.
	[[nodiscard]] static bool IsSameHit(const HullHit& a, const HullHit& b)
	{
		return a.enter.normal == b.enter.normal && a.contact == b.contact && a.exit.fraction == b.exit.fraction &&
		       a.depth == b.depth && a.wayOut == b.wayOut;
	}

	HullHits<Source> m_tells;
	std::vector<PieceHit>& m_hits;
	bool m_isRay; // the hull has no width
	HullMeet m_trial;
};

} // namespace

void CastHullAtPieces(Space space, const HullPath& path, std::vector<PieceHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    const MovingHull moving = MovingHullOf(path);
		    HullHitList list(source, moving, hits);
		    CollectHulls(source, moving, filter, list, HullHitOf::Piece);
		    list.CloseJoints();
	    });
}

Place PlaceIn(Space space, const Item& item)
{
	return Ask(space, [&](const auto& source) { return PlaceOf(source.WhatOf(item)); });
}

std::optional<HullHit> CastHullClosest(Space space, const HullPath& path, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return ClosestHullIn(source, path, filter); });
}

bool CastHullAny(Space space, const HullPath& path, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return AnyHullIn(source, path, filter); });
}

void CastHullAll(Space space, const HullPath& path, std::vector<HullHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	Ask(space, [&](const auto& source) { AppendAllHullsIn(source, path, hits, filter); });
}

std::optional<HullHit> CastShapeClosest(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                                        const QueryFilter& filter)
{
	std::optional<HullHit> closest;
	Ask(space,
	    [&](const auto& source)
	    {
		    ForEachPathOf(shape, pose, translation,
		                  [&](const HullPath& path)
		                  {
			                  const std::optional<HullHit> hit = ClosestHullIn(source, path, filter);
			                  const bool isFirst =
			                      hit && (closest.has_value() == false || IsNearerHit(source, *hit, *closest));
			                  closest = isFirst ? hit : closest;
		                  });
	    });
	return closest;
}

bool CastShapeAny(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  const QueryFilter& filter)
{
	bool any = false;
	ForEachPathOf(shape, pose, translation,
	              [&](const HullPath& path) { any = any || CastHullAny(space, path, filter); });
	return any;
}

void CastShapeAll(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                  std::vector<HullHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    ForEachPathOf(shape, pose, translation,
		                  [&](const HullPath& path) { AppendAllHullsIn(source, path, hits, filter); });
		    if (PartCountOf(shape) > 1)
		    {
			    // Keep only the first hit of each thing.
			    std::sort(hits.begin(), hits.end(),
			              [&](const HullHit& a, const HullHit& b) {
				              return IsSameItem(a, b) ? a.enter.fraction < b.enter.fraction
				                                      : ComesBefore(source.WhatOf(a), source.WhatOf(b));
			              });
			    hits.erase(std::unique(hits.begin(), hits.end(), IsSameItem), hits.end());
			    std::sort(hits.begin(), hits.end(),
			              [&](const HullHit& a, const HullHit& b) { return IsNearerHit(source, a, b); });
		    }
	    });
}

} // namespace ricochet
