// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/cast_shape.h"

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "geometry/outline_clip.h"
#include "geometry/surface_point.h"
#include "geometry/to_world.h"

#include <ricochet/shapes/cast_shape.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

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
		const std::optional<LocalSpan> span = ClipRoundedLocal(ray, geometry.ends, {radius});
		if (span.has_value() == false)
		{
			return std::nullopt;
		}
		result.span = *span;
		const double rise = Cross(span->enter.normal, Lift<double>(b) - Lift<double>(a));
		const bool isBeside = span->startsInside || rise == 0.0;
		result.facing = FacingOf(isBeside ? SignOf(Edge(a, b).CertainHeight(ray)) : SignOf(rise));
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

	// An end of the segment inside a capsule is no crossing and keeps edge -1.
	result.span.enter.edge = result.span.enter.edge < 0 ? -1 : index;
	result.span.exit.edge = result.span.exit.edge < 0 ? -1 : index;
	return result;
}

// DescribeChild for a shape without an attached geometry. The only switch over the types of Box2D's shapes.
bool DescribeBare(const b2Shape& shape, int32_t child, ChildGeometry& geometry)
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
		geometry.SetSolid(std::span(&circle.m_p, 1), circle.m_radius);
		return true;
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		const int32 count = std::clamp<int32>(polygon.m_count, 0, b2_maxPolygonVertices);
		geometry.SetSolid(std::span(polygon.m_vertices, static_cast<size_t>(count)), RoundOf(polygon));
		return geometry.vertices.empty() == false;
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		geometry = ChildGeometry::Edge(edge.m_vertex1, edge.m_vertex2, edge.m_oneSided);
		return true;
	}
	case b2Shape::e_chain:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		geometry = ChildGeometry::Edge(chain.m_vertices[child], chain.m_vertices[child + 1], true);
		return true;
	}
	default:
		return false;
	}
}

} // namespace

bool DescribeChild(const b2Shape& shape, int32_t child, ChildGeometry& geometry)
{
	const CastGeometryData* attached = AttachedTo(shape);
	if (attached == nullptr)
	{
		return DescribeBare(shape, child, geometry);
	}
	geometry = ChildGeometry::Attached(*attached, attached->around);
	return child == 0;
}

int32_t PartCountOf(const b2Shape& shape)
{
	const CastGeometryData* attached = AttachedTo(shape);
	return attached != nullptr ? attached->PieceCount() : shape.GetChildCount();
}

bool DescribePart(const b2Shape& shape, int32_t part, ChildGeometry& geometry)
{
	const CastGeometryData* attached = AttachedTo(shape);
	if (attached == nullptr)
	{
		return DescribeBare(shape, part, geometry);
	}
	if (part < 0 || part >= attached->PieceCount())
	{
		return false;
	}
	geometry = ChildGeometry::Solid(attached->PointsOf(part), 0.0f);
	return true;
}

int32_t ChildOfPart(const b2Shape& shape, int32_t part)
{
	return AttachedTo(shape) != nullptr ? 0 : part;
}

int32_t EdgeOfPart(const b2Shape& shape, int32_t part, int32_t edge)
{
	const CastGeometryData* attached = AttachedTo(shape);
	return attached != nullptr && edge >= 0 ? attached->EdgesOf(part)[static_cast<size_t>(edge)] : edge;
}

std::optional<ShapeSpan> CastChildLocal(const ChildGeometry& geometry, int32_t index, const LocalRay& ray, float radius)
{
	const auto castRounded = [&](std::span<const b2Vec2> vertices, float own)
	{
		return CastSolid(ClipRoundedLocal(ray, vertices, {own, radius}));
	};
	return Visit(geometry,
	             Overloaded{[&](const DiscChild& disc) { return castRounded(std::span(&disc.center, 1), disc.radius); },
	                        [&](const RoundedChild& rounded) { return castRounded(rounded.vertices, rounded.radius); },
	                        [&](const PolygonChild& polygon) {
		                        return radius > 0.0f ? castRounded(polygon.vertices, 0.0f)
		                                             : CastSolid(ClipConvexLocal(ray, polygon.vertices));
	                        },
	                        [&](const EdgeChild&) { return CastEdge(geometry, index, ray, radius); },
	                        [&](const AttachedChild& attached)
	                        {
		                        return CastSolid(ClipOutlineFirstLocal(ray, attached.data.outline));
	                        }});
}

