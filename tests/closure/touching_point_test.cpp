// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/space.h>

#include "closure/worlds.h"
#include "support/exact_cast.h"
#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/scenes.h"
#include "support/shape_child.h"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

// Tests the points of later entries and of contacts at places where a second solid touches. A solid may contain such a
// point only if it contains the ray or the shape just before. Exact arithmetic judges.

namespace ricochet::test::touching_point_test
{

namespace
{

// Adds boxes side by side with common corners, triangles on them that share their corners, and a chain along their
// tops.
void FillFlush(SceneRandom& random, Scene& scene, b2Vec2 about)
{
	const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
	const bool areBodies = random.OneIn(2);
	b2Body* body = scene.AddBody(about + random.InBox(3.0f), angle);
	const b2Transform pose = body->GetTransform();
	std::vector<b2Vec2> tops;
	const auto add = [&](std::initializer_list<b2Vec2> corners)
	{
		b2PolygonShape polygon;
		polygon.Set(corners.begin(), static_cast<int32_t>(corners.size()));
		b2Body* own = body;
		if (areBodies)
		{
			own = scene.AddBody(pose.p, angle);
		}
		scene.Add(own, polygon);
	};
	float left = -5.0f;
	for (int i = 0; i < 6; ++i)
	{
		const float right = left + random.Uniform(0.3f, 2.0f);
		const float peak = random.Uniform(left, right);
		const float low = -random.Uniform(0.2f, 2.0f);
		const float high = random.Uniform(0.2f, 2.0f);
		add({{left, low}, {right, low}, {right, 0.0f}, {left, 0.0f}});
		if (random.OneIn(2))
		{
			add({{left, 0.0f}, {right, 0.0f}, {peak, high}});
		}
		tops.push_back({left, 0.0f});
		left = right;
	}
	if (random.OneIn(2))
	{
		scene.Add(scene.AddBody(pose.p, angle), ValueOf(MakeChain(tops)));
	}
}

std::vector<b2Vec2> CornersOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	if (shape.GetType() == b2Shape::e_polygon)
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		return {polygon.m_vertices, polygon.m_vertices + polygon.m_count};
	}
	return {shape.GetType() == b2Shape::e_circle ? static_cast<const b2CircleShape&>(shape).m_p : b2Vec2{0.0f, 0.0f}};
}

// Returns the radius of a fixture's rounded corners.
float RoundOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const bool isRound = shape.GetType() == b2Shape::e_circle || shape.m_radius > b2_polygonRadius;
	return isRound && IsThin(fixture) == false ? shape.m_radius : 0.0f;
}

// Returns a corner of a thing, or a point between two of its corners. Some are off by a few units in the last place.
b2Vec2 HardPoint(SceneRandom& random, const Scene& scene)
{
	const auto which = static_cast<size_t>(random.Below(static_cast<int>(scene.fixtures.size())));
	const b2Fixture& fixture = *scene.fixtures[which];
	const std::vector<b2Vec2> corners = CornersOf(fixture);
	const auto at = static_cast<size_t>(random.Below(static_cast<int>(corners.size())));
	const b2Vec2 corner = corners[at];
	const b2Vec2 next = corners[(at + 1) % corners.size()];
	const float share = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 1.0f);
	b2Vec2 point = b2Mul(fixture.GetBody()->GetTransform(), corner + share * (next - corner));
	if (random.OneIn(2))
	{
		point.x = UlpsFrom(point.x, random.Below(7) - 3);
		point.y = UlpsFrom(point.y, random.Below(7) - 3);
	}
	return point;
}

double UnitAt(b2Vec2 point, b2Vec2 start)
{
	return 0x1p-23 *
	       std::max({std::abs(point.x), std::abs(point.y), 0.125f * std::abs(start.x), 0.125f * std::abs(start.y)});
}

ExactSpans SpansOf(const b2Fixture& fixture, int32_t child, const Ray& ray)
{
	return ExactCast(*const_cast<b2Fixture&>(fixture).GetShape(), child, Pull(ray, fixture.GetBody()->GetTransform()));
}

// True if a ray is inside a solid when it reaches a fraction, or slightly before.
bool IsPassed(const b2Fixture& fixture, const Ray& ray, float fraction, double close)
{
	const ExactSpans spans = SpansOf(fixture, 0, ray);
	const auto isPassed = [&](const ExactSpan& span)
	{
		return static_cast<float>(ToDouble(span.enter.fraction)) < fraction &&
		       ToDouble(span.exit.fraction) >= (1.0 - 0x1p-21) * fraction - close;
	};
	return std::any_of(spans.begin(), spans.end(), isPassed);
}

