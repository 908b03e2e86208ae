// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>

#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>

#include "support/attached_scenes.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

// Tests that queries find no seams between the convex pieces of an attached geometry. Starts, ends and feet on a
// lattice often lie exactly on seams.

namespace ricochet::test::attached_seam_test
{

namespace
{

b2Vec2 LatticePoint(SceneRandom& random, int32_t reach)
{
	const auto number = [&]
	{
		return static_cast<float>(random.Below(2 * reach + 1) - reach);
	};
	const float x = number();
	return {x, number()};
}

// Outlines with corners on an integer lattice: an L, a plus, a comb, and a plate with a hole.
std::vector<Outline> LatticeOutlines()
{
	const std::vector<b2Vec2> ell{{0, 0}, {8, 0}, {8, 4}, {4, 4}, {4, 8}, {0, 8}};
	const std::vector<b2Vec2> plus{{-1, -4}, {1, -4}, {1, -1}, {4, -1}, {4, 1},   {1, 1},
	                               {1, 4},   {-1, 4}, {-1, 1}, {-4, 1}, {-4, -1}, {-1, -1}};
	const std::vector<b2Vec2> comb{{-6, -3}, {6, -3}, {6, 4},  {4, 4},   {3, 0},
	                               {1, 4},   {-1, 0}, {-2, 4}, {-4, -1}, {-6, 4}};
	const std::vector<b2Vec2> plate{{-6, -6}, {6, -6}, {6, 6}, {-6, 6}, {-2, -2}, {-1, 3}, {3, 2}, {2, -3}};
	const std::vector<int32_t> rings{0, 4};
	std::vector<Outline> outlines;
	for (const std::vector<b2Vec2>& ring : {ell, plus, comb})
	{
		outlines.push_back(ValueOf(Outline::Make(ring)));
	}
	outlines.push_back(ValueOf(Outline::Make(plate, rings)));
	return outlines;
}

struct LatticeScene
{
	Scene scene;
	b2Fixture* fixture;

	explicit LatticeScene(const Outline& outline)
	{
		fixture = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f, b2_staticBody), CircleOf(0.125f));
		EXPECT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(outline))));
	}
};

