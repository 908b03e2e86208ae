// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/world.h>
#include <ricochet/projectile/plugin.h>

#include "c/change.h"
#include "host/host.h"

using namespace ricochet;
using namespace ricochet::c;

static_assert(RICOCHET_STATIC == static_cast<int>(b2_staticBody));
static_assert(RICOCHET_KINEMATIC == static_cast<int>(b2_kinematicBody));
static_assert(RICOCHET_DYNAMIC == static_cast<int>(b2_dynamicBody));

namespace ricochet::c
{
namespace
{

// The largest coordinate (m). Up to this limit, shapes of the factory never make Box2D abort.
constexpr double k_farthest = 1.0e9;
// The largest velocity, angle or impulse (m/s, rad/s, rad, N s). With larger ones Box2D may compute NaN and abort.
constexpr double k_most = 1.0e9;

Checker& CheckDef(Checker& checker, const ricochet_body_def& def)
{
	Data(checker, "ricochet_body_def::user_data", def.user_data);
	return checker.AtLeast("ricochet_body_def::type", def.type, RICOCHET_STATIC)
	    .AtMost("ricochet_body_def::type", def.type, RICOCHET_DYNAMIC)
	    .Within("ricochet_body_def::pose", ToCpp(def.pose.position), k_farthest)
	    .Within("ricochet_body_def::pose", def.pose.angle, k_most)
	    .Within("ricochet_body_def::velocity", ToCpp(def.velocity), k_most)
	    .Within("ricochet_body_def::angular_velocity", def.angular_velocity, k_most)
	    .AtLeast("ricochet_body_def::linear_damping", def.linear_damping, 0.0)
	    .AtLeast("ricochet_body_def::angular_damping", def.angular_damping, 0.0)
	    .Within("ricochet_body_def::gravity_scale", def.gravity_scale, k_most);
}

b2BodyDef BodyDefOf(const ricochet_body_def& from)
{
	b2BodyDef def;
	def.type = static_cast<b2BodyType>(from.type);
	def.position = c::ToCpp(from.pose.position);
	def.angle = from.pose.angle;
	// Static bodies get no velocity, as in b2Body::SetLinearVelocity. By the velocity of the def, Box2D would move a
	// static body without moving its boxes in the tree.
	if (def.type != b2_staticBody)
	{
		def.linearVelocity = c::ToCpp(from.velocity);
		def.angularVelocity = from.angular_velocity;
	}
	def.linearDamping = from.linear_damping;
	def.angularDamping = from.angular_damping;
	def.gravityScale = from.gravity_scale;
	def.fixedRotation = from.fixed_rotation;
	def.bullet = from.bullet;
	return def;
}

ricochet_body Create(WorldState& world, const ricochet_body_def& given)
{
	b2BodyDef def = BodyDefOf(given);
	return world.IdOf(world.Add(true, given.user_data,
	                            [&](uintptr_t data)
	                            {
		                            def.userData.pointer = data;
		                            return world.World().CreateBody(&def);
	                            }));
}

void DestroyBody(WorldState& world, b2Body* body)
{
	for (Plugin* plugin : world.plugins)
	{
		plugin->Forget(body);
	}
	if (world.Owns())
	{
		for (b2Fixture* fixture : FixturesOf(*body))
		{
			world.names.Remove(*world.names.Find(world.IdOf(fixture)));
		}
		world.names.Remove(*world.names.Find(world.IdOf(body)));
	}
	world.World().DestroyBody(body);
}

ricochet_body_state StateOf(const WorldState& world, b2Body* body)
{
	ricochet_body_state state{};
	state.body = world.IdOf(body);
	state.user_data = world.DataOf(body);
	state.pose = {c::ToC(body->GetPosition()), body->GetAngle()};
	state.velocity = c::ToC(body->GetLinearVelocity());
	state.angular_velocity = body->GetAngularVelocity();
	state.mass = body->GetMass();
	state.type = static_cast<int32_t>(body->GetType());
	state.awake = body->IsAwake();
	return state;
}

/// Changes a body of a world: calls call(body).
template <class Call>
bool ChangeBody(ricochet_world* world, ricochet_body id, const Checker& numbers, const Call& call)
{
	return ChangeFound(
	    world, numbers, [id](const WorldState& state) { return state.FindBody(id); },
	    [&](WorldState&, b2Body* body) { call(*body); });
}

Checker CheckPose(ricochet_pose pose)
{
	return Checker()
	    .Within("pose.position", c::ToCpp(pose.position), k_farthest)
	    .Within("pose.angle", pose.angle, k_most);
}

Checker CheckVelocity(ricochet_vec velocity, float angularVelocity)
{
	return Checker().Within("velocity", c::ToCpp(velocity), k_most).Within("angular_velocity", angularVelocity, k_most);
}

} // namespace
} // namespace ricochet::c

