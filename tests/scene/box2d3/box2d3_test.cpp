// MIT License, Copyright (c) 2026 the ricochet authors

// ricochet/box2d3.h comes before Box2D's own header, as a game may include them in that order.
#include <ricochet/box2d3.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// These tests run ricochet/box2d3.h over a world of Box2D 3. Box2D 3 is a stand-in, or the real library if CMake gets
// its path. The tests call only functions that both have, and compare with the poses that the engine reports.

namespace ricochet::box2d3::test
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;

using Scalar = decltype(Point{}.x);

Point At(float x, float y)
{
	return {static_cast<Scalar>(x), static_cast<Scalar>(y)};
}

struct Scene
{
	b2WorldId world;

	Scene()
	{
		b2WorldDef def = b2DefaultWorldDef();
		def.gravity = {0.0f, 0.0f};
		world = b2CreateWorld(&def);
	}
	~Scene() { b2DestroyWorld(world); }
	Scene(const Scene&) = delete;
	Scene& operator=(const Scene&) = delete;

	[[nodiscard]] b2BodyId AddBody(Point position, b2BodyType type = b2_staticBody, b2Vec2 velocity = {0.0f, 0.0f},
	                               float spin = 0.0f) const
	{
		b2BodyDef def = b2DefaultBodyDef();
		def.type = type;
		def.position = position;
		def.linearVelocity = velocity;
		def.angularVelocity = spin;
		return b2CreateBody(world, &def);
	}

	static b2ShapeId AddBox(b2BodyId body, float x, float y, const b2Filter* filter = nullptr)
	{
		b2ShapeDef def = b2DefaultShapeDef();
		def.filter = filter != nullptr ? *filter : def.filter;
		const b2Polygon box = b2MakeBox(x, y);
		return b2CreatePolygonShape(body, &def, &box);
	}
};

bool IsSame(b2ShapeId a, b2ShapeId b)
{
	return b2StoreShapeId(a) == b2StoreShapeId(b);
}

// Returns the distance of a point to a box of half-extents (x, y), which is centred on the origin of a body at a pose.
double DistanceToBox(Point point, Point position, double angle, double x, double y)
{
	const double dx = static_cast<double>(point.x) - static_cast<double>(position.x);
	const double dy = static_cast<double>(point.y) - static_cast<double>(position.y);
	const double u = std::abs(std::cos(angle) * dx + std::sin(angle) * dy) - x;
	const double v = std::abs(-std::sin(angle) * dx + std::cos(angle) * dy) - y;
	return u > 0.0 && v > 0.0 ? std::hypot(u, v) : std::max(u, v);
}

} // namespace

TEST(Box2d3, RaysMeetShapesOfAllKinds)
{
	const Scene scene;
	const b2ShapeDef def = b2DefaultShapeDef();
	const b2Circle circle{{0.0f, 0.0f}, 0.5f};
	const b2ShapeId round = b2CreateCircleShape(scene.AddBody(At(5.0f, 0.0f)), &def, &circle);
	const b2Capsule capsule{{0.0f, -1.0f}, {0.0f, 1.0f}, 0.25f};
	const b2ShapeId pill = b2CreateCapsuleShape(scene.AddBody(At(10.0f, 0.0f)), &def, &capsule);
	const b2ShapeId box = Scene::AddBox(scene.AddBody(At(15.0f, 0.0f)), 1.0f, 1.0f);
	const b2Polygon rounded = b2MakeRoundedBox(1.0f, 1.0f, 0.5f);
	const b2ShapeId soft = b2CreatePolygonShape(scene.AddBody(At(20.0f, 0.0f)), &def, &rounded);
	const b2Segment segment{{0.0f, -1.0f}, {0.0f, 1.0f}};
	const b2ShapeId line = b2CreateSegmentShape(scene.AddBody(At(25.0f, 0.0f)), &def, &segment);
	World shots(scene.world);
	ASSERT_TRUE(shots.IsValid());
	std::vector<RayHit> hits;
	shots.CastRayAll(At(0.0f, 0.0f), {30.0f, 0.0f}, hits);
	ASSERT_EQ(hits.size(), 5u);
	const std::array<b2ShapeId, 5> shapes{round, pill, box, soft, line};
	const std::array<float, 5> enters{4.5f, 9.75f, 14.0f, 18.5f, 25.0f};
	const std::array<float, 5> exits{5.5f, 10.25f, 16.0f, 21.5f, 25.0f};
	for (size_t i = 0; i < hits.size(); ++i)
	{
		EXPECT_TRUE(IsSame(hits[i].shape, shapes[i])) << i;
		EXPECT_NEAR(static_cast<double>(hits[i].enter.point.x), enters[i], 1.0e-5) << i;
		EXPECT_NEAR(static_cast<double>(hits[i].exit.point.x), exits[i], 1.0e-5) << i;
		EXPECT_EQ(hits[i].enter.normal.x, -1.0f) << i;
	}
	EXPECT_TRUE(shots.CastRayAny(At(0.0f, 0.0f), {4.6f, 0.0f}));
	EXPECT_FALSE(shots.CastRayAny(At(0.0f, 0.0f), {4.4f, 0.0f}));
	EXPECT_TRUE(shots.InSight(At(0.0f, 0.0f), At(4.0f, 0.0f)));
	EXPECT_FALSE(shots.InSight(At(0.0f, 0.0f), At(6.0f, 0.0f)));
	EXPECT_GT(shots.SeenFraction(At(0.0f, 0.0f), b2Shape_GetBody(round)), 0.9f);
	std::vector<Point> region;
	shots.VisibilityPolygon(At(0.0f, 0.0f), 4.0f, region);
	EXPECT_GT(region.size(), 8u);
}

