// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/pair.h"

#include <array>

namespace ricochet
{

/// True if all are true, without a branch for each: for conditions that a processor cannot predict.
template <class... Bools>
[[nodiscard]] constexpr bool AllAtOnce(Bools... are)
{
	return (static_cast<int>(are) & ...) != 0;
}

/// True if any is true, without a branch for each.
template <class... Bools>
[[nodiscard]] constexpr bool AnyAtOnce(Bools... are)
{
	return (static_cast<int>(are) | ...) != 0;
}

/// The edges at which a line enters and leaves a convex polygon. The polygon has vertices on both sides of the line and
/// none on it.
struct CertainCut
{
	int8_t enter = -1; ///< -1: unknown
	int8_t exit = -1;

	[[nodiscard]] bool IsKnown() const { return enter >= 0; }
};

enum class CutResult : uint8_t
{
	Miss,
	Hit,
	Uncertain
};

/// A ray in a shape's frame, with the same doubles as LocalRay. Each Pair holds a number of the start, then that of the
/// translation.
struct PulledRay
{
	Pair x, y;
	/// Sums of the coordinates before the rotation. The rounding error is less than 2^-51 of them.
	Pair size;
	/// Doubles decide the crossing of an edge only if its cross product with the translation exceeds 2^-18 times
	/// `steep` times the edge's |x| + |y|. The exact kernels decide flatter crossings (Closeness).
	double steep;
	b2Vec2 given; ///< the start before the conversion
	double end;
	bool isTurned;

	PulledRay(const Ray& ray, const b2Transform& pose)
	    : PulledRay(ray.origin, {ray.translation.x, ray.translation.y}, ray.maxFraction, pose)
	{
	}

	/// The path from one point to another. Its translation is rounded to doubles.
	PulledRay(b2Vec2 from, b2Vec2 to, const b2Transform& pose)
	    : PulledRay(from, {static_cast<double>(to.x) - from.x, static_cast<double>(to.y) - from.y}, 1.0, pose)
	{
	}

