// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/batch.h>

#include "query/snapshot_scene.h"

#include "index/snapshot_state.h"
#include "support/expect_error.h"
#include "support/floats.h"
#include "support/mirror_room.h"

#include <box2d/b2_world_callbacks.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <thread>

// Tests that a snapshot of an unchanged world gives the world's results. snapshot_update_test.cpp tests changing
// worlds.

namespace ricochet::test::snapshot_test
{

namespace
{

// Casts hard rays, half of them with a filter. Returns the number of rays that hit anything.
int32_t ExpectAsWorld(const Scene& scene, uint64_t seed, int32_t count)
{
	const Snapshot snapshot(*scene.world);
	const Space live = *scene.world;
	SceneRandom random(seed);
	int32_t met = 0;
	for (int32_t i = 0; i < count && testing::Test::HasFailure() == false; ++i)
	{
		const Ray ray = SnapshotRay(random, scene);
		const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene);
		size_t hits = 0;
		EXPECT_EQ(Compare(random, snapshot, live, ray, filter, hits), "") << ToText(ray) << " ray " << i;
		met += hits > 0 ? 1 : 0;
	}
	return met;
}

void ExpectAsWorldAndHits(const Scene& scene, uint64_t seed, int32_t count)
{
	EXPECT_GT(ExpectAsWorld(scene, seed, ScaledCount(count)), ScaledCount(count) / 16);
}

// Adds a shape of a random kind and the given size at a place.
void AddOfSize(SceneRandom& random, Scene& scene, b2Vec2 position, float size)
{
	b2Body* body = scene.AddBody(position, random.OneIn(4) ? 0.0f : random.Uniform(-3.0f, 3.0f));
	const b2Vec2 a = size * random.Direction();
	const b2Vec2 b = size * random.Direction();
	// Box2D accepts no chain with edges below 5 mm.
	switch (random.Below(size > 0.02f ? 6 : 5))
	{
	case 0:
		scene.Add(body, RandomPolygon(random, size));
		break;
	case 1:
		scene.Add(body, BoxOf(size, size * random.Uniform(0.2f, 1.0f)));
		break;
	case 2:
		scene.Add(body, CircleOf(size, 0.5f * a));
		break;
	case 3:
		scene.Add(body, EdgeOf(a, -a));
		break;
	case 4:
		scene.Add(body, EdgeOf(2.0f * a, a, -a, -2.0f * a));
		break;
	default:
		scene.Add(body, ChainOf(std::vector<b2Vec2>{a, {0.0f, 0.0f}, -0.5f * a, -0.5f * a + 0.5f * b}));
		break;
	}
}

Scene MakeClusters(uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	for (int32_t cluster = 0; cluster < 6; ++cluster)
	{
		const float reach = random.LogUniform(0.1f, 20.0f);
		const b2Vec2 middle = random.InBox(2000.0f);
		for (int32_t i = 0; i < 200; ++i)
		{
			AddOfSize(random, scene, middle + random.InBox(reach), 0.05f * reach);
		}
	}
	return scene;
}

// Returns a ground of one chain of 400 edges, 2 km wide, with crates and balls on it.
Scene MakeTerrain(uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	std::vector<b2Vec2> ground;
	for (int32_t i = 0; i <= 400; ++i)
	{
		ground.push_back({5.0f * static_cast<float>(i - 200), random.Uniform(-4.0f, 4.0f)});
	}
	scene.AddChain(ground);
	for (int32_t i = 0; i < 400; ++i)
	{
		AddOfSize(random, scene, {random.Uniform(-100.0f, 100.0f), random.Uniform(-2.0f, 20.0f)}, 0.4f);
	}
	scene.AddBox({0.0f, -1000.0f}, 1000.0f, 500.0f);
	return scene;
}

// Returns a ground of long edges among crates, so that many cells cut each edge.
Scene MakeLongEdges(uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	std::vector<b2Vec2> ground;
	for (float x = -100.0f; x < 100.0f; x += random.Uniform(8.0f, 40.0f))
	{
		ground.push_back({x, random.Uniform(-20.0f, 20.0f)});
	}
	scene.AddChain(ground);
	scene.AddEdge({-100.0f, 25.0f}, {100.0f, 25.0f});
	scene.AddEdge({-100.0f, -25.0f}, {100.0f, 30.0f});
	for (int32_t i = 0; i < 400; ++i)
	{
		AddOfSize(random, scene, {random.Uniform(-100.0f, 100.0f), random.Uniform(-30.0f, 30.0f)}, 0.2f);
	}
	return scene;
}

// Finds the places where cells cut edges. The index keeps a circle around each part of an edge, and the circle ends at
// the ends of the part.
struct PartsOfEdges
{
	struct Cut
	{
		b2Vec2 place;
		b2Vec2 along;
	};

