// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"

#include <algorithm>

// Scenes without gravity: one projectile hits one dynamic body, walls retreat from grenades, or a world is seen from
// above.

namespace ricochet::referee
{

namespace
{

struct Meeting
{
	b2Vec2 position, velocity;
	float mass = 0.0f;
	float restitution = 0.0f;
	float friction = 0.0f;
	float size = 0.0f; ///< of the body
	float rate = 0.0f;
};

// Adds one dynamic body near the origin, without walls and gravity. Returns how a projectile approaches it, head-on or
// off-centre.
Meeting SetUp(Stage& stage)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	RefereeDef def;
	def.closed = true;
	stage.Rule(def);
	Meeting meeting;
	meeting.mass = random.LogUniform(0.01f, 1.0f);
	meeting.size = random.LogUniform(0.05f, 2.0f);
	meeting.restitution = random.OneIn(3) ? static_cast<float>(random.Below(2)) : random.Uniform(0.0f, 1.0f);
	meeting.friction = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 1.0f);
	meeting.rate = stage.RandomRate();
	const float bodyMass = meeting.mass * random.LogUniform(0.001f, 1000.0f);
	const bool headOn = random.OneIn(3);
	b2Body* body = stage.AddBody(b2_dynamicBody, {0.0f, 0.0f}, headOn ? 0.0f : random.Uniform(-k_pi, k_pi));
	Material material{1.0f, meeting.friction, meeting.restitution};
	if (random.OneIn(2))
	{
		material.density = bodyMass / (k_pi * meeting.size * meeting.size);
		stage.AddCircle(body, meeting.size, material);
	}
	else
	{
		const float other = meeting.size * random.Uniform(0.2f, 1.0f);
		material.density = bodyMass / (4.0f * meeting.size * other);
		stage.AddBox(body, {meeting.size, other}, material);
	}
	if (headOn == false)
	{
		body->SetLinearVelocity(random.LogUniform(0.1f, 30.0f) * random.Direction());
		body->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
	}
	const float speed = random.LogUniform(1.0f, 1000.0f);
	const b2Vec2 from = headOn ? b2Vec2{1.0f, 0.0f} : random.Direction();
	const float aside = headOn ? 0.0f : random.Uniform(-0.8f, 0.8f) * meeting.size;
	const float distance = 2.0f * meeting.size + speed / meeting.rate * random.Uniform(0.5f, 3.0f);
	meeting.position = distance * from + aside * b2Vec2{-from.y, from.x};
	// The body's velocity is added to the projectile's, so that the projectile hits the moving body.
	const b2Vec2 ahead = body->GetLinearVelocity();
	meeting.velocity = -speed * from + ahead;
	return meeting;
}

} // namespace

void PlayGrenadeMeetsBody(Stage& stage)
{
	const Meeting meeting = SetUp(stage);
	GrenadeDef def;
	def.radius = meeting.size * stage.random.LogUniform(0.05f, 1.0f);
	def.position = meeting.position + (def.radius / b2Distance(meeting.position, {0.0f, 0.0f})) * meeting.position;
	def.velocity = meeting.velocity;
	def.mass = meeting.mass;
	def.restitution = meeting.restitution;
	def.friction = meeting.friction;
	def.fuse = 1.0e6f;
	stage.Throw(def);
	for (int32_t i = 0; i < 30; ++i)
	{
		stage.Step(1.0f / meeting.rate);
	}
}

namespace
{

void FireAtBody(Stage& stage, const Meeting& meeting, float radius)
{
	BulletDef def;
	def.radius = radius;
	def.position = meeting.position + (radius / b2Distance(meeting.position, {0.0f, 0.0f})) * meeting.position;
	def.velocity = meeting.velocity;
	def.mass = meeting.mass;
	def.restitution = meeting.restitution;
	def.friction = meeting.friction;
	def.lifetime = 1.0e6f;
	def.maxBounces = stage.random.OneIn(3) ? 1 : 1000000;
	stage.Fire(def);
	for (int32_t i = 0; i < 30; ++i)
	{
		stage.Step(1.0f / meeting.rate);
	}
}

} // namespace

