// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/solid_query.h>

#include "query/borrowed.h"
#include "query/snapshot_source.h"
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

template <class Source>
float SolidLengthIn(const Source& source, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	thread_local std::vector<SolidSpan> kept;
	Borrowed solids(kept);
	SolidsOn(SolidRay<Source>{source, RayBetween(from, to)}, *solids, filter, TagOfAll);
	return LengthOf(from, to, *solids);
}

} // namespace

void CastRaySolids(const b2World& world, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter,
                   const SolidTag& tagOf)
{
	SolidsOn(SolidRay<LiveTree>{LiveTree{world}, ray}, solids, filter, tagOf);
}

float SolidLength(const b2World& world, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return SolidLengthIn(LiveTree{world}, from, to, filter);
}

void Snapshot::CastRaySolids(const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter,
                             const SolidTag& tagOf) const
{
	SolidsOn(SolidRay<SnapshotSource>{SnapshotSource{*m_state}, ray}, solids, filter, tagOf);
}

float Snapshot::SolidLength(b2Vec2 from, b2Vec2 to, const QueryFilter& filter) const
{
	return SolidLengthIn(SnapshotSource{*m_state}, from, to, filter);
}

} // namespace ricochet
