// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/query/turning_query.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/viewer.h>

#include "closure/worlds.h"
#include "support/attached_scenes.h"
#include "support/random_rays.h"

#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <vector>

// A filter predicate of the game may make calls itself. Tests that these calls do not change the result of the call
// that uses the predicate.

namespace ricochet::test::nested_calls_test
{

namespace
{

// Collects the numbers of a result, so that two results can be compared.
class Numbers
{
public:
	void Add(float x) { m_all.push_back(x); }
	void Add(b2Vec2 v) { m_all.insert(m_all.end(), {v.x, v.y}); }
	template <class T>
	void Add(const std::optional<T>& answer)
	{
		Add(answer ? 1.0f : 0.0f);
		if (answer)
		{
			Add(*answer);
		}
	}
	template <class T>
	void Add(const std::vector<T>& answers)
	{
		Add(static_cast<float>(answers.size()));
		for (const T& answer : answers)
		{
			Add(answer);
		}
	}
	void Add(const RaySpan& span)
	{
		Add(span.enter.point);
		Add(span.exit.point);
	}
	void Add(const HullSpan& span)
	{
		Add(span.enter.fraction);
		Add(span.exit.fraction);
		Add(span.enter.normal);
	}
	void Add(const OverlapHit& hit) { Add(hit.place); }
	void Add(const NearestHit& hit) { Add(hit.point); }
	void Add(const Ground& ground) { Add(ground.point); }
	void Add(const SlidePlane& plane) { Add(plane.normal); }
	void Add(const TurningHit& hit) { Add(hit.contact); }
	void Add(const SightVertex& vertex) { Add(vertex.point); }
	void Add(const Penumbra& penumbra) { Add(penumbra.apex); }
	void Add(const BlastHit& hit)
	{
		Add(hit.point);
		Add(hit.impulse);
	}
	void Add(const LitRegion& region)
	{
		Add(region.polygon);
		Add(region.penumbras);
		Add(region.penumbraVertices);
	}
	void Add(const PathPoint& point) { Add(point.position); }

	friend bool operator==(const Numbers&, const Numbers&) = default;

private:
	std::vector<float> m_all;
};

// The arguments of a call. `from` and `to` are points of the world, and `filter` has the predicate.
struct Question
{
	Space space;
	const Plugin& plugin;
	const b2Body& body;
	b2Vec2 from, to;
	QueryFilter filter = {};

