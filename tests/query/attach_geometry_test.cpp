// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>

#include <ricochet/index/history.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/callbacks.h>
#include <ricochet/query/corner_normal.h>
#include <ricochet/query/go_on.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_solid_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/solid_query.h>
#include <ricochet/query/turning_query.h>
#include <ricochet/shapes/cast_shape.h>

#include "support/attached_scenes.h"
#include "support/expect_error.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

// Tests that queries hit an attached geometry like its outline itself, and like a body of its convex pieces.

namespace ricochet::test::attach_geometry_test
{

namespace
{

int32_t BodyIn(const std::vector<b2Body*>& bodies, const b2Body* body)
{
	return static_cast<int32_t>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin());
}

// A part of a ray inside a body: the fractions of entry and exit, whether it starts and ends inside, and the body's
// index.
using Part = std::tuple<float, float, bool, bool, int32_t>;

std::vector<Part> PartsOf(const std::vector<RayHit>& hits, const std::vector<b2Body*>& bodies)
{
	std::vector<Part> parts;
	for (const RayHit& hit : hits)
	{
		parts.emplace_back(hit.enter.fraction, hit.exit.fraction, hit.startsInside, hit.endsInside,
		                   BodyIn(bodies, hit.fixture->GetBody()));
	}
	std::sort(parts.begin(), parts.end());
	return parts;
}

template <class Solid>
std::vector<Part> PartsOfSolids(const std::vector<Solid>& solids, const std::vector<b2Body*>& bodies)
{
	std::vector<Part> parts;
	for (const Solid& solid : solids)
	{
		parts.emplace_back(solid.enter.fraction, solid.exit.fraction, solid.startsInside, solid.endsInside,
		                   BodyIn(bodies, solid.body));
	}
	std::sort(parts.begin(), parts.end());
	return parts;
}

std::vector<Part> PartsOfOutlines(const TwinScene& twins, const Ray& ray)
{
	std::vector<Part> parts;
	std::vector<RaySpan> spans;
	for (size_t i = 0; i < twins.outlines.size(); ++i)
	{
		ClipOutline(ray, twins.outlines[i], twins.attachedBodies[i]->GetTransform(), spans);
		for (const RaySpan& span : spans)
		{
			parts.emplace_back(span.enter.fraction, span.exit.fraction, span.startsInside, span.endsInside,
			                   static_cast<int32_t>(i));
		}
	}
	std::sort(parts.begin(), parts.end());
	return parts;
}

// True if the ray leaves an outline and enters it again within 1 cm. Such a gap may be the end of a notch, where solids
// count as touching.
bool HasShortGap(const std::vector<Part>& sorted, const Ray& ray)
{
	for (size_t i = 0; i < sorted.size(); ++i)
	{
		for (size_t k = i + 1; k < sorted.size(); ++k)
		{
			const bool isOfOne = std::get<4>(sorted[i]) == std::get<4>(sorted[k]);
			if (isOfOne && (std::get<0>(sorted[k]) - std::get<1>(sorted[i])) * ray.translation.Length() < 0.01f)
			{
				return true;
			}
		}
	}
	return false;
}

Ray RandomRayIn(SceneRandom& random)
{
	return RayBetween(random.InBox(28.0f), random.InBox(28.0f));
}

bool IsSame(const RaySpan& a, const RaySpan& b)
{
	return a.enter.fraction == b.enter.fraction && a.enter.edge == b.enter.edge && a.enter.normal == b.enter.normal &&
	       a.exit.fraction == b.exit.fraction && a.exit.edge == b.exit.edge && a.startsInside == b.startsInside;
}

// A convex hull of random size, and a path through the scene.
struct HullAndWay
{
	std::vector<b2Vec2> vertices;
	HullPath path;

	explicit HullAndWay(SceneRandom& random)
	{
		switch (random.Below(3))
		{
		case 0:
			vertices = {{0.0f, 0.0f}};
			break;
		case 1:
			vertices = {{-0.5f, 0.0f}, {0.5f, 0.25f}};
			break;
		default:
			const b2PolygonShape polygon = RandomPolygon(random, random.LogUniform(0.05f, 2.0f));
			vertices.assign(polygon.m_vertices, polygon.m_vertices + polygon.m_count);
			break;
		}
		path.hull = {vertices, vertices.size() < 3 || random.OneIn(3) ? random.LogUniform(0.01f, 2.0f) : 0.0f};
		path.pose = PoseAt(random.InBox(25.0f), random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		path.translation = random.InBox(25.0f) - path.pose.p;
	}
};

// Returns the distance from the edges of an outline; negative inside. It is computed independently of the library.
double DistanceTo(const Outline& outline, const b2Transform& pose, b2Vec2 point)
{
	double least = std::numeric_limits<double>::infinity();
	const double x = static_cast<double>(point.x) - pose.p.x;
	const double y = static_cast<double>(point.y) - pose.p.y;
	const double px = pose.q.c * x + pose.q.s * y;
	const double py = pose.q.c * y - pose.q.s * x;
	int crossings = 0;
	const std::span<const b2Vec2> vertices = outline.Vertices();
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[static_cast<size_t>(outline.EndOf(static_cast<int32_t>(i)))];
		const double ex = static_cast<double>(b.x) - a.x;
		const double ey = static_cast<double>(b.y) - a.y;
		const double share = std::clamp(((px - a.x) * ex + (py - a.y) * ey) / (ex * ex + ey * ey), 0.0, 1.0);
		least = std::min(least, std::hypot(px - a.x - share * ex, py - a.y - share * ey));
		if ((a.y > py) != (b.y > py) && px < a.x + (py - a.y) * ex / ey)
		{
			++crossings;
		}
	}
	return crossings % 2 == 1 ? -least : least;
}

} // namespace

