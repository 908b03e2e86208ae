// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

// A world that several documents use, and bodies for it.

inline b2World world({0.0f, -10.0f});

inline b2Body* MakeBody(b2BodyType type, b2Vec2 position, float hx, float hy)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	b2Body* body = world.CreateBody(&def);
	const auto box = ricochet::MakeBox(hx, hy);
	body->CreateFixture(&*box, 1.0f);
	return body;
}
