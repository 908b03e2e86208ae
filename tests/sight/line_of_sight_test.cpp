// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/sight/line_of_sight.h>

#include "geometry/pose.h"
#include "shapes/cast_shape.h"
#include "support/brute_force.h"
#include "support/exact_cast.h"
#include "support/floats.h"
#include "support/oracle.h"
#include "support/outline_scenes.h"
#include "support/scenes.h"
#include "support/stock_shapes.h"
#include "support/test_scale.h"
#include "support/value_of.h"

#include <ricochet/host/quarantine.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet::test::line_of_sight_test
{

namespace
{

std::string ToText(b2Vec2 from, b2Vec2 to)
{
	return test::ToText(from) + " to " + test::ToText(to);
}

// Applies the documented rule in rational arithmetic. A point is hidden if a part of the path strictly between its ends
// is inside a shape. A point in the interior of a solid is hidden from itself, because a ray from it in any direction
// starts inside.
bool ExactInSight(const Scene& scene, b2Vec2 from, b2Vec2 to, const QueryFilter& filter = {})
{
	const bool isPoint = from == to;
	const b2Vec2 end = isPoint ? b2Vec2{from.x > 0.0f ? -1.0f : 1.0f, from.y} : to;
	for (b2Fixture* fixture : scene.fixtures)
	{
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		if (fixture->GetBody()->IsEnabled() == false || PassesFilter(filter, fixture) == false)
		{
			continue;
		}
		for (int32_t child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			const ExactSpans spans = ExactCast(*fixture->GetShape(), child, Pull(from, pose, end, pose));
			for (const ExactSpan& span : spans)
			{
				const bool before = isPoint ? span.startsInside && span.grazing == false
				                            : span.startsInside || Compare(span.enter.fraction, ToNumber(1.0f)) < 0;
				const bool ignored = filter.startInside == false && (span.startsInside || span.endsInside);
				if (before && ignored == false)
				{
					return false;
				}
			}
		}
	}
	return true;
}

struct SightCounts
{
	int32_t seen = 0, blocked = 0;
};

void ExpectExact(const Scene& scene, b2Vec2 from, b2Vec2 to, SightCounts& counts, const QueryFilter& filter = {})
{
	const bool expected = ExactInSight(scene, from, to, filter);
	EXPECT_EQ(InSight(*scene.world, from, to, filter), expected) << ToText(from, to);
	EXPECT_EQ(InSight(*scene.world, to, from, filter), expected) << "back: " << ToText(from, to);
	++(expected ? counts.seen : counts.blocked);
}

struct Way
{
	b2Vec2 from, to;
	bool seen;
};

void ExpectWays(const Scene& scene, std::initializer_list<Way> ways, const QueryFilter& filter = {})
{
	for (const Way& way : ways)
	{
		EXPECT_EQ(InSight(*scene.world, way.from, way.to, filter), way.seen) << ToText(way.from, way.to);
		EXPECT_EQ(InSight(*scene.world, way.to, way.from, filter), way.seen) << "back: " << ToText(way.from, way.to);
	}
}

Scene SceneOf(const b2Shape& shape)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), shape);
	return scene;
}

// Returns a path with two hard ends: on vertices, next to vertices, far away, or the ends of a hard ray.
std::array<b2Vec2, 2> HardWay(SceneRandom& random, const Scene& scene)
{
	const Ray ray = HardRay(random, scene);
	if (random.OneIn(3))
	{
		return {ray.origin, HardRay(random, scene).origin};
	}
	return {ray.origin, ray.origin + ray.translation};
}

} // namespace

