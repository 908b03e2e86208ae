// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/turning_query.h>

#include "query/snapshot_source.h"
#include "query/turning_walk.h"

namespace ricochet
{

namespace
{

template <class What>
TurningHit TurningHitOf(const What& what, const TurningTouch& touch)
{
	const FixtureChild named = FixtureOf(what);
	return {touch, named.fixture, named.child};
}

template <class Source>
std::optional<TurningHit> ClosestTurningIn(const Source& source, const TurningPath& path, const QueryFilter& filter)
{
	std::optional<TurningHit> hit;
	TellClosestTurningIn(source, path, filter,
	                     [&](const auto& what, const TurningTouch& touch) { hit = TurningHitOf(what, touch); });
	return hit;
}

template <class Source>
void AllTurningIn(const Source& source, const TurningPath& path, std::vector<TurningHit>& hits,
                  const QueryFilter& filter)
{
	hits.clear();
	TellAllTurningIn(source, path, filter,
	                 [&](const auto& what, const TurningTouch& touch) { hits.push_back(TurningHitOf(what, touch)); });
}

} // namespace

std::optional<TurningHit> CastTurningClosest(const b2World& world, const TurningPath& path, const QueryFilter& filter)
{
	return ClosestTurningIn(LiveTree{world}, path, filter);
}

bool CastTurningAny(const b2World& world, const TurningPath& path, const QueryFilter& filter)
{
	return AnyTurningIn(LiveTree{world}, path, filter);
}

void CastTurningAll(const b2World& world, const TurningPath& path, std::vector<TurningHit>& hits,
                    const QueryFilter& filter)
{
	AllTurningIn(LiveTree{world}, path, hits, filter);
}

std::optional<TurningHit> Snapshot::CastTurningClosest(const TurningPath& path, const QueryFilter& filter) const
{
	return ClosestTurningIn(SnapshotSource{*m_state}, path, filter);
}

bool Snapshot::CastTurningAny(const TurningPath& path, const QueryFilter& filter) const
{
	return AnyTurningIn(SnapshotSource{*m_state}, path, filter);
}

void Snapshot::CastTurningAll(const TurningPath& path, std::vector<TurningHit>& hits, const QueryFilter& filter) const
{
	AllTurningIn(SnapshotSource{*m_state}, path, hits, filter);
}

} // namespace ricochet
