// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/index/snapshot.h>
#include <ricochet/index/spatial_hash.h>
#include <ricochet/query/ground.h>
#include <ricochet/shapes/shape_factory.h>

#include "geometry/hull_separation.h"
#include "support/outline_scenes.h"
#include "support/random_rays.h"
#include "support/scenes.h"
#include "support/shape_child.h"
#include "support/stock_shapes.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet::test::slide_test
{

namespace
{

std::vector<Spot> SpotsOf(const Hull& hull, const b2Transform& pose)
{
	std::vector<Spot> spots;
	for (const b2Vec2& v : hull.vertices)
	{
		const double x = v.x, y = v.y;
		spots.push_back({pose.p.x + pose.q.c * x - pose.q.s * y, pose.p.y + pose.q.s * x + pose.q.c * y});
	}
	return spots;
}

// The referee: returns the distance of the hull from each thing. Negative: the depth of the overlap.
std::vector<double> GapsTo(const b2World& world, const Hull& hull, const b2Transform& pose)
{
	const std::vector<Spot> spots = SpotsOf(hull, pose);
	std::vector<double> gaps;
	ForEachShapeChild(world,
	                  [&](const b2Fixture* fixture, int32_t, const ShapeChild& child)
	                  {
		                  const Hull still = child.AsHull();
		                  const double distance =
		                      SeparationOf(spots, SpotsOf(still, fixture->GetBody()->GetTransform()));
		                  gaps.push_back(distance - hull.radius - still.radius);
	                  });
	return gaps;
}

// Returns the distance of the hull from everything. Negative: the depth of the deepest overlap.
double GapTo(const b2World& world, const Hull& hull, const b2Transform& pose)
{
	const std::vector<double> gaps = GapsTo(world, hull, pose);
	return gaps.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(gaps.begin(), gaps.end());
}

struct Mover
{
	std::array<b2Vec2, 8> vertices{};
	size_t count = 1;
	float radius = 0.3f;
	b2Transform pose{b2Vec2{0.0f, 0.0f}, b2Rot(0.0f)};
	std::vector<SlidePlane> planes{};

	Mover() { vertices.fill({0.0f, 0.0f}); }

	[[nodiscard]] Hull AsHull() const { return {std::span(vertices.data(), count), radius}; }

	SlideResult Slide(const b2World& world, b2Vec2 translation, const SlideDef& def = {},
	                  const QueryFilter& filter = {})
	{
		const SlideResult result = SlideHull(world, AsHull(), pose, translation, planes, def, filter);
		pose.p = result.position;
		return result;
	}
};

Mover MoverAt(b2Vec2 place)
{
	Mover mover;
	mover.pose.p = place;
	return mover;
}

// Returns a disc, a capsule, a box or another polygon of about half a metre.
Mover RandomMover(SceneRandom& random)
{
	Mover mover;
	mover.radius = random.Uniform(0.1f, 0.4f);
	if (random.OneIn(3))
	{
		mover.vertices[0] = {0.0f, -0.25f};
		mover.vertices[1] = {0.0f, 0.25f};
		mover.count = 2;
	}
	else if (random.OneIn(2))
	{
		const b2PolygonShape polygon = RandomPolygon(random, 0.4f);
		std::copy_n(polygon.m_vertices, polygon.m_count, mover.vertices.begin());
		mover.count = static_cast<size_t>(polygon.m_count);
		mover.radius = random.OneIn(2) ? 0.0f : 0.05f;
	}
	mover.pose.q = b2Rot(random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
	return mover;
}

void AddWall(Scene& scene, b2Vec2 a, b2Vec2 b)
{
	b2EdgeShape edge;
	edge.SetTwoSided(a, b);
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
}

} // namespace

TEST(Slide, StopsAtAWallButForTheSkin)
{
	Scene scene;
	AddWall(scene, {2.0f, -5.0f}, {2.0f, 5.0f});
	Mover mover = MoverAt({0.0f, 0.0f});
	const SlideResult result = mover.Slide(*scene.world, {10.0f, 0.0f});
	EXPECT_NEAR(result.position.x, 2.0f - 0.3f - 0.005f, 1e-5f);
	EXPECT_EQ(result.position.y, 0.0f);
	EXPECT_EQ(result.left, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(result.push, (b2Vec2{0.0f, 0.0f}));
	EXPECT_TRUE(result.isFree);
	ASSERT_EQ(mover.planes.size(), 1u);
	EXPECT_EQ(mover.planes[0].normal, (b2Vec2{-1.0f, 0.0f}));
	EXPECT_EQ(mover.planes[0].fixture, scene.fixtures[0]);
	EXPECT_NEAR(mover.planes[0].point.x, 2.0f, 1e-6f);
	EXPECT_FALSE(mover.planes[0].isOverlap);
}

TEST(Slide, GoesOnAlongAWallByWhatDoesNotLeadIntoIt)
{
	Scene scene;
	AddWall(scene, {2.0f, -50.0f}, {2.0f, 50.0f});
	Mover mover = MoverAt({0.0f, 0.0f});
	const SlideResult result = mover.Slide(*scene.world, {10.0f, 7.0f});
	EXPECT_NEAR(result.position.x, 1.695f, 1e-5f);
	EXPECT_NEAR(result.position.y, 7.0f, 1e-5f);
	EXPECT_EQ(result.left, (b2Vec2{0.0f, 0.0f}));
	// The next moves go along the wall again, and then away from it.
	EXPECT_NEAR(mover.Slide(*scene.world, {1.0f, -3.0f}).position.y, 4.0f, 1e-5f);
	EXPECT_NEAR(mover.Slide(*scene.world, {-1.0f, 0.0f}).position.x, 0.695f, 1e-5f);
	EXPECT_TRUE(mover.planes.empty());
}

TEST(Slide, StopsInAnAcuteCorner)
{
	Scene scene;
	AddWall(scene, {0.0f, 0.0f}, {-10.0f, 3.0f});
	AddWall(scene, {0.0f, 0.0f}, {-10.0f, -3.0f});
	Mover mover = MoverAt({-8.0f, 0.5f});
	SlideResult result = mover.Slide(*scene.world, {20.0f, 1.0f});
	EXPECT_TRUE(result.isFree);
	// At this point, the disc is 0.305 from both lines.
	EXPECT_NEAR(result.position.x, -0.305f / std::sin(std::atan2(3.0f, 10.0f)), 1e-3f);
	EXPECT_NEAR(result.position.y, 0.0f, 1e-3f);
	for (int i = 0; i < 100; ++i)
	{
		const b2Vec2 before = mover.pose.p;
		result = mover.Slide(*scene.world, {1.0f, 0.1f * static_cast<float>(i % 7 - 3)});
		EXPECT_LE((result.position - before).Length(), 0.01f);
		ASSERT_TRUE(result.isFree);
	}
}

TEST(Slide, GoesAlongASlantedWallThoughPushedAlmostStraightIntoIt)
{
	SceneRandom random(917);
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		const float turn = random.Uniform(-3.1f, 3.1f);
		const b2Rot wall(turn);
		Scene scene;
		AddWall(scene, b2Mul(wall, {0.0f, -5.0f}), b2Mul(wall, {0.0f, 5.0f}));
		const SlideDef def{.skin = random.OneIn(2) ? 0.0f : random.Uniform(0.0f, 2.0e-3f)};
		const float gap = std::max(def.skin, 1.0e-6f) * random.Uniform(1.1f, 4.0f);
		Mover mover = MoverAt(b2Mul(wall, {0.3f + gap, 0.0f}));
		const float along = random.Uniform(8.0f, 20.0f) * std::max(def.skin, 1.0e-4f);
		const SlideResult result = mover.Slide(*scene.world, b2Mul(wall, {-random.Uniform(0.1f, 0.5f), along}), def);
		EXPECT_GE(b2MulT(wall, result.position).y, 0.9f * along) << turn << ", skin " << def.skin << ", gap " << gap;
	}
}

TEST(Slide, GoesUpASlopeOutOfAnObtuseCorner)
{
	Scene scene;
	AddWall(scene, {-10.0f, 0.0f}, {0.0f, 0.0f});
	AddWall(scene, {0.0f, 0.0f}, {10.0f, 5.0f});
	Mover mover = MoverAt({-5.0f, 1.0f});
	const SlideResult result = mover.Slide(*scene.world, {9.0f, -2.0f});
	EXPECT_TRUE(result.isFree);
	EXPECT_GT(result.position.x, 1.0f);
	EXPECT_NEAR(GapTo(*scene.world, mover.AsHull(), mover.pose), 0.005, 1e-4);
	EXPECT_EQ(mover.planes.size(), 2u);
}

// Two slopes form a valley. The hull slides down one slope and stops at the other one, because sliding along that would
// lead back.
TEST(Slide, DoesNotTurnBack)
{
	Scene scene;
	AddWall(scene, {-10.0f, 1.0f}, {0.0f, 0.0f});
	AddWall(scene, {0.0f, 0.0f}, {10.0f, 10.0f});
	Mover mover = MoverAt({-3.0f, 1.0f});
	const SlideResult result = mover.Slide(*scene.world, {4.0f, -20.0f});
	EXPECT_TRUE(result.isFree);
	EXPECT_LT(result.position.x, 0.0f);
	EXPECT_LT(result.position.y, 0.5f);
	EXPECT_EQ(result.left, (b2Vec2{0.0f, 0.0f}));
	EXPECT_EQ(mover.planes.size(), 2u);
}

TEST(Slide, ComesFreeOfWhatItStartsIn)
{
	Scene scene;
	AddWall(scene, {-5.0f, 0.0f}, {5.0f, 0.0f});
	AddWall(scene, {2.0f, 0.0f}, {2.0f, 5.0f});
	Mover mover = MoverAt({1.75f, 0.25f}); // overlaps both walls by 0.05
	SlideResult result = mover.Slide(*scene.world, {0.0f, 0.0f});
	EXPECT_TRUE(result.isFree);
	EXPECT_NEAR(result.push.x, -0.055f, 1e-4f);
	EXPECT_NEAR(result.push.y, 0.055f, 1e-4f);
	ASSERT_EQ(mover.planes.size(), 2u);
	EXPECT_TRUE(mover.planes[0].isOverlap);
	// The overlap is too deep for a push. The hull stays, and may move out, but not in.
	mover = MoverAt({0.0f, 0.01f});
	result = mover.Slide(*scene.world, {0.0f, -0.005f}, {.maxPush = 0.1f});
	EXPECT_EQ(result.position, (b2Vec2{0.0f, 0.01f}));
	EXPECT_FALSE(result.isFree);
	result = mover.Slide(*scene.world, {0.0f, 0.15f}, {.maxPush = 0.1f});
	EXPECT_NEAR(result.position.y, 0.16f, 1e-6f);
	EXPECT_EQ(result.push, (b2Vec2{0.0f, 0.0f}));
	result = mover.Slide(*scene.world, {0.0f, 0.0f}); // now the overlap is small enough
	EXPECT_FALSE(result.push == (b2Vec2{0.0f, 0.0f}));
	EXPECT_TRUE(result.isFree);
	EXPECT_NEAR(result.position.y, 0.305f, 1e-4f);
}

TEST(Slide, RestsOnWhatItTouches)
{
	Scene scene;
	AddWall(scene, {-5.0f, 0.0f}, {5.0f, 0.0f});
	Mover mover = MoverAt({0.0f, 0.3f});
	for (int i = 0; i < 50; ++i)
	{
		const SlideResult result = mover.Slide(*scene.world, {0.05f, -0.1f});
		ASSERT_TRUE(result.isFree);
		ASSERT_NEAR(result.position.x, 0.05f * static_cast<float>(i + 1), 1e-4f);
		ASSERT_NEAR(result.position.y, 0.305f, 1e-4f);
	}
}

TEST(Slide, PassesAOneSidedEdgeFromBehind)
{
	Scene scene;
	b2EdgeShape edge;
	edge.SetOneSided({3.0f, 0.0f}, {2.0f, 0.0f}, {-2.0f, 0.0f}, {-3.0f, 0.0f}); // its front is its upper side
	scene.Add(scene.AddBody({0.0f, 0.0f}), edge);
	QueryFilter front;
	front.sides = Sides::Front;
	Mover mover = MoverAt({0.0f, -1.0f});
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, 0.9f}, {}, front).position.y, -0.1f, 1e-6f);
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, 0.2f}, {}, front).position.y, 0.1f, 1e-6f);
	// The middle of the hull is in front of the edge, but a part of the hull is still behind it. The hull has not been
	// completely in front, so it falls back through the edge.
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, -1.0f}, {}, front).position.y, -0.9f, 1e-6f);
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, 1.3f}, {}, front).position.y, 0.4f, 1e-6f);
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, -1.0f}, {}, front).position.y, 0.305f, 1e-4f);
	mover = MoverAt({0.0f, 2.0f});
	EXPECT_NEAR(mover.Slide(*scene.world, {0.0f, -4.0f}, {}, front).position.y, 0.305f, 1e-4f);
}

