// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/query_filter.h>
#include <ricochet/query/ray_query.h>

#include "support/brute_force.h"
#include "support/scenes.h"

#include <box2d/b2_world_callbacks.h>

#include <gtest/gtest.h>

#include <vector>

namespace ricochet::test::query_filter_test
{

namespace
{

// One box at the origin.
struct Target
{
	Scene scene;
	b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));

	void Set(uint16_t category, uint16_t mask, int16_t group)
	{
		b2Filter filter;
		filter.categoryBits = category;
		filter.maskBits = mask;
		filter.groupIndex = group;
		fixture->SetFilterData(filter);
	}
};

const Ray k_across{{-5.0f, 0.0f}, {10.0f, 0.0f}};

// Counts the hits of a ray. The three queries must agree.
size_t CountHits(const b2World& world, const Ray& ray, const QueryFilter& filter)
{
	std::vector<RayHit> hits;
	CastRayAll(world, ray, hits, filter);
	EXPECT_EQ(CastRayAny(world, ray, filter), hits.empty() == false);
	EXPECT_EQ(CastRayClosest(world, ray, filter).has_value(), hits.empty() == false);
	return hits.size();
}

// Counts of hits from below, which is the front of an edge that runs to the right, from above, and along the edge.
struct SideHits
{
	size_t front, back, along;
	friend bool operator==(const SideHits&, const SideHits&) = default;
};

SideHits HitsFromSides(const b2World& world, Sides sides)
{
	QueryFilter filter;
	filter.sides = sides;
	return {CountHits(world, Ray{{0.0f, -5.0f}, {0.0f, 10.0f}}, filter),
	        CountHits(world, Ray{{0.0f, 5.0f}, {0.0f, -10.0f}}, filter),
	        CountHits(world, Ray{{-5.0f, 0.0f}, {10.0f, 0.0f}}, filter)};
}

template <class Shape>
std::unique_ptr<Scene> SceneOf(const Shape& shape)
{
	auto scene = std::make_unique<Scene>();
	scene->Add(scene->AddBody({0.0f, 0.0f}, 0.0f), shape);
	return scene;
}

} // namespace

TEST(QueryFilter, DefaultMeetsEverythingButSensors)
{
	Target target;
	EXPECT_TRUE(Accepts({}, target.fixture));
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {}), 1u);
	target.fixture->SetSensor(true);
	EXPECT_FALSE(Accepts({}, target.fixture));
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {}), 0u);
	EXPECT_TRUE(Accepts({.sensors = true}, target.fixture));
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {.sensors = true}), 1u);
}

TEST(QueryFilter, CategoriesMustMatchBothWays)
{
	Target target;
	target.Set(0x0004, 0x0002, 0);
	EXPECT_TRUE(Accepts({.categoryBits = 0x0002, .maskBits = 0x0004}, target.fixture));
	EXPECT_FALSE(Accepts({.categoryBits = 0x0001, .maskBits = 0x0004}, target.fixture));
	EXPECT_FALSE(Accepts({.categoryBits = 0x0002, .maskBits = 0x0001}, target.fixture));
	EXPECT_FALSE(Accepts({.categoryBits = 0x0002, .maskBits = 0x0000}, target.fixture));
}

TEST(QueryFilter, ASharedGroupDecidesAlone)
{
	Target target;
	target.Set(0x0001, 0x0000, 3);
	EXPECT_TRUE(Accepts({.groupIndex = 3}, target.fixture));
	EXPECT_FALSE(Accepts({.groupIndex = 4}, target.fixture));
	EXPECT_FALSE(Accepts({.groupIndex = 0}, target.fixture));
	target.Set(0x0001, 0xFFFF, -3);
	EXPECT_FALSE(Accepts({.groupIndex = -3}, target.fixture));
	EXPECT_TRUE(Accepts({.groupIndex = 3}, target.fixture));
	EXPECT_TRUE(Accepts({.groupIndex = 0}, target.fixture));
	// A group of zero is no group, even if both have it.
	target.Set(0x0001, 0x0000, 0);
	EXPECT_FALSE(Accepts({.groupIndex = 0}, target.fixture));
}

