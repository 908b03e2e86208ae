// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/visibility.h>

#include "support/attached_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

// Tests that an attached geometry hides the same as a body of its convex pieces.

namespace ricochet::test::attached_sight_test
{

namespace
{

b2Vec2 FreePoint(SceneRandom& random, const TwinScene& twins)
{
	while (true)
	{
		const b2Vec2 point = random.InBox(25.0f);
		bool isFree = true;
		for (size_t i = 0; i < twins.outlines.size(); ++i)
		{
			isFree = isFree &&
			         ClipOutlineFirst({point, {0.0f, 0.0f}}, twins.outlines[i], twins.attachedBodies[i]->GetTransform())
			                 .has_value() == false;
		}
		if (isFree)
		{
			return point;
		}
	}
}

} // namespace

TEST(AttachedSight, APointIsInSightIfNoOutlineIsInTheWay)
{
	SceneRandom random(601);
	QueryFilter outside;
	outside.startInside = false;
	int32_t seen = 0, hidden = 0;
	std::vector<RaySpan> spans;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const Snapshot snapshot(*twins.attached.world);
		for (int32_t k = 0; k < 100; ++k)
		{
			const b2Vec2 from = random.InBox(25.0f);
			const b2Vec2 to = random.InBox(25.0f);
			bool isFree = true;
			bool isFreeOutside = true;
			for (size_t j = 0; j < twins.outlines.size(); ++j)
			{
				ClipOutline(RayBetween(from, to), twins.outlines[j], twins.attachedBodies[j]->GetTransform(), spans);
				isFree = isFree && spans.empty();
				for (const RaySpan& span : spans)
				{
					isFreeOutside = isFreeOutside && (span.startsInside || span.endsInside);
				}
			}
			ASSERT_EQ(InSight(*twins.attached.world, from, to), isFree) << i << ", " << k;
			EXPECT_EQ(InSight(snapshot, from, to), isFree);
			EXPECT_EQ(InSight(*twins.attached.world, from, to, outside), isFreeOutside);
			(isFree ? seen : hidden) += 1;
		}
	}
	EXPECT_GT(seen, ScaledCount(400));
	EXPECT_GT(hidden, ScaledCount(400));
}

// Paths between two islands of one outline end on both outlines, and pass through neither island. Such a path is free.
TEST(AttachedSight, AWayBetweenTwoIslandsThatItTouchesIsFree)
{
	const b2Vec2 corners[] = {{0.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 2.0f}, {0.0f, 2.0f},
	                          {2.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 2.0f}, {2.0f, 2.0f}};
	const int32_t starts[] = {0, 4};
	Scene scene;
	b2Fixture* fixture = scene.AddCircle({0.0f, 0.0f}, 0.1f);
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(corners, starts))))));
	EXPECT_TRUE(InSight(*scene.world, {1.0f, 1.0f}, {2.0f, 1.0f}));
	EXPECT_TRUE(InSight(*scene.world, {2.0f, 1.0f}, {1.0f, 1.0f}));
	EXPECT_TRUE(InSight(*scene.world, {1.0f, 1.5f}, {2.0f, 1.5f}));
	EXPECT_FALSE(InSight(*scene.world, {1.0f, 1.5f}, {2.5f, 1.5f}));
	EXPECT_FALSE(InSight(*scene.world, {0.5f, 1.5f}, {2.0f, 1.5f}));
}

