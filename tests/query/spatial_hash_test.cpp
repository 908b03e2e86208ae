// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/spatial_state.h"
#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/supercover.h>
#include <ricochet/query/overlap_query.h>

#include "support/brute_force.h"
#include "support/expect_error.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/random_filter.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cfloat>
#include <cmath>
#include <map>
#include <thread>

namespace ricochet::test::spatial_hash_test
{

namespace
{

using Reason = ErrorReason;

// Compares the hash with the live world. Returns true if the ray hits anything.
bool ExpectAsWorld(const SpatialHash& hash, const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	const std::optional<RayHit> live = CastRayClosest(world, ray, filter);
	const std::optional<RayHit> hit = CastRayClosest(hash, ray, filter);
	EXPECT_EQ(hit.has_value(), live.has_value()) << ToText(ray);
	EXPECT_EQ(CastRayAny(hash, ray, filter), live.has_value()) << ToText(ray);
	if (hit.has_value() && live.has_value())
	{
		EXPECT_TRUE(IsSame(*hit, *live)) << ToText(ray) << " fixture " << IndexOf(hit->fixture) << " at "
		                                 << hit->enter.fraction << ", not " << IndexOf(live->fixture) << " at "
		                                 << live->enter.fraction;
		EXPECT_FALSE(hit->id);
	}
	return live.has_value();
}

// Entries added by hand, which are also searched one by one.
struct ByHand
{
	struct Entry
	{
		ItemId id;
		const b2Shape* shape = nullptr; // null: a segment
		int32_t child = 0;
		b2Transform pose;
		b2Vec2 a, b;
		uintptr_t tag = 0;
	};

	explicit ByHand(float cellSize) : hash(cellSize) {}

	ItemId Add(b2Vec2 a, b2Vec2 b)
	{
		Entry entry;
		entry.a = a;
		entry.b = b;
		entry.tag = nextTag++;
		entry.id = ValueOf(hash.AddSegment(a, b, entry.tag));
		EXPECT_TRUE(entry.id);
		entries.push_back(entry);
		return entry.id;
	}

	ItemId Add(const b2Shape& shape, int32_t child, const b2Transform& pose)
	{
		Entry entry;
		entry.shape = &shape;
		entry.child = child;
		entry.pose = pose;
		entry.tag = nextTag++;
		entry.id = ValueOf(hash.AddShape(shape, child, pose, entry.tag));
		EXPECT_TRUE(entry.id);
		entries.push_back(entry);
		return entry.id;
	}

	static std::optional<RaySpan> Cast(const Entry& entry, const Ray& ray)
	{
		if (entry.shape != nullptr)
		{
			return CastRayAtShape(*entry.shape, entry.child, entry.pose, ray);
		}
		const std::optional<Crossing> crossing = CrossSegment(ray, entry.a, entry.b);
		return crossing ? std::optional(RaySpan{*crossing, *crossing, false, false, false}) : std::nullopt;
	}

	bool ExpectAsOneByOne(const Ray& ray) const
	{
		const Entry* best = nullptr;
		RaySpan span;
		for (const Entry& entry : entries)
		{
			const std::optional<RaySpan> met = Cast(entry, ray);
			if (met && (best == nullptr || met->enter.fraction < span.enter.fraction))
			{
				best = &entry;
				span = *met;
			}
		}
		const std::optional<RayHit> hit = CastRayClosest(hash, ray);
		EXPECT_EQ(hit.has_value(), best != nullptr) << ToText(ray);
		EXPECT_EQ(CastRayAny(hash, ray), best != nullptr) << ToText(ray);
		if (hit.has_value() && best != nullptr)
		{
			EXPECT_EQ(hit->id, best->id) << ToText(ray);
			EXPECT_EQ(hit->tag, best->tag);
			EXPECT_EQ(hit->fixture, nullptr);
			EXPECT_EQ(hit->child, best->child);
			EXPECT_TRUE(IsSameButPoint(hit->enter, span.enter) && IsSameButPoint(hit->exit, span.exit)) << ToText(ray);
			EXPECT_EQ(hit->startsInside, span.startsInside);
			EXPECT_EQ(hit->endsInside, span.endsInside);
		}
		return best != nullptr;
	}

	SpatialHash hash;
	std::vector<Entry> entries;
	uintptr_t nextTag = 0;
};

int32_t GridsOf(const SpatialHash& hash)
{
	int32_t grids = 0;
	StateOf(hash).ForEachGrid([&](const NestedGrid&, uint32_t) { return ++grids > 0; });
	return grids;
}

// Returns a ray that is hard for one segment: at its ends, along it, or from it.
Ray HardRayAt(SceneRandom& random, b2Vec2 a, b2Vec2 b)
{
	return HardRay(random, EdgeOf(a, b), 0, PoseAt({0.0f, 0.0f}, 0.0f));
}

} // namespace

// Fixtures of a world -----------------------------------------------------------------------

TEST(SpatialHash, AgreesWithTheWorld)
{
	Scene scene = MakeMixedScene(120, 601);
	SceneRandom random(602);
	for (const float cellSize : {0.07f, 0.5f, 1.0f, 3.3f, 100.0f})
	{
		SCOPED_TRACE(cellSize);
		SpatialHash hash(cellSize);
		const HashUpdate update = ValueOf(hash.Update(scene.world.get()));
		EXPECT_EQ(update.added, hash.EntryCount());
		EXPECT_GT(update.added, 120);
		int32_t hits = 0;
		const int32_t count = ScaledCount(8000);
		for (int32_t i = 0; i < count && HasFailure() == false; ++i)
		{
			hits += ExpectAsWorld(hash, *scene.world, HardRay(random, scene));
		}
		EXPECT_GT(hits, count / 4);
	}
}

TEST(SpatialHash, AgreesWithTheWorldForEveryFilter)
{
	Scene scene = MakeMixedScene(120, 603);
	SceneRandom random(604);
	SpatialHash hash(1.0f);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		hits += ExpectAsWorld(hash, *scene.world, HardRay(random, scene), RandomFilter(random, scene));
	}
	EXPECT_GT(hits, 0);
}