TEST(QueryFilter, AgreesWithBox2DsContactFilter)
{
	Target target;
	Scene other;
	b2Fixture* bullet = other.Add(other.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	b2ContactFilter box2d;
	SceneRandom random(1);
	for (int32_t i = 0; i < 20000; ++i)
	{
		const auto bits = [&]
		{
			return static_cast<uint16_t>(random.Bits() & random.Bits());
		};
		target.Set(bits(), bits(), static_cast<int16_t>(random.Below(5) - 2));
		b2Filter filter;
		filter.categoryBits = bits();
		filter.maskBits = bits();
		filter.groupIndex = static_cast<int16>(random.Below(5) - 2);
		bullet->SetFilterData(filter);
		const QueryFilter query{
		    .categoryBits = filter.categoryBits, .maskBits = filter.maskBits, .groupIndex = filter.groupIndex};
		EXPECT_EQ(Accepts(query, target.fixture), box2d.ShouldCollide(bullet, target.fixture));
	}
}

TEST(QueryFilter, IgnoresABodyWithAllItsFixtures)
{
	Target target;
	b2Body* body = target.fixture->GetBody();
	target.scene.Add(body, ValueOf(MakeCircle({0.0f, 0.0f}, 2.0f)));
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {}), 2u);
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {.ignoreBody = body}), 0u);
	// The query only compares this pointer, which does not point to a body, and never dereferences it.
	const auto* stale = reinterpret_cast<const b2Body*>(uintptr_t{16});
	EXPECT_EQ(CountHits(*target.scene.world, k_across, {.ignoreBody = stale}), 2u);
}

TEST(QueryFilter, AcceptIsAskedLastAndDecides)
{
	Target target;
	target.scene.Add(target.scene.AddBody({3.0f, 0.0f}, 0.0f), ValueOf(MakeBox(0.5f, 0.5f)), 0x0002);
	b2Fixture* sensor =
	    target.scene.Add(target.scene.AddBody({4.0f, 0.0f}, 0.0f), ValueOf(MakeBox(0.2f, 0.2f)), 0x0001, true);
	std::vector<b2Fixture*> asked;
	QueryFilter filter;
	filter.maskBits = 0x0001;
	filter.accept = [&](b2Fixture* fixture)
	{
		asked.push_back(fixture);
		return false;
	};
	EXPECT_FALSE(Accepts(filter, target.fixture));
	EXPECT_FALSE(Accepts(filter, sensor));
	EXPECT_EQ(CountHits(*target.scene.world, k_across, filter), 0u);
	// The predicate was called neither for the sensor nor for the other category.
	EXPECT_FALSE(asked.empty());
	for (b2Fixture* fixture : asked)
	{
		EXPECT_EQ(fixture, target.fixture);
	}

	filter.accept = [](b2Fixture*)
	{
		return true;
	};
	EXPECT_EQ(CountHits(*target.scene.world, k_across, filter), 1u);
	EXPECT_FALSE(Accepts(filter, sensor));
}

TEST(QueryFilter, ClosestPassesThroughWhatIsFilteredOut)
{
	Scene scene;
	for (int32_t i = 0; i < 5; ++i)
	{
		scene.Add(scene.AddBody({3.0f * static_cast<float>(i), 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)),
		          static_cast<uint16_t>(1 << i));
	}
	for (int32_t i = 0; i < 5; ++i)
	{
		const QueryFilter filter{.maskBits = static_cast<uint16_t>(1 << i)};
		const auto hit = CastRayClosest(*scene.world, Ray{{-5.0f, 0.0f}, {30.0f, 0.0f}}, filter);
		ASSERT_TRUE(hit.has_value());
		EXPECT_EQ(hit->fixture, scene.fixtures[static_cast<size_t>(i)]);
	}
}

