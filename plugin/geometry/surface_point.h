// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "geometry/pair.h"

#include <algorithm>
#include <optional>
#include <span>

namespace ricochet
{

// The points of hits. The exact crossing of a ray with a surface is seldom a float point, and half of all rounded
// points lie inside the solid. A ray, an eye or a lamp that starts there would be inside the solid. So a hit point is a
// float point outside. Let u be 2^-23 of the larger coordinate of the crossing. A nearest float point is off by at most
// 0.71 u. If it is not proven to lie 0.25 u outside, the crossing is moved by u along the outward normal and then
// rounded. That point lies at least 0.29 u outside the line of the edge or the tangent of the arc. If the solid is
// convex, the point is therefore outside it, without exact arithmetic. A point exactly on the surface is moved, too.
// Otherwise neighbours that are flush with the solid would block every view along the surface.

/// Two points on surfaces as doubles, rounded to floats.
struct SurfacePoints
{
	FloatPair x, y;
	uint32_t open; ///< bit i: doubles do not decide point i
};

/// Rounds two crossings. `normalX`, `normalY`: the outward unit normals, or (0, 0) for an end of a ray, which is
/// rounded to the nearest float. So is a crossing at fraction 0: the ray starts on the surface. `farthest`: the largest
/// coordinate of the ray's origin and of the shape's pose.
[[nodiscard]] RICOCHET_ALWAYS_INLINE SurfacePoints RoundOffSurfaces(Pair x, Pair y, Pair fractions, Pair normalX,
                                                                    Pair normalY, double farthest)
{
	const Pair size = Choose(Abs(x) < Abs(y), Abs(y), Abs(x));
	// Doubles are off by less than 2^-40 of the coordinates that they come from.
	constexpr double k_leastSize = 0x1p-8;
	constexpr double k_mostSize = 0x1p126;
	const auto isInRange = (size >= std::max(0.125 * farthest, k_leastSize)) & (size < k_mostSize);
	const uint32_t open = MaskOf(isInRange) ^ 3u;
	const Pair farX = Choose(isInRange, x, Pair{});
	const Pair farY = Choose(isInRange, y, Pair{});
	const Pair height = normalX * (ToDoubles(ToFloats(farX)) - farX) + normalY * (ToDoubles(ToFloats(farY)) - farY);
	const Pair unit = 0x1p-23 * size;
	const Pair moved = Choose((height < 0.25 * unit) & (fractions > 0.0), unit, Pair{});
	return {ToFloats(farX + moved * normalX), ToFloats(farY + moved * normalY), open};
}

/// The distance at which the search for a hit point near a crossing starts (m): the spacing of floats there. It is
/// never far below the rounding errors of the ray's origin.
[[nodiscard]] inline double RoundingUnit(const Vec<double>& crossing, b2Vec2 origin)
{
	return std::max({0x1p-23 * std::abs(crossing.x), 0x1p-23 * std::abs(crossing.y),
	                 0x1p-27 * std::abs(static_cast<double>(origin.x)),
	                 0x1p-27 * std::abs(static_cast<double>(origin.y)), 0x1p-100});
}

/// RoundOffSurfaces for one point of a surface. Returns false if doubles do not decide. `farthest`: the largest
/// coordinate of the numbers from which the point was computed.
[[nodiscard]] inline bool RoundOffSurface(const Vec<double>& surface, const Vec<double>& outward, double farthest,
                                          b2Vec2& point)
{
	const SurfacePoints points =
	    RoundOffSurfaces(Pair{surface.x, surface.x}, Pair{surface.y, surface.y}, Pair{1.0, 1.0},
	                     Pair{outward.x, outward.x}, Pair{outward.y, outward.y}, farthest);
	point = {points.x[0], points.y[0]};
	return points.open == 0;
}

/// The farthest that SearchOffSurface goes from the surface, in units (below).
inline constexpr double k_farthestOffSurface = 1024.0;

/// Searches for a float point by the straight path that leads away from a point of a surface. `along`, `unit` and isOff
/// are those of SearchOffSurface. The path may run through a gap so narrow that few float points are in the gap. These
/// points are closer to the path than the points outside the gap. So the search takes from each row of floats the point
/// that is nearest to the path. It tests that point only if no earlier point on the same side of the path was as near.
template <class IsOff>
[[nodiscard]] std::optional<b2Vec2> SearchByPath(const Vec<double>& surface, const Vec<double>& along, double unit,
                                                 const IsOff& isOff)
{
	const bool isByX = std::abs(surface.x) >= std::abs(surface.y); // floats are farther apart in x
	const double start = isByX ? surface.x : surface.y;
	const double slope = isByX ? along.x : along.y;
	const double step = slope < 0.0 ? -0.5 * unit : 0.5 * unit; // no row lies between two steps
	double left = unit;
	double right = unit;
	for (double gone = step; std::abs(gone) <= k_farthestOffSurface * unit * std::abs(slope); gone += step)
	{
		const double row = static_cast<double>(ToFloat(start + gone));
		const double distance = (row - start) / slope; // the rounding of a row may lead back, or too far
		const Vec<double> crossing = surface + distance * along;
		const b2Vec2 point = ToFloat(isByX ? Vec<double>{row, crossing.y} : Vec<double>{crossing.x, row});
		const double side = Cross(along, Lift<double>(point) - surface);
		double& nearest = side < 0.0 ? right : left;
		if (distance > 0.0 && distance <= k_farthestOffSurface * unit && std::abs(side) < nearest)
		{
			nearest = std::abs(side);
			if (isOff(point))
			{
				return point;
			}
		}
	}
	return std::nullopt;
}

/// Searches for a float point near a point of a surface by exact tests. isOff(point) -> bool: true if the point lies on
/// the solid's surface or outside. For an edge: true if it lies off the edge, on the ray's side. `along`: a second
/// direction that leads out. `unit`: the distance at which the search starts (m). If a wedge is narrower than floats
/// are apart, the answer is the nearest float point.
template <class IsOff>
[[nodiscard]] b2Vec2 SearchOffSurface(const Vec<double>& surface, const Vec<double>& outward, const Vec<double>& along,
                                      double unit, const IsOff& isOff)
{
	const b2Vec2 nearest = ToFloat(surface);
	b2Vec2 point = nearest;
	const auto isOffAt = [&](double clearance, const Vec<double>& way)
	{
		point = ToFloat(surface + (clearance * unit) * way);
		return isOff(point);
	};
	for (const double clearance : {1.0, 1.5})
	{
		if (isOffAt(clearance, outward) || isOffAt(clearance, along))
		{
			return point;
		}
	}
	if (isOff(nearest))
	{
		return nearest;
	}
	for (int i = 0; i < 49; ++i)
	{
		if (isOffAt(0.5, {static_cast<double>(i % 7 - 3), static_cast<double>(i / 7 - 3)}))
		{
			return point;
		}
	}
	// If the path runs along a wall, the float points nearest to the path may all lie on the wall. The rows beside the
	// path are free.
	const Vec<double> left{-along.y, along.x};
	for (double clearance = 4.0; clearance <= k_farthestOffSurface; clearance *= 2.0)
	{
		if (isOffAt(clearance, outward) || isOffAt(clearance, along) || isOffAt(1.0, clearance * along + left) ||
		    isOffAt(1.0, clearance * along - left))
		{
			return point;
		}
	}
	return SearchByPath(surface, along, unit, isOff).value_or(nearest);
}

/// Chooses the point of a crossing by exact tests.
template <class IsOff>
[[nodiscard]] b2Vec2 PointOffSurface(const Ray& ray, double fraction, b2Vec2 normal, const IsOff& isOff)
{
	const Vec<double> translation = Lift<double>(ray.translation);
	const Vec<double> crossing = Lift<double>(ray.origin) + fraction * translation;
	if (normal == b2Vec2{0.0f, 0.0f} || fraction == 0.0)
	{
		return ToFloat(crossing);
	}
	const Vec<double> outward = Lift<double>(normal);
	// The second direction helps in corners. It leads out along the ray: backwards from an entry, forwards from an
	// exit.
	const double side = Dot(outward, translation) < 0.0 ? -1.0 : 1.0;
	const Vec<double> along = UnitOf({side * translation.x, side * translation.y});
	return SearchOffSurface(crossing, outward, along, RoundingUnit(crossing, ray.origin), isOff);
}

/// Chooses a float point near a point of a convex surface: by doubles, else by exact tests. isOff is that of
/// SearchOffSurface, and `farthest` is that of RoundOffSurface.
template <class IsOff>
[[nodiscard]] b2Vec2 PointOff(const Vec<double>& surface, const Vec<double>& outward, double farthest,
                              const IsOff& isOff)
{
	b2Vec2 point{0.0f, 0.0f};
	// Doubles are off by less than 2^-40 of the numbers that they come from.
	const double unit =
	    std::max({0x1p-23 * std::abs(surface.x), 0x1p-23 * std::abs(surface.y), 0x1p-40 * farthest, 0x1p-149});
	return RoundOffSurface(surface, outward, farthest, point)
	           ? point
	           : SearchOffSurface(surface, outward, outward, unit, isOff);
}

/// Sets all of `out`, with points by doubles. Returns the crossings that they do not decide: bit 0 for the entry, bit 1
/// for the exit.
[[nodiscard]] uint32_t ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, RaySpan& out);

