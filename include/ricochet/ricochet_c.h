// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// The C interface: for C, and for every language that calls C. plugin/docs/c_interface.md says how.

#include <ricochet/c/base.h>
#include <ricochet/c/cast.h>
#include <ricochet/c/events.h>
#include <ricochet/c/history.h>
#include <ricochet/c/outline.h>
#include <ricochet/c/plugin.h>
#include <ricochet/c/projectile.h>
#include <ricochet/c/region.h>
#include <ricochet/c/saved_state.h>
#include <ricochet/c/sight.h>
#include <ricochet/c/snapshot.h>
#include <ricochet/c/step_motion.h>
#include <ricochet/c/world.h>
