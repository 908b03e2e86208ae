// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "geometry/box_nodes.h"
#include "geometry/checker.h"
#include "geometry/filtered.h"
#include "geometry/polygon_check.h"
#include "geometry/separation.h"
#include "geometry/vec.h"
#include "geometry/with_memory.h"
#include "shapes/cast_geometry.h"

#include <ricochet/geometry/decompose.h>
#include <ricochet/geometry/error.h>
#include <ricochet/shapes/clip_shapes.h>

#include <box2d/b2_math.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// A point that was dropped because it is too close to an earlier one.
struct Weld
{
	size_t index = 0;
	float distance = 0.0f; // m
};

struct Welded
{
	std::vector<b2Vec2> points; // the points that were kept, in the given order
	std::optional<Weld> first;
};

// The order in which b2PolygonShape::Set looks for its first vertex: the rightmost, then the lowest.
bool IsLeftOf(b2Vec2 a, b2Vec2 b)
{
	return a.x != b.x ? a.x > b.x : a.y < b.y;
}

// True if it is proven that c lies to the left of a -> b. Each product has two rounded differences. These, the rounding
// of the product and that of the sum come to less than 5 * 2^-53 of the products' magnitudes.
bool TurnsLeft(b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
	const double left = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y);
	const double right = (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
	return left - right > 0x1p-50 * (std::abs(left) + std::abs(right));
}

// The farthest vertex from the chord between two vertices, among those strictly between them in the order of the
// polygon.
struct Farthest
{
	size_t index = 0;
	double distance = 0.0;
};

Farthest FarthestFromChord(std::span<const b2Vec2> hull, size_t from, size_t to)
{
	Farthest farthest;
	for (size_t i = (from + 1) % hull.size(); i != to; i = (i + 1) % hull.size())
	{
		const double distance = DistanceToSegment(hull[i], hull[from], hull[to]);
		if (distance > farthest.distance)
		{
			farthest = {i, distance};
		}
	}
	return farthest;
}

// Appends one half of the hull to `chain`, without its last point.
void AppendHalf(std::span<const b2Vec2> ordered, std::vector<b2Vec2>& chain)
{
	const size_t start = chain.size();
	for (b2Vec2 point : ordered)
	{
		while (chain.size() >= start + 2 && TurnsLeft(chain[chain.size() - 2], chain.back(), point) == false)
		{
			chain.pop_back();
		}
		chain.push_back(point);
	}
	chain.pop_back();
}

// Three vertices in order that b2PolygonShape::Validate sees as a turn to the right. This follows Validate of Box2D
// 2.4.1. That of 2.4.2 also rejects corners flatter than b2_linearSlop, and so thin boxes, although 2.4.2 collides them
// as well.
struct Dent
{
	size_t a, b, c;
};

std::optional<Dent> FindDent(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const size_t next = (i + 1) % count;
		for (size_t k = 2; k < count; ++k)
		{
			const size_t other = (i + k) % count;
			if (b2Cross(vertices[next] - vertices[i], vertices[other] - vertices[i]) < 0.0f)
			{
				return Dent{i, next, other};
			}
		}
	}
	return std::nullopt;
}

void StartAtLowestOfRightmost(std::vector<b2Vec2>& vertices)
{
	std::rotate(vertices.begin(), std::min_element(vertices.begin(), vertices.end(), IsLeftOf), vertices.end());
}

// Drops each point closer than reach (m) to an earlier point that was kept, with the arithmetic of b2PolygonShape::Set.
// O(n log n). Requires: no coordinate beyond 1e9 m.
Welded WeldPoints(std::span<const b2Vec2> points, float reach)
{
	// The kept points, in square cells of twice the reach. Kept points are at least the reach apart, so few share a
	// cell.
	using GridCell = std::pair<int64_t, int64_t>;
	std::multimap<GridCell, b2Vec2> kept;
	const auto cellOf = [&](b2Vec2 point)
	{
		const double size = 2.0 * reach;
		return GridCell(std::floor(point.x / size), std::floor(point.y / size));
	};
	const auto findNear = [&](b2Vec2 point) -> const b2Vec2*
	{
		const auto [column, row] = cellOf(point);
		for (int64_t x = column - 1; x <= column + 1; ++x)
		{
			const auto end = kept.upper_bound({x, row + 1});
			for (auto place = kept.lower_bound({x, row - 1}); place != end; ++place)
			{
				if (b2DistanceSquared(place->second, point) < reach * reach)
				{
					return &place->second;
				}
			}
		}
		return nullptr;
	};

	Welded welded;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const b2Vec2 point = points[i];
		if (const b2Vec2* near = findNear(point))
		{
			welded.first = welded.first.value_or(Weld{i, b2Distance(*near, point)});
			continue;
		}
		kept.emplace(cellOf(point), point);
		welded.points.push_back(point);
	}
	return welded;
}

