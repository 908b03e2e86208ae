// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"

#include <algorithm>

// Kinematic solids that press grenades against others.

namespace ricochet::referee
{

namespace
{

// What a grenade lies on or is pressed against, its surface at y = 0, 20 m wide, on a body of its own.
enum class Ground : int32_t
{
	Chain,
	Edge,
	ThinBox,
	ThickBox,
	Polygon,
	Circle,
	Count
};

b2Body* AddGround(Stage& stage, Ground ground, b2BodyType type)
{
	b2Body* body = stage.AddBody(type);
	const Material material{1.0f, stage.random.Uniform(0.0f, 1.0f), 0.0f};
	switch (ground)
	{
	case Ground::Chain:
		stage.AddChain(body, {{10.0f, 0.0f}, {3.0f, 0.0f}, {0.0f, 0.0f}, {-4.0f, 0.0f}, {-10.0f, 0.0f}}, material);
		break;
	case Ground::Edge:
		stage.AddEdge(body, {-10.0f, 0.0f}, {10.0f, 0.0f}, material);
		break;
	case Ground::ThinBox:
		stage.AddBox(body, {10.0f, 0.01f}, material, {0.0f, -0.01f});
		break;
	case Ground::ThickBox:
		stage.AddBox(body, {10.0f, 0.1f}, material, {0.0f, -0.1f});
		break;
	case Ground::Polygon:
	{
		const b2Vec2 vertices[] = {{-10.0f, -0.5f}, {0.0f, -1.0f}, {10.0f, -0.5f}, {9.0f, 0.0f}, {-9.0f, 0.0f}};
		b2PolygonShape polygon;
		polygon.Set(vertices, 5);
		stage.Add(body, polygon, material);
		break;
	}
	default:
		stage.AddCircle(body, 5.0f, material, {0.0f, -5.0f});
		break;
	}
	return body;
}

Ground RandomGround(SceneRandom& random)
{
	return static_cast<Ground>(random.Below(static_cast<int32_t>(Ground::Count)));
}

GrenadeDef Lying(SceneRandom& random, float x)
{
	GrenadeDef def;
	def.radius = random.LogUniform(0.02f, 0.3f);
	def.position = {x, def.radius + 0.001f};
	def.mass = random.LogUniform(0.05f, 5.0f);
	def.friction = random.Uniform(0.0f, 1.0f);
	def.fuse = 1.0e6f;
	return def;
}

// Moves a body until its way is done, then holds it there.
class Drive
{
public:
	Drive(b2Body* body, b2Vec2 direction, float way, float speed)
	    : m_body(body), m_direction(direction), m_left(way), m_speed(speed)
	{
	}

	void Before(float dt)
	{
		const float now = std::min(m_left, m_speed * dt);
		m_left -= now;
		m_body->SetLinearVelocity((now / dt) * m_direction);
	}

private:
	b2Body* m_body;
	b2Vec2 m_direction;
	float m_left;
	float m_speed;
};

} // namespace

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
	Drive drive(press, {0.0f, -1.0f}, height - gap, random.LogUniform(0.5f, 30.0f));
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
	Drive drive(lift, {0.0f, 1.0f}, ceiling - gap, random.LogUniform(0.5f, 30.0f));
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

void PlayCrate(Stage& stage)
{
	SceneRandom& random = stage.random;
	AddGround(stage, RandomGround(random), b2_staticBody);
	const float rate = random.LogUniform(30.0f, 240.0f);
	const GrenadeDef def = Lying(random, random.Uniform(-0.3f, 0.3f));
	stage.Throw(def);
	for (int32_t i = 0; i < static_cast<int32_t>(0.3f * rate); ++i)
	{
		stage.Step(1.0f / rate);
	}
	const float half = random.Uniform(0.1f, 0.6f);
	const float fall = random.LogUniform(0.05f, 5.0f);
	const float mass = random.LogUniform(0.1f, 1000.0f);
	b2Body* crate = stage.AddBody(b2_dynamicBody, {random.Uniform(-0.2f, 0.2f), 2.0f * def.radius + 1.5f * half + fall},
	                              random.OneIn(2) ? 0.0f : random.Uniform(-k_pi, k_pi));
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

} // namespace ricochet::referee
