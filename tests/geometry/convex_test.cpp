// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/hit_point.h"
#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

namespace ricochet::test::convex_test
{

namespace
{

const std::vector<b2Vec2> k_square = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
const std::vector<b2Vec2> k_diamond = {{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};

struct ConvexShape
{
	std::vector<b2Vec2> vertices;

	static ConvexShape Draw(Random& random, const Field& field) { return {RandomConvex(random, field)}; }
	Aim GetAim(Random& random) const { return AimAt(random, vertices); }
	ConvexShape Moved(b2Vec2 offset) const { return {MovedBy(vertices, offset)}; }
	ConvexShape Mirrored() const { return {MirroredOf(vertices)}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipConvex(ray, vertices); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipConvex(ray, vertices); }
	bool Contains(const ExactVec& p) const { return ExactLocateInConvex(p, vertices) != Location::Outside; }
	std::string Text(const Ray& ray) const { return "ClipConvex(" + ToText(ray) + ", " + ToText(vertices) + ")"; }
};

/// The arguments of ClipConvex for a triangle: the numbers of the ray and of the vertices, in one array.
struct TriangleCall
{
	static constexpr size_t k_fields = 11;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, -1.0f, -1.0f, 1.0f, -1.0f, 0.0f, 2.0f};

	ConvexShape Shape() const { return {{{fields[5], fields[6]}, {fields[7], fields[8]}, {fields[9], fields[10]}}}; }
	bool IsCounterClockwise() const
	{
		const std::vector<b2Vec2> v = Shape().vertices;
		return Orientation(v[0], v[1], v[2]) > 0;
	}
	std::optional<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const { return IsCounterClockwise(); }
	bool IsMiss() const
	{
		const std::vector<b2Vec2> v = Shape().vertices;
		const bool isFinite = std::all_of(fields.begin(), fields.end(), [](float x) { return std::isfinite(x); });
		return isFinite && Orientation(v[0], v[1], v[2]) == 0;
	}
};

} // namespace

TEST(ClipConvex, ObeysTheRayTable)
{
	RunSolidRayTable([](const Ray& ray) { return ClipConvex(ray, k_square); }, "square");
	RunSolidRayTable([](const Ray& ray) { return ClipConvex(ray, k_diamond); }, "diamond, entered at its corners");
	const std::vector<b2Vec2> split = {{-1.0f, -1.0f}, {0.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.0f},
	                                   {1.0f, 1.0f},   {-1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, 0.0f}};
	RunSolidRayTable([&](const Ray& ray) { return ClipConvex(ray, split); }, "square with split and repeated vertices");
	RunTouchRayTable([&](const Ray& ray) { return ClipConvex(ray, split); }, "its top", 1.0f, -1.0f, 1.0f);
	RunTouchRayTable([](const Ray& ray) { return ClipConvex(ray, k_square); }, "top", 1.0f, -1.0f, 1.0f);
	RunTouchRayTable([](const Ray& ray) { return ClipConvex(ray, k_square); }, "bottom", -1.0f, -1.0f, 1.0f);
	RunTouchRayTable([](const Ray& ray) { return ClipConvex(ray, k_diamond); }, "vertex", 1.0f, 0.0f, 0.0f);
}

TEST(ClipConvex, ARayThroughAFaceNamesItsEdgeAndNormal)
{
	const auto span = ClipConvex({{-3.0f, 0.5f}, {8.0f, 0.0f}}, k_square);
	ASSERT_TRUE(span.has_value());
	EXPECT_EQ(span->enter.edge, 3);
	EXPECT_EQ(span->enter.fraction, 0.25f);
	EXPECT_TRUE(IsBeside(span->enter.point, {-1.0f, 0.5f}));
	EXPECT_EQ(span->enter.normal.x, -1.0f);
	EXPECT_EQ(span->enter.normal.y, 0.0f);
	EXPECT_EQ(span->exit.edge, 1);
	EXPECT_EQ(span->exit.fraction, 0.5f);
	EXPECT_EQ(span->exit.normal.x, 1.0f);
	EXPECT_FALSE(span->startsInside || span->endsInside || span->grazing);
}

TEST(ClipConvex, AtAVertexTheEdgeThatFacesTheRayMostIsEntered)
{
	// The corner (-1, -1) is between edge 0 (bottom) and edge 3 (left).
	const auto edges = [](b2Vec2 translation)
	{
		const Ray ray{{-1.0f - translation.x, -1.0f - translation.y}, {4.0f * translation.x, 4.0f * translation.y}};
		const auto span = ClipConvex(ray, k_square);
		return span.has_value() ? span->enter.edge : -2;
	};
	EXPECT_EQ(edges({2.0f, 1.0f}), 3);
	EXPECT_EQ(edges({1.0f, 2.0f}), 0);
	EXPECT_EQ(edges({1.0f, 1.0f}), 0) << "ties go to the lower index";
	EXPECT_EQ(edges({1.0f, -1.0f}), 3) << "a vertex that is only touched";
	EXPECT_EQ(edges({-1.0f, 1.0f}), 0) << "a vertex that is only touched";
	EXPECT_EQ(edges({1.0f, 0.0f}), 3) << "along the bottom, which does not face the ray at all";
}

TEST(ClipConvex, TheFacingOfUnequallyLongEdgesIsComparedByAngle)
{
	// The ray enters at a vertex between a very long and a very short edge. Their directions are symmetric about the
	// ray up to one ulp.
	const std::vector<b2Vec2> kite = {{0.0f, 0.0f}, {3.0f, -3.0f}, {4.0f, 0.0f}, {0x1p-20f, 0x1p-20f}};
	const auto tie = ClipConvex({{-1.0f, 0.0f}, {2.0f, 0.0f}}, kite);
	ASSERT_TRUE(tie.has_value());
	EXPECT_EQ(tie->enter.edge, 0);
	const auto lower = ClipConvex({{-1.0f, -0x1p-24f}, {2.0f, 0x1p-23f}}, kite);
	ASSERT_TRUE(lower.has_value());
	EXPECT_EQ(lower->enter.edge, 0);
	const auto upper = ClipConvex({{-1.0f, 0x1p-24f}, {2.0f, -0x1p-23f}}, kite);
	ASSERT_TRUE(upper.has_value());
	EXPECT_EQ(upper->enter.edge, 3);
}

TEST(ClipConvex, TooFewVerticesOrNoAreaIsAMiss)
{
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	const std::vector<std::vector<b2Vec2>> shapes = {
	    {},
	    {{0.0f, 0.0f}},
	    {{0.0f, -1.0f}, {0.0f, 1.0f}},
	    {{0.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 0.0f}},
	    {{0.0f, -1.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}},
	    {{-1.0f, 0.0f}, {0.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}},
	};
	for (const std::vector<b2Vec2>& vertices : shapes)
	{
		EXPECT_FALSE(ClipConvex(ray, vertices).has_value()) << ToText(vertices);
		EXPECT_FALSE(ClipConvex(point, vertices).has_value()) << ToText(vertices);
	}
	// A ray must hit the thinnest triangle with an area. Double arithmetic about (1, 1) could not distinguish this
	// triangle from a line.
	const std::vector<b2Vec2> sliver = {{1.0f, 1.0f}, {2.0f, 2.0f}, {3.0f, 0x1.800002p1f}};
	EXPECT_TRUE(ClipConvex({{0.0f, 2.0f}, {4.0f, 0.0f}}, sliver).has_value());
}

TEST(ClipConvex, ManyVerticesAreAllowed)
{
	std::vector<b2Vec2> polygon;
	for (int i = 0; i < 1000; ++i)
	{
		const double angle = 6.283185307179586 * i / 1000.0;
		polygon.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
	}
	polygon = ConvexHull(polygon, false);
	ASSERT_GT(polygon.size(), 900u);
	for (int i = 0; i < 20; ++i)
	{
		const b2Vec2 v = polygon[static_cast<size_t>(i) * 40];
		for (const Ray& ray : {Ray{{2.0f * v.x, 2.0f * v.y}, {-4.0f * v.x, -4.0f * v.y}},
		                       Ray{{2.0f * v.x, 2.0f * v.y}, {-v.x, -v.y}}, Ray{v, {-v.y, v.x}}})
		{
			EXPECT_EQ(Mismatch(ray, ClipConvex(ray, polygon), ExactClipConvex(Pull(ray), polygon)), "") << ToText(ray);
		}
	}
}

TEST(ClipConvex, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<ConvexShape>(0xC0417ECA, 100000, Rays::AnyInField);
}

TEST(ClipConvex, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<ConvexShape>(0xC0417ECB, 100000, Rays::Aimed);
}

TEST(ClipConvex, TakesEveryFloatInEveryField)
{
	SweepHardFloats<TriangleCall>(0xC0417ECC, 50000);
}

TEST(ClipConvex, KeepsTheLawsOfRays)
{
	CheckLaws<ConvexShape>(0xC0417ECD, 30000);
}

TEST(ClipConvex, APolygonWithoutAreaIsMissedAlsoWhereItIsOnlyTouched)
{
	const b2Vec2 flat[] = {{0.0f, 0.0f}, {1.0f, 0.5f}, {2.0f, 1.0f}, {1.0f, 0.5f}};
	const b2Vec2 thin[] = {{0.0f, 0.0f}, {1.0f, 0.5f}, {2.0f, 1.0f}, {1.0f, std::nextafter(0.5f, 1.0f)}};
	for (const b2Vec2 touched : {b2Vec2{0.0f, 0.0f}, b2Vec2{2.0f, 1.0f}})
	{
		for (const b2Vec2 way : {b2Vec2{0.0f, 4.0f}, b2Vec2{-1.0f, 2.0f}, b2Vec2{3.0f, -4.0f}, b2Vec2{4.0f, 2.0f}})
		{
			const Ray ray{touched - 0.5f * way, way};
			EXPECT_FALSE(ClipConvex(ray, flat).has_value()) << way.x;
			EXPECT_TRUE(ClipConvex(ray, thin).has_value()) << way.x;
		}
	}
}

} // namespace ricochet::test::convex_test
