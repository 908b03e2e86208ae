// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/turning_query.h>

#include "query/ask.h"
#include "query/turning_walk.h"

namespace ricochet
{

std::optional<TurningHit> CastTurningClosest(Space space, const TurningPath& path, const QueryFilter& filter)
{
	std::optional<TurningHit> hit;
	Ask(space,
	    [&](const auto& source)
	    {
		    TellClosestTurningIn(source, path, filter,
		                         [&](const auto& what, const TurningTouch& touch) {
			                         hit = TurningHit{touch, source.ItemOf(what)};
		                         });
	    });
	return hit;
}

bool CastTurningAny(Space space, const TurningPath& path, const QueryFilter& filter)
{
	return Ask(space, [&](const auto& source) { return AnyTurningIn(source, path, filter); });
}

void CastTurningAll(Space space, const TurningPath& path, std::vector<TurningHit>& hits, const QueryFilter& filter)
{
	hits.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    TellAllTurningIn(source, path, filter,
		                     [&](const auto& what, const TurningTouch& touch) {
			                     hits.push_back({touch, source.ItemOf(what)});
		                     });
	    });
}

} // namespace ricochet
