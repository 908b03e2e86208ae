// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>

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

// Points of later hits, exits and contacts where a second solid touches. They are off the one thing that was hit. A
// second solid may contain them by a rounding: one that the ray does not pass there, or that the shape does not overlap
// where it starts. Exact arithmetic counts how often.

namespace ricochet::test::touching_point_test
{

namespace
{

// Boxes side by side with common corners, triangles on them that share their corners, and a chain along their tops.
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

// The radius of a fixture's corners.
float RoundOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const bool isRound = shape.GetType() == b2Shape::e_circle || shape.m_radius > b2_polygonRadius;
	return isRound && IsThin(fixture) == false ? shape.m_radius : 0.0f;
}

// A corner of a thing, or a point between two of its corners, some of them off by some units in the last place.
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

// Whether a ray is in a solid within a slack of a fraction.
bool IsPassed(const b2Fixture& fixture, const Ray& ray, double fraction, double slack)
{
	const ExactSpans spans =
	    ExactCast(*const_cast<b2Fixture&>(fixture).GetShape(), 0, Pull(ray, fixture.GetBody()->GetTransform()));
	return std::any_of(spans.begin(), spans.end(),
	                   [&](const ExactSpan& span) {
		                   return ToDouble(span.enter.fraction) <= fraction + slack &&
		                          ToDouble(span.exit.fraction) >= fraction - slack;
	                   });
}

struct Count
{
	int points = 0;
	int inside = 0;    // in the solid that was hit
	int inAnother = 0; // in another solid that counts
};

// counts(fixture) -> bool, for the solids in which the point should not lie.
template <class Counts>
void Judge(const Scene& scene, const b2Fixture* hit, b2Vec2 point, const Counts& counts, Count& count)
{
	count.points += 1;
	count.inside += IsThin(*hit) == false && LiesInside(*hit, point) ? 1 : 0;
	const auto isIn = [&](const b2Fixture* other)
	{
		return other != hit && IsThin(*other) == false && LiesInside(*other, point) && counts(*other);
	};
	count.inAnother += std::any_of(scene.fixtures.begin(), scene.fixtures.end(), isIn) ? 1 : 0;
}

struct Counts
{
	Count entries, exits, contacts;
};

void TryRay(SceneRandom& random, const Scene& scene, Counts& counts)
{
	const b2Vec2 to = HardPoint(random, scene);
	const b2Vec2 from = to + random.InBox(8.0f);
	const Ray ray{from, random.Uniform(1.5f, 3.0f) * (to - from), 1.0f};
	std::vector<RayHit> hits;
	CastRayAll(*scene.world, ray, hits);
	const double length = ray.translation.Length();
	for (const RayHit& hit : hits)
	{
		const auto judge = [&](const Crossing& crossing, Count& count)
		{
			const double unit = UnitAt(crossing.point, ray.origin);
			const double slack = 4.0 * unit / length;
			Judge(
			    scene, hit.fixture, crossing.point,
			    [&](const b2Fixture& other) { return IsPassed(other, ray, crossing.fraction, slack) == false; }, count);
		};
		if (&hit != hits.data() && hit.grazing == false && hit.startsInside == false && hit.enter.fraction > 0.0f)
		{
			judge(hit.enter, counts.entries);
		}
		if (hit.grazing == false && hit.endsInside == false && IsThin(*hit.fixture) == false)
		{
			judge(hit.exit, counts.exits);
		}
	}
}

void TryHull(SceneRandom& random, const Scene& scene, Counts& counts)
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
	for (const HullHit& hit : hits)
	{
		if (&hit == hits.data() && hit.startsInside == false && hit.grazing == false)
		{
			Judge(
			    scene, hit.fixture, hit.contact,
			    [&](const b2Fixture& other)
			    {
				    ShapeChild child = ShapeChildOf(*const_cast<b2Fixture&>(other).GetShape(), 0);
				    child.radius = RoundOf(other);
				    return Overlaps(path.hull, path.pose, child.AsHull(), other.GetBody()->GetTransform()) == false;
			    },
			    counts.contacts);
		}
	}
}

} // namespace

TEST(TouchingPoint, IsOffWhatWasHitAndSeldomInAnotherSolid)
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
		for (int i = 0; i < ScaledCount(40); ++i)
		{
			Scene scene;
			kind.fill(random, scene);
			for (int k = 0; k < 100; ++k)
			{
				TryRay(random, scene, counts);
				TryHull(random, scene, counts);
			}
		}
		EXPECT_GT(counts.entries.points, 1000 * TestScale());
		for (const Count& count : {counts.entries, counts.exits, counts.contacts})
		{
			EXPECT_EQ(count.inside, 0) << "of " << count.points;
			EXPECT_LE(count.inAnother, 0.03 * count.points) << "of " << count.points;
		}
		std::printf("    %s: in another solid are %d of %d entries, %d of %d exits, %d of %d contacts\n", kind.name,
		            counts.entries.inAnother, counts.entries.points, counts.exits.inAnother, counts.exits.points,
		            counts.contacts.inAnother, counts.contacts.points);
	}
}

} // namespace ricochet::test::touching_point_test