// All coordinates are integers, so a hull exactly touches the wall beside it. It falls along the wall to the floor. A
// hull without width falls along a joint of two tiles, and must also hit the floor.
TEST(Slide, FallsAlongWhatItTouchesDownToTheFloor)
{
	const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}};
	const std::array<b2Vec2, 2> pole{b2Vec2{0.0f, 0.0f}, {0.0f, 1.0f}};
	const Hull hulls[] = {{box, 0.0f}, {pole, 0.0f}, {std::span(pole).first(1), 0.0f}};
	for (const Hull& hull : hulls)
	{
		for (const bool areBodies : {false, true})
		{
			for (const float x : {1.0f, 1.5f, 2.0f, 2.5f, 3.0f})
			{
				for (const bool hasWall : {false, true})
				{
					Scene scene;
					b2Body* body = scene.AddBody({0.0f, 0.0f});
					for (int i = 0; i < 5; ++i)
					{
						body = areBodies ? scene.AddBody({0.0f, 0.0f}) : body;
						scene.Add(body, ValueOf(MakeBox(0.5f, 0.5f, {static_cast<float>(i) + 0.5f, -0.5f})));
					}
					const float half = hull.vertices.size() == 4 ? 0.5f : 0.0f;
					const float right = x + half;
					if (hasWall)
					{
						scene.Add(body, ValueOf(MakeBox(0.5f, 1.5f, {right + 0.5f, 1.5f})));
					}
					std::vector<SlidePlane> planes;
					const SlideResult slid =
					    SlideHull(*scene.world, hull, PoseAt({x, 4.0f}, 0.0f), {0.0f, -6.0f}, planes);
					EXPECT_NEAR(slid.position.y, 0.005f, 1.0e-5f) << x << ", " << hull.vertices.size() << hasWall;
					EXPECT_NEAR(slid.position.x, x, 0.0051f) << x << ", " << hull.vertices.size() << hasWall;
					EXPECT_TRUE(CheckGround(*scene.world, hull, PoseAt({x, 0.005f}, 0.0f), {.distance = 0.1f}));
				}
			}
		}
	}
}

