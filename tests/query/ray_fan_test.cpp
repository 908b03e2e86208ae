// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>

#include "host/box2d/tree.h"
#include "support/brute_force.h"
#include "support/exact_cast.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/random_filter.h"
#include "support/scenes.h"
#include "support/test_scale.h"

#include <ricochet/host/quarantine.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ricochet::test::ray_fan_test
{

namespace
{

constexpr double k_pi = 3.14159265358979324;

std::string ToText(const RayFan& fan)
{
	return "RayFan{" + test::ToText(fan.origin) + ", " + test::ToText(fan.direction) + ", " + test::ToText(fan.angle) +
	       ", " + test::ToText(fan.radius) + ", " + std::to_string(fan.count) + "}";
}

bool HaveSameBits(float a, float b)
{
	return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

bool HaveSameBits(const Crossing& a, const Crossing& b)
{
	return HaveSameBits(a.fraction, b.fraction) && HaveSameBits(a.point.x, b.point.x) &&
	       HaveSameBits(a.point.y, b.point.y) && HaveSameBits(a.normal.x, b.normal.x) &&
	       HaveSameBits(a.normal.y, b.normal.y) && a.edge == b.edge;
}

bool HaveSameBits(const RayHit& a, const RayHit& b)
{
	return IsSame(a, b) && HaveSameBits(a.enter, b.enter) && HaveSameBits(a.exit, b.exit);
}

enum class Against
{
	SingleCasts,
	EveryFixture
};

// Compares the fan with other casts. Returns the number of hits.
int32_t ExpectAgreement(const b2World& world, const RayFan& fan, const QueryFilter& filter = {},
                        Against against = Against::SingleCasts)
{
	std::vector<RayHit> hits(static_cast<size_t>(fan.count));
	EXPECT_TRUE(CastRayFan(world, fan, hits, filter)) << ToText(fan);
	int32_t found = 0;
	for (int32_t i = 0; i < fan.count; ++i)
	{
		const Ray ray = FanRay(fan, i);
		RayHit expected;
		if (against == Against::SingleCasts)
		{
			expected = CastRayClosest(world, ray, filter).value_or(RayHit{});
		}
		else
		{
			expected = BruteForceClosest(world, ray, filter).value_or(RayHit{});
		}
		found += expected.fixture != nullptr;
		const RayHit& hit = hits[static_cast<size_t>(i)];
		EXPECT_TRUE(HaveSameBits(hit, expected)) << ToText(fan) << " ray " << i << ": fraction " << hit.enter.fraction
		                                         << ", not " << expected.enter.fraction;
		if (testing::Test::HasFailure())
		{
			break;
		}
	}
	return found;
}

int32_t RandomCount(SceneRandom& random)
{
	const int32_t counts[] = {1, 2, 3, 4, 5, 9, 16, 33, 64, 65, 130, 300};
	return counts[random.Below(12)];
}

float RandomAngle(SceneRandom& random)
{
	return random.OneIn(4) ? 7.0f : (random.OneIn(2) ? random.LogUniform(1e-9f, 3.0f) : random.Uniform(0.0f, 6.3f));
}

// Returns a fan with a ray that is exactly or nearly a hard ray for some fixture. If the angle is small, neighbouring
// rays pass the same vertex within a few ulps.
RayFan HardFan(SceneRandom& random, const Scene& scene)
{
	const Ray hard = HardRay(random, scene);
	const double x = hard.translation.x;
	const double y = hard.translation.y;
	RayFan fan{hard.origin, static_cast<float>(std::atan2(y, x)), RandomAngle(random),
	           std::min(static_cast<float>(std::hypot(x, y)), 30.0f) * random.Uniform(0.9f, 2.0f), RandomCount(random)};
	return fan;
}

// Returns a fan that starts at a vertex of the grid. Its middle ray runs exactly along an axis or a diagonal of the
// grid.
RayFan GridFan(SceneRandom& random)
{
	const auto whole = [&]
	{
		return static_cast<float>(random.Below(9) - 4);
	};
	const float turns[] = {0.0f, static_cast<float>(0.25 * k_pi), static_cast<float>(0.5 * k_pi),
	                       static_cast<float>(k_pi)};
	return {{whole(), whole()},
	        turns[random.Below(4)],
	        random.OneIn(2) ? 0.0f : RandomAngle(random),
	        8.0f,
	        1 + 2 * random.Below(30)};
}

} // namespace

TEST(RayFan, SpreadsItsRaysEvenly)
{
	struct Case
	{
		float direction, angle;
		int32_t count;
		double first, step;
	};
	const Case cases[] = {
	    {0.5f, 1.0f, 5, 0.0, 0.25},
	    {0.0f, 3.0f, 2, -1.5, 3.0},
	    {-2.0f, 0.75f, 1000, -2.375, 0.75 / 999.0},
	    {1.0f, 2.0f, 1, 1.0, 0.0},
	    {1.0f, 0.0f, 3, 1.0, 0.0},
	    {0.0f, 7.0f, 4, -k_pi, 0.5 * k_pi},
	    {0.25f, 6.2831855f, 360, 0.25 - k_pi, k_pi / 180.0},
	    {0.25f, 6.2831845f, 360, 0.25 - k_pi, k_pi / 180.0}, // 360 degrees, rounded when it was computed
	    {0.0f, 6.28f, 3, -0.5 * 6.28f, 0.5 * 6.28f},         // less than a full circle
	    {1.0f, 100.0f, 1, 1.0, 0.0},
	};
	for (const Case& c : cases)
	{
		const RayFan fan{{3.0f, -4.0f}, c.direction, c.angle, 20.0f, c.count};
		ASSERT_TRUE(IsValid(fan));
		for (int32_t i = 0; i < c.count; ++i)
		{
			const Ray ray = FanRay(fan, i);
			const double angle = c.first + i * c.step;
			EXPECT_EQ(ray.origin, fan.origin);
			EXPECT_EQ(ray.maxFraction, 1.0f);
			EXPECT_NEAR(static_cast<double>(ray.translation.x), 20.0 * std::cos(angle), 2e-6) << ToText(fan) << i;
			EXPECT_NEAR(static_cast<double>(ray.translation.y), 20.0 * std::sin(angle), 2e-6) << ToText(fan) << i;
		}
	}
}

TEST(RayFan, ItsMiddleRunsInItsDirection)
{
	for (const int32_t count : {1, 3, 7, 33, 65, 129, 1001})
	{
		for (const float angle : {0.0f, 0.3f, 3.0f, 6.0f})
		{
			const Ray middle = FanRay({{0.0f, 0.0f}, 0.0f, angle, 5.0f, count}, count / 2);
			EXPECT_EQ(middle.translation, (b2Vec2{5.0f, 0.0f})) << count;
		}
	}
}

TEST(RayFan, ARayIsWithinHalfAnUlpOrSoOfItsPlace)
{
	SceneRandom random(20);
	for (int32_t trial = 0; trial < ScaledCount(20000); ++trial)
	{
		const RayFan fan{
		    {0.0f, 0.0f}, random.Uniform(-7.0f, 7.0f), random.Uniform(0.0f, 6.28f), 1.0f, 2 + random.Below(2000)};
		const int32_t i = random.Below(fan.count);
		const double bearing = fan.direction + static_cast<double>(fan.angle) * (i / (fan.count - 1.0) - 0.5);
		const b2Vec2 d = FanRay(fan, i).translation;
		EXPECT_NEAR(static_cast<double>(d.x), std::cos(bearing), 0x1p-24) << ToText(fan) << i;
		EXPECT_NEAR(static_cast<double>(d.y), std::sin(bearing), 0x1p-24) << ToText(fan) << i;
	}
}

TEST(RayFan, HitsWhatSingleCastsHit)
{
	Scene scene = MakeMixedScene(150, 21);
	SceneRandom random(22);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(6000) && HasFailure() == false; ++i)
	{
		hits +=
		    ExpectAgreement(*scene.world, {random.InBox(scene.halfWidth), random.Uniform(-4.0f, 4.0f),
		                                   RandomAngle(random), random.LogUniform(0.1f, 50.0f), RandomCount(random)});
	}
	EXPECT_GT(hits, 0);
}

TEST(RayFan, HitsWhatSingleCastsHitWhereItIsHard)
{
	Scene scene = MakeMixedScene(150, 23);
	SceneRandom random(24);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(15000) && HasFailure() == false; ++i)
	{
		hits += ExpectAgreement(*scene.world, HardFan(random, scene));
	}
	EXPECT_GT(hits, 0);
}

