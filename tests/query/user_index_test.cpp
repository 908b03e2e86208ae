// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/explosion.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>

#include "query/user_list.h"
#include "support/random_filter.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

// Tests indexes that a game writes itself. space_test.cpp tests all their queries.

namespace ricochet::test::user_index_test
{

namespace
{

using Kind = UserList::Kind;

bool IsSame(const std::vector<SightVertex>& a, const std::vector<SightVertex>& b)
{
	const auto isSame = [](const SightVertex& x, const SightVertex& y)
	{
		return x.fixture == y.fixture && x.child == y.child && x.id == y.id && x.tag == y.tag && x.point == y.point &&
		       x.side == y.side && x.edge == y.edge && x.center == y.center && x.radius == y.radius;
	};
	return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSame);
}

UserItem ItemOf(const b2Shape& shape, b2Vec2 position, uint32_t number, uint64_t tag = 0)
{
	return {.shape = &shape, .transform = PoseAt(position, 0.0f), .id = {number, 1}, .tag = tag};
}

} // namespace

TEST(UserIndex, SightAndBlastsAreThoseOfTheWorld)
{
	SceneRandom random(811);
	for (int32_t i = 0; i < ScaledCount(60); ++i)
	{
		const Scene scene = MakeMixedScene(40, static_cast<uint64_t>(i) + 1);
		const UserList careful(*scene.world, Kind::Careful);
		const UserList sloppy(*scene.world, Kind::Sloppy);
		const b2Vec2 eye = random.InBox(scene.halfWidth);
		const b2Vec2 target = random.InBox(scene.halfWidth);
		const SightDef def{.filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{}};
		const Light light{.position = eye, .radius = 8.0f, .size = 0.5f};
		const ExplosionDef blast{.position = eye};
		std::vector<SightVertex> seen;
		LitRegion lit;
		std::vector<BlastHit> hits;
		ASSERT_TRUE(VisibilityPolygon(*scene.world, eye, 9.0f, seen, def));
		ASSERT_TRUE(Illuminate(*scene.world, light, lit));
		ASSERT_TRUE(MeasureBlast(*scene.world, blast, hits));
		for (const UserList* index : {&careful, &sloppy})
		{
			EXPECT_EQ(InSight(*index, eye, target, def.filter), InSight(*scene.world, eye, target, def.filter));
			const b2Body& body = *scene.fixtures.front()->GetBody();
			EXPECT_EQ(ValueOf(SeenFraction(*index, eye, body)), ValueOf(SeenFraction(*scene.world, eye, body)));
			std::vector<SightVertex> seenByIndex;
			ASSERT_TRUE(VisibilityPolygon(*index, eye, 9.0f, seenByIndex, def));
			EXPECT_TRUE(IsSame(seenByIndex, seen)) << i;
			LitRegion litByIndex;
			ASSERT_TRUE(Illuminate(*index, light, litByIndex));
			EXPECT_TRUE(IsSame(litByIndex.polygon, lit.polygon)) << i;
			EXPECT_TRUE(IsSame(litByIndex.penumbraVertices, lit.penumbraVertices)) << i;
			std::vector<BlastHit> hitsByIndex;
			ASSERT_TRUE(MeasureBlast(*index, blast, hitsByIndex));
			ASSERT_EQ(hitsByIndex.size(), hits.size()) << i;
			for (size_t k = 0; k < hits.size(); ++k)
			{
				EXPECT_EQ(hitsByIndex[k].body, hits[k].body);
				EXPECT_EQ(hitsByIndex[k].fixture, hits[k].fixture);
				EXPECT_EQ(hitsByIndex[k].point, hits[k].point);
				EXPECT_EQ(hitsByIndex[k].share, hits[k].share);
				EXPECT_EQ(hitsByIndex[k].impulse, hits[k].impulse);
			}
		}
	}
}

TEST(UserIndex, HitsNameAnItemWithoutAFixtureByItsIdAndTag)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	UserList index;
	index.Add(ItemOf(box, {5.0f, 0.0f}, 7, 70));
	const RayHit hit = CastRayClosest(index, {0.0f, 0.0f}, {10.0f, 0.0f}).value();
	EXPECT_EQ(hit.fixture, nullptr);
	EXPECT_EQ(hit.id, (ItemId{7, 1}));
	EXPECT_EQ(hit.tag, 70u);
	EXPECT_EQ(hit.enter.fraction, 0.4f);
	EXPECT_TRUE(CastCircleAny(index, {0.0f, 1.25f}, 0.5f, {10.0f, 0.0f}));
}

