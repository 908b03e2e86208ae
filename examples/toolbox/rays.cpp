// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/clip.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace toolbox
{
namespace
{

using ricochet::RayBetween;
using ricochet::RaySpan;

const std::array<b2Vec2, 8> k_octagon = {b2Vec2{-2.0f, -0.75f}, {-0.75f, -2.0f}, {0.75f, -2.0f}, {2.0f, -0.75f},
                                         {2.0f, 0.75f},         {0.75f, 2.0f},   {-0.75f, 2.0f}, {-2.0f, 0.75f}};

void Clip(Sketch& sketch, std::span<const b2Vec2> vertices, const ricochet::Ray& ray)
{
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	sketch.Ray(ray.origin, end);
	if (const std::optional<RaySpan> span = ClipConvex(ray, vertices))
	{
		sketch.Inside(*span);
	}
}

void DrawClip(Sketch& sketch)
{
	sketch.Solid(k_octagon);
	Clip(sketch, k_octagon, RayBetween({-4.2f, -0.4f}, {4.2f, 0.9f}));
}

void DrawStartsAndEnds(Sketch& sketch)
{
	sketch.Solid(k_octagon);
	Clip(sketch, k_octagon, RayBetween({-0.6f, 1.1f}, {4.2f, 1.1f}));
	sketch.Label({2.1f, 1.1f}, "starts inside", {20.0f, -8.0f});
	Clip(sketch, k_octagon, RayBetween({-4.2f, 0.2f}, {-0.4f, 0.2f}));
	sketch.Label({-4.2f, 0.2f}, "ends inside", {2.0f, 16.0f});
	Clip(sketch, k_octagon, RayBetween({-0.9f, -0.9f}, {0.9f, -0.9f}));
	sketch.Label({0.0f, -0.9f}, "is inside", {0.0f, 18.0f}, "middle");
	Clip(sketch, k_octagon, RayBetween({0.25f, -2.5f}, {3.5f, 0.75f}));
	sketch.Label({2.4f, -1.6f}, "grazes a side", {2.0f, 8.0f});
	Clip(sketch, k_octagon, RayBetween({-4.2f, 2.0f}, {-2.4f, 1.4f}));
	sketch.Label({-4.2f, 2.0f}, "is too short", {6.0f, -8.0f});
}

void DrawConcave(Sketch& sketch)
{
	const std::array<b2Vec2, 10> comb = {b2Vec2{-3.2f, -1.6f}, {3.2f, -1.6f}, {3.2f, 1.4f},  {2.0f, 1.4f},
	                                     {1.2f, -0.6f},        {0.6f, 1.8f},  {-0.6f, 1.8f}, {-1.2f, -0.6f},
	                                     {-2.0f, 1.4f},        {-3.2f, 1.4f}};
	sketch.Solid(comb);
	const ricochet::Ray ray = RayBetween({-4.4f, -0.2f}, {4.4f, 1.1f});
	sketch.Ray(ray.origin, PointAt(ray, 1.0f));
	std::vector<RaySpan> spans;
	ClipPolygon(ray, comb, spans);
	for (const RaySpan& span : spans)
	{
		sketch.Inside(span);
	}
}

void DrawCollinear(Sketch& sketch)
{
	const b2Vec2 a{0.5f, 0.375f}, b{2.5f, 1.125f};
	const auto cross = [&](const ricochet::Ray& ray, b2Vec2 from, b2Vec2 to)
	{
		sketch.Wall(from, to);
		const std::optional<ricochet::Crossing> crossing = CrossSegment(ray, from, to);
		sketch.Ray(ray.origin, crossing ? crossing->point : PointAt(ray, 1.0f));
		if (crossing)
		{
			sketch.Ghost(crossing->point, PointAt(ray, 1.0f));
			sketch.Hit(*crossing);
		}
	};
	cross(RayBetween({-3.5f, -1.125f}, {4.5f, 1.875f}), a, b);
	sketch.Label({-3.5f, -1.125f}, "along: its nearer end", {10.0f, 20.0f});
	const b2Vec2 shift{-2.6f, 1.9f};
	cross(RayBetween(b2Vec2{-1.2f, -0.8f} + shift, b2Vec2{2.4f, 0.1f} + shift), b2Vec2{0.2f, -1.0f} + shift,
	      b2Vec2{0.0f, 0.3f} + shift);
	sketch.Label(b2Vec2{0.3f, -0.2f} + shift, "across", {6.0f, -10.0f});
	const b2Vec2 low{0.2f, -1.6f};
	cross(RayBetween(low, low + b2Vec2{3.6f, 0.0f}), low + b2Vec2{0.8f, -0.25f}, low + b2Vec2{2.8f, -0.25f});
	sketch.Label(low + b2Vec2{1.8f, 0.0f}, "beside: none", {0.0f, -7.0f}, "middle");
}

void DrawCircle(Sketch& sketch)
{
	constexpr float k_radius = 1.5f;
	const b2Vec2 center{0.0f, -0.25f};
	sketch.Canvas().Circle(center, k_radius, {.fill = k_solid, .stroke = k_outline, .width = 1.2f});
	const auto clip = [&](const ricochet::Ray& ray, std::string_view text, b2Vec2 shift)
	{
		sketch.Ray(ray.origin, PointAt(ray, 1.0f));
		if (const std::optional<RaySpan> span = ClipCircle(ray, center, k_radius))
		{
			sketch.Inside(*span);
		}
		sketch.Label(ray.origin, text, shift);
	};
	clip(RayBetween({-4.0f, 1.9f}, {4.0f, 1.9f}), "beside: none", {4.0f, -6.0f});
	clip(RayBetween({-4.0f, 1.25f}, {4.0f, 1.25f}), "tangent: one point, grazing", {4.0f, -6.0f});
	clip(RayBetween({-4.0f, -0.75f}, {4.0f, 0.25f}), "through: two", {4.0f, 18.0f});
	clip(RayBetween({0.2f, -1.0f}, {4.0f, -1.6f}), "from inside: one", {52.0f, 48.0f});
}

void DrawSeveral(Sketch& sketch)
{
	const std::array<std::array<b2Vec2, 4>, 3> boxes = {{
	    {b2Vec2{-2.9f, -0.9f}, {-1.7f, -1.2f}, {-1.4f, 0.6f}, {-2.6f, 0.9f}},
	    {b2Vec2{-0.6f, -1.2f}, {0.3f, -1.0f}, {0.6f, 1.2f}, {-0.4f, 1.0f}},
	    {b2Vec2{1.6f, -0.9f}, {2.9f, -0.6f}, {2.6f, 1.0f}, {1.4f, 0.8f}},
	}};
	const ricochet::Ray ray = RayBetween({-4.4f, -0.3f}, {4.4f, 0.3f});
	sketch.Ray(ray.origin, PointAt(ray, 1.0f));
	float first = std::numeric_limits<float>::max(), last = 0.0f;
	for (const std::array<b2Vec2, 4>& box : boxes)
	{
		sketch.Solid(box);
		if (const std::optional<RaySpan> span = ClipConvex(ray, box))
		{
			sketch.Inside(*span);
			first = std::min(first, span->enter.fraction);
			last = std::max(last, span->exit.fraction);
		}
	}
	sketch.Label(PointAt(ray, first), "first", {-10.0f, -26.0f}, "end");
	sketch.Label(PointAt(ray, last), "last", {12.0f, -26.0f});
}

} // namespace

std::span<const Panel> RayPanels()
{
	static const std::array<Panel, 6> k_panels = {{
	    {"A segment clipped by a convex polygon",
	     {"Both crossings, near and far, each with its normal, edge and", "fraction of the way. ClipConvex, ClipBox"},
	     {0.0f, 0.0f},
	     9.0f,
	     DrawClip},
	    {"Rays that start or end inside, or graze",
	     {"Inside there is no crossing and no normal; flags say so.", "ClipConvex: startsInside, endsInside, grazing"},
	     {0.0f, 0.0f},
	     9.0f,
	     DrawStartsAndEnds},
	    {"A concave polygon",
	     {"One span for each part inside, in order along the ray.", "ClipPolygon"},
	     {0.0f, 0.0f},
	     9.6f,
	     DrawConcave},
	    {"Rays and segments",
	     {"A ray along a segment hits its nearer end, with the normal", "against the ray. CrossSegment"},
	     {0.2f, 0.1f},
	     9.0f,
	     DrawCollinear},
	    {"Rays and a circle",
	     {"None, one or two points, decided exactly: a tangent is", "a tangent. ClipCircle"},
	     {0.0f, 0.15f},
	     9.0f,
	     DrawCircle},
	    {"First and last crossing over several polygons",
	     {"Each polygon has its own span: thickness is its length,", "penetration goes from span to span. ClipConvex"},
	     {0.0f, 0.0f},
	     9.6f,
	     DrawSeveral},
	}};
	return k_panels;
}

} // namespace toolbox
