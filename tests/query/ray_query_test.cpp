// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_query.h>

#include "host/box2d/order.h"
#include "support/brute_force.h"
#include "support/failing_memory.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/random_filter.h"
#include "support/ray_table.h"
#include "support/scenes.h"

#include <box2d/b2_contact.h>
#include <box2d/b2_world_callbacks.h>

#include <ricochet/geometry/hull_cast.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/overlap_query.h>
#include <ricochet/query/ray_fan.h>

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <span>
#include <string>
#include <thread>

namespace ricochet::test::ray_query_test
{

namespace
{

const ClipPolygonShape k_box = ValueOf(MakeBox(1.0f, 1.0f));
const ClipCircleShape k_circle = ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f));

// Compares all three queries with casts at every fixture. Returns true if the ray hits anything.
bool ExpectAgreement(const b2World& world, const Ray& ray, const QueryFilter& filter = {})
{
	const std::vector<RayHit> expected = BruteForceAll(world, ray, filter);
	const std::optional<RayHit> closest = CastRayClosest(world, ray, filter);
	std::vector<RayHit> all{RayHit{}};
	CastRayAll(world, ray, all, filter);

	EXPECT_EQ(CastRayAny(world, ray, filter), expected.empty() == false) << ToText(ray);
	EXPECT_EQ(closest.has_value(), expected.empty() == false) << ToText(ray);
	if (closest.has_value() && expected.empty() == false)
	{
		EXPECT_TRUE(IsSame(*closest, expected[0]))
		    << ToText(ray) << " closest: fixture " << IndexOf(closest->fixture) << " child " << closest->child << " at "
		    << closest->enter.fraction << ", not fixture " << IndexOf(expected[0].fixture) << " child "
		    << expected[0].child << " at " << expected[0].enter.fraction;
	}
	EXPECT_EQ(all.size(), expected.size()) << ToText(ray);
	for (size_t i = 0; i < all.size() && i < expected.size(); ++i)
	{
		EXPECT_TRUE(IsSame(all[i], expected[i])) << ToText(ray) << " hit " << i;
	}
	return expected.empty() == false;
}

// Returns a cast for the ray table in a world whose only fixture is at `position`.
auto Through(const b2World& world, b2Vec2 position)
{
	return [&world, position](const Ray& ray) -> std::optional<RaySpan>
	{
		const Ray moved{ray.origin + position, ray.translation, ray.maxFraction};
		const std::optional<RayHit> closest = CastRayClosest(world, moved);
		std::vector<RayHit> all;
		CastRayAll(world, moved, all);
		EXPECT_EQ(CastRayAny(world, moved), closest.has_value());
		EXPECT_EQ(all.size(), closest.has_value() ? 1u : 0u);
		if (closest.has_value() == false)
		{
			return std::nullopt;
		}
		EXPECT_TRUE(all.empty() || IsSame(all[0], *closest));
		EXPECT_TRUE(IsPointNearFraction(moved, closest->enter));
		EXPECT_TRUE(IsPointNearFraction(moved, closest->exit));
		return *closest;
	};
}

template <class Run>
void AloneInAWorld(const b2Shape& shape, const Run& run)
{
	RayTableParts parts;
	parts.points = false; // checked in the world's frame, in which they were rounded
	for (b2Vec2 position : {b2Vec2{0.0f, 0.0f}, b2Vec2{64.0f, -32.0f}, b2Vec2{-4096.0f, 4096.0f}})
	{
		SCOPED_TRACE(testing::Message() << "at (" << position.x << ", " << position.y << ")");
		Scene scene;
		scene.Add(scene.AddBody(position, 0.0f), shape);
		run(Through(*scene.world, position), parts);
	}
}

void SetMoving(Scene& scene, uint64_t seed)
{
	SceneRandom random(seed);
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		body->SetLinearVelocity(random.InBox(20.0f));
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
	}
	for (int32_t i = 0; i < 10; ++i)
	{
		scene.world->Step(1.0f / 60.0f, 4, 2);
	}
}

} // namespace