std::optional<ShapeSpan> CastShapeLocal(const b2Shape& shape, int32_t child, const LocalRay& ray)
{
	ChildGeometry geometry;
	return DescribeChild(shape, child, geometry) ? CastChildLocal(geometry, child, ray) : std::nullopt;
}

std::optional<ShapeSpan> CastPartLocal(const b2Shape& shape, int32_t part, const LocalRay& ray, float radius)
{
	ChildGeometry geometry;
	return DescribePart(shape, part, geometry) ? CastChildLocal(geometry, part, ray, radius) : std::nullopt;
}

namespace
{

// The outside of the solid is to the right of an edge, or to its left if the ring is reversed.
int RiseOverOutline(const Outline& outline, int32_t edge, const LocalRay& ray)
{
	const b2Vec2 from = outline.Vertices()[static_cast<size_t>(edge)];
	const b2Vec2 to = outline.Vertices()[static_cast<size_t>(outline.EndOf(edge))];
	const int rise = SignOf(Edge(from, to).CertainSlope(ray));
	return outline.RingOf(edge).isReversed ? -rise : rise;
}

} // namespace

int RiseOverSurface(const ChildGeometry& geometry, int32_t edge, const LocalRay& ray)
{
	if (geometry.IsAttached())
	{
		return RiseOverOutline(geometry.attached->outline, edge, ray);
	}
	const std::span<const b2Vec2> vertices = geometry.vertices;
	const auto riseOverRound = [&](b2Vec2 center)
	{
		return SignOf(Certain([&]<class T>(T) { return Dot(ray.Start<T>() - Lift<T>(center), ray.Translation<T>()); }));
	};
	if (geometry.kind == ChildKind::Disc)
	{
		return riseOverRound(vertices[0]);
	}
	const auto i = static_cast<size_t>(edge);
	const b2Vec2 a = vertices[i];
	const b2Vec2 b = vertices[(i + 1) % vertices.size()];
	// The position of the start along the edge, relative to one of the edge's ends.
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

Separation SeparateFromChild(const ChildGeometry& geometry, const Vec<double>& point)
{
	if (geometry.IsAttached())
	{
		return SeparateFromOutline(point, geometry.attached->outline);
	}
	const Separation separation = SeparateFromHull(point, geometry.Points());
	return {separation.distance - geometry.radius, separation.normal};
}

Separation SeparateFromPart(const b2Shape& shape, int32_t part, const b2Transform& pose, const Vec<double>& point)
{
	ChildGeometry geometry;
	if (DescribePart(shape, part, geometry) == false)
	{
		return {std::numeric_limits<double>::infinity(), {0.0, 1.0}};
	}
	const Vec<double> localPoint = InverseTurn(pose.q, point - Lift<double>(pose.p));
	const Separation local = SeparateFromChild(geometry, localPoint);
	// A b2Rot is a unit vector only to within 1e-7.
	return {local.distance, UnitOf(Turned(pose.q, local.normal))};
}

namespace
{

// True if a point of the world lies on the surface of a solid under a pose, or outside. For an edge: true if the path
// from another point to it does not touch the edge. `normal` leads out: a ray along it starts inside only if the point
// does.
bool IsOffChild(const ChildGeometry& geometry, const b2Transform& pose, b2Vec2 point, b2Vec2 normal, b2Vec2 from)
{
	if (geometry.IsEdge())
	{
		const LocalRay way(from, pose, point, pose, 1.0f);
		return CrossSegmentLocal(way, geometry.ends[0], geometry.ends[1]).has_value() == false;
	}
	const std::optional<ShapeSpan> met = CastChildLocal(geometry, 0, LocalRay(Ray{point, normal}, pose));
	return met.has_value() == false || met->span.startsInside == false;
}

} // namespace

b2Vec2 PointOffChild(const ChildGeometry& geometry, const b2Transform& pose, const Vec<double>& surface,
                     const Vec<double>& outward, const Vec<double>& along, float farthest)
{
	constexpr double k_asideInUnits = 64.0;
	const double unit = std::max(RoundingUnit(surface, pose.p), 0x1p-40 * farthest);
	const b2Vec2 aside = ToFloat(surface + (k_asideInUnits * unit) * outward);
	const auto isOff = [&](b2Vec2 point)
	{
		return IsOffChild(geometry, pose, point, ToFloat(outward), aside);
	};
	const double largest = std::max({std::abs(pose.p.x), std::abs(pose.p.y), farthest});
	b2Vec2 point{0.0f, 0.0f};
	const bool isDecided = RoundOffSurface(surface, outward, largest, point);
	if (isDecided && (geometry.IsAttached() == false || isOff(point)))
	{
		return point;
	}
	// Near the origin floats are finer than the rounding errors of the pose. Most surface points have only the errors
	// of doubles, so the first search starts with a step of that size. Others come from depths, which are floats: the
	// second search starts with a larger step.
	const double fine = std::max(RoundingUnit(surface, {0.0f, 0.0f}), 0x1p-40 * largest);
	for (const double spacing : {fine, std::max(fine, unit)})
	{
		point = SearchOffSurface(surface, outward, along, spacing, isOff);
		if (isOff(point))
		{
			break;
		}
	}
	return point;
}

b2Vec2 PointOffPart(const b2Shape& shape, int32_t part, const b2Transform& pose, const Vec<double>& surface,
                    const Vec<double>& outward, const Vec<double>& along, float farthest)
{
	b2Vec2 point{0.0f, 0.0f};
	const float largest = std::max({std::abs(pose.p.x), std::abs(pose.p.y), farthest});
	const bool isDecided = RoundOffSurface(surface, outward, largest, point);
	ChildGeometry geometry;
	return (isDecided && AttachedTo(shape) == nullptr) ||
	               DescribeChild(shape, ChildOfPart(shape, part), geometry) == false
	           ? point
	           : PointOffChild(geometry, pose, surface, outward, along, farthest);
}

SurfaceFoot FootOnPart(const b2Shape& shape, int32_t part, const b2Transform& pose, const Vec<double>& point)
{
	const Separation way = SeparateFromPart(shape, part, pose, point);
	const double scale = Length(Vec<double>{static_cast<double>(pose.q.c), static_cast<double>(pose.q.s)});
	return {point - (way.distance / scale) * way.normal, way.normal};
}

void SettlePoints(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const ChildGeometry& geometry,
                  uint32_t open, RaySpan& out)
{
	if (geometry.IsAttached())
	{
		ToSurface(span, ray, pose, geometry.attached->outline, out);
		return;
	}
	const auto isOff = [&](b2Vec2 point, const LocalCrossing& crossing, b2Vec2 normal)
	{
		const bool isAtEdge = geometry.kind == ChildKind::Polygon && crossing.edge >= 0;
		return isAtEdge ? IsOffEdge(point, pose, geometry.vertices, crossing.edge)
		                : IsOffChild(geometry, pose, point, normal, ray.origin);
	};
	SettlePoints(span, ray, open, out, isOff, [](const LocalCrossing&, b2Vec2) { return false; });
}

void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const ChildGeometry& geometry,
               RaySpan& out)
{
	const uint32_t open = ToSurface(span, ray, pose, out);
	if (open != 0 || geometry.IsAttached())
	{
		SettlePoints(span, ray, pose, geometry, open, out);
	}
}