TEST(SpatialHash, AgreesFarFromTheOrigin)
{
	SceneRandom random(605);
	for (const float reach : {1e4f, 1.3e5f, 1e6f})
	{
		for (const float cellSize : {0.25f, 2.0f})
		{
			SCOPED_TRACE(testing::Message() << reach << " m, cells of " << cellSize);
			Scene scene;
			const b2Vec2 middle = reach * random.Direction();
			for (int32_t i = 0; i < 100; ++i)
			{
				AddRandomFixture(random, scene,
				                 scene.AddBody(middle + random.InBox(15.0f), random.Uniform(-3.0f, 3.0f)));
			}
			SpatialHash hash(cellSize);
			EXPECT_TRUE(hash.Update(scene.world.get()));
			int32_t hits = 0;
			const int32_t count = ScaledCount(4000);
			for (int32_t i = 0; i < count && HasFailure() == false; ++i)
			{
				const Ray ray = random.OneIn(2) ? HardRay(random, scene)
				                                : Ray{middle + random.InBox(15.0f), 10.0f * random.Direction()};
				hits += ExpectAsWorld(hash, *scene.world, ray);
			}
			EXPECT_GT(hits, count / 4);
		}
	}
}

TEST(SpatialHash, CullsNothingWithSmallShapesAtAMillionMetres)
{
	SceneRandom random(606);
	Scene scene;
	for (int32_t i = 0; i < 200; ++i)
	{
		scene.Add(scene.AddBody(random.InBox(1e6f), 0.0f), ValueOf(MakeBox(0.005f, 0.005f)));
	}
	for (const float cellSize : {0.01f, 1.0f, 5e4f})
	{
		SCOPED_TRACE(cellSize);
		SpatialHash hash(cellSize);
		EXPECT_TRUE(hash.Update(scene.world.get()));
		for (int32_t i = 0; i < ScaledCount(10000) && HasFailure() == false; ++i)
		{
			// The ray passes through the middles of both boxes, as exactly as floats allow.
			const b2Vec2 a = scene.fixtures[static_cast<size_t>(random.Below(200))]->GetBody()->GetPosition();
			const b2Vec2 b = scene.fixtures[static_cast<size_t>(random.Below(200))]->GetBody()->GetPosition();
			const Ray ray = random.OneIn(2) ? Ray{a, b - a} : Ray{a - random.InBox(10.0f), random.InBox(20.0f)};
			ExpectAsWorld(hash, *scene.world, ray);
		}
	}
}

// The shapes have faces on the lines of the grid. Rays run along the faces and across them.
TEST(SpatialHash, AgreesOnTheLinesOfTheGrid)
{
	SceneRandom random(607);
	Scene scene;
	const auto whole = [&](int32_t reach)
	{
		return static_cast<float>(random.Below(2 * reach + 1) - reach);
	};
	for (int32_t i = 0; i < 60; ++i)
	{
		scene.Add(scene.AddBody({whole(10), whole(10)}, 0.0f),
		          ValueOf(MakeBox(0.5f + 0.5f * std::abs(whole(1)), 0.5f)));
	}
	SpatialHash hash(0.5f);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		const b2Vec2 from{0.5f * whole(24), 0.5f * whole(24)};
		hits += ExpectAsWorld(hash, *scene.world, {from, {0.5f * whole(8), random.OneIn(3) ? 0.0f : 0.5f * whole(8)}});
	}
	EXPECT_GT(hits, 0);
}

TEST(SpatialHash, AgreesForAnyBits)
{
	Scene scene = MakeMixedScene(60, 608);
	SceneRandom random(609);
	for (const float cellSize : {1e-3f, 1.0f, 1e20f})
	{
		SpatialHash hash(cellSize);
		EXPECT_TRUE(hash.Update(scene.world.get()));
		for (int32_t i = 0; i < ScaledCount(10000) && HasFailure() == false; ++i)
		{
			Ray ray{random.InBox(10.0f), random.InBox(10.0f)};
			float* const parts[] = {&ray.origin.x, &ray.origin.y, &ray.translation.x, &ray.translation.y,
			                        &ray.maxFraction};
			for (int32_t j = 1 + random.Below(2); j > 0; --j)
			{
				*parts[random.Below(5)] = random.AnyFloat();
			}
			ExpectAsWorld(hash, *scene.world, ray);
		}
	}
}

namespace
{

// Calls makeRay(random, halfWidth) for each Ray.
template <class MakeRay>
void ExpectRaysAgree(uint64_t sceneSeed, uint64_t seed, MakeRay&& makeRay)
{
	Scene scene = MakeMixedScene(100, sceneSeed);
	SceneRandom random(seed);
	for (const float cellSize : {0.01f, 1.0f})
	{
		SpatialHash hash(cellSize);
		EXPECT_TRUE(hash.Update(scene.world.get()));
		int32_t hits = 0;
		for (int32_t i = 0; i < ScaledCount(2000) && testing::Test::HasFailure() == false; ++i)
		{
			hits += ExpectAsWorld(hash, *scene.world, makeRay(random, scene.halfWidth));
		}
		EXPECT_GT(hits, 0);
	}
}

} // namespace

TEST(SpatialHash, LongRaysFromAfarAgree)
{
	ExpectRaysAgree(610, 611,
	                [](SceneRandom& random, float halfWidth) -> Ray
	                {
		                const b2Vec2 target = random.InBox(halfWidth);
		                const b2Vec2 from = target + random.LogUniform(1e2f, 1e12f) * random.Direction();
		                return {from, random.Uniform(1.0f, 3.0f) * (target - from)};
	                });
}

// The fractions near the end of such a ray differ from 1 only in the last bits.
TEST(SpatialHash, RaysThatEndAtHomeFromAsFarAsFloatsGoAgree)
{
	ExpectRaysAgree(616, 617,
	                [](SceneRandom& random, float halfWidth) -> Ray
	                {
		                const b2Vec2 from = random.LogUniform(1e2f, 1e37f) * random.Direction();
		                return {from, random.InBox(halfWidth) - from};
	                });
}

