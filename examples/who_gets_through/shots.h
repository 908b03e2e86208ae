// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>
#include <vector>

namespace why
{

inline constexpr float k_stepTime = 1.0f / 60.0f; ///< s
inline constexpr float k_turnRate = 9.0f;         ///< of the door, about its middle (rad/s)
inline constexpr float k_halfLength = 2.5f;       ///< of the door (m)
inline constexpr float k_start = -6.0f;           ///< x at which a bullet is fired
inline constexpr float k_end = 6.0f;              ///< x at which it is not looked at any more
inline constexpr double k_clear = 0.005;          ///< a shot counts only if it goes so deep into the door (m)

/// The method that tests the bullets against the door.
enum class Method
{
	RayAStep,     ///< after each step of the world one b2World::RayCast from where the bullet was to where it gets
	RayAndPoints, ///< that, and b2Fixture::TestPoint at both ends
	BulletBody,   ///< a body of Box2D with `bullet`, a disc of 1 cm
	Ricochet
};

/// A bullet that flies to the right. It is fired before a step of the world.
struct Shot
{
	int32_t step = 0;
	float y = 0.0f;
	float speed = 0.0f; ///< m/s
};

/// The answer of a method for a shot.
struct Told
{
	bool isHit = false;
	double time = 0.0; ///< s from the first step
	b2Vec2 point{0.0f, 0.0f};
};

/// A door that turns.
struct Door
{
	float halfThickness = 0.15f;  ///< m
	std::vector<double> angles{}; ///< before the first step, and after each
	float turnRate = k_turnRate;  ///< rad/s, at most
	float stepTime = k_stepTime;  ///< s, between two angles

	[[nodiscard]] double AngleAt(double time) const;
};

/// Returns `count` shots at heights that the door reaches, `perStep` of them before each step. Equal arguments give
/// equal shots.
[[nodiscard]] std::vector<Shot> MakeShots(int32_t count, int32_t perStep, float speed);

/// Flies all shots at the door, and returns the method's answer for each. Sets the angles of the door.
[[nodiscard]] std::vector<Told> Fly(Method method, std::span<const Shot> shots, Door& door);

/// Returns the time (s) at which a shot truly hits the door, or a negative number if it never does. `margin` (m) is
/// added to the door on all sides. The search marches along the path by steps that cannot skip the door.
[[nodiscard]] double MeetingTime(const Shot& shot, const Door& door, double margin);

} // namespace why