TEST(RayFan, HitsWhatIsClosestOfAllFixturesOneByOne)
{
	Scene scene = MakeMixedScene(100, 25);
	SceneRandom random(26);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(600) && HasFailure() == false; ++i)
	{
		hits += ExpectAgreement(*scene.world, HardFan(random, scene), {}, Against::EveryFixture);
	}
	EXPECT_GT(hits, 0);
}

TEST(RayFan, AgreesOnCornersEdgesAndTies)
{
	// Boxes, triangles and chains have integer coordinates, and some exist twice. Rays run along edges and through
	// corners, and start on both.
	SceneRandom random(27);
	for (int32_t round = 0; round < ScaledCount(80) && HasFailure() == false; ++round)
	{
		Scene scene;
		for (int32_t i = 0; i < 30; ++i)
		{
			const b2Vec2 place{static_cast<float>(random.Below(9) - 4), static_cast<float>(random.Below(9) - 4)};
			const b2Vec2 corner[] = {{-1.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {1.0f, 1.0f}};
			b2Body* body = scene.AddBody(place, 0.0f);
			switch (random.Below(4))
			{
			case 0:
				scene.Add(body, ValueOf(MakeBox(1.0f, 0.5f)));
				break;
			case 1:
				scene.Add(body, ValueOf(MakePolygon(std::span(corner, 3))));
				break;
			case 2:
				scene.Add(body, ValueOf(MakeChain(corner)));
				break;
			default:
				scene.Add(body, ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
				break;
			}
			if (random.OneIn(3))
			{
				scene.Add(scene.AddBody(place, 0.0f), *scene.fixtures.back()->GetShape());
			}
		}
		for (int32_t i = 0; i < 60 && HasFailure() == false; ++i)
		{
			ExpectAgreement(*scene.world, GridFan(random), {},
			                i % 8 == 0 ? Against::EveryFixture : Against::SingleCasts);
		}
	}
}

TEST(RayFan, TiesAtTheVeryEdgeOfTheirBoundsAreMet)
{
	// The circles are moved by the margin of their broadphase bounds, so they begin exactly at the old bounds.
	Scene scene;
	for (int32_t i = 0; i < 8; ++i)
	{
		b2Body* body = scene.AddBody({5.0f + b2_aabbExtension, 0.0f}, 0.0f);
		scene.Add(body, ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	}
	// Moving the bodies to and fro inserts the fixtures again, so that the tree's order differs from the world's.
	for (size_t i = scene.fixtures.size(); i-- > 0;)
	{
		scene.fixtures[i]->GetBody()->SetTransform({50.0f, 0.0f}, 0.0f);
		scene.fixtures[i]->GetBody()->SetTransform({5.0f + b2_aabbExtension, 0.0f}, 0.0f);
	}
	for (b2Fixture* fixture : scene.fixtures)
	{
		fixture->GetBody()->SetTransform({5.0f, 0.0f}, 0.0f);
	}
	EXPECT_EQ(ExpectAgreement(*scene.world, {{0.0f, 0.0f}, 0.0f, 0.0f, 4.25f, 5}), 5);
	EXPECT_EQ(ExpectAgreement(*scene.world, {{0.0f, 0.0f}, 0.0f, 0.001f, 4.25f, 64}), 64);
}

TEST(RayFan, AgreesUnderEveryFilter)
{
	Scene scene = MakeMixedScene(120, 28);
	SceneRandom random(29);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		QueryFilter filter = RandomPlainFilter(random, scene);
		filter.ignoreBody = scene.fixtures[static_cast<size_t>(random.Below(60))]->GetBody();
		if (random.OneIn(3))
		{
			filter.accept = [](b2Fixture* fixture)
			{
				return IndexOf(fixture) % 3 != 0;
			};
		}
		hits += ExpectAgreement(*scene.world, HardFan(random, scene), filter);
	}
	EXPECT_GT(hits, 0);
}

TEST(RayFan, AgreesWhileTheWorldMoves)
{
	Scene scene = MakeMixedScene(120, 30);
	SceneRandom random(31);
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		body->SetLinearVelocity(random.InBox(20.0f));
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
	}
	for (int32_t round = 0; round < 8 && HasFailure() == false; ++round)
	{
		scene.world->Step(1.0f / 60.0f, 4, 2);
		if (round == 5)
		{
			scene.world->ShiftOrigin({300.0f, -200.0f});
		}
		for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
		{
			ExpectAgreement(*scene.world, HardFan(random, scene));
		}
	}
}

TEST(RayFan, AgreesFarFromTheOrigin)
{
	SceneRandom random(32);
	for (const float reach : {1e4f, 1.3e5f, 1e6f, 1e8f})
	{
		SCOPED_TRACE(reach);
		Scene scene;
		const b2Vec2 middle = reach * random.Direction();
		for (int32_t i = 0; i < 100; ++i)
		{
			b2Body* body = scene.AddBody(middle + random.InBox(15.0f), random.Uniform(-3.0f, 3.0f));
			AddRandomFixture(random, scene, body);
		}
		int32_t hits = 0;
		for (int32_t i = 0; i < ScaledCount(600) && HasFailure() == false; ++i)
		{
			hits += ExpectAgreement(*scene.world, HardFan(random, scene));
		}
		EXPECT_GT(hits, 0);
	}
}

TEST(RayFan, AgreesWhereShapesAreFarFromTheirBodies)
{
	// Rounding a cosine and a sine to float moves a vertex at 10 km by more than the tolerance of a ray's place.
	SceneRandom random(33);
	Scene scene;
	for (int32_t i = 0; i < 60; ++i)
	{
		const b2Vec2 arm = 1e4f * random.Direction();
		const float angle = random.Uniform(-3.0f, 3.0f);
		const b2Vec2 place = random.InBox(10.0f) - b2Mul(b2Rot(angle), arm);
		b2PolygonShape hull = RandomPolygon(random, 1.0f);
		std::vector<b2Vec2> vertices(hull.m_vertices, hull.m_vertices + hull.m_count);
		for (b2Vec2& v : vertices)
		{
			v += arm;
		}
		const b2CircleShape circle = CircleOf(0.7f, arm);
		const auto moved = MakePolygon(vertices);
		const b2Shape& shape = moved ? static_cast<const b2Shape&>(*moved) : circle;
		scene.Add(scene.AddBody(place, angle), i % 3 == 0 ? circle : shape);
	}
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(6000) && HasFailure() == false; ++i)
	{
		hits += ExpectAgreement(*scene.world, HardFan(random, scene));
	}
	EXPECT_GT(hits, 0);
}

