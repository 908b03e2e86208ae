// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/random_rays.h"
#include "support/reference_flight.h"
#include "support/test_scale.h"

#include <algorithm>
#include <cmath>

// Tests where projectiles turn back at an impact, and where they touch the target. Distances of both places from the
// target are computed in doubles.

namespace ricochet::test::impact_place_test
{

namespace
{

// Returns 2^-23 of the larger coordinate (m). This is between the spacing of floats there and twice the spacing.
double UnitAt(b2Vec2 point)
{
	return 0x1p-23 * static_cast<double>(std::max(std::abs(point.x), std::abs(point.y)));
}

enum class Kind : uint8_t
{
	Point,
	Disc,
	Grenade
};

// Flies a projectile at 300 m/s to 3 km/s for a step. The projectile bounces off the first body that it hits.
void Fly(FiringRange& range, SceneRandom& random, Kind kind, b2Vec2 from, b2Vec2 direction, float radius)
{
	const float speed = random.LogUniform(300.0f, 3000.0f);
	if (kind == Kind::Grenade)
	{
		EXPECT_TRUE(range.plugin.Throw({.position = from, .velocity = speed * direction, .radius = radius}));
	}
	else
	{
		BulletDef def = Straight(from, speed * direction);
		def.radius = radius;
		def.maxBounces = 1;
		EXPECT_TRUE(range.plugin.Fire(def));
	}
	range.Step(k_dt);
}

} // namespace

// Far from the origin, a path to a wall passes a pebble at a gap below the spacing of floats. The rounded end of the
// path may lie inside the pebble. Even then, the projectile must turn back near the surface that it hits.
TEST(ImpactPlace, AProjectileThatPassesAPebbleCloselyTurnsBackAtTheWall)
{
	const uint64_t first = SeedOf(0x9EBB1E);
	Trouble trouble;
	int32_t walls = 0;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		SceneRandom random(first + static_cast<uint64_t>(i));
		const auto kind = static_cast<Kind>(i % 3);
		FiringRange range;
		const b2Vec2 from = b2Vec2{9000.0f, -4000.0f} + random.InBox(100.0f);
		const b2Vec2 direction = random.Direction();
		const float radius = kind == Kind::Point ? 0.0f : random.LogUniform(0.01f, 0.3f);
		const float gap = random.Uniform(-2.0f, 2.0f) * static_cast<float>(UnitAt(from));
		const float beside = random.Sign() * (0.2f + radius + gap);
		const b2Vec2 pebble = from + random.Uniform(0.7f, 4.0f) * direction + beside * direction.Skew();
		range.Add(range.AddBody(pebble), CircleOf(0.2f));
		const b2Vec2 behind = from + (5.0f + radius) * direction;
		b2Fixture* wall = range.Add(range.AddBody(behind, std::atan2(direction.y, direction.x)), BoxOf(0.5f, 3.0f));
		Fly(range, random, kind, from, direction, radius);
		ASSERT_FALSE(range.plugin.Impacts().empty());
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		const double off = SignedDistance(*impact.fixture, Widen(impact.position)) - static_cast<double>(radius);
		walls += impact.fixture == wall ? 1 : 0;
		// The clearance of a bounce is 4 units. If this place is not free, the search for a free one may end 4 times as
		// far away.
		if (off > 32.0 * UnitAt(from))
		{
			trouble.Add("scene %d: turns back %g m before the %s, which are %g units", i, off,
			            impact.fixture == wall ? "wall" : "pebble", off / UnitAt(from));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(walls, ScaledCount(3000) / 4);
}

// A projectile hits a circle at a flat angle. To gain the clearance, it must go back far along its path, where the
// surface curves away from the tangent. It must still turn back about one clearance from the surface, both near the
// origin and far from it.
TEST(ImpactPlace, AProjectileTurnsBackCloseBeforeARoundThatItHitsAtAFlatAngle)
{
	const uint64_t first = SeedOf(0xF1A7);
	Trouble trouble;
	int32_t turns = 0;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		SceneRandom random(first + static_cast<uint64_t>(i));
		const Kind kind = random.OneIn(2) ? Kind::Point : Kind::Disc;
		FiringRange range;
		const float far = random.LogUniform(0.01f, 9000.0f);
		const b2Vec2 center = far * random.Direction();
		const b2Vec2 direction = random.Direction();
		const float round = random.LogUniform(0.05f, 1.0f);
		const float radius = kind == Kind::Point ? 0.0f : random.LogUniform(0.01f, 0.3f);
		const double angle = random.LogUniform(0.001f, 0.2f);
		const float beside = random.Sign() * (round + radius) * static_cast<float>(std::cos(angle));
		const b2Vec2 from = center - 4.0f * direction + beside * direction.Skew();
		const b2Fixture* disc = range.Add(range.AddBody(center), CircleOf(round));
		Fly(range, random, kind, from, direction, radius);
		if (range.plugin.Impacts().empty())
		{
			continue; // rounding has moved the path past the disc
		}
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		ASSERT_EQ(impact.response, Response::Bounce);
		++turns;
		const double off = SignedDistance(*disc, Widen(impact.position)) - static_cast<double>(radius);
		const double unit = std::max({UnitAt(impact.position), UnitAt(from), 0x1p-23}); // RoundingClearance is 4 units
		if (off > 16.0 * unit)
		{
			trouble.Add("scene %d: turns back %g m off, which are %g units, at a steepness of %g", i, off, off / unit,
			            static_cast<double>(impact.steepness));
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(turns, ScaledCount(3000) / 2);
}

// A bullet hits a wall at 1 km. When it does, an edge of a body that comes down is still 1.2 cm above that point. Later
// in the step the edge passes the point. This must not move the point off the wall.
TEST(ImpactPlace, WhatPassesThePlaceLaterInTheStepDoesNotMoveIt)
{
	SceneRandom random(SeedOf(0x1A7E));
	for (int32_t i = 0; i < ScaledCount(500); ++i)
	{
		const float angle = random.Uniform(-0.6f, 0.6f);
		const float slope = random.Uniform(-1.0f, 0.0f);
		FiringRange range;
		b2Body* wall = range.AddBody({1000.3f, 0.0f}, angle);
		range.Add(wall, ValueOf(MakeBox(0.5f, 3.0f, {0.5f, 0.0f}, 0.0f)));
		b2Body* passing = range.AddBody({1000.3f, 0.03f}, 0.0f, b2_kinematicBody);
		range.Add(passing, ValueOf(MakeEdge({-1.0f, -slope}, {1.0f, slope})));
		passing->SetLinearVelocity({0.0f, -6.0f});
		BulletDef def = Straight({1000.0f, 0.0f}, {100.0f, 0.0f});
		def.maxBounces = random.Below(2);
		ASSERT_TRUE(range.plugin.Fire(def));
		range.Step(k_dt);
		const auto impacts = range.plugin.Impacts();
		const auto hit = std::find_if(impacts.begin(), impacts.end(),
		                              [&](const ImpactEvent& impact) { return impact.body == wall; });
		ASSERT_NE(hit, impacts.end());
		EXPECT_GT(wall->GetLocalPoint(hit->enter.point).x, -16.0 * UnitAt(hit->enter.point)) << angle << ", " << slope;
	}
}

// The face of a tile is near an axis of the world, but its body's origin is far away. Near the axis, the spacing of
// floats is smaller than the rounding error of the body's pose.
TEST(ImpactPlace, ADiscTouchesATileNearAnAxisWithinTwoUnits)
{
	const uint64_t first = SeedOf(0x711E);
	Trouble trouble;
	for (int32_t i = 0; i < ScaledCount(3000); ++i)
	{
		SceneRandom random(first + static_cast<uint64_t>(i));
		FiringRange range;
		const b2Vec2 place{-random.LogUniform(2.0f, 200.0f), random.LogUniform(2.0f, 200.0f)};
		const float edge = random.LogUniform(0.001f, 0.1f);
		const b2Vec2 corner = b2Vec2{edge, random.Uniform(-3.0f, -1.0f)} - place; // the lower right corner
		const b2Fixture* tile = range.Add(range.AddBody(place), BoxOf(0.5f, 2.0f, corner + b2Vec2{-0.5f, 2.0f}, 0.0f));
		const float radius = random.LogUniform(0.01f, 0.3f);
		const b2Vec2 from{edge + radius + random.Uniform(0.1f, 1.0f), random.Uniform(-0.1f, 0.1f)};
		const Kind kind = random.OneIn(2) ? Kind::Disc : Kind::Grenade;
		Fly(range, random, kind, from, {-1.0f, 0.0f}, radius);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const b2Vec2 point = range.plugin.Impacts()[0].enter.point;
		const double off = SignedDistance(*tile, Widen(point));
		// The unit of a hit point, as geometry/ray.h defines it. The errors of doubles are about 2^-53 of the pose's
		// coordinates.
		const double unit = std::max(UnitAt(point), 0x1p-4 * UnitAt(from));
		if (off < -0x1p-48 * SpeedOf(place) || off > 2.0 * unit)
		{
			trouble.Add("scene %d: the point is %g m off the face, which are %g units", i, off, off / unit);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

} // namespace ricochet::test::impact_place_test
