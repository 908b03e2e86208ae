// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/solid_query.h>

#include "query/ask.h"
#include "query/borrowed.h"
#include "query/free_point.h"
#include "query/solid_walk.h"

#include <ricochet/query/hull_solid_query.h>

namespace ricochet
{

namespace
{

// The sum of the lengths in solids. Requires: the solids do not overlap.
float LengthOf(b2Vec2 from, b2Vec2 to, const std::vector<SolidSpan>& solids)
{
	const double way = Length(Lift<double>(to) - Lift<double>(from));
	double share = 0.0;
	for (const SolidSpan& solid : solids)
	{
		share += static_cast<double>(solid.exit.fraction) - solid.enter.fraction;
	}
	return static_cast<float>(share * way);
}

uintptr_t TagOfAll(const b2Body*)
{
	return 1;
}

// Merged pieces have the points of their first things. These are free of others as those of CastRayAll are.
template <class Source>
void FreeEntries(const Source& source, const Ray& ray, const QueryFilter& filter, std::span<SolidSpan> solids)
{
	if (solids.empty())
	{
		return;
	}
	FreeFromAll(source, ray, filter, source.WhatOf(solids[0]), solids[0]);
	for (SolidSpan& later : solids.subspan(1))
	{
		FreeFromOthers(source, ray, filter, source.WhatOf(later), later);
	}
}

} // namespace

void CastRaySolids(Space space, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter,
                   const SolidTag& tagOf)
{
	Ask(space,
	    [&]<class Source>(const Source& source)
	    {
		    SolidsOn(SolidRay<Source>{source, ray}, solids, filter, tagOf);
		    FreeEntries(source, ray, filter, solids);
	    });
}

float SolidLength(Space space, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	thread_local std::vector<SolidSpan> kept;
	Borrowed solids(kept);
	Ask(space,
	    [&]<class Source>(const Source& source) {
		    SolidsOn(SolidRay<Source>{source, RayBetween(from, to)}, *solids, filter, TagOfAll);
	    });
	return solids->empty() ? 0.0f : LengthOf(from, to, *solids);
}

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
		    thread_local std::vector<ChildGeometry> keptParts;
		    Borrowed parts(keptParts);
		    parts->assign(static_cast<size_t>(PartCountOf(shape)), {});
		    thread_local std::vector<SolidHull<Source>> keptPaths;
		    Borrowed paths(keptPaths);
		    paths->clear();
		    for (size_t i = 0; i < parts->size(); ++i)
		    {
			    ChildGeometry& part = (*parts)[i];
			    if (DescribePart(shape, static_cast<int32_t>(i), part))
			    {
				    paths->push_back({source, MovingHullOf({part.AsHull(), pose, translation})});
			    }
		    }
		    SolidWalk<SolidHull<Source>> walk(source, filter, tagOf);
		    for (const SolidHull<Source>& path : *paths)
		    {
			    walk.Collect(path);
		    }
		    walk.Merge(solids);
	    });
}

} // namespace ricochet