TEST(AttachedSight, ARegionIsThatAmongTheConvexPieces)
{
	SceneRandom random(602);
	std::vector<SightVertex> attached;
	std::vector<SightVertex> ofSnapshot;
	std::vector<SightVertex> pieces;
	int32_t lit = 0;
	for (int32_t i = 0; i < ScaledCount(200) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(5));
		const Snapshot snapshot(*twins.attached.world);
		for (int32_t k = 0; k < 10; ++k)
		{
			const b2Vec2 eye = k % 2 == 0 ? FreePoint(random, twins) : random.InBox(25.0f);
			ASSERT_TRUE(VisibilityPolygon(*twins.attached.world, eye, 30.0f, attached));
			ASSERT_TRUE(VisibilityPolygon(snapshot, eye, 30.0f, ofSnapshot));
			ASSERT_TRUE(VisibilityPolygon(*twins.pieces.world, eye, 30.0f, pieces));
			// Pieces have no vertices on straight sides. The regions are the same, but their vertices may differ.
			EXPECT_NEAR(Area(attached), Area(pieces), 1e-4f * Area(pieces)) << i << ", " << k;
			EXPECT_NEAR(Area(ofSnapshot), Area(pieces), 1e-4f * Area(pieces)) << i << ", " << k;
			for (int32_t n = 0; n < 50; ++n)
			{
				const b2Vec2 point = random.InBox(30.0f);
				EXPECT_EQ(Contains(attached, eye, point), Contains(pieces, eye, point)) << i << ", " << k;
				lit += Contains(attached, eye, point);
			}
			for (size_t j = 0; j < attached.size(); ++j)
			{
				EXPECT_EQ(attached[j].child, 0);
				if (attached[j].side != SightSide::Wall)
				{
					continue;
				}
				// The reported edge must be the one on which the side is.
				const b2Body* body = attached[j].fixture->GetBody();
				const auto outline = GeometryOf(*attached[j].fixture)->GetOutline();
				ASSERT_GE(attached[j].edge, 0);
				const auto at = [&](int32_t v)
				{
					return b2Mul(body->GetTransform(), outline.Vertices()[static_cast<size_t>(v)]);
				};
				const b2Vec2 a = at(attached[j].edge);
				const b2Vec2 along = at(outline.EndOf(attached[j].edge)) - a;
				EXPECT_NEAR(b2Cross(along, attached[j].point - a) / along.Length(), 0.0f, 1e-4f);
			}
		}
	}
	EXPECT_GT(lit, ScaledCount(4000));
}

TEST(AttachedSight, TheShareOfLightIsThatAmongTheConvexPieces)
{
	SceneRandom random(603);
	LitRegion attached;
	LitRegion pieces;
	int32_t half = 0;
	for (int32_t i = 0; i < ScaledCount(60) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(4));
		for (int32_t k = 0; k < 3; ++k)
		{
			Light light;
			light.position = FreePoint(random, twins);
			light.radius = 40.0f;
			light.size = random.Uniform(0.05f, 0.5f);
			ASSERT_TRUE(Illuminate(*twins.attached.world, light, attached));
			ASSERT_TRUE(Illuminate(*twins.pieces.world, light, pieces));
			for (int32_t n = 0; n < 300; ++n)
			{
				const b2Vec2 point = random.InBox(25.0f);
				const float share = ShareOfLight(attached, light, point);
				EXPECT_NEAR(share, ShareOfLight(pieces, light, point), 1e-3f) << i << ", " << k << ", " << n;
				half += share > 0.01f && share < 0.99f;
			}
		}
	}
	EXPECT_GE(half, ScaledCount(20));
}

TEST(AttachedSight, ABodyIsSeenAsMuchAsItsPieces)
{
	SceneRandom random(604);
	int32_t some = 0;
	for (int32_t i = 0; i < ScaledCount(100) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 2 + random.Below(4));
		for (int32_t k = 0; k < 5; ++k)
		{
			const b2Vec2 eye = FreePoint(random, twins);
			for (size_t j = 0; j < twins.outlines.size(); ++j)
			{
				const float seen = ValueOf(SeenFraction(*twins.attached.world, eye, *twins.attachedBodies[j]));
				EXPECT_NEAR(seen, ValueOf(SeenFraction(*twins.pieces.world, eye, *twins.pieceBodies[j])), 1e-5f);
				some += seen > 0.0f && seen < 1.0f;
			}
		}
	}
	EXPECT_GE(some, ScaledCount(30));
}

} // namespace ricochet::test::attached_sight_test
