// MIT License, Copyright (c) 2026 the ricochet authors

#include "seeds/documents.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>
#include <ricochet/geometry/polygon_check.h>
#include <ricochet/geometry/reflect.h>

#include "support/hit_point.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

// Tests the techniques of "2D Polygon - Raycasting" (2011): their results, their failures, and ricochet's results.

namespace ricochet::test::polygon_raycasting_test
{
namespace
{

using documents::CastAtPolygon;
using documents::CrossPolygon;
using documents::CrossRayAndSegment;

// The box is counter-clockwise, 4 m wide and 2 m high.
const std::array<b2Vec2, 4> k_box = {b2Vec2{-2.0f, -1.0f}, {2.0f, -1.0f}, {2.0f, 1.0f}, {-2.0f, 1.0f}};

TEST(SeedPolygonRaycasting, RayAgainstSegmentParametrically)
{
	const b2Vec2 origin{0.0f, 0.0f}, along{4.0f, 0.0f}, a{1.0f, -1.0f}, b{1.0f, 3.0f};
	EXPECT_EQ(CrossRayAndSegment(origin, along, a, b), 0.25f);
	const std::optional<Crossing> crossing = CrossSegment({origin, along}, a, b);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.25f);
	EXPECT_EQ(crossing->normal, (b2Vec2{-1.0f, 0.0f}));
}

TEST(SeedPolygonRaycasting, ParallelMeansADeterminantOfZero)
{
	// The directions (1 + e, 1) and (1, 1 - e) differ. Their determinant is -e^2, which is lost when (1 + e)(1 - e) is
	// rounded to 1.
	// Every number here is a float without rounding.
	constexpr float e = 0x1p-13f;
	const b2Vec2 along = 64.0f * b2Vec2{1.0f + e, 1.0f};
	const b2Vec2 middle = 0.5f * along, half = 16.0f * b2Vec2{1.0f, 1.0f - e};
	EXPECT_EQ(CrossRayAndSegment({0.0f, 0.0f}, along, middle - half, middle + half), std::nullopt);
	const std::optional<Crossing> crossing = CrossSegment({{0.0f, 0.0f}, along}, middle - half, middle + half);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->fraction, 0.5f);
}

TEST(SeedPolygonRaycasting, RayAlongACollinearSegment)
{
	// The document says: "I have not found a clean and efficient way to deal with this case."
	const b2Vec2 origin{0.0f, 0.0f}, along{3.0f, 6.0f}, a{2.0f, 4.0f}, b{1.0f, 2.0f};
	EXPECT_EQ(CrossRayAndSegment(origin, along, a, b), std::nullopt);
	const std::optional<Crossing> crossing = CrossSegment({origin, along}, a, b);
	ASSERT_TRUE(crossing);
	EXPECT_EQ(crossing->point, b); // the nearer end
	EXPECT_NEAR(b2Dot(crossing->normal, along), -std::hypot(3.0f, 6.0f), 1e-5f);
	EXPECT_FALSE(CrossSegment({origin, along, 0.25f}, a, b)); // too short to reach it
	EXPECT_FALSE(CrossSegment({origin, -along}, a, b));       // behind the origin
}

TEST(SeedPolygonRaycasting, SharedVertexOfTwoSegments)
{
	// The rays aim at the vertex of an angle that opens towards them. The document rounds s for each segment
	// separately.
	// If s is below 0 for one segment and above 1 for the other, the ray passes through.
	SceneRandom random(1);
	int leaks = 0;
	for (int i = 0; i < 20000; ++i)
	{
		const b2Vec2 vertex = random.InBox(10.0f);
		const b2Vec2 origin = vertex + b2Vec2{-10.0f, random.Uniform(-3.0f, 3.0f)};
		const b2Vec2 a = vertex + b2Vec2{random.Uniform(-3.0f, 3.0f), 8.0f};
		const b2Vec2 b = vertex + b2Vec2{random.Uniform(-3.0f, 3.0f), -8.0f};
		const Ray ray = {origin, 1.7f * (vertex - origin)};
		leaks += CrossRayAndSegment(origin, ray.translation, a, vertex, 1.0f) ||
		                 CrossRayAndSegment(origin, ray.translation, vertex, b, 1.0f)
		             ? 0
		             : 1;
		ASSERT_TRUE(CrossSegment(ray, a, vertex) || CrossSegment(ray, vertex, b)) << i;
	}
	EXPECT_GT(leaks, 0);
}

