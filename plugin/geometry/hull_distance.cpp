// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/hull_distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

using Points = std::span<const Vec<double>>;

// The point on the boundary of one hull that is nearest to a vertex of the other hull.
struct NearestPlace
{
	double square = std::numeric_limits<double>::infinity();
	size_t vertex = 0; // index of the vertex of the other hull
	size_t edge = 0;
	double share = 0.0; // position on the edge: 0 at its first vertex, 1 at its second
};

// If convex hulls are disjoint, their nearest points include a vertex of one of them.
void FindNearestPlace(Points vertices, Points hull, NearestPlace& nearest)
{
	for (size_t edge = 0; edge < hull.size(); ++edge)
	{
		const Vec<double> a = hull[edge];
		const Vec<double> along = hull[(edge + 1) % hull.size()] - a;
		const double square = Dot(along, along);
		const double inverse = square > 0.0 ? 1.0 / square : 0.0;
		for (size_t vertex = 0; vertex < vertices.size(); ++vertex)
		{
			const Vec<double> fromA = vertices[vertex] - a;
			const double share = std::clamp(Dot(fromA, along) * inverse, 0.0, 1.0);
			const Vec<double> away = fromA - share * along;
			const double distance = Dot(away, away);
			if (distance < nearest.square)
			{
				nearest = {distance, vertex, edge, share};
			}
		}
	}
}

// A segment counts as two edges that coincide: returns the one that faces outward.
HullFeature FeatureOf(const NearestPlace& place, Points hull, const Vec<double>& outward)
{
	const size_t count = hull.size();
	HullFeature feature;
	if (place.share > 0.0 && place.share < 1.0)
	{
		const bool isBack = count == 2 && Cross(outward, hull[1] - hull[0]) < 0.0;
		feature.edge = static_cast<int32_t>(count == 2 ? (isBack ? 1 : 0) : place.edge);
	}
	else
	{
		feature.vertex = static_cast<int32_t>(place.share > 0.0 ? (place.edge + 1) % count : place.edge);
	}
	return feature;
}

// The unit normal out of the hull. If the place lies within an edge, the normal is that of the edge: it is more precise
// than the small difference of two points.
Vec<double> NormalBeside(Points hull, const NearestPlace& place, const Vec<double>& away)
{
	const Vec<double> along = hull[(place.edge + 1) % hull.size()] - hull[place.edge];
	const Vec<double> right = UnitOf(Vec<double>{along.y, -along.x});
	const bool isInner = place.share > 0.0 && place.share < 1.0;
	const double length = Length(away);
	if (isInner || length == 0.0)
	{
		const Vec<double> normal = right.x == 0.0 && right.y == 0.0 ? Vec<double>{0.0, 1.0} : right;
		return Dot(normal, away) < 0.0 ? -1.0 * normal : normal;
	}
	return (1.0 / length) * away;
}

// The part of an edge that lies beside an edge of the other hull, as shares of the first edge. The other edge starts or
// ends at a given vertex. Two edges that touch run in opposite directions. An edge on the far side of a thin hull runs
// in the same direction, so it is excluded.
//
// Along the other edge, the height above the first edge may change by at most the tolerance. By this rule alone, an
// edge as short as the tolerance would pass in any direction. So that change also includes the distance by which the
// radius moves the two outer edges apart. At an angle a between the edges, this distance is radius * (1 - cos a).
struct CommonPart
{
	double begin = 0.0, end = 0.0;
	int32_t edge = -1; // index of the edge of the other hull; -1: the edges are not beside each other
};

CommonPart PartBeside(Points hull, size_t edge, Points other, size_t vertex, double radius, double tolerance)
{
	const Vec<double> a = hull[edge];
	const Vec<double> along = hull[(edge + 1) % hull.size()] - a;
	const double length = Length(along);
	const size_t count = other.size();
	const auto shareOf = [&](size_t i)
	{
		return std::clamp(Dot(other[i] - a, along) / (length * length), 0.0, 1.0);
	};
	CommonPart part;
	for (const bool isAfter : {true, false})
	{
		const size_t next = (vertex + (isAfter ? 1 : count - 1)) % count;
		const Vec<double> beside = other[next] - other[vertex];
		const double onward = (isAfter ? -1.0 : 1.0) * Dot(beside, along);
		const double turned = radius * (1.0 - onward / (Length(beside) * length));
		const double rise = std::abs(Cross(beside, along)) / length + turned;
		const auto [begin, end] = std::minmax({shareOf(vertex), shareOf(next)});
		if (onward > 0.0 && rise <= tolerance && end - begin > part.end - part.begin)
		{
			part = {begin, end, static_cast<int32_t>(isAfter ? vertex : next)};
		}
	}
	return part;
}

} // namespace

HullDistance DistanceOfHulls(Points moving, Points still)
{
	NearestPlace onStill;
	FindNearestPlace(moving, still, onStill);
	NearestPlace onMoving;
	onMoving.square = onStill.square;
	FindNearestPlace(still, moving, onMoving);
	HullDistance nearest;
	if (onMoving.square < onStill.square)
	{
		const Vec<double> a = moving[onMoving.edge];
		nearest.onStill = still[onMoving.vertex];
		nearest.onMoving = a + onMoving.share * (moving[(onMoving.edge + 1) % moving.size()] - a);
		nearest.still.vertex = static_cast<int32_t>(onMoving.vertex);
		nearest.normal = -1.0 * NormalBeside(moving, onMoving, nearest.onStill - nearest.onMoving);
		nearest.moving = FeatureOf(onMoving, moving, -1.0 * nearest.normal);
	}
	else
	{
		const Vec<double> a = still[onStill.edge];
		nearest.onMoving = moving[onStill.vertex];
		nearest.onStill = a + onStill.share * (still[(onStill.edge + 1) % still.size()] - a);
		nearest.moving.vertex = static_cast<int32_t>(onStill.vertex);
		nearest.normal = NormalBeside(still, onStill, nearest.onMoving - nearest.onStill);
		nearest.still = FeatureOf(onStill, still, nearest.normal);
	}
	nearest.distance = Length(nearest.onMoving - nearest.onStill);
	return nearest;
}

void FindEdgesBeside(Points moving, Points still, double radius, double tolerance, HullDistance& nearest)
{
	const bool isOnStill = nearest.still.edge >= 0 && nearest.moving.vertex >= 0 && moving.size() > 1;
	const bool isOnMoving = nearest.moving.edge >= 0 && nearest.still.vertex >= 0 && still.size() > 1;
	if (isOnStill == false && isOnMoving == false)
	{
		return;
	}
	const Points hull = isOnStill ? still : moving;
	const auto edge = static_cast<size_t>(isOnStill ? nearest.still.edge : nearest.moving.edge);
	HullFeature& other = isOnStill ? nearest.moving : nearest.still;
	const CommonPart part =
	    PartBeside(hull, edge, isOnStill ? moving : still, static_cast<size_t>(other.vertex), radius, tolerance);
	if (part.edge < 0)
	{
		return;
	}
	other = {-1, part.edge};
	const Vec<double> a = hull[edge];
	const Vec<double> middle = a + 0.5 * (part.begin + part.end) * (hull[(edge + 1) % hull.size()] - a);
	const Vec<double> across = nearest.distance * nearest.normal;
	nearest.onStill = isOnStill ? middle : middle - across;
	nearest.onMoving = isOnStill ? middle + across : middle;
}

} // namespace ricochet