TEST(RayFan, IsExact)
{
	// Compares with rational arithmetic at every polygon and circle.
	Scene scene = MakeScatteredScene(40, 34);
	SceneRandom random(35);
	int32_t found = 0;
	for (int32_t trial = 0; trial < ScaledCount(60) && HasFailure() == false; ++trial)
	{
		RayFan fan = HardFan(random, scene);
		fan.count = std::min(fan.count, 9);
		std::vector<RayHit> hits(static_cast<size_t>(fan.count));
		ASSERT_TRUE(CastRayFan(*scene.world, fan, hits));
		for (int32_t i = 0; i < fan.count; ++i)
		{
			const Ray ray = FanRay(fan, i);
			const RayHit& hit = hits[static_cast<size_t>(i)];
			found += hit.fixture != nullptr;
			for (b2Fixture* fixture : scene.fixtures)
			{
				const b2Transform& pose = fixture->GetBody()->GetTransform();
				const ExactSpans exact = ExactCast(*fixture->GetShape(), 0, Pull(ray, pose));
				if (fixture == hit.fixture)
				{
					ReadingRules rules;
					rules.rotation = &pose.q;
					EXPECT_EQ(Mismatch(ray, std::optional<RaySpan>(hit), exact, rules), "") << test::ToText(ray);
				}
				else if (exact.empty() == false)
				{
					const float limit = hit.fixture != nullptr ? std::nextafter(hit.enter.fraction, -1.0f) : k_inf;
					EXPECT_TRUE(hit.fixture != nullptr && Compare(exact[0].enter.fraction, ToNumber(limit)) >= 0)
					    << test::ToText(ray) << " hits something before";
				}
			}
		}
	}
	EXPECT_GT(found, 0);
}

