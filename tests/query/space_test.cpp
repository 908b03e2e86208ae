// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/reflect.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/corner_normal.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/turning_query.h>

#include "query/user_list.h"
#include "support/hull_path.h"
#include "support/random_filter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <type_traits>

// Compares every query of a world, a Snapshot, a SpatialHash and a game's own index. Every bit of the results must
// agree.

namespace ricochet::test::space_test
{

namespace
{

static_assert(sizeof(Space) <= 2 * sizeof(void*));
static_assert(std::is_trivially_copyable_v<Space>);

// The bits of results, one after the other. They distinguish -0 from 0, and one hit thing from another.
class Bits
{
public:
	[[nodiscard]] const std::vector<uint64_t>& All() const { return m_all; }

	// Begins the result of a query. All bits that are added from now on belong to it.
	void Begin(std::string query) { m_queries.push_back({m_all.size(), std::move(query)}); }

	// Returns the first query whose result differs; "" if all agree.
	[[nodiscard]] std::string FirstDifference(const Bits& other) const
	{
		const auto [mine, theirs] = std::mismatch(m_all.begin(), m_all.end(), other.m_all.begin(), other.m_all.end());
		const auto at = static_cast<size_t>(mine - m_all.begin());
		std::string query = mine == m_all.end() && theirs == other.m_all.end() ? "" : "the first query";
		for (size_t i = 0; query.empty() == false && i < m_queries.size() && m_queries[i].first <= at; ++i)
		{
			query = m_queries[i].second;
		}
		return query;
	}

	void Add(bool x) { m_all.push_back(x ? 1 : 0); }
	void Add(int32_t x) { m_all.push_back(static_cast<uint32_t>(x)); }
	void Add(size_t x) { m_all.push_back(x); }
	void Add(float x) { m_all.push_back(std::bit_cast<uint32_t>(x)); }
	void Add(const void* x) { m_all.push_back(reinterpret_cast<uintptr_t>(x)); }

	void Add(b2Vec2 v) { AddEach(v.x, v.y); }
	void Add(const Ray& ray) { AddEach(ray.origin, ray.translation, ray.maxFraction); }
	void Add(const Crossing& c) { AddEach(c.fraction, c.point, c.normal, c.edge); }
	void Add(const HullFeature& f) { AddEach(f.vertex, f.edge); }
	void AddItem(const Item& i)
	{
		AddEach(static_cast<const void*>(i.fixture), i.child, static_cast<size_t>(i.id.index), static_cast<bool>(i.id),
		        static_cast<size_t>(i.tag));
	}
	void AddSpan(const RaySpan& s) { AddEach(s.enter, s.exit, s.startsInside, s.endsInside, s.grazing); }
	void AddSpan(const HullSpan& s)
	{
		AddSpan(static_cast<const RaySpan&>(s));
		AddEach(s.contact, s.place, s.still, s.moving, s.depth, s.wayOut);
	}

	void Add(const RayHit& hit)
	{
		AddSpan(hit);
		AddItem(hit);
	}
	void Add(const HullHit& hit)
	{
		AddSpan(hit);
		AddItem(hit);
	}
	void Add(const TurningHit& hit)
	{
		AddEach(hit.fraction, hit.contact, hit.normal, hit.still, hit.moving, hit.startsInside, hit.depth, hit.wayOut,
		        hit.isCertain);
		AddItem(hit);
	}
	void Add(const OverlapHit& hit)
	{
		AddItem(hit);
		AddEach(hit.depth, hit.wayOut, hit.place);
	}
	void Add(const NearestHit& hit)
	{
		AddItem(hit);
		AddEach(hit.distance, hit.point, hit.normal);
	}
	void Add(const SlidePlane& plane)
	{
		AddItem(plane);
		AddEach(plane.normal, plane.point, plane.isOverlap);
	}
	void Add(const BeamLeg& leg)
	{
		Add(static_cast<const RayHit&>(leg));
		AddEach(leg.ray, static_cast<int32_t>(leg.response), leg.begin);
	}
	template <class Solid>
	void AddSolid(const Solid& solid)
	{
		AddSpan(solid);
		AddItem(solid);
		AddItem(solid.exitItem);
		AddEach(static_cast<const void*>(solid.body), static_cast<const void*>(solid.exitBody));
	}
	void Add(const SolidSpan& solid) { AddSolid(solid); }
	void Add(const HullSolidSpan& solid) { AddSolid(solid); }