TEST(AttachGeometry, AllHitsOfARayAreTheSpansOfTheOutlines)
{
	SceneRandom random(501);
	int32_t left = 0;
	int32_t met = 0;
	std::vector<RayHit> hits;
	std::vector<RayHit> ofSnapshot;
	std::vector<SolidSpan> solids;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const Snapshot snapshot(*twins.attached.world);
		for (int32_t k = 0; k < 100; ++k)
		{
			const Ray ray = RandomRayIn(random);
			CastRayAll(*twins.attached.world, ray, hits);
			const std::vector<Part> expected = PartsOfOutlines(twins, ray);
			ASSERT_EQ(PartsOf(hits, twins.attachedBodies), expected) << i << ", " << k;
			const bool mayTouch = HasShortGap(expected, ray);
			left += mayTouch ? 1 : 0;
			CastRaySolids(*twins.attached.world, ray, solids);
			ASSERT_TRUE(mayTouch || PartsOfSolids(solids, twins.attachedBodies) == expected) << i << ", " << k;
			CastRaySolids(*twins.pieces.world, ray, solids);
			ASSERT_TRUE(mayTouch || PartsOfSolids(solids, twins.pieceBodies) == expected) << i << ", " << k;
			CastRayAll(snapshot, ray, ofSnapshot);
			ASSERT_EQ(PartsOf(ofSnapshot, twins.attachedBodies), PartsOf(hits, twins.attachedBodies));
			EXPECT_TRUE(std::is_sorted(hits.begin(), hits.end(),
			                           [](const RayHit& a, const RayHit& b)
			                           { return a.enter.fraction < b.enter.fraction; }));
			for (const RayHit& hit : hits)
			{
				EXPECT_EQ(hit.child, 0);
			}
			met += static_cast<int32_t>(hits.size());
		}
	}
	EXPECT_GT(met, ScaledCount(5000));
	EXPECT_LT(left, met / 100);
}

TEST(AttachGeometry, TheClosestHitIsTheFirstOfAllThatTheFilterTakes)
{
	SceneRandom random(502);
	std::vector<RayHit> all;
	QueryFilter outside;
	outside.startInside = false;
	int32_t refused = 0;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const b2World& world = *twins.attached.world;
		const Snapshot snapshot(world);
		SpatialHash hash(4.0f);
		EXPECT_TRUE(hash.Update(&world));
		for (int32_t k = 0; k < 100; ++k)
		{
			const Ray ray = RandomRayIn(random);
			for (const QueryFilter& filter : {QueryFilter(), outside})
			{
				CastRayAll(world, ray, all, filter);
				const auto closest = CastRayClosest(world, ray, filter);
				const auto ofSnapshot = CastRayClosest(snapshot, ray, filter);
				const auto ofHash = CastRayClosest(hash, ray, filter);
				ASSERT_EQ(closest.has_value(), all.empty() == false) << i << ", " << k;
				ASSERT_EQ(ofSnapshot.has_value(), closest.has_value());
				ASSERT_EQ(ofHash.has_value(), closest.has_value());
				EXPECT_EQ(CastRayAny(world, ray, filter), closest.has_value());
				EXPECT_EQ(CastRayAny(snapshot, ray, filter), closest.has_value());
				if (closest)
				{
					EXPECT_TRUE(IsSame(*closest, all[0]));
					EXPECT_TRUE(IsSame(*closest, *ofSnapshot));
					EXPECT_TRUE(IsSame(*closest, *ofHash));
					EXPECT_EQ(closest->fixture, ofSnapshot->fixture);
					refused += filter.startInside == false && CastRayClosest(world, ray)->startsInside;
				}
			}
		}
	}
	EXPECT_GT(refused, ScaledCount(150));
}

TEST(AttachGeometry, OneRayAfterTheOtherTellsAllHits)
{
	SceneRandom random(503);
	std::vector<RayHit> all;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(200) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(4));
		const b2World& world = *twins.attached.world;
		for (int32_t k = 0; k < 50; ++k)
		{
			const Ray ray = RandomRayIn(random);
			CastRayAll(world, ray, all);
			std::optional<RayHit> hit = CastRayClosest(world, ray);
			for (const RayHit& expected : all)
			{
				ASSERT_TRUE(hit);
				EXPECT_TRUE(IsSame(*hit, expected));
				hit = CastRayNext(world, ray, *hit);
				++met;
			}
			EXPECT_FALSE(hit);
		}
	}
	EXPECT_GT(met, ScaledCount(2000));
}

