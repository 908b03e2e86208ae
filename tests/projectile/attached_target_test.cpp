// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/host/attach_geometry.h>
#include <ricochet/query/solid_query.h>

#include "projectile/firing_range.h"
#include "support/attached_scenes.h"
#include "support/hit_point.h"
#include "support/test_scale.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <tuple>

// Tests that bullets and grenades hit a fixture with an attached outline as they hit a body made of its convex pieces.

namespace ricochet::test::attached_target_test
{

namespace
{

// The data of an impact that does not depend on whether its target is an outline or a set of pieces.
struct Told
{
	uintptr_t projectile;
	float time;
	b2Vec2 enter, normal, exit;
	float thickness;
	Response response;
	size_t body;
};

// Compares all bits, except those of the points. At a concave corner, a point that is off one piece may be in the next
// piece. So the points of outline and pieces may differ slightly.
bool IsSame(const Told& a, const Told& b)
{
	return std::tuple(a.projectile, a.time, a.normal.x, a.normal.y, a.thickness, a.response, a.body) ==
	           std::tuple(b.projectile, b.time, b.normal.x, b.normal.y, b.thickness, b.response, b.body) &&
	       IsBeside(a.enter, b.enter) && IsBeside(a.exit, b.exit);
}

struct Side
{
	b2World* world;
	const std::vector<b2Body*>* bodies;
	std::unique_ptr<Plugin> plugin;
	std::vector<Told> told;

	Side(b2World& theWorld, const std::vector<b2Body*>& theBodies, const PluginDef& def)
	    : world(&theWorld), bodies(&theBodies), plugin(std::make_unique<Plugin>(theWorld, def))
	{
	}

	void Step()
	{
		plugin->Step(k_dt, 8, 3);
		told.clear();
		for (const ImpactEvent& impact : plugin->Impacts())
		{
			EXPECT_EQ(ChildIsOne(impact), true);
			const auto body = std::find(bodies->begin(), bodies->end(), impact.body);
			// If the bullet does not pierce, the event may describe only the one fixture that it hits. In the scene of
			// pieces, this is a single piece.
			const bool isWhole = impact.response == Response::Pierce;
			told.push_back({impact.userData, impact.time, impact.enter.point, impact.enter.normal,
			                isWhole ? impact.exit.point : impact.enter.point, isWhole ? impact.thickness : 0.0f,
			                impact.response, static_cast<size_t>(body - bodies->begin())});
		}
	}

	// True if the index of the hit child is valid for the Box2D shape, and both edge indices are valid for the outline.
	static bool ChildIsOne(const ImpactEvent& impact)
	{
		const auto geometry = GeometryOf(*impact.fixture);
		const auto edges = geometry ? static_cast<int32_t>(geometry->GetOutline().Vertices().size()) : 8;
		return impact.child < impact.fixture->GetShape()->GetChildCount() && impact.enter.edge < edges &&
		       impact.exit.edge < edges;
	}
};

// Adds random solids. If `move` is true, they fall or rotate; otherwise they are static.
TwinScene MovingTwins(SceneRandom& random, int32_t count, bool move)
{
	TwinScene twins;
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 place = random.InBox(20.0f);
		const float angle = random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f);
		if (twins.Add(RandomOutline(random), place, angle, move ? b2_kinematicBody : b2_staticBody) && move)
		{
			const b2Vec2 velocity = random.InBox(8.0f);
			const float spin = random.Uniform(-3.0f, 3.0f);
			for (b2Body* body : {twins.attachedBodies.back(), twins.pieceBodies.back()})
			{
				body->SetLinearVelocity(velocity);
				body->SetAngularVelocity(spin);
			}
		}
	}
	return twins;
}

// Checks the impacts of bullets that fly straight. Each reported exit must be where the path leaves the outline, even
// if the bullet may not pierce.
void CheckExits(const Plugin& plugin, const TwinScene& twins)
{
	for (const ImpactEvent& impact : plugin.Impacts())
	{
		const auto found = std::find(twins.attachedBodies.begin(), twins.attachedBodies.end(), impact.body);
		const auto i = static_cast<size_t>(found - twins.attachedBodies.begin());
		b2Vec2 way = impact.velocityBefore;
		way.Normalize();
		const b2Vec2 from = impact.enter.point - (impact.startsInside ? 0.0f : 1e-3f) * way;
		const auto span = ClipOutlineFirst({from, 200.0f * way}, twins.outlines[i], impact.body->GetTransform());
		const bool isFlat = std::abs(b2Dot(way, impact.enter.normal)) < 0.05f && impact.startsInside == false;
		// A bullet without enough energy to pierce the solid is not followed to the exit.
		const bool isFollowed = impact.response == Response::Pierce || impact.userData % 4 == 0;
		if (span.has_value() == false || isFlat || isFollowed == false)
		{
			continue;
		}
		EXPECT_NEAR(DistanceOf(span->exit.point, impact.exit.point), 0.0, 0.02) << impact.userData;
		EXPECT_NEAR(impact.thickness, DistanceOf(impact.enter.point, impact.exit.point), 1e-3);
		if (impact.exit.edge >= 0 && impact.exit.edge == span->exit.edge)
		{
			EXPECT_EQ(impact.exit.normal, span->exit.normal);
		}
	}
}