TEST(SeedPolygonRaycasting, ClosestCrossingOfAllEdges)
{
	const b2Vec2 origin{-6.0f, 0.5f}, along{16.0f, 0.0f};
	const auto document = CastAtPolygon(origin, along, k_box);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->t, 0.25f);
	EXPECT_EQ(document->point, (b2Vec2{-2.0f, 0.5f}));
	// ricochet gives the same point, and also the point where the ray leaves.
	const std::optional<RaySpan> span = ClipConvex({origin, along}, k_box);
	ASSERT_TRUE(span);
	EXPECT_EQ(span->enter.fraction, 0.25f);
	EXPECT_TRUE(IsBeside(span->enter.point, document->point));
	EXPECT_EQ(span->exit.fraction, 0.5f);
	EXPECT_TRUE(IsBeside(span->exit.point, {2.0f, 0.5f}));
}

TEST(SeedPolygonRaycasting, NormalOfTheEdgeThatIsHit)
{
	const auto document = CastAtPolygon({-6.0f, 0.5f}, {16.0f, 0.0f}, k_box);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->normal, (b2Vec2{-1.0f, 0.0f}));
	const std::optional<RaySpan> span = ClipConvex({{-6.0f, 0.5f}, {16.0f, 0.0f}}, k_box);
	ASSERT_TRUE(span);
	EXPECT_EQ(span->enter.normal, document->normal);
	EXPECT_EQ(span->enter.edge, 3);
	EXPECT_EQ(span->exit.normal, (b2Vec2{1.0f, 0.0f}));
	EXPECT_EQ(span->exit.edge, 1);
}

TEST(SeedPolygonRaycasting, ClockwiseVertices)
{
	// "If your implementation uses clockwise polygons you'll want to use LeftPerp() instead". Without this change, the
	// normal points inwards.
	std::array<b2Vec2, 4> clockwise = k_box;
	std::reverse(clockwise.begin(), clockwise.end());
	const auto document = CastAtPolygon({-6.0f, 0.5f}, {16.0f, 0.0f}, clockwise);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->normal, (b2Vec2{1.0f, 0.0f}));
	const Result<PolygonKind> kind = CheckPolygon(clockwise);
	ASSERT_TRUE(kind);
	EXPECT_FALSE(kind->counterClockwise);
	std::vector<RaySpan> spans;
	ClipPolygon({{-6.0f, 0.5f}, {16.0f, 0.0f}}, clockwise, spans);
	ASSERT_EQ(spans.size(), 1u);
	EXPECT_EQ(spans[0].enter.normal, (b2Vec2{-1.0f, 0.0f}));
}

TEST(SeedPolygonRaycasting, EvenNumberOfCrossingsIsAHit)
{
	EXPECT_EQ(CrossPolygon({-6.0f, 0.5f}, {16.0f, 0.0f}, k_box).count, 2);
	// The ray enters at a vertex of two edges and leaves through a side. That makes three crossings, and the document
	// takes the origin as inside.
	const std::array<b2Vec2, 3> triangle = {b2Vec2{0.0f, 0.0f}, {2.0f, -1.0f}, {2.0f, 1.0f}};
	EXPECT_EQ(CrossPolygon({-1.0f, 0.0f}, {4.0f, 0.0f}, triangle).count, 3);
	EXPECT_FALSE(CastAtPolygon({-1.0f, 0.0f}, {4.0f, 0.0f}, triangle));
	const std::optional<RaySpan> span = ClipConvex({{-1.0f, 0.0f}, {4.0f, 0.0f}}, triangle);
	ASSERT_TRUE(span);
	EXPECT_EQ(span->enter.fraction, 0.25f);
	EXPECT_EQ(span->exit.fraction, 0.75f);
	EXPECT_FALSE(span->startsInside);
}