// The adapter's document has this example. The casts of Box2D 3.1.1 and of its newest version miss here.
TEST(Box2d3, ARayMeetsARoundedPolygon)
{
	const Scene scene;
	const b2ShapeDef def = b2DefaultShapeDef();
	const b2Polygon rounded = b2MakeRoundedBox(0.576f, 0.707f, 0.02f);
	(void)b2CreatePolygonShape(scene.AddBody(At(0.0f, 0.0f)), &def, &rounded);
	World shots(scene.world);
	EXPECT_TRUE(shots.CastRayAny(At(11.4397831f, -0.704349816f), {-22.8767815f, -0.0438487679f}));
}

// The bodies turn through more than half a turn many times.
// Each impact lies on the surface of its body, between the poses that the engine reports before and after the step.
TEST(Box2d3, BulletsMeetBodiesWhereTheEngineMovesThem)
{
	const Scene scene;
	struct Mover
	{
		b2BodyId id;
		Point before{};
		double angle = 0.0;
	};
	std::vector<Mover> movers;
	for (int i = 0; i < 10; ++i)
	{
		const float spin = (i % 2 == 0 ? 1.0f : -1.0f) * static_cast<float>(1 + i);
		const b2BodyId body =
		    scene.AddBody(At(3.0f * static_cast<float>(i), 0.0f), b2_kinematicBody, {0.0f, 0.0f}, spin);
		Scene::AddBox(body, 1.0f, 0.2f);
		movers.push_back({body});
	}
	World shots(scene.world);
	int impacts = 0;
	for (int step = 0; step < 300; ++step)
	{
		for (size_t i = 0; i < movers.size(); ++i)
		{
			const float x = 3.0f * static_cast<float>(i) + 0.9f * std::sin(static_cast<float>(step));
			shots.Fire({.position = At(x, -5.0f), .velocity = {0.0f, 400.0f}, .gravityScale = 0.0f});
			movers[i].before = b2Body_GetPosition(movers[i].id);
			const b2Rot rotation = b2Body_GetRotation(movers[i].id);
			movers[i].angle = std::atan2(static_cast<double>(rotation.s), static_cast<double>(rotation.c));
		}
		ASSERT_TRUE(shots.Step(k_dt, 4));
		for (const Impact& impact : shots.Impacts())
		{
			const auto mover =
			    std::find_if(movers.begin(), movers.end(),
			                 [&](const Mover& other) { return b2StoreBodyId(other.id) == b2StoreBodyId(impact.body); });
			ASSERT_NE(mover, movers.end());
			const b2Rot after = b2Body_GetRotation(mover->id);
			const double turn = std::remainder(
			    std::atan2(static_cast<double>(after.s), static_cast<double>(after.c)) - mover->angle, 2.0 * M_PI);
			const double share = static_cast<double>(impact.event.time) / static_cast<double>(k_dt);
			EXPECT_LE(std::abs(DistanceToBox(impact.enter.point, mover->before, mover->angle + share * turn, 1.0, 0.2)),
			          5.0e-4)
			    << "step " << step;
			++impacts;
		}
	}
	EXPECT_GT(impacts, 1000);
}

TEST(Box2d3, BodiesGetTheMomentumThatBulletsLose)
{
	const Scene scene;
	std::vector<b2BodyId> bodies;
	for (int i = 0; i < 10; ++i)
	{
		bodies.push_back(scene.AddBody(At(3.0f * static_cast<float>(i), 0.0f), b2_dynamicBody, {0.0f, 0.0f}, 1.0f));
		Scene::AddBox(bodies.back(), 1.0f, 1.0f);
	}
	World shots(scene.world);
	double lost = 0.0;
	for (int step = 0; step < 30; ++step)
	{
		for (int i = 0; i < 10; ++i)
		{
			shots.Fire({.position = At(3.0f * static_cast<float>(i) + 0.3f, -5.0f),
			            .velocity = {0.0f, 600.0f},
			            .mass = 0.02f,
			            .gravityScale = 0.0f});
		}
		ASSERT_TRUE(shots.Step(k_dt, 4));
		for (const Impact& impact : shots.Impacts())
		{
			lost += static_cast<double>(impact.event.mass) *
			        static_cast<double>(impact.event.velocity_before.y - impact.event.velocity_after.y);
		}
	}
	double gained = 0.0;
	for (const b2BodyId body : bodies)
	{
		gained += static_cast<double>(b2Body_GetMass(body)) * static_cast<double>(b2Body_GetLinearVelocity(body).y);
	}
	EXPECT_GT(lost, 100.0);
	EXPECT_NEAR(gained, lost, 1.0e-3 * lost);
}

