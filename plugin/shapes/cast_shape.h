// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/separation.h"
#include "geometry/span.h"

#include <box2d/b2_shape.h>

#include <array>
#include <span>

namespace ricochet
{

/// What a child of a shape is: the convex hull of some vertices grown by a radius, or an edge. In the shape's frame;
/// valid as long as the shape.
struct ChildGeometry
{
	std::span<const b2Vec2> vertices{};
	float radius = 0.0f;
	bool isEdge = false;
	bool oneSided = false;
	std::array<b2Vec2, 2> ends{}; ///< of an edge; its vertices may not lie side by side

	/// All vertices, whatever it is. Valid as long as this.
	[[nodiscard]] std::span<const b2Vec2> Points() const { return isEdge ? std::span<const b2Vec2>(ends) : vertices; }
};

/// False for a child out of range or an unknown shape type.
[[nodiscard]] bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry);

/// From where a ray meets a shape.
enum class Facing : uint8_t
{
	Solid, ///< polygons and circles have no sides
	Front, ///< an edge, from the right of vertex 1 -> vertex 2
	Back,
	Along ///< a ray along an edge
};

struct ShapeSpan
{
	LocalSpan span;
	Facing facing = Facing::Solid;
	bool oneSided = false; ///< the shape collides from its front only
};

/// Casts a ray that is already in the child's frame. With a radius, the ray is the way of a disc's centre: the shape is
/// grown by the radius, edges become capsules, and `facing` is the side on which the start lies.
/// The crossings of an edge bear its index.
[[nodiscard]] std::optional<ShapeSpan> CastChildLocal(const ChildGeometry& geometry, int32_t index, const LocalRay& ray,
                                                      float radius = 0.0f);

/// The same of a child of a shape, whose number is the index. A child out of range or an unknown shape type: miss.
[[nodiscard]] std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray,
                                                      float radius = 0.0f);

/// The exact sign of a ray's rise over the surface of a solid child, along its normal: of a polygon over one of its
/// edges, of what is round where the ray starts.
/// Requires: the edge of a crossing that a cast of the child has given (of a circle -1).
[[nodiscard]] int RiseOverSurface(const ChildGeometry& geometry, int32_t edge, const LocalRay& ray);

/// How far a point in the world is from a child of a shape under a pose, and the way out. Not exact.
/// A child out of range or an unknown shape type: infinitely far.
[[nodiscard]] Separation SeparateFromShape(const b2Shape& shape, int32_t child, const b2Transform& pose,
                                           const Vec<double>& point);

} // namespace ricochet
