// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/collect.h"
#include "sight/envelope.h"
#include "sight/lamp_scenes.h"
#include "sight/point_view.h"
#include "sight/same_sight.h"
#include "sight/world_scenes.h"
#include "support/random_filter.h"

#include <box2d/b2_world_callbacks.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

// Tests that sight over a snapshot is bit-identical to sight over its world.

namespace ricochet::test::snapshot_sight_test
{

namespace
{

// Two viewers that have made the same looks, and a place around which they look.
struct Asker
{
	SceneRandom random;
	b2Vec2 middle{0.0f, 0.0f};
	float reach = 10.0f; ///< the distance within which things are
	Viewer first{}, second{};

	explicit Asker(uint64_t seed) : random(seed) {}

	// Returns a random point, sometimes at a corner of a thing, or at a body's position.
	b2Vec2 AnyPoint(const Scene& scene)
	{
		if (scene.fixtures.empty() == false && random.OneIn(3))
		{
			b2Fixture* fixture =
			    scene.fixtures[static_cast<size_t>(random.Below(static_cast<int32_t>(scene.fixtures.size())))];
			const b2Transform& pose = fixture->GetBody()->GetTransform();
			const b2Vec2 place = random.OneIn(2) ? pose.p : b2Mul(pose, VertexOf(random, *fixture->GetShape(), 0));
			return place.IsValid() ? place : middle;
		}
		return middle + random.InBox(reach);
	}

	SightCone AnyCone()
	{
		return random.OneIn(2) ? SightCone{} : SightCone{random.Uniform(-10.0f, 10.0f), random.LogUniform(1e-3f, 6.3f)};
	}

	Light AnyLight(const Scene& scene, const QueryFilter& filter)
	{
		const float size = random.OneIn(3) ? 0.0f : random.LogUniform(1e-3f, 0.2f) * reach;
		return {AnyPoint(scene), random.LogUniform(0.1f, 3.0f) * reach, AnyCone(), size, filter};
	}

	ParallelLight AnySun(const Scene& scene, const QueryFilter& filter)
	{
		ParallelLight sun;
		sun.direction = random.OneIn(4) ? b2Vec2{0.0f, -1.0f} : random.Direction();
		const b2Vec2 corner = AnyPoint(scene);
		const b2Vec2 extent{random.LogUniform(0.05f, 1.0f) * reach, random.LogUniform(0.05f, 1.0f) * reach};
		sun.view = {corner - extent, corner + extent};
		sun.before = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 0.5f) * reach;
		sun.spread = random.OneIn(3) ? 0.0f : random.LogUniform(1e-3f, 0.4f);
		sun.filter = filter;
		return sun;
	}

