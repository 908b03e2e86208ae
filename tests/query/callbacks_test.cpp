// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/callbacks.h>

#include "shapes/cast_shape.h"
#include "support/brute_force.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/random_filter.h"
#include "support/scenes.h"

#include <box2d/b2_contact_manager.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet::test::callbacks_test
{

namespace
{

// Adds the shape, converted to ricochet's own class.
b2Fixture* AddClip(Scene& scene, b2Body* body, const b2Shape& shape)
{
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
		return scene.Add(body, ClipCircleShape(static_cast<const b2CircleShape&>(shape)));
	case b2Shape::e_edge:
		return scene.Add(body, ClipEdgeShape(static_cast<const b2EdgeShape&>(shape)));
	case b2Shape::e_polygon:
		return scene.Add(body, ClipPolygonShape(static_cast<const b2PolygonShape&>(shape)));
	default:
		return scene.Add(body, shape); // the factory's chains are already of that kind
	}
}

// True if the callback reports that fixture and box overlap. overlap_callback_test.cpp tests this.
bool Overlaps(const b2Fixture* fixture, const b2AABB& box)
{
	bool overlaps = false;
	for (int32 child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
	{
		overlaps = overlaps || OverlapsBox(*fixture->GetShape(), child, fixture->GetBody()->GetTransform(), box);
	}
	return overlaps;
}

// Returns the mixed scene with ricochet's shapes, so that the fixtures' own casts are exact.
Scene MakeClipScene(int32_t bodies, uint64_t seed)
{
	const Scene stock = MakeMixedScene(bodies, seed);
	Scene scene;
	scene.halfWidth = stock.halfWidth;
	const b2Body* last = nullptr;
	b2Body* body = nullptr;
	for (const b2Fixture* fixture : stock.fixtures)
	{
		if (fixture->GetBody() != last)
		{
			last = fixture->GetBody();
			body = scene.AddBody(last->GetPosition(), last->GetAngle());
		}
		b2Fixture* clip = AddClip(scene, body, *fixture->GetShape());
		clip->SetFilterData(fixture->GetFilterData());
		clip->SetSensor(fixture->IsSensor());
	}
	return scene;
}

// The arguments of b2World::RayCast, which casts from point to point.
struct Segment
{
	b2Vec2 from{0.0f, 0.0f};
	b2Vec2 to{0.0f, 0.0f};
};

Segment HardSegment(SceneRandom& random, const Scene& scene)
{
	while (true)
	{
		const Ray ray = HardRay(random, scene);
		const Segment segment{ray.origin, ray.origin + ray.maxFraction * ray.translation};
		if (b2DistanceSquared(segment.from, segment.to) > 0.0f)
		{
			return segment;
		}
	}
}

bool IsHitByStock(const RayHit& hit)
{
	// As in Box2D, an edge that was created one-sided is only hit from its front.
	const b2Shape* shape = hit.fixture->GetShape();
	return shape->GetType() != b2Shape::e_edge || static_cast<const b2EdgeShape*>(shape)->m_oneSided == false ||
	       PassesSides(Sides::Front, hit.fixture, hit.child, hit.enter.normal);
}

// Casts at all fixtures with their own casts, in the world's order.
std::vector<StockHit> BruteForceStock(const b2World& world, const Segment& segment, const QueryFilter& filter)
{
	std::vector<StockHit> hits;
	const b2RayCastInput input{segment.from, segment.to, 1.0f};
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* node = body->GetFixtureList(); node != nullptr; node = node->GetNext())
		{
			b2Fixture* fixture = const_cast<b2Fixture*>(node);
			for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
			{
				b2RayCastOutput output;
				if (PassesFilter(filter, fixture) && fixture->RayCast(&output, input, child) &&
				    (filter.startInside || output.normal != b2Vec2{0.0f, 0.0f}) &&
				    PassesSides(filter.sides, fixture, child, output.normal))
				{
					const b2Vec2 point = (1.0f - output.fraction) * segment.from + output.fraction * segment.to;
					hits.push_back({fixture, point, output.normal, output.fraction});
				}
			}
		}
	}
	std::stable_sort(hits.begin(), hits.end(),
	                 [](const StockHit& a, const StockHit& b) { return a.fraction < b.fraction; });
	return hits;
}

