// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull.h"

namespace ricochet
{

/// The edges at which the line enters and leaves, and the sides of the line on which vertices lie.
struct ConvexCut
{
	int32_t enter = -1;
	int32_t exit = -1;
	bool left = false;
	bool right = false;
};

/// Of two edges that meet at a vertex on the line, the one that faces the ray more; ties to the lower index.
template <class Hull>
[[nodiscard]] int32_t ChooseEdge(const LocalRay& ray, const Hull& hull, int32_t kept, int32_t candidate, int turn)
{
	if (kept < 0)
	{
		return candidate;
	}
	const auto edgeAt = [&](int32_t i)
	{
		return hull.EdgeAt(static_cast<size_t>(i));
	};
	return FacesMore(ray, edgeAt(candidate), edgeAt(kept), turn) ? candidate : kept;
}

/// Around a counter-clockwise polygon the line enters where the vertices pass from its left to its right, and leaves
/// where they pass back: only those edges can bound the interval of the clip, and no other needs a division.
template <class Hull>
[[nodiscard]] ConvexCut CutConvex(const LocalRay& ray, const Hull& hull)
{
	ConvexCut cut;
	const size_t count = hull.Count();
	const int firstSide = hull.SideOf(ray, 0);
	int side = firstSide;
	for (size_t i = 0; i < count; ++i)
	{
		const int nextSide = i + 1 == count ? firstSide : hull.SideOf(ray, i + 1);
		cut.left = cut.left || side > 0;
		cut.right = cut.right || side < 0;
		if (side > nextSide && side >= 0 && nextSide <= 0)
		{
			cut.enter = ChooseEdge(ray, hull, cut.enter, static_cast<int32_t>(i), -1);
		}
		else if (side < nextSide && side <= 0 && nextSide >= 0)
		{
			cut.exit = ChooseEdge(ray, hull, cut.exit, static_cast<int32_t>(i), 1);
		}
		// Away from vertices on the line a convex polygon has no third edge to cross it.
		if (cut.enter >= 0 && cut.exit >= 0 && nextSide != 0 && firstSide != 0 && cut.left && cut.right)
		{
			break;
		}
		side = nextSide;
	}
	return cut;
}

/// False if all vertices lie on one line. Exact.
template <class Hull>
[[nodiscard]] bool HasAreaIn(const Hull& hull)
{
	for (size_t i = 1; i + 1 < hull.Count(); ++i)
	{
		const double turn = Certain(
		    [&]<class T>(T)
		    {
			    const Vec<T> a = Lift<T>(hull.At(0));
			    return Cross(Lift<T>(hull.At(i)) - a, Lift<T>(hull.At(i + 1)) - a);
		    });
		if (turn != 0.0)
		{
			return true;
		}
	}
	return false;
}

/// The span of a line that is known to cut a polygon of finite vertices so.
template <class Hull>
[[nodiscard]] std::optional<LocalSpan> SpanOfCut(const LocalRay& ray, const Hull& hull, const ConvexCut& cut)
{
	using BoundingEdge = typename Hull::BoundingEdge;
	const BoundingEdge enterEdge = hull.EdgeAt(static_cast<size_t>(cut.enter));
	const BoundingEdge exitEdge = hull.EdgeAt(static_cast<size_t>(cut.exit));
	const auto [entering, leaving] =
	    CrossEdges(ray, std::array<BoundingEdge, 2>{enterEdge, exitEdge}, {cut.enter, cut.exit});
	if (entering.vsEnd > 0 || entering.fraction > ray.Cutoff())
	{
		return std::nullopt;
	}
	const bool grazing = (cut.left && cut.right) == false;
	if (grazing && HasAreaIn(hull) == false)
	{
		return std::nullopt;
	}

	// A line with vertices on both sides passes through the interior. If it does not enter before it leaves, the
	// polygon has no area or runs clockwise.
	const double length = leaving.fraction - entering.fraction;
	if (length <= 0x1p-27 * (std::abs(leaving.fraction) + std::abs(entering.fraction)))
	{
		const int order = CompareCrossings(ray, enterEdge, exitEdge);
		if (order > 0 || (order == 0 && grazing == false))
		{
			return std::nullopt;
		}
	}
	std::optional<LocalSpan> span = SpanOfLine(ray, entering, leaving, grazing);
	if (span && grazing)
	{
		span->side = static_cast<int>(cut.left) - static_cast<int>(cut.right);
	}
	return span;
}

/// ClipConvexLocal of any hull. Requires: a valid ray, at least 3 vertices.
template <class Hull>
[[nodiscard]] std::optional<LocalSpan> ClipConvexHull(const LocalRay& ray, const Hull& hull)
{
	if (ray.IsPoint())
	{
		return SpanOfPoint(ray, hull.IsFinite() && hull.LocateStart(ray) != Location::Outside);
	}

	const ConvexCut cut = CutConvex(ray, hull);
	const bool isCut = cut.enter >= 0 && cut.exit >= 0 && hull.IsFinite();
	return isCut ? SpanOfCut(ray, hull, cut) : std::nullopt;
}

} // namespace ricochet
