// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/world.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "c/change.h"
#include "host/host.h"

using namespace ricochet;
using namespace ricochet::c;

namespace
{

Checker& Check(Checker& checker, const ricochet_fixture_def& def)
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
	def.userData.pointer = static_cast<uintptr_t>(given.user_data);
	Name* name = nullptr;
	if (world.Owns())
	{
		name = &world.names.Add(false);
		name->data = given.user_data;
		name->body = body;
		def.userData.pointer = reinterpret_cast<uintptr_t>(name);
	}
	b2Fixture* fixture = body->CreateFixture(&def);
	if (name != nullptr)
	{
		name->fixture = fixture;
	}
	return world.IdOf(fixture);
}

/// A fixture of what make() gives, a Result of a shape.
template <class Make>
ricochet_fixture Add(ricochet_world* world, ricochet_body id, const ricochet_fixture_def* def, const Make& make)
{
	const Result<ricochet_fixture_def> taken = Take(def, ricochet_fixture_def_default(), "ricochet_fixture_def::size");
	Checker checker = Checker().Require(static_cast<bool>(taken), taken.GetError());
	if (taken)
	{
		Check(checker, *taken);
	}
	return Change<ricochet_fixture>(0, world, checker,
	                                [&](WorldState& state) -> Result<ricochet_fixture>
	                                {
		                                const Result<b2Body*> body = state.FindBody(id);
		                                if (!body)
		                                {
			                                return body.GetError();
		                                }
		                                const auto shape = make();
		                                if (!shape)
		                                {
			                                return shape.GetError();
		                                }
		                                return Create(state, *body, *shape, *taken);
	                                });
}

void Destroy(WorldState& state, b2Fixture* fixture)
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

/// The points as Box2D has them: call(span).
template <class Call>
auto WithPoints(const ricochet_vec* points, int32_t count, const Call& call)
    -> decltype(call(std::span<const b2Vec2>()))
{
	const Checker checker =
	    Checker().AtLeast("count", count, 0.0).NotNull("points", count > 0 ? points : static_cast<const void*>(&count));
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	Scratch<b2Vec2> copies;
	for (int32_t i = 0; i < count; ++i)
	{
		copies->push_back(ToCpp(points[i]));
	}
	return call(std::span<const b2Vec2>(*copies));
}

} // namespace

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

bool ricochet_destroy_fixture(ricochet_world* world, ricochet_fixture fixture)
{
	return ChangeFound(
	    world, Checker(), [fixture](const WorldState& state) { return state.FindFixture(fixture); }, Destroy);
}

ricochet_body ricochet_body_of(const ricochet_world* world, ricochet_fixture fixture)
{
	return AskLive<ricochet_body>(0, world, Checker(),
	                              [&](const WorldState& in) -> Result<ricochet_body>
	                              {
		                              const Result<b2Fixture*> found = in.FindFixture(fixture);
		                              if (!found)
		                              {
			                              return found.GetError();
		                              }
		                              return in.IdOf((*found)->GetBody());
	                              });
}