TEST(AttachGeometry, AHullMeetsWhatItMeetsOfTheConvexPieces)
{
	SceneRandom random(504);
	std::vector<HullSolidSpan> attached;
	std::vector<HullSolidSpan> pieces;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const Snapshot snapshot(*twins.attached.world);
		for (int32_t k = 0; k < 60; ++k)
		{
			const HullAndWay drawn(random);
			const HullPath& path = drawn.path;
			CastHullSolids(*twins.attached.world, path, attached);
			CastHullSolids(*twins.pieces.world, path, pieces);
			ASSERT_EQ(PartsOfSolids(attached, twins.attachedBodies), PartsOfSolids(pieces, twins.pieceBodies))
			    << i << ", " << k;
			CastHullSolids(snapshot, path, attached);
			ASSERT_EQ(PartsOfSolids(attached, twins.attachedBodies), PartsOfSolids(pieces, twins.pieceBodies));
			const auto closest = CastHullClosest(*twins.attached.world, path);
			const auto ofPieces = CastHullClosest(*twins.pieces.world, path);
			ASSERT_EQ(closest.has_value(), ofPieces.has_value());
			EXPECT_EQ(CastHullAny(*twins.attached.world, path), closest.has_value());
			if (closest)
			{
				EXPECT_EQ(closest->enter.fraction, ofPieces->enter.fraction);
				EXPECT_EQ(closest->startsInside, ofPieces->startsInside);
				EXPECT_EQ(closest->child, 0);
				++met;
			}
		}
	}
	EXPECT_GT(met, ScaledCount(700));
}

TEST(AttachGeometry, WhatAHullOverlapsIsWhatItOverlapsOfThePieces)
{
	SceneRandom random(505);
	std::vector<OverlapHit> attached;
	std::vector<OverlapHit> pieces;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		for (int32_t k = 0; k < 60; ++k)
		{
			const HullAndWay drawn(random);
			const HullPath& path = drawn.path;
			OverlapHull(*twins.attached.world, path.hull, path.pose, attached);
			OverlapHull(*twins.pieces.world, path.hull, path.pose, pieces);
			std::vector<float> deepest(twins.outlines.size(), -1.0f);
			for (const OverlapHit& piece : pieces)
			{
				float& depth = deepest[static_cast<size_t>(BodyIn(twins.pieceBodies, piece.fixture->GetBody()))];
				depth = std::max(depth, piece.depth);
			}
			size_t bodies = 0;
			for (const float depth : deepest)
			{
				bodies += depth >= 0.0f;
			}
			ASSERT_EQ(attached.size(), bodies) << i << ", " << k;
			for (const OverlapHit& hit : attached)
			{
				const auto body = BodyIn(twins.attachedBodies, hit.fixture->GetBody());
				EXPECT_GE(hit.depth, deepest[static_cast<size_t>(body)]);
				OverlapHull(*twins.pieces.world, path.hull, {hit.place, path.pose.q}, pieces);
				for (const OverlapHit& left : pieces)
				{
					EXPECT_NE(BodyIn(twins.pieceBodies, left.fixture->GetBody()), body) << "in a piece at its place";
				}
				++met;
			}
			const b2Vec2 point = path.pose.p;
			OverlapPoint(*twins.attached.world, point, attached);
			size_t inside = 0;
			for (size_t j = 0; j < twins.outlines.size(); ++j)
			{
				const auto span =
				    ClipOutlineFirst({point, {0.0f, 0.0f}}, twins.outlines[j], twins.attachedBodies[j]->GetTransform());
				inside += span.has_value();
			}
			EXPECT_EQ(attached.size(), inside);
		}
	}
	EXPECT_GT(met, ScaledCount(400));
}

TEST(AttachGeometry, AHullThatTurnsTouchesFirstWhatItTouchesOfThePieces)
{
	SceneRandom random(506);
	std::vector<TurningHit> all;
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(150) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(4));
		for (int32_t k = 0; k < 20; ++k)
		{
			const HullAndWay drawn(random);
			TurningPath path{drawn.path.hull, {}};
			path.motion.pose = drawn.path.pose;
			path.motion.translation = drawn.path.translation;
			path.motion.angle = random.Uniform(-6.0f, 6.0f);
			const auto attached = CastTurningClosest(*twins.attached.world, path);
			const auto pieces = CastTurningClosest(*twins.pieces.world, path);
			ASSERT_EQ(attached.has_value(), pieces.has_value()) << i << ", " << k;
			EXPECT_EQ(CastTurningAny(*twins.attached.world, path), attached.has_value());
			CastTurningAll(*twins.attached.world, path, all);
			EXPECT_EQ(all.empty(), attached.has_value() == false);
			if (attached)
			{
				EXPECT_EQ(attached->fraction, pieces->fraction);
				EXPECT_EQ(all[0].fraction, attached->fraction);
				EXPECT_LE(all.size(), twins.outlines.size());
				++met;
			}
		}
	}
	EXPECT_GT(met, ScaledCount(100));
}