TEST(SpatialHash, UpdateFollowsEveryChange)
{
	Scene scene = MakeMixedScene(80, 612);
	b2World& world = *scene.world;
	SceneRandom random(613);
	SpatialHash hash(1.0f);
	EXPECT_TRUE(hash.Update(&world));
	std::vector<b2Body*> bodies;
	for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		bodies.push_back(body);
	}
	for (int32_t round = 0; round < ScaledCount(120) && HasFailure() == false; ++round)
	{
		for (int32_t change = random.Below(6); change >= 0; --change)
		{
			const size_t i = static_cast<size_t>(random.Below(static_cast<int32_t>(bodies.size())));
			b2Body* body = bodies[i];
			switch (random.Below(8))
			{
			case 0:
				body->SetTransform(random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f));
				break;
			case 1:
				body->SetEnabled(body->IsEnabled() == false);
				break;
			case 2: // a fixture of another shape soon gets the same address
			{
				const b2Transform pose = body->GetTransform();
				world.DestroyBody(body);
				bodies[i] = scene.AddBody(pose.p, pose.q.GetAngle());
				AddRandomFixture(random, scene, bodies[i]);
				break;
			}
			case 3:
				AddRandomFixture(random, scene, body);
				break;
			case 4:
				if (body->GetFixtureList() != nullptr)
				{
					body->DestroyFixture(body->GetFixtureList());
				}
				break;
			case 5:
				bodies.push_back(scene.AddBody(random.InBox(scene.halfWidth), 0.0f, b2_dynamicBody));
				AddRandomFixture(random, scene, bodies.back());
				break;
			case 6:
				world.Step(1.0f / 60.0f, 4, 2);
				break;
			default:
				body->SetLinearVelocity(random.InBox(20.0f));
				break;
			}
		}
		const HashUpdate update = ValueOf(hash.Update(&world));
		SpatialHash fresh(1.0f);
		EXPECT_EQ(ValueOf(fresh.Update(&world)).added, update.added + update.moved + update.kept);
		EXPECT_EQ(fresh.EntryCount(), hash.EntryCount());
		EXPECT_EQ(ValueOf(hash.Update(&world)).kept, hash.EntryCount());
		for (int32_t i = 0; i < 100 && HasFailure() == false; ++i)
		{
			ExpectAsWorld(hash, world, {random.InBox(scene.halfWidth), 6.0f * random.Direction()});
		}
	}
	EXPECT_EQ(ValueOf(hash.Update(nullptr)).removed, hash.EntryCount() + ValueOf(hash.Update(&world)).added);
}

// These changes are invisible to the world's broadphase: only a larger radius, and only a vertex in the middle of the
// list.
TEST(SpatialHash, UpdateNoticesAShapeThatWasChanged)
{
	Scene scene;
	b2Fixture* circle = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeCircle({0.0f, 0.0f}, 0.5f)));
	b2Fixture* box = scene.Add(scene.AddBody({20.0f, 0.0f}, 0.0f), ValueOf(MakeBox(0.5f, 0.5f)));
	SpatialHash hash(0.25f);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	static_cast<b2CircleShape*>(circle->GetShape())->m_radius = 3.0f;
	auto& vertices = static_cast<b2PolygonShape*>(box->GetShape())->m_vertices;
	vertices[1].x += 3.0f;
	const HashUpdate update = ValueOf(hash.Update(scene.world.get()));
	EXPECT_EQ(update.moved, 2);
	EXPECT_EQ(CastRayClosest(hash, {{-2.5f, 5.0f}, {0.0f, -10.0f}})->fixture, circle);
	const b2Vec2 corner = vertices[1] + b2Vec2{20.0f, 0.0f};
	EXPECT_EQ(CastRayClosest(hash, {corner + b2Vec2{-0.125f, 1.0f}, {0.0f, -3.0f}})->fixture, box);
}

TEST(SpatialHash, UpdateKeepsWhatWasAddedByHand)
{
	Scene scene = MakeMixedScene(10, 614);
	SpatialHash hash(1.0f);
	const ItemId wall = ValueOf(hash.AddSegment({100.0f, -1.0f}, {100.0f, 1.0f}, 7));
	const HashUpdate update = ValueOf(hash.Update(scene.world.get()));
	EXPECT_EQ(hash.EntryCount(), update.added + 1);
	const auto hit = CastRayClosest(hash, {{99.0f, 0.0f}, {2.0f, 0.0f}});
	ASSERT_TRUE(hit.has_value());
	EXPECT_EQ(hit->id, wall);
	EXPECT_EQ(hit->tag, 7u);
	EXPECT_EQ(hit->fixture, nullptr);
	EXPECT_EQ(hit->enter.fraction, 0.5f);
	EXPECT_EQ(hit->enter.normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(ValueOf(hash.Update(nullptr)).removed, update.added);
	EXPECT_EQ(hash.EntryCount(), 1);
	EXPECT_TRUE(hash.Contains(wall));
}

TEST(SpatialHash, HugeFixturesAreFoundFromEverywhere)
{
	SceneRandom random(615);
	Scene scene = MakeMixedScene(40, 616);
	scene.Add(scene.AddBody({0.0f, -2000.0f}, 0.1f), ValueOf(MakeBox(3000.0f, 1990.0f)));
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeEdge({-1e9f, -9.0f}, {1e9f, 12.0f})));
	SpatialHash hash(0.5f);
	const HashUpdate update = ValueOf(hash.Update(scene.world.get()));
	EXPECT_EQ(update.ignored, 0);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(5000) && HasFailure() == false; ++i)
	{
		hits += ExpectAsWorld(hash, *scene.world, {random.InBox(20.0f), 15.0f * random.Direction()});
	}
	EXPECT_GT(hits, 0);
	std::vector<Item> found;
	b2AABB box;
	box.lowerBound = {-1.0f, -100.0f};
	box.upperBound = {1.0f, -99.0f};
	FindInBox(hash, box, found);
	EXPECT_EQ(found.size(), 1u);
}