TEST(Box2d3, ShapesThatComeAndGoAreFollowed)
{
	const Scene scene;
	const b2BodyId body = scene.AddBody(At(5.0f, 0.0f));
	const b2ShapeId first = Scene::AddBox(body, 1.0f, 1.0f);
	World shots(scene.world);
	// One shape is replaced by another. The number of shapes stays the same, and the new shape may get the index of the
	// old one.
	b2DestroyShape(first, true);
	const b2ShapeId second = Scene::AddBox(body, 0.5f, 0.5f);
	shots.Sync();
	const auto hit = shots.CastRayClosest(At(0.0f, 0.0f), {10.0f, 0.0f});
	ASSERT_TRUE(hit);
	EXPECT_TRUE(IsSame(hit->shape, second));
	EXPECT_NEAR(static_cast<double>(hit->enter.point.x), 4.5, 1.0e-5);
	b2DestroyBody(body);
	const b2BodyId other = scene.AddBody(At(8.0f, 0.0f));
	const b2ShapeId third = Scene::AddBox(other, 0.5f, 0.5f);
	ASSERT_TRUE(shots.Step(k_dt, 4));
	const auto next = shots.CastRayClosest(At(0.0f, 0.0f), {10.0f, 0.0f});
	ASSERT_TRUE(next);
	EXPECT_TRUE(IsSame(next->shape, third));
	b2DestroyBody(other);
	shots.Sync();
	EXPECT_FALSE(shots.CastRayAny(At(0.0f, 0.0f), {10.0f, 0.0f}));
}

TEST(Box2d3, ATeleportIsAJump)
{
	for (const bool looksAtAll : {false, true})
	{
		const Scene scene;
		const b2BodyId body = scene.AddBody(At(5.0f, 5.0f));
		Scene::AddBox(body, 1.0f, 1.0f);
		World shots(scene.world, {.looksAtAll = looksAtAll});
		b2Body_SetTransform(body, At(5.0f, -5.0f), b2MakeRot(0.5f));
		if (looksAtAll == false)
		{
			shots.Touch(body);
		}
		// A teleport is no motion, so it must not hit the slow bullet between the two places.
		shots.Fire({.position = At(5.0f, 0.0f), .velocity = {0.001f, 0.0f}, .gravityScale = 0.0f});
		ASSERT_TRUE(shots.Step(k_dt, 4));
		EXPECT_TRUE(shots.Impacts().empty());
		EXPECT_FALSE(shots.CastRayAny(At(0.0f, 5.0f), {10.0f, 0.0f}));
		EXPECT_TRUE(shots.CastRayAny(At(0.0f, -5.0f), {10.0f, 0.0f}));
	}
}

TEST(Box2d3, CategoriesAndMasksDecideWithSixtyFourBits)
{
	const Scene scene;
	World shots(scene.world);
	const uint64_t far = uint64_t{1} << 40;
	const uint64_t farther = uint64_t{1} << 63;
	const std::array<b2Filter, 4> filters{
	    {{far, UINT64_MAX, 0}, {farther, farther, 0}, {1, far | farther, 0}, {UINT64_MAX, 1, 0}}};
	for (const b2Filter& filter : filters)
	{
		Scene::AddBox(scene.AddBody(At(5.0f, 0.0f)), 1.0f, 1.0f, &filter);
	}
	shots.Sync();
	std::vector<RayHit> hits;
	for (const uint64_t category : {uint64_t{1}, far, farther, uint64_t{1} << 30, UINT64_MAX})
	{
		for (const uint64_t mask : {uint64_t{1}, far, farther, uint64_t{1} << 30, uint64_t{0}, UINT64_MAX})
		{
			const auto expected =
			    std::count_if(filters.begin(), filters.end(),
			                  [&](const b2Filter& filter)
			                  { return (filter.categoryBits & mask) != 0 && (filter.maskBits & category) != 0; });
			shots.CastRayAll(At(0.0f, 0.0f), {10.0f, 0.0f}, hits, {.categoryBits = category, .maskBits = mask});
			EXPECT_EQ(static_cast<int64_t>(hits.size()), expected) << category << ", " << mask;
		}
	}
}