struct Counts
{
	int32_t impacts = 0;
	int32_t differences = 0;
};

// Compares two impacts with a tolerance. Near a moving body, a path is cut into chords, whose number depends on the
// body's extent. The chords may deviate by 1 mm.
bool IsAbout(const Told& a, const Told& b)
{
	const double slack = 4e-3;
	return a.projectile == b.projectile && a.body == b.body && a.response == b.response &&
	       DistanceOf(a.enter, b.enter) < slack && DistanceOf(a.normal, b.normal) < slack &&
	       std::abs(a.thickness - b.thickness) < 2.0 * slack + 1e-2 * a.thickness;
}

int32_t DifferencesOf(std::vector<Told> a, std::vector<Told> b, bool isExact)
{
	if (isExact)
	{
		return std::equal(a.begin(), a.end(), b.begin(), b.end(), IsSame) ? 0 : 1;
	}
	const auto isFirst = [](const Told& x, const Told& y)
	{
		return std::tuple(x.projectile, x.time) < std::tuple(y.projectile, y.time);
	};
	std::sort(a.begin(), a.end(), isFirst);
	std::sort(b.begin(), b.end(), isFirst);
	auto differences = static_cast<int32_t>(std::max(a.size(), b.size()) - std::min(a.size(), b.size()));
	for (size_t i = 0; i < a.size() && i < b.size() && differences == 0; ++i)
	{
		differences += IsAbout(a[i], b[i]) == false;
	}
	return differences;
}

// Fires the same bullets at both scenes, and compares all their events.
Counts CompareBullets(SceneRandom& random, bool move, bool isFat)
{
	Counts counts;
	const TwinScene twins = MovingTwins(random, 1 + random.Below(5), move);
	PluginDef def;
	def.surface.resistance = random.LogUniform(1.0f, 1000.0f);
	def.surface.restitution = 0.6f;
	Side attached(*twins.attached.world, twins.attachedBodies, def);
	Side pieces(*twins.pieces.world, twins.pieceBodies, def);
	for (uintptr_t i = 0; i < 40; ++i)
	{
		BulletDef bullet;
		bullet.position = random.InBox(25.0f);
		bullet.velocity = random.LogUniform(5.0f, 2000.0f) * b2Rot(random.Uniform(-3.1f, 3.1f)).GetXAxis();
		bullet.mass = 0.5f;
		bullet.gravityScale = 0.0f;
		bullet.maxBounces = move ? 0 : random.Below(4);
		bullet.maxPierces = static_cast<int32_t>(i % 4);
		bullet.radius = isFat ? random.LogUniform(0.01f, 0.5f) : 0.0f;
		bullet.userData = i;
		EXPECT_TRUE(attached.plugin->Fire(bullet));
		EXPECT_TRUE(pieces.plugin->Fire(bullet));
	}
	for (int32_t step = 0; step < 60; ++step)
	{
		attached.Step();
		pieces.Step();
		counts.impacts += static_cast<int32_t>(attached.told.size());
		counts.differences += DifferencesOf(attached.told, pieces.told, move == false);
		if (move == false && isFat == false)
		{
			CheckExits(*attached.plugin, twins);
		}
	}
	return counts;
}

void CompareManyGames(uint64_t seed, int32_t games, bool move, bool isFat, int32_t leastImpacts)
{
	SceneRandom random(seed);
	Counts all;
	for (int32_t i = 0; i < ScaledCount(games); ++i)
	{
		const Counts counts = CompareBullets(random, move, isFat);
		all.impacts += counts.impacts;
		all.differences += counts.differences;
	}
	EXPECT_LE(all.differences, move ? 2 + all.impacts / 200 : 0) << "of " << all.impacts;
	EXPECT_GT(all.impacts, ScaledCount(leastImpacts));
}

} // namespace

TEST(AttachedTarget, BulletsMeetWhatStandsAsTheyMeetItsPieces)
{
	CompareManyGames(701, 150, false, false, 800);
}

TEST(AttachedTarget, BulletsMeetWhatMovesAsTheyMeetItsPieces)
{
	CompareManyGames(702, 150, true, false, 800);
}

TEST(AttachedTarget, FatBulletsMeetWhatStandsAsTheyMeetItsPieces)
{
	CompareManyGames(703, 100, false, true, 400);
}

TEST(AttachedTarget, FatBulletsMeetWhatMovesAsTheyMeetItsPieces)
{
	CompareManyGames(704, 100, true, true, 400);
}

