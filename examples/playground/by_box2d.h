// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "display.h"

#include <box2d/b2_world.h>
#include <box2d/b2_world_callbacks.h>

#include <optional>
#include <span>
#include <vector>

namespace playground
{

/// The first hit of b2World::RayCast. It has no exit, and a shape that contains the start is not hit.
class FirstOfBox2D : public b2RayCastCallback
{
public:
	FirstOfBox2D(const b2World& world, b2Vec2 from, b2Vec2 to);

	float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override;

	b2Fixture* fixture = nullptr; ///< null: no hit
	b2Vec2 point{0.0f, 0.0f}, normal{0.0f, 0.0f};
};

/// The first hit of b2ShapeCast among all fixtures of a world, for a convex shape that moves without turning.
struct SweepOfBox2D
{
	float fraction = 1.0f;
	b2Vec2 point{0.0f, 0.0f}, normal{0.0f, 0.0f};
};
[[nodiscard]] std::optional<SweepOfBox2D> SweepByBox2D(const b2World& world, const b2Shape& shape, b2Vec2 from,
                                                       b2Vec2 translation);

/// A beam of rays of Box2D. Each bounce starts the next ray `epsilon` (m) before the surface.
struct BeamOfBox2D
{
	std::vector<b2Vec2> points;
	int hits = 0;
};
[[nodiscard]] BeamOfBox2D BeamByBox2D(const b2World& world, b2Vec2 from, b2Vec2 direction, float length, int bounces,
                                      float epsilon);

/// The region between a point and the first hits of `count` rays of Box2D, over an angle (rad).
struct FanOfBox2D
{
	std::vector<b2Vec2> points;        ///< the ends of the rays
	std::vector<const b2Body*> bodies; ///< that at least one ray has hit, each once
};
[[nodiscard]] FanOfBox2D FanByBox2D(const b2World& world, b2Vec2 eye, float radius, float direction, float angle,
                                    int count);

} // namespace playground
