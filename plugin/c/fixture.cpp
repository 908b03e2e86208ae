// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/outline.h>
#include <ricochet/c/scene.h>
#include <ricochet/geometry/polygon_check.h>
#include <ricochet/host/attach_geometry.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "c/change.h"
#include "host/host.h"
#include "shapes/cast_geometry.h"

#include <cmath>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

Checker& CheckDef(Checker& checker, const ricochet_fixture_def& def)
{
	Data(checker, "ricochet_fixture_def::user_data", def.user_data);
	return checker.AtLeast("ricochet_fixture_def::density", def.density, 0.0)
	    .AtLeast("ricochet_fixture_def::friction", def.friction, 0.0)
	    .Share("ricochet_fixture_def::restitution", def.restitution);
}

ricochet_fixture Create(WorldState& world, b2Body* body, const b2Shape& shape, const ricochet_fixture_def& given)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = given.density;
	def.friction = given.friction;
	def.restitution = given.restitution;
	def.isSensor = given.sensor;
	b2Filter& bits = def.filter;
	bits.categoryBits = given.category_bits;
	bits.maskBits = given.mask_bits;
	bits.groupIndex = given.group_index;
	return world.IdOf(world.Add(false, given.user_data,
	                            [&](uintptr_t data)
	                            {
		                            def.userData.pointer = data;
		                            return body->CreateFixture(&def);
	                            }));
}

/// Adds a fixture for each polygon, and appends its id to the list. If that throws, nothing has changed. Requires: the
/// list is empty and has room.
void CreateAll(WorldState& state, b2Body* body, std::span<const ClipPolygonShape> polygons,
               const ricochet_fixture_def& given, std::vector<ricochet_fixture>& added)
{
	const b2Vec2 velocity = body->GetLinearVelocity();
	try
	{
		for (const ClipPolygonShape& polygon : polygons)
		{
			added.push_back(Create(state, body, polygon, given));
		}
	}
	catch (...)
	{
		for (; added.empty() == false; added.pop_back())
		{
			b2Fixture* fixture = *state.FindFixture(added.back());
			if (state.Owns())
			{
				state.names.TakeBack(*state.names.Find(added.back()));
			}
			body->DestroyFixture(fixture);
		}
		body->SetLinearVelocity(velocity); // the centre of mass moved there and back, and rounded it
		throw;
	}
}

/// Adds fixtures to a body: returns call(state, body, def), a Result<T>, if the body exists and the def is sound.
template <class T, class Call>
T AddTo(T refused, ricochet_world* world, ricochet_body id, const ricochet_fixture_def* def, Checker checker,
        const Call& call)
{
	const ricochet_fixture_def from = Take(checker, def, ricochet_fixture_def_default(), "ricochet_fixture_def::size");
	CheckDef(checker, from);
	return Change<T>(refused, world, checker,
	                 [&](WorldState& state)
	                 { return Then(state.FindBody(id), [&](b2Body* body) { return call(state, body, from); }); });
}

/// Adds a fixture with the shape that make(), a Result, returns.
template <class Make>
ricochet_fixture Add(ricochet_world* world, ricochet_body id, const ricochet_fixture_def* def, const Make& make)
{
	return AddTo<ricochet_fixture>(
	    0, world, id, def, Checker(),
	    [&](WorldState& state, b2Body* body, const ricochet_fixture_def& from)
	    { return Then(make(), [&](const b2Shape& shape) { return Create(state, body, shape, from); }); });
}

void DestroyFixture(WorldState& state, b2Fixture* fixture)
{
	for (Plugin* plugin : state.plugins)
	{
		plugin->Forget(fixture);
	}
	if (state.Owns())
	{
		state.names.Remove(*state.names.Find(state.IdOf(fixture)));
	}
	fixture->GetBody()->DestroyFixture(fixture);
}