// The strictly convex hull of the points, counter-clockwise. It starts at the lowest of the rightmost points, as
// b2PolygonShape::Set does. If double arithmetic cannot distinguish a point from an edge of the hull, the point is left
// out. Fewer than 3 vertices: the points lie on a line. Requires: finite points.
// Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information Processing Letters 9
// (1979). Unlike gift wrapping it terminates on any input, even if rounding makes orientations contradict each other.
std::vector<b2Vec2> ConvexHull(std::span<const b2Vec2> points)
{
	std::vector<b2Vec2> ordered(points.begin(), points.end());
	std::sort(ordered.begin(), ordered.end(), IsLeftOf);
	ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());
	if (ordered.size() < 3)
	{
		return ordered;
	}

	std::vector<b2Vec2> hull;
	AppendHalf(ordered, hull);
	std::reverse(ordered.begin(), ordered.end());
	AppendHalf(ordered, hull);
	return hull;
}

// Simplifies a convex polygon: every dropped vertex lies within tolerance (m) of the edge that replaces it. A vertex
// farther than that from the line of its neighbours is never dropped. The order and the start stay those of the hull.
// Source: Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
// line or its caricature", Cartographica 10 (1973).
std::vector<b2Vec2> DropFlatVertices(std::span<const b2Vec2> hull, double tolerance)
{
	if (hull.size() < 3)
	{
		return {hull.begin(), hull.end()};
	}

	// Keeps the first vertex and the one farthest from it. Then, between two kept vertices, keeps the one farthest from
	// their chord, if it is farther than the tolerance.
	const size_t opposite = FarthestFromChord(hull, 0, 0).index;
	std::vector<size_t> kept{0, opposite};
	std::vector<std::pair<size_t, size_t>> chords{{0, opposite}, {opposite, 0}};
	while (chords.empty() == false)
	{
		const auto [from, to] = chords.back();
		chords.pop_back();
		const Farthest farthest = FarthestFromChord(hull, from, to);
		if (farthest.distance > tolerance)
		{
			kept.push_back(farthest.index);
			chords.push_back({from, farthest.index});
			chords.push_back({farthest.index, to});
		}
	}
	std::sort(kept.begin(), kept.end());

	// The first two were kept without a test, and later ones may have made others unnecessary.
	for (size_t i = 0; i < kept.size() && kept.size() > 2;)
	{
		const size_t before = kept[(i + kept.size() - 1) % kept.size()];
		const size_t after = kept[(i + 1) % kept.size()];
		if (FarthestFromChord(hull, before, after).distance <= tolerance)
		{
			kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
		}
		else
		{
			++i;
		}
	}

	std::vector<b2Vec2> vertices;
	for (size_t index : kept)
	{
		vertices.push_back(hull[index]);
	}
	StartAtLowestOfRightmost(vertices);
	return vertices;
}

// Drops vertices of a convex polygon until three are left or the floats of b2PolygonShape::Validate find it convex. A
// corner that floats see as a dent is flat within 2^-22 of the polygon's size. The order and the start stay those of
// the polygon. O(n^3).
void DropDents(std::vector<b2Vec2>& vertices)
{
	while (vertices.size() > 3)
	{
		const std::optional<Dent> dent = FindDent(vertices);
		if (dent.has_value() == false)
		{
			break;
		}
		// Drops the vertex in the middle: the segment between the other two remains.
		const auto distance = [&](size_t i, size_t j, size_t k)
		{
			return std::pair(DistanceToSegment(vertices[i], vertices[j], vertices[k]), i);
		};
		const size_t middle = std::min({distance(dent->a, dent->b, dent->c), distance(dent->b, dent->c, dent->a),
		                                distance(dent->c, dent->a, dent->b)})
		                          .second;
		vertices.erase(vertices.begin() + static_cast<std::ptrdiff_t>(middle));
	}
	StartAtLowestOfRightmost(vertices);
}

// Area and centroid, summed as in b2PolygonShape::Set and ComputeMass. Box2D asserts that the area exceeds b2_epsilon.
struct Mass
{
	float area = 0.0f;
	b2Vec2 centroid{0.0f, 0.0f};
};

