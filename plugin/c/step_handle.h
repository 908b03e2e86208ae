// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/step_motion.h>
#include <ricochet/projectile/step_motion.h>

#include "c/answer.h"
#include "c/name_table.h"

#include <memory>
#include <utility>

/// The motion of a world in its last step, and the world.
struct ricochet_step_motion
{
	explicit ricochet_step_motion(std::shared_ptr<ricochet::c::WorldState> of)
	    : world{std::move(of), nullptr}, step(world.state->World())
	{
	}

	ricochet_world world;
	ricochet::StepMotion step;
};

namespace ricochet::c
{

[[nodiscard]] inline Checker Check(const ricochet_step_motion* step)
{
	return Checker().NotNull("step", step);
}

/// Answers a query through a step: returns call(world of the step), or -1 if there is no step.
template <class Call>
int32_t AskStep(const ricochet_step_motion* step, const Call& call)
{
	return step != nullptr ? call(&step->world) : Answer(-1, Check(step), [] { return -1; });
}

} // namespace ricochet::c