TEST(SpatialHash, BodiesWithoutAPoseAreIgnored)
{
	Scene scene = MakeMixedScene(20, 617);
	b2Fixture* lost = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	SpatialHash hash(1.0f);
	const int32_t before = ValueOf(hash.Update(scene.world.get())).added;
	lost->GetBody()->SetTransform({k_nan, 0.0f}, 0.0f);
	const HashUpdate update = ValueOf(hash.Update(scene.world.get()));
	EXPECT_EQ(update.ignored, 1);
	EXPECT_EQ(hash.EntryCount(), before - 1);
	lost->GetBody()->SetTransform({0.0f, 0.0f}, 0.0f);
	EXPECT_EQ(ValueOf(hash.Update(scene.world.get())).added, 1);
	EXPECT_EQ(hash.EntryCount(), before);
}

// Entries added by hand ---------------------------------------------------------------------

TEST(SpatialHash, SegmentsOneByOne)
{
	SceneRandom random(621);
	for (const float cellSize : {0.1f, 1.0f, 7.0f})
	{
		SCOPED_TRACE(cellSize);
		ByHand all(cellSize);
		for (int32_t i = 0; i < 200; ++i)
		{
			const b2Vec2 a = random.InBox(20.0f);
			const b2Vec2 b = a + random.LogUniform(0.01f, 30.0f) * random.Direction();
			all.Add(a, b);
			if (random.OneIn(8))
			{
				all.Add(random.OneIn(2) ? a : b, random.OneIn(2) ? b : a); // the same segment, reversed or as a point
			}
		}
		int32_t hits = 0;
		const int32_t count = ScaledCount(8000);
		for (int32_t i = 0; i < count && HasFailure() == false; ++i)
		{
			const auto& entry =
			    all.entries[static_cast<size_t>(random.Below(static_cast<int32_t>(all.entries.size())))];
			hits += all.ExpectAsOneByOne(random.OneIn(2) ? HardRayAt(random, entry.a, entry.b)
			                                             : Ray{random.InBox(20.0f), random.InBox(5.0f)});
		}
		EXPECT_GT(hits, count / 4);
	}
}

TEST(SpatialHash, ShapesOneByOne)
{
	SceneRandom random(622);
	Scene scene = MakeMixedScene(60, 623);
	for (const float cellSize : {0.2f, 2.0f})
	{
		ByHand all(cellSize);
		std::vector<b2Transform> poses;
		for (const b2Fixture* fixture : scene.fixtures)
		{
			// The rotations may be as far from normalized as the library accepts, and then stretch the shapes.
			b2Transform pose = PoseAt(random.InBox(8.0f), random.Uniform(-3.0f, 3.0f));
			const float stretch = random.OneIn(2) ? 1.0f : random.Uniform(0.996f, 1.004f);
			pose.q.s *= stretch;
			pose.q.c *= stretch;
			for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
			{
				all.Add(*fixture->GetShape(), child, pose);
			}
		}
		int32_t hits = 0;
		const int32_t count = ScaledCount(5000);
		for (int32_t i = 0; i < count && HasFailure() == false; ++i)
		{
			const auto& entry =
			    all.entries[static_cast<size_t>(random.Below(static_cast<int32_t>(all.entries.size())))];
			hits += all.ExpectAsOneByOne(HardRay(random, *entry.shape, entry.child, entry.pose));
		}
		EXPECT_GT(hits, count / 4);
	}
}

// A box around its own middle, far away. If the rotation is not exactly normalized, its bounds grow or shrink.
TEST(SpatialHash, StretchedShapesAreFoundAtTheirRims)
{
	const ClipPolygonShape box = ValueOf(MakeBox(100.0f, 100.0f));
	b2Transform pose = PoseAt({0.0f, 0.0f}, 0.0f);
	pose.q.c = 0.997f; // |q|^2 = 0.994: the box reaches 100.3 m
	ByHand all(0.5f);
	all.Add(box, 0, pose);
	EXPECT_TRUE(all.ExpectAsOneByOne({{100.2f, 5.0f}, {0.05f, 0.0f}}));
	EXPECT_FALSE(all.ExpectAsOneByOne({{100.4f, 5.0f}, {0.05f, 0.0f}}));
}

TEST(SpatialHash, AHitInALaterCellHidesNothingNearer)
{
	// The ray enters the long segment's cells first, but crosses the segment last.
	ByHand all(1.0f);
	all.Add({0.1f, 0.9f}, {5.9f, 0.4f});
	const ItemId near = all.Add({3.5f, 0.0f}, {3.5f, 1.0f});
	const Ray ray{{0.2f, 0.5f}, {5.7f, 0.0f}};
	const auto hit = CastRayClosest(all.hash, ray);
	ASSERT_TRUE(hit.has_value());
	EXPECT_EQ(hit->id, near);
	EXPECT_TRUE(all.ExpectAsOneByOne(ray));
}

TEST(SpatialHash, TiesGoToFixturesThenToTheFirstAdded)
{
	const ClipEdgeShape edge = ValueOf(MakeEdge({0.0f, -1.0f}, {0.0f, 1.0f}));
	const b2Transform here = PoseAt({0.0f, 0.0f}, 0.0f);
	const Ray ray{{-1.0f, 0.25f}, {2.0f, 0.0f}};
	SpatialHash hash(0.5f);
	const ItemId ids[] = {ValueOf(hash.AddSegment({0.0f, -1.0f}, {0.0f, 1.0f})), ValueOf(hash.AddShape(edge, 0, here)),
	                      ValueOf(hash.AddSegment({0.0f, 1.0f}, {0.0f, -1.0f}))};
	EXPECT_EQ(CastRayClosest(hash, ray)->id, ids[0]);
	EXPECT_TRUE(hash.Remove(ids[0]));
	const ItemId again = ValueOf(hash.AddSegment({0.0f, -1.0f}, {0.0f, 1.0f}));
	EXPECT_EQ(again.index, ids[0].index);
	EXPECT_EQ(CastRayClosest(hash, ray)->id, ids[1]); // the slot is older, but the entry is newer
	EXPECT_TRUE(hash.Remove(ids[1]));
	EXPECT_EQ(CastRayClosest(hash, ray)->id, ids[2]);

	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), edge);
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), edge);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	EXPECT_EQ(CastRayClosest(hash, ray)->fixture, CastRayClosest(*scene.world, ray)->fixture);
}

