// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>

#include "query/snapshot_scene.h"
#include "support/random_filter.h"
#include "support/scenes.h"
#include "support/test_scale.h"

#include <ricochet/query/ray_fan.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ricochet::test::snapshot_fan_test
{

namespace
{

constexpr float k_turn = 6.28318531f;

std::string ToText(const RayFan& fan)
{
	return "RayFan{" + test::ToText(fan.origin) + ", " + test::ToText(fan.direction) + ", " + test::ToText(fan.angle) +
	       ", " + test::ToText(fan.radius) + ", " + std::to_string(fan.count) + "}";
}

// Every field of every hit must equal that of the single cast. Returns the number of hits.
int32_t ExpectSingleCasts(const Snapshot& snapshot, const RayFan& fan, const QueryFilter& filter = {})
{
	RayHit other;
	other.child = 77;
	std::vector<RayHit> hits(static_cast<size_t>(fan.count) + 1, other);
	EXPECT_TRUE(CastRayFan(snapshot, fan, hits, filter)) << ToText(fan);
	EXPECT_TRUE(HasSameBits(hits.back(), other)) << "beyond the fan";
	int32_t found = 0;
	for (int32_t i = 0; i < fan.count && testing::Test::HasFailure() == false; ++i)
	{
		const RayHit expected = CastRayClosest(snapshot, FanRay(fan, i), filter).value_or(RayHit{});
		const RayHit& hit = hits[static_cast<size_t>(i)];
		EXPECT_TRUE(HasSameBits(hit, expected))
		    << ToText(fan) << " ray " << i << ": fraction " << hit.enter.fraction << ", not " << expected.enter.fraction
		    << ", child " << hit.child << ", not " << expected.child << ", edges " << hit.enter.edge << ", "
		    << hit.exit.edge << ", not " << expected.enter.edge << ", " << expected.exit.edge;
		found += expected.fixture != nullptr;
	}
	return found;
}

float DirectionOf(b2Vec2 v)
{
	return std::atan2(v.y, v.x);
}

int32_t RandomCount(SceneRandom& random)
{
	const int32_t counts[] = {64, 65, 100, 127, 300, 1000, 1024, 1025, 1100, 2000};
	return counts[random.Below(10)];
}

float RandomAngle(SceneRandom& random)
{
	return random.OneIn(3) ? 7.0f : (random.OneIn(2) ? random.LogUniform(1e-9f, 3.0f) : random.Uniform(0.0f, k_turn));
}

// Returns a fan with a ray that is exactly or nearly a hard ray for some fixture.
RayFan HardFan(SceneRandom& random, const Scene& scene)
{
	const Ray hard = HardRay(random, scene);
	const float length = std::hypot(hard.translation.x, hard.translation.y);
	return {hard.origin, DirectionOf(hard.translation), RandomAngle(random),
	        std::min(length, 100.0f) * random.Uniform(0.9f, 3.0f), RandomCount(random)};
}

} // namespace

TEST(SnapshotFan, IsAsManySingleCastsAmongEveryKindOfShape)
{
	int32_t found = 0;
	for (int32_t trial = 0; trial < ScaledCount(8); ++trial)
	{
		const auto seed = static_cast<uint64_t>(trial);
		SceneRandom random(300 + seed);
		const Scene scene = MakeMixedScene(20 + 40 * trial, seed);
		const Snapshot snapshot(*scene.world);
		for (int32_t i = 0; i < 40 && HasFailure() == false; ++i)
		{
			const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene);
			found += ExpectSingleCasts(snapshot, HardFan(random, scene), filter);
		}
	}
	EXPECT_GT(found, ScaledCount(10000));
}

