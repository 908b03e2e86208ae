// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/world.h>
#include <ricochet/host/quarantine.h>

#include "c/change.h"
#include "host/host.h"

namespace ricochet::c
{
namespace
{

// The strongest gravity (m/s^2). With a stronger one Box2D may compute NaN and abort.
constexpr double k_strongest = 1.0e9;

constexpr auto k_hasNoB2World = static_cast<ErrorReason>(RICOCHET_HAS_NO_B2_WORLD);

} // namespace
} // namespace ricochet::c

using namespace ricochet;
using namespace ricochet::c;

ricochet_world* ricochet_create_world(ricochet_vec gravity)
{
	return Answer<ricochet_world*>(
	    nullptr, Checker().Within("gravity", ToCpp(gravity), k_strongest),
	    [&] { return new ricochet_world{std::make_shared<WorldState>(std::make_unique<b2World>(ToCpp(gravity)))}; });
}

ricochet_world* ricochet_wrap_world(void* b2_world)
{
	return Answer<ricochet_world*>(
	    nullptr, Checker().NotNull("b2_world", b2_world).Require(k_isScene == false, {k_hasNoB2World, "b2_world"}),
	    [&] { return new ricochet_world{std::make_shared<WorldState>(*static_cast<b2World*>(b2_world))}; });
}

void* ricochet_b2_world(const ricochet_world* world)
{
	const Checker hasOne = Checker().Require(k_isScene == false, {k_hasNoB2World, "world"});
	return AskLive<void*>(nullptr, world, hasOne,
	                      [](const WorldState& state) { return static_cast<void*>(&state.World()); });
}

void ricochet_destroy_world(ricochet_world* world)
{
	SetLastError({});
	delete world;
}

bool ricochet_step_world(ricochet_world* world, float dt, int32_t velocity_iterations, int32_t position_iterations)
{
	const Checker time = Checker().AtLeast("dt", dt, dt == 0.0f ? 0.0 : k_shortestStep).AtMost("dt", dt, k_longestStep);
	return Change(false, world, time,
	              [&](const WorldState& state)
	              {
		              QuarantineBodies(state.World());
		              StepWorld(state.World(), dt, velocity_iterations, position_iterations);
		              QuarantineBodies(state.World());
		              return true;
	              });
}