TEST(LineOfSight, OfASolid)
{
	const Scene scene = SceneOf(ValueOf(MakeBox(1.0f, 1.0f)));
	ExpectWays(scene, {
	                      {{-3.0f, 0.0f}, {3.0f, 0.0f}, false},  // passes through it
	                      {{-3.0f, 2.0f}, {3.0f, 2.0f}, true},   // passes beside it
	                      {{-3.0f, 0.0f}, {-2.0f, 0.0f}, true},  // ends before it
	                      {{-3.0f, 0.0f}, {-1.0f, 0.0f}, true},  // ends on its surface, from outside
	                      {{-3.0f, 0.0f}, {1.0f, 0.0f}, false},  // ends on its far side
	                      {{-3.0f, 0.0f}, {-1.0f, 1.0f}, true},  // ends at its corner
	                      {{-3.0f, 0.0f}, {0.0f, 0.0f}, false},  // ends inside
	                      {{-0.5f, 0.0f}, {0.5f, 0.0f}, false},  // both ends are inside
	                      {{-1.0f, 0.0f}, {1.0f, 0.0f}, false},  // from face to face
	                      {{-1.0f, -1.0f}, {1.0f, 1.0f}, false}, // from corner to corner
	                      {{-1.0f, 0.0f}, {-1.0f, 0.5f}, false}, // along its face
	                      {{-1.0f, 1.0f}, {-1.0f, 3.0f}, true},  // in line with its face, from the corner
	                      {{-1.0f, 0.5f}, {-1.0f, 3.0f}, false}, // in line with its face, from the face
	                      {{-3.0f, 1.0f}, {3.0f, 1.0f}, false},  // grazes its face
	                      {{-2.0f, 0.0f}, {0.0f, 2.0f}, false},  // touches its corner on the way
	                      {{-2.0f, 0.0f}, {-1.0f, 1.0f}, true},  // the same path, up to the corner
	                      {{-1.0f, 0.0f}, {-1.0f, 0.0f}, true},  // a point on its surface
	                      {{0.5f, 0.0f}, {0.5f, 0.0f}, false},   // a point inside
	                      {{-1.5f, 0.0f}, {-1.5f, 0.0f}, true},  // a point outside
	                      {{-3.0f, 0.0f}, {-1.0000001f, 0.0f}, true}, {{-3.0f, 0.0f}, {-0.9999999f, 0.0f}, false},
	                  });

	const Scene round = SceneOf(ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	ExpectWays(round, {
	                      {{-3.0f, 0.0f}, {3.0f, 0.0f}, false},
	                      {{-3.0f, 0.0f}, {-1.0f, 0.0f}, true},
	                      {{-3.0f, 0.0f}, {1.0f, 0.0f}, false},
	                      {{-3.0f, 1.0f}, {3.0f, 1.0f}, false}, // touches its rim
	                      {{-3.0f, 1.0f}, {0.0f, 1.0f}, true},  // ends where it touches
	                      {{-3.0f, 1.0000001f}, {3.0f, 1.0000001f}, true},
	                      {{0.0f, 0.0f}, {5.0f, 0.0f}, false},
	                      {{0.6f, 0.8f}, {0.6f, 5.0f}, true},
	                  });
}

TEST(LineOfSight, OfEdgesAndChains)
{
	const b2Vec2 corner[] = {{-2.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 2.0f}};
	for (const Scene& scene : {SceneOf(ValueOf(MakeChain(corner)))})
	{
		ExpectWays(scene, {
		                      {{-1.0f, -1.0f}, {-1.0f, 1.0f}, false},
		                      {{-1.0f, -1.0f}, {-1.0f, 0.0f}, true}, // ends on the edge, from either side
		                      {{-1.0f, 1.0f}, {-1.0f, 0.0f}, true},
		                      // From a point on one edge to a point on the next edge.
		                      {{-1.0f, 0.0f}, {0.0f, 1.0f}, true},
		                      {{-1.0f, 1.0f}, {1.0f, -1.0f}, false},  // through the shared vertex
		                      {{-1.0f, -1.0f}, {1.0f, 1.0f}, false},  // touches the shared vertex
		                      {{-1.0f, 1.0f}, {0.0f, 0.0f}, true},    // up to the vertex, from inside
		                      {{1.0f, -1.0f}, {0.0f, 0.0f}, true},    // up to the vertex, from outside
		                      {{0.0f, 0.0f}, {0.0f, 0.0f}, true},     // an edge contains no point
		                      {{-3.0f, 0.0f}, {3.0f, 0.0f}, false},   // along an edge
		                      {{-1.0f, 0.0f}, {-0.5f, 0.0f}, false},  // within an edge
		                      {{-3.0f, 0.0f}, {-2.0f, 0.0f}, true},   // in line with an edge, up to its end
		                      {{-2.0f, -1.0f}, {-2.0f, 1.0f}, false}, // through its end
		                      {{-3.0f, -1.0f}, {-3.0f, 1.0f}, true},
		                  });
	}
}

TEST(LineOfSight, IsExactAndSymmetric)
{
	Scene scene = MakeMixedScene(60, 41);
	SceneRandom random(42);
	SightCounts counts;
	for (int32_t i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		const auto [from, to] = HardWay(random, scene);
		ExpectExact(scene, from, to, counts);
	}
	EXPECT_GT(counts.seen, 50 * TestScale());
	EXPECT_GT(counts.blocked, 50 * TestScale());
}

TEST(LineOfSight, IsExactUnderFilters)
{
	Scene scene = MakeMixedScene(60, 43);
	SceneRandom random(44);
	SightCounts counts;
	for (int32_t i = 0; i < ScaledCount(4000) && HasFailure() == false; ++i)
	{
		QueryFilter filter;
		filter.maskBits = static_cast<uint16_t>(random.Below(16));
		filter.sensors = random.OneIn(2);
		filter.startInside = random.OneIn(2);
		filter.ignoreBody = scene.fixtures[static_cast<size_t>(random.Below(60))]->GetBody();
		if (random.OneIn(3))
		{
			filter.accept = [](b2Fixture* fixture)
			{
				return IndexOf(fixture) % 3 != 0;
			};
		}
		const auto [from, to] = HardWay(random, scene);
		ExpectExact(scene, from, to, counts, filter);
	}
	EXPECT_GT(counts.seen, 0);
	EXPECT_GT(counts.blocked, 0);
}

TEST(LineOfSight, IsExactFarFromTheOrigin)
{
	// Far from the origin, the difference of the two points is not a float. A cast along the rounded difference would
	// go elsewhere.
	SceneRandom random(45);
	for (const float reach : {1e4f, 1.3e5f, 1e6f})
	{
		Scene scene;
		const b2Vec2 middle = reach * random.Direction();
		for (int32_t i = 0; i < 30; ++i)
		{
			b2Body* body = scene.AddBody(middle + random.InBox(8.0f), random.Uniform(-3.0f, 3.0f));
			AddRandomFixture(random, scene, body);
		}
		SightCounts counts;
		for (int32_t i = 0; i < ScaledCount(1500) && HasFailure() == false; ++i)
		{
			auto [from, to] = HardWay(random, scene);
			if (random.OneIn(2))
			{
				from = random.InBox(20.0f);
			}
			ExpectExact(scene, from, to, counts);
		}
		EXPECT_GT(counts.seen, 0);
		EXPECT_GT(counts.blocked, 0);
	}
}

TEST(LineOfSight, EndsOnSurfacesAreDecidedExactly)
{
	// A point of an edge, rounded to floats, is on one side of the edge or the other. Sight in both directions must
	// agree on the side.
	SceneRandom random(46);
	SightCounts counts;
	for (int32_t round = 0; round < ScaledCount(100) && HasFailure() == false; ++round)
	{
		Scene scene;
		const b2PolygonShape hull = RandomPolygon(random, 1.0f);
		scene.Add(scene.AddBody(random.InBox(5.0f), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f)), hull);
		const b2Transform& pose = scene.fixtures[0]->GetBody()->GetTransform();
		for (int32_t i = 0; i < 40 && HasFailure() == false; ++i)
		{
			const int32_t edge = random.Below(hull.m_count);
			const b2Vec2 a = hull.m_vertices[edge];
			const b2Vec2 b = hull.m_vertices[(edge + 1) % hull.m_count];
			const b2Vec2 on = b2Mul(pose, a + random.Uniform(0.0f, 1.0f) * (b - a));
			const b2Vec2 out = b2Mul(pose.q, hull.m_normals[edge]);
			ExpectExact(scene, on, on + random.Uniform(0.01f, 4.0f) * out + random.InBox(0.5f), counts);
			ExpectExact(scene, on, b2Mul(pose, a + random.Uniform(-1.0f, 2.0f) * (b - a)), counts);
		}
	}
	EXPECT_GT(counts.seen, 50 * TestScale());
	EXPECT_GT(counts.blocked, 50 * TestScale());
}

