// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/nearest.h>

#include "geometry/separation.h"
#include "geometry/to_world.h"
#include "query/borrowed.h"
#include "query/children_in_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// The reach of the first search (m), and the factor by which each further search reaches farther.
constexpr float k_firstLook = 1.0f;
constexpr float k_growth = 4.0f;
constexpr float k_farthestLook = 1.0e13f; // nothing is farther away

NearestHit Measure(const StandingChild& child, b2Vec2 point)
{
	const Place& place = child.place;
	const Vec<double> local = InverseTurn(place.pose.q, Lift<double>(point) - Lift<double>(place.pose.p));
	const Separation separation = SeparateFromChild(place.geometry, local);
	NearestHit hit;
	static_cast<Item&>(hit) = child.item;
	hit.distance = static_cast<float>(separation.distance);
	const Vec<double> outward = ToWorld(place.pose).Turn(separation.normal);
	const Vec<double> surface = Lift<double>(point) - separation.distance * outward;
	const float farthest = std::max(std::abs(point.x), std::abs(point.y));
	hit.point = PointOffChild(place.geometry, place.pose, surface, outward, outward, farthest);
	hit.normal = UnitNormal(separation.normal, place.pose.q);
	return hit;
}

struct Found
{
	NearestHit hit;
	uint64_t rank; // StandingChild::rank
};

bool IsFoundFirst(const Found& a, const Found& b)
{
	if (a.hit.distance != b.hit.distance)
	{
		return a.hit.distance < b.hit.distance;
	}
	return a.rank != StandingChild::k_unranked
	           ? a.rank < b.rank
	           : ComesBefore(FixtureChild{a.hit.fixture, a.hit.child}, FixtureChild{b.hit.fixture, b.hit.child});
}

b2AABB BoxAround(b2Vec2 point, float reach)
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	const float wide = std::min(reach * (1.0f + 0x1p-20f), k_largest);
	b2AABB box;
	box.lowerBound = {std::max(point.x - wide, -k_largest), std::max(point.y - wide, -k_largest)};
	box.upperBound = {std::min(point.x + wide, k_largest), std::min(point.y + wide, k_largest)};
	return box;
}

// Things outside a box about the point are farther away than the box reaches. The box grows until enough things are
// found.
template <class Source>
void NearestIn(const Source& source, b2Vec2 point, float maxDistance, size_t most, std::vector<NearestHit>& hits,
               const QueryFilter& filter)
{
	hits.clear();
	if (point.IsValid() == false || (maxDistance >= 0.0f) == false || most == 0)
	{
		return;
	}
	thread_local std::vector<Found> kept;
	Borrowed borrowed(kept);
	std::vector<Found>& found = *borrowed;
	for (float reach = std::min(k_firstLook, maxDistance);; reach = std::min(k_growth * reach, maxDistance))
	{
		found.clear();
		WalkChildrenInBox(source, BoxAround(point, reach), filter,
		                  [&](const StandingChild& child)
		                  {
			                  const NearestHit hit = Measure(child, point);
			                  if (hit.distance <= reach)
			                  {
				                  found.push_back({hit, child.rank});
			                  }
		                  });
		if (found.size() >= most || reach >= maxDistance || reach >= k_farthestLook)
		{
			break;
		}
	}
	const size_t count = std::min(most, found.size());
	std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), IsFoundFirst);
	for (size_t i = 0; i < count; ++i)
	{
		hits.push_back(found[i].hit);
	}
}

} // namespace

void FindAllNearest(Space space, b2Vec2 point, float maxDistance, size_t most, std::vector<NearestHit>& hits,
                    const QueryFilter& filter)
{
	Ask(space, [&](const auto& source) { NearestIn(source, point, maxDistance, most, hits, filter); });
}

std::optional<NearestHit> FindNearest(Space space, b2Vec2 point, float maxDistance, const QueryFilter& filter)
{
	thread_local std::vector<NearestHit> kept;
	Borrowed hits(kept);
	FindAllNearest(space, point, maxDistance, 1, *hits, filter);
	return hits->empty() ? std::nullopt : std::optional(hits->front());
}

} // namespace ricochet
