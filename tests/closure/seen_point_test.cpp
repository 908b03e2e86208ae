// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/tangent.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/batch.h>
#include <ricochet/query/ray_fan.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/space.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>

#include "closure/worlds.h"
#include "support/attached_scenes.h"
#include "support/exact_cast.h"
#include "support/oracle.h"
#include "support/random_rays.h"
#include "support/scenes.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

// Tests that the origin of a ray can see the ray's hit point. The rays pass corners, rims and crossings of two surfaces
// within rounding. Exact arithmetic judges the straight line between the two.

namespace ricochet::test::seen_point_test
{

namespace
{

// Returns the parts of a line inside a child of a fixture.
ExactSpans SpansOf(const b2Fixture& fixture, int32_t child, b2Vec2 from, b2Vec2 to)
{
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	return ExactCast(*fixture.GetShape(), child, Pull(from, pose, to, pose));
}

// True if nothing touches the straight line before its end, and its end is in no interior.
bool IsFree(const Scene& scene, b2Vec2 from, b2Vec2 to)
{
	const Number end = ToNumber(1.0f);
	for (const b2Fixture* fixture : scene.fixtures)
	{
		const int32_t children = const_cast<b2Fixture*>(fixture)->GetShape()->GetChildCount();
		for (int32_t child = 0; child < children; ++child)
		{
			for (const ExactSpan& span : SpansOf(*fixture, child, from, to))
			{
				if (Compare(span.enter.fraction, end) < 0)
				{
					return false;
				}
			}
		}
	}
	return true;
}

// Adds discs, capsules and polygons that overlap each other, and chains through them.
void FillDense(SceneRandom& random, Scene& scene, b2Vec2 about)
{
	for (int i = 0; i < 12; ++i)
	{
		const b2Vec2 place = about + random.InBox(4.0f);
		const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		b2Body* body = scene.AddBody(place, angle);
		switch (random.Below(5))
		{
		case 0:
			scene.Add(body, CircleOf(random.Uniform(0.2f, 1.5f)));
			break;
		case 1:
			scene.Add(body, ValueOf(MakeCapsule({-1.0f, 0.1f}, {1.5f, 0.0f}, random.Uniform(0.05f, 0.5f))));
			break;
		case 2:
			scene.Add(body, ValueOf(MakeChain(RandomPath(random))));
			break;
		default:
			scene.Add(body, RandomPolygon(random, random.Uniform(0.5f, 2.5f)));
		}
	}
}

std::vector<b2Vec2> CornersOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	if (shape.GetType() == b2Shape::e_circle)
	{
		return {static_cast<const b2CircleShape&>(shape).m_p};
	}
	if (shape.GetType() == b2Shape::e_edge)
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return {edge.m_vertex1, edge.m_vertex2};
	}
	if (shape.GetType() == b2Shape::e_chain)
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return {chain.m_vertices, chain.m_vertices + chain.m_count};
	}
	const auto& polygon = static_cast<const b2PolygonShape&>(shape);
	return {polygon.m_vertices, polygon.m_vertices + polygon.m_count};
}

// Returns the radius of a fixture's rounded corners.
float RoundOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const bool isRound = shape.GetType() == b2Shape::e_circle || shape.m_radius > b2_polygonRadius;
	return isRound && IsThin(fixture) == false ? shape.m_radius : 0.0f;
}

const b2Fixture& AnyOf(SceneRandom& random, const Scene& scene)
{
	return *scene.fixtures[static_cast<size_t>(random.Below(static_cast<int>(scene.fixtures.size())))];
}

// Returns a point that is hard to aim at: a corner, a tangent point on a rim, or a crossing of two things' surfaces.
b2Vec2 HardPoint(SceneRandom& random, const Scene& scene, b2Vec2 from)
{
	const b2Fixture& fixture = AnyOf(random, scene);
	const std::vector<b2Vec2> corners = CornersOf(fixture);
	const auto at = static_cast<size_t>(random.Below(static_cast<int>(corners.size())));
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const b2Vec2 corner = b2Mul(pose, corners[at]);
	if (RoundOf(fixture) > 0.0f)
	{
		const auto tangents = TangentPoints(from, corner, RoundOf(fixture));
		return tangents ? (*tangents)[random.OneIn(2) ? 0 : 1] : corner;
	}
	if (random.OneIn(2))
	{
		return corner;
	}
	const b2Vec2 next = b2Mul(pose, corners[(at + 1) % corners.size()]);
	const b2Fixture& other = AnyOf(random, scene);
	const int32_t child = random.Below(const_cast<b2Fixture&>(other).GetShape()->GetChildCount());
	const ExactSpans along = &other == &fixture ? ExactSpans{} : SpansOf(other, child, corner, next);
	const float share = along.empty() ? 0.0f : static_cast<float>(ToDouble(along[0].enter.fraction));
	return corner + share * (next - corner);
}