TEST(AttachGeometry, TheNearestIsAsFarAsTheNearestEdge)
{
	SceneRandom random(507);
	std::vector<NearestHit> hits;
	std::vector<NearestHit> ofSnapshot;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const Snapshot snapshot(*twins.attached.world);
		for (int32_t k = 0; k < 60; ++k)
		{
			const b2Vec2 point = random.InBox(30.0f);
			FindAllNearest(*twins.attached.world, point, 100.0f, 10, hits);
			FindAllNearest(snapshot, point, 100.0f, 10, ofSnapshot);
			ASSERT_EQ(hits.size(), twins.outlines.size());
			ASSERT_EQ(ofSnapshot.size(), hits.size());
			for (size_t j = 0; j < hits.size(); ++j)
			{
				const auto body = static_cast<size_t>(BodyIn(twins.attachedBodies, hits[j].fixture->GetBody()));
				const double expected =
				    DistanceTo(twins.outlines[body], twins.attachedBodies[body]->GetTransform(), point);
				EXPECT_NEAR(hits[j].distance, expected, 1e-5) << i << ", " << k;
				const double away = std::hypot(static_cast<double>(hits[j].point.x) - point.x,
				                               static_cast<double>(hits[j].point.y) - point.y);
				EXPECT_NEAR(away, std::abs(expected), 1e-4);
				EXPECT_EQ(hits[j].distance, ofSnapshot[j].distance);
			}
		}
	}
}

// A walker on an outline must behave as on the outline's pieces. It may touch other things besides the ground.
TEST(AttachGeometry, AWalkerStandsAndSlidesAsOnThePieces)
{
	SceneRandom random(517);
	int32_t stood = 0, poorer = 0, slid = 0, differed = 0, covered = 0;
	std::vector<SlidePlane> attached;
	std::vector<SlidePlane> pieces;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(4));
		for (int32_t k = 0; k < 30; ++k)
		{
			const HullAndWay drawn(random);
			const HullPath& path = drawn.path;
			const auto ground = CheckGround(*twins.attached.world, path.hull, path.pose, {.distance = 5.0f});
			const auto expected = CheckGround(*twins.pieces.world, path.hull, path.pose, {.distance = 5.0f});
			// On the pieces, a vertex of a face does not count as ground if the walker is inside another piece that
			// covers it.
			if (ground && expected.has_value() == false)
			{
				++covered;
				continue;
			}
			// Both results must agree, except at seams between pieces, since a seam is no ground. At a vertex, the
			// slope of either edge is right.
			const bool isSame =
			    ground && ground->distance == expected->distance &&
			    (ground->slope == expected->slope || (ground->point - expected->point).Length() < 1e-5f);
			const bool isPoorer = expected && (ground.has_value() == false || ground->distance > expected->distance ||
			                                   ground->isWalkable < expected->isWalkable);
			covered += isSame == false && isPoorer == false && expected;
			stood += isSame;
			poorer += isPoorer;
			if (OverlapHullAny(*twins.attached.world, path.hull, path.pose))
			{
				continue;
			}
			const b2Vec2 way = 0.2f * path.translation;
			const SlideResult slide = SlideHull(*twins.attached.world, path.hull, path.pose, way, attached);
			const SlideResult wanted = SlideHull(*twins.pieces.world, path.hull, path.pose, way, pieces);
			EXPECT_TRUE(slide.isFree) << i << ", " << k;
			EXPECT_EQ(attached.empty(), pieces.empty());
			// If the shape touches several planes at once, the two spaces may handle them in different orders.
			differed += (slide.position - wanted.position).Length() > 1e-3f;
			slid += attached.empty() == false;
		}
	}
	EXPECT_GT(stood, ScaledCount(500));
	EXPECT_LE(covered, 2 + stood / 500);
	EXPECT_LT(poorer, 2 * stood);
	EXPECT_GT(slid, ScaledCount(200));
	EXPECT_LE(differed, 2 + slid / 50);
}

TEST(AttachGeometry, ABoxOverlapsAnyIslandThatIsInIt)
{
	const b2Vec2 corners[] = {{0.0f, 0.0f}, {1.0f, 0.0f}, {1.0f, 1.0f}, {0.0f, 1.0f},
	                          {4.0f, 0.0f}, {5.0f, 0.0f}, {5.0f, 1.0f}, {4.0f, 1.0f}};
	const int32_t starts[] = {0, 4};
	Scene scene;
	b2Fixture* fixture = scene.AddCircle({0.0f, 0.0f}, 0.1f);
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(corners, starts))))));
	const auto overlaps = [&](b2Vec2 lower, b2Vec2 upper)
	{
		OverlapCallback callback({lower, upper});
		scene.world->QueryAABB(&callback, callback.box);
		return callback.fixtures.empty() == false;
	};
	EXPECT_TRUE(overlaps({-1.0f, -1.0f}, {2.0f, 2.0f}));
	EXPECT_TRUE(overlaps({3.0f, -1.0f}, {6.0f, 2.0f}));
	EXPECT_TRUE(overlaps({4.25f, 0.25f}, {4.75f, 0.75f}));
	EXPECT_FALSE(overlaps({2.0f, -1.0f}, {3.0f, 2.0f}));
}