TEST(SnapshotFan, IsAsManySingleCastsInALargeWorld)
{
	SceneRandom random(41);
	const Scene scene = MakeScatteredScene(3000, 5);
	const Snapshot snapshot(*scene.world);
	int32_t found = 0;
	for (const float radius : {0.3f, 2.0f, 10.0f, 60.0f, 1e5f})
	{
		for (int32_t i = 0; i < ScaledCount(12); ++i)
		{
			const RayFan fan{random.InBox(1.1f * scene.halfWidth), random.Uniform(-10.0f, 10.0f), RandomAngle(random),
			                 radius, RandomCount(random)};
			found += ExpectSingleCasts(snapshot, fan);
		}
	}
	EXPECT_GT(found, ScaledCount(10000));
}

// The rays hit vertices, or pass them by a few units in the last place.
TEST(SnapshotFan, IsAsManySingleCastsWhereItsRaysAimAtVertices)
{
	SceneRandom random(42);
	const Scene scene = MakeMixedScene(80, 9);
	const Snapshot snapshot(*scene.world);
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const b2Fixture* fixture =
		    scene.fixtures[static_cast<size_t>(random.Below(static_cast<int32_t>(scene.fixtures.size())))];
		const b2Shape& shape = *fixture->GetShape();
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const b2Vec2 vertex = b2Mul(pose, VertexOf(random, shape, random.Below(shape.GetChildCount())));
		const b2Vec2 origin = vertex + random.LogUniform(0.1f, 30.0f) * random.Direction();
		const float angle = random.OneIn(2) ? random.LogUniform(1e-8f, 1e-4f) : random.Uniform(0.0f, k_turn);
		const RayFan fan{origin, DirectionOf(vertex - origin), angle, 2.0f * b2Distance(origin, vertex) + 0.1f,
		                 65 + 2 * random.Below(40)};
		ExpectSingleCasts(snapshot, fan);
	}
}

// Squares side by side. Rays run along their common edges, from vertices, from edges, and from inside.
TEST(SnapshotFan, IsAsManySingleCastsInTiles)
{
	SceneRandom random(43);
	for (const b2Vec2 center : {b2Vec2{0.0f, 0.0f}, b2Vec2{100000.0f, -100000.0f}, b2Vec2{1e6f, 1e6f}})
	{
		Scene scene;
		for (int32_t x = -6; x <= 6; ++x)
		{
			for (int32_t y = -6; y <= 6; ++y)
			{
				if (random.OneIn(3) == false)
				{
					const b2Vec2 at{static_cast<float>(x), static_cast<float>(y)};
					scene.Add(scene.AddBody(center + at), BoxOf(0.5f, 0.5f));
				}
			}
		}
		const Snapshot snapshot(*scene.world);
		for (int32_t i = 0; i < ScaledCount(150) && HasFailure() == false; ++i)
		{
			const auto half = [&]
			{
				return 0.5f * static_cast<float>(random.Below(25) - 12);
			};
			const b2Vec2 offset = random.OneIn(3) ? random.InBox(7.0f) : b2Vec2{half(), half()};
			const float direction = 0.785398163f * static_cast<float>(random.Below(9) - 4);
			const RayFan fan{center + offset, direction, random.OneIn(2) ? k_turn : RandomAngle(random),
			                 random.Uniform(0.5f, 15.0f), random.OneIn(2) ? 360 : RandomCount(random)};
			const QueryFilter filter{.startInside = random.OneIn(2)};
			ExpectSingleCasts(snapshot, fan, filter);
		}
	}
}

TEST(SnapshotFan, IsAsManySingleCastsFarOut)
{
	SceneRandom random(44);
	for (const float far : {1e3f, 1e5f, 1e6f, 1e8f, 1e15f})
	{
		Scene scene;
		const b2Vec2 center = far * random.Direction();
		for (int32_t i = 0; i < 40; ++i)
		{
			AddRandomFixture(random, scene, scene.AddBody(center + random.InBox(10.0f), random.Uniform(-3.0f, 3.0f)));
		}
		const Snapshot snapshot(*scene.world);
		for (int32_t i = 0; i < ScaledCount(20) && HasFailure() == false; ++i)
		{
			ExpectSingleCasts(snapshot, {center + random.InBox(12.0f), 0.0f, RandomAngle(random),
			                             random.LogUniform(1.0f, 1e3f), RandomCount(random)});
			// Seen from the origin, the whole scene is in one direction.
			ExpectSingleCasts(snapshot, {{0.0f, 0.0f}, DirectionOf(center), 40.0f / far, 2.0f * far, 300});
		}
	}
}