/// Returns call(span) with the points as Box2D's vectors, if they are valid.
template <class Call>
auto WithPoints(const ricochet_vec* points, int32_t count, const Call& call)
    -> decltype(call(std::span<const b2Vec2>()))
{
	const Checker checker = Points("points", points, count);
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	return call(std::span<const b2Vec2>(*PointsCopy(points, count)));
}

#ifdef RICOCHET_SCENE
// Returns a convex polygon of the given counter-clockwise vertices, grown by a radius. 2 vertices give a capsule.
Result<ClipPolygonShape> MakeAsGiven(std::span<const b2Vec2> vertices, float radius)
{
	Checker checker;
	checker.Count("points", vertices.size(), 2, b2_maxPolygonVertices)
	    .Within("points", vertices, k_maxReach)
	    .AtLeast("radius", radius, 0.0)
	    .AtMost("radius", radius, k_maxReach)
	    .Require(radius > 0.0f || vertices.size() > 2, {ErrorReason::NotPositive, "radius", -1, radius});
	if (checker.IsSound() && vertices.size() == 2)
	{
		checker.Require(vertices[0] != vertices[1], {ErrorReason::TooClose, "points", 1});
	}
	else if (checker.IsSound())
	{
		const Result<PolygonKind> kind = CheckPolygon(vertices);
		checker.Require(static_cast<bool>(kind), kind.GetError())
		    .Require(!kind || (kind->convex && kind->counterClockwise), {ErrorReason::NotASolid, "points"});
	}
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	ClipPolygonShape shape;
	if (radius > 0.0f)
	{
		// A polygon with a radius of exactly b2_polygonRadius counts as one with radius 0 (RoundOf), so the next float
		// is used.
		shape.m_radius = radius == b2_polygonRadius ? std::nextafter(radius, k_maxReach) : radius;
	}
	shape.m_count = static_cast<int32_t>(vertices.size());
	std::copy(vertices.begin(), vertices.end(), shape.m_vertices);
	return shape;
}
#endif

Result<std::vector<ClipPolygonShape>> PolygonsOf(const ricochet_outline* outline)
{
	const Result<Outline> made = OutlineOf(outline);
	return made ? MakePolygons(*made) : Result<std::vector<ClipPolygonShape>>(made.GetError());
}

Result<> Attach(b2Fixture* fixture, const ricochet_outline* outline)
{
	const Result<Outline> made = OutlineOf(outline);
	if (!made)
	{
		return made.GetError();
	}
	const Result<CastGeometry> geometry = CastGeometry::Make(*made);
	return geometry ? AttachGeometry(fixture, *geometry) : Result<>(geometry.GetError());
}

} // namespace
} // namespace ricochet::c

ricochet_fixture_def ricochet_fixture_def_default(void)
{
	const b2FixtureDef from;
	ricochet_fixture_def def{};
	def.size = sizeof(def);
	def.density = 1.0f;
	def.friction = from.friction;
	def.restitution = from.restitution;
	def.category_bits = 0x0001;
	def.mask_bits = 0xFFFF;
	return def;
}

ricochet_fixture ricochet_add_box(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def, float hx,
                                  float hy, ricochet_pose pose)
{
	return Add(world, body, def, [&] { return MakeBox(hx, hy, ToCpp(pose.position), pose.angle); });
}

ricochet_fixture ricochet_add_circle(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                     ricochet_vec center, float radius)
{
	return Add(world, body, def, [&] { return MakeCircle(ToCpp(center), radius); });
}

ricochet_fixture ricochet_add_capsule(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                      ricochet_vec a, ricochet_vec b, float radius)
{
	return Add(world, body, def, [&] { return MakeCapsule(ToCpp(a), ToCpp(b), radius); });
}

ricochet_fixture ricochet_add_polygon(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                      const ricochet_vec* points, int32_t count, float radius)
{
	return Add(world, body, def,
	           [&]
	           {
		           return WithPoints(points, count,
		                             [&](std::span<const b2Vec2> vertices) {
			                             return radius == 0.0f ? MakePolygon(vertices)
			                                                   : MakeRoundedPolygon(vertices, radius);
		                             });
	           });
}