TEST(QueryFilter, StartInsideFalseSkipsWhatHoldsTheOrigin)
{
	Target target;
	target.scene.Add(target.scene.AddBody({5.0f, 0.0f}, 0.0f), ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	const b2World& world = *target.scene.world;
	const QueryFilter outside{.startInside = false};

	const Ray fromInside{{0.0f, 0.0f}, {10.0f, 0.0f}};
	EXPECT_EQ(CountHits(world, fromInside, {}), 2u);
	EXPECT_EQ(CountHits(world, fromInside, outside), 1u);
	EXPECT_EQ(CastRayClosest(world, fromInside, outside)->fixture, target.scene.fixtures[1]);

	// A ray that starts on the surface and enters does not start inside. A point query does.
	EXPECT_EQ(CountHits(world, Ray{{-1.0f, 0.0f}, {1.5f, 0.0f}}, outside), 1u);
	EXPECT_EQ(CountHits(world, Ray{{0.0f, 0.0f}, {0.0f, 0.0f}}, {}), 1u);
	EXPECT_EQ(CountHits(world, Ray{{0.0f, 0.0f}, {0.0f, 0.0f}}, outside), 0u);
}

TEST(QueryFilter, SolidsHaveNoSides)
{
	const auto scene = SceneOf(ValueOf(MakeBox(1.0f, 1.0f)));
	const SideHits all{1, 1, 1};
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Both), all);
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Front), all);
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Back), all);
	const auto disc = SceneOf(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	EXPECT_EQ(HitsFromSides(*disc->world, Sides::Back), all);
}

TEST(QueryFilter, TwoSidedEdgesHaveTwoFrontsAndNoBack)
{
	const auto scene = SceneOf(ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f})));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Both), (SideHits{1, 1, 1}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Front), (SideHits{1, 1, 0}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Back), (SideHits{0, 0, 0}));
}

TEST(QueryFilter, OneSidedEdgesHaveAFrontAndABack)
{
	const auto scene = SceneOf(EdgeOf({-2.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Both), (SideHits{1, 1, 1}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Front), (SideHits{1, 0, 0}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Back), (SideHits{0, 1, 0}));
}

TEST(QueryFilter, ChainsHaveAFrontAndABack)
{
	const b2Vec2 vertices[] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
	const auto scene = SceneOf(ValueOf(MakeChain(vertices)));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Both), (SideHits{1, 1, 1}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Front), (SideHits{1, 0, 0}));
	EXPECT_EQ(HitsFromSides(*scene->world, Sides::Back), (SideHits{0, 1, 0}));
}

TEST(QueryFilter, TheFrontOfACounterClockwiseLoopIsOutside)
{
	const b2Vec2 square[] = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	const auto scene = SceneOf(ValueOf(MakeLoop(square)));
	const Ray through{{-5.0f, 0.25f}, {10.0f, 0.0f}};
	std::vector<RayHit> hits;
	CastRayAll(*scene->world, through, hits, {.sides = Sides::Front});
	ASSERT_EQ(hits.size(), 1u);
	EXPECT_EQ(hits[0].child, 3);
	EXPECT_EQ(hits[0].enter.normal, (b2Vec2{-1.0f, 0.0f}));
	CastRayAll(*scene->world, through, hits, {.sides = Sides::Back});
	ASSERT_EQ(hits.size(), 1u);
	EXPECT_EQ(hits[0].child, 1);
	EXPECT_EQ(hits[0].enter.normal, (b2Vec2{-1.0f, 0.0f}));
}

TEST(QueryFilter, FrontIsTheSideOnWhichBox2DCollides)
{
	// A ball that falls on the front of a chain stays there. A ball that falls on its back passes.
	const b2Vec2 toTheRight[] = {{-10.0f, 0.0f}, {10.0f, 0.0f}};
	const b2Vec2 toTheLeft[] = {{10.0f, 0.0f}, {-10.0f, 0.0f}};
	for (const bool isFrontUp : {true, false})
	{
		Scene scene;
		scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeChain(isFrontUp ? toTheLeft : toTheRight)));
		b2Body* ball = scene.AddBody({0.0f, 1.0f}, 0.0f, b2_dynamicBody);
		scene.Add(ball, ValueOf(MakeCircle({0.0f, 0.0f}, 0.2f)));
		const QueryFilter filter{.sides = Sides::Front, .ignoreBody = ball};
		EXPECT_EQ(CastRayAny(*scene.world, Ray{{0.0f, 1.0f}, {0.0f, -2.0f}}, filter), isFrontUp);
		for (int32_t i = 0; i < 120; ++i)
		{
			scene.world->Step(1.0f / 60.0f, 8, 3);
		}
		EXPECT_EQ(ball->GetPosition().y > 0.0f, isFrontUp);
	}
}

} // namespace ricochet::test::query_filter_test
