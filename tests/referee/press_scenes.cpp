// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/props.h"
#include "referee/scene_list.h"

#include <algorithm>

// Scenes in which kinematic solids press grenades against other bodies.

namespace ricochet::referee
{

void PlayCrusher(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddGround(stage, RandomGround(random), random.OneIn(2) ? b2_staticBody : b2_kinematicBody);
	const GrenadeDef def = Lying(random, random.Uniform(-0.5f, 0.5f));
	stage.Throw(def);
	const float rate = stage.RandomRate();
	const bool hasSpace = random.OneIn(2);
	const float gap = def.radius * (hasSpace ? random.Uniform(2.05f, 3.0f) : random.Uniform(0.2f, 1.9f));
	const float height = random.Uniform(1.0f, 2.0f);
	b2Body* press = stage.AddBody(b2_kinematicBody, {0.0f, height});
	const float width = random.LogUniform(0.1f, 5.0f);
	if (random.OneIn(3))
	{
		stage.AddEdge(press, {-width, 0.0f}, {width, 0.0f});
	}
	else
	{
		const float thickness = random.LogUniform(0.02f, 0.5f);
		stage.AddBox(press, {width, thickness}, {}, {0.0f, thickness});
	}
	const float through = random.OneIn(3) ? 1.0f : 0.0f; // 1: the press does not stop at the ground
	Drive drive(press, {0.0f, -1.0f}, height - gap + through, random.LogUniform(0.5f, 30.0f));
	for (int32_t i = 0; i < static_cast<int32_t>(std::min(0.3f * rate, 60.0f)); ++i)
	{
		stage.Step(1.0f / rate);
	}
	for (int32_t i = 0; i < 240; ++i)
	{
		drive.Before(1.0f / rate);
		stage.Step(1.0f / rate);
	}
}

void PlayLift(Stage& stage)
{
	SceneRandom& random = stage.random;
	b2Body* lift = AddGround(stage, RandomGround(random), b2_kinematicBody);
	const float rate = stage.RandomRate();
	const bool hasSpace = random.OneIn(2);
	float largest = 0.0f;
	for (int32_t i = 0; i < 3; ++i)
	{
		const GrenadeDef def = Lying(random, random.Uniform(-0.5f, 0.5f));
		largest = std::max(largest, def.radius);
		stage.Throw(def);
	}
	const float ceiling = random.Uniform(1.0f, 3.0f);
	const float gap = largest * (hasSpace ? random.Uniform(2.05f, 3.0f) : random.Uniform(0.2f, 1.9f));
	b2Body* top = stage.AddBody(b2_staticBody, {0.0f, ceiling});
	if (random.OneIn(2))
	{
		stage.AddEdge(top, {-10.0f, 0.0f}, {10.0f, 0.0f});
	}
	else
	{
		stage.AddBox(top, {10.0f, 0.1f}, {}, {0.0f, 0.1f});
	}
	const float through = random.OneIn(3) ? 1.0f : 0.0f; // 1: the lift does not stop at the ceiling
	Drive drive(lift, {0.0f, 1.0f}, ceiling - gap + through, random.LogUniform(0.5f, 30.0f));
	for (int32_t i = 0; i < 300; ++i)
	{
		drive.Before(1.0f / rate);
		stage.Step(1.0f / rate);
	}
}

void PlayClosingWalls(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddGround(stage, Ground::ThickBox, b2_staticBody);
	const GrenadeDef def = Lying(random, random.Uniform(-0.5f, 0.5f));
	stage.Throw(def);
	const float rate = stage.RandomRate();
	const float gap = random.OneIn(2) ? def.radius * random.Uniform(2.05f, 3.0f) : 0.0f;
	const float speed = random.LogUniform(0.5f, 30.0f);
	const bool edges = random.OneIn(3);
	const float thickness = random.LogUniform(0.02f, 0.2f);
	std::vector<Drive> drives;
	for (const float side : {-1.0f, 1.0f})
	{
		b2Body* wall = stage.AddBody(b2_kinematicBody, {1.5f * side, 3.0f});
		if (edges)
		{
			stage.AddEdge(wall, {0.0f, -2.99f}, {0.0f, 10.0f});
		}
		else
		{
			stage.AddBox(wall, {thickness, 2.995f}, {}, {side * thickness, 0.0f});
		}
		drives.emplace_back(wall, b2Vec2{-side, 0.0f}, 1.5f - 0.5f * gap, speed);
	}
	for (int32_t i = 0; i < 240; ++i)
	{
		for (Drive& drive : drives)
		{
			drive.Before(1.0f / rate);
		}
		stage.Step(1.0f / rate);
	}
}

void PlayPiston(Stage& stage)
{
	// A piston moves up and down above the floor of a cylinder. It always leaves space for grenades of the largest
	// radius, 0.3 m.
	SceneRandom& random = stage.random;
	AddHall(stage, {1.0f, 3.0f});
	b2Body* piston = stage.AddBody(b2_kinematicBody, {0.0f, 2.0f});
	stage.AddBox(piston, {0.999f, 0.1f}, {1.0f, random.Uniform(0.0f, 1.0f)});
	for (int32_t i = 0; i < 4; ++i)
	{
		GrenadeDef def = Lying(random, random.Uniform(-0.6f, 0.6f));
		def.position.y -= 3.0f;
		def.velocity = random.LogUniform(0.01f, 20.0f) * random.Direction();
		stage.Throw(def);
	}
	const float rate = stage.RandomRate();
	const float stroke = random.LogUniform(1.0f, 30.0f);
	float time = 0.0f;
	for (int32_t i = 0; i < 600; ++i)
	{
		time += 1.0f / rate;
		// The piston moves from y = 2 down to -2.2, where 0.7 m remain between piston and floor.
		const float next = -0.1f + 2.1f * std::cos(stroke * time);
		piston->SetLinearVelocity({0.0f, rate * (next - piston->GetPosition().y)});
		stage.Step(1.0f / rate);
	}
}

void PlayDoor(Stage& stage)
{
	// A door swings on its hinge against a frame. It sweeps places where grenades lie and fly.
	SceneRandom& random = stage.random;
	AddHall(stage, {4.0f, 4.0f});
	b2Body* door = stage.AddBody(b2_kinematicBody, {0.0f, -4.0f});
	if (random.OneIn(3))
	{
		stage.AddEdge(door, {0.0f, 0.01f}, {0.0f, 3.0f});
	}
	else
	{
		stage.AddBox(door, {0.05f, 1.45f}, {}, {0.0f, 1.55f});
	}
	for (int32_t i = 0; i < 6; ++i)
	{
		GrenadeDef def = Lying(random, (i % 2 == 0 ? 1.0f : -1.0f) * random.Uniform(0.5f, 3.5f));
		def.position.y -= 4.0f;
		def.velocity = random.LogUniform(0.01f, 20.0f) * random.Direction();
		stage.Throw(def);
	}
	const float rate = stage.RandomRate();
	const float swing = random.LogUniform(1.0f, 12.0f);
	const float widest = random.Uniform(0.5f, 1.3f);
	float time = 0.0f;
	for (int32_t i = 0; i < 600; ++i)
	{
		time += 1.0f / rate;
		door->SetAngularVelocity(rate * (widest * std::sin(swing * time) - door->GetAngle()));
		stage.Step(1.0f / rate);
	}
}

void PlayConveyor(Stage& stage)
{
	// A belt moves to and fro under grenades. It carries them against a wall with an opening 0.6 m high at the bottom.
	SceneRandom& random = stage.random;
	b2Body* hall = AddHall(stage, {12.0f, 3.0f});
	stage.AddBox(hall, {0.2f, 1.2f}, {}, {5.0f, -1.0f});
	b2Body* belt =
	    AddGround(stage, RandomGround(random) == Ground::Edge ? Ground::Edge : Ground::ThickBox, b2_kinematicBody);
	belt->SetTransform({-4.0f, -2.8f}, 0.0f);
	for (int32_t i = 0; i < 6; ++i)
	{
		GrenadeDef def = Lying(random, random.Uniform(-3.0f, 3.0f));
		def.position.y -= 2.8f;
		stage.Throw(def);
	}
	const float rate = stage.RandomRate();
	const float speed = random.LogUniform(0.1f, 10.0f);
	float x = -4.0f;
	float sign = 1.0f;
	for (int32_t i = 0; i < 600; ++i)
	{
		x += sign * speed / rate;
		sign = x > -1.0f ? -1.0f : (x < -5.0f ? 1.0f : sign);
		belt->SetLinearVelocity({sign * speed, 0.0f});
		stage.Step(1.0f / rate);
	}
}

void PlayFunnel(Stage& stage)
{
	// Two hundred grenades slide into a funnel whose walls are shaken.
	SceneRandom& random = stage.random;
	AddHall(stage, {8.0f, 8.0f});
	const float size = random.Uniform(0.5f, 1.0f);
	std::vector<b2Body*> walls;
	for (const float side : {-1.0f, 1.0f})
	{
		b2Body* wall = stage.AddBody(b2_kinematicBody);
		stage.AddEdge(wall, {side * 0.3f, -4.0f}, {side * 6.0f * size, 4.0f});
		walls.push_back(wall);
	}
	for (int32_t i = 0; i < 200; ++i)
	{
		GrenadeDef def;
		def.radius = random.LogUniform(0.02f, 0.2f);
		def.position = {random.Uniform(-1.0f, 1.0f), random.Uniform(2.0f, 7.0f)};
		def.friction = random.Uniform(0.0f, 0.5f);
		def.fuse = 1.0e6f;
		stage.Throw(def);
	}
	const float rate = stage.RandomRate(240.0f);
	const float shake = random.LogUniform(1.0f, 20.0f);
	for (int32_t i = 0; i < 300; ++i)
	{
		const float speed = random.Uniform(0.0f, 1.0f) * std::cos(shake * static_cast<float>(i) / rate);
		walls[0]->SetLinearVelocity({speed, 0.3f * speed});
		walls[1]->SetLinearVelocity({-speed, 0.3f * speed});
		stage.Step(1.0f / rate);
	}
}

} // namespace ricochet::referee
