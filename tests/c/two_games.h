// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "c/random_shots.h"
#include "c/scenes.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace ricochet::test
{

/// Plays the same random game through the C interface, in a world that this interface created, and through the C++
/// interface.
class TwoGames : public RandomShots
{
public:
	explicit TwoGames(uint64_t seed) : RandomShots(seed)
	{
		m_plugin = std::make_unique<Plugin>(m_world);
		m_c.reset(ricochet_create_plugin(m_cWorld.get(), nullptr));
		AddBody(b2_staticBody, {0.0f, -1.0f});
		AddBox(30.0f, 1.0f, 0);
		for (uint64_t i = 1; i <= 20; ++i)
		{
			const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody, b2_dynamicBody};
			AddBody(types[m_random.Below(4)], {m_random.Uniform(-20.0f, 20.0f), m_random.Uniform(1.0f, 10.0f)});
			AddFixture(i);
		}
	}

protected:
	void AddBody(b2BodyType type, b2Vec2 position)
	{
		b2BodyDef def;
		ricochet_body_def asked = ricochet_body_def_default();
		def.type = type;
		asked.type = static_cast<int32_t>(type);
		def.position = position;
		asked.pose.position = ToC(position);
		asked.pose.angle = def.angle = position.y > 0.0f ? m_random.Uniform(-1.0f, 1.0f) : 0.0f;
		if (type != b2_staticBody)
		{
			def.linearVelocity = m_random.InBox(3.0f);
			asked.velocity = ToC(def.linearVelocity);
			asked.angular_velocity = def.angularVelocity = m_random.Uniform(-3.0f, 3.0f);
		}
		asked.user_data = m_bodies.size();
		def.userData.pointer = m_bodies.size();
		m_bodies.push_back(m_world.CreateBody(&def));
		m_cBodies.push_back(ricochet_create_body(m_cWorld.get(), &asked));
		ASSERT_NE(m_cBodies.back(), 0u) << ricochet_last_message();
	}

	template <class Shape>
	void Add(const Result<Shape>& shape, ricochet_fixture fixture, uint64_t data)
	{
		ASSERT_TRUE(shape) << shape.GetError().Message();
		ASSERT_NE(fixture, 0u) << ricochet_last_message();
		b2FixtureDef def;
		def.shape = &*shape;
		def.density = 1.0f;
		def.userData.pointer = data;
		b2Fixture* made = m_bodies.back()->CreateFixture(&def);
		if (m_random.OneIn(2))
		{
			const Surface surface{m_random.LogUniform(100.0f, 1.0e5f), m_random.Uniform(0.0f, 1.5f),
			                      m_random.Uniform(0.0f, 1.0f), m_random.Uniform(0.0f, 1.0f),
			                      m_random.Uniform(-2.0f, 2.0f)};
			const ricochet_surface same{surface.resistance, surface.ricochetAngle, surface.restitution,
			                            surface.friction, surface.tangentSpeed};
			m_plugin->SetSurface(made, surface);
			ASSERT_TRUE(ricochet_set_surface(m_c.get(), fixture, &same));
			ricochet_surface told;
			ASSERT_TRUE(ricochet_get_surface(m_c.get(), fixture, &told));
			ASSERT_EQ(told.tangent_speed, surface.tangentSpeed);
		}
	}

	ricochet_fixture_def FixtureDef(uint64_t data)
	{
		ricochet_fixture_def def = ricochet_fixture_def_default();
		def.user_data = data;
		return def;
	}

	void AddBox(float hx, float hy, uint64_t data)
	{
		const ricochet_fixture_def def = FixtureDef(data);
		Add(MakeBox(hx, hy, {0.0f, 0.0f}, 0.0f),
		    ricochet_add_box(m_cWorld.get(), m_cBodies.back(), &def, hx, hy, {{0.0f, 0.0f}, 0.0f}), data);
	}

	void AddFixture(uint64_t data)
	{
		const ricochet_fixture_def def = FixtureDef(data);
		ricochet_world* world = m_cWorld.get();
		const ricochet_body body = m_cBodies.back();
		const b2Vec2 a{-0.5f, 0.1f};
		const b2Vec2 b{0.7f, 0.0f};
		const std::vector<b2Vec2> ring = {{-1.0f, -0.5f}, {1.0f, -0.5f}, {0.5f, 0.7f}, {-0.5f, 0.7f}};
		std::vector<ricochet_vec> ringC;
		for (const b2Vec2 v : ring)
		{
			ringC.push_back(ToC(v));
		}
		switch (m_random.Below(7))
		{
		case 0:
			Add(MakeCircle(a, 0.4f), ricochet_add_circle(world, body, &def, ToC(a), 0.4f), data);
			break;
		case 1:
			Add(MakeCapsule(a, b, 0.2f), ricochet_add_capsule(world, body, &def, ToC(a), ToC(b), 0.2f), data);
			break;
		case 2:
			Add(MakePolygon(ring), ricochet_add_polygon(world, body, &def, ringC.data(), 4, 0.0f), data);
			break;
		case 3:
			Add(MakeRoundedPolygon(ring, 0.1f), ricochet_add_polygon(world, body, &def, ringC.data(), 4, 0.1f), data);
			break;
		case 4:
			Add(MakeEdge(a, b), ricochet_add_segment(world, body, &def, ToC(a), ToC(b)), data);
			break;
		case 5:
		{
			const bool isLoop = m_random.OneIn(2);
			Add(isLoop ? MakeLoop(ring) : MakeChain(ring),
			    ricochet_add_chain(world, body, &def, ringC.data(), 4, isLoop), data);
			break;
		}
		default:
			AddBox(0.6f, 0.3f, data);
			break;
		}
	}

	void Aim(BulletDef& def, ricochet_bullet_def& asked)
	{
		def.position = {m_random.Uniform(-20.0f, 20.0f), m_random.Uniform(5.0f, 12.0f)};
		def.velocity = m_random.LogUniform(20.0f, 900.0f) * m_random.Direction();
		asked.position = ToC(def.position);
		asked.velocity = ToC(def.velocity);
		asked.max_bounces = def.maxBounces = m_random.Below(4);
		asked.max_pierces = def.maxPierces = m_random.Below(3);
		asked.radius = def.radius = m_random.OneIn(4) ? 0.05f : 0.0f;
		asked.drag = def.drag = m_random.OneIn(3) ? 0.2f : 0.0f;
		AimFinely(def, asked);
		asked.hits_grenades = def.hitsGrenades = true;
		asked.keeps_path = def.keepsPath = m_random.OneIn(4);
		asked.user_data = def.userData = static_cast<uintptr_t>(m_random.Below(1000));
		if (m_random.OneIn(8))
		{
			def.homing.body = m_bodies[3];
			asked.homing_body = m_cBodies[3];
			asked.homing_turn_rate = def.homing.turnRate = 2.0f;
		}
	}

	void Launch()
	{
		for (int32_t i = 0; i < 3; ++i)
		{
			BulletDef def;
			ricochet_bullet_def asked = ricochet_bullet_def_default();
			Aim(def, asked);
			const BulletId id = m_plugin->Fire(def);
			const ricochet_bullet told = ricochet_fire(m_c.get(), &asked);
			ASSERT_TRUE(id.index == told.index && id.generation == told.generation) << ricochet_last_message();
		}
		if (m_random.OneIn(4))
		{
			GrenadeDef def;
			ricochet_grenade_def asked = ricochet_grenade_def_default();
			ricochet_explosion_def blast = ricochet_explosion_def_default();
			def.position = {m_random.Uniform(-20.0f, 20.0f), m_random.Uniform(5.0f, 12.0f)};
			def.velocity = m_random.InBox(8.0f);
			asked.position = ToC(def.position);
			asked.velocity = ToC(def.velocity);
			asked.fuse = def.fuse = m_random.Uniform(0.1f, 1.0f);
			asked.sticky = def.sticky = m_random.OneIn(4);
			def.blast.emplace();
			Charge(*def.blast, blast);
			ricochet_bullet_def fragment = ricochet_bullet_def_default();
			fragment.max_bounces = def.blast->fragments.bullet.maxBounces = 1;
			blast.fragment_bullet = &fragment;
			TossFinely(def, asked);
			asked.blast = &blast;
			(void)m_plugin->Throw(def);
			ASSERT_NE(ricochet_throw(m_c.get(), &asked).generation, 0u) << ricochet_last_message();
		}
	}

	void DestroyOne()
	{
		m_plugin->Forget(m_bodies[5]);
		m_world.DestroyBody(m_bodies[5]);
		ASSERT_TRUE(ricochet_destroy_body(m_cWorld.get(), m_cBodies[5]));
		EXPECT_FALSE(m_plugin->IsQueued(m_bodies[6]));
		m_plugin->QueueDestroy(m_bodies[6]);
		EXPECT_TRUE(m_plugin->IsQueued(m_bodies[6]));
		ASSERT_TRUE(ricochet_queue_destroy(m_c.get(), m_cBodies[6]));
		EXPECT_FALSE(ricochet_queue_destroy(m_c.get(), m_cBodies[6]));
	}

	b2World m_world{{0.0f, -10.0f}};
	std::unique_ptr<Plugin> m_plugin;
	std::vector<b2Body*> m_bodies;
	WorldHandle m_cWorld{ricochet_create_world({0.0f, -10.0f})};
	PluginHandle m_c;
	std::vector<ricochet_body> m_cBodies;
};

} // namespace ricochet::test