ricochet_body_def ricochet_body_def_default(void)
{
	const b2BodyDef from;
	ricochet_body_def def{};
	def.size = sizeof(def);
	def.type = static_cast<int32_t>(from.type);
	def.gravity_scale = from.gravityScale;
	return def;
}

ricochet_body ricochet_create_body(ricochet_world* world, const ricochet_body_def* def)
{
	Checker checker;
	const ricochet_body_def from = Take(checker, def, ricochet_body_def_default(), "ricochet_body_def::size");
	CheckDef(checker, from);
	return Change<ricochet_body>(0, world, checker, [&](WorldState& state) { return Create(state, from); });
}

bool ricochet_destroy_body(ricochet_world* world, ricochet_body body)
{
	return ChangeFound(
	    world, Checker(), [body](const WorldState& state) { return state.FindBody(body); }, DestroyBody);
}

bool ricochet_set_body_pose(ricochet_world* world, ricochet_body body, ricochet_pose pose)
{
	return ChangeBody(world, body, CheckPose(pose),
	                  [&](b2Body& found) { found.SetTransform(ToCpp(pose.position), pose.angle); });
}

bool ricochet_set_body_velocity(ricochet_world* world, ricochet_body body, ricochet_vec velocity,
                                float angular_velocity)
{
	const Checker checker = CheckVelocity(velocity, angular_velocity);
	return ChangeBody(world, body, checker,
	                  [&](b2Body& found)
	                  {
		                  found.SetLinearVelocity(ToCpp(velocity));
		                  found.SetAngularVelocity(angular_velocity);
	                  });
}

bool ricochet_apply_impulse(ricochet_world* world, ricochet_body body, ricochet_vec impulse, ricochet_vec point)
{
	const Checker checker =
	    Checker().Within("impulse", ToCpp(impulse), k_most).Within("point", ToCpp(point), k_farthest);
	return ChangeBody(world, body, checker,
	                  [&](b2Body& found) { found.ApplyLinearImpulse(ToCpp(impulse), ToCpp(point), true); });
}

bool ricochet_put_back_body(ricochet_world* world, const ricochet_body_state* state)
{
	const ricochet_body_state to = state != nullptr ? *state : ricochet_body_state{};
	const Checker pose = CheckPose(to.pose);
	const Checker numbers = pose.IsSound() ? CheckVelocity(to.velocity, to.angular_velocity) : pose;
	const Checker checker = Checker().NotNull("state", state).Require(numbers.IsSound(), numbers.Outcome().GetError());
	return ChangeBody(world, to.body, checker,
	                  [&](b2Body& found)
	                  {
		                  found.SetTransform(ToCpp(to.pose.position), to.pose.angle);
		                  found.SetLinearVelocity(ToCpp(to.velocity));
		                  found.SetAngularVelocity(to.angular_velocity);
		                  if (found.IsAwake() != to.awake)
		                  {
			                  found.SetAwake(to.awake);
		                  }
	                  });
}

bool ricochet_get_body(const ricochet_world* world, ricochet_body body, ricochet_body_state* state)
{
	return AskLive(false, world, Checker().NotNull("state", state),
	               [&](const WorldState& in)
	               { return Then(in.FindBody(body), [&](b2Body* found) { *state = StateOf(in, found); }); });
}

int32_t ricochet_get_bodies(const ricochet_world* world, int32_t first, ricochet_body_state* states, int32_t capacity)
{
	Checker checker;
	return AskLive(-1, world, Room(checker, "states", states, capacity, first),
	               [&](const WorldState& in)
	               {
		               int32_t i = 0;
		               for (b2Body* body : BodiesOf(in.World()))
		               {
			               if (i >= first && i - first < capacity)
			               {
				               states[i - first] = StateOf(in, body);
			               }
			               ++i;
		               }
		               return i;
	               });
}