	const GridIndex& index;
	std::vector<Cut> cuts{};

	[[nodiscard]] b2Vec2 Origin() const { return {0.0f, 0.0f}; }
	[[nodiscard]] LaneMask OpenTo(const Lanes&, const Lanes&, const Lanes& radius) const
	{
		return (radius > Lanes::Same(0.0f)).Mask();
	}
	[[nodiscard]] int32_t CountOpen(double) const { return std::numeric_limits<int32_t>::max(); }
	void GiveUp(double) { ADD_FAILURE(); }

	void Visit(uint32_t number, const Circle32& circle)
	{
		const GridEntry& entry = index.entries[number];
		if (entry.IsEdge())
		{
			b2Vec2 along = b2Mul(entry.outline.pose.q, entry.outline.vertices[1] - entry.outline.vertices[0]);
			along.Normalize();
			cuts.push_back({b2Vec2{circle.x, circle.y} - circle.radius * along, along});
			cuts.push_back({b2Vec2{circle.x, circle.y} + circle.radius * along, along});
		}
	}
};

// Tests rays from places near a scene around a distant point.
void ExpectAsWorldAround(b2Vec2 middle, float size, uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	for (int32_t i = 0; i < 150; ++i)
	{
		AddOfSize(random, scene, middle + random.InBox(15.0f * size), size * random.LogUniform(0.1f, 2.0f));
	}
	ExpectAsWorldAndHits(scene, seed + 1, 1000);
}

struct Listener : b2ContactListener
{
	void BeginContact(b2Contact*) override { begin(); }
	std::function<void()> begin;
};

struct EveryFixture : b2QueryCallback
{
	bool ReportFixture(b2Fixture*) override
	{
		report();
		return true;
	}
	std::function<void()> report;
};

// Returns two boxes that begin to touch in the first step.
Scene MakeMeeting()
{
	Scene scene;
	scene.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	scene.AddBox({0.9f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	return scene;
}

const Ray k_throughMeeting{{-5.0f, 0.1f}, {10.0f, 0.0f}};

} // namespace

// Scenes --------------------------------------------------------------------------------------------------------

TEST(Snapshot, AgreesWithTheWorld)
{
	for (uint64_t seed = 900; seed < 904; ++seed)
	{
		ExpectAsWorldAndHits(MakeMixedScene(120, seed), seed + 10, 2000);
	}
}

TEST(Snapshot, AgreesWithEveryFixtureOneByOne)
{
	const Scene scene = MakeMixedScene(120, 904);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(905);
	for (int32_t i = 0; i < ScaledCount(15000) && HasFailure() == false; ++i)
	{
		const Ray ray = HardRay(random, scene);
		const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene);
		EXPECT_EQ(CompareWithList(snapshot, ray, filter, BruteForceAll(*scene.world, ray, filter)), "") << ToText(ray);
	}
}

TEST(Snapshot, AgreesInAWorldOfManyShapes)
{
	const Scene scene = MakeScatteredScene(20000, 906);
	const Snapshot snapshot(*scene.world);
	const Space live = *scene.world;
	SceneRandom random(907);
	for (const float length : {2.0f, 50.0f, 400.0f})
	{
		for (const Ray& ray : ScatteredRays(scene, ScaledCount(1000), length, 908))
		{
			size_t hits = 0;
			ASSERT_EQ(Compare(random, snapshot, live, ray, {}, hits), "") << ToText(ray);
		}
	}
}

TEST(Snapshot, AgreesWithSizesFromACentimetreToAKilometre)
{
	for (uint64_t seed = 910; seed < 914; ++seed)
	{
		SceneRandom random(seed);
		Scene scene;
		for (int32_t i = 0; i < 400; ++i)
		{
			const float size = random.LogUniform(0.01f, 1000.0f);
			AddOfSize(random, scene, random.InBox(random.OneIn(2) ? 5.0f : 1000.0f), size);
		}
		ExpectAsWorldAndHits(scene, seed + 10, 200);
	}
}

TEST(Snapshot, AgreesInClusters)
{
	ExpectAsWorldAndHits(MakeClusters(920), 921, 800);
}

TEST(Snapshot, AgreesWithAThousandShapesOnOneSpot)
{
	SceneRandom random(922);
	Scene scene;
	for (int32_t i = 0; i < 1000; ++i)
	{
		AddOfSize(random, scene, {3.0f, 4.0f}, 0.5f);
	}
	const int rays = std::max(15, ScaledCount(60));
	EXPECT_GT(ExpectAsWorld(scene, 923, rays), rays / 4);

	// All hits have the same fraction, so the world's order decides.
	Scene same;
	for (int32_t i = 0; i < 1000; ++i)
	{
		same.AddBox({-2.0f, 1.0f}, 0.5f, 0.25f);
	}
	ExpectAsWorld(same, 924, std::max(5, ScaledCount(20)));
}

TEST(Snapshot, AgreesWithAllInALine)
{
	for (const b2Vec2 step : {b2Vec2{1.0f, 0.0f}, b2Vec2{0.0f, 0.7f}, b2Vec2{0.6f, 0.8f}})
	{
		SceneRandom random(925);
		Scene row;
		Scene edges;
		for (int32_t i = -250; i < 250; ++i)
		{
			const b2Vec2 place = static_cast<float>(i) * step;
			AddOfSize(random, row, place, 0.3f);
			edges.AddEdge(place, place + step); // these have no width
		}
		ExpectAsWorldAndHits(row, 926, 1000);
		ExpectAsWorld(edges, 927, ScaledCount(1000));
	}
}

TEST(Snapshot, AgreesWithTerrainAmongCrates)
{
	ExpectAsWorldAndHits(MakeTerrain(930), 931, 2500);
}

TEST(Snapshot, AgreesWhereCellsCutLongEdges)
{
	const Scene scene = MakeLongEdges(932);
	const Snapshot snapshot(*scene.world);
	PartsOfEdges parts{StateOf(snapshot)};
	parts.index.ForEachGrid(
	    [&](const NestedGrid& grid, uint32_t)
	    {
		    grid.WalkRings(parts);
		    return true;
	    });
	ASSERT_GT(parts.cuts.size(), 300u);
	SceneRandom random(933);
	for (const PartsOfEdges::Cut& cut : parts.cuts)
	{
		for (const float beside : {0.0f, random.Uniform(-1e-4f, 1e-4f), random.Uniform(-0.1f, 0.1f)})
		{
			// Short rays enter only the cells at the cut.
			const b2Vec2 half = random.LogUniform(1e-3f, 10.0f) * random.Direction();
			const Ray ray{cut.place + beside * cut.along - half, 2.0f * half};
			ASSERT_EQ(CompareWithList(snapshot, ray, {}, BruteForceAll(*scene.world, ray, {})), "") << ToText(ray);
		}
	}
}

TEST(Snapshot, AgreesWithASingleShape)
{
	SceneRandom random(935);
	for (int32_t i = 0; i < 60; ++i)
	{
		Scene scene;
		const float size = random.LogUniform(1e-3f, 1e4f);
		AddOfSize(random, scene, random.LogUniform(1e-3f, 1e4f) * random.Direction(), size);
		ExpectAsWorld(scene, 936 + static_cast<uint64_t>(i), ScaledCount(200));
	}
}

TEST(Snapshot, OfAnEmptyWorldNothingIsHit)
{
	Scene scene;
	scene.AddBody({0.0f, 0.0f}); // a body without a fixture
	scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f)->GetBody()->SetEnabled(false);
	Snapshot snapshot(*scene.world);
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	EXPECT_EQ(CompareWithList(snapshot, ray, {}, {}), "");
	EXPECT_EQ(snapshot.ChildCount(), 0);
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(CompareWithList(snapshot, ray, {}, {}), "");
	std::vector<BeamLeg> legs;
	EXPECT_EQ(CastBeam(snapshot, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 2.0f}, legs), BeamEnd::Length);
	EXPECT_EQ(legs.size(), 1u);
	EXPECT_EQ(CastBeam(snapshot, {0.0f, 0.0f}, {0.0f, 0.0f}, {.length = 2.0f}, legs), BeamEnd::Invalid);
}

