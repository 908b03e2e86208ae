// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/second_oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

// Other tests compare the library with the first oracle. These tests compare a sample of the same cases with the
// second oracle.

namespace ricochet::test::second_oracle_test
{

namespace
{

constexpr int k_shapeRays = 20000;
constexpr int k_raysPerShape = 8;

/// Half of the rays are random, and half are aimed. After one hit in four, the same ray is cast again with another
/// maxFraction: at an end of the hit, or next to it. A Shape has Draw, GetAim and Clip as for CompareWithOracle, and
/// Wrong(path, got).
template <class Shape>
void CompareWithSecondOracle(uint64_t seed)
{
	std::optional<Field> field;
	std::optional<Shape> shape;
	Aim aim;
	int trial = 0, rays = 0, hits = 0, grazing = 0;
	const auto compare = [&](const Ray& ray, std::vector<RaySpan>& got)
	{
		got = ToList(shape->Clip(ray));
		++rays;
		hits += got.empty() ? 0 : 1;
		grazing += got.empty() == false && got[0].grazing ? 1 : 0;
		const std::string wrong =
		    IsValid(ray) ? shape->Wrong(ToPath(ray), got) : (got.empty() ? "" : "an invalid ray hits");
		return wrong.empty() ? "" : wrong + "\n" + shape->Text() + "\n" + ToText(ray);
	};
	RunTrials(seed, k_shapeRays,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % k_raysPerShape == 0)
		          {
			          field = Field::Draw(random);
			          shape = Shape::Draw(random, *field);
			          aim = shape->GetAim(random);
		          }
		          const Ray ray = random.OneIn(2) ? RandomRay(random, *field) : AimedRay(random, *field, aim);
		          std::vector<RaySpan> got;
		          std::string wrong = compare(ray, got);
		          if (wrong.empty() && got.empty() == false && random.OneIn(4))
		          {
			          wrong = compare(CutNear(random, ray, random.OneOf(got)), got);
		          }
		          return wrong;
	          });
	std::printf("    %d hits in %d rays, %d grazing\n", hits, rays, grazing);
	EXPECT_GT(hits, rays / 10);
	EXPECT_LT(hits, rays * 9 / 10);
	EXPECT_GT(grazing, Shape::k_canGraze && TestScale() >= 1.0 ? 10 : -1);
}

struct Segment
{
	static constexpr bool k_canGraze = false; // a Crossing does not report this
	b2Vec2 a, b;

	static Segment Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const Segment segment{field.Point(random), field.Point(random)};
			if (AreFinite(std::vector{segment.a, segment.b}) && IsSame(segment.a, segment.b) == false)
			{
				return segment;
			}
		}
	}
	Aim GetAim(Random& random) const { return AimAt(random, std::vector{a, b}); }
	std::optional<RaySpan> Clip(const Ray& ray) const
	{
		const std::optional<Crossing> crossing = CrossSegment(ray, a, b);
		return crossing ? std::optional(RaySpan{*crossing, *crossing}) : std::nullopt;
	}
	std::string Wrong(const Path& path, std::span<const RaySpan> got) const
	{
		return WrongOnSegment(path, a, b, got.empty() ? std::nullopt : std::optional(got[0].enter.fraction));
	}
	std::string Text() const { return ToText(std::vector{a, b}); }
};

struct Convex
{
	static constexpr bool k_canGraze = true;
	std::vector<b2Vec2> vertices;

	static Convex Draw(Random& random, const Field& field) { return {RandomConvex(random, field)}; }
	Aim GetAim(Random& random) const { return AimAt(random, vertices); }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipConvex(ray, vertices); }
	std::string Wrong(const Path& path, std::span<const RaySpan> got) const
	{
		return WrongInPolygon(path, vertices, got);
	}
	std::string Text() const { return ToText(vertices); }
};

struct Concave : Convex
{
	static Concave Draw(Random& random, const Field& field) { return {Convex{RandomSimple(random, field)}}; }
	std::vector<RaySpan> Clip(const Ray& ray) const
	{
		std::vector<RaySpan> spans;
		ClipPolygon(ray, vertices, spans);
		return spans;
	}
};

