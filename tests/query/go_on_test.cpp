// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/go_on.h>

#include <ricochet/geometry/reflect.h>

#include "support/exact_cast.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/rounded_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

// Tests GoOn, which continues rays from hits. The tests' own exact arithmetic decides where a start is and what the new
// ray hits.

namespace ricochet::test::go_on_test
{

namespace
{

// A single solid at a random place and angle.
struct Solid
{
	Scene scene;
	b2Transform pose;
	std::vector<b2Vec2> vertices; // only one: the centre of a circle
	float radius = 0.0f;

	[[nodiscard]] Location Locate(b2Vec2 point) const
	{
		const ExactVec p = Pull(Ray{point, {1.0f, 0.0f}}, pose).start;
		return radius > 0.0f ? ExactLocateInRounded(p, vertices, radius) : ExactLocateInConvex(p, vertices);
	}

	[[nodiscard]] ExactSpans Clip(const Ray& ray) const
	{
		const PulledRay pulled = Pull(ray, pose);
		return radius > 0.0f ? ExactClipRounded(pulled, vertices, radius) : ExactClipConvex(pulled, vertices);
	}
};

Solid RandomSolid(SceneRandom& random)
{
	Solid solid;
	b2Body* body =
	    solid.scene.AddBody(random.LogUniform(1.0f, 1.0e5f) * random.Direction(), random.Uniform(-3.0f, 3.0f));
	solid.pose = body->GetTransform();
	if (random.OneIn(3))
	{
		b2CircleShape circle;
		circle.m_p = random.InBox(1.0f);
		circle.m_radius = random.Uniform(0.5f, 3.0f);
		solid.vertices = {circle.m_p};
		solid.radius = circle.m_radius;
		(void)solid.scene.Add(body, circle);
	}
	else if (random.OneIn(2))
	{
		const ClipPolygonShape rounded = RandomRounded(random, 0.5f);
		solid.vertices.assign(rounded.m_vertices, rounded.m_vertices + rounded.m_count);
		solid.radius = rounded.m_radius;
		(void)solid.scene.Add(body, rounded);
	}
	else
	{
		const b2PolygonShape polygon = RandomPolygon(random, 3.0f);
		solid.vertices.assign(polygon.m_vertices, polygon.m_vertices + polygon.m_count);
		(void)solid.scene.Add(body, polygon);
	}
	return solid;
}

// Returns a long face through the origin of the world. A direction must be rounded carefully to stay off it.
Solid TurnedPlain(SceneRandom& random)
{
	Solid solid;
	const b2Rot turn(random.Uniform(-3.0f, 3.0f));
	b2Body* body = solid.scene.AddBody(b2Mul(turn, b2Vec2{0.0f, -1000.0f}), turn.GetAngle());
	solid.pose = body->GetTransform();
	const b2PolygonShape box = BoxOf(1000.0f, 1000.0f);
	solid.vertices.assign(box.m_vertices, box.m_vertices + box.m_count);
	(void)solid.scene.Add(body, box);
	return solid;
}

// Returns the exact result of casting the path between two points at a child.
ExactSpans MeetExactly(const b2Fixture& fixture, int32_t child, b2Vec2 from, b2Vec2 to)
{
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const b2AABB& box = fixture.GetAABB(child);
	constexpr float k_margin = 0.1f;
	if (std::max(from.x, to.x) < box.lowerBound.x - k_margin || std::min(from.x, to.x) > box.upperBound.x + k_margin ||
	    std::max(from.y, to.y) < box.lowerBound.y - k_margin || std::min(from.y, to.y) > box.upperBound.y + k_margin)
	{
		return {};
	}
	return ExactCast(*fixture.GetShape(), child, Pull(from, pose, to, pose));
}

// Returns a ray from some distance towards a place near the middle of a solid.
Ray RayAt(SceneRandom& random, const Solid& solid)
{
	const b2Vec2 from = solid.pose.p + random.Uniform(6.0f, 40.0f) * random.Direction();
	return {from, 3.0f * (solid.pose.p + random.InBox(0.5f) - from)};
}

// Returns a direction within 80 degrees of the normal.
b2Vec2 DirectionAbout(SceneRandom& random, b2Vec2 normal)
{
	return b2Mul(b2Rot(random.Uniform(-1.4f, 1.4f)), random.LogUniform(0.1f, 100.0f) * normal);
}

} // namespace

TEST(GoOn, AReflectedRayNeverMeetsTheTurnedBoxThatItLeaves)
{
	SceneRandom random(1);
	int startInside = 0;
	int faults = 0;
	const int count = ScaledCount(1000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		const b2PolygonShape box = BoxOf(random.Uniform(0.1f, 2.0f), random.Uniform(0.1f, 2.0f));
		const b2Fixture* fixture = scene.Add(scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f)), box);
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const std::span vertices(box.m_vertices, 4);
		const b2Vec2 from = pose.p + 10.0f * random.Direction();
		const Ray ray{from, 2.0f * (pose.p + random.InBox(0.05f) - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		ASSERT_TRUE(hit.has_value());

		const b2Vec2 mirrored = Reflect(ray.translation, hit->enter.normal);
		const Ray naive{PointAt(ray, hit->enter.fraction), mirrored};
		startInside += ExactLocateInConvex(Pull(naive, pose).start, vertices) == Location::Inside ? 1 : 0;
		const Ray back{hit->enter.point, mirrored};
		faults += ExactLocateInConvex(Pull(back, pose).start, vertices) == Location::Inside ? 1 : 0;

		const std::optional<Ray> next = GoOn(*scene.world, ray, *hit, Onward::Off, mirrored);
		faults += next.has_value() && ExactLocateInConvex(Pull(*next, pose).start, vertices) == Location::Outside &&
		                  ExactClipConvex(Pull(*next, pose), vertices).empty()
		              ? 0
		              : 1;
	}
	EXPECT_EQ(faults, 0);
	EXPECT_GT(startInside, count / 3) << "the rounded point would have done, too";
	RecordProperty("naive_start_inside", startInside);
}

TEST(GoOn, AReflectedRayNeverMeetsTheTurnedEdgeThatItLeaves)
{
	SceneRandom random(2);
	int again = 0;
	int faults = 0;
	const int count = ScaledCount(1000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		const b2Vec2 a{-random.Uniform(0.5f, 2.0f), random.Uniform(-0.3f, 0.3f)};
		const b2Vec2 b{random.Uniform(0.5f, 2.0f), random.Uniform(-0.3f, 0.3f)};
		const b2Fixture* fixture =
		    scene.Add(scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f)), ValueOf(MakeEdge(a, b)));
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const b2Vec2 from = pose.p + 10.0f * random.Direction();
		const Ray ray{from, 2.0f * (b2Mul(pose, 0.5f * (a + b)) - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		if (hit.has_value() == false)
		{
			continue; // the ray is parallel to the edge
		}
		const b2Vec2 mirrored = Reflect(ray.translation, hit->enter.normal);
		again += ExactCrossSegment(Pull(Ray{PointAt(ray, hit->enter.fraction), mirrored}, pose), a, b).empty() ? 0 : 1;
		faults += ExactCrossSegment(Pull(Ray{hit->enter.point, mirrored}, pose), a, b).empty() ? 0 : 1;

		const std::optional<Ray> next = GoOn(*scene.world, ray, *hit, Onward::Off, mirrored);
		const Ray between = next ? RayBetween(from, next->origin) : Ray{};
		faults += next.has_value() && ExactCrossSegment(Pull(*next, pose), a, b).empty() &&
		                  ExactCrossSegment(Pull(from, pose, next->origin, pose), a, b).empty() && IsValid(between)
		              ? 0
		              : 1;
	}
	EXPECT_EQ(faults, 0);
	EXPECT_GT(again, count / 3) << "the rounded point would have done, too";
	RecordProperty("naive_hit_again", again);
}

TEST(GoOn, ARayGoesIntoASolidWithinItAndOutOfItExactly)
{
	SceneRandom random(11);
	int64_t gone = 0;
	const int count = ScaledCount(5000);
	for (int i = 0; i < count; ++i)
	{
		const Solid solid = RandomSolid(random);
		const b2World& world = *solid.scene.world;
		const Ray ray = RayAt(random, solid);
		const std::optional<RayHit> hit = CastRayClosest(world, ray);
		if (hit.has_value() == false || hit->endsInside)
		{
			continue;
		}
		SCOPED_TRACE(ToText(ray));
		const std::optional<Ray> into =
		    GoOn(world, ray, *hit, Onward::Into, DirectionAbout(random, -hit->enter.normal));
		ASSERT_TRUE(into.has_value());
		EXPECT_EQ(solid.Locate(into->origin), Location::Inside);
		const std::optional<RayHit> inside = CastRayClosest(world, Ray{into->origin, 1000.0f * into->translation});
		ASSERT_TRUE(inside.has_value() && inside->startsInside && inside->endsInside == false);
		EXPECT_TRUE(solid.radius > 0.0f || inside->exit.edge != hit->enter.edge) << "left by the face of the entry";

		// The ray is reflected inside the solid several times, and then leaves.
		Ray within{into->origin, 1000.0f * into->translation};
		RayHit last = *inside;
		for (int j = 0; j < 10; ++j)
		{
			const b2Vec2 mirrored = Reflect(within.translation, last.exit.normal);
			const std::optional<Ray> next = GoOn(world, within, last, Onward::Within, mirrored);
			ASSERT_TRUE(next.has_value());
			ASSERT_EQ(solid.Locate(next->origin), Location::Inside);
			const std::optional<RayHit> far = CastRayClosest(world, *next);
			ASSERT_TRUE(far.has_value() && far->startsInside && far->endsInside == false);
			ASSERT_TRUE(solid.radius > 0.0f || far->exit.edge != last.exit.edge) << "left what it was mirrored by";
			within = *next;
			last = *far;
			++gone;
		}
		const std::optional<Ray> out = GoOn(world, within, last, Onward::Out, DirectionAbout(random, last.exit.normal));
		ASSERT_TRUE(out.has_value());
		EXPECT_EQ(solid.Locate(out->origin), Location::Outside);
		EXPECT_TRUE(solid.Clip(*out).empty());
	}
	EXPECT_GT(gone, 5 * count);
}

TEST(GoOn, ARayGoesThroughAnEdgeToItsFarSide)
{
	SceneRandom random(12);
	const int count = ScaledCount(5000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		const b2Vec2 a{-2.0f, random.Uniform(-1.0f, 1.0f)};
		const b2Vec2 b{2.0f, random.Uniform(-1.0f, 1.0f)};
		b2Body* body = scene.AddBody(random.LogUniform(1.0f, 1.0e5f) * random.Direction(), random.Uniform(-3.0f, 3.0f));
		(void)scene.Add(body, ValueOf(MakeEdge(a, b)));
		const b2Transform& pose = body->GetTransform();
		const b2Vec2 from = b2Mul(pose, b2Vec2{random.Uniform(-3.0f, 3.0f), random.Uniform(3.0f, 30.0f)});
		const Ray ray{from, 3.0f * (pose.p - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		ASSERT_TRUE(hit.has_value());
		for (const Onward onward : {Onward::Into, Onward::Out})
		{
			const std::optional<Ray> next =
			    GoOn(*scene.world, ray, *hit, onward, DirectionAbout(random, -hit->enter.normal));
			ASSERT_TRUE(next.has_value());
			EXPECT_FALSE(ExactCrossSegment(Pull(from, pose, next->origin, pose), a, b).empty());
			EXPECT_FALSE(ExactCrossSegment(Pull(next->origin, pose, from, pose), a, b).empty());
			EXPECT_TRUE(ExactCrossSegment(Pull(*next, pose), a, b).empty());
		}
		for (const Onward onward : {Onward::Off, Onward::Within})
		{
			const std::optional<Ray> next =
			    GoOn(*scene.world, ray, *hit, onward, DirectionAbout(random, hit->enter.normal));
			ASSERT_TRUE(next.has_value());
			EXPECT_TRUE(ExactCrossSegment(Pull(from, pose, next->origin, pose), a, b).empty());
			EXPECT_TRUE(ExactCrossSegment(Pull(*next, pose), a, b).empty());
		}
	}
}

TEST(GoOn, ItDoesNotStartInTheNeighbourThatSharesAFace)
{
	// Two boxes in one rotated frame share the face x = 0 exactly. The rays go to their common vertex and to points
	// near it.
	SceneRandom random(13);
	const b2Vec2 left[] = {{-1.0f, -1.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}, {-1.0f, 1.0f}};
	const b2Vec2 right[] = {{0.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {0.0f, 1.0f}};
	int64_t found = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		b2Body* body = scene.AddBody(random.InBox(100.0f), random.OneIn(4) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		const b2Fixture* first = scene.Add(body, ValueOf(MakePolygon(left)));
		(void)scene.Add(body, ValueOf(MakePolygon(right)));
		const b2Transform& pose = body->GetTransform();
		const b2Vec2 from = b2Mul(pose, b2Vec2{random.Uniform(-3.0f, 3.0f), 5.0f});
		const b2Vec2 at = b2Mul(pose, b2Vec2{random.OneIn(2) ? 0.0f : random.LogUniform(1e-8f, 1e-3f), 1.0f});
		const Ray ray{from, 2.0f * (at - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		ASSERT_TRUE(hit.has_value());
		const bool isFirst = hit->fixture == first;
		const std::optional<Ray> into =
		    GoOn(*scene.world, ray, *hit, Onward::Into, b2Mul(pose.q, b2Vec2{isFirst ? -0.3f : 0.3f, -1.0f}));
		const std::optional<Ray> off =
		    GoOn(*scene.world, ray, *hit, Onward::Off, Reflect(ray.translation, hit->enter.normal));
		ASSERT_TRUE(off.has_value());
		const ExactVec outside = Pull(*off, pose).start;
		EXPECT_TRUE(ExactLocateInConvex(outside, left) == Location::Outside &&
		            ExactLocateInConvex(outside, right) == Location::Outside);
		if (into.has_value())
		{
			const ExactVec inside = Pull(*into, pose).start;
			EXPECT_EQ(ExactLocateInConvex(inside, isFirst ? left : right), Location::Inside);
			EXPECT_EQ(ExactLocateInConvex(inside, isFirst ? right : left), Location::Outside);
			++found;
		}
	}
	EXPECT_GT(found, count * 9 / 10);
}

TEST(GoOn, ADirectionThatOnlyRoundingHasTurnedIntoTheSurfaceIsTurnedOffIt)
{
	SceneRandom random(14);
	int64_t turned = 0;
	const int count = ScaledCount(20000);
	for (int i = 0; i < count; ++i)
	{
		const bool isPlain = random.OneIn(2);
		const Solid solid = isPlain ? TurnedPlain(random) : RandomSolid(random);
		const Ray ray =
		    isPlain ? Ray{b2Mul(solid.pose.q, b2Vec2{0.0f, 2.0f}), -4.0f * random.Direction()} : RayAt(random, solid);
		const std::optional<RayHit> hit = CastRayClosest(*solid.scene.world, ray);
		if (hit.has_value() == false || hit->enter.edge < 0)
		{
			continue;
		}
		// The direction is parallel to the face, as exactly as floats can represent.
		const b2Vec2 along = random.Uniform(0.1f, 10.0f) * b2Cross(hit->enter.normal, 1.0f);
		const std::optional<Ray> next = GoOn(*solid.scene.world, ray, *hit, Onward::Off, along);
		ASSERT_TRUE(next.has_value()) << ToText(ray);
		EXPECT_TRUE(solid.Clip(Ray{next->origin, next->translation, 1.0e6f}).empty());
		const b2Vec2 off = next->translation - along;
		EXPECT_LE(off.Length(), 2.2e-6f * along.Length());
		turned += off == b2Vec2{0.0f, 0.0f} ? 0 : 1;

		EXPECT_FALSE(GoOn(*solid.scene.world, ray, *hit, Onward::Off, -hit->enter.normal).has_value());
		EXPECT_FALSE(GoOn(*solid.scene.world, ray, *hit, Onward::Into, hit->enter.normal).has_value());
	}
	EXPECT_GT(turned, count / 20);
}

TEST(GoOn, ADirectionAlongTheFaceFromInsideDoesNotGoOutByIt)
{
	SceneRandom random(16);
	int64_t turned = 0;
	const int count = ScaledCount(5000);
	for (int i = 0; i < count; ++i)
	{
		const Solid solid = RandomSolid(random);
		const b2World& world = *solid.scene.world;
		const Ray ray = RayAt(random, solid);
		const std::optional<RayHit> hit = CastRayClosest(world, ray);
		if (hit.has_value() == false || hit->endsInside || solid.radius > 0.0f) // a round shape has no faces
		{
			continue;
		}
		const b2Vec2 along[] = {100.0f * b2Cross(hit->enter.normal, 1.0f), 100.0f * b2Cross(hit->exit.normal, 1.0f)};
		const std::optional<Ray> into = GoOn(world, ray, *hit, Onward::Into, along[0]);
		const std::optional<Ray> within = GoOn(world, ray, *hit, Onward::Within, along[1]);
		ASSERT_TRUE(into.has_value() && within.has_value()) << ToText(ray);
		for (const auto& [next, face] : {std::pair(*into, hit->enter.edge), std::pair(*within, hit->exit.edge)})
		{
			EXPECT_EQ(solid.Locate(next.origin), Location::Inside);
			const ExactSpans spans = solid.Clip(next);
			ASSERT_EQ(spans.size(), 1u);
			const std::vector<int32_t>& edges = spans[0].exit.edges;
			EXPECT_TRUE(std::find(edges.begin(), edges.end(), face) == edges.end()) << ToText(next);
		}
		turned += into->translation == along[0] ? 0 : 1;
	}
	EXPECT_GT(turned, count / 20);
}

TEST(GoOn, WhereTheCrossingIsAFloatTheStartIsStillStrictlyOffIt)
{
	// No rounding occurs here: each crossing is a float on the surface.
	Solid solid;
	b2Body* body = solid.scene.AddBody({0.0f, 0.0f}, 0.0f);
	solid.pose = body->GetTransform();
	solid.vertices = {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
	(void)solid.scene.Add(body, ValueOf(MakePolygon(solid.vertices)));
	const b2World& world = *solid.scene.world;
	const Ray ray{{-4.0f, 0.5f}, {8.0f, 0.0f}};
	const RayHit hit = CastRayClosest(world, ray).value();
	const auto startOf = [&](Onward onward, b2Vec2 translation)
	{
		const std::optional<Ray> next = GoOn(world, ray, hit, onward, translation);
		return next ? solid.Locate(next->origin) : Location::Boundary;
	};
	EXPECT_EQ(startOf(Onward::Off, {-1.0f, 0.0f}), Location::Outside);
	EXPECT_EQ(startOf(Onward::Into, {1.0f, 0.5f}), Location::Inside);
	EXPECT_EQ(startOf(Onward::Within, {-1.0f, 0.5f}), Location::Inside);
	EXPECT_EQ(startOf(Onward::Out, {1.0f, 0.5f}), Location::Outside);
}

TEST(GoOn, WhatTheFilterLeavesOutIsInNobodysWay)
{
	// A pane lies on the face of a block. The ray hits both at the same fraction, and the pane is first in the world's
	// order.
	Scene scene;
	b2Body* block = scene.AddBody({0.0f, 0.0f}, 0.2f);
	(void)scene.Add(block, ValueOf(MakeBox(1.0f, 1.0f, {0.0f, -1.0f})));
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.2f), ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f})));
	const b2World& world = *scene.world;
	QueryFilter filter;
	filter.ignoreBody = block;
	const Ray ray{{0.3f, 4.0f}, {0.0f, -8.0f}};
	const RayHit hit = CastRayClosest(world, ray, filter).value();
	EXPECT_TRUE(GoOn(world, ray, hit, Onward::Into, {0.3f, -1.0f}, filter).has_value());
	EXPECT_FALSE(GoOn(world, ray, hit, Onward::Into, {0.3f, -1.0f}).has_value()) << "a block that no hit told of";
}

TEST(GoOn, TheWayToTheStartMeetsNothingNew)
{
	SceneRandom random(17);
	int64_t gone = 0;
	std::vector<RayHit> hits;
	for (int seed = 0; seed < 4; ++seed)
	{
		const Scene scene = MakeMixedScene(60, static_cast<uint64_t>(seed));
		for (int i = ScaledCount(1000); i > 0; --i)
		{
			const Ray ray = HardRay(random, scene);
			QueryFilter filter;
			filter.startInside = random.OneIn(2);
			CastRayAll(*scene.world, ray, hits, filter);
			if (hits.empty())
			{
				continue;
			}
			const RayHit& hit = hits[static_cast<size_t>(random.Below(static_cast<int32_t>(hits.size())))];
			const auto onward = static_cast<Onward>(random.Below(4));
			const bool isExit = onward == Onward::Within || onward == Onward::Out;
			const b2Vec2 normal = isExit ? hit.exit.normal : hit.enter.normal;
			const bool isAlong = onward == Onward::Off || onward == Onward::Out;
			const std::optional<Ray> next =
			    GoOn(*scene.world, ray, hit, onward, DirectionAbout(random, isAlong ? normal : -normal), filter);
			gone += next ? 1 : 0;
			for (const b2Fixture* fixture : next ? scene.fixtures : std::vector<b2Fixture*>{})
			{
				for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
				{
					if (fixture->IsSensor() || (fixture == hit.fixture && child == hit.child))
					{
						continue;
					}
					const auto told = [&](const RayHit& other)
					{
						const float reach = isExit ? hit.exit.fraction : hit.enter.fraction;
						return other.fixture == fixture && other.child == child && other.enter.fraction <= reach;
					};
					const ExactSpans met = MeetExactly(*fixture, child, ray.origin, next->origin);
					EXPECT_TRUE(met.empty() || (met[0].startsInside && filter.startInside == false) ||
					            std::any_of(hits.begin(), hits.end(), told))
					    << ToText(ray);
				}
			}
		}
	}
	EXPECT_GT(gone, ScaledCount(1000));
}

TEST(GoOn, ARayThatStartsOnTheSurfaceGoesOnStrictlyOffIt)
{
	for (const float angle : {0.0f, 0.3f})
	{
		Solid solid;
		solid.vertices = {{0.0f, -1.0f}, {2.0f, -1.0f}, {2.0f, 1.0f}, {0.0f, 1.0f}};
		b2Body* body = solid.scene.AddBody({0.0f, 0.0f}, angle);
		solid.pose = body->GetTransform();
		(void)solid.scene.Add(body, ValueOf(MakePolygon(solid.vertices)));
		const Ray ray{{0.0f, 0.0f}, {1.0f, 0.0f}};
		const RayHit hit = CastRayClosest(*solid.scene.world, ray).value();
		ASSERT_EQ(hit.enter.fraction, 0.0f);
		const std::optional<Ray> off = GoOn(*solid.scene.world, ray, hit, Onward::Off, {-1.0f, 0.0f});
		ASSERT_TRUE(off.has_value());
		EXPECT_EQ(solid.Locate(off->origin), Location::Outside);
		const std::optional<Ray> into = GoOn(*solid.scene.world, ray, hit, Onward::Into, {1.0f, 0.1f});
		ASSERT_TRUE(into.has_value());
		EXPECT_EQ(solid.Locate(into->origin), Location::Inside);
	}
}

TEST(GoOn, WhatHasNoAnswerHasNone)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	const b2World& world = *scene.world;
	const Ray ray{{-5.0f, 0.0f}, {5.0f, 0.0f}};
	const RayHit hit = CastRayClosest(world, ray).value();
	const b2Vec2 back{-1.0f, 0.0f};
	ASSERT_TRUE(GoOn(world, ray, hit, Onward::Off, back).has_value());
	EXPECT_FALSE(GoOn(world, ray, RayHit{}, Onward::Off, back).has_value());
	EXPECT_FALSE(GoOn(world, Ray{{-5.0f, 3.0f}, {5.0f, 0.0f}}, hit, Onward::Off, back).has_value()) << "misses it";
	EXPECT_FALSE(GoOn(world, Ray{{k_nan, 0.0f}, {5.0f, 0.0f}}, hit, Onward::Off, back).has_value());
	EXPECT_FALSE(GoOn(world, ray, hit, Onward::Off, {k_nan, 0.0f}).has_value());
	EXPECT_FALSE(GoOn(world, ray, hit, Onward::Off, {0.0f, 0.0f}).has_value());
	EXPECT_FALSE(GoOn(world, ray, hit, Onward::Out, {1.0f, 0.0f}).has_value()) << "ends inside";
	EXPECT_FALSE(GoOn(world, ray, hit, Onward::Within, back).has_value()) << "ends inside";
	EXPECT_FALSE(CastRayNext(world, ray, RayHit{}).has_value());
	EXPECT_FALSE(CastRayNext(world, Ray{{k_nan, 0.0f}, {5.0f, 0.0f}}, hit).has_value());

	const Ray inside{{0.0f, 0.0f}, {5.0f, 0.0f}};
	const RayHit from = CastRayClosest(world, inside).value();
	EXPECT_FALSE(GoOn(world, inside, from, Onward::Off, back).has_value()) << "no entry";
	EXPECT_TRUE(GoOn(world, inside, from, Onward::Within, back).has_value());
	EXPECT_TRUE(GoOn(world, inside, from, Onward::Out, {1.0f, 0.0f}).has_value());
	const Ray point{{0.0f, 0.0f}, {0.0f, 0.0f}};
	EXPECT_FALSE(GoOn(world, point, CastRayClosest(world, point).value(), Onward::Out, back).has_value());

	// At the extremes of floats, any result is right, but no abort.
	for (const float x : {k_largest, -k_largest, 1.0e-45f})
	{
		(void)GoOn(world, ray, hit, Onward::Off, {x, x});
		const Ray far{{-k_largest, 0.0f}, {k_largest, x}, 1.5f};
		(void)GoOn(world, far, hit, Onward::Off, {-1.0f, x});
	}
}

TEST(GoOn, FromHitToHitALineFindsWhatCastRayAllFinds)
{
	SceneRandom random(15);
	const Scene scene = MakeMixedScene(200, 15);
	std::vector<RayHit> all;
	int64_t found = 0;
	for (int i = ScaledCount(3000); i > 0; --i)
	{
		const Ray ray = HardRay(random, scene);
		QueryFilter filter;
		filter.startInside = random.OneIn(2);
		filter.sensors = random.OneIn(2);
		CastRayAll(*scene.world, ray, all, filter);
		std::optional<RayHit> hit = CastRayClosest(*scene.world, ray, filter);
		for (const RayHit& expected : all)
		{
			ASSERT_TRUE(hit.has_value()) << ToText(ray);
			ASSERT_TRUE(hit->fixture == expected.fixture && hit->child == expected.child) << ToText(ray);
			ASSERT_EQ(hit->enter.fraction, expected.enter.fraction);
			ASSERT_EQ(hit->exit.fraction, expected.exit.fraction);
			hit = CastRayNext(*scene.world, ray, *hit, filter);
			++found;
		}
		ASSERT_FALSE(hit.has_value()) << ToText(ray);
	}
	EXPECT_GT(found, ScaledCount(3000));
}

} // namespace ricochet::test::go_on_test
