// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <cmath>

// Scenes with grenades and bullets on static bodies.

namespace hard
{

namespace
{

// Makes the belt carry Box2D's box, by a tangent speed of their contact.
class BeltListener : public b2ContactListener
{
public:
	BeltListener(const b2Fixture* belt, float speed) : m_belt(belt), m_speed(speed) {}

	void PreSolve(b2Contact* contact, const b2Manifold*) override
	{
		contact->SetTangentSpeed(contact->GetFixtureA() == m_belt ? m_speed : -m_speed);
	}

private:
	const b2Fixture* m_belt;
	float m_speed;
};

// Returns the distance of a grenade's centre from its ideal place in a groove of two planes through the origin.
double OffItsPlace(const ricochet::GrenadeState& state, float halfAngle)
{
	return b2Distance(state.position, {0.0f, state.radius / std::sin(halfAngle)});
}

} // namespace

Scene Slope()
{
	constexpr float k_angle = 20.0f * b2_pi / 180.0f;
	constexpr float k_radius = 0.3f;
	constexpr float k_lead = 1.2f;
	constexpr int32_t k_steps = 130;
	Stage stage(k_gravity);
	stage.AddStill(ricochet::MakeBox(8.0f, 0.2f, {0.0f, -0.2f}, -k_angle));
	const b2Vec2 down{std::cos(k_angle), -std::sin(k_angle)};
	const b2Vec2 up{std::sin(k_angle), std::cos(k_angle)};
	const b2Vec2 start = -4.2f * down + (k_radius + 0.2f * (1.0f - std::cos(k_angle))) * up;
	b2Body* circle = stage.AddBody(b2_dynamicBody, start + k_lead * down);
	stage.Add(circle, ricochet::MakeCircle({0.0f, 0.0f}, k_radius), 1.0f);
	circle->SetLinearDamping(0.0f);
	stage.Follow(circle);
	const auto grenade = stage.Throw({.position = start,
	                                  .radius = k_radius,
	                                  .mass = circle->GetMass(),
	                                  .restitution = 0.0f,
	                                  .friction = Stage::k_friction,
	                                  .rollingResistance = 0.0f});
	stage.discInterval = 26;
	stage.Run(k_steps);
	const ricochet::GrenadeState state = stage.Grenade(grenade);
	const double flown = b2Dot(state.position - start, down);
	const double seconds = k_steps * k_timeStep;
	const double expected = -0.5 * (2.0 / 3.0) * k_gravity.y * std::sin(k_angle) * seconds * seconds;
	Scene scene = stage.Finish({.name = "slope",
	                            .title = "Slope of 20 degrees",
	                            .caption = "A grenade rolls down behind a circle of Box2D, as large and as heavy: the "
	                                       "gap between them stays.",
	                            .width = 11.5f});
	scene.claims.push_back({"gap at the start", k_lead, k_lead, k_lead, "m"});
	const double gap = b2Dot(circle->GetPosition() - state.position, down);
	scene.claims.push_back({"at the end", gap, k_lead - 0.06, k_lead + 0.06, "m"});
	scene.claims.push_back({"grenade rolled", flown, 0.995 * expected, 1.005 * expected, "m"});
	scene.claims.push_back({"theory", expected, expected, expected, "m"});
	return scene;
}

Scene Groove()
{
	constexpr float k_wide = b2_pi / 4.0f;
	constexpr float k_narrow = b2_pi / 9.0f;
	constexpr float k_length = 3.0f;
	const b2Vec2 aside{4.0f, 0.0f};
	Stage stage(k_gravity);
	const auto addGroove = [&](float halfAngle, b2Vec2 bottom)
	{
		const b2Vec2 right = k_length * b2Vec2{std::sin(halfAngle), std::cos(halfAngle)};
		stage.AddStill(ricochet::MakeEdge(bottom, bottom + right));
		stage.AddStill(ricochet::MakeEdge(bottom + b2Vec2{-right.x, right.y}, bottom));
	};
	addGroove(k_wide, {0.0f, 0.0f});
	addGroove(k_narrow, aside);
	const auto wide = stage.Throw({.position = {-1.2f, 2.6f}, .velocity = {1.0f, 0.0f}, .radius = 0.3f, .fuse = 60.0f});
	const auto narrow =
	    stage.Throw({.position = {3.7f, 3.0f}, .velocity = {0.8f, 0.0f}, .radius = 0.3f, .fuse = 60.0f});
	stage.discInterval = 9;
	stage.Run(600);
	Scene scene = stage.Finish({.name = "groove",
	                            .title = "Two grooves",
	                            .caption = "Thrown into a groove, a grenade bounces from side to side and comes to "
	                                       "rest at the bottom, on both sides at once.",
	                            .center = {2.0f, 1.7f},
	                            .width = 8.6f});
	ricochet::GrenadeState inNarrow = stage.Grenade(narrow);
	inNarrow.position -= aside;
	scene.claims.push_back(
	    {"wide: off where the disc fits", 1000.0 * OffItsPlace(stage.Grenade(wide), k_wide), 0.0, 3.0, "mm"});
	scene.claims.push_back({"narrow", 1000.0 * OffItsPlace(inNarrow, k_narrow), 0.0, 2.0, "mm"});
	scene.claims.push_back(
	    {"speed", stage.Grenade(wide).velocity.Length() + inNarrow.velocity.Length(), 0.0, 0.0, "m/s"});
	return scene;
}

Scene Corner()
{
	constexpr float k_radius = 0.25f;
	const b2Vec2 shot{60.0f, -36.0f};
	Stage stage(k_gravity);
	stage.AddStill(ricochet::MakeBox(5.0f, 0.2f, {-4.8f, -0.2f}));
	stage.AddStill(ricochet::MakeBox(0.2f, 2.5f, {0.2f, 2.1f}));
	const auto grenade = stage.Throw({.position = {-5.0f, 1.0f},
	                                  .velocity = {4.5f, 1.0f},
	                                  .radius = k_radius,
	                                  .restitution = 0.0f,
	                                  .rollingResistance = 0.1f,
	                                  .fuse = 60.0f});
	const auto bullet = stage.Fire(
	    {.position = {-5.4f, 3.6f}, .velocity = shot, .gravityScale = 0.0f, .restitution = 1.0f, .maxBounces = 2});
	stage.discInterval = 8;
	b2Vec2 turned{0.0f, 0.0f};
	int32_t outside = 0;
	const auto look = [&]
	{
		if (const auto state = stage.plugin.Find(bullet))
		{
			turned = state->velocity;
			outside += state->position.x > 0.0f || state->position.y < 0.0f ? 1 : 0;
		}
	};
	stage.Run(9, look);
	stage.plugin.Cancel(bullet);
	stage.Run(600);
	const ricochet::GrenadeState state = stage.Grenade(grenade);
	Scene scene = stage.Finish({.name = "corner",
	                            .title = "Corner of floor and wall",
	                            .caption = "A bullet bounces off both and flies back parallel to its way in. A grenade "
	                                       "comes to rest in the corner, touching both.",
	                            .center = {-2.6f, 2.0f},
	                            .width = 6.8f});
	scene.claims.push_back({"grenade off the wall", -1000.0 * (state.position.x + k_radius), 0.0, 2.0, "mm"});
	scene.claims.push_back({"off the floor", 1000.0 * (state.position.y - k_radius), 0.0, 2.0, "mm"});
	scene.claims.push_back({"bullet's turn off straight back", (turned + shot).Length(), 0.0, 0.001, "m/s"});
	scene.claims.push_back({"times outside", static_cast<double>(outside), 0.0, 0.0});
	return scene;
}

Scene Conveyor()
{
	constexpr float k_speed = 1.5f;
	Stage stage(k_gravity);
	const b2Fixture* belt = stage.AddStill(ricochet::MakeBox(4.0f, 0.2f, {0.0f, -0.2f}));
	stage.plugin.SetSurface(belt, {.friction = Stage::k_friction, .tangentSpeed = k_speed});
	BeltListener listener(belt, k_speed);
	stage.world.SetContactListener(&listener);
	const b2Body* crate = stage.AddCrate({-2.0f, 0.3f}, {0.3f, 0.3f}, 5.0f);
	const auto grenade = stage.Throw({.position = {-3.2f, 0.9f}, .radius = 0.3f, .restitution = 0.0f, .fuse = 60.0f});
	stage.FollowPoint(crate, {0.0f, 0.0f});
	stage.discInterval = 30;
	stage.Run(150);
	const ricochet::GrenadeState state = stage.Grenade(grenade);
	Scene scene =
	    stage.Finish({.name = "conveyor",
	                  .title = "Conveyor",
	                  .caption = "A belt carries a grenade that drops onto it, as it carries a crate of Box2D: "
	                             "in the end both go as fast as the belt.",
	                  .center = {0.0f, 1.0f},
	                  .width = 8.4f});
	stage.world.SetContactListener(nullptr);
	scene.claims.push_back({"belt", k_speed, k_speed, k_speed, "m/s"});
	scene.claims.push_back({"crate", crate->GetLinearVelocity().x, 0.99 * k_speed, 1.01 * k_speed, "m/s"});
	scene.claims.push_back({"grenade", state.velocity.x, 0.99 * k_speed, 1.01 * k_speed, "m/s"});
	return scene;
}

} // namespace hard
