// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/ray_table.h"

#include <ricochet/geometry/clip.h>
#include <ricochet/geometry/locate.h>

#include <gtest/gtest.h>

namespace ricochet::test::polygon_test
{

namespace
{

std::vector<RaySpan> Clip(const Ray& ray, std::span<const b2Vec2> vertices)
{
	// The call must replace this content.
	std::vector<RaySpan> spans(3);
	ClipPolygon(ray, vertices, spans);
	return spans;
}

/// Returns the span of a ray that crosses the polygon at most once; nothing if it misses.
std::optional<RaySpan> ClipOnce(const Ray& ray, std::span<const b2Vec2> vertices)
{
	const std::vector<RaySpan> spans = Clip(ray, vertices);
	EXPECT_LE(spans.size(), 1u) << ToText(ray);
	return spans.empty() ? std::nullopt : std::optional(spans[0]);
}

struct SimpleShape
{
	std::vector<b2Vec2> vertices;

	static SimpleShape Draw(Random& random, const Field& field) { return {RandomSimple(random, field)}; }
	Aim GetAim(Random& random) const { return AimAt(random, vertices); }
	SimpleShape Moved(b2Vec2 offset) const { return {MovedBy(vertices, offset)}; }
	SimpleShape Mirrored() const { return {MirroredOf(vertices)}; }
	std::vector<RaySpan> Clip(const Ray& ray) const { return polygon_test::Clip(ray, vertices); }
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipPolygon(ray, vertices); }
	bool Contains(const ExactVec& p) const { return ExactLocateInPolygon(p, vertices) != Location::Outside; }
	std::string Text(const Ray& ray) const { return "ClipPolygon(" + ToText(ray) + ", " + ToText(vertices) + ")"; }
};

/// The result for a convex polygon must be that of ClipConvex. The oracles for convex and concave polygons use
/// different methods.
struct ConvexAsPolygon : SimpleShape
{
	static ConvexAsPolygon Draw(Random& random, const Field& field)
	{
		for (;;)
		{
			// A polygon with repeated vertices is not simple.
			std::vector<b2Vec2> vertices = RandomConvex(random, field);
			if (IsSimple(vertices))
			{
				return {SimpleShape{std::move(vertices)}};
			}
		}
	}
	ExactSpans Exact(const PulledRay& ray) const { return ExactClipConvex(ray, vertices); }
};

struct QuadCall
{
	static constexpr size_t k_fields = 13;
	std::array<float, k_fields> fields = {-4.0f, 0.0f,  8.0f, 0.5f, 1.0f, -1.0f, -1.0f,
	                                      1.0f,  -1.0f, 0.5f, 0.0f, 1.0f, 2.0f};

	SimpleShape Shape() const
	{
		return {{{fields[5], fields[6]}, {fields[7], fields[8]}, {fields[9], fields[10]}, {fields[11], fields[12]}}};
	}
	std::vector<RaySpan> Clip(const Ray& ray) const { return Shape().Clip(ray); }
	ExactSpans Exact(const PulledRay& ray) const { return Shape().Exact(ray); }
	std::string Text(const Ray& ray) const { return Shape().Text(ray); }
	bool IsShape() const { return IsSimple(Shape().vertices); }
	bool IsMiss() const { return false; }
};

/// Two prongs, with x in [-3, -1] and [1, 3], on a base below y = 0.
const std::vector<b2Vec2> k_fork = {{-3.0f, -1.0f}, {3.0f, -1.0f}, {3.0f, 2.0f},  {1.0f, 2.0f},
                                    {1.0f, 0.0f},   {-1.0f, 0.0f}, {-1.0f, 2.0f}, {-3.0f, 2.0f}};

std::vector<b2Vec2> Backwards(std::vector<b2Vec2> vertices)
{
	std::reverse(vertices.begin(), vertices.end());
	return vertices;
}

} // namespace

TEST(ClipPolygon, ObeysTheRayTable)
{
	// The hourglass is concave above and below, but covers [-1, 1] at height 0.
	const std::vector<b2Vec2> hourglass = {{-2.0f, -2.0f}, {0.0f, -1.0f}, {2.0f, -2.0f}, {1.0f, 0.0f},
	                                       {2.0f, 2.0f},   {0.0f, 1.0f},  {-2.0f, 2.0f}, {-1.0f, 0.0f}};
	const std::vector<b2Vec2> square = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	for (const std::vector<b2Vec2>& vertices : {hourglass, Backwards(hourglass), square, Backwards(square)})
	{
		RunSolidRayTable([&](const Ray& ray) { return ClipOnce(ray, vertices); }, ToText(vertices).c_str());
	}
	for (const std::vector<b2Vec2>& vertices : {square, Backwards(square)})
	{
		RunTouchRayTable([&](const Ray& ray) { return ClipOnce(ray, vertices); }, "top", 1.0f, -1.0f, 1.0f);
		RunTouchRayTable([&](const Ray& ray) { return ClipOnce(ray, vertices); }, "bottom", -1.0f, -1.0f, 1.0f);
	}
	const std::vector<b2Vec2> arrow = {{-2.0f, -2.0f}, {0.0f, -1.0f}, {2.0f, -2.0f}, {0.25f, 1.0f}};
	RunTouchRayTable([&](const Ray& ray) { return ClipOnce(ray, arrow); }, "the arrow's tip", 1.0f, 0.25f, 0.25f);
}

