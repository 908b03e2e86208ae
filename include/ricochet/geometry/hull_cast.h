// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>

#include <optional>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// All points within `radius` (m) of the convex hull of the vertices: 1 vertex is a disc, 2 a capsule, 3 or more a
/// rounded polygon; with radius 0 a point, a segment, a polygon. A view: the vertices must outlive it.
/// Requires: at least 1 vertex; from 3 on convex and counter-clockwise, collinear and repeated ones are allowed.
struct Hull
{
	std::span<const b2Vec2> vertices{};
	float radius = 0.0f;
};

/// Which part of a hull touches: one of its vertices, with the round about it, or one of its edges.
struct HullFeature
{
	int32_t vertex = -1; ///< -1: none
	int32_t edge = -1;   ///< edge i runs from vertex i to vertex i + 1; -1: none
};

/// The part of a way on which one hull overlaps another: the answer of every cast of a shape. As RaySpan for the place
/// of the moving hull's origin, whose line meets the sum of both in [t0, t1]: `point` is where that origin is, `normal`
/// is out of what stands still. `edge` is the edge of what stands still whose normal it is, or that faces the way most
/// beside the vertex that is met; -1 if it is met by an edge of what moves.
struct HullSpan : RaySpan
{
	b2Vec2 contact{0.0f, 0.0f}; ///< where the two touch first, on the surface of what stands still; where an edge
	                            ///< touches an edge, the middle of what they have in common. (0, 0) if it starts inside
	HullFeature still;          ///< what touches there
	HullFeature moving;
	float depth = 0.0f;        ///< if it starts inside: how far it would have to go to come free (m), by doubles
	b2Vec2 wayOut{0.0f, 0.0f}; ///< and where to: unit, along the normal of what stands still
};

/// Casts one hull along a straight way against another one, each under a pose, without turning either. The contract is
/// that of RaySpan: closed sets, touching counts; hit or miss is exact for the given floats, the poses taken as they
/// stand and the radii added without rounding; fractions are within 1 ulp.
/// A translation of (0, 0) or maxFraction 0 asks whether the two overlap where they are. Grazing: the two touch without
/// ever having more in common than points of their surfaces.
/// Never aborts; non-finite numbers, a negative radius, a pose that is not a rotation, no vertices: a miss. Memory for
/// the sum of both is kept for each thread, and grows to the largest.
/// Source: the Minkowski sum, clipped as Clip* do (clip.h): de Berg et al., "Computational Geometry", 3rd ed., 13.3.
[[nodiscard]] std::optional<HullSpan> CastHull(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation,
                                               const Hull& still, const b2Transform& stillPose,
                                               float maxFraction = 1.0f);

/// Whether two hulls have a point in common. Exact.
[[nodiscard]] bool Overlaps(const Hull& a, const b2Transform& poseA, const Hull& b, const b2Transform& poseB);

} // namespace ricochet

RICOCHET_EXPORT_END
