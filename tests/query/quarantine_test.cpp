// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/quarantine.h>
#include <ricochet/query/callbacks.h>
#include <ricochet/query/ray_query.h>

#include "support/brute_force.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <box2d/b2_contact.h>
#include <box2d/b2_world_callbacks.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

// Tests bodies without a finite pose. Other bodies must not be affected.

namespace ricochet::test::quarantine_test
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;

bool IsFinite(const b2Body& body)
{
	const b2Transform& pose = body.GetTransform();
	return pose.p.IsValid() && std::isfinite(pose.q.s) && std::isfinite(pose.q.c) &&
	       body.GetLinearVelocity().IsValid() && std::isfinite(body.GetAngularVelocity());
}

// 300 bodies of every type. Far away from them are a static, a kinematic and a dynamic body.
struct Crowd
{
	explicit Crowd(uint64_t seed) : scene(MakeMixedScene(300, seed)), random(seed + 1000)
	{
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetBullet(random.OneIn(4));
			if (body->GetType() != b2_staticBody)
			{
				body->SetLinearVelocity(random.InBox(3.0f));
				body->SetAngularVelocity(random.Uniform(-2.0f, 2.0f));
			}
		}
		float x = 500.0f;
		for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
		{
			b2Body* body = scene.AddBody({x, 0.0f}, 0.0f, type);
			scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f)));
			scene.Add(body, ValueOf(MakeCircle({2.0f, 0.0f}, 1.0f)));
			scene.Add(body, ValueOf(MakeChain(RandomPath(random))));
			lost.push_back(body);
			x += 20.0f;
		}
	}

	b2World& World() { return *scene.world; }

	void Lose()
	{
		lost[0]->SetTransform({k_nan, 0.0f}, 0.0f);
		lost[1]->SetTransform({0.0f, 0.0f}, k_nan);
		lost[2]->SetTransform({0.0f, -k_inf}, 0.0f);
	}

	[[nodiscard]] bool IsLost(const b2Body* body) const
	{
		return std::find(lost.begin(), lost.end(), body) != lost.end();
	}

	[[nodiscard]] int32_t NowhereCount() const
	{
		return static_cast<int32_t>(std::count_if(lost.begin(), lost.end(),
		                                          [](const b2Body* body)
		                                          {
			                                          const b2Transform& pose = body->GetTransform();
			                                          return pose.p.IsValid() == false ||
			                                                 std::isfinite(pose.q.s) == false;
		                                          }));
	}

	// Counts the hard rays for which a cast differs from casts at every fixture.
	int32_t WrongCasts(int32_t count)
	{
		int32_t wrong = 0;
		size_t found = 0;
		std::vector<RayHit> all;
		for (int32_t i = 0; i < count; ++i)
		{
			const Ray ray = i % 4 == 0 ? Ray{random.InBox(30.0f), random.InBox(60.0f)} : HardRay(random, scene);
			const std::vector<RayHit> expected = BruteForceAll(World(), ray);
			const std::optional<RayHit> closest = CastRayClosest(World(), ray);
			CastRayAll(World(), ray, all);
			const bool same = closest.has_value() != expected.empty() && CastRayAny(World(), ray) != expected.empty() &&
			                  std::equal(all.begin(), all.end(), expected.begin(), expected.end(),
			                             [](const RayHit& a, const RayHit& b) { return IsSame(a, b); }) &&
			                  (expected.empty() || IsSame(*closest, *BruteForceClosest(World(), ray)));
			wrong += same ? 0 : 1;
			found += expected.size();
		}
		EXPECT_TRUE(count < 100 || found > static_cast<size_t>(count) / 2) << found;
		return wrong;
	}

	// Counts the fixtures that Box2D's own query does not find at their places.
	int32_t MissingInStockQueries()
	{
		QueryFilter filter;
		filter.sensors = true;
		int32_t missing = 0;
		for (b2Fixture* fixture : scene.fixtures)
		{
			if (IsFinite(*fixture->GetBody()))
			{
				b2AABB box;
				fixture->GetShape()->ComputeAABB(&box, fixture->GetBody()->GetTransform(), 0);
				OverlapCallback overlaps(box, filter);
				World().QueryAABB(&overlaps, box);
				missing += std::count(overlaps.fixtures.begin(), overlaps.fixtures.end(), fixture) == 1 ? 0 : 1;
			}
		}
		return missing;
	}

	Scene scene;
	SceneRandom random;
	std::vector<b2Body*> lost;
};