// Grenades fall onto an outline. After each step, none may be inside it. In the end, each grenade at rest must touch
// it.
TEST(AttachedTarget, GrenadesComeToRestOnAnOutline)
{
	SceneRandom random(705);
	int32_t rested = 0;
	for (int32_t i = 0; i < ScaledCount(60) && HasFailure() == false; ++i)
	{
		Scene scene;
		const Outline terrain = ValueOf(Outline::Make(TerrainOf(random, 20 + random.Below(60))));
		b2Body* body = scene.AddBody(random.InBox(10.0f), 0.0f);
		ASSERT_TRUE(AttachGeometry(scene.Add(body, CircleOf(0.1f)), ValueOf(CastGeometry::Make(terrain))));
		Plugin plugin(*scene.world);
		const b2AABB& bounds = terrain.Bounds();
		for (int32_t k = 0; k < 20; ++k)
		{
			GrenadeDef grenade;
			grenade.position =
			    body->GetPosition() + b2Vec2{random.Uniform(bounds.lowerBound.x + 2.0f, bounds.upperBound.x - 2.0f),
			                                 bounds.upperBound.y + random.Uniform(0.5f, 3.0f)};
			grenade.velocity = {random.Uniform(-3.0f, 3.0f), 0.0f};
			grenade.radius = random.LogUniform(0.03f, 0.3f);
			grenade.fuse = 100.0f;
			ASSERT_TRUE(plugin.Throw(grenade));
		}
		for (int32_t step = 0; step < 600; ++step)
		{
			plugin.Step(k_dt, 8, 3);
			for (const GrenadeState& grenade : plugin.Grenades())
			{
				const b2Vec2 local = grenade.position - body->GetPosition();
				ASSERT_EQ(LocateInOutline(local, terrain), Location::Outside) << i << ", step " << step;
			}
		}
		for (const GrenadeState& grenade : plugin.Grenades())
		{
			if (grenade.resting == false)
			{
				continue;
			}
			rested += 1;
			double nearest = 1e9;
			for (size_t v = 0; v < terrain.Vertices().size(); ++v)
			{
				const b2Vec2 a = terrain.Vertices()[v] + body->GetPosition();
				const b2Vec2 b = terrain.Vertices()[static_cast<size_t>(terrain.EndOf(static_cast<int32_t>(v)))] +
				                 body->GetPosition();
				const b2Vec2 along = b - a;
				const float share = b2Clamp(b2Dot(grenade.position - a, along) / b2Dot(along, along), 0.0f, 1.0f);
				nearest = std::min(nearest, DistanceOf(grenade.position, a + share * along));
			}
			EXPECT_NEAR(nearest, grenade.radius, 1e-3);
		}
	}
	EXPECT_GT(rested, ScaledCount(150));
}

// Aims bullets at the corners of the pieces, so that they cross the common edges of two pieces at very flat angles.
TEST(AttachedTarget, BulletsThroughSeamsMeetOneSolid)
{
	const std::vector<b2Vec2> ring{{-2, 1}, {-4, 6}, {-2, 4}, {2, 6},   {6, 4},   {4, 0},
	                               {8, -1}, {8, -2}, {5, -4}, {-1, -8}, {-4, -4}, {-4, -1}};
	TwinScene twins;
	ASSERT_TRUE(twins.Add(ValueOf(Outline::Make(ring)), {1.0f, 0.0f}, 0.0f));
	SceneRandom random(615);
	constexpr float k_timeStep = 1.0f / 60.0f;
	std::vector<SolidSpan> solids;
	int32_t fired = 0;
	for (b2World* world : {twins.attached.world.get(), twins.pieces.world.get()})
	{
		for (int32_t round = 0; round < ScaledCount(300); ++round)
		{
			PluginDef def;
			def.surface.resistance = 0.0f;
			def.surface.ricochetAngle = 0.0f;
			Plugin plugin(*world, def);
			std::vector<int32_t> expected(200);
			for (size_t i = 0; i < expected.size(); ++i)
			{
				const b2Vec2 way = 40.0f * b2Rot(random.Uniform(-3.1f, 3.1f)).GetXAxis();
				const b2Vec2 corner{static_cast<float>(random.Below(5) - 1), static_cast<float>(random.Below(11) - 6)};
				BulletDef bullet;
				bullet.position = corner + random.InBox(0.02f) - 0.5f * way;
				bullet.velocity = (1.0f / k_timeStep) * way;
				bullet.gravityScale = 0.0f;
				bullet.maxPierces = 100;
				bullet.userData = i;
				ASSERT_TRUE(plugin.Fire(bullet));
				CastRaySolids(*world, {bullet.position, k_timeStep * bullet.velocity}, solids);
				expected[i] = static_cast<int32_t>(
				    std::count_if(solids.begin(), solids.end(), [](const SolidSpan& solid) { return !solid.grazing; }));
			}
			plugin.Step(k_timeStep, 1, 1);
			for (const ImpactEvent& impact : plugin.Impacts())
			{
				--expected[impact.userData];
			}
			ASSERT_EQ(std::count(expected.begin(), expected.end(), 0), std::ssize(expected)) << round;
			fired += static_cast<int32_t>(expected.size());
		}
	}
	EXPECT_GE(fired, ScaledCount(120000) / 2);
}

} // namespace ricochet::test::attached_target_test
