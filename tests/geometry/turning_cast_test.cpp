// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/turning_scene.h"
#include "support/test_scale.h"

#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

namespace ricochet::test::turning_cast_test
{

namespace
{

constexpr float k_pi = std::numbers::pi_v<float>;

std::vector<b2Vec2> Box(float x, float y)
{
	return {{-x, -y}, {x, -y}, {x, y}, {-x, y}};
}

/// Returns a rod from the centre to (length, 0) that rotates about the origin by an angle, and a point.
TurningScene ClockHand(float length, b2Vec2 point, float angle)
{
	TurningScene scene;
	scene.moving = {{0.0f, 0.0f}, {length, 0.0f}};
	scene.still = {point};
	scene.motion.angle = angle;
	return scene;
}

} // namespace

TEST(TurningCast, AClockHandMeetsAPointWhenItPointsThere)
{
	const float angle = 2.0f;
	const TurningScene scene = ClockHand(2.0f, {0.0f, 1.0f}, angle);
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	// The rod hits the point at an angle of pi / 2, or earlier by the arc of the tolerance.
	EXPECT_NEAR(touch->fraction * angle, 0.5f * k_pi, 1.1e-4f);
	EXPECT_LE(touch->fraction * angle, 0.5f * k_pi);
	EXPECT_EQ(touch->moving.edge, 1); // the edge that faces forwards
	EXPECT_EQ(touch->still.vertex, 0);
	EXPECT_NEAR(touch->contact.x, 0.0f, 1e-6f);
	EXPECT_NEAR(touch->contact.y, 1.0f, 1e-6f);
	EXPECT_NEAR(touch->normal.x, 1.0f, 1e-3f);
}

TEST(TurningCast, TurnsTheOtherWayByANegativeAngle)
{
	const TurningScene scene = ClockHand(2.0f, {0.0f, 1.0f}, -6.0f);
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	EXPECT_NEAR(touch->fraction * 6.0f, 1.5f * k_pi, 1.1e-4f);
}

TEST(TurningCast, AClockHandThatIsTooShortPassesAsOftenAsItGoesRound)
{
	EXPECT_FALSE(ClockHand(0.999f, {0.0f, 1.0f}, 2.0f).Cast());
	EXPECT_FALSE(ClockHand(0.999f, {0.0f, 1.0f}, 100.0f * k_pi).Cast());
	EXPECT_FALSE(ClockHand(0.999f, {1.5f, 1.5f}, 1e30f).Cast());
	EXPECT_TRUE(ClockHand(1.0f, {0.0f, 1.0f}, 2.0f).Cast());
}

// The rod approaches the point while it rotates, and hits it only in its third turn.
TEST(TurningCast, ARodIsMetInOneOfItsLaterTurns)
{
	TurningScene scene = ClockHand(1.0f, {3.05f, 0.0f}, 4.0f * 2.0f * k_pi);
	scene.motion.translation = {4.0f, 0.0f};
	scene.moving = {{-1.0f, 0.0f}, {1.0f, 0.0f}};
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	double first = 0.0; // found among 10^6 positions
	for (int i = 0; i <= 1000000 && first == 0.0; ++i)
	{
		first = scene.GapAt(i * 1e-6) < 1e-4 ? i * 1e-6 : 0.0;
	}
	EXPECT_NEAR(touch->fraction, first, 2e-5);
}

TEST(TurningCast, ABoxThatTurnsInACorridorIsMetAtItsCorner)
{
	// Half of the box's diagonal is sqrt(2), and the walls are at a distance of 1.2.
	TurningScene scene;
	scene.moving = Box(1.0f, 1.0f);
	scene.still = {{-10.0f, 1.2f}, {10.0f, 1.2f}};
	scene.motion.angle = 0.25f * k_pi;
	scene.motion.translation = {3.0f, 0.0f};
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	EXPECT_EQ(touch->moving.vertex, 2);
	EXPECT_EQ(touch->still.edge, 0);
	EXPECT_NEAR(touch->normal.y, -1.0f, 1e-6f);
	// sqrt(2) sin(pi / 4 + a) = 1.2
	const double turned = std::asin(1.2 / std::sqrt(2.0)) - 0.25 * std::numbers::pi;
	EXPECT_NEAR(touch->fraction * scene.motion.angle, turned, 2e-4);
	EXPECT_NEAR(touch->contact.y, 1.2f, 1e-6f);
}

TEST(TurningCast, EdgesThatComeToLieOnEachOtherAreBothTold)
{
	TurningScene scene;
	scene.moving = Box(1.0f, 0.5f);
	scene.still = Box(3.0f, 1.0f);
	scene.motion.pose.p = {2.5f, 4.0f};
	scene.motion.translation = {0.0f, -5.0f};
	scene.motion.angle = 1e-6f;
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	EXPECT_EQ(touch->still.edge, 2);
	EXPECT_EQ(touch->moving.edge, 0);
	EXPECT_NEAR(touch->fraction, 0.5f, 1e-4f);
	EXPECT_NEAR(touch->contact.x, 2.25f, 1e-4f);
	EXPECT_NEAR(touch->contact.y, 1.0f, 1e-4f);
	EXPECT_NEAR(touch->normal.y, 1.0f, 1e-5f);
}

TEST(TurningCast, WithoutAnAngleItIsCastHull)
{
	Random random(0xa0);
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		scene.motion.angle = 0.0f;
		const auto touch = scene.Cast();
		const auto span = CastHull({scene.moving, scene.movingRadius}, scene.motion.pose, scene.motion.translation,
		                           {scene.still, scene.stillRadius}, scene.stillPose, scene.motion.maxFraction);
		ASSERT_EQ(touch.has_value(), span.has_value()) << scene.Text();
		if (touch)
		{
			EXPECT_EQ(touch->fraction, span->enter.fraction);
			EXPECT_TRUE(touch->contact == span->contact && touch->normal == span->enter.normal);
			EXPECT_EQ(touch->startsInside, span->startsInside);
			EXPECT_EQ(touch->depth, span->depth);
			EXPECT_TRUE(touch->wayOut == span->wayOut);
		}
	}
}

