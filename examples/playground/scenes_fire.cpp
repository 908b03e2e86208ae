// MIT License, Copyright (c) 2026 the ricochet authors

#include "race.h"
#include "scenes.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/projectile/launch.h>
#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_revolute_joint.h>

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace playground
{

namespace
{

float Hill(float x)
{
	float sum = 2.0f + 10.0f * std::exp(-0.022f * (x - 17.0f) * (x - 17.0f));
	for (float scale = 0.5f; scale < 60.0f; scale *= 1.83f)
	{
		sum += 0.6f * std::sin(scale * x + 1.7f * scale) / (1.2f * scale + 0.6f);
	}
	return sum;
}

} // namespace

void AddRoom(Stage& stage, float halfWidth, float halfHeight, Material material)
{
	constexpr float k_thick = 0.25f;
	stage.AddBox({0.0f, -halfHeight - k_thick}, halfWidth + 2.0f * k_thick, k_thick, material);
	stage.AddBox({0.0f, halfHeight + k_thick}, halfWidth + 2.0f * k_thick, k_thick, material);
	stage.AddBox({-halfWidth - k_thick, 0.0f}, k_thick, halfHeight, material);
	stage.AddBox({halfWidth + k_thick, 0.0f}, k_thick, halfHeight, material);
}

void BuildRace(Stage& stage)
{
	for (const float x : {-12.0f, -4.0f, 4.0f, 12.0f})
	{
		stage.AddBox({x, 0.0f}, 0.05f, 6.4f, Material::Stone);
	}
	stage.contest = std::make_unique<Race>(stage);
	stage.muzzle = {-11.5f, 5.0f};
	stage.target = {0.0f, 0.0f};
}

void BuildThinPanes(Stage& stage)
{
	stage.contest = MakePaneContest(stage);
}

void BuildClosingDoor(Stage& stage)
{
	stage.contest = MakeDoorContest(stage);
}

void BuildBeams(Stage& stage)
{
	stage.contest = MakeBeamContest(stage);
	stage.target = {-4.0f, 3.0f};
}

void BuildFan(Stage& stage)
{
	stage.contest = MakeFanContest(stage);
	stage.target = {-5.8f, -0.6f};
}

void KeepContest(Stage& stage)
{
	stage.contest->Go(stage);
}

void DrawContest(const Stage& stage, Display& display)
{
	stage.contest->Draw(stage, display);
}

void BuildDoor(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	stage.AddBox({2.0f, 0.0f}, 2.6f, 0.14f, Material::Steel, 0.4f, b2_kinematicBody);
	for (const float y : {-4.0f, 4.0f})
	{
		stage.AddBox({6.0f, y}, 1.6f, 0.15f, Material::Steel, y > 0.0f ? 0.35f : -0.35f);
	}
	stage.AddBox({-2.5f, 4.2f}, 0.2f, 1.2f, Material::Wood);
	stage.AddBox({-2.5f, -4.2f}, 0.2f, 1.2f, Material::Glass);
	stage.muzzle = {-9.0f, 0.0f};
	stage.target = {2.0f, 0.5f};
}

void KeepDoorTurning(Stage& stage)
{
	for (b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (body->GetType() != b2_kinematicBody)
		{
			continue;
		}
		body->SetAngularVelocity(stage.settings.doorTurn);
		if (body->GetAngle() > 1000.0f)
		{
			body->SetTransform(body->GetPosition(), std::remainder(body->GetAngle(), 2.0f * b2_pi));
		}
	}
}

void BuildPanes(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	const std::array materials{Material::Glass, Material::Glass, Material::Wood, Material::Glass, Material::Wood};
	for (size_t i = 0; i < materials.size(); ++i)
	{
		const auto k = static_cast<float>(i);
		stage.AddBox({-4.0f + 2.2f * k, 1.6f}, 0.04f + 0.05f * k, 1.6f, materials[i]);
		stage.AddBox({-4.0f + 2.2f * k, -3.0f}, 0.04f + 0.05f * k, 1.6f, materials[i], 0.5f);
	}
	stage.AddBox({8.5f, 1.6f}, 0.3f, 1.8f, Material::Steel, 0.3f);
	stage.AddBox({8.5f, -3.0f}, 0.6f, 1.8f, Material::Earth);
	stage.muzzle = {-9.5f, 0.0f};
	stage.target = {0.0f, 1.2f};
}

void BuildGrenades(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	for (int i = 0; i < 5; ++i)
	{
		const auto k = static_cast<float>(i);
		stage.AddBox({-1.0f + 0.9f * k, -6.2f + 0.3f * (k + 1.0f)}, 0.45f, 0.3f * (k + 1.0f), Material::Stone);
	}
	stage.AddBox({-4.5f, -4.4f}, 0.15f, 1.8f, Material::Wood);
	stage.AddBox({8.0f, -2.0f}, 2.4f, 0.15f, Material::Steel, 0.25f);
	for (int i = 0; i < 4; ++i)
	{
		const auto k = static_cast<float>(i);
		stage.AddBox({6.5f + 1.05f * static_cast<float>(i % 2), -5.7f + 1.0f * std::floor(0.5f * k)}, 0.48f, 0.48f,
		             Material::Wood, 0.0f, b2_dynamicBody);
	}
	stage.muzzle = {-9.5f, -3.0f};
	stage.target = {3.0f, -2.0f};
}

void BuildCrates(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	for (int i = 0; i < 24; ++i)
	{
		const float size = 0.3f + 0.25f * stage.Random();
		const b2Vec2 at{10.0f * (stage.Random() - 0.3f), 10.0f * (stage.Random() - 0.5f)};
		const auto material = static_cast<Material>(2 + i % 3);
		if (i % 4 == 0)
		{
			b2Body* body = stage.AddBody(at, 0.0f, b2_dynamicBody);
			if (const auto circle = ricochet::MakeCircle({0.0f, 0.0f}, size))
			{
				stage.Add(body, *circle, material);
			}
			continue;
		}
		stage.AddBox(at, size, size, material, 3.0f * stage.Random(), b2_dynamicBody);
	}
	stage.muzzle = {-9.5f, 0.0f};
	stage.target = {3.0f, -4.0f};
}

// Throws all dynamic bodies up again, every 300 steps.
void KeepCratesFalling(Stage& stage)
{
	const auto step = static_cast<int64_t>(stage.time / static_cast<double>(stage.timeStep) + 0.5);
	if (step % 300 != 299)
	{
		return;
	}
	for (b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (body->GetType() == b2_dynamicBody)
		{
			body->SetLinearVelocity({4.0f * (stage.Random() - 0.5f), 5.0f + 6.0f * stage.Random()});
			body->SetAngularVelocity(8.0f * (stage.Random() - 0.5f));
		}
	}
}

void BuildTerrain(Stage& stage)
{
	constexpr float k_width = 32.0f;
	std::vector<b2Vec2> vertices{{0.0f, -5.0f}, {k_width, -5.0f}};
	for (int i = 1600; i >= 0; --i)
	{
		const float x = k_width * static_cast<float>(i) / 1600.0f;
		vertices.push_back({x, Hill(x)});
	}
	const std::array<int32_t, 2> starts{0, static_cast<int32_t>(vertices.size())};
	for (int i = 0; i < 400; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / 400.0f;
		const float reach = 1.0f + 0.12f * std::sin(5.0f * angle) + 0.05f * std::sin(23.0f * angle);
		vertices.push_back({16.5f + 4.0f * reach * std::cos(angle), 4.6f + 1.9f * reach * std::sin(angle)});
	}
	const auto outline = ricochet::Outline::Make(vertices, starts);
	const auto geometry = outline ? ricochet::CastGeometry::Make(*outline) : outline.GetError();
	const auto coarse = ricochet::MakeBox(0.5f * k_width, 3.0f, {0.5f * k_width, -2.0f});
	if (geometry && coarse)
	{
		ricochet::AttachGeometry(stage.Add(stage.AddBody({0.0f, 0.0f}), *coarse, Material::Earth), *geometry);
	}
	stage.muzzle = {2.5f, 9.0f};
	stage.target = {14.0f, 8.0f};
}

void BuildSwarm(Stage& stage)
{
	AddRoom(stage, 39.0f, 21.5f, Material::Steel);
	for (int i = 0; i < 160; ++i)
	{
		const b2Vec2 at{74.0f * (stage.Random() - 0.5f), 40.0f * (stage.Random() - 0.5f)};
		const b2BodyType type = i % 3 == 0 ? b2_kinematicBody : b2_staticBody;
		// Separate statements fix the order of the random numbers; compilers evaluate arguments in different orders.
		const float halfWidth = 0.3f + stage.Random();
		const float halfHeight = 0.3f + stage.Random();
		b2Body* body = stage.AddBox(at, halfWidth, halfHeight, Material::Steel, 3.0f * stage.Random(), type);
		body->SetAngularVelocity(type == b2_kinematicBody ? 2.0f : 0.0f);
	}
	stage.muzzle = {0.0f, 0.0f};
	stage.target = {10.0f, 0.0f};
}

void KeepSwarmFlying(Stage& stage)
{
	const size_t missing = 10000 - std::min<size_t>(stage.plugin.Bullets().size(), 10000);
	for (size_t i = 0; i < std::min<size_t>(missing, 500); ++i)
	{
		const float angle = 2.0f * b2_pi * stage.Random();
		ricochet::BulletDef def;
		def.position = stage.muzzle;
		def.velocity = (20.0f + 60.0f * stage.Random()) * b2Vec2{std::cos(angle), std::sin(angle)};
		def.gravityScale = 0.0f;
		def.maxBounces = 1000;
		def.lifetime = 20.0f + 10.0f * stage.Random();
		stage.counts.fired += static_cast<bool>(stage.plugin.Fire(def));
	}
}

// Builds a scene in which the gun is 1.6 m long and a wall is 1 m away, so the muzzle is on the wall's far side.
void BuildMuzzle(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	stage.AddBox({-8.0f, 3.6f}, 0.12f, 2.6f, Material::Steel);
	stage.AddBox({-8.0f, -0.5f}, 0.04f, 1.5f, Material::Glass);
	stage.AddBox({-8.0f, -4.1f}, 0.12f, 2.1f, Material::Wood);
	for (int i = 0; i < 5; ++i)
	{
		stage.AddBox({4.0f, -4.8f + 2.4f * static_cast<float>(i)}, 0.4f, 0.4f, Material::Stone);
	}
	stage.gunLength = 1.6f;
	stage.muzzle = {-9.0f, 0.8f};
	stage.target = {4.0f, 0.0f};
}

void BuildMinigun(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Steel);
	for (const b2Vec2 at : {b2Vec2{-6.0f, 3.0f}, b2Vec2{6.0f, 3.0f}, b2Vec2{-6.0f, -3.0f}, b2Vec2{6.0f, -3.0f}})
	{
		AddRegular(stage, at, 1.0f, 6, 0.3f * at.x, Material::Steel);
	}
	stage.muzzle = {0.0f, 0.0f};
	stage.target = {10.0f, 0.0f};
}