struct Box
{
	static constexpr bool k_canGraze = true;
	b2AABB box;

	static Box Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const b2Vec2 a = field.Point(random);
			const b2Vec2 b = field.Point(random);
			const Box shape{{b2Min(a, b), b2Max(a, b)}};
			if (AreFinite(std::vector{a, b}) && a.x != b.x && a.y != b.y)
			{
				return shape;
			}
		}
	}
	std::vector<b2Vec2> Corners() const
	{
		return {
		    box.lowerBound, {box.upperBound.x, box.lowerBound.y}, box.upperBound, {box.lowerBound.x, box.upperBound.y}};
	}
	Aim GetAim(Random& random) const { return AimAt(random, Corners()); }
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipBox(ray, box); }
	std::string Wrong(const Path& path, std::span<const RaySpan> got) const { return WrongInBox(path, box, got); }
	std::string Text() const { return ToText(box); }
};

/// Returns a radius. On a grid, multiples of five give exact tangents.
float DrawRadius(Random& random, const Field& field)
{
	return (field.GetKind() == Field::Kind::Grid && random.OneIn(2) ? 5.0f : 0.5f) * field.Length(random);
}

struct Circle
{
	static constexpr bool k_canGraze = true;
	b2Vec2 center;
	float radius;

	static Circle Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const Circle circle{field.Point(random), DrawRadius(random, field)};
			if (AreFinite(std::vector{circle.center}) && std::isfinite(circle.radius) && circle.radius > 0.0f)
			{
				return circle;
			}
		}
	}
	Aim GetAim(Random& random) const
	{
		Aim aim;
		AimAtCircle(random, center, radius, aim);
		return aim;
	}
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipCircle(ray, center, radius); }
	std::string Wrong(const Path& path, std::span<const RaySpan> got) const
	{
		return WrongInCircle(path, center, radius, got);
	}
	std::string Text() const { return ToText(center) + ", " + ToText(radius); }
};

struct Rounded
{
	static constexpr bool k_canGraze = true;
	std::vector<b2Vec2> vertices;
	float radius;

	static Rounded Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const int kind = random.Below(4);
			std::vector<b2Vec2> few{field.Point(random), field.Point(random)};
			few.resize(random.OneIn(2) ? 1 : 2);
			const Rounded shape{kind <= 1 ? few : RandomConvex(random, field), DrawRadius(random, field)};
			if (AreFinite(shape.vertices) && std::isfinite(shape.radius) && shape.radius > 0.0f &&
			    IsSame(few[0], few.back()) == (few.size() == 1))
			{
				return shape;
			}
		}
	}
	Aim GetAim(Random& random) const
	{
		Aim aim = AimAt(random, vertices);
		AimAtCircle(random, random.OneOf(vertices), radius, aim);
		return aim;
	}
	std::optional<RaySpan> Clip(const Ray& ray) const { return ClipRounded(ray, vertices, radius); }
	std::string Wrong(const Path& path, std::span<const RaySpan> got) const
	{
		return WrongInRounded(path, vertices, radius, got);
	}
	std::string Text() const { return ToText(vertices) + ", " + ToText(radius); }
};

} // namespace

TEST(SecondOracle, Segments)
{
	CompareWithSecondOracle<Segment>(0x5EC0);
}

TEST(SecondOracle, ConvexPolygons)
{
	CompareWithSecondOracle<Convex>(0x5EC1);
}

TEST(SecondOracle, Boxes)
{
	CompareWithSecondOracle<Box>(0x5EC2);
}

TEST(SecondOracle, Circles)
{
	CompareWithSecondOracle<Circle>(0x5EC3);
}

TEST(SecondOracle, ConcavePolygons)
{
	CompareWithSecondOracle<Concave>(0x5EC4);
}

TEST(SecondOracle, RoundedShapes)
{
	CompareWithSecondOracle<Rounded>(0x5EC5);
}

} // namespace ricochet::test::second_oracle_test
