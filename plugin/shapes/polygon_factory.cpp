// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "geometry/checker.h"
#include "geometry/with_memory.h"
#include "shapes/box2d_polygon.h"
#include "shapes/convex_hull.h"
#include "shapes/reach.h"

#include <algorithm>
#include <array>

namespace ricochet
{

namespace
{

// Beyond Box2D's skin, and no coordinate of what is round too far out.
Result<> CheckRound(std::span<const b2Vec2> points, float radius)
{
	Checker checker;
	checker.Finite("radius", radius);
	checker.Require(radius > b2_polygonRadius, {ErrorReason::TooSmall, "radius", -1, radius, b2_polygonRadius});
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
		return Error{ErrorReason::NoArea, "points", -1, AreaOf(hull)};
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

} // namespace ricochet