TEST(LineOfSight, AnyBitsAreAnsweredTheSameBothWays)
{
	Scene scene = MakeMixedScene(60, 47);
	SceneRandom random(48);
	for (int32_t i = 0; i < ScaledCount(5000) && HasFailure() == false; ++i)
	{
		b2Vec2 from = random.InBox(10.0f);
		b2Vec2 to = random.InBox(10.0f);
		float* const parts[] = {&from.x, &from.y, &to.x, &to.y};
		for (int32_t j = 1 + random.Below(3); j > 0; --j)
		{
			*parts[random.Below(4)] = random.AnyFloat();
		}
		const bool seen = InSight(*scene.world, from, to);
		EXPECT_EQ(InSight(*scene.world, to, from), seen) << ToText(from, to);
		if (from.IsValid() == false || to.IsValid() == false)
		{
			EXPECT_FALSE(seen) << ToText(from, to);
		}
		else if (i % 20 == 0)
		{
			EXPECT_EQ(seen, ExactInSight(scene, from, to)) << ToText(from, to);
		}
	}
}

TEST(LineOfSight, APointOnASurfaceIsSeenFromItself)
{
	Scene scene;
	(void)scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	(void)scene.Add(scene.AddBody({2.0f, 0.0f}, 0.0f), ValueOf(MakeBox(1.0f, 1.0f)));
	(void)scene.Add(scene.AddBody({0.0f, 3.0f}, 0.0f), EdgeOf({-1.0f, 0.0f}, {1.0f, 0.0f}));
	for (const b2Vec2 point : {b2Vec2{-1.0f, 0.25f}, b2Vec2{0.5f, 1.0f}, b2Vec2{1.0f, 0.0f}, b2Vec2{1.0f, 1.0f},
	                           b2Vec2{0.5f, 3.0f}, b2Vec2{5.0f, 5.0f}})
	{
		EXPECT_TRUE(InSight(*scene.world, point, point)) << ToText(point, point);
	}
	for (const b2Vec2 point : {b2Vec2{0.0f, 0.0f}, b2Vec2{std::nextafter(-1.0f, 0.0f), 0.25f}})
	{
		EXPECT_FALSE(InSight(*scene.world, point, point)) << ToText(point, point);
		EXPECT_TRUE(InSight(*scene.world, point, point, {.startInside = false})) << ToText(point, point);
	}
	// A ray starts on a surface and enters. Its start must see the reported hit point.
	const Ray ray = RayBetween({-1.0f, 0.25f}, {0.0f, 0.25f});
	const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
	ASSERT_TRUE(hit && hit->startsInside == false);
	EXPECT_TRUE(InSight(*scene.world, ray.origin, hit->enter.point));
}

