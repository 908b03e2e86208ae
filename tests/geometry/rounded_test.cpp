// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

namespace ricochet::test::rounded_test
{

namespace
{

const std::vector<b2Vec2> k_capsule = {{-0.5f, 0.0f}, {0.5f, 0.0f}};
const std::vector<b2Vec2> k_square = {{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};

struct RoundedShape
{
	std::vector<b2Vec2> vertices;
	float radius;

	static RoundedShape Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			RoundedShape shape{DrawVertices(random, field), DrawRadius(random, field)};
			if (AreFinite(shape.vertices) && std::isfinite(shape.radius))
			{
				return shape;
			}
		}
	}

	/// Returns the vertices of a shape. On a grid, it is often a rectangle with sides along (3, 4) and (-4, 3), or a
	/// capsule along one of them. Its radius is a multiple of five, so that its moved sides have integer coordinates.
	static std::vector<b2Vec2> DrawVertices(Random& random, const Field& field)
	{
		const int kind = random.Below(4);
		if (field.GetKind() == Field::Kind::Grid && kind != 0)
		{
			const b2Vec2 corner = field.Point(random);
			const float length = field.Size() * static_cast<float>(random.Between(1, 3));
			const float width = field.Size() * static_cast<float>(random.Between(1, 3));
			const bool isAligned = random.OneIn(3);
			const b2Vec2 u = isAligned ? b2Vec2{5.0f * length, 0.0f} : b2Vec2{3.0f * length, 4.0f * length};
			const b2Vec2 v = isAligned ? b2Vec2{0.0f, 5.0f * width} : b2Vec2{-4.0f * width, 3.0f * width};
			std::vector<b2Vec2> vertices = {corner, corner + u, corner + u + v, corner + v};
			vertices.resize(kind == 1 ? 2 : 4);
			return vertices;
		}
		if (kind == 0)
		{
			return {field.Point(random)};
		}
		return kind == 1 ? std::vector<b2Vec2>{field.Point(random), field.Point(random)} : RandomConvex(random, field);
	}

	static float DrawRadius(Random& random, const Field& field)
	{
		if (random.OneIn(12))
		{
			return 0.0f;
		}
		if (field.GetKind() == Field::Kind::Grid)
		{
			return field.Size() * static_cast<float>((random.OneIn(2) ? 5 : 1) * random.Between(0, 2));
		}
		return field.Length(random) * (random.OneIn(2) ? 1.0f : random.LogUniform(1e-3f, 2.0f));
	}

	Aim GetAim(Random& random) const
	{
		Aim aim = AimAt(random, vertices);
		AimAtCircle(random, random.OneOf(vertices), radius, aim);
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			// Aims at both ends of the moved side, and at a point between them.
			const b2Vec2 a = vertices[i];
			const b2Vec2 b = vertices[(i + 1) % vertices.size()];
			const b2Vec2 e = b - a;
			const float length = std::hypot(e.x, e.y);
			if (length > 0.0f && std::isfinite(length))
			{
				const b2Vec2 out{radius * e.y / length, -radius * e.x / length};
				aim.points.push_back(a + out);
				aim.points.push_back(b + out);
				aim.points.push_back({0.5f * (a.x + b.x) + out.x, 0.5f * (a.y + b.y) + out.y});
				aim.directions.push_back(e);
			}
		}
		return aim;
	}
	RoundedShape Moved(b2Vec2 offset) const { return {MovedBy(vertices, offset), radius}; }
	RoundedShape Mirrored() const { return {MirroredOf(vertices), radius}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipRounded(ray, vertices, radius); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipRounded(ray, vertices, radius); }
	bool Contains(const ExactVec& p) const { return ExactLocateInRounded(p, vertices, radius) != Location::Outside; }
	std::string Text(const Ray& ray) const
	{
		return "ClipRounded(" + ToText(ray) + ", " + ToText(vertices) + ", " + ToText(radius) + ")";
	}
};

/// A rounded polygon with radius 0 is the polygon.
struct SharpShape : RoundedShape
{
	static SharpShape Draw(Random& random, const Field& field)
	{
		return {RoundedShape{RandomConvex(random, field), 0.0f}};
	}
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipConvex(ray, vertices); }
};

struct CapsuleCall
{
	static constexpr size_t k_fields = 10;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, -0.5f, -0.25f, 0.5f, 0.25f, 1.0f};

	RoundedShape Shape() const { return {{{fields[5], fields[6]}, {fields[7], fields[8]}}, fields[9]}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const { return true; }
	bool IsMiss() const { return fields[9] < 0.0f; }
};

struct RoundedTriangleCall
{
	static constexpr size_t k_fields = 12;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, -1.0f, -1.0f, 1.0f, -1.0f, 0.0f, 1.0f, 0.5f};

	RoundedShape Shape() const
	{
		return {{{fields[5], fields[6]}, {fields[7], fields[8]}, {fields[9], fields[10]}}, fields[11]};
	}
	std::optional<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const
	{
		const std::vector<b2Vec2> v = Shape().vertices;
		return Orientation(v[0], v[1], v[2]) > 0;
	}
	bool IsMiss() const { return fields[11] < 0.0f; }
};

} // namespace

