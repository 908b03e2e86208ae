// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/explosion.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/nearest.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/turning_query.h>
#include <ricochet/sight/line_of_sight.h>

#include "closure/laws.h"
#include "closure/worlds.h"
#include "support/oracle.h"
#include "support/random_rays.h"

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Tests sequences of calls. The results of casts of shapes, searches for the nearest thing, ways out and beams are
// passed to other calls.

namespace ricochet::test::rows_test
{

namespace
{

// True if the sum of two radii is exactly representable as a float.
bool IsExactSum(float a, float b)
{
	return static_cast<double>(a) + b == static_cast<double>(a + b);
}

// True if a disc overlaps a circle or a polygon of the world, as exact arithmetic decides. Touching counts. If the sum
// of the radii is not a float, returns false.
bool DiscOverlaps(const b2Fixture& fixture, b2Vec2 center, float radius)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const ExactVec local = Pull(Ray{center, {1.0f, 0.0f}}, fixture.GetBody()->GetTransform()).start;
	if (shape.GetType() == b2Shape::e_circle)
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return IsExactSum(circle.m_radius, radius) &&
		       ExactLocateInCircle(local, circle.m_p, circle.m_radius + radius) != Location::Outside;
	}
	const auto& polygon = static_cast<const b2PolygonShape&>(shape);
	const float own = polygon.m_radius > b2_polygonRadius ? polygon.m_radius : 0.0f;
	const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
	return IsExactSum(own, radius) && ExactLocateInRounded(local, vertices, own + radius) != Location::Outside;
}

bool DiscIsFree(const Scene& scene, b2Vec2 center, float radius)
{
	return std::none_of(scene.fixtures.begin(), scene.fixtures.end(),
	                    [&](const b2Fixture* fixture)
	                    { return IsThin(*fixture) == false && DiscOverlaps(*fixture, center, radius); });
}

// A hull of a random kind.
struct Shape
{
	std::vector<b2Vec2> vertices;
	float radius = 0.0f;

	static Shape Draw(SceneRandom& random)
	{
		Shape shape;
		const int kind = random.Below(3);
		shape.radius = static_cast<float>(1 + random.Below(96)) * 0x1p-8f;
		shape.vertices.emplace_back(0.0f, 0.0f);
		if (kind == 1)
		{
			shape.vertices.push_back(random.InBox(0.5f));
		}
		else if (kind == 2)
		{
			const b2PolygonShape polygon = RandomPolygon(random, 0.5f);
			shape.vertices.assign(polygon.m_vertices, polygon.m_vertices + polygon.m_count);
			shape.radius = random.OneIn(2) ? 0.0f : shape.radius;
		}
		return shape;
	}

	[[nodiscard]] bool IsDisc() const { return vertices.size() == 1; }
	[[nodiscard]] Hull View() const { return {vertices, radius}; }
};

QueryFilter Only(const b2Fixture& fixture)
{
	return {.accept = [&fixture](b2Fixture* other)
	        {
		        return other == &fixture;
	        }};
}

b2Vec2 Somewhere(SceneRandom& random, const Scene& scene)
{
	const b2Vec2 offset = random.InBox(12.0f);
	return MiddleOf(scene) + offset;
}

