// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/geometry/reflect.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/clip_shapes.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/world/callbacks.h>
#include <ricochet/world/quarantine.h>
#include <ricochet/world/ray_query.h>