TEST(Snapshot, AgreesFarFromTheOrigin)
{
	SceneRandom random(940);
	for (const float distance : {1e4f, 1e5f, 1e6f})
	{
		for (const float size : {0.1f, 1.0f, 100.0f})
		{
			SCOPED_TRACE(testing::Message() << distance << " m, size " << size);
			ExpectAsWorldAround(distance * random.Direction(), size, 941);
		}
	}
}

// The edges are so short that cells are not much larger than the spacing of floats.
TEST(Snapshot, AgreesWithManyShortEdgesFarFromTheOrigin)
{
	SceneRandom random(942);
	const b2Vec2 middle{1e6f, -7e5f};
	Scene scene;
	for (int32_t i = 0; i < 3000; ++i)
	{
		b2Body* body = scene.AddBody(middle + random.InBox(30.0f), random.Uniform(-3.0f, 3.0f));
		const b2Vec2 along = random.LogUniform(0.05f, 1.0f) * random.Direction();
		scene.Add(body, EdgeOf(-along, along));
	}
	const Snapshot snapshot(*scene.world);
	const Space live = *scene.world;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const Ray ray{middle + random.InBox(30.0f), random.LogUniform(0.01f, 3.0f) * random.Direction()};
		size_t hits = 0;
		EXPECT_EQ(Compare(random, snapshot, live, ray, {}, hits), "") << ToText(ray);
		met += hits > 0;
	}
	EXPECT_GT(met, ScaledCount(20000) / 20);
}

