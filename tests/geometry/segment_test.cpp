// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>

#include <gtest/gtest.h>

namespace ricochet::test::segment_test
{

namespace
{

struct SegmentTrial
{
	b2Vec2 a, b;

	static SegmentTrial Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			const b2Vec2 a = field.Point(random);
			b2Vec2 b = field.Point(random);
			switch (random.Below(10))
			{
			case 0:
				b = a;
				break;
			case 1:
				b.x = a.x;
				break;
			case 2:
				b = {UlpsFrom(a.x, random.Between(-3, 3)), UlpsFrom(a.y, random.Between(-3, 3))};
				break;
			default:
				break;
			}
			if (std::isfinite(a.x + a.y + b.x + b.y))
			{
				return {a, b};
			}
		}
	}

	std::string Wrong(const Ray& ray) const
	{
		const std::optional<Crossing> got = CrossSegment(ray, a, b);
		std::string wrong = Mismatch(ray, got, ExactCrossSegment(Pull(ray), a, b));
		// The segment is a set of points, so its direction does not matter.
		const std::optional<Crossing> turned = CrossSegment(ray, b, a);
		if (wrong.empty() && turned.has_value() != got.has_value())
		{
			wrong = "differs for b -> a";
		}
		return wrong.empty() ? "" : "CrossSegment(" + ToText(ray) + ", " + ToText(a) + ", " + ToText(b) + ")\n" + wrong;
	}
};

void CompareSegments(uint64_t ownSeed, int count, Rays rays)
{
	Tally tally;
	std::optional<Field> field;
	SegmentTrial segment{};
	Aim aim;
	int trial = 0;
	RunTrials(ownSeed, count,
	          [&](Random& random) -> std::string
	          {
		          if (trial++ % 8 == 0)
		          {
			          field = Field::Draw(random);
			          segment = SegmentTrial::Draw(random, *field);
			          const std::array<b2Vec2, 2> ends = {segment.a, segment.b};
			          aim = AimAt(random, ends);
		          }
		          const Ray ray = rays == Rays::Aimed ? AimedRay(random, *field, aim) : RandomRay(random, *field);
		          tally.Count(ExactCrossSegment(Pull(ray), segment.a, segment.b));
		          std::string wrong = segment.Wrong(ray);
		          const std::optional<Crossing> hit = CrossSegment(ray, segment.a, segment.b);
		          if (wrong.empty() && hit.has_value())
		          {
			          wrong = segment.Wrong(CutNear(random, ray, RaySpan{*hit, *hit}));
		          }
		          return wrong;
	          });
	tally.ExpectBothOutcomes(0.05);
}

struct SegmentCall
{
	static constexpr size_t k_fields = 9;
	std::array<float, k_fields> fields = {-4.0f, 0.0f, 8.0f, 0.5f, 1.0f, 0.5f, -1.0f, -0.5f, 1.0f};

	b2Vec2 A() const { return {fields[5], fields[6]}; }
	b2Vec2 B() const { return {fields[7], fields[8]}; }
	std::string Text(const Ray& ray) const
	{
		return "CrossSegment(" + ToText(ray) + ", " + ToText(A()) + ", " + ToText(B()) + ")";
	}
};

/// Returns a closed loop or open chain as in games: random vertices or a fine circle, near the origin or far from it.
std::vector<b2Vec2> RandomLoop(Random& random)
{
	const Field field(random, random.OneIn(2) ? Field::Kind::Near : Field::Kind::Far);
	return random.OneIn(2) ? RandomConvex(random, field) : RandomSimple(random, field);
}

int CountHits(const Ray& ray, std::span<const b2Vec2> loop)
{
	int hits = 0;
	for (size_t i = 0; i < loop.size(); ++i)
	{
		hits += CrossSegment(ray, loop[i], loop[(i + 1) % loop.size()]).has_value() ? 1 : 0;
	}
	return hits;
}

/// Returns the end of a ray with maxFraction 1, if it is exactly a float.
std::optional<b2Vec2> ExactEnd(const Ray& ray)
{
	const b2Vec2 end = ray.origin + ray.translation;
	const ExactVec exact = PointOf(Pull(ray), 1);
	const ExactVec rounded = ToExact(end);
	return exact.x == rounded.x && exact.y == rounded.y ? std::optional(end) : std::nullopt;
}

} // namespace

TEST(CrossSegment, ObeysTheRayTable)
{
	RunEdgeRayTable([](const Ray& ray) { return CrossSegment(ray, {0.0f, -1.0f}, {0.0f, 1.0f}); }, "upwards");
	RunEdgeRayTable([](const Ray& ray) { return CrossSegment(ray, {0.0f, 1.0f}, {0.0f, -1.0f}); }, "downwards");
}

