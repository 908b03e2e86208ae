// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ground.h>

#include <cstdint>
#include <optional>
#include <vector>

class b2World;

namespace character
{

struct CharacterDef
{
	b2Vec2 halfSize{0.3f, 0.9f};  ///< m, of the box; its soles are flat, so it does not slip off an edge
	float maxSlope = 0.873f;      ///< rad, the steepest ground that it walks on
	float stepHeight = 0.35f;     ///< m, of the highest step that it takes, up or down
	float jumpSpeed = 6.0f;       ///< m/s
	float airControl = 20.0f;     ///< m/s^2, sideways while it falls
	float mass = 80.0f;           ///< kg, weighs on crates
	float pushForce = 400.0f;     ///< N, pushes crates
	uint16_t oneWayBits = 0x0002; ///< categories of the platforms that it can drop through
};

struct CharacterInput
{
	float run = 0.0f;  ///< m/s, to the right
	bool jump = false; ///< while it stands
	bool drop = false; ///< through the one-way platform on which it stands
};

/// A box that walks, jumps, falls and rides. Its body is kinematic, so bullets hit it on its path. Gravity points down.
class Character
{
public:
	Character(b2World& world, b2Vec2 feet, const CharacterDef& def = {});

	/// Call this before each step of the world. It computes the place at the end of the step, and gives the body the
	/// velocity that takes it there.
	void Move(const CharacterInput& input, float dt);

	[[nodiscard]] b2Vec2 Feet() const { return m_feet; } ///< after the last Move
	[[nodiscard]] b2Vec2 FeetAt(float share) const { return m_before + share * (m_feet - m_before); } ///< for drawing
	[[nodiscard]] b2Vec2 Velocity() const { return m_velocity; }                                      ///< m/s
	[[nodiscard]] bool IsOnGround() const { return m_isOnGround; }
	[[nodiscard]] bool IsCrushed() const { return m_isCrushed; } ///< it has no room
	[[nodiscard]] b2Body* Body() const { return m_body; }

private:
	[[nodiscard]] ricochet::Hull Shape() const { return {m_box, 0.0f}; }
	[[nodiscard]] std::optional<ricochet::Ground> FindGround(b2Vec2 feet, float distance) const;
	b2Vec2 Slide(b2Vec2 feet, b2Vec2 by, int32_t maxMoves = 5, const b2Body* ignored = nullptr);
	b2Vec2 Lower(b2Vec2 feet, const ricochet::Ground& ground);
	void Walk(float distance, const ricochet::Ground& ground);
	[[nodiscard]] std::optional<b2Vec2> StepUp(float distance);
	void Fall(float run, float dt, const ricochet::Ground* below, b2Vec2 lift, const b2Body* ignored);
	void PushCrates(float impulse) const;

	CharacterDef m_def;
	b2World& m_world;
	b2Body* m_body = nullptr;
	b2Vec2 m_box[4];
	b2Vec2 m_feet;
	b2Vec2 m_before; // the feet before the last Move
	b2Vec2 m_velocity{0.0f, 0.0f};
	float m_drift = 0.0f; // m/s, the velocity to the right of the ground that it has left
	bool m_isOnGround = false;
	bool m_isCrushed = false;
	std::vector<ricochet::SlidePlane> m_planes;
};

} // namespace character