// Returns a ray from near a scene, through a hard point or a few units in the last place beside it. Some rays start
// beside the surface of a thing.
Ray DrawRay(SceneRandom& random, const Scene& scene, b2Vec2 middle)
{
	b2Vec2 from = middle + random.InBox(8.0f);
	if (random.OneIn(4))
	{
		from = HardPoint(random, scene, from);
	}
	b2Vec2 to = HardPoint(random, scene, from);
	if (random.OneIn(2))
	{
		to.x = UlpsFrom(to.x, random.Below(7) - 3);
		to.y = UlpsFrom(to.y, random.Below(7) - 3);
	}
	return {from, random.Uniform(0.5f, 3.0f) * (to - from), 1.0f};
}

struct Count
{
	int hits = 0;
	int hidden = 0;     // something touches the line from the ray's origin to its hit point
	int narrow = 0;     // hidden, but no float point near the crossing is free, either
	int unlike = 0;     // InSight gives another result
	int different = 0;  // another call gives another point for the same ray
	double units = 0.0; // the largest distance of a point from the crossing, in units in the last place
};

// Compares the hit of every call that casts the ray.
bool IsSameEverywhere(const Scene& scene, const Snapshot& snapshot, const SpatialHash& hash, const Ray& ray,
                      const RayHit& hit)
{
	const auto isSame = [&](const RayHit& other)
	{
		return other.fixture == hit.fixture && other.enter.point == hit.enter.point &&
		       other.exit.point == hit.exit.point;
	};
	bool same = true;
	for (const Space space : {Space(*scene.world), Space(snapshot), Space(hash)})
	{
		const std::optional<RayHit> closest = CastRayClosest(space, ray);
		same = same && closest && isSame(*closest);
		std::vector<RayHit> all;
		CastRayAll(space, ray, all);
		same = same && all.empty() == false && isSame(all[0]);
		std::array<RayHit, 1> batch;
		same = same && CastRaysClosest(space, std::span(&ray, 1), batch) && isSame(batch[0]);
	}
	return same;
}

// True if floats are too coarse for a free point near a crossing outside the surface that was hit.
bool IsNarrow(const Scene& scene, const Ray& ray, const Crossing& enter, double x, double y, double unit)
{
	for (int i = 0; i < 49; ++i)
	{
		const b2Vec2 point{static_cast<float>(x + 0.5 * unit * (i % 7 - 3)),
		                   static_cast<float>(y + 0.5 * unit * (i / 7 - 3))};
		const double height = enter.normal.x * (point.x - x) + enter.normal.y * (point.y - y);
		if (height > 0.5 * unit && IsFree(scene, ray.origin, point))
		{
			return false;
		}
	}
	return true;
}

void Judge(const Scene& scene, const Ray& ray, const RayHit& hit, Count& count)
{
	++count.hits;
	const b2Vec2 point = hit.enter.point;
	const double x = static_cast<double>(ray.origin.x) + static_cast<double>(hit.enter.fraction) * ray.translation.x;
	const double y = static_cast<double>(ray.origin.y) + static_cast<double>(hit.enter.fraction) * ray.translation.y;
	const double start = std::max(std::abs(ray.origin.x), std::abs(ray.origin.y));
	const double unit = 0x1p-23 * std::max({std::abs(x), std::abs(y), 0.125 * start});
	count.units = std::max(count.units, std::hypot(point.x - x, point.y - y) / unit);
	// If the point equals the origin, nothing can be in between.
	const bool isFree = point == ray.origin || IsFree(scene, ray.origin, point);
	const bool isNarrow = isFree == false && IsNarrow(scene, ray, hit.enter, x, y, unit);
	count.hidden += isFree || isNarrow ? 0 : 1;
	count.narrow += isNarrow ? 1 : 0;
	count.unlike += point == ray.origin || InSight(*scene.world, ray.origin, point) == isFree ? 0 : 1;
}

