// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/random_rays.h"
#include "support/reference_flight.h"
#include "support/test_scale.h"

#include <algorithm>
#include <cmath>

// The places of impacts: where a projectile turns back, and where it touches. Distances in doubles judge them.

namespace ricochet::test::impact_place_test
{

namespace
{

// 2^-23 of the larger coordinate (m): the spacing of floats there, or half of it.
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

// Flies a projectile of 300 m/s to 3 km/s for a step. It turns back at what it hits.
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

// The face of a tile lies near an axis of the world, and its body far away. There floats are finer than the pose.
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
		const b2Vec2 corner = b2Vec2{edge, random.Uniform(-3.0f, -1.0f)} - place; // right below
		const b2Fixture* tile = range.Add(range.AddBody(place), BoxOf(0.5f, 2.0f, corner + b2Vec2{-0.5f, 2.0f}, 0.0f));
		const float radius = random.LogUniform(0.01f, 0.3f);
		const b2Vec2 from{edge + radius + random.Uniform(0.1f, 1.0f), random.Uniform(-0.1f, 0.1f)};
		const Kind kind = random.OneIn(2) ? Kind::Disc : Kind::Grenade;
		Fly(range, random, kind, from, {-1.0f, 0.0f}, radius);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const b2Vec2 point = range.plugin.Impacts()[0].enter.point;
		const double off = SignedDistance(*tile, Widen(point));
		// The unit of a crossing (geometry/ray.h). Doubles have errors of some 2^-53 of the pose.
		const double unit = std::max(UnitAt(point), 0x1p-4 * UnitAt(from));
		if (off < -0x1p-48 * SpeedOf(place) || off > 2.0 * unit)
		{
			trouble.Add("scene %d: the point is %g m off the face, which are %g units", i, off, off / unit);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

} // namespace ricochet::test::impact_place_test