TEST(RayQuery, ObeysTheTableForEveryShape)
{
	const auto solid = [](const char* name)
	{
		return [name](auto cast, const RayTableParts& parts)
		{
			RunSolidRayTable(cast, name, parts);
		};
	};
	const auto edge = [](const char* name)
	{
		return [name](auto cast, const RayTableParts& parts)
		{
			RunEdgeRayTable(cast, name, parts);
		};
	};

	const b2Vec2 diamond[] = {{-1.0f, 0.0f}, {0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}};
	const b2Vec2 wall[] = {{0.0f, -1.0f}, {0.0f, 1.0f}};
	const b2EdgeShape oneSided = EdgeOf({0.0f, -2.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}, {0.0f, 2.0f});
	AloneInAWorld(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)), solid("circle"));
	AloneInAWorld(ValueOf(MakeBox(1.0f, 1.0f)), solid("box"));
	AloneInAWorld(ValueOf(MakePolygon(diamond)), solid("diamond"));
	AloneInAWorld(ValueOf(MakeEdge(wall[0], wall[1])), edge("edge"));
	AloneInAWorld(oneSided, edge("one-sided edge"));
	AloneInAWorld(ValueOf(MakeChain(wall)), edge("chain"));
	// Box2D's own shapes give the same results, because the queries never call their RayCast.
	AloneInAWorld(b2PolygonShape(ValueOf(MakeBox(1.0f, 1.0f))), solid("stock box"));
	AloneInAWorld(b2CircleShape(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f))), solid("stock circle"));

	AloneInAWorld(ValueOf(MakeBox(1.0f, 1.0f)), [](auto cast, const RayTableParts& parts)
	              { RunTouchRayTable(cast, "top of the box", 1.0f, -1.0f, 1.0f, parts); });
	AloneInAWorld(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)), [](auto cast, const RayTableParts& parts)
	              { RunTouchRayTable(cast, "top of the circle", 1.0f, 0.0f, 0.0f, parts); });
}

TEST(RayQuery, AgreesWithEveryFixtureOneByOne)
{
	Scene scene = MakeMixedScene(120, 71);
	SceneRandom random(72);
	int32_t hits = 0;
	const int32_t count = ScaledCount(60000);
	for (int32_t i = 0; i < count && HasFailure() == false; ++i)
	{
		hits += ExpectAgreement(*scene.world, HardRay(random, scene));
	}
	EXPECT_GT(hits, count / 2);
}

TEST(RayQuery, AgreesWhileTheWorldMoves)
{
	Scene scene = MakeMixedScene(120, 73);
	SceneRandom random(74);
	for (uint64_t round = 0; round < 4 && HasFailure() == false; ++round)
	{
		SetMoving(scene, round);
		for (int32_t i = 0; i < ScaledCount(10000) && HasFailure() == false; ++i)
		{
			ExpectAgreement(*scene.world, HardRay(random, scene));
		}
	}
}

TEST(RayQuery, AgreesUnderEveryFilter)
{
	Scene scene = MakeMixedScene(120, 75);
	SceneRandom random(76);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(40000) && HasFailure() == false; ++i)
	{
		hits += ExpectAgreement(*scene.world, HardRay(random, scene), RandomFilter(random, scene));
	}
	EXPECT_GT(hits, 0);
}

TEST(RayQuery, AgreesFarFromTheOrigin)
{
	SceneRandom random(77);
	for (float reach : {1e4f, 1.3e5f, 1e6f})
	{
		SCOPED_TRACE(reach);
		Scene scene;
		const b2Vec2 middle = reach * random.Direction();
		for (int32_t i = 0; i < 100; ++i)
		{
			b2Body* body = scene.AddBody(middle + random.InBox(15.0f), random.Uniform(-3.0f, 3.0f));
			AddRandomFixture(random, scene, body);
		}
		int32_t hits = 0;
		const int32_t count = ScaledCount(8000);
		for (int32_t i = 0; i < count && HasFailure() == false; ++i)
		{
			const Ray ray = random.OneIn(2) ? HardRay(random, scene)
			                                : Ray{middle + random.InBox(15.0f), 10.0f * random.Direction()};
			hits += ExpectAgreement(*scene.world, ray);
		}
		EXPECT_GT(hits, count / 4);
	}
}

