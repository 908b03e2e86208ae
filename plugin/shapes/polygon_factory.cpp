// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "shapes/convex_hull.h"
#include "shapes/shape_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace ricochet
{

namespace
{

using Reason = ShapeError::Reason;

// Area and centroid as b2PolygonShape::Set and ComputeMass sum them, which assert that the area exceeds b2_epsilon.
struct Mass
{
	float area = 0.0f;
	b2Vec2 centroid{0.0f, 0.0f};
};

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
	}
	return mass;
}

// What is left to check when the vertices are there: that they are apart, and that Box2D's own arithmetic finds them
// convex and with an area.
bool CheckPolygon(const b2PolygonShape& shape, ShapeError* error)
{
	const std::span vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		// Thin boxes far out lose their thickness to rounding.
		const size_t next = (i + 1) % vertices.size();
		if (vertices[i] == vertices[next])
		{
			Refuse(error, Reason::TooClose, next, 0.0f,
			       fmt::format("Vertices {} and {} are both ({}, {}).", i, next, vertices[i].x, vertices[i].y));
			return false;
		}
	}
	const float area = MassOf(vertices).area;
	if ((area > b2_epsilon) == false || shape.Validate() == false)
	{
		Refuse(error, Reason::Collinear, k_noIndex, area,
		       fmt::format("The polygon has an area of {} m^2: it is too thin or too small for Box2D.", area));
		return false;
	}
	return true;
}

// Box2D's arithmetic for the normals and the centroid, so that a polygon on which Set does not abort comes out with the
// same bits.
ClipPolygonShape PolygonOf(std::span<const b2Vec2> vertices)
{
	ClipPolygonShape shape;
	shape.m_count = static_cast<int32_t>(vertices.size());
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		shape.m_vertices[i] = vertices[i];
		shape.m_normals[i] = b2Cross(vertices[(i + 1) % vertices.size()] - vertices[i], 1.0f);
		shape.m_normals[i].Normalize();
	}
	shape.m_centroid = MassOf(vertices).centroid;
	return shape;
}

std::optional<ClipPolygonShape> TryMakePolygon(std::span<const b2Vec2> points, ShapeError* error)
{
	if (CheckMinimum(points.size(), 3, "A polygon", error) == false || CheckVertices(points, error) == false)
	{
		return std::nullopt;
	}

	constexpr float reach = 0.5f * b2_linearSlop;
	const Welded welded = WeldPoints(points, reach);
	if (welded.points.size() < 3)
	{
		const Weld weld = welded.first.value_or(Weld{});
		return Refuse(error, Reason::TooClose, weld.index, weld.distance,
		              fmt::format("Vertex {} is {} m from an earlier one: of points closer than {} m one is kept, and "
		                          "fewer than 3 are left.",
		                          weld.index, weld.distance, reach));
	}

	const std::vector<b2Vec2> hull = ConvexHull(welded.points);
	std::vector<b2Vec2> vertices = DropFlatVertices(hull, b2_linearSlop);
	if (vertices.size() < 3)
	{
		const float area = MassOf(hull).area;
		return Refuse(error, Reason::Collinear, k_noIndex, area,
		              fmt::format("The points lie on a line within {} m: the area of their hull is {} m^2.",
		                          b2_linearSlop, area));
	}
	if (vertices.size() > b2_maxPolygonVertices)
	{
		return Refuse(error, Reason::TooManyVertices, k_noIndex, static_cast<float>(vertices.size()),
		              fmt::format("The hull has {} vertices, but a polygon has at most {}.", vertices.size(),
		                          b2_maxPolygonVertices));
	}

	DropDents(vertices);
	const ClipPolygonShape shape = PolygonOf(vertices);
	return CheckPolygon(shape, error) ? std::optional(shape) : std::nullopt;
}

std::optional<ClipPolygonShape> TryMakeBox(float hx, float hy, b2Vec2 center, float angle, ShapeError* error)
{
	const bool isFinite = CheckFinite("half extent hx", 0, hx, error) && CheckFinite("half extent hy", 1, hy, error) &&
	                      CheckFinite("center's x", 2, center.x, error) &&
	                      CheckFinite("center's y", 2, center.y, error) && CheckFinite("angle", 3, angle, error);
	if (isFinite == false || CheckPositive("half extent hx", 0, hx, error) == false ||
	    CheckPositive("half extent hy", 1, hy, error) == false)
	{
		return std::nullopt;
	}

	ClipPolygonShape shape;
	shape.SetAsBox(hx, hy, center, angle);
	const bool isSound = CheckVertices(std::span(shape.m_vertices, 4), error) && CheckPolygon(shape, error);
	return isSound ? std::optional(shape) : std::nullopt;
}

} // namespace

std::optional<ClipPolygonShape> MakePolygon(std::span<const b2Vec2> points, ShapeError* error)
{
	return Made(error, [&] { return TryMakePolygon(points, error); });
}

std::optional<ClipPolygonShape> MakeBox(float hx, float hy, b2Vec2 center, float angle, ShapeError* error)
{
	return Made(error, [&] { return TryMakeBox(hx, hy, center, angle, error); });
}

} // namespace ricochet
