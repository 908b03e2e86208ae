// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/supercover.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace toolbox
{
namespace
{

using ricochet::Cell;
using ricochet::CornerRule;

struct Wall
{
	b2Vec2 a, b;
};

constexpr float k_cell = 1.0f; // m

b2Vec2 CornerOf(Cell cell)
{
	return {k_cell * static_cast<float>(cell.x), k_cell * static_cast<float>(cell.y)};
}

void FillCell(Sketch& sketch, Cell cell, std::string_view color, float opacity)
{
	const b2Vec2 corner = CornerOf(cell);
	sketch.Canvas().Rectangle(corner, corner + b2Vec2{k_cell, k_cell}, {.fill = color, .opacity = opacity});
}

void DrawGridLines(Sketch& sketch)
{
	for (int i = -7; i <= 7; ++i)
	{
		const float at = k_cell * static_cast<float>(i);
		sketch.Canvas().Line({at, -5.0f}, {at, 5.0f}, {.stroke = "#dfe3e8", .width = 1.0f});
		sketch.Canvas().Line({-7.0f, at}, {7.0f, at}, {.stroke = "#dfe3e8", .width = 1.0f});
	}
}

// Draws a skew line, a line through corners of cells, and a line along a grid line, with the order of their cells.
void DrawWalks(Sketch& sketch, CornerRule rule)
{
	const std::array<Wall, 3> lines = {
	    {{{-5.7f, -1.7f}, {-0.3f, 0.9f}}, {{0.5f, -2.5f}, {3.5f, 0.5f}}, {{0.5f, 2.0f}, {4.5f, 2.0f}}}};
	const auto number = [&](const Wall& line, auto&& use)
	{
		int order = 0;
		ricochet::WalkSupercover(
		    line.a, line.b, k_cell, [&](Cell cell) { use(cell, ++order); }, rule);
	};
	for (const Wall& line : lines)
	{
		number(line, [&](Cell cell, int) { FillCell(sketch, cell, "#9cc3ee", 0.65f); });
	}
	DrawGridLines(sketch);
	for (const Wall& line : lines)
	{
		sketch.Ray(line.a, line.b);
		number(line,
		       [&](Cell cell, int order) {
			       sketch.Label(CornerOf(cell), fmt::format("{}", order), {3.0f, -3.0f}, "start", "#35506e");
		       });
	}
}

void DrawThin(Sketch& sketch)
{
	DrawWalks(sketch, CornerRule::Thin);
}

void DrawSupercover(Sketch& sketch)
{
	DrawWalks(sketch, CornerRule::Supercover);
}

void DrawConservative(Sketch& sketch)
{
	DrawWalks(sketch, CornerRule::Conservative);
}

void DrawHashCast(Sketch& sketch)
{
	// The first wall is in cells that the ray visits early, but crosses the ray far beyond the second wall.
	const std::array<Wall, 6> walls = {{{{-4.6f, 0.9f}, {4.6f, 0.1f}},
	                                    {{-1.4f, -0.5f}, {-1.1f, 0.6f}},
	                                    {{-4.4f, 2.4f}, {-2.6f, 1.7f}},
	                                    {{3.4f, -1.6f}, {4.8f, -2.4f}},
	                                    {{-1.6f, -2.6f}, {-0.2f, -1.6f}},
	                                    {{4.3f, -0.6f}, {4.6f, 1.4f}}}};
	ricochet::SpatialHash hash(k_cell);
	for (size_t i = 0; i < walls.size(); ++i)
	{
		(void)hash.AddSegment(walls[i].a, walls[i].b, i);
		const auto shade = [&](Cell cell)
		{
			FillCell(sketch, cell, "#eceff3", 1.0f);
		};
		ricochet::WalkSupercover(walls[i].a, walls[i].b, k_cell, shade, CornerRule::Conservative);
	}
	const ricochet::Ray ray = ricochet::RayBetween({-5.5f, 0.05f}, {5.5f, 0.45f});
	const std::optional<ricochet::RayHit> hit = CastRayClosest(hash, ray);
	const b2Vec2 end = hit ? hit->enter.point : PointAt(ray, 1.0f);
	const ricochet::Result<Cell> owner = ricochet::CellAt(end, k_cell);
	const Cell last = owner ? *owner : Cell{};
	ricochet::WalkSupercover(ray.origin, PointAt(ray, 1.0f), k_cell,
	                         [&](Cell cell)
	                         {
		                         FillCell(sketch, cell, "#9cc3ee", 0.8f);
		                         return cell != last;
	                         });
	DrawGridLines(sketch);
	for (const Wall& wall : walls)
	{
		sketch.Wall(wall.a, wall.b);
	}
	sketch.Ray(ray.origin, end);
	if (hit)
	{
		sketch.Ghost(end, PointAt(ray, 1.0f));
		sketch.Hit(hit->enter);
	}
}

void DrawViewport(Sketch& sketch)
{
	std::vector<Wall> walls;
	uint32_t state = 7; // Numerical Recipes' generator: the same walls everywhere
	const auto roll = [&]
	{
		state = 1664525u * state + 1013904223u;
		return static_cast<float>(state >> 8) * 0x1p-23f - 1.0f;
	};
	for (int i = 0; i < 90; ++i)
	{
		const b2Vec2 a{5.8f * roll(), 3.6f * roll()};
		walls.push_back({a, a + 0.8f * b2Vec2{roll(), roll()}});
	}
	ricochet::SpatialHash hash(k_cell);
	for (size_t i = 0; i < walls.size(); ++i)
	{
		(void)hash.AddSegment(walls[i].a, walls[i].b, i);
	}
	DrawGridLines(sketch);
	for (const Wall& wall : walls)
	{
		sketch.Canvas().Line(wall.a, wall.b, {.stroke = "#a7afb9", .width = 2.0f});
	}
	b2AABB view;
	view.lowerBound = {-2.7f, -1.5f};
	view.upperBound = {2.6f, 1.7f};
	std::vector<ricochet::Item> found;
	FindInBox(hash, view, found);
	std::sort(found.begin(), found.end(),
	          [](const auto& a, const auto& b) { return a.tag < b.tag; }); // found in any order
	for (const ricochet::Item& item : found)
	{
		sketch.Canvas().Line(walls[item.tag].a, walls[item.tag].b, {.stroke = k_blue, .width = 3.0f});
	}
	sketch.Canvas().Rectangle(view.lowerBound, view.upperBound, {.stroke = k_ink, .width = 1.6f});
	sketch.Label({-2.7f, 1.7f}, fmt::format("{} of {} walls reach into the box", found.size(), walls.size()),
	             {2.0f, -6.0f});
}

} // namespace

std::span<const Panel> GridPanels()
{
	static const std::array<Panel, 5> k_panels = {{
	    {"Cells along a line: thin",
	     {"What the line enters, in order. Through a corner it steps",
	      "diagonally, along a grid line on one side. CornerRule::Thin"},
	     {-0.6f, 0.0f},
	     12.0f,
	     DrawThin},
	    {"Cells along a line: supercover",
	     {"At a corner both cells beside it too, so that neighbours", "share a side. WalkSupercover"},
	     {-0.6f, 0.0f},
	     12.0f,
	     DrawSupercover},
	    {"Cells along a line: conservative",
	     {"All that the line touches: four cells at a corner, both", "sides of a grid line. CornerRule::Conservative"},
	     {-0.6f, 0.0f},
	     12.0f,
	     DrawConservative},
	    {"A cast in a spatial hash",
	     {"Grey cells hold walls. The walk (blue) ends in the cell where",
	      "the nearest hit lies. SpatialHash::CastRayClosest"},
	     {0.0f, 0.0f},
	     11.4f,
	     DrawHashCast},
	    {"A viewport in a spatial hash",
	     {"All that reaches into a box, each once; for cameras, lights", "and blasts. SpatialHash::Query"},
	     {0.0f, 0.1f},
	     11.4f,
	     DrawViewport},
	}};
	return k_panels;
}

} // namespace toolbox
