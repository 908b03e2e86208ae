// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/judged_range.h"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

// Fires bullets in a rotating triangle of three edges, at the future place of a vertex. The path must be the same for
// both children that share the vertex, so that no bullet leaves.

namespace ricochet::test::turning_loop_test
{

namespace
{

const std::vector<b2Vec2> k_triangle = {{-1.51f, -0.32f}, {0.90f, -1.20f}, {0.56f, 1.56f}};

// Fires from near the middle, so that the bullet is at a vertex at some time in the step.
void FireAtVertex(JudgedRange& range, SceneRandom& random, float angleBefore, float angleAfter)
{
	const float share = random.Uniform(0.02f, 1.0f);
	const b2Vec2 vertex = k_triangle[static_cast<size_t>(random.Below(3))];
	const b2Vec2 to = b2Mul(b2Rot(angleBefore + share * (angleAfter - angleBefore)), vertex);
	const b2Vec2 from = random.InBox(0.1f);
	range.Fire({.position = from, .velocity = 1.0f / (share * k_dt) * (to - from), .gravityScale = 0.0f});
}

} // namespace

TEST(TurningLoop, NoBulletGetsOutAtAVertex)
{
	SceneRandom random(5);
	int32_t out = 0;
	for (int32_t round = 0; round < ScaledCount(400); ++round)
	{
		JudgedRange range;
		b2Body* body = range.AddLoop(k_triangle, {0.0f, 0.0f}, b2_kinematicBody)->GetBody();
		body->SetTransform({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f));
		body->SetAngularVelocity(random.Uniform(-20.0f, 20.0f));
		const float angleBefore = body->GetAngle();
		range.Step(k_dt,
		           [&]
		           {
			           for (int32_t i = 0; i < 300; ++i)
			           {
				           FireAtVertex(range, random, angleBefore, body->GetAngle());
			           }
		           });
		for (int32_t i = 0; i < 10; ++i)
		{
			range.Step(k_dt);
		}
		out += static_cast<int32_t>(range.plugin.Bullets().size());
	}
	EXPECT_EQ(out, 0);
}

TEST(TurningTarget, IsMetAtTheTopOfItsArc)
{
	// A box on a long arm swings past. Between its poses before and after the step, it is higher than in either of
	// them.
	for (const float side : {1.0f, -1.0f})
	{
		JudgedRange range;
		const b2PolygonShape box = BoxOf(0.3f, 0.3f, {5.0f, 0.0f}, 0.0f);
		b2Body* body = range.AddBody({0.0f, 0.0f}, side * 0.9f, b2_kinematicBody);
		b2Fixture* fixture = range.Add(body, box);
		body->SetAngularVelocity(side * 1.34f / k_dt);
		range.Fire({.position = {-1.0f, side * 5.0f}, .velocity = {2.0f / k_dt, 0.0f}, .gravityScale = 0.0f});
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		EXPECT_EQ(range.plugin.Impacts()[0].fixture, fixture);
		EXPECT_NEAR(range.plugin.Impacts()[0].time, 0.5f * k_dt, 0.2f * k_dt);
	}
}

// Fires a point bullet into a free room in an empty world, and makes a step. Returns false if the bullet is crushed.
bool IsNeverCrushed(const b2BodyDef& def, std::span<const b2Vec2> corners, const b2MassData& mass, BulletDef bullet,
                    float dt)
{
	b2World world({0.0f, 0.0f});
	b2Body* room = world.CreateBody(&def);
	b2ChainShape walls;
	walls.CreateLoop(corners.data(), static_cast<int32>(corners.size()));
	(void)room->CreateFixture(&walls, 0.0f);
	room->SetMassData(&mass);
	Plugin plugin(world);
	bullet.maxBounces = std::numeric_limits<int32_t>::max();
	bullet.lifetime = 1.0e6f;
	(void)plugin.Fire(bullet);
	bool isCrushed = false;
	for (int step = 0; step < 60; ++step)
	{
		plugin.Step(dt, 8, 3);
		for (const ExpiredEvent& end : plugin.Expired())
		{
			isCrushed = isCrushed || end.reason == ExpiredEvent::Reason::Crushed;
		}
	}
	return isCrushed == false;
}

// The walls of one rigid body cannot close in on a bullet.
TEST(TurningLoop, CrushesNothingInside)
{
	b2BodyDef def;
	def.type = b2_dynamicBody;
	def.position = {-0.127596319f, 2.00008273f};
	def.angle = 0.503205836f;
	def.linearVelocity = {25.5701866f, 76.200592f};
	def.angularVelocity = -6.54196358f;
	const b2Vec2 six[] = {{-2.77264333f, -1.14562142f}, {-1.16439247f, -2.76481295f}, {1.88754165f, -2.33177757f},
	                      {2.51716614f, 1.63213825f},   {1.14955592f, 2.77101445f},   {-2.68147111f, 1.34525549f}};
	BulletDef bullet;
	bullet.position = {-1.72683966f, 0.419981867f};
	bullet.velocity = {-28.2787666f, 16.1367302f};
	bullet.mass = 0.940987527f;
	bullet.restitution = 0.0674683005f;
	bullet.friction = 0.169203326f;
	EXPECT_TRUE(IsNeverCrushed(def, six, {1.05296552f, {0.0f, 0.0f}, 2.59050894f}, bullet, 0.015389543f));

	SceneRandom random(6);
	for (int trial = 0; trial < ScaledCount(400); ++trial)
	{
		def.linearVelocity = random.LogUniform(0.1f, 50.0f) * random.Direction();
		def.angularVelocity = random.Uniform(-20.0f, 20.0f);
		std::vector<b2Vec2> corners;
		const int count = 3 + random.Below(6);
		for (int i = 0; i < count; ++i)
		{
			const float turn = 2.0f * b2_pi * (static_cast<float>(i) + random.Uniform(-0.3f, 0.3f));
			const float angle = turn / static_cast<float>(count);
			corners.push_back({3.0f * std::cos(angle), 3.0f * std::sin(angle)});
		}
		bullet.position = def.position + random.InBox(0.5f);
		bullet.velocity = random.LogUniform(0.1f, 200.0f) * random.Direction();
		bullet.mass = random.LogUniform(0.001f, 10.0f);
		bullet.restitution = random.Uniform(0.0f, 0.5f);
		const b2MassData mass{random.LogUniform(0.1f, 100.0f), {0.0f, 0.0f}, random.LogUniform(0.5f, 500.0f)};
		EXPECT_TRUE(IsNeverCrushed(def, corners, mass, bullet, random.LogUniform(0.005f, 0.1f))) << trial;
	}
}

TEST(TurningLoop, ABulletInACornerDoesNotHopUpToTheLimit)
{
	SceneRandom random(7);
	for (int trial = 0; trial < ScaledCount(400); ++trial)
	{
		FiringRange range({0.0f, random.OneIn(2) ? 0.0f : -10.0f});
		std::vector<b2Vec2> corners;
		const int count = random.Between(3, 10);
		for (int i = 0; i < count; ++i)
		{
			const float angle = 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(count);
			corners.push_back({2.0f * std::cos(angle), 2.0f * std::sin(angle)});
		}
		b2ChainShape walls;
		walls.CreateLoop(corners.data(), count);
		b2Body* room = range.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
		range.Add(room, walls)->SetFriction(random.Uniform(0.0f, 1.0f));
		room->SetAngularVelocity((random.OneIn(2) ? 1.0f : -1.0f) * random.LogUniform(0.1f, 40.0f));
		BulletDef bullet;
		bullet.velocity = random.LogUniform(0.1f, 30.0f) * random.Direction();
		bullet.radius = random.OneIn(2) ? 0.0f : random.LogUniform(0.003f, 0.2f);
		bullet.restitution = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.9f);
		bullet.maxBounces = std::numeric_limits<int32_t>::max();
		bullet.lifetime = 1.0e6f;
		const BulletId id = range.plugin.Fire(bullet);
		for (int step = 0; step < 120; ++step)
		{
			range.Step(1.0f / 60.0f);
			ASSERT_TRUE(range.plugin.Expired().empty()) << trial << ", " << step;
			const b2Vec2 place = room->GetLocalPoint(range.plugin.Find(id)->position);
			for (int i = 0; i < count; ++i)
			{
				const b2Vec2 from = corners[static_cast<size_t>(i)];
				const b2Vec2 along = corners[static_cast<size_t>((i + 1) % count)] - from;
				const float inside = b2Cross(along, place - from) / along.Length() - bullet.radius;
				ASSERT_GE(inside, -2.0e-6f) << trial << ", " << step;
			}
		}
	}
}

} // namespace ricochet::test::turning_loop_test
