// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/locate.h"

#include "geometry/edge.h"
#include "geometry/hull.h"
#include "geometry/local_ray.h"

#include <ricochet/geometry/locate.h>

#include <span>

namespace ricochet
{

namespace
{

// With at least this many vertices LocateStartInConvex uses a binary search. Measured: with fewer, a test of every edge
// is as fast or faster.
inline constexpr size_t k_searchedVertices = 12;

// Treats the polygon as a fan about its first vertex, a. Seen from a, the other vertices are in counter-clockwise order
// within at most 180 degrees. Vertices on the line of the first edge come first, those on the line of the last edge
// come last.
class ConvexSearch
{
public:
	ConvexSearch(const LocalRay& ray, std::span<const b2Vec2> vertices) : m_ray(ray), m_vertices(vertices) {}

	[[nodiscard]] Location Locate();

private:
	[[nodiscard]] b2Vec2 At(size_t i);
	[[nodiscard]] int SideOf(size_t i) { return SideOf(m_a, At(i)); }
	[[nodiscard]] int SideOf(b2Vec2 from, b2Vec2 to) const;
	[[nodiscard]] int Along(b2Vec2 through, const Edge& line) const;
	[[nodiscard]] Location LocateInFan();
	[[nodiscard]] Location LocateOnFace(const Edge& face);

	// The last index in [from, to) for which a predicate holds. Requires: it holds at `from` and never again once it
	// has failed.
	template <class Predicate>
	[[nodiscard]] static size_t LastThat(size_t from, size_t to, const Predicate& holds)
	{
		while (to - from > 1)
		{
			const size_t middle = from + (to - from) / 2;
			(holds(middle) ? from : to) = middle;
		}
		return from;
	}