TEST(Snapshot, CullsNothingWithSmallShapesAtAMillionMetres)
{
	SceneRandom random(943);
	Scene scene;
	for (int32_t i = 0; i < 300; ++i)
	{
		scene.AddBox(random.InBox(1e6f), 0.005f, 0.005f);
	}
	const Snapshot snapshot(*scene.world);
	const Space live = *scene.world;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(5000) && HasFailure() == false; ++i)
	{
		const b2Vec2 a = random.OneOf(scene.fixtures)->GetBody()->GetPosition();
		const b2Vec2 b = random.OneOf(scene.fixtures)->GetBody()->GetPosition();
		size_t hits = 0;
		EXPECT_EQ(Compare(random, snapshot, live, {a, b - a}, {}, hits), "");
		met += hits > 0;
	}
	EXPECT_GT(met, ScaledCount(5000) / 2);
}

TEST(Snapshot, CullsNothingWhereFloatsAreCoarserThanTheShapes)
{
	SceneRandom random(944);
	for (const float distance : {4.0e6f, 1.0e9f, 0.9e12f})
	{
		const float spacing = std::nextafter(distance, 2.0f * distance) - distance;
		Scene scene;
		for (int32_t i = 0; i < 200; ++i)
		{
			const b2Vec2 place{distance + spacing * static_cast<float>(random.Below(400)),
			                   spacing * static_cast<float>(random.Below(400)) - distance};
			scene.AddBox(place, 0.4f * spacing, 0.4f * spacing);
		}
		const Snapshot snapshot(*scene.world);
		const Space live = *scene.world;
		int32_t met = 0;
		for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
		{
			const b2Vec2 middle = random.OneOf(scene.fixtures)->GetBody()->GetPosition();
			const b2Vec2 from = middle - random.InBox(20.0f * spacing);
			const Ray ray{from, random.Uniform(1.0f, 3.0f) * (middle - from)};
			size_t hits = 0;
			EXPECT_EQ(Compare(random, snapshot, live, ray, {}, hits), "") << ToText(ray);
			met += hits > 0;
		}
		EXPECT_GT(met, ScaledCount(3000) / 4) << distance;
	}
}

