// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/lamp_scenes.h"

#include <ricochet/host/attach_geometry.h>
#include <ricochet/query/ray_query.h>

#include <box2d/b2_circle_shape.h>

#include <algorithm>
#include <cmath>
#include <vector>

// Compares all the light at a point with the visible share of the lamp by formulas.

namespace ricochet::test::light_at_point_test
{

namespace
{

// Returns the amount that a triangle adds at a point, interpolated linearly between its corners.
double ChangeAt(std::span<const LitVertex> triangle, Point2 point)
{
	const Point2 a = Widen(triangle[0].point), b = Widen(triangle[1].point), c = Widen(triangle[2].point);
	const double twice = Cross(b - a, c - a);
	const double toB = Cross(point - a, c - a) / twice;
	const double toC = Cross(b - a, point - a) / twice;
	return toB >= 0.0 && toC >= 0.0 && toB + toC <= 1.0
	           ? (1.0 - toB - toC) * triangle[0].change + toB * triangle[1].change + toC * triangle[2].change
	           : 0.0;
}

// The light at a point as a renderer draws it: the polygon and the triangles of penumbras.
struct Drawing
{
	double light = 0.0;
	int32_t count = 0; // the number of penumbras that contain the point
	bool isOnHardBorder = false;

	Drawing(const LitRegion& region, const Light& lamp, b2Vec2 point)
	{
		std::vector<LitVertex> corners;
		light = Contains(region.polygon, lamp.position, point) ? 1.0 : 0.0;
		for (const Penumbra& penumbra : region.penumbras)
		{
			if (Contains(PolygonOf(region, penumbra), penumbra.apex, point))
			{
				++count;
				isOnHardBorder = isOnHardBorder || std::abs(ShareOfLight(penumbra, point) - 0.5f) < 1e-3f;
			}
			Triangulate(region, penumbra, 1e-3f, corners);
			for (size_t i = 0; i < corners.size(); i += 3)
			{
				light += ChangeAt(std::span(corners).subspan(i, 3), Widen(point));
			}
		}
	}
};

} // namespace

TEST(LightAtAPoint, BehindOneThingIsTheShareOfTheLampInSight)
{
	for (int32_t kind = 0; kind < static_cast<int32_t>(Kind::Count); ++kind)
	{
		SceneRandom random(91);
		Errors errors;
		for (int32_t i = 0; i < ScaledCount(500); ++i)
		{
			const std::optional<LampScene> one = SceneOf(random, static_cast<Kind>(kind));
			const LitRegion region = one ? Lit(*one->scene.world, one->light) : LitRegion();
			for (int32_t k = 0; k < 40 && one; ++k)
			{
				const b2Vec2 point = one->PointPast(random, one->things[0]);
				if (one->IsFree(point))
				{
					const double share = one->ShareAt(point);
					const double error = std::abs(ShareOfLight(region, one->light, point) - share);
					EXPECT_LE(error, one->Tolerance(point))
					    << "kind " << kind << ", scene " << i << " at " << point.x << ", " << point.y << ": " << share;
					errors.Add(error, share);
				}
			}
		}
		EXPECT_GT(errors.soft, ScaledCount(500) * 5);
	}
}

TEST(LightAtAPoint, AmongManyThingsWithStraightSidesIsTheShareOfTheLampInSight)
{
	for (const int32_t count : {2, 3, 6, 20})
	{
		SceneRandom random(92);
		Errors errors;
		for (int32_t i = 0; i < ScaledCount(200); ++i)
		{
			const LampScene many = SceneOfMany(random, count, Kind::Circle);
			const LitRegion region = Lit(*many.scene.world, many.light);
			for (int32_t k = 0; k < 60 && many.things.empty() == false; ++k)
			{
				const auto thing = static_cast<size_t>(random.Below(static_cast<int32_t>(many.things.size())));
				const b2Vec2 point = many.PointPast(random, many.things[thing]);
				if (many.IsFree(point))
				{
					const double share = many.ShareAt(point);
					const double error = std::abs(ShareOfLight(region, many.light, point) - share);
					EXPECT_LE(error, many.Tolerance(point)) << "scene " << i << " at " << point.x << ", " << point.y;
					errors.Add(error, share);
				}
			}
		}
		EXPECT_GT(errors.soft, ScaledCount(200) * 5);
	}
}

TEST(LightAtAPoint, AmongManyCirclesIsTheShareOfTheLampInSight)
{
	SceneRandom random(93);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		const LampScene many = SceneOfMany(random, 12, Kind::Count);
		const LitRegion region = Lit(*many.scene.world, many.light);
		for (int32_t k = 0; k < 100; ++k)
		{
			const b2Vec2 point =
			    many.light.position + random.Uniform(1.1f * many.light.size, 12.0f) * random.Direction();
			if (many.IsFree(point))
			{
				const double share = many.ShareAt(point);
				const double got = ShareOfLight(region, many.light, point);
				EXPECT_NEAR(got, share, many.Tolerance(point)) << "scene " << i << " at " << point.x << ", " << point.y;
				errors.Add(std::abs(got - share), share);
			}
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(300) * 5);
}

// Corners are in line with each other, with the lamp's centre and with the point. Walls are seen edge-on, and faces
// touch.
TEST(LightAtAPoint, OnALatticeIsTheShareOfTheLampInSight)
{
	SceneRandom random(94);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(1000); ++i)
	{
		LampScene lattice;
		lattice.light = {.radius = 40.0f, .size = 0.25f * static_cast<float>(1 + random.Below(3))};
		for (int32_t k = 1 + random.Below(4); k > 0; --k)
		{
			const b2Vec2 corner{static_cast<float>(1 + random.Below(6)), static_cast<float>(random.Below(7) - 3)};
			const b2Vec2 other =
			    corner + b2Vec2{static_cast<float>(random.Below(3)), static_cast<float>(random.Below(3))};
			if (corner.x == other.x || corner.y == other.y)
			{
				continue;
			}
			const b2Vec2 half = 0.5f * (other - corner);
			lattice.things.push_back(
			    OccluderOf(*(random.OneIn(3) ? lattice.scene.AddEdge(corner, {other.x, corner.y})
			                                 : lattice.scene.AddBox(corner + half, half.x, half.y))));
		}
		const LitRegion region = Lit(*lattice.scene.world, lattice.light);
		for (int32_t k = 0; k < 40; ++k)
		{
			const b2Vec2 point{0.5f * static_cast<float>(3 + random.Below(20)),
			                   0.5f * static_cast<float>(random.Below(17) - 8)};
			if (lattice.IsFree(point))
			{
				const double share = lattice.ShareAt(point);
				const double got = ShareOfLight(region, lattice.light, point);
				EXPECT_NEAR(got, share, lattice.Tolerance(point))
				    << "scene " << i << " at " << point.x << ", " << point.y;
				errors.Add(std::abs(got - share), share);
			}
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(1000));
}

// Two boxes are at each place, rotated by quarter turns, so their corners differ by rounding. One box may have a corner
// at the origin.
TEST(LightAtAPoint, BehindTilesAtOnePlaceIsTheShareInSight)
{
	constexpr float k_far = 1000.0f;
	SceneRandom random(98);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(1000); ++i)
	{
		LampScene tiles;
		tiles.light = {.position = {40.0f, 0.0f}}; // far from all tiles, for IsFree
		const b2Vec2 first{static_cast<float>(random.Below(9) - 4), static_cast<float>(random.Below(9) - 4)};
		const int32_t count = 1 + random.Below(3);
		for (int32_t k = 0; k < 2 * count; ++k)
		{
			const float turn = 0.5f * b2_pi * static_cast<float>(random.Below(4));
			tiles.things.push_back(OccluderOf(
			    *tiles.scene.AddBox(first + b2Vec2{2.0f * static_cast<float>(k / 2), 0.0f}, 1.0f, 1.0f, turn)));
		}
		const std::vector<b2Vec2> suns{{0.0f, -1.0f}, {1.0f, 0.0f},  {-1.0f, 0.0f},
		                               {0.0f, 1.0f},  {1.0f, -1.0f}, {1.0f, 2.0f}};
		const ParallelLight sun{
		    .direction = random.OneOf(suns), .view = {{-40.0f, -40.0f}, {40.0f, 40.0f}}, .spread = 0.2f};
		Light lamp{.position = {static_cast<float>(random.Below(25) - 12), static_cast<float>(random.Below(25) - 12)},
		           .radius = 80.0f,
		           .size = 0.5f};
		const bool isLamp = random.OneIn(2) && SignedDistance(*tiles.scene.world, Widen(lamp.position)) > 1.0;
		const LitRegion region = isLamp ? Lit(*tiles.scene.world, lamp) : Lit(*tiles.scene.world, sun);
		for (int32_t k = 0; k < 60; ++k)
		{
			const float step = random.OneIn(2) ? 0.5f : 0.001f; // points on lines through corners, or beside them
			const b2Vec2 offset = random.InBox(15.0f);
			const b2Vec2 point{step * std::round(offset.x / step), step * std::round(offset.y / step)};
			b2Vec2 way = sun.direction;
			way.Normalize();
			tiles.light = isLamp ? lamp
			                     : Light{.position = point - k_far * way,
			                             .radius = 2.0f * k_far,
			                             .size = k_far * std::sin(sun.spread)};
			if (SignedDistance(*tiles.scene.world, Widen(point)) > 0.1 &&
			    (point - tiles.light.position).Length() > 1.0f)
			{
				const double share = tiles.ShareAt(point);
				const double got = isLamp ? ShareOfLight(region, lamp, point) : ShareOfLight(region, sun, point);
				EXPECT_NEAR(got, share, 2e-3) << "scene " << i << " at " << point.x << ", " << point.y;
				errors.Add(std::abs(got - share), share);
			}
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(1000));
}

// A wall hides the whole lamp. Another wall or a crate ends on it, so a corner of that thing is on the wall.
TEST(LightAtAPoint, BehindAWallOnWhichAnotherThingEndsIsNone)
{
	SceneRandom random(99);
	int32_t asked = 0;
	for (int32_t i = 0; i < ScaledCount(1000); ++i)
	{
		const b2Vec2 along = random.OneIn(2) ? b2Vec2{1.0f, 0.0f} : b2Vec2{2.0f, 1.0f};
		const b2Vec2 up{-along.y, along.x};
		const b2Vec2 joint = static_cast<float>(random.Below(9) - 4) * along;
		Light lamp{.position =
		               static_cast<float>(random.Below(13) - 6) * along - static_cast<float>(2 + random.Below(6)) * up,
		           .radius = 100.0f,
		           .size = 0.5f};
		Scene scene;
		scene.AddEdge(-40.0f * along, 40.0f * along);
		if (random.OneIn(2))
		{
			scene.AddEdge(joint, joint + static_cast<float>(random.Below(7) - 3) * along -
			                         static_cast<float>(1 + random.Below(4)) * up);
		}
		else
		{
			scene.AddBox(joint - up, 1.0f, up.Length(), std::atan2(along.y, along.x));
		}
		if (SignedDistance(*scene.world, Widen(lamp.position)) < 0.6)
		{
			continue;
		}
		const LitRegion region = Lit(*scene.world, lamp);
		for (int32_t k = 0; k < 40; ++k)
		{
			const b2Vec2 point = random.Uniform(-10.0f, 10.0f) * along + random.Uniform(0.5f, 10.0f) * up;
			EXPECT_EQ(ShareOfLight(region, lamp, point), 0.0f) << "scene " << i << " at " << point.x << ", " << point.y;
			++asked;
		}
	}
	EXPECT_GT(asked, ScaledCount(1000) * 20);
}

// The sun is computed as a distant lamp.
TEST(LightAtAPoint, OfTheSkyIsTheShareInSight)
{
	constexpr float k_far = 1000.0f;
	SceneRandom random(95);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		LampScene sky;
		const int32_t count = 1 + random.Below(6);
		const float around = random.OneIn(2) ? 6.0f : 25.0f; // points in the lit area only, or also beside it
		for (int32_t k = 0; k < count; ++k)
		{
			sky.Add(random, static_cast<Kind>(random.Below(count == 1 ? 6 : 5)),
			        random.InBox(around) + b2Vec2{50.0f, 0.0f});
		}
		const ParallelLight light{.direction = random.Direction(),
		                          .view = {{40.0f, -10.0f}, {60.0f, 10.0f}},
		                          .before = 40.0f,
		                          .spread = random.LogUniform(0.005f, 0.4f)};
		const LitRegion region = Lit(*sky.scene.world, light);
		for (int32_t k = 0; k < 60; ++k)
		{
			const b2Vec2 point = random.InBox(10.0f) + b2Vec2{50.0f, 0.0f};
			sky.light = {.position = point - k_far * light.direction,
			             .radius = 2.0f * k_far,
			             .size = k_far * std::sin(light.spread)};
			if (SignedDistance(*sky.scene.world, Widen(point)) > 1e-2)
			{
				const double share = sky.ShareAt(point);
				const double got = ShareOfLight(region, light, point);
				EXPECT_NEAR(got, share, 1e-3 + 5.0 * sky.Tolerance(point))
				    << "scene " << i << " at " << point.x << ", " << point.y;
				errors.Add(std::abs(got - share), share);
			}
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(300) * 2);
}

// If startInside is false, light that begins in a solid can leave the solid. All other light is blocked by it.
TEST(LightAtAPoint, OfASkyThatBeginsInSolidsIsTheShareOfItsRays)
{
	constexpr int32_t k_rays = 1000;
	SceneRandom random(101);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		LampScene sky;
		const int32_t count = 1 + random.Below(4);
		const bool isOnGrid = random.OneIn(3);
		for (int32_t k = 0; k < count; ++k)
		{
			const b2Vec2 place{random.Uniform(-5.0f, 5.0f), random.Uniform(3.0f, 5.0f)};
			sky.Add(random, static_cast<Kind>(random.Below(count == 1 ? 6 : 5)), place);
		}
		if (isOnGrid)
		{
			sky.scene.AddBox({static_cast<float>(random.Below(7) - 3), 4.0f}, 1.0f, 1.0f);
		}
		ParallelLight light{.direction = {0.0f, -1.0f}, .view = {{-8.0f, -5.0f}, {8.0f, 4.0f}}, .spread = 0.2f};
		light.spread = random.LogUniform(0.02f, 0.6f);
		light.filter.startInside = false;
		const LitRegion region = Lit(*sky.scene.world, light);
		for (int32_t k = 0; k < 20; ++k)
		{
			const b2Vec2 point{random.Uniform(-6.0f, 6.0f), random.Uniform(-4.0f, 3.9f)};
			int32_t seen = 0;
			for (int32_t ray = 0; ray < k_rays; ++ray)
			{
				const double angle = light.spread * ((2.0 * ray + 1.0) / k_rays - 1.0);
				const double depth = 4.0 - static_cast<double>(point.y);
				const b2Vec2 begin{static_cast<float>(point.x + depth * std::tan(angle)), 4.0f};
				seen += CastRayAny(*sky.scene.world, RayBetween(begin, point), light.filter) ? 0 : 1;
			}
			const double share = static_cast<double>(seen) / k_rays;
			const double got = ShareOfLight(region, light, point);
			EXPECT_NEAR(got, share, 8.0 / k_rays) << "scene " << i << " at " << point.x << ", " << point.y;
			errors.Add(std::abs(got - share), share);
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(300) * 2);
}

// A lamp is in an arm of an attached outline. Its light leaves the arm, and is hidden where it enters the outline
// again.
TEST(LightAtAPoint, OfALampInAnOutlineIsTheShareOfItsRays)
{
	constexpr int32_t k_rays = 1000;
	SceneRandom random(102);
	Errors errors;
	int32_t hidden = 0;
	for (int32_t i = 0; i < ScaledCount(100); ++i)
	{
		const float wide = random.Uniform(0.8f, 1.5f);
		std::vector<b2Vec2> corners{{0.0f, 0.0f}, {5.0f, 0.0f}, {5.0f, wide}, {wide, wide}, {wide, 5.0f}, {0.0f, 5.0f}};
		if (random.OneIn(2))
		{
			std::reverse(corners.begin(), corners.end());
		}
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f}, random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		b2CircleShape own;
		own.m_radius = 0.1f;
		ASSERT_TRUE(AttachGeometry(body->CreateFixture(&own, 0.0f), *CastGeometry::Make(*Outline::Make(corners))));
		Light lamp{.position = body->GetWorldPoint({0.5f * wide, random.Uniform(1.5f, 4.5f)}), .radius = 30.0f};
		lamp.size = random.Uniform(0.05f, 0.2f);
		lamp.filter.startInside = false;
		const LitRegion region = Lit(*scene.world, lamp);
		for (int32_t k = 0; k < 30; ++k)
		{
			const b2Vec2 point = body->GetWorldPoint(b2Vec2{2.5f, 2.5f} + random.InBox(6.0f));
			const b2Vec2 way = lamp.position - point;
			const double distance = way.Length();
			if (distance < 2.0f * lamp.size)
			{
				continue;
			}
			const double half = std::asin(lamp.size / distance);
			const double reach = std::sqrt(distance * distance - lamp.size * lamp.size);
			int32_t seen = 0;
			for (int32_t ray = 0; ray < k_rays; ++ray)
			{
				const double angle = std::atan2(way.y, way.x) + half * ((2.0 * ray + 1.0) / k_rays - 1.0);
				const b2Vec2 begin = point + b2Vec2{static_cast<float>(reach * std::cos(angle)),
				                                    static_cast<float>(reach * std::sin(angle))};
				seen += CastRayAny(*scene.world, RayBetween(begin, point), lamp.filter) ? 0 : 1;
			}
			const double share = static_cast<double>(seen) / k_rays;
			const double got = ShareOfLight(region, lamp, point);
			EXPECT_NEAR(got, share, 8.0 / k_rays) << "scene " << i << " at " << point.x << ", " << point.y;
			errors.Add(std::abs(got - share), share);
			hidden += share == 0.0 ? 1 : 0;
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(100) / 4);
	EXPECT_GT(hidden, ScaledCount(100) * 2);
}

// If the filter accepts only fronts, light passes a wall from behind.
TEST(LightAtAPoint, GoesThroughTheBackOfAWallAsTheFilterSays)
{
	SceneRandom random(96);
	Errors errors;
	for (int32_t i = 0; i < ScaledCount(500); ++i)
	{
		LampScene one;
		one.light = {.radius = 40.0f, .size = random.LogUniform(0.05f, 1.0f), .filter = {.sides = Sides::Front}};
		const b2Vec2 a = random.Uniform(1.5f, 3.0f) * random.Direction();
		const b2Vec2 along = random.OneIn(2) ? random.Uniform(0.5f, 3.0f) * a : random.InBox(3.0f);
		const b2Vec2 b = a + along + random.InBox(0.2f);
		const b2Fixture* fixture =
		    one.scene.Add(one.scene.AddBody({0.0f, 0.0f}, 0.0f), EdgeOf(a - along, a, b, b + along));
		if (SignedDistance(*fixture, {}) < 1.01 * static_cast<double>(one.light.size))
		{
			continue;
		}
		one.things.push_back(OccluderOf(*fixture));
		const LitRegion region = Lit(*one.scene.world, one.light);
		for (int32_t k = 0; k < 20; ++k)
		{
			const b2Vec2 point = one.PointPast(random, one.things[0]);
			// The wall's front is to the right of a -> b. A point in front of the wall is fully lit: light from behind
			// passes the wall.
			const bool isBehind = b2Cross(b - a, point - a) > 0.0f;
			const double share = isBehind ? one.ShareAt(point) : 1.0;
			if (one.IsFree(point))
			{
				EXPECT_NEAR(ShareOfLight(region, one.light, point), share, one.Tolerance(point))
				    << "scene " << i << " at " << point.x << ", " << point.y;
				errors.Add(0.0, share);
			}
		}
	}
	EXPECT_GT(errors.soft, ScaledCount(500) * 2);
}

TEST(LightAtAPoint, IgnoresTheSolidInWhichTheLampIsAsTheFilterSays)
{
	LampScene one;
	one.light = {.radius = 40.0f, .size = 0.5f, .filter = {.startInside = false}};
	one.scene.AddBox({0.0f, 0.0f}, 1.0f, 2.0f);
	one.things.push_back(OccluderOf(*one.scene.AddBox({5.0f, 0.0f}, 1.0f, 1.0f)));
	const LitRegion region = Lit(*one.scene.world, one.light);
	EXPECT_EQ(region.penumbras.size(), 2u) << "none of the lamp's own box";
	for (const b2Vec2 point : {b2Vec2{8.0f, 1.5f}, {8.0f, 1.8f}, {8.0f, -2.2f}, {3.0f, 3.0f}, {12.0f, 0.0f}})
	{
		EXPECT_NEAR(ShareOfLight(region, one.light, point), one.ShareAt(point), 1e-4) << point.x << ", " << point.y;
	}
}

// Compares the light with what a renderer draws. It draws 1 in the polygon, and adds the values of the penumbras'
// triangles. A penumbra has eight of them, and each is linear, so its values are off by at most a 16th. Points on hard
// borders are not compared, because rounding leaves thin gaps there.
TEST(LightAtAPoint, IsWhatPolygonAndTrianglesAddUpTo)
{
	SceneRandom random(97);
	double sum = 0.0;
	int32_t soft = 0;
	for (int32_t i = 0; i < ScaledCount(60); ++i)
	{
		const LampScene many = SceneOfMany(random, 4, Kind::Circle);
		const LitRegion region = Lit(*many.scene.world, many.light);
		for (int32_t k = 0; k < 30 && many.things.empty() == false; ++k)
		{
			const auto thing = static_cast<size_t>(random.Below(static_cast<int32_t>(many.things.size())));
			const b2Vec2 point = many.PointPast(random, many.things[thing]);
			const double share = ShareOfLight(region, many.light, point);
			const Drawing drawing(region, many.light, point);
			if (many.IsFree(point) && many.Tolerance(point) < 1e-2 && drawing.isOnHardBorder == false)
			{
				EXPECT_NEAR(drawing.light, share, drawing.count / 16.0 + 5e-3) << point.x << ", " << point.y;
				sum += std::abs(drawing.light - share);
				soft += share > 1e-3 && share < 0.999 ? 1 : 0;
			}
		}
	}
	EXPECT_GT(soft, ScaledCount(60) * 3);
	if (soft >= 100)
	{
		EXPECT_LE(sum / soft, 0.02) << "a mean needs many points";
	}
}

} // namespace ricochet::test::light_at_point_test