// Small shapes in a large one, many in a corner, and thousands at one point. They cause nested grids and wide items.
TEST(SnapshotFan, IsAsManySingleCastsInUnevenWorlds)
{
	SceneRandom random(45);
	Scene scene;
	for (int32_t i = 0; i < 1500; ++i)
	{
		scene.Add(scene.AddBody(random.InBox(2.0f), random.Uniform(-3.0f, 3.0f)), RandomPolygon(random, 0.01f));
	}
	for (int32_t i = 0; i < 300; ++i)
	{
		scene.Add(scene.AddBody(random.InBox(200.0f), random.Uniform(-3.0f, 3.0f)), RandomPolygon(random, 2.0f));
	}
	for (int32_t i = 0; i < 1000; ++i)
	{
		scene.Add(scene.AddBody({50.0f, 50.0f}), BoxOf(0.5f, 0.5f));
	}
	b2EdgeShape ground;
	ground.SetTwoSided({-300.0f, -220.0f}, {300.0f, -210.0f});
	scene.Add(scene.AddBody({0.0f, 0.0f}), ground);
	scene.Add(scene.AddBody({120.0f, 0.0f}), CircleOf(40.0f));
	const Snapshot snapshot(*scene.world);
	for (int32_t i = 0; i < ScaledCount(25) && HasFailure() == false; ++i)
	{
		const b2Vec2 origin = random.OneIn(2) ? random.InBox(3.0f) : random.InBox(200.0f);
		ExpectSingleCasts(snapshot, {origin, 1.0f, RandomAngle(random), random.LogUniform(1.0f, 500.0f), 500});
		ExpectSingleCasts(snapshot, {b2Vec2{50.0f, 50.0f} + random.InBox(2.0f), 1.0f, 7.0f, 3.0f, 100});
	}
}

TEST(SnapshotFan, GoesWithWhatMoves)
{
	SceneRandom random(46);
	Scene scene = MakeMixedScene(150, 3);
	Snapshot snapshot(*scene.world);
	for (int32_t step = 0; step < ScaledCount(25) && HasFailure() == false; ++step)
	{
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			if (random.OneIn(6))
			{
				body->SetTransform(random.InBox(scene.halfWidth), random.Uniform(-3.0f, 3.0f));
			}
		}
		ASSERT_TRUE(snapshot.Update());
		EXPECT_GT(ExpectSingleCasts(snapshot, {random.InBox(scene.halfWidth), 0.0f, 7.0f, 30.0f, 400}), 0);
	}
}