TEST(ClipPolygon, GivesOneSpanForEachPartInOrder)
{
	for (const bool isClockwise : {false, true})
	{
		const std::vector<b2Vec2> fork = isClockwise ? Backwards(k_fork) : k_fork;
		const auto edge = [&](int32_t i)
		{
			return isClockwise ? (14 - i) % 8 : i;
		};
		const std::vector<RaySpan> spans = Clip({{-5.0f, 1.0f}, {16.0f, 0.0f}}, fork);
		ASSERT_EQ(spans.size(), 2u);
		EXPECT_EQ(spans[0].enter.fraction, 0.125f);
		EXPECT_EQ(spans[0].enter.edge, edge(7));
		EXPECT_EQ(spans[0].enter.normal.x, -1.0f);
		EXPECT_EQ(spans[0].exit.fraction, 0.25f);
		EXPECT_EQ(spans[0].exit.edge, edge(5));
		EXPECT_EQ(spans[0].exit.normal.x, 1.0f);
		EXPECT_EQ(spans[1].enter.fraction, 0.375f);
		EXPECT_EQ(spans[1].enter.edge, edge(3));
		EXPECT_EQ(spans[1].enter.normal.x, -1.0f);
		EXPECT_EQ(spans[1].exit.fraction, 0.5f);
		EXPECT_EQ(spans[1].exit.edge, edge(1));

		// The rays start in the gap, in a prong, and on its far side. The last ray ends in the gap.
		EXPECT_EQ(Clip({{0.0f, 1.0f}, {16.0f, 0.0f}}, fork).size(), 1u);
		const std::vector<RaySpan> fromProng = Clip({{-2.0f, 1.0f}, {16.0f, 0.0f}}, fork);
		ASSERT_EQ(fromProng.size(), 2u);
		EXPECT_TRUE(fromProng[0].startsInside);
		EXPECT_FALSE(fromProng[1].startsInside);
		EXPECT_EQ(Clip({{-1.0f, 1.0f}, {16.0f, 0.0f}}, fork).size(), 1u);
		EXPECT_EQ(Clip({{-5.0f, 1.0f}, {16.0f, 0.0f}, 0.3125f}, fork).size(), 1u);
		EXPECT_EQ(Clip({{-5.0f, 1.0f}, {16.0f, 0.0f}, 0.375f}, fork).size(), 2u);
	}
}

TEST(ClipPolygon, TouchingFromOutsideIsASpanOfItsOwnAndTouchingFromInsideIsNone)
{
	// The rays run over both tips of a crown, and along the flat tops of the fork.
	const std::vector<b2Vec2> crown = {{-2.0f, -1.0f}, {2.0f, -1.0f}, {1.0f, 1.0f}, {0.0f, 0.0f}, {-1.0f, 1.0f}};
	const std::vector<RaySpan> tips = Clip({{-4.0f, 1.0f}, {8.0f, 0.0f}}, crown);
	ASSERT_EQ(tips.size(), 2u);
	for (const RaySpan& span : tips)
	{
		EXPECT_TRUE(span.grazing);
		EXPECT_EQ(span.enter.fraction, span.exit.fraction);
	}
	const std::vector<RaySpan> tops = Clip({{-4.0f, 2.0f}, {8.0f, 0.0f}}, k_fork);
	ASSERT_EQ(tops.size(), 2u);
	EXPECT_TRUE(tops[0].grazing && tops[1].grazing);
	EXPECT_EQ(tops[0].enter.fraction, 0.125f);
	EXPECT_EQ(tops[0].exit.fraction, 0.375f);

	// The ray passes the notch between the tips and touches it from inside: one span.
	const std::vector<RaySpan> notch = Clip({{-4.0f, 0.0f}, {8.0f, 0.0f}}, crown);
	ASSERT_EQ(notch.size(), 1u);
	EXPECT_FALSE(notch[0].grazing);
	EXPECT_EQ(notch[0].enter.fraction, 2.5f / 8.0f);
	EXPECT_EQ(notch[0].exit.fraction, 5.5f / 8.0f);

	// The ray runs along the bottom of the fork's gap, between its prongs: through solid, along an edge, and through
	// solid.
	const std::vector<RaySpan> gap = Clip({{-4.0f, 0.0f}, {8.0f, 0.0f}}, k_fork);
	ASSERT_EQ(gap.size(), 1u);
	EXPECT_FALSE(gap[0].grazing);
	EXPECT_EQ(gap[0].exit.fraction, 7.0f / 8.0f);

	// The ray runs down along the side of a prong, then through the base: along an edge, then inside.
	const std::vector<RaySpan> down = Clip({{1.0f, 4.0f}, {0.0f, -8.0f}}, k_fork);
	ASSERT_EQ(down.size(), 1u);
	EXPECT_FALSE(down[0].grazing);
	EXPECT_EQ(down[0].enter.fraction, 0.25f);
	EXPECT_EQ(down[0].enter.edge, 2) << "the top of the prong faces the ray, its side does not";
	EXPECT_EQ(down[0].exit.fraction, 5.0f / 8.0f);
}