TEST(RayFan, ManyBoxesAtOnceLoseNone)
{
	// The boxes form a ring around the origin. All of them are nearest, and all are in the queue at once.
	Scene scene;
	for (int32_t i = 0; i < 3000; ++i)
	{
		const double angle = 2.0 * k_pi * i / 3000.0;
		const b2Vec2 place{static_cast<float>(100.0 * std::cos(angle)), static_cast<float>(100.0 * std::sin(angle))};
		scene.Add(scene.AddBody(place, static_cast<float>(angle)), ValueOf(MakeBox(0.05f, 0.05f)));
	}
	for (const int32_t count : {40, 500, 3000})
	{
		const RayFan fan{{0.0f, 0.0f}, 0.0f, 7.0f, 110.0f, count};
		EXPECT_EQ(ExpectAgreement(*scene.world, fan), count);
	}
}

TEST(RayFan, TakesAnyNumbers)
{
	Scene scene = MakeMixedScene(60, 36);
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1e-3f, 1e-3f)));
	const float numbers[] = {0.0f,  -0.0f, 1e-45f, 5e-45f, 1e-42f, 1e-38f,   1e-20f,
	                         1e-6f, 1.0f,  1e6f,   1e20f,  1e38f,  k_largest};
	for (const float radius : numbers)
	{
		for (const float angle : numbers)
		{
			for (const float direction : {0.0f, -1.0f, 1e7f, -k_largest})
			{
				for (const b2Vec2 origin : {b2Vec2{0.0f, 0.0f}, b2Vec2{1e-45f, -1e-40f}, b2Vec2{-2.0f, 1e30f}})
				{
					ExpectAgreement(*scene.world, {origin, direction, angle, radius, 17});
				}
			}
		}
	}
	SceneRandom random(37);
	for (int32_t i = 0; i < ScaledCount(3000) && HasFailure() == false; ++i)
	{
		RayFan fan{random.InBox(8.0f), 0.3f, 1.0f, 5.0f, 20};
		float* const parts[] = {&fan.origin.x, &fan.origin.y, &fan.direction, &fan.angle, &fan.radius};
		*parts[random.Below(5)] = random.AnyFloat();
		if (IsValid(fan))
		{
			ExpectAgreement(*scene.world, fan);
		}
	}
}

