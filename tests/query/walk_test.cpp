// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>

// Tests walks as games make them: snap to the ground, slide, and again. The ground is a line of known slopes, which
// determine how far each step must lead.

namespace ricochet::test::walk_test
{

namespace
{

constexpr float k_step = 2.0f / 60.0f; // 2 m/s
constexpr int32_t k_steps = 240;       // 4 s

enum class Snap : uint8_t
{
	Ground,
	Cast
};

struct Walker
{
	std::array<b2Vec2, 4> vertices{b2Vec2{0.0f, 0.0f}};
	size_t count = 1;
	float radius = 0.5f;
	b2Vec2 place{0.0f, 0.0f};

	[[nodiscard]] Hull AsHull() const { return {std::span(vertices.data(), count), radius}; }
	[[nodiscard]] b2Transform Pose() const { return PoseAt(place, 0.0f); }

	/// Moves the walker down onto the ground by up to a distance, in one of the ways in which games do this.
	void SnapTo(const b2World& world, Snap snap, float distance = 0.5f)
	{
		if (snap == Snap::Ground)
		{
			const auto ground = CheckGround(world, AsHull(), Pose(), {.distance = distance});
			place.y -= ground ? ground->distance : 0.0f;
		}
		else
		{
			const b2Vec2 down{0.0f, -distance};
			const auto hit = CastHullClosest(world, {AsHull(), Pose(), down}, {.startInside = false});
			place = hit ? hit->place : place;
		}
	}
};

Walker RandomWalker(SceneRandom& random)
{
	Walker walker;
	walker.radius = random.OneIn(2) ? 0.5f : random.Uniform(0.2f, 0.6f);
	if (random.OneIn(3))
	{
		walker.vertices = {b2Vec2{0.0f, 0.0f}, {0.0f, 1.0f}};
		walker.count = 2;
	}
	else if (random.OneIn(3))
	{
		walker.vertices = {b2Vec2{-0.3f, -0.5f}, {0.3f, -0.5f}, {0.3f, 0.5f}, {-0.3f, 0.5f}};
		walker.count = 4;
		walker.radius = random.OneIn(2) ? 0.0f : 0.05f;
	}
	return walker;
}

// Returns the least share of a step to the right that remains on slopes of up to this angle (rad). The step is turned
// onto a slope, and in a hollow from one slope onto the next.
float LeastShare(float steepest)
{
	return 0.9f * std::cos(steepest) * std::cos(steepest) * std::cos(2.0f * steepest);
}

struct Count
{
	int32_t stuck = 0;     // walks that got stuck
	int32_t inside = 0;    // steps that ended inside something
	float farthest = 0.0f; // the longest push (m)
};

// Walks to the right. The walker counts as stuck if ten steps in a row are shorter than the slopes require.
void Walk(const b2World& world, Walker walker, Snap snap, const SlideDef& def, float least, Count& count)
{
	std::vector<SlidePlane> planes;
	int32_t idle = 0;
	for (int32_t i = 0; i < k_steps && idle < 10; ++i)
	{
		walker.SnapTo(world, snap);
		const float before = walker.place.x;
		const SlideResult result = SlideHull(world, walker.AsHull(), walker.Pose(), {k_step, 0.0f}, planes, def);
		walker.place = result.position;
		idle = walker.place.x - before < least * k_step ? idle + 1 : 0;
		count.inside += result.isFree ? 0 : 1;
		count.farthest = std::max(count.farthest, result.push.Length());
	}
	count.stuck += idle >= 10 ? 1 : 0;
}

// Walks over many grounds. make(random, scene) adds a ground and returns a place on it.
template <class Make>
Count WalkAll(uint64_t seed, const SlideDef& def, float steepest, Make&& make)
{
	SceneRandom random(seed);
	Count count;
	for (int32_t i = 0; i < ScaledCount(100); ++i)
	{
		Scene scene;
		Walker walker = RandomWalker(random);
		walker.place = make(random, scene) + b2Vec2{0.0f, 2.0f};
		walker.SnapTo(*scene.world, Snap::Cast, 4.0f);
		Walk(*scene.world, walker, random.OneIn(2) ? Snap::Ground : Snap::Cast, def, LeastShare(steepest), count);
	}
	return count;
}

// Adds a solid that rises or falls to the right.
b2Vec2 AddSlope(SceneRandom& random, Scene& scene, float steepest)
{
	const float rise = 100.0f * std::tan(random.Uniform(0.02f, steepest));
	const bool isUp = random.OneIn(2);
	const b2Vec2 corners[] = {{0.0f, 0.0f}, {100.0f, 0.0f}, {isUp ? 100.0f : 0.0f, rise}};
	b2PolygonShape slope;
	slope.Set(corners, 3);
	scene.Add(scene.AddBody({0.0f, 0.0f}), slope);
	const float x = random.Uniform(5.0f, 80.0f);
	return {x, rise * (isUp ? x : 100.0f - x) / 100.0f};
}

// Adds a chain of slopes that are half a metre to three metres long.
b2Vec2 AddChain(SceneRandom& random, Scene& scene, float steepest)
{
	std::vector<b2Vec2> path{{100.0f, random.Uniform(-2.0f, 2.0f)}};
	b2Vec2 start{0.0f, 0.0f};
	while (path.back().x > 60.0f)
	{
		const float angle = random.Uniform(-steepest, steepest);
		path.push_back(path.back() - random.Uniform(0.5f, 3.0f) * b2Vec2{std::cos(angle), std::sin(angle)});
		start = path.back().x > 65.0f ? path.back() : start;
	}
	b2ChainShape chain;
	chain.CreateChain(path.data(), static_cast<int32_t>(path.size()), path.front(), path.back());
	scene.Add(scene.AddBody({0.0f, 0.0f}), chain);
	return start;
}

} // namespace

// A downward cast has placed a disc on a slope. The test moves the disc up the slope.
TEST(Walk, GoesUpASlopeThatACastHasPutItOn)
{
	Scene scene;
	b2PolygonShape slope;
	const b2Vec2 corners[] = {{0.0f, 0.0f}, {100.0f, 0.0f}, {100.0f, 33.0f}};
	slope.Set(corners, 3);
	scene.Add(scene.AddBody({0.0f, 0.0f}), slope);
	const double share = 1.0 / (1.0 + 0.33 * 0.33); // cos^2 of the slope
	for (const float skin : {0.005f, 0.0f})
	{
		Walker walker;
		walker.place = {32.25f, 11.1690216f};
		std::vector<SlidePlane> planes;
		const SlideResult result =
		    SlideHull(*scene.world, walker.AsHull(), walker.Pose(), {1.0f, 0.0f}, planes, {.skin = skin});
		EXPECT_NEAR(result.position.x, 32.25 + share, 0.006);
		EXPECT_TRUE(result.isFree);
		EXPECT_EQ(planes.size(), 1u);
	}
}

TEST(Walk, NeverGetsStuckOnASlope)
{
	for (const SlideDef& def : {SlideDef{}, SlideDef{.skin = 0.0f}, SlideDef{.maxPush = 0.0f}})
	{
		const Count count =
		    WalkAll(1, def, 0.7f, [](SceneRandom& random, Scene& scene) { return AddSlope(random, scene, 0.7f); });
		EXPECT_EQ(count.stuck, 0) << "skin " << def.skin << " maxPush " << def.maxPush;
		EXPECT_EQ(def.maxPush > 0.0f ? count.inside : 0, 0);
		EXPECT_LT(count.farthest, 0.01f);
	}
}

TEST(Walk, NeverGetsStuckOnAChainOfSlopes)
{
	for (const SlideDef& def : {SlideDef{}, SlideDef{.skin = 0.0f}, SlideDef{.maxPush = 0.0f}})
	{
		const Count count =
		    WalkAll(2, def, 0.6f, [](SceneRandom& random, Scene& scene) { return AddChain(random, scene, 0.6f); });
		EXPECT_EQ(count.stuck, 0) << "skin " << def.skin << " maxPush " << def.maxPush;
		EXPECT_EQ(def.maxPush > 0.0f ? count.inside : 0, 0);
		EXPECT_LT(count.farthest, 0.01f);
	}
}

// A square with integer coordinates is beside a wall with integer coordinates. It touches the wall's corner, then its
// side.
TEST(Walk, FallsPastAWallThatItOnlyTouches)
{
	Scene scene;
	b2PolygonShape wall;
	wall.SetAsBox(2.0f, 3.0f);
	scene.Add(scene.AddBody({2.0f, 0.0f}), wall); // from x = 0 to 4, with its top at y = 3
	const std::array<b2Vec2, 4> square{b2Vec2{-1.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 1.0f}};
	std::vector<SlidePlane> planes;
	for (const b2Vec2 start : {b2Vec2{0.0f, 3.0f}, {0.0f, 2.0f}, {0.0f, 3.5f}, {4.0f + 1.0f, 3.0f}})
	{
		for (const SlideDef& def : {SlideDef{}, SlideDef{.skin = 0.0f}, SlideDef{.maxPush = 0.0f}})
		{
			// The square moves straight down or away from the wall. If it starts below the wall's top, it also moves
			// against the wall.
			for (const float side : {0.0f, -0.05f, 0.05f})
			{
				const float into = start.x > 0.0f ? -side : side;
				b2Vec2 place = start;
				for (int32_t i = 0; i < 20 && (side <= 0.0f || start.y < 3.0f); ++i)
				{
					const b2Transform pose = PoseAt(place, 0.0f);
					place = SlideHull(*scene.world, {square, 0.0f}, pose, {into, -0.1f}, planes, def).position;
					EXPECT_LT(place.y, start.y + 0.006f - 0.09f * static_cast<float>(i))
					    << start.x << " " << start.y << " " << def.skin << " " << side;
				}
			}
		}
	}
}

} // namespace ricochet::test::walk_test
