// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/ray.h>

#include <optional>
#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// All points within `radius` (m) of the convex hull of the vertices. 1 vertex is a disc, 2 are a capsule, 3 or more a
/// rounded polygon. With radius 0 they are a point, a segment, a polygon. A Hull is a view: the vertices must outlive
/// it.
/// Requires: at least 1 vertex. Three or more must be convex and counter-clockwise. Collinear and repeated vertices are
/// allowed.
struct Hull
{
	std::span<const b2Vec2> vertices{};
	float radius = 0.0f;
};

/// The part of a hull that touches: one of its vertices, with the arc about it, or one of its edges.
struct HullFeature
{
	int32_t vertex = -1; ///< -1: none
	int32_t edge = -1;   ///< edge i runs from vertex i to vertex i + 1; -1: none
};

/// The part of a path on which a moving hull overlaps a static one: the result of every cast of a shape.
///
/// The contract is that of RaySpan (ray.h). The ray of that contract is here the path of the moving hull's origin. The
/// solid is the Minkowski sum of both hulls, which the line of the path intersects in [t0, t1]. In both crossings
///
///   point    the place of the moving hull's origin
///   normal   points out of the static hull
///   edge     the edge of the static hull that has this normal. If a vertex of the static hull is hit: the edge beside
///            it whose normal faces the path most. If an edge of the moving hull hits: -1
///
/// If an edge touches an edge, `contact` is the middle of their common part. It is a float point on the surface of the
/// static hull or outside, as hit points of rays are. It is within 2 units of the exact point. A unit is 2^-23 of its
/// larger coordinate, or 2^-40 of the largest number of the static hull and its pose, whichever is more. If the path
/// almost grazes an edge, the point may also be displaced along that edge. This error is at most 2^-50 of the
/// coordinates and the path, divided by the sine of the angle between path and edge.
///
/// `place` is a position for the moving hull at which the two neither overlap nor touch. The pose at origin +
/// fraction * translation would be inside the surface half of the time, because of rounding. `place` differs from that
/// position by the rounding of its two coordinates.
struct HullSpan : RaySpan
{
	b2Vec2 contact{0.0f, 0.0f}; ///< where the two touch first, see above; (0, 0) if it starts inside
	b2Vec2 place{0.0f, 0.0f};   ///< where the moving hull's origin may be put, see above; if it starts inside, the end
	                            ///< of its way out
	HullFeature still;          ///< the part of the static hull that touches there
	HullFeature moving;         ///< the part of the moving hull that touches there
	float depth = 0.0f;         ///< if it starts inside: how far it would have to move to come free (m), in double
	b2Vec2 wayOut{0.0f, 0.0f};  ///< if it starts inside: the direction of that move, unit, out of the static hull
};

/// Casts one hull along a straight path against another one, each under a pose, without turning either. The contract is
/// that of RaySpan: the hulls are closed sets, so touching counts.
///
/// - Hit or miss is exact for the given floats: the poses are taken as they are, and the radii are added without
///   rounding. Fractions are within 1 ulp.
/// - A translation of (0, 0) or maxFraction 0 asks whether the two overlap where they are.
/// - Grazing: the two touch, but never have more in common than points of their surfaces.
/// - It never aborts. Non-finite numbers, a negative radius, a pose that is not a rotation, and a hull without vertices
///   miss.
/// - Each thread keeps memory for the sum of both hulls. It grows to the largest sum so far.
///
/// Source: the Minkowski sum, clipped as Clip* do (clip.h): de Berg et al., "Computational Geometry", 3rd ed., 13.3.
[[nodiscard]] std::optional<HullSpan> CastHull(const Hull& moving, const b2Transform& movingPose, b2Vec2 translation,
                                               const Hull& still, const b2Transform& stillPose,
                                               float maxFraction = 1.0f);

/// Returns true if two hulls have a point in common. Exact.
[[nodiscard]] bool Overlaps(const Hull& a, const b2Transform& poseA, const Hull& b, const b2Transform& poseB);

} // namespace ricochet

RICOCHET_EXPORT_END
