// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/hash_thick.h"
#include "world/turning_walk.h"

namespace ricochet
{

namespace
{

HashTurningHit HitOf(const HashSource& source, const HashChild& what, const TurningTouch& touch)
{
	HashTurningHit hit;
	static_cast<TurningTouch&>(hit) = touch;
	source.Name(what, hit);
	return hit;
}

} // namespace

std::optional<HashTurningHit> SpatialHash::CastTurningClosest(const TurningPath& path, const QueryFilter& filter) const
{
	const HashSource source{*m_state};
	std::optional<HashTurningHit> hit;
	TellClosestTurningIn(source, path, filter,
	                     [&](const HashChild& what, const TurningTouch& touch) { hit = HitOf(source, what, touch); });
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
	                 [&](const HashChild& what, const TurningTouch& touch)
	                 { hits.push_back(HitOf(source, what, touch)); });
}

} // namespace ricochet