TEST(Box2d3, TheSixteenthCategoryIsRefused)
{
	const Scene scene;
	for (int i = 0; i < 16; ++i)
	{
		const b2Filter filter{uint64_t{1} << (3 * i), UINT64_MAX, 0};
		Scene::AddBox(scene.AddBody(At(5.0f, 4.0f * static_cast<float>(i))), 1.0f, 1.0f, &filter);
	}
	World shots(scene.world);
	ASSERT_EQ(shots.Refused().size(), 1u);
	EXPECT_EQ(shots.Refused()[0].error.reason, RICOCHET_TOO_MANY);
	EXPECT_STREQ(shots.Refused()[0].error.parameter, "categoryBits");
	EXPECT_TRUE(b2Shape_IsValid(shots.Refused()[0].shape));
	int hits = 0;
	for (int i = 0; i < 16; ++i)
	{
		hits += shots.CastRayAny(At(0.0f, 4.0f * static_cast<float>(i)), {10.0f, 0.0f}) ? 1 : 0;
	}
	EXPECT_EQ(hits, 15);
}

TEST(Box2d3, ABodyThatARuleDestroysIsDestroyedInTheEngine)
{
	const Scene scene;
	const b2BodyId body = scene.AddBody(At(5.0f, 0.0f), b2_dynamicBody, {0.1f, 0.0f});
	Scene::AddBox(body, 1.0f, 1.0f);
	World shots(scene.world);
	ASSERT_TRUE(ricochet_queue_destroy(shots.Plugin(), shots.SceneBody(body)));
	ASSERT_TRUE(shots.Step(k_dt, 4));
	ASSERT_TRUE(shots.Step(k_dt, 4));
	EXPECT_FALSE(b2Body_IsValid(body));
	EXPECT_FALSE(shots.CastRayAny(At(0.0f, 0.0f), {10.0f, 0.0f}));
}

// A heavy grenade is in the path of a crate. In every step, engine and scene must agree on the crate's place, and crate
// and grenade must not overlap.
TEST(Box2d3, EngineAndSceneAgreeWhereBodiesAre)
{
	const Scene scene;
	Scene::AddBox(scene.AddBody(At(0.0f, -1.0f)), 50.0f, 1.0f);
	Scene::AddBox(scene.AddBody(At(3.0f, 1.0f)), 1.0f, 1.0f);
	const b2BodyId crate = scene.AddBody(At(-3.0f, 0.6f), b2_dynamicBody, {6.0f, 0.0f});
	Scene::AddBox(crate, 0.5f, 0.5f);
	World shots(scene.world);
	const ricochet_grenade grenade = shots.Throw({.position = At(1.7f, 0.25f), .radius = 0.2f, .mass = 50.0f});
	EXPECT_NE(grenade.generation, 0u);
	for (int step = 0; step < 120; ++step)
	{
		ASSERT_TRUE(shots.Step(k_dt, 4));
		ricochet_body_state state;
		ASSERT_TRUE(ricochet_get_body(shots.Scene(), shots.SceneBody(crate), &state));
		const Point there = shots.ToWorld(state.pose.position);
		const Point here = b2Body_GetPosition(crate);
		EXPECT_NEAR(static_cast<double>(there.x), static_cast<double>(here.x), 1.0e-6) << step;
		EXPECT_NEAR(static_cast<double>(there.y), static_cast<double>(here.y), 1.0e-6) << step;
		ricochet_grenade_state thrown;
		ASSERT_EQ(ricochet_find_grenade(shots.Plugin(), grenade, &thrown), 1);
		const b2Rot rotation = b2Body_GetRotation(crate);
		const double angle = std::atan2(static_cast<double>(rotation.s), static_cast<double>(rotation.c));
		EXPECT_GT(DistanceToBox(shots.ToWorld(thrown.position), here, angle, 0.5, 0.5), 0.2 - 1.0e-3) << step;
	}
}

TEST(Box2d3, AnOriginKeepsLargeWorldsExact)
{
	if constexpr (sizeof(Scalar) == sizeof(double))
	{
		const Scene scene;
		const Point origin{static_cast<Scalar>(1.0e7), static_cast<Scalar>(-3.0e7)};
		Point box = origin;
		box.x += static_cast<Scalar>(5.25);
		Scene::AddBox(scene.AddBody(box), 1.0f, 1.0f);
		World shots(scene.world, {.origin = origin});
		const auto hit = shots.CastRayClosest(origin, {10.0f, 0.0f});
		ASSERT_TRUE(hit);
		EXPECT_NEAR(static_cast<double>(hit->enter.point.x - origin.x), 4.25, 1.0e-6);
	}
}

// If the engine's positions are double, the tests below run far from its origin.

struct FarScene : Scene
{
	static constexpr Scalar k_shift = sizeof(Scalar) == sizeof(double) ? Scalar{1.0e7} : Scalar{0};
	static Point Far(float x, float y) { return {x + k_shift, y - k_shift}; }
	static double X(Point point) { return static_cast<double>(point.x - k_shift); }
	static double Y(Point point) { return static_cast<double>(point.y + k_shift); }
	static World::Options Options() { return {.origin = Far(0.0f, 0.0f)}; }

