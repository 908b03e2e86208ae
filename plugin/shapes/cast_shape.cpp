// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/cast_shape.h>

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "shapes/cast_shape.h"
#include "shapes/rounded_mass.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

std::optional<ShapeSpan> CastSolid(const std::optional<LocalSpan>& span)
{
	return span ? std::optional(ShapeSpan{*span, Facing::Solid, false}) : std::nullopt;
}

Facing FacingOf(int front)
{
	return front > 0 ? Facing::Front : (front < 0 ? Facing::Back : Facing::Along);
}

std::optional<ShapeSpan> CastEdge(const ChildGeometry& geometry, int32_t index, const LocalRay& ray, float radius)
{
	const auto [a, b] = geometry.ends;
	ShapeSpan result;
	result.oneSided = geometry.oneSided;
	if (radius > 0.0f)
	{
		const std::optional<LocalSpan> span = ClipRoundedLocal(ray, geometry.ends, radius);
		if (span.has_value() == false)
		{
			return std::nullopt;
		}
		result.span = *span;
		const Edge edge(a, b);
		result.facing = FacingOf(SignOf(edge.CertainHeight(ray)));
	}
	else
	{
		const std::optional<LocalSegmentHit> hit = CrossSegmentLocal(ray, a, b);
		if (hit.has_value() == false)
		{
			return std::nullopt;
		}
		result.span = hit->span;
		result.facing = FacingOf(hit->front);
	}

	// An end inside a capsule crosses nothing and keeps edge -1.
	result.span.enter.edge = result.span.enter.edge < 0 ? -1 : index;
	result.span.exit.edge = result.span.exit.edge < 0 ? -1 : index;
	return result;
}

} // namespace

// The only switch over Box2D's shapes.
bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry)
{
	if (child < 0 || child >= shape.GetChildCount())
	{
		return false;
	}

	switch (shape.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		geometry.vertices = std::span(&circle.m_p, 1);
		geometry.radius = circle.m_radius;
		return true;
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		geometry.vertices = std::span(
		    polygon.m_vertices, static_cast<size_t>(std::clamp<int32>(polygon.m_count, 0, b2_maxPolygonVertices)));
		geometry.radius = RoundOf(polygon);
		return geometry.vertices.empty() == false;
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		geometry.ends = {edge.m_vertex1, edge.m_vertex2};
		geometry.isEdge = true;
		geometry.oneSided = edge.m_oneSided;
		return true;
	}
	case b2Shape::e_chain:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		geometry.ends = {chain.m_vertices[child], chain.m_vertices[child + 1]};
		geometry.isEdge = true;
		geometry.oneSided = true;
		return true;
	}
	default:
		return false;
	}
}

std::optional<ShapeSpan> CastChildLocal(const ChildGeometry& geometry, int32_t index, const LocalRay& ray, float radius)
{
	if (geometry.isEdge)
	{
		return CastEdge(geometry, index, ray, radius);
	}
	const float grown = geometry.radius + radius;
	const bool isDisc = geometry.vertices.size() == 1;
	return CastSolid(isDisc || grown > 0.0f ? ClipRoundedLocal(ray, geometry.vertices, grown)
	                                        : ClipConvexLocal(ray, geometry.vertices));
}

std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray, float radius)
{
	ChildGeometry geometry;
	return DescribeChild(shape, child, geometry) ? CastChildLocal(geometry, child, ray, radius) : std::nullopt;
}

int RiseOverSurface(const ChildGeometry& geometry, int32_t edge, const LocalRay& ray)
{
	const std::span<const b2Vec2> vertices = geometry.vertices;
	const auto riseOverRound = [&](b2Vec2 center)
	{
		return SignOf(Certain([&]<class T>(T) { return Dot(ray.Start<T>() - Lift<T>(center), ray.Translation<T>()); }));
	};
	if (vertices.size() == 1)
	{
		return riseOverRound(vertices[0]);
	}
	const auto i = static_cast<size_t>(edge);
	const b2Vec2 a = vertices[i];
	const b2Vec2 b = vertices[(i + 1) % vertices.size()];
	// How far the start is along the edge, from one of its ends.
	const auto alongFrom = [&](b2Vec2 end)
	{
		return Certain([&]<class T>(T) { return Dot(Lift<T>(b) - Lift<T>(a), ray.Start<T>() - Lift<T>(end)); });
	};
	if (geometry.radius > 0.0f && alongFrom(a) <= 0.0)
	{
		return riseOverRound(a);
	}
	if (geometry.radius > 0.0f && alongFrom(b) >= 0.0)
	{
		return riseOverRound(b);
	}
	return SignOf(Edge(a, b).CertainSlope(ray));
}

Separation SeparateFromShape(const b2Shape& shape, int32_t child, const b2Transform& pose, const Vec<double>& point)
{
	ChildGeometry geometry;
	if (DescribeChild(shape, child, geometry) == false)
	{
		return {std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	}
	const Vec<double> localPoint = InverseTurn(pose.q, point - Lift<double>(pose.p));
	const Separation local = SeparateFromHull(localPoint, geometry.Points());
	// A b2Rot is a unit to 1e-7 only.
	return {local.distance - geometry.radius, UnitOf(Turned(pose.q, local.normal))};
}

std::optional<RaySpan> CastShape(const b2Shape& shape, int32_t child, const b2Transform& transform, const Ray& ray)
{
	const std::optional<ShapeSpan> result = CastShapeLocal(shape, child, LocalRay(ray, transform));
	return result ? std::optional(InFrame(result->span, ray, transform.q)) : std::nullopt;
}

} // namespace ricochet
