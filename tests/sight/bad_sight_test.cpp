// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/see.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <ricochet/sight/light.h>

#include <cmath>

// Tests invalid arguments, and unusual floats.

namespace ricochet::test::bad_sight_test
{

namespace
{

const b2Vec2 k_origin{0.0f, 0.0f};

using Reason = ErrorReason;

const std::vector<Segment> k_wall = {{{1.0f, -1.0f}, {1.0f, 1.0f}}};

void ExpectError(const Result<>& outcome, const std::vector<SightVertex>& out, const Error& wanted)
{
	EXPECT_FALSE(outcome);
	const Error& error = outcome.GetError();
	EXPECT_EQ(error.reason, wanted.reason) << error.Message();
	EXPECT_STREQ(error.parameter, wanted.parameter) << error.Message();
	EXPECT_EQ(error.index, wanted.index) << error.Message();
	EXPECT_TRUE(std::isnan(wanted.value) ? std::isnan(error.value) : error.value == wanted.value) << error.Message();
	EXPECT_EQ(error.limit, wanted.limit) << error.Message();
	EXPECT_FALSE(error.Message().empty());
	EXPECT_TRUE(out.empty());
}

// Passes the same arguments to the function for walls and to the function for a world.
void ExpectError(b2Vec2 eye, float radius, const SightCone& cone, Reason reason, const char* parameter, float value)
{
	const Error wanted{reason, parameter, -1, value};
	std::vector<SightVertex> out(3);
	ExpectError(VisibilityPolygon(k_wall, eye, radius, out, cone), out, wanted);
	const b2World world({0.0f, 0.0f});
	SightDef def;
	def.cone = cone;
	out.resize(3);
	ExpectError(VisibilityPolygon(world, eye, radius, out, def), out, wanted);
}

TEST(BadSight, ArgumentsThatAreNotFinite)
{
	for (const float bad : {k_nan, k_inf, -k_inf})
	{
		ExpectError({bad, 0.0f}, 1.0f, {}, Reason::NotFinite, "eye", bad);
		ExpectError({0.0f, bad}, 1.0f, {}, Reason::NotFinite, "eye", bad);
		ExpectError(k_origin, bad, {}, Reason::NotFinite, "radius", bad);
		ExpectError(k_origin, 1.0f, {bad, 1.0f}, Reason::NotFinite, "SightCone::direction", bad);
		ExpectError(k_origin, 1.0f, {0.0f, bad}, Reason::NotFinite, "SightCone::angle", bad);
	}
}

TEST(BadSight, ARadiusThatIsNotPositive)
{
	ExpectError(k_origin, 0.0f, {}, Reason::NotPositive, "radius", 0.0f);
	ExpectError(k_origin, -2.5f, {}, Reason::NotPositive, "radius", -2.5f);
	std::vector<SightVertex> out;
	EXPECT_EQ(VisibilityPolygon(k_wall, k_origin, -2.5f, out).GetError().Message(),
	          "radius is -2.5: it must be above 0.");
}

TEST(BadSight, AConeThatIsNotOpen)
{
	ExpectError(k_origin, 1.0f, {1.0f, 0.0f}, Reason::NotPositive, "SightCone::angle", 0.0f);
	ExpectError(k_origin, 1.0f, {1.0f, -0.75f}, Reason::NotPositive, "SightCone::angle", -0.75f);
	std::vector<SightVertex> out;
	EXPECT_EQ(VisibilityPolygon(k_wall, k_origin, 1.0f, out, {1.0f, -0.75f}).GetError().Message(),
	          "SightCone::angle is -0.75: it must be above 0.");
}

TEST(BadSight, AWallThatIsNotFinite)
{
	std::vector<Segment> walls(5, Segment{{1.0f, -1.0f}, {1.0f, 1.0f}});
	std::vector<SightVertex> out(3);
	walls[3].b.y = k_nan;
	ExpectError(VisibilityPolygon(walls, k_origin, 5.0f, out), out, {Reason::NotFinite, "walls", 3, k_nan});
	walls[1].a.x = -k_inf;
	ExpectError(VisibilityPolygon(walls, k_origin, 5.0f, out), out, {Reason::NotFinite, "walls", 1, -k_inf});
}

TEST(BadSight, NothingIsWrongWithAGoodCall)
{
	std::vector<SightVertex> out;
	const Result<> outcome = VisibilityPolygon(k_wall, k_origin, 5.0f, out);
	EXPECT_TRUE(outcome);
	EXPECT_EQ(outcome.GetError().reason, Reason::None);
	EXPECT_TRUE(outcome.GetError().Message().empty());
}

// Looks at random walls whose numbers all come from `draw`. Returns the number of looks that succeeded.
template <class Draw, class Check>
int LookAtAnything(SceneRandom& random, int looks, const Draw& draw, const Check& check)
{
	std::vector<SightVertex> out;
	int answers = 0;
	for (int i = 0; i < looks; ++i)
	{
		std::vector<Segment> walls;
		for (int32_t count = random.Below(12); count > 0; --count)
		{
			walls.push_back({{draw(), draw()}, {draw(), draw()}});
		}
		const b2Vec2 eye = random.OneIn(2) ? k_origin : b2Vec2{draw(), draw()};
		const float radius = std::abs(draw());
		const SightCone cone = random.OneIn(2) ? SightCone{} : SightCone{draw(), std::abs(draw())};
		const Result<> outcome = VisibilityPolygon(walls, eye, radius, out, cone);
		EXPECT_TRUE(outcome || out.empty());
		answers += outcome ? 1 : 0;
		check(eye, radius, out);
	}
	return answers;
}

// Whatever the bits are, the result is a polygon or an error, without NaN.
TEST(BadSight, AnyBits)
{
	SceneRandom random(99);
	const auto draw = [&]
	{
		const float value = random.AnyFloat();
		return std::isfinite(value) || random.OneIn(50) ? value : 0.0f;
	};
	const int looks = ScaledCount(5000);
	const int answers = LookAtAnything(random, looks, draw,
	                                   [](b2Vec2 eye, float, const std::vector<SightVertex>& out)
	                                   {
		                                   for (const SightVertex& vertex : out)
		                                   {
			                                   EXPECT_TRUE(vertex.point.IsValid()) << ToText(std::span(out));
		                                   }
		                                   EXPECT_FALSE(std::isnan(Area(out)));
		                                   EXPECT_FALSE(Contains(out, eye, {k_nan, 0.0f}));
	                                   });
	EXPECT_GT(answers, looks / 4);
}

// Each scene mixes magnitudes from a millimetre to a kilometre.
TEST(BadSight, AnyScale)
{
	SceneRandom random(98);
	const auto draw = [&]
	{
		return random.LogUniform(1e-3f, 1e3f) * (random.OneIn(2) ? 1.0f : -1.0f);
	};
	const int looks = ScaledCount(5000);
	const int answers = LookAtAnything(random, looks, draw,
	                                   [](b2Vec2 eye, float radius, const std::vector<SightVertex>& out)
	                                   { EXPECT_EQ(PolygonFault(out, eye, radius), "") << ToText(std::span(out)); });
	EXPECT_EQ(answers, looks);
}

// If rounding puts both borders of a cone in the same direction, the cone must stay narrow, and not become a whole
// turn.
TEST(BadSight, OfANarrowConeIsNotTheWholeTurn)
{
	Scene scene;
	for (const float angle : {1e-6f, 1e-12f, 1e-17f, 1e-30f, 1e-45f})
	{
		for (const float direction : {0.0f, 0.05f, 0.1f, 30.0f, -3.1415927f, 1e6f})
		{
			const SightCone cone{direction, angle};
			std::vector<SightVertex> polygon;
			ASSERT_TRUE(VisibilityPolygon(*scene.world, {0.0f, 0.0f}, 20.0f, polygon, {.cone = cone}));
			EXPECT_LE(Area(polygon), 1e-3f) << angle << ", " << direction;
			const Light lamp{.cone = cone};
			LitRegion region;
			ASSERT_TRUE(Illuminate(*scene.world, lamp, region));
			const b2Vec2 back{-std::cos(direction), -std::sin(direction)};
			EXPECT_EQ(ShareOfLight(region, lamp, back), 0.0f) << angle << ", " << direction;
		}
	}
}

} // namespace

} // namespace ricochet::test::bad_sight_test
