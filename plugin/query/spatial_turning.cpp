// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/hash_source.h"
#include "query/turning_walk.h"

namespace ricochet
{

std::optional<HashTurningHit> SpatialHash::CastTurningClosest(const TurningPath& path, const QueryFilter& filter) const
{
	const HashSource source{*m_state};
	std::optional<HashTurningHit> hit;
	TellClosestTurningIn(source, path, filter,
	                     [&](const SnapshotChild& what, const TurningTouch& touch)
	                     { hit = source.HitOf<HashTurningHit>(what, touch); });
	return hit;
}

bool SpatialHash::CastTurningAny(const TurningPath& path, const QueryFilter& filter) const
{
	return AnyTurningIn(HashSource{*m_state}, path, filter);
}

void SpatialHash::CastTurningAll(const TurningPath& path, std::vector<HashTurningHit>& hits,
                                 const QueryFilter& filter) const
{
	hits.clear();
	const HashSource source{*m_state};
	TellAllTurningIn(source, path, filter,
	                 [&](const SnapshotChild& what, const TurningTouch& touch)
	                 { hits.push_back(source.HitOf<HashTurningHit>(what, touch)); });
}

} // namespace ricochet