TEST(RayFan, ARadiusOfNothingAsksForThePoint)
{
	Scene scene;
	b2Fixture* box = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	std::vector<RayHit> hits(5);
	ASSERT_TRUE(CastRayFan(*scene.world, {{0.5f, 0.0f}, 0.0f, 1.0f, 0.0f, 5}, hits));
	for (const RayHit& hit : hits)
	{
		EXPECT_EQ(hit.fixture, box);
		EXPECT_TRUE(hit.startsInside);
	}
	ASSERT_TRUE(CastRayFan(*scene.world, {{1.5f, 0.0f}, 0.0f, 1.0f, 0.0f, 5}, hits));
	for (const RayHit& hit : hits)
	{
		EXPECT_EQ(hit.fixture, nullptr);
	}
}

TEST(RayFan, AnInvalidOneIsRefusedAndMisses)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	const RayFan good{{-5.0f, 0.0f}, 0.0f, 0.1f, 10.0f, 3};
	std::vector<RayFan> bad(12, good);
	bad[0].origin.x = k_nan;
	bad[1].origin.y = -k_inf;
	bad[2].direction = k_inf;
	bad[3].direction = k_nan;
	bad[4].angle = k_nan;
	bad[5].angle = k_inf;
	bad[6].angle = -1e-45f;
	bad[7].radius = k_nan;
	bad[8].radius = k_inf;
	bad[9].radius = -1.0f;
	bad[10].count = -1;
	bad[11].count = std::numeric_limits<int32_t>::min();
	std::vector<RayHit> hits(4);
	for (const RayFan& fan : bad)
	{
		ASSERT_TRUE(CastRayFan(*scene.world, good, hits));
		ASSERT_NE(hits[0].fixture, nullptr);
		EXPECT_FALSE(IsValid(fan));
		EXPECT_FALSE(IsValid(FanRay(fan, 0)));
		EXPECT_FALSE(CastRayFan(*scene.world, fan, hits));
		for (const RayHit& hit : hits)
		{
			EXPECT_TRUE(HaveSameBits(hit, RayHit{}));
		}
	}
	EXPECT_FALSE(IsValid(FanRay(good, -1)));
	EXPECT_FALSE(IsValid(FanRay(good, 3)));
}