struct Listener : b2ContactListener
{
	void BeginContact(b2Contact* contact) override
	{
		if (begin)
		{
			begin(contact);
		}
	}
	std::function<void(b2Contact*)> begin;
};

} // namespace

TEST(QuarantineBodies, CountsNothingAndChangesNothingWhereAllIsWell)
{
	Crowd crowd(1);
	EXPECT_EQ(QuarantineBodies(crowd.World()), 0);
	EXPECT_EQ(crowd.WrongCasts(ScaledCount(1000)), 0);
	b2World empty({0.0f, 0.0f});
	EXPECT_EQ(QuarantineBodies(empty), 0);
}

TEST(QuarantineBodies, EveryOtherBodyIsFoundAgainByEveryCast)
{
	for (uint64_t seed = 10; seed < 14; ++seed)
	{
		Crowd crowd(seed);
		crowd.Lose();
		EXPECT_EQ(QuarantineBodies(crowd.World()), 3) << "seed " << seed;
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(4000)), 0) << "seed " << seed;
		EXPECT_EQ(crowd.MissingInStockQueries(), 0) << "seed " << seed;
		EXPECT_EQ(QuarantineBodies(crowd.World()), 3) << "again";
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(1000)), 0) << "seed " << seed;
	}
}

TEST(QuarantineBodies, OthersStayFiniteAndAreFoundOverSixtySteps)
{
	// The pose becomes invalid by SetTransform, by a velocity, or by an impulse.
	for (const int32_t way : {0, 1, 2})
	{
		Crowd crowd(20);
		std::set<const b2Body*> begun;
		Listener listener;
		listener.begin = [&](b2Contact* contact)
		{
			begun.insert({contact->GetFixtureA()->GetBody(), contact->GetFixtureB()->GetBody()});
		};
		crowd.World().SetContactListener(&listener);
		if (way == 0)
		{
			crowd.Lose();
		}
		else if (way == 1)
		{
			crowd.lost[1]->SetLinearVelocity({k_nan, 0.0f});
			crowd.lost[2]->SetAngularVelocity(k_nan);
		}
		else
		{
			crowd.lost[2]->ApplyLinearImpulseToCenter({k_nan, 0.0f}, true);
		}
		for (int32_t step = 0; step < 60; ++step)
		{
			QuarantineBodies(crowd.World());
			crowd.World().Step(k_dt, 8, 3);
			ASSERT_EQ(QuarantineBodies(crowd.World()), crowd.NowhereCount()) << "way " << way << ", step " << step;
			ASSERT_EQ(crowd.WrongCasts(ScaledCount(20)), 0) << "way " << way << ", step " << step;
			for (const b2Body* body = crowd.World().GetBodyList(); body != nullptr; body = body->GetNext())
			{
				ASSERT_TRUE(IsFinite(*body) || crowd.IsLost(body)) << "way " << way << ", step " << step;
			}
		}
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(1000)), 0);
		EXPECT_EQ(crowd.MissingInStockQueries(), 0);
		EXPECT_GT(begun.size(), 20u);
		for (const b2Body* body : crowd.lost)
		{
			EXPECT_EQ(begun.count(body), 0u) << "way " << way << ": touches what is nowhere";
		}
		crowd.World().SetContactListener(nullptr);
	}
}