	template <class T>
	void Add(const std::optional<T>& x)
	{
		Add(x.has_value());
		if (x)
		{
			Add(*x);
		}
	}
	template <class T>
	void Add(const std::vector<T>& list)
	{
		Add(list.size());
		for (const T& x : list)
		{
			Add(x);
		}
	}

private:
	template <class... Ts>
	void AddEach(const Ts&... xs)
	{
		(Add(xs), ...);
	}

	std::vector<uint64_t> m_all;
	std::vector<std::pair<size_t, std::string>> m_queries; // the index at which each result begins
};

// The input of queries to any space.
struct Question
{
	Ray ray;
	const HullPath* path;
	QueryFilter filter;
	float angle;
	uint64_t seed;
};

void AskRays(Space space, const Question& q, Bits& bits)
{
	const b2Vec2 end = q.ray.origin + q.ray.translation;
	std::vector<RayHit> hits{{}};
	bits.Begin("CastRayClosest");
	std::optional<RayHit> hit = CastRayClosest(space, q.ray, q.filter);
	bits.Add(hit);
	bits.Add(CastRayClosest(space, q.ray.origin, end, q.filter));
	bits.Begin("CastRayAny");
	bits.Add(CastRayAny(space, q.ray, q.filter));
	bits.Begin("CastRayAll");
	CastRayAll(space, q.ray, hits, q.filter);
	bits.Add(hits);
	if (hit)
	{
		for (const Onward onward : {Onward::Off, Onward::Into, Onward::Within, Onward::Out})
		{
			const b2Vec2 turned = onward == Onward::Off ? Reflect(q.ray.translation, hit->enter.normal)
			                                            : q.ray.translation + 0.1f * q.ray.translation.Skew();
			bits.Begin("GoOn");
			bits.Add(GoOn(space, q.ray, *hit, onward, turned, q.filter));
		}
	}
	for (; hit; hit = CastRayNext(space, q.ray, *hit, q.filter))
	{
		bits.Add(*hit);
	}
	std::vector<SolidSpan> solids{{}};
	bits.Begin("CastRaySolids");
	CastRaySolids(space, q.ray, solids, q.filter);
	bits.Add(solids);
	bits.Begin("CastRaySolids");
	CastRaySolids(space, q.ray, solids, q.filter, [](const b2Body*) { return uintptr_t{3}; });
	bits.Add(solids);
	bits.Begin("SolidLength");
	bits.Add(SolidLength(space, q.ray.origin, end, q.filter));
	std::vector<RayHit> fan(80);
	bits.Begin("CastRayFan");
	EXPECT_TRUE(CastRayFan(space, {q.ray.origin, q.angle, 2.0f, 9.0f, 80}, fan, q.filter));
	bits.Add(fan);
	const BeamDef def{.length = 60.0f, .maxBounces = 4, .maxPierces = 2, .filter = q.filter};
	std::vector<BeamLeg> legs{{}};
	bits.Begin("CastBeam");
	bits.Add(static_cast<int32_t>(CastBeam(space, q.ray.origin, q.ray.translation, def, legs)));
	bits.Add(legs);
}

void AskHulls(Space space, const Question& q, Bits& bits)
{
	const HullPath& path = *q.path;
	std::vector<HullHit> hits{{}};
	std::vector<HullSolidSpan> solids{{}};
	bits.Begin("CastHullClosest");
	bits.Add(CastHullClosest(space, path, q.filter));
	bits.Begin("CastHullAny");
	bits.Add(CastHullAny(space, path, q.filter));
	bits.Begin("CastHullAll");
	CastHullAll(space, path, hits, q.filter);
	bits.Add(hits);
	bits.Begin("CastHullSolids");
	CastHullSolids(space, path, solids, q.filter);
	bits.Add(solids);
	b2ChainShape chain;
	const b2Vec2 vertices[] = {{-1.0f, 0.0f}, {0.0f, 0.5f}, {1.0f, 0.0f}};
	chain.CreateChain(vertices, 3, {-2.0f, 0.0f}, {2.0f, 0.0f});
	bits.Begin("CastShapeClosest");
	bits.Add(CastShapeClosest(space, chain, path.pose, path.translation, q.filter));
	bits.Begin("CastShapeAny");
	bits.Add(CastShapeAny(space, chain, path.pose, path.translation, q.filter));
	bits.Begin("CastShapeAll");
	CastShapeAll(space, chain, path.pose, path.translation, hits, q.filter);
	bits.Add(hits);
	bits.Begin("CastShapeSolids");
	CastShapeSolids(space, chain, path.pose, path.translation, solids, q.filter);
	bits.Add(solids);
	bits.Begin("CastCircleClosest");
	bits.Add(CastCircleClosest(space, path.pose.p, 0.3f, path.translation, q.filter));
	bits.Begin("CastCapsuleAll");
	CastCapsuleAll(space, path.pose.p, q.ray.origin, 0.2f, path.translation, hits, q.filter);
	bits.Add(hits);

	const TurningPath turning{path.hull, {path.pose, {0.1f, 0.0f}, path.translation, q.angle}};
	std::vector<TurningHit> touches{{}};
	bits.Begin("CastTurningClosest");
	bits.Add(CastTurningClosest(space, turning, q.filter));
	bits.Begin("CastTurningAny");
	bits.Add(CastTurningAny(space, turning, q.filter));
	bits.Begin("CastTurningAll");
	CastTurningAll(space, turning, touches, q.filter);
	bits.Add(touches);
}

void AskPlaces(Space space, const Question& q, Bits& bits)
{
	const HullPath& path = *q.path;
	std::vector<OverlapHit> overlaps{{}};
	bits.Begin("OverlapHull");
	OverlapHull(space, path.hull, path.pose, overlaps, q.filter);
	bits.Add(overlaps);
	bits.Begin("OverlapHullAny");
	bits.Add(OverlapHullAny(space, path.hull, path.pose, q.filter));
	bits.Begin("OverlapPoint");
	OverlapPoint(space, q.ray.origin, overlaps, q.filter);
	bits.Add(overlaps);
	b2ChainShape chain;
	const b2Vec2 vertices[] = {{-1.0f, 0.0f}, {0.0f, 0.5f}, {1.0f, 0.0f}};
	chain.CreateChain(vertices, 3, {-2.0f, 0.0f}, {2.0f, 0.0f});
	bits.Begin("OverlapShape");
	OverlapShape(space, chain, path.pose, overlaps, q.filter);
	bits.Add(overlaps);
	std::vector<NearestHit> nearest{{}};
	bits.Begin("FindNearest");
	bits.Add(FindNearest(space, q.ray.origin, 5.0f, q.filter));
	bits.Begin("FindAllNearest");
	FindAllNearest(space, q.ray.origin, 8.0f, 5, nearest, q.filter);
	bits.Add(nearest);
	if (const auto hit = CastRayClosest(space, q.ray, q.filter))
	{
		bits.Begin("CornerNormal");
		bits.Add(CornerNormal(space, hit->enter.point, q.ray.translation, 0.01f, q.filter));
	}
	std::vector<SlidePlane> planes{{}};
	bits.Begin("SlideHull");
	const SlideResult slide = SlideHull(space, path.hull, path.pose, path.translation, planes, {}, q.filter);
	bits.Add(slide.position);
	bits.Add(slide.push);
	bits.Add(slide.left);
	bits.Add(slide.isFree);
	bits.Add(planes);
	bits.Begin("CheckGround");
	const std::optional<Ground> ground = CheckGround(space, path.hull, path.pose, {.distance = 3.0f}, q.filter);
	bits.Add(ground.has_value());
	if (ground)
	{
		bits.AddItem(*ground);
		bits.Add(static_cast<const void*>(ground->body));
		bits.Add(ground->point);
		bits.Add(ground->normal);
		bits.Add(ground->distance);
		bits.Add(ground->slope);
		bits.Add(ground->isWalkable);
		bits.Add(ground->isHeld);
	}
	// FindInBox returns items in no particular order.
	const b2Vec2 extent{2.0f, 1.0f};
	std::vector<Item> found{{}};
	bits.Begin("FindInBox");
	FindInBox(space, {path.pose.p - extent, path.pose.p + extent}, found, q.filter);
	std::sort(found.begin(), found.end(),
	          [](const Item& a, const Item& b)
	          { return std::tie(a.fixture, a.child, a.id.index) < std::tie(b.fixture, b.child, b.id.index); });
	bits.Add(found.size());
	for (const Item& item : found)
	{
		bits.AddItem(item);
	}
}

// Returns the first query for which two spaces give different results; "" if there is none.
std::string Compare(Space a, Space b, const Question& question)
{
	for (const auto ask : {&AskRays, &AskHulls, &AskPlaces})
	{
		Bits bitsOfA, bitsOfB;
		ask(a, question, bitsOfA);
		ask(b, question, bitsOfB);
		if (const std::string query = bitsOfA.FirstDifference(bitsOfB); query.empty() == false)
		{
			return query;
		}
	}
	return "";
}

void Play(const Scene& scene, float cellSize, uint64_t seed, int32_t questions)
{
	SceneRandom random(seed);
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(cellSize);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	const UserList careful(*scene.world, UserList::Kind::Careful);
	const UserList sloppy(*scene.world, UserList::Kind::Sloppy);
	for (int32_t i = 0; i < questions; ++i)
	{
		const RandomHullPath drawn(random, scene.halfWidth);
		const Ray ray{random.InBox(scene.halfWidth), random.LogUniform(0.1f, 20.0f) * random.Direction()};
		const QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		const Question question{ray, &drawn.path, filter, random.Uniform(-3.0f, 3.0f), seed};
		ASSERT_EQ(Compare(*scene.world, snapshot, question), "") << "a Snapshot, question " << i;
		ASSERT_EQ(Compare(*scene.world, hash, question), "")
		    << "a SpatialHash, question " << i << " cells " << cellSize;
		ASSERT_EQ(Compare(*scene.world, careful, question), "") << "an index of a game, question " << i;
		if (i % 8 == 0)
		{
			ASSERT_EQ(Compare(*scene.world, sloppy, question), "") << "a sloppy index of a game, question " << i;
		}
	}
}

} // namespace

TEST(Space, EveryQueryGivesTheSameAnswerInAll)
{
	for (const float cellSize : {0.3f, 2.0f, 50.0f})
	{
		Play(MakeMixedScene(150, 3), cellSize, 71, ScaledCount(300));
		Play(MakeScatteredScene(400, 1), cellSize, 72, ScaledCount(300));
	}
}

// On integers, paths touch many things exactly. An index may visit a thing twice.
TEST(Space, SlidesOnWholeNumbersTouchEachPlaneOnce)
{
	SceneRandom random(75);
	size_t planes = 0;
	for (int32_t i = 0; i < ScaledCount(150); ++i)
	{
		const auto whole = [&](int32_t reach)
		{
			return b2Vec2{static_cast<float>(random.Between(-reach, reach)),
			              static_cast<float>(random.Between(-reach, reach))};
		};
		Scene scene;
		for (int32_t k = 0; k < 8; ++k)
		{
			b2Body* body = scene.AddBody(whole(8), 0.25f * b2_pi * static_cast<float>(random.Below(4)));
			const auto half = [&]
			{
				return 0.5f * static_cast<float>(random.Between(1, 3));
			};
			scene.Add(body, ValueOf(MakeBox(half(), half())));
		}
		const Snapshot snapshot(*scene.world);
		SpatialHash hash(1.0f);
		ASSERT_TRUE(hash.Update(scene.world.get()));
		const UserList sloppy(*scene.world, UserList::Kind::Sloppy);
		for (int32_t k = 0; k < 50; ++k)
		{
			const b2Vec2 vertices[] = {{0.0f, 0.0f}, {1.0f, 0.0f}};
			const HullPath path{{std::span(vertices, static_cast<size_t>(random.Between(1, 2))),
			                     0.25f * static_cast<float>(random.Below(3))},
			                    PoseAt(whole(10), 0.0f),
			                    whole(10)};
			const auto slide = [&](Space space)
			{
				std::vector<SlidePlane> touched;
				Bits bits;
				bits.Add(SlideHull(space, path.hull, path.pose, path.translation, touched).position);
				bits.Add(touched);
				planes += touched.size();
				return bits.All();
			};
			const std::vector<uint64_t> inWorld = slide(*scene.world);
			EXPECT_EQ(slide(snapshot), inWorld) << "a Snapshot, " << i << ", " << k;
			EXPECT_EQ(slide(hash), inWorld) << "a SpatialHash, " << i << ", " << k;
			EXPECT_EQ(slide(sloppy), inWorld) << "an index of a game, " << i << ", " << k;
		}
	}
	EXPECT_GT(planes, static_cast<size_t>(ScaledCount(150)) * 50);
}

// The items have no fixtures, and have the ids that a SpatialHash has given them.
TEST(Space, AGamesOwnIndexIsASpatialHashOfTheSameThings)
{
	SceneRandom random(74);
	const Scene scene = MakeMixedScene(150, 4);
	SpatialHash hash(1.0f);
	UserList index(*scene.world, UserList::Kind::Careful);
	for (UserItem& item : index.items)
	{
		item.isSensor = false;
		item.fixture = nullptr;
		item.tag = random.Bits();
		item.id = ValueOf(hash.AddShape(*item.shape, item.child, item.transform, item.tag, item.filter));
	}
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		const RandomHullPath drawn(random, scene.halfWidth);
		const Ray ray{random.InBox(scene.halfWidth), random.LogUniform(0.1f, 20.0f) * random.Direction()};
		const QueryFilter filter = random.OneIn(2) ? RandomFilter(random, scene) : QueryFilter{};
		ASSERT_EQ(Compare(hash, index, {ray, &drawn.path, filter, random.Uniform(-3.0f, 3.0f), 74}), "") << i;
	}
}