// Returns a pit 1 m wide from y = 0 to y = -3. It consists of tiles, a chain, or one attached geometry.
Scene Pit(int kind)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	const std::vector<b2Vec2> outline{{-2.0f, -4.0f}, {3.0f, -4.0f}, {3.0f, 0.0f}, {1.0f, 0.0f},
	                                  {1.0f, -3.0f},  {0.0f, -3.0f}, {0.0f, 0.0f}, {-2.0f, 0.0f}};
	if (kind == 0)
	{
		scene.Add(body, ValueOf(MakeBox(1.0f, 2.0f, {-1.0f, -2.0f})));
		scene.Add(body, ValueOf(MakeBox(1.0f, 2.0f, {2.0f, -2.0f})));
		scene.Add(body, ValueOf(MakeBox(0.5f, 0.5f, {0.5f, -3.5f})));
	}
	else if (kind == 1)
	{
		scene.Add(body, ValueOf(MakeChain(std::span(outline).subspan(2))));
	}
	else
	{
		b2Fixture* fixture = scene.Add(body, CircleOf(1.0f));
		EXPECT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(outline))))));
	}
	return scene;
}

TEST(Slide, FallsToTheGroundOfAPitThatItJustFits)
{
	const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, 0.0f}, {0.5f, 0.0f}, {0.5f, 1.0f}, {-0.5f, 1.0f}};
	const std::array<b2Vec2, 2> capsule{b2Vec2{0.0f, 0.5f}, {0.0f, 1.3f}};
	const std::array<b2Vec2, 2> level{b2Vec2{-0.5f, 0.0f}, {0.5f, 0.0f}};
	const Hull hulls[] = {{box, 0.0f}, {std::span(capsule).first(1), 0.5f}, {capsule, 0.5f}, {level, 0.0f}};
	for (int kind = 0; kind < 3; ++kind)
	{
		const Scene scene = Pit(kind);
		for (const Hull& hull : hulls)
		{
			b2Vec2 feet{0.5f, 0.5f};
			float fall = 0.0f;
			std::vector<SlidePlane> planes;
			for (int frame = 0; frame < 90; ++frame)
			{
				fall -= 9.8f / 60.0f;
				feet = SlideHull(*scene.world, hull, PoseAt(feet, 0.0f), {0.0f, fall / 60.0f}, planes).position;
			}
			EXPECT_NEAR(feet.y, -2.995f, 1.0e-4f) << kind << ", " << hull.vertices.size() << ", " << hull.radius;
			EXPECT_TRUE(CheckGround(*scene.world, hull, PoseAt(feet, 0.0f))) << kind << ", " << hull.vertices.size();
		}
	}
}

// In a corner of an attached geometry, the way out of each face leads along the other face.
TEST(Slide, ComesOutOfACornerOfAnAttachedGeometry)
{
	Scene scene;
	const std::vector<b2Vec2> room{{0.0f, 0.0f}, {5.0f, 0.0f}, {5.0f, 5.0f}, {0.0f, 5.0f}};
	const std::vector<b2Vec2> hole{{1.0f, 1.0f}, {1.0f, 4.0f}, {4.0f, 4.0f}, {4.0f, 1.0f}};
	const std::vector<std::vector<b2Vec2>> rings{room, hole};
	b2Fixture* fixture = scene.Add(scene.AddBody({0.0f, 0.0f}), CircleOf(1.0f));
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(MakeOutline(rings))))));
	const std::array<b2Vec2, 4> box{b2Vec2{-0.5f, -0.5f}, {0.5f, -0.5f}, {0.5f, 0.5f}, {-0.5f, 0.5f}};
	const b2Vec2 middle{0.0f, 0.0f};
	std::vector<SlidePlane> planes;
	for (const Hull& hull : {Hull{box, 0.0f}, Hull{std::span(&middle, 1), 0.5f}})
	{
		for (const b2Vec2 way : {b2Vec2{0.08f, 0.15f}, {-0.08f, -0.15f}, {0.08f, -0.15f}, {0.1f, 0.0f}})
		{
			const SlideResult slid = SlideHull(*scene.world, hull, PoseAt({1.5f, 3.5f}, 0.0f), way, planes);
			EXPECT_TRUE(slid.isFree) << way.x << ", " << way.y;
			EXPECT_NEAR(slid.push.x, 0.005f, 0.001f) << way.x << ", " << way.y;
			EXPECT_NEAR(slid.push.y, -0.005f, 0.001f) << way.x << ", " << way.y;
		}
	}
}

// If the feet of a jumping character do not reach a platform, it falls back, wherever its middle was. If they do, it
// stands on the platform.
TEST(Slide, OnlyFeetThatWereAboveAPlatformStandOnIt)
{
	Scene scene;
	b2EdgeShape platform;
	platform.SetOneSided({3.0f, 2.2f}, {2.0f, 2.2f}, {-2.0f, 2.2f}, {-3.0f, 2.2f}); // its front is its upper side
	scene.Add(scene.AddBody({0.0f, 0.0f}), platform);
	const std::array<b2Vec2, 4> body{b2Vec2{-0.2f, 0.0f}, {0.2f, 0.0f}, {0.2f, 0.5f}, {-0.2f, 0.5f}};
	QueryFilter front;
	front.sides = Sides::Front;
	std::vector<SlidePlane> planes;
	for (const float top : {1.955f, 2.1f, 2.19f, 2.2001f, 2.21f, 2.5f})
	{
		for (const SlideDef& def : {SlideDef{}, SlideDef{.skin = 0.0f}, SlideDef{.maxPush = 0.0f}})
		{
			b2Vec2 feet{0.0f, 1.0f};
			const auto move = [&](float rise)
			{
				const SlideResult result =
				    SlideHull(*scene.world, {body, 0.0f}, PoseAt(feet, 0.0f), {0.03f, rise}, planes, def, front);
				EXPECT_LE(result.push.Length(), 0.0051f) << top;
				feet = result.position;
			};
			for (int32_t i = 0; i < 20; ++i)
			{
				move(std::min(0.1f, top - feet.y));
			}
			EXPECT_NEAR(feet.y, top, 0.0051f);
			const auto ground = CheckGround(*scene.world, {body, 0.0f}, PoseAt(feet, 0.0f), {.distance = 0.5f}, front);
			EXPECT_EQ(ground.has_value(), top >= 2.2f) << top;
			for (int32_t i = 0; i < 20; ++i)
			{
				move(-0.1f);
			}
			EXPECT_NEAR(feet.y, top < 2.2f ? top - 2.0f : 2.2f, 0.0051f) << top;
		}
	}
}