// An angle that does not rotate anything still causes the search.
TEST(TurningCast, WithNextToNoAngleItIsNearCastHull)
{
	Random random(0xa1);
	int hits = 0;
	for (int i = 0; i < ScaledCount(50000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		scene.motion.angle = 1e-20f;
		const auto touch = scene.Cast();
		const auto span = CastHull({scene.moving, scene.movingRadius}, scene.motion.pose, scene.motion.translation,
		                           {scene.still, scene.stillRadius}, scene.stillPose, scene.motion.maxFraction);
		if (span && span->grazing == false && span->enter.fraction > 0.0f)
		{
			ASSERT_TRUE(touch) << scene.Text();
			ASSERT_LE(touch->fraction, span->enter.fraction) << scene.Text();
			ASSERT_LE(scene.GapAt(touch->fraction), scene.Told(k_turningTolerance)) << scene.Text();
			++hits;
		}
		else if (touch && touch->startsInside == false)
		{
			ASSERT_LE(scene.GapAt(touch->fraction), scene.Told(k_turningTolerance)) << scene.Text();
		}
	}
	EXPECT_GT(hits, ScaledCount(50000) / 10);
}

TEST(TurningCast, WhereItStartsIsDecidedAsByOverlaps)
{
	Random random(0xa2);
	int inside = 0;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const auto touch = scene.Cast();
		const Hull moving{scene.moving, scene.movingRadius};
		const Hull still{scene.still, scene.stillRadius};
		const auto here = CastHull(moving, scene.motion.pose, {0.0f, 0.0f}, still, scene.stillPose);
		ASSERT_EQ(touch && touch->startsInside, Overlaps(moving, scene.motion.pose, still, scene.stillPose));
		if (here)
		{
			EXPECT_EQ(touch->fraction, 0.0f);
			EXPECT_EQ(touch->depth, here->depth);
			EXPECT_TRUE(touch->wayOut == here->wayOut);
			EXPECT_TRUE(touch->normal == (b2Vec2{0.0f, 0.0f}) && touch->contact == (b2Vec2{0.0f, 0.0f}));
			++inside;
		}
	}
	EXPECT_GT(inside, ScaledCount(20000) / 50);
}

// At the start, the hulls are closer than the tolerance. If they separate or pass each other, the motion is free. If
// they approach, it is a hit.
TEST(TurningCast, WhatStartsNearMayGo)
{
	TurningScene scene;
	scene.moving = Box(1.0f, 1.0f);
	scene.still = Box(10.0f, 1.0f);
	scene.motion.pose.p = {0.0f, 2.00005f};
	scene.motion.angle = 1e-9f;
	scene.motion.translation = {0.0f, 1.0f};
	EXPECT_FALSE(scene.Cast());
	scene.motion.translation = {5.0f, 0.0f};
	EXPECT_FALSE(scene.Cast());
	scene.motion.translation = {0.0f, -1.0f};
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	EXPECT_FALSE(touch->startsInside);
	EXPECT_LE(scene.GapAt(touch->fraction), 4e-5);
	scene.motion.translation = {0.0f, 1.0f};
	scene.motion.angle = 3.0f; // a corner moves down faster than the box moves up
	EXPECT_TRUE(scene.Cast());
}

