// MIT License, Copyright (c) 2026 the ricochet authors

#include "common/svg.h"
#include "swarm.h"

#include <algorithm>
#include <cmath>

// Scenes with targets that are fast, thin, or hit at a single point.

namespace hard
{

namespace
{

b2Vec2 At(float angle)
{
	return {std::cos(angle), std::sin(angle)};
}

} // namespace

Scene GrazedWall()
{
	constexpr float k_half = 0.003f;
	constexpr float k_radius = 0.3f;
	constexpr int32_t k_count = 500;
	const Zigzag middle({{-1000.0f, 0.0f}, {1000.0f, 0.0f}});
	Stage stage(k_noGravity);
	stage.AddStill(ricochet::MakeBox(5.0f, k_half));
	Swarm swarm(stage, middle);
	for (int32_t i = 0; i < k_count; ++i)
	{
		const float share = (static_cast<float>(i) + 0.5f) / k_count;
		const float angle = 0.001f + 0.1f * share * share;
		const b2Vec2 from = b2Vec2{4.0f * share, 1.01f * k_half} - 4.0f * At(-angle);
		const b2Vec2 velocity = (100.0f + 900.0f * share) * At(-angle);
		swarm.Fire(from, velocity);
		swarm.Fire({from.x, -from.y}, {velocity.x, -velocity.y});
	}
	stage.Fire({.position = {-4.5f, 0.3f}, .velocity = 800.0f * At(-0.07f), .restitution = 1.0f, .maxBounces = 1});
	const auto grenade =
	    stage.Throw({.position = {-4.5f, -1.0f}, .velocity = 60.0f * At(0.16f), .radius = k_radius, .fuse = 60.0f});
	stage.discInterval = 1;
	double highest = -1.0e3;
	stage.Run(10,
	          [&]
	          {
		          swarm.Look();
		          highest = std::max(highest, static_cast<double>(stage.Grenade(grenade).position.y));
	          });
	stage.notes = {{{-3.3f, 0.6f}, "800 m/s, 4 degrees", "start"}, {{-3.3f, -1.75f}, "60 m/s, 9 degrees", "start"}};
	Scene scene =
	    stage.Finish({.name = "grazed wall",
	                  .title = "A wall of 6 mm, grazed",
	                  .caption = "Bullet and grenade come in almost along a thin wall and glance off, each on "
	                             "its own side.",
	                  .width = 9.6f});
	scene.claims.push_back({"of 1000 more bullets turned", swarm.Turned(), 2.0 * k_count, 2.0 * k_count});
	scene.claims.push_back({"through", swarm.Through(), 0.0, 0.0});
	scene.claims.push_back({"grenade no nearer than", -1000.0 * (highest + k_radius + k_half), -0.1, 500.0, "mm"});
	return scene;
}

Scene TenPanes()
{
	constexpr int32_t k_count = 10;
	constexpr float k_halfThickness = 0.01f;
	constexpr float k_mass = 2.0f;
	constexpr float k_speed = 800.0f;
	constexpr float k_bullet = 0.01f;
	constexpr float k_resistance = 1.0e4f;
	Stage stage(k_noGravity);
	std::vector<const b2Body*> panes;
	for (int32_t i = 0; i < k_count; ++i)
	{
		b2Body* pane = stage.AddCrate({0.9f + 0.9f * static_cast<float>(i), 0.0f}, {k_halfThickness, 1.0f}, k_mass);
		stage.plugin.SetSurface(pane->GetFixtureList(), {.resistance = k_resistance, .ricochetAngle = 0.0f});
		panes.push_back(pane);
	}
	const auto bullet =
	    stage.Fire({.position = {0.0f, 0.0f}, .velocity = {k_speed, 0.0f}, .mass = k_bullet, .maxPierces = k_count});
	stage.Step();
	const ricochet::BulletState state = stage.plugin.Find(bullet).value_or(ricochet::BulletState{});
	const auto passed =
	    std::count_if(panes.begin(), panes.end(),
	                  [&](const b2Body* pane)
	                  { return pane->GetPosition().x < state.position.x && pane->GetLinearVelocity().x > 0.0f; });
	const double lost = k_bullet * k_speed - MomentumOfBodies(stage.world).x - k_bullet * state.velocity.x;
	const double work = 2.0 * k_count * (2.0 * k_halfThickness * k_resistance) / k_bullet;
	const double expected = std::sqrt(k_speed * k_speed - work);
	stage.Run(70);
	stage.notes = {{{4.8f, -1.6f}, "dashed: before the shot; solid: 1.2 s later"}};
	Scene scene = stage.Finish({.name = "ten panes",
	                            .title = "Ten panes in one step",
	                            .caption = "A bullet passes ten hanging panes within one step of 1/60 s. Each pane is "
	                                       "pushed, and drifts off.",
	                            .center = {5.2f, 0.0f},
	                            .width = 11.2f});
	scene.claims.push_back({"passed and pushed", static_cast<double>(passed), k_count, k_count, "panes"});
	scene.claims.push_back({"momentum lost", 100.0 * std::abs(lost) / (k_bullet * k_speed), 0.0, 1.0e-4, "%"});
	scene.claims.push_back({"speed behind them", state.velocity.x, 0.999 * expected, 1.001 * expected, "m/s"});
	scene.claims.push_back({"theory", expected, expected, expected, "m/s"});
	return scene;
}

Scene ChainVertex()
{
	constexpr float k_radius = 0.2f;
	constexpr int32_t k_count = 1000;
	const Zigzag zigzag({{-4.0f, 0.2f}, {-2.0f, -0.8f}, {0.0f, 0.4f}, {2.0f, -0.8f}, {4.0f, 0.2f}});
	const b2Vec2 peak = zigzag.Points()[2];
	Stage stage(k_noGravity);
	stage.AddStill(ricochet::MakeChain(zigzag.Points()));
	Swarm swarm(stage, zigzag);
	for (int32_t i = 0; i < k_count; ++i)
	{
		const float share = (static_cast<float>(i) + 0.5f) / k_count;
		const float down = b2_pi * (0.2f + 0.6f * share);
		const float up = b2_pi * (0.35f + 0.3f * share);
		swarm.Fire(peak + 1.5f * At(down), -120.0f * At(down));
		swarm.Fire(peak - 1.5f * At(up), 120.0f * At(up));
	}
	for (const float angle : {0.3f, 0.4f, 0.55f, 0.7f})
	{
		for (const float side : {1.0f, -1.0f})
		{
			const b2Vec2 along = side * At(b2_pi * angle);
			stage.Fire({.position = peak + 1.6f * along,
			            .velocity = -120.0f * along,
			            .lifetime = 3.0f / 120.0f,
			            .restitution = 1.0f,
			            .maxBounces = 2});
		}
	}
	const ricochet::GrenadeDef def{.radius = k_radius, .restitution = 0.6f, .fuse = 60.0f};
	ricochet::GrenadeDef above = def;
	above.position = {2.0f, 1.6f};
	above.velocity = {0.0f, -6.0f};
	ricochet::GrenadeDef below = def;
	below.position = {-2.6f, -2.4f};
	below.velocity = 6.0f * common::Unit(b2Vec2{-2.0f, -0.8f} - below.position);
	const auto grenadeAbove = stage.Throw(above);
	const auto grenadeBelow = stage.Throw(below);
	stage.discInterval = 8;
	double nearest = 1.0e3;
	stage.Run(32,
	          [&]
	          {
		          swarm.Look();
		          nearest = std::min({nearest, zigzag.Above(stage.Grenade(grenadeAbove).position),
		                              -zigzag.Above(stage.Grenade(grenadeBelow).position)});
	          });
	Scene scene =
	    stage.Finish({.name = "chain vertex",
	                  .title = "Vertices of a chain, from both sides",
	                  .caption = "Bullets aimed at the very vertex, and grenades that fly into vertices, turn "
	                             "back on the side they come from.",
	                  .center = {0.0f, -0.2f},
	                  .width = 8.6f});
	scene.claims.push_back({"of 2000 more bullets turned", swarm.Turned(), 2.0 * k_count, 2.0 * k_count});
	scene.claims.push_back({"through", swarm.Through(), 0.0, 0.0});
	scene.claims.push_back({"grenades no nearer than", nearest, k_radius, 10.0, "m"});
	return scene;
}

} // namespace hard