TEST(RayQuery, CullsNothingWithSmallShapesAtAMillionMetres)
{
	// At this distance floats are 6 cm apart, so a box of 5 mm is smaller than one step of its place.
	SceneRandom random(78);
	Scene scene;
	scene.halfWidth = 1e6f;
	for (int32_t i = 0; i < 200; ++i)
	{
		scene.Add(scene.AddBody(random.InBox(1e6f), 0.0f), ValueOf(MakeBox(0.005f, 0.005f)));
	}
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		// The ray passes through the middles of both boxes, as exactly as floats allow.
		const b2Vec2 a = scene.fixtures[static_cast<size_t>(random.Below(200))]->GetBody()->GetPosition();
		const b2Vec2 b = scene.fixtures[static_cast<size_t>(random.Below(200))]->GetBody()->GetPosition();
		const Ray ray = random.OneIn(2) ? Ray{a, b - a} : Ray{a - random.InBox(10.0f), random.InBox(20.0f)};
		ExpectAgreement(*scene.world, ray);
	}
}

TEST(RayQuery, CullsNothingWhereFloatsAreCoarserThanTheShapes)
{
	// The boxes are small compared to the spacing of floats. Their bounds in the broadphase, including the margin,
	// round to a point.
	SceneRandom random(79);
	for (const float distance : {4.0e6f, 1.6e7f, 1.0e9f, 1.0e12f})
	{
		const float spacing = std::nextafter(distance, 2.0f * distance) - distance;
		Scene scene;
		for (int32_t i = 0; i < 200; ++i)
		{
			const b2Vec2 place{distance + spacing * static_cast<float>(random.Below(400)),
			                   spacing * static_cast<float>(random.Below(400)) - distance};
			scene.Add(scene.AddBody(place, 0.0f), ValueOf(MakeBox(0.4f * spacing, 0.4f * spacing)));
		}
		int32_t hits = 0;
		const int32_t count = ScaledCount(4000);
		for (int32_t i = 0; i < count && HasFailure() == false; ++i)
		{
			const b2Vec2 middle = scene.fixtures[static_cast<size_t>(random.Below(200))]->GetBody()->GetPosition();
			const b2Vec2 from = middle - random.InBox(20.0f * spacing);
			hits += ExpectAgreement(*scene.world, {from, random.Uniform(1.0f, 3.0f) * (middle - from)});
		}
		EXPECT_GT(hits, count / 4) << distance;
	}
}

// Box2D computes bounds in floats, and keeps older bounds as long as they contain the new ones. The kept bounds may
// have no margin left.
TEST(RayQuery, CullsNothingThatRoundingLeavesOutsideOfItsBounds)
{
	SceneRandom random(80);
	int32_t outside = 0;
	for (int32_t i = 0; i < ScaledCount(2000) && HasFailure() == false; ++i)
	{
		const float distance = random.LogUniform(10.0f, 1.6e4f);
		const b2Vec2 local = distance * random.Direction();
		const float angle = 0.5f * b2_pi - std::atan2(local.y, local.x);
		const b2Vec2 place = random.InBox(1.0f) - b2Mul(b2Rot(angle), local);
		b2World world({0.0f, 0.0f});
		b2BodyDef def;
		def.type = b2_kinematicBody;
		def.position = place;
		def.angle = angle;
		b2Body& body = *world.CreateBody(&def);
		b2CircleShape circle;
		circle.m_p = local;
		circle.m_radius = 0.5f;
		const b2Fixture& fixture = *body.CreateFixture(&circle, 0.0f);
		const float bound = fixture.GetAABB(0).lowerBound.x - b2_aabbExtension;
		// Moves the body as far to the left as the tree's bounds allow.
		b2Transform pose = body.GetTransform();
		for (float step = 0.125f; step > 1e-9f; step *= 0.5f)
		{
			b2AABB bounds;
			const float before = pose.p.x;
			pose.p.x -= step;
			circle.ComputeAABB(&bounds, pose, 0);
			pose.p.x = bounds.lowerBound.x < bound ? before : pose.p.x;
		}
		body.SetTransform(pose.p, angle);
		// Casts see the shape at this place, with |q| = 1.
		const double square = double{pose.q.c} * pose.q.c + double{pose.q.s} * pose.q.s;
		const double middle = pose.p.x + (double{pose.q.c} * local.x - double{pose.q.s} * local.y) / square;
		const double left = middle - 0.5 / std::sqrt(square);
		const auto x = static_cast<float>(left + random.Uniform(0.0f, 1.0f) * (bound - left));
		const b2Vec2 leftmost{x, b2Mul(pose, local).y};
		const Ray ray{leftmost + b2Vec2{0.0f, 3.0f}, {0.0f, -6.0f}};
		ExpectAgreement(world, ray);
		const bool isMet = CastRayAtShape(circle, 0, pose, ray).has_value();
		const Hull point{std::span(&leftmost, 1)};
		const HullPath path{point, {{0.0f, 3.0f}, b2Rot(0.0f)}, ray.translation};
		EXPECT_EQ(CastHullAny(world, path), isMet);
		const b2Transform here{{0.0f, 0.0f}, b2Rot(0.0f)};
		EXPECT_EQ(OverlapHullAny(world, point, here), Overlaps(point, here, {std::span(&local, 1), 0.5f}, pose));
		std::array<RayHit, 3> hits;
		const RayFan fan{ray.origin, -0.5f * b2_pi, 1e-7f, 6.0f, 3};
		EXPECT_TRUE(CastRayFan(world, fan, hits));
		for (int32_t j = 0; j < 3; ++j)
		{
			EXPECT_EQ(hits[static_cast<size_t>(j)].fixture != nullptr,
			          CastRayAtShape(circle, 0, pose, FanRay(fan, j)).has_value());
		}
		outside += isMet && x < bound ? 1 : 0;
	}
	EXPECT_GT(outside, ScaledCount(500));
}