// Polygons that Box2D's own factory would not create, and rotations that are not exactly normalized.
TEST(SnapshotFan, IsAsManySingleCastsAmongOddShapes)
{
	SceneRandom random(47);
	Scene scene;
	for (int32_t i = 0; i < 120; ++i)
	{
		b2PolygonShape shape = RandomPolygon(random, 1.0f);
		switch (i % 4)
		{
		case 0: // clockwise order
			std::reverse(shape.m_vertices, shape.m_vertices + shape.m_count);
			break;
		case 1: // concave, or crosses itself
			for (int32_t j = 0; j < shape.m_count; ++j)
			{
				shape.m_vertices[j] = random.InBox(1.0f);
			}
			break;
		case 2: // one vertex twice
			shape.m_vertices[1] = shape.m_vertices[0];
			break;
		default:
			break;
		}
		b2Body* body = scene.AddBody(random.InBox(12.0f), random.Uniform(-3.0f, 3.0f));
		b2Fixture* fixture = scene.Add(body, BoxOf(0.5f, 0.5f));
		*static_cast<b2PolygonShape*>(fixture->GetShape()) = shape;
		if (i % 3 == 0)
		{
			auto& pose = const_cast<b2Transform&>(body->GetTransform());
			pose.q.s *= random.Uniform(0.998f, 1.002f);
		}
		if (i == 50)
		{
			const_cast<b2Transform&>(body->GetTransform()).p.x = std::numeric_limits<float>::quiet_NaN();
		}
	}
	const Snapshot snapshot(*scene.world);
	int32_t found = 0;
	for (int32_t i = 0; i < ScaledCount(60) && HasFailure() == false; ++i)
	{
		found += ExpectSingleCasts(snapshot, {random.InBox(12.0f), 0.0f, RandomAngle(random),
		                                      random.Uniform(1.0f, 20.0f), RandomCount(random)});
	}
	EXPECT_GT(found, 1000);
}

TEST(SnapshotFan, MeetsSidesAsSingleCastsDo)
{
	SceneRandom random(48);
	Scene scene;
	for (int32_t i = 0; i < 60; ++i)
	{
		b2EdgeShape edge;
		const b2Vec2 a = random.InBox(10.0f);
		const b2Vec2 b = a + random.InBox(3.0f);
		edge.SetOneSided(a - b, a, b, b + b);
		scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	}
	const Snapshot snapshot(*scene.world);
	for (const Sides sides : {Sides::Both, Sides::Front, Sides::Back})
	{
		for (int32_t i = 0; i < ScaledCount(20) && HasFailure() == false; ++i)
		{
			EXPECT_GT(ExpectSingleCasts(snapshot, {random.InBox(9.0f), 0.0f, 7.0f, 25.0f, 500}, {.sides = sides}), 0);
		}
	}
}

// The fan's origin is nearly on the line of a face. Then the directions to the face's near and far ends differ much.
TEST(SnapshotFan, MeetsAFaceThatItsOriginIsNearlyInLineWith)
{
	int32_t found = 0;
	for (const float ahead : {0.5f, 0.3f, 0.1f, 0.01f, 0.001f, 1e-4f})
	{
		Scene scene;
		b2PolygonShape box;
		box.SetAsBox(5.0f, 1.0f, {5.0f + ahead, -1.0f}, 0.0f);
		scene.Add(scene.AddBody({0.0f, 0.0f}), box);
		// Two neighbouring faces are nearly on one line. Long before the first one ends, rounding cannot tell their
		// lines apart.
		b2PolygonShape wedge;
		const b2Vec2 corners[] = {{-1.5f, 1.0f}, {1.0f, 1.0f}, {2.0f, 1.000004f}, {0.0f, 2.0f}};
		wedge.Set(corners, 4);
		wedge.m_count = 4;
		std::copy(std::begin(corners), std::end(corners), wedge.m_vertices);
		scene.Add(scene.AddBody({0.0f, 0.0f}), wedge);
		const Snapshot snapshot(*scene.world);
		for (int32_t i = 0; i < 60 && HasFailure() == false; ++i)
		{
			const float height = 3e-6f * static_cast<float>(i);
			found += ExpectSingleCasts(snapshot, {{0.0f, height}, -0.3f, 1.0f, 8.0f, 400});
			found += ExpectSingleCasts(snapshot, {{0.0f, height}, 0.0f, 0.005f, 8.0f, 400});
			found += ExpectSingleCasts(snapshot, {{0.0f, 1.0f - height}, 1.6f, 3.0f, 8.0f, 400});
		}
	}
	EXPECT_GT(found, 10000);
}

