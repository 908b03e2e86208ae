// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <cmath>

// Scenes with grenades and an arrow on kinematic bodies.

namespace hard
{

namespace
{

struct Arrow
{
	b2Vec2 told{0.0f, 0.0f};     ///< ImpactEvent::localPoint
	b2Vec2 expected{0.0f, 0.0f}; ///< from the way of the lift and the speed of the arrow
	b2Vec2 hit{0.0f, 0.0f};      ///< in the world
};

struct Ring
{
	float radius;
	int32_t corners;
};

void AddDrum(Stage& stage, b2Body* drum, const Ring& ring)
{
	std::vector<b2Vec2> corners;
	for (int32_t i = 0; i < ring.corners; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(ring.corners);
		corners.push_back(ring.radius * b2Vec2{std::cos(angle), std::sin(angle)});
	}
	stage.Add(drum, ricochet::MakeLoop(corners));
	for (int32_t i = 0; i < 4; ++i)
	{
		const float angle = 0.5f * b2_pi * static_cast<float>(i) + b2_pi / static_cast<float>(ring.corners);
		const b2Vec2 along{std::cos(angle), std::sin(angle)};
		stage.Add(drum, ricochet::MakeBox(0.3f, 0.04f, 0.83f * ring.radius * along, angle));
	}
}

} // namespace

Scene Lift()
{
	constexpr float k_topSpeed = 2.0f;
	constexpr float k_seconds = 3.0f;
	constexpr float k_halfHeight = 0.3f;
	constexpr float k_halfWidth = 1.4f;
	constexpr float k_flight = (3.2f - k_halfWidth) / (40.0f * k_timeStep); // of the arrow, in steps
	ricochet::BulletDef shot{.velocity = {40.0f, 0.0f}, .gravityScale = 0.0f};
	Stage stage(k_gravity);
	b2Body* lift = stage.AddBody(b2_kinematicBody);
	stage.Add(lift, ricochet::MakeBox(k_halfWidth, k_halfHeight));
	const auto grenade = stage.Throw({.position = {0.3f, 0.8f}, .radius = 0.3f, .restitution = 0.0f, .fuse = 60.0f});
	stage.FollowPoint(lift, {1.0f, 0.0f});
	stage.discInterval = 45;
	Arrow arrow;
	double offTheLift = 0.0;
	const auto steps = static_cast<int32_t>(k_seconds / k_timeStep);
	for (int32_t i = 0; i < steps; ++i)
	{
		const float share = (static_cast<float>(i) + 0.5f) / static_cast<float>(steps);
		lift->SetLinearVelocity({0.0f, k_topSpeed * std::sin(b2_pi * share)});
		if (i == steps / 4)
		{
			shot.position = {-3.2f, lift->GetPosition().y + 0.15f};
			stage.Fire(shot);
		}
		const b2Vec2 before = lift->GetPosition();
		stage.Step();
		for (const ricochet::ImpactEvent& hit : stage.plugin.Impacts())
		{
			if (hit.bullet)
			{
				const b2Vec2 then = before + (k_flight - std::floor(k_flight)) * (lift->GetPosition() - before);
				arrow = {hit.localPoint, b2Vec2{-k_halfWidth, shot.position.y - then.y}, hit.enter.point};
			}
		}
		if (i > steps / 4)
		{
			const float height = stage.Grenade(grenade).position.y - lift->GetPosition().y - k_halfHeight - 0.3f;
			offTheLift = std::max(offTheLift, static_cast<double>(std::abs(height)));
		}
	}
	stage.marks = {arrow.hit, lift->GetWorldPoint(arrow.told)};
	stage.notes = {{arrow.hit + b2Vec2{-0.15f, -0.3f}, "the arrow hits", "end"},
	               {lift->GetWorldPoint(arrow.told) + b2Vec2{-0.15f, 0.0f}, "and is still there", "end"}};
	Scene scene = stage.Finish({.name = "lift",
	                            .title = "Lift",
	                            .caption = "A lift carries a grenade up and never loses it, also where it slows down. "
	                                       "An arrow stays where it hit the lift.",
	                            .center = {0.0f, 2.2f},
	                            .width = 9.0f});
	scene.claims.push_back({"lift went", lift->GetPosition().y, 3.7, 3.9, "m"});
	scene.claims.push_back({"grenade off it", 1000.0 * offTheLift, 0.0, 2.0, "mm"});
	scene.claims.push_back({"arrow off its place", 1000.0 * b2Distance(arrow.told, arrow.expected), 0.0, 0.1, "mm"});
	return scene;
}

Scene Platform()
{
	constexpr float k_resistance = 0.3f;
	constexpr float k_halfHeight = 0.12f;
	constexpr float k_radius = 0.3f;
	Stage stage(k_gravity);
	b2Body* plate = stage.AddBody(b2_kinematicBody);
	stage.Add(plate, ricochet::MakeBox(2.6f, k_halfHeight));
	plate->SetAngularVelocity(0.2f);
	const auto grenade = stage.Throw({.position = {1.4f, k_halfHeight + k_radius},
	                                  .radius = k_radius,
	                                  .restitution = 0.0f,
	                                  .rollingResistance = k_resistance,
	                                  .fuse = 60.0f});
	stage.FollowPoint(plate, {2.75f, 0.0f});
	stage.discInterval = 20;
	double angle = 0.0;
	stage.Run(255,
	          [&]
	          {
		          const b2Vec2 place = plate->GetLocalPoint(stage.Grenade(grenade).position);
		          if (angle == 0.0 && std::abs(place.x - 1.4f) > 0.001f)
		          {
			          angle = plate->GetAngle();
		          }
	          });
	const double degrees = 180.0 / static_cast<double>(b2_pi);
	const double expected = degrees * std::atan(static_cast<double>(k_resistance));
	Scene scene = stage.Finish({.name = "platform",
	                            .title = "Turning platform",
	                            .caption = "A plate tips slowly. The grenade lies still until it is steeper than the "
	                                       "rolling resistance holds, then rolls off.",
	                            .center = {-0.4f, 0.0f},
	                            .width = 7.4f});
	scene.claims.push_back({"began to roll at", degrees * angle, expected, expected + 2.5, "degrees"});
	scene.claims.push_back({"theory", expected, expected, expected, "degrees"});
	scene.claims.push_back({"fell to", stage.Grenade(grenade).position.y, -20.0, -1.0, "m"});
	return scene;
}

Scene Drum()
{
	constexpr Ring k_ring{2.0f, 16};
	constexpr int32_t k_count = 5;
	constexpr float k_speed = 1.8f;
	Stage stage(k_gravity);
	b2Body* drum = stage.AddBody(b2_kinematicBody);
	AddDrum(stage, drum, k_ring);
	drum->SetAngularVelocity(k_speed);
	std::vector<ricochet::GrenadeId> grenades;
	for (int32_t i = 0; i < k_count; ++i)
	{
		const auto place = static_cast<float>(i);
		grenades.push_back(stage.Throw({.position = 1.3f * b2Vec2{std::cos(1.3f * place), std::sin(1.3f * place)},
		                                .radius = 0.12f + 0.03f * place,
		                                .fuse = 60.0f}));
	}
	double farthest = 0.0;
	double aside = 0.0;
	int32_t inside = 0;
	const auto look = [&]
	{
		inside = 0;
		for (const ricochet::GrenadeId id : grenades)
		{
			const ricochet::GrenadeState state = stage.Grenade(id);
			farthest = std::max(farthest, static_cast<double>(state.position.Length() + state.radius));
			aside += static_cast<double>(state.position.x) / (600.0 * k_count);
			inside += state.position.Length() + state.radius <= k_ring.radius ? 1 : 0;
		}
	};
	stage.FollowPoint(drum, 1.12f * k_ring.radius * b2Vec2{0.6f, -0.8f});
	stage.discInterval = 1000;
	stage.Run(552, look);
	stage.BeginRecording();
	stage.Run(48, look);
	Scene scene = stage.Finish({.name = "drum",
	                            .title = "Drum",
	                            .caption = "Five grenades in a drum that turns: lifted by its fins, they tumble down "
	                                       "again. None gets out or into the wall.",
	                            .width = 7.4f});
	scene.claims.push_back({"turns", drum->GetAngle() / (2.0 * b2_pi), 2.8, 2.9});
	scene.claims.push_back({"inside", static_cast<double>(inside), k_count, k_count, "of 5"});
	scene.claims.push_back({"farthest out", farthest, 0.0, k_ring.radius, "m"});
	scene.claims.push_back({"carried aside", aside, 0.2, 1.5, "m"});
	return scene;
}

} // namespace hard