std::optional<RaySpan> CastRayAtShape(const b2Shape& shape, int32_t child, const b2Transform& transform, const Ray& ray)
{
	const std::optional<ShapeSpan> result = CastShapeLocal(shape, child, LocalRay(ray, transform));
	std::optional<RaySpan> span;
	if (result)
	{
		ChildGeometry geometry;
		(void)DescribeChild(shape, child, geometry);
		ToSurface(result->span, ray, transform, geometry, span.emplace());
	}
	return span;
}

// Box2D passes two end points: each is converted to the shape's frame by itself.
bool CastStock(const b2Shape& shape, int32 child, b2RayCastOutput* output, const b2RayCastInput& input,
               const b2Transform& transform, bool frontOnly)
{
	const LocalRay ray(input.p1, transform, input.p2, transform, input.maxFraction);
	const std::optional<ShapeSpan> result = CastShapeLocal(shape, child, ray);
	if (result.has_value() == false || (frontOnly && result->facing != Facing::Front))
	{
		return false;
	}
	output->fraction = static_cast<float>(result->span.enter.fraction);
	output->normal = UnitNormal(result->span.enter.normal, transform.q);
	return true;
}

bool ContainsPoint(const b2Shape& shape, const b2Transform& transform, const b2Vec2& point)
{
	const LocalRay ray(point, transform, point, transform, 0.0f);
	return CastShapeLocal(shape, 0, ray).has_value();
}

