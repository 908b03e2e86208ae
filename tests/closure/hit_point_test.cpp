// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/reflect.h>
#include <ricochet/projectile/explosion.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/space.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>

#include "closure/worlds.h"
#include "support/random_rays.h"
#include "support/reference_flight.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Tests sequences of calls: the point of a hit is passed to every call that takes a point. Independent geometry judges
// the results.

namespace ricochet::test::hit_point_test
{

namespace
{

// Returns a ray from a random place to a random point, or through a vertex of a polygon.
Ray DrawRay(SceneRandom& random, const Scene& scene, bool isAimed)
{
	const b2Vec2 middle = MiddleOf(scene);
	const b2Vec2 from = middle + random.InBox(14.0f);
	b2Vec2 to = middle + random.InBox(10.0f);
	const b2Fixture* fixture =
	    scene.fixtures[static_cast<size_t>(random.Below(static_cast<int>(scene.fixtures.size())))];
	b2Shape* shape = const_cast<b2Fixture*>(fixture)->GetShape();
	if (isAimed && shape->GetType() == b2Shape::e_polygon)
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(*shape);
		to = b2Mul(fixture->GetBody()->GetTransform(), polygon.m_vertices[random.Below(polygon.m_count)]);
	}
	return {from, random.Uniform(1.0f, 2.0f) * (to - from), 1.0f};
}

struct Count
{
	int hits = 0;
	int inside = 0;   // the point lies inside the solid that was hit
	int hidden = 0;   // the point is out of sight of the ray's origin
	int dark = 0;     // an eye at the point sees nothing
	int shut = 0;     // a ray from the point away from the surface hits the same fixture, or starts inside it
	int through = 0;  // from the entry, one can see through the solid
	int shotBack = 0; // a bullet from the point away from the surface hits the same fixture
	int muffled = 0;  // a solid shuts in a blast at the point
};

// True if a point is so deep inside a fixture that rounding does not matter here.
bool LiesDeepInside(const b2Fixture& fixture, b2Vec2 point)
{
	constexpr float k_deep = 0.005f;
	return LiesInside(fixture, point + b2Vec2{k_deep, 0.0f}) && LiesInside(fixture, point - b2Vec2{k_deep, 0.0f}) &&
	       LiesInside(fixture, point + b2Vec2{0.0f, k_deep}) && LiesInside(fixture, point - b2Vec2{0.0f, k_deep});
}

void Judge(SceneRandom& random, Scene& scene, bool isAimed, Count& count)
{
	const Ray ray = DrawRay(random, scene, isAimed);
	const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
	// A ray that only grazes a corner is not reflected.
	if (hit.has_value() == false || hit->startsInside || hit->grazing)
	{
		return;
	}
	++count.hits;
	const b2Vec2 point = hit->enter.point;
	const b2Vec2 away = Reflect(ray.translation, hit->enter.normal);
	const bool isThin = IsThin(*hit->fixture);
	if (isThin)
	{
		count.inside += TouchesEdge(*hit->fixture, hit->child, ray.origin, point) ? 1 : 0;
		count.through += TouchesEdge(*hit->fixture, hit->child, point, point - 0.5f * hit->enter.normal) &&
		                         InSight(*scene.world, point, point - 0.5f * hit->enter.normal)
		                     ? 1
		                     : 0;
	}
	else
	{
		count.inside += LiesInside(*hit->fixture, point) ? 1 : 0;
		count.inside += hit->endsInside == false && LiesInside(*hit->fixture, hit->exit.point) ? 1 : 0;
	}
	std::vector<SightVertex> region;
	const bool isSeen = VisibilityPolygon(*scene.world, point, 5.0f, region) && region.empty() == false;
	const bool isHidden = InSight(*scene.world, ray.origin, point) == false;
	if ((isSeen == false || isHidden) && (isAimed || LiesBesideAnother(scene, *hit->fixture, point) == false))
	{
		count.hidden += isHidden ? 1 : 0;
		count.dark += isSeen ? 0 : 1;
	}

	const std::optional<RayHit> next = CastRayClosest(*scene.world, Ray{point, away});
	count.shut += next && next->fixture == hit->fixture && next->child == hit->child ? 1 : 0;

	const b2Vec2 middle = 0.5f * (hit->enter.point + hit->exit.point);
	const bool isThick = isThin == false && hit->endsInside == false && LiesDeepInside(*hit->fixture, middle);
	count.through += isThick && InSight(*scene.world, point, hit->exit.point) ? 1 : 0;

	std::vector<BlastHit> blasted;
	ASSERT_TRUE(MeasureBlast(*scene.world, {.position = point, .radius = 2.0f, .falloff = 1.0f}, blasted));
	const bool isShut = blasted.size() == 1 && blasted[0].distance == 0.0f && blasted[0].impulse == b2Vec2{0.0f, 0.0f};
	count.muffled += isShut ? 1 : 0;

	Plugin plugin(*scene.world);
	b2Vec2 direction = away;
	direction.Normalize();
	(void)plugin.Fire({.position = point, .velocity = 100.0f * direction, .gravityScale = 0.0f});
	plugin.Step(1.0f / 60.0f, 1, 1);
	for (const ImpactEvent& impact : plugin.Impacts())
	{
		count.shotBack += impact.fixture == hit->fixture && impact.child == hit->child ? 1 : 0;
		break;
	}
}

// Counts over sequences of calls that start from an impact.

struct ImpactCount
{
	int hits = 0;
	int inside = 0; // the point of entry or exit is inside what was hit, or behind the edge that was hit
	int off = 0;    // the point of entry is farther from the surface than 2 units in the last place
	int apart = 0;  // the centre is not one radius from the point, or a bullet stops elsewhere
	int hidden = 0; // a lamp at the point does not see the centre
	int dark = 0;   // a lamp at the point lights nothing
	double farthest = 0.0;
};

// Returns whether a projectile overlaps a solid that it has pierced, or the impact point is beside another solid.
bool IsAmongOthers(const Scene& scene, const ImpactEvent& impact, float radius)
{
	const auto overlaps = [&](const b2Fixture* other)
	{
		const double least = static_cast<double>(radius) - 1.0e-4;
		return other != impact.fixture && SignedDistance(*other, Widen(impact.position)) < least;
	};
	return LiesBesideAnother(scene, *impact.fixture, impact.enter.point) ||
	       std::any_of(scene.fixtures.begin(), scene.fixtures.end(), overlaps);
}

// Returns whether a point is near two edges of a chain: at a vertex, or where the chain crosses itself.
bool IsByTwoEdgesOfChain(const b2Fixture& fixture, b2Vec2 point, double distance)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	if (shape.GetType() != b2Shape::e_chain)
	{
		return false;
	}
	const b2Vec2 local = b2MulT(fixture.GetBody()->GetTransform(), point);
	int near = 0;
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		near += SignedDistance(shape, child, Widen(local)) <= distance ? 1 : 0;
	}
	return near > 1;
}