	[[nodiscard]] b2BodyId AddBoxAt(float x, float y, float hx, float hy, b2BodyType type = b2_staticBody) const
	{
		const b2BodyId body = AddBody(Far(x, y), type);
		AddBox(body, hx, hy);
		return body;
	}
};

TEST(Box2d3, BodiesSeeOthersThatNothingHides)
{
	const FarScene scene;
	const b2BodyId guard = scene.AddBoxAt(-5.0f, 0.0f, 0.5f, 0.5f);
	const b2BodyId wall = scene.AddBoxAt(0.0f, 0.0f, 0.5f, 2.0f);
	const b2BodyId hidden = scene.AddBoxAt(5.0f, 0.0f, 0.5f, 0.5f);
	const b2BodyId open = scene.AddBoxAt(-5.0f, 8.0f, 0.5f, 0.5f);
	World shots(scene.world, FarScene::Options());
	EXPECT_TRUE(shots.InSight(guard, open));
	EXPECT_FALSE(shots.InSight(guard, hidden));
	EXPECT_TRUE(shots.InSight(guard, hidden, {.ignore = {wall}}));
	Eye eye{.position = FarScene::Far(-5.0f, 3.0f), .radius = 20.0f, .direction = 1.57f, .cone = 1.0f};
	EXPECT_GT(shots.SeenFraction(eye, open), 0.9f);
	eye.direction = 0.0f;
	EXPECT_EQ(shots.SeenFraction(eye, open), 0.0f);
	std::vector<Point> region;
	shots.VisibilityPolygon(eye, region);
	ASSERT_GT(region.size(), 2u);
	for (const Point point : region)
	{
		EXPECT_GE(FarScene::X(point), -5.0 - 1.0e-5);
		EXPECT_LE(std::hypot(FarScene::X(point) + 5.0, FarScene::Y(point) - 3.0), 20.0 + 1.0e-4);
	}
}

TEST(Box2d3, ALightFallsOnWhatNothingHides)
{
	const FarScene scene;
	(void)scene.AddBoxAt(0.0f, 0.0f, 1.0f, 1.0f);
	World shots(scene.world, FarScene::Options());
	Region region(shots);
	ASSERT_TRUE(region.Illuminate(Light{.position = FarScene::Far(-5.0f, 0.0f), .radius = 20.0f, .size = 0.5f}));
	EXPECT_EQ(region.ShareAt(FarScene::Far(-3.0f, 0.0f)), 1.0f);
	EXPECT_EQ(region.ShareAt(FarScene::Far(3.0f, 0.0f)), 0.0f);
	const float half = region.ShareAt(FarScene::Far(3.0f, 2.0f)); // the line from the middle of the lamp to a corner
	EXPECT_NEAR(half, 0.5f, 0.02f);
	std::vector<LitVertex> corners;
	region.SoftTriangles(corners);
	EXPECT_GT(corners.size(), 2u);
	std::vector<Point> triangles, polygon;
	region.Triangles(triangles, 0.1f);
	ASSERT_EQ(triangles.size() % 3, 0u);
	region.Polygon(polygon, 0.1f);
	const auto areaOf = [](Point a, Point b, Point c)
	{
		return 0.5 * ((FarScene::X(b) - FarScene::X(a)) * (FarScene::Y(c) - FarScene::Y(a)) -
		              (FarScene::X(c) - FarScene::X(a)) * (FarScene::Y(b) - FarScene::Y(a)));
	};
	double sum = 0.0;
	for (size_t i = 0; i < triangles.size(); i += 3)
	{
		sum += areaOf(triangles[i], triangles[i + 1], triangles[i + 2]);
	}
	double area = 0.0;
	for (size_t i = 2; i < polygon.size(); ++i)
	{
		area += areaOf(polygon[0], polygon[i - 1], polygon[i]);
	}
	EXPECT_GT(area, 600.0);
	EXPECT_LT(area, 400.0 * M_PI);
	EXPECT_NEAR(sum, area, 1.0);

	ASSERT_TRUE(region.Illuminate(ParallelLight{
	    .direction = {0.0f, -1.0f}, .viewLower = FarScene::Far(-5.0f, -5.0f), .viewUpper = FarScene::Far(5.0f, 5.0f)}));
	EXPECT_EQ(region.ShareAt(FarScene::Far(0.0f, -3.0f)), 0.0f);
	EXPECT_EQ(region.ShareAt(FarScene::Far(3.0f, -3.0f)), 1.0f);
	ASSERT_TRUE(region.Look({.position = FarScene::Far(0.0f, 5.0f)}));
	EXPECT_EQ(region.ShareAt(FarScene::Far(0.0f, 3.0f)), 1.0f);
	EXPECT_EQ(region.ShareAt(FarScene::Far(0.0f, -3.0f)), 0.0f);
}