void PlayBulletMeetsBody(Stage& stage)
{
	FireAtBody(stage, SetUp(stage), 0.0f);
}

void PlayDiscMeetsBody(Stage& stage)
{
	const Meeting meeting = SetUp(stage);
	FireAtBody(stage, meeting, meeting.size * stage.random.LogUniform(0.003f, 3.0f));
}

void PlayRetreatingWall(Stage& stage)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	b2Body* wall = stage.AddBody(b2_kinematicBody, {0.0f, 0.0f}, random.Uniform(-k_pi, k_pi));
	const b2Vec2 out = wall->GetWorldVector({0.0f, 1.0f});
	if (random.OneIn(2))
	{
		stage.AddBox(wall, {5.0f, 0.5f}, {}, {0.0f, -0.5f});
	}
	else
	{
		stage.AddEdge(wall, {-5.0f, 0.0f}, {5.0f, 0.0f});
	}
	const float rate = stage.RandomRate();
	const float speed = random.LogUniform(0.1f, 10.0f);
	const float slower = random.LogUniform(0.1f, 30.0f);
	GrenadeDef def;
	def.radius = random.LogUniform(0.02f, 0.3f);
	def.position = (def.radius + 0.001f) * out;
	def.restitution = 0.0f;
	def.fuse = 1.0e6f;
	stage.Throw(def);
	// The wall moves at an even speed for 30 steps, then slows down, stops and goes back.
	float now = speed;
	for (int32_t i = 0; i < 150; ++i)
	{
		now -= i < 30 ? 0.0f : slower / rate;
		wall->SetLinearVelocity(std::max(now, -speed) * out);
		stage.Step(1.0f / rate);
	}
}

void PlayTopDown(Stage& stage)
{
	SceneRandom& random = stage.random;
	stage.world.SetGravity({0.0f, 0.0f});
	b2Body* room = stage.AddBody(b2_staticBody);
	stage.AddRoom(room, {{-6.0f, -6.0f}, {6.0f, -6.0f}, {6.0f, 6.0f}, {-6.0f, 6.0f}});
	std::vector<b2Body*> movers;
	for (int32_t i = 0; i < 6; ++i)
	{
		b2Body* body = stage.AddBody(random.OneIn(2) ? b2_kinematicBody : b2_dynamicBody, random.InBox(4.0f));
		stage.AddBox(body, {random.Uniform(0.1f, 0.8f), random.Uniform(0.1f, 0.8f)}, {random.LogUniform(0.1f, 10.0f)});
		movers.push_back(body);
	}
	for (int32_t i = 0; i < 10; ++i)
	{
		GrenadeDef def;
		def.radius = random.LogUniform(0.03f, 0.2f);
		def.position = {random.Uniform(-5.5f, 5.5f), random.OneIn(2) ? 5.5f : -5.5f};
		def.velocity = random.LogUniform(0.01f, 100.0f) * random.Direction();
		def.restitution = random.Uniform(0.0f, 1.0f);
		def.fuse = 1.0e6f;
		stage.Throw(def);
	}
	const float rate = stage.RandomRate();
	for (int32_t i = 0; i < 400; ++i)
	{
		for (b2Body* body : movers)
		{
			if (body->GetType() == b2_kinematicBody && i % 40 == 0)
			{
				// The velocity leads the body back towards the middle, so that about a metre stays free between it and
				// the walls.
				body->SetLinearVelocity(2.0f * random.Direction() - 0.5f * body->GetPosition());
				body->SetAngularVelocity(random.Uniform(-3.0f, 3.0f));
			}
		}
		stage.Step(1.0f / rate);
	}
}

} // namespace ricochet::referee