TEST(UserIndex, TiesGoToTheLowerIdInWhateverOrderItemsAreProposed)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	for (const Kind kind : {Kind::Careful, Kind::Sloppy})
	{
		UserList index(kind);
		for (const uint32_t number : {9u, 3u, 4u})
		{
			index.Add(ItemOf(box, {5.0f, 0.0f}, number));
		}
		EXPECT_EQ(CastRayClosest(index, {0.0f, 0.0f}, {10.0f, 0.0f}).value().id.index, 3u);
		EXPECT_EQ(FindNearest(index, {0.0f, 0.0f}, 20.0f).value().id.index, 3u);
		std::vector<RayHit> hits;
		CastRayAll(index, {{0.0f, 0.0f}, {10.0f, 0.0f}}, hits);
		ASSERT_EQ(hits.size(), 3u);
		EXPECT_EQ(hits[2].id.index, 9u);
	}
}

TEST(UserIndex, ASensorIsHitOnlyIfTheFilterSaysSo)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	UserList index;
	UserItem item = ItemOf(box, {5.0f, 0.0f}, 0);
	item.isSensor = true;
	item.filter.categoryBits = 0x0004;
	index.Add(item);
	const Ray ray{{0.0f, 0.0f}, {10.0f, 0.0f}};
	EXPECT_FALSE(CastRayAny(index, ray));
	EXPECT_TRUE(CastRayAny(index, ray, {.sensors = true}));
	EXPECT_FALSE(CastRayAny(index, ray, {.maskBits = 0x0003, .sensors = true}));
}

TEST(UserIndex, AnItemThatIsNowhereIsNeverHit)
{
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	UserList index(Kind::Sloppy);
	index.Add({.id = {0, 1}});
	UserItem item = ItemOf(box, {5.0f, 0.0f}, 1);
	item.child = 1;
	index.Add(item);
	item = ItemOf(box, {std::numeric_limits<float>::quiet_NaN(), 0.0f}, 2);
	index.Add(item);
	for (const UserItem& each : index.items)
	{
		EXPECT_FALSE(BoundsOf(each));
	}
	EXPECT_FALSE(CastRayAny(index, {{0.0f, 0.0f}, {10.0f, 0.0f}}));
	EXPECT_FALSE(CastCircleAny(index, {0.0f, 0.0f}, 1.0f, {10.0f, 0.0f}));
	EXPECT_FALSE(FindNearest(index, {5.0f, 0.0f}, 20.0f));
}

TEST(UserIndex, BoundsHoldTheItem)
{
	SceneRandom random(812);
	const Scene scene = MakeMixedScene(200, 5);
	const UserList index(*scene.world, Kind::Careful);
	for (const UserItem& item : index.items)
	{
		b2AABB box;
		item.shape->ComputeAABB(&box, item.transform, item.child);
		const b2AABB bounds = BoundsOf(item).value();
		EXPECT_LE(bounds.lowerBound.x, box.lowerBound.x + b2_polygonRadius + 1e-4f);
		EXPECT_GE(bounds.upperBound.y, box.upperBound.y - b2_polygonRadius - 1e-4f);
		for (int32_t i = 0; i < 20; ++i)
		{
			const Ray ray{random.InBox(scene.halfWidth), 4.0f * random.Direction()};
			if (const auto hit = CastRayAtShape(*item.shape, item.child, item.transform, ray))
			{
				EXPECT_TRUE(MeetsBox(ray, {0.0f, 0.0f}, hit->enter.fraction, bounds));
			}
		}
	}
}

TEST(UserIndex, WhatItThrowsPassesThrough)
{
	class Broken : public UserList
	{
	public:
		void WalkRay(const Ray&, b2Vec2, const RayVisit&) const override { throw std::runtime_error("no tree"); }
		void WalkBox(const b2AABB&, const BoxVisit&) const override { throw std::runtime_error("no tree"); }
	};
	const Broken index;
	EXPECT_THROW((void)CastRayClosest(index, {0.0f, 0.0f}, {1.0f, 0.0f}), std::runtime_error);
	EXPECT_THROW((void)FindNearest(index, {0.0f, 0.0f}, 1.0f), std::runtime_error);
}

} // namespace ricochet::test::user_index_test
