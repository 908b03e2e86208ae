// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"

#include <ricochet/geometry/clip.h>

namespace ricochet
{

namespace
{

// The edges at which the line enters and leaves, and the sides of the line on which vertices lie.
struct ConvexCut
{
	int32_t enter = -1;
	int32_t exit = -1;
	bool left = false;
	bool right = false;
};

// Of two edges that meet at a vertex on the line, the one that faces the ray more; ties to the lower index.
int32_t Choose(const LocalRay& ray, std::span<const b2Vec2> vertices, int32_t kept, int32_t candidate, int turn)
{
	if (kept < 0)
	{
		return candidate;
	}
	const auto edgeAt = [&](int32_t i)
	{
		return Edge{vertices[static_cast<size_t>(i)], vertices[(static_cast<size_t>(i) + 1) % vertices.size()]};
	};
	return FacesMore(ray, edgeAt(candidate), edgeAt(kept), turn) ? candidate : kept;
}

// Around a counter-clockwise polygon the line enters where the vertices pass from its left to its right, and leaves
// where they pass back: only those edges can bound the interval of the clip, and no other needs a division.
ConvexCut CutConvex(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	ConvexCut cut;
	const size_t count = vertices.size();
	const int firstSide = ray.SideOf(vertices[0]);
	int side = firstSide;
	for (size_t i = 0; i < count; ++i)
	{
		const int nextSide = i + 1 == count ? firstSide : ray.SideOf(vertices[i + 1]);
		cut.left = cut.left || side > 0;
		cut.right = cut.right || side < 0;
		if (side > nextSide && side >= 0 && nextSide <= 0)
		{
			cut.enter = Choose(ray, vertices, cut.enter, static_cast<int32_t>(i), -1);
		}
		else if (side < nextSide && side <= 0 && nextSide >= 0)
		{
			cut.exit = Choose(ray, vertices, cut.exit, static_cast<int32_t>(i), 1);
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

} // namespace

bool HasArea(std::span<const b2Vec2> vertices)
{
	for (size_t i = 1; i + 1 < vertices.size(); ++i)
	{
		const double turn = Certain(
		    [&]<class T>(T)
		    {
			    const Vec<T> a = Lift<T>(vertices[0]);
			    return Cross(Lift<T>(vertices[i]) - a, Lift<T>(vertices[i + 1]) - a);
		    });
		if (turn != 0.0)
		{
			return true;
		}
	}
	return false;
}

namespace
{

// The span of a line that is known to cut a polygon of finite vertices so.
std::optional<LocalSpan> SpanOfCut(const LocalRay& ray, std::span<const b2Vec2> vertices, const ConvexCut& cut)
{
	const size_t enter = static_cast<size_t>(cut.enter);
	const size_t exit = static_cast<size_t>(cut.exit);
	const Edge enterEdge{vertices[enter], vertices[(enter + 1) % vertices.size()]};
	const Edge exitEdge{vertices[exit], vertices[(exit + 1) % vertices.size()]};
	const auto [entering, leaving] = CrossEdges(ray, {enterEdge, exitEdge}, {cut.enter, cut.exit});
	if (entering.vsEnd > 0 || entering.fraction > ray.Cutoff())
	{
		return std::nullopt;
	}
	const bool grazing = (cut.left && cut.right) == false;
	if (grazing && HasArea(vertices) == false)
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

} // namespace

std::optional<LocalSpan> ClipConvexLocal(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	if (ray.IsValid() == false || vertices.size() < 3)
	{
		return std::nullopt;
	}
	if (ray.IsPoint())
	{
		return SpanOfPoint(ray, AllFinite(vertices) && LocateStartInConvex(ray, vertices) != Location::Outside);
	}

	const ConvexCut cut = CutConvex(ray, vertices);
	const bool isCut = cut.enter >= 0 && cut.exit >= 0 && AllFinite(vertices);
	return isCut ? SpanOfCut(ray, vertices, cut) : std::nullopt;
}

std::optional<RaySpan> ClipConvex(const Ray& ray, std::span<const b2Vec2> vertices)
{
	const std::optional<LocalSpan> span = ClipConvexLocal(LocalRay(ray), vertices);
	return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
}

} // namespace ricochet