TEST(SnapshotFan, MeetsDiscsFarSmallerThanTheRoundingOfTheirPlaces)
{
	int32_t found = 0;
	for (int32_t i = 0; i < 300 && HasFailure() == false; ++i)
	{
		RayFan fan{{0.0f, 0.0f}, 0.02f * static_cast<float>(i), 1.0f, 8.0f, 65};
		Scene scene;
		b2CircleShape disc;
		disc.m_p = 0.5f * FanRay(fan, 32).translation;
		disc.m_radius = std::ldexp(1.0f, -20 - i % 40);
		scene.Add(scene.AddBody({0.0f, 0.0f}), disc);
		found += ExpectSingleCasts(Snapshot(*scene.world), fan);
	}
	EXPECT_GE(found, 300);
}

// Squares of floats underflow at these distances. The nearest disc is added before or after the others.
TEST(SnapshotFan, MeetsWhatIsNextToNothingAway)
{
	SceneRandom random(49);
	int32_t found = 0;
	for (int32_t i = 0; i < ScaledCount(300) && HasFailure() == false; ++i)
	{
		const float distance = std::ldexp(random.Uniform(1.0f, 2.0f), -70);
		Scene scene;
		const auto addDisc = [&](b2Vec2 center, float radius)
		{
			b2CircleShape disc;
			disc.m_p = center;
			disc.m_radius = radius;
			scene.Add(scene.AddBody({0.0f, 0.0f}), disc);
		};
		const float nearest = (0.901f - random.LogUniform(1e-5f, 1e-3f)) * distance;
		const auto addOne = [&](bool isNearest)
		{
			addDisc({isNearest ? nearest : distance, 0.0f}, (isNearest ? 0.001f : 0.1f) * distance);
		};
		addOne(i % 2 == 0);
		for (int32_t j = 0; j < 12; ++j)
		{
			addDisc({-0.001f, 0.0001f * static_cast<float>(j)}, 1e-5f);
			addDisc({-0.1f, 0.01f * static_cast<float>(j)}, 1e-5f);
		}
		addOne(i % 2 != 0);
		found += ExpectSingleCasts(Snapshot(*scene.world), {{0.0f, 0.0f}, 0.0f, 0.1f, 1e-6f, 128});
	}
	EXPECT_GT(found, ScaledCount(1000));
}

// The first and last rays of a full circle hit the same polygon, with nothing between them.
TEST(SnapshotFan, IsAsManySingleCastsWhereItsEndsMeet)
{
	SceneRandom random(50);
	for (int32_t i = 0; i < ScaledCount(100) && HasFailure() == false; ++i)
	{
		Scene scene;
		scene.Add(scene.AddBody({3.0f, 0.0f}, random.Uniform(-3.0f, 3.0f)), RandomPolygon(random, 1.5f));
		const Snapshot snapshot(*scene.world);
		const float direction = 3.14159265f + random.Uniform(-0.3f, 0.3f);
		EXPECT_GT(ExpectSingleCasts(snapshot, {{0.0f, 0.0f}, direction, k_turn, 6.0f, 200}), 0);
	}
}

// Bodies with different poses have the same surface in the world. The rounding of their vertices decides which copy is
// nearest.
TEST(SnapshotFan, TellsSurfacesApartAsSingleCastsDo)
{
	SceneRandom random(49);
	Scene scene;
	for (int32_t i = 0; i < 60; ++i)
	{
		const b2PolygonShape shape = RandomPolygon(random, 1.0f);
		const b2Vec2 center = random.InBox(20.0f);
		for (int32_t j = 0; j < 4; ++j)
		{
			const b2Transform pose = PoseAt(center + random.InBox(2.0f), random.Uniform(-3.0f, 3.0f));
			b2PolygonShape moved = shape;
			for (int32_t k = 0; k < shape.m_count; ++k)
			{
				moved.m_vertices[k] = b2MulT(pose, center + shape.m_vertices[k]);
			}
			b2Fixture* fixture = scene.Add(scene.AddBody(pose.p, 0.0f), shape);
			*static_cast<b2PolygonShape*>(fixture->GetShape()) = moved;
			const_cast<b2Transform&>(fixture->GetBody()->GetTransform()) = pose;
		}
	}
	const Snapshot snapshot(*scene.world);
	for (int32_t i = 0; i < ScaledCount(60) && HasFailure() == false; ++i)
	{
		EXPECT_GT(ExpectSingleCasts(snapshot, {random.InBox(20.0f), 0.0f, 7.0f, 30.0f, 1000}), 0);
	}
}