bool IsJudged(const std::optional<RayHit>& hit)
{
	return hit && hit->startsInside == false && hit->enter.fraction > 0.0f;
}

// The bound that RayHit guarantees. The point is rounded by half a unit in each coordinate.
constexpr double k_mostUnits = 1024.0 + 0.7072;

// The share of narrow hits (Count::narrow) that the test allows. Among tiles of one body each, 22 of 66,817 hits were
// narrow, at 24 other seeds. Elsewhere, none of a million hits was narrow.
constexpr double k_narrow = 3.3e-4;

// Returns the count that a Poisson variable exceeds with a probability of less than one in 10,000. Narrow places are
// few among many rays, and independent of each other.
int MostOf(double expected)
{
	double share = std::exp(-expected);
	double above = 1.0 - share;
	int count = 0;
	while (above > 1.0e-4)
	{
		++count;
		share *= expected / count;
		above -= share;
	}
	return count;
}

void ExpectNone(const Count& count)
{
	EXPECT_GT(count.hits, 1000 * TestScale());
	EXPECT_EQ(count.hidden, 0) << "of " << count.hits;
	EXPECT_LE(count.narrow, MostOf(k_narrow * count.hits)) << "of " << count.hits;
	EXPECT_EQ(count.unlike, 0) << "of " << count.hits;
	EXPECT_EQ(count.different, 0) << "of " << count.hits;
	EXPECT_LE(count.units, k_mostUnits);
}

void TryRays(SceneRandom& random, const Scene& scene, b2Vec2 middle, Count& count)
{
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	for (int i = 0; i < 100; ++i)
	{
		const Ray ray = DrawRay(random, scene, middle);
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		if (IsJudged(hit))
		{
			Judge(scene, ray, *hit, count);
			count.different += IsSameEverywhere(scene, snapshot, hash, ray, *hit) ? 0 : 1;
		}
	}
}

} // namespace

TEST(SeenPoint, IsSeenFromTheOriginOfItsRayInEveryWorld)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(kind.name);
		SceneRandom random(SeedOf(0x5EE4));
		Count count;
		for (int i = 0; i < ScaledCount(40); ++i)
		{
			Scene scene;
			kind.fill(random, scene);
			TryRays(random, scene, MiddleOf(scene), count);
		}
		ExpectNone(count);
	}
}

TEST(SeenPoint, IsSeenAmongThingsThatOverlap)
{
	for (const b2Vec2 about : {b2Vec2{0.0f, 0.0f}, b2Vec2{100.0f, 300.0f}, b2Vec2{-20000.0f, 7000.0f}})
	{
		SCOPED_TRACE(testing::Message() << "about " << about.x << ", " << about.y);
		SceneRandom random(SeedOf(0xDE45E));
		Count count;
		for (int i = 0; i < ScaledCount(80); ++i)
		{
			Scene scene;
			FillDense(random, scene, about);
			TryRays(random, scene, about, count);
		}
		ExpectNone(count);
	}
}

// Where two long boxes cross, a hit point on one of them is within rounding of the other, far from all corners.
TEST(SeenPoint, IsSeenInTheWedgeBetweenThingsThatCross)
{
	SceneRandom random(SeedOf(0x3ED6E));
	Count count;
	for (int i = 0; i < ScaledCount(60); ++i)
	{
		Scene scene;
		const b2Vec2 about = random.InBox(20.0f);
		const float angle = random.Uniform(-3.0f, 3.0f);
		const float wedge = random.Uniform(0.1f, 1.5f);
		scene.Add(scene.AddBody(about, angle), BoxOf(5.0f, 0.5f));
		scene.Add(scene.AddBody(about, angle + wedge), BoxOf(5.0f, 0.5f));
		TryRays(random, scene, about, count);
	}
	ExpectNone(count);
}