std::vector<b2Vec2> LatticeHull(SceneRandom& random)
{
	switch (random.Below(3))
	{
	case 0:
		return {{0.0f, 0.0f}, LatticePoint(random, 2) + b2Vec2{3.0f, 0.0f}};
	case 1:
		return {{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 1.0f}};
	default:
		return {{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	}
}

// `hits` belong to a path that is extended by its own length at both ends. Returns their parts on the path itself.
std::vector<HullHit> CutOff(const std::vector<HullHit>& hits)
{
	std::vector<HullHit> parts;
	for (const HullHit& hit : hits)
	{
		HullHit part = hit;
		const bool begins = hit.startsInside || hit.enter.fraction < 1.0f;
		const bool ends = hit.endsInside || hit.exit.fraction > 2.0f;
		part.startsInside = begins;
		part.endsInside = ends;
		part.enter.fraction = begins ? 0.0f : hit.enter.fraction - 1.0f;
		part.exit.fraction = ends ? 1.0f : hit.exit.fraction - 1.0f;
		if ((hit.startsInside || hit.enter.fraction <= 2.0f) && hit.exit.fraction > 1.0f)
		{
			parts.push_back(part);
		}
	}
	return parts;
}

} // namespace

TEST(AttachedSeam, AWayThatBeginsAndEndsOnSeamsIsAPartOfALongerOne)
{
	SceneRandom random(612);
	std::vector<HullHit> hits;
	std::vector<HullHit> longer;
	std::vector<OverlapHit> before;
	std::vector<OverlapHit> after;
	int32_t met = 0;
	for (const Outline& outline : LatticeOutlines())
	{
		const LatticeScene lattice(outline);
		for (int32_t i = 0; i < ScaledCount(20000); ++i)
		{
			const std::vector<b2Vec2> hull = LatticeHull(random);
			const b2Vec2 from = LatticePoint(random, 8);
			const b2Vec2 way = LatticePoint(random, 4);
			if (way == b2Vec2{0.0f, 0.0f})
			{
				continue;
			}
			const b2World& world = *lattice.scene.world;
			CastHullAll(world, {{hull}, PoseAt(from, 0.0f), way}, hits);
			CastHullAll(world, {{hull}, PoseAt(from - way, 0.0f), way, 3.0f}, longer);
			const std::vector<HullHit> expected = CutOff(longer);
			ASSERT_EQ(hits.size(), expected.size()) << i;
			// True if just before or just after a place, the hull is outside the solid or on its surface. At such
			// places, startsInside and endsInside may differ. For example, a point that moves along a face into the
			// solid is on the surface until it enters.
			const auto isTouching = [&](b2Vec2 at)
			{
				OverlapHull(world, {hull}, PoseAt(at - 0x1p-6f * way, 0.0f), before);
				OverlapHull(world, {hull}, PoseAt(at + 0x1p-6f * way, 0.0f), after);
				return before.empty() || after.empty() || std::min(before[0].depth, after[0].depth) < 1e-4f;
			};
			for (size_t k = 0; k < hits.size(); ++k)
			{
				EXPECT_TRUE(hits[k].startsInside == expected[k].startsInside || isTouching(from)) << i;
				EXPECT_TRUE(hits[k].endsInside == expected[k].endsInside || isTouching(from + way)) << i;
				EXPECT_NEAR(hits[k].enter.fraction, expected[k].enter.fraction, 1e-6) << i;
				EXPECT_NEAR(hits[k].exit.fraction, expected[k].exit.fraction, 1e-6) << i;
				++met;
			}
			ASSERT_FALSE(HasFailure()) << from.x << ", " << from.y << " way " << way.x << ", " << way.y;
		}
	}
	EXPECT_GT(met, ScaledCount(20000));
}

TEST(AttachedSeam, APointMeetsWhatARayMeets)
{
	SceneRandom random(613);
	const b2Vec2 point{0.0f, 0.0f};
	std::vector<HullHit> hits;
	std::vector<RayHit> rays;
	int32_t met = 0;
	for (const Outline& outline : LatticeOutlines())
	{
		const LatticeScene lattice(outline);
		for (int32_t i = 0; i < ScaledCount(20000); ++i)
		{
			const b2Vec2 from = LatticePoint(random, 8);
			const b2Vec2 way = LatticePoint(random, 9);
			CastHullAll(*lattice.scene.world, {{std::span(&point, 1)}, PoseAt(from, 0.0f), way}, hits);
			CastRayAll(*lattice.scene.world, {from, way}, rays);
			ASSERT_EQ(hits.size(), rays.size());
			for (size_t k = 0; k < hits.size(); ++k)
			{
				EXPECT_EQ(hits[k].enter.fraction, rays[k].enter.fraction) << i;
				EXPECT_EQ(hits[k].exit.fraction, rays[k].exit.fraction) << i;
				EXPECT_EQ(hits[k].enter.normal, rays[k].enter.normal) << i;
				EXPECT_EQ(hits[k].exit.normal, rays[k].exit.normal) << i;
				EXPECT_EQ(hits[k].enter.edge, rays[k].enter.edge) << i;
				EXPECT_EQ(hits[k].exit.edge, rays[k].exit.edge) << i;
				EXPECT_EQ(hits[k].startsInside, rays[k].startsInside) << i;
				EXPECT_EQ(hits[k].endsInside, rays[k].endsInside) << i;
				EXPECT_EQ(hits[k].grazing, rays[k].grazing) << i;
				++met;
			}
			ASSERT_FALSE(HasFailure()) << from.x << ", " << from.y << " way " << way.x << ", " << way.y;
		}
	}
	EXPECT_GT(met, ScaledCount(20000));
}

TEST(AttachedSeam, GroundIsAFaceOfTheOutlineAndItsNormal)
{
	SceneRandom random(614);
	int32_t found = 0;
	const b2Vec2 center{0.0f, 0.0f};
	for (const Outline& outline : LatticeOutlines())
	{
		const LatticeScene lattice(outline);
		for (int32_t i = 0; i < ScaledCount(5000); ++i)
		{
			const float radius = 0.25f * static_cast<float>(1 + random.Below(4));
			GroundDef def;
			def.up = LatticePoint(random, 1);
			def.distance = 8.0f;
			def.maxSlope = 0.5f;
			const auto ground = CheckGround(*lattice.scene.world, {std::span(&center, 1), radius},
			                                PoseAt(LatticePoint(random, 10), 0.0f), def);
			if (ground.has_value() == false)
			{
				continue;
			}
			const auto isAtVertex = [&](b2Vec2 vertex)
			{
				return (vertex - ground->point).Length() < 0.02f;
			};
			if (std::any_of(outline.Vertices().begin(), outline.Vertices().end(), isAtVertex))
			{
				continue;
			}
			// The point just above is outside, and the point just below is inside.
			const auto locate = [&](float height)
			{
				return LocateInOutline(ground->point + height * ground->normal, outline);
			};
			EXPECT_EQ(locate(0.01f), Location::Outside) << i;
			EXPECT_NE(locate(-0.01f), Location::Outside) << i;
			++found;
		}
	}
	EXPECT_GT(found, ScaledCount(2000));
}

} // namespace ricochet::test::attached_seam_test