// If a shape is far from its body's origin, doubles only represent the first digits of its place. A coordinate that
// cancels may have none of these digits. If the body is far from the world's origin, doubles cannot represent the place
// of a tiny shape in its body, either.
TEST(Snapshot, CullsNothingThatIsSmallerThanDoublesRound)
{
	SceneRandom random(945);
	std::array<int32_t, 2> met{};
	for (int32_t i = 0; i < 800 && HasFailure() == false; ++i)
	{
		Scene scene;
		const bool isBodyFar = i % 2 == 1;
		const float angle = random.Uniform(-3.0f, 3.0f);
		const float distance = std::ldexp(1.0f, static_cast<int>(random.Below(20)));
		b2Body* body = scene.AddBody({isBodyFar ? distance : 0.0f, 0.0f}, angle);
		const b2Rot turn = body->GetTransform().q;
		b2CircleShape disc;
		disc.m_p = isBodyFar ? 4e-17f * distance * random.Direction() : b2Vec2{turn.c * distance, -turn.s * distance};
		disc.m_radius = (isBodyFar ? 1.2e-17f : 1e-20f) * distance;
		scene.Add(body, disc);
		const Snapshot snapshot(*scene.world);
		const float beside = isBodyFar ? random.Uniform(-8e-17f, 8e-17f) * distance : 0.0f;
		const float length = isBodyFar ? 1.2e-16f : 1e-18f;
		const Ray ray{{distance, beside}, length * distance * random.Direction()};
		size_t hits = 0;
		EXPECT_EQ(Compare(random, snapshot, *scene.world, ray, {}, hits), "") << ToText(ray);
		met[isBodyFar ? 1 : 0] += hits > 0;
	}
	EXPECT_GT(met[0], 100);
	EXPECT_GT(met[1], 30);
}

// Tiles are side by side. Rays run along and across their seams, through their corners, and start at corners.
TEST(Snapshot, AgreesOnTheSeamsOfTiles)
{
	for (const float size : {0.25f, 1.0f, 3.0f})
	{
		SceneRandom random(950);
		Scene scene;
		for (int32_t y = -8; y < 8; ++y)
		{
			for (int32_t x = -8; x < 8; ++x)
			{
				if (random.OneIn(3) == false)
				{
					scene.AddBox({size * static_cast<float>(x), size * static_cast<float>(y)}, 0.5f * size,
					             0.5f * size);
				}
			}
		}
		const Snapshot snapshot(*scene.world);
		const Space live = *scene.world;
		const auto half = [&](int32_t reach)
		{
			return 0.5f * size * static_cast<float>(random.Below(2 * reach + 1) - reach);
		};
		int32_t met = 0;
		for (int32_t i = 0; i < ScaledCount(8000) && HasFailure() == false; ++i)
		{
			const b2Vec2 translation{half(16), random.OneIn(3) ? 0.0f : half(16)};
			const Ray ray{{half(20), half(20)}, translation, random.OneIn(4) ? 2.0f : 1.0f};
			size_t hits = 0;
			EXPECT_EQ(Compare(random, snapshot, live, ray, {}, hits), "") << ToText(ray);
			met += hits > 0;
		}
		EXPECT_GT(met, ScaledCount(8000) / 2);
	}
}

TEST(Snapshot, AgreesForAnyBits)
{
	const Scene scene = MakeMixedScene(60, 951);
	const Snapshot snapshot(*scene.world);
	const Space live = *scene.world;
	SceneRandom random(952);
	const float hard[] = {k_nan, k_inf, -k_inf, k_largest, -k_largest, 0.0f, -0.0f, 1e-45f, -1e-45f, 1e-39f};
	for (int32_t i = 0; i < ScaledCount(30000) && HasFailure() == false; ++i)
	{
		Ray ray{random.InBox(10.0f), random.InBox(10.0f)};
		float* const parts[] = {&ray.origin.x, &ray.origin.y, &ray.translation.x, &ray.translation.y, &ray.maxFraction};
		for (int32_t j = 1 + random.Below(3); j > 0; --j)
		{
			*parts[random.Below(5)] = random.OneIn(2) ? random.AnyFloat() : hard[random.Below(10)];
		}
		size_t hits = 0;
		EXPECT_EQ(Compare(random, snapshot, live, ray, {}, hits), "") << ToText(ray);
		EXPECT_TRUE(IsValid(ray) || hits == 0);
	}
}

