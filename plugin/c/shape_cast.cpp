// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/cast.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>

#include "c/query.h"

using namespace ricochet;
using namespace ricochet::c;

namespace
{

Checker Check(const ricochet_hull* hull, ricochet_pose pose)
{
	Checker checker = Checker().NotNull("hull", hull);
	if (checker.IsSound())
	{
		checker
		    .Require(hull->count >= 1,
		             {ErrorReason::TooFew, "ricochet_hull::count", -1, static_cast<double>(hull->count), 1.0})
		    .NotNull("ricochet_hull::vertices", hull->vertices)
		    .AtLeast("ricochet_hull::radius", hull->radius, 0.0);
		for (int32_t i = 0; checker.IsSound() && i < hull->count; ++i)
		{
			checker.Finite("ricochet_hull::vertices", ToCpp(hull->vertices[i]), i);
		}
	}
	return checker.Finite("pose.position", ToCpp(pose.position)).Finite("pose.angle", pose.angle);
}

/// A hull of Box2D's vectors.
class HullCopy
{
public:
	explicit HullCopy(const ricochet_hull& from) : m_radius(from.radius)
	{
		for (int32_t i = 0; i < from.count; ++i)
		{
			m_vertices->push_back(ToCpp(from.vertices[i]));
		}
	}

	[[nodiscard]] Hull View() { return {*m_vertices, m_radius}; }

	[[nodiscard]] HullPath Path(ricochet_pose pose, ricochet_vec translation)
	{
		return {View(), ToCpp(pose), ToCpp(translation)};
	}

private:
	Scratch<b2Vec2> m_vertices;
	float m_radius;
};

ricochet_hull_hit ToC(const Namer& names, const HullHit& hit)
{
	ricochet_hull_hit told{};
	told.span = c::ToC(names, hit, hit.fixture, hit.child);
	told.contact = c::ToC(hit.contact);
	told.depth = hit.depth;
	told.way_out = c::ToC(hit.wayOut);
	return told;
}

ricochet_overlap_hit ToC(const Namer& names, const OverlapHit& overlap)
{
	const Told of = names.NamesOf(overlap.fixture);
	ricochet_overlap_hit told{};
	told.body = of.body;
	told.fixture = of.fixture;
	told.body_user_data = of.bodyData;
	told.fixture_user_data = of.fixtureData;
	told.child = overlap.child;
	told.depth = overlap.depth;
	told.way_out = c::ToC(overlap.wayOut);
	return told;
}

} // namespace

int32_t ricochet_cast_hull_closest(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                   ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* hit)
{
	const Checker checker = Check(hull, pose).Finite("translation", ToCpp(translation)).NotNull("hit", hit);
	return Ask(-1, world, filter, checker,
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           HullCopy copy(*hull);
		           const auto found = CastHullClosest(asked.place, copy.Path(pose, translation), made);
		           if (found)
		           {
			           *hit = ToC(asked.names, *found);
		           }
		           return found ? 1 : 0;
	           });
}

int32_t ricochet_cast_hull_any(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                               ricochet_vec translation, const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Check(hull, pose).Finite("translation", ToCpp(translation)),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           HullCopy copy(*hull);
		           return CastHullAny(asked.place, copy.Path(pose, translation), made) ? 1 : 0;
	           });
}

int32_t ricochet_cast_hull_all(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                               ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* hits,
                               int32_t capacity)
{
	Checker checker = Check(hull, pose).Finite("translation", ToCpp(translation));
	return Ask(-1, world, filter, Room(checker, "hits", hits, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           HullCopy copy(*hull);
		           Scratch<HullHit> found;
		           CastHullAll(asked.place, copy.Path(pose, translation), *found, made);
		           return Write(*found, 0, hits, capacity, [&](const HullHit& hit) { return ToC(asked.names, hit); });
	           });
}

int32_t ricochet_overlap_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                              const ricochet_filter* filter, ricochet_overlap_hit* overlaps, int32_t capacity)
{
	Checker checker = Check(hull, pose);
	return Ask(-1, world, filter, Room(checker, "overlaps", overlaps, capacity),
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           HullCopy copy(*hull);
		           Scratch<OverlapHit> found;
		           OverlapHull(asked.place, copy.View(), ToCpp(pose), *found, made);
		           return Write(*found, 0, overlaps, capacity,
		                        [&](const OverlapHit& overlap) { return ToC(asked.names, overlap); });
	           });
}
