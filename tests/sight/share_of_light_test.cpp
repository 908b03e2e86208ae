// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/disc_sight.h"
#include "sight/light_cases.h"
#include "support/rounded_scenes.h"

#include <algorithm>
#include <cmath>

// Compares the light beside a single thing with the part of the lamp that is in sight, found by many rays.

namespace ricochet::test::share_of_light_test
{

namespace
{

// Returns the tolerance, which covers the rounding of the apex and of the rays. If 64 rays find the whole lamp visible
// or hidden, it covers their resolution. The formula of the penumbra itself is exact.
double Tolerance(const DiscSight& sight, double halfAngle)
{
	return sight.changes == 0 ? 1.0 / 64.0 : 5e-4 + 2e-5 / halfAngle;
}

// Returns a point in a penumbra, more often near the apex than far from it.
b2Vec2 PointIn(SceneRandom& random, const Penumbra& penumbra, float reach)
{
	const float share = random.Uniform(0.0f, 1.0f);
	const b2Vec2 way = share * penumbra.towardLit + (1.0f - share) * penumbra.towardDark;
	return penumbra.apex + random.LogUniform(0.01f, reach) / way.Length() * way;
}

struct Single
{
	Scene scene;
	Light light;

	// Returns the number of points in penumbras that were compared. The test only uses points at which one side hides
	// the lamp.
	int32_t Compare(SceneRandom& random) const
	{
		int32_t count = 0;
		const LitRegion region = Lit(*scene.world, light);
		for (const Penumbra& penumbra : region.penumbras)
		{
			for (int32_t i = 0; i < 20; ++i)
			{
				const b2Vec2 point = PointIn(random, penumbra, 10.0f);
				const double distance = Length(Widen(point) - Widen(light.position));
				const bool isIn = Contains(PolygonOf(region, penumbra), penumbra.apex, point) &&
				                  distance < 0.99 * light.radius && distance > 1.5 * light.size;
				const DiscSight sight = isIn ? Disc(*scene.world, light, point).Look() : DiscSight{0.0, 2, {}};
				const auto others = std::count_if(region.penumbras.begin(), region.penumbras.end(),
				                                  [&](const Penumbra& other)
				                                  { return Contains(PolygonOf(region, other), other.apex, point); });
				if (sight.changes <= 1 && others == 1)
				{
					EXPECT_NEAR(ShareOfLight(penumbra, point), sight.share,
					            Tolerance(sight, std::asin(light.size / distance)))
					    << "at " << point.x << ", " << point.y << ", apex " << penumbra.apex.x << ", "
					    << penumbra.apex.y << ", size " << light.size << ", changes " << sight.changes;
					++count;
				}
			}
		}
		return count;
	}
};

} // namespace

TEST(ShareOfLight, BesideACircleIsTheShareOfTheLampInSight)
{
	SceneRandom random(71);
	int32_t count = 0;
	for (int32_t i = 0; i < ScaledCount(400); ++i)
	{
		Single single;
		single.light = {.radius = 25.0f, .size = random.LogUniform(0.05f, 2.0f)};
		const float radius = random.LogUniform(0.1f, 3.0f);
		const b2Vec2 center = (single.light.size + radius + random.LogUniform(0.1f, 6.0f)) * random.Direction();
		single.scene.AddCircle(center, radius);
		count += single.Compare(random);
		ASSERT_FALSE(testing::Test::HasFailure()) << "scene " << i << ", radius " << radius;
	}
	EXPECT_GT(count, ScaledCount(400));
}

TEST(ShareOfLight, BesideACornerIsTheShareOfTheLampInSight)
{
	SceneRandom random(72);
	int32_t count = 0;
	for (int32_t i = 0; i < ScaledCount(400); ++i)
	{
		// The edge is perpendicular to the light, so that each end is a corner as seen from the whole lamp.
		Single single;
		single.light = {.radius = 25.0f, .size = random.LogUniform(0.05f, 2.0f)};
		const b2Vec2 way = random.Direction();
		const b2Vec2 middle = (single.light.size + random.LogUniform(0.1f, 6.0f)) * way;
		const b2Vec2 half = random.Uniform(0.5f, 5.0f) * b2Vec2{-way.y, way.x};
		single.scene.AddEdge(middle - half, middle + half);
		count += single.Compare(random);
		ASSERT_FALSE(testing::Test::HasFailure()) << "scene " << i;
	}
	EXPECT_GT(count, ScaledCount(400));
}

TEST(ShareOfLight, BesideACapsuleIsTheShareOfTheLampInSight)
{
	SceneRandom random(74);
	int32_t count = 0;
	for (int32_t i = 0; i < ScaledCount(400); ++i)
	{
		Single single;
		single.light = {.radius = 25.0f, .size = random.LogUniform(0.05f, 2.0f)};
		// The capsule is perpendicular to the light, so that each end is round as seen from the whole lamp.
		const float radius = random.LogUniform(0.02f, 2.0f);
		const b2Vec2 way = random.Direction();
		const b2Vec2 middle = (single.light.size + radius + random.LogUniform(0.1f, 6.0f)) * way;
		const b2Vec2 half = random.Uniform(0.5f, 5.0f) * b2Vec2{-way.y, way.x};
		(void)single.scene.Add(single.scene.AddBody({0.0f, 0.0f}),
		                       ValueOf(MakeCapsule(middle - half, middle + half, radius)));
		count += single.Compare(random);
		ASSERT_FALSE(testing::Test::HasFailure()) << "scene " << i;
	}
	EXPECT_GT(count, ScaledCount(400));
}

TEST(ShareOfLight, OfTheSkyBesideACircleIsTheShareInSight)
{
	SceneRandom random(73);
	int32_t count = 0;
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		Scene scene;
		const float radius = random.LogUniform(0.1f, 3.0f);
		scene.AddCircle({0.0f, 0.0f}, radius);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const ParallelLight light{.direction = {std::cos(angle), std::sin(angle)},
		                          .view = {{-10.0f, -10.0f}, {10.0f, 10.0f}},
		                          .spread = random.Uniform(0.02f, 0.6f)};
		const LitRegion region = Lit(*scene.world, light);
		ASSERT_EQ(region.penumbras.size(), 2u);
		for (int32_t k = 0; k < 40; ++k)
		{
			const Penumbra& penumbra = region.penumbras[static_cast<size_t>(k % 2)];
			const Penumbra& other = region.penumbras[static_cast<size_t>(1 - k % 2)];
			const b2Vec2 point = PointIn(random, penumbra, 5.0f);
			if (Contains(PolygonOf(region, penumbra), penumbra.apex, point) &&
			    Contains(PolygonOf(region, other), other.apex, point) == false)
			{
				// Seen from a point, a source at infinity is like a distant disc.
				constexpr float k_far = 100.0f;
				const Light far{.position = point - k_far * light.direction, .size = k_far * std::sin(light.spread)};
				const DiscSight sight = Disc(*scene.world, far, point).Look();
				if (sight.changes <= 1)
				{
					EXPECT_NEAR(ShareOfLight(penumbra, point), sight.share, Tolerance(sight, light.spread))
					    << "scene " << i << " at " << point.x << ", " << point.y;
					++count;
				}
			}
		}
	}
	EXPECT_GT(count, ScaledCount(400));
}

} // namespace ricochet::test::share_of_light_test