	/// The path from one point to another. Each end is converted to the shape's frame by itself, as in LocalRay.
	[[nodiscard]] static PulledRay Between(b2Vec2 from, b2Vec2 to, const b2Transform& pose)
	{
		PulledRay ray(from, {static_cast<double>(to.x) - pose.p.x, static_cast<double>(to.y) - pose.p.y}, 1.0, pose);
		ray.x[1] -= ray.x[0];
		ray.y[1] -= ray.y[0];
		// The size covers both ends and the rounding of their difference.
		ray.size[1] = 2.0 * (ray.size[0] + ray.size[1]);
		ray.steep = ray.size[1];
		ray.isTurned = true;
		return ray;
	}

private:
	PulledRay(b2Vec2 origin, const Vec<double>& translation, double fraction, const b2Transform& pose)
	    : given(origin), end(fraction), isTurned(pose.q.s != 0.0f || pose.q.c != 1.0f)
	{
		const double c = pose.q.c;
		const double s = pose.q.s;
		const Pair worldX{static_cast<double>(origin.x) - pose.p.x, translation.x};
		const Pair worldY{static_cast<double>(origin.y) - pose.p.y, translation.y};
		x = c * worldX + s * worldY;
		y = c * worldY - s * worldX;
		size = Abs(worldX) + Abs(worldY);
		steep = 0x1p18 * Closeness::k_leastSine * size[1];
	}
};

// The functions below give the kernels' results to the bit where doubles suffice. Requires: a valid ray and a shape of
// finite numbers under a pose. Entries beyond `cutoff` are misses.

/// ClipConvexLocal for a polygon, given the edges at which the line enters and leaves.
[[nodiscard]] inline CutResult ClipCut(const PulledRay& ray, std::span<const b2Vec2> vertices, CertainCut cut,
                                       double cutoff, LocalSpan& span)
{
	const auto pairOf = [&](size_t i)
	{
		return Pair{vertices[i].x, vertices[i].y};
	};
	const auto enter = static_cast<size_t>(cut.enter);
	const auto exit = static_cast<size_t>(cut.exit);
	const Pair enterTail = pairOf(enter);
	const Pair exitTail = pairOf(exit);
	const Pair enterAlong = pairOf(enter + 1 == vertices.size() ? 0 : enter + 1) - enterTail;
	const Pair exitAlong = pairOf(exit + 1 == vertices.size() ? 0 : exit + 1) - exitTail;

	// Computes both crossings side by side, with the formulas of CrossEdge.
	const Pair startX = ray.x[0] - Pair{enterTail[0], exitTail[0]};
	const Pair startY = ray.y[0] - Pair{enterTail[1], exitTail[1]};
	const Pair alongX{enterAlong[0], exitAlong[0]};
	const Pair alongY{enterAlong[1], exitAlong[1]};
	const Pair height = startX * alongY - startY * alongX;
	const Pair slope = ray.x[1] * alongY - ray.y[1] * alongX;
	const Pair fraction = height / -slope;
	const double end = ray.end;
	const Pair gap = fraction - end;

	// No error of CrossEstimate exceeds 2^-49 of the size that these values are compared with.
	const Pair least = 0x1p-18 * (Abs(alongX) + Abs(alongY));
	const auto areCertain = (Abs(slope) > least * ray.steep) &
	                        (Abs(height) > least * (Abs(startX) + Abs(startY) + ray.size[0])) &
	                        (Abs(gap) > 0x1p-26 * (Abs(fraction) + end));
	const double length = fraction[1] - fraction[0];
	const bool isCertain = (areCertain[0] & areCertain[1]) != 0 &&
	                       length > 0x1p-26 * (std::abs(fraction[1]) + std::abs(fraction[0])) && end > 0.0;
	if (isCertain == false)
	{
		return CutResult::Uncertain;
	}
	if (AnyAtOnce(fraction[0] > cutoff, gap[0] > 0.0, fraction[1] < 0.0))
	{
		return CutResult::Miss;
	}
	const bool startsInside = fraction[0] < 0.0;
	const bool endsInside = gap[1] > 0.0;
	SetSpan(end, {fraction[0], {alongY[0], 0.0 - alongX[0]}, cut.enter},
	        {fraction[1], {alongY[1], 0.0 - alongX[1]}, cut.exit}, startsInside, endsInside, span);
	return CutResult::Hit;
}

/// CrossSegmentLocal for a segment that the line is known to cross. If the cut enters by edge 0, the segment runs from
/// the line's left to its right, else the other way. The front is the side that the ray comes from.
[[nodiscard]] inline CutResult ClipSegment(const PulledRay& ray, const std::array<b2Vec2, 2>& ends, CertainCut cut,
                                           double cutoff, LocalSpan& span)
{
	const Vec<double> along{static_cast<double>(ends[1].x) - ends[0].x, static_cast<double>(ends[1].y) - ends[0].y};
	const Vec<double> start{ray.x[0] - ends[0].x, ray.y[0] - ends[0].y};
	const double height = Cross(start, along);
	const double slope = Cross(Vec<double>{ray.x[1], ray.y[1]}, along);
	const double fraction = height / -slope;
	const double gap = fraction - ray.end;
	// No error of CrossEstimate exceeds 2^-49 of these sizes.
	const double least = 0x1p-18 * (std::abs(along.x) + std::abs(along.y));
	const bool isCertain = std::abs(slope) > least * ray.steep &&
	                       std::abs(height) > least * (std::abs(start.x) + std::abs(start.y) + ray.size[0]) &&
	                       std::abs(gap) > 0x1p-26 * (std::abs(fraction) + ray.end) && ray.end > 0.0;
	if (isCertain == false)
	{
		return CutResult::Uncertain;
	}
	if (AnyAtOnce(fraction > cutoff, gap > 0.0, fraction < 0.0))
	{
		return CutResult::Miss;
	}
	const double sign = cut.enter == 0 ? 1.0 : -1.0;
	const LocalCrossing crossing{fraction, {sign * along.y, sign * (0.0 - along.x)}, 0};
	SetSpan(ray.end, crossing, crossing, false, false, span);
	return CutResult::Hit;
}

/// ClipRoundedLocal for a disc, a shape of one vertex.
/// Requires: radius > 0.
[[nodiscard]] inline CutResult ClipDisc(const PulledRay& ray, b2Vec2 center, float radius, double cutoff,
                                        LocalSpan& span)
{
	// Uses the formulas of Circle (round.h).
	const Vec<double> offset{ray.x[0] - center.x, ray.y[0] - center.y};
	const Vec<double> d{ray.x[1], ray.y[1]};
	const double r = radius;
	const double a = Dot(d, d);
	const double b = Dot(offset, d);
	const double c = Dot(offset, offset) - r * r;
	const double cross = Cross(d, offset);
	const double rootSquared = r * r * a - cross * cross;

	// Doubles are off by less than 2^-48 of these products. To be accepted, the error must be less than 2^-30 of the
	// value. Lines that touch the rim within rounding or cross it at a small angle are left to the exact kernel, which
	// notes them (Closeness).
	const double reach = std::abs(offset.x) + std::abs(offset.y) + ray.size[0];
	const double product = reach * ray.size[1];
	const double least = 0x1p-18 * product;
	const double shallow = 2.0 * Closeness::k_leastSine * Closeness::k_leastSine;
	const double farthest = std::abs(static_cast<double>(ray.given.x)) + std::abs(static_cast<double>(ray.given.y));
	const double close = 2.0 * Closeness::k_stray * farthest * ray.size[1];
	const double doubt = shallow * (r * r * a) + std::abs(cross) * (0x1p-16 * product + close);
	if (rootSquared < -doubt)
	{
		return CutResult::Miss;
	}
	// Without a rotation the translation is exact.
	const double leastWay = ray.isTurned ? 0x1p-18 * ray.size[1] : -1.0;
	if (AllAtOnce(rootSquared > doubt, std::abs(b) > least, std::abs(cross) > least,
	              std::abs(c) > 0x1p-17 * (reach * reach + r * r), std::abs(d.x) > leastWay,
	              std::abs(d.y) > leastWay) == false)
	{
		return CutResult::Uncertain;
	}
	const double root = std::sqrt(rootSquared);
	const double sum = std::abs(b) + root;
	const double far = sum / a;
	const double near = c / sum;
	const double enter = b < 0.0 ? near : -far;
	const double exit = b < 0.0 ? far : -near;
	if (AllAtOnce(std::abs(enter - ray.end) > 0x1p-20 * (std::abs(enter) + ray.end),
	              std::abs(exit - ray.end) > 0x1p-20 * (std::abs(exit) + ray.end), ray.end > 0.0) == false)
	{
		return CutResult::Uncertain;
	}
	if (AnyAtOnce(enter > cutoff, enter > ray.end, exit < 0.0))
	{
		return CutResult::Miss;
	}
	const bool startsInside = enter < 0.0;
	const bool endsInside = exit > ray.end;
	SetSpan(ray.end, {enter, {-root * d.x - cross * d.y, -root * d.y + cross * d.x}, -1},
	        {exit, {root * d.x - cross * d.y, root * d.y + cross * d.x}, -1}, startsInside, endsInside, span);
	return CutResult::Hit;
}

} // namespace ricochet
