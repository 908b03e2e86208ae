// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/box2d_polygon.h"

namespace ricochet
{

namespace
{

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

// As b2PolygonShape::Validate of 2.4.1. That of 2.4.2 also refuses corners that are flatter than b2_linearSlop, and so
// thin boxes, which it collides as well.
bool IsConvex(std::span<const b2Vec2> vertices)
{
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const size_t next = (i + 1) % vertices.size();
		const b2Vec2 edge = vertices[next] - vertices[i];
		for (size_t j = 0; j < vertices.size(); ++j)
		{
			if (j != i && j != next && b2Cross(edge, vertices[j] - vertices[i]) < 0.0f)
			{
				return false;
			}
		}
	}
	return true;
}

} // namespace

float AreaOf(std::span<const b2Vec2> vertices)
{
	return MassOf(vertices).area;
}

Result<ClipPolygonShape> CheckPolygon(const char* parameter, const ClipPolygonShape& shape)
{
	const std::span vertices(shape.m_vertices, static_cast<size_t>(shape.m_count));
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		// Thin boxes far out lose their thickness to rounding.
		const size_t next = (i + 1) % vertices.size();
		if (vertices[i] == vertices[next])
		{
			return Error{ErrorReason::TooClose, parameter, static_cast<int32_t>(next)};
		}
	}
	const float area = MassOf(vertices).area;
	if ((area > b2_epsilon) == false || IsConvex(vertices) == false)
	{
		return Error{ErrorReason::NoArea, parameter, -1, area};
	}
	return shape;
}

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

} // namespace ricochet