void KeepMinigunTurning(Stage& stage)
{
	constexpr int k_shots = 3;     // in a step
	constexpr float k_turn = 8.0f; // rad/s
	for (int i = 0; i < k_shots; ++i)
	{
		ricochet::BulletDef def;
		def.delay = stage.timeStep * static_cast<float>(i) / k_shots;
		const auto angle = static_cast<float>(
		    std::remainder(k_turn * (stage.time + static_cast<double>(def.delay)), 2.0 * static_cast<double>(b2_pi)));
		def.position = stage.muzzle;
		def.velocity = 40.0f * b2Vec2{std::cos(angle), std::sin(angle)};
		def.gravityScale = 0.0f;
		def.maxBounces = static_cast<int32_t>(stage.settings.bounces);
		def.lifetime = 1.5f;
		stage.counts.fired += static_cast<bool>(stage.plugin.Fire(def));
	}
}

void BuildLead(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	for (int i = 0; i < 2; ++i)
	{
		b2Body* target = stage.AddBox({3.0f + 4.5f * static_cast<float>(i), -3.0f}, 0.35f, 0.35f, Material::Wood, 0.0f,
		                              b2_kinematicBody);
		stage.actors.push_back(target);
	}
	stage.muzzle = {-10.0f, -5.0f};
	stage.target = {4.0f, 2.0f};
}