// An attached geometry must also act like its pieces if it is the moving shape of a cast.
TEST(AttachGeometry, AsWhatIsCastItIsTheUnionOfThePieces)
{
	SceneRandom random(518);
	std::vector<HullSolidSpan> solids;
	std::vector<HullSolidSpan> ofPieces;
	std::vector<OverlapHit> overlaps;
	std::vector<OverlapHit> ofPiece;
	std::vector<HullHit> all;
	int32_t met = 0, merged = 0;
	for (int32_t i = 0; i < ScaledCount(200) && HasFailure() == false; ++i)
	{
		Scene scene;
		for (int32_t k = 0; k < 6; ++k)
		{
			scene.AddBox(random.InBox(20.0f), random.LogUniform(0.2f, 4.0f), random.LogUniform(0.2f, 4.0f),
			             random.Uniform(-3.0f, 3.0f));
		}
		TwinScene moving;
		if (moving.Add(RandomOutline(random), {0.0f, 0.0f}, 0.0f) == false)
		{
			continue;
		}
		const b2Shape& shape = *moving.attached.fixtures[0]->GetShape();
		for (int32_t k = 0; k < 10; ++k)
		{
			const b2Transform pose = PoseAt(random.InBox(20.0f), random.Uniform(-3.0f, 3.0f));
			const b2Vec2 way = random.InBox(20.0f);
			// Casts each piece as a shape of its own.
			std::optional<HullHit> first;
			std::vector<float> deepest(scene.fixtures.size(), -1.0f);
			for (const b2Fixture* piece : moving.pieces.fixtures)
			{
				const auto hit = CastShapeClosest(*scene.world, *piece->GetShape(), pose, way);
				first =
				    hit && (first.has_value() == false || hit->enter.fraction < first->enter.fraction) ? hit : first;
				OverlapShape(*scene.world, *piece->GetShape(), pose, ofPiece);
				for (const OverlapHit& overlap : ofPiece)
				{
					float& depth = deepest[IndexOf(overlap.fixture)];
					depth = std::max(depth, overlap.depth);
				}
			}
			const auto closest = CastShapeClosest(*scene.world, shape, pose, way);
			ASSERT_EQ(closest.has_value(), first.has_value()) << i << ", " << k;
			EXPECT_EQ(CastShapeAny(*scene.world, shape, pose, way), first.has_value());
			CastShapeAll(*scene.world, shape, pose, way, all);
			EXPECT_EQ(all.empty(), first.has_value() == false);
			CastShapeSolids(*scene.world, shape, pose, way, solids);
			EXPECT_EQ(solids.empty(), first.has_value() == false);
			if (closest)
			{
				EXPECT_EQ(closest->enter.fraction, first->enter.fraction);
				EXPECT_EQ(solids[0].enter.fraction, first->enter.fraction);
				++met;
			}
			// Each body has one fixture here. The solids of a body are therefore disjoint, and cover all of its hits.
			for (size_t j = 1; j < solids.size(); ++j)
			{
				for (size_t n = 0; n < j; ++n)
				{
					if (solids[n].body == solids[j].body)
					{
						EXPECT_LT(solids[n].exit.fraction, solids[j].enter.fraction);
						++merged;
					}
				}
			}
			OverlapShape(*scene.world, shape, pose, overlaps);
			EXPECT_EQ(overlaps.size(), static_cast<size_t>(std::count_if(deepest.begin(), deepest.end(),
			                                                             [](float d) { return d >= 0.0f; })));
			for (const OverlapHit& overlap : overlaps)
			{
				EXPECT_EQ(overlap.depth, deepest[IndexOf(overlap.fixture)]);
			}
		}
	}
	EXPECT_GT(met, ScaledCount(500));
	EXPECT_GE(merged, ScaledCount(20));
}