TEST(Box2d3, ABlastPushesWhatItSeesAndItsPreviewPushesNothing)
{
	const FarScene scene;
	const b2BodyId crate = scene.AddBoxAt(2.0f, 0.0f, 0.5f, 0.5f, b2_dynamicBody);
	const b2BodyId hidden = scene.AddBoxAt(-3.0f, 0.0f, 0.5f, 0.5f, b2_dynamicBody);
	(void)scene.AddBoxAt(-1.5f, 0.0f, 0.1f, 3.0f);
	World shots(scene.world, FarScene::Options());
	const BlastDef blast{.position = FarScene::Far(0.0f, 0.0f), .radius = 3.0f, .fragments = 5};
	std::vector<BlastHit> preview, hits;
	shots.PreviewBlast(blast, preview);
	EXPECT_EQ(b2Body_GetLinearVelocity(crate).x, 0.0f);
	ASSERT_TRUE(shots.Explode(blast));
	shots.BlastHits(hits);
	ASSERT_EQ(hits.size(), preview.size());
	bool isCrateHit = false;
	for (size_t i = 0; i < hits.size(); ++i)
	{
		EXPECT_EQ(b2StoreBodyId(hits[i].body), b2StoreBodyId(preview[i].body));
		EXPECT_EQ(hits[i].event.impulse.x, preview[i].event.impulse.x);
		EXPECT_NE(b2StoreBodyId(hits[i].body), b2StoreBodyId(hidden));
		if (b2StoreBodyId(hits[i].body) == b2StoreBodyId(crate))
		{
			isCrateHit = true;
			EXPECT_NEAR(FarScene::X(hits[i].point), 1.5, 1.0e-5);
			EXPECT_GT(hits[i].event.impulse.x, 1.0f);
			EXPECT_NEAR(b2Body_GetLinearVelocity(crate).x, hits[i].event.impulse.x / b2Body_GetMass(crate), 1.0e-5f);
		}
	}
	EXPECT_TRUE(isCrateHit);
	EXPECT_EQ(b2Body_GetLinearVelocity(hidden).x, 0.0f);
	std::vector<Bullet> bullets;
	shots.Bullets(bullets);
	EXPECT_EQ(bullets.size(), 5u);
}

TEST(Box2d3, AGrenadeExplodesWithItsBlast)
{
	const FarScene scene;
	const b2BodyId crate = scene.AddBoxAt(2.0f, 0.0f, 0.5f, 0.5f, b2_dynamicBody);
	World shots(scene.world, FarScene::Options());
	const auto destroys = [](const ricochet_blast_hit*, ricochet_blast_decision* decision, void* count)
	{
		decision->destroyed = true;
		*static_cast<int*>(count) += 1;
	};
	int calls = 0;
	const BlastDef blast{.filter = {.categoryBits = uint64_t{1} << 50}, .rule = destroys, .context = &calls};
	const ricochet_grenade thrown =
	    shots.Throw({.position = FarScene::Far(0.0f, 0.0f), .fuse = 0.02f, .blast = &blast});
	ASSERT_NE(thrown.generation, 0u);
	std::vector<Grenade> grenades;
	shots.Grenades(grenades);
	ASSERT_EQ(grenades.size(), 1u);
	EXPECT_EQ(FarScene::X(grenades[0].position), 0.0);
	std::vector<Expired> expired;
	for (int step = 0; step < 4 && expired.empty(); ++step)
	{
		ASSERT_TRUE(shots.Step(k_dt, 4));
		shots.ExpiredEvents(expired);
	}
	ASSERT_EQ(expired.size(), 1u);
	EXPECT_EQ(expired[0].event.reason, RICOCHET_FUSE);
	EXPECT_NEAR(FarScene::X(expired[0].position), 0.0, 1.0e-5);
	EXPECT_GT(calls, 0);
	ASSERT_TRUE(shots.Step(k_dt, 4));
	ASSERT_TRUE(shots.Step(k_dt, 4));
	EXPECT_FALSE(b2Body_IsValid(crate));
}

TEST(Box2d3, ABulletFliesItsPreviewUnlessItIsCancelled)
{
	const FarScene scene;
	const b2BodyId wall = scene.AddBoxAt(30.0f, 0.0f, 0.5f, 20.0f);
	World shots(scene.world, FarScene::Options());
	const BulletDef def{.position = FarScene::Far(1.0f, 2.0f), .velocity = {300.0f, 10.0f}};
	std::vector<Point> path;
	shots.Preview(def, 1.0f, k_dt, path);
	ASSERT_GT(path.size(), 1u);
	EXPECT_NEAR(FarScene::X(path.front()), 1.0, 1.0e-5);
	EXPECT_NEAR(FarScene::X(path.back()), 29.5, 1.0e-4);
	shots.Preview(GrenadeDef{.position = FarScene::Far(1.0f, 2.0f), .velocity = {5.0f, 0.0f}}, 1.0f, k_dt, path);
	EXPECT_NEAR(FarScene::X(path.back()), 6.0, 1.0e-2);
	shots.Fire(def);
	EXPECT_TRUE(shots.Cancel(shots.Fire(def)));
	EXPECT_TRUE(shots.Cancel(shots.Throw({.position = FarScene::Far(1.0f, 2.0f)})));
	std::vector<Bullet> bullets;
	shots.Bullets(bullets);
	ASSERT_EQ(bullets.size(), 1u);
	EXPECT_NEAR(FarScene::X(bullets[0].position), 1.0, 1.0e-5);
	std::vector<Impact> impacts;
	for (int step = 0; step < 10 && impacts.empty(); ++step)
	{
		ASSERT_TRUE(shots.Step(k_dt, 4));
		impacts = shots.Impacts();
	}
	ASSERT_EQ(impacts.size(), 1u);
	EXPECT_NEAR(FarScene::X(impacts[0].enter.point), 29.5, 1.0e-4);
	ASSERT_TRUE(shots.QueueDestroy(wall));
	ASSERT_TRUE(shots.Step(k_dt, 4));
	ASSERT_TRUE(shots.Step(k_dt, 4));
	EXPECT_FALSE(b2Body_IsValid(wall));
}

