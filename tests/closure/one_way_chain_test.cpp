// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>
#include <ricochet/projectile/plugin.h>
#include <ricochet/query/ground.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/simple_queries.h>
#include <ricochet/query/turning_query.h>

#include "support/random_rays.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

// Tests that shapes that are halfway through a one-way chain pass all of its edges, wherever its vertices are. The
// heights of the chain's vertices judge the results.

namespace ricochet::test::one_way_chain_test
{

namespace
{

constexpr float k_end = 12.0f; // the chain extends from x = k_end to -k_end

// Adds a chain near y = 0 whose front is up. It is one shape, or one edge per link. Returns its vertices.
std::vector<b2Vec2> AddGround(SceneRandom& random, Scene& scene, b2Vec2 at, float steepest)
{
	std::vector<b2Vec2> path{{k_end, 0.0f}};
	while (path.back().x > -k_end)
	{
		const float step = random.Uniform(0.1f, 1.5f);
		const float slope = random.OneIn(4) ? 0.0f : random.Uniform(-steepest, steepest);
		const float height = std::clamp(path.back().y + step * slope, -0.3f, 0.3f);
		path.push_back({path.back().x - step, height});
	}
	b2Body* body = scene.AddBody(at);
	if (random.OneIn(2))
	{
		scene.Add(body, ChainOf(path));
		return path;
	}
	for (size_t i = 0; i + 1 < path.size(); ++i)
	{
		const b2Vec2 before = i > 0 ? path[i - 1] : path[0] + b2Vec2{1.0f, 0.0f};
		const b2Vec2 after = i + 2 < path.size() ? path[i + 2] : path.back() - b2Vec2{1.0f, 0.0f};
		b2EdgeShape edge;
		edge.SetOneSided(before, path[i], path[i + 1], after);
		scene.Add(body, edge);
	}
	return path;
}

// True if a walker without width at x is so close to a vertex that rounding decides which edge it crosses.
bool IsAtVertex(std::span<const b2Vec2> path, float x)
{
	return std::any_of(path.begin(), path.end(), [&](b2Vec2 vertex) { return std::abs(vertex.x - x) < 0.002f; });
}

// A disc, a capsule or a box that contains the box from (-0.3, -0.6) to (0.3, 0.6), or an upright segment from y = -0.6
// to 0.6.
struct Walker
{
	std::array<b2Vec2, 4> vertices{b2Vec2{0.0f, 0.0f}};
	size_t count = 1;
	float radius = 0.0f;

	explicit Walker(SceneRandom& random)
	{
		switch (random.Below(4))
		{
		case 0:
			radius = random.Uniform(0.7f, 1.2f);
			break;
		case 1:
			vertices = {b2Vec2{0.0f, -0.6f}, {0.0f, 0.6f}};
			count = 2;
			radius = random.Uniform(0.3f, 0.8f);
			break;
		case 2:
			vertices = {b2Vec2{0.0f, -0.6f}, {0.0f, 0.6f}};
			count = 2;
			break;
		default:
			const float x = random.Uniform(0.3f, 1.0f);
			vertices = {b2Vec2{-x, -0.6f}, {x, -0.6f}, {x, 0.6f}, {-x, 0.6f}};
			count = 4;
		}
	}

