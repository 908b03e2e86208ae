// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/sight.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/visibility.h>

#include "c/query.h"

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

/// Computes the polygon that an eye sees. call(polygon, maxError, points) converts it to points.
template <class Call>
int32_t Look(const ricochet_world* world, ricochet_vec eye, const ricochet_sight_def* def, ricochet_vec* points,
             int32_t capacity, const Call& call)
{
	Checker checker = Checker().Finite("eye", ToCpp(eye));
	const ricochet_sight_def from = Take(checker, def, ricochet_sight_def_default(), "ricochet_sight_def::size");
	checker.Positive("ricochet_sight_def::max_error", from.max_error);
	return Ask(-1, world, from.filter, Room(checker, "points", points, capacity),
	           [&](const Asked& asked, const QueryFilter& made) -> Result<int32_t>
	           {
		           Scratch<SightVertex> polygon;
		           const SightDef sight{made, {from.direction, from.cone}};
		           const Result<> seen = VisibilityPolygon(asked.place, ToCpp(eye), from.radius, *polygon, sight);
		           if (!seen)
		           {
			           return seen.GetError();
		           }
		           Scratch<b2Vec2> told;
		           call(*polygon, from.max_error, *told);
		           return Write(*told, 0, points, capacity, [](b2Vec2 point) { return ToC(point); });
	           });
}

} // namespace
} // namespace ricochet::c

int32_t ricochet_in_sight(const ricochet_world* world, ricochet_vec from, ricochet_vec to,
                          const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Checker().Finite("from", ToCpp(from)).Finite("to", ToCpp(to)),
	           [&](const Asked& asked, const QueryFilter& made)
	           { return InSight(asked.place, ToCpp(from), ToCpp(to), made) ? 1 : 0; });
}

int32_t ricochet_body_in_sight(const ricochet_world* world, ricochet_body from, ricochet_body to,
                               const ricochet_filter* filter)
{
	return Ask(-1, world, filter, Checker(),
	           [&](const Asked& asked, const QueryFilter& made) -> Result<int32_t>
	           {
		           const Result<const b2Body*> eye = asked.names.SeekBody(from);
		           const Result<const b2Body*> target = asked.names.SeekBody(to);
		           if (!eye || !target)
		           {
			           return eye ? target.GetError() : eye.GetError();
		           }
		           return InSight(asked.place, **eye, **target, made) ? 1 : 0;
	           });
}

float ricochet_seen_fraction(const ricochet_world* world, ricochet_vec eye, ricochet_body body,
                             const ricochet_filter* filter)
{
	return Ask(-1.0f, world, filter, Checker().Finite("eye", ToCpp(eye)),
	           [&](const Asked& asked, const QueryFilter& made) -> Result<float>
	           {
		           const Result<const b2Body*> found = asked.names.SeekBody(body);
		           if (!found)
		           {
			           return found.GetError();
		           }
		           return SeenFraction(asked.place, ToCpp(eye), **found, made);
	           });
}

float ricochet_seen_fraction_within(const ricochet_world* world, ricochet_vec eye, ricochet_body body,
                                    const ricochet_sight_def* def)
{
	Checker checker = Checker().Finite("eye", ToCpp(eye));
	const ricochet_sight_def from = Take(checker, def, ricochet_sight_def_default(), "ricochet_sight_def::size");
	return Ask(-1.0f, world, from.filter, checker,
	           [&](const Asked& asked, const QueryFilter& made) -> Result<float>
	           {
		           const SightDef sight{made, {from.direction, from.cone}};
		           const Result<const b2Body*> found = asked.names.SeekBody(body);
		           if (!found)
		           {
			           return found.GetError();
		           }
		           return SeenFraction(asked.place, ToCpp(eye), from.radius, **found, sight);
	           });
}

ricochet_sight_def ricochet_sight_def_default(void)
{
	const SightCone cone;
	ricochet_sight_def def{};
	def.size = sizeof(def);
	def.radius = 10.0f;
	def.direction = cone.direction;
	def.cone = cone.angle;
	def.max_error = 0.01f;
	return def;
}

int32_t ricochet_visibility_polygon(const ricochet_world* world, ricochet_vec eye, const ricochet_sight_def* def,
                                    ricochet_vec* points, int32_t capacity)
{
	return Look(world, eye, def, points, capacity,
	            [](const std::vector<SightVertex>& polygon, float maxError, std::vector<b2Vec2>& told)
	            { Flatten(polygon, maxError, told); });
}

int32_t ricochet_visibility_triangles(const ricochet_world* world, ricochet_vec eye, const ricochet_sight_def* def,
                                      ricochet_vec* points, int32_t capacity)
{
	return Look(world, eye, def, points, capacity,
	            [eye](const std::vector<SightVertex>& polygon, float maxError, std::vector<b2Vec2>& told)
	            { Triangulate(polygon, ToCpp(eye), maxError, told); });
}