TEST(SpatialHash, FiltersWhatWasAddedByHand)
{
	SpatialHash hash(1.0f);
	b2Filter second;
	second.categoryBits = 0x0002;
	second.maskBits = 0x0001;
	b2Filter grouped;
	grouped.groupIndex = -4;
	EXPECT_TRUE(hash.AddSegment({1.0f, -1.0f}, {1.0f, 1.0f}, 1, second));
	EXPECT_TRUE(hash.AddSegment({2.0f, -1.0f}, {2.0f, 1.0f}, 2, grouped));
	EXPECT_TRUE(hash.AddSegment({3.0f, -1.0f}, {3.0f, 1.0f}, 3));
	const ClipCircleShape circle = ValueOf(MakeCircle({4.0f, 0.0f}, 0.25f));
	EXPECT_TRUE(hash.AddShape(circle, 0, PoseAt({0.0f, 0.0f}, 0.0f), 4));
	const Ray ray{{0.0f, 0.0f}, {10.0f, 0.0f}};
	const auto tagBy = [&](const QueryFilter& filter)
	{
		const auto hit = CastRayClosest(hash, ray, filter);
		EXPECT_EQ(CastRayAny(hash, ray, filter), hit.has_value());
		return hit ? hit->tag : 0u;
	};
	EXPECT_EQ(tagBy({}), 1u);
	EXPECT_EQ(tagBy({.maskBits = 0x0001}), 2u);
	EXPECT_EQ(tagBy({.categoryBits = 0x0004}), 2u); // the first entry's mask is only 0x0001
	EXPECT_EQ(tagBy({.maskBits = 0x0001, .groupIndex = -4}), 3u);
	EXPECT_EQ(tagBy({.maskBits = 0x0000}), 0u);
	EXPECT_EQ(tagBy({.sides = Sides::Front}), 1u); // a two-sided segment has a front on both sides, and no back
	EXPECT_EQ(tagBy({.sides = Sides::Back}), 4u);
	grouped.groupIndex = 5;
	EXPECT_TRUE(hash.AddSegment({0.5f, -1.0f}, {0.5f, 1.0f}, 5, grouped));
	EXPECT_EQ(tagBy({.maskBits = 0x0000, .groupIndex = 5}), 5u);
	EXPECT_FALSE(CastRayAny(hash, {{4.0f, 0.0f}, {0.0f, 0.0f}}, {.startInside = false}));
	EXPECT_TRUE(CastRayAny(hash, {{4.0f, 0.0f}, {0.0f, 0.0f}}));
}

TEST(SpatialHash, AddMoveRemoveInAnyOrder)
{
	SceneRandom random(624);
	const ClipPolygonShape shape = ValueOf(MakeBox(0.7f, 0.4f));
	ByHand all(0.8f);
	for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		const b2Vec2 a = random.InBox(10.0f);
		const b2Vec2 b = a + random.LogUniform(0.1f, 12.0f) * random.Direction();
		const b2Transform pose = PoseAt(a, random.Uniform(-3.0f, 3.0f));
		const size_t picked = all.entries.empty() ? 0 : static_cast<size_t>(random.Bits() % all.entries.size());
		if (all.entries.size() < 40 || random.OneIn(4))
		{
			random.OneIn(2) ? all.Add(a, b) : all.Add(shape, 0, pose);
		}
		else if (random.OneIn(2))
		{
			EXPECT_TRUE(all.hash.Remove(all.entries[picked].id));
			EXPECT_FALSE(all.hash.Contains(all.entries[picked].id));
			all.entries.erase(all.entries.begin() + static_cast<ptrdiff_t>(picked));
		}
		else if (auto& entry = all.entries[picked]; entry.shape != nullptr)
		{
			// Some entries stay within their cells.
			entry.pose = random.OneIn(2) ? pose : PoseAt(entry.pose.p + random.InBox(0.01f), entry.pose.q.GetAngle());
			EXPECT_TRUE(all.hash.MoveShape(entry.id, entry.pose));
		}
		else
		{
			entry.a = a;
			entry.b = b;
			EXPECT_TRUE(all.hash.MoveSegment(entry.id, a, b));
		}
		EXPECT_EQ(all.hash.EntryCount(), static_cast<int32_t>(all.entries.size()));
		for (int32_t j = 0; j < 5; ++j)
		{
			const Ray ray{random.InBox(10.0f), 4.0f * random.Direction()};
			const auto hit = CastRayClosest(all.hash, ray);
			std::optional<RaySpan> best;
			for (const auto& entry : all.entries)
			{
				const auto met = ByHand::Cast(entry, ray);
				best = met && (!best || met->enter.fraction < best->enter.fraction) ? met : best;
			}
			ASSERT_EQ(hit.has_value(), best.has_value());
			ASSERT_TRUE(!hit || IsSameButPoint(hit->enter, best->enter));
		}
	}
	for (const auto& entry : all.entries)
	{
		EXPECT_TRUE(all.hash.Remove(entry.id));
	}
	EXPECT_EQ(all.hash.EntryCount(), 0);
	EXPECT_EQ(GridsOf(all.hash), 0);
}

// Moves one entry very often. It must stay in the list of loose entries, and the memory must not grow.
TEST(SpatialHash, ARoamingEntryLeavesNothingBehind)
{
	SpatialHash hash(1.0f);
	const ItemId id = ValueOf(hash.AddSegment({0.0f, 0.0f}, {1.0f, 0.0f}));
	const size_t bytes = StateOf(hash).Bytes();
	for (int32_t i = 0; i < 100000; ++i)
	{
		const float x = static_cast<float>(i) * 3.0f;
		ASSERT_TRUE(hash.MoveSegment(id, {x, x}, {x + 1.0f, x}));
	}
	EXPECT_EQ(StateOf(hash).Bytes(), bytes);
	EXPECT_EQ(GridsOf(hash), 1);
	EXPECT_TRUE(CastRayAny(hash, {{299997.5f, 299996.5f}, {0.0f, 1.0f}}));
	EXPECT_FALSE(CastRayAny(hash, {{0.5f, -0.5f}, {0.0f, 1.0f}}));
}