// The rays of a fan pass corners within rounding. At the corner, neighbouring rays are less than a unit in the last
// place apart.
TEST(SeenPoint, OfAFanIsThatOfItsRays)
{
	SceneRandom random(SeedOf(0xFA5));
	Count count;
	for (int i = 0; i < ScaledCount(300); ++i)
	{
		const b2Vec2 about = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : b2Vec2{3000.0f, -500.0f};
		Scene scene;
		FillDense(random, scene, about);
		const Snapshot snapshot(*scene.world);
		const b2Vec2 from = about + random.InBox(8.0f);
		const b2Vec2 way = HardPoint(random, scene, from) - from;
		constexpr int32_t k_rays = 128;
		RayFan fan{.origin = from, .direction = std::atan2(way.y, way.x), .angle = 1e-5f, .radius = 20.0f};
		fan.count = k_rays;
		fan.angle = random.OneIn(2) ? 1e-5f : 1e-4f;
		std::array<RayHit, k_rays> hits;
		ASSERT_TRUE(CastRayFan(snapshot, fan, hits));
		for (int32_t j = 0; j < k_rays; ++j)
		{
			const Ray ray = FanRay(fan, j);
			const RayHit& hit = hits[static_cast<size_t>(j)];
			const std::optional<RayHit> alone = CastRayClosest(*scene.world, ray);
			count.different += alone.has_value() == hit.HasHit() &&
			                           (hit.HasHit() == false ||
			                            (alone->fixture == hit.fixture && alone->enter.point == hit.enter.point))
			                       ? 0
			                       : 1;
			if (IsJudged(alone) && j % 8 == 0)
			{
				Judge(scene, ray, *alone, count);
			}
		}
	}
	ExpectNone(count);
}

// A ray passes exactly between two corners. The gap is so narrow that the float points near the hit are hidden. Some
// points farther back along the ray are visible. The ray's slope is near the golden ratio. If it were near a simple
// fraction, no float point would be close to the ray.
TEST(SeenPoint, IsSeenThroughAGapThatIsNarrowerThanFloatsAreApart)
{
	SceneRandom random(SeedOf(0x6A9));
	const b2Vec2 middle{5.0f, 3.0f};
	constexpr float k_halfGap = 0x1p-29f; // the spacing of floats at the hit is 2^-22 m
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		Scene scene;
		for (const float side : {1.0f, -1.0f})
		{
			b2PolygonShape triangle;
			const b2Vec2 corners[] = {{0.0f, side * k_halfGap}, {-1.0f, side * 2.0f}, {1.0f, side * 2.0f}};
			triangle.Set(corners, 3);
			scene.Add(scene.AddBody(middle), triangle);
		}
		const float angle = random.Uniform(-0.5f, 0.5f);
		const b2Fixture* wall = scene.Add(scene.AddBody({-4.0f, 3.0f}, angle), BoxOf(1.0f, 9.0f));
		// All numbers are multiples of 2^-16, so the ray has no rounding errors.
		const int across = random.Between(65536, 131072);
		const int rise = (random.OneIn(2) ? 1 : -1) * static_cast<int>(0.381966 * across);
		const b2Vec2 step = 0x1p-16f * b2Vec2{static_cast<float>(across), static_cast<float>(rise)};
		const Ray ray{middle + 4.0f * step, -16.0f * step, 1.0f};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		ASSERT_TRUE(hit && hit->fixture == wall) << i;
		EXPECT_TRUE(IsFree(scene, ray.origin, hit->enter.point)) << i;
		const b2Vec2 off = hit->enter.point - (ray.origin + hit->enter.fraction * ray.translation);
		EXPECT_LE(off.Length(), 1030.0f * 0x1p-23f * 8.0f) << i;
	}
}