TEST(TurningCast, ThePoseAtAFractionIsThatOfTheFormula)
{
	Random random(0xb0);
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const TurningScene scene = RandomTurning(random);
		const float fraction = random.Uniform(0.0f, 1.0f);
		const b2Transform pose = PoseAt(scene.motion, fraction);
		const std::vector<Spot> spots = scene.MovingAt(fraction);
		const double reach = std::abs(pose.p.x) + std::abs(pose.p.y) + 400.0;
		for (size_t k = 0; k < spots.size(); ++k)
		{
			const b2Vec2 at = b2Mul(pose, scene.moving[k]);
			ASSERT_NEAR(at.x, spots[k].x, 1e-6 * reach);
			ASSERT_NEAR(at.y, spots[k].y, 1e-6 * reach);
		}
	}
	const TurningMotion none;
	EXPECT_TRUE(PoseAt(none, 1.0f).p == (b2Vec2{0.0f, 0.0f}));
}

TEST(TurningCast, WhatIsNoMotionMisses)
{
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	constexpr float k_infinite = std::numeric_limits<float>::infinity();
	const TurningScene good = ClockHand(2.0f, {0.0f, 1.0f}, 2.0f);
	ASSERT_TRUE(good.Cast());
	for (const float bad : {k_nan, k_infinite, -k_infinite})
	{
		for (int field = 0; field < 12; ++field)
		{
			TurningScene scene = good;
			float* const fields[] = {&scene.motion.pose.p.x,      &scene.motion.pose.q.s,      &scene.motion.pose.q.c,
			                         &scene.motion.localCenter.y, &scene.motion.translation.x, &scene.motion.angle,
			                         &scene.motion.maxFraction,   &scene.moving[1].x,          &scene.still[0].y,
			                         &scene.movingRadius,         &scene.stillRadius,          &scene.stillPose.p.y};
			*fields[field] = bad;
			EXPECT_FALSE(scene.Cast()) << field;
		}
		EXPECT_FALSE(good.Cast(bad));
	}
	TurningScene scene = good;
	scene.movingRadius = -1.0f;
	EXPECT_FALSE(scene.Cast());
	scene = good;
	scene.motion.maxFraction = -1.0f;
	EXPECT_FALSE(scene.Cast());
	scene = good;
	scene.moving.clear();
	EXPECT_FALSE(scene.Cast());
	EXPECT_FALSE(good.Cast(-1.0f));
	EXPECT_TRUE(good.Cast(0.0f));
}

// A point orbits a disc and stays near it all the time. The search ends early, and the path up to the reported fraction
// is free.
TEST(TurningCast, WhatStaysNearForManyTurnsIsToldAsUncertain)
{
	TurningScene scene;
	scene.moving = {{0.901f, 0.0f}};
	scene.still = {{0.0f, 0.0f}};
	scene.stillRadius = 0.9f;
	scene.motion.angle = 1000.0f;
	const auto touch = scene.Cast();
	ASSERT_TRUE(touch);
	EXPECT_FALSE(touch->isCertain);
	EXPECT_FALSE(touch->startsInside);
	EXPECT_GT(touch->fraction * 1000.0f, 50.0f);
	EXPECT_GT(scene.GapAt(touch->fraction), 5e-4);
	scene.motion.angle = 50.0f; // fewer turns are found to be free
	EXPECT_FALSE(scene.Cast());
	scene.moving = {{0.8f, 0.0f}, {0.901f, 0.0f}};
	EXPECT_TRUE(scene.Cast()->startsInside);
}