// A chain whose front is up supports a shape over peaks and through hollows. In a hollow, the shape reaches behind the
// lines of edges that do not support it.
TEST(Slide, AOneSidedChainCarriesFromEdgeToEdge)
{
	SceneRandom random(74);
	for (int32_t level = 0; level < ScaledCount(50); ++level)
	{
		Scene scene;
		std::vector<b2Vec2> path{{0.0f, 0.0f}};
		while (path.back().x > -12.0f)
		{
			const float angle = random.Uniform(-0.6f, 0.6f);
			path.push_back(path.back() - random.Uniform(0.3f, 2.0f) * b2Vec2{std::cos(angle), std::sin(angle)});
		}
		b2ChainShape chain;
		chain.CreateChain(path.data(), static_cast<int32_t>(path.size()), {2.0f, 0.0f},
		                  path.back() - b2Vec2{1.0f, 0.0f});
		scene.Add(scene.AddBody({0.0f, 0.0f}), chain);
		QueryFilter front;
		front.sides = Sides::Front;
		Mover mover = RandomMover(random);
		mover.pose.p = path.back() + b2Vec2{1.0f, 1.5f};
		for (int32_t i = 0; i < 1000 && mover.pose.p.x < -1.0f; ++i)
		{
			const float before = mover.pose.p.x;
			mover.Slide(*scene.world, {0.0f, -0.03f}, {}, front);
			mover.Slide(*scene.world, {0.1f, 0.0f}, {}, front);
			ASSERT_GT(GapTo(*scene.world, mover.AsHull(), mover.pose), -1e-6) << level;
			ASSERT_GT(mover.pose.p.y, -12.0f) << level << ": fell through";
			ASSERT_GT(mover.pose.p.x, before) << level;
		}
	}
}

// Cells of 5 m have walls of line segments, and contain boxes, discs and segments at any angle. A hull in a cell stays
// in it, however far it moves, and never overlaps anything.
TEST(Slide, LongWalksInRandomLevelsStayFreeAndInTheirCell)
{
	constexpr float k_cell = 5.0f;
	constexpr int k_cells = 3;
	SceneRandom random(71);
	int steps = 0;
	double gone = 0.0;
	for (int level = 0; level < ScaledCount(40); ++level)
	{
		Scene scene;
		constexpr float k_all = k_cell * k_cells;
		for (int i = 0; i <= k_cells; ++i)
		{
			AddWall(scene, {k_cell * static_cast<float>(i), 0.0f}, {k_cell * static_cast<float>(i), k_all});
			AddWall(scene, {0.0f, k_cell * static_cast<float>(i)}, {k_all, k_cell * static_cast<float>(i)});
		}
		for (int i = 0; i < 20; ++i)
		{
			const b2Vec2 place{random.Uniform(0.0f, k_all), random.Uniform(0.0f, k_all)};
			b2Body* body = scene.AddBody(place, random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
			random.OneIn(3) ? AddWall(scene, place, place + 1.5f * random.Direction())
			                : AddRandomFixture(random, scene, body);
		}
		for (b2Fixture* fixture : scene.fixtures)
		{
			fixture->SetSensor(false);
			fixture->SetFilterData({});
		}
		for (int walk = 0; walk < 20; ++walk)
		{
			Mover mover = RandomMover(random);
			mover.pose.p = {random.Uniform(0.5f, k_all - 0.5f), random.Uniform(0.5f, k_all - 0.5f)};
			if (GapTo(*scene.world, mover.AsHull(), mover.pose) < 0.01)
			{
				continue;
			}
			const float cellX = std::floor(mover.pose.p.x / k_cell), cellY = std::floor(mover.pose.p.y / k_cell);
			b2Vec2 heading = random.Direction();
			for (int i = 0; i < 100; ++i)
			{
				heading = random.OneIn(10) ? random.Direction() : heading;
				const b2Vec2 translation = random.LogUniform(0.01f, random.OneIn(10) ? 50.0f : 1.0f) * heading;
				const b2Vec2 before = mover.pose.p;
				const SlideResult result = mover.Slide(*scene.world, translation);
				const std::string where =
				    "level " + std::to_string(level) + " walk " + std::to_string(walk) + " step " + std::to_string(i);
				ASSERT_TRUE(result.isFree) << where;
				ASSERT_GT(GapTo(*scene.world, mover.AsHull(), mover.pose), -1e-6) << where;
				ASSERT_EQ(std::floor(mover.pose.p.x / k_cell), cellX) << where;
				ASSERT_EQ(std::floor(mover.pose.p.y / k_cell), cellY) << where;
				ASSERT_EQ(result.push, (b2Vec2{0.0f, 0.0f})) << where;
				const float length = translation.Length() * 1.00001f + 1e-5f;
				ASSERT_LE((result.position - before).Length() + result.left.Length(), length) << where;
				ASSERT_GE(b2Dot(result.position - before, translation), -1e-5f * length) << where;
				for (const SlidePlane& plane : mover.planes)
				{
					ASSERT_NEAR(plane.normal.Length(), 1.0f, 1e-5f);
					ASSERT_GE(b2Dot(plane.normal, result.left), -1e-4f * length) << where;
				}
				gone += (result.position - before).Length();
				++steps;
			}
		}
	}
	EXPECT_GT(steps, ScaledCount(40) * 500);
	EXPECT_GT(gone / steps, 0.05);
}

// In a random heap, a hull never ends deeper than it began, as the referee measures.
TEST(Slide, NeverEndsDeeperThanItBegan)
{
	SceneRandom random(72);
	const Scene scene = MakeScatteredScene(200, 73);
	int inside = 0;
	int freed = 0;
	for (int i = 0; i < ScaledCount(5000); ++i)
	{
		Mover mover = RandomMover(random);
		mover.pose.p = random.InBox(scene.halfWidth);
		const double before = GapTo(*scene.world, mover.AsHull(), mover.pose);
		const SlideDef def{.skin = random.OneIn(3) ? 0.0f : 0.005f, .maxPush = random.LogUniform(0.01f, 1.0f)};
		const b2Vec2 translation = random.LogUniform(0.01f, 3.0f) * random.Direction();
		const b2Vec2 start = mover.pose.p;
		const SlideResult result = mover.Slide(*scene.world, translation, def);
		const double after = GapTo(*scene.world, mover.AsHull(), mover.pose);
		ASSERT_GE(after, std::min(before, 0.0) - 1e-5) << i;
		ASSERT_LE(result.push.Length(), def.maxPush + 1e-5f) << i;
		ASSERT_LE((result.position - start - result.push).Length(), translation.Length() + 1e-5f) << i;
		ASSERT_TRUE(after > -1e-6 || result.isFree == false) << i;
		inside += before < 0.0;
		freed += before < 0.0 && result.isFree;
	}
	EXPECT_GT(inside, ScaledCount(5000) / 20);
	EXPECT_GT(freed, inside / 10);
}

TEST(Slide, BadNumbersStay)
{
	Scene scene;
	AddWall(scene, {2.0f, -5.0f}, {2.0f, 5.0f});
	for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -1.0f})
	{
		for (int field = 0; field < 4; ++field)
		{
			Mover mover = MoverAt({1.0f, 0.0f});
			SlideDef def;
			b2Vec2 translation{3.0f, 0.0f};
			float* const fields[] = {&def.skin, &def.maxPush, &mover.radius, &translation.x};
			if (field == 3 && bad == -1.0f)
			{
				continue;
			}
			*fields[field] = bad;
			const SlideResult result = mover.Slide(*scene.world, translation, def);
			EXPECT_EQ(result.position, (b2Vec2{1.0f, 0.0f}));
			EXPECT_FALSE(result.isFree);
			EXPECT_TRUE(mover.planes.empty());
		}
	}
	Mover mover = MoverAt({1.0f, 0.0f});
	EXPECT_FALSE(mover.Slide(*scene.world, {3.0f, 0.0f}, {.maxMoves = 0}).isFree);
	EXPECT_NEAR(mover.Slide(*scene.world, {3e38f, 3e38f}).position.x, 1.695f, 1e-3f);
}

