// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_query.h>

#include "query/ask.h"
#include "query/hull_walk.h"

namespace ricochet
{

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
			    // The first hit of each thing.
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