// The ray ends on a surface, before it, or behind it.
TEST(SnapshotFan, EndsAsSingleCastsDo)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	scene.Add(scene.AddBody({10.0f, 0.0f}), CircleOf(1.0f));
	const Snapshot snapshot(*scene.world);
	for (const float distance : {3.0f, 5.0f})
	{
		for (int32_t ulps = -3; ulps <= 3; ++ulps)
		{
			const float radius = distance * (1.0f + static_cast<float>(ulps) * 0x1p-23f);
			ExpectSingleCasts(snapshot, {{-1.0f - distance, 0.25f}, 0.0f, 0.0f, radius, 70});
			ExpectSingleCasts(snapshot, {{-1.0f - distance, 0.25f}, 0.0f, 0.001f, radius, 101});
			ExpectSingleCasts(snapshot, {{11.0f + distance, 0.0f}, 3.14159265f, 0.001f, radius, 101});
		}
	}
}

TEST(SnapshotFan, HasNoRayOrMany)
{
	const Scene scene = MakeMixedScene(60, 4);
	const Snapshot snapshot(*scene.world);
	for (const int32_t count : {0, 1, 2, 7, 63, 64, 100000})
	{
		ExpectSingleCasts(snapshot, {{0.5f, 0.5f}, 0.3f, 7.0f, 20.0f, count});
		ExpectSingleCasts(snapshot, {{0.5f, 0.5f}, 0.3f, 1e-9f, 20.0f, std::min(count, 100)});
	}
	for (const float radius : {0.0f, 1e-40f, 1e-20f, 1e-6f, 1e9f, 1e12f, 1e30f, 3e38f})
	{
		for (const float angle : {0.0f, 1.0f, 7.0f})
		{
			ExpectSingleCasts(snapshot, {{0.5f, 0.5f}, 0.3f, angle, radius, 100});
			ExpectSingleCasts(snapshot, {{1e13f, 0.5f}, 3.14159265f, angle, radius, 100});
		}
	}
}

TEST(SnapshotFan, MissesInAnEmptyWorld)
{
	const b2World world({0.0f, 0.0f});
	const Snapshot snapshot(world);
	EXPECT_EQ(ExpectSingleCasts(snapshot, {{0.0f, 0.0f}, 0.0f, 7.0f, 10.0f, 200}), 0);
}

TEST(SnapshotFan, RefusesWhatIsInvalidOrTooLong)
{
	const Scene scene = MakeMixedScene(60, 4);
	const Snapshot snapshot(*scene.world);
	const float nan = std::numeric_limits<float>::quiet_NaN();
	const RayFan invalid[] = {{{nan, 0.0f}, 0.0f, 1.0f, 1.0f, 3},
	                          {{0.0f, 0.0f}, 0.0f, -1.0f, 1.0f, 3},
	                          {{0.0f, 0.0f}, 0.0f, 1.0f, 1.0f, -1},
	                          {{0.0f, 0.0f}, 0.0f, 7.0f, 100.0f, 101}};
	for (const RayFan& fan : invalid)
	{
		RayHit other;
		other.fixture = scene.fixtures[0];
		std::vector<RayHit> hits(100, other);
		EXPECT_FALSE(CastRayFan(snapshot, fan, hits));
		for (const RayHit& hit : hits)
		{
			EXPECT_EQ(hit.fixture, nullptr);
		}
	}
}

} // namespace ricochet::test::snapshot_fan_test