TEST(RayQuery, TiesGoToTheWorldsOrder)
{
	Scene scene;
	const ClipPolygonShape box = ValueOf(MakeBox(1.0f, 1.0f));
	for (int32_t i = 0; i < 5; ++i)
	{
		b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
		for (int32_t j = 0; j < 3; ++j)
		{
			scene.Add(body, box);
		}
	}
	for (const Ray& ray : {Ray{{-5.0f, 0.0f}, {10.0f, 0.0f}}, Ray{{0.0f, 0.0f}, {10.0f, 0.0f}}})
	{
		std::vector<RayHit> hits;
		CastRayAll(*scene.world, ray, hits);
		ASSERT_EQ(hits.size(), 15u);
		size_t i = 0;
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
			{
				EXPECT_EQ(hits[i].fixture, fixture) << i;
				++i;
			}
		}
		EXPECT_EQ(CastRayClosest(*scene.world, ray)->fixture, scene.world->GetBodyList()->GetFixtureList());
	}
}

TEST(RayQuery, TiesOfOneChainGoToTheLowerChild)
{
	Scene scene;
	const b2Vec2 corner[] = {{-1.0f, 1.0f}, {0.0f, 0.0f}, {1.0f, 1.0f}};
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeChain(corner)));
	const Ray ray{{0.0f, -4.0f}, {0.0f, 8.0f}};
	std::vector<RayHit> hits;
	CastRayAll(*scene.world, ray, hits);
	ASSERT_EQ(hits.size(), 2u);
	EXPECT_EQ(hits[0].child, 0);
	EXPECT_EQ(hits[1].child, 1);
	EXPECT_EQ(hits[0].enter.fraction, 0.5f);
	EXPECT_EQ(hits[1].enter.fraction, 0.5f);
	EXPECT_EQ(CastRayClosest(*scene.world, ray)->child, 0);
}

