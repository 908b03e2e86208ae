// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/hull_cast.h>
#include <ricochet/geometry/ray.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace ricochet
{

struct CastGeometryData;

enum class ChildKind : uint8_t
{
	Disc,    ///< one vertex and a radius
	Capsule, ///< two vertices and a radius above 0
	Polygon, ///< a convex hull without a radius
	Rounded, ///< a convex hull of three vertices or more, grown by a radius
	Edge,    ///< a segment, without an inside
	Attached ///< a geometry attached to the shape; the vertices are those of its bounding box
};

/// The side from which a ray hits a shape.
enum class Facing : uint8_t
{
	Solid, ///< polygons and circles have no sides
	Front, ///< an edge, from the right of vertex 1 -> vertex 2
	Back,
	Along ///< the ray runs along an edge
};

/// A child of a shape, in the shape's frame. Valid as long as the shape. Only the makers below decide the kind. All
/// other code asks for the kind, uses a visitor (Visit), or takes the child for a hull (Points, AsHull). A new kind
/// does not compile until Visit and Points treat it.
struct ChildGeometry
{
	std::span<const b2Vec2> vertices{}; ///< set for all kinds but Edge
	float radius = 0.0f;
	ChildKind kind = ChildKind::Polygon;
	bool oneSided = false; ///< an edge that collides from its front only
	/// The ends of an edge, copied, since its vertices may not be adjacent in memory.
	std::array<b2Vec2, 2> ends{};
	const CastGeometryData* attached = nullptr; ///< set for kind Attached

	/// The kind of a solid. It uses a table, since casts of an index need it for each entry and would mispredict
	/// branches.
	[[nodiscard]] static ChildKind KindOfSolid(size_t vertices, bool isRound)
	{
		constexpr std::array<ChildKind, 8> k_kinds{ChildKind::Polygon, ChildKind::Disc,    ChildKind::Polygon,
		                                           ChildKind::Polygon, ChildKind::Polygon, ChildKind::Disc,
		                                           ChildKind::Capsule, ChildKind::Rounded};
		return k_kinds[std::min<size_t>(vertices, 3) + (isRound ? 4 : 0)];
	}

	/// Makes a solid with a radius. Its kind follows from the number of vertices.
	[[nodiscard]] static ChildGeometry Solid(std::span<const b2Vec2> vertices, float radius)
	{
		return {.vertices = vertices, .radius = radius, .kind = KindOfSolid(vertices.size(), radius > 0.0f)};
	}

	/// Sets only the members of a solid, to be fast: an update of an index calls this function for every shape of a
	/// world.
	/// Requires: this is default-constructed or a solid.
	void SetSolid(std::span<const b2Vec2> ofVertices, float ofRadius)
	{
		vertices = ofVertices;
		radius = ofRadius;
		kind = KindOfSolid(ofVertices.size(), ofRadius > 0.0f);
	}

	[[nodiscard]] static ChildGeometry Edge(b2Vec2 from, b2Vec2 to, bool oneSided)
	{
		return {.kind = ChildKind::Edge, .oneSided = oneSided, .ends = {from, to}};
	}

	/// `box`: the vertices of the geometry's bounding box.
	[[nodiscard]] static ChildGeometry Attached(const CastGeometryData& data, std::span<const b2Vec2> box)
	{
		return {.vertices = box, .kind = ChildKind::Attached, .attached = &data};
	}

	[[nodiscard]] bool IsEdge() const { return kind == ChildKind::Edge; }
	[[nodiscard]] bool IsAttached() const { return kind == ChildKind::Attached; }

	/// The child is the convex hull of these points, grown by the radius. For attached geometry they are the corners of
	/// its bounding box. Valid as long as this object. A new kind that is no such hull needs code of its own wherever
	/// this is called.
	[[nodiscard]] std::span<const b2Vec2> Points() const
	{
		switch (kind)
		{
		case ChildKind::Edge:
			return ends;
		case ChildKind::Disc:
		case ChildKind::Capsule:
		case ChildKind::Polygon:
		case ChildKind::Rounded:
		case ChildKind::Attached:
			break;
		}
		return vertices;
	}

	/// The hull of Points, grown by the radius.
	[[nodiscard]] Hull AsHull() const { return {Points(), radius}; }
};

// The parameters of a visitor for each kind.
struct DiscChild
{
	b2Vec2 center;
	float radius;
};
struct PolygonChild
{
	std::span<const b2Vec2> vertices;
};
/// A capsule or a rounded polygon.
struct RoundedChild
{
	std::span<const b2Vec2> vertices;
	float radius;
};
struct EdgeChild
{
	std::array<b2Vec2, 2> ends;
	bool oneSided;
};
struct AttachedChild
{
	const CastGeometryData& data;
};

/// Calls visitor(DiscChild, PolygonChild, RoundedChild, EdgeChild or AttachedChild), and returns its result. If a
/// visitor lacks one of these, it does not compile.
template <class Visitor>
decltype(auto) Visit(const ChildGeometry& geometry, Visitor&& visitor)
{
	switch (geometry.kind)
	{
	case ChildKind::Disc:
		return visitor(DiscChild{geometry.vertices[0], geometry.radius});
	case ChildKind::Capsule:
	case ChildKind::Rounded:
		return visitor(RoundedChild{geometry.vertices, geometry.radius});
	case ChildKind::Edge:
		return visitor(EdgeChild{geometry.ends, geometry.oneSided});
	case ChildKind::Attached:
		return visitor(AttachedChild{*geometry.attached});
	case ChildKind::Polygon:
		break;
	}
	return visitor(PolygonChild{geometry.vertices});
}

/// A visitor made of several functions, one for each kind.
template <class... Functions>
struct Overloaded : Functions...
{
	using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace ricochet