TEST(LineOfSight, NothingThatIsNoPointIsSeen)
{
	const b2World world({0.0f, 0.0f});
	for (const float bad : {k_nan, k_inf, -k_inf})
	{
		for (const b2Vec2 point : {b2Vec2{bad, 0.0f}, b2Vec2{0.0f, bad}})
		{
			EXPECT_FALSE(InSight(world, point, {0.0f, 0.0f}));
			EXPECT_FALSE(InSight(world, {0.0f, 0.0f}, point));
			EXPECT_FALSE(InSight(world, point, point));
		}
	}
	EXPECT_TRUE(InSight(world, {0.0f, 0.0f}, {1.0f, 0.0f}));
}

TEST(LineOfSight, WaysLongerThanAFloatAreWalked)
{
	Scene scene = SceneOf(ValueOf(MakeBox(1.0f, 1.0f)));
	scene.Add(scene.AddBody({0.0f, 50.0f}, 0.0f), ValueOf(MakeEdge({-1.0f, 0.0f}, {1.0f, 0.0f})));
	ExpectWays(scene, {
	                      {{-k_largest, 0.0f}, {k_largest, 0.0f}, false},
	                      {{-k_largest, 5.0f}, {k_largest, 5.0f}, true},
	                      {{-k_largest, -k_largest}, {k_largest, k_largest}, false},
	                      {{-3e38f, 1.0f}, {3e38f, 1.0f}, false},
	                      {{-3e38f, 1.0000001f}, {3e38f, 1.0000001f}, true},
	                      {{0.5f, k_largest}, {0.5f, -k_largest}, false},
	                      {{2.5f, k_largest}, {2.5f, -k_largest}, true},
	                      {{1e-45f, k_largest}, {-1e-45f, 3.0f}, false},
	                  });
}

