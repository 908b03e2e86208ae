// MIT License, Copyright (c) 2026 the ricochet authors

#include "panels.h"

#include "common/ladder.h"
#include "common/svg_motion.h"

#include <ricochet/ricochet.h>

#include <vector>

namespace moving
{
namespace
{

using common::SvgCanvas;
using common::SvgLevel;
using common::SvgMoment;

constexpr float k_slower = 10.0f;
constexpr float k_dt = 0.001f; // s
constexpr float k_pi = 3.14159265f;
constexpr float k_turnRate = 2.0f * k_pi * k_slower / k_loop; // rad/s: one turn of the door in the loop

} // namespace

void DrawDoor(SvgCanvas& canvas, const common::SvgView& view)
{
	constexpr int k_steps = 600;
	constexpr int k_between = 40; // steps from shot to shot
	b2World world({0.0f, -10.0f});
	ricochet::Plugin plugin(world);
	BeginPanel(canvas, view, "A door that turns at 10 rad/s", "bullets at 120 m/s, ten times slower");
	for (const float y : {-2.95f, 1.75f})
	{
		Draw(canvas, *common::AddStill(world, ricochet::MakeBox(3.4f, 0.12f, {1.2f, y})), k_steel);
	}
	b2BodyDef def;
	def.type = b2_kinematicBody;
	def.position = {0.6f, -0.6f};
	def.angularVelocity = k_turnRate;
	const auto leaf = ricochet::MakeBox(1.7f, 0.09f);
	const b2Fixture* door = world.CreateBody(&def)->CreateFixture(&*leaf, 0.0f);
	const SvgMoment turn[] = {{0.0f, def.position, 0.0f}, {k_loop, def.position, 2.0f * k_pi}};
	common::BeginMotion(canvas, turn, k_loop);
	Draw(canvas, *door, k_wood);
	common::EndGroup(canvas);
	canvas.Dot(def.position, 4.0f, {.fill = k_ink});

	std::vector<std::vector<SvgMoment>> ways;
	for (int step = 0; step < k_steps; ++step)
	{
		const float now = k_slower * k_dt * static_cast<float>(step);
		if (step % k_between == 0 && step + 130 < k_steps)
		{
			ways.push_back({{now, {-6.0f, 0.2f}}});
			plugin.Fire({.position = {-6.0f, 0.2f},
			             .velocity = {120.0f, 0.0f},
			             .lifetime = 0.115f,
			             .restitution = 0.9f,
			             .maxBounces = 8,
			             .userData = ways.size() - 1,
			             .keepsPath = true});
		}
		plugin.Step(k_dt, 8, 3);
		for (const ricochet::ImpactEvent& hit : plugin.Impacts())
		{
			ways[hit.userData].push_back({now + k_slower * hit.time, hit.enter.point});
			common::Burst(canvas, hit.enter.point, 12.0f, k_sparkColor, {now + k_slower * hit.time, 1.0f}, k_loop);
		}
		for (const ricochet::BulletState& bullet : plugin.Bullets())
		{
			ways[bullet.userData].push_back({now + k_slower * k_dt, bullet.position});
		}
	}
	for (const std::vector<SvgMoment>& way : ways)
	{
		const float end = way.back().time;
		const SvgLevel levels[] = {{0.0f, 1.0f}, {end, 1.0f}, {end + 0.4f, 0.0f}, {k_loop, 0.0f}};
		common::BeginOpacity(canvas, levels, k_loop);
		common::Trace(canvas, way, {.bright = k_bulletColor, .dim = k_dimColor, .width = 3.0f, .tail = 30.0f}, k_loop);
		common::EndGroup(canvas);
	}
	canvas.EndView();
}

} // namespace moving