TEST(Space, BatchesAreSingleCasts)
{
	SceneRandom random(73);
	const Scene scene = MakeMixedScene(150, 3);
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	const auto count = static_cast<size_t>(ScaledCount(3000));
	std::vector<Ray> rays;
	std::vector<BeamRay> beams;
	for (size_t i = 0; i < count; ++i)
	{
		rays.push_back({random.InBox(scene.halfWidth), random.LogUniform(0.1f, 20.0f) * random.Direction()});
		beams.push_back({rays[i].origin, rays[i].translation});
	}
	const BeamDef def{.length = 40.0f, .maxBounces = 3};
	ThreadPool pool(3);
	const UserList index(*scene.world, UserList::Kind::Careful);
	for (const Space space : {Space(*scene.world), Space(snapshot), Space(hash), Space(index)})
	{
		std::vector<RayHit> hits(count);
		const std::unique_ptr<bool[]> isHit(new bool[count]);
		RayHits lists;
		BeamLegs legs;
		ASSERT_TRUE(CastRaysClosest(space, rays, hits, {}, pool.AsExecutor()));
		ASSERT_TRUE(CastRaysAny(space, rays, {isHit.get(), count}, {}, pool.AsExecutor()));
		ASSERT_TRUE(CastRaysAll(space, rays, lists, {}, pool.AsExecutor()));
		ASSERT_TRUE(CastBeams(space, beams, def, legs, pool.AsExecutor()));
		for (size_t i = 0; i < count; ++i)
		{
			Bits batch, single;
			batch.Add(hits[i]);
			single.Add(CastRayClosest(space, rays[i]).value_or(RayHit{}));
			batch.Add(isHit[i]);
			single.Add(CastRayAny(space, rays[i]));
			batch.Add(std::vector<RayHit>(lists.Of(i).begin(), lists.Of(i).end()));
			std::vector<RayHit> all;
			CastRayAll(space, rays[i], all);
			single.Add(all);
			batch.Add(std::vector<BeamLeg>(legs.Of(i).begin(), legs.Of(i).end()));
			std::vector<BeamLeg> beam;
			batch.Add(static_cast<int32_t>(legs.ends[i]));
			const BeamEnd end = CastBeam(space, beams[i].origin, beams[i].direction, def, beam);
			single.Add(beam);
			single.Add(static_cast<int32_t>(end));
			ASSERT_EQ(batch.All(), single.All()) << i;
		}
		EXPECT_EQ(CastRaysClosest(space, rays, {}).GetError().reason, ErrorReason::TooFew);
		EXPECT_EQ(CastRaysAny(space, rays, {}).GetError().reason, ErrorReason::TooFew);
	}
}

