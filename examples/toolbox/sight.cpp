// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/tangent.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/visibility.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace toolbox
{
namespace
{

using ricochet::Segment;
using ricochet::SightVertex;

constexpr float k_reach = 20.0f;

std::vector<b2Vec2> Outline(std::span<const SightVertex> polygon)
{
	std::vector<b2Vec2> points;
	ricochet::Flatten(polygon, 0.005f, points);
	return points;
}

void DrawEye(Sketch& sketch, b2Vec2 eye)
{
	sketch.Canvas().Dot(eye, 4.5f, {.fill = "#f59e0b", .stroke = k_ink, .width = 1.4f});
}

// Computes the visible region by the usual method: casts a ray to each end of a wall, and two rays turned a little to
// both sides. Sorts the hits by angle and joins them.
std::vector<b2Vec2> LookByRaysToEnds(std::span<const Segment> walls, b2Vec2 eye, float turn)
{
	std::vector<float> angles;
	for (const Segment& wall : walls)
	{
		for (const b2Vec2 end : {wall.a, wall.b})
		{
			const float angle = std::atan2(end.y - eye.y, end.x - eye.x);
			angles.insert(angles.end(), {angle - turn, angle, angle + turn});
		}
	}
	std::sort(angles.begin(), angles.end());
	std::vector<b2Vec2> points;
	for (const float angle : angles)
	{
		ricochet::Ray ray = ricochet::RayToward(eye, {std::cos(angle), std::sin(angle)}, k_reach);
		for (const Segment& wall : walls)
		{
			if (const std::optional<ricochet::Crossing> crossing = CrossSegment(ray, wall.a, wall.b))
			{
				ray.maxFraction = crossing->fraction;
			}
		}
		points.push_back(PointAt(ray, ray.maxFraction));
	}
	return points;
}

std::vector<Segment> Room()
{
	return {{{-4.6f, -2.7f}, {4.6f, -2.7f}}, {{4.6f, -2.7f}, {4.6f, 2.7f}},   {{4.6f, 2.7f}, {-4.6f, 2.7f}},
	        {{-4.6f, 2.7f}, {-4.6f, -2.7f}}, {{1.0f, -1.9f}, {1.0f, -0.32f}}, {{1.0f, -0.22f}, {1.0f, 1.2f}},
	        {{-2.6f, 1.2f}, {-1.4f, 1.9f}},  {{-1.8f, -1.2f}, {-0.9f, -2.0f}}};
}

void DrawRaysToEnds(Sketch& sketch)
{
	const std::vector<Segment> walls = Room();
	const b2Vec2 eye{-3.2f, -0.4f};
	std::vector<SightVertex> polygon;
	(void)VisibilityPolygon(walls, eye, k_reach, polygon);
	std::vector<b2Vec2> difference = Outline(polygon);
	sketch.Canvas().Polygon(difference, {.fill = k_light});
	// One outline is joined with the other one in reverse order. The result encloses the points that are in only one of
	// the two.
	difference.push_back(difference.front());
	const b2Vec2 bridge = difference.front();
	std::vector<b2Vec2> byRays = LookByRaysToEnds(walls, eye, 0.03f);
	byRays.push_back(byRays.front());
	difference.insert(difference.end(), byRays.rbegin(), byRays.rend());
	difference.push_back(bridge);
	sketch.Canvas().Polygon(difference, {.fill = "#d32f2f"});
	for (const Segment& wall : walls)
	{
		sketch.Wall(wall.a, wall.b);
	}
	DrawEye(sketch, eye);
}

void DrawRoundThings(Sketch& sketch)
{
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	const b2Vec2 eye{-3.0f, 0.2f};
	const std::array<b2Vec2, 4> box = {b2Vec2{1.0f, 0.4f}, {2.4f, 0.9f}, {2.0f, 1.9f}, {0.7f, 1.4f}};
	if (const auto shape = ricochet::MakePolygon(box))
	{
		world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
	}
	const std::array<std::pair<b2Vec2, float>, 3> circles = {
	    {{b2Vec2{-0.4f, -0.9f}, 0.7f}, {b2Vec2{-1.6f, 1.9f}, 0.5f}, {b2Vec2{3.0f, -0.9f}, 0.6f}}};
	for (const auto& [center, radius] : circles)
	{
		if (const auto shape = ricochet::MakeCircle(center, radius))
		{
			world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
		}
	}
	std::vector<SightVertex> polygon;
	(void)VisibilityPolygon(world, eye, 6.4f, polygon);
	sketch.Canvas().Polygon(Outline(polygon), {.fill = k_light});
	sketch.Solid(box);
	for (const auto& [center, radius] : circles)
	{
		sketch.Canvas().Circle(center, radius, {.fill = k_solid, .stroke = k_outline, .width = 1.2f});
		if (const auto points = ricochet::TangentPoints(eye, center, radius))
		{
			for (const b2Vec2 point : *points)
			{
				sketch.Canvas().Line(eye, point, {.stroke = "#b7791f", .width = 1.0f, .dash = "3 3"});
				sketch.Canvas().Dot(point, 3.6f, {.fill = "#ffffff", .stroke = k_normal, .width = 1.8f});
			}
		}
	}
	DrawEye(sketch, eye);
}

void DrawFlashlight(Sketch& sketch)
{
	const std::vector<Segment> walls = Room();
	const b2Vec2 eye{-3.2f, -0.4f}, lamp{3.2f, 1.6f};
	std::vector<SightVertex> polygon;
	(void)VisibilityPolygon(walls, lamp, 2.1f, polygon);
	sketch.Canvas().Polygon(Outline(polygon), {.fill = "#cfe8d5"});
	(void)VisibilityPolygon(walls, eye, 6.6f, polygon, {0.08f, 0.75f});
	sketch.Canvas().Polygon(Outline(polygon), {.fill = k_light});
	for (const Segment& wall : walls)
	{
		sketch.Wall(wall.a, wall.b);
	}
	DrawEye(sketch, eye);
	sketch.Canvas().Dot(lamp, 4.5f, {.fill = k_normal, .stroke = k_ink, .width = 1.4f});
}

void DrawFan(Sketch& sketch)
{
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	const std::array<std::array<b2Vec2, 4>, 3> boxes = {{
	    {b2Vec2{0.2f, 0.6f}, {1.6f, 0.9f}, {1.4f, 1.9f}, {0.0f, 1.6f}},
	    {b2Vec2{1.0f, -1.7f}, {1.8f, -2.0f}, {2.2f, -1.1f}, {1.4f, -0.8f}},
	    {b2Vec2{2.9f, -0.4f}, {3.8f, -0.6f}, {4.0f, 0.4f}, {3.1f, 0.6f}},
	}};
	for (const std::array<b2Vec2, 4>& box : boxes)
	{
		if (const auto shape = ricochet::MakePolygon(box))
		{
			world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
		}
		sketch.Solid(box);
	}
	const ricochet::RayFan fan = {.origin = {-3.8f, -0.1f}, .angle = 0.9f, .radius = 8.0f, .count = 25};
	std::array<ricochet::RayHit, 25> hits;
	(void)CastRayFan(world, fan, hits);
	for (int32_t i = 0; i < fan.count; ++i)
	{
		const ricochet::RayHit& hit = hits[static_cast<size_t>(i)];
		const b2Vec2 end = PointAt(FanRay(fan, i), 1.0f);
		if (hit.fixture == nullptr)
		{
			sketch.Ghost(fan.origin, end);
			continue;
		}
		sketch.Canvas().Line(fan.origin, hit.enter.point, {.stroke = k_ray, .width = 1.3f});
		sketch.Canvas().Dot(hit.enter.point, 3.0f, {.fill = "#ffffff", .stroke = k_ray, .width = 1.6f});
	}
	sketch.Start(fan.origin);
}

} // namespace

std::span<const Panel> SightPanels()
{
	static const std::array<Panel, 4> k_panels = {{
	    {"Faults of rays to the ends of walls",
	     {"Red: the error of joining rays to ends and 1.7\u00b0 beside them,",
	      "and the slit they miss. Yellow: VisibilityPolygon, exact"},
	     {0.0f, 0.0f},
	     9.6f,
	     DrawRaysToEnds},
	    {"The view of an eye among round things",
	     {"Circles are true circles: what is seen of one is an arc", "between its tangent points. VisibilityPolygon"},
	     {0.2f, 0.2f},
	     9.4f,
	     DrawRoundThings},
	    {"A flashlight and a circle of sight",
	     {"A cone and a radius cut the same exact region.", "VisibilityPolygon with SightCone"},
	     {0.0f, 0.0f},
	     9.6f,
	     DrawFlashlight},
	    {"A fan of rays",
	     {"What a sensor or the eyes of an enemy cast, in one call.", "Dashed: nothing is hit. CastRayFan"},
	     {0.2f, 0.0f},
	     9.4f,
	     DrawFan},
	}};
	return k_panels;
}

} // namespace toolbox