/// Chooses points of a span by exact tests: those of the crossings in `open`, and those that lie inside near a corner.
/// isOff(point, crossing, normal) is that of PointOffSurface, for a LocalCrossing and its normal in the frame of the
/// ray. isNearCorner(LocalCrossing, point) -> bool: true if the half plane of the crossed edge does not decide there.
template <class IsOff, class IsNearCorner>
void SettlePoints(const LocalSpan& span, const Ray& ray, uint32_t open, RaySpan& out, const IsOff& isOff,
                  const IsNearCorner& isNearCorner)
{
	const auto settle = [&](const LocalCrossing& local, bool isOpen, Crossing& crossing)
	{
		const auto isFree = [&](b2Vec2 point)
		{
			return isOff(point, local, crossing.normal);
		};
		const bool isCrossing = crossing.normal != b2Vec2{0.0f, 0.0f};
		if (isOpen || (isCrossing && isNearCorner(local, crossing.point) && isFree(crossing.point) == false))
		{
			crossing.point = PointOffSurface(ray, local.fraction, crossing.normal, isFree);
		}
	};
	settle(span.enter, (open & 1u) != 0, out.enter);
	settle(span.exit, (open & 2u) != 0, out.exit);
}

/// Converts a span of a ray to the frame of the ray. Its points lie on the surface or outside.
template <class IsOff, class IsNearCorner>
void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, RaySpan& out, const IsOff& isOff,
               const IsNearCorner& isNearCorner)
{
	SettlePoints(span, ray, ToSurface(span, ray, pose, out), out, isOff, isNearCorner);
}

/// Converts a span of a ray in a convex solid to the frame of the ray. Its points lie on the surface or outside.
template <class IsOff>
void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, RaySpan& out, const IsOff& isOff)
{
	ToSurface(span, ray, pose, out, isOff, [](const LocalCrossing&, b2Vec2) { return false; });
}

/// True if a point lies on the line of an edge of a convex polygon under a pose, or outside. Then it is not inside.
/// Requires: there is such an edge.
[[nodiscard]] inline bool IsOffEdge(b2Vec2 point, const b2Transform& pose, std::span<const b2Vec2> vertices,
                                    int32_t edge)
{
	const auto i = static_cast<size_t>(edge);
	return SideOfLine(point, pose, Edge(vertices[i], vertices[i + 1 == vertices.size() ? 0 : i + 1])) >= 0;
}

/// Converts a span of a ray in a convex solid whose frame is that of the ray. Its points lie on the surface or outside.
template <class IsOff>
[[nodiscard]] RaySpan OnSurface(const LocalSpan& span, const Ray& ray, const IsOff& isOff)
{
	RaySpan out;
	ToSurface(span, ray, NoMove(), out, isOff);
	return out;
}

} // namespace ricochet
