// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/solid_query.h>

#include <ricochet/geometry/clip.h>
#include <ricochet/index/snapshot.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>

namespace ricochet::test::solid_query_test
{

namespace
{

// Returns a concave outline that is fully visible from the origin. Its coordinates are on a grid of floats.
std::vector<b2Vec2> MakeOutline(SceneRandom& random)
{
	const int32_t count = random.Between(5, 24);
	std::vector<b2Vec2> outline;
	for (int32_t i = 0; i < count; ++i)
	{
		const float angle =
		    6.28318531f * (static_cast<float>(i) + random.Uniform(0.0f, 0.5f)) / static_cast<float>(count);
		const float radius = random.Uniform(0.5f, 3.0f);
		const auto onGrid = [](float x)
		{
			return std::round(x * 64.0f) / 64.0f;
		};
		outline.push_back({onGrid(radius * std::cos(angle)), onGrid(radius * std::sin(angle))});
	}
	return outline;
}

// Adds triangles around the origin. Returns false if Box2D rejects one of them as too thin.
bool AddFan(Scene& scene, b2Body* body, std::span<const b2Vec2> outline)
{
	for (size_t i = 0; i < outline.size(); ++i)
	{
		const std::array corners{b2Vec2{0.0f, 0.0f}, outline[i], outline[(i + 1) % outline.size()]};
		const auto triangle = MakePolygon(corners);
		if (!triangle || triangle->m_count != 3)
		{
			return false;
		}
		scene.Add(body, *triangle);
	}
	return true;
}

// Returns a ray. Half of the rays pass through vertices of the outline, or through the middle, where seams meet.
Ray RayAt(SceneRandom& random, std::span<const b2Vec2> outline)
{
	const b2Vec2 from = 5.0f * random.Direction();
	b2Vec2 through = random.InBox(2.0f);
	if (random.OneIn(3))
	{
		through = outline[static_cast<size_t>(random.Below(static_cast<int>(outline.size())))];
	}
	else if (random.OneIn(4))
	{
		through = {0.0f, 0.0f};
	}
	return {random.OneIn(4) ? through : from, random.OneIn(4) ? 0.7f * (through - from) : 2.0f * (through - from)};
}

// Merges spans whose gap is close to the tolerance: such gaps may be reported or not.
template <class Span>
void Close(std::vector<Span>& spans)
{
	for (size_t i = 1; i < spans.size();)
	{
		if (spans[i].enter.fraction - spans[i - 1].exit.fraction > 1.0e-5f)
		{
			++i;
			continue;
		}
		spans[i - 1].exit = spans[i].exit;
		spans[i - 1].endsInside = spans[i].endsInside;
		spans.erase(spans.begin() + static_cast<std::ptrdiff_t>(i));
	}
}

void ExpectNear(const RaySpan& got, const RaySpan& want)
{
	EXPECT_NEAR(got.enter.fraction, want.enter.fraction, 1.0e-6f);
	EXPECT_NEAR(got.exit.fraction, want.exit.fraction, 1.0e-6f);
	EXPECT_EQ(got.startsInside, want.startsInside);
	EXPECT_EQ(got.endsInside, want.endsInside);
}

} // namespace

// Compares exactly with ClipPolygon of the whole outline. A ray that only touches the outline has a span for each piece
// that it touches.
TEST(SolidQuery, AnOutlineInPiecesIsTheWholeOutline)
{
	SceneRandom random(1);
	int compared = 0;
	for (int i = 0; i < ScaledCount(400); ++i)
	{
		const std::vector<b2Vec2> outline = MakeOutline(random);
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		if (AddFan(scene, body, outline) == false)
		{
			continue;
		}
		const Snapshot snapshot(*scene.world);
		for (int k = 0; k < 50; ++k)
		{
			const Ray ray = RayAt(random, outline);
			std::vector<RaySpan> expected;
			ClipPolygon(ray, outline, expected);
			std::erase_if(expected, [](const RaySpan& span) { return span.grazing; });
			std::vector<SolidSpan> solids, indexed;
			CastRaySolids(*scene.world, ray, solids);
			CastRaySolids(snapshot, ray, indexed);
			EXPECT_EQ(indexed.size(), solids.size());
			std::erase_if(solids, [](const SolidSpan& span) { return span.grazing; });
			Close(expected);
			Close(solids);
			ASSERT_EQ(solids.size(), expected.size()) << "outline " << i << " ray " << k;
			for (size_t s = 0; s < solids.size(); ++s)
			{
				ExpectNear(solids[s], expected[s]);
				ASSERT_FALSE(HasFailure()) << "outline " << i << " ray " << k;
			}
			compared += static_cast<int>(solids.size());
		}
	}
	EXPECT_GT(compared, ScaledCount(400) * 10);
}

TEST(SolidQuery, AHoleIsKept)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	for (const float side : {-2.0f, 2.0f})
	{
		b2PolygonShape bar;
		bar.SetAsBox(0.5f, 2.5f, {side, 0.0f}, 0.0f);
		scene.Add(body, bar);
		bar.SetAsBox(1.5f, 0.5f, {0.0f, side}, 0.0f);
		scene.Add(body, bar);
	}
	std::vector<SolidSpan> solids;
	CastRaySolids(*scene.world, {{-5.0f, 0.25f}, {10.0f, 0.0f}}, solids);
	ASSERT_EQ(solids.size(), 2u);
	EXPECT_FLOAT_EQ(solids[0].exit.point.x, -1.5f);
	EXPECT_FLOAT_EQ(solids[1].enter.point.x, 1.5f);
	CastRaySolids(*scene.world, {{-5.0f, 2.25f}, {10.0f, 0.0f}}, solids); // through three solids that touch
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FLOAT_EQ(solids[0].enter.point.x, -2.5f);
	EXPECT_FLOAT_EQ(solids[0].exit.point.x, 2.5f);
	EXPECT_NE(solids[0].fixture, solids[0].exitItem.fixture);
	EXPECT_FLOAT_EQ(SolidLength(*scene.world, {-5.0f, 0.25f}, {5.0f, 0.25f}), 2.0f);
	EXPECT_FLOAT_EQ(SolidLength(*scene.world, {-5.0f, 2.25f}, {5.0f, 2.25f}), 5.0f);
}

