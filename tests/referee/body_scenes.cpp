// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/props.h"
#include "referee/scene_list.h"

#include <box2d/b2_distance_joint.h>
#include <box2d/b2_revolute_joint.h>
#include <box2d/b2_weld_joint.h>

// Scenes in which dynamic bodies lie on, under and among grenades.

namespace ricochet::referee
{

namespace
{

constexpr int32_t k_busySteps = 1500;
constexpr int32_t k_busyGrenades = 30;

void StepFor(Stage& stage, float seconds, float rate)
{
	const auto steps = static_cast<int32_t>(seconds * rate);
	for (int32_t i = 0; i < steps; ++i)
	{
		stage.Step(1.0f / rate);
	}
}

// Adds a body without gravity, which stays in the air until the scene sets its gravity scale.
b2Body* AddHanging(Stage& stage, b2Vec2 position)
{
	b2Body* body = stage.AddBody(b2_dynamicBody, position);
	body->SetGravityScale(0.0f);
	return body;
}

void Release(b2Body* body, b2Vec2 velocity)
{
	body->SetGravityScale(1.0f);
	body->SetAwake(true);
	body->SetLinearVelocity(velocity);
}

void ThrowAround(Stage& stage, b2Vec2 center, b2Vec2 half, int32_t count, float speed)
{
	SceneRandom& random = stage.random;
	for (int32_t i = 0; i < count; ++i)
	{
		GrenadeDef def;
		def.radius = random.LogUniform(0.02f, 0.15f);
		def.mass = random.LogUniform(0.05f, 5.0f);
		def.position = center + b2Vec2{random.Uniform(-half.x, half.x), random.Uniform(-half.y, half.y)};
		def.velocity = random.LogUniform(0.01f, speed) * random.Direction();
		def.restitution = random.OneIn(2) ? 0.4f : random.Uniform(0.0f, 1.0f);
		def.fuse = 1.0e6f;
		stage.Throw(def);
	}
}

// Throws a grenade in the busy room, at a random place where no body is.
void ThrowWhereFree(Stage& stage)
{
	SceneRandom& random = stage.random;
	GrenadeDef def;
	def.radius = random.LogUniform(0.03f, 0.25f);
	def.velocity = random.LogUniform(0.1f, 30.0f) * random.Direction();
	def.fuse = 1.0e6f;
	while (true)
	{
		def.position = random.InBox(9.5f);
		bool free = true;
		for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
		{
			const BodySight sight = SightOf(*body);
			const Vec local = sight.motion.At(1.0L).ToLocal(Widen(def.position));
			for (const PieceSight& piece : sight.pieces)
			{
				free = free && SignedDistance(piece.piece, local) > static_cast<Real>(def.radius) + 0.01L;
			}
		}
		if (free)
		{
			stage.Throw(def);
			return;
		}
	}
}

} // namespace

void PlayCrate(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddGround(stage, RandomGround(random), b2_staticBody);
	const float rate = stage.RandomRate(240.0f);
	GrenadeDef def = Lying(random, random.Uniform(-0.3f, 0.3f));
	if (random.OneIn(2))
	{
		def.radius = GrenadeDef{}.radius;
		def.position.y = def.radius + 0.001f;
	}
	stage.Throw(def);
	for (int32_t i = 0; i < static_cast<int32_t>(0.3f * rate); ++i)
	{
		stage.Step(1.0f / rate);
	}
	const float half = random.Uniform(0.1f, 0.6f);
	const float fall = random.OneIn(2) ? random.LogUniform(0.05f, 5.0f) : random.Uniform(2.0f, 5.0f);
	const float mass = random.LogUniform(0.1f, 1000.0f);
	b2Body* crate = stage.AddBody(b2_dynamicBody, {random.Uniform(-0.2f, 0.2f), 2.0f * def.radius + 1.5f * half + fall},
	                              random.OneIn(4) ? random.Uniform(-k_pi, k_pi) : 0.0f);
	const Material material{mass / (4.0f * half * half), random.Uniform(0.0f, 1.0f), random.Uniform(0.0f, 0.5f)};
	if (random.OneIn(5))
	{
		stage.AddCircle(crate, half, material);
	}
	else
	{
		stage.AddBox(crate, {half, half}, material);
	}
	const auto steps = static_cast<int32_t>(2.5f * rate);
	for (int32_t i = 0; i < steps; ++i)
	{
		stage.Step(1.0f / rate);
	}
}

void PlaySeesaw(Stage& stage)
{
	SceneRandom& random = stage.random;
	b2Body* hall = AddHall(stage, {6.0f, 6.0f});
	b2Body* plank = stage.AddBody(b2_dynamicBody, {0.0f, -5.0f});
	stage.AddBox(plank, {3.0f, 0.1f}, {random.LogUniform(0.3f, 30.0f), 0.5f});
	b2RevoluteJointDef joint;
	joint.Initialize(hall, plank, {0.0f, -5.0f});
	joint.enableLimit = true;
	joint.lowerAngle = -0.25f;
	joint.upperAngle = 0.25f;
	stage.world.CreateJoint(&joint);
	b2Body* weight = AddHanging(stage, {random.OneIn(2) ? 2.5f : -2.5f, random.Uniform(-2.0f, 4.0f)});
	stage.AddBox(weight, {0.4f, 0.4f}, {random.LogUniform(1.0f, 100.0f), 0.5f});
	ThrowAround(stage, {0.0f, -3.5f}, {2.5f, 0.5f}, 4, 3.0f);
	const float rate = stage.RandomRate(240.0f);
	StepFor(stage, 1.0f, rate);
	Release(weight, {0.0f, 0.0f});
	StepFor(stage, 3.0f, rate);
}

void PlayStack(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddHall(stage, {8.0f, 5.0f});
	const float half = random.Uniform(0.15f, 0.4f);
	const Material material{random.LogUniform(0.3f, 30.0f), 0.5f};
	for (int32_t i = 0; i < 7; ++i)
	{
		b2Body* box = stage.AddBody(b2_dynamicBody, {0.0f, -5.0f + half * static_cast<float>(2 * i + 1)});
		stage.AddBox(box, {half, half}, material);
	}
	const float top = -5.0f + 14.0f * half;
	ThrowAround(stage, {0.0f, top + 0.3f}, {half, 0.1f}, 3, 0.1f);
	ThrowAround(stage, {-4.0f, -2.0f}, {2.0f, 2.0f}, 3, 20.0f);
	b2Body* ram = AddHanging(stage, {-7.0f, -4.0f + random.Uniform(0.0f, 2.0f)});
	stage.AddCircle(ram, 0.3f, {random.LogUniform(1.0f, 100.0f)});
	const float rate = stage.RandomRate(240.0f);
	StepFor(stage, 1.0f, rate);
	Release(ram, {random.LogUniform(3.0f, 60.0f), 1.0f});
	StepFor(stage, 2.5f, rate);
}

void PlayDominoes(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddHall(stage, {8.0f, 4.0f});
	const Material material{random.LogUniform(0.3f, 30.0f), 0.5f};
	for (int32_t i = 0; i < 10; ++i)
	{
		b2Body* domino = stage.AddBody(b2_dynamicBody, {-4.0f + 0.8f * static_cast<float>(i), -3.0f});
		stage.AddBox(domino, {0.1f, 1.0f}, material);
		GrenadeDef def = Lying(random, -4.0f + 0.8f * static_cast<float>(i) + 0.4f);
		def.radius = random.LogUniform(0.02f, 0.2f);
		def.position.y = -4.0f + def.radius + 0.001f;
		stage.Throw(def);
	}
	b2Body* first = AddHanging(stage, {-5.5f, -2.2f});
	stage.AddCircle(first, 0.2f, {5.0f * material.density});
	const float rate = stage.RandomRate(240.0f);
	StepFor(stage, 0.3f, rate);
	Release(first, {random.LogUniform(3.0f, 20.0f), 0.0f});
	StepFor(stage, 3.0f, rate);
}

void PlayBusyRoom(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddHall(stage, {10.0f, 10.0f});
	std::vector<b2Body*> boxes;
	for (int32_t i = 0; i < 40; ++i)
	{
		const bool kinematic = random.OneIn(8);
		const b2Vec2 position = {random.Uniform(-8.0f, 8.0f), random.Uniform(-8.0f, 8.0f)};
		b2Body* box =
		    stage.AddBody(kinematic ? b2_kinematicBody : b2_dynamicBody, position, random.Uniform(-k_pi, k_pi));
		stage.AddBox(box, {random.Uniform(0.2f, 0.8f), random.Uniform(0.2f, 0.8f)}, {random.LogUniform(0.1f, 10.0f)});
		box->SetLinearVelocity(random.Uniform(0.0f, 5.0f) * random.Direction());
		box->SetAngularVelocity(random.Uniform(-3.0f, 3.0f));
		boxes.push_back(box);
	}
	const float rate = stage.RandomRate(240.0f);
	StepFor(stage, 1.0f, rate); // the boxes move apart
	const auto steps = static_cast<int32_t>(stage.length * k_busySteps);
	for (int32_t i = 0; i < steps; ++i)
	{
		for (b2Body* box : boxes)
		{
			// Kinematic boxes turn back before they reach a wall. Each dynamic box is thrown in one step of 400.
			const b2Vec2 position = box->GetPosition();
			if (box->GetType() == b2_kinematicBody && b2Dot(position, position) > 49.0f)
			{
				box->SetLinearVelocity(-0.3f * position);
			}
			else if (box->GetType() == b2_dynamicBody && random.OneIn(400))
			{
				box->SetLinearVelocity(random.Uniform(2.0f, 12.0f) * random.Direction());
				box->SetAngularVelocity(random.Uniform(-6.0f, 6.0f));
			}
		}
		if (i % 20 == 0 && i / 20 < k_busyGrenades)
		{
			ThrowWhereFree(stage);
		}
		stage.Step(1.0f / rate);
	}
}

void PlayJoints(Stage& stage)
{
	SceneRandom& random = stage.random;
	b2Body* hall = AddHall(stage, {6.0f, 6.0f});
	b2Body* before = hall;
	for (int32_t i = 0; i < 5; ++i)
	{
		b2Body* link = stage.AddBody(b2_dynamicBody, {0.5f + static_cast<float>(i), 3.0f});
		stage.AddBox(link, {0.5f, 0.12f}, {random.LogUniform(0.3f, 30.0f)});
		b2RevoluteJointDef revolute;
		revolute.Initialize(before, link, {static_cast<float>(i), 3.0f});
		stage.world.CreateJoint(&revolute);
		before = link;
	}
	b2Body* heavy = stage.AddBody(b2_dynamicBody, {-3.0f, 1.0f});
	stage.AddBox(heavy, {0.5f, 0.5f}, {random.LogUniform(0.3f, 30.0f)});
	b2DistanceJointDef rope;
	rope.Initialize(hall, heavy, {-4.0f, 5.5f}, heavy->GetPosition());
	stage.world.CreateJoint(&rope);
	b2Body* left = stage.AddBody(b2_dynamicBody, {1.0f, -4.0f});
	stage.AddBox(left, {0.6f, 0.2f}, {random.LogUniform(0.3f, 30.0f)});
	b2Body* right = stage.AddBody(b2_dynamicBody, {2.0f, -3.6f}, 0.8f);
	stage.AddBox(right, {0.6f, 0.2f}, {random.LogUniform(0.3f, 30.0f)});
	b2WeldJointDef weld;
	weld.Initialize(left, right, {1.5f, -3.8f});
	stage.world.CreateJoint(&weld);
	ThrowAround(stage, {0.0f, -1.3f}, {4.0f, 1.2f}, 8, 30.0f);
	const float rate = stage.RandomRate(240.0f);
	for (int32_t i = 0; i < 4; ++i)
	{
		heavy->SetLinearVelocity(random.Uniform(2.0f, 15.0f) * random.Direction());
		left->SetLinearVelocity(random.Uniform(2.0f, 10.0f) * random.Direction());
		StepFor(stage, 1.0f, rate);
	}
}

} // namespace ricochet::referee