TEST(Snapshot, ABeamInARoomIsThatOverTheWorldBitForBit)
{
	SceneRandom random(953);
	std::vector<BeamLeg> expected;
	std::vector<BeamLeg> legs;
	size_t count = 0;
	for (int32_t i = ScaledCount(200); i > 0 && HasFailure() == false; --i)
	{
		const float distances[] = {0.0f, 100.0f, 1.0e5f};
		const b2Vec2 center = distances[random.Below(3)] * random.Direction();
		const MirrorRoom room = MakeMirrorRoom(random, static_cast<MirrorRoom::Kind>(random.Below(4)), center, 8);
		BeamDef def{.length = 1e7f, .maxBounces = 40, .maxPierces = 100};
		if (random.OneIn(2))
		{
			def.rule = [walls = room.walls.size()](const BeamLeg& leg)
			{
				const size_t index = IndexOf(leg.fixture);
				return WithinBounces(leg, index < walls ? Response::Bounce : static_cast<Response>(index % 3 + 1));
			};
		}
		const Snapshot snapshot(*room.scene.world);
		for (int32_t j = 0; j < 10; ++j)
		{
			const b2Vec2 from = center + random.InBox(room.size);
			const b2Vec2 direction = random.Direction();
			const BeamEnd end = CastBeam(*room.scene.world, from, direction, def, expected);
			ASSERT_EQ(CastBeam(snapshot, from, direction, def, legs), end);
			ASSERT_TRUE(HasSameBits(legs, expected)) << "room " << i;
			count += legs.size();
		}
	}
	EXPECT_GT(count, static_cast<size_t>(ScaledCount(200) * 50));
}

// Outside the range --------------------------------------------------------------------------------------------

TEST(Snapshot, WhatIsNowhereOrTooFarIsIgnoredAndNeverHit)
{
	const Ray along{{-5.0f, 0.0f}, {3e38f, 0.0f}};
	for (const b2Vec2 place : {b2Vec2{k_nan, 0.0f}, b2Vec2{k_inf, 0.0f}, b2Vec2{2e12f, 0.0f}, b2Vec2{1e30f, 0.0f}})
	{
		SCOPED_TRACE(ToText(place));
		Scene scene;
		b2Fixture* near = scene.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		scene.Add(body, CircleOf(1.0f));
		scene.Add(body, BoxOf(1e6f, 1e6f, {0.0f, 0.0f}));
		scene.Add(body, ChainOf(std::vector<b2Vec2>{{0.0f, -1.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}}));
		Snapshot snapshot(*scene.world);
		EXPECT_EQ(snapshot.ChildCount(), 5);
		body->SetTransform(place, 0.0f);
		const Snapshot fresh(*scene.world);
		const SnapshotUpdate update = ValueOf(snapshot.Update());
		EXPECT_EQ(update.ignored, 4);
		EXPECT_EQ(update.added + update.changed + update.kept, 5);
		for (const Snapshot* of : {static_cast<const Snapshot*>(&snapshot), &fresh})
		{
			std::vector<RayHit> hits;
			CastRayAll(*of, along, hits);
			ASSERT_EQ(hits.size(), 1u);
			EXPECT_EQ(hits[0].fixture, near);
			EXPECT_FALSE(CastRayAny(*of, {place, {0.0f, 0.0f}}));
		}
		EXPECT_EQ(ValueOf(snapshot.Update()).ignored, 4);
		body->SetTransform({0.0f, 0.0f}, 0.0f);
		EXPECT_EQ(ValueOf(snapshot.Update()).ignored, 0);
		EXPECT_EQ(CompareWithList(snapshot, along, {}, BruteForceAll(*scene.world, along)), "");
		EXPECT_TRUE(CastRayAny(snapshot, {{0.0f, 0.0f}, {0.0f, 0.0f}}));
	}
}

TEST(Snapshot, AShapeWithoutFiniteNumbersIsIgnored)
{
	Scene scene;
	b2Fixture* fixture = scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	auto* polygon = static_cast<b2PolygonShape*>(fixture->GetShape());
	const b2Vec2 vertex = polygon->m_vertices[2];
	b2Fixture* round = scene.AddCircle({5.0f, 0.0f}, 1.0f);
	Snapshot snapshot(*scene.world);
	for (const float bad : {k_nan, k_inf, -k_inf, 1e30f})
	{
		polygon->m_vertices[2] = {bad, 1.0f};
		round->GetShape()->m_radius = bad;
		EXPECT_EQ(ValueOf(snapshot.Update()).ignored, 2) << bad;
		EXPECT_FALSE(CastRayAny(snapshot, {{-5.0f, 0.0f}, {20.0f, 0.0f}})) << bad;
	}
	polygon->m_vertices[2] = vertex;
	round->GetShape()->m_radius = 1.0f;
	EXPECT_EQ(ValueOf(snapshot.Update()).ignored, 0);
	std::vector<RayHit> hits;
	CastRayAll(snapshot, {{-5.0f, 0.0f}, {20.0f, 0.0f}}, hits);
	EXPECT_EQ(hits.size(), 2u);
}

// Batches ------------------------------------------------------------------------------------------------------

