// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>
#include <cstring>
#include <map>

// Tests that the same scene gives bit-identical events, whatever the addresses of its objects.

namespace ricochet::test::determinism_test
{

namespace
{

// The data of an event without addresses.
struct Record
{
	uint32_t bullet, grenade;
	int32_t fixture, child;
	uint32_t response;
	float numbers[17];
};

struct Flown
{
	std::vector<Record> events;
	std::vector<float> ends;
};

// Runs the scene and returns its events. If `shuffle` is true, the addresses of bodies and fixtures are not in the
// order of creation. This also reorders Box2D's own contacts, so compare such a run only if `collide` is false.
Flown FlyScene(bool collide, bool shuffle)
{
	const int32_t bullets = 1000;
	FiringRange range({0.0f, -10.0f});
	if (shuffle)
	{
		std::vector<b2Body*> holes;
		for (int32_t i = 0; i < 40; ++i)
		{
			holes.push_back(range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f)->GetBody());
		}
		for (size_t i = 0; i < holes.size(); ++i)
		{
			range.world.DestroyBody(holes[(i * 17) % holes.size()]);
		}
	}
	SceneRandom random(101);
	std::map<const b2Fixture*, int32_t> names;
	const auto name = [&](b2Fixture* fixture)
	{
		names[fixture] = static_cast<int32_t>(names.size());
		b2Filter filter;
		filter.groupIndex = collide ? 0 : -1;
		fixture->SetFilterData(filter);
	};
	name(range.AddBox({0.0f, -11.0f}, 20.0f, 1.0f));
	for (int32_t i = 0; i < 30; ++i)
	{
		// Every third body exists twice at the same place, so that there are ties.
		const b2Vec2 center = random.InBox(8.0f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const b2BodyType type = i % 3 == 0 ? b2_staticBody : (i % 3 == 1 ? b2_kinematicBody : b2_dynamicBody);
		name(range.AddBox(center, 0.5f, 0.3f, angle, type));
		if (type == b2_staticBody)
		{
			name(range.AddBox(center, 0.5f, 0.3f, angle, type));
		}
		else if (type == b2_kinematicBody)
		{
			range.world.GetBodyList()->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
		}
	}
	for (int32_t i = 0; i < bullets; ++i)
	{
		BulletDef def{.position = random.InBox(9.0f), .velocity = random.Uniform(10.0f, 400.0f) * random.Direction()};
		def.maxBounces = random.Below(10);
		def.maxPierces = random.Below(4);
		def.drag = random.OneIn(2) ? 0.1f : 0.0f;
		range.plugin.Fire(def);
		if (i % 10 == 0)
		{
			range.plugin.Throw({.position = random.InBox(9.0f), .velocity = 10.0f * random.Direction(), .fuse = 1.5f});
		}
	}

	Flown run;
	for (int32_t step = 0; step < 120; ++step)
	{
		range.Step(1.0f / 60.0f);
		for (const ImpactEvent& e : range.plugin.Impacts())
		{
			run.events.push_back({e.bullet.index,
			                      e.grenade.index,
			                      names.at(e.fixture),
			                      e.child,
			                      static_cast<uint32_t>(e.response),
			                      {e.time, e.thickness, e.enter.fraction, e.enter.point.x, e.enter.point.y,
			                       e.enter.normal.x, e.enter.normal.y, e.exit.fraction, e.exit.point.x, e.exit.point.y,
			                       e.velocityBefore.x, e.velocityBefore.y, e.velocityAfter.x, e.velocityAfter.y,
			                       e.impulse.x, e.impulse.y, static_cast<float>(step)}});
		}
		for (const ExpiredEvent& e : range.plugin.Expired())
		{
			run.ends.insert(run.ends.end(), {static_cast<float>(e.bullet.index), static_cast<float>(e.grenade.index),
			                                 static_cast<float>(e.reason), e.time, e.position.x, e.position.y,
			                                 e.velocity.x, e.velocity.y});
		}
	}
	for (const BulletState& state : range.plugin.Bullets())
	{
		run.ends.insert(run.ends.end(),
		                {state.position.x, state.position.y, state.velocity.x, state.velocity.y, state.age});
	}
	for (const b2Body* body = range.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		run.ends.insert(run.ends.end(), {body->GetPosition().x, body->GetPosition().y, body->GetAngle()});
	}
	return run;
}

void ExpectSame(const Flown& a, const Flown& b)
{
	ASSERT_EQ(a.events.size(), b.events.size());
	for (size_t i = 0; i < a.events.size(); ++i)
	{
		ASSERT_EQ(std::memcmp(&a.events[i], &b.events[i], sizeof(Record)), 0)
		    << "event " << i << ": bullet " << a.events[i].bullet << " and " << b.events[i].bullet << ", fixture "
		    << a.events[i].fixture << " and " << b.events[i].fixture << ", step " << a.events[i].numbers[16];
	}
	ASSERT_EQ(a.ends.size(), b.ends.size());
	EXPECT_EQ(std::memcmp(a.ends.data(), b.ends.data(), a.ends.size() * sizeof(float)), 0);
}

static_assert(sizeof(Record) == 22 * 4, "memcmp compares all of it");

} // namespace

TEST(Determinism, TheSameSceneGivesTheSameBits)
{
	const Flown first = FlyScene(true, false);
	EXPECT_GT(first.events.size(), 1000u);
	ExpectSame(first, FlyScene(true, false));
}

TEST(Determinism, AddressesDoNotMatter)
{
	ExpectSame(FlyScene(false, false), FlyScene(false, true));
}

} // namespace ricochet::test::determinism_test
