// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/reflect.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace toolbox
{
namespace
{

std::array<b2Vec2, 4> CornersOf(const b2AABB& box)
{
	return {box.lowerBound, b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
	        b2Vec2{box.lowerBound.x, box.upperBound.y}};
}

void AddSolid(b2World& world, std::span<const b2Vec2> vertices)
{
	b2BodyDef def;
	if (const auto shape = ricochet::MakePolygon(vertices))
	{
		world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
	}
}

b2AABB Box(b2Vec2 lower, b2Vec2 upper)
{
	b2AABB box;
	box.lowerBound = lower;
	box.upperBound = upper;
	return box;
}

// Draws a bullet of 300 m/s at 60 frames a second.
void DrawLeapfrog(Sketch& sketch)
{
	const b2AABB above = Box({12.0f, 1.6f}, {13.0f, 5.4f}), below = Box({12.0f, -5.4f}, {13.0f, -1.6f});
	sketch.Solid(CornersOf(above));
	sketch.Solid(CornersOf(below));
	sketch.Label({0.0f, 6.0f}, "a point that is looked at once a frame");
	for (int frame = 0; frame < 5; ++frame)
	{
		const b2Vec2 point{5.0f * static_cast<float>(frame), 3.5f};
		const bool isHit = ricochet::LocateInBox(point, above) != ricochet::Location::Outside;
		sketch.Canvas().Dot(point, 4.2f, {.fill = isHit ? k_normal : "#8d98a5"});
		sketch.Label(point, fmt::format("{}", frame), {0.0f, 17.0f}, "middle", k_faint);
		if (frame > 0)
		{
			sketch.Ghost(point - b2Vec2{5.0f, 0.0f}, point);
		}
	}

	b2World world({0.0f, 0.0f});
	AddSolid(world, CornersOf(below));
	ricochet::Plugin plugin(world);
	const ricochet::BulletId bullet = plugin.Fire({.position = {0.0f, -3.5f}, .velocity = {300.0f, 0.0f}});
	sketch.Label({0.0f, -1.0f}, "the segment of each frame");
	b2Vec2 from{0.0f, -3.5f};
	for (int frame = 1; frame < 5; ++frame)
	{
		plugin.Step(1.0f / 60.0f, 8, 3);
		const std::optional<ricochet::BulletState> state = plugin.Find(bullet);
		const bool isHit = plugin.Impacts().empty() == false;
		if (isHit)
		{
			sketch.Ray(from, plugin.Impacts()[0].enter.point);
			sketch.Hit(plugin.Impacts()[0].enter);
		}
		else if (state)
		{
			sketch.Ray(from, state->position);
			from = state->position;
		}
	}
}

// Draws one step of a whole second.
void DrawGravity(Sketch& sketch)
{
	const b2AABB upper = Box({6.4f, 0.9f}, {7.2f, 1.9f}), lower = Box({4.5f, -0.25f}, {5.5f, 0.25f});
	const ricochet::BulletDef def = {.velocity = {10.0f, 5.0f}};
	b2World world({0.0f, -10.0f});
	for (const b2AABB& box : {upper, lower})
	{
		AddSolid(world, CornersOf(box));
		sketch.Solid(CornersOf(box));
	}
	ricochet::Plugin plugin(world);
	(void)plugin.Fire(def);
	plugin.Step(1.0f, 8, 3);

	b2World empty({0.0f, -10.0f});
	ricochet::Plugin free(empty);
	const ricochet::BulletId bullet = free.Fire(def);
	std::vector<b2Vec2> path = {def.position};
	const float end = plugin.Impacts().empty() ? 1.0f : plugin.Impacts()[0].time;
	for (int i = 0; i < 40; ++i)
	{
		free.Step(end / 40.0f, 8, 3);
		path.push_back(free.Find(bullet)->position);
	}
	sketch.Canvas().Polyline(path, {.stroke = k_ray, .width = 1.8f});
	sketch.Start(def.position);

	const ricochet::Ray chord = ricochet::RayBetween(def.position, {10.0f, 0.0f});
	sketch.Ghost(chord.origin, PointAt(chord, 1.0f));
	if (const std::optional<ricochet::RayHit> hit = CastRayClosest(world, chord))
	{
		sketch.Canvas().Dot(hit->enter.point, 4.2f, {.fill = "#ffffff", .stroke = "#8d98a5", .width = 1.8f});
		sketch.Label(hit->enter.point, "one chord hits the wrong box", {20.0f, 30.0f}, "middle", k_faint);
	}
	if (plugin.Impacts().empty() == false)
	{
		sketch.Hit(plugin.Impacts()[0].enter);
		sketch.Label({0.2f, 2.3f}, fmt::format("{} chords within 1 mm of the arc", plugin.Stats().legs));
	}
}

void DrawBounces(Sketch& sketch)
{
	// Clockwise: a chain's front is to its right, here the inside of the room.
	const std::array<b2Vec2, 6> room = {b2Vec2{-4.4f, -2.3f}, {-4.4f, 1.2f}, {-3.2f, 2.4f},
	                                    {4.0f, 2.4f},         {4.4f, -0.6f}, {2.8f, -2.3f}};
	const std::array<b2Vec2, 5> block = {
	    b2Vec2{-1.0f, -0.9f}, {0.7f, -0.6f}, {1.0f, 0.5f}, {-0.2f, 1.1f}, {-1.3f, 0.3f}};
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	if (const auto chain = ricochet::MakeLoop(room))
	{
		world.CreateBody(&def)->CreateFixture(&*chain, 0.0f);
	}
	AddSolid(world, block);
	sketch.Canvas().Polygon(room, {.stroke = k_outline, .width = 2.6f});
	sketch.Solid(block);

	// No small step off the wall is needed. A ray does not hit a face that it starts on and leaves. If rounding put the
	// start beyond a face, the ray hits it from behind or starts inside, and the filter rejects both.
	const ricochet::QueryFilter filter = {.startInside = false, .sides = ricochet::Sides::Front};
	b2Vec2 from{-4.0f, -1.7f}, direction{1.0f, 0.62f};
	for (int bounce = 0; bounce < 9; ++bounce)
	{
		const std::optional<ricochet::RayHit> hit =
		    CastRayClosest(world, ricochet::RayToward(from, direction, 20.0f), filter);
		if (hit.has_value() == false)
		{
			break;
		}
		sketch.Ray(from, hit->enter.point);
		sketch.Hit(hit->enter);
		direction = ricochet::Reflect(direction, hit->enter.normal);
		from = hit->enter.point;
	}
}

// Draws one step: the box moves down, and the bullet flies to the right.
void DrawMovingTarget(Sketch& sketch)
{
	constexpr float k_step = 1.0f / 60.0f;
	b2World world({0.0f, 0.0f});
	b2BodyDef def;
	def.type = b2_kinematicBody;
	def.position = {2.2f, 0.9f};
	def.linearVelocity = {0.0f, -108.0f};
	b2Body* body = world.CreateBody(&def);
	const auto shape = ricochet::MakeBox(0.3f, 0.3f);
	body->CreateFixture(&*shape, 0.0f);
	ricochet::Plugin plugin(world);
	const ricochet::BulletDef bullet = {.velocity = {240.0f, 0.0f}};
	(void)plugin.Fire(bullet);
	plugin.Step(k_step, 8, 3);

	const b2Vec2 before = def.position, after = body->GetPosition();
	const auto cornersAt = [](b2Vec2 center)
	{
		return CornersOf(Box(center - b2Vec2{0.3f, 0.3f}, center + b2Vec2{0.3f, 0.3f}));
	};
	for (const b2Vec2 center : {before, after})
	{
		sketch.Canvas().Polygon(cornersAt(center), {.stroke = k_outline, .width = 1.2f, .dash = "4 3"});
	}
	sketch.Label(before + b2Vec2{0.3f, 0.0f}, "before the step", {8.0f, 4.0f});
	sketch.Label(after + b2Vec2{0.3f, 0.0f}, "after it", {8.0f, 4.0f});
	const ricochet::Ray way = {bullet.position, k_step * bullet.velocity};
	if (plugin.Impacts().empty() == false)
	{
		const ricochet::ImpactEvent& impact = plugin.Impacts()[0];
		sketch.Solid(cornersAt(before + impact.time / k_step * (after - before)));
		sketch.Label(impact.enter.point, "when they meet", {-8.0f, 22.0f}, "end");
		sketch.Ghost(impact.enter.point, PointAt(way, 1.0f));
		sketch.Ray(way.origin, impact.enter.point);
		sketch.Hit(impact.enter);
	}
}

} // namespace

std::span<const Panel> BulletPanels()
{
	static const std::array<Panel, 4> k_panels = {{
	    {"A bullet as a point, and as a segment",
	     {"300 m/s are 5 m a frame: a point leaps over a box of 1 m.", "Plugin flies the segment from frame to frame"},
	     {10.0f, 0.4f},
	     24.0f,
	     DrawLeapfrog},
	    {"Gravity in chords",
	     {"One chord for a step cuts the arc off; Plugin splits the step", "until no chord strays more than 1 mm"},
	     {5.0f, 0.75f},
	     11.0f,
	     DrawGravity},
	    {"Reflections in a room",
	     {"Each ray starts where the last one hit: no epsilon is added.", "CastRayClosest, Reflect"},
	     {0.0f, 0.05f},
	     9.4f,
	     DrawBounces},
	    {"A target that moves",
	     {"Where it stood before the step and after it, the bullet would", "miss it. Plugin meets it in its own frame"},
	     {2.1f, 0.0f},
	     5.0f,
	     DrawMovingTarget},
	}};
	return k_panels;
}

} // namespace toolbox