struct Count
{
	int points = 0;
	int inside = 0;
	int narrow = 0; // inside, but so are the neighbouring float points
};

// True if a point is in a solid that counts: counts(fixture) is true.
template <class Counts>
bool LiesInAny(const Scene& scene, const b2Fixture* hit, b2Vec2 point, const Counts& counts)
{
	return std::any_of(scene.fixtures.begin(), scene.fixtures.end(),
	                   [&](const b2Fixture* other) {
		                   return other != hit && IsThin(*other) == false && LiesInside(*other, point) &&
		                          counts(*other);
	                   });
}

template <class Counts>
void Judge(const Scene& scene, const b2Fixture* hit, b2Vec2 point, b2Vec2 normal, double unit, const Counts& counts,
           Count& count)
{
	count.points += 1;
	EXPECT_FALSE(IsThin(*hit) == false && LiesInside(*hit, point));
	if (LiesInAny(scene, hit, point, counts) == false)
	{
		return;
	}
	for (int i = 0; i < 49; ++i)
	{
		const float half = static_cast<float>(0.5 * unit);
		const b2Vec2 off{half * static_cast<float>(i % 7 - 3), half * static_cast<float>(i / 7 - 3)};
		const bool isOff = b2Dot(normal, off) > 0.0f && (IsThin(*hit) || LiesInside(*hit, point + off) == false);
		if (isOff && LiesInAny(scene, hit, point + off, counts) == false)
		{
			count.inside += 1;
			return;
		}
	}
	count.narrow += 1;
}

struct Counts
{
	Count entries, contacts;
};

void JudgeEntry(const Scene& scene, const Ray& ray, const RayHit& hit, Count& count)
{
	const double unit = UnitAt(hit.enter.point, ray.origin);
	const auto counts = [&](const b2Fixture& other)
	{
		return IsPassed(other, ray, hit.enter.fraction, 4.0 * unit / ray.translation.Length()) == false;
	};
	Judge(scene, hit.fixture, hit.enter.point, hit.enter.normal, unit, counts, count);
}

bool HasSamePoints(const RayHit& a, const RayHit& b)
{
	return a.enter.point == b.enter.point && a.exit.point == b.exit.point;
}

// The hits of CastRayAll must have the same points as the hits of CastRayClosest and CastRayNext.
void CompareWays(const Space& space, const Ray& ray, const std::vector<RayHit>& hits)
{
	std::vector<RayHit> others;
	CastRayAll(space, ray, others);
	EXPECT_TRUE(std::equal(hits.begin(), hits.end(), others.begin(), others.end(), HasSamePoints));
	const std::optional<RayHit> closest = CastRayClosest(space, ray);
	EXPECT_TRUE(closest.has_value() ? hits.empty() == false && HasSamePoints(*closest, hits[0]) : hits.empty());
	for (size_t i = 1; i < hits.size(); ++i)
	{
		const std::optional<RayHit> next = CastRayNext(space, ray, hits[i - 1]);
		EXPECT_TRUE(next && HasSamePoints(*next, hits[i]));
	}
}

void TryRay(SceneRandom& random, const Scene& scene, const Snapshot& snapshot, const SpatialHash& hash, Counts& counts)
{
	const b2Vec2 to = HardPoint(random, scene);
	const b2Vec2 from = to + random.InBox(8.0f);
	const float reach = random.OneIn(4) ? 1.0f : random.Uniform(1.5f, 3.0f);
	const Ray ray{from, reach * (to - from), 1.0f};
	std::vector<RayHit> hits;
	CastRayAll(*scene.world, ray, hits);
	for (const Space space : {Space(*scene.world), Space(snapshot), Space(hash)})
	{
		CompareWays(space, ray, hits);
	}
	for (const RayHit& hit : hits)
	{
		if (&hit != hits.data() && hit.grazing == false && hit.startsInside == false && hit.enter.fraction > 0.0f)
		{
			JudgeEntry(scene, ray, hit, counts.entries);
		}
	}
}