TEST(ClipPolygon, ReplacesWhatWasInTheBuffer)
{
	std::vector<RaySpan> spans(7);
	ClipPolygon({{-5.0f, 10.0f}, {16.0f, 0.0f}}, k_fork, spans);
	EXPECT_TRUE(spans.empty());
	spans.resize(7);
	ClipPolygon({{-5.0f, NAN}, {16.0f, 0.0f}}, k_fork, spans);
	EXPECT_TRUE(spans.empty());
	spans.resize(7);
	ClipPolygon({{-5.0f, 1.0f}, {16.0f, 0.0f}}, {}, spans);
	EXPECT_TRUE(spans.empty());
	spans.resize(7);
	ClipPolygon({{-2.0f, 1.0f}, {0.0f, 0.0f}}, k_fork, spans);
	ASSERT_EQ(spans.size(), 1u);
	EXPECT_TRUE(spans[0].startsInside && spans[0].endsInside);
}

TEST(ClipPolygon, FewerThanThreeVerticesAreAMiss)
{
	const Ray ray{{-4.0f, 0.0f}, {8.0f, 0.0f}};
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	for (const std::vector<b2Vec2>& vertices :
	     {std::vector<b2Vec2>{}, std::vector<b2Vec2>{{0.0f, 0.0f}}, std::vector<b2Vec2>{{0.0f, -1.0f}, {0.0f, 1.0f}}})
	{
		EXPECT_TRUE(Clip(ray, vertices).empty());
		EXPECT_TRUE(Clip(point, vertices).empty());
	}
}

TEST(ClipPolygon, APolygonThatCrossesItselfIsReadByTheEvenOddRule)
{
	// The middle of a pentagram is outside.
	const std::vector<b2Vec2> star = {{0.0f, 8.0f}, {5.0f, -7.0f}, {-8.0f, 2.0f}, {8.0f, 2.0f}, {-5.0f, -7.0f}};
	EXPECT_TRUE(Clip({{0.0f, 0.0f}, {0.0f, 0.0f}}, star).empty());
	EXPECT_EQ(Clip({{-10.0f, 0.0f}, {20.0f, 0.0f}}, star).size(), 2u);
	EXPECT_EQ(Clip({{0.0f, 0.0f}, {20.0f, 0.0f}}, star).size(), 1u);

	Tally tally;
	RunTrials(0xE7E40DD, 30000,
	          [&](Random& random) -> std::string
	          {
		          const Field field(random, Field::Kind::Near);
		          std::vector<b2Vec2> vertices;
		          for (int i = random.Between(4, 9); i > 0; --i)
		          {
			          vertices.push_back(field.Point(random));
		          }
		          const Aim aim = AimAt(random, vertices);
		          const Ray ray = random.OneIn(2) ? AimedRay(random, field, aim) : RandomRay(random, field);
		          const ExactSpans exact = ExactClipPolygon(Pull(ray), vertices);
		          tally.Count(exact);
		          // Where a polygon crosses itself, the outer side of an edge is not defined.
		          const std::string wrong =
		              Mismatch(ray, Clip(ray, vertices), exact, {.edges = false, .normals = false});
		          return wrong.empty() ? "" : "ClipPolygon(" + ToText(ray) + ", " + ToText(vertices) + ")\n" + wrong;
	          });
	tally.ExpectBothOutcomes(0.05);
}