void ExpectAgreement(const b2World& world, const Segment& segment, const QueryFilter& filter)
{
	SCOPED_TRACE(ToText(segment.from) + " to " + ToText(segment.to));
	const std::vector<StockHit> expected = BruteForceStock(world, segment, filter);

	ClosestRayCallback closest(filter);
	world.RayCast(&closest, segment.from, segment.to);
	ASSERT_EQ(closest.hasHit, expected.empty() == false);
	if (closest.hasHit)
	{
		EXPECT_EQ(closest.hit.fraction, expected[0].fraction);
		EXPECT_EQ(closest.hit.fixture, expected[0].fixture);
		EXPECT_EQ(closest.hit.point, expected[0].point);
	}

	AnyRayCallback any(filter);
	world.RayCast(&any, segment.from, segment.to);
	EXPECT_EQ(any.hasHit, expected.empty() == false);

	AllRayCallback all(filter);
	world.RayCast(&all, segment.from, segment.to);
	all.Sort();
	ASSERT_EQ(all.hits.size(), expected.size());
	for (size_t i = 0; i < expected.size(); ++i)
	{
		EXPECT_EQ(all.hits[i].fraction, expected[i].fraction) << i;
		EXPECT_EQ(all.hits[i].fixture, expected[i].fixture) << i;
	}
}

// A world with one box from (-1, -1) to (1, 1).
struct BoxWorld
{
	Scene scene;
	b2Fixture* box = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
};

} // namespace

TEST(RayCallbacks, AgreeWithEveryFixtureOneByOne)
{
	const Scene scene = MakeClipScene(120, 1);
	SceneRandom random(2);
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		ExpectAgreement(*scene.world, HardSegment(random, scene), {.sensors = true});
	}
}

TEST(RayCallbacks, AgreeUnderEveryFilter)
{
	const Scene scene = MakeClipScene(120, 3);
	SceneRandom random(4);
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		ExpectAgreement(*scene.world, HardSegment(random, scene), RandomPlainFilter(random, scene));
	}
}

TEST(RayCallbacks, FindOnClipShapesWhatTheQueriesFind)
{
	const Scene scene = MakeClipScene(120, 5);
	SceneRandom random(6);
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		// The coordinates have few bits, so that `to - from` is exact. Both casts then have the same ray.
		const auto few = [&]
		{
			return 0.125f * static_cast<float>(random.Below(256) - 128);
		};
		const Segment segment{{few(), few()}, {few(), few()}};
		if (segment.from == segment.to)
		{
			continue;
		}
		std::vector<RayHit> expected = BruteForceAll(*scene.world, RayBetween(segment.from, segment.to));
		std::erase_if(expected, [](const RayHit& hit) { return IsHitByStock(hit) == false; });
		AllRayCallback all;
		scene.world->RayCast(&all, segment.from, segment.to);
		all.Sort();
		ASSERT_EQ(all.hits.size(), expected.size()) << ToText(segment.from) << ToText(segment.to);
		for (size_t j = 0; j < expected.size(); ++j)
		{
			EXPECT_EQ(all.hits[j].fixture, expected[j].fixture);
			EXPECT_TRUE(std::abs(all.hits[j].fraction - expected[j].enter.fraction) <= 1.2e-7f);
		}
	}
}

TEST(ClosestRayCallback, NeverLengthensTheRayAgain)
{
	BoxWorld world;
	const b2Vec2 point{0.0f, 0.0f};
	const b2Vec2 normal{-1.0f, 0.0f};
	ClosestRayCallback callback;
	// The callback returns the next larger float, so that Box2D still reports hits at the same distance.
	const float next = std::nextafter(0.5f, 1.0f);
	EXPECT_EQ(callback.ReportFixture(world.box, point, normal, 0.5f), next);
	// A user's shape that ignores maxFraction may report a hit beyond the closest one so far.
	EXPECT_EQ(callback.ReportFixture(world.box, point, normal, 0.75f), next);
	EXPECT_EQ(callback.hit.fraction, 0.5f);
	EXPECT_EQ(callback.ReportFixture(world.box, point, normal, 0.25f), std::nextafter(0.25f, 1.0f));
	EXPECT_EQ(callback.hit.fraction, 0.25f);
	callback.Reset();
	EXPECT_EQ(callback.ReportFixture(world.box, point, normal, 1.0f), 1.0f);
	callback.ReportFixture(world.box, point, normal, 0.25f);
	// A fixture that the filter rejects has no effect.
	callback.filter.maskBits = 0;
	EXPECT_EQ(callback.ReportFixture(world.box, point, normal, 0.125f), -1.0f);
	EXPECT_EQ(callback.hit.fraction, 0.25f);
}

