// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "documents/world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

// The declarations that the examples in plugin/docs/recipes.md use:
// a world with a player, an enemy, a wall and a crate, and a game's functions.

inline ricochet::Plugin plugin(world);

inline b2Body* const player = MakeBody(b2_dynamicBody, {0.0f, 1.0f}, 0.3f, 0.9f);
inline b2Body* const enemy = MakeBody(b2_dynamicBody, {20.0f, 1.0f}, 0.3f, 0.9f);
inline b2Body* const wall = MakeBody(b2_staticBody, {10.0f, 2.0f}, 0.1f, 2.0f);
inline b2Body* const crate = MakeBody(b2_dynamicBody, {8.0f, 0.5f}, 0.5f, 0.5f);
inline b2Body* terrain = MakeBody(b2_staticBody, {31.0f, -0.5f}, 1.0f, 0.5f);
inline std::vector<b2AABB> tiles{{{30.0f, -1.0f}, {31.0f, 0.0f}}, {{31.0f, -1.0f}, {32.0f, 0.0f}}}; // of the terrain
inline const b2Vec2 crater{31.8f, 0.0f};
inline b2Body* const platform = MakeBody(b2_staticBody, {4.0f, 3.0f}, 2.0f, 0.1f);
inline b2Fixture* const mirror = wall->GetFixtureList();
inline const b2Vec2 muzzle{0.5f, 1.5f};
inline const b2Vec2 aim{1.0f, 0.0f}; // a unit vector
inline const b2Vec2 eye{0.0f, 1.6f};
inline const b2Vec2 lamp{5.0f, 5.0f};
inline b2Vec2 feet{0.0f, 0.1f};     // the character's feet
inline b2Vec2 running{4.0f, -1.0f}; // in m/s
inline constexpr float dt = 1.0f / 60.0f;
inline constexpr float facing = 0.0f;
inline double serverTime = 0.0;
inline double clientLatency = 0.1;
inline bool isPaused = false;
inline float accumulator = 0.0f;
inline float frameTime = 0.02f;

inline void Spark(b2Vec2, b2Vec2) {}
inline void DrawLine(b2Vec2, b2Vec2) {}
inline void DrawDot(b2Vec2) {}
inline void DrawCut(b2Vec2, float) {}
inline void DrawBullet(b2Vec2) {}
inline void DrawTriangles(const std::vector<b2Vec2>&) {}
inline void Hurt(b2Body*, float) {}
inline void Credit(uintptr_t, b2Body*) {}
inline void RaiseAlarm() {}
inline void AttachArrow(b2Body*, b2Vec2, float) {}
inline void LoadLevel() {} // no body takes the place of the old level's
