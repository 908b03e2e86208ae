// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/cast.h>

#include "c/query.h"
#include "c/step_handle.h"

#include <cmath>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
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

/// A copy of a hull in Box2D's vectors.
class HullCopy
{
public:
	explicit HullCopy(const ricochet_hull& from) : m_vertices(from.vertices, from.count), m_radius(from.radius) {}

	[[nodiscard]] Hull View() { return {*m_vertices, m_radius}; }

	[[nodiscard]] HullPath Path(ricochet_pose pose, ricochet_vec translation)
	{
		return {View(), ToCpp(pose), ToCpp(translation)};
	}

private:
	PointsCopy m_vertices;
	float m_radius;
};

Checker Check(const ricochet_hull* hull, ricochet_pose pose, ricochet_vec translation)
{
	return Check(hull, pose).Finite("translation", ToCpp(translation));
}

/// The parts of a turning path that are checked without allocating memory.
struct TurningAsk
{
	Checker checker;
	ricochet_turning_path path;

	explicit TurningAsk(const ricochet_turning_path* given)
	    : checker(Checker().NotNull("path", given)),
	      path(Take(checker, given, ricochet_turning_path_default(), "ricochet_turning_path::size"))
	{
		const Checker hull = Check(path.hull, path.pose, path.translation);
		checker.Require(hull.IsSound(), hull.Outcome().GetError())
		    .Finite("ricochet_turning_path::local_center", ToCpp(path.local_center))
		    .Finite("ricochet_turning_path::angle", path.angle)
		    .AtLeast("ricochet_turning_path::max_fraction", path.max_fraction, 0.0)
		    .AtLeast("ricochet_turning_path::tolerance", path.tolerance, 0.0);
	}

	[[nodiscard]] TurningPath With(HullCopy& hull) const
	{
		return {hull.View(),
		        {ToCpp(path.pose), ToCpp(path.local_center), ToCpp(path.translation), path.angle, path.max_fraction},
		        path.tolerance};
	}
};

Checker CheckNearest(ricochet_vec point, float maxDistance)
{
	const ErrorReason reason = std::isnan(maxDistance) ? ErrorReason::NotFinite : ErrorReason::TooSmall;
	return Checker()
	    .Finite("point", ToCpp(point))
	    .Require(maxDistance >= 0.0f, {reason, "max_distance", -1, maxDistance, 0.0});
}

} // namespace
} // namespace ricochet::c

int32_t ricochet_cast_hull_closest(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                   ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* hit)
{
	return AskOne(world, filter, Check(hull, pose, translation), "hit", hit,
	              [&](const Asked& asked, const QueryFilter& made)
	              { return CastHullClosest(asked.place, HullCopy(*hull).Path(pose, translation), made); });
}

int32_t ricochet_cast_hull_in_step(const ricochet_step_motion* step, const ricochet_hull* hull, ricochet_pose pose,
                                   ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* hit)
{
	return AskStep(step,
	               [&](const ricochet_world* world)
	               {
		               return AskOne(
		                   world, filter, Check(hull, pose, translation), "hit", hit,
		                   [&](const Asked&, const QueryFilter& made)
		                   { return CastHullClosest(step->step, HullCopy(*hull).Path(pose, translation), made); });
	               });
}

int32_t ricochet_cast_hull_any(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                               ricochet_vec translation, const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Check(hull, pose, translation),
	           [&](const Asked& asked, const QueryFilter& made)
	           { return CastHullAny(asked.place, HullCopy(*hull).Path(pose, translation), made) ? 1 : 0; });
}

int32_t ricochet_cast_hull_all(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                               ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* hits,
                               int32_t capacity)
{
	return AskAll<HullHit>(world, filter, Check(hull, pose, translation), "hits", hits, capacity,
	                       [&](const Asked& asked, const QueryFilter& made, std::vector<HullHit>& found)
	                       { CastHullAll(asked.place, HullCopy(*hull).Path(pose, translation), found, made); });
}

int32_t ricochet_cast_hull_solids(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                                  ricochet_vec translation, const ricochet_filter* filter, ricochet_hull_hit* solids,
                                  int32_t capacity)
{
	return AskAll<HullSolidSpan>(world, filter, Check(hull, pose, translation), "solids", solids, capacity,
	                             [&](const Asked& asked, const QueryFilter& made, std::vector<HullSolidSpan>& found) {
		                             CastHullSolids(asked.place, HullCopy(*hull).Path(pose, translation), found, made);
	                             });
}

int32_t ricochet_overlap_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                              const ricochet_filter* filter, ricochet_overlap_hit* overlaps, int32_t capacity)
{
	return AskAll<OverlapHit>(world, filter, Check(hull, pose), "overlaps", overlaps, capacity,
	                          [&](const Asked& asked, const QueryFilter& made, std::vector<OverlapHit>& found)
	                          { OverlapHull(asked.place, HullCopy(*hull).View(), ToCpp(pose), found, made); });
}

ricochet_turning_path ricochet_turning_path_default(void)
{
	const TurningPath from;
	ricochet_turning_path path{};
	path.size = sizeof(path);
	path.max_fraction = from.motion.maxFraction;
	path.tolerance = from.tolerance;
	return path;
}