// If the hull would only touch something beside its path at the path's end, it stops just before the end, and reports
// that plane.
TEST(Slide, StopsJustBeforeAnEndThatOnlyTouches)
{
	Scene scene;
	scene.Add(scene.AddBody({0.0f, 5.0f}, 0.0f, b2_staticBody), CircleOf(1.0f));
	const b2Vec2 center{0.0f, 0.0f};
	std::vector<SlidePlane> planes;
	for (const float length : {5.0f, 5.001f, 7.0f, 12.0f})
	{
		const SlideResult slide =
		    SlideHull(*scene.world, {std::span(&center, 1), 1.0f}, PoseAt({2.0f, 0.0f}, 0.0f), {0.0f, length}, planes);
		EXPECT_TRUE(slide.isFree);
		EXPECT_EQ(slide.position.x, 2.0f);
		EXPECT_GE(slide.position.y, length - 0.0051f);
		EXPECT_EQ(planes.empty(), slide.position.y == length);
	}
}

// A path may end before a wall, although its end, rounded to floats, is in the wall. Then the wall stops the shape, and
// must be reported. Otherwise a game would repeat the same move for ever.
TEST(Slide, ReportsAWallInWhichOnlyTheRoundedEndOfThePathIs)
{
	SceneRandom random(75);
	int stopped = 0;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		Scene scene;
		const float wall = random.Uniform(100.0f, 1000.0f);
		AddWall(scene, {wall, -5.0f}, {wall, 5.0f});
		Mover mover = MoverAt({wall - 0.3f - random.Uniform(0.001f, 0.05f), random.Uniform(-1.0f, 1.0f)});
		const double gap = static_cast<double>(wall) - static_cast<double>(mover.pose.p.x) - static_cast<double>(0.3f);
		const b2Vec2 start = mover.pose.p;
		const b2Vec2 translation{static_cast<float>(gap) + random.Uniform(-1.0e-4f, 1.0e-4f), 0.0f};
		const SlideResult result = mover.Slide(*scene.world, translation, {.skin = 0.02f});
		ASSERT_TRUE(result.isFree) << i;
		const bool hasStopped = result.position.x - start.x < translation.x - 1.0e-4f;
		ASSERT_EQ(mover.planes.empty(), hasStopped == false) << i;
		stopped += hasStopped;
	}
	EXPECT_GT(stopped, ScaledCount(2000) / 4);
}

// A shape may be closer to a slope than the spacing of floats. Then the rounded end of a path along the slope may be
// inside the slope, but the shape must still move.
TEST(Slide, GoesOnAlongASlopeThatIsNearerThanRounding)
{
	SceneRandom random(76);
	int count = 0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		Scene scene;
		const float far = random.LogUniform(100.0f, 10000.0f);
		const float angle = random.Uniform(-0.8f, 0.8f);
		const b2Vec2 along{std::cos(angle), std::sin(angle)};
		AddWall(scene, b2Vec2{far, 0.0f} - 5.0f * along, b2Vec2{far, 0.0f} + 5.0f * along);
		Mover mover = RandomMover(random);
		mover.pose.p = {far, 1.5f};
		for (double gap = 1.0; gap > 1.0e-7 * static_cast<double>(far);)
		{
			gap = GapTo(*scene.world, mover.AsHull(), mover.pose);
			mover.pose.p.y -= 0.9f * static_cast<float>(std::max(gap, 0.0));
		}
		if (GapTo(*scene.world, mover.AsHull(), mover.pose) <= 0.0)
		{
			continue;
		}
		const b2Vec2 start = mover.pose.p;
		const float length = random.LogUniform(0.005f, 0.2f) + far * 0x1p-18f;
		const SlideResult result = mover.Slide(*scene.world, length * along, {.skin = 0.02f});
		ASSERT_TRUE(result.isFree) << i;
		// A part of the first move restores the distance of the skin.
		ASSERT_GT(b2Dot(result.position - start, along), 0.2f * length) << i << " at " << far;
		++count;
	}
	EXPECT_GT(count, ScaledCount(4000) / 4);
}

// A grid may visit a box twice. A disc whose path only touches the box must get one plane.
TEST(Slide, TouchesAPlaneOnceInEverySpace)
{
	struct Box
	{
		b2Vec2 position;
		int32_t eighths; // of a turn, as the angle
		b2Vec2 half;
	};
	const Box boxes[] = {{{-6, 3}, 2, {1, 0.5f}},    {{1, -8}, 3, {1, 1}},      {{5, 5}, 0, {1, 0.5f}},
	                     {{7, 0}, 0, {1, 0.5f}},     {{5, 3}, 2, {1.5f, 0.5f}}, {{7, -2}, 2, {0.5f, 1.5f}},
	                     {{1, -4}, 0, {0.5f, 0.5f}}, {{-1, 1}, 0, {0.5f, 0.5f}}};
	Scene scene;
	for (const Box& box : boxes)
	{
		b2PolygonShape shape;
		shape.SetAsBox(box.half.x, box.half.y);
		scene.Add(scene.AddBody(box.position, static_cast<float>(box.eighths) * b2_pi / 4), shape);
	}
	const Snapshot snapshot(*scene.world);
	SpatialHash hash(1.0f);
	ASSERT_TRUE(hash.Update(scene.world.get()));
	Mover mover = MoverAt({-1.0f, 6.0f});
	mover.radius = 0.5f;
	for (const Space space : {Space(*scene.world), Space(snapshot), Space(hash)})
	{
		(void)SlideHull(space, mover.AsHull(), mover.pose, {7.0f, 0.0f}, mover.planes);
		EXPECT_EQ(mover.planes.size(), 1u);
	}
}

namespace
{

// A room of straight walls. Its corners and the starts are on a lattice, so paths lead exactly through corners and end
// exactly on walls. Two corners are flat, and two point inwards.
class LatticeRoom
{
public:
	explicit LatticeRoom(SceneRandom& random)
	{
		const bool isLoop = random.OneIn(2);
		b2Body* body = m_scene.AddBody({0.0f, 0.0f});
		for (b2Vec2& corner : m_corners)
		{
			corner +=
			    {static_cast<float>(random.Below(3) - 1) * 0.25f, static_cast<float>(random.Below(3) - 1) * 0.25f};
		}
		if (isLoop)
		{
			m_scene.Add(body, ValueOf(MakeLoop(m_corners)));
			return;
		}
		for (size_t i = 0; i < m_corners.size(); ++i)
		{
			m_scene.Add(body, ValueOf(MakeEdge(m_corners[i], m_corners[(i + 1) % m_corners.size()])));
		}
	}

