// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/state.h"

#include "determinism/hash.h"
#include "projectile/firing_range.h"

#include <ricochet/query/executor.h>

#include <box2d/b2_circle_shape.h>

// Tests many bullets that stop at their first hit. For such bullets, the plugin computes the results in parallel before
// the serial flight. The number of threads must not change them.

namespace ricochet::test::stopping_bullets_test
{

namespace
{

constexpr size_t k_bullets = 3000;

class Field
{
public:
	Field(double leastBullets, const Executor& executor, b2Vec2 origin)
	    : m_origin(origin), m_world({0.0f, -10.0f}), m_state(m_world, {.executor = executor}, 1)
	{
		m_state.still.leastBullets = leastBullets;
		for (int32_t i = 0; i < 400; ++i)
		{
			AddAny(i);
		}
	}

	/// Runs a step. Returns a hash of everything that the step reported about its bullets.
	uint64_t Step()
	{
		while (m_state.bullets.Count() < k_bullets)
		{
			BulletDef bullet;
			bullet.position = m_origin + m_random.InBox(40.0f);
			bullet.velocity = m_random.LogUniform(30.0f, 600.0f) * m_random.Direction();
			bullet.lifetime = m_random.LogUniform(0.05f, 5.0f);
			bullet.maxBounces = m_random.OneIn(16) ? 1 : 0;
			bullet.filter.startInside = m_random.OneIn(2);
			bullet.filter.sensors = m_random.OneIn(2);
			bullet.userData = static_cast<uintptr_t>(m_random.Below(1000));
			EXPECT_TRUE(m_state.bullets.Add(bullet));
		}
		m_state.Begin();
		m_world.Step(k_dt, 8, 3);
		m_state.End(k_dt);
		EXPECT_FALSE(m_state.failures.thrown);
		EXPECT_EQ(m_state.failures.error.reason, ErrorReason::None);
		return Told();
	}

	[[nodiscard]] size_t Impacts() const { return m_impacts; }

private:
	void AddAny(int32_t i)
	{
		const b2BodyType type = i % 8 == 0 ? b2_kinematicBody : (i % 8 == 1 ? b2_dynamicBody : b2_staticBody);
		b2Body* body = AddBody(m_world, m_origin + m_random.InBox(40.0f), m_random.Uniform(-3.0f, 3.0f), type);
		body->SetGravityScale(0.0f);
		body->SetLinearVelocity(m_random.InBox(8.0f));
		body->SetAngularVelocity(m_random.Uniform(-4.0f, 4.0f));
		b2CircleShape circle;
		circle.m_radius = m_random.LogUniform(0.05f, 1.0f);
		const b2PolygonShape polygon = RandomPolygon(m_random, m_random.LogUniform(0.1f, 2.0f));
		b2FixtureDef def;
		def.shape = i % 3 == 0 ? static_cast<const b2Shape*>(&circle) : &polygon;
		def.density = 1.0f;
		def.isSensor = m_random.OneIn(10);
		body->CreateFixture(&def);
	}

	uint64_t Told()
	{
		Hash hash;
		for (const ImpactEvent& impact : m_state.events.impacts.All())
		{
			hash.Add(impact.enter);
			hash.Add(impact.exit);
			for (const b2Vec2 v : {impact.body->GetPosition(), impact.velocityBefore, impact.velocityAfter,
			                       impact.impulse, impact.localPoint, impact.localNormal, impact.position})
			{
				hash.Add(v);
			}
			for (const float x : {impact.time, impact.thickness, impact.depth, impact.mass, impact.steepness,
			                      impact.energyLost, impact.damage})
			{
				hash.Add(x);
			}
			AddName(hash, impact.bullet, impact.userData);
			hash.Add(static_cast<int>(impact.response));
			hash.Add(impact.startsInside);
			hash.Add(impact.endsInside);
		}
		for (const ExpiredEvent& end : m_state.events.expired.All())
		{
			AddName(hash, end.bullet, end.userData);
			hash.Add(end.time);
			hash.Add(end.position);
			hash.Add(end.velocity);
			hash.Add(static_cast<int>(end.reason));
		}
		hash.Add(uint64_t{m_state.bullets.Count()});
		m_impacts += m_state.events.impacts.All().size();
		return hash.Get();
	}

	static void AddName(Hash& hash, BulletId bullet, uintptr_t userData)
	{
		hash.Add(bullet.index);
		hash.Add(bullet.generation);
		hash.Add(uint64_t{userData});
	}

	b2Vec2 m_origin;
	SceneRandom m_random{3};
	b2World m_world;
	PluginState m_state;
	size_t m_impacts = 0;
};

} // namespace

TEST(StoppingBullets, AreToldTheSameOneByOneAndOnThreads)
{
	ThreadPool pool(3);
	for (const float far : {0.0f, 1000.0f, 1.0e6f})
	{
		Field oneByOne(k_inf, {}, {far, -far});
		Field ahead(0.0, {}, {far, -far});
		Field onThreads(0.0, pool.AsExecutor(), {far, -far});
		const int32_t steps = ScaledCount(20);
		for (int32_t step = 0; step < steps; ++step)
		{
			const uint64_t told = oneByOne.Step();
			ASSERT_EQ(ahead.Step(), told) << far << ", step " << step;
			ASSERT_EQ(onThreads.Step(), told) << far << ", step " << step;
		}
		EXPECT_GT(oneByOne.Impacts(), 150u * static_cast<size_t>(steps));
	}
}

} // namespace ricochet::test::stopping_bullets_test
