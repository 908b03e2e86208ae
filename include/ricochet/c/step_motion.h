// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/base.h>
#include <ricochet/c/cast.h>

RICOCHET_C_BEGIN

// A step motion records how the bodies of a world moved in its last step, for projectiles that the game moves itself:
// ricochet::StepMotion (projectile/step_motion.h). Casts through it hit bodies at their poses during the step. The
// fraction of a cast is also the share of the step.

typedef struct ricochet_step_motion ricochet_step_motion;

/// Creates a step motion of a world, in which nothing has moved. It keeps a world made by ricochet alive. A b2World of
/// the game must outlive it. Destroy it by ricochet_destroy_step_motion, which ignores null.
RICOCHET_API ricochet_step_motion* ricochet_create_step_motion(const ricochet_world* world);
RICOCHET_API void ricochet_destroy_step_motion(ricochet_step_motion* step);

/// Call ricochet_begin_step_motion before the world steps, and ricochet_end_step_motion after it. Both are refused
/// inside a step. ricochet_end_step_motion without a begin is refused with RICOCHET_STEP_HAS_NOT_BEGUN.
RICOCHET_API bool ricochet_begin_step_motion(ricochet_step_motion* step);
RICOCHET_API bool ricochet_end_step_motion(ricochet_step_motion* step);

// As ricochet_cast_ray_closest, ricochet_cast_hull_closest and ricochet_cast_beam (c/cast.h), through the step. A
// max_fraction above 1 counts as 1. The beam flies its whole length in the step.

RICOCHET_API int32_t ricochet_cast_ray_in_step(const ricochet_step_motion* step, const ricochet_ray* ray,
                                               const ricochet_filter* filter, ricochet_ray_hit* hit);
RICOCHET_API int32_t ricochet_cast_hull_in_step(const ricochet_step_motion* step, const ricochet_hull* hull,
                                                ricochet_pose pose, ricochet_vec translation,
                                                const ricochet_filter* filter, ricochet_hull_hit* hit);
RICOCHET_API int32_t ricochet_cast_beam_in_step(const ricochet_step_motion* step, ricochet_vec origin,
                                                ricochet_vec direction, const ricochet_beam_def* def,
                                                ricochet_beam_leg* legs, int32_t capacity, int32_t* end);

RICOCHET_C_END
