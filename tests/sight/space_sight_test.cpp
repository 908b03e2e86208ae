// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>
#include <ricochet/projectile/explosion.h>

#include "sight/same_sight.h"
#include "support/random_filter.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

// Tests sight, light and blasts over a SpatialHash: fixtures as over their world, and things that were added by hand.

namespace ricochet::test::space_sight_test
{

namespace
{

// Returns the first difference between two spaces with the same fixtures, or "".
std::string Compare(Space a, Space b, SceneRandom& random, const Scene& scene)
{
	const b2Vec2 eye = random.InBox(1.2f * scene.halfWidth);
	const float radius = random.LogUniform(0.5f, 2.0f * scene.halfWidth);
	const QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
	const SightCone cone{random.Uniform(-3.0f, 3.0f), random.OneIn(2) ? random.Uniform(0.1f, 6.0f) : 7.0f};
	std::string wrong = CompareLook(a, b, eye, radius, {filter, cone});
	std::vector<SightPair> pairs;
	for (int32_t i = 0; i < 20; ++i)
	{
		pairs.push_back({random.InBox(scene.halfWidth), random.InBox(scene.halfWidth)});
	}
	wrong += ComparePairs(a, b, pairs, filter);
	wrong += CompareFraction(a, b, eye, *scene.fixtures[0]->GetBody(), filter);
	wrong += CompareLight(a, b, Light{eye, radius, cone, random.OneIn(2) ? 0.0f : 0.3f, filter});
	const b2Vec2 corner = random.InBox(scene.halfWidth);
	const b2AABB view{corner, corner + b2Vec2{6.0f, 4.0f}};
	wrong += CompareLight(a, b, ParallelLight{random.Direction(), view, 2.0f, 0.05f, filter});
	return wrong;
}

void Play(const Scene& scene, float cellSize, uint64_t seed, int32_t rounds)
{
	SceneRandom random(seed);
	SpatialHash hash(cellSize);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	for (int32_t i = 0; i < rounds; ++i)
	{
		ASSERT_EQ(Compare(*scene.world, hash, random, scene), "") << "round " << i;
	}
}

auto BitsOfBlast(const BlastHit& hit)
{
	return std::tuple(hit.body, hit.fixture, hit.child, BitsOf(hit.point), BitsOf(hit.distance), BitsOf(hit.share),
	                  BitsOf(hit.damage), BitsOf(hit.impulse), BitsOf(hit.moment));
}

// Things that are fixtures in one space, and were added by hand in the other one.
struct Twins
{
	Scene scene;
	SpatialHash hash{2.0f};
	std::vector<ClipPolygonShape> boxes;