TEST(Box2d3, ASurfaceLetsBulletsThroughAlsoAfterATouch)
{
	const FarScene scene;
	const b2BodyId wall = scene.AddBody(FarScene::Far(5.0f, 0.0f));
	const b2ShapeId shape = Scene::AddBox(wall, 0.5f, 1.0f);
	World shots(scene.world, FarScene::Options());
	const auto responseOf = [&]
	{
		shots.Fire({.position = FarScene::Far(0.0f, 0.0f), .velocity = {600.0f, 0.0f}, .maxPierces = 1});
		EXPECT_TRUE(shots.Step(k_dt, 4));
		return shots.Impacts().empty() ? -1 : shots.Impacts()[0].event.response;
	};
	EXPECT_EQ(responseOf(), RICOCHET_STOP);
	ricochet_surface paper;
	ASSERT_TRUE(ricochet_get_surface(shots.Plugin(), shots.SceneShape(shape), &paper));
	paper.resistance = 1.0f;
	ASSERT_TRUE(shots.SetSurface(shape, paper));
	EXPECT_EQ(responseOf(), RICOCHET_PIERCE);
	shots.Touch(wall);
	EXPECT_EQ(responseOf(), RICOCHET_PIERCE);
	EXPECT_FALSE(shots.SetSurface(b2ShapeId{}, paper));
}

TEST(Box2d3, ABeamBouncesBetweenMirrors)
{
	const FarScene scene;
	(void)scene.AddBoxAt(0.0f, -2.0f, 50.0f, 1.0f);
	(void)scene.AddBoxAt(0.0f, 2.0f, 50.0f, 1.0f);
	World shots(scene.world, FarScene::Options());
	std::vector<BeamLeg> legs;
	EXPECT_EQ(shots.CastBeam(FarScene::Far(-20.0f, 0.0f), {1.0f, 1.0f}, {.length = 30.0f, .maxBounces = 100}, legs),
	          RICOCHET_BEAM_LENGTH);
	ASSERT_EQ(legs.size(), 12u); // hits at 1, 3, ..., 21 m along x; the length ends at 21.2 m
	for (size_t i = 0; i < legs.size(); ++i)
	{
		const double end = i + 1 < legs.size() ? 1.0 + 2.0 * static_cast<double>(i) : 30.0 / std::sqrt(2.0);
		EXPECT_NEAR(FarScene::X(legs[i].end), -20.0 + end, 1.0e-4) << i;
		EXPECT_NEAR(FarScene::X(legs[i].begin), i == 0 ? -20.0 : FarScene::X(legs[i - 1].end), 1.0e-5) << i;
		EXPECT_EQ(b2Shape_IsValid(legs[i].hit.shape), i + 1 < legs.size()) << i;
	}
	EXPECT_EQ(shots.CastBeam(FarScene::Far(0.0f, 0.0f), {0.0f, 0.0f}, {}, legs), RICOCHET_BEAM_INVALID);
	EXPECT_TRUE(legs.empty());
}

