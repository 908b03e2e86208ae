// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/scene.h>

#include "c/change.h"
#include "host/host.h"

#include <cmath>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

constexpr double k_fullTurn = 2.0 * 3.14159265358979323846;

bool IsFinite(const ricochet_scene_motion& m)
{
	const float sum = m.position.x + m.position.y + m.sine + m.cosine + m.velocity.x + m.velocity.y +
	                  m.angular_velocity + (m.sine == 0.0f && m.cosine == 0.0f ? m.angle : 0.0f);
	return std::isfinite(sum) && std::isinf(m.angle) == false;
}

void Move(b2Body& body, const ricochet_scene_motion& motion)
{
	b2Transform pose;
	pose.p = c::ToCpp(motion.position);
	pose.q.s = motion.sine;
	pose.q.c = motion.cosine;
	if (motion.sine == 0.0f && motion.cosine == 0.0f)
	{
		pose.q.Set(motion.angle);
	}
	const b2Transform& before = body.GetTransform();
	const bool turns = pose.q.s != before.q.s || pose.q.c != before.q.c;
	float angle = motion.angle;
	if (std::isnan(angle))
	{
		angle = body.GetAngle();
		if (turns)
		{
			const double wrapped = pose.q.GetAngle();
			angle = static_cast<float>(wrapped + k_fullTurn * std::floor((angle - wrapped) / k_fullTurn + 0.5));
		}
	}
	if (turns || pose.p != before.p || angle != body.GetAngle())
	{
		body.MoveTo(pose, angle);
	}
	body.SetLinearVelocity(c::ToCpp(motion.velocity));
	body.SetAngularVelocity(motion.angular_velocity);
}

/// Changes a body: calls call(b2Body&) if the body exists.
template <class Call>
bool ChangeInScene(ricochet_world* world, ricochet_body body, const Checker& checker, const Call& call)
{
	return ChangeFound(
	    world, checker, [body](const WorldState& state) { return state.FindBody(body); },
	    [&](WorldState&, b2Body* found) { call(*found); });
}

ricochet_scene_change TellChange(const WorldState& state, b2Body& body, const b2BodyChange& change)
{
	ricochet_scene_change told{};
	told.body = state.IdOf(&body);
	told.user_data = state.DataOf(&body);
	told.impulse = c::ToC(change.impulse);
	told.angular_impulse = change.angularImpulse;
	told.is_put = change.isPut;
	const b2Transform& pose = body.GetTransform();
	told.pose = {c::ToC(pose.p), body.GetAngle()};
	told.sine = pose.q.s;
	told.cosine = pose.q.c;
	return told;
}

} // namespace
} // namespace ricochet::c

bool ricochet_scene_move(ricochet_world* world, const ricochet_scene_motion* motions, int32_t count)
{
	const Checker checker = Checker()
	                            .AtLeast("count", count, 0.0)
	                            .NotNull("motions", count > 0 ? motions : static_cast<const void*>(&world));
	return Change(false, world, checker,
	              [&](const WorldState& state) -> Result<bool>
	              {
		              Scratch<b2Body*> bodies;
		              bodies->reserve(static_cast<size_t>(count));
		              for (int32_t i = 0; i < count; ++i)
		              {
			              // A body that waits to be destroyed may still move.
			              const Name* name = state.names.Find(motions[i].body);
			              if (name == nullptr || name->fixture != nullptr)
			              {
				              Error error = NoSuch("motions", motions[i].body);
				              error.index = i;
				              return error;
			              }
			              if (IsFinite(motions[i]) == false)
			              {
				              return Error{ErrorReason::NotFinite, "motions", i};
			              }
			              bodies->push_back(name->body);
		              }
		              state.World().BeginMoves();
		              for (int32_t i = 0; i < count; ++i)
		              {
			              Move(*(*bodies)[static_cast<size_t>(i)], motions[i]);
		              }
		              state.World().EndMoves();
		              return true;
	              });
}

bool ricochet_scene_set_mass(ricochet_world* world, ricochet_body body, float mass, float inertia, ricochet_vec center)
{
	const Checker checker =
	    Checker().AtLeast("mass", mass, 0.0).AtLeast("inertia", inertia, 0.0).Finite("center", ToCpp(center));
	return ChangeInScene(world, body, checker,
	                     [&](b2Body& found) {
		                     found.SetOwnMass({mass, ToCpp(center), inertia});
	                     });
}

bool ricochet_scene_set_type(ricochet_world* world, ricochet_body body, int32_t type)
{
	const Checker checker = Checker().AtLeast("type", type, RICOCHET_STATIC).AtMost("type", type, RICOCHET_DYNAMIC);
	return ChangeInScene(world, body, checker, [&](b2Body& found) { found.SetType(static_cast<b2BodyType>(type)); });
}

bool ricochet_scene_set_enabled(ricochet_world* world, ricochet_body body, bool enabled)
{
	return ChangeInScene(world, body, Checker(), [&](b2Body& found) { found.SetEnabled(enabled); });
}

int32_t ricochet_scene_take_changes(ricochet_world* world, ricochet_scene_change* changes, int32_t capacity)
{
	Checker checker;
	return AskLive(-1, world, Room(checker, "changes", changes, capacity),
	               [&](const WorldState& state)
	               {
		               return state.World().TakeChanges(capacity, [&](b2Body& body, const b2BodyChange& change)
		                                                { *changes++ = TellChange(state, body, change); });
	               });
}

int32_t ricochet_scene_take_destroyed(ricochet_world* world, ricochet_scene_destroyed* bodies, int32_t capacity)
{
	Checker checker;
	return AskLive(-1, world, Room(checker, "bodies", bodies, capacity),
	               [&](WorldState& state)
	               {
		               const auto convert = [](const auto& gone)
		               {
			               return ricochet_scene_destroyed{gone.first, gone.second};
		               };
		               const int32_t count = Write(state.destroyed, 0, bodies, capacity, convert);
		               const auto taken = state.destroyed.begin() + std::min(count, capacity);
		               state.destroyed.erase(state.destroyed.begin(), taken);
		               return count;
	               });
}