TEST(CrossSegment, TheNormalIsPerpendicularAndAgainstTheRayFromBothSides)
{
	for (const auto& [a, b] :
	     {std::pair(b2Vec2{0.0f, 3.0f}, b2Vec2{4.0f, 0.0f}), std::pair(b2Vec2{4.0f, 0.0f}, b2Vec2{0.0f, 3.0f})})
	{
		const auto below = CrossSegment({{0.0f, 0.0f}, {4.0f, 3.0f}}, a, b);
		ASSERT_TRUE(below.has_value());
		EXPECT_EQ(below->fraction, 0.5f);
		EXPECT_FLOAT_EQ(below->normal.x, -0.6f);
		EXPECT_FLOAT_EQ(below->normal.y, -0.8f);
		EXPECT_EQ(below->edge, 0);
		const auto above = CrossSegment({{4.0f, 3.0f}, {-4.0f, -3.0f}}, a, b);
		ASSERT_TRUE(above.has_value());
		EXPECT_FLOAT_EQ(above->normal.x, 0.6f);
		EXPECT_FLOAT_EQ(above->normal.y, 0.8f);
	}
}

TEST(CrossSegment, PastAnEndByTheSmallestFloatIsAMiss)
{
	const b2Vec2 a{0.0f, 0.0f};
	const b2Vec2 b{0.0f, 1.0f};
	EXPECT_TRUE(CrossSegment({{-1.0f, 0.0f}, {2.0f, 0.0f}}, a, b).has_value());
	EXPECT_FALSE(CrossSegment({{-1.0f, -0x1p-149f}, {2.0f, 0.0f}}, a, b).has_value());
	EXPECT_TRUE(CrossSegment({{-1.0f, 1.0f}, {2.0f, 0.0f}}, a, b).has_value());
	EXPECT_FALSE(CrossSegment({{-1.0f, UlpsFrom(1.0f, 1)}, {2.0f, 0.0f}}, a, b).has_value());
	// The ray is beside the segment by the smallest float, so it does not run along it.
	EXPECT_FALSE(CrossSegment({{0x1p-149f, -1.0f}, {0.0f, 4.0f}}, a, b).has_value());
}

TEST(CrossSegment, ASegmentOfLengthZeroIsAPoint)
{
	const b2Vec2 point{1.0f, 2.0f};
	const auto through = CrossSegment({{-1.0f, 2.0f}, {4.0f, 0.0f}}, point, point);
	ASSERT_TRUE(through.has_value());
	EXPECT_EQ(through->fraction, 0.5f);
	EXPECT_EQ(through->normal.x, -1.0f);
	EXPECT_EQ(through->normal.y, 0.0f);
	EXPECT_TRUE(CrossSegment({{-1.0f, 2.0f}, {2.0f, 0.0f}}, point, point).has_value()) << "ends on it";
	EXPECT_FALSE(CrossSegment({{1.0f, 2.0f}, {2.0f, 0.0f}}, point, point).has_value()) << "starts on it";
	EXPECT_FALSE(CrossSegment({{-1.0f, UlpsFrom(2.0f, 1)}, {4.0f, 0.0f}}, point, point).has_value());
	EXPECT_FALSE(CrossSegment({point, {0.0f, 0.0f}}, point, point).has_value()) << "a point query";
}

TEST(CrossSegment, AgreesWithExactArithmeticOnRandomRays)
{
	CompareSegments(0x5E63E417A, 100000, Rays::AnyInField);
}

TEST(CrossSegment, AgreesWithExactArithmeticOnAimedRays)
{
	CompareSegments(0x5E63E417B, 150000, Rays::Aimed);
}

TEST(CrossSegment, TakesEveryFloatInEveryField)
{
	const auto check = [](const SegmentCall& call)
	{
		const auto& f = call.fields;
		const Ray ray{{f[0], f[1]}, {f[2], f[3]}, f[4]};
		const std::optional<Crossing> got = CrossSegment(ray, call.A(), call.B());
		const bool isFinite = std::all_of(f.begin(), f.end(), [](float x) { return std::isfinite(x); });
		std::string wrong;
		if (got.has_value())
		{
			const RaySpan span{*got, *got};
			wrong = HardMismatch(ray, {&span, 1});
		}
		if (wrong.empty())
		{
			wrong = isFinite ? Mismatch(ray, got, ExactCrossSegment(Pull(ray), call.A(), call.B()))
			                 : (got.has_value() ? "a hit, not a miss" : "");
		}
		return wrong.empty() ? "" : call.Text(ray) + "\n" + wrong;
	};
	SweepFields<SegmentCall>(0x5E63E417C, 50000, check);
}