	[[nodiscard]] Hull AsHull() const { return {{vertices.data(), count}, radius}; }
};

QueryFilter FrontOnly()
{
	QueryFilter filter;
	filter.sides = Sides::Front;
	return filter;
}

} // namespace

TEST(OneWayChain, HoldsNothingThatIsHalfThrough)
{
	SceneRandom random(2601);
	const QueryFilter front = FrontOnly();
	std::vector<SlidePlane> planes;
	int all = 0;
	for (int level = 0; level < ScaledCount(300); ++level)
	{
		Scene scene;
		const b2Vec2 at = random.OneIn(3) ? b2Vec2{random.Uniform(-900.0f, 900.0f), 70.0f} : b2Vec2{0.0f, 0.0f};
		const std::vector<b2Vec2> path = AddGround(random, scene, at, random.OneIn(2) ? 0.2f : 1.5f);
		const Snapshot copy(*scene.world);
		for (int i = 0; i < 40; ++i)
		{
			const Walker walker(random);
			const Hull hull = walker.AsHull();
			// The heights of the chain are between -0.3 and 0.3, so the walker's middle is at the chain everywhere.
			const b2Vec2 from{random.Uniform(-9.0f, 9.0f), random.Uniform(-0.2f, 0.2f)};
			const b2Vec2 to{random.Uniform(-9.0f, 9.0f), random.Uniform(-0.2f, 0.2f)};
			const b2Transform pose = PoseAt(at + from, 0.0f);
			const b2Vec2 way = to - from;
			if (walker.radius == 0.0f && IsAtVertex(path, from.x))
			{
				continue;
			}
			EXPECT_TRUE(CastHullAny(*scene.world, {hull, pose, way})) << level << ", " << i;
			for (const Space& space : {Space(*scene.world), Space(copy)})
			{
				EXPECT_FALSE(CastHullClosest(space, {hull, pose, way}, front)) << level << ", " << i;
				EXPECT_FALSE(CastHullAny(space, {hull, pose, way}, front)) << level << ", " << i;
				EXPECT_FALSE(CastTurningClosest(space, {hull, {pose, {0.0f, 0.0f}, way, 0.0f}}, front)) << level;
				EXPECT_FALSE(CheckGround(space, hull, pose, {.distance = 0.2f}, front)) << level << ", " << i;
				const SlideResult slid = SlideHull(space, hull, pose, way, planes, {}, front);
				EXPECT_LE((slid.position - (pose.p + way)).Length(), 1.0e-4f) << level << ", " << i;
			}
			++all;
		}
	}
	EXPECT_GE(all, ScaledCount(11000));
}

TEST(OneWayChain, HoldsEverythingThatComesFromAbove)
{
	SceneRandom random(2602);
	const QueryFilter front = FrontOnly();
	for (int level = 0; level < ScaledCount(300); ++level)
	{
		Scene scene;
		(void)AddGround(random, scene, {0.0f, 0.0f}, random.OneIn(2) ? 0.2f : 1.5f);
		for (int i = 0; i < 40; ++i)
		{
			const Walker walker(random);
			const b2Transform pose = PoseAt({random.Uniform(-9.0f, 9.0f), random.Uniform(2.0f, 3.0f)}, 0.0f);
			const HullPath down{walker.AsHull(), pose, {random.Uniform(-1.0f, 1.0f), -6.0f}};
			const auto any = CastHullClosest(*scene.world, down);
			const auto hit = CastHullClosest(*scene.world, down, front);
			ASSERT_TRUE(any && hit) << level << ", " << i;
			EXPECT_EQ(hit->enter.fraction, any->enter.fraction) << level << ", " << i;
			// At this place, the walker rests on the chain, and cannot pass it.
			const HullPath on{walker.AsHull(), PoseAt(hit->place, 0.0f), {0.0f, -2.0f}};
			EXPECT_TRUE(CastHullAny(*scene.world, on, front)) << level << ", " << i;
			const HullPath up{walker.AsHull(), PoseAt({pose.p.x, -pose.p.y}, 0.0f), {0.0f, 6.0f}};
			EXPECT_FALSE(CastHullAny(*scene.world, up, front)) << level << ", " << i;
		}
	}
}

// Seen from below, the lowest vertex of a hollow is a tip. A disc that touches the tip is in front of one edge's line,
// but behind the chain.
TEST(OneWayChain, LetsProjectilesFromBehindPassTheTipOfAHollow)
{
	SceneRandom random(2603);
	int passing = 0;
	for (int i = 0; i < ScaledCount(2000); ++i)
	{
		Scene scene;
		const float height = random.Uniform(1.0f, 8.0f);
		const std::array<b2Vec2, 3> hollow{b2Vec2{2.0f, height}, {0.0f, 0.0f}, {-2.0f, height}};
		b2Body* body = scene.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f));
		scene.Add(body, ChainOf(hollow));
		const float radius = random.Uniform(0.05f, 0.4f);
		const float aim = random.Uniform(-1.2f, 1.2f);
		const b2Vec2 from = body->GetWorldPoint({-1.5f * std::sin(aim), -1.5f * std::cos(aim)});
		const float aside = radius * random.Uniform(-0.9f, 0.9f);
		const b2Vec2 muzzle = from + (aside / 1.5f) * b2Vec2{-from.y, from.x};
		const b2Vec2 way = -1.2f * from;
		const bool isHit = CastCircleClosest(*scene.world, muzzle, radius, way, FrontOnly()).has_value();
		passing += isHit ? 0 : 1;