	// Returns "" if both spaces give the same result for every query.
	std::string Compare(Space a, Space b, const Scene& scene, const QueryFilter& filter, bool withSoftLight)
	{
		const b2Vec2 eye = AnyPoint(scene);
		const float radius = random.LogUniform(0.05f, 4.0f) * reach;
		const SightDef def{filter, AnyCone()};
		std::string wrong = CompareLook(a, b, eye, radius, def);
		wrong = wrong.empty() ? CompareLook(first, second, a, b, eye, radius, def) : wrong;
		std::array<SightPair, 16> pairs;
		for (SightPair& pair : pairs)
		{
			pair = {AnyPoint(scene), random.OneIn(16) ? eye : AnyPoint(scene)};
		}
		wrong = wrong.empty() ? ComparePairs(a, b, pairs, filter) : wrong;
		if (scene.fixtures.empty() == false)
		{
			const auto index = static_cast<size_t>(random.Below(static_cast<int32_t>(scene.fixtures.size())));
			wrong = wrong.empty() ? CompareFraction(a, b, eye, *scene.fixtures[index]->GetBody(), filter) : wrong;
		}
		if (withSoftLight && wrong.empty())
		{
			const std::array lights{AnyLight(scene, filter), AnyLight(scene, filter)};
			wrong = CompareLight(a, b, lights[0]);
			wrong = wrong.empty() ? CompareLights(a, b, lights) : wrong;
			wrong = wrong.empty() ? CompareLight(a, b, AnySun(scene, filter)) : wrong;
		}
		return wrong;
	}
};

void ExpectAsWorld(Asker& asker, const Scene& scene, const Snapshot& snapshot, int32_t questions)
{
	for (int32_t i = 0; i < questions && testing::Test::HasFailure() == false; ++i)
	{
		const bool isPlain = scene.fixtures.empty() || asker.random.OneIn(2);
		QueryFilter filter = isPlain ? QueryFilter{} : RandomFilter(asker.random, scene);
		filter.startInside = filter.startInside && asker.random.OneIn(3) == false;
		EXPECT_EQ(asker.Compare(*scene.world, snapshot, scene, filter, asker.random.OneIn(4)), "") << "question " << i;
	}
}

void ExpectAsWorld(const Scene& scene, float reach, uint64_t seed, int32_t questions, b2Vec2 middle = {0.0f, 0.0f})
{
	Asker asker(seed);
	asker.reach = reach;
	asker.middle = middle;
	ExpectAsWorld(asker, scene, Snapshot(*scene.world), questions);
}

// Makes every kind of thing around a place. A third of them are exactly aligned on a lattice.
Scene MakeThings(SceneRandom& random, b2Vec2 middle, float size, int32_t count)
{
	Scene scene;
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 place = middle + (random.OneIn(3) ? OnLattice(random, 8, 0.5f * size) : random.InBox(4.0f * size));
		b2Body* body = scene.AddBody(place, random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const b2Vec2 a = size * random.Direction();
		switch (random.Below(5))
		{
		case 0:
			scene.Add(body, CircleOf(0.5f * size));
			break;
		case 1:
			scene.Add(body, BoxOf(0.5f * size, 0.25f * size));
			break;
		case 2:
			scene.Add(body, EdgeOf(a, -a));
			break;
		case 3:
			scene.Add(body, EdgeOf(2.0f * a, a, -a, -2.0f * a));
			break;
		default:
			scene.Add(body, RandomPolygon(random, size));
			break;
		}
	}
	return scene;
}

struct DuringAStep : b2ContactListener
{
	std::function<void()> ask;
	void BeginContact(b2Contact*) override { ask(); }
};

} // namespace

TEST(SnapshotSight, IsThatOfTheWorldAmongStraightThings)
{
	SceneRandom random(1);
	for (int32_t i = 0; i < ScaledCount(400) && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		const auto layout = static_cast<WorldLayout>(random.Below(static_cast<int32_t>(WorldLayout::Count)));
		ExpectAsWorld(RandomSightWorld(random, layout), 10.0f, static_cast<uint64_t>(i), 10);
	}
}

TEST(SnapshotSight, IsThatOfTheWorldAmongEveryKindOfShape)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(30)); ++seed)
	{
		SCOPED_TRACE(seed);
		const Scene scene = MakeMixedScene(40 + 20 * static_cast<int32_t>(seed), seed);
		ExpectAsWorld(scene, scene.halfWidth, seed, 40);
	}
}

// Where circles touch, the rounding of corners depends on the order in which things are merged. World and snapshot must
// still agree.
TEST(SnapshotSight, IsThatOfTheWorldAmongTouchingCircles)
{
	SceneRandom random(2);
	for (int32_t i = 0; i < ScaledCount(1000) && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		Scene scene;
		for (int32_t j = 4 + random.Below(12); j > 0; --j)
		{
			const b2Vec2 at = OnLattice(random, 4, 0.5f);
			if (random.OneIn(4))
			{
				scene.AddEdge(at, at + b2Vec2{0.25f, 0.0f} + OnLattice(random, 3, 0.5f));
			}
			else
			{
				scene.AddCircle(at, 0.25f * static_cast<float>(1 + random.Below(3)));
			}
		}
		ExpectAsWorld(scene, 3.0f, static_cast<uint64_t>(i), 6);
	}
}

