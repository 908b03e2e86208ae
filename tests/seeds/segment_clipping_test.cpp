// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/half_space.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/hit_point.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// Tests an article about fast particles, which detects collisions by clipping a segment against a convex polygon.
// convex_polygon_test.cpp tests its half spaces, and bullet_segment_test.cpp its bullets in a world.

namespace ricochet::test::segment_clipping_test
{
namespace
{

using documents::NormalOf;

const std::array<b2Vec2, 3> k_triangle = {b2Vec2{0.0f, 0.0f}, {4.0f, 0.0f}, {2.0f, 4.0f}};

struct NearAndFar
{
	float tNear = 0.0f, tFar = 1.0f; // initial values of the article
	int nearEdge = -1, farEdge = -1; // -1: the normal is undefined
};

// The article's clipping. It keeps the farthest candidate for the near point, and the nearest candidate for the far
// point.
std::optional<NearAndFar> Clip(b2Vec2 a, b2Vec2 b, std::span<const b2Vec2> vertices, NearAndFar clip = {})
{
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 normal = NormalOf(vertices, i);
		const float numerator = b2Dot(vertices[i] - a, normal), denominator = b2Dot(b - a, normal);
		const float t = numerator / denominator; // t = (V - A) . N / (B - A) . N
		if (denominator < 0.0f && t > clip.tNear)
		{
			clip.tNear = t;
			clip.nearEdge = static_cast<int>(i);
		}
		if (denominator > 0.0f && t < clip.tFar)
		{
			clip.tFar = t;
			clip.farEdge = static_cast<int>(i);
		}
		if (denominator == 0.0f && numerator < 0.0f)
		{
			return std::nullopt;
		}
	}
	return clip.tNear <= clip.tFar ? std::optional(clip) : std::nullopt;
}

TEST(SeedSegmentClipping, PointInBox)
{
	b2AABB box;
	box.lowerBound = {1.0f, 1.0f};
	box.upperBound = {3.0f, 2.0f};
	EXPECT_EQ(LocateInBox({2.0f, 1.5f}, box), Location::Inside);
	EXPECT_EQ(LocateInBox({3.0f, 1.5f}, box), Location::Boundary);
	EXPECT_EQ(LocateInBox({3.5f, 1.5f}, box), Location::Outside);
}

TEST(SeedSegmentClipping, RayAgainstBox)
{
	// The article says: "Kind of a special case, but also interesting."
	b2AABB box;
	box.lowerBound = {1.0f, -1.0f};
	box.upperBound = {3.0f, 1.0f};
	const std::optional<RaySpan> span = ClipBox({{0.0f, 0.0f}, {4.0f, 0.0f}}, box);
	ASSERT_TRUE(span);
	EXPECT_EQ(span->enter.fraction, 0.25f);
	EXPECT_EQ(span->exit.fraction, 0.75f);
}

TEST(SeedSegmentClipping, SegmentAsTwoPointsAndT)
{
	const Ray ray = RayBetween({1.0f, 2.0f}, {5.0f, 4.0f});
	EXPECT_EQ(PointAt(ray, 0.0f), (b2Vec2{1.0f, 2.0f}));
	EXPECT_EQ(PointAt(ray, 0.5f), (b2Vec2{3.0f, 3.0f}));
	EXPECT_EQ(PointAt(ray, 1.0f), (b2Vec2{5.0f, 4.0f}));
}

TEST(SeedSegmentClipping, IntersectionOfASegmentAndALine)
{
	// For the triangle's right side, t = (V - A) . N / (B - A) . N.
	const b2Vec2 a{0.0f, 2.0f}, b{6.0f, 2.0f}, normal = NormalOf(k_triangle, 1);
	EXPECT_EQ(b2Dot(k_triangle[1] - a, normal) / b2Dot(b - a, normal), 0.5f);
	const std::optional<Crossing> crossing = CrossSegment(RayBetween(a, b), k_triangle[1], k_triangle[2]);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.5f);
	EXPECT_EQ(crossing->point, (b2Vec2{3.0f, 2.0f}));
}

TEST(SeedSegmentClipping, FurthestNearAndClosestFarCandidate)
{
	const b2Vec2 a{-2.0f, 2.0f}, b{6.0f, 2.0f};
	const auto article = Clip(a, b, k_triangle);
	ASSERT_TRUE(article);
	const std::optional<RaySpan> span = ClipConvex(RayBetween(a, b), k_triangle);
	ASSERT_TRUE(span);
	EXPECT_EQ(article->tNear, 0.375f);
	EXPECT_EQ(span->enter.fraction, 0.375f);
	EXPECT_EQ(article->tFar, 0.625f);
	EXPECT_EQ(span->exit.fraction, 0.625f);
}

