// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/one_way.h"

#include "host/host.h"
#include "query/accept.h"
#include "shapes/cast_shape.h"

namespace ricochet
{

namespace
{

const b2Transform k_ownFrame = NoMove();

// Calls visit(Place) for each edge of the body that may continue the touched edge. In a chain, only the neighbours of
// the touched edge and the two end edges may do that. Stops and returns true as soon as visit returns true.
template <class Visit>
bool AnyContinuation(const EdgeTouch& touch, const QueryFilter& filter, Visit&& visit)
{
	for (b2Fixture* fixture : FixturesOf(*touch.fixture->GetBody()))
	{
		const b2Shape& shape = *fixture->GetShape();
		const bool isOwn = fixture == touch.fixture;
		const int32_t last = shape.GetChildCount() - 1;
		const int32_t children[] = {0, last, isOwn ? touch.child - 1 : -1, isOwn ? touch.child + 1 : -1};
		for (const int32_t child : children)
		{
			ChildGeometry geometry;
			if (child >= 0 && child <= last && (isOwn && child == touch.child) == false && Accepts(filter, fixture) &&
			    DescribeChild(shape, child, geometry) && visit(Place{geometry, child, k_ownFrame}))
			{
				return true;
			}
		}
	}
	return false;
}

// Calls denies(Place joined, Place edge, HullSide) for the edges that may continue the touched edge. Returns true if
// one call does.
template <class Denies>
bool IsDeniedByAny(const EdgeTouch& touch, float radius, const QueryFilter& filter, Denies&& denies)
{
	ChildGeometry geometry;
	if (IsOneWay(filter) == false || touch.facing == Facing::Along ||
	    DescribePart(*touch.fixture->GetShape(), touch.child, geometry) == false || geometry.IsEdge() == false ||
	    geometry.oneSided == false)
	{
		return false;
	}
	const b2Vec2 center = ToFloat(touch.center);
	HullSide side{{std::span(&center, 1), radius}, k_ownFrame, touch.normal};
	const Vec<double> from = Lift<double>(geometry.ends[0]);
	const Vec<double> to = Lift<double>(geometry.ends[1]);
	side.vertex = Dot(to - from, touch.center - from) <= 0.0 ? 0 : (Dot(to - from, touch.center - to) >= 0.0 ? 1 : -1);
	const Place edge{geometry, touch.child, k_ownFrame};
	return AnyContinuation(touch, filter, [&](const Place& joined) { return denies(joined, edge, side); });
}

} // namespace

bool IsBehindCorner(const EdgeTouch& touch, float radius, const QueryFilter& filter)
{
	return IsDeniedByAny(touch, radius, filter,
	                     [&](const Place& joined, const Place& edge, const HullSide& side)
	                     { return IsBehindCorner(joined, edge, side, touch.facing); });
}

bool IsDenied(const EdgeTouch& touch, float radius, const QueryFilter& filter)
{
	return IsDeniedByAny(touch, radius, filter,
	                     [&](const Place& joined, const Place& edge, const HullSide& side)
	                     { return IsDeniedBy(joined, edge, side, touch.facing); });
}

} // namespace ricochet
