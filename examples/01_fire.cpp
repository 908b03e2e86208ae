// MIT License, Copyright (c) 2026 the ricochet authors

// Fires a bullet through glass and off steel, throws a grenade, and draws where they went: 01_fire [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cstdio>

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "01_fire.svg");
	// An ordinary Box2D world. The shapes that MakeBox and the other factory functions return never make Box2D abort.
	b2World world({0.0f, -10.0f});
	common::AddStill(world, ricochet::MakeEdge({-1.0f, 0.0f}, {13.0f, 0.0f}));
	const b2Fixture* glass = common::AddStill(world, ricochet::MakeBox(0.1f, 1.5f, {4.0f, 3.0f}));
	const b2Fixture* steel = common::AddStill(world, ricochet::MakeBox(0.2f, 1.5f, {9.0f, 2.5f}, -0.6f));

	// Glass takes 100 J a metre from a bullet, and no bullet bounces off it. Steel takes more energy than any bullet
	// has.
	ricochet::Plugin plugin(world);
	plugin.SetSurface(glass, {.resistance = 100.0f, .ricochetAngle = 0.0f});
	plugin.SetSurface(steel, {.resistance = 1.0e9f});

	common::SvgCanvas canvas(840.0f, 420.0f, "#fbfaf7");
	canvas.BeginView({.center = {6.0f, 2.8f}, .width = 840.0f, .height = 420.0f, .scale = 60.0f});
	common::DrawWorld(canvas, world);
	canvas.Text({3.6f, 4.7f}, "glass: pierced", {.size = 14.0f});
	canvas.Text({3.35f, 0.3f}, "grenade: bounces until it rests", {.size = 14.0f});
	canvas.Text({10.15f, 3.6f}, "steel: bounced off", {.size = 14.0f});

	// After the shots, the game only steps and reads the events.
	std::vector<b2Vec2> paths[] = {{{0.0f, 3.0f}}, {{0.0f, 1.0f}}}; // of the bullet, of the grenade
	const auto bullet =
	    plugin.Fire({.position = {0.0f, 3.0f}, .velocity = {120.0f, 0.0f}, .maxBounces = 5, .maxPierces = 1});
	const auto grenade =
	    plugin.Throw({.position = {0.0f, 1.0f}, .velocity = {4.0f, 6.0f}, .radius = 0.1f, .friction = 0.1f});
	for (int i = 0; i < 180; ++i)
	{
		plugin.Step(1.0f / 60.0f, 8, 3);
		for (const ricochet::ImpactEvent& hit : plugin.Impacts())
		{
			std::printf("%s, %.2f m thick\n", hit.bullet ? "bullet" : "grenade", hit.thickness);
			paths[hit.bullet ? 0 : 1].push_back(hit.position);
			canvas.Arrow(hit.enter.point, hit.enter.normal, 28.0f, {.stroke = "#1b7a3d", .width = 1.5f});
			canvas.Dot(hit.enter.point, 4.0f, {.fill = "#27313d"});
		}
		const auto flying = plugin.Find(bullet);
		const auto thrown = plugin.Find(grenade);
		paths[0].push_back(flying ? flying->position : paths[0].back());
		paths[1].push_back(thrown ? thrown->position : paths[1].back());
	}
	canvas.Polyline(paths[0], {.stroke = "#c62828", .width = 2.0f});
	canvas.Polyline(paths[1], {.stroke = "#7b3fa0", .width = 2.0f});
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
