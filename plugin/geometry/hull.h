// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "geometry/locate.h"

#include <span>

namespace ricochet
{

// The convex hulls that kernels clip a ray against. A kind of hull has
//
//   Vertex             a type that Lift converts to a vector
//   BoundingEdge       an edge as CrossEdge takes it
//   Count()            number of vertices, counter-clockwise; 2: a segment there and back
//   At(i), EdgeAt(i)   edge i runs from vertex i to vertex i + 1
//   IsFinite()         no number is NaN or infinite
//   SideOf(ray, i)     LocalRay::SideOf of vertex i

/// A hull of given vertices, in the frame of the ray's shape.
class VertexHull
{
public:
	using Vertex = b2Vec2;
	using BoundingEdge = Edge;

	explicit VertexHull(std::span<const b2Vec2> vertices) : m_vertices(vertices) {}

	[[nodiscard]] size_t Count() const { return m_vertices.size(); }
	[[nodiscard]] b2Vec2 At(size_t i) const { return m_vertices[i]; }
	[[nodiscard]] Edge EdgeAt(size_t i) const { return {m_vertices[i], m_vertices[(i + 1) % m_vertices.size()]}; }
	[[nodiscard]] bool IsFinite() const { return AllFinite(m_vertices); }
	[[nodiscard]] int SideOf(const LocalRay& ray, size_t i) const { return ray.SideOf(m_vertices[i]); }
	[[nodiscard]] Location LocateStart(const LocalRay& ray) const { return LocateStartInConvex(ray, m_vertices); }

private:
	std::span<const b2Vec2> m_vertices;
};

/// Locates the start of a ray relative to a hull. Tests every edge: if the start is on the line of each, the hull has
/// no area, and the start counts as outside.
template <class Hull>
[[nodiscard]] Location WalkConvex(const LocalRay& ray, const Hull& hull)
{
	bool inner = false;
	bool boundary = false;
	for (size_t i = 0; i < hull.Count(); ++i)
	{
		const auto edge = hull.EdgeAt(i);
		const int height = SignOf(edge.CertainHeight(ray));
		if (height > 0)
		{
			return Location::Outside;
		}
		inner = inner || height < 0;
		boundary = boundary || (height == 0 && edge.IsPoint() == false);
	}

	// The start is on the line of every edge, so the polygon has no area.
	if (inner == false)
	{
		return Location::Outside;
	}
	return boundary ? Location::Boundary : Location::Inside;
}

} // namespace ricochet