	[[nodiscard]] const b2World& World() const { return *m_scene.world; }

	// True if a segment, or a point, is inside the room and touches no wall.
	[[nodiscard]] bool Holds(Spot a, Spot b) const
	{
		bool isInside = false;
		for (size_t i = 0; i < m_corners.size(); ++i)
		{
			const Spot from = CornerAt(i);
			const Spot to = CornerAt(i + 1);
			const bool isBesideX =
			    std::max(a.x, b.x) < std::min(from.x, to.x) || std::max(from.x, to.x) < std::min(a.x, b.x);
			const bool isBesideY =
			    std::max(a.y, b.y) < std::min(from.y, to.y) || std::max(from.y, to.y) < std::min(a.y, b.y);
			const int side = Side(from, to, a);
			if (side * Side(from, to, b) <= 0 && Side(a, b, from) * Side(a, b, to) <= 0 && isBesideX == false &&
			    isBesideY == false)
			{
				return false;
			}
			const bool crosses = (from.y > a.y) != (to.y > a.y);
			isInside = isInside != (crosses && (side > 0) == (to.y > from.y));
		}
		return isInside;
	}

private:
	[[nodiscard]] Spot CornerAt(size_t i) const
	{
		const b2Vec2 corner = m_corners[i % m_corners.size()];
		return {corner.x, corner.y};
	}

	// Returns 1 if p is to the left of the line from a to b, -1 to the right.
	static int Side(Spot a, Spot b, Spot p)
	{
		const long double left = static_cast<long double>(b.x - a.x) * (p.y - a.y);
		const long double right = static_cast<long double>(b.y - a.y) * (p.x - a.x);
		return (left > right) - (left < right);
	}

	std::array<b2Vec2, 10> m_corners{{{-4.0f, -4.0f},
	                                  {-2.0f, -4.0f},
	                                  {0.0f, -3.0f},
	                                  {2.0f, -4.0f},
	                                  {4.0f, -4.0f},
	                                  {4.0f, 0.0f},
	                                  {3.0f, 2.0f},
	                                  {4.0f, 4.0f},
	                                  {0.0f, 4.0f},
	                                  {-4.0f, 4.0f}}};
	Scene m_scene;
};

} // namespace

// Rounding to floats puts the end of a segment on the edge, although the segment is slightly beside it.
TEST(Slide, AHullWithoutAreaMovesAlongAnEdgeThatItHardlyMisses)
{
	SceneRandom random(918);
	int free = 0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		const float height = random.Uniform(-3.0f, 3.0f);
		const float half = random.Uniform(0.05f, 0.5f);
		const bool isLevel = random.OneIn(2);
		Mover mover;
		mover.radius = 0.0f;
		mover.count = 2;
		// Either a floor is under an upright segment, or a wall is beside a level one. The second case exchanges x and
		// y.
		const auto turned = [&](float along, float away)
		{
			return isLevel ? b2Vec2{away, along} : b2Vec2{along, away};
		};
		mover.vertices[0] = turned(0.0f, -half);
		mover.vertices[1] = turned(0.0f, half);
		mover.pose.p = turned(0.0f, height + half);
		Scene scene;
		AddWall(scene, turned(-5.0f, height), turned(5.0f, height));
		if (static_cast<double>(turned(mover.pose.p.x, mover.pose.p.y).y) - half <= height)
		{
			continue;
		}
		++free;
		const SlideResult result = mover.Slide(*scene.world, turned(0.3f, 0.0f));
		EXPECT_EQ(result.position, mover.pose.p);
		EXPECT_EQ(turned(result.position.x, result.position.y).x, 0.3f) << height << ", " << half << ", " << isLevel;
	}
	EXPECT_GE(free, ScaledCount(500));
}

// A disc of 1 m diameter moves along a ceiling toward a gap of 1 m between ceiling and floor. Its height determines
// where it touches the floor's edge.
TEST(Slide, GoesUpToAGapOfItsOwnSize)
{
	Scene scene;
	scene.AddBox({0.0f, 4.5f}, 10.0f, 0.5f);
	scene.AddBox({6.0f, 2.5f}, 5.0f, 0.5f);
	SceneRandom random(920);
	for (int i = 0; i < ScaledCount(500); ++i)
	{
		const float below = random.LogUniform(5.0e-7f, 5.0e-3f); // the distance to the ceiling
		Mover mover = MoverAt({random.Uniform(-4.0f, 0.0f), 3.5f - below});
		mover.radius = 0.5f;
		const double height = static_cast<double>(mover.pose.p.y) - 3.0;
		const double touching = 1.0 - std::sqrt(0.25 - height * height);
		const SlideResult result = mover.Slide(*scene.world, {6.0f, 0.0f});
		EXPECT_GE(result.position.x, touching - 0.0215) << below; // four skins, and a raise by the skin
		EXPECT_TRUE(result.isFree) << below;
	}
}

// The two squares touch at the origin. A path between them is inside neither of them.
TEST(Slide, AHullWithoutAreaPassesNoVertexThatTwoSolidsShare)
{
	const b2Vec2 squares[][4] = {{{0.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 0.0f}},
	                             {{-1.0f, 0.0f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 1.0f}}};
	for (int kind = 0; kind < 3; ++kind)
	{
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f});
		if (kind == 2)
		{
			std::vector<b2Vec2> vertices(squares[0], squares[0] + 4);
			vertices.insert(vertices.end(), squares[1], squares[1] + 4);
			const std::array<int32_t, 2> starts{0, 4};
			EXPECT_TRUE(AttachGeometry(scene.Add(body, CircleOf(1.0f)),
			                           ValueOf(CastGeometry::Make(ValueOf(Outline::Make(vertices, starts))))));
		}
		else
		{
			scene.Add(body, ValueOf(MakePolygon(squares[0])));
			scene.Add(kind == 0 ? body : scene.AddBody({0.0f, 0.0f}), ValueOf(MakePolygon(squares[1])));
		}
		for (const float reach : {0.0f, 0.05f})
		{
			for (const float sign : {1.0f, -1.0f})
			{
				Mover mover = MoverAt(sign * b2Vec2{0.25f, 0.25f});
				mover.radius = 0.0f;
				mover.count = reach > 0.0f ? 2 : 1;
				mover.vertices[0] = {-reach, -reach};
				mover.vertices[1] = {reach, reach};
				const SlideResult result = mover.Slide(*scene.world, sign * b2Vec2{-0.5f, -0.5f});
				EXPECT_NEAR(sign * result.position.x, reach + 0.005f, 1.0e-3f) << kind << ", " << reach << ", " << sign;
				EXPECT_NEAR(sign * result.position.y, reach + 0.005f, 1.0e-3f) << kind << ", " << reach << ", " << sign;
				EXPECT_TRUE(result.isFree);
			}
		}
	}
}