// The result must not depend on the order in which a space finds things. Where circles touch, merging in another order
// would round differently.
TEST(SnapshotSight, TheOrderInWhichThingsAreFoundLeavesNoTrace)
{
	SceneRandom random(20);
	const QueryFilter all;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		Scene scene;
		for (int32_t j = 12; j > 0; --j)
		{
			{
				const b2Vec2 at = OnLattice(random, 4, 0.5f);
				if (random.OneIn(3))
				{
					scene.AddEdge(at, at + b2Vec2{0.25f, 0.0f} + OnLattice(random, 3, 0.5f));
				}
				else
				{
					scene.AddCircle(at, 0.25f * static_cast<float>(1 + random.Below(3)));
				}
			}
		}
		b2AABB box;
		box.lowerBound = {-9.0f, -9.0f};
		box.upperBound = {9.0f, 9.0f};
		std::vector<Obstacle> obstacles;
		CollectObstacles(*scene.world, box, Vantage::Eye(OnLattice(random, 12, 0.25f)), all, obstacles);
		EnvelopeBuilder<PointView> builder;
		const std::vector<Piece<PointView>> expected = builder.Build(obstacles);
		std::vector<Obstacle> shuffled = obstacles;
		for (size_t j = shuffled.size(); j > 1; --j)
		{
			std::swap(shuffled[j - 1], shuffled[static_cast<size_t>(random.Below(static_cast<int32_t>(j)))]);
		}
		const std::vector<Piece<PointView>>& got = builder.Build(shuffled);
		const auto isSame = [](const Piece<PointView>& a, const Piece<PointView>& b)
		{
			return a.from.x == b.from.x && a.from.y == b.from.y && a.to.x == b.to.x && a.to.y == b.to.y &&
			       a.obstacle->fixture == b.obstacle->fixture;
		};
		ASSERT_TRUE(std::equal(got.begin(), got.end(), expected.begin(), expected.end(), isSame)) << i;
	}
}

TEST(SnapshotSight, IsThatOfTheWorldForLamps)
{
	SceneRandom random(3);
	for (int32_t i = 0; i < ScaledCount(150) && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		LampScene lamps = SceneOfMany(random, 1 + random.Below(20), Kind::Count);
		const Snapshot snapshot(*lamps.scene.world);
		EXPECT_EQ(CompareLight(*lamps.scene.world, snapshot, lamps.light), "");
		lamps.light.filter.startInside = false;
		lamps.light.position = lamps.scene.fixtures.back()->GetBody()->GetPosition();
		EXPECT_EQ(CompareLight(*lamps.scene.world, snapshot, lamps.light), "");
	}
}

// The rounded corners of several things: the world's tree finds the things in another order than the snapshot.
TEST(SnapshotSight, ListsPenumbrasOfRoundedCornersInTheOrderOfTheWorld)
{
	SceneRandom random(1913);
	size_t penumbras = 0;
	for (int32_t round = 0; round < ScaledCount(100) && HasFailure() == false; ++round)
	{
		Scene scene;
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 end = random.InBox(1.0f);
			scene.Add(scene.AddBody(random.InBox(8.0f), random.Uniform(-3.0f, 3.0f)),
			          ValueOf(MakeCapsule(end, end + random.InBox(1.0f) + b2Vec2{0.1f, 0.0f}, 0.2f)));
		}
		const Snapshot snapshot(*scene.world);
		const Light light{random.InBox(8.0f), 8.0f, {}, 0.3f, {}};
		LitRegion lit, expected;
		ASSERT_TRUE(Illuminate(snapshot, light, lit));
		ASSERT_TRUE(Illuminate(*scene.world, light, expected));
		ASSERT_TRUE(
		    HaveSameBits(std::span<const Penumbra>(lit.penumbras), std::span<const Penumbra>(expected.penumbras)));
		penumbras += lit.penumbras.size();
	}
	EXPECT_GT(penumbras, static_cast<size_t>(ScaledCount(100)));
}

TEST(SnapshotSight, IsThatOfTheWorldFarFromTheOrigin)
{
	SceneRandom random(4);
	for (int32_t i = 0; i < ScaledCount(200) && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		const b2Vec2 middle = random.LogUniform(1e5f, 1e6f) * random.Direction();
		const float size = random.LogUniform(0.5f, 50.0f);
		ExpectAsWorld(MakeThings(random, middle, size, 30), 4.0f * size, static_cast<uint64_t>(i), 10, middle);
	}
}

TEST(SnapshotSight, IsThatOfTheWorldWithSizesFromACentimetreToAKilometre)
{
	SceneRandom random(5);
	Scene scene;
	for (int32_t i = 0; i < 1500; ++i)
	{
		const float size = random.LogUniform(0.01f, random.OneIn(30) ? 1000.0f : 1.0f);
		b2Body* body = scene.AddBody(random.InBox(30.0f) + 1.5f * size * random.Direction());
		scene.Add(body, random.OneIn(2) ? static_cast<const b2Shape&>(CircleOf(size))
		                                : static_cast<const b2Shape&>(EdgeOf({-size, 0.0f}, {size, 0.1f * size})));
	}
	ExpectAsWorld(scene, 30.0f, 6, ScaledCount(300));
}

