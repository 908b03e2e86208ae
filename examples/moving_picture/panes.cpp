// MIT License, Copyright (c) 2026 the ricochet authors

#include "panels.h"

#include "common/ladder.h"
#include "common/svg_motion.h"

#include <ricochet/ricochet.h>

#include <fmt/format.h>

#include <string>
#include <vector>

namespace moving
{
namespace
{

using common::SvgCanvas;
using common::SvgLevel;

constexpr float k_slower = 100.0f;
constexpr float k_dt = 0.001f; // s
constexpr float k_end = k_loop - k_fade;

// Shows a word at a place from a time on.
void Tell(SvgCanvas& canvas, b2Vec2 at, std::string_view text, float time)
{
	const SvgLevel levels[] = {{time, 0.0f}, {time + 0.2f, 1.0f}, {k_end, 1.0f}, {k_loop, 0.0f}};
	common::BeginOpacity(canvas, levels, k_loop);
	canvas.Text(at, text, {.size = 13.0f, .color = k_bulletColor, .anchor = "middle"});
	common::EndGroup(canvas);
}

struct Shot
{
	ricochet::BulletDef def;
	float start = 0.0f; // s of the picture
};

// Draws a flash at the hit. If the bullet pierces, a second flash marks the exit; otherwise a text tells the result.
void DrawImpact(SvgCanvas& canvas, const ricochet::ImpactEvent& hit, float time)
{
	common::Burst(canvas, hit.enter.point, 16.0f, k_sparkColor, {time, 1.0f}, k_loop);
	if (hit.response == ricochet::Response::Pierce)
	{
		const float out = time + k_slower * hit.thickness / hit.velocityBefore.Length();
		common::Burst(canvas, hit.exit.point, 10.0f, k_sparkColor, {out, 0.7f}, k_loop);
	}
	else if (hit.response == ricochet::Response::Stop)
	{
		Tell(canvas, hit.enter.point + b2Vec2{-0.8f, hit.enter.point.y > 1.75f ? 0.1f : -0.42f},
		     fmt::format("{:.0f} cm deep", 100.0f * hit.depth), time);
	}
	else
	{
		Tell(canvas, hit.enter.point + b2Vec2{-0.3f, 0.3f},
		     fmt::format("off at {:.0f} m/s", hit.velocityAfter.Length()), time);
	}
}

void Fly(SvgCanvas& canvas, ricochet::Plugin& plugin, const Shot& shot)
{
	std::vector<common::SvgMoment> way{{shot.start, shot.def.position}};
	const ricochet::BulletId id = plugin.Fire(shot.def);
	for (int step = 0; step == 0 || plugin.Bullets().empty() == false; ++step)
	{
		plugin.Step(k_dt, 8, 3);
		const float begin = shot.start + k_slower * k_dt * static_cast<float>(step);
		for (const ricochet::PathPoint& point : plugin.PathOf(id))
		{
			way.push_back({begin + k_slower * point.time, point.position});
		}
		for (const ricochet::ImpactEvent& hit : plugin.Impacts())
		{
			const float time = begin + k_slower * hit.time;
			DrawImpact(canvas, hit, time);
			if (hit.response == ricochet::Response::Stop)
			{
				// Under a constant braking force, the bullet needs twice the time that it would need at its impact
				// speed.
				const float speed = hit.velocityBefore.Length();
				way.push_back({time, hit.enter.point});
				way.push_back({time + 2.0f * k_slower * hit.depth / speed,
				               hit.enter.point + (hit.depth / speed) * hit.velocityBefore});
			}
		}
	}
	const SvgLevel levels[] = {{0.0f, 1.0f}, {k_end, 1.0f}, {k_loop, 0.0f}};
	common::BeginOpacity(canvas, levels, k_loop);
	common::Trace(canvas, way, {.bright = k_bulletColor, .dim = k_dimColor, .width = 3.0f, .tail = 90.0f}, k_loop);
	common::EndGroup(canvas);
}

} // namespace

void DrawPanes(SvgCanvas& canvas, const common::SvgView& view)
{
	b2World world({0.0f, -10.0f});
	ricochet::Plugin plugin(world);
	BeginPanel(canvas, view, "Bullets at 800 m/s", "a hundred times slower: through glass, into wood, off steel");
	const auto add = [&](const ricochet::Result<ricochet::ClipPolygonShape>& shape, const ricochet::Surface& surface,
	                     const common::SvgStyle& style)
	{
		const b2Fixture* fixture = common::AddStill(world, shape);
		plugin.SetSurface(fixture, surface);
		Draw(canvas, *fixture, style);
	};
	for (int i = 0; i < 3; ++i)
	{
		add(ricochet::MakeBox(0.05f, 0.95f, {3.6f + 0.9f * static_cast<float>(i), 1.05f}), ricochet::materials::k_glass,
		    k_glass);
	}
	add(ricochet::MakeBox(0.8f, 0.45f, {8.0f, 1.75f}), ricochet::materials::k_hardwood, k_wood);
	add(ricochet::MakeBox(1.5f, 0.1f, {11.0f, 0.6f}, 0.09f), ricochet::materials::k_steel, k_steel);
	add(ricochet::MakeBox(0.4f, 1.3f, {15.0f, 1.4f}), ricochet::materials::k_brick, k_brick);

	ricochet::BulletDef rifle{.velocity = {800.0f, 0.0f}, .maxBounces = 1, .maxPierces = 9, .keepsPath = true};
	rifle.position = {-0.5f, 1.5f};
	ricochet::BulletDef low = rifle;
	low.position = {-0.5f, 0.6f};
	ricochet::BulletDef heavy = rifle;
	heavy.position = {-0.5f, 1.9f};
	heavy.mass = 0.045f;
	const Shot shots[] = {{low, 0.1f}, {rifle, 1.2f}, {heavy, 2.6f}};
	for (const Shot& shot : shots)
	{
		Fly(canvas, plugin, shot);
	}
	canvas.EndView();
}

} // namespace moving