TEST(Space, ThingsAddedByHandAreHitByEveryQuery)
{
	SpatialHash hash(1.0f);
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 0.5f));
	const ItemId id = ValueOf(hash.AddShape(box, 0, PoseAt({0.0f, -0.5f}, 0.0f), 0xFFFFFFFFFFFFull));
	const ItemId wall = ValueOf(hash.AddSegment({3.0f, -1.0f}, {3.0f, 1.0f}, 5));
	const auto expectBox = [&](const Item& item)
	{
		EXPECT_TRUE(item.HasHit());
		EXPECT_EQ(item.fixture, nullptr);
		EXPECT_EQ(item.id, id);
		EXPECT_EQ(item.tag, 0xFFFFFFFFFFFFull);
	};

	const Ray down{{0.5f, 2.0f}, {0.0f, -4.0f}};
	expectBox(CastRayClosest(hash, down).value());
	expectBox(CastRayClosest(hash, {0.5f, 2.0f}, {0.5f, -2.0f}).value());
	std::vector<RayHit> hits;
	CastRayAll(hash, {{-2.0f, -0.5f}, {6.0f, 0.0f}}, hits);
	ASSERT_EQ(hits.size(), 2u);
	expectBox(hits[0]);
	EXPECT_EQ(hits[1].id, wall);
	EXPECT_EQ(hits[1].tag, 5u);
	std::vector<SolidSpan> solids;
	CastRaySolids(hash, {{-2.0f, -0.5f}, {6.0f, 0.0f}}, solids);
	ASSERT_EQ(solids.size(), 2u);
	expectBox(solids[0]);
	expectBox(solids[0].exitItem);
	EXPECT_EQ(solids[0].body, nullptr);
	EXPECT_FLOAT_EQ(SolidLength(hash, {-2.0f, -0.5f}, {4.0f, -0.5f}), 2.0f);
	std::vector<RayHit> fan(5);
	EXPECT_TRUE(CastRayFan(hash, {{0.0f, 1.0f}, -1.5707964f, 0.5f, 5.0f, 5}, fan));
	for (const RayHit& hit : fan)
	{
		expectBox(hit);
	}

	expectBox(CastCircleClosest(hash, {0.5f, 2.0f}, 0.25f, {0.0f, -4.0f}).value());
	std::vector<HullSolidSpan> hullSolids;
	CastCircleSolids(hash, {0.5f, 2.0f}, 0.25f, {0.0f, -4.0f}, hullSolids);
	ASSERT_EQ(hullSolids.size(), 1u);
	expectBox(hullSolids[0]);
	std::vector<OverlapHit> overlaps;
	OverlapPoint(hash, {0.0f, -0.25f}, overlaps);
	ASSERT_EQ(overlaps.size(), 1u);
	expectBox(overlaps[0]);
	const NearestHit nearest = FindNearest(hash, {0.0f, 1.0f}, 5.0f).value();
	expectBox(nearest);
	EXPECT_EQ(nearest.distance, 1.0f);
	std::vector<Item> found;
	FindInBox(hash, {{-0.5f, -0.5f}, {0.5f, 0.5f}}, found);
	ASSERT_EQ(found.size(), 1u);
	expectBox(found[0]);
	const b2Vec2 corner = CornerNormal(hash, {1.0f, 0.0f}, {-1.0f, -1.0f}).value();
	EXPECT_NEAR(corner.x, corner.y, 1e-6f);

	const HullPath feet = CirclePath({0.0f, 0.55f}, 0.5f, {0.0f, 0.0f});
	const Ground ground = CheckGround(hash, feet.hull, feet.pose).value();
	expectBox(ground);
	EXPECT_EQ(ground.body, nullptr);
	EXPECT_TRUE(ground.isWalkable);
	EXPECT_EQ(ground.velocity, (b2Vec2{0.0f, 0.0f}));
	std::vector<SlidePlane> planes;
	const SlideResult slide = SlideHull(hash, feet.hull, feet.pose, {0.5f, -1.0f}, planes);
	ASSERT_EQ(planes.size(), 1u);
	expectBox(planes[0]);
	EXPECT_GT(slide.position.x, 0.4f);
	EXPECT_TRUE(slide.isFree);
}