ricochet_fixture ricochet_add_segment(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                      ricochet_vec a, ricochet_vec b)
{
	return Add(world, body, def, [&] { return MakeEdge(ToCpp(a), ToCpp(b)); });
}

ricochet_fixture ricochet_add_chain(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                    const ricochet_vec* points, int32_t count, bool is_loop)
{
	return Add(world, body, def,
	           [&]
	           {
		           return WithPoints(points, count,
		                             [&](std::span<const b2Vec2> vertices)
		                             { return is_loop ? MakeLoop(vertices) : MakeChain(vertices); });
	           });
}

#ifdef RICOCHET_SCENE
ricochet_fixture ricochet_scene_add_solid(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                                          const ricochet_vec* points, int32_t count, float radius)
{
	if (count == 1 && points != nullptr)
	{
		return ricochet_add_circle(world, body, def, *points, radius);
	}
	const auto make = [&](std::span<const b2Vec2> vertices)
	{
		return MakeAsGiven(vertices, radius);
	};
	return Add(world, body, def, [&] { return WithPoints(points, count, make); });
}

bool ricochet_scene_set_fixture(ricochet_world* world, ricochet_fixture fixture, const ricochet_fixture_def* def)
{
	Checker checker;
	const ricochet_fixture_def from = Take(checker, def, ricochet_fixture_def_default(), "ricochet_fixture_def::size");
	CheckDef(checker, from);
	return ChangeFound(
	    world, checker, [fixture](const WorldState& state) { return state.FindFixture(fixture); },
	    [&](WorldState& state, b2Fixture* found)
	    {
		    found->SetFriction(from.friction);
		    found->SetRestitution(from.restitution);
		    found->SetSensor(from.sensor);
		    found->SetFilterData({from.category_bits, from.mask_bits, from.group_index});
		    state.names.Find(state.IdOf(found))->data = from.user_data;
	    });
}
#endif

int32_t ricochet_add_outline(ricochet_world* world, ricochet_body body, const ricochet_fixture_def* def,
                             const ricochet_outline* outline, ricochet_fixture* fixtures, int32_t capacity)
{
	Checker checker;
	return AddTo(-1, world, body, def, Room(checker, "fixtures", fixtures, capacity),
	             [&](WorldState& state, b2Body* to, const ricochet_fixture_def& from) -> Result<int32_t>
	             {
		             const auto polygons = PolygonsOf(outline);
		             if (!polygons)
		             {
			             return polygons.GetError();
		             }
		             Scratch<ricochet_fixture> added;
		             added->reserve(polygons->size());
		             CreateAll(state, to, *polygons, from, *added);
		             return Write(*added, 0, fixtures, capacity, [](ricochet_fixture fixture) { return fixture; });
	             });
}

bool ricochet_attach_outline(ricochet_world* world, ricochet_fixture fixture, const ricochet_outline* outline)
{
	return Change(false, world, Checker(),
	              [&](WorldState& state) -> Result<bool>
	              {
		              const Result<> done =
		                  Then(state.FindFixture(fixture), [&](b2Fixture* found)
		                       { return outline != nullptr ? Attach(found, outline) : DetachGeometry(found); });
		              return done ? Result<bool>(true) : Result<bool>(done.GetError());
	              });
}

bool ricochet_destroy_fixture(ricochet_world* world, ricochet_fixture fixture)
{
	return ChangeFound(
	    world, Checker(), [fixture](const WorldState& state) { return state.FindFixture(fixture); }, DestroyFixture);
}

ricochet_body ricochet_body_of(const ricochet_world* world, ricochet_fixture fixture)
{
	return AskLive<ricochet_body>(
	    0, world, Checker(),
	    [&](const WorldState& in)
	    { return Then(in.FindFixture(fixture), [&](b2Fixture* found) { return in.IdOf(found->GetBody()); }); });
}