TEST(SeedSegmentClipping, NormalsAtBothEnds)
{
	const b2Vec2 a{-2.0f, 2.0f}, b{6.0f, 2.0f};
	const auto article = Clip(a, b, k_triangle);
	const std::optional<RaySpan> span = ClipConvex(RayBetween(a, b), k_triangle);
	ASSERT_TRUE(article && span);
	EXPECT_EQ(span->enter.edge, article->nearEdge);
	EXPECT_EQ(span->exit.edge, article->farEdge);
	const float length = std::sqrt(5.0f);
	EXPECT_NEAR(b2Distance(span->enter.normal, b2Vec2{-2.0f / length, 1.0f / length}), 0.0f, 1e-7f);
	EXPECT_NEAR(b2Distance(span->exit.normal, b2Vec2{2.0f / length, 1.0f / length}), 0.0f, 1e-7f);
}

TEST(SeedSegmentClipping, MissWhenFarIsBeforeNear)
{
	EXPECT_FALSE(Clip({-2.0f, 3.0f}, {2.0f, 7.0f}, k_triangle));
	EXPECT_FALSE(ClipConvex(RayBetween({-2.0f, 3.0f}, {2.0f, 7.0f}), k_triangle));
	// The ray touches a vertex, so near equals far. The article rounds the two quotients separately, so chance decides
	// which one is larger. The coordinates are integers, so the rays pass exactly through the vertex.
	SceneRandom random(3);
	const auto whole = [&](int32_t low, int32_t high)
	{
		return static_cast<float>(low + random.Below(high - low));
	};
	int missed = 0;
	for (int i = 0; i < 1000; ++i)
	{
		const b2Vec2 apex{whole(-4000, 4000), whole(-4000, 4000)}, arm{whole(1000, 3000), whole(-300, 300)};
		const std::array<b2Vec2, 3> triangle = {apex, apex + b2Vec2{-1301.0f, -4103.0f},
		                                        apex + b2Vec2{1702.0f, -3907.0f}};
		const Ray ray = {apex - arm, 3.0f * arm};
		missed += Clip(ray.origin, ray.origin + ray.translation, triangle) ? 0 : 1;
		const std::optional<RaySpan> span = ClipConvex(ray, triangle);
		ASSERT_TRUE(span && span->grazing) << i;
	}
	EXPECT_GT(missed, 0);
}

TEST(SeedSegmentClipping, EndsTooShortOrBehind)
{
	EXPECT_FALSE(ClipConvex(RayBetween({-4.0f, 2.0f}, {-2.0f, 2.0f}), k_triangle)) << "tnear > 1";
	EXPECT_FALSE(ClipConvex(RayBetween({6.0f, 2.0f}, {8.0f, 2.0f}), k_triangle)) << "tfar < 0";
}

TEST(SeedSegmentClipping, StartOrEndInside)
{
	// In the article tnear stays 0 and its normal is undefined, and so with tfar and 1. In ricochet the normal is (0,
	// 0) and a flag gives the reason.
	const auto article = Clip({2.0f, 1.0f}, {2.5f, 1.0f}, k_triangle);
	ASSERT_TRUE(article);
	EXPECT_EQ(article->nearEdge, -1);
	EXPECT_EQ(article->farEdge, -1);
	const std::optional<RaySpan> span = ClipConvex(RayBetween({2.0f, 1.0f}, {2.5f, 1.0f}), k_triangle);
	ASSERT_TRUE(span);
	EXPECT_TRUE(span->startsInside);
	EXPECT_TRUE(span->endsInside);
	EXPECT_EQ(span->enter.normal, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(span->exit.normal, (b2Vec2{0.0f, 0.0f}));
}

TEST(SeedSegmentClipping, FirstAndLastPointOverManyPolygons)
{
	// The article passes tnear and tfar from polygon to polygon, so the part that is in all polygons remains. For two
	// separate polygons, nothing remains. A cast of ricochet returns each polygon's own span.
	const std::array<b2Vec2, 4> box = {b2Vec2{3.0f, -1.0f}, {5.0f, -1.0f}, {5.0f, 1.0f}, {3.0f, 1.0f}};
	std::array<b2Vec2, 4> next = box;
	b2World world({0.0f, 0.0f});
	for (const float x : {6.0f, 0.0f, 3.0f})
	{
		std::transform(box.begin(), box.end(), next.begin(), [&](b2Vec2 v) { return v + b2Vec2{x, 0.0f}; });
		b2BodyDef def;
		const auto shape = MakePolygon(next);
		world.CreateBody(&def)->CreateFixture(&*shape, 0.0f);
	}
	const std::optional<NearAndFar> first = Clip({0.0f, 0.0f}, {16.0f, 0.0f}, box);
	ASSERT_TRUE(first);
	EXPECT_FALSE(Clip({0.0f, 0.0f}, {16.0f, 0.0f}, next, *first));

	std::vector<RayHit> hits;
	CastRayAll(world, RayBetween({0.0f, 0.0f}, {16.0f, 0.0f}), hits);
	ASSERT_EQ(hits.size(), 3u);
	EXPECT_TRUE(IsBeside(hits.front().enter.point, {3.0f, 0.0f}));
	const auto last = std::max_element(
	    hits.begin(), hits.end(), [](const RayHit& a, const RayHit& b) { return a.exit.fraction < b.exit.fraction; });
	EXPECT_TRUE(IsBeside(last->exit.point, {11.0f, 0.0f}));
}

} // namespace
} // namespace ricochet::test::segment_clipping_test
