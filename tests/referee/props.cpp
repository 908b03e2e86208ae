// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/props.h"

namespace ricochet::referee
{

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
		stage.Add(body, test::HullOf(vertices), material);
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

b2Body* AddHall(Stage& stage, b2Vec2 half)
{
	b2Body* body = stage.AddBody(b2_staticBody);
	stage.AddRoom(body, {{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}});
	return body;
}

} // namespace ricochet::referee