TEST(SeedPolygonRaycasting, OriginInside)
{
	// The document says: "If a polygon contains the ray origin, there is no intersection". So its method cannot find
	// where a bullet leaves a wall.
	EXPECT_EQ(CrossPolygon({0.0f, 0.0f}, {8.0f, 0.0f}, k_box).count, 1);
	EXPECT_FALSE(CastAtPolygon({0.0f, 0.0f}, {8.0f, 0.0f}, k_box));
	const std::optional<RaySpan> span = ClipConvex({{0.0f, 0.0f}, {8.0f, 0.0f}}, k_box);
	ASSERT_TRUE(span);
	EXPECT_TRUE(span->startsInside);
	EXPECT_EQ(span->enter.normal, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(span->exit.fraction, 0.25f);
	EXPECT_EQ(span->exit.normal, (b2Vec2{1.0f, 0.0f}));
}

TEST(SeedPolygonRaycasting, ContainmentByBinarySearch)
{
	// The document requires a test for points in polygons. ricochet's test is also exact, and reports the boundary.
	std::vector<b2Vec2> round;
	for (int i = 0; i < 64; ++i)
	{
		const float angle = 6.2831853f * static_cast<float>(i) / 64.0f;
		round.push_back({10.0f * std::cos(angle), 10.0f * std::sin(angle)});
	}
	EXPECT_EQ(LocateInConvex({3.0f, 4.0f}, round), Location::Inside);
	EXPECT_EQ(LocateInConvex({8.0f, 8.0f}, round), Location::Outside);
	EXPECT_EQ(LocateInConvex(round[17], round), Location::Boundary);
	EXPECT_EQ(LocateInConvex(1.000001f * round[17], round), Location::Outside);
}

TEST(SeedPolygonRaycasting, GreatestDistanceTmax)
{
	// The loop does not apply tmax to the crossings that it counts. So a polygon out of reach is a hit without a point.
	const auto document = CastAtPolygon({-6.0f, 0.5f}, {1.0f, 0.0f}, k_box, 3.0f);
	ASSERT_TRUE(document);
	EXPECT_EQ(document->t, std::numeric_limits<float>::max());
	EXPECT_EQ(document->point, (b2Vec2{-6.0f, 0.5f}));
	EXPECT_FALSE(ClipConvex({{-6.0f, 0.5f}, {1.0f, 0.0f}, 3.0f}, k_box));
	EXPECT_TRUE(ClipConvex({{-6.0f, 0.5f}, {1.0f, 0.0f}, 4.0f}, k_box)); // a hit at the very end counts
	// If a ray ends inside, ricochet reports this.
	const std::optional<RaySpan> span = ClipConvex({{-6.0f, 0.5f}, {1.0f, 0.0f}, 5.0f}, k_box);
	ASSERT_TRUE(span);
	EXPECT_TRUE(span->endsInside);
	EXPECT_EQ(span->exit.fraction, 5.0f);
}

TEST(SeedPolygonRaycasting, ReflectionOfTheRay)
{
	// This is the purple line in the document's picture.
	const b2Vec2 along{4.0f, -3.0f};
	const std::optional<RaySpan> span = ClipConvex({{-4.0f, 4.0f}, along, 2.0f}, k_box);
	ASSERT_TRUE(span);
	EXPECT_TRUE(IsBeside(span->enter.point, {0.0f, 1.0f}));
	EXPECT_EQ(span->enter.normal, (b2Vec2{0.0f, 1.0f}));
	EXPECT_EQ(Reflect(along, span->enter.normal), (b2Vec2{4.0f, 3.0f}));
	// A face at 45 degrees reflects the ray straight up.
	const std::array<b2Vec2, 3> wedge = {b2Vec2{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}};
	const std::optional<RaySpan> slanting = ClipConvex({{-1.0f, 1.0f}, {4.0f, 0.0f}}, wedge);
	ASSERT_TRUE(slanting);
	EXPECT_NEAR(b2Distance(Reflect({4.0f, 0.0f}, slanting->enter.normal), b2Vec2{0.0f, 4.0f}), 0.0f, 1e-6f);
}

} // namespace
} // namespace ricochet::test::polygon_raycasting_test