TEST(LineOfSight, SidesAreThoseSeenFromTheStart)
{
	// The edge runs from bottom to top, so its front is to the right.
	const b2EdgeShape oneSided = EdgeOf({0.0f, -2.0f}, {0.0f, -1.0f}, {0.0f, 1.0f}, {0.0f, 2.0f});
	const b2Vec2 wall[] = {{0.0f, -1.0f}, {0.0f, 1.0f}};
	const b2Vec2 right{3.0f, 0.0f};
	const b2Vec2 left{-3.0f, 0.0f};
	QueryFilter front;
	front.sides = Sides::Front;
	QueryFilter back;
	back.sides = Sides::Back;
	for (const Scene& scene : {SceneOf(oneSided), SceneOf(ValueOf(MakeChain(wall)))})
	{
		const b2World& world = *scene.world;
		ExpectWays(scene, {{right, left, false}});
		EXPECT_FALSE(InSight(world, right, left, front));
		EXPECT_TRUE(InSight(world, left, right, front));
		EXPECT_TRUE(InSight(world, right, left, back));
		EXPECT_FALSE(InSight(world, left, right, back));
	}
	const Scene twoSided = SceneOf(ValueOf(MakeEdge(wall[0], wall[1])));
	ExpectWays(twoSided, {{right, left, false}}, front);
	ExpectWays(twoSided, {{right, left, true}}, back);
}

TEST(LineOfSight, SolidsThatContainAnEndCanBeIgnored)
{
	Scene scene = SceneOf(ValueOf(MakeBox(1.0f, 1.0f)));
	scene.Add(scene.AddBody({10.0f, 0.0f}, 0.0f), ValueOf(MakeCircle({0.0f, 0.0f}, 1.0f)));
	QueryFilter filter;
	filter.startInside = false;
	ExpectWays(scene,
	           {
	               {{0.0f, 0.0f}, {5.0f, 0.0f}, true},
	               {{0.0f, 0.0f}, {10.0f, 0.0f}, true},
	               {{0.0f, 0.0f}, {0.5f, 0.5f}, true},
	               {{0.0f, 0.0f}, {0.0f, 0.0f}, true},
	               {{0.0f, 0.0f}, {12.0f, 0.0f}, false}, // passes through the circle
	               {{-1.0f, 0.0f}, {5.0f, 0.0f}, false}, // a point on its surface is not inside
	               {{-2.0f, 0.0f}, {10.0f, 0.0f}, false},
	               {{5.0f, 0.0f}, {9.0f, 0.0f}, true},
	           },
	           filter);
}

TEST(LineOfSight, BodiesWithoutAFinitePoseBlockNothing)
{
	Scene scene = SceneOf(ValueOf(MakeBox(1.0f, 1.0f)));
	b2Body* body = scene.AddBody({5.0f, 0.0f}, 0.0f);
	scene.Add(body, ValueOf(MakeBox(1.0f, 1.0f)));
	body->SetTransform({k_nan, 0.0f}, 0.0f);
	QuarantineBodies(*scene.world);
	ExpectWays(scene, {{{3.0f, 0.0f}, {8.0f, 0.0f}, true}, {{-3.0f, 0.0f}, {8.0f, 0.0f}, false}});
}

// The middle of a body's bounds. Sensors count only if the body has nothing else.
b2Vec2 MiddleOf(b2Body& body)
{
	const double infinite = std::numeric_limits<double>::infinity();
	Vec<double> lower{infinite, infinite};
	Vec<double> upper{-infinite, -infinite};
	for (const bool isSensor : {false, true})
	{
		for (b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			ChildGeometry child;
			for (int32_t i = 0; fixture->IsSensor() == isSensor && DescribeChild(*fixture->GetShape(), i, child); ++i)
			{
				for (const b2Vec2 vertex : child.Points())
				{
					// The floats of a pose are not exactly a sine and a cosine. Casts divide by their length.
					const b2Transform& pose = body.GetTransform();
					const double square = Dot(Vec<double>{pose.q.c, pose.q.s}, Vec<double>{pose.q.c, pose.q.s});
					const double radius = child.radius / std::sqrt(square);
					const Vec<double> turned = Turned(pose.q, Lift<double>(vertex));
					const Vec<double> point = Lift<double>(pose.p) + (1.0 / square) * turned;
					lower = {std::min(lower.x, point.x - radius), std::min(lower.y, point.y - radius)};
					upper = {std::max(upper.x, point.x + radius), std::max(upper.y, point.y + radius)};
				}
			}
		}
		if (lower.x <= upper.x)
		{
			break;
		}
	}
	return {static_cast<float>(0.5 * (lower.x + upper.x)), static_cast<float>(0.5 * (lower.y + upper.y))};
}