		Plugin plugin(*scene.world);
		BulletDef bullet;
		GrenadeDef grenade;
		const auto aimFrom = [&](auto& def)
		{
			def.position = muzzle;
			def.velocity = 60.0f * way;
			def.radius = radius;
			def.gravityScale = 0.0f;
			def.filter = FrontOnly();
		};
		aimFrom(bullet);
		aimFrom(grenade);
		ASSERT_TRUE(plugin.Fire(bullet));
		ASSERT_TRUE(plugin.Throw(grenade));
		plugin.Step(1.0f / 60.0f, 8, 3);
		EXPECT_EQ(plugin.Impacts().empty(), isHit == false) << i;
	}
	EXPECT_GE(passing, ScaledCount(500));
}

// The disc reaches above the tip of the hollow, but no part of the disc is above the chain.
TEST(OneWayChain, LetsDiscsPassSidewaysBelowTheTipOfAHollow)
{
	SceneRandom random(2605);
	for (int i = 0; i < ScaledCount(5000); ++i)
	{
		Scene scene;
		const float half = random.Uniform(0.1f, 2.0f);
		const float height = random.Uniform(1.0f, 8.0f);
		const std::array<b2Vec2, 3> hollow{b2Vec2{half, height}, {0.0f, 0.0f}, {-half, height}};
		const b2Vec2 at{random.Uniform(-5.0f, 5.0f), random.Uniform(-5.0f, 5.0f)};
		b2Body* body = scene.AddBody(at, random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		scene.Add(body, ChainOf(hollow));
		const float radius = random.Uniform(0.05f, 0.4f);
		const float y = -radius * random.Uniform(0.3f, 0.99f);
		const float side = random.OneIn(2) ? 1.5f : -1.5f;
		const b2Vec2 from = body->GetWorldPoint({side, y});
		const b2Vec2 way = body->GetWorldPoint({-side, y}) - from;
		EXPECT_TRUE(CastCircleClosest(*scene.world, from, radius, way)) << i;
		EXPECT_FALSE(CastCircleClosest(*scene.world, from, radius, way, FrontOnly())) << i;
	}
}

// In a corner of the rotating room, rounding may move a wall over the grenade by less than a micrometre. The grenade
// must stay in the room.
TEST(OneWayChain, KeepsAGrenadeInATurningRoom)
{
	SceneRandom random(2604);
	for (int trial = 0; trial < ScaledCount(200); ++trial)
	{
		b2World world({0.0f, 0.0f});
		b2BodyDef def;
		def.type = b2_kinematicBody;
		def.linearVelocity = {random.Uniform(-5.0f, 5.0f), random.Uniform(-5.0f, 5.0f)};
		def.angularVelocity = random.LogUniform(1.0f, 8.0f);
		b2Body* room = world.CreateBody(&def);
		const b2Vec2 half{random.Uniform(0.7f, 3.0f), random.Uniform(0.7f, 3.0f)};
		const b2Vec2 middle{random.Uniform(-4.0f, 4.0f), random.Uniform(-4.0f, 4.0f)};
		// The order is clockwise, so the front is inside.
		const b2Vec2 corners[] = {middle + b2Vec2{-half.x, half.y}, middle + half, middle + b2Vec2{half.x, -half.y},
		                          middle - half};
		b2ChainShape walls;
		walls.CreateLoop(corners, 4);
		(void)room->CreateFixture(&walls, 0.0f);
		Plugin plugin(world);
		GrenadeDef grenade;
		grenade.position = room->GetWorldPoint(middle);
		grenade.velocity = 10.0f * random.Direction();
		grenade.radius = random.Uniform(0.05f, 0.3f);
		grenade.friction = random.Uniform(0.0f, 2.0f);
		grenade.restitution = random.Uniform(0.0f, 0.5f);
		grenade.fuse = std::numeric_limits<float>::infinity();
		grenade.filter = FrontOnly();
		const GrenadeId id = plugin.Throw(grenade);
		const float dt = random.LogUniform(1.0f / 60.0f, 1.0f / 6.0f);
		for (int step = 0; step < 60; ++step)
		{
			plugin.Step(dt, 8, 3);
			const auto state = plugin.Find(id);
			ASSERT_TRUE(state) << trial << ", " << step;
			const b2Vec2 offset = room->GetLocalPoint(state->position) - middle;
			ASSERT_TRUE(std::abs(offset.x) < half.x && std::abs(offset.y) < half.y) << trial << ", " << step;
		}
	}
}

} // namespace ricochet::test::one_way_chain_test