TEST(RayQuery, NamesTheChildAndTheEdge)
{
	Scene scene;
	const b2Vec2 steps[] = {{-3.0f, 0.0f}, {-1.0f, 0.0f}, {-1.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 2.0f}, {3.0f, 2.0f}};
	b2Fixture* chain = scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeChain(steps)));
	b2Fixture* box = scene.Add(scene.AddBody({10.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	for (int32_t child : {0, 2, 4})
	{
		const float x = static_cast<float>(child) - 2.0f;
		const auto hit = CastRayClosest(*scene.world, Ray{{x, 10.0f}, {0.0f, -20.0f}});
		ASSERT_TRUE(hit.has_value());
		EXPECT_EQ(hit->fixture, chain);
		EXPECT_EQ(hit->child, child);
		EXPECT_EQ(hit->enter.edge, child);
		EXPECT_EQ(hit->exit.edge, child);
		EXPECT_EQ(hit->enter.normal, (b2Vec2{0.0f, 1.0f}));
	}
	const auto hit = CastRayClosest(*scene.world, Ray{{10.0f, 10.0f}, {0.0f, -20.0f}});
	ASSERT_TRUE(hit.has_value());
	EXPECT_EQ(hit->fixture, box);
	EXPECT_EQ(hit->child, 0);
	EXPECT_EQ(hit->enter.edge, 2);
	EXPECT_EQ(hit->exit.edge, 0);
}

TEST(RayQuery, NoRayAborts)
{
	Scene scene = MakeMixedScene(60, 79);
	const b2World& world = *scene.world;
	const float numbers[] = {0.0f, -0.0f, 1.0f,  -1.0f,  1e-45f,    -1e-45f,    1e-39f, 1e-20f, 1e-7f,
	                         1e7f, 1e20f, 3e38f, -3e38f, k_largest, -k_largest, k_nan,  k_inf,  -k_inf};
	std::vector<RayHit> hits;
	for (float x : numbers)
	{
		for (float y : numbers)
		{
			for (float dx : numbers)
			{
				for (float maxFraction : {0.0f, 1.0f, 1e-45f, 1e30f, k_largest, k_nan, -1.0f})
				{
					const Ray ray{{x, y}, {dx, y}, maxFraction};
					const auto closest = CastRayClosest(world, ray);
					CastRayAll(world, ray, hits);
					EXPECT_EQ(CastRayAny(world, ray), closest.has_value()) << ToText(ray);
					EXPECT_EQ(hits.empty(), closest.has_value() == false) << ToText(ray);
					EXPECT_TRUE(IsValid(ray) || hits.empty()) << ToText(ray);
					for (const RayHit& hit : hits)
					{
						EXPECT_GE(hit.enter.fraction, 0.0f) << ToText(ray);
						EXPECT_LE(hit.enter.fraction, hit.exit.fraction) << ToText(ray);
						EXPECT_LE(hit.exit.fraction, maxFraction) << ToText(ray);
						EXPECT_TRUE(hit.enter.point.IsValid() && hit.exit.point.IsValid()) << ToText(ray);
						EXPECT_TRUE(hit.enter.normal.IsValid() && hit.exit.normal.IsValid()) << ToText(ray);
					}
				}
			}
		}
	}
}

TEST(RayQuery, AnyBitsAgreeWithEveryFixtureOneByOne)
{
	Scene scene = MakeMixedScene(60, 80);
	SceneRandom random(81);
	for (int32_t i = 0; i < ScaledCount(20000) && HasFailure() == false; ++i)
	{
		Ray ray{random.InBox(10.0f), random.InBox(10.0f)};
		float* const parts[] = {&ray.origin.x, &ray.origin.y, &ray.translation.x, &ray.translation.y, &ray.maxFraction};
		for (int32_t j = 1 + random.Below(2); j > 0; --j)
		{
			*parts[random.Below(5)] = random.AnyFloat();
		}
		ExpectAgreement(*scene.world, ray);
	}
}

TEST(RayQuery, APointQueryFindsWhatContainsThePoint)
{
	Scene scene = MakeMixedScene(120, 82);
	SceneRandom random(83);
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(10000) && HasFailure() == false; ++i)
	{
		const Ray hard = HardRay(random, scene);
		hits += ExpectAgreement(*scene.world, Ray{hard.origin, {0.0f, 0.0f}});
		hits += ExpectAgreement(*scene.world, Ray{hard.origin, hard.translation, 0.0f});
	}
	EXPECT_GT(hits, 0);
}

TEST(RayQuery, ShortRaysDoNotPassThroughCircles)
{
	// However short the steps of a path are, one of them hits the circle.
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	for (float step : {0.1f, 0.001f, 0.0003f, 0.00001f})
	{
		bool hit = false;
		b2Vec2 from{-1.0005f, 0.3f};
		for (int32_t i = 0; i < 100000 && hit == false && from.x < 0.0f; ++i)
		{
			const b2Vec2 to{from.x + step, from.y};
			hit = CastRayClosest(*scene.world, RayBetween(from, to)).has_value();
			from = to;
		}
		EXPECT_TRUE(hit) << step;
	}
}

TEST(RayQuery, BodiesWithoutAFinitePoseAreNeverHit)
{
	for (const b2Vec2 bad : {b2Vec2{k_nan, 0.0f}, b2Vec2{0.0f, k_inf}, b2Vec2{-k_inf, k_nan}})
	{
		for (const b2Shape* shape : {static_cast<const b2Shape*>(&k_box), static_cast<const b2Shape*>(&k_circle)})
		{
			Scene scene;
			b2Fixture* good = scene.Add(scene.AddBody({5.0f, 0.0f}, 0.0f), k_box);
			b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
			scene.Add(body, *shape);
			body->SetTransform(bad, 0.0f);
			const auto hit = CastRayClosest(*scene.world, Ray{{-5.0f, 0.0f}, {20.0f, 0.0f}});
			ASSERT_TRUE(hit.has_value());
			EXPECT_EQ(hit->fixture, good);
			EXPECT_FALSE(CastRayAny(*scene.world, Ray{{-1.0f, 0.0f}, {2.0f, 0.0f}}));
			EXPECT_FALSE(CastRayAny(*scene.world, Ray{{0.0f, 0.0f}, {0.0f, 0.0f}}));
			body->SetTransform({0.0f, 0.0f}, k_nan);
			EXPECT_FALSE(CastRayAny(*scene.world, Ray{{-1.0f, 0.0f}, {2.0f, 0.0f}}));

			// The body can be hit again as soon as its pose is finite.
			body->SetTransform({0.0f, 0.0f}, 0.0f);
			EXPECT_TRUE(CastRayAny(*scene.world, Ray{{-2.0f, 0.0f}, {2.0f, 0.0f}}));
		}
	}
}

TEST(RayQuery, SeesTheWorldAsItIsNow)
{
	Scene scene;
	const b2World& world = *scene.world;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f);
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	EXPECT_FALSE(CastRayAny(world, ray));
	b2Fixture* fixture = scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f)));
	EXPECT_TRUE(CastRayAny(world, ray));

	body->SetEnabled(false);
	EXPECT_FALSE(CastRayAny(world, ray));
	body->SetEnabled(true);
	EXPECT_TRUE(CastRayAny(world, ray));

	body->SetTransform({100.0f, 0.0f}, 0.5f);
	EXPECT_FALSE(CastRayAny(world, ray));
	EXPECT_TRUE(CastRayAny(world, Ray{{95.0f, 0.0f}, {10.0f, 0.0f}}));

	scene.world->ShiftOrigin({100.0f, 0.0f});
	EXPECT_TRUE(CastRayAny(world, ray));

	body->DestroyFixture(fixture);
	EXPECT_FALSE(CastRayAny(world, ray));
}

