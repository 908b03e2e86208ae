// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/cast_shape.h>

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "shapes/shape_kernel.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <array>

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

std::optional<ShapeSpan> CastEdge(const LocalRay& ray, b2Vec2 a, b2Vec2 b, float radius, int32_t index, bool oneSided)
{
	ShapeSpan result;
	result.oneSided = oneSided;
	if (radius > 0.0f)
	{
		const std::optional<LocalSpan> span = ClipRoundedLocal(ray, std::array<b2Vec2, 2>{a, b}, radius);
		if (span.has_value() == false)
		{
			return std::nullopt;
		}
		result.span = *span;
		const Edge edge(a, b);
		result.facing = FacingOf(SignOf(Certain([&]<class T>(T) { return edge.Height<T>(ray); })));
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

std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray, float radius)
{
	if (child < 0 || child >= shape.GetChildCount())
	{
		return std::nullopt;
	}

	switch (shape.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return CastSolid(ClipRoundedLocal(ray, std::span(&circle.m_p, 1), circle.m_radius + radius));
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		return CastSolid(radius > 0.0f ? ClipRoundedLocal(ray, vertices, radius) : ClipConvexLocal(ray, vertices));
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return CastEdge(ray, edge.m_vertex1, edge.m_vertex2, radius, child, edge.m_oneSided);
	}
	case b2Shape::e_chain:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return CastEdge(ray, chain.m_vertices[child], chain.m_vertices[child + 1], radius, child, true);
	}
	default:
		return std::nullopt;
	}
}

std::optional<RaySpan> CastShape(const b2Shape& shape, int32_t child, const b2Transform& transform, const Ray& ray)
{
	const std::optional<ShapeSpan> result = CastShapeLocal(shape, child, LocalRay(ray, transform));
	return result ? std::optional(InFrame(result->span, ray, transform.q)) : std::nullopt;
}

} // namespace ricochet
