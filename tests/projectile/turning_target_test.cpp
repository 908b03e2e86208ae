// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/turning_trial.h"

// Tests bullets that pass through a rotating body. In the body's frame, the path is a curve. It may enter and leave the
// body many times, within one step or over many steps. Each entry must be reported exactly once.

namespace ricochet::test::turning_target_test
{

namespace
{

void AddBox(FiringRange& range, b2Body* body)
{
	range.Add(body, BoxOf(0.5f, 0.3f, {0.1f, 0.0f}, 0.2f));
}

void AddHexagon(FiringRange& range, b2Body* body)
{
	b2Vec2 vertices[6];
	for (int i = 0; i < 6; ++i)
	{
		vertices[i] = 0.6f * b2Rot(1.04719755f * static_cast<float>(i)).GetXAxis();
	}
	range.Add(body, HullOf(vertices));
}

void AddCircle(FiringRange& range, b2Body* body)
{
	range.Add(body, CircleOf(0.3f, {0.4f, 0.1f}));
}

void AddEdge(FiringRange& range, b2Body* body)
{
	range.Add(body, EdgeOf({-0.9f, 0.1f}, {0.8f, 0.0f}));
}

void AddChain(FiringRange& range, b2Body* body)
{
	const b2Vec2 vertices[] = {{-0.9f, 0.3f}, {-0.3f, -0.2f}, {0.2f, 0.1f}, {0.9f, -0.1f}};
	b2ChainShape chain;
	chain.CreateChain(vertices, 4, {-1.5f, 0.4f}, {1.5f, 0.0f});
	range.Add(body, chain);
}

void AddLoop(FiringRange& range, b2Body* body)
{
	const b2Vec2 vertices[] = {{-0.7f, -0.6f}, {0.7f, -0.4f}, {0.5f, 0.6f}, {-0.6f, 0.5f}};
	range.Add(body, LoopOf(vertices));
}

// Adds solids side by side, and an edge beside them. Each of these fixtures must be reported separately.
void AddMany(FiringRange& range, b2Body* body)
{
	range.Add(body, BoxOf(0.2f, 0.3f, {-0.6f, 0.1f}, 0.2f));
	range.Add(body, CircleOf(0.25f));
	range.Add(body, EdgeOf({-0.9f, 0.7f}, {0.8f, 0.6f}));
	range.Add(body, BoxOf(0.2f, 0.2f, {0.8f, 0.0f}, 0.0f));
}

using AddFixtures = void (*)(FiringRange&, b2Body*);
constexpr AddFixtures k_targets[] = {AddBox, AddHexagon, AddCircle, AddEdge, AddChain, AddLoop, AddMany};

struct Sum
{
	int32_t entries = 0;
	int32_t told = 0;
	int32_t unsure = 0;
	int32_t trouble = 0;
	std::string first;

	void Add(const TurningTargetTrial& trial)
	{
		entries += trial.Entries();
		told += trial.Told();
		unsure += trial.Unsure();
		first = trouble == 0 ? trial.Troubles().First() : first;
		trouble += trial.Troubles().Count();
	}

