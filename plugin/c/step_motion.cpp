// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/step_motion.h>

#include "c/change.h"
#include "c/step_handle.h"

using namespace ricochet;
using namespace ricochet::c;

ricochet_step_motion* ricochet_create_step_motion(const ricochet_world* world)
{
	return AskLive<ricochet_step_motion*>(nullptr, world, Checker(),
	                                      [&](const WorldState&) { return new ricochet_step_motion(world->state); });
}

void ricochet_destroy_step_motion(ricochet_step_motion* step)
{
	SetLastError({});
	delete step;
}

bool ricochet_begin_step_motion(ricochet_step_motion* step)
{
	return Done(Check(step), [&] { return step->step.Begin(); });
}

bool ricochet_end_step_motion(ricochet_step_motion* step)
{
	return Done(Check(step), [&] { return step->step.End(); });
}