TEST(ClipRounded, ObeysTheRayTable)
{
	const std::vector<b2Vec2> center = {{0.0f, 0.0f}};
	const auto disc = [&](const Ray& ray)
	{
		return ClipRounded(ray, center, 1.0f);
	};
	RunSolidRayTable(disc, "disc");
	RunTouchRayTable(disc, "disc, tangent", 1.0f, 0.0f, 0.0f);

	const auto capsule = [](const Ray& ray)
	{
		return ClipRounded(ray, k_capsule, 0.5f);
	};
	RunSolidRayTable(capsule, "capsule");
	RunTouchRayTable(capsule, "capsule, upper side", 0.5f, -0.5f, 0.5f);
	RunTouchRayTable(capsule, "capsule, lower side", -0.5f, -0.5f, 0.5f);

	const auto polygon = [](const Ray& ray)
	{
		return ClipRounded(ray, k_square, 0.5f);
	};
	RunSolidRayTable(polygon, "rounded square");
	RunTouchRayTable(polygon, "rounded square, top", 1.0f, -0.5f, 0.5f);

	const std::vector<b2Vec2> diamond = {{-0.5f, 0.0f}, {0.0f, -0.5f}, {0.5f, 0.0f}, {0.0f, 0.5f}};
	const auto onCorner = [&](const Ray& ray)
	{
		return ClipRounded(ray, diamond, 0.5f);
	};
	RunSolidRayTable(onCorner, "rounded diamond");
	RunTouchRayTable(onCorner, "rounded diamond, top", 1.0f, 0.0f, 0.0f);

	const std::vector<b2Vec2> sharp = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	const auto square = [&](const Ray& ray)
	{
		return ClipRounded(ray, sharp, 0.0f);
	};
	RunSolidRayTable(square, "square of radius 0");
	RunTouchRayTable(square, "square of radius 0, top", 1.0f, -1.0f, 1.0f);

	const auto segment = [](const Ray& ray)
	{
		return ClipRounded(ray, k_capsule, 0.0f);
	};
	RunTouchRayTable(segment, "capsule of radius 0, along", 0.0f, -0.5f, 0.5f);
	const std::vector<b2Vec2> upright = {{0.25f, -1.0f}, {0.25f, 1.0f}};
	const auto across = [&](const Ray& ray)
	{
		return ClipRounded(ray, upright, 0.0f);
	};
	RunTouchRayTable(across, "capsule of radius 0, across", 0.5f, 0.25f, 0.25f);
}

TEST(ClipRounded, SidesHaveTheirOwnEdgeAndRoundsThatOfTheNeighbourThatFacesTheRayMore)
{
	const auto enter = [](b2Vec2 from, b2Vec2 to)
	{
		const auto span = ClipRounded(RayBetween(from, to), k_square, 0.5f);
		return span.has_value() ? span->enter.edge : -2;
	};
	EXPECT_EQ(enter({0.0f, -2.0f}, {0.0f, 0.0f}), 0);
	EXPECT_EQ(enter({2.0f, 0.25f}, {0.0f, 0.25f}), 1);
	EXPECT_EQ(enter({0.0f, 2.0f}, {0.0f, 0.0f}), 2);
	EXPECT_EQ(enter({-2.0f, 0.0f}, {0.0f, 0.0f}), 3);
	// The arc of the corner (-0.5, -0.5) is between edges 0 and 3.
	EXPECT_EQ(enter({-2.0f, -0.75f}, {2.0f, -0.75f}), 3);
	EXPECT_EQ(enter({-0.75f, -2.0f}, {-0.75f, 2.0f}), 0);
	EXPECT_EQ(enter({-2.0f, -2.0f}, {2.0f, 2.0f}), 0) << "ties go to the lower index";

	// A capsule has two sides: 0 is to the right of its direction, and 1 to the left.
	const auto side = [](b2Vec2 from, b2Vec2 to)
	{
		const auto span = ClipRounded(RayBetween(from, to), k_capsule, 0.5f);
		return span.has_value() ? std::pair<int, int>(span->enter.edge, span->exit.edge) : std::pair<int, int>(-2, -2);
	};
	EXPECT_EQ(side({0.25f, -2.0f}, {0.25f, 2.0f}), std::pair(0, 1));
	EXPECT_EQ(side({0.25f, 2.0f}, {0.25f, -2.0f}), std::pair(1, 0));
	EXPECT_EQ(side({-2.0f, -0.25f}, {2.0f, 0.25f}), std::pair(0, 1));
	EXPECT_EQ(side({-2.0f, 0.0f}, {2.0f, 0.0f}), std::pair(0, 0)) << "ties go to the lower index";
}

