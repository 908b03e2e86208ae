// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_solid_query.h>

#include "query/ask.h"
#include "query/solid_walk.h"

namespace ricochet
{

void CastHullSolids(Space space, const HullPath& path, std::vector<HullSolidSpan>& solids, const QueryFilter& filter,
                    const SolidTag& tagOf)
{
	Ask(space,
	    [&]<class Source>(const Source& source) {
		    SolidsOn(SolidHull<Source>{source, MovingHullOf(path)}, solids, filter, tagOf);
	    });
}

void CastShapeSolids(Space space, const b2Shape& shape, const b2Transform& pose, b2Vec2 translation,
                     std::vector<HullSolidSpan>& solids, const QueryFilter& filter, const SolidTag& tagOf)
{
	Ask(space,
	    [&]<class Source>(const Source& source)
	    {
		    SolidWalk<SolidHull<Source>> walk(source, filter, tagOf);
		    ForEachPathOf(shape, pose, translation,
		                  [&](const HullPath& path) {
			                  walk.Collect({source, MovingHullOf(path)});
		                  });
		    walk.Merge(solids);
	    });
}

} // namespace ricochet