TEST(QuarantineBodies, TheBodyIsLeftAsItIsAndFoundWhereItIsPutAgain)
{
	Crowd crowd(30);
	crowd.Lose();
	QuarantineBodies(crowd.World());
	EXPECT_TRUE(std::isnan(crowd.lost[0]->GetPosition().x));
	EXPECT_TRUE(std::isnan(crowd.lost[1]->GetAngle()));
	EXPECT_EQ(crowd.lost[2]->GetPosition().y, -k_inf);
	for (b2Body* body : crowd.lost)
	{
		EXPECT_TRUE(body->IsEnabled());
		EXPECT_NE(body->GetFixtureList(), nullptr);
		body->SetTransform({-200.0f, 100.0f}, 0.5f);
		const auto hit = CastRayClosest(crowd.World(), RayBetween({-200.0f, 90.0f}, {-200.0f, 110.0f}));
		ASSERT_TRUE(hit.has_value());
		EXPECT_EQ(hit->fixture->GetBody(), body);
		body->SetTransform({k_nan, k_nan}, 0.0f);
		QuarantineBodies(crowd.World());
		EXPECT_FALSE(CastRayAny(crowd.World(), RayBetween({-200.0f, 90.0f}, {-200.0f, 110.0f})));
	}
	for (b2Body* body : crowd.lost)
	{
		body->SetTransform(crowd.random.InBox(10.0f), 1.0f);
	}
	EXPECT_EQ(QuarantineBodies(crowd.World()), 0);
	EXPECT_EQ(crowd.WrongCasts(ScaledCount(1000)), 0);
}

TEST(QuarantineBodies, NoContactWithTheBodySurvivesTheStep)
{
	// A body is between two others, and all three are at rest.
	for (const bool sleeping : {false, true})
	{
		for (const int32_t which : {0, 1, 2})
		{
			Scene scene;
			b2Body* bodies[] = {scene.AddBody({0.0f, -1.0f}, 0.0f), scene.AddBody({0.0f, 0.5f}, 0.0f, b2_dynamicBody),
			                    scene.AddBody({0.0f, 1.5f}, 0.0f, b2_dynamicBody)};
			scene.Add(bodies[0], ValueOf(MakeBox(10.0f, 1.0f)));
			scene.Add(bodies[1], ValueOf(MakeBox(0.5f, 0.5f)));
			scene.Add(bodies[2], ValueOf(MakeBox(0.5f, 0.5f)));
			for (int32_t step = 0; step < (sleeping ? 200 : 5); ++step)
			{
				scene.world->Step(k_dt, 8, 3);
			}
			ASSERT_EQ(bodies[1]->IsAwake(), sleeping == false);
			ASSERT_EQ(scene.world->GetContactCount(), 2);
			bodies[which]->SetTransform({k_nan, 0.0f}, 0.0f);
			EXPECT_EQ(QuarantineBodies(*scene.world), 1);
			for (int32_t step = 0; step < 10; ++step)
			{
				scene.world->Step(k_dt, 8, 3);
				QuarantineBodies(*scene.world);
				for (const b2Contact* contact = scene.world->GetContactList(); contact != nullptr;
				     contact = contact->GetNext())
				{
					const bool ofLost = contact->GetFixtureA()->GetBody() == bodies[which] ||
					                    contact->GetFixtureB()->GetBody() == bodies[which];
					EXPECT_FALSE(ofLost && contact->IsTouching()) << which << ", sleeping " << sleeping;
				}
			}
			for (const b2Body* body : bodies)
			{
				EXPECT_TRUE(IsFinite(*body) || body == bodies[which]) << which << ", sleeping " << sleeping;
			}
		}
	}
}

TEST(QuarantineBodies, SleepersThatAreWokenLaterDoNotMeetIt)
{
	// Two boxes side by side fall onto a floor and go to sleep. Then the floor's pose becomes invalid, and one box
	// pushes the other. Their own contact is the older one, so it is updated after the contact with the floor.
	Scene scene;
	b2Body* floor = scene.AddBody({0.0f, -1.0f}, 0.0f);
	scene.Add(floor, ValueOf(MakeBox(20.0f, 1.0f)));
	b2Body* pushed = scene.AddBody({0.0f, 3.7f}, 0.0f, b2_dynamicBody);
	b2Body* pushing = scene.AddBody({1.05f, 3.7f}, 0.0f, b2_dynamicBody);
	scene.Add(pushed, ValueOf(MakeBox(0.5f, 0.5f)));
	scene.Add(pushing, ValueOf(MakeBox(0.5f, 0.5f)));
	for (int32_t step = 0; step < 300; ++step)
	{
		scene.world->Step(k_dt, 8, 3);
	}
	ASSERT_FALSE(pushed->IsAwake() || pushing->IsAwake());
	floor->SetTransform({0.0f, -1.0f}, k_nan);
	EXPECT_EQ(QuarantineBodies(*scene.world), 1);
	pushing->SetLinearVelocity({-3.0f, 0.0f});
	for (int32_t step = 0; step < 30; ++step)
	{
		QuarantineBodies(*scene.world);
		scene.world->Step(k_dt, 8, 3);
		QuarantineBodies(*scene.world);
		ASSERT_TRUE(IsFinite(*pushed) && IsFinite(*pushing)) << "step " << step;
	}
}

