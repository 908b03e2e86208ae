// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/solid_query.h>

#include "query/ask.h"
#include "query/borrowed.h"
#include "query/free_point.h"
#include "query/solid_walk.h"

#include <ricochet/query/hull_solid_query.h>

#include <algorithm>

namespace ricochet
{

namespace
{

constexpr float k_longer = 16.0f; // factor by which a path grows until it leaves a solid

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

// True if a path goes into a solid that it touches at the fraction `at`. The test continues beyond the end of the path
// until the path leaves the solid.
template <class Source>
bool GoesInto(SolidRay<Source> path, const SolidName& solid, float at, const QueryFilter& filter, const SolidTag& tagOf)
{
	thread_local std::vector<SolidSpan> kept;
	Borrowed spans(kept);
	const auto isTouched = [&](const SolidSpan& span)
	{
		return span.enter.fraction <= at && at <= span.exit.fraction && SolidNameOf(span.body, span, tagOf) == solid;
	};
	for (;;)
	{
		SolidsOn(path, *spans, filter, tagOf);
		const auto span = std::find_if(spans->begin(), spans->end(), isTouched);
		if (span == spans->end() || span->grazing == false)
		{
			return span != spans->end();
		}
		path.ray.maxFraction *= k_longer;
		const Vec<double> translation = Lift<double>(path.ray.translation);
		if (span->endsInside == false ||
		    FitsFloat(Lift<double>(path.ray.origin) + static_cast<double>(path.ray.maxFraction) * translation) == false)
		{
			return false;
		}
	}
}

// A span grazes if the whole line grazes the solid. If an end of the ray is inside the solid, the line beyond that end
// may go into the solid's interior.
template <class Source>
void FindGrazing(const SolidRay<Source>& path, const QueryFilter& filter, const SolidTag& tagOf,
                 std::span<SolidSpan> solids)
{
	SolidRay<Source> ahead = path;
	ahead.ray.maxFraction *= k_longer;
	for (SolidSpan& span : solids)
	{
		if (span.grazing && (span.startsInside || span.endsInside))
		{
			const SolidName solid = SolidNameOf(span.body, span, tagOf);
			const bool goesIn = (span.endsInside && GoesInto(ahead, solid, path.ray.maxFraction, filter, tagOf)) ||
			                    (span.startsInside && GoesInto(path.Back(), solid, 0.0f, filter, tagOf));
			span.grazing = goesIn == false;
		}
	}
}

// Each merged solid has the entry point of its first thing. As in CastRayAll, this point is moved if it lies inside
// another thing.
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
		    const SolidRay<Source> path{source, ray};
		    SolidsOn(path, solids, filter, tagOf);
		    FindGrazing(path, filter, tagOf, solids);
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