TEST(ClipRounded, NormalsOfRoundsPointAwayFromTheVertex)
{
	// At height 0.9, the ray hits the arc about (0.5, 0.5) at x = 0.5 + 0.3.
	const auto span = ClipRounded({{4.0f, 0.9f}, {-8.0f, 0.0f}}, k_square, 0.5f);
	ASSERT_TRUE(span.has_value());
	EXPECT_NEAR(span->enter.normal.x, 0.6f, 1e-6f);
	EXPECT_NEAR(span->enter.normal.y, 0.8f, 1e-6f);
	EXPECT_NEAR(span->exit.normal.x, -0.6f, 1e-6f);
	EXPECT_NEAR(span->exit.normal.y, 0.8f, 1e-6f);
}

TEST(ClipRounded, NoVerticesOrANegativeOrNonFiniteRadiusIsAMiss)
{
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	EXPECT_FALSE(ClipRounded(ray, {}, 1.0f).has_value());
	EXPECT_FALSE(ClipRounded(point, {}, 1.0f).has_value());
	for (const std::vector<b2Vec2>& vertices : {k_capsule, k_square, std::vector<b2Vec2>{{0.0f, 0.0f}}})
	{
		for (const float radius : {-1.0f, -0x1p-149f, -INFINITY, INFINITY, NAN})
		{
			EXPECT_FALSE(ClipRounded(ray, vertices, radius).has_value()) << radius;
			EXPECT_FALSE(ClipRounded(point, vertices, radius).has_value()) << radius;
		}
		for (const float bad : {NAN, INFINITY, -INFINITY})
		{
			std::vector<b2Vec2> broken = vertices;
			broken.back().y = bad;
			EXPECT_FALSE(ClipRounded(ray, broken, 1.0f).has_value()) << bad;
			EXPECT_FALSE(ClipRounded(point, broken, 1.0f).has_value()) << bad;
		}
	}
}

TEST(ClipRounded, AHullOnOneLineIsACapsule)
{
	const std::vector<std::vector<b2Vec2>> hulls = {
	    {{-0.5f, 0.0f}, {-0.5f, 0.0f}, {0.5f, 0.0f}},
	    {{-0.5f, 0.0f}, {0.25f, 0.0f}, {0.5f, 0.0f}},
	    {{-0.5f, 0.0f}, {0.0f, 0.0f}, {0.5f, 0.0f}, {0.0f, 0.0f}},
	};
	for (const std::vector<b2Vec2>& hull : hulls)
	{
		SCOPED_TRACE(ToText(hull));
		RunSolidRayTable([&](const Ray& ray) { return ClipRounded(ray, hull, 0.5f); }, "capsule");
		RunTouchRayTable([&](const Ray& ray) { return ClipRounded(ray, hull, 0.5f); }, "its side", 0.5f, -0.5f, 0.5f);
	}
	const std::vector<b2Vec2> point = {{0.0f, 0.0f}, {0.0f, 0.0f}};
	RunSolidRayTable([&](const Ray& ray) { return ClipRounded(ray, point, 1.0f); }, "a capsule of length 0");
}

TEST(ClipRounded, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<RoundedShape>(0x907DEDA, 100000, Rays::AnyInField);
}

TEST(ClipRounded, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<RoundedShape>(0x907DEDB, 100000, Rays::Aimed);
}

TEST(ClipRounded, WithRadiusZeroAnswersAsThePolygon)
{
	CompareWithOracle<SharpShape>(0x907DEDC, 50000, Rays::Aimed);
}

TEST(ClipRounded, TakesEveryFloatInEveryFieldOfACapsule)
{
	SweepHardFloats<CapsuleCall>(0x907DEDD, 50000);
}

TEST(ClipRounded, TakesEveryFloatInEveryFieldOfARoundedTriangle)
{
	SweepHardFloats<RoundedTriangleCall>(0x907DEDE, 50000);
}

TEST(ClipRounded, KeepsTheLawsOfRays)
{
	CheckLaws<RoundedShape>(0x907DEDF, 30000);
}

TEST(ClipRounded, ALongRayAlongASideLeavesAtItsFartherEnd)
{
	// Both ends of the side are at the same double as the ray's fraction.
	const b2Vec2 vertices[] = {{-3.0f, -8.0f}, {-3.0f, 0.0f}, {-1.0e3f, 0.0f}};
	for (const float length : {1.0e3f, 1.0e12f, 1.0e25f})
	{
		const Ray ray = RayBetween({0.0f, -length}, {0.0f, length});
		const std::optional<RaySpan> span = ClipRounded(ray, vertices, 3.0f);
		EXPECT_EQ(Mismatch(ray, span, ExactClipRounded(Pull(ray), vertices, 3.0f)), "") << length;
		const Ray back = RayBetween({0.0f, length}, {0.0f, -length});
		EXPECT_EQ(Mismatch(back, ClipRounded(back, vertices, 3.0f), ExactClipRounded(Pull(back), vertices, 3.0f)), "");
	}
}

} // namespace ricochet::test::rounded_test