TEST(CrossSegment, NoRayLeaksThroughAVertexThatTwoSegmentsShare)
{
	// Two segments share a vertex. A ray starts on one side of the wedge that they form, and ends on the other side.
	// Whatever the rounding, it must cross one of them.
	int throughVertex = 0;
	RunTrials(0x1EA4, 200000,
	          [&](Random& random) -> std::string
	          {
		          const Field field(random, random.OneIn(3) ? Field::Kind::Grid
		                                                    : (random.OneIn(2) ? Field::Kind::Near : Field::Kind::Far));
		          const b2Vec2 v = field.Point(random);
		          const b2Vec2 a = field.Point(random);
		          const b2Vec2 b = field.Point(random);
		          const b2Vec2 target = random.OneIn(2) ? v
		                                                : b2Vec2{UlpsFrom(v.x, random.Between(-3, 3)),
		                                                         UlpsFrom(v.y, random.Between(-3, 3))};
		          const b2Vec2 from = random.OneIn(2) ? field.Point(random) : target + field.Step(random);
		          const float stretch = std::ldexp(1.0f, random.Between(0, 3));
		          const Ray ray{from, {stretch * (target.x - from.x), stretch * (target.y - from.y)}, 1.0f};

		          // The line must pass between a and b, and the ray must cross the lines of both segments. Exact
		          // arithmetic then decides whether the ray crosses the polyline a, v, b.
		          const PulledRay pulled = Pull(ray);
		          const bool isCrossed = ExactCrossSegment(pulled, a, v).empty() == false ||
		                                 ExactCrossSegment(pulled, v, b).empty() == false;
		          const bool isHit = CrossSegment(ray, a, v).has_value() || CrossSegment(ray, v, b).has_value();
		          throughVertex += isCrossed && SideOfLine(ray, v) == 0 ? 1 : 0;
		          if (isHit != isCrossed)
		          {
			          return "leak or ghost: " + ToText(ray) + " at " + ToText(a) + ", " + ToText(v) + ", " + ToText(b);
		          }
		          // This check is independent of the oracle's crossings. a and b are strictly on different sides of the
		          // line, and start and end are on different sides of both segments.
		          const std::optional<b2Vec2> end = ExactEnd(ray);
		          if (end.has_value())
		          {
			          const auto differ = [](int x, int y)
			          {
				          return x * y < 0;
			          };
			          const bool crosses = differ(SideOfLine(ray, a), SideOfLine(ray, b)) &&
			                               differ(Orientation(a, v, from), Orientation(a, v, *end)) &&
			                               differ(Orientation(v, b, from), Orientation(v, b, *end)) &&
			                               Orientation(a, v, from) == Orientation(v, b, from);
			          if (crosses && isHit == false)
			          {
				          return "leak: " + ToText(ray) + " at " + ToText(a) + ", " + ToText(v) + ", " + ToText(b);
			          }
		          }
		          return "";
	          });
	std::printf("    %d rays exactly through the vertex\n", throughVertex);
	EXPECT_GT(throughVertex, ScaledCount(200000) / 20);
}

TEST(CrossSegment, APathIntoALoopCrossesIt)
{
	// A bullet's path leads from outside a loop to inside it, through any point between. This point is often exactly on
	// a vertex or an edge, or an ulp away. One of the two steps must hit. If neither passes a vertex, an odd number of
	// edges is crossed.
	int paths = 0;
	int odd = 0;
	RunTrials(
	    0x100BA, 60000,
	    [&](Random& random) -> std::string
	    {
		    const std::vector<b2Vec2> loop = RandomLoop(random);
		    const Aim aim = AimAt(random, loop);
		    for (int i = 0; i < 4; ++i)
		    {
			    b2Vec2 middle = random.OneOf(aim.points);
			    if (random.OneIn(2))
			    {
				    middle = {UlpsFrom(middle.x, random.Between(-2, 2)), UlpsFrom(middle.y, random.Between(-2, 2))};
			    }
			    const b2Vec2 step = 0.5f * (random.OneOf(aim.points) - random.OneOf(aim.points));
			    const Ray first{middle - step, step, 1.0f};
			    const Ray second = RayBetween(middle, random.OneOf(aim.points) - 0.25f * step);
			    const std::optional<b2Vec2> firstEnd = ExactEnd(first);
			    const std::optional<b2Vec2> end = ExactEnd(second);
			    if (firstEnd.has_value() == false || IsSame(*firstEnd, middle) == false || end.has_value() == false)
			    {
				    continue;
			    }
			    const Location from = ExactLocateInPolygon(ToExact(first.origin), loop);
			    const Location to = ExactLocateInPolygon(ToExact(*end), loop);
			    const Location via = ExactLocateInPolygon(ToExact(middle), loop);
			    if (from == Location::Boundary || to == Location::Boundary)
			    {
				    continue;
			    }
			    const int firstHits = CountHits(first, loop);
			    const int secondHits = CountHits(second, loop);
			    if (from != to)
			    {
				    ++paths;
				    if (firstHits + secondHits == 0)
				    {
					    return "leak: " + ToText(first) + ", " + ToText(second) + " at " + ToText(loop);
				    }
			    }
			    const bool isPlain =
			        via != Location::Boundary &&
			        std::none_of(loop.begin(), loop.end(),
			                     [&](b2Vec2 v) { return SideOfLine(first, v) == 0 || SideOfLine(second, v) == 0; });
			    if (isPlain)
			    {
				    ++odd;
				    if (firstHits % 2 != (from != via ? 1 : 0) || secondHits % 2 != (via != to ? 1 : 0))
				    {
					    return "parity: " + ToText(first) + ", " + ToText(second) + " at " + ToText(loop);
				    }
			    }
		    }
		    return "";
	    });
	std::printf("    %d paths through a loop, parity of %d\n", paths, odd);
	EXPECT_GT(paths, ScaledCount(30000) / 10);
	EXPECT_GT(odd, ScaledCount(30000) / 10);
}

} // namespace ricochet::test::segment_test
