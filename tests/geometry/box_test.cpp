// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

namespace ricochet::test::box_test
{

namespace
{

const b2AABB k_box{{-1.0f, -1.0f}, {1.0f, 1.0f}};

struct BoxShape
{
	b2AABB box;

	static BoxShape Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			b2Vec2 a = field.Point(random);
			b2Vec2 b = field.Point(random);
			b.x = random.OneIn(6) ? a.x : b.x;
			b.y = random.OneIn(6) ? a.y : b.y;
			if (std::isfinite(a.x + a.y + b.x + b.y))
			{
				return {{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}}};
			}
		}
	}
	Aim GetAim(Random& random) const
	{
		const b2Vec2 lower = box.lowerBound;
		const b2Vec2 upper = box.upperBound;
		const std::array<b2Vec2, 4> corners = {lower, b2Vec2{upper.x, lower.y}, upper, b2Vec2{lower.x, upper.y}};
		return AimAt(random, corners);
	}
	BoxShape Moved(b2Vec2 offset) const { return {{box.lowerBound + offset, box.upperBound + offset}}; }
	BoxShape Mirrored() const
	{
		return {{{-box.upperBound.x, box.lowerBound.y}, {-box.lowerBound.x, box.upperBound.y}}};
	}
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipBox(ray, box); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipBox(ray, box); }
	bool Contains(const ExactVec& p) const { return ExactLocateInBox(p, box) != Location::Outside; }
	std::string Text(const Ray& ray) const { return "ClipBox(" + ToText(ray) + ", " + ToText(box) + ")"; }
};

struct BoxCall
{
	static constexpr size_t k_fields = 9;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, -1.0f, -1.0f, 1.0f, 1.0f};

	BoxShape Shape() const { return {{{fields[5], fields[6]}, {fields[7], fields[8]}}}; }
	std::optional<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const { return true; }
	bool IsMiss() const { return fields[5] > fields[7] || fields[6] > fields[8]; }
};

/// The result for a box must be the result for the polygon of its corners.
struct BoxAsPolygon : BoxShape
{
	static BoxAsPolygon Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const BoxShape shape = BoxShape::Draw(random, field);
			const b2AABB& b = shape.box;
			if (b.lowerBound.x < b.upperBound.x && b.lowerBound.y < b.upperBound.y)
			{
				return {shape};
			}
		}
	}
	ExactSpans Exact(const PulledRay& ray) const
	{
		const b2Vec2 lower = box.lowerBound;
		const b2Vec2 upper = box.upperBound;
		const std::array<b2Vec2, 4> corners = {lower, b2Vec2{upper.x, lower.y}, upper, b2Vec2{lower.x, upper.y}};
		return ExactClipConvex(ray, corners);
	}
};

} // namespace

TEST(ClipBox, ObeysTheRayTable)
{
	RunSolidRayTable([](const Ray& ray) { return ClipBox(ray, k_box); }, "box");
	RunTouchRayTable([](const Ray& ray) { return ClipBox(ray, k_box); }, "top", 1.0f, -1.0f, 1.0f);
	RunTouchRayTable([](const Ray& ray) { return ClipBox(ray, k_box); }, "bottom", -1.0f, -1.0f, 1.0f);
}

TEST(ClipBox, AsThinAsASegmentItIsOnlyTouched)
{
	const b2AABB flat{{-1.0f, 0.0f}, {0.5f, 0.0f}};
	RunTouchRayTable([&](const Ray& ray) { return ClipBox(ray, flat); }, "along a flat box", 0.0f, -1.0f, 0.5f);
	const b2AABB upright{{0.5f, -1.0f}, {0.5f, 1.0f}};
	RunTouchRayTable([&](const Ray& ray) { return ClipBox(ray, upright); }, "across an upright box", 0.25f, 0.5f, 0.5f);
	RunTouchRayTable([&](const Ray& ray) { return ClipBox(ray, upright); }, "over its end", 1.0f, 0.5f, 0.5f);
	const b2AABB point{{0.25f, 2.0f}, {0.25f, 2.0f}};
	RunTouchRayTable([&](const Ray& ray) { return ClipBox(ray, point); }, "a point", 2.0f, 0.25f, 0.25f);
}

TEST(ClipBox, NamesItsEdgesBottomRightTopLeft)
{
	const auto edges = [](b2Vec2 from, b2Vec2 to)
	{
		const auto span = ClipBox(RayBetween(from, to), k_box);
		return span.has_value() ? std::pair<int, int>(span->enter.edge, span->exit.edge) : std::pair<int, int>(-2, -2);
	};
	EXPECT_EQ(edges({0.0f, -2.0f}, {0.0f, 2.0f}), std::pair(0, 2));
	EXPECT_EQ(edges({2.0f, 0.0f}, {-2.0f, 0.0f}), std::pair(1, 3));
	EXPECT_EQ(edges({0.0f, 2.0f}, {0.0f, -2.0f}), std::pair(2, 0));
	EXPECT_EQ(edges({-2.0f, 0.0f}, {2.0f, 0.0f}), std::pair(3, 1));
	EXPECT_EQ(edges({-2.0f, -2.0f}, {2.0f, 2.0f}), std::pair(0, 1)) << "ties go to the lower index";
	EXPECT_EQ(edges({2.0f, 2.0f}, {-2.0f, -2.0f}), std::pair(1, 0)) << "ties go to the lower index";
}

TEST(ClipBox, InvertedBoundsAreAMiss)
{
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	for (const b2AABB& box : {b2AABB{{1.0f, -1.0f}, {-1.0f, 1.0f}}, b2AABB{{-1.0f, 1.0f}, {1.0f, -1.0f}},
	                          b2AABB{{1.0f, 1.0f}, {-1.0f, -1.0f}}, b2AABB{{0x1p-149f, 0.0f}, {0.0f, 0.0f}}})
	{
		EXPECT_FALSE(ClipBox(ray, box).has_value()) << ToText(box);
		EXPECT_FALSE(ClipBox(point, box).has_value()) << ToText(box);
	}
}

TEST(ClipBox, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<BoxShape>(0xB0C5A, 100000, Rays::AnyInField);
}

TEST(ClipBox, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<BoxShape>(0xB0C5B, 100000, Rays::Aimed);
}

TEST(ClipBox, AnswersAsThePolygonOfItsCorners)
{
	CompareWithOracle<BoxAsPolygon>(0xB0C5C, 30000, Rays::Aimed);
}

TEST(ClipBox, TakesEveryFloatInEveryField)
{
	SweepHardFloats<BoxCall>(0xB0C5D, 50000);
}

TEST(ClipBox, KeepsTheLawsOfRays)
{
	CheckLaws<BoxShape>(0xB0C5E, 30000);
}

} // namespace ricochet::test::box_test
