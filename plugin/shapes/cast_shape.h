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

/// False if ClipByDoubles is sure to return Uncertain: the child is no disc, and it is unknown at which edges the line
/// cuts it. Testing this first saves the construction of a PulledRay.
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

/// The side of an edge from which a line comes that is known to cross the edge. Requires: IsKnown.
[[nodiscard]] inline Facing FacingBy(CertainCut cut)
{
	return cut.enter == 0 ? Facing::Front : Facing::Back;
}

/// False for a child out of range or an unknown shape type.
/// Requires: `geometry` is default-constructed, or describes another child of the same shape.
[[nodiscard]] bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry);

struct ShapeSpan
{
	LocalSpan span;
	Facing facing = Facing::Solid;
	bool oneSided = false; ///< the shape collides from its front only
};

// A part of a shape is one of its children. If a geometry is attached, a part is one of the geometry's convex pieces.

[[nodiscard]] int32_t PartCountOf(const b2Shape& shape);

/// DescribeChild for a part. Its result never has an attached geometry.
[[nodiscard]] bool DescribePart(const b2Shape& shape, int32_t part, ChildGeometry& geometry);

/// A part and its edge as hits report them: the child of the shape, and the edge of the attached geometry. Requires:
/// the part and the edge exist.
[[nodiscard]] int32_t ChildOfPart(const b2Shape& shape, int32_t part);
[[nodiscard]] int32_t EdgeOfPart(const b2Shape& shape, int32_t part, int32_t edge);

/// Casts a ray that is in the child's frame. If a crossing is on an edge or a chain, its number is `index`. If a
/// geometry is attached, returns the first span in it, and the radius must be 0. With a radius, the ray is the path of
/// a disc's centre. The shape is grown by the radius, and edges become capsules. `facing` is then the side on which the
/// centre is at the entry, or at the start if the ray starts inside.
[[nodiscard]] std::optional<ShapeSpan> CastChildLocal(const ChildGeometry& geometry, int32_t index, const LocalRay& ray,
                                                      float radius = 0.0f);

/// CastChildLocal for a child of a shape; its number is the index. A child out of range or an unknown shape type: miss.
[[nodiscard]] std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray);

/// CastChildLocal for a part of a shape.
[[nodiscard]] std::optional<ShapeSpan> CastPartLocal(const b2Shape& shape, int32_t part, const LocalRay& ray,
                                                     float radius);

/// Converts a span of a ray in a child to the frame of the ray. Its points lie on the surface of the child or outside,
/// and strictly off an edge. The span is the result of a cast of this ray.
void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const ChildGeometry& geometry,
               RaySpan& out);

/// The second half of ToSurface, for a child that is attached or has crossings that doubles do not decide: `open`.
void SettlePoints(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const ChildGeometry& geometry,
                  uint32_t open, RaySpan& out);

/// The exact sign of the ray's slope along the surface normal of a solid child. It is taken on an edge of a polygon or,
/// if the surface is round, where the ray starts. Requires: `edge` is that of a crossing from a cast of the child (-1
/// for a circle).
[[nodiscard]] int RiseOverSurface(const ChildGeometry& geometry, int32_t edge, const LocalRay& ray);

/// The distance of a point in the child's frame from the child, and the shortest way out. An edge counts as a
/// segment. Not exact.
[[nodiscard]] Separation SeparateFromChild(const ChildGeometry& geometry, const Vec<double>& point);

/// Rounds a point of a child's surface to a float point on the surface or outside. If the child is an edge, the result
/// lies strictly on the side to which `outward` points. All arguments are in the world; the child is under a pose.
/// `outward`: the unit normal at the point. `along`: another unit vector that leads out. `farthest`: the largest
/// coordinate among the numbers from which the caller computed the point.
[[nodiscard]] b2Vec2 PointOffChild(const ChildGeometry& geometry, const b2Transform& pose, const Vec<double>& surface,
                                   const Vec<double>& outward, const Vec<double>& along, float farthest = 0.0f);

/// PointOffChild for the child that a part of a shape belongs to. Describes the child only if that is needed.
[[nodiscard]] b2Vec2 PointOffPart(const b2Shape& shape, int32_t part, const b2Transform& pose,
                                  const Vec<double>& surface, const Vec<double>& outward, const Vec<double>& along,
                                  float farthest = 0.0f);

/// The distance of a point in the world from a part of a shape under a pose, and the shortest way out. Not exact. A
/// part out of range or an unknown shape type: infinitely far.
[[nodiscard]] Separation SeparateFromPart(const b2Shape& shape, int32_t part, const b2Transform& pose,
                                          const Vec<double>& point);

/// The point of a part's surface that is nearest to a point in the world. The normal is that of SeparateFromPart. The
/// distance of SeparateFromPart is in the frame of the part, and a b2Rot changes lengths by up to 1e-7. So the distance
/// to this point may differ from it by that share.
struct SurfaceFoot
{
	Vec<double> point;
	Vec<double> normal;
};
[[nodiscard]] SurfaceFoot FootOnPart(const b2Shape& shape, int32_t part, const b2Transform& pose,
                                     const Vec<double>& point);

/// Implements b2Shape::RayCast for ricochet's shapes.
[[nodiscard]] bool CastStock(const b2Shape& shape, int32 child, b2RayCastOutput* output, const b2RayCastInput& input,
                             const b2Transform& transform, bool frontOnly = false);

/// Implements b2Shape::TestPoint for ricochet's shapes.
[[nodiscard]] bool ContainsPoint(const b2Shape& shape, const b2Transform& transform, const b2Vec2& point);

/// True if a child of a shape under a pose has a point in common with a box of the world. Both are closed: touching is
/// overlapping. The box is converted to the shape's frame as real numbers, as in casts, and the test is exact. False
/// for a child out of range, an unknown shape type, a bad box, or a pose or vertex that is not finite.
[[nodiscard]] bool OverlapsBox(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box);

/// The radius by which a polygon is rounded (m); 0 up to b2_polygonRadius, since that is only Box2D's skin.
[[nodiscard]] float RoundOf(const b2PolygonShape& polygon);

} // namespace ricochet
