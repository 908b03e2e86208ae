// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/polygon_check.h>
#include <ricochet/geometry/tangent.h>

#include <array>
#include <optional>
#include <vector>

namespace toolbox
{
namespace
{

using ricochet::Location;

void DrawPoints(Sketch& sketch)
{
	// The vertices are on a lattice, so that points lie exactly on sides.
	const std::array<b2Vec2, 7> shape = {b2Vec2{-3.0f, -1.5f}, {3.0f, -1.5f}, {3.0f, 0.0f}, {1.5f, 1.5f},
	                                     {0.0f, 0.0f},         {-1.5f, 1.5f}, {-3.0f, 1.5f}};
	sketch.Solid(shape);
	for (int y = -5; y <= 5; ++y)
	{
		for (int x = -8; x <= 8; ++x)
		{
			const b2Vec2 point{0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y)};
			switch (ricochet::LocateInPolygon(point, shape))
			{
			case Location::Inside:
				sketch.Canvas().Dot(point, 3.4f, {.fill = k_normal});
				break;
			case Location::Boundary:
				sketch.Canvas().Dot(point, 4.2f, {.fill = "#ffffff", .stroke = k_blue, .width = 2.2f});
				break;
			case Location::Outside:
				sketch.Canvas().Dot(point, 2.2f, {.fill = "#a7afb9"});
				break;
			}
		}
	}
}

void DrawChecked(Sketch& sketch, std::span<const b2Vec2> vertices, b2Vec2 below)
{
	const ricochet::Result<ricochet::PolygonKind> kind = ricochet::CheckPolygon(vertices);
	sketch.Canvas().Polygon(vertices,
	                        {.fill = kind ? k_solid : "#f6d5d2", .stroke = k_outline, .width = kind ? 1.2f : 1.0f});
	const auto arrow = [&](size_t i, std::string_view color)
	{
		const b2Vec2 from = vertices[i], to = vertices[(i + 1) % vertices.size()];
		sketch.Canvas().Line(from, to, {.stroke = color, .width = 2.4f});
	};
	if (kind)
	{
		sketch.Label(below, kind->convex ? "convex" : "concave", {0.0f, 0.0f}, "middle");
		sketch.Label(below, kind->counterClockwise ? "counter-clockwise" : "clockwise", {0.0f, 15.0f}, "middle");
	}
	else
	{
		arrow(static_cast<size_t>(kind.GetError().index), k_ray);
		arrow(static_cast<size_t>(kind.GetError().value), k_ray);
		sketch.Label(below, "no polygon:", {0.0f, 0.0f}, "middle");
		sketch.Label(below, "two sides cross", {0.0f, 15.0f}, "middle");
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		sketch.Label(vertices[i], std::to_string(i), {0.0f, -5.0f}, "middle", k_faint);
	}
}

void DrawChecks(Sketch& sketch)
{
	DrawChecked(
	    sketch,
	    std::array<b2Vec2, 5>{b2Vec2{-3.6f, -0.9f}, {-2.4f, -0.9f}, {-1.9f, 0.3f}, {-3.0f, 1.3f}, {-4.1f, 0.3f}},
	    {-3.0f, -1.4f});
	DrawChecked(sketch, std::array<b2Vec2, 4>{b2Vec2{-1.1f, 1.2f}, {0.0f, 0.1f}, {1.1f, 1.2f}, {0.0f, -1.0f}},
	            {0.0f, -1.4f});
	DrawChecked(sketch, std::array<b2Vec2, 4>{b2Vec2{1.9f, -0.9f}, {4.1f, 1.2f}, {4.1f, -0.9f}, {1.9f, 1.2f}},
	            {3.0f, -1.4f});
}

void DrawTangents(Sketch& sketch)
{
	const b2Vec2 center{0.0f, 0.0f};
	constexpr float k_radius = 1.25f;
	sketch.Canvas().Circle(center, k_radius, {.fill = k_solid, .stroke = k_outline, .width = 1.2f});
	const std::array<b2Vec2, 4> froms = {b2Vec2{-4.0f, 1.8f}, {3.6f, -1.0f}, {1.0f, -0.75f}, {-0.1f, 0.0f}};
	const auto label = [&](b2Vec2 point, std::string_view text)
	{
		const b2Vec2 out = common::Unit(point - center);
		sketch.Label(point, text, {12.0f * out.x, 4.0f - 14.0f * out.y}, out.x < 0.0f ? "end" : "start", k_faint);
	};
	for (const b2Vec2 from : froms)
	{
		const auto points = ricochet::TangentPoints(from, center, k_radius);
		sketch.Start(from);
		if (points.has_value() == false)
		{
			sketch.Label(from, "inside: none", {0.0f, -8.0f}, "middle");
			continue;
		}
		if ((*points)[0] == from)
		{
			sketch.Canvas().Dot(from, 4.2f, {.fill = "#ffffff", .stroke = k_normal, .width = 1.8f});
			label(from, "on the rim");
			continue;
		}
		for (const b2Vec2 point : *points)
		{
			sketch.Canvas().Line(from, point, {.stroke = k_ray, .width = 1.4f});
			sketch.Canvas().Dot(point, 4.2f, {.fill = "#ffffff", .stroke = k_normal, .width = 1.8f});
		}
		label((*points)[0], "left");
		label((*points)[1], "right");
	}
}

} // namespace

std::span<const Panel> PolygonPanels()
{
	static const std::array<Panel, 3> k_panels = {{
	    {"Points inside, outside and on the boundary",
	     {"Green: inside. Blue rim: on the boundary. Grey: outside.", "LocateInPolygon, LocateInConvex, LocateInBox"},
	     {0.0f, 0.0f},
	     9.0f,
	     DrawPoints},
	    {"Is it a polygon, and is it convex?",
	     {"Which way round, and if it is none, which two sides cross.", "CheckPolygon"},
	     {0.0f, -0.2f},
	     9.6f,
	     DrawChecks},
	    {"Tangent points of a circle",
	     {"From outside two, left and right as seen on the way to the",
	      "centre; from the rim one; from inside none. TangentPoints"},
	     {0.0f, 0.1f},
	     9.0f,
	     DrawTangents},
	}};
	return k_panels;
}

} // namespace toolbox
