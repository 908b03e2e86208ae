// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/outline.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>

#include "support/attached_scenes.h"
#include "support/expect_error.h"
#include "support/piece_check.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

// Tests solids of any form that consist of convex fixtures. Together, they must act like the outline.

namespace ricochet::test::polygon_pieces_test
{

namespace
{

Scene SceneOf(const Outline& outline, const b2Transform& pose)
{
	Scene scene;
	b2Body* body = scene.AddBody(pose.p, pose.q.GetAngle());
	for (const ClipPolygonShape& polygon : ValueOf(MakePolygons(outline)))
	{
		(void)scene.Add(body, polygon);
	}
	return scene;
}

/// Returns a ramp with two more vertices on its slope. Rounding to floats puts them slightly above or below the slope.
std::vector<b2Vec2> RandomRamp(SceneRandom& random)
{
	const float length = random.Uniform(1.0f, 20.0f);
	const float height = random.Uniform(1.0f, 20.0f);
	const float first = random.Uniform(0.5f, 0.95f);
	const float second = random.Uniform(0.05f, 0.5f);
	const b2Vec2 corner = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(50.0f);
	std::vector<b2Vec2> ramp = {{0.0f, 0.0f},
	                            {length, 0.0f},
	                            {length, height},
	                            {first * length, first * height},
	                            {second * length, second * height}};
	for (b2Vec2& v : ramp)
	{
		v += corner;
	}
	return ramp;
}

/// Returns the area of the smallest triangle of three vertices that are not on one line (m^2).
double LeastTriangle(std::span<const b2Vec2> vertices)
{
	double least = HUGE_VAL;
	for (const b2Vec2 a : vertices)
	{
		for (const b2Vec2 b : vertices)
		{
			for (const b2Vec2 c : vertices)
			{
				const b2Vec2 triangle[] = {a, b, c};
				const mpq_class area = TwiceArea(triangle) / 2;
				least = area > 0 ? std::min(least, area.get_d()) : least;
			}
		}
	}
	return least;
}

/// Returns three to eight points on a line or an arc, moved by up to a few ulp. They form needles, slivers and flat
/// corners.
std::vector<b2Vec2> RandomSliver(SceneRandom& random)
{
	const int32_t count = 3 + random.Below(6);
	const float size = random.LogUniform(1e-6f, 1e3f);
	const float bend = random.OneIn(2) ? 0.0f : random.LogUniform(1e-7f, 1e-2f);
	const b2Vec2 along = random.Direction();
	const b2Vec2 center = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : random.InBox(random.LogUniform(1e-3f, 1e5f));
	std::vector<b2Vec2> points;
	for (int32_t i = 0; i < count; ++i)
	{
		const float t = 2.0f * static_cast<float>(i) / static_cast<float>(count - 1) - 1.0f;
		const float off = bend * (1.0f - t * t);
		b2Vec2 point = center + size * (t * along + off * b2Vec2{along.y, -along.x});
		for (int32_t k = random.Below(3); k > 0; --k)
		{
			point.x = std::nextafter(point.x, random.OneIn(2) ? 1e30f : -1e30f);
			point.y = std::nextafter(point.y, random.OneIn(2) ? 1e30f : -1e30f);
		}
		points.push_back(point);
	}
	return points;
}

// True if the ray leaves the outline and enters it again within 1 cm. It may have passed the end of a notch, where
// solids count as touching.
bool HasShortGap(const std::vector<RaySpan>& spans, const Ray& ray)
{
	for (size_t i = 1; i < spans.size(); ++i)
	{
		const float gap = (spans[i].enter.fraction - spans[i - 1].exit.fraction) * ray.translation.Length();
		if (gap < 0.01f)
		{
			return true;
		}
	}
	return false;
}

} // namespace

TEST(PolygonPieces, TheSolidsOfTheirFixturesAreTheSpansOfTheOutline)
{
	SceneRandom random(91);
	int32_t spansMet = 0;
	int32_t left = 0;
	std::vector<SolidSpan> solids;
	std::vector<RaySpan> spans;
	for (int32_t i = 0; i < ScaledCount(200) && testing::Test::HasFailure() == false; ++i)
	{
		const Outline outline = RandomOutline(random);
		const b2Transform pose = PoseAt(random.InBox(20.0f), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const Scene scene = SceneOf(outline, pose);
		const b2Transform& stands = scene.world->GetBodyList()->GetTransform();
		const b2Vec2 extent = outline.Bounds().GetExtents();
		const float reach = 1.5f * std::max(extent.x, extent.y);
		const b2Vec2 center = b2Mul(stands, outline.Bounds().GetCenter());
		for (int32_t k = 0; k < 100; ++k)
		{
			const b2Vec2 from = center + random.InBox(reach);
			const Ray ray = RayBetween(from, center + random.InBox(reach));
			CastRaySolids(*scene.world, ray, solids);
			ClipOutline(ray, outline, stands, spans);
			if (HasShortGap(spans, ray))
			{
				++left;
				continue;
			}
			ASSERT_EQ(solids.size(), spans.size()) << "outline " << i << ", ray " << k;
			for (size_t j = 0; j < spans.size(); ++j)
			{
				EXPECT_EQ(solids[j].enter.fraction, spans[j].enter.fraction);
				EXPECT_EQ(solids[j].exit.fraction, spans[j].exit.fraction);
				EXPECT_EQ(solids[j].enter.normal, spans[j].enter.normal);
				EXPECT_EQ(solids[j].startsInside, spans[j].startsInside);
				EXPECT_EQ(solids[j].endsInside, spans[j].endsInside);
				++spansMet;
			}
		}
	}
	EXPECT_GT(spansMet, ScaledCount(5000));
	EXPECT_LT(left, spansMet / 100);
}

TEST(PolygonPieces, APointIsInThemWhereItIsInTheOutline)
{
	SceneRandom random(92);
	std::vector<OverlapHit> overlaps;
	for (int32_t i = 0; i < ScaledCount(100); ++i)
	{
		const Outline outline = RandomOutline(random);
		const Scene scene = SceneOf(outline, Identity());
		const b2Vec2 extent = outline.Bounds().GetExtents();
		for (int32_t k = 0; k < 100; ++k)
		{
			const b2Vec2 point = outline.Bounds().GetCenter() +
			                     b2Vec2{random.Uniform(-extent.x, extent.x), random.Uniform(-extent.y, extent.y)};
			OverlapPoint(*scene.world, point, overlaps);
			EXPECT_EQ(overlaps.empty(), LocateInOutline(point, outline) == Location::Outside);
		}
	}
}

// A ring of 1 kg falls, rotates and is hit. It is a body of many fixtures, like any other.
TEST(PolygonPieces, ADynamicBodyOfThemHasTheMassOfTheOutline)
{
	const b2Vec2 vertices[] = {{-2.0f, -2.0f}, {2.0f, -2.0f}, {2.0f, 2.0f}, {-2.0f, 2.0f},
	                           {-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	const int32_t starts[] = {0, 4};
	const auto outline = Outline::Make(vertices, starts);
	ASSERT_TRUE(outline);
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody);
	for (const ClipPolygonShape& polygon : ValueOf(MakePolygons(*outline)))
	{
		(void)scene.Add(body, polygon);
	}
	EXPECT_FLOAT_EQ(body->GetMass(), 12.0f);
	EXPECT_NEAR(body->GetInertia(), (16.0f * 32.0f - 4.0f * 8.0f) / 12.0f, 1e-4f);
	for (int32_t step = 0; step < 60; ++step)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	EXPECT_LT(body->GetPosition().y, -4.0f);
}

// The vertices on the slope are slightly off it, which Box2D may see as a dent in float arithmetic.
TEST(PolygonPieces, AreMadeOfEveryRamp)
{
	SceneRandom random(93);
	for (int32_t i = 0; i < ScaledCount(20000); ++i)
	{
		const auto outline = Outline::Make(RandomRamp(random));
		if (outline)
		{
			const auto polygons = MakePolygons(*outline);
			EXPECT_TRUE(polygons) << "ramp " << i << ": " << polygons.GetError().Message();
		}
	}
}

TEST(PolygonPieces, OfARampAreCastAsTheRamp)
{
	SceneRandom random(94);
	std::vector<SolidSpan> solids;
	std::vector<RaySpan> spans;
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(400); ++i)
	{
		const auto outline = Outline::Make(RandomRamp(random));
		const Scene scene = SceneOf(ValueOf(outline), Identity());
		const b2Vec2 middle = outline->Bounds().GetCenter();
		const float reach = 1.5f * outline->Bounds().GetExtents().Length();
		for (int32_t k = 0; k < 50; ++k)
		{
			const b2Vec2 from = middle + random.InBox(reach);
			const Ray ray = RayBetween(from, middle + random.InBox(reach));
			CastRaySolids(*scene.world, ray, solids);
			ClipOutline(ray, *outline, spans);
			ASSERT_EQ(solids.size(), spans.size()) << "ramp " << i << ", ray " << k;
			for (size_t j = 0; j < spans.size(); ++j, ++hits)
			{
				EXPECT_EQ(solids[j].enter.fraction, spans[j].enter.fraction);
				EXPECT_EQ(solids[j].exit.fraction, spans[j].exit.fraction);
			}
		}
	}
	EXPECT_GT(hits, ScaledCount(5000));
}

// Tiles that share sides and corners form one outline. Casts at a body of its pieces and at the attached outline must
// agree.
TEST(PolygonPieces, OfTilesThatTouchAreCastAsTheirOutline)
{
	SceneRandom random(97);
	std::vector<SolidSpan> solids;
	std::vector<RaySpan> spans;
	std::vector<RayHit> hits;
	int32_t spansMet = 0;
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		Rings tiles = {{{-2.0f, -2.0f}, {-1.0f, -2.0f}, {-1.0f, -1.0f}, {-2.0f, -1.0f}}};
		for (int32_t k = 1; k < 16; ++k)
		{
			const b2Vec2 low{static_cast<float>(k % 4) - 2.0f, static_cast<float>(k / 4) - 2.0f};
			if (random.OneIn(2))
			{
				tiles.push_back({low, low + b2Vec2{1.0f, 0.0f}, low + b2Vec2{1.0f, 1.0f}, low + b2Vec2{0.0f, 1.0f}});
			}
		}
		TwinScene twins;
		ASSERT_TRUE(twins.Add(ValueOf(MakeOutline(tiles)), random.InBox(5.0f), random.Uniform(-3.0f, 3.0f)));
		const b2Transform& stands = twins.pieceBodies[0]->GetTransform();
		for (int32_t k = 0; k < 50; ++k)
		{
			// The ray goes to a corner of a tile, or anywhere. At a corner, CastRaySolids may count two tiles as one
			// solid.
			const b2Vec2 from = stands.p + random.InBox(6.0f);
			const bool isAimed = random.OneIn(2);
			const b2Vec2 corner = b2Mul(stands, random.OneOf(random.OneOf(tiles)));
			const b2Vec2 to = isAimed ? corner : stands.p + random.InBox(6.0f);
			const Ray ray{from, 2.0f * (to - from)};
			ClipOutline(ray, twins.outlines[0], stands, spans);
			CastRayAll(*twins.attached.world, ray, hits);
			ASSERT_EQ(hits.size(), spans.size()) << "tiles " << i << ", ray " << k;
			CastRaySolids(*twins.pieces.world, ray, solids);
			ASSERT_TRUE(isAimed || solids.size() == spans.size()) << "tiles " << i << ", ray " << k;
			for (size_t j = 0; j < spans.size(); ++j, ++spansMet)
			{
				EXPECT_EQ(hits[j].enter.fraction, spans[j].enter.fraction);
				EXPECT_EQ(hits[j].exit.fraction, spans[j].exit.fraction);
				EXPECT_TRUE(isAimed || solids[j].enter.fraction == spans[j].enter.fraction);
				EXPECT_TRUE(isAimed || solids[j].exit.fraction == spans[j].exit.fraction);
			}
		}
	}
	EXPECT_GT(spansMet, ScaledCount(5000));
}

// However thin a piece is, Box2D gets unit normals, a centroid within the piece's box and a mass, and can step it.
TEST(PolygonPieces, AreMadeOfWhateverAnOutlineIsMadeOf)
{
	SceneRandom random(95);
	int32_t made = 0, thin = 0;
	for (int32_t i = 0; i < ScaledCount(20000); ++i)
	{
		const auto outline = Outline::Make(RandomSliver(random));
		if (!outline)
		{
			continue;
		}
		const auto polygons = MakePolygons(*outline);
		if (!polygons)
		{
			EXPECT_EQ(polygons.GetError().reason, ErrorReason::NoArea);
			EXPECT_LT(LeastTriangle(outline->Vertices()), 0x1p-61) << "outline " << i;
			continue;
		}
		for (const ClipPolygonShape& polygon : *polygons)
		{
			++made;
			b2AABB box;
			polygon.ComputeAABB(&box, Identity(), 0);
			EXPECT_TRUE(box.Contains({polygon.m_centroid, polygon.m_centroid}));
			for (int32_t k = 0; k < polygon.m_count; ++k)
			{
				EXPECT_NEAR(polygon.m_normals[k].Length(), 1.0f, 1e-6f);
			}
			b2MassData mass;
			polygon.ComputeMass(&mass, 1.0f);
			EXPECT_GE(mass.mass, 0x1p-40f);
			EXPECT_GT(mass.I - mass.mass * b2Dot(mass.center, mass.center), 0.0f);
			EXPECT_TRUE(std::isfinite(mass.I) && mass.center.IsValid());
			EXPECT_TRUE(box.Contains({mass.center, mass.center}));
			thin += mass.mass < 1e-7f ? 1 : 0;
		}
	}
	EXPECT_GT(made, ScaledCount(10000));
	EXPECT_GT(thin, ScaledCount(1000));
}

TEST(PolygonPieces, OfSliversAreSteppedByBox2D)
{
	SceneRandom random(96);
	Scene scene;
	const b2Vec2 floor[] = {{-40.0f, -3.0f}, {40.0f, -3.0f}, {40.0f, -1.0f}, {-40.0f, -1.0f}};
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakePolygon(floor)));
	while (scene.fixtures.size() < 400)
	{
		const auto outline = Outline::Make(RandomSliver(random));
		if (!outline || outline->Bounds().GetExtents().Length() > 5.0f ||
		    outline->Bounds().GetCenter().Length() > 20.0f)
		{
			continue;
		}
		const auto polygons = MakePolygons(*outline);
		if (!polygons)
		{
			continue;
		}
		const b2Vec2 place{random.Uniform(-30.0f, 30.0f), random.Uniform(0.0f, 10.0f)};
		b2Body* body = scene.AddBody(place - outline->Bounds().GetCenter(), 0.0f, b2_dynamicBody);
		body->SetBullet(random.OneIn(2));
		for (const ClipPolygonShape& polygon : *polygons)
		{
			scene.Add(body, polygon)->SetDensity(1.0f);
		}
		body->ResetMassData();
	}
	for (int32_t step = 0; step < 120; ++step)
	{
		scene.world->Step(1.0f / 60.0f, 8, 3);
	}
	for (const b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		EXPECT_TRUE(body->GetPosition().IsValid() && std::isfinite(body->GetAngle()));
	}
}