TEST(SolidQuery, OnASeamTheRayStartsInside)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	b2PolygonShape half;
	half.SetAsBox(0.5f, 1.0f, {-0.5f, 0.0f}, 0.0f);
	scene.Add(body, half);
	half.SetAsBox(0.5f, 1.0f, {0.5f, 0.0f}, 0.0f);
	scene.Add(body, half);
	std::vector<SolidSpan> solids;
	CastRaySolids(*scene.world, {{0.0f, 0.0f}, {4.0f, 0.0f}}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_TRUE(solids[0].startsInside);
	EXPECT_EQ(solids[0].enter.normal, (b2Vec2{0.0f, 0.0f}));
	CastRaySolids(*scene.world, {{0.0f, -3.0f}, {0.0f, 6.0f}}, solids); // along the seam
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FALSE(solids[0].grazing);
	EXPECT_FLOAT_EQ(solids[0].enter.point.y, -1.0f);
	EXPECT_FLOAT_EQ(solids[0].exit.point.y, 1.0f);
	CastRaySolids(*scene.world, {{-1.0f, 0.0f}, {4.0f, 0.0f}}, solids); // starts on the outer face and enters
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_FALSE(solids[0].startsInside);
	CastRaySolids(*scene.world, {{1.0f, -3.0f}, {0.0f, 6.0f}}, solids); // along an outer face
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_TRUE(solids[0].grazing);
}

// A wall of four tiles, and a wall whose upper brick covers a joint. The ray starts where joints meet, and runs along
// one joint.
TEST(SolidQuery, WhereJointsMeetTheRayStartsInside)
{
	for (const bool areTiles : {true, false})
	{
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		b2PolygonShape brick;
		for (const float x : {-0.5f, 0.5f})
		{
			brick.SetAsBox(0.5f, 0.5f, {x, -0.5f}, 0.0f);
			scene.Add(body, brick);
			brick.SetAsBox(0.5f, 0.5f, {areTiles ? x : 0.0f, 0.5f}, 0.0f);
			scene.Add(body, brick);
		}
		std::vector<SolidSpan> solids;
		for (const float y : {-3.0f, 3.0f})
		{
			CastRaySolids(*scene.world, {{0.0f, 0.0f}, {0.0f, y}}, solids);
			ASSERT_EQ(solids.size(), 1u);
			EXPECT_TRUE(solids[0].startsInside) << areTiles << y;
			EXPECT_FALSE(solids[0].grazing);
			EXPECT_EQ(solids[0].enter.normal, (b2Vec2{0.0f, 0.0f}));
			EXPECT_FLOAT_EQ(solids[0].exit.point.y, y > 0.0f ? 1.0f : -1.0f);
			// A ray that starts at the end of the joint, on the outer face, enters.
			CastRaySolids(*scene.world, {{0.0f, y > 0.0f ? -1.0f : 1.0f}, {0.0f, y}}, solids);
			ASSERT_EQ(solids.size(), 1u);
			EXPECT_FALSE(solids[0].startsInside);
			EXPECT_FALSE(solids[0].grazing);
		}
	}
}