void Judge(const Scene& scene, const ImpactEvent& impact, float radius, ImpactCount& count)
{
	const b2Vec2 point = impact.enter.point;
	++count.hits;
	if (IsThin(*impact.fixture))
	{
		const b2Vec2 before = impact.position + 0.001f * impact.enter.normal;
		count.inside += TouchesEdge(*impact.fixture, impact.child, before, point) ? 1 : 0;
	}
	else
	{
		const bool exits = impact.exit.normal != b2Vec2{0.0f, 0.0f};
		count.inside += LiesInside(*impact.fixture, point) ? 1 : 0;
		count.inside += exits && LiesInside(*impact.fixture, impact.exit.point) ? 1 : 0;
	}
	// The path began here, or closer to the impact. The unit of a crossing also depends on the start of the path
	// (geometry/ray.h, Crossing).
	const b2Vec2 start = impact.position - impact.time * impact.velocityBefore;
	const double unit = std::max(0x1p-23 * std::max(std::abs(point.x), std::abs(point.y)),
	                             0x1p-27 * std::max(std::abs(start.x), std::abs(start.y)));
	const double distance = std::abs(SignedDistance(*impact.fixture, Widen(point)));
	// A bullet that bounces turns back slightly before the surface. If another solid touches the surface there, the
	// point is off both solids, back along the path.
	const double fromCrossing = distance / std::max(static_cast<double>(impact.steepness), 0.01);
	const auto isThere = [&](const b2Fixture* other)
	{
		return other != impact.fixture && std::abs(SignedDistance(*other, Widen(point))) <= fromCrossing + 4.0 * unit;
	};
	const bool isByAnother = std::any_of(scene.fixtures.begin(), scene.fixtures.end(), isThere) ||
	                         IsByTwoEdgesOfChain(*impact.fixture, point, 1040.0 * unit);
	const bool turns = radius == 0.0f && impact.response == Response::Bounce;
	const double allowed = (isByAnother ? 1025.0 : (turns ? 16.0 : 2.0)) * unit + 1.0e-9;
	count.off += distance > allowed ? 1 : 0;
	count.farthest = std::max(count.farthest, distance / unit);
	const double arm = Length(Widen(impact.position) - Widen(point));
	const double farthest = (isByAnother ? 1025.0 : 16.0) * unit + 1.0e-4;
	count.apart += std::abs(arm - static_cast<double>(radius)) > farthest ? 1 : 0;

	std::vector<SightVertex> region;
	const bool isSeen = VisibilityPolygon(*scene.world, point, 5.0f, region) && region.empty() == false;
	const bool isHidden = InSight(*scene.world, point, impact.position) == false;
	if ((isSeen == false || isHidden) && IsAmongOthers(scene, impact, radius) == false)
	{
		count.dark += isSeen ? 0 : 1;
		count.hidden += isHidden ? 1 : 0;
	}
}