TEST(PolygonPieces, AreRefusedOnlyTooFarOutOrSmallerThanBox2DCanCollide)
{
	const b2Vec2 sliver[] = {{0.0f, 0.0f}, {1e-4f, 0.0f}, {0.0f, 1e-4f}};
	EXPECT_TRUE(MakePolygons(ValueOf(Outline::Make(sliver))));
	const b2Vec2 atom[] = {{0.0f, 0.0f}, {0x1p-30f, 0.0f}, {0.0f, 0x1p-30f}};
	EXPECT_TRUE(MakePolygons(ValueOf(Outline::Make(atom))));
	const b2Vec2 less[] = {{0.0f, 0.0f}, {0x1p-30f, 0.0f}, {0.0f, 0x1p-31f}};
	const Error error = MakePolygons(ValueOf(Outline::Make(less))).GetError();
	ExpectError(error, {ErrorReason::NoArea, "outline", error.index, 0x1p-62, 0x1p-61});
	EXPECT_TRUE(error.index >= 0 && error.index < 3);
	const b2Vec2 far[] = {{0.0f, 0.0f}, {2e9f, 0.0f}, {0.0f, 1.0f}};
	ExpectError(MakePolygons(ValueOf(Outline::Make(far))).GetError(),
	            {ErrorReason::TooLarge, "outline", 1, 2e9f, 1e9f});
}

} // namespace ricochet::test::polygon_pieces_test
