// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_world.h>

#include <memory>
#include <vector>

namespace flashlight
{

enum class Kind : uint8_t
{
	Wall,
	Furniture,
	Glass,  ///< light passes: in another category
	Sensor, ///< light passes, as everything does
	Crate,  ///< moves to and fro
	Guard,
	Player
};

constexpr uint16_t k_solid = 0x0001; ///< categories
constexpr uint16_t k_glass = 0x0002;

/// One body with one fixture.
struct Thing
{
	Kind kind = Kind::Wall;
	b2Fixture* fixture = nullptr;
};

/// Two rooms with windows, seen from above. Lengths in metres, y up.
struct Level
{
	std::unique_ptr<b2World> world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
	std::vector<Thing> things;
	b2Body* crate = nullptr;
	b2Body* guard = nullptr;
	b2Body* player = nullptr;
	b2Vec2 lamp{0.0f, 0.0f};
};

constexpr float k_margin = 1.1f; ///< of what pictures show, around the rooms, which are 16 m by 10 m
inline const b2Vec2 k_low{-k_margin, -k_margin};
inline const b2Vec2 k_high{16.0f + k_margin, 10.0f + k_margin};

/// Returns the level at the start. It is the same on every platform.
[[nodiscard]] Level BuildLevel();

/// Puts the crate to its place at a time, which counts turns of the light.
void MoveCrate(Level& level, float turns);

/// Returns the number of edges and circles that light can hit.
[[nodiscard]] int32_t CountEdges(const Level& level);

} // namespace flashlight
