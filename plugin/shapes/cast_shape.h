// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/separation.h"
#include "geometry/span.h"
#include "shapes/attached_shape.h"
#include "shapes/child_geometry.h"
#include "shapes/proven_cast.h"

#include <box2d/b2_shape.h>

namespace ricochet
{

/// False for a child out of range or an unknown shape type.
/// Requires: `geometry` is default-made, or describes another child of the same shape.
[[nodiscard]] bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry);

struct ShapeSpan
{
	LocalSpan span;
	Facing facing = Facing::Solid;
	bool oneSided = false; ///< the shape collides from its front only
};

// A part of a shape is a child of it; or, where a geometry stands for it, one of the geometry's convex pieces.

[[nodiscard]] int32_t PartCountOf(const b2Shape& shape);

/// DescribeChild of a part, for which no geometry ever stands.
[[nodiscard]] bool DescribePart(const b2Shape& shape, int32_t part, ChildGeometry& geometry);

/// How a part is told: as a child of its shape, and its edges as those of the geometry. Requires: such a part and edge.
[[nodiscard]] int32_t ChildOfPart(const b2Shape& shape, int32_t part);
[[nodiscard]] int32_t EdgeOfPart(const b2Shape& shape, int32_t part, int32_t edge);

/// Casts a ray that is already in the child's frame. Of an attached geometry the first part of the ray in it; then the
/// radius must be 0. With a radius, the ray is the way of a disc's centre: the shape is
/// grown by the radius, edges become capsules, and `facing` is the side on which the start lies.
/// The crossings of an edge bear its index.
[[nodiscard]] std::optional<ShapeSpan> CastChildLocal(const ChildGeometry& geometry, int32_t index, const LocalRay& ray,
                                                      float radius = 0.0f);

/// The same of a child of a shape, whose number is the index. A child out of range or an unknown shape type: miss.
[[nodiscard]] std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray);

/// And of a part.
[[nodiscard]] std::optional<ShapeSpan> CastPartLocal(const b2Shape& shape, int32_t part, const LocalRay& ray,
                                                     float radius);

/// The exact sign of a ray's rise over the surface of a solid child, along its normal: of a polygon over one of its
/// edges, of what is round where the ray starts.
/// Requires: the edge of a crossing that a cast of the child has given (of a circle -1).
[[nodiscard]] int RiseOverSurface(const ChildGeometry& geometry, int32_t edge, const LocalRay& ray);

/// How far a point in its frame is from a child, and the way out; from an edge without sides. Not exact.
[[nodiscard]] Separation SeparateFromChild(const ChildGeometry& geometry, const Vec<double>& point);

/// How far a point in the world is from a part of a shape under a pose, and the way out. Not exact.
/// A part out of range or an unknown shape type: infinitely far.
[[nodiscard]] Separation SeparateFromPart(const b2Shape& shape, int32_t part, const b2Transform& pose,
                                          const Vec<double>& point);

} // namespace ricochet
