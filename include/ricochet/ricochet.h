// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/error.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/planar_polygon.h>
#include <ricochet/geometry/polygon_check.h>
#include <ricochet/geometry/ray.h>
#include <ricochet/geometry/reflect.h>
#include <ricochet/geometry/supercover.h>
#include <ricochet/geometry/tangent.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/launch.h>
#include <ricochet/projectile/materials.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/shapes/clip_shapes.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/viewer.h>
#include <ricochet/sight/visibility.h>
#include <ricochet/version.h>
#include <ricochet/world/batch.h>
#include <ricochet/world/beam.h>
#include <ricochet/world/callbacks.h>
#include <ricochet/world/executor.h>
#include <ricochet/world/go_on.h>
#include <ricochet/world/hash_hit.h>
#include <ricochet/world/history.h>
#include <ricochet/world/quarantine.h>
#include <ricochet/world/ray_fan.h>
#include <ricochet/world/ray_query.h>
#include <ricochet/world/snapshot.h>
#include <ricochet/world/spatial_hash.h>