// For any bits, the call ends and returns a fraction of the motion.
TEST(TurningCast, AnyNumbersEnd)
{
	Random random(0xbad);
	for (int i = 0; i < ScaledCount(30000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		const auto wild = [&]
		{
			return random.OneIn(4) ? random.AnyFloat() : random.MixedExponent(-120, 120);
		};
		for (float* number : {&scene.motion.angle, &scene.motion.translation.x, &scene.motion.localCenter.x,
		                      &scene.motion.pose.p.y, &scene.moving[0].x, &scene.still[0].y, &scene.stillRadius})
		{
			*number = random.OneIn(3) ? wild() : *number;
		}
		const auto touch = scene.Cast(random.OneIn(3) ? 0.0f : k_turningTolerance);
		if (touch)
		{
			ASSERT_GE(touch->fraction, 0.0f);
			ASSERT_LE(touch->fraction, scene.motion.maxFraction);
			ASSERT_TRUE(touch->normal.IsValid() && touch->contact.IsValid());
		}
	}
}

// The contact is on the static hull's surface, even if a wide tolerance treats edges as parallel that are not exactly
// so.
TEST(TurningCast, TheContactIsOnTheSurfaceOfWhatStandsStill)
{
	Random random(0xc047ac7);
	int compared = 0;
	for (int i = 0; i < ScaledCount(60000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		const auto touch = scene.Cast(0.05f);
		if (touch.has_value() == false || touch->startsInside || std::abs(scene.Stretch() - 1.0) > 1e-6)
		{
			continue;
		}
		const std::vector<Spot> still = scene.Still();
		double nearest = std::numeric_limits<double>::infinity();
		double size = 1.0;
		for (size_t k = 0; k < still.size(); ++k)
		{
			const Spot& a = still[k];
			const Spot& b = still[(k + 1) % still.size()];
			const double ex = b.x - a.x, ey = b.y - a.y;
			const double px = touch->contact.x - a.x, py = touch->contact.y - a.y;
			const double square = ex * ex + ey * ey;
			const double share = square > 0.0 ? std::clamp((px * ex + py * ey) / square, 0.0, 1.0) : 0.0;
			nearest = std::min(nearest, std::hypot(px - share * ex, py - share * ey));
			size = std::max({size, std::abs(a.x), std::abs(a.y)});
		}
		ASSERT_NEAR(nearest, scene.stillRadius, 1e-6 * (size + scene.stillRadius)) << scene.Text();
		++compared;
	}
	EXPECT_GT(compared, ScaledCount(60000) / 8);
}

// The plank is thinner than the tolerance. The edges of both of its sides are within the tolerance, but only one side
// is touched.
TEST(TurningCast, TheContactIsOnTheNearSideOfAThinPlank)
{
	Random random(0xc047ac8);
	int compared = 0;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		constexpr float k_tolerance = 1e-3f;
		TurningScene scene;
		const float thin = random.OneIn(4) ? 0.0f : random.Uniform(0.0f, 2.0f * k_tolerance);
		scene.still = {{-1.0f, -thin}, {1.0f, -thin}, {1.0f, thin}, {-1.0f, thin}};
		if (random.OneIn(2))
		{
			scene.still = {{-1.0f, -thin}, {1.0f, 0.0f}, {-1.0f, thin}}; // a sliver, whose sides meet at its tip
		}
		std::rotate(scene.still.begin(), scene.still.begin() + random.Between(0, 2), scene.still.end());
		scene.stillRadius = 0.1f;
		scene.stillPose.Set({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f));
		scene.moving = random.OneIn(2) ? Box(random.Uniform(0.2f, 2.0f), 0.0f + thin) : Box(0.5f, 0.5f);
		scene.movingRadius = random.OneIn(2) ? 0.0f : 0.05f;
		// At the touch, the faces of both hulls are nearly parallel. The moving hull comes from either side.
		const float angle = random.Uniform(-0.4f, 0.4f);
		const float side = random.OneIn(2) ? 1.0f : -1.0f;
		const float lack = random.Uniform(-2e-3f, 2e-3f);
		scene.motion.pose.q.Set(scene.stillPose.q.GetAngle() - angle + lack);
		scene.motion.pose.p = b2Mul(scene.stillPose, b2Vec2{random.Uniform(-1.0f, 1.0f), side * 2.0f});
		scene.motion.translation = b2Mul(scene.stillPose.q, b2Vec2{0.0f, -side * 2.0f});
		scene.motion.angle = angle;
		const auto touch = scene.Cast(k_tolerance);
		if (touch.has_value() == false || touch->startsInside)
		{
			continue;
		}
		const Spot contact{touch->contact.x, touch->contact.y};
		const double toMoving = SeparationOf({contact}, scene.MovingAt(touch->fraction)) - scene.movingRadius;
		const double toStill = SeparationOf({contact}, scene.Still()) - scene.stillRadius;
		ASSERT_LE(toMoving, 3.0 * k_tolerance) << scene.Text() << " trial " << i;
		ASSERT_NEAR(toStill, 0.0, 1e-6) << scene.Text() << " trial " << i;
		++compared;
	}
	EXPECT_GT(compared, ScaledCount(20000) / 4);
}

// b2TimeOfImpact stops where the distance is about b2_linearSlop. It only checks at the end of the remaining motion
// whether an axis separates the two, not between. In between, a rotating corner may pass, or overlap a little. The
// referee judges these cases.
TEST(TurningCast, BoxTwoDIsSoonerByItsSkin)
{
	Random random(0xb2);
	int compared = 0;
	int sooner = 0;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		TurningScene scene;
		scene.moving = RoundHull(random, 1.0f);
		scene.still = RoundHull(random, 1.0f);
		scene.stillPose = {b2Vec2{0.0f, 0.0f}, b2Rot(random.Uniform(-3.0f, 3.0f))};
		const float a0 = random.Uniform(-3.0f, 3.0f);
		const b2Vec2 c0{random.Uniform(-4.0f, 4.0f), random.Uniform(-4.0f, 4.0f)};
		scene.motion.pose = {c0, b2Rot(a0)};
		scene.motion.translation = -random.Uniform(0.5f, 1.5f) * c0;
		scene.motion.angle = random.Uniform(-1.5f, 1.5f);
		b2TOIInput input;
		input.proxyA.m_vertices = scene.still.data();
		input.proxyA.m_count = static_cast<int32>(scene.still.size());
		input.proxyA.m_radius = b2_polygonRadius;
		input.proxyB.m_vertices = scene.moving.data();
		input.proxyB.m_count = static_cast<int32>(scene.moving.size());
		input.proxyB.m_radius = b2_polygonRadius;
		input.sweepA.localCenter = {0.0f, 0.0f};
		input.sweepA.c0 = input.sweepA.c = scene.stillPose.p;
		input.sweepA.a0 = input.sweepA.a = scene.stillPose.q.GetAngle();
		input.sweepA.alpha0 = 0.0f;
		input.sweepB.localCenter = {0.0f, 0.0f};
		input.sweepB.c0 = c0;
		input.sweepB.c = c0 + scene.motion.translation;
		input.sweepB.a0 = a0;
		input.sweepB.a = a0 + scene.motion.angle;
		input.sweepB.alpha0 = 0.0f;
		input.tMax = 1.0f;
		b2TOIOutput output;
		b2TimeOfImpact(&output, &input);
		const auto touch = scene.Cast();
		if (output.state == b2TOIOutput::e_touching)
		{
			const bool isSooner = touch && touch->fraction < output.t;
			ASSERT_TRUE(isSooner == false || scene.GapAt(touch->fraction) <= k_turningTolerance) << scene.Text();
			sooner += isSooner;
			++compared;
		}
		else if (output.state == b2TOIOutput::e_separated)
		{
			ASSERT_FALSE(touch && scene.GapAt(touch->fraction) > k_turningTolerance) << scene.Text();
			++compared;
		}
	}
	EXPECT_GT(compared, ScaledCount(20000) / 4);
	EXPECT_LT(sooner, compared / 50);
}