TEST(Box2d3, DistancesAndThicknessesAreMeasured)
{
	const FarScene scene;
	for (int i = 1; i <= 20; ++i)
	{
		(void)scene.AddBoxAt(2.0f * static_cast<float>(i), 0.0f, 0.5f, 0.5f);
	}
	const b2BodyId pair = scene.AddBody(FarScene::Far(-5.0f, 0.0f));
	for (const float x : {-0.5f, 0.5f})
	{
		const b2ShapeDef def = b2DefaultShapeDef();
		b2Polygon half = b2MakeBox(0.5f, 0.5f);
		for (b2Vec2& vertex : half.vertices)
		{
			vertex.x += x;
		}
		(void)b2CreatePolygonShape(pair, &def, &half);
	}
	World shots(scene.world, FarScene::Options());
	const auto nearest = shots.Nearest(FarScene::Far(0.0f, 0.0f), 10.0f);
	ASSERT_TRUE(nearest);
	EXPECT_NEAR(nearest->distance, 1.5f, 1.0e-5f);
	EXPECT_NEAR(FarScene::X(nearest->point), 1.5, 1.0e-5);
	EXPECT_EQ(nearest->normal.x, -1.0f);
	EXPECT_FALSE(shots.Nearest(FarScene::Far(0.0f, 0.0f), 1.0f));
	std::vector<NearestHit> all;
	shots.AllNearest(FarScene::Far(41.0f, 0.0f), 100.0f, 18, all);
	ASSERT_EQ(all.size(), 18u);
	EXPECT_NEAR(all[17].distance, 34.5f, 1.0e-4f);
	EXPECT_NEAR(shots.SolidLength(FarScene::Far(0.0f, 0.0f), FarScene::Far(50.0f, 0.0f)), 20.0f, 1.0e-4f);
	std::vector<RayHit> solids;
	shots.CastRaySolids(FarScene::Far(0.0f, 0.0f), {-10.0f, 0.0f}, solids);
	ASSERT_EQ(solids.size(), 1u);
	EXPECT_NEAR(FarScene::X(solids[0].enter.point), -4.0, 1.0e-5);
	EXPECT_NEAR(FarScene::X(solids[0].exit.point), -6.0, 1.0e-5);
}

TEST(Box2d3, HullsMoveStandAndSlide)
{
	const FarScene scene;
	const b2BodyId floor = scene.AddBoxAt(0.0f, -1.0f, 50.0f, 1.0f);
	const b2BodyId wall = scene.AddBoxAt(6.0f, 2.0f, 1.0f, 5.0f);
	World shots(scene.world, FarScene::Options());
	const b2Rot level = b2MakeRot(0.0f);
	const std::array<b2Vec2, 1> center{{{0.0f, 0.0f}}};
	const Hull disc{center, 0.5f};
	const auto hit = shots.CastHullClosest(disc, FarScene::Far(0.0f, 1.0f), level, {10.0f, 0.0f});
	ASSERT_TRUE(hit);
	EXPECT_EQ(b2StoreBodyId(hit->body), b2StoreBodyId(wall));
	EXPECT_NEAR(FarScene::X(hit->enter.point), 4.5, 1.0e-5);
	EXPECT_NEAR(FarScene::X(hit->contact), 5.0, 1.0e-5);
	EXPECT_LE(FarScene::X(hit->place), 4.5);
	std::vector<HullHit> hits;
	shots.CastHullAll(disc, FarScene::Far(0.0f, 1.0f), level, {10.0f, -2.0f}, hits);
	EXPECT_EQ(hits.size(), 2u);
	// A quarter turn makes a lying box upright.
	const std::array<b2Vec2, 4> corners{{{-1.0f, -0.25f}, {1.0f, -0.25f}, {1.0f, 0.25f}, {-1.0f, 0.25f}}};
	const Hull plank{corners};
	std::vector<Overlap> overlaps;
	shots.OverlapHull(plank, FarScene::Far(0.0f, 0.5f), level, overlaps);
	EXPECT_TRUE(overlaps.empty());
	shots.OverlapHull(plank, FarScene::Far(0.0f, 0.5f), b2MakeRot(1.57079633f), overlaps);
	ASSERT_EQ(overlaps.size(), 1u);
	EXPECT_EQ(b2StoreBodyId(overlaps[0].body), b2StoreBodyId(floor));
	EXPECT_NEAR(overlaps[0].depth, 0.5f, 1.0e-4f);
	EXPECT_NEAR(FarScene::Y(overlaps[0].place), 1.0, 1.0e-3);
	const auto ground = shots.CheckGround(disc, FarScene::Far(0.0f, 0.55f), level);
	ASSERT_TRUE(ground);
	EXPECT_TRUE(ground->isWalkable);
	EXPECT_EQ(ground->normal.y, 1.0f);
	EXPECT_NEAR(ground->distance, 0.05f, 1.0e-4f);
	EXPECT_NEAR(FarScene::Y(ground->point), 0.0, 1.0e-5);
	std::vector<SlidePlane> planes;
	const auto slide = shots.SlideHull(disc, FarScene::Far(4.0f, 3.0f), level, {3.0f, 1.0f}, planes);
	ASSERT_TRUE(slide);
	EXPECT_TRUE(slide->isFree);
	EXPECT_NEAR(FarScene::X(slide->position), 4.5, 0.02);
	EXPECT_NEAR(FarScene::Y(slide->position), 4.0, 0.02);
	ASSERT_EQ(planes.size(), 1u);
	EXPECT_EQ(b2StoreBodyId(planes[0].body), b2StoreBodyId(wall));
	EXPECT_NEAR(FarScene::X(planes[0].point), 5.0, 0.01);
	EXPECT_FALSE(shots.SlideHull({}, FarScene::Far(4.0f, 3.0f), level, {3.0f, 1.0f}, planes));
}

} // namespace ricochet::box2d3::test