TEST(QuarantineBodies, SurvivesAShiftOfTheOrigin)
{
	Crowd crowd(40);
	crowd.Lose();
	QuarantineBodies(crowd.World());
	for (const b2Vec2 origin : {b2Vec2{100.0f, -50.0f}, b2Vec2{-1.0e5f, 1.0e5f}, b2Vec2{99900.0f, -99950.0f}})
	{
		crowd.World().ShiftOrigin(origin);
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(500)), 0);
		EXPECT_EQ(QuarantineBodies(crowd.World()), 3);
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(500)), 0);
	}
	crowd.World().Step(k_dt, 8, 3);
	QuarantineBodies(crowd.World());
	EXPECT_EQ(crowd.WrongCasts(ScaledCount(500)), 0);
}

TEST(QuarantineBodies, TheBodyMayBeChangedDisabledAndDestroyed)
{
	Crowd crowd(50);
	crowd.Lose();
	QuarantineBodies(crowd.World());
	crowd.scene.Add(crowd.lost[0], ValueOf(MakeBox(1.0f, 1.0f)));
	crowd.lost[1]->SetEnabled(false);
	EXPECT_EQ(QuarantineBodies(crowd.World()), 3);
	EXPECT_EQ(crowd.WrongCasts(ScaledCount(500)), 0);
	crowd.lost[1]->SetEnabled(true);
	crowd.lost[0]->DestroyFixture(crowd.scene.fixtures.back());
	crowd.scene.fixtures.pop_back();
	crowd.lost[2]->SetType(b2_staticBody);
	EXPECT_EQ(QuarantineBodies(crowd.World()), 3);
	EXPECT_EQ(crowd.WrongCasts(ScaledCount(500)), 0);

	std::erase_if(crowd.scene.fixtures, [&](const b2Fixture* fixture) { return crowd.IsLost(fixture->GetBody()); });
	for (b2Body* body : crowd.lost)
	{
		crowd.World().DestroyBody(body);
	}
	EXPECT_EQ(QuarantineBodies(crowd.World()), 0);
	for (int32_t step = 0; step < 10; ++step)
	{
		crowd.World().Step(k_dt, 8, 3);
		EXPECT_EQ(crowd.WrongCasts(ScaledCount(100)), 0);
	}
}

TEST(QuarantineBodies, LeavesALockedWorldAlone)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(0.5f, 0.5f)));
	scene.Add(scene.AddBody({0.9f, 0.0f}, 0.0f, b2_dynamicBody), ValueOf(MakeBox(0.5f, 0.5f)));
	b2Body* lost = scene.AddBody({50.0f, 0.0f}, 0.0f);
	scene.Add(lost, ValueOf(MakeBox(0.5f, 0.5f)));
	lost->SetTransform({k_nan, 0.0f}, 0.0f);
	Listener listener;
	int32_t calls = 0;
	listener.begin = [&](b2Contact*)
	{
		++calls;
		EXPECT_TRUE(scene.world->IsLocked());
		EXPECT_EQ(QuarantineBodies(*scene.world), 0);
	};
	scene.world->SetContactListener(&listener);
	scene.world->Step(k_dt, 8, 3);
	EXPECT_GT(calls, 0);
	EXPECT_EQ(QuarantineBodies(*scene.world), 1);
	scene.world->SetContactListener(nullptr);
}

} // namespace ricochet::test::quarantine_test