TEST(Slide, AHullWithoutAreaStaysInARoomOfEdges)
{
	SceneRandom random(SeedOf(74));
	double gone = 0.0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		const LatticeRoom room(random);
		Mover mover = MoverAt(
		    {0.25f * static_cast<float>(random.Below(33) - 16), 0.25f * static_cast<float>(random.Below(33) - 16)});
		mover.radius = 0.0f;
		mover.count = static_cast<size_t>(1 + random.Below(2));
		const std::array<b2Vec2, 4> ends{{{0.0f, 0.5f}, {0.5f, 0.0f}, {0.5f, 0.25f}, {-0.25f, 0.5f}}};
		mover.vertices[1] = mover.count == 1 ? b2Vec2{0.0f, 0.0f} : ends[static_cast<size_t>(random.Below(4))];
		const auto isInRoom = [&]
		{
			const Spot first{mover.pose.p.x, mover.pose.p.y};
			return room.Holds(first, {first.x + mover.vertices[1].x, first.y + mover.vertices[1].y});
		};
		for (int k = 0; k < 10 && isInRoom(); ++k)
		{
			const b2Vec2 translation{0.25f * static_cast<float>(random.Below(65) - 32),
			                         random.OneIn(3) ? 0.0f : 0.25f * static_cast<float>(random.Below(65) - 32)};
			const SlideDef def{.skin = random.OneIn(3) ? 0.0f : 0.005f};
			const b2Vec2 before = mover.pose.p;
			const SlideResult result = mover.Slide(room.World(), translation, def);
			ASSERT_TRUE(isInRoom() && result.isFree) << i << ", " << k;
			gone += (result.position - before).Length();
		}
	}
	EXPECT_GT(gone, ScaledCount(4000) * 5.0);
}

// A lift comes down on a character's head and overlaps it slightly. The floor is one-sided or solid.
TEST(Slide, ALiftThatComesDownPushesNobodyThroughAFloor)
{
	SceneRandom random(0x11F7);
	const std::array<b2Vec2, 2> spine{b2Vec2{0.0f, -0.3f}, {0.0f, 0.3f}};
	const Hull hull{spine, 0.25f};
	int squeezed = 0;
	for (int i = 0; i < ScaledCount(400); ++i)
	{
		Scene scene;
		const b2World& world = *scene.world;
		const float slope = random.OneIn(2) ? 0.0f : random.Uniform(-0.3f, 0.3f);
		const b2Vec2 along{std::cos(slope), std::sin(slope)};
		const b2Vec2 place{random.Uniform(-20.0f, 20.0f), random.Uniform(-20.0f, 20.0f)};
		const bool isOneSided = i % 2 == 0;
		b2Body* floor = scene.AddBody({0.0f, 0.0f});
		if (isOneSided)
		{
			const std::array<b2Vec2, 2> ends{place + 5.0f * along, place - 5.0f * along};
			scene.Add(floor, *MakeChain(ends));
		}
		else
		{
			scene.Add(floor, *MakeBox(5.0f, 0.5f, place - 0.5f * along.Skew(), slope));
		}
		b2Body* lift = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody);
		scene.Add(lift, *MakeBox(1.5f, 0.15f));
		QueryFilter filter;
		filter.sides = isOneSided ? Sides::Front : Sides::Both;

		b2Transform pose;
		pose.SetIdentity();
		pose.p = place + b2Vec2{0.0f, 0.25f / along.x + 0.3f + random.Uniform(0.0f, 0.02f)};
		const float start = pose.p.y + 0.55f + 0.15f + random.Uniform(-0.01f, 0.03f);
		std::vector<SlidePlane> planes;
		for (int k = 0; k < 20; ++k)
		{
			const float tilt = random.Uniform(-0.03f, 0.03f);
			lift->SetTransform({pose.p.x, start - 0.02f * static_cast<float>(k)}, tilt);
			const SlideResult walk =
			    SlideHull(world, hull, pose, {random.Uniform(-0.02f, 0.02f), 0.0f}, planes, {}, filter);
			squeezed += walk.isFree ? 0 : 1;
			pose.p = walk.position;
			if (const auto ground = CheckGround(world, hull, pose, {.distance = 0.1f}, filter))
			{
				pose.p = SlideHull(world, hull, pose, {0.0f, -ground->distance}, planes, {}, filter).position;
			}
			const b2Vec2 foot = pose.p - b2Vec2{0.0f, 0.3f} - place;
			ASSERT_GT(b2Dot(foot, along.Skew()), 0.25f - 1.0e-6f) << i << ", " << k;
		}
	}
	EXPECT_GT(squeezed, ScaledCount(400) * 5);
}

Mover BoxMoverAt(b2Vec2 place)
{
	Mover mover = MoverAt(place);
	mover.vertices = {b2Vec2{-0.25f, -0.5f}, {0.25f, -0.5f}, {0.25f, 0.5f}, {-0.25f, 0.5f}};
	mover.count = 4;
	mover.radius = 0.0f;
	return mover;
}

// A lift has pressed a character against a ceiling: the character touches the ceiling or is a few roundings below it,
// and overlaps the lift. Then the character walks out sideways.
TEST(Slide, WalksOutFromBetweenALiftAndACeiling)
{
	SceneRandom random(0x5A1F);
	for (int i = 0; i < ScaledCount(200); ++i)
	{
		Scene scene;
		const float top = random.OneIn(2) ? 2.0f : random.Uniform(-20.0f, 20.0f);
		const float lift = top - 1.0f + random.LogUniform(0.001f, 0.2f);
		scene.Add(scene.AddBody({0.0f, 0.0f}), *MakeBox(2.0f, 1.0f, {0.0f, top + 1.0f}));
		scene.Add(scene.AddBody({0.0f, lift}, 0.0f, b2_kinematicBody), *MakeBox(20.0f, 0.2f, {0.0f, -0.2f}));
		Mover mover = BoxMoverAt({0.0f, top - 0.5f - 0x1p-23f * static_cast<float>(i % 12)});
		ASSERT_LT(GapTo(*scene.world, mover.AsHull(), mover.pose), -5e-4) << i;
		for (int k = 0; k < 50 && mover.pose.p.x < 2.3f; ++k)
		{
			const float before = mover.pose.p.x;
			const std::vector<double> gaps = GapsTo(*scene.world, mover.AsHull(), mover.pose);
			mover.Slide(*scene.world, {0.05f, -0.008f});
			ASSERT_GT(mover.pose.p.x, before + 0.02f) << i << ", " << k;
			const std::vector<double> after = GapsTo(*scene.world, mover.AsHull(), mover.pose);
			for (size_t thing = 0; thing < gaps.size(); ++thing)
			{
				ASSERT_GT(after[thing], std::min(gaps[thing], 0.0) - 3e-5) << i << ", " << k << ", " << thing;
			}
		}
		ASSERT_GT(mover.pose.p.x, 2.25f) << i;
	}
}