// The ray ends on a seam, or nearer to it than the rounding of its fraction. Such a ray ends inside the wall.
TEST(SolidQuery, ByASeamTheRayEndsInside)
{
	for (const float place : {-0x1p-60f, 0.0f, 0x1p-60f})
	{
		Scene scene;
		b2Body* body = scene.AddBody({place, 0.0f});
		b2PolygonShape half;
		half.SetAsBox(0.5f, 1.0f, {-0.5f, 0.0f}, 0.0f);
		scene.Add(body, half);
		half.SetAsBox(0.5f, 1.0f, {0.5f, 0.0f}, 0.0f);
		scene.Add(body, half);
		for (const float from : {-3.0f, 3.0f})
		{
			std::vector<SolidSpan> solids;
			CastRaySolids(*scene.world, {{from, 0.5f}, {-from, 0.0f}}, solids);
			ASSERT_EQ(solids.size(), 1u);
			EXPECT_TRUE(solids[0].endsInside) << place << ", " << from;
			EXPECT_EQ(solids[0].exit.normal, (b2Vec2{0.0f, 0.0f}));
		}
	}
}

TEST(SolidQuery, BricksOfOneWallAreOneByTheirTag)
{
	Scene scene;
	b2PolygonShape brick;
	brick.SetAsBox(0.5f, 0.25f);
	for (int i = 0; i < 6; ++i)
	{
		scene.Add(scene.AddBody({static_cast<float>(i), 0.0f}), brick);
	}
	const Ray ray{{-3.0f, 0.1f}, {20.0f, 0.0f}};
	std::vector<SolidSpan> solids;
	CastRaySolids(*scene.world, ray, solids);
	EXPECT_EQ(solids.size(), 6u);
	CastRaySolids(*scene.world, ray, solids, {}, [](const b2Body*) { return uintptr_t{7}; });
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_NE(solids[0].body, solids[0].exitBody);
	EXPECT_FLOAT_EQ((solids[0].exit.fraction - solids[0].enter.fraction) * 20.0f, 6.0f);
}

TEST(SolidQuery, WhatOverlapsIsCountedOnce)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	scene.Add(scene.AddBody({0.5f, 0.0f}), ValueOf(MakeBox(1.0f, 1.0f)));
	scene.Add(scene.AddBody({5.0f, 0.0f}), ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	EXPECT_FLOAT_EQ(SolidLength(*scene.world, {-10.0f, 0.0f}, {10.0f, 0.0f}), 4.5f);
	EXPECT_FLOAT_EQ(SolidLength(*scene.world, {0.0f, 0.0f}, {0.5f, 0.0f}), 0.5f);
	EXPECT_EQ(SolidLength(*scene.world, {0.0f, 0.0f}, {0.0f, 0.0f}), 0.0f);
	EXPECT_EQ(SolidLength(Snapshot(*scene.world), {-10.0f, 0.0f}, {10.0f, 0.0f}),
	          SolidLength(*scene.world, {-10.0f, 0.0f}, {10.0f, 0.0f}));
}

TEST(SolidQuery, ALineThatIsNoRayHasNoLength)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	for (const float bad : {k_nan, k_inf, -k_inf})
	{
		EXPECT_EQ(SolidLength(*scene.world, {-5.0f, 0.0f}, {bad, 0.0f}), 0.0f);
		EXPECT_EQ(SolidLength(*scene.world, {bad, 0.0f}, {-5.0f, 0.0f}), 0.0f);
	}
	EXPECT_EQ(SolidLength(*scene.world, {-3.0e38f, 0.0f}, {3.0e38f, 0.0f}), 0.0f);
}

} // namespace ricochet::test::solid_query_test