TEST(Snapshot, BatchesAreTheCastsOneByOneOnAnyNumberOfThreads)
{
	const Scene scene = MakeMixedScene(200, 960);
	const Snapshot snapshot(*scene.world);
	SceneRandom random(961);
	for (const size_t count : {size_t{1}, size_t{255}, size_t{256}, size_t{257}, size_t{3000}, size_t{20000}})
	{
		std::vector<Ray> rays;
		for (size_t i = 0; i < count; ++i)
		{
			rays.push_back(SnapshotRay(random, scene));
		}
		const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene);
		for (const int32_t threads : {0, 1, 2, 3, 7, 16})
		{
			ThreadPool pool(threads);
			const Executor executor = threads > 0 ? pool.AsExecutor() : Executor{};
			// The lists have one element more than there are rays. It must stay unchanged.
			std::vector<RayHit> hits(count + 1, RayHit{{}, {scene.fixtures[0], 77}});
			const auto isHit = std::make_unique<bool[]>(count + 1);
			isHit[count] = true;
			ASSERT_TRUE(CastRaysClosest(snapshot, rays, hits, filter, executor));
			ASSERT_TRUE(CastRaysAny(snapshot, rays, {isHit.get(), count + 1}, filter, executor));
			for (size_t i = 0; i < count; ++i)
			{
				const std::optional<RayHit> live = CastRayClosest(*scene.world, rays[i], filter);
				ASSERT_TRUE(HasSameBits(hits[i], live.value_or(RayHit{}))) << i << " on " << threads;
				ASSERT_EQ(hits[i].fixture != nullptr, live.has_value());
				ASSERT_EQ(isHit[i], live.has_value()) << i << " on " << threads;
			}
			EXPECT_EQ(hits[count].child, 77);
			EXPECT_TRUE(isHit[count]);
		}
	}
}

TEST(Snapshot, ABatchIsTheSameInAnyOrderOfItsTasks)
{
	const Scene scene = MakeMixedScene(100, 962);
	const Snapshot snapshot(*scene.world);
	const std::vector<Ray> rays = ScatteredRays(scene, 2000, 10.0f, 963);
	const Executor backwards = [](int32_t count, TaskRef task)
	{
		while (count-- > 0)
		{
			task(count);
		}
	};
	std::vector<RayHit> forth(rays.size());
	std::vector<RayHit> back(rays.size());
	EXPECT_TRUE(CastRaysClosest(snapshot, rays, forth));
	EXPECT_TRUE(CastRaysClosest(snapshot, rays, back, {}, backwards));
	EXPECT_TRUE(HasSameBits(forth, back));
}

TEST(Snapshot, ABatchWithTooFewPlacesIsRefusedWithNothingWritten)
{
	const Scene scene = MakeMixedScene(50, 964);
	const Snapshot snapshot(*scene.world);
	const std::vector<Ray> rays = ScatteredRays(scene, 600, 10.0f, 965);
	std::vector<RayHit> hits(599, RayHit{{}, {nullptr, 77}});
	bool isHit[2] = {true, true};
	const auto never = [](int32_t, TaskRef)
	{
		ADD_FAILURE();
	};
	ExpectError(CastRaysClosest(snapshot, rays, hits, {}, never).GetError(),
	            {ErrorReason::TooFew, "hits", -1, 599.0, 600.0});
	ExpectError(CastRaysAny(snapshot, rays, isHit, {}, never).GetError(),
	            {ErrorReason::TooFew, "isHit", -1, 2.0, 600.0});
	ExpectError(CastRaysClosest(snapshot, rays, {}).GetError(), {ErrorReason::TooFew, "hits", -1, 0.0, 600.0});
	EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](const RayHit& hit) { return hit.child == 77; }));
	EXPECT_TRUE(isHit[0] && isHit[1]);
}

TEST(Snapshot, ABatchOfNoRaysIsNoError)
{
	const Scene scene = MakeMixedScene(50, 966);
	const Snapshot snapshot(*scene.world);
	std::vector<RayHit> hits(1, RayHit{{}, {nullptr, 77}});
	EXPECT_TRUE(CastRaysClosest(snapshot, {}, {}));
	EXPECT_TRUE(CastRaysAny(snapshot, {}, {}));
	EXPECT_TRUE(CastRaysClosest(snapshot, {}, hits));
	EXPECT_EQ(hits[0].child, 77);
}