TEST(SnapshotSight, IsThatOfTheWorldWithAThousandShapesOnOneSpot)
{
	SceneRandom random(7);
	Scene scene;
	for (int32_t i = 0; i < 1000; ++i)
	{
		scene.Add(scene.AddBody({1.0f, 1.0f}), random.OneIn(2) ? static_cast<const b2Shape&>(BoxOf(0.5f, 0.5f))
		                                                       : static_cast<const b2Shape&>(CircleOf(0.5f)));
	}
	ExpectAsWorld(scene, 4.0f, 8, ScaledCount(8));
}

TEST(SnapshotSight, IsThatOfTheWorldWhileThingsMoveComeAndGo)
{
	Scene scene = MakeMixedScene(300, 9);
	Asker asker(10);
	asker.reach = scene.halfWidth;
	Snapshot snapshot(*scene.world);
	for (int32_t i = 0; i < ScaledCount(120) && testing::Test::HasFailure() == false; ++i)
	{
		SCOPED_TRACE(i);
		// Enough bodies move for the static grid to be built again from time to time.
		for (int32_t j = asker.random.Below(i % 40 == 0 ? 200 : 6); j > 0; --j)
		{
			const auto index = static_cast<size_t>(asker.random.Below(static_cast<int32_t>(scene.fixtures.size())));
			b2Body* body = scene.fixtures[index]->GetBody();
			body->SetTransform(asker.random.InBox(scene.halfWidth), asker.random.Uniform(-3.0f, 3.0f));
			if (asker.random.OneIn(20))
			{
				body->SetEnabled(body->IsEnabled() == false);
			}
		}
		if (asker.random.OneIn(3))
		{
			b2Body* gone = scene.world->GetBodyList();
			std::erase_if(scene.fixtures, [&](const b2Fixture* fixture) { return fixture->GetBody() == gone; });
			scene.world->DestroyBody(gone);
			AddRandomFixture(asker.random, scene, scene.AddBody(asker.random.InBox(scene.halfWidth)));
		}
		ASSERT_TRUE(snapshot.Update());
		ExpectAsWorld(asker, scene, snapshot, 6);
	}
}

TEST(SnapshotSight, OfAnEmptyWorldIsThatOfTheWorld)
{
	ExpectAsWorld(Scene(), 10.0f, 11, 20);
	const Scene scene;
	std::vector<SightVertex> polygon;
	EXPECT_TRUE(VisibilityPolygon(Snapshot(*scene.world), {0.0f, 0.0f}, 1.0f, polygon));
	EXPECT_EQ(polygon.size(), 4u);
	EXPECT_TRUE(InSight(Snapshot(*scene.world), {0.0f, 0.0f}, {1.0f, 0.0f}));
}

TEST(SnapshotSight, ThingsThatAreNowhereAreNotSeen)
{
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	constexpr float k_infinity = std::numeric_limits<float>::infinity();
	Scene scene = MakeMixedScene(60, 12);
	scene.fixtures[3]->GetBody()->SetTransform({k_nan, 0.0f}, 0.0f);
	scene.fixtures[13]->GetBody()->SetTransform({0.0f, k_infinity}, 0.0f);
	scene.fixtures[23]->GetBody()->SetTransform({0.0f, 0.0f}, k_nan);
	b2PolygonShape broken = BoxOf(1.0f, 1.0f);
	broken.m_vertices[2].y = k_nan;
	scene.Add(scene.AddBody({1.0f, 1.0f}), broken);
	b2CircleShape endless = CircleOf(1.0f);
	endless.m_radius = k_nan;
	scene.Add(scene.AddBody({2.0f, 2.0f}), endless);
	ExpectAsWorld(scene, scene.halfWidth, 13, ScaledCount(100));
}