// A piston overlaps a shape that touches a thin wall. A push out of the piston leads through the wall.
TEST(Slide, IsNotPushedThroughAWallThatItTouches)
{
	SceneRandom random(0x5A3F);
	int overlaps = 0;
	for (int i = 0; i < ScaledCount(1000); ++i)
	{
		Scene scene;
		const float thickness = random.Uniform(0.005f, 0.05f);
		const float place = random.OneIn(2) ? 0.0f : random.Uniform(-50.0f, 50.0f);
		Mover mover = BoxMoverAt(
		    {place + 0.25f - 0x1p-24f * std::max(1.0f, std::abs(place)) * static_cast<float>(random.Between(0, 3)),
		     0.0f});
		const float left = place - thickness;
		scene.Add(scene.AddBody({0.0f, 0.0f}), *MakeBox(0.5f * thickness, 5.0f, {left + 0.5f * thickness, 0.0f}));
		const float face = mover.pose.p.x + 0.25f - random.Uniform(0.45f, 0.52f);
		scene.Add(scene.AddBody({0.0f, 0.0f}, 0.0f, b2_kinematicBody), *MakeBox(1.0f, 1.0f, {face + 1.0f, 0.0f}));
		overlaps += GapsTo(*scene.world, mover.AsHull(), mover.pose)[0] < 0.0 ? 1 : 0;
		mover.Slide(*scene.world, {random.Uniform(-0.1f, 0.0f), random.Uniform(-0.1f, 0.1f)}, {.maxPush = 2.0f});
		ASSERT_GT(mover.pose.p.x, place) << i;
	}
	EXPECT_GT(overlaps, 100 * TestScale());
}

// The walls of a shaft overlap a hull, or one of them only touches it. The hull moves along the shaft.
TEST(Slide, MovesAlongAShaftThatSqueezesIt)
{
	SceneRandom random(0x5A2F);
	int overlaps = 0;
	for (int i = 0; i < ScaledCount(4000); ++i)
	{
		Scene scene;
		Mover mover = random.OneIn(2) ? BoxMoverAt({0.0f, 0.0f}) : RandomMover(random);
		mover.pose.p = random.OneIn(2) ? b2Vec2{0.0f, 0.0f} : b2Vec2{20.0f, -30.0f};
		const float angle = random.OneIn(3) ? 0.0f : random.OneIn(2) ? 0.5f * b2_pi : random.Uniform(-3.0f, 3.0f);
		const b2Rot turn(angle);
		const b2Vec2 across = turn.GetXAxis();
		float left = 0.0f;
		float right = 0.0f;
		for (const b2Vec2& vertex : mover.AsHull().vertices)
		{
			const float place = b2Dot(across, b2Mul(mover.pose.q, vertex));
			left = std::max(left, mover.radius - place);
			right = std::max(right, mover.radius + place);
		}
		const float deepLeft = random.LogUniform(0.001f, 0.2f);
		const float deepOther = random.OneIn(2) ? deepLeft : random.LogUniform(0.001f, 0.2f);
		// The coordinates of an upright shaft hardly round, so its other wall may touch the hull exactly.
		const bool isUpright = angle == 0.0f || (angle == 0.5f * b2_pi && mover.pose.p.x == 0.0f);
		const float deepRight = isUpright && random.OneIn(2) ? 0.0f : deepOther;
		b2Body* body = scene.AddBody(mover.pose.p, angle);
		scene.Add(body, *MakeBox(1.0f, 6.0f, {deepLeft - left - 1.0f, 0.0f}));
		scene.Add(body, *MakeBox(1.0f, 6.0f, {right - deepRight + 1.0f, 0.0f}));

		const float length = random.Uniform(0.05f, 1.0f) * (random.OneIn(2) ? 1.0f : -1.0f);
		const float side = random.OneIn(2) ? 0.0f : random.Uniform(-0.5f, 0.5f);
		const b2Vec2 start = mover.pose.p;
		const std::vector<double> gaps = GapsTo(*scene.world, mover.AsHull(), mover.pose);
		mover.Slide(*scene.world, length * turn.GetYAxis() + side * across,
		            {.maxPush = random.OneIn(2) ? 0.0f : 0.25f});
		const float gone = b2Dot(mover.pose.p - start, turn.GetYAxis()) / length;
		ASSERT_GT(gone, 0.5f) << i;
		ASSERT_LT(gone, 1.1f) << i;
		const std::vector<double> after = GapsTo(*scene.world, mover.AsHull(), mover.pose);
		for (size_t wall = 0; wall < gaps.size(); ++wall)
		{
			ASSERT_GT(after[wall], std::min(gaps[wall], 0.0) - 3e-5) << i << ", " << wall;
			overlaps += gaps[wall] < -1e-4 ? 1 : 0;
		}
	}
	EXPECT_GT(overlaps, ScaledCount(4000) / 2);
}

// Two faces of a thing are equally near. A hull in it may leave by either.
TEST(Slide, LeavesByEitherOfTwoFacesThatAreEquallyNear)
{
	for (const b2Vec2 translation : {b2Vec2{0.3f, -0.1f}, {0.3f, 0.0f}, {0.3f, 0.1f}, {-0.1f, 0.3f}, {0.0f, 0.3f}})
	{
		Scene scene;
		scene.Add(scene.AddBody({0.0f, 0.0f}), *MakeBox(1.0f, 1.0f));
		Mover mover = BoxMoverAt({0.75f, 1.0f});
		const double before = GapTo(*scene.world, mover.AsHull(), mover.pose);
		ASSERT_EQ(before, -0.5);
		mover.Slide(*scene.world, translation, {.maxPush = 0.0f});
		const b2Vec2 end = b2Vec2{0.75f, 1.0f} + translation;
		EXPECT_LT((mover.pose.p - end).Length(), 1e-5f) << translation.x << ", " << translation.y;
		EXPECT_GT(GapTo(*scene.world, mover.AsHull(), mover.pose), before) << translation.x << ", " << translation.y;
	}
}

// A disc falls beside an overhanging wall onto the slope under it. The wall does not stop the disc, and must not be
// reported.
TEST(Slide, ReportsNoWallThatAFallLeavesBehind)
{
	constexpr float k_radius = 0.3f;
	SceneRandom random(0x5A3F);
	int stops = 0;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		Scene scene;
		const float slope = random.Uniform(0.2f, 1.0f);
		const float lean = random.Uniform(0.1f, 0.4f);
		const b2Vec2 out{-std::sin(slope), std::cos(slope)};
		const b2Vec2 fromWall{-std::cos(lean), -std::sin(lean)};
		const float distance = random.Uniform(0.01f, 0.05f);
		scene.Add(scene.AddBody({0.0f, 0.0f}), *MakeBox(5.0f, 1.0f, -1.0f * out, slope));
		Mover mover = MoverAt((k_radius + distance * out.y) * out);
		const b2Vec2 wall = mover.pose.p - (1.0f + k_radius + 0.005f) * fromWall;
		scene.Add(scene.AddBody({0.0f, 0.0f}), *MakeBox(1.0f, 0.3f, wall, lean));
		const std::optional<Ground> ground =
		    CheckGround(*scene.world, mover.AsHull(), mover.pose, {.distance = 0.3f, .maxSlope = 1.2f});
		ASSERT_TRUE(ground.has_value()) << i;
		mover.Slide(*scene.world, {0.0f, -ground->distance});
		for (const SlidePlane& plane : mover.planes)
		{
			ASSERT_GT(plane.normal.y, 0.0f) << i;
			++stops;
		}
	}
	EXPECT_GT(stops, ScaledCount(2000) / 2);
}

} // namespace ricochet::test::slide_test
