// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/history.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/overlap_query.h>

#include "support/brute_force.h"
#include "support/hull_path.h"
#include "support/random_filter.h"
#include "support/shape_child.h"

#include <gtest/gtest.h>

// Compares casts of shapes over a grid and over the past with casts over the world, and with casts at each shape.

namespace ricochet::test::hull_sources_test
{

namespace
{

bool IsSameCast(const HullHit& a, const HullHit& b)
{
	return a.fixture == b.fixture && a.child == b.child && test::IsSame(a.enter, b.enter) &&
	       test::IsSame(a.exit, b.exit) && a.startsInside == b.startsInside && a.endsInside == b.endsInside &&
	       a.grazing == b.grazing && a.contact == b.contact && a.depth == b.depth && a.wayOut == b.wayOut &&
	       a.still.edge == b.still.edge && a.moving.edge == b.moving.edge;
}

template <class Hits, class Others>
void ExpectSameCasts(const Hits& hits, const Others& others)
{
	ASSERT_EQ(hits.size(), others.size());
	for (size_t i = 0; i < hits.size(); ++i)
	{
		ASSERT_TRUE(IsSameCast(hits[i], others[i])) << i;
	}
}

template <class Hits, class Others>
void ExpectSameOverlaps(const Hits& hits, const Others& others)
{
	ASSERT_EQ(hits.size(), others.size());
	for (size_t i = 0; i < hits.size(); ++i)
	{
		ASSERT_TRUE(hits[i].fixture == others[i].fixture && hits[i].child == others[i].child);
		ASSERT_TRUE(hits[i].depth == others[i].depth && hits[i].wayOut == others[i].wayOut);
	}
}

// Compares the hash's casts with the world's. Returns true if anything is hit.
bool ExpectWorldsHits(const b2World& world, const SpatialHash& hash, const HullPath& path, const QueryFilter& filter)
{
	std::vector<HullHit> expected;
	CastHullAll(world, path, expected, filter);
	std::vector<HullHit> hits{HullHit{}};
	CastHullAll(hash, path, hits, filter);
	ExpectSameCasts(hits, expected);
	const std::optional<HullHit> closest = CastHullClosest(hash, path, filter);
	EXPECT_EQ(closest.has_value(), expected.empty() == false);
	EXPECT_TRUE(closest.has_value() == false || expected.empty() || IsSameCast(*closest, expected[0]));
	EXPECT_EQ(CastHullAny(hash, path, filter), expected.empty() == false);
	std::vector<OverlapHit> here;
	OverlapHull(world, path.hull, path.pose, here, filter);
	std::vector<OverlapHit> found{OverlapHit{}};
	OverlapHull(hash, path.hull, path.pose, found, filter);
	ExpectSameOverlaps(found, here);
	EXPECT_EQ(OverlapHullAny(hash, path.hull, path.pose, filter), here.empty() == false);
	return expected.empty() == false;
}

void PlayHash(const Scene& scene, float cellSize, uint64_t seed, int paths)
{
	SceneRandom random(seed);
	SpatialHash hash(cellSize);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	int hits = 0;
	for (int i = 0; i < paths; ++i)
	{
		const RandomHullPath drawn(random, scene.halfWidth);
		const QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		hits += ExpectWorldsHits(*scene.world, hash, drawn.path, filter);
		ASSERT_FALSE(testing::Test::HasFailure()) << "path " << i << " cells " << cellSize;
	}
	EXPECT_GT(hits, paths / 10);
}

} // namespace

TEST(HullOverHash, GivesTheWorldsHits)
{
	for (const float cellSize : {0.1f, 0.7f, 3.0f, 40.0f, 1000.0f})
	{
		PlayHash(MakeMixedScene(150, 3), cellSize, 41, ScaledCount(800));
		PlayHash(MakeScatteredScene(400, 1), cellSize, 42, ScaledCount(800));
	}
}

// Compares with CastHull at every entry that was added by hand, in the order of adding.
TEST(HullOverHash, WhatWasAddedByHandIsMetOneByOne)
{
	SceneRandom random(43);
	for (const float cellSize : {0.3f, 2.0f, 100.0f})
	{
		SpatialHash hash(cellSize);
		struct Entry
		{
			ItemId id;
			ShapeChild child;
			b2Transform pose;
		};
		std::vector<Entry> entries;
		std::vector<std::unique_ptr<b2PolygonShape>> shapes;
		for (uintptr_t i = 0; i < 150; ++i)
		{
			Entry entry;
			entry.pose = Identity();
			if (random.OneIn(2))
			{
				const b2Vec2 a = random.InBox(15.0f);
				const b2Vec2 b = a + random.LogUniform(0.1f, 10.0f) * random.Direction();
				entry.id = ValueOf(hash.AddSegment(a, b, i));
				entry.child.vertices = {a, b};
				entry.child.count = 2;
			}
			else
			{
				shapes.push_back(
				    std::make_unique<b2PolygonShape>(RandomPolygon(random, random.LogUniform(0.1f, 3.0f))));
				entry.pose = PoseAt(random.InBox(15.0f), random.Uniform(-3.0f, 3.0f));
				entry.id = ValueOf(hash.AddShape(*shapes.back(), 0, entry.pose, i));
				entry.child = ShapeChildOf(*shapes.back(), 0);
			}
			entries.push_back(entry);
		}
		int met = 0;
		for (int i = 0; i < ScaledCount(1000); ++i)
		{
			const RandomHullPath drawn(random, 15.0f);
			const HullPath& path = drawn.path;
			std::vector<std::pair<float, size_t>> expected;
			for (size_t k = 0; k < entries.size(); ++k)
			{
				const auto span = CastHull(path.hull, path.pose, path.translation, entries[k].child.AsHull(),
				                           entries[k].pose, path.maxFraction);
				if (span)
				{
					expected.push_back({span->enter.fraction, k});
				}
			}
			std::sort(expected.begin(), expected.end());
			std::vector<HullHit> hits;
			CastHullAll(hash, path, hits);
			ASSERT_EQ(hits.size(), expected.size());
			for (size_t k = 0; k < hits.size(); ++k)
			{
				ASSERT_EQ(hits[k].id, entries[expected[k].second].id) << k;
				ASSERT_EQ(hits[k].tag, expected[k].second);
				ASSERT_EQ(hits[k].fixture, nullptr);
				ASSERT_EQ(hits[k].enter.fraction, expected[k].first);
			}
			const auto closest = CastHullClosest(hash, path);
			ASSERT_EQ(closest.has_value(), expected.empty() == false);
			ASSERT_TRUE(expected.empty() || closest->id == hits[0].id);
			ASSERT_EQ(CastHullAny(hash, path), expected.empty() == false);
			std::vector<OverlapHit> overlaps;
			OverlapHull(hash, path.hull, path.pose, overlaps);
			size_t here = 0;
			for (const Entry& entry : entries)
			{
				here += Overlaps(path.hull, path.pose, entry.child.AsHull(), entry.pose);
			}
			ASSERT_EQ(overlaps.size(), here);
			ASSERT_EQ(OverlapHullAny(hash, path.hull, path.pose), here > 0);
			for (size_t k = 1; k < overlaps.size(); ++k)
			{
				ASSERT_GE(overlaps[k - 1].depth, overlaps[k].depth);
			}
			met += expected.empty() == false;
		}
		EXPECT_GT(met, ScaledCount(1000) / 10);
	}
}

// A predicate is called once for a thing, whatever the number of cells that contain it.
TEST(HullOverHash, ComesByEachEntryOnce)
{
	Scene scene;
	// The path meets the bounds of this box, but not the box itself.
	scene.Add(scene.AddBody({0.0f, 6.0f}, 0.2f), ValueOf(MakeBox(20.0f, 1.0f)));
	SpatialHash hash(1.0f);
	for (int i = 0; i < 200; ++i)
	{
		// Adds so many entries that the hash walks cells.
		const b2Vec2 place{0.0f, 100.0f + static_cast<float>(i)};
		ASSERT_TRUE(hash.AddSegment(place, place + b2Vec2{0.5f, 0.0f}));
	}
	ASSERT_TRUE(hash.Update(scene.world.get()));
	int asked = 0;
	QueryFilter filter;
	filter.accept = [&](b2Fixture*)
	{
		++asked;
		return true;
	};
	const b2Vec2 origin{0.0f, 0.0f};
	HullPath path{{std::span(&origin, 1), 1.75f}};
	path.pose.p = {-15.0f, 0.0f};
	path.translation = {30.0f, 0.0f};
	EXPECT_FALSE(CastHullAny(hash, path, filter));
	EXPECT_EQ(asked, 1);
}

TEST(HullOverHash, HostileWaysEnd)
{
	SceneRandom random(44);
	const Scene scene = MakeScatteredScene(50, 7);
	SpatialHash hash(0.5f);
	const b2Vec2 origin{0.0f, 0.0f};
	EXPECT_FALSE(CastHullAny(hash, {{std::span(&origin, 1), 1.0f}})); // the hash is empty
	ASSERT_TRUE(hash.Update(scene.world.get()));
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const auto wild = [&]
		{
			return random.OneIn(3) ? random.AnyFloat() : random.MixedExponent(-120, 120);
		};
		HullPath path{{std::span(&origin, 1), random.OneIn(2) ? wild() : 0.5f}};
		path.pose.p = random.OneIn(2) ? b2Vec2{wild(), wild()} : random.InBox(10.0f);
		path.translation = random.OneIn(2) ? b2Vec2{wild(), wild()} : random.InBox(10.0f);
		path.maxFraction = random.OneIn(3) ? wild() : 1.0f;
		ASSERT_EQ(CastHullAny(hash, path), CastHullAny(*scene.world, path)) << i;
	}
}