TEST(AttachGeometry, FansAndBatchesAreTheCastsOneByOne)
{
	SceneRandom random(513);
	int32_t met = 0;
	for (int32_t i = 0; i < ScaledCount(100) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(6));
		const b2World& world = *twins.attached.world;
		const Snapshot snapshot(world);
		RayFan fan{random.InBox(25.0f), random.Uniform(-3.0f, 3.0f), random.Uniform(0.1f, 6.3f), 40.0f, 256};
		std::vector<RayHit> live(256);
		std::vector<RayHit> past(256);
		std::vector<RayHit> batch(256);
		std::vector<Ray> rays;
		for (int32_t k = 0; k < fan.count; ++k)
		{
			rays.push_back(FanRay(fan, k));
		}
		ASSERT_TRUE(CastRayFan(world, fan, live));
		ASSERT_TRUE(CastRayFan(snapshot, fan, past));
		ASSERT_TRUE(CastRaysClosest(snapshot, rays, batch));
		for (size_t k = 0; k < rays.size(); ++k)
		{
			const auto hit = CastRayClosest(world, rays[k]);
			for (const RayHit& other : {live[k], past[k], batch[k]})
			{
				ASSERT_EQ(other.fixture, hit ? hit->fixture : nullptr) << i << ", " << k;
				EXPECT_TRUE(hit.has_value() == false || IsSame(*hit, other)) << i << ", " << k;
			}
			met += hit.has_value();
		}
	}
	EXPECT_GT(met, ScaledCount(2000));
}

// The outlines judge the beams: no leg passes through a solid, and each leg ends on an outline.
TEST(AttachGeometry, BeamsBounceOffAllSidesOfAnOutline)
{
	SceneRandom random(514);
	int32_t bounces = 0, again = 0;
	std::vector<BeamLeg> legs;
	std::vector<BeamLeg> past;
	std::vector<RaySpan> spans;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1 + random.Below(4));
		const Snapshot snapshot(*twins.attached.world);
		BeamDef def;
		def.length = 300.0f;
		def.maxBounces = 20;
		for (int32_t k = 0; k < 10; ++k)
		{
			const b2Vec2 origin = random.InBox(25.0f);
			const b2Vec2 direction = b2Rot(random.Uniform(-3.1f, 3.1f)).GetXAxis();
			const BeamEnd end = CastBeam(*twins.attached.world, origin, direction, def, legs);
			EXPECT_EQ(CastBeam(snapshot, origin, direction, def, past), end);
			ASSERT_EQ(legs.size(), past.size());
			EXPECT_EQ(CastBeam(*twins.pieces.world, origin, direction, def, past), end) << i;
			EXPECT_EQ(legs.size(), past.size()) << i;
			const b2Fixture* before = nullptr;
			for (const BeamLeg& leg : legs)
			{
				if (leg.startsInside)
				{
					break;
				}
				const Ray clear{leg.ray.origin, leg.ray.translation, leg.enter.fraction * (1.0f - 1e-5f)};
				for (size_t j = 0; j < twins.outlines.size(); ++j)
				{
					ClipOutline(clear, twins.outlines[j], twins.attachedBodies[j]->GetTransform(), spans);
					EXPECT_TRUE(spans.empty()) << i;
				}
				bounces += leg.response == Response::Bounce;
				again += leg.fixture != nullptr && leg.fixture == before;
				before = leg.fixture;
			}
		}
	}
	EXPECT_GT(bounces, ScaledCount(150));
	EXPECT_GE(again, ScaledCount(20));
}

// A ray that GoOn continues from the exit of a part must start outside the solid, and hit the next part.
TEST(AttachGeometry, ARayGoesOnBehindEachPart)
{
	SceneRandom random(515);
	int32_t went = 0;
	std::vector<RayHit> all;
	for (int32_t i = 0; i < ScaledCount(800) && HasFailure() == false; ++i)
	{
		const TwinScene twins = RandomTwins(random, 1);
		for (int32_t k = 0; k < 20 && twins.outlines.empty() == false; ++k)
		{
			const Ray ray = RandomRayIn(random);
			CastRayAll(*twins.attached.world, ray, all);
			const b2Transform& pose = twins.attachedBodies[0]->GetTransform();
			for (size_t j = 0; j < all.size(); ++j)
			{
				if (all[j].endsInside || all[j].grazing)
				{
					continue;
				}
				const auto out = GoOn(*twins.attached.world, ray, all[j], Onward::Out, ray.translation);
				ASSERT_TRUE(out) << i << ", " << k;
				const auto next = ClipOutlineFirst({out->origin, {0.0f, 0.0f}}, twins.outlines[0], pose);
				EXPECT_FALSE(next) << "it starts in the solid";
				EXPECT_LT((out->origin - all[j].exit.point).Length(), 1e-3f);
				const auto hit = CastRayClosest(*twins.attached.world, *out);
				if (j + 1 < all.size() && all[j + 1].grazing == false)
				{
					ASSERT_TRUE(hit);
					EXPECT_LT((hit->enter.point - all[j + 1].enter.point).Length(), 0.05f);
					++went;
				}
			}
		}
	}
	EXPECT_GT(went, ScaledCount(500));
}

