// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <cmath>

// Scenes with grenades on dynamic bodies.

namespace hard
{

namespace
{

constexpr float k_halfCrate = 0.4f; ///< m

b2Body* AddSeesaw(Stage& stage, b2Vec2 center, float limit)
{
	b2Body* plank = stage.AddCrate(center, {1.5f, 0.06f}, 4.0f);
	plank->SetSleepingAllowed(false);
	const b2Vec2 foot[] = {center + b2Vec2{-0.35f, -0.9f}, center + b2Vec2{0.35f, -0.9f}, center + b2Vec2{0.0f, -0.1f}};
	b2Body* stand = stage.AddBody(b2_staticBody);
	stage.Add(stand, ricochet::MakePolygon(foot));
	b2RevoluteJointDef def;
	def.Initialize(stand, plank, center);
	def.enableLimit = true;
	def.lowerAngle = -limit;
	def.upperAngle = limit;
	stage.world.CreateJoint(&def);
	stage.FollowPoint(plank, {-1.6f, 0.0f});
	return plank;
}

// Returns the total momentum. A bullet that has stopped moves along with its target.
b2Vec2 MomentumOf(const Stage& stage, ricochet::GrenadeId grenade, float mass, ricochet::BulletId bullet,
                  float bulletMass, const b2Body* stuckIn)
{
	const auto flying = stage.plugin.Find(bullet);
	const b2Vec2 hole = stuckIn->GetPosition() - b2Vec2{k_halfCrate, 0.0f};
	const b2Vec2 velocity = flying ? flying->velocity : stuckIn->GetLinearVelocityFromWorldPoint(hole);
	return MomentumOfBodies(stage.world) + mass * stage.Grenade(grenade).velocity + bulletMass * velocity;
}

} // namespace

Scene Seesaw()
{
	constexpr float k_limit = 0.2f;
	constexpr float k_crate = 5.0f;
	Stage stage(k_gravity);
	const b2Body* left = AddSeesaw(stage, {-2.0f, 0.9f}, k_limit);
	const b2Body* right = AddSeesaw(stage, {2.0f, 0.9f}, k_limit);
	stage.AddStill(ricochet::MakeBox(4.2f, 0.2f, {0.0f, -0.2f}));
	stage.AddCrate({-0.9f, 1.26f}, {0.3f, 0.3f}, k_crate);
	stage.AddCrate({3.1f, 1.26f}, {0.3f, 0.3f}, k_crate);
	const ricochet::GrenadeDef def{.radius = 0.3f, .restitution = 0.0f, .fuse = 60.0f};
	ricochet::GrenadeDef heavy = def;
	heavy.position = {-3.1f, 1.27f};
	heavy.mass = 4.0f * k_crate;
	ricochet::GrenadeDef light = def;
	light.position = {0.9f, 1.27f};
	light.mass = 0.2f * k_crate;
	const auto heavyGrenade = stage.Throw(heavy);
	const auto lightGrenade = stage.Throw(light);
	stage.discInterval = 1000;
	stage.Run(60);
	const b2Vec2 before = left->GetLocalPoint(stage.Grenade(heavyGrenade).position);
	stage.Run(40);
	stage.notes = {
	    {{-3.1f, 2.25f}, "20 kg"}, {{-0.9f, 2.25f}, "5 kg"}, {{0.9f, 2.25f}, "1 kg"}, {{3.1f, 2.25f}, "5 kg"}};
	const double degrees = 180.0 / static_cast<double>(b2_pi);
	const double limit = degrees * static_cast<double>(k_limit);
	Scene scene = stage.Finish({.name = "seesaw",
	                            .title = "Seesaws",
	                            .caption = "A grenade presses with its weight: 20 kg lift a crate of 5 kg, 1 kg is "
	                                       "lifted by one. On planks that stand they hold.",
	                            .center = {0.0f, 1.1f},
	                            .width = 8.6f});
	scene.claims.push_back({"left plank at", degrees * left->GetAngle(), limit - 1.5, limit + 1.5, "degrees"});
	scene.claims.push_back({"right plank at", degrees * right->GetAngle(), -limit - 1.5, -limit + 1.5, "degrees"});
	const double raised = stage.Grenade(lightGrenade).position.y - light.position.y;
	scene.claims.push_back({"light grenade raised by", raised, 0.05, 0.5, "m"});
	// The slope of the plank at rest is tan(0.2), less than the grenade's rolling resistance of 0.3. So the grenade
	// rests.
	const double crept = std::abs(left->GetLocalPoint(stage.Grenade(heavyGrenade).position).x - before.x);
	scene.claims.push_back({"heavy one then crept by", crept, 0.0, 0.01, "m"});
	return scene;
}

Scene Crates()
{
	constexpr float k_grenade = 0.5f;
	constexpr float k_bullet = 0.5f;
	Stage stage(k_gravity);
	stage.AddStill(ricochet::MakeBox(5.0f, 0.2f, {0.0f, -0.2f}));
	std::vector<const b2Body*> crates;
	for (int32_t i = 0; i < 4; ++i)
	{
		crates.push_back(
		    stage.AddCrate({0.0f, k_halfCrate * static_cast<float>(2 * i + 1)}, {k_halfCrate, k_halfCrate}, 3.0f));
	}
	const auto grenade = stage.Throw({.position = {0.0f, 8.0f * k_halfCrate + 0.35f},
	                                  .radius = 0.3f,
	                                  .mass = k_grenade,
	                                  .restitution = 0.0f,
	                                  .fuse = 60.0f});
	stage.Run(30);
	const double onTop = stage.Grenade(grenade).position.y;
	stage.BeginRecording();
	const auto bullet = stage.Fire({.position = {-3.6f, crates[1]->GetPosition().y},
	                                .velocity = {90.0f, 0.0f},
	                                .mass = k_bullet,
	                                .gravityScale = 0.0f});
	stage.FollowPoint(crates[1], {0.0f, 0.0f});
	stage.discInterval = 8;
	double lost = 0.0;
	double speed = 0.0;
	for (int32_t i = 0; i < 150; ++i)
	{
		stage.StepBodies();
		const b2Vec2 before = MomentumOf(stage, grenade, k_grenade, bullet, k_bullet, crates[1]);
		stage.StepProjectiles();
		const b2Vec2 after = MomentumOf(stage, grenade, k_grenade, bullet, k_bullet, crates[1]);
		if (i < 3)
		{
			lost = std::max(lost, static_cast<double>(std::abs(after.x - before.x)));
		}
		speed = std::max(speed, static_cast<double>(crates[1]->GetLinearVelocity().x));
	}
	Scene scene =
	    stage.Finish({.name = "crates",
	                  .title = "A crate shot away below a grenade",
	                  .caption = "A bullet knocks the second crate out of the pile. The others come down, and "
	                             "the grenade with them, in none of them.",
	                  .center = {0.6f, 1.7f},
	                  .width = 8.8f});
	scene.claims.push_back({"crate knocked to", speed, 10.0, 15.1, "m/s"});
	scene.claims.push_back({"momentum lost", 100.0 * lost / (90.0 * k_bullet), 0.0, 1.0e-3, "%"});
	scene.claims.push_back({"grenade came down by", onTop - stage.Grenade(grenade).position.y, 0.6, 3.3, "m"});
	return scene;
}

} // namespace hard
