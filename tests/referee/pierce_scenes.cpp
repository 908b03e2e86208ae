// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"
#include "support/rounded_scenes.h"

#include <algorithm>

// Scenes in which bullets pierce turning bodies without resistance. The bullets fly straight, so that every crossing
// can be counted.

namespace ricochet::referee
{

namespace
{

constexpr int32_t k_bullets = 40;

enum class Kind : uint8_t
{
	Points,
	Discs
};

// Fires bullets from all sides across a target of the given size at the origin. A bullet reaches the target after up to
// two steps.
void FireAcross(Stage& stage, Kind kind, float size, float rate)
{
	SceneRandom& random = stage.random;
	for (int32_t i = 0; i < k_bullets; ++i)
	{
		BulletDef def;
		const b2Vec2 direction = random.Direction();
		const float speed = random.LogUniform(5.0f, 300.0f);
		def.radius = kind == Kind::Discs ? size * random.LogUniform(0.001f, 1.0f) : 0.0f;
		const float way = 1.5f * size + def.radius + speed / rate * random.Uniform(0.0f, 2.0f);
		def.velocity = speed * direction;
		def.position =
		    random.Uniform(-0.9f, 0.9f) * (size + def.radius) * b2Vec2{-direction.y, direction.x} - way * direction;
		def.gravityScale = 0.0f;
		def.lifetime = 1.0e6f;
		def.maxPierces = 1000;
		stage.Fire(def);
	}
}

void Run(Stage& stage, Kind kind, b2Body* body, float size)
{
	SceneRandom& random = stage.random;
	const float rate = random.OneIn(2) ? 60.0f : random.LogUniform(20.0f, 240.0f);
	body->SetAngularVelocity(random.Uniform(5.0f, 40.0f) * static_cast<float>(random.Below(3) - 1));
	body->SetLinearVelocity(random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.LogUniform(0.1f, 10.0f) * random.Direction());
	FireAcross(stage, kind, size, rate);
	const auto steps = static_cast<int32_t>(std::min(60.0f, 1.5f * size * rate));
	for (int32_t i = 0; i < steps; ++i)
	{
		stage.Step(1.0f / rate);
	}
}

void PierceSolid(Stage& stage, Kind kind)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	const float size = random.LogUniform(0.1f, 3.0f);
	b2Body* body = stage.AddBody(random.OneIn(2) ? b2_kinematicBody : b2_dynamicBody);
	const Material material{1000.0f};
	if (random.OneIn(2))
	{
		stage.AddBox(body, {size, size * random.LogUniform(0.02f, 1.0f)}, material);
	}
	else if (random.OneIn(2))
	{
		stage.Add(body, test::RandomPolygon(random, 0.7f * size), material);
	}
	else if (random.OneIn(2))
	{
		const b2PolygonShape core = test::RandomPolygon(random, 0.5f * size);
		stage.Add(body, test::ValueOf(MakeRoundedPolygon(test::VerticesOf(core), 0.3f * size)), material);
	}
	else
	{
		stage.AddCircle(body, 0.5f * size, material, 0.5f * size * random.Direction());
	}
	if (random.OneIn(2))
	{
		Surface surface;
		surface.resistance = random.LogUniform(0.01f, 10.0f);
		stage.GetPlugin().SetSurface(body->GetFixtureList(), surface);
	}
	Run(stage, kind, body, size);
}

void PierceEdge(Stage& stage, Kind kind)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	const float size = random.LogUniform(0.1f, 3.0f);
	b2Body* body = stage.AddBody(b2_kinematicBody);
	if (random.OneIn(2))
	{
		stage.AddEdge(body, {-size, 0.0f}, {size, 0.1f * size});
	}
	else
	{
		stage.AddRoom(body, {{-size, -0.6f * size}, {0.8f * size, -0.5f * size}, {0.2f * size, 0.9f * size}});
	}
	Run(stage, kind, body, size);
}

} // namespace

void PlayPiercedSolid(Stage& stage)
{
	PierceSolid(stage, Kind::Points);
}

void PlaySolidPiercedByDiscs(Stage& stage)
{
	PierceSolid(stage, Kind::Discs);
}

void PlayPiercedEdge(Stage& stage)
{
	PierceEdge(stage, Kind::Points);
}

void PlayEdgePiercedByDiscs(Stage& stage)
{
	PierceEdge(stage, Kind::Discs);
}

} // namespace ricochet::referee