TEST(ClipPolygon, ManyTeethGiveManySpans)
{
	// The combs have teeth that are 1 wide and 1 apart.
	const auto comb = [](int teeth)
	{
		std::vector<b2Vec2> vertices = {{0.0f, -1.0f}, {static_cast<float>(2 * teeth - 1), -1.0f}};
		for (int i = teeth - 1; i >= 0; --i)
		{
			const float x = 2.0f * static_cast<float>(i);
			vertices.push_back({x + 1.0f, 0.0f});
			vertices.push_back({x + 1.0f, 1.0f});
			vertices.push_back({x, 1.0f});
			vertices.push_back({x, 0.0f});
		}
		return vertices;
	};
	const Ray across{{-1.0f, 0.5f}, {1024.0f, 0.0f}};
	const Ray over{{-1.0f, 1.0f}, {1024.0f, 0.0f}};   // along the tops of the teeth
	const Ray bottom{{-1.0f, 0.0f}, {1024.0f, 0.0f}}; // along the bottoms of the gaps
	const std::vector<b2Vec2> large = comb(500);
	EXPECT_EQ(Clip(across, large).size(), 500u);
	EXPECT_EQ(Clip(over, large).size(), 500u);
	EXPECT_EQ(Clip(bottom, large).size(), 1u);

	const std::vector<b2Vec2> small = comb(40);
	for (const Ray& ray :
	     {across, over, bottom, Ray{{-1.0f, 1.5f}, {90.0f, -1.5f}}, Ray{{90.0f, -0.5f}, {-90.0f, 1.5f}}})
	{
		EXPECT_EQ(Mismatch(ray, Clip(ray, small), ExactClipPolygon(Pull(ray), small)), "") << ToText(ray);
	}
}

TEST(ClipPolygon, AgreesWithExactArithmeticOnRandomRays)
{
	CompareWithOracle<SimpleShape>(0x901790A, 100000, Rays::AnyInField);
}

TEST(ClipPolygon, AgreesWithExactArithmeticOnAimedRays)
{
	CompareWithOracle<SimpleShape>(0x901790B, 150000, Rays::Aimed);
}

TEST(ClipPolygon, AnswersForAConvexPolygonAsClipConvexMust)
{
	CompareWithOracle<ConvexAsPolygon>(0x901790C, 50000, Rays::Aimed);
}

TEST(ClipPolygon, KeepsTheLawsOfRays)
{
	CheckLaws<SimpleShape>(0x901790D, 30000);
}

TEST(ClipPolygon, TakesEveryFloatInEveryField)
{
	SweepHardFloats<QuadCall>(0x901790E, 50000);
}

// A polygon without area is the closed set of its edges, as in LocateInPolygon. Rays hit it, except along the edges.
TEST(ClipPolygon, APolygonWithoutAreaIsItsEdges)
{
	const std::vector<b2Vec2> flats[] = {
	    {{0.0f, 0.0f}, {4.0f, 2.0f}, {2.0f, 1.0f}},
	    {{0.0f, 0.0f}, {0.0f, 0.0f}, {4.0f, 2.0f}, {2.0f, 1.0f}},
	    {{0.0f, 0.0f}, {4.0f, 2.0f}, {4.0f, 2.0f}, {0.0f, 0.0f}},
	};
	const b2Vec2 along{4.0f, 2.0f};
	for (const std::vector<b2Vec2>& flat : flats)
	{
		std::vector<RaySpan> spans;
		for (const b2Vec2 point : {b2Vec2{0.0f, 0.0f}, b2Vec2{2.0f, 1.0f}, b2Vec2{1.0f, 0.5f}, b2Vec2{4.0f, 2.0f}})
		{
			EXPECT_EQ(LocateInPolygon(point, flat), Location::Boundary);
			EXPECT_EQ(LocateInConvex(point, flat), Location::Outside);
			ClipPolygon({point, {0.0f, 0.0f}}, flat, spans);
			EXPECT_EQ(spans.size(), 1u);
			for (const b2Vec2 way : {b2Vec2{0.0f, 2.0f}, b2Vec2{-1.0f, 3.0f}})
			{
				ClipPolygon({point - 0.5f * way, way}, flat, spans);
				ASSERT_EQ(spans.size(), 1u);
				EXPECT_TRUE(spans[0].grazing);
				EXPECT_EQ(spans[0].enter.fraction, 0.5f);
				EXPECT_FALSE(ClipConvex({point - 0.5f * way, way}, flat).has_value());
			}
			ClipPolygon({point - 0.5f * along, along}, flat, spans);
			EXPECT_TRUE(spans.empty());
		}
		EXPECT_EQ(LocateInPolygon({5.0f, 2.5f}, flat), Location::Outside);
	}
}

} // namespace ricochet::test::polygon_test