namespace
{

// Returns how to fire a bullet so that it hits a moving actor, or an error if it cannot.
ricochet::Result<ricochet::Intercept> InterceptOf(const Stage& stage, size_t actor)
{
	const b2Body& body = *stage.actors[actor];
	return ricochet::SolveIntercept(stage.muzzle, {body.GetPosition(), body.GetLinearVelocity()}, stage.settings.speed,
	                                stage.world.GetGravity(), stage.settings.drag, 6.0f);
}

int64_t StepsOf(const Stage& stage)
{
	return static_cast<int64_t>(stage.time / static_cast<double>(stage.timeStep) + 0.5);
}

// Moves the actors up and down between two heights, each at its own speed.
void RunUpAndDown(Stage& stage, float low, float high)
{
	for (size_t i = 0; i < stage.actors.size(); ++i)
	{
		b2Body* body = stage.actors[i];
		const float speed = 3.0f + 2.0f * static_cast<float>(i);
		const float y = body->GetPosition().y;
		const bool goesUp = y <= low || (body->GetLinearVelocity().y >= 0.0f && y < high);
		body->SetLinearVelocity({0.0f, goesUp ? speed : -speed});
	}
}

} // namespace

void KeepLeading(Stage& stage)
{
	RunUpAndDown(stage, -4.5f, 4.5f);
	const int64_t step = StepsOf(stage);
	if (step % 30 != 0)
	{
		return;
	}
	if (const auto found = InterceptOf(stage, static_cast<size_t>(step / 30) % stage.actors.size()))
	{
		stage.Fire(stage.muzzle, stage.muzzle + found->velocity);
	}
}

