// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/corner_normal.h>
#include <ricochet/query/ray_query.h>

#include "support/floats.h"
#include "support/rounded_scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>

namespace ricochet::test::corner_normal_test
{

namespace
{

void ExpectNormal(const b2World& world, b2Vec2 point, b2Vec2 direction, b2Vec2 expected)
{
	const std::optional<b2Vec2> normal = CornerNormal(world, point, direction);
	ASSERT_TRUE(normal.has_value()) << point.x << ", " << point.y;
	EXPECT_NEAR(normal->x, expected.x / expected.Length(), 2e-6f);
	EXPECT_NEAR(normal->y, expected.y / expected.Length(), 2e-6f);
}

} // namespace

TEST(CornerNormal, OfABoxIsHalfwayBetweenItsFaces)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	ExpectNormal(*scene.world, {1.0f, 1.0f}, {-1.0f, -1.0f}, {1.0f, 1.0f});
	ExpectNormal(*scene.world, {1.0f, 1.0f}, {-1.0f, -0.01f}, {1.0f, 1.0f});
	ExpectNormal(*scene.world, {1.0f, 0.3f}, {-1.0f, -1.0f}, {1.0f, 0.0f});
	EXPECT_FALSE(CornerNormal(*scene.world, {3.0f, 3.0f}, {-1.0f, 0.0f}).has_value());
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {1.0f, 1.0f}).has_value()) << "from within";
}

TEST(CornerNormal, AFlushSeamIsNoCorner)
{
	for (const float angle : {0.0f, 0.7f, -2.0f})
	{
		for (const b2Vec2 place : {b2Vec2{0.0f, 0.0f}, b2Vec2{300.0f, -200.0f}})
		{
			Scene scene;
			b2Body* body = scene.AddBody(place, angle);
			(void)scene.Add(body, BoxOf(1.0f, 1.0f, {-1.0f, 0.0f}));
			(void)scene.Add(body, BoxOf(1.0f, 1.0f, {1.0f, 0.0f}));
			const b2Transform& pose = body->GetTransform();
			const b2Vec2 up = b2Mul(pose.q, b2Vec2{0.0f, 1.0f});
			for (const b2Vec2 way : {b2Vec2{0.0f, -1.0f}, b2Vec2{3.0f, -1.0f}, b2Vec2{-3.0f, -1.0f}})
			{
				ExpectNormal(*scene.world, b2Mul(pose, b2Vec2{0.0f, 1.0f}), b2Mul(pose.q, way), up);
			}
		}
	}
}

// Two boxes form a step. The normal of the inner corner is halfway between floor and wall. The normal of the outer
// corner is that of the upper box.
TEST(CornerNormal, InAnInnerCornerBothFacesCount)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(4.0f, 1.0f, {0.0f, -1.0f}));
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(1.0f, 1.0f, {3.0f, 1.0f}));
	ExpectNormal(*scene.world, {2.0f, 0.0f}, {1.0f, -1.0f}, {-1.0f, 1.0f});
	ExpectNormal(*scene.world, {2.0f, 2.0f}, {1.0f, -1.0f}, {-1.0f, 1.0f});
	ExpectNormal(*scene.world, {4.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, 0.0f}); // the boxes are flush on the right
}

TEST(CornerNormal, OfChainsEdgesAndRounds)
{
	Scene scene;
	const std::array<b2Vec2, 3> roof{b2Vec2{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeChain(roof)));
	ExpectNormal(*scene.world, {0.0f, 1.0f}, {0.2f, -1.0f}, {0.0f, 1.0f});
	ExpectNormal(*scene.world, {0.0f, 1.0f}, {0.2f, 1.0f}, {0.0f, -1.0f});  // from below
	ExpectNormal(*scene.world, {1.0f, 0.0f}, {-1.0f, 0.0f}, {1.0f, -1.0f}); // the chain's free end
	ExpectNormal(*scene.world, {0.5f, 0.5f}, {-1.0f, -1.0f}, {1.0f, 1.0f});
	(void)scene.Add(scene.AddBody({10.0f, 0.0f}), CircleOf(2.0f));
	ExpectNormal(*scene.world, {10.0f, 2.0f}, {1.0f, -1.0f}, {0.0f, 1.0f});
	(void)scene.Add(scene.AddBody({20.0f, 0.0f}), ValueOf(MakeCapsule({-1.0f, 0.0f}, {1.0f, 0.0f}, 0.5f)));
	ExpectNormal(*scene.world, {21.3f, 0.4f}, {-1.0f, 0.0f}, {0.6f, 0.8f});
}

