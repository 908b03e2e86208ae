// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/blast/stand_off.h"
#include "host/host.h"

#include "geometry/pose.h"
#include "geometry/separation.h"
#include "query/children_in_box.h"

#include <cmath>
#include <tuple>

namespace ricochet
{

namespace
{

// The rounding of a distance between floats of this size.
double RoundingAt(b2Vec2 point)
{
	return 0x1p-23 * static_cast<double>(std::abs(point.x) + std::abs(point.y));
}

Separation SeparateFrom(const Place& place, b2Vec2 point)
{
	const Vec<double> local = InverseTurn(place.pose.q, Lift<double>(point) - Lift<double>(place.pose.p));
	const Separation separation = SeparateFromChild(place.geometry, local);
	return {separation.distance, Turned(place.pose.q, separation.normal)};
}

// The solid in which the point is deepest. In which order solids are found does not matter.
Separation DeepestAt(Space space, b2Vec2 point, const QueryFilter& filter)
{
	constexpr double k_far = b2_maxFloat;
	Separation deepest{k_far, {}};
	const b2AABB box = BoundsOfDisc(point, 0.0f);
	Ask(space,
	    [&](const auto& source)
	    {
		    WalkChildrenInBox(source, box, filter,
		                      [&](const StandingChild& child)
		                      {
			                      const bool isSolid = child.place.geometry.IsEdge() == false;
			                      const Separation at = isSolid ? SeparateFrom(child.place, point) : deepest;
			                      const auto key = [](const Separation& s)
			                      {
				                      return std::tuple(s.distance, s.normal.x, s.normal.y);
			                      };
			                      deepest = key(at) < key(deepest) ? at : deepest;
		                      });
	    });
	return deepest;
}

} // namespace

b2Vec2 StandOff(Space space, b2Vec2 point, const QueryFilter& filter, double depth)
{
	constexpr int k_most = 8; // solids, one after the other
	const double slack = RoundingAt(point);
	b2Vec2 at = point;
	for (int i = 0; i < k_most; ++i)
	{
		const Separation deepest = DeepestAt(space, at, filter);
		if (deepest.distance > slack)
		{
			return at;
		}
		if (deepest.distance < -depth - slack)
		{
			return point;
		}
		const double way = b2_linearSlop + slack - deepest.distance;
		at = RoundToFloat(Lift<double>(at) + way * deepest.normal);
	}
	return point;
}

} // namespace ricochet