void TryHull(SceneRandom& random, const Scene& scene, Counts& all)
{
	const b2Vec2 to = HardPoint(random, scene);
	const b2Vec2 from = to + random.InBox(8.0f);
	const float size = random.Uniform(0.1f, 1.0f);
	const std::vector<b2Vec2> box{{-size, -size}, {size, -size}, {size, size}, {-size, size}};
	const size_t corners = random.OneIn(2) ? box.size() : static_cast<size_t>(random.Between(1, 3));
	const Hull hull{std::span(box).first(corners), random.OneIn(2) ? 0.0f : 0.5f * size};
	const b2Transform pose = PoseAt(from, random.OneIn(2) ? random.Uniform(-3.0f, 3.0f) : 0.0f);
	const b2Vec2 corner = b2Mul(pose.q, box[0]);
	const HullPath path{hull, {from - corner, pose.q}, 2.0f * (to - from)};
	std::vector<HullHit> hits;
	CastHullAll(*scene.world, path, hits);
	const std::optional<HullHit> closest = CastHullClosest(*scene.world, path);
	EXPECT_TRUE(closest.has_value() == (hits.empty() == false) &&
	            (hits.empty() || closest->contact == hits[0].contact));
	for (const HullHit& hit : hits)
	{
		if (hit.startsInside || hit.grazing)
		{
			continue;
		}
		const double unit = UnitAt(hit.contact, hit.contact);
		const double share = unit / path.translation.Length();
		const auto counts = [&](const b2Fixture& other)
		{
			ShapeChild child = ShapeChildOf(*const_cast<b2Fixture&>(other).GetShape(), 0);
			child.radius = RoundOf(other);
			const std::optional<HullSpan> passed =
			    CastHull(path.hull, path.pose, path.translation, child.AsHull(), other.GetBody()->GetTransform());
			const double fraction = hit.enter.fraction;
			return (passed && passed->enter.fraction <= std::max(fraction - share, 0.0) &&
			        passed->exit.fraction >= (1.0 - 0x1p-20) * fraction - 4.0 * share) == false;
		};
		Judge(scene, hit.fixture, hit.contact, hit.enter.normal, unit, counts, all.contacts);
	}
}

} // namespace

// Two rotated tiles have a gap of a few floats. A point leaves one tile through the gap and enters the other tile. Only
// floats that are nearer to the second tile than the rounded contact are free.
TEST(TouchingPoint, OfAPointInANarrowGapIsFree)
{
	Scene scene;
	const b2PolygonShape tile = ValueOf(MakeBox(0.5f, 0.5f));
	b2Fixture* left = scene.Add(scene.AddBody({1.18913674f, 2.69020987f}, -2.56556106f), tile);
	b2Fixture* entered = scene.Add(scene.AddBody({1.73383713f, 1.85157883f}, -2.56556106f), tile);
	const b2Vec2 corner{-0.459345639f, -0.459345639f};
	const HullPath path{
	    {std::span(&corner, 1), 0.0f}, PoseAt({1.94363284f, 2.79191566f}, 0.0f), {-12.4524002f, -12.2314405f}};
	std::vector<HullHit> hits;
	CastHullAll(*scene.world, path, hits);
	ASSERT_EQ(hits.size(), 2u);
	ASSERT_EQ(hits[1].fixture, entered);
	EXPECT_FALSE(LiesInside(*entered, hits[1].contact));
	EXPECT_FALSE(LiesInside(*left, hits[1].contact));
}

TEST(TouchingPoint, LiesInNothingThatIsNotPassedThere)
{
	std::vector<WorldKind> kinds(WorldKinds().begin(), WorldKinds().end());
	kinds.push_back({"flush", [](SceneRandom& random, Scene& scene)
	                 {
		                 FillFlush(random, scene, {0.0f, 0.0f});
	                 }});
	kinds.push_back({"flush far out", [](SceneRandom& random, Scene& scene)
	                 {
		                 FillFlush(random, scene, {-3000.0f, 7000.0f});
	                 }});
	for (const WorldKind& kind : kinds)
	{
		SCOPED_TRACE(kind.name);
		SceneRandom random(SeedOf(0x70C4));
		Counts counts;
		for (int i = 0; i < ScaledCount(16); ++i)
		{
			Scene scene;
			kind.fill(random, scene);
			const Snapshot snapshot(*scene.world);
			SpatialHash hash(1.0f);
			ASSERT_TRUE(hash.Update(scene.world.get()));
			for (int k = 0; k < 100; ++k)
			{
				TryRay(random, scene, snapshot, hash, counts);
				TryHull(random, scene, counts);
			}
		}
		for (const Count& count : {counts.entries, counts.contacts})
		{
			EXPECT_EQ(count.inside, 0) << "of " << count.points;
			EXPECT_LE(count.narrow, 0.01 * count.points) << "of " << count.points;
		}
		EXPECT_GT(counts.entries.points, 250 * TestScale());
		EXPECT_GT(counts.contacts.points, 500 * TestScale());
		std::printf("    %s: in a gap without floats are %d of %d entries, %d of %d contacts\n", kind.name,
		            counts.entries.narrow, counts.entries.points, counts.contacts.narrow, counts.contacts.points);
	}
}

} // namespace ricochet::test::touching_point_test