	[[nodiscard]] Ray Way() const { return RayBetween(from, to); }
	[[nodiscard]] HullPath Path() const { return {Shape(), Pose(), to - from}; }
	[[nodiscard]] b2Transform Pose() const { return PoseAt(from, 0.3f); }
	[[nodiscard]] static Hull Shape()
	{
		static const std::array<b2Vec2, 3> k_vertices{b2Vec2{-0.5f, -0.25f}, {0.5f, -0.25f}, {0.0f, 0.5f}};
		return {k_vertices, 0.125f};
	}
};

struct Call
{
	std::string_view name;
	void (*answer)(const Question&, Numbers&);
};

// Makes a call that replaces the content of a list, and adds the list's numbers.
template <class T, class Fill>
void AddList(Numbers& numbers, const Fill& fill)
{
	std::vector<T> list;
	fill(list);
	numbers.Add(list);
}

using Q = Question;
using N = Numbers;

constexpr std::string_view k_previewPath = "PreviewPath";

constexpr Call k_calls[] = {
    {"CastRayClosest",
     [](const Q& q, N& n)
     {
	     n.Add(CastRayClosest(q.space, q.Way(), q.filter));
     }},
    {"CastRayAll",
     [](const Q& q, N& n)
     {
	     AddList<RayHit>(n, [&](auto& hits) { CastRayAll(q.space, q.Way(), hits, q.filter); });
     }},
    {"CastRaySolids",
     [](const Q& q, N& n)
     {
	     AddList<SolidSpan>(n, [&](auto& solids) { CastRaySolids(q.space, q.Way(), solids, q.filter); });
     }},
    {"SolidLength",
     [](const Q& q, N& n)
     {
	     n.Add(SolidLength(q.space, q.from, q.to, q.filter));
     }},
    {"CastRayFan",
     [](const Q& q, N& n)
     {
	     std::vector<RayHit> hits(20);
	     const RayFan fan{.origin = q.from, .angle = 5.0f, .radius = 8.0f, .count = 20};
	     EXPECT_TRUE(CastRayFan(q.space, fan, hits, q.filter));
	     n.Add(hits);
     }},
    {"CastBeam",
     [](const Q& q, N& n)
     {
	     const BeamDef def{.length = 20.0f, .maxBounces = 3, .maxPierces = 1, .filter = q.filter};
	     AddList<BeamLeg>(n, [&](auto& legs) { (void)CastBeam(q.space, q.from, q.to - q.from, def, legs); });
     }},
    {"CastHullAll",
     [](const Q& q, N& n)
     {
	     AddList<HullHit>(n, [&](auto& hits) { CastHullAll(q.space, q.Path(), hits, q.filter); });
     }},
    {"CastHullSolids",
     [](const Q& q, N& n)
     {
	     AddList<HullSolidSpan>(n, [&](auto& solids) { CastHullSolids(q.space, q.Path(), solids, q.filter); });
     }},
    {"CastTurningAll",
     [](const Q& q, N& n)
     {
	     const TurningPath path{.hull = Q::Shape(),
	                            .motion = {.pose = q.Pose(), .translation = q.to - q.from, .angle = 2.0f}};
	     AddList<TurningHit>(n, [&](auto& hits) { CastTurningAll(q.space, path, hits, q.filter); });
     }},
    {"OverlapHull",
     [](const Q& q, N& n)
     {
	     AddList<OverlapHit>(n, [&](auto& hits) { OverlapHull(q.space, Q::Shape(), q.Pose(), hits, q.filter); });
     }},
    {"FindAllNearest",
     [](const Q& q, N& n)
     {
	     AddList<NearestHit>(n, [&](auto& hits) { FindAllNearest(q.space, q.from, 5.0f, 4, hits, q.filter); });
     }},
    {"CheckGround",
     [](const Q& q, N& n)
     {
	     n.Add(CheckGround(q.space, Q::Shape(), q.Pose(), {.distance = 5.0f}, q.filter));
     }},
    {"SlideHull",
     [](const Q& q, N& n)
     {
	     AddList<SlidePlane>(
	         n, [&](auto& planes)
	         { n.Add(SlideHull(q.space, Q::Shape(), q.Pose(), q.to - q.from, planes, {}, q.filter).position); });
     }},
    {"InSight",
     [](const Q& q, N& n)
     {
	     n.Add(InSight(q.space, q.from, q.to, q.filter) ? 1.0f : 0.0f);
     }},
    {"VisibilityPolygon",
     [](const Q& q, N& n)
     {
	     AddList<SightVertex>(n,
	                          [&](auto& polygon) {
		                          EXPECT_TRUE(VisibilityPolygon(q.space, q.from, 8.0f, polygon, {.filter = q.filter}));
	                          });
     }},
    {"Viewer",
     [](const Q& q, N& n)
     {
	     Viewer viewer;
	     EXPECT_TRUE(viewer.Look(q.space, q.from, 8.0f, {.filter = q.filter}));
	     n.Add(std::vector(viewer.Polygon().begin(), viewer.Polygon().end()));
     }},
    {"SeenFraction",
     [](const Q& q, N& n)
     {
	     n.Add(ValueOf(SeenFraction(q.space, q.from, q.body, q.filter)));
	     n.Add(ValueOf(SeenFraction(q.space, q.from, 8.0f, q.body, {q.filter, {1.0f, 3.0f}})));
     }},
    {"Illuminate",
     [](const Q& q, N& n)
     {
	     LitRegion region;
	     const Light light{.position = q.from, .radius = 6.0f, .size = 0.25f, .filter = q.filter};
	     EXPECT_TRUE(Illuminate(q.space, light, region));
	     n.Add(region);
     }},
    {"Illuminate by parallel light",
     [](const Q& q, N& n)
     {
	     LitRegion region;
	     ParallelLight light{.direction = {0.3f, -1.0f}, .spread = 0.1f, .filter = q.filter};
	     light.view = {q.from - b2Vec2{4.0f, 4.0f}, q.from + b2Vec2{4.0f, 4.0f}};
	     EXPECT_TRUE(Illuminate(q.space, light, region));
	     n.Add(region);
     }},
    {"MeasureBlast",
     [](const Q& q, N& n)
     {
	     const ExplosionDef def{.position = q.from, .radius = 3.0f, .falloff = 3.0f, .filter = q.filter};
	     AddList<BlastHit>(n, [&](auto& hits) { EXPECT_TRUE(MeasureBlast(q.space, def, hits)); });
     }},
    {"PreviewBlast",
     [](const Q& q, N& n)
     {
	     const ExplosionDef def{.position = q.from, .radius = 3.0f, .falloff = 3.0f, .filter = q.filter};
	     AddList<BlastEvent>(n, [&](auto& hits) { EXPECT_TRUE(q.plugin.PreviewBlast(def, hits)); });
     }},
    {k_previewPath,
     [](const Q& q, N& n)
     {
	     FlightPreview seen;
	     const BulletDef def{.position = q.from,
	                         .velocity = 10.0f * (q.to - q.from),
	                         .maxBounces = 3,
	                         .maxPierces = 2,
	                         .filter = q.filter};
	     EXPECT_TRUE(q.plugin.PreviewPath(def, 0.5f, 0.02f, seen));
	     n.Add(seen.points);
     }},
};

// Tries every pair of calls: the predicate of the outer call makes the inner call. The result must be the same as if
// the predicate made no call.
void TryAllPairs(SceneRandom& random, const Scene& scene, Space space, std::array<int32_t, std::size(k_calls)>& nested)
{
	constexpr int32_t k_mostNested = 12; // the number of nested calls in one call
	const Plugin plugin(*scene.world);
	const b2Vec2 middle = MiddleOf(scene);
	const auto draw = [&]
	{
		const b2Vec2 from = random.InBox(5.0f);
		const b2Vec2 to = random.InBox(5.0f);
		const b2Body& body = *random.OneOf(scene.fixtures)->GetBody();
		return Question{space, plugin, body, middle + from, middle + to};
	};
	for (size_t i = 0; i < std::size(k_calls); ++i)
	{
		for (const Call& inner : k_calls)
		{
			if (&inner == &k_calls[i] && inner.name == k_previewPath)
			{
				continue; // a preview of a path inside another one is refused
			}
			Question outerAsked = draw();
			const Question innerAsked = draw();
			const int32_t refused = random.Below(4);
			bool calls = false;
			int32_t count = 0;
			Numbers innerPlain, innerNested, plain, around;
			inner.answer(innerAsked, innerPlain);
			outerAsked.filter.accept = [&](const b2Fixture* fixture)
			{
				if (calls && count < k_mostNested)
				{
					innerNested = {};
					inner.answer(innerAsked, innerNested);
					++count;
				}
				return refused != static_cast<int32_t>(IndexOf(fixture) % 5);
			};
			k_calls[i].answer(outerAsked, plain);
			calls = true;
			k_calls[i].answer(outerAsked, around);
			EXPECT_TRUE(around == plain) << inner.name << " in " << k_calls[i].name;
			EXPECT_TRUE(count == 0 || innerNested == innerPlain) << inner.name << " in " << k_calls[i].name;
			nested[i] += count;
		}
	}
}

} // namespace

TEST(NestedCalls, DoNotChangeTheCallThatAsks)
{
	SceneRandom random(SeedOf(0x4E57ED));
	std::array<int32_t, std::size(k_calls)> nested{};
	const auto tryIn = [&](const Scene& scene)
	{
		TryAllPairs(random, scene, *scene.world, nested);
		const Snapshot snapshot(*scene.world);
		TryAllPairs(random, scene, snapshot, nested);
	};
	for (int32_t i = 0; i < ScaledCount(8); ++i)
	{
		for (const WorldKind& kind : WorldKinds())
		{
			SCOPED_TRACE(kind.name);
			Scene scene;
			kind.fill(random, scene);
			tryIn(scene);
		}
		SCOPED_TRACE("attached outlines");
		tryIn(RandomTwins(random, 8).attached);
		ASSERT_FALSE(testing::Test::HasFailure());
	}
	for (size_t i = 0; i < std::size(k_calls); ++i)
	{
		EXPECT_GE(nested[i], 500 * TestScale()) << k_calls[i].name;
	}
}

} // namespace ricochet::test::nested_calls_test