TEST(HullOverThePast, AtARecordedTimeItIsWhatItWasThen)
{
	SceneRandom random(45);
	const Scene scene = MakeMixedScene(60, 46);
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		body->SetLinearVelocity(random.InBox(3.0f));
		body->SetAngularVelocity(random.Uniform(-3.0f, 3.0f));
	}
	History history(*scene.world, {.records = 32});
	std::vector<std::unique_ptr<Snapshot>> then;
	for (int i = 0; i < 20; ++i)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
		ASSERT_TRUE(history.Record(i));
		then.push_back(std::make_unique<Snapshot>(*scene.world));
	}
	Snapshot past(*scene.world);
	int hits = 0;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		const int time = random.Below(20);
		ASSERT_TRUE(past.UpdateTo(history, time));
		const RandomHullPath drawn(random, scene.halfWidth);
		const HullPath& path = drawn.path;
		const Snapshot& was = *then[static_cast<size_t>(time)];
		std::vector<HullHit> all, expected;
		CastHullAll(past, path, all);
		CastHullAll(was, path, expected);
		ExpectSameCasts(all, expected);
		const auto closest = CastHullClosest(past, path);
		ASSERT_EQ(closest.has_value(), expected.empty() == false);
		ASSERT_TRUE(expected.empty() || IsSameCast(*closest, expected[0]));
		ASSERT_EQ(CastHullAny(past, path), expected.empty() == false);
		std::vector<OverlapHit> overlaps, here;
		OverlapHull(past, path.hull, path.pose, overlaps);
		OverlapHull(was, path.hull, path.pose, here);
		ExpectSameOverlaps(overlaps, here);
		ASSERT_EQ(OverlapHullAny(past, path.hull, path.pose), here.empty() == false);
		ASSERT_FALSE(HasFailure()) << i;
		hits += expected.empty() == false;
	}
	EXPECT_GT(hits, ScaledCount(2000) / 10);
}