// Casts a shape, and judges the consequences.
void JudgeHullCast(SceneRandom& random, Scene& scene, Laws& laws)
{
	const Shape shape = Shape::Draw(random);
	const float angle = random.Uniform(-3.0f, 3.0f);
	const b2Vec2 from = Somewhere(random, scene);
	const b2Vec2 to = Somewhere(random, scene);
	const b2Transform pose = PoseAt(from, angle);
	const b2World& world = *scene.world;
	if (OverlapHullAny(world, shape.View(), pose))
	{
		return;
	}
	const std::optional<HullHit> hit = CastHullClosest(world, {shape.View(), pose, to - from});
	if (hit.has_value() == false || hit->grazing)
	{
		return;
	}
	const QueryFilter only = Only(*hit->fixture);
	const b2Transform there(hit->place, pose.q);
	laws.Try("a place is free of the thing", OverlapHullAny(world, shape.View(), there, only) == false);
	laws.Try("a place is free of everything", OverlapHullAny(world, shape.View(), there) == false);
	if (IsThin(*hit->fixture) == false)
	{
		laws.Try("a contact is not inside", LiesInside(*hit->fixture, hit->contact) == false);
		if (shape.IsDisc())
		{
			laws.Try("a disc's place is free", DiscOverlaps(*hit->fixture, hit->place, shape.radius) == false);
			laws.Try("a disc's place is free of everything", DiscIsFree(scene, hit->place, shape.radius));
			const bool isAlone = LiesBesideAnother(scene, *hit->fixture, hit->contact) == false;
			laws.Try("a disc's centre sees its contact", InSight(world, hit->place, hit->contact) || isAlone == false);
		}
	}
	const std::optional<HullHit> away = CastHullClosest(world, {shape.View(), there, hit->enter.normal}, only);
	laws.Try("a cast away is free", away.has_value() == false || away->child != hit->child);
	const std::optional<HullHit> back = CastHullClosest(world, {shape.View(), there, -0.1f * hit->enter.normal}, only);
	laws.Try("a cast back meets it", back && back->startsInside == false && back->fixture == hit->fixture);
	const std::optional<Ground> ground =
	    CheckGround(world, shape.View(), there, {.up = hit->enter.normal, .distance = 0.05f}, only);
	laws.Try("it stands on what it met", ground && std::abs(ground->distance) < 0.01f && ground->isWalkable);
	laws.Try("the ground's point is not inside",
	         ground.has_value() == false || IsThin(*hit->fixture) || LiesInside(*hit->fixture, ground->point) == false);
	const b2Transform in(hit->place - random.Uniform(0.0f, 0.1f) * hit->enter.normal, pose.q);
	std::vector<OverlapHit> overlaps;
	OverlapHull(world, shape.View(), in, overlaps, only);
	for (const OverlapHit& overlap : overlaps)
	{
		const b2Transform out(overlap.place, pose.q);
		std::vector<OverlapHit> left;
		OverlapHull(world, shape.View(), out, left, only);
		bool isStillIn = false;
		for (const OverlapHit& other : left)
		{
			isStillIn = isStillIn || other.child == overlap.child;
		}
		laws.Try("the way out leads out", isStillIn == false);
	}
}

// Moves a shape to a surface by a cast. From there, casts the shape along the surface, or slightly into it, to the next
// corner, where it touches two things.
void JudgeCornerCast(SceneRandom& random, Scene& scene, Laws& laws)
{
	Shape shape = Shape::Draw(random);
	const b2Vec2 from = Somewhere(random, scene);
	const b2Vec2 to = Somewhere(random, scene);
	const float angle = random.OneIn(2) ? scene.fixtures[0]->GetBody()->GetAngle() : random.Uniform(-3.0f, 3.0f);
	b2Transform pose = PoseAt(from, angle);
	const float turn = random.OneIn(2) ? 3.0f : -3.0f;
	const float lean = random.LogUniform(1.0e-8f, 1.0e-3f);
	const b2World& world = *scene.world;
	std::optional<HullHit> hit = CastHullClosest(world, {shape.View(), pose, to - from});
	for (int i = 0; i < 3 && hit && hit->startsInside == false && hit->grazing == false; ++i)
	{
		pose.p = hit->place;
		laws.Try("a place in a corner is free", OverlapHullAny(world, shape.View(), pose) == false);
		if (shape.IsDisc())
		{
			laws.Try("a disc's place in a corner is free", DiscIsFree(scene, hit->place, shape.radius));
		}
		const b2Vec2 along{-turn * hit->enter.normal.y, turn * hit->enter.normal.x};
		hit = CastHullClosest(world, {shape.View(), pose, along - lean * hit->enter.normal});
	}
}

// Searches for the thing that is nearest to a point. Then tests sight and casts from the nearest point.
void JudgeNearest(SceneRandom& random, Scene& scene, Laws& laws)
{
	const b2Vec2 from = Somewhere(random, scene);
	const b2World& world = *scene.world;
	const std::optional<NearestHit> hit = FindNearest(world, from, 20.0f);
	if (hit.has_value() == false)
	{
		return;
	}
	const b2Fixture& fixture = *hit->fixture;
	if (IsThin(fixture))
	{
		laws.Try("a nearest point is off an edge", TouchesEdge(fixture, hit->child, from, hit->point) == false);
	}
	else
	{
		laws.Try("a nearest point is not inside", LiesInside(fixture, hit->point) == false);
	}
	if (hit->distance < 0.001f)
	{
		return;
	}
	const bool isAlone = LiesBesideAnother(scene, fixture, hit->point) == false;
	laws.Try("a nearest point is seen", InSight(world, from, hit->point) || isAlone == false);
	const std::optional<RayHit> met = CastRayClosest(world, Ray{from, hit->point - from});
	laws.Try("nothing is nearer than the nearest", met.has_value() == false || met->enter.fraction > 0.999f);
	const std::optional<RayHit> shut = CastRayClosest(world, Ray{hit->point, hit->normal}, Only(fixture));
	laws.Try("a ray from the nearest point is free", shut.has_value() == false || shut->child != hit->child);
}