// The first query of a stealth game: two bodies whose origins are inside their own shapes.
TEST(LineOfSight, ABodySeesAnotherThatNoThirdHides)
{
	Scene scene;
	b2Body* guard = scene.AddBody({0.0f, 0.0f}, 0.4f);
	b2Body* thief = scene.AddBody({6.0f, 0.0f}, 1.0f);
	b2Body* crate = scene.AddBody({3.0f, 2.0f}, 0.0f);
	scene.Add(guard, ValueOf(MakeBox(0.5f, 0.9f)));
	scene.Add(guard, ValueOf(MakeCircle({0.6f, 0.0f}, 0.3f)));
	scene.Add(thief, ValueOf(MakeCapsule({0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f)));
	scene.Add(crate, ValueOf(MakeBox(0.5f, 0.5f)));
	Snapshot snapshot(*scene.world);
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	const auto expect = [&](bool isSeen, const QueryFilter& filter = {})
	{
		snapshot.Update();
		ASSERT_TRUE(hash.Update(scene.world.get()));
		for (const Space space : {Space(*scene.world), Space(snapshot), Space(hash)})
		{
			EXPECT_EQ(InSight(space, *guard, *thief, filter), isSeen);
			EXPECT_EQ(InSight(space, *thief, *guard, filter), isSeen);
		}
	};
	EXPECT_FALSE(InSight(*scene.world, guard->GetPosition(), thief->GetPosition()));
	expect(true);
	crate->SetTransform({3.0f, 0.2f}, 0.0f);
	expect(false);
	expect(true, {.ignoreBody = crate});
	expect(false, {.ignoreBody = guard, .alsoIgnore = {thief, thief, thief}});
	crate->SetTransform({3.0f, 0.5f}, 0.0f);
	expect(false); // the crate's face is on the line
	crate->SetTransform({3.0f, 0.6f}, 0.0f);
	expect(true);
	EXPECT_TRUE(InSight(*scene.world, *guard, *guard));

	const b2Body* empty = scene.AddBody({1.0f, 5.0f}, 0.0f);
	EXPECT_FALSE(InSight(*scene.world, *empty, *guard));
	thief->SetEnabled(false);
	expect(false);
}

// A hero whose origin is at the feet, on the floor, and who carries a sensor that reaches far to one side.
TEST(LineOfSight, OfBodiesRunsBetweenTheirMiddles)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, -1.0f}, 0.0f), ValueOf(MakeBox(20.0f, 1.0f)));
	scene.Add(scene.AddBody({3.0f, 0.1f}, 0.0f), ValueOf(MakeBox(0.2f, 0.1f)));
	b2Body* hero = scene.AddBody({0.0f, 0.0f}, 0.0f);
	b2Body* guard = scene.AddBody({6.0f, 0.0f}, 0.0f);
	const b2Vec2 up{0.0f, 0.9f};
	for (b2Body* body : {hero, guard})
	{
		scene.Add(body, ValueOf(MakeBox(0.3f, 0.9f, up, 0.0f)));
		b2Fixture* ears = scene.Add(body, ValueOf(MakeBox(0.1f, 20.0f, {0.0f, 20.0f}, 0.0f)));
		ears->SetSensor(true);
	}
	const Snapshot snapshot(*scene.world);
	EXPECT_TRUE(InSight(*scene.world, *hero, *guard));
	EXPECT_TRUE(InSight(snapshot, *guard, *hero));
	scene.Add(scene.AddBody({3.0f, 0.9f}, 0.0f), ValueOf(MakeBox(0.1f, 0.1f)));
	EXPECT_FALSE(InSight(*scene.world, *hero, *guard));
	EXPECT_TRUE(InSight(snapshot, *hero, *guard));
	b2Body* ghost = scene.AddBody({6.0f, 4.0f}, 0.0f);
	scene.Add(ghost, ValueOf(MakeBox(0.1f, 0.1f)))->SetSensor(true);
	EXPECT_TRUE(InSight(*scene.world, *guard, *ghost));
}