// Entries that are added one by one are in grids whose sizes double. After an Update, they must be in few grids.
TEST(SpatialHash, ManyEntriesAddedOneByOneShareFewGrids)
{
	SceneRandom random(627);
	ByHand all(1.0f);
	for (int32_t i = 1; i <= 3000; ++i)
	{
		const b2Vec2 a = random.InBox(50.0f);
		all.Add(a, a + random.Direction());
		EXPECT_LE(GridsOf(all.hash), 1 + std::bit_width(static_cast<uint32_t>(i) / 32));
	}
	for (int32_t i = 0; i < ScaledCount(1000) && HasFailure() == false; ++i)
	{
		all.ExpectAsOneByOne({random.InBox(50.0f), random.InBox(10.0f)});
	}
	EXPECT_TRUE(all.hash.Update(nullptr));
	EXPECT_LE(GridsOf(all.hash), 4);
	for (int32_t i = 0; i < ScaledCount(1000) && HasFailure() == false; ++i)
	{
		all.ExpectAsOneByOne({random.InBox(50.0f), random.InBox(10.0f)});
	}
}

// Casts short rays at flat segments close to corners of the grid. The ray is in only one of the corner's four cells. In
// that cell, the segment is only a few ten-thousandths of a cell long.
TEST(SpatialHash, FlatSegmentsThroughTheCornersOfTheGrid)
{
	SceneRandom random(625);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		ByHand all(1.0f);
		const b2Vec2 corner{static_cast<float>(random.Below(5) - 2), static_cast<float>(random.Below(5) - 2)};
		const float rise = random.LogUniform(0.01f, 1.0f);
		const float aside = random.Uniform(-1.0f, 1.0f) * 1e-4f / rise;
		const b2Vec2 crossing{corner.x + aside, corner.y};
		all.Add(crossing - 5.0f * b2Vec2{1.0f, rise}, crossing + 5.0f * b2Vec2{1.0f, rise});
		const float x = corner.x + random.Uniform(0.0f, 1.0f) * aside;
		const float y = crossing.y + rise * (x - crossing.x);
		const float from = y > corner.y ? corner.y + 0.5f : corner.y - 0.5f;
		const Ray ray{{x, from}, {0.0f, 0.5f * (y + corner.y) - from}};
		hits += all.ExpectAsOneByOne(ray);
	}
	EXPECT_GT(hits, 0);
}

// A ray from 2^30 cells away is walked in doubles with a spacing of 2^-22 cells. It passes a corner of the grid nearer
// than this spacing, so it crosses a cell on a tiny length. A circle in that cell must be found.
TEST(SpatialHash, CullsNothingThatIsFinerThanTheWalk)
{
	constexpr int32_t k_width = 4000;
	SceneRandom random(626);
	SpatialHash hash(1.0f);
	for (int32_t i = 0; i < 2 * k_width; ++i) // with fewer entries, the hash searches all of them
	{
		EXPECT_TRUE(hash.AddSegment({-9.5f, -9.5f}, {-8.5f, -9.5f}));
		EXPECT_TRUE(hash.AddSegment({k_width + 9.5f, k_width + 9.5f}, {k_width + 8.5f, k_width + 9.5f}));
	}
	int32_t close = 0;
	for (int32_t i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		const b2Vec2 target{random.Uniform(0.0f, k_width), random.Uniform(0.0f, k_width)};
		const b2Vec2 from = 0x1p29f * b2Vec2{-random.Uniform(1.0f, 2.0f), -random.Uniform(1.0f, 2.0f)};
		const Ray ray{from, 1.5f * (target - from)};
		const long double slope = static_cast<long double>(ray.translation.y) / ray.translation.x;
		long double gap = 1.0L; // between the ray and the corner
		b2Vec2 corner{0.0f, 0.0f};
		for (int32_t x = 1; x < k_width; ++x)
		{
			const long double y = from.y + (x - static_cast<long double>(from.x)) * slope;
			const long double nearest = std::round(y);
			if (std::abs(y - nearest) < std::abs(gap) && nearest > 0.0L && nearest < k_width)
			{
				gap = y - nearest;
				corner = {static_cast<float>(x), static_cast<float>(nearest)};
			}
		}
		if (std::abs(gap) < 0x1p-17L && std::abs(gap) > 0x1p-27L) // a smaller gap may be only rounding
		{
			++close;
			b2CircleShape circle;
			circle.m_p = {static_cast<float>(-0.5L * gap / slope), static_cast<float>(0.5L * gap)};
			circle.m_radius = 0.1f * std::abs(circle.m_p.y) * std::min(1.0f, static_cast<float>(1.0L / slope));
			const ItemId id = ValueOf(hash.AddShape(circle, 0, PoseAt(corner, 0.0f)));
			EXPECT_TRUE(CastRayAtShape(circle, 0, PoseAt(corner, 0.0f), ray).has_value());
			EXPECT_TRUE(CastRayAny(hash, ray)) << ToText(ray) << " by " << static_cast<double>(gap);
			EXPECT_TRUE(hash.Remove(id));
		}
	}
	EXPECT_GT(close, 0);
}

// Errors ------------------------------------------------------------------------------------

