// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "documents/world.h"

#include <ricochet/format.h>

#include <cmath>
#include <string_view>
#include <unordered_map>
#include <vector>

// The declarations that the examples in plugin/docs/projectiles.md use: a world with a player, a wall and a crate, and
// a game's functions.

inline b2Body* const player = MakeBody(b2_dynamicBody, {0.0f, 1.0f}, 0.3f, 0.9f);
inline b2Body* const wall = MakeBody(b2_staticBody, {10.0f, 2.0f}, 0.1f, 2.0f);
inline b2Body* const crate = MakeBody(b2_dynamicBody, {8.0f, 0.5f}, 0.5f, 0.5f);
inline const b2Vec2 muzzle{0.5f, 1.5f};
inline bool isRunning = true;

struct GameDraw : b2Draw
{
	void DrawPolygon(const b2Vec2*, int32, const b2Color&) override {}
	void DrawSolidPolygon(const b2Vec2*, int32, const b2Color&) override {}
	void DrawCircle(const b2Vec2&, float, const b2Color&) override {}
	void DrawSolidCircle(const b2Vec2&, float, const b2Vec2&, const b2Color&) override {}
	void DrawSegment(const b2Vec2&, const b2Vec2&, const b2Color&) override {}
	void DrawTransform(const b2Transform&) override {}
	void DrawPoint(const b2Vec2&, float, const b2Color&) override {}
};
inline GameDraw debugDraw;

inline void Report(std::string_view) {}
inline void Spark(b2Vec2, b2Vec2) {}
inline void DrawLine(b2Vec2, b2Vec2) {}
inline void DrawDisc(b2Vec2, float) {}
inline void ShowExplosion(b2Vec2) {}
inline void Hurt(b2Body*, float) {}

inline float HealthOf(const b2Body*)
{
	return 50.0f;
}

inline bool IsFragile(const b2Body* body)
{
	return body == crate;
}

inline bool IsPlayer(const b2Body* body)
{
	return body == player;
}

inline bool IsFriend(const b2Body* body)
{
	return body == player;
}
