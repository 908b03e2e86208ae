// MIT License, Copyright (c) 2026 the ricochet authors

// Casts one ray in three ways, and bounces it off the fixture that it hits: 02_casts [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cstdio>

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "02_casts.svg");
	b2World world({0.0f, -10.0f});
	common::AddStill(world, ricochet::MakeBox(0.6f, 0.6f, {4.0f, 2.2f}, 0.5f));
	common::AddStill(world, ricochet::MakeCircle({6.8f, 2.4f}, 0.8f));
	common::AddStill(world, ricochet::MakeBox(0.4f, 1.6f, {9.5f, 2.7f}));

	common::SvgCanvas canvas(840.0f, 360.0f, "#fbfaf7");
	canvas.BeginView({.center = {6.0f, 2.6f}, .width = 840.0f, .height = 360.0f, .scale = 64.0f});
	common::DrawWorld(canvas, world);
	const auto label = [&](b2Vec2 at, const char* text)
	{
		canvas.Text(at, text, {.size = 14.0f, .halo = true});
	};

	// All: every part of the ray that lies in a solid, nearest first, each with its entry and its exit.
	const ricochet::Ray ray = ricochet::RayBetween({0.5f, 2.0f}, {11.5f, 3.0f});
	canvas.Line(ray.origin, ray.origin + ray.translation, {.stroke = "#c62828"});
	std::vector<ricochet::RayHit> hits;
	ricochet::CastRayAll(world, ray, hits);
	for (const ricochet::RayHit& hit : hits)
	{
		std::printf("from fraction %.3f to %.3f\n", hit.enter.fraction, hit.exit.fraction);
		canvas.Line(hit.enter.point, hit.exit.point, {.stroke = "#c62828", .width = 5.0f, .opacity = 0.5f});
		canvas.Dot(hit.enter.point, 5.0f, {.fill = "#fbfaf7", .stroke = "#c62828", .width = 2.0f});
		canvas.Dot(hit.exit.point, 5.0f, {.fill = "#c62828"});
	}
	label({5.4f, 3.6f}, "all: in at a ring, out at a dot");

	// Closest: where a shot would end. The normal is all that a bounce needs.
	if (const std::optional<ricochet::RayHit> hit = ricochet::CastRayClosest(world, ray))
	{
		const b2Vec2 away = ricochet::Reflect(ray.translation, hit->enter.normal);
		canvas.Arrow(hit->enter.point, hit->enter.normal, 50.0f, {.stroke = "#1b7a3d", .width = 2.0f});
		canvas.Arrow(hit->enter.point, away, 90.0f, {.stroke = "#1565c0", .width = 2.0f});
		label({0.2f, 3.6f}, "closest: normal (green), reflected (blue)");
	}

	// Any: is the path free? This is the fastest query.
	const b2Vec2 from{0.5f, 0.3f}, to{11.5f, 0.3f};
	const bool blocked = ricochet::CastRayAny(world, ricochet::RayBetween(from, to));
	canvas.Line(from, to, {.stroke = blocked ? "#c62828" : "#1b7a3d", .width = 1.5f, .dash = "6 4"});
	label({0.5f, 0.45f}, blocked ? "any: something is in the way" : "any: the way is free");
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
