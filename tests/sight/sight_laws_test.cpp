// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/see.h"
#include "sight/world_scenes.h"

#include <ricochet/query/ray_query.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

// Tests laws that hold for every scene and need no oracle.

namespace ricochet::test::sight_laws_test
{

namespace
{

using Walls = std::vector<Segment>;
using Map = std::function<b2Vec2(b2Vec2)>;

constexpr float k_radius = 50.0f;

Walls Mapped(Walls walls, const Map& map)
{
	for (Segment& wall : walls)
	{
		wall = {map(wall.a), map(wall.b)};
	}
	return walls;
}

std::vector<SightVertex> Look(const Walls& walls, b2Vec2 eye)
{
	std::vector<SightVertex> polygon;
	const Result<> outcome = VisibilityPolygon(walls, eye, k_radius, polygon);
	EXPECT_TRUE(outcome) << outcome.GetError().Message();
	return polygon;
}

// True if three points are on one line. If walls coincide, the first one is reported, so a vertex between them on the
// line depends on their order.
bool IsFlat(b2Vec2 before, b2Vec2 point, b2Vec2 after)
{
	const b2Vec2 way = after - before;
	return b2Dot(point - before, after - point) > 0.0f && std::abs(b2Cross(way, point - before)) < 1e-4f * way.Length();
}

// Returns the vertices without those that cut a rim into quarters, because these depend on the axes.
std::vector<b2Vec2> Corners(const std::vector<SightVertex>& polygon, bool withFlat)
{
	std::vector<b2Vec2> corners;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& before = polygon[(i + polygon.size() - 1) % polygon.size()];
		const SightVertex& after = polygon[(i + 1) % polygon.size()];
		const bool betweenWalls = polygon[i].side == SightSide::Wall && before.side == SightSide::Wall;
		const bool isFlat = betweenWalls && IsFlat(before.point, polygon[i].point, after.point);
		if ((polygon[i].side != SightSide::Rim || before.side != SightSide::Rim) && (withFlat || isFlat == false))
		{
			corners.push_back(polygon[i].point);
		}
	}
	return corners;
}

void ExpectAllAmong(const std::vector<SightVertex>& polygon, const std::vector<SightVertex>& other, const Map& map)
{
	const std::vector<b2Vec2> corners = Corners(other, true);
	for (const b2Vec2 corner : Corners(polygon, false))
	{
		EXPECT_TRUE(std::any_of(corners.begin(), corners.end(),
		                        [&](b2Vec2 candidate) { return b2Distance(map(corner), candidate) < 1e-4f; }))
		    << ToText(corner);
	}
}

// Expects equal areas, and each corner of one polygon near a corner of the other. Several corners of one polygon may be
// near the same corner of the other.
void ExpectSame(const std::vector<SightVertex>& a, const std::vector<SightVertex>& b, const Map& map,
                const Map& inverse)
{
	EXPECT_NEAR(Area(a), Area(b), 1e-5f * Area(a));
	ExpectAllAmong(a, b, map);
	ExpectAllAmong(b, a, inverse);
}

// Makes scenes on a lattice of 1/64 m, so that all maps here are exact.
void ForEachScene(uint64_t seed, const std::function<void(SceneRandom&, const WallScene&)>& check)
{
	SceneRandom random(seed);
	for (int i = 0; i < ScaledCount(300) && testing::Test::HasFailure() == false; ++i)
	{
		WallScene scene = RandomWalls(random, static_cast<WallLayout>(random.Below(4)));
		const auto snap = [](b2Vec2 p)
		{
			return b2Vec2{std::round(p.x * 64.0f) / 64.0f, std::round(p.y * 64.0f) / 64.0f};
		};
		scene.walls = Mapped(scene.walls, snap);
		scene.eye = snap(scene.eye);
		check(random, scene);
	}
}

TEST(SightLaws, TheSameElsewhere)
{
	ForEachScene(21,
	             [](SceneRandom& random, const WallScene& scene)
	             {
		             const b2Vec2 step = OnLattice(random, 16);
		             const auto map = [&](b2Vec2 p)
		             {
			             return p + step;
		             };
		             ExpectSame(Look(scene.walls, scene.eye), Look(Mapped(scene.walls, map), map(scene.eye)), map,
		                        [&](b2Vec2 p) { return p - step; });
	             });
}

TEST(SightLaws, TheSameInAMirror)
{
	ForEachScene(22,
	             [](SceneRandom&, const WallScene& scene)
	             {
		             const Map maps[] = {[](b2Vec2 p) {
			                                 return b2Vec2{-p.x, p.y};
		                                 },
		                                 [](b2Vec2 p) {
			                                 return b2Vec2{p.x, -p.y};
		                                 },
		                                 [](b2Vec2 p)
		                                 {
			                                 return b2Vec2{p.y, p.x};
		                                 }};
		             for (const Map& map : maps)
		             {
			             const auto mirrored = Look(Mapped(scene.walls, map), map(scene.eye));
			             ExpectSame(Look(scene.walls, scene.eye), mirrored, map, map);
		             }
	             });
}

TEST(SightLaws, TheSameLarger)
{
	ForEachScene(23,
	             [](SceneRandom&, const WallScene& scene)
	             {
		             const auto map = [](b2Vec2 p)
		             {
			             return 0.5f * p;
		             };
		             std::vector<SightVertex> polygon;
		             ASSERT_TRUE(VisibilityPolygon(Mapped(scene.walls, map), map(scene.eye), 0.5f * k_radius, polygon));
		             EXPECT_NEAR(4.0f * Area(polygon), Area(Look(scene.walls, scene.eye)), 1e-6f * Area(polygon));
	             });
}

TEST(SightLaws, TheSameInAnyOrder)
{
	const auto same = [](b2Vec2 p)
	{
		return p;
	};
	ForEachScene(24,
	             [&](SceneRandom& random, const WallScene& scene)
	             {
		             Walls walls = scene.walls;
		             for (size_t i = walls.size(); i > 1; --i)
		             {
			             std::swap(walls[i - 1], walls[static_cast<size_t>(random.Below(static_cast<int32_t>(i)))]);
			             if (random.OneIn(2))
			             {
				             std::swap(walls[i - 1].a, walls[i - 1].b);
			             }
		             }
		             ExpectSame(Look(scene.walls, scene.eye), Look(walls, scene.eye), same, same);
	             });
}

TEST(SightLaws, AWallInTwoPiecesHidesTheSame)
{
	ForEachScene(25,
	             [](SceneRandom&, const WallScene& scene)
	             {
		             Walls walls;
		             for (const Segment& wall : scene.walls)
		             {
			             const b2Vec2 middle = 0.5f * (wall.a + wall.b); // the midpoint is exact
			             walls.push_back({wall.a, middle});
			             walls.push_back({wall.b, middle});
		             }
		             const float whole = Area(Look(scene.walls, scene.eye));
		             EXPECT_NEAR(Area(Look(walls, scene.eye)), whole, 1e-6f * whole);
	             });
}

TEST(SightLaws, AnotherWallNeverShowsMore)
{
	ForEachScene(26,
	             [](SceneRandom&, const WallScene& scene)
	             {
		             Walls walls;
		             float area = 1e9f;
		             for (const Segment& wall : scene.walls)
		             {
			             walls.push_back(wall);
			             const float next = Area(Look(walls, scene.eye));
			             EXPECT_LE(next, area * (1.0f + 1e-6f));
			             area = next;
		             }
	             });
}

TEST(SightLaws, ALargerRadiusOrConeNeverShowsLess)
{
	ForEachScene(27,
	             [](SceneRandom& random, const WallScene& scene)
	             {
		             std::vector<SightVertex> polygon;
		             const float direction = random.Uniform(-4.0f, 4.0f);
		             float area = 0.0f;
		             for (const float share : {0.1f, 0.3f, 0.7f, 1.0f})
		             {
			             const SightCone cone{direction, share * 6.3f};
			             ASSERT_TRUE(VisibilityPolygon(scene.walls, scene.eye, 50.0f * share, polygon, cone));
			             EXPECT_GE(Area(polygon), area * (1.0f - 1e-6f));
			             area = Area(polygon);
		             }
	             });
}

double DistanceToBorder(std::span<const SightVertex> polygon, b2Vec2 point)
{
	double distance = HUGE_VAL;
	const Point2 p = Widen(point);
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& vertex = polygon[i];
		const bool isArc = vertex.side == SightSide::Arc || vertex.side == SightSide::Rim;
		const double side =
		    isArc ? std::abs(Length(p - Widen(vertex.center)) - static_cast<double>(vertex.radius))
		          : DistanceToSegment(p, Widen(vertex.point), Widen(polygon[(i + 1) % polygon.size()].point));
		distance = std::min(distance, side);
	}
	return distance;
}