// A platform that moves by 1 m to the right between two records.
TEST(HullOverThePast, BetweenTwoTimesThingsAreOnTheirWay)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
	scene.Add(body, ValueOf(MakeBox(0.5f, 0.5f)));
	History history(*scene.world, {.records = 8});
	ASSERT_TRUE(history.Record(0.0));
	body->SetTransform({1.0f, 0.0f}, 0.0f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	const b2Vec2 origin{0.0f, 0.0f};
	HullPath path{{std::span(&origin, 1), 0.25f}};
	path.pose.p = {-5.0f, 0.0f};
	path.translation = {10.0f, 0.0f};
	for (const double time : {0.0, 0.25, 0.5, 1.0})
	{
		ASSERT_TRUE(past.UpdateTo(history, time));
		const auto hit = CastHullClosest(past, path);
		ASSERT_TRUE(hit);
		EXPECT_NEAR(hit->contact.x, -0.5 + time, 1e-6);
		std::vector<OverlapHit> overlaps;
		OverlapHull(past, path.hull, PoseAt({-0.7f + static_cast<float>(time), 0.0f}, 0.0f), overlaps);
		ASSERT_EQ(overlaps.size(), 1u);
		EXPECT_NEAR(overlaps[0].depth, 0.05f, 1e-5f);
	}
}

} // namespace ricochet::test::hull_sources_test