// Each thing that was added by hand is a solid of its own, unless the query asks for one tag or for the total length.
TEST(Space, SolidsThatWereAddedByHand)
{
	SpatialHash hash(1.0f);
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	for (const float x : {0.0f, 1.5f, 3.0f})
	{
		ASSERT_TRUE(hash.AddShape(box, 0, PoseAt({x, 0.0f}, 0.0f)));
	}
	const Ray ray{{-5.0f, 0.0f}, {20.0f, 0.0f}};
	std::vector<SolidSpan> solids;
	CastRaySolids(hash, ray, solids);
	EXPECT_EQ(solids.size(), 3u);
	CastRaySolids(hash, ray, solids, {}, [](const b2Body* body) { return body == nullptr ? uintptr_t{1} : 2; });
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_NE(solids[0].id, solids[0].exitItem.id);
	EXPECT_FLOAT_EQ(SolidLength(hash, {-5.0f, 0.0f}, {15.0f, 0.0f}), 5.0f);
}

TEST(Space, AGroundMovesUnlessItIsASnapshots)
{
	Scene scene;
	scene.world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
	b2BodyDef def;
	def.type = b2_kinematicBody;
	def.linearVelocity = {2.0f, 0.0f};
	b2Body* belt = scene.world->CreateBody(&def);
	const ClipPolygonShape box = ValueOf(MakeBox(5.0f, 1.0f));
	belt->CreateFixture(&box, 0.0f);
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	const HullPath feet = CirclePath({0.0f, 1.55f}, 0.5f, {0.0f, 0.0f});
	EXPECT_EQ(CheckGround(*scene.world, feet.hull, feet.pose).value().velocity, (b2Vec2{2.0f, 0.0f}));
	EXPECT_EQ(CheckGround(hash, feet.hull, feet.pose).value().velocity, (b2Vec2{2.0f, 0.0f}));
	const Ground copied = CheckGround(snapshot, feet.hull, feet.pose).value();
	EXPECT_EQ(copied.body, belt);
	EXPECT_EQ(copied.velocity, (b2Vec2{0.0f, 0.0f}));
}

} // namespace ricochet::test::space_test