	void Expect() const
	{
		EXPECT_EQ(told, entries);
		EXPECT_EQ(trouble, 0) << "first: " << first;
		EXPECT_LT(unsure, entries / 10) << "the band decides too little";
		::testing::Test::RecordProperty("entries", entries);
		::testing::Test::RecordProperty("unsure", unsure);
	}
};

// Shoots at all targets at all speeds and step rates.
void ShootAtAll(TurningScene scene, uint64_t seed, int32_t rounds)
{
	SceneRandom random(seed);
	Sum sum;
	for (int32_t round = 0; round < rounds; ++round)
	{
		scene.addFixtures = k_targets[static_cast<size_t>(round) % std::size(k_targets)];
		const float rates[] = {20.0f, 60.0f, 240.0f};
		scene.dt = 1.0f / rates[random.Below(3)];
		scene.steps = static_cast<int32_t>(0.5f / scene.dt);
		TurningTargetTrial trial(scene, seed + static_cast<uint64_t>(round));
		trial.Body()->SetTransform(random.InBox(2.0f), random.Uniform(-3.0f, 3.0f));
		trial.Body()->SetAngularVelocity(random.LogUniform(5.0f, 60.0f) * (random.OneIn(2) ? 1.0f : -1.0f));
		trial.Body()->SetLinearVelocity(random.OneIn(3) ? random.InBox(10.0f) : b2Vec2{0.0f, 0.0f});
		for (int32_t i = 0; i < 50; ++i)
		{
			trial.Fire(random.LogUniform(1.0f, 1000.0f));
		}
		trial.Run();
		sum.Add(trial);
	}
	sum.Expect();
	EXPECT_GT(sum.entries, rounds * 20);
}

} // namespace

TEST(PiercedTarget, ABoxThatTurnsAtFifteenRadiansASecondTellsEveryEntryOnce)
{
	Sum sum;
	TurningScene scene{.addFixtures = AddBox, .resistance = 0.0f, .steps = 240};
	TurningTargetTrial trial(scene, 61);
	trial.Body()->SetAngularVelocity(15.0f);
	SceneRandom random(62);
	for (int32_t i = 0; i < 200; ++i)
	{
		trial.Fire(random.LogUniform(0.5f, 3.0f));
	}
	trial.Run();
	sum.Add(trial);
	sum.Expect();
	EXPECT_GT(sum.entries, 300);
}

TEST(PiercedTarget, AnEdgeThatTurnsAtTwentyFiveRadiansASecondTellsEveryCrossingOnce)
{
	Sum sum;
	TurningScene scene{.addFixtures = AddEdge, .dt = 1.0f / 20.0f, .resistance = 0.0f, .steps = 20};
	TurningTargetTrial trial(scene, 63);
	trial.Body()->SetAngularVelocity(25.0f);
	SceneRandom random(64);
	for (int32_t i = 0; i < 200; ++i)
	{
		trial.Fire(random.LogUniform(1.0f, 100.0f));
	}
	trial.Run();
	sum.Add(trial);
	sum.Expect();
	EXPECT_GT(sum.entries, 400);
}

TEST(PiercedTarget, WhatIsIgnoredIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}}, 65, ScaledCount(70));
}

TEST(PiercedTarget, WhatIsPiercedWithoutLossIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}, .resistance = 0.0f}, 66, ScaledCount(70));
}

TEST(PiercedTarget, WhatSlowsThemIsToldOnceForEveryEntry)
{
	ShootAtAll({.addFixtures = {}, .resistance = 2.0f}, 68, ScaledCount(70));
}

TEST(PiercedTarget, UnderGravityTooEveryEntryIsToldOnce)
{
	ShootAtAll({.addFixtures = {}, .gravity = {0.0f, -10.0f}, .chordError = 0.0001f}, 68, ScaledCount(70));
}

// Two plates form an L and overlap. Where bullets enter, the faces of both plates are in one plane. There must be one
// impact, although the older plate resists far more.
TEST(PiercedTarget, TwoFixturesOfATurningBodyThatOverlapAreOneWall)
{
	SceneRandom random(0x7117);
	const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	int impacts = 0;
	for (int i = 0; i < ScaledCount(6000); ++i)
	{
		FiringRange range;
		b2Body* body = range.AddBody({random.Uniform(-3.0f, 3.0f), random.Uniform(-9.0f, 9.0f)},
		                             random.Uniform(0.0f, 6.0f), types[i % 3]);
		body->SetLinearVelocity({random.Uniform(-25.0f, 25.0f), random.Uniform(-25.0f, 25.0f)});
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
		b2Fixture* hard = range.Add(body, *MakeBox(0.4f, 0.1f));
		b2Fixture* soft = range.Add(body, *MakeBox(0.1f, 0.4f, {0.3f, 0.3f}));
		range.plugin.SetSurface(hard, {.resistance = 3.0e5f, .ricochetAngle = 0.0f});
		range.plugin.SetSurface(soft, {.resistance = 70.0f, .ricochetAngle = 0.0f});
		const b2Vec2 aim = body->GetWorldPoint({0.4f, random.Uniform(-0.08f, 0.08f)});
		const b2Vec2 from = body->GetWorldPoint({random.Uniform(0.41f, 0.45f), random.Uniform(-0.2f, 0.2f)});
		b2Vec2 direction = aim - from;
		direction.Normalize();
		BulletDef bullet = Straight(from, random.Uniform(1.0f, 20.0f) * direction);
		bullet.maxPierces = 3;
		range.plugin.Fire(bullet);
		range.Step(k_dt);
		if (range.plugin.Impacts().empty())
		{
			continue;
		}
		const b2Vec2 local = range.plugin.Impacts()[0].localPoint;
		if (local.x > 0.39f && std::abs(local.y) < 0.09f)
		{
			EXPECT_EQ(range.plugin.Impacts().size(), 1u) << i;
			EXPECT_GE(local.x, 0.4f - 1.0e-6f) << i; // the point is not inside
			++impacts;
		}
	}
	EXPECT_GT(impacts, ScaledCount(6000) / 4);
}

} // namespace ricochet::test::turning_target_test
