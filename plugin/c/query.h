// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "c/convert.h"
#include "c/world_copy.h"

namespace ricochet::c
{

/// What a query asks: a b2World or a Snapshot, and who knows the names in it.
template <class Place>
struct Asked
{
	const Place& place;
	const Namer& names;
};

/// A query of a world or a snapshot: call(asked, filter), if what `checker` has checked is sound, there is a world, and
/// the filter is one.
template <class T, class Call>
T Ask(T refused, const ricochet_world* world, const ricochet_filter* filter, const Checker& checker, const Call& call)
{
	return Answer<T>(refused,
	                 [&]() -> Result<T>
	                 {
		                 const Checker whole =
		                     Checker().NotNull("world", world).Require(checker.IsSound(), checker.Outcome().GetError());
		                 if (whole.IsSound() == false)
		                 {
			                 return whole.Outcome().GetError();
		                 }
		                 const WorldCopy* copy = world->copy.get();
		                 const Namer& names = copy != nullptr ? static_cast<const Namer&>(*copy->names) : *world->state;
		                 const Result<QueryFilter> made = FilterOf(names, filter);
		                 if (!made)
		                 {
			                 return made.GetError();
		                 }
		                 if (copy != nullptr)
		                 {
			                 return call(Asked<Snapshot>{copy->snapshot, names}, *made);
		                 }
		                 return call(Asked<b2World>{world->state->World(), names}, *made);
	                 });
}

// The queries of a snapshot, as those of a world are called.

inline std::optional<RayHit> CastRayClosest(const Snapshot& in, const Ray& ray, const QueryFilter& filter)
{
	return in.CastRayClosest(ray, filter);
}

inline bool CastRayAny(const Snapshot& in, const Ray& ray, const QueryFilter& filter)
{
	return in.CastRayAny(ray, filter);
}

inline void CastRayAll(const Snapshot& in, const Ray& ray, std::vector<RayHit>& hits, const QueryFilter& filter)
{
	in.CastRayAll(ray, hits, filter);
}

inline void CastRaySolids(const Snapshot& in, const Ray& ray, std::vector<SolidSpan>& solids, const QueryFilter& filter)
{
	in.CastRaySolids(ray, solids, filter);
}

inline float SolidLength(const Snapshot& in, b2Vec2 from, b2Vec2 to, const QueryFilter& filter)
{
	return in.SolidLength(from, to, filter);
}

inline std::optional<CastHit> CastHullClosest(const Snapshot& in, const HullPath& path, const QueryFilter& filter)
{
	return in.CastHullClosest(path, filter);
}

inline bool CastHullAny(const Snapshot& in, const HullPath& path, const QueryFilter& filter)
{
	return in.CastHullAny(path, filter);
}

inline void CastHullAll(const Snapshot& in, const HullPath& path, std::vector<CastHit>& hits, const QueryFilter& filter)
{
	in.CastHullAll(path, hits, filter);
}

inline void OverlapHull(const Snapshot& in, const Hull& hull, const b2Transform& pose,
                        std::vector<OverlapHit>& overlaps, const QueryFilter& filter)
{
	in.OverlapHull(hull, pose, overlaps, filter);
}

inline void CastBeam(const Snapshot& in, b2Vec2 origin, b2Vec2 direction, const BeamDef& def,
                     std::vector<BeamLeg>& legs)
{
	in.CastBeam(origin, direction, def, legs);
}

} // namespace ricochet::c