	const LocalRay& m_ray;
	std::span<const b2Vec2> m_vertices;
	b2Vec2 m_a{0.0f, 0.0f};
	size_t m_first = 1; // first and last vertex that is not a copy of a
	size_t m_last = 1;
	bool m_isFinite = true;
};

// Reads a vertex and checks that it is finite. The search reads every vertex through this function.
b2Vec2 ConvexSearch::At(size_t i)
{
	m_isFinite = m_isFinite && AllFinite(m_vertices.subspan(i, 1));
	return m_isFinite ? m_vertices[i] : b2Vec2{0.0f, 0.0f};
}

// The side of the line from one point to another on which the located point lies: 1 left, -1 right.
int ConvexSearch::SideOf(b2Vec2 from, b2Vec2 to) const
{
	return -SignOf(Edge{from, to}.CertainHeight(m_ray));
}

// The sign of dot(line, point - through) for the located point.
int ConvexSearch::Along(b2Vec2 through, const Edge& line) const
{
	return SignOf(Certain([&]<class T>(T) { return Dot(line.Along<T>(), m_ray.Start<T>() - Lift<T>(through)); }));
}

// The point is on the line of an edge at a. `face` is this edge, directed counter-clockwise. All vertices on its line
// make up one side of the polygon. Indices ascending from a give those ahead of a, indices descending from a those
// behind it.
Location ConvexSearch::LocateOnFace(const Edge& face)
{
	const auto isOff = [&](size_t i)
	{
		const b2Vec2 v = At(i);
		return Certain([&]<class T>(T) { return Cross(face.Along<T>(), Lift<T>(v) - Lift<T>(m_a)); }) != 0.0;
	};
	// The sign of dot(face, v_i - a) for vertices on the line, else 0.
	const auto wayTo = [&](size_t i)
	{
		const b2Vec2 v = At(i);
		const auto way = [&]<class T>(T)
		{
			return Dot(face.Along<T>(), Lift<T>(v) - Lift<T>(m_a));
		};
		return isOff(i) ? 0 : SignOf(Certain(way));
	};
	const size_t ahead = LastThat(m_first - 1, m_last + 1, [&](size_t i) { return i < m_first || wayTo(i) > 0; });
	const size_t off = LastThat(ahead, m_last + 1, [&](size_t i) { return wayTo(i) >= 0; });
	const b2Vec2 end = At(ahead);
	const b2Vec2 begin = off < m_last ? At(off + 1) : m_a;
	const bool hasArea = off > ahead && isOff(off);
	return hasArea && Along(begin, face) >= 0 && Along(end, face) <= 0 ? Location::Boundary : Location::Outside;
}

// Seen from a, the point is between two neighbours. The side of the edge between them on which it lies decides.
Location ConvexSearch::LocateInFan()
{
	const size_t right = LastThat(m_first, m_last, [&](size_t i) { return SideOf(i) > 0; });
	const int side = SideOf(At(right), At(right + 1));
	return side > 0 ? Location::Inside : (side == 0 ? Location::Boundary : Location::Outside);
}

Location ConvexSearch::Locate()
{
	m_a = At(0);
	while (m_first < m_vertices.size() && m_vertices[m_first] == m_a)
	{
		++m_first;
	}
	if (m_first == m_vertices.size())
	{
		return Location::Outside;
	}
	m_last = m_vertices.size() - 1;
	while (m_vertices[m_last] == m_a)
	{
		--m_last;
	}

	const int first = SideOf(m_first);
	const int last = SideOf(m_last);
	if (first < 0 || last > 0)
	{
		return Location::Outside;
	}
	Location location = Location::Outside;
	if (first == 0)
	{
		location = LocateOnFace({m_a, At(m_first)});
	}
	else if (last == 0)
	{
		location = LocateOnFace({At(m_last), m_a});
	}
	else
	{
		location = LocateInFan();
	}
	return m_isFinite ? location : Location::Outside;
}

// LocateStartInConvex by binary search, for at least 1 vertex. Reads O(log n) vertices, and copies of the first one
// next to it. Outside if a vertex that was read is not finite.
Location SearchConvex(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	return ConvexSearch(ray, vertices).Locate();
}

LocalRay RayAt(b2Vec2 point)
{
	return LocalRay(Ray{point, {0.0f, 0.0f}, 0.0f});
}

// The exact signs of a vertex's offset from the start.
struct Offset
{
	int x, y;
};

Offset OffsetOf(const LocalRay& ray, b2Vec2 vertex)
{
	return {SignOf(Certain([&]<class T>(T) { return T(vertex.x) - ray.Start<T>().x; })),
	        SignOf(Certain([&]<class T>(T) { return T(vertex.y) - ray.Start<T>().y; }))};
}

int HeightSign(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	const Edge edge{a, b};
	return SignOf(edge.CertainHeight(ray));
}

} // namespace

Location LocateStartInConvex(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	return vertices.size() < k_searchedVertices ? WalkConvex(ray, VertexHull(vertices)) : SearchConvex(ray, vertices);
}

Location LocateStartInPolygon(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	// Counts the edges that cross the horizontal line to the right of the point. An edge owns its lower end, not its
	// upper one. So a vertex is counted once where the boundary passes through, and twice or not at all where it turns
	// back.
	bool inside = false;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % vertices.size()];
		const Offset offsetA = OffsetOf(ray, a);
		const Offset offsetB = OffsetOf(ray, b);
		const int height = HeightSign(ray, a, b);
		if (height == 0 && offsetA.x * offsetB.x <= 0 && offsetA.y * offsetB.y <= 0)
		{
			return Location::Boundary;
		}
		if ((offsetA.y > 0) != (offsetB.y > 0))
		{
			// If an upward edge passes to the right of the point, the point is on its left (height < 0).
			const bool upward = offsetB.y > 0;
			inside = inside != (upward ? height < 0 : height > 0);
		}
	}
	return inside ? Location::Inside : Location::Outside;
}

Location LocateInConvex(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	const LocalRay ray = RayAt(point);
	// A search checks only the numbers that it uses. Checking all of them would take longer than the search.
	const bool isFinite = vertices.size() >= k_searchedVertices || AllFinite(vertices);
	return ray.IsValid() && vertices.size() >= 3 && isFinite ? LocateStartInConvex(ray, vertices) : Location::Outside;
}

Location LocateInPolygon(b2Vec2 point, std::span<const b2Vec2> vertices)
{
	const LocalRay ray = RayAt(point);
	return ray.IsValid() && vertices.size() >= 3 && AllFinite(vertices) ? LocateStartInPolygon(ray, vertices)
	                                                                    : Location::Outside;
}

Location LocateInBox(b2Vec2 point, const b2AABB& box)
{
	const b2Vec2 lower = box.lowerBound;
	const b2Vec2 upper = box.upperBound;
	const b2Vec2 all[] = {point, lower, upper};
	const bool contains =
	    lower.x <= point.x && point.x <= upper.x && lower.y <= point.y && point.y <= upper.y && AllFinite(all);
	if (contains == false)
	{
		return Location::Outside;
	}
	const bool inside = lower.x < point.x && point.x < upper.x && lower.y < point.y && point.y < upper.y;
	return inside ? Location::Inside : Location::Boundary;
}

} // namespace ricochet
