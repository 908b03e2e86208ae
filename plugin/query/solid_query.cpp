// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/solid_query.h>

#include "query/ask.h"
#include "query/borrowed.h"
#include "query/solid_walk.h"

namespace ricochet
{

namespace
{

// Of solids that do not overlap.
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

} // namespace

void CastRaySolids(Space space, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter,
                   const SolidTag& tagOf)
{
	Ask(space,
	    [&]<class Source>(const Source& source) {
		    SolidsOn(SolidRay<Source>{source, ray}, solids, filter, tagOf);
	    });
}

float SolidLength(Space space, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	thread_local std::vector<SolidSpan> kept;
	Borrowed solids(kept);
	CastRaySolids(space, RayBetween(from, to), *solids, filter, TagOfAll);
	return LengthOf(from, to, *solids);
}

} // namespace ricochet