TEST(SpatialHash, BadCellSizesRefuseEverything)
{
	Scene scene = MakeMixedScene(5, 631);
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const b2Transform here = PoseAt({0.0f, 0.0f}, 0.0f);
	for (const auto& [size, reason] : {std::pair(0.0f, Reason::NotPositive), std::pair(-0.0f, Reason::NotPositive),
	                                   std::pair(-1.0f, Reason::NotPositive), std::pair(k_nan, Reason::NotFinite),
	                                   std::pair(k_inf, Reason::NotFinite), std::pair(-k_inf, Reason::NotFinite),
	                                   std::pair(1e-39f, Reason::TooSmall)})
	{
		SCOPED_TRACE(size);
		SpatialHash hash(size);
		const Error expected{reason, "cellSize", -1, size, reason == Reason::TooSmall ? FLT_MIN : 0.0};
		const auto expect = [&](const auto& result)
		{
			EXPECT_FALSE(result);
			ExpectError(result.GetError(), expected);
		};
		expect(CheckCellSize(size));
		expect(hash.AddSegment({0.0f, 0.0f}, {1.0f, 0.0f}));
		expect(hash.AddShape(box, 0, here));
		expect(hash.Update(scene.world.get()));
		EXPECT_FALSE(hash.MoveSegment({}, {0.0f, 0.0f}, {1.0f, 0.0f}));
		EXPECT_FALSE(hash.MoveShape({}, here));
		EXPECT_FALSE(hash.Remove({}));
		EXPECT_EQ(hash.EntryCount(), 0);
		EXPECT_FALSE(CastRayAny(hash, {{0.0f, 0.0f}, {1.0f, 0.0f}}));
		EXPECT_FALSE(CastRayClosest(hash, {{0.0f, 0.0f}, {1.0f, 0.0f}}).has_value());
		std::vector<Item> found{{}};
		FindInBox(hash, scene.fixtures[0]->GetAABB(0), found);
		EXPECT_TRUE(found.empty());
	}
}

TEST(SpatialHash, RefusalsNameTheNumberAndChangeNothing)
{
	SpatialHash hash(1.0f);
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const b2Transform here = PoseAt({0.0f, 0.0f}, 0.0f);
	const Result<ItemId> added = hash.AddSegment({5.0f, -1.0f}, {5.0f, 1.0f}, 1);
	ExpectError(added.GetError(), {});
	const ItemId segment = ValueOf(added);
	const ItemId shape = ValueOf(hash.AddShape(box, 0, here, 2));
	const auto expect = [&](const auto& result, const Error& expected)
	{
		EXPECT_FALSE(result);
		ExpectError(result.GetError(), expected);
		EXPECT_EQ(hash.EntryCount(), 2);
		EXPECT_EQ(CastRayClosest(hash, {{10.0f, 0.0f}, {-6.0f, 0.0f}})->id, segment);
		EXPECT_EQ(CastRayClosest(hash, {{-10.0f, 0.0f}, {20.0f, 0.0f}})->id, shape);
	};
	expect(hash.AddSegment({0.0f, k_inf}, {0.0f, 0.0f}), {Reason::NotFinite, "a", -1, k_inf});
	expect(hash.MoveSegment(segment, {0.0f, 0.0f}, {k_nan, 0.0f}), {Reason::NotFinite, "b", -1, k_nan});

	const double reach = 1e12;
	expect(hash.AddSegment({0.0f, 0.0f}, {2e12f, 0.0f}), {Reason::TooLarge, "entry", -1, 2e12f, reach});
	expect(hash.AddSegment({0.0f, 0.0f}, {0.0f, -2e12f}), {Reason::TooLarge, "entry", -1, -2e12f, reach});
	expect(hash.MoveSegment(segment, {0.0f, 0.0f}, {FLT_MAX, 0.0f}), {Reason::TooLarge, "entry", -1, FLT_MAX, reach});
	expect(hash.AddShape(box, 1, here), {Reason::NoSuchChild, "child", -1, 1.0});
	expect(hash.AddShape(box, -1, here), {Reason::NoSuchChild, "child", -1, -1.0});
	expect(hash.MoveShape(shape, PoseAt({k_nan, 0.0f}, 0.0f)), {Reason::NotFinite, "pose", -1, k_nan});
	b2Transform stretched = here;
	stretched.q.c = 2.0f;
	expect(hash.MoveShape(shape, stretched), {Reason::NotARotation, "pose", -1, 4.0, 0.01});
	expect(hash.AddShape(box, 0, PoseAt({-2e12f, 0.0f}, 0.0f)), {Reason::TooLarge, "entry", -1, -2e12f - 1.0, reach});
	b2CircleShape hollow;
	hollow.m_radius = -0.5f;
	expect(hash.AddShape(hollow, 0, here), {Reason::TooSmall, "shape", -1, -0.5, 0.0});
	b2PolygonShape endless = box;
	endless.m_vertices[2].x = k_inf;
	expect(hash.AddShape(endless, 0, here), {Reason::NotFinite, "shape", -1, k_inf});
	b2ChainShape empty;
	expect(hash.AddShape(empty, 0, here), {Reason::NoSuchChild, "child", -1, 0.0});
}

TEST(SpatialHash, StaleIdsAreRefused)
{
	SpatialHash hash(1.0f);
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	const b2Transform here = PoseAt({0.0f, 0.0f}, 0.0f);
	const ItemId segment = ValueOf(hash.AddSegment({5.0f, -1.0f}, {5.0f, 1.0f}));
	const ItemId shape = ValueOf(hash.AddShape(box, 0, here));
	const auto expectStale = [](const Result<>& result, ItemId id)
	{
		EXPECT_FALSE(result);
		ExpectError(result.GetError(), {Reason::NoSuchEntry, "id", -1, static_cast<double>(id.index)});
	};
	expectStale(hash.MoveShape(segment, here), segment); // an entry of the other kind
	expectStale(hash.MoveSegment(shape, {0.0f, 0.0f}, {1.0f, 0.0f}), shape);
	for (const ItemId id :
	     {ItemId{}, ItemId{77, 1}, ItemId{segment.index, segment.generation + 1}, ItemId{0, UINT32_MAX}})
	{
		EXPECT_FALSE(hash.Contains(id));
		expectStale(hash.Remove(id), id);
		expectStale(hash.MoveSegment(id, {0.0f, 0.0f}, {1.0f, 0.0f}), id);
		expectStale(hash.MoveShape(id, here), id);
	}
	EXPECT_TRUE(hash.Remove(segment));
	expectStale(hash.Remove(segment), segment);
	const ItemId next = ValueOf(hash.AddSegment({5.0f, -1.0f}, {5.0f, 1.0f}));
	EXPECT_NE(next, segment);
	EXPECT_FALSE(hash.Contains(segment));
	expectStale(hash.MoveSegment(segment, {0.0f, 0.0f}, {1.0f, 0.0f}), segment);

	// The ids of a world's fixtures are not for the game, so Contains must return false for them.
	Scene scene = MakeMixedScene(5, 632);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	for (uint32_t i = 0; i < 20; ++i)
	{
		const ItemId guess{i, 1};
		EXPECT_TRUE(guess == shape || hash.Contains(guess) == false);
	}
}

