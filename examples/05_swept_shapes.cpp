// MIT License, Copyright (c) 2026 the ricochet authors

// Sweeps a crate through a level, and lists everything that it touches on its path: 05_swept_shapes [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <array>
#include <cstdio>

namespace
{

void DrawCrate(common::SvgCanvas& canvas, std::span<const b2Vec2> vertices, b2Transform pose, b2Vec2 moved,
               const common::SvgStyle& style)
{
	pose.p += moved;
	std::vector<b2Vec2> points;
	for (const b2Vec2& vertex : vertices)
	{
		points.push_back(b2Mul(pose, vertex));
	}
	canvas.Polygon(points, style);
}

} // namespace

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "05_swept_shapes.svg");
	b2World world({0.0f, -10.0f});
	const std::array<b2Vec2, 6> ground{b2Vec2{13.5f, 0.4f}, {9.8f, 1.0f}, {6.0f, 0.2f},
	                                   {3.4f, 1.6f},        {1.8f, 0.4f}, {-1.5f, 0.4f}};
	common::AddStill(world, ricochet::MakeChain(ground));
	common::AddStill(world, ricochet::MakeCircle({5.1f, 3.1f}, 0.7f));
	common::AddStill(world, ricochet::MakeCapsule({7.2f, 2.95f}, {8.1f, 3.6f}, 0.3f));
	common::AddStill(world, ricochet::MakeBox(0.35f, 0.9f, {10.4f, 2.5f}, 0.3f));

	// The crate moves from `pose` by `way`, without turning.
	const std::array<b2Vec2, 4> crate{b2Vec2{-0.55f, -0.4f}, {0.55f, -0.4f}, {0.55f, 0.4f}, {-0.55f, 0.4f}};
	const b2Transform pose({0.6f, 1.75f}, b2Rot(0.25f));
	const b2Vec2 way{10.9f, 1.0f};
	std::vector<ricochet::HullHit> hits;
	ricochet::CastPolygonAll(world, crate, 0.0f, pose, way, hits);

	common::SvgCanvas canvas(880.0f, 380.0f, "#fbfaf7");
	canvas.BeginView({.center = {6.1f, 2.45f}, .width = 880.0f, .height = 380.0f, .scale = 70.0f});
	for (int i = 0; i <= 40; ++i)
	{
		DrawCrate(canvas, crate, pose, static_cast<float>(i) / 40.0f * way, {.fill = "#1565c0", .opacity = 0.03f});
	}
	common::DrawWorld(canvas, world);
	DrawCrate(canvas, crate, pose, {0.0f, 0.0f}, {.fill = "#cfe0f3", .stroke = "#1565c0", .width = 2.0f});
	for (const ricochet::HullHit& hit : hits)
	{
		// The pose of the crate at the touch, the point of contact, and the direction away from the other shape.
		std::printf("touches at (%.2f, %.2f), after %.0f %% of the way; clear again at %.0f %%\n", hit.contact.x,
		            hit.contact.y, 100.0f * hit.enter.fraction, 100.0f * hit.exit.fraction);
		DrawCrate(canvas, crate, pose, hit.enter.fraction * way, {.stroke = "#1565c0", .width = 1.0f, .dash = "4 3"});
		canvas.Arrow(hit.contact, hit.enter.normal, 34.0f, {.stroke = "#1b7a3d", .width = 2.0f});
		canvas.Dot(hit.contact, 4.5f, {.fill = "#c62828"});
	}
	if (hits.empty() == false)
	{
		DrawCrate(canvas, crate, pose, hits[0].enter.fraction * way, {.stroke = "#1565c0", .width = 2.5f});
		canvas.Text({0.0f, 4.75f}, "thick: where a push would end. Dashed: where it would touch the others",
		            {.halo = true});
		canvas.Text({0.0f, 4.45f}, "red: the point of contact, green: the normal there", {.halo = true});
	}
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