TEST(LineOfSight, OfBodiesIsExact)
{
	SceneRandom random(51);
	SightCounts counts;
	for (int32_t round = 0; round < ScaledCount(60) && HasFailure() == false; ++round)
	{
		const Scene scene = MakeMixedScene(30, 52 + static_cast<uint64_t>(round));
		const Snapshot snapshot(*scene.world);
		for (int32_t i = 0; i < 60 && HasFailure() == false; ++i)
		{
			b2Body* guard = scene.fixtures[static_cast<size_t>(random.Below(30))]->GetBody();
			b2Body* thief = scene.fixtures[static_cast<size_t>(random.Below(30))]->GetBody();
			QueryFilter filter;
			filter.sensors = random.OneIn(2);
			filter.startInside = random.OneIn(2);
			QueryFilter third = filter;
			third.accept = [guard, thief](const b2Fixture* fixture)
			{
				return fixture->GetBody() != guard && fixture->GetBody() != thief;
			};
			const bool expected = ExactInSight(scene, MiddleOf(*guard), MiddleOf(*thief), third);
			EXPECT_EQ(InSight(*scene.world, *guard, *thief, filter), expected);
			EXPECT_EQ(InSight(snapshot, *guard, *thief, filter), expected);
			++(expected ? counts.seen : counts.blocked);
		}
	}
	EXPECT_GT(counts.seen, 50 * TestScale());
	EXPECT_GT(counts.blocked, 50 * TestScale());
}

TEST(LineOfSight, PairsAreAnsweredAsOneByOne)
{
	Scene scene = MakeMixedScene(80, 49);
	SceneRandom random(50);
	for (const size_t count : {0u, 1u, 63u, 64u, 65u, 1000u})
	{
		std::vector<SightPair> pairs;
		for (size_t i = 0; i < count; ++i)
		{
			const auto [from, to] = HardWay(random, scene);
			pairs.push_back({from, to});
		}
		constexpr uint8_t k_mark = 77;
		std::vector<uint8_t> seen(count + 3, k_mark);
		ASSERT_TRUE(InSightPairs(*scene.world, pairs, seen));
		for (size_t i = 0; i < count; ++i)
		{
			EXPECT_EQ(seen[i], InSight(*scene.world, pairs[i].from, pairs[i].to) ? 1 : 0) << i;
		}
		for (size_t i = count; i < seen.size(); ++i)
		{
			EXPECT_EQ(seen[i], k_mark);
		}
		if (count > 0)
		{
			std::vector<uint8_t> tooFew(count - 1, k_mark);
			EXPECT_FALSE(InSightPairs(*scene.world, pairs, tooFew));
			EXPECT_EQ(tooFew, std::vector<uint8_t>(count - 1, k_mark));
		}
	}
}

// At a reflex vertex of an outline, rays lead into the solid both forwards and backwards.
TEST(LineOfSight, AVertexOfAnAttachedGeometrySeesItself)
{
	SceneRandom random(2605);
	for (int trial = 0; trial < ScaledCount(300); ++trial)
	{
		const std::vector<b2Vec2> star = RandomStar(random, 5 + random.Below(12), random.InBox(3.0f), 4.0f, 0.2f);
		Scene scene;
		EXPECT_TRUE(AttachGeometry(scene.Add(scene.AddBody({0.0f, 0.0f}), CircleOf(0.1f)),
		                           ValueOf(CastGeometry::Make(ValueOf(Outline::Make(star))))));
		for (const b2Vec2 vertex : star)
		{
			EXPECT_TRUE(InSight(*scene.world, vertex, vertex)) << trial;
		}
	}
}

} // namespace ricochet::test::line_of_sight_test