b2Vec2 MeanOf(std::span<const b2Vec2> vertices)
{
	Vec<double> sum{0.0, 0.0};
	for (const b2Vec2 v : vertices)
	{
		sum = sum + Lift<double>(v);
	}
	return ToFloat((1.0 / static_cast<double>(vertices.size())) * sum);
}

Mass MassOf(std::span<const b2Vec2> vertices)
{
	Mass mass;
	const b2Vec2 origin = vertices[0];
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 e1 = vertices[i] - origin;
		const b2Vec2 e2 = (i + 1 < vertices.size() ? vertices[i + 1] : vertices[0]) - origin;
		const float triangleArea = 0.5f * b2Cross(e1, e2);
		mass.area += triangleArea;
		mass.centroid += triangleArea * (1.0f / 3.0f) * (e1 + e2);
	}
	if (mass.area > b2_epsilon)
	{
		mass.centroid = (1.0f / mass.area) * mass.centroid + origin;
		return mass;
	}
	// The polygon is so thin that floats lose its area. As its centroid, Box2D needs no more than a point in the
	// polygon.
	mass.centroid = MeanOf(vertices);
	return mass;
}

// The area of a polygon, summed in floats as in b2PolygonShape::Set and ComputeMass.
float AreaOf(std::span<const b2Vec2> vertices)
{
	return MassOf(vertices).area;
}

// The remaining checks, once the vertices are set. Neighbours must differ, and Box2D's own arithmetic must find the
// polygon convex and with an area.
Result<ClipPolygonShape> CheckPolygon(const char* parameter, const ClipPolygonShape& shape)
{
	const std::span vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		// Far from the origin thin boxes lose their thickness to rounding.
		const size_t next = (i + 1) % vertices.size();
		if (vertices[i] == vertices[next])
		{
			return Error{ErrorReason::TooClose, parameter, static_cast<int32_t>(next)};
		}
	}
	const float area = MassOf(vertices).area;
	if ((area > b2_epsilon) == false || FindDent(vertices).has_value())
	{
		return Error{ErrorReason::NoArea, parameter, -1, area, b2_epsilon};
	}
	return shape;
}

// A polygon of convex counter-clockwise vertices, up to b2_maxPolygonVertices. The normals and the centroid use Box2D's
// arithmetic. So the result has the bits of b2PolygonShape::Set, unless Set aborts.
ClipPolygonShape PolygonOf(std::span<const b2Vec2> vertices)
{
	ClipPolygonShape shape;
	shape.m_count = static_cast<int32_t>(vertices.size());
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		shape.m_vertices[i] = vertices[i];
		const b2Vec2 next = vertices[(i + 1) % vertices.size()];
		shape.m_normals[i] = b2Cross(next - vertices[i], 1.0f);
		if (shape.m_normals[i].Normalize() == 0.0f)
		{
			// Box2D does not normalize so short a vector.
			const Vec<double> along = UnitOf(Lift<double>(next) - Lift<double>(vertices[i]));
			shape.m_normals[i] = ToFloat(Vec<double>{along.y, -along.x});
		}
	}
	// Box2D measures the centroid from the first vertex. Far from that vertex, floats may put the centroid of a thin
	// polygon outside of it.
	const b2Vec2 centroid = MassOf(vertices).centroid;
	const b2AABB box = BoxOf(vertices);
	shape.m_centroid = box.Contains({centroid, centroid}) ? centroid : MeanOf(vertices);
	return shape;
}

// Uses exactly the arithmetic of the assert in b2ChainShape, so that the assert never fails.
bool AreApart(b2Vec2 a, b2Vec2 b)
{
	return b2DistanceSquared(a, b) > b2_linearSlop * b2_linearSlop;
}

Error TooClose(const char* parameter, int32_t second, b2Vec2 a, b2Vec2 b)
{
	return {ErrorReason::TooClose, parameter, second, b2Distance(a, b), b2_linearSlop};
}

// b2ChainShape allocates with a 32-bit number of bytes.
constexpr size_t k_maxChainVertices = (size_t{1} << 27) - 1;

Result<> CheckChain(std::span<const b2Vec2> vertices, size_t minimum)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), minimum, k_maxChainVertices).Within("vertices", vertices, k_maxReach);
	for (size_t i = 1; i < vertices.size() && checker.IsSound(); ++i)
	{
		checker.Require(AreApart(vertices[i - 1], vertices[i]),
		                TooClose("vertices", static_cast<int32_t>(i), vertices[i - 1], vertices[i]));
	}
	return checker.Outcome();
}

} // namespace