TEST(RayQuery, AnEmptyWorldHasNoHits)
{
	const b2World world({0.0f, 0.0f});
	std::vector<RayHit> hits(3);
	CastRayAll(world, Ray{{0.0f, 0.0f}, {1.0f, 0.0f}}, hits);
	EXPECT_TRUE(hits.empty());
	EXPECT_FALSE(CastRayClosest(world, Ray{{0.0f, 0.0f}, {1.0f, 0.0f}}).has_value());
	EXPECT_FALSE(CastRayAny(world, Ray{{0.0f, 0.0f}, {0.0f, 0.0f}}));
}

TEST(RayQuery, AnInvalidRayEmptiesTheHits)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	std::vector<RayHit> hits(3);
	CastRayAll(*scene.world, Ray{{k_nan, 0.0f}, {1.0f, 0.0f}}, hits);
	EXPECT_TRUE(hits.empty());
}

TEST(RayQuery, AllocatesNothingOnceTheHitsHaveGrown)
{
	Scene scene = MakeMixedScene(120, 84);
	SceneRandom random(85);
	std::vector<Ray> rays;
	for (int32_t i = 0; i < 2000; ++i)
	{
		rays.push_back(HardRay(random, scene));
	}
	QueryFilter filter;
	filter.accept = [](b2Fixture* fixture)
	{
		return fixture->IsSensor() == false;
	};
	std::vector<RayHit> hits;
	hits.reserve(scene.fixtures.size() * 8);

	size_t found = 0;
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(
	    [&]
	    {
		    for (const Ray& ray : rays)
		    {
			    found += CastRayClosest(*scene.world, ray, filter).has_value();
			    found += CastRayAny(*scene.world, ray, filter);
			    CastRayAll(*scene.world, ray, hits, filter);
			    found += hits.size();
		    }
	    });
	EXPECT_EQ(memory.Allocations(), 0);
	EXPECT_GT(found, 0u);
}