void DrawLead(const Stage& stage, Display& display)
{
	for (size_t i = 0; i < stage.actors.size(); ++i)
	{
		if (const auto found = InterceptOf(stage, i))
		{
			display.Segment(stage.actors[i]->GetPosition(), found->point, Style::Faint);
			display.Circle(found->point, 0.2f, 0.0f, Style::Preview);
			display.Text(found->point + b2Vec2{0.4f, 0.0f}, fmt::format("in {:.2f} s", found->time));
		}
	}
}

void BuildPast(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	stage.AddBox({-4.0f, -2.5f}, 0.15f, 1.6f, Material::Steel);
	for (int i = 0; i < 3; ++i)
	{
		b2Body* target = stage.AddBox({1.0f + 3.5f * static_cast<float>(i), 0.0f}, 0.45f, 0.45f, Material::Wood, 0.0f,
		                              b2_kinematicBody);
		target->SetAngularVelocity(1.5f);
		stage.actors.push_back(target);
	}
	stage.history = std::make_unique<ricochet::History>(stage.world);
	stage.muzzle = {-9.5f, 0.0f};
	stage.target = {4.0f, 1.0f};
}

void KeepRunning(Stage& stage)
{
	RunUpAndDown(stage, -5.0f, 5.0f);
}

void DrawPast(const Stage& stage, Display& display)
{
	if (stage.history == nullptr)
	{
		return;
	}
	for (const b2Body* body : stage.actors)
	{
		const auto pose = stage.history->PoseOf(body, stage.SeenTime(stage.ShownTime()));
		const auto* box = static_cast<const b2PolygonShape*>(body->GetFixtureList()->GetShape());
		if (!pose || !*pose)
		{
			continue;
		}
		std::vector<b2Vec2> points;
		for (int i = 0; i <= box->m_count; ++i)
		{
			points.push_back(b2Mul(**pose, box->m_vertices[i % box->m_count]));
		}
		display.Line(points, Style::Preview);
	}
}

} // namespace playground