// Boxes -------------------------------------------------------------------------------------

namespace
{

// Counts by key. The key of a fixture is its address and child, and the key of a segment is null and -1 - tag.
using Seen = std::map<std::pair<const b2Fixture*, int32_t>, int32_t>;

// Expects the fixtures that Box2D's own overlap test finds. This test counts gaps of up to two skins of 1 cm as
// overlap.
void ExpectFixturesFound(const Scene& scene, const b2AABB& box, float margin, const Seen& seen)
{
	const b2Vec2 half = box.GetExtents() - b2Vec2{0.05f, 0.05f};
	const b2PolygonShape inner = BoxOf(std::max(half.x, 0.01f), std::max(half.y, 0.01f), box.GetCenter(), 0.0f);
	b2AABB outer = box;
	outer.lowerBound -= {margin, margin};
	outer.upperBound += {margin, margin};
	for (const b2Fixture* fixture : scene.fixtures)
	{
		const b2Shape* shape = fixture->GetShape();
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		for (int32_t child = 0; child < shape->GetChildCount(); ++child)
		{
			b2AABB bounds;
			shape->ComputeAABB(&bounds, pose, child);
			const bool meets = half.x > 0.01f && half.y > 0.01f &&
			                   b2TestOverlap(&inner, 0, shape, child, PoseAt({0.0f, 0.0f}, 0.0f), pose);
			EXPECT_TRUE(seen.contains({fixture, child}) || meets == false);
			EXPECT_TRUE(seen.contains({fixture, child}) == false || b2TestOverlap(bounds, outer));
		}
	}
}

} // namespace

TEST(SpatialHash, QueryFindsEveryEntryOnce)
{
	SceneRandom random(641);
	for (const float cellSize : {0.3f, 1.0f, 10.0f})
	{
		Scene scene = MakeMixedScene(60, 642);
		ByHand all(cellSize);
		for (int32_t i = 0; i < 60; ++i)
		{
			const b2Vec2 a = random.InBox(10.0f);
			all.Add(a, a + random.LogUniform(0.1f, 15.0f) * random.Direction());
		}
		EXPECT_TRUE(all.hash.Update(scene.world.get()));
		std::vector<Item> found;
		for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
		{
			b2AABB box;
			box.lowerBound = random.InBox(12.0f);
			const float reach = random.LogUniform(0.01f, 30.0f);
			box.upperBound = box.lowerBound + reach * b2Vec2{random.Uniform(0.0f, 1.0f), random.Uniform(0.0f, 1.0f)};
			FindInBox(all.hash, box, found, {.sensors = true});
			Seen seen;
			for (const Item& item : found)
			{
				const int32_t which = item.fixture != nullptr ? item.child : -1 - static_cast<int32_t>(item.tag);
				const int32_t count = ++seen[{item.fixture, which}];
				EXPECT_EQ(count, 1) << "found twice";
			}
			const float margin = cellSize * 1e-4f;
			b2AABB wide = box;
			wide.lowerBound -= {margin, margin};
			wide.upperBound += {margin, margin};
			for (const auto& entry : all.entries)
			{
				const bool isFound = seen.contains({nullptr, -1 - static_cast<int32_t>(entry.tag)});
				const bool meets = ClipBox(Ray{entry.a, entry.b - entry.a}, box).has_value();
				b2AABB bounds;
				bounds.lowerBound = b2Min(entry.a, entry.b);
				bounds.upperBound = b2Max(entry.a, entry.b);
				EXPECT_TRUE(isFound || meets == false);
				EXPECT_TRUE(isFound == false || b2TestOverlap(bounds, wide));
			}
			ExpectFixturesFound(scene, box, margin, seen);
		}
	}
}

TEST(SpatialHash, QueryOfABadBoxFindsNothing)
{
	SpatialHash hash(1.0f);
	EXPECT_TRUE(hash.AddSegment({0.0f, 0.0f}, {1.0f, 0.0f}));
	std::vector<Item> found{{}};
	b2AABB box;
	box.lowerBound = {1.0f, 1.0f};
	box.upperBound = {-1.0f, -1.0f};
	FindInBox(hash, box, found);
	EXPECT_TRUE(found.empty());
	box.upperBound = {k_nan, 2.0f};
	FindInBox(hash, box, found);
	EXPECT_TRUE(found.empty());
	box.lowerBound = {-FLT_MAX, -FLT_MAX};
	box.upperBound = {FLT_MAX, FLT_MAX};
	FindInBox(hash, box, found);
	EXPECT_EQ(found.size(), 1u);
}

// Threads -----------------------------------------------------------------------------------

TEST(SpatialHash, CastsOnManyThreadsGiveTheSameHits)
{
	Scene scene = MakeMixedScene(150, 651);
	SpatialHash hash(1.0f);
	EXPECT_TRUE(hash.Update(scene.world.get()));
	const std::vector<Ray> rays = ScatteredRays(scene, ScaledCount(4000), 5.0f, 652);
	std::vector<std::optional<RayHit>> expected;
	for (const Ray& ray : rays)
	{
		expected.push_back(CastRayClosest(hash, ray));
	}
	std::atomic<int32_t> differences = 0;
	std::vector<std::thread> threads;
	for (int32_t i = 0; i < 4; ++i)
	{
		threads.emplace_back(
		    [&]
		    {
			    for (size_t j = 0; j < rays.size(); ++j)
			    {
				    const auto hit = CastRayClosest(hash, rays[j]);
				    const bool same =
				        hit.has_value() == expected[j].has_value() && (!hit || IsSame(*hit, *expected[j]));
				    differences += same && CastRayAny(hash, rays[j]) == hit.has_value() ? 0 : 1;
			    }
		    });
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
	EXPECT_EQ(differences, 0);
}

} // namespace ricochet::test::spatial_hash_test
