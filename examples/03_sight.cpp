// MIT License, Copyright (c) 2026 the ricochet authors

// Computes the region that a guard sees, and which thieves are in it: 03_sight [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <array>
#include <cstdio>

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "03_sight.svg");
	b2World world({0.0f, 0.0f});
	common::AddStill(world, ricochet::MakeBox(0.7f, 0.7f, {5.0f, 4.6f}, 0.3f));
	common::AddStill(world, ricochet::MakeCircle({6.5f, 1.8f}, 0.6f));
	common::AddStill(world, ricochet::MakeBox(0.15f, 1.2f, {9.0f, 3.6f}));

	// The region in sight of an eye: 10 m far, 1.4 rad wide, to the right. The corners of walls are exact in it.
	const b2Vec2 guard{1.0f, 3.0f};
	std::vector<ricochet::SightVertex> region;
	ricochet::VisibilityPolygon(world, guard, 10.0f, region, {.cone = {.direction = 0.0f, .angle = 1.4f}});

	common::SvgCanvas canvas(780.0f, 420.0f, "#27313d");
	canvas.BeginView({.center = {6.0f, 3.2f}, .width = 780.0f, .height = 420.0f, .scale = 64.0f});
	std::vector<b2Vec2> outline;
	ricochet::Flatten(region, 0.01f, outline); // arcs as chords that are off by 1 cm at most
	canvas.Polygon(outline, {.fill = "#ffe9a8"});
	common::DrawWorld(canvas, world);
	for (const ricochet::SightVertex& vertex : region)
	{
		canvas.Dot(vertex.point, 2.5f, {.fill = "#d9660b"});
	}
	std::printf("%zu corners, %.1f square metres\n", region.size(), ricochet::Area(region));

	// Is a point in the region? And, without any region: is the straight path between two points free?
	const std::array<b2Vec2, 4> thieves{{{8.0f, 3.1f}, {7.8f, 5.6f}, {9.3f, 1.2f}, {2.0f, 5.8f}}};
	for (const b2Vec2 thief : thieves)
	{
		const bool seen = ricochet::Contains(region, guard, thief);
		const bool wayIsFree = ricochet::InSight(world, guard, thief);
		const char* text = seen ? "seen" : wayIsFree ? "outside the cone" : "hidden";
		canvas.Line(guard, thief, {.stroke = wayIsFree ? "#1b7a3d" : "#c62828", .width = 1.2f, .dash = "5 4"});
		canvas.Dot(thief, 7.0f, {.fill = seen ? "#1b7a3d" : "#c62828", .stroke = "#ffffff"});
		canvas.Text(thief, text, {.size = 14.0f, .color = seen ? "#1b7a3d" : "#ffb3a6", .shift = {11.0f, 5.0f}});
	}
	canvas.Dot(guard, 9.0f, {.fill = "#1565c0", .stroke = "#ffffff", .width = 2.0f});
	canvas.Text(guard, "guard", {.size = 14.0f, .color = "#ffffff", .shift = {-16.0f, 28.0f}});
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