// Flies bullets of a radius, or grenades, through a world at rest. Judges everything that they hit.
ImpactCount ImpactsOf(const WorldKind& kind, float leastRadius, bool areGrenades)
{
	SceneRandom random(SeedOf(0x1A9AC7));
	ImpactCount count;
	for (int i = 0; i < ScaledCount(60); ++i)
	{
		Scene scene;
		kind.fill(random, scene);
		Plugin plugin(*scene.world, {.surface = {.resistance = 1.0f}});
		std::vector<float> radii;
		for (int j = 0; j < 60; ++j)
		{
			const b2Vec2 from = MiddleOf(scene) + random.InBox(14.0f);
			const b2Vec2 velocity = random.LogUniform(10.0f, 600.0f) * random.Direction();
			const float radius = leastRadius > 0.0f ? random.LogUniform(leastRadius, 0.5f) : 0.0f;
			radii.push_back(radius);
			if (areGrenades)
			{
				GrenadeDef def{.position = from, .velocity = velocity, .radius = radius};
				def.userData = radii.size();
				(void)plugin.Throw(def);
				continue;
			}
			BulletDef def{.position = from, .velocity = velocity, .gravityScale = 0.0f};
			def.radius = radius;
			def.maxBounces = random.Below(2);
			def.maxPierces = 3;
			def.userData = radii.size();
			(void)plugin.Fire(def);
		}
		for (int step = 0; step < 3; ++step)
		{
			plugin.Step(1.0f / 60.0f, 1, 1);
			for (const ImpactEvent& impact : plugin.Impacts())
			{
				if (impact.startsInside == false)
				{
					Judge(scene, impact, radii[impact.userData - 1], count);
				}
			}
			for (const ExpiredEvent& end : plugin.Expired())
			{
				const auto isOfIt = [&](const ImpactEvent& impact)
				{
					return impact.bullet == end.bullet && impact.response == Response::Stop;
				};
				const auto impact = std::find_if(plugin.Impacts().begin(), plugin.Impacts().end(), isOfIt);
				const bool isKnown = end.bullet && impact != plugin.Impacts().end();
				count.apart += isKnown && impact->position != end.position ? 1 : 0;
			}
		}
	}
	return count;
}

void ExpectPlacesToAskFrom(float leastRadius, bool areGrenades)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(testing::Message() << kind.name << ", from radius " << leastRadius);
		const ImpactCount count = ImpactsOf(kind, leastRadius, areGrenades);
		EXPECT_GT(count.hits, 300 * TestScale());
		EXPECT_EQ(count.inside, 0) << "of " << count.hits;
		EXPECT_EQ(count.off, 0) << "of " << count.hits << ", up to " << count.farthest;
		EXPECT_EQ(count.apart, 0) << "of " << count.hits;
		EXPECT_EQ(count.hidden, 0) << "of " << count.hits;
		EXPECT_EQ(count.dark, 0) << "of " << count.hits;
	}
}

Count CountOf(const WorldKind& kind, bool isAimed)
{
	SceneRandom random(SeedOf(0xC105E));
	Count count;
	for (int i = 0; i < ScaledCount(100); ++i)
	{
		Scene scene;
		kind.fill(random, scene);
		for (int j = 0; j < 100; ++j)
		{
			Judge(random, scene, isAimed, count);
		}
	}
	return count;
}

} // namespace

TEST(HitPoint, IsAPlaceToAskFromInEveryWorld)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(kind.name);
		const Count count = CountOf(kind, false);
		EXPECT_GT(count.hits, 2000 * TestScale());
		EXPECT_EQ(count.inside, 0);
		EXPECT_EQ(count.hidden, 0);
		EXPECT_EQ(count.dark, 0);
		EXPECT_EQ(count.shut, 0);
		EXPECT_EQ(count.through, 0);
		EXPECT_EQ(count.shotBack, 0);
		EXPECT_EQ(count.muffled, 0);
	}
}

// The straight path to a hit point is not exactly the ray. The ray may pass another solid's corner within rounding, or
// another solid may touch the surface at the hit point. The point must still be off the solid that was hit.
TEST(HitPoint, OfARayThroughACornerIsOffWhatWasHit)
{
	for (const WorldKind& kind : WorldKinds())
	{
		SCOPED_TRACE(kind.name);
		const Count count = CountOf(kind, true);
		EXPECT_GT(count.hits, 2000 * TestScale());
		EXPECT_EQ(count.inside, 0);
		EXPECT_EQ(count.shut, 0);
		EXPECT_EQ(count.through, 0);
		EXPECT_EQ(count.shotBack, 0);
		EXPECT_EQ(count.hidden, 0) << "of " << count.hits;
		EXPECT_EQ(count.dark, 0) << "of " << count.hits;
	}
}

TEST(HitPoint, OfAGrenadesImpactIsOnTheSurfaceAndSeesItsCentre)
{
	ExpectPlacesToAskFrom(0.005f, true);
}

TEST(HitPoint, OfABulletsImpactIsOnTheSurfaceAndSeesItsCentre)
{
	ExpectPlacesToAskFrom(0.005f, false);
	ExpectPlacesToAskFrom(0.0f, false);
}

} // namespace ricochet::test::hit_point_test