// Away from corners, the result is the normal of the cast.
TEST(CornerNormal, OnAFaceIsThatOfTheCast)
{
	SceneRandom random(71);
	int32_t same = 0, all = 0;
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(50.0f), random.Uniform(-3.0f, 3.0f));
		if (random.OneIn(2))
		{
			(void)scene.Add(body, RandomPolygon(random, 2.0f));
		}
		else
		{
			(void)scene.Add(body, RandomRounded(random));
		}
		const b2Vec2 from = body->GetPosition() + 6.0f * random.Direction();
		const Ray ray{from, 2.0f * (body->GetPosition() - from) + random.InBox(2.0f)};
		if (const auto hit = CastRayClosest(*scene.world, ray); hit && hit->startsInside == false)
		{
			const auto normal = CornerNormal(*scene.world, hit->enter.point, ray.translation, 1e-4f);
			ASSERT_TRUE(normal.has_value());
			same += (*normal - hit->enter.normal).Length() < 2e-4f ? 1 : 0;
			++all;
		}
	}
	EXPECT_GT(all, ScaledCount(1000) / 2);
	EXPECT_GE(same, all - all / 200);
}

TEST(CornerNormal, WithinASolidThereIsNoneWhateverIsBuriedThere)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(4.0f, 4.0f));
	b2EdgeShape edge;
	edge.SetTwoSided({2.0f, 0.0f}, {3.0f, 0.0f});
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	const b2Vec2 way{-1.0f, -0.5f};
	QueryFilter outOfSolids;
	outOfSolids.startInside = false;
	for (const b2Vec2 buried : {b2Vec2{1.0f, 1.0f}, b2Vec2{1.0f, 0.3f}, b2Vec2{2.5f, 0.0f}, b2Vec2{3.0f, 0.0f}})
	{
		EXPECT_FALSE(CornerNormal(*scene.world, buried, way).has_value()) << buried.x << ", " << buried.y;
		EXPECT_TRUE(CornerNormal(*scene.world, buried, way, 0.001f, outOfSolids).has_value()) << "as casts see it";
	}
	ExpectNormal(*scene.world, {4.0f, 0.0f}, way, {1.0f, 0.0f});
}

TEST(CornerNormal, WhereSeveralVerticesAreWithinReachTheNearestIsTheCorner)
{
	b2EdgeShape edge;
	edge.SetTwoSided({0.0f, 0.0f}, {0.05f, 0.0f});
	const b2PolygonShape box = BoxOf(0.02f, 0.02f);
	for (const float reach : {0.01f, 0.1f})
	{
		Scene scene;
		(void)scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
		const auto right = CornerNormal(*scene.world, {0.05f, 0.0f}, {-1.0f, -0.2f}, reach);
		const auto left = CornerNormal(*scene.world, {0.0f, 0.0f}, {1.0f, -0.2f}, reach);
		ASSERT_TRUE(right.has_value() && left.has_value());
		EXPECT_NEAR(right->x, 1.0f, 1e-6f) << reach;
		EXPECT_NEAR(left->x, -1.0f, 1e-6f) << reach;

		Scene corners;
		(void)corners.Add(corners.AddBody({0.0f, 0.0f}), box);
		for (const b2Vec2 corner : std::span(box.m_vertices).first(4))
		{
			const auto normal = CornerNormal(*corners.world, corner, -corner, reach);
			ASSERT_TRUE(normal.has_value()) << reach;
			EXPECT_NEAR(b2Dot(*normal, corner), corner.Length(), 1e-6f) << reach;
		}
	}
}

TEST(CornerNormal, OfWhatIsNoQuestionThereIsNone)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {0.0f, 0.0f}).has_value());
	EXPECT_FALSE(CornerNormal(*scene.world, {k_nan, 1.0f}, {-1.0f, 0.0f}).has_value());
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {k_inf, 0.0f}).has_value());
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {-1.0f, 0.0f}, -1.0f).has_value());
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {-1.0f, 0.0f}, k_inf).has_value());
	QueryFilter none;
	none.maskBits = 0;
	EXPECT_FALSE(CornerNormal(*scene.world, {1.0f, 1.0f}, {-1.0f, 0.0f}, 0.001f, none).has_value());
}

} // namespace ricochet::test::corner_normal_test
