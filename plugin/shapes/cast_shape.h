// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "geometry/cut_clip.h"
#include "geometry/kernels.h"
#include "geometry/pose.h"
#include "geometry/separation.h"
#include "geometry/span.h"
#include "shapes/attached_shape.h"
#include "shapes/child_geometry.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_shape.h>

#include <cstdint>

class b2PolygonShape;

namespace ricochet
{

/// False if ClipByDoubles is certainly Uncertain: the child is neither a disc nor cut by the line at edges that are
/// known. Asked first, it saves the making of a PulledRay.
[[nodiscard]] inline bool MayBeProven(const ChildGeometry& geometry, CertainCut cut)
{
	return cut.IsKnown() || (geometry.kind == ChildKind::Disc && geometry.radius > 0.0f);
}

/// CastChildLocal by doubles, where their error bounds prove the answer; else Uncertain, and the exact kernels decide.
/// `cut`: the edges at which the line of the ray enters and leaves a child that has sides, if a walk knows them.
/// `met` is set if the answer is Hit. Entries beyond `cutoff` are misses. This is the only place that chooses between
/// the formulas of cut_clip.h.
RICOCHET_ALWAYS_INLINE CutResult ClipByDoubles(const PulledRay& ray, const b2Rot& turn, const ChildGeometry& geometry,
                                               int32_t child, CertainCut cut, double cutoff, LocalSpan& met)
{
	if (geometry.kind == ChildKind::Disc)
	{
		return geometry.radius > 0.0f && IsRotation(turn)
		           ? ClipDisc(ray, geometry.vertices[0], geometry.radius, cutoff, met)
		           : CutResult::Uncertain;
	}
	if (cut.IsKnown() == false)
	{
		return CutResult::Uncertain;
	}
	if (geometry.IsEdge() == false)
	{
		return ClipCut(ray, geometry.vertices, cut, cutoff, met);
	}
	const CutResult result = ClipSegment(ray, geometry.ends, cut, cutoff, met);
	met.enter.edge = child;
	met.exit.edge = child;
	return result;
}

/// From where a line comes to an edge that it is known to cut. Requires: IsKnown.
[[nodiscard]] inline Facing FacingBy(CertainCut cut)
{
	return cut.enter == 0 ? Facing::Front : Facing::Back;
}

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

/// What ricochet's shapes answer to b2Shape::RayCast.
[[nodiscard]] bool CastStock(const b2Shape& shape, int32 child, b2RayCastOutput* output, const b2RayCastInput& input,
                             const b2Transform& transform, bool frontOnly = false);

/// And to TestPoint.
[[nodiscard]] bool ContainsPoint(const b2Shape& shape, const b2Transform& transform, const b2Vec2& point);

/// True if a child of a shape under a pose has a point in common with a box of the world. Both are closed: what touches
/// overlaps. Exact, of the box pulled into the shape's frame by real-number arithmetic, as casts are.
/// A child out of range, an unknown shape type, a bad box, a pose or a vertex that is not finite: false.
[[nodiscard]] bool OverlapsBox(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box);

/// By how much a polygon is rounded (m). Up to b2_polygonRadius, its radius is no more than Box2D's skin: 0.
[[nodiscard]] float RoundOf(const b2PolygonShape& polygon);

} // namespace ricochet