Result<ClipCircleShape> MakeCircle(b2Vec2 center, float radius)
{
	const double x = std::max(std::abs(center.x), std::abs(center.y));
	const Result<> sound = Checker()
	                           .Within("center", center, k_maxReach)
	                           .Positive("radius", radius)
	                           .AtMost("radius", radius, k_maxReach - x)
	                           .Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	ClipCircleShape shape;
	shape.m_p = center;
	shape.m_radius = radius;
	return shape;
}

Result<ClipEdgeShape> MakeEdge(b2Vec2 v1, b2Vec2 v2)
{
	const Result<> sound = Checker()
	                           .Within("v1", v1, k_maxReach)
	                           .Within("v2", v2, k_maxReach)
	                           .Require(AreApart(v1, v2), TooClose("v2", -1, v1, v2))
	                           .Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	ClipEdgeShape shape;
	shape.SetTwoSided(v1, v2);
	return shape;
}

Result<ClipChainShape> MakeChain(std::span<const b2Vec2> vertices)
{
	if (const Result<> sound = CheckChain(vertices, 2); !sound)
	{
		return sound.GetError();
	}
	return WithMemory(
	    [&]() -> Result<ClipChainShape>
	    {
		    // Adds one straight ghost vertex at either end.
		    const size_t last = vertices.size() - 1;
		    const b2Vec2 before = 2.0f * vertices[0] - vertices[1];
		    const b2Vec2 after = 2.0f * vertices[last] - vertices[last - 1];
		    ClipChainShape shape;
		    shape.CreateChain(vertices.data(), static_cast<int32_t>(vertices.size()), before, after);
		    return shape;
	    });
}

Result<ClipChainShape> MakeLoop(std::span<const b2Vec2> given)
{
	const std::span<const b2Vec2> vertices = WithoutRepeat(given);
	const Result<> chain = CheckChain(vertices, 3);
	const Result<> sound = chain && AreApart(vertices.back(), vertices.front()) == false
	                           ? TooClose("vertices", 0, vertices.back(), vertices.front())
	                           : chain;
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory(
	    [&]() -> Result<ClipChainShape>
	    {
		    ClipChainShape shape;
		    shape.CreateLoop(vertices.data(), static_cast<int32_t>(vertices.size()));
		    return shape;
	    });
}

namespace
{

// The radius must exceed Box2D's skin, and no coordinate of the rounded shape may be too large.
Result<> CheckRound(std::span<const b2Vec2> points, float radius)
{
	Checker checker;
	checker.AtLeast("radius", radius, std::nextafter(b2_polygonRadius, k_maxReach));
	checker.AtMost("radius", radius, k_maxReach).Within("points", points, static_cast<double>(k_maxReach) - radius);
	return checker.Outcome();
}

Result<ClipPolygonShape> TryMakePolygon(std::span<const b2Vec2> points)
{
	constexpr float reach = 0.5f * b2_linearSlop;
	const Welded welded = WeldPoints(points, reach);
	if (welded.points.size() < 3)
	{
		const Weld weld = welded.first.value_or(Weld{});
		return Error{ErrorReason::TooClose, "points", static_cast<int32_t>(weld.index), weld.distance, reach};
	}

	const std::vector<b2Vec2> hull = ConvexHull(welded.points);
	std::vector<b2Vec2> vertices = DropFlatVertices(hull, b2_linearSlop);
	if (vertices.size() < 3)
	{
		return Error{ErrorReason::NoArea, "points", -1, AreaOf(hull), b2_linearSlop};
	}
	const Result<> count = Checker().Count("vertices of the hull", vertices.size(), 3, b2_maxPolygonVertices).Outcome();
	if (!count)
	{
		return count.GetError();
	}
	DropDents(vertices);
	return CheckPolygon("points", PolygonOf(vertices));
}

} // namespace

Result<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points)
{
	const Result<> sound = Checker().Count("points", points.size(), 3).Within("points", points, k_maxReach).Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory([&] { return TryMakePolygon(points); });
}

Result<ClipPolygonShape> MakeRoundedPolygon(std::span<const b2Vec2> points, float radius)
{
	if (const Result<> sound = CheckRound(points, radius); !sound)
	{
		return sound.GetError();
	}
	Result<ClipPolygonShape> polygon = MakePolygon(points);
	if (polygon)
	{
		polygon->m_radius = radius;
	}
	return polygon;
}