TEST(AttachGeometry, APastWorldHasWhatWasAttachedThen)
{
	SceneRandom random(516);
	const CastGeometry star =
	    ValueOf(CastGeometry::Make(ValueOf(Outline::Make(RandomStar(random, 12, {0.0f, 0.0f}, 5.0f)))));
	Scene scene;
	b2Fixture* box = scene.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	const Ray above{{-10.0f, 1.5f}, {20.0f, 0.0f}};
	History history(*scene.world, {});
	ASSERT_TRUE(history.Record(0.0));
	ASSERT_TRUE(AttachGeometry(box, star));
	ASSERT_TRUE(history.Record(1.0));
	ASSERT_TRUE(DetachGeometry(box));
	ASSERT_TRUE(history.Record(2.0));
	Snapshot snapshot(*scene.world);
	for (const double time : {0.0, 1.0, 2.0, 1.0, 0.0})
	{
		ASSERT_TRUE(snapshot.UpdateTo(history, time));
		EXPECT_EQ(CastRayAny(snapshot, above), time == 1.0) << time;
		EXPECT_TRUE(CastRayAny(snapshot, {{-10.0f, 0.0f}, {20.0f, 0.0f}}));
	}
}

// However an outline is cut into pieces, the normal at its corner is between the normals of its two sides.
TEST(AttachGeometry, ACornerHasTheNormalBetweenItsSides)
{
	const b2Vec2 corners[] = {{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 4.0f}, {0.0f, 4.0f}};
	Scene scene;
	b2Fixture* fixture = scene.AddCircle({0.0f, 0.0f}, 0.1f);
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(corners))))));
	const auto normalAt = [&](b2Vec2 point, b2Vec2 direction)
	{
		return CornerNormal(*scene.world, point, direction, 0.01f).value_or(b2Vec2{0.0f, 0.0f});
	};
	const float half = std::sqrt(0.5f);
	EXPECT_NEAR((normalAt({4.0f, 1.0f}, {-1.0f, -1.0f}) - b2Vec2{half, half}).Length(), 0.0f, 1e-5f);
	EXPECT_NEAR((normalAt({1.0f, 1.0f}, {-1.0f, -1.0f}) - b2Vec2{half, half}).Length(), 0.0f, 1e-5f);
	EXPECT_NEAR((normalAt({2.5f, 1.0f}, {0.0f, -1.0f}) - b2Vec2{0.0f, 1.0f}).Length(), 0.0f, 1e-5f);
	EXPECT_NEAR((normalAt({1.0f, 2.5f}, {-1.0f, 0.0f}) - b2Vec2{1.0f, 0.0f}).Length(), 0.0f, 1e-5f);
}

TEST(AttachGeometry, Box2DCollidesAsBefore)
{
	SceneRandom random(508);
	Scene plain;
	Scene attached;
	for (Scene* scene : {&plain, &attached})
	{
		SceneRandom same(509);
		scene->AddBox({0.0f, -1.0f}, 200.0f, 1.0f);
		for (int32_t i = 0; i < 40; ++i)
		{
			const b2Vec2 place{3.0f * static_cast<float>(i - 20), same.Uniform(1.0f, 5.0f)};
			b2Fixture* fixture = i % 2 == 0
			                         ? scene->AddBox(place, 0.5f, 0.4f, same.Uniform(-1.0f, 1.0f), b2_dynamicBody)
			                         : scene->AddCircle(place, 0.5f, b2_dynamicBody);
			if (scene == &attached)
			{
				EXPECT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(RandomOutline(random)))));
			}
		}
	}
	std::vector<RayHit> hits;
	for (int32_t step = 0; step < 300; ++step)
	{
		plain.world->Step(1.0f / 60.0f, 8, 3);
		attached.world->Step(1.0f / 60.0f, 8, 3);
		for (size_t i = 1; i < plain.fixtures.size(); ++i)
		{
			const b2Transform& a = plain.fixtures[i]->GetBody()->GetTransform();
			const b2Transform& b = attached.fixtures[i]->GetBody()->GetTransform();
			ASSERT_EQ(a.p, b.p) << step;
			ASSERT_EQ(a.q.s, b.q.s) << step;
		}
		const Ray ray = RayBetween(random.InBox(20.0f), random.InBox(20.0f));
		CastRayAll(*attached.world, ray, hits);
		size_t expected = 0;
		for (b2Fixture* fixture : attached.fixtures)
		{
			if (const auto geometry = GeometryOf(*fixture))
			{
				std::vector<RaySpan> spans;
				ClipOutline(ray, geometry->GetOutline(), fixture->GetBody()->GetTransform(), spans);
				expected += spans.size();
			}
			else
			{
				expected +=
				    CastRayAtShape(*fixture->GetShape(), 0, fixture->GetBody()->GetTransform(), ray).has_value();
			}
		}
		EXPECT_EQ(hits.size(), expected) << step;
	}
}

