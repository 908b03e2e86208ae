// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/box2d/solver_state.h"

namespace ricochet
{

/// s: Box2D divides by the time of a step, and this is the least with a finite inverse.
inline constexpr float k_shortestStep = 0x1.000008p-128f;
/// s: in longer steps what gravity adds to a velocity need not be a number, and Box2D aborts.
inline constexpr float k_longestStep = 0x1p20f;

/// b2World::Step. Box2D begins with the impulses of the last step, by the ratio of both times: where that is as large
/// as it can only be by mistake, they would overflow and abort the game, so it begins with none.
inline void StepWorld(b2World& world, float dt, int32_t velocityIterations, int32_t positionIterations)
{
	constexpr float k_largestRatio = 0x1p20f;
	struct WarmStarting
	{
		b2World& world;
		bool is = world.GetWarmStarting();

		~WarmStarting() { world.SetWarmStarting(is); }
	};
	const WarmStarting was{world};
	world.SetWarmStarting(was.is && dt * InverseOfLastStep(world) <= k_largestRatio);
	world.Step(dt, velocityIterations, positionIterations);
}

} // namespace ricochet