TEST(SnapshotSight, RefusesWhatTheWorldRefuses)
{
	const Scene scene = MakeMixedScene(30, 14);
	const Snapshot snapshot(*scene.world);
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	EXPECT_EQ(CompareLook(*scene.world, snapshot, {k_nan, 0.0f}, 1.0f, {}), "");
	EXPECT_EQ(CompareLook(*scene.world, snapshot, {0.0f, 0.0f}, -1.0f, {}), "");
	EXPECT_EQ(CompareLook(*scene.world, snapshot, {0.0f, 0.0f}, 3e38f, {}), "");
	EXPECT_EQ(CompareLook(*scene.world, snapshot, {3e38f, 0.0f}, 3e38f, {}), "");
	EXPECT_EQ(CompareLight(*scene.world, snapshot, Light{.size = -1.0f}), "");
	EXPECT_EQ(CompareLight(*scene.world, snapshot, ParallelLight{.direction = {0.0f, 0.0f}}), "");
	const std::array<SightPair, 3> pairs{SightPair{{k_nan, 0.0f}, {1.0f, 1.0f}},
	                                     SightPair{{-3e38f, -3e38f}, {3e38f, 3e38f}},
	                                     SightPair{{3e38f, 0.0f}, {-3e38f, 1.0f}}};
	EXPECT_EQ(ComparePairs(*scene.world, snapshot, pairs, {}), "");
	EXPECT_FALSE(InSightPairs(snapshot, pairs, std::span<uint8_t>()));
	EXPECT_EQ(SeenFraction(snapshot, {k_nan, 0.0f}, *scene.fixtures[0]->GetBody()).GetError().reason,
	          ErrorReason::NotFinite);
}

// One viewer may alternate between a world and its snapshot.
TEST(SnapshotSight, AViewerGoesFromTheWorldToASnapshotAndBack)
{
	Scene scene = MakeMixedScene(100, 15);
	Snapshot snapshot(*scene.world);
	SceneRandom random(16);
	Viewer viewer;
	Viewer ofWorld;
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		scene.fixtures[static_cast<size_t>(random.Below(100))]->GetBody()->SetTransform(random.InBox(10.0f), 0.0f);
		ASSERT_TRUE(snapshot.Update());
		const Space either = random.OneIn(2) ? Space(*scene.world) : Space(snapshot);
		ASSERT_EQ(CompareLook(ofWorld, viewer, *scene.world, either, {0.0f, 0.0f}, 10.0f, {}), "") << i;
	}
}

// If things coincide, the first one in the world's order must be reported, even after this order has changed.
TEST(SnapshotSight, OfCoincidingThingsTheFirstInTheWorldsOrderIsNamed)
{
	Scene scene;
	for (int32_t i = 0; i < 3; ++i)
	{
		scene.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	}
	Snapshot snapshot(*scene.world);
	Viewer viewer;
	for (int32_t i = 0; i < 3; ++i)
	{
		ASSERT_TRUE(snapshot.Update());
		ASSERT_TRUE(viewer.Look(snapshot, {0.0f, 0.0f}, 5.0f));
		std::vector<SightVertex> polygon;
		ASSERT_TRUE(VisibilityPolygon(snapshot, {0.0f, 0.0f}, 5.0f, polygon));
		EXPECT_TRUE(HaveSameBits(viewer.Polygon(), std::span<const SightVertex>(polygon)));
		const b2Body* first = scene.world->GetBodyList();
		while (first->GetPosition().x > 2.0f)
		{
			first = first->GetNext();
		}
		const auto wall = std::find_if(polygon.begin(), polygon.end(),
		                               [](const SightVertex& v) { return v.side == SightSide::Wall; });
		ASSERT_NE(wall, polygon.end());
		EXPECT_EQ(wall->fixture, first->GetFixtureList());
		// New bodies come first in Box2D's list, so all others move back.
		scene.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
		scene.AddBox({100.0f, 0.0f}, 0.5f, 0.5f);
	}
}

// Coinciding walls are crossed by others. Rounding leaves slivers at the crossings. The wall of each sliver must not
// depend on the order in which walls are found.
TEST(SnapshotSight, OfWallsOnOneAnotherIsThatOfTheWorld)
{
	SceneRandom random(118);
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		Scene scene;
		const b2Vec2 place = random.LogUniform(1.0f, 100.0f) * random.Direction();
		const b2Vec2 way = random.Direction();
		for (int32_t k = 0; k < 6; ++k)
		{
			const bool crosses = k >= 2 && random.OneIn(3);
			const b2Vec2 from = crosses ? -0.5f * random.Direction() : b2Vec2{0.0f, 0.0f};
			const b2Vec2 to = crosses ? 0.5f * random.Direction() + 0.5f * way : way;
			scene.Add(scene.AddBody(place), EdgeOf(from, to));
		}
		const Snapshot snapshot(*scene.world);
		for (const b2Fixture* fixture : scene.fixtures)
		{
			const b2Body& body = *fixture->GetBody();
			EXPECT_EQ(ValueOf(SeenFraction(*scene.world, {0.0f, 0.0f}, body)),
			          ValueOf(SeenFraction(snapshot, {0.0f, 0.0f}, body)))
			    << "scene " << i;
		}
	}
}

