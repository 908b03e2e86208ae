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

constexpr float k_dt = 1.0f / 60.0f;
constexpr float k_end = k_loop - k_fade;
constexpr float k_return = k_loop - 0.15f; // the crates are back where they were
constexpr float k_reach = 5.0f;            // m, of the blast

struct Crate
{
	b2Fixture* fixture = nullptr;
	std::vector<SvgMoment> way = {};
};

struct Scene
{
	b2World world{{0.0f, -10.0f}};
	std::vector<const b2Fixture*> walls;
	std::vector<Crate> crates;
};

void Build(Scene& scene)
{
	scene.walls = {
	    common::AddStill(scene.world, ricochet::MakeBox(8.0f, 0.5f, {5.6f, -0.5f})),  // floor
	    common::AddStill(scene.world, ricochet::MakeBox(0.6f, 0.75f, {0.0f, 0.75f})), // where the thrower stands
	    common::AddStill(scene.world, ricochet::MakeBox(0.12f, 0.8f, {3.9f, 0.8f})),  // cover
	    common::AddStill(scene.world, ricochet::MakeBox(0.5f, 3.0f, {11.8f, 3.0f})),
	};
	const auto crate = ricochet::MakeBox(0.35f, 0.35f);
	for (const b2Vec2 at :
	     {b2Vec2{3.1f, 0.36f}, b2Vec2{8.3f, 0.36f}, b2Vec2{8.3f, 1.07f}, b2Vec2{8.3f, 1.78f}, b2Vec2{9.2f, 0.36f}})
	{
		b2BodyDef def;
		def.type = b2_dynamicBody;
		def.position = at;
		scene.crates.push_back({scene.world.CreateBody(&def)->CreateFixture(&*crate, 12.0f)});
	}
}

// Draws the region within the blast's reach that is visible from its centre. It fades out within 0.7 s.
void DrawBlast(SvgCanvas& canvas, const Scene& scene, b2Vec2 at, float time)
{
	std::vector<ricochet::SightVertex> sight;
	std::vector<b2Vec2> outline;
	if (ricochet::VisibilityPolygon(scene.world, at, k_reach, sight))
	{
		ricochet::Flatten(sight, 0.02f, outline);
	}
	const SvgLevel levels[] = {{time, 0.0f}, {time + 0.02f, 0.9f}, {time + 0.12f, 0.6f}, {time + 0.7f, 0.0f}};
	common::BeginOpacity(canvas, levels, k_loop);
	canvas.Polygon(outline, {.fill = k_sparkColor, .opacity = 0.55f});
	common::EndGroup(canvas);
	common::Burst(canvas, at, 90.0f, k_bulletColor, {time, 1.0f}, k_loop);
	common::Burst(canvas, at, 45.0f, k_ink, {time, 1.0f}, k_loop);
}

void DrawCrates(SvgCanvas& canvas, const Scene& scene)
{
	const SvgLevel levels[] = {
	    {0.0f, 1.0f}, {k_end, 1.0f}, {k_return - 0.02f, 0.0f}, {k_return + 0.02f, 0.0f}, {k_loop, 1.0f}};
	for (const Crate& crate : scene.crates)
	{
		common::BeginOpacity(canvas, levels, k_loop);
		common::BeginMotion(canvas, crate.way, k_loop);
		Draw(canvas, *crate.fixture, k_wood);
		common::EndGroup(canvas);
		common::EndGroup(canvas);
	}
}

void DrawFlight(SvgCanvas& canvas, const std::vector<SvgMoment>& way, float radius)
{
	const SvgLevel trace[] = {{0.0f, 1.0f}, {k_end, 1.0f}, {k_loop, 0.0f}};
	common::BeginOpacity(canvas, trace, k_loop);
	common::Trace(canvas, way, {.bright = k_grenadeColor, .dim = "#4f7d58", .width = 2.4f, .tail = 1.0f}, k_loop);
	common::EndGroup(canvas);

	const float end = way.back().time;
	const SvgLevel disc[] = {{0.0f, 1.0f}, {end, 1.0f}, {end + 0.03f, 0.0f}, {k_loop, 0.0f}};
	const b2Vec2 at = way.front().position;
	common::BeginOpacity(canvas, disc, k_loop);
	common::BeginMotion(canvas, way, k_loop);
	canvas.Circle(at, radius, {.fill = k_grenadeColor, .stroke = k_ink, .width = 1.0f});
	canvas.Line(at, at + b2Vec2{0.0f, radius}, {.stroke = k_paper, .width = 2.0f});
	common::EndGroup(canvas);
	common::EndGroup(canvas);
}

// Throws a grenade, and returns its moments; the crates' motion is drawn as well. The crates are drawn before they
// move.
std::vector<SvgMoment> Play(SvgCanvas& canvas, Scene& scene, const ricochet::GrenadeDef& def)
{
	ricochet::Plugin plugin(scene.world);
	const ricochet::GrenadeId id = plugin.Throw(def);
	std::vector<SvgMoment> way{{0.0f, def.position}};
	float now = 0.0f;
	for (; now < k_loop; now += k_dt)
	{
		for (Crate& crate : scene.crates)
		{
			if (now >= k_return - k_dt)
			{
				break;
			}
			const b2Body& body = *crate.fixture->GetBody();
			crate.way.push_back({now, body.GetPosition(), body.GetAngle()});
		}
		plugin.Step(k_dt, 8, 3);
		for (const ricochet::ImpactEvent& hit : plugin.Impacts())
		{
			common::Burst(canvas, hit.enter.point, 12.0f, k_grenadeColor, {now + hit.time, 0.8f}, k_loop);
			way.push_back({now + hit.time, hit.position, way.back().angle});
		}
		for (const ricochet::ExplosionEvent& blast : plugin.Explosions())
		{
			way.push_back({now + blast.time, blast.position, way.back().angle});
			DrawBlast(canvas, scene, blast.position, now + blast.time);
		}
		if (const auto state = plugin.Find(id))
		{
			way.push_back({now + k_dt, state->position, state->angle});
		}
	}
	return way;
}

} // namespace

void DrawGrenade(SvgCanvas& canvas, const common::SvgView& view)
{
	Scene scene;
	Build(scene);
	ricochet::GrenadeDef def;
	def.position = {0.2f, 1.8f};
	def.velocity = {4.2f, 4.6f};
	def.angularVelocity = -6.0f;
	def.radius = 0.16f;
	def.restitution = 0.55f;
	def.fuse = 3.4f;
	def.blast = ricochet::ExplosionDef{.radius = 1.0f, .falloff = k_reach - 1.0f, .impulsePerLength = 60.0f};

	BeginPanel(canvas, view, "A grenade, and its blast", "cover shields: the crate behind the wall feels nothing");
	Scene before;
	Build(before);
	const std::vector<SvgMoment> way = Play(canvas, scene, def);
	for (size_t i = 0; i < scene.crates.size(); ++i)
	{
		before.crates[i].way = scene.crates[i].way;
		const SvgMoment first = before.crates[i].way.front();
		before.crates[i].way.push_back({k_return, first.position, first.angle});
	}
	for (const b2Fixture* wall : before.walls)
	{
		Draw(canvas, *wall, k_steel);
	}
	DrawCrates(canvas, before);
	DrawFlight(canvas, way, def.radius);
	canvas.EndView();
}

} // namespace moving
