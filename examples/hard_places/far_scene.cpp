// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>

// Far from the origin floats are coarse: 1 mm at 10 km.

namespace hard
{

namespace
{

constexpr int32_t k_steps = 150;

struct Trip
{
	std::vector<b2Vec2> grenade;
	std::vector<b2Vec2> bullet;
};

// Plays the same scene around any point of the world. In the frame of their body, the shapes have the same floats.
Trip PlayAt(Stage& stage, b2Vec2 place)
{
	b2Body* ground = stage.AddBody(b2_staticBody, place);
	stage.Add(ground, ricochet::MakeBox(4.0f, 0.25f, {0.0f, -0.25f}));
	stage.Add(ground, ricochet::MakeBox(0.75f, 0.375f, {0.0f, 0.375f}));
	stage.Add(ground, ricochet::MakeBox(0.25f, 1.75f, {3.75f, 1.75f}));
	b2Body* lift = stage.AddBody(b2_kinematicBody, place + b2Vec2{2.125f, 0.25f});
	stage.Add(lift, ricochet::MakeBox(1.25f, 0.125f));
	lift->SetLinearVelocity({0.0f, 60.0f / 128.0f}); // 1/128 m a step, which floats hold there too
	stage.FollowPoint(lift, {0.5f, 0.0f});
	const auto grenade = stage.Throw(
	    {.position = place + b2Vec2{-3.5f, 2.0f}, .velocity = {4.5f, 5.0f}, .radius = 0.25f, .fuse = 60.0f});
	const auto bullet = stage.Fire({.position = place + b2Vec2{-3.5f, 2.75f},
	                                .velocity = {16.0f, -12.0f},
	                                .gravityScale = 0.0f,
	                                .lifetime = 0.75f,
	                                .restitution = 1.0f,
	                                .maxBounces = 3});
	Trip trip;
	stage.Run(k_steps,
	          [&]
	          {
		          trip.grenade.push_back(stage.Grenade(grenade).position - place);
		          if (const auto state = stage.plugin.Find(bullet))
		          {
			          trip.bullet.push_back(state->position - place);
		          }
	          });
	return trip;
}

double FarthestApart(const std::vector<b2Vec2>& some, const std::vector<b2Vec2>& others)
{
	double apart = some.size() == others.size() ? 0.0 : 1.0e3;
	for (size_t i = 0; i < std::min(some.size(), others.size()); ++i)
	{
		apart = std::max(apart, static_cast<double>(b2Distance(some[i], others[i])));
	}
	return apart;
}

} // namespace

Scene FarAway()
{
	// Each step rounds x and y of a place, with an error of up to half the spacing of floats. The errors may add up.
	constexpr double k_spacing = 1000.0 / 1024.0; // mm, at 10 km
	constexpr double k_mostApart = 0.5 * 1.4142 * k_spacing * k_steps;
	const b2Vec2 farPlace{10000.0f, -10000.0f};
	Stage near(k_gravity);
	Stage far(k_gravity);
	const Trip here = PlayAt(near, {0.0f, 0.0f});
	const Trip there = PlayAt(far, farPlace);
	for (size_t i = 9; i < there.grenade.size(); i += 10)
	{
		near.marks.push_back(there.grenade[i]);
	}
	Scene scene = near.Finish({.name = "far away",
	                           .title = "The same, 10 km from the origin",
	                           .caption = "Played at the origin, and 10 km to the right and down: rings are where the "
	                                      "grenade was there. The same picture.",
	                           .center = {0.0f, 1.6f},
	                           .width = 8.6f});
	scene.claims.push_back(
	    {"grenades apart at most", 1000.0 * FarthestApart(here.grenade, there.grenade), 0.0, k_mostApart, "mm"});
	scene.claims.push_back(
	    {"bullets apart at most", 1000.0 * FarthestApart(here.bullet, there.bullet), 0.0, k_mostApart, "mm"});
	scene.claims.push_back({"deepest in a solid there", 1000.0 * far.Deepest(), 0.0, 2.0, "mm"});
	return scene;
}

} // namespace hard