// A look over a snapshot must not read objects that the game has destroyed. A sanitizer checks this.
TEST(SnapshotSight, GoesOnOverWhatHasBeenDestroyed)
{
	Scene scene = MakeMixedScene(120, 17);
	Scene same = MakeMixedScene(120, 17);
	const Snapshot snapshot(*scene.world);
	std::vector<const b2Body*> names;
	for (const b2Fixture* fixture : scene.fixtures)
	{
		names.push_back(fixture->GetBody());
	}
	while (b2Body* body = scene.world->GetBodyList())
	{
		scene.world->DestroyBody(body);
	}
	Asker asker(18);
	Viewer viewer;
	Viewer ofWorld;
	QueryFilter filter;
	size_t seen = 0;
	for (int32_t i = 0; i < ScaledCount(100); ++i)
	{
		const auto index = static_cast<size_t>(asker.random.Below(static_cast<int32_t>(names.size())));
		const b2Vec2 eye = same.fixtures[index]->GetBody()->GetPosition() + asker.random.InBox(4.0f);
		filter.startInside = asker.random.OneIn(2);
		const SightDef def{filter, {}};
		ASSERT_TRUE(viewer.Look(snapshot, eye, 8.0f, def));
		ASSERT_TRUE(ofWorld.Look(*same.world, eye, 8.0f, def));
		std::vector<SightVertex> polygon;
		ASSERT_TRUE(VisibilityPolygon(snapshot, eye, 8.0f, polygon, def));
		ASSERT_EQ(viewer.Polygon().size(), ofWorld.Polygon().size());
		for (size_t j = 0; j < ofWorld.Polygon().size(); ++j)
		{
			ASSERT_EQ(BitsOf(viewer.Polygon()[j].point), BitsOf(ofWorld.Polygon()[j].point));
		}
		const Light light{eye, 8.0f, {}, 0.2f, filter};
		LitRegion lit, expected;
		ASSERT_TRUE(Illuminate(snapshot, light, lit));
		ASSERT_TRUE(Illuminate(*same.world, light, expected));
		ASSERT_TRUE(
		    HaveSameBits(std::span<const Penumbra>(lit.penumbras), std::span<const Penumbra>(expected.penumbras)));
		const float fraction = ValueOf(SeenFraction(snapshot, eye, *names[index], filter));
		ASSERT_EQ(BitsOf(fraction),
		          BitsOf(ValueOf(SeenFraction(*same.world, eye, *same.fixtures[index]->GetBody(), filter))));
		const b2Vec2 other = asker.random.InBox(same.halfWidth);
		ASSERT_EQ(InSight(snapshot, eye, other, filter), InSight(*same.world, eye, other, filter));
		seen += fraction > 0.0f ? 1 : 0;
	}
	EXPECT_GT(seen, static_cast<size_t>(ScaledCount(100)) / 5);
}

TEST(SnapshotSight, MayBeAskedWhileTheWorldIsLocked)
{
	Scene scene = MakeMixedScene(120, 19);
	scene.world->SetGravity({0.0f, 0.0f});
	const Snapshot snapshot(*scene.world);
	std::vector<SightVertex> before;
	ASSERT_TRUE(VisibilityPolygon(snapshot, {0.0f, 0.0f}, 8.0f, before));
	int32_t asked = 0;
	DuringAStep listener;
	listener.ask = [&]
	{
		std::vector<SightVertex> now;
		EXPECT_TRUE(scene.world->IsLocked());
		EXPECT_TRUE(VisibilityPolygon(snapshot, {0.0f, 0.0f}, 8.0f, now));
		EXPECT_TRUE(HaveSameBits(std::span<const SightVertex>(before), std::span<const SightVertex>(now)));
		++asked;
	};
	scene.world->SetContactListener(&listener);
	scene.world->Step(1.0f / 60.0f, 8, 3);
	scene.world->SetContactListener(nullptr);
	EXPECT_GT(asked, 0);
}

} // namespace ricochet::test::snapshot_sight_test
