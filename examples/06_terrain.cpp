// MIT License, Copyright (c) 2026 the ricochet authors

// A mountain of thousands of vertices, with caves, under fire: 06_terrain [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>

namespace
{

constexpr float k_pi = 3.14159265f;

// Returns a height (m) that is rough at all scales, and the same on every platform.
float Roughness(float x)
{
	float sum = 0.0f;
	for (float scale = 1.0f; scale < 600.0f; scale *= 1.83f)
	{
		sum += std::sin(scale * x + 1.7f * scale) / (1.2f * scale + 0.6f);
	}
	return sum;
}

void AddRing(std::vector<b2Vec2>& vertices, std::vector<int32_t>& starts, b2Vec2 center, b2Vec2 size, int count)
{
	starts.push_back(static_cast<int32_t>(vertices.size()));
	for (int i = 0; i < count; ++i)
	{
		const float angle = 2.0f * k_pi * static_cast<float>(i) / static_cast<float>(count);
		const float reach = 1.0f + 0.12f * std::sin(5.0f * angle) + 0.06f * std::sin(23.0f * angle + center.x);
		vertices.push_back({center.x + reach * size.x * std::cos(angle), center.y + reach * size.y * std::sin(angle)});
	}
}

} // namespace

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "06_terrain.svg");
	// One outline: the slopes, and two caves in them.
	std::vector<b2Vec2> vertices{{0.0f, 0.0f}, {40.0f, 0.0f}};
	std::vector<int32_t> starts{0};
	for (int i = 3000; i >= 0; --i)
	{
		const float x = 40.0f * static_cast<float>(i) / 3000.0f;
		const float hill = 7.5f * std::exp(-0.012f * (x - 21.0f) * (x - 21.0f));
		vertices.push_back({x, 2.5f + hill + 0.8f * Roughness(0.5f * x)});
	}
	AddRing(vertices, starts, {20.0f, 5.2f}, {4.2f, 1.5f}, 700);
	AddRing(vertices, starts, {21.5f, 1.6f}, {7.0f, 0.7f}, 500);
	const auto outline = ricochet::Outline::Make(vertices, starts);
	const auto polygons = outline ? ricochet::MakePolygons(*outline) : outline.GetError();
	if (!polygons)
	{
		std::fprintf(stderr, "%s\n", polygons.GetError().Message().c_str());
		return 1;
	}

	// For Box2D the mountain is a body of convex fixtures.
	b2World world({0.0f, -10.0f});
	const b2BodyDef still;
	b2Body* mountain = world.CreateBody(&still);
	for (const ricochet::ClipPolygonShape& polygon : *polygons)
	{
		mountain->CreateFixture(&polygon, 0.0f);
	}
	std::printf("%zu vertices, %zu convex fixtures\n", vertices.size(), polygons->size());

	common::SvgCanvas canvas(960.0f, 420.0f, "#fbfaf7");
	canvas.BeginView({.center = {20.0f, 7.0f}, .width = 960.0f, .height = 420.0f, .scale = 24.0f});
	for (size_t ring = 0; ring < starts.size(); ++ring)
	{
		const size_t first = static_cast<size_t>(starts[ring]);
		const size_t end = ring + 1 < starts.size() ? static_cast<size_t>(starts[ring + 1]) : vertices.size();
		canvas.Polygon(std::span(vertices).subspan(first, end - first),
		               {.fill = ring == 0 ? "#d6dde7" : "#fbfaf7", .stroke = "#4d5f75", .width = 0.8f});
	}

	// The parts of three rays that are in rock. Entries and exits lie on outer faces, never on a seam between fixtures.
	std::vector<ricochet::SolidSpan> solids;
	for (const float height : {9.2f, 5.4f, 1.7f})
	{
		const ricochet::Ray ray = ricochet::RayBetween({-0.5f, height}, {40.5f, height});
		ricochet::CastRaySolids(world, ray, solids);
		canvas.Line(ray.origin, ray.origin + ray.translation, {.stroke = "#6a1b9a", .width = 0.7f, .opacity = 0.6f});
		for (const ricochet::SolidSpan& solid : solids)
		{
			canvas.Line(solid.enter.point, solid.exit.point, {.stroke = "#6a1b9a", .width = 3.0f, .opacity = 0.55f});
		}
		std::printf("at %.1f m: %.2f m of rock in %zu parts\n", static_cast<double>(height),
		            static_cast<double>(ricochet::SolidLength(world, ray.origin, ray.origin + ray.translation)),
		            solids.size());
	}

	// Two guns, whose bullets bounce off surfaces that they hit at a flat angle.
	ricochet::Plugin plugin(world);
	std::vector<ricochet::BulletId> bullets;
	for (int i = 0; i < 16; ++i)
	{
		const bool isLeft = i % 2 == 0;
		const float angle = (isLeft ? 0.0f : k_pi) + (isLeft ? 1.0f : -1.0f) * (0.04f * static_cast<float>(i) - 0.1f);
		bullets.push_back(plugin.Fire({.position = {isLeft ? 2.0f : 38.0f, 7.5f},
		                               .velocity = 19.0f * b2Vec2{std::cos(angle), std::sin(angle)},
		                               .restitution = 0.5f,
		                               .maxBounces = 2,
		                               .keepsPath = true}));
	}
	for (const float x : {2.0f, 38.0f})
	{
		canvas.Dot({x, 7.5f}, 5.0f, {.fill = "#333333"});
	}
	std::vector<std::vector<b2Vec2>> paths(bullets.size());
	int impacts = 0;
	for (int step = 0; step < 240; ++step)
	{
		plugin.Step(1.0f / 60.0f, 8, 3);
		for (size_t i = 0; i < bullets.size(); ++i)
		{
			for (const ricochet::PathPoint& point : plugin.PathOf(bullets[i]))
			{
				// Keeps only points that are some dots of the picture apart.
				if (paths[i].empty() || b2Distance(paths[i].back(), point.position) > 0.05f)
				{
					paths[i].push_back(point.position);
				}
			}
		}
		for (const ricochet::ImpactEvent& impact : plugin.Impacts())
		{
			canvas.Dot(impact.enter.point, 2.2f, {.fill = "#c62828"});
			canvas.Arrow(impact.enter.point, impact.enter.normal, 16.0f, {.stroke = "#1b7a3d", .width = 1.4f});
			++impacts;
		}
	}
	for (const std::vector<b2Vec2>& path : paths)
	{
		canvas.Polyline(path, {.stroke = "#c62828", .width = 1.4f});
	}
	std::printf("%zu bullets, %d impacts\n", bullets.size(), impacts);
	canvas.Text({0.3f, -0.75f}, "red: bullets and where they hit, green: the normals of the rock",
	            {.size = 14.0f, .halo = true});
	canvas.Text({0.3f, -1.4f}, "purple: what of a ray is rock, whatever the fixtures that it is made of",
	            {.size = 14.0f, .halo = true});
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