// Judges the legs of a beam: each hit can see the start of its leg, and no hit is inside a solid.
void JudgeBeam(SceneRandom& random, Scene& scene, Laws& laws)
{
	const b2Vec2 from = Somewhere(random, scene);
	const b2Vec2 direction = random.Direction();
	std::vector<BeamLeg> legs;
	(void)CastBeam(*scene.world, from, direction, {.length = 40.0f, .maxBounces = 6}, legs);
	for (size_t i = 0; i < legs.size() && legs[i].HasHit() && legs[i].startsInside == false; ++i)
	{
		const BeamLeg& leg = legs[i];
		if (IsThin(*leg.fixture) == false)
		{
			laws.Try("a beam's hit is not inside", LiesInside(*leg.fixture, leg.enter.point) == false);
		}
		const bool isJudged = leg.grazing == false &&
		                      LiesBesideAnother(scene, *leg.fixture, leg.enter.point) == false &&
		                      leg.enter.fraction > 0.0f;
		laws.Try("a beam's hit is seen from where its leg began",
		         isJudged == false || InSight(*scene.world, leg.ray.origin, leg.enter.point));
	}
}

// Measures a blast in the open. Its points are not inside the things that it hits, and are at the reported distance.
void JudgeBlast(SceneRandom& random, Scene& scene, Laws& laws)
{
	const b2Vec2 from = Somewhere(random, scene);
	const std::optional<NearestHit> nearest = FindNearest(*scene.world, from, 20.0f);
	if (nearest && nearest->distance < 0.1f)
	{
		return;
	}
	std::vector<BlastHit> hits;
	ASSERT_TRUE(MeasureBlast(*scene.world, {.position = from, .radius = 3.0f, .falloff = 3.0f}, hits));
	for (const BlastHit& hit : hits)
	{
		if (IsThin(*hit.fixture) == false)
		{
			laws.Try("a blast's point is not inside", LiesInside(*hit.fixture, hit.point) == false);
		}
		laws.Try("a blast's point is at its distance", std::abs(b2Distance(hit.point, from) - hit.distance) < 0.01f);
	}
}

// Casts a rotating shape: its contact is not inside the thing that it hits.
void JudgeTurningCast(SceneRandom& random, Scene& scene, Laws& laws)
{
	const Shape shape = Shape::Draw(random);
	const b2Vec2 from = Somewhere(random, scene);
	const b2Vec2 to = Somewhere(random, scene);
	const float turn = random.Uniform(-3.0f, 3.0f);
	const std::optional<TurningHit> hit = CastTurningClosest(
	    *scene.world,
	    {.hull = shape.View(), .motion = {.pose = PoseAt(from, 0.0f), .translation = to - from, .angle = turn}});
	if (hit && hit->startsInside == false && IsThin(*hit->fixture) == false)
	{
		laws.Try("a turning cast's contact is not inside", LiesInside(*hit->fixture, hit->contact) == false);
	}
}

} // namespace

TEST(Rows, AfterACastOfAShape)
{
	TryAll(JudgeHullCast, 200.0);
}

TEST(Rows, AfterCastsOfAShapeIntoCorners)
{
	TryAll(JudgeCornerCast, 200.0);
}

TEST(Rows, AfterTheNearest)
{
	TryAll(JudgeNearest, 1000.0);
}

TEST(Rows, AlongABeam)
{
	TryAll(JudgeBeam, 1000.0);
}

TEST(Rows, AfterABlast)
{
	TryAll(JudgeBlast, 1000.0);
}

TEST(Rows, AfterACastThatTurns)
{
	TryAll(JudgeTurningCast, 0.0);
}

} // namespace ricochet::test::rows_test