TEST(AttachGeometry, GoesWithTheFixtureAndIsCopiedWithItsShape)
{
	const CastGeometry star = []
	{
		SceneRandom random(510);
		return ValueOf(CastGeometry::Make(ValueOf(Outline::Make(RandomStar(random, 12, {0.0f, 0.0f}, 5.0f)))));
	}();
	Scene scene;
	b2Fixture* box = scene.AddBox({0.0f, 0.0f}, 0.5f, 0.5f);
	const Ray above{{-10.0f, 1.5f}, {20.0f, 0.0f}};
	EXPECT_FALSE(GeometryOf(*box));
	EXPECT_FALSE(CastRayAny(*scene.world, above));
	ASSERT_TRUE(AttachGeometry(box, star));
	EXPECT_EQ(&GeometryOf(*box)->Data(), &star.Data());
	EXPECT_TRUE(CastRayAny(*scene.world, above));
	b2RayCastOutput output;
	EXPECT_TRUE(box->RayCast(&output, {above.origin, {10.0f, 1.5f}, 1.0f}, 0));

	b2Body* other = scene.AddBody({20.0f, 0.0f});
	b2Fixture* copy = other->CreateFixture(box->GetShape(), 1.0f);
	EXPECT_EQ(&GeometryOf(*copy)->Data(), &star.Data());
	EXPECT_TRUE(CastRayAny(*scene.world, {{10.0f, 1.5f}, {20.0f, 0.0f}}));
	scene.world->DestroyBody(other);

	ASSERT_TRUE(DetachGeometry(box));
	EXPECT_FALSE(GeometryOf(*box));
	EXPECT_FALSE(CastRayAny(*scene.world, above));
	EXPECT_TRUE(CastRayAny(*scene.world, {{-10.0f, 0.25f}, {20.0f, 0.0f}}));
	ASSERT_TRUE(DetachGeometry(box));
	ASSERT_TRUE(AttachGeometry(box, star));
	ASSERT_TRUE(AttachGeometry(box, *GeometryOf(*box)));
	EXPECT_TRUE(CastRayAny(*scene.world, above));
}

TEST(AttachGeometry, IsFoundByASnapshotOfWhatIsGone)
{
	SceneRandom random(511);
	TwinScene twins = RandomTwins(random, 3);
	const Snapshot snapshot(*twins.attached.world);
	std::vector<RayHit> before;
	std::vector<RayHit> after;
	const Ray ray = RayBetween({-30.0f, 1.0f}, {30.0f, -1.0f});
	CastRayAll(snapshot, ray, before);
	for (b2Body* body : twins.attachedBodies)
	{
		twins.attached.world->DestroyBody(body);
	}
	CastRayAll(snapshot, ray, after);
	ASSERT_EQ(after.size(), before.size());
	for (size_t i = 0; i < after.size(); ++i)
	{
		EXPECT_TRUE(IsSame(before[i], after[i]));
	}
}

TEST(AttachGeometry, SaysWhatCannotBeAttachedTo)
{
	SceneRandom random(512);
	const CastGeometry star =
	    ValueOf(CastGeometry::Make(ValueOf(Outline::Make(RandomStar(random, 12, {0.0f, 0.0f}, 5.0f)))));
	Scene scene;
	ExpectError(AttachGeometry(nullptr, star).GetError(), {ErrorReason::Null, "fixture"});
	ExpectError(DetachGeometry(nullptr).GetError(), {ErrorReason::Null, "fixture"});
	ExpectError(AttachGeometry(scene.AddEdge({0.0f, 0.0f}, {1.0f, 0.0f}), star).GetError(),
	            {ErrorReason::NotASolid, "fixture", -1, 1.0});
	ExpectError(AttachGeometry(scene.AddChain({{0.0f, 0.0f}, {1.0f, 0.0f}, {2.0f, 1.0f}}), star).GetError(),
	            {ErrorReason::NotASolid, "fixture", -1, 3.0});
	b2Vec2 corners[b2_maxPolygonVertices];
	for (int i = 0; i < b2_maxPolygonVertices; ++i)
	{
		const float angle = 6.28f / b2_maxPolygonVertices * static_cast<float>(i);
		corners[i] = {std::cos(angle), std::sin(angle)};
	}
	b2PolygonShape most;
	most.Set(corners, b2_maxPolygonVertices);
	b2Fixture* full = scene.Add(scene.AddBody({0.0f, 0.0f}), most);
	ExpectError(AttachGeometry(full, star).GetError(),
	            {ErrorReason::TooMany, "fixture", -1, b2_maxPolygonVertices, b2_maxPolygonVertices - 1.0});
	EXPECT_FALSE(GeometryOf(*full));

	struct OwnShape : b2PolygonShape
	{
		b2Shape* Clone(b2BlockAllocator* allocator) const override
		{
			return new (allocator->Allocate(sizeof(OwnShape))) OwnShape(*this);
		}
	};
	OwnShape own;
	own.SetAsBox(1.0f, 1.0f);
	ExpectError(AttachGeometry(scene.Add(scene.AddBody({0.0f, 0.0f}), own), star).GetError(),
	            {ErrorReason::NotASolid, "fixture", -1, 2.0});
	const b2Vec2 far[] = {{0.0f, 0.0f}, {2e9f, 0.0f}, {0.0f, 1.0f}};
	ExpectError(CastGeometry::Make(ValueOf(Outline::Make(far))).GetError(),
	            {ErrorReason::TooLarge, "outline", 1, 2e9f, 1e9f});
}

} // namespace ricochet::test::attach_geometry_test