	explicit Twins(SceneRandom& random)
	{
		scene.world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
		boxes.reserve(40);
		// A world lists its newest body first, and a hash lists its oldest entry first.
		std::vector<b2Vec2> places;
		for (size_t i = 0; i < 40; ++i)
		{
			boxes.push_back(ValueOf(MakeBox(random.Uniform(0.2f, 1.0f), random.Uniform(0.2f, 1.0f))));
			places.push_back(random.InBox(10.0f));
		}
		for (size_t i = 0; i < 40; ++i)
		{
			EXPECT_TRUE(hash.AddShape(boxes[i], 0, PoseAt(places[i], 0.1f * static_cast<float>(i)), i));
			const size_t last = 39 - i;
			b2BodyDef def;
			def.position = places[last];
			def.angle = 0.1f * static_cast<float>(last);
			scene.world->CreateBody(&def)->CreateFixture(&boxes[last], 0.0f);
		}
	}
};

// Compares everything except for the identification of things.
void ExpectSameVertices(std::span<const SightVertex> a, std::span<const SightVertex> b)
{
	ASSERT_EQ(a.size(), b.size());
	for (size_t i = 0; i < a.size(); ++i)
	{
		ASSERT_EQ(std::tuple(BitsOf(a[i].point), a[i].side, a[i].edge),
		          std::tuple(BitsOf(b[i].point), b[i].side, b[i].edge));
		const bool isOnThing = a[i].side == SightSide::Wall || a[i].side == SightSide::Arc;
		ASSERT_EQ(a[i].fixture != nullptr, isOnThing);
		ASSERT_EQ(static_cast<bool>(b[i].id), isOnThing);
		ASSERT_TRUE(isOnThing == false || a[i].fixture->GetBody()->GetAngle() == 0.1f * static_cast<float>(b[i].tag));
	}
}

} // namespace

TEST(SpaceSight, AHashOfAWorldIsSeenAsTheWorld)
{
	for (const float cellSize : {0.5f, 3.0f, 60.0f})
	{
		Play(MakeMixedScene(120, 3), cellSize, 81, ScaledCount(100));
		Play(MakeScatteredScene(200, 1), cellSize, 82, ScaledCount(100));
	}
}

TEST(SpaceSight, BlastsOverAHashOfAWorld)
{
	SceneRandom random(83);
	const Scene scene = MakeMixedScene(120, 3);
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(2.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		const ExplosionDef def{.position = random.InBox(scene.halfWidth), .radius = random.Uniform(0.1f, 3.0f)};
		std::vector<BlastHit> expected, copied, hashed;
		ASSERT_TRUE(MeasureBlast(*scene.world, def, expected));
		ASSERT_TRUE(MeasureBlast(snapshot, def, copied));
		ASSERT_TRUE(MeasureBlast(hash, def, hashed));
		const auto isSame = [](const BlastHit& a, const BlastHit& b)
		{
			return BitsOfBlast(a) == BitsOfBlast(b);
		};
		ASSERT_TRUE(std::equal(expected.begin(), expected.end(), copied.begin(), copied.end(), isSame)) << i;
		ASSERT_TRUE(std::equal(expected.begin(), expected.end(), hashed.begin(), hashed.end(), isSame)) << i;
	}
}

TEST(SpaceSight, ThingsAddedByHandHideAndAreNamed)
{
	SceneRandom random(84);
	for (int32_t round = 0; round < ScaledCount(30); ++round)
	{
		const Twins twins(random);
		const Space world = *twins.scene.world;
		const Space hash = twins.hash;
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 eye = random.InBox(10.0f);
			std::vector<SightVertex> expected, seen;
			ASSERT_TRUE(VisibilityPolygon(world, eye, 12.0f, expected));
			ASSERT_TRUE(VisibilityPolygon(hash, eye, 12.0f, seen));
			ExpectSameVertices(expected, seen);
			Viewer viewer;
			ASSERT_TRUE(viewer.Look(hash, eye, 12.0f));
			ExpectSameVertices(expected, viewer.Polygon());
			const b2Vec2 other = random.InBox(10.0f);
			ASSERT_EQ(InSight(world, eye, other), InSight(hash, eye, other));

			QueryFilter outside;
			outside.startInside = random.OneIn(2);
			LitRegion lit, litByHand;
			const Light light{eye, 9.0f, {}, 0.3f, outside};
			ASSERT_TRUE(Illuminate(world, light, lit));
			ASSERT_TRUE(Illuminate(hash, light, litByHand));
			ExpectSameVertices(lit.polygon, litByHand.polygon);
			ExpectSameVertices(lit.penumbraVertices, litByHand.penumbraVertices);

			std::vector<BlastHit> hits, hitsByHand;
			const ExplosionDef def{.position = eye, .radius = 3.0f, .falloff = 2.0f};
			ASSERT_TRUE(MeasureBlast(world, def, hits));
			ASSERT_TRUE(MeasureBlast(hash, def, hitsByHand));
			ASSERT_EQ(hits.size(), hitsByHand.size());
			for (size_t k = 0; k < hits.size(); ++k)
			{
				ASSERT_EQ(BitsOf(hits[k].impulse), BitsOf(hitsByHand[k].impulse));
				ASSERT_EQ(BitsOf(hits[k].share), BitsOf(hitsByHand[k].share));
				ASSERT_EQ(hitsByHand[k].body, nullptr);
				ASSERT_TRUE(hitsByHand[k].id);
				ASSERT_EQ(hits[k].body->GetAngle(), 0.1f * static_cast<float>(hitsByHand[k].tag));
			}
		}
	}
}

TEST(SpaceSight, AViewerNoticesThingsThatMove)
{
	SpatialHash hash(1.0f);
	const ItemId wall = ValueOf(hash.AddSegment({2.0f, -1.0f}, {2.0f, 1.0f}, 1));
	const ItemId twin = ValueOf(hash.AddSegment({2.0f, -1.0f}, {2.0f, 1.0f}, 2));
	Viewer viewer;
	const auto expectAsNew = [&]
	{
		std::vector<SightVertex> fresh;
		ASSERT_TRUE(VisibilityPolygon(hash, {0.0f, 0.0f}, 5.0f, fresh));
		ASSERT_TRUE(viewer.Look(hash, {0.0f, 0.0f}, 5.0f));
		ASSERT_TRUE(HaveSameBits(viewer.Polygon(), std::span<const SightVertex>(fresh)));
		const auto isWall = [](const SightVertex& v)
		{
			return v.side == SightSide::Wall;
		};
		const auto found = std::find_if(fresh.begin(), fresh.end(), isWall);
		const auto seen = std::find_if(viewer.Polygon().begin(), viewer.Polygon().end(), isWall);
		ASSERT_EQ(found != fresh.end(), seen != viewer.Polygon().end());
		ASSERT_TRUE(found == fresh.end() || found->id == seen->id);
	};
	expectAsNew();
	ASSERT_TRUE(hash.MoveSegment(wall, {-2.0f, -1.0f}, {-2.0f, 1.0f}));
	expectAsNew();
	ASSERT_TRUE(hash.MoveSegment(wall, {2.0f, -1.0f}, {2.0f, 1.0f}));
	expectAsNew();
	ASSERT_TRUE(hash.Remove(wall));
	expectAsNew();
	ASSERT_TRUE(hash.Remove(twin));
	expectAsNew();
}

} // namespace ricochet::test::space_sight_test
