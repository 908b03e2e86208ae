// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/kernels.h"
#include "geometry/pair.h"

namespace ricochet
{

/// The edges at which a line enters and leaves a convex polygon, whose vertices lie on both sides of it and none on it.
struct CertainCut
{
	int8_t enter = -1; ///< -1: it is not known
	int8_t exit = -1;

	[[nodiscard]] bool IsKnown() const { return enter >= 0; }
};

enum class CutResult : uint8_t
{
	Miss,
	Hit,
	Uncertain
};

/// What ClipConvexLocal answers to a valid ray and a polygon of finite vertices under a pose, to the bit, where it is
/// known how the line cuts the polygon and doubles are certain of the rest. Entries beyond `cutoff` are misses.
[[nodiscard]] inline CutResult ClipCut(const Ray& ray, const b2Transform& pose, std::span<const b2Vec2> vertices,
                                       CertainCut cut, double cutoff, LocalSpan& span)
{
	// The start and the translation in the polygon's frame, side by side, as LocalRay has them.
	const double c = pose.q.c;
	const double s = pose.q.s;
	const Pair x{static_cast<double>(ray.origin.x) - pose.p.x, ray.translation.x};
	const Pair y{static_cast<double>(ray.origin.y) - pose.p.y, ray.translation.y};
	const Pair turnedX = c * x + s * y;
	const Pair turnedY = c * y - s * x;
	const Pair size = Abs(x) + Abs(y);

	const auto pairOf = [&](size_t i)
	{
		return Pair{vertices[i].x, vertices[i].y};
	};
	const auto enter = static_cast<size_t>(cut.enter);
	const auto exit = static_cast<size_t>(cut.exit);
	const Pair enterTail = pairOf(enter);
	const Pair exitTail = pairOf(exit);
	const Pair enterAlong = pairOf(enter + 1 < vertices.size() ? enter + 1 : 0) - enterTail;
	const Pair exitAlong = pairOf(exit + 1 < vertices.size() ? exit + 1 : 0) - exitTail;

	// Both crossings side by side, as CrossEdge has them.
	const Pair startX = turnedX[0] - Pair{enterTail[0], exitTail[0]};
	const Pair startY = turnedY[0] - Pair{enterTail[1], exitTail[1]};
	const Pair alongX{enterAlong[0], exitAlong[0]};
	const Pair alongY{enterAlong[1], exitAlong[1]};
	const Pair height = startX * alongY - startY * alongX;
	const Pair slope = turnedX[1] * alongY - turnedY[1] * alongX;
	const Pair fraction = height / -slope;
	const double end = ray.maxFraction;
	const Pair gap = fraction - end;

	// No error of CrossEstimate is larger than 2^-49 of what is compared with here.
	const Pair least = 0x1p-18 * (Abs(alongX) + Abs(alongY));
	const auto areCertain = (Abs(slope) > least * size[1]) &
	                        (Abs(height) > least * (Abs(startX) + Abs(startY) + size[0])) &
	                        (Abs(gap) > 0x1p-26 * (Abs(fraction) + end));
	const double length = fraction[1] - fraction[0];
	const bool isCertain = (areCertain[0] & areCertain[1]) != 0 &&
	                       length > 0x1p-26 * (std::abs(fraction[1]) + std::abs(fraction[0])) && end > 0.0;
	if (isCertain == false)
	{
		return CutResult::Uncertain;
	}
	if (((fraction[0] > cutoff) | (gap[0] > 0.0) | (fraction[1] < 0.0)) != 0)
	{
		return CutResult::Miss;
	}
	SetSpan(end, {fraction[0], {alongY[0], 0.0 - alongX[0]}, cut.enter},
	        {fraction[1], {alongY[1], 0.0 - alongX[1]}, cut.exit}, fraction[0]<0.0, gap[1]> 0.0, span);
	return CutResult::Hit;
}

} // namespace ricochet