// Locked and stepping worlds -----------------------------------------------------------------------------------

TEST(Snapshot, OfALockedWorldItTakesNothingUntilAnUpdate)
{
	Scene scene = MakeMeeting();
	Snapshot before(*scene.world);
	std::unique_ptr<Snapshot> inside;
	Listener listener;
	EveryFixture query;
	int32_t calls = 0;
	listener.begin = query.report = [&]
	{
		++calls;
		ASSERT_TRUE(scene.world->IsLocked());
		inside = std::make_unique<Snapshot>(*scene.world);
		EXPECT_EQ(inside->ChildCount(), 0);
		EXPECT_FALSE(CastRayAny(*inside, k_throughMeeting));
		ExpectError(inside->Update().GetError(), {ErrorReason::WorldIsLocked, "world"});
		ExpectError(before.Update().GetError(), {ErrorReason::WorldIsLocked, "world"});
		EXPECT_EQ(before.ChildCount(), 2);
		std::vector<RayHit> hits;
		CastRayAll(before, k_throughMeeting, hits);
		EXPECT_EQ(hits.size(), 2u);
	};
	scene.world->SetContactListener(&listener);
	scene.world->Step(1.0f / 60.0f, 4, 2);
	scene.world->SetContactListener(nullptr);
	EXPECT_EQ(calls, 1);
	EXPECT_EQ(ValueOf(inside->Update()).added, 2);
	EXPECT_EQ(CompareWithList(*inside, k_throughMeeting, {}, BruteForceAll(*scene.world, k_throughMeeting)), "");
	EXPECT_EQ(ValueOf(before.Update()).changed, 1);

	// Box2D does not lock a world during a query.
	query.report = [&]
	{
		++calls;
		EXPECT_TRUE(before.Update());
		EXPECT_EQ(CompareWithList(before, k_throughMeeting, {}, BruteForceAll(*scene.world, k_throughMeeting)), "");
	};
	scene.world->QueryAABB(&query, {{-1.0f, -1.0f}, {2.0f, 1.0f}});
	EXPECT_EQ(calls, 3);
}

// Casts over a snapshot run while bodies move, are added or are destroyed. Their results must not change.
TEST(Snapshot, CastsRunWhileTheWorldStepsAndWhileBodiesGo)
{
	Scene scene = MakeMixedScene(150, 970);
	SceneRandom random(971);
	scene.world->SetGravity({0.0f, -10.0f});
	for (int32_t round = 0; round < 3; ++round)
	{
		const Snapshot snapshot(*scene.world);
		std::vector<Ray> rays;
		std::vector<std::vector<RayHit>> expected;
		QueryFilter filter;
		filter.ignoreBody = scene.world->GetBodyList();
		filter.sensors = true;
		for (int32_t i = 0; i < 200; ++i)
		{
			rays.push_back({random.InBox(scene.halfWidth), 8.0f * random.Direction()});
			expected.push_back(BruteForceAll(*scene.world, rays.back(), filter));
		}
		std::atomic<bool> isDone = false;
		std::atomic<int32_t> wrong = 0;
		std::atomic<int32_t> rounds = 0;
		const auto cast = [&]
		{
			do
			{
				for (size_t i = 0; i < rays.size(); ++i)
				{
					wrong += CompareWithList(snapshot, rays[i], filter, expected[i]).empty() ? 0 : 1;
				}
				++rounds;
			} while (isDone == false);
		};
		std::thread one(cast);
		std::thread two(cast);
		for (int32_t step = 0; step < 20 || rounds < 2; ++step)
		{
			scene.world->Step(1.0f / 60.0f, 4, 2);
			if (step < 20)
			{
				scene.world->DestroyBody(scene.world->GetBodyList());
			}
		}
		isDone = true;
		one.join();
		two.join();
		EXPECT_EQ(wrong, 0);
	}
}

TEST(Snapshot, ItSaysWhatItHolds)
{
	const Scene scene = MakeMixedScene(100, 980);
	Snapshot snapshot(*scene.world);
	int32_t children = 0;
	for (const b2Fixture* fixture : scene.fixtures)
	{
		children += fixture->GetShape()->GetChildCount();
	}
	EXPECT_EQ(snapshot.ChildCount(), children);
	EXPECT_GT(snapshot.ByteCount(), static_cast<size_t>(children) * sizeof(b2Transform));
}

} // namespace ricochet::test::snapshot_test