TEST(SightLaws, APointIsInSightIfNothingIsBetween)
{
	SceneRandom random(28);
	int inside = 0, asked = 0;
	for (int i = 0; i < ScaledCount(150); ++i)
	{
		Scene scene = RandomSightWorld(random, static_cast<WorldLayout>(random.Below(6)));
		for (int32_t k = random.Below(4); k > 0; --k)
		{
			const b2CircleShape circle = CircleOf(random.LogUniform(0.05f, 3.0f));
			scene.Add(scene.AddBody(random.InBox(8.0f), 0.0f), circle);
		}
		const b2Vec2 eye = random.InBox(7.0f);
		const auto polygon = SeeRound(*scene.world, eye, 12.0f);
		for (int k = 0; k < 300; ++k)
		{
			const b2Vec2 p = random.InBox(14.0f);
			const double distance = Length(Widen(p) - Widen(eye));
			// The tolerance is 4 ulps at 16 m.
			if (DistanceToBorder(polygon, p) > 4.0 * UlpAt(15.0) && std::abs(distance - 12.0) > 1e-5)
			{
				const bool isLit = distance < 12.0 && CastRayAny(*scene.world, RayBetween(eye, p)) == false;
				EXPECT_EQ(Contains(polygon, eye, p), isLit) << ToText(eye) << " to " << ToText(p);
				inside += isLit ? 1 : 0;
				++asked;
			}
		}
	}
	EXPECT_GT(inside, asked / 10);
	EXPECT_LT(inside, asked * 9 / 10);
}

} // namespace

} // namespace ricochet::test::sight_laws_test