namespace
{

// Calls visit(point) for at least one point of each connected part of a child.
template <class Visit>
void ForEachPartPoint(const ChildGeometry& geometry, Visit&& visit)
{
	if (geometry.IsAttached() == false)
	{
		visit(geometry.Points()[0]);
		return;
	}
	const Outline& outline = geometry.attached->outline;
	for (const OutlineRing& ring : outline.Rings())
	{
		visit(outline.Vertices()[static_cast<size_t>(ring.first)]);
	}
}

} // namespace

// The child and the box overlap if an edge of the box hits the child or if one contains the other. If the child
// contains the box, it contains the box's edges. If the box contains a part of the child, each point of that part is to
// the left of all the box's edges.
bool OverlapsBox(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box)
{
	ChildGeometry geometry;
	if (box.IsValid() == false || DescribeChild(shape, child, geometry) == false)
	{
		return false;
	}
	const b2Vec2 lower = box.lowerBound;
	const b2Vec2 upper = box.upperBound;
	const std::array corners{lower, b2Vec2{upper.x, lower.y}, upper, b2Vec2{lower.x, upper.y}};
	const bool hasInterior = lower.x < upper.x && lower.y < upper.y;
	std::array<std::optional<LocalRay>, 4> edges;
	for (size_t i = 0; i < corners.size(); ++i)
	{
		edges[i].emplace(corners[i], pose, corners[(i + 1) % corners.size()], pose, 1.0f);
		if (CastShapeLocal(shape, child, *edges[i]))
		{
			return true;
		}
	}
	bool contains = false;
	ForEachPartPoint(geometry,
	                 [&](b2Vec2 point)
	                 {
		                 const auto isInside = [&](const std::optional<LocalRay>& edge)
		                 {
			                 return edge->IsValid() && edge->SideOf(point) >= 0;
		                 };
		                 contains = contains || (hasInterior && point.IsValid() &&
		                                         std::all_of(edges.begin(), edges.end(), isInside));
	                 });
	return contains;
}

float RoundOf(const b2PolygonShape& polygon)
{
#ifdef RICOCHET_SCENE
	const bool isRound = polygon.m_radius != b2_polygonRadius; // a scene's may be thinner than that
#else
	const bool isRound = polygon.m_radius > b2_polygonRadius;
#endif
	return isRound ? polygon.m_radius : 0.0f;
}

} // namespace ricochet