TEST(RayFan, NeedsRoomForItsHitsAndTakesNoMore)
{
	Scene scene;
	b2Fixture* box = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	RayHit mark;
	mark.fixture = box;
	mark.child = 77;

	for (const int32_t count : {2, 40, std::numeric_limits<int32_t>::max()})
	{
		std::vector<RayHit> hits(static_cast<size_t>(std::min(count, 100) - 1), mark);
		EXPECT_FALSE(CastRayFan(*scene.world, {{-5.0f, 0.0f}, 0.0f, 0.1f, 10.0f, count}, hits));
		for (const RayHit& hit : hits)
		{
			EXPECT_EQ(hit.fixture, nullptr);
		}
	}

	std::vector<RayHit> hits(50, mark);
	EXPECT_TRUE(CastRayFan(*scene.world, {{-5.0f, 0.0f}, 0.0f, 0.1f, 10.0f, 40}, hits));
	EXPECT_EQ(hits[39].child, 0);
	EXPECT_EQ(hits[40].child, 77);
	EXPECT_TRUE(CastRayFan(*scene.world, {{-5.0f, 0.0f}, 0.0f, 0.1f, 10.0f, 0}, hits));
	EXPECT_EQ(hits[40].child, 77);
	EXPECT_TRUE(CastRayFan(*scene.world, {{-5.0f, 0.0f}, 0.0f, 0.1f, 10.0f, 0}, {}));
}

TEST(RayFan, AnEmptyWorldHasNoHits)
{
	const b2World world({0.0f, 0.0f});
	EXPECT_EQ(ExpectAgreement(world, {{0.0f, 0.0f}, 0.0f, 7.0f, 10.0f, 100}), 0);
}

TEST(RayFan, BodiesWithoutAFinitePoseHideNoOther)
{
	for (const b2Vec2 bad : {b2Vec2{k_nan, 0.0f}, b2Vec2{0.0f, k_inf}, b2Vec2{-k_inf, k_nan}})
	{
		Scene scene = MakeMixedScene(60, 38);
		SceneRandom random(39);
		b2Body* body = scene.fixtures[20]->GetBody();
		body->SetTransform(bad, 0.0f);
		QuarantineBodies(*scene.world);
		int32_t hits = 0;
		for (int32_t i = 0; i < 20 && HasFailure() == false; ++i)
		{
			const RayFan fan{random.InBox(8.0f), random.Uniform(-3.0f, 3.0f), 2.0f, 10.0f, 100};
			hits += ExpectAgreement(*scene.world, fan, {}, Against::EveryFixture);
		}
		EXPECT_GT(hits, 0);
	}
}

TEST(RayFan, FindsWhatSingleCastsFindBesideABodyWithoutAFinitePose)
{
	// The body without a finite pose is not yet in quarantine. Its bounds are in the tree and make its parents' bounds
	// invalid.
	SceneRandom random(40);
	int32_t hits = 0;
	for (int32_t round = 0; round < ScaledCount(200) && HasFailure() == false; ++round)
	{
		Scene scene = MakeScatteredScene(3 + random.Below(20), random.Bits());
		const float numbers[] = {k_nan, k_inf, -k_inf, 0.0f};
		b2Body* body = scene.fixtures[static_cast<size_t>(random.Below(3))]->GetBody();
		body->SetTransform({numbers[random.Below(3)], numbers[random.Below(4)]}, 0.0f);
		for (int32_t i = 0; i < 10 && HasFailure() == false; ++i)
		{
			hits += ExpectAgreement(*scene.world, {random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f),
			                                       RandomAngle(random), 20.0f, RandomCount(random)});
		}
	}
	EXPECT_GT(hits, 0);
}

} // namespace ricochet::test::ray_fan_test