TEST(RayQuery, ManyThreadsCastAtOnce)
{
	Scene scene = MakeMixedScene(200, 86);
	SceneRandom random(87);
	std::vector<Ray> rays;
	for (int32_t i = 0; i < ScaledCount(5000); ++i)
	{
		rays.push_back(HardRay(random, scene));
	}
	std::vector<std::optional<RayHit>> expected;
	for (const Ray& ray : rays)
	{
		expected.push_back(CastRayClosest(*scene.world, ray));
	}

	std::atomic<int32_t> wrong = 0;
	const auto work = [&]
	{
		std::vector<RayHit> hits;
		for (size_t i = 0; i < rays.size(); ++i)
		{
			const auto closest = CastRayClosest(*scene.world, rays[i]);
			CastRayAll(*scene.world, rays[i], hits);
			const bool any = CastRayAny(*scene.world, rays[i]);
			const bool agrees = any == expected[i].has_value() && closest.has_value() == any && hits.empty() != any;
			wrong += agrees == false || (any && IsSame(*closest, *expected[i]) == false);
		}
	};
	std::vector<std::thread> threads;
	for (int32_t i = 0; i < 4; ++i)
	{
		threads.emplace_back(work);
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
	EXPECT_EQ(wrong, 0);
}

TEST(RayQuery, MayBeCalledInsideBox2DsCallbacks)
{
	struct Caster : b2ContactListener, b2RayCastCallback, b2QueryCallback
	{
		const b2World* world = nullptr;
		int32_t casts = 0;
		int32_t hits = 0;

		void Cast()
		{
			std::vector<RayHit> all;
			const Ray ray{{-50.0f, 0.0f}, {100.0f, 0.0f}};
			CastRayAll(*world, ray, all);
			const bool hit = CastRayAny(*world, ray);
			EXPECT_EQ(hit, all.empty() == false);
			EXPECT_EQ(CastRayClosest(*world, ray).has_value(), hit);
			++casts;
			hits += hit;
		}
		void BeginContact(b2Contact*) override { Cast(); }
		void EndContact(b2Contact*) override { Cast(); }
		void PreSolve(b2Contact*, const b2Manifold*) override { Cast(); }
		void PostSolve(b2Contact*, const b2ContactImpulse*) override { Cast(); }
		float ReportFixture(b2Fixture*, const b2Vec2&, const b2Vec2&, float) override
		{
			Cast();
			return 1.0f;
		}
		bool ReportFixture(b2Fixture*) override
		{
			Cast();
			return true;
		}
	};

	Scene scene = MakeMixedScene(100, 88);
	Caster caster;
	caster.world = scene.world.get();
	scene.world->SetContactListener(&caster);
	SetMoving(scene, 89);
	const int32_t inStep = caster.casts;
	EXPECT_GT(inStep, 0);
	scene.world->RayCast(&caster, {-50.0f, 0.0f}, {50.0f, 1.0f});
	const int32_t inRayCast = caster.casts - inStep;
	EXPECT_GT(inRayCast, 0);
	b2AABB box;
	box.lowerBound = {-5.0f, -5.0f};
	box.upperBound = {5.0f, 5.0f};
	scene.world->QueryAABB(&caster, box);
	EXPECT_GT(caster.casts, inStep + inRayCast);
	EXPECT_GT(caster.hits, 0);
	scene.world->SetContactListener(nullptr);
}

TEST(WorldOrder, IsTheOrderOfTheLists)
{
	SceneRandom random(90);
	Scene scene = MakeMixedScene(30, 91);
	std::vector<const b2Fixture*> order;
	for (const b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			order.push_back(fixture);
		}
	}
	for (size_t i = 0; i < order.size(); ++i)
	{
		for (size_t j = 0; j < order.size(); ++j)
		{
			EXPECT_EQ(ComesFirst(order[i], order[j]), i < j) << i << " " << j;
		}
	}
	EXPECT_FALSE(ComesFirst(nullptr, order[0]));
	EXPECT_FALSE(ComesFirst(order[0], nullptr));
}

} // namespace ricochet::test::ray_query_test