// A ray runs along the side of a tile, closer than the spacing of floats, and hits a slope behind it. The float points
// on the tile's line and beyond it are hidden.
TEST(SeenPoint, IsSeenPastATileThatTheRayAlmostTouches)
{
	SceneRandom random(SeedOf(0x71E5));
	Count count;
	for (int i = 0; i < ScaledCount(20000); ++i)
	{
		const float side = random.OneOf(std::vector{5.0f, 20.0f, 50.0f, 200.0f, 1000.0f});
		const float toTile = random.OneIn(2) ? 1.0f : -1.0f;
		const bool isLevel = random.OneIn(2);
		const auto at = [&](float along, float beside)
		{
			const float across = side + toTile * beside;
			return isLevel ? b2Vec2{along, across} : b2Vec2{across, along};
		};
		Scene scene;
		const b2Vec2 ends[] = {at(1.25f, 0.0f), at(3.25f, 0.0f)};
		switch (random.Below(3))
		{
		case 0:
			scene.Add(scene.AddBody(at(2.25f, 0.5f)), isLevel ? BoxOf(1.0f, 0.5f) : BoxOf(0.5f, 1.0f));
			break;
		case 1:
			scene.Add(scene.AddBody({0.0f, 0.0f}), ValueOf(MakeEdge(ends[0], ends[1])));
			break;
		default:
			scene.Add(scene.AddBody(at(2.25f, 0.5f)), CircleOf(0.5f));
		}
		const float depth = static_cast<float>(random.Between(-20, -1));
		const float rise = 0.25f * static_cast<float>(random.Between(-6, 6));
		const float reach = 0.25f * static_cast<float>(random.Between(1, 6));
		b2PolygonShape slope;
		const b2Vec2 corners[] = {at(depth + rise, -reach), at(depth - rise, reach), at(depth - 4.0f, 0.0f)};
		slope.Set(corners, 3);
		const b2Fixture* below = scene.Add(scene.AddBody({0.0f, 0.0f}), slope);

		// cosf(-pi / 2) is not 0 but -4.4e-8.
		const float length = static_cast<float>(random.Between(8, 40));
		const float away = random.OneIn(2) ? 4.37113883e-8f * length : random.LogUniform(1e-9f, 1e-5f);
		const b2Vec2 start = at(5.5f, 0.0f);
		const b2Vec2 way = isLevel ? b2Vec2{-length, -toTile * away} : b2Vec2{-toTile * away, -length};
		const Ray ray{start, way, 1.0f};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		if (IsJudged(hit) && hit->fixture == below)
		{
			Judge(scene, ray, *hit, count);
			const Snapshot snapshot(*scene.world);
			SpatialHash hash(1.0f);
			ASSERT_TRUE(hash.Update(scene.world.get()));
			count.different += IsSameEverywhere(scene, snapshot, hash, ray, *hit) ? 0 : 1;
		}
	}
	ExpectNone(count);
	EXPECT_EQ(count.narrow, 0) << "of " << count.hits;
}

// Two tiles touch at a corner. The ray's hit point is there, on the surface of the other tile. If that tile's corners
// were rounded to doubles, the tile would contain the point.
TEST(SeenPoint, SeesWhatIsAroundItWhereTwoTilesTouchAtACorner)
{
	Scene scene;
	b2Body* body = scene.AddBody({0x1.2ef14ep-2f, -0x1.4fe0e8p+0f}, 0x1.a40ca2p+0f);
	scene.Add(body, ValueOf(MakePolygon(
	                    std::array<b2Vec2, 4>{b2Vec2{2.0f, -1.0f}, {3.0f, -1.0f}, {3.0f, 0.0f}, {2.0f, 0.0f}})));
	scene.Add(body, ValueOf(MakePolygon(
	                    std::array<b2Vec2, 4>{b2Vec2{1.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {1.0f, 1.0f}})));
	const Ray ray{{0x1.b10b68p-2f, -0x1.0d804cp+0f}, {-0x1.d1e3aep-2f, 0x1.7aa146p+1f}};
	const auto hit = CastRayClosest(*scene.world, ray);
	ASSERT_TRUE(hit);
	EXPECT_TRUE(InSight(*scene.world, ray.origin, hit->enter.point));
	std::vector<SightVertex> region;
	ASSERT_TRUE(VisibilityPolygon(*scene.world, hit->enter.point, 5.0f, region));
	EXPECT_FALSE(region.empty());
}

// InSight itself judges here, because attached solids are not convex.
TEST(SeenPoint, IsSeenAmongAttachedOutlines)
{
	SceneRandom random(SeedOf(0xA77));
	Count count;
	for (int i = 0; i < ScaledCount(60); ++i)
	{
		TwinScene twins = RandomTwins(random, 4);
		const Snapshot snapshot(*twins.attached.world);
		SpatialHash hash(1.0f);
		ASSERT_TRUE(hash.Update(twins.attached.world.get()));
		for (int j = 0; j < 100; ++j)
		{
			const b2Vec2 from = random.InBox(25.0f);
			const b2Vec2 to = HardPoint(random, twins.pieces, from);
			const Ray ray{from, random.Uniform(1.0f, 3.0f) * (to - from), 1.0f};
			const std::optional<RayHit> hit = CastRayClosest(*twins.attached.world, ray);
			if (IsJudged(hit))
			{
				++count.hits;
				count.hidden += InSight(*twins.attached.world, from, hit->enter.point) ? 0 : 1;
				count.different += IsSameEverywhere(twins.attached, snapshot, hash, ray, *hit) ? 0 : 1;
			}
		}
	}
	ExpectNone(count);
}

} // namespace ricochet::test::seen_point_test
