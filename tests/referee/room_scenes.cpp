// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"
#include "support/random_room.h"

#include <algorithm>

// Scenes in which grenades fly in closed kinematic rooms. The rooms always leave space for them.

namespace ricochet::referee
{

namespace
{

constexpr float k_mostSteps = 900.0f;

// Throws grenades from random free places in the room.
void ThrowInside(Stage& stage, const b2Body* body, std::span<const b2Vec2> vertices, float size, b2Vec2 middle,
                 int32_t count)
{
	std::vector<Vec> row;
	for (size_t i = 0; i <= vertices.size(); ++i)
	{
		row.push_back(Widen(vertices[i % vertices.size()]));
	}
	while (count > 0)
	{
		GrenadeDef def;
		def.radius = size * stage.random.LogUniform(0.005f, 0.12f);
		def.mass = stage.random.LogUniform(0.01f, 10.0f);
		def.restitution = stage.random.OneIn(2) ? 0.4f : stage.random.Uniform(0.0f, 1.0f);
		def.friction = stage.random.OneIn(2) ? 0.6f : stage.random.Uniform(0.0f, 1.0f);
		def.fuse = 1.0e6f;
		def.velocity = size * stage.random.LogUniform(0.01f, 10.0f) * stage.random.Direction();
		const b2Vec2 local = middle + size * stage.random.InBox(1.0f);
		def.position = body->GetWorldPoint(local);
		Real distance = HUGE_VALL;
		for (size_t i = 0; i + 1 < row.size(); ++i)
		{
			distance = std::min(distance, DistanceToSegment(Widen(local), row[i], row[i + 1]));
		}
		if (Winding(row, Widen(local)) == 1 && distance > 1.05L * static_cast<Real>(def.radius))
		{
			stage.Throw(def);
			--count;
		}
	}
}

void PlayRoom(Stage& stage, float size, b2Vec2 origin, bool swings)
{
	std::vector<b2Vec2> vertices = test::RandomRoom(stage.random);
	// The centre of rotation may be far outside the room.
	const b2Vec2 middle =
	    stage.random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : size * stage.random.Uniform(0.0f, 3.0f) * stage.random.Direction();
	for (b2Vec2& vertex : vertices)
	{
		vertex = size * vertex + middle;
	}
	b2Body* body = stage.AddBody(b2_kinematicBody, origin, stage.random.Uniform(-k_pi, k_pi));
	stage.AddRoom(body, vertices, {1.0f, stage.random.Uniform(0.0f, 1.0f), 0.0f});
	ThrowInside(stage, body, vertices, size, middle, 4);
	const float rate = stage.RandomRate();
	const float spin = stage.random.Uniform(0.7f, 4.0f) * (stage.random.OneIn(2) ? 1.0f : -1.0f);
	const float swing = stage.random.Uniform(1.0f, 6.0f);
	const b2Vec2 drift = size * stage.random.Uniform(0.0f, 2.0f) * stage.random.Direction();
	const auto steps = static_cast<int32_t>(stage.length * std::min(10.0f * rate, k_mostSteps));
	for (int32_t i = 0; i < steps; ++i)
	{
		const float phase = std::cos(swing * static_cast<float>(i) / rate);
		body->SetAngularVelocity(swings ? spin * phase : spin);
		body->SetLinearVelocity(swings ? phase * drift : b2Vec2{0.0f, 0.0f});
		stage.Step(1.0f / rate);
	}
}

} // namespace

void PlayTurningRoom(Stage& stage)
{
	PlayRoom(stage, stage.random.LogUniform(0.5f, 5.0f), {0.0f, 0.0f}, false);
}

void PlaySwingingRoom(Stage& stage)
{
	PlayRoom(stage, stage.random.LogUniform(0.5f, 5.0f), {0.0f, 0.0f}, true);
}

void PlayFarRoom(Stage& stage)
{
	const float far = stage.random.LogUniform(1.0f, 10000.0f);
	const float size = stage.random.LogUniform(std::max(0.02f, 1.0e-4f * far), 100.0f);
	PlayRoom(stage, size, far * stage.random.Direction(), stage.random.OneIn(2));
}

void PlayDrum(Stage& stage)
{
	const float size = stage.random.LogUniform(0.5f, 6.0f);
	std::vector<b2Vec2> vertices;
	const int32_t corners = 12;
	for (int32_t i = 0; i < corners; ++i)
	{
		const float angle = 2.0f * k_pi * static_cast<float>(i) / static_cast<float>(corners);
		vertices.push_back(size * b2Vec2{std::cos(angle), std::sin(angle)});
	}
	b2Body* body = stage.AddBody(b2_kinematicBody);
	stage.AddRoom(body, vertices);
	const int32_t paddles = 2 + stage.random.Below(3);
	const float length = stage.random.Uniform(0.1f, 0.3f); // the longer ones reach the wall
	for (int32_t i = 0; i < paddles; ++i)
	{
		const float angle = 2.0f * k_pi * static_cast<float>(i) / static_cast<float>(paddles);
		const b2Vec2 out{std::cos(angle), std::sin(angle)};
		stage.AddBox(body, {length * size, 0.02f * size}, {}, 0.75f * size * out, angle);
	}
	for (int32_t i = 0; i < 5; ++i)
	{
		GrenadeDef def;
		def.radius = size * stage.random.LogUniform(0.01f, 0.08f);
		def.position = stage.random.InBox(0.3f * size);
		def.velocity = stage.random.LogUniform(0.01f, 10.0f) * stage.random.Direction();
		def.fuse = 1.0e6f;
		stage.Throw(def);
	}
	const float rate = stage.RandomRate();
	body->SetAngularVelocity(stage.random.Uniform(1.0f, 4.0f));
	const auto steps = static_cast<int32_t>(stage.length * k_mostSteps);
	for (int32_t i = 0; i < steps; ++i)
	{
		stage.Step(1.0f / rate);
	}
}

} // namespace ricochet::referee