// Checks overlap and distance with Box2D at the reported pose.
TEST(TurningCast, ByBoxTwoDsDistanceItTouchesThere)
{
	Random random(0xb3);
	int hits = 0;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		TurningScene scene = RandomTurning(random);
		const auto touch = scene.Cast();
		const bool isSturdy = scene.moving.size() >= 3 && scene.still.size() >= 3 && scene.Stretch() < 1.001;
		if (touch == std::nullopt || touch->startsInside || isSturdy == false)
		{
			continue;
		}
		b2DistanceInput input;
		input.proxyA.m_vertices = scene.still.data();
		input.proxyA.m_count = static_cast<int32>(scene.still.size());
		input.proxyA.m_radius = scene.stillRadius;
		input.proxyB.m_vertices = scene.moving.data();
		input.proxyB.m_count = static_cast<int32>(scene.moving.size());
		input.proxyB.m_radius = scene.movingRadius;
		input.transformA = scene.stillPose;
		input.transformB = PoseAt(scene.motion, touch->fraction);
		input.useRadii = true;
		b2SimplexCache cache;
		cache.count = 0;
		b2DistanceOutput output;
		b2Distance(&output, &cache, &input);
		const float reach = scene.motion.pose.p.Length() + scene.motion.translation.Length() + 10.0f;
		ASSERT_LE(output.distance, scene.Told(k_turningTolerance) + 2e-6 * reach) << scene.Text();
		++hits;
	}
	EXPECT_GT(hits, ScaledCount(20000) / 10);
}

} // namespace ricochet::test::turning_cast_test