int32_t ricochet_cast_turning_closest(const ricochet_world* world, const ricochet_turning_path* path,
                                      const ricochet_filter* filter, ricochet_turning_hit* hit)
{
	const TurningAsk turning(path);
	return AskOne(world, filter, turning.checker, "hit", hit,
	              [&](const Asked& asked, const QueryFilter& made)
	              {
		              HullCopy hull(*turning.path.hull);
		              return CastTurningClosest(asked.place, turning.With(hull), made);
	              });
}

int32_t ricochet_cast_turning_any(const ricochet_world* world, const ricochet_turning_path* path,
                                  const ricochet_filter* filter)
{
	const TurningAsk turning(path);
	return Ask(-1, world, filter, turning.checker,
	           [&](const Asked& asked, const QueryFilter& made)
	           {
		           HullCopy hull(*turning.path.hull);
		           return CastTurningAny(asked.place, turning.With(hull), made) ? 1 : 0;
	           });
}

int32_t ricochet_cast_turning_all(const ricochet_world* world, const ricochet_turning_path* path,
                                  const ricochet_filter* filter, ricochet_turning_hit* hits, int32_t capacity)
{
	const TurningAsk turning(path);
	return AskAll<TurningHit>(world, filter, turning.checker, "hits", hits, capacity,
	                          [&](const Asked& asked, const QueryFilter& made, std::vector<TurningHit>& found)
	                          {
		                          HullCopy hull(*turning.path.hull);
		                          CastTurningAll(asked.place, turning.With(hull), found, made);
	                          });
}

int32_t ricochet_find_nearest(const ricochet_world* world, ricochet_vec point, float max_distance,
                              const ricochet_filter* filter, ricochet_nearest_hit* hit)
{
	return AskOne(world, filter, CheckNearest(point, max_distance), "hit", hit,
	              [&](const Asked& asked, const QueryFilter& made)
	              { return FindNearest(asked.place, ToCpp(point), max_distance, made); });
}

int32_t ricochet_find_all_nearest(const ricochet_world* world, ricochet_vec point, float max_distance, int32_t most,
                                  const ricochet_filter* filter, ricochet_nearest_hit* hits, int32_t capacity)
{
	return AskAll<NearestHit>(
	    world, filter, CheckNearest(point, max_distance).AtLeast("most", most, 0.0), "hits", hits, capacity,
	    [&](const Asked& asked, const QueryFilter& made, std::vector<NearestHit>& found)
	    { FindAllNearest(asked.place, ToCpp(point), max_distance, static_cast<size_t>(most), found, made); });
}

ricochet_ground_def ricochet_ground_def_default(void)
{
	const GroundDef from;
	return {sizeof(ricochet_ground_def), ToC(from.up), from.distance, from.maxSlope};
}

int32_t ricochet_check_ground(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                              const ricochet_ground_def* def, const ricochet_filter* filter, ricochet_ground* ground)
{
	Checker checker = Check(hull, pose);
	const ricochet_ground_def from = Take(checker, def, ricochet_ground_def_default(), "ricochet_ground_def::size");
	const bool hasUp = from.up.x != 0.0f || from.up.y != 0.0f;
	checker.Finite("ricochet_ground_def::up", ToCpp(from.up))
	    .Positive("|ricochet_ground_def::up|", hasUp ? 1.0 : 0.0)
	    .AtLeast("ricochet_ground_def::distance", from.distance, 0.0)
	    .AtLeast("ricochet_ground_def::max_slope", from.max_slope, 0.0);
	return AskOne(world, filter, checker, "ground", ground,
	              [&](const Asked& asked, const QueryFilter& made)
	              {
		              const GroundDef walk{ToCpp(from.up), from.distance, from.max_slope};
		              return CheckGround(asked.place, HullCopy(*hull).View(), ToCpp(pose), walk, made);
	              });
}

ricochet_slide_def ricochet_slide_def_default(void)
{
	const SlideDef from;
	return {sizeof(ricochet_slide_def), from.maxMoves, from.skin, from.maxPush};
}

int32_t ricochet_slide_hull(const ricochet_world* world, const ricochet_hull* hull, ricochet_pose pose,
                            ricochet_vec translation, const ricochet_slide_def* def, const ricochet_filter* filter,
                            ricochet_slide_result* result, ricochet_slide_plane* planes, int32_t capacity)
{
	Checker checker = Check(hull, pose, translation).NotNull("result", result);
	const ricochet_slide_def from = Take(checker, def, ricochet_slide_def_default(), "ricochet_slide_def::size");
	checker.AtLeast("ricochet_slide_def::max_moves", from.max_moves, 1.0)
	    .AtLeast("ricochet_slide_def::skin", from.skin, 0.0)
	    .AtLeast("ricochet_slide_def::max_push", from.max_push, 0.0);
	return AskAll<SlidePlane>(world, filter, checker, "planes", planes, capacity,
	                          [&](const Asked& asked, const QueryFilter& made, std::vector<SlidePlane>& met)
	                          {
		                          const SlideResult slid =
		                              SlideHull(asked.place, HullCopy(*hull).View(), ToCpp(pose), ToCpp(translation),
		                                        met, {from.max_moves, from.skin, from.max_push}, made);
		                          *result = {ToC(slid.position), ToC(slid.push), ToC(slid.left), slid.isFree};
	                          });
}
