// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include "support/scenes.h"

#include <cstdint>
#include <cstring>

// A field of 10,000 polygons, of which 1,000 move and turn, with bullets of 300 m/s all over it.

namespace ricochet::test
{

struct BulletField
{
	static constexpr int32_t k_fixtures = 10000;
	static constexpr int32_t k_moving = 1000;
	static constexpr float k_dt = 1.0f / 60.0f;
	static constexpr float k_speed = 300.0f;
	static constexpr uint64_t k_seed = 7;

	explicit BulletField(float width) : halfWidth(0.5f * width), random(k_seed)
	{
		scene.halfWidth = halfWidth;
		for (int32_t i = 0; i < k_fixtures; ++i)
		{
			const bool moves = i % (k_fixtures / k_moving) == 0;
			b2Body* body = scene.AddBody(random.InBox(halfWidth), random.Uniform(-3.14f, 3.14f),
			                             moves ? b2_kinematicBody : b2_staticBody);
			scene.Add(body, RandomPolygon(random, 0.75f));
			if (moves)
			{
				body->SetLinearVelocity(10.0f * random.Direction());
				body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
			}
		}
	}

	BulletDef Bullet()
	{
		BulletDef bullet;
		bullet.position = random.InBox(halfWidth);
		bullet.velocity = k_speed * random.Direction();
		bullet.lifetime = random.Uniform(0.5f, 2.0f);
		bullet.filter.startInside = false;
		return bullet;
	}

	float halfWidth;
	SceneRandom random;
	Scene scene;
};

/// A hash of the events by FNV-1a.
class EventHash
{
public:
	template <class T>
	void Add(const T& value)
	{
		unsigned char bytes[sizeof(T)];
		std::memcpy(bytes, &value, sizeof(T));
		for (const unsigned char byte : bytes)
		{
			m_value = (m_value ^ byte) * 0x100000001b3ull;
		}
	}

	[[nodiscard]] uint64_t Value() const { return m_value; }

private:
	uint64_t m_value = 0xcbf29ce484222325ull;
};

} // namespace ricochet::test