TEST(ClosestRayCallback, AHitAtZeroDoesNotHideItsTies)
{
	BoxWorld world;
	ClosestRayCallback callback;
	const float next = callback.ReportFixture(world.box, {0.0f, 0.0f}, {0.0f, 0.0f}, 0.0f);
	EXPECT_GT(next, 0.0f);
	EXPECT_LT(next, 1e-37f);
	EXPECT_EQ(callback.hit.fraction, 0.0f);

	// Ten boxes contain the origin. The first one in the world's order is reported, whatever the structure of Box2D's
	// tree.
	SceneRandom random(7);
	for (int32_t i = 0; i < 100; ++i)
	{
		Scene scene;
		for (int32_t j = 0; j < 10; ++j)
		{
			scene.Add(scene.AddBody(random.InBox(0.5f), 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
		}
		ClosestRayCallback inside;
		scene.world->RayCast(&inside, {0.0f, 0.0f}, {5.0f, 5.0f});
		ASSERT_TRUE(inside.hasHit);
		EXPECT_EQ(inside.hit.fixture, scene.world->GetBodyList()->GetFixtureList());
	}
}

TEST(RayCallbacks, FractionsThatAreNoneAreNoHits)
{
	// For rays that are not finite, Box2D's edges report NaN.
	BoxWorld world;
	for (float bad : {k_nan, -1.0f, 1.5f, std::numeric_limits<float>::infinity()})
	{
		ClosestRayCallback closest;
		EXPECT_EQ(closest.ReportFixture(world.box, {0.0f, 0.0f}, {1.0f, 0.0f}, bad), -1.0f);
		EXPECT_FALSE(closest.hasHit);
		AnyRayCallback any;
		EXPECT_EQ(any.ReportFixture(world.box, {0.0f, 0.0f}, {1.0f, 0.0f}, bad), -1.0f);
		EXPECT_FALSE(any.hasHit);
		AllRayCallback all;
		EXPECT_EQ(all.ReportFixture(world.box, {0.0f, 0.0f}, {1.0f, 0.0f}, bad), -1.0f);
		EXPECT_TRUE(all.hits.empty());
	}
}

TEST(RayCallbacks, AreReusableAfterReset)
{
	BoxWorld world;
	ClosestRayCallback closest;
	world.scene.world->RayCast(&closest, {-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_TRUE(closest.hasHit);
	EXPECT_EQ(closest.hit.fixture, world.box);
	EXPECT_EQ(closest.hit.normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(closest.hit.point, (b2Vec2{-1.0f, 0.0f}));
	closest.Reset();
	EXPECT_FALSE(closest.hasHit);
	EXPECT_EQ(closest.hit.fixture, nullptr);
	world.scene.world->RayCast(&closest, {-5.0f, 3.0f}, {5.0f, 3.0f});
	EXPECT_FALSE(closest.hasHit);

	AnyRayCallback any({.maskBits = 0x0002});
	world.scene.world->RayCast(&any, {-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_FALSE(any.hasHit);
	any.filter.maskBits = 0x0001;
	world.scene.world->RayCast(&any, {-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_TRUE(any.hasHit);
	any.Reset();
	EXPECT_FALSE(any.hasHit);

	AllRayCallback all;
	world.scene.world->RayCast(&all, {-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_EQ(all.hits.size(), 1u);
	all.Reset();
	EXPECT_TRUE(all.hits.empty());
}

TEST(RayCallbacks, SidesOfStockEdgesAndChains)
{
	struct Case
	{
		Sides sides;
		bool twoSided, oneSidedFront, oneSidedBack, chainFront, chainBack;
	};
	// Box2D hits two-sided edges and chains from both sides, and one-sided edges only from the front.
	const Case cases[] = {
	    {Sides::Both, true, true, false, true, true},
	    {Sides::Front, true, true, false, true, false},
	    {Sides::Back, false, false, false, false, true},
	};
	b2EdgeShape twoSided, oneSided;
	twoSided.SetTwoSided({-1.0f, 0.0f}, {1.0f, 0.0f});
	oneSided.SetOneSided({-2.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 0.0f});
	const b2Vec2 vertices[] = {{-3.0f, -1.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}, {3.0f, 2.0f}};
	b2ChainShape chain;
	chain.CreateChain(vertices, 4, {-5.0f, -2.0f}, {5.0f, 4.0f});

	for (const Case& c : cases)
	{
		for (float angle : {0.0f, 1.0f, 3.0f})
		{
			const auto hits = [&](const b2Shape& shape, float from)
			{
				Scene scene;
				b2Body* body = scene.AddBody({70.0f, -30.0f}, angle);
				scene.Add(body, shape);
				ClosestRayCallback callback({.sides = c.sides});
				scene.world->RayCast(&callback, body->GetWorldPoint({0.1f, from}), body->GetWorldPoint({0.1f, -from}));
				return callback.hasHit;
			};
			EXPECT_EQ(hits(twoSided, -1.0f), c.twoSided);
			EXPECT_EQ(hits(twoSided, 1.0f), c.twoSided);
			EXPECT_EQ(hits(oneSided, -1.0f), c.oneSidedFront);
			EXPECT_EQ(hits(oneSided, 1.0f), c.oneSidedBack);
			EXPECT_EQ(hits(chain, -1.0f), c.chainFront);
			EXPECT_EQ(hits(chain, 1.0f), c.chainBack);
		}
	}
}

TEST(RayCallbacks, MayBeDerivedFrom)
{
	struct Counting : ClosestRayCallback
	{
		int32_t reports = 0;
		float ReportFixture(b2Fixture* fixture, const b2Vec2& point, const b2Vec2& normal, float fraction) override
		{
			++reports;
			return ClosestRayCallback::ReportFixture(fixture, point, normal, fraction);
		}
	};
	BoxWorld world;
	Counting callback;
	world.scene.world->RayCast(&callback, {-5.0f, 0.0f}, {5.0f, 0.0f});
	EXPECT_EQ(callback.reports, 1);
	EXPECT_TRUE(callback.hasHit);
	EXPECT_NE(dynamic_cast<ClosestRayCallback*>(static_cast<b2RayCastCallback*>(&callback)), nullptr);
}

TEST(OverlapCallback, CollectsEachFixtureOnceInBox2DsOrder)
{
	const Scene scene = MakeMixedScene(120, 8);
	const b2BroadPhase& broadPhase = scene.world->GetContactManager().m_broadPhase;
	SceneRandom random(9);
	size_t found = 0;
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		const b2Vec2 middle = random.InBox(scene.halfWidth);
		const b2Vec2 half{random.Uniform(0.0f, 5.0f), random.Uniform(0.0f, 5.0f)};
		b2AABB box;
		box.lowerBound = middle - half;
		box.upperBound = middle + half;
		const QueryFilter filter = RandomPlainFilter(random, scene);
		OverlapCallback callback(box, filter);
		scene.world->QueryAABB(&callback, box);

		// The expected list is Box2D's, without duplicates, rejected fixtures, and fixtures beside the box.
		struct Collect
		{
			const b2BroadPhase& broadPhase;
			std::vector<b2Fixture*> fixtures;
			bool QueryCallback(int32 proxyId)
			{
				fixtures.push_back(static_cast<b2FixtureProxy*>(broadPhase.GetUserData(proxyId))->fixture);
				return true;
			}
		} collect{broadPhase, {}};
		broadPhase.Query(&collect, box);
		std::vector<b2Fixture*> expected;
		for (b2Fixture* fixture : collect.fixtures)
		{
			if (PassesFilter(filter, fixture) && Overlaps(fixture, box) &&
			    std::find(expected.begin(), expected.end(), fixture) == expected.end())
			{
				expected.push_back(fixture);
			}
		}
		ASSERT_EQ(callback.fixtures, expected);
		found += expected.size();
	}
	EXPECT_GT(found, 0u);

	b2AABB everything;
	everything.lowerBound = {-1000.0f, -1000.0f};
	everything.upperBound = {1000.0f, 1000.0f};
	OverlapCallback callback(everything);
	scene.world->QueryAABB(&callback, everything);
	EXPECT_FALSE(callback.fixtures.empty());
	callback.Reset();
	EXPECT_TRUE(callback.fixtures.empty());
}

} // namespace ricochet::test::callbacks_test
