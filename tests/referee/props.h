// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "referee/stage.h"

#include <algorithm>

namespace ricochet::referee
{

/// The kind of ground on which a grenade lies, or against which it is pressed. It is a separate body, 20 m wide, with
/// its surface at y = 0.
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

b2Body* AddGround(Stage& stage, Ground ground, b2BodyType type);
[[nodiscard]] Ground RandomGround(SceneRandom& random);

/// Returns a grenade of random size that lies on the ground.
[[nodiscard]] GrenadeDef Lying(SceneRandom& random, float x);

/// Adds a closed room around the origin, with straight walls that face inwards.
b2Body* AddHall(Stage& stage, b2Vec2 half);

/// Moves a body by a distance and then keeps it at rest.
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

} // namespace ricochet::referee
