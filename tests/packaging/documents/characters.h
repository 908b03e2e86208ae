// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "../../../examples/character/character.cpp"

#include "documents/world.h"

// The declarations that the examples in plugin/docs/guides/characters.md use:
// a world with a floor, a lift and a hero, and a game's functions.

inline ricochet::Plugin plugin(world);
inline b2Body* const floorBody = MakeBody(b2_staticBody, {0.0f, -1.0f}, 20.0f, 1.0f);
inline b2Body* const lift = MakeBody(b2_kinematicBody, {5.0f, 0.1f}, 1.0f, 0.1f);
inline character::Character hero(world, {0.0f, 0.1f});
inline constexpr float dt = 1.0f / 60.0f;
inline float accumulator = 0.0f;
inline float frameTime = 0.02f;
inline float stick = 1.0f;
inline bool wantsJump = false;
inline const std::optional<ricochet::Ground> ground = []
{
	const b2Vec2 sole[] = {{-0.3f, 0.0f}, {0.3f, 0.0f}};
	return ricochet::CheckGround(world, {sole, 0.0f}, {b2Vec2{0.0f, 0.05f}, b2Rot(0.0f)});
}();

inline float LiftSpeed()
{
	return 1.0f;
}
inline void DrawHero(b2Vec2) {}
inline void Ride(b2Vec2) {}