Result<ClipPolygonShape> MakeCapsule(b2Vec2 a, b2Vec2 b, float radius)
{
	const std::array ends{a, b};
	const float apart = b2Distance(a, b);
	Checker checker;
	checker.Within("a", a, k_maxReach).Within("b", b, k_maxReach);
	checker.Require(apart > b2_linearSlop, {ErrorReason::TooClose, "b", -1, apart, b2_linearSlop});
	const Result<> sound = checker.IsSound() ? CheckRound(ends, radius) : checker.Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	ClipPolygonShape shape = PolygonOf(ends);
	shape.m_centroid = 0.5f * (a + b);
	shape.m_radius = radius;
	return shape;
}

Result<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center, float angle)
{
	Checker checker;
	checker.Positive("hx", hx).Positive("hy", hy).Finite("center", center).Finite("angle", angle);
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	ClipPolygonShape shape;
	shape.SetAsBox(hx, hy, center, angle);
	const std::span<const b2Vec2> corners(shape.m_vertices, 4);
	checker.Within("corners", corners, k_maxReach);
	return checker.IsSound() ? CheckPolygon("corners", shape) : checker.Outcome().GetError();
}

namespace
{

// The numbers of the vertices of a piece at which its boundary bends.
std::vector<int32_t> CornersOf(const Outline& outline, std::span<const int32_t> piece)
{
	const auto at = [&](size_t i)
	{
		return outline.Vertices()[static_cast<size_t>(piece[i % piece.size()])];
	};
	std::vector<int32_t> corners;
	for (size_t i = 0; i < piece.size(); ++i)
	{
		if (TurnOf(at(i + piece.size() - 1), at(i), at(i + 1)) != 0)
		{
			corners.push_back(piece[i]);
		}
	}
	return corners;
}

// b2Simplex::Solve3 divides by the square of twice the area of three vertices. Below 2^-64 (m^2) that overflows, and
// b2TimeOfImpact asserts. Measured: of 400,000 triangles above that, none asserts; of 500,000 below it, 500 do.
constexpr double k_leastCorner = 0x1p-60;

// A piece is exactly convex, however thin it is. In Box2D's own floats it may have a dent or no area. Nothing in
// Box2D's collisions asserts on these, and ClipPolygonShape has a mass of its own. The smallest triangle of
// three vertices of a convex polygon has neighbouring vertices.
Result<ClipPolygonShape> PolygonOfPiece(const Outline& outline, std::span<const int32_t> piece)
{
	const std::vector<int32_t> corners = CornersOf(outline, piece);
	std::vector<b2Vec2> vertices;
	for (const int32_t corner : corners)
	{
		vertices.push_back(outline.Vertices()[static_cast<size_t>(corner)]);
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 next = vertices[(i + 1) % vertices.size()];
		const b2Vec2 previous = vertices[(i + vertices.size() - 1) % vertices.size()];
		const double twice = Certain(
		    [&]<class T>(T)
		    {
			    const Vec<T> corner = Lift<T>(vertices[i]);
			    return Cross(Lift<T>(next) - corner, Lift<T>(previous) - corner);
		    });
		if (twice < k_leastCorner)
		{
			return Error{ErrorReason::NoArea, "outline", outline.GivenVertex(corners[i]), 0.5 * twice,
			             0.5 * k_leastCorner};
		}
	}
	return PolygonOf(vertices);
}

Result<std::vector<ClipPolygonShape>> TryMakePolygons(const Outline& outline)
{
	const Result<ConvexPieces> pieces = Decompose(outline, k_mostOfPiece);
	if (!pieces)
	{
		return pieces.GetError();
	}
	std::vector<ClipPolygonShape> shapes;
	shapes.reserve(static_cast<size_t>(pieces->Count()));
	for (int32_t i = 0; i < pieces->Count(); ++i)
	{
		const Result<ClipPolygonShape> shape = PolygonOfPiece(outline, pieces->VerticesOf(i));
		if (!shape)
		{
			return shape.GetError();
		}
		shapes.push_back(*shape);
	}
	return shapes;
}

} // namespace

Result<std::vector<ClipPolygonShape>> MakePolygons(const Outline& outline)
{
	const Result<> sound = Checker().Within("outline", outline.Vertices(), k_maxReach).Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory([&] { return TryMakePolygons(outline); });
}

} // namespace ricochet
