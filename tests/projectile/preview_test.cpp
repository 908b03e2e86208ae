// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "projectile/foreseen_flight.h"

#include "support/random_rays.h"

#include <algorithm>
#include <vector>

// Tests that a preview equals the flight bit for bit, and that a recorded path shows the flight.

namespace ricochet::test::preview_test
{

namespace
{

struct Room : FiringRange
{
	explicit Room(b2Vec2 gravity) : FiringRange(gravity)
	{
		AddLoop({{-10.0f, -10.0f}, {10.0f, -10.0f}, {10.0f, 10.0f}, {-10.0f, 10.0f}});
		plugin.SetSurface(AddBox({4.0f, 0.0f}, 0.05f, 8.0f, 0.1f), {.resistance = 20.0f, .ricochetAngle = 0.2f});
		plugin.SetSurface(AddBox({-4.0f, 0.0f}, 0.3f, 3.0f, 1.0f), {.restitution = 0.7f});
		for (int32_t i = 0; i < 100; ++i) // so many boxes that the plugin culls bullets
		{
			AddBox({static_cast<float>(i), 30.0f}, 0.1f, 0.1f);
		}
	}
};

std::vector<BulletDef> DefsOf()
{
	BulletDef plain{.velocity = {90.0f, 35.0f}, .lifetime = 3.0f};
	plain.maxBounces = 40;
	plain.maxPierces = 40;
	std::vector<BulletDef> defs(6, plain);
	defs[1].drag = 0.4f;
	defs[1].wind = {3.0f, 1.0f};
	defs[2].dragQuadratic = 0.02f;
	defs[2].maxRange = 60.0f;
	defs[3].homing = {.point = {-3.0f, 8.0f}, .turnRate = 6.0f};
	defs[3].thrust = 10.0f;
	defs[4].velocity = {600.0f, -411.0f};
	defs[4].maxRange = 500.0f;
	defs[5].steering = [](const BulletState& state)
	{
		return b2Vec2{-state.position.y, state.position.x};
	};
	return defs;
}

// Adds a closed room of walls. Boxes at rest float in it, most of them dynamic.
void AddFloating(SceneRandom& random, FiringRange& range)
{
	range.AddLoop({{-6.0f, -6.0f}, {6.0f, -6.0f}, {6.0f, 6.0f}, {-6.0f, 6.0f}});
	for (int32_t i = 0; i < 12; ++i)
	{
		const float distance = random.Uniform(1.5f, 5.0f);
		const b2Vec2 center = distance * random.Direction();
		const float angle = random.Uniform(-3.0f, 3.0f);
		const bool isStatic = random.OneIn(4);
		const float half = random.Uniform(0.2f, 0.8f);
		b2Fixture* box = range.AddBox(center, half, half, angle, isStatic ? b2_staticBody : b2_dynamicBody);
		CollideWithNone(*box);
		box->GetBody()->SetFixedRotation(random.OneIn(4));
		box->GetBody()->SetAwake(random.OneIn(2));
		Surface surface;
		surface.resistance = random.LogUniform(1.0f, 1.0e4f);
		surface.ricochetAngle = random.Uniform(0.2f, 1.6f);
		surface.restitution = random.Uniform(0.0f, 1.0f);
		range.plugin.SetSurface(box, surface);
	}
}

BulletDef Heavy(SceneRandom& random)
{
	BulletDef def{.lifetime = 3.0f};
	const float speed = random.LogUniform(30.0f, 900.0f);
	def.velocity = speed * random.Direction();
	def.mass = random.LogUniform(0.01f, 10.0f);
	def.gravityScale = random.OneIn(2) ? 0.0f : 1.0f;
	def.restitution = random.Uniform(0.0f, 1.0f);
	def.friction = random.Uniform(0.0f, 0.5f);
	def.maxBounces = random.Below(60);
	def.maxPierces = random.Below(20);
	def.radius = random.OneIn(3) ? random.Uniform(0.01f, 0.2f) : 0.0f;
	def.keepsPath = true;
	return def;
}

} // namespace

TEST(Preview, IsTheFlightThatIsFlownToTheBit)
{
	const std::vector<BulletDef> defs = DefsOf();
	for (const float dt : {1.0f / 240.0f, 1.0f / 60.0f, 0.1f})
	{
		for (size_t i = 0; i < defs.size(); ++i)
		{
			Room room(k_gravity);
			room.Step(1.0e7f); // the clock is so late that its rounding errors are visible
			FlightPreview seen;
			ASSERT_TRUE(room.plugin.PreviewPath(defs[i], 4.0f, dt, seen));
			const BulletId id = room.plugin.Fire(defs[i]);
			std::vector<PathPoint> ends;
			std::copy_if(seen.points.begin(), seen.points.end(), std::back_inserter(ends),
			             [](const PathPoint& point) { return point.endsStep; });
			ASSERT_FALSE(ends.empty());
			size_t impacts = 0;
			size_t step = 0;
			for (; room.plugin.Find(id) && step < ends.size(); ++step)
			{
				room.Step(dt);
				for (const ImpactEvent& hit : room.plugin.Impacts())
				{
					ASSERT_LT(impacts, seen.impacts.size()) << "bullet " << i;
					ASSERT_EQ(hit.enter.point, seen.impacts[impacts].enter.point);
					ASSERT_EQ(hit.fixture, seen.impacts[impacts].fixture);
					ASSERT_EQ(hit.response, seen.impacts[impacts].response);
					ASSERT_EQ(hit.velocityAfter, seen.impacts[impacts].velocityAfter);
					++impacts;
				}
				const auto state = room.plugin.Find(id);
				const b2Vec2 where = state ? state->position : room.plugin.Expired()[0].position;
				ASSERT_EQ(where, ends[step].position) << "bullet " << i << ", dt " << dt << ", step " << step;
			}
			EXPECT_EQ(step, ends.size());
			EXPECT_EQ(impacts, seen.impacts.size());
			EXPECT_GT(impacts, 1u) << "bullet " << i;
			ASSERT_EQ(seen.end.has_value(), room.plugin.Find(id).has_value() == false);
			if (seen.end)
			{
				EXPECT_EQ(seen.end->reason, room.plugin.Expired()[0].reason);
				EXPECT_EQ(seen.end->velocity, room.plugin.Expired()[0].velocity);
			}
		}
	}
}

TEST(Preview, ABulletThatPushesABodyIsForeseenUpToTheEndOfThatStep)
{
	int32_t pushing = 0, impacts = 0, points = 0, again = 0;
	const uint64_t seed = SeedOf(0x9A15);
	for (int32_t i = 0; i < ScaledCount(600); ++i)
	{
		SceneRandom random(seed + static_cast<uint64_t>(i));
		FiringRange range;
		AddFloating(random, range);
		const BulletDef def = Heavy(random);
		const float dt = random.OneIn(3) ? k_dt : 0.25f;
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewPath(def, 0.5f, dt, seen));
		pushing += seen.exactUntil < 1.0f ? 1 : 0;
		const ForeseenFlight flown = FlyForeseen(range.world, range.plugin, def, dt, seen);
		ASSERT_EQ(flown.trouble, "") << "scene " << i;
		impacts += flown.impacts;
		points += flown.points;
		again += flown.again;
	}
	EXPECT_GT(pushing, 200 * TestScale());
	EXPECT_GT(impacts, 1000 * TestScale());
	EXPECT_GT(points, 1000 * TestScale());
	EXPECT_GT(again, 30 * TestScale());
}

TEST(Preview, SaysUpToWhenItIsExact)
{
	// A ball of 2 kg pushes a crate of 1 kg without restitution. Both then have 2/3 of the ball's speed, but the crate
	// moves only in the next step. The preview does not move the crate, so the ball waits there.
	FiringRange range;
	b2Fixture* crate = range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	range.plugin.SetSurface(crate, {.restitution = 0.0f});
	BulletDef def = Lasting({0.0f, 0.0f}, {90.0f, 0.0f});
	def.mass = 2.0f;
	def.restitution = 0.0f;
	def.maxBounces = 9;
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, 0.1f, seen));
	ASSERT_EQ(seen.impacts.size(), 1u) << "it waits at the crate that it has pushed";
	EXPECT_NEAR(seen.impacts[0].velocityAfter.x, 60.0f, 1.0e-3f);
	EXPECT_EQ(seen.exactUntil, 0.1f);
	EXPECT_FALSE(seen.end);

	// A bullet that stops in the crate ends there, so its preview is exact.
	def.maxBounces = 0;
	ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, 0.1f, seen));
	EXPECT_TRUE(seen.end);
	EXPECT_EQ(seen.exactUntil, k_inf);

	// A static body is not pushed, so the preview is exact.
	crate->GetBody()->SetType(b2_staticBody);
	def.maxBounces = 9;
	ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, 0.1f, seen));
	EXPECT_EQ(seen.exactUntil, k_inf);
}

TEST(Preview, WhatHasNoSurfaceResistsAsThePluginDefSays)
{
	FiringRange range; // its default surface has no resistance
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewPath({.velocity = {100.0f, 0.0f}, .maxPierces = 1}, 0.1f, k_dt, seen));
	ASSERT_EQ(seen.impacts.size(), 1u);
	EXPECT_EQ(seen.impacts[0].response, Response::Pierce);
}

TEST(Preview, TouchesNothing)
{
	FiringRange range(k_gravity);
	b2Body* crate = range.AddBox({5.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	FlightPreview seen;
	ASSERT_TRUE(range.plugin.PreviewPath({.velocity = {100.0f, 0.0f}, .mass = 1.0f}, 1.0f, k_dt, seen));
	ASSERT_EQ(seen.impacts.size(), 1u);
	EXPECT_EQ(seen.impacts[0].body, crate);
	EXPECT_FALSE(seen.impacts[0].bullet);
	EXPECT_GT(seen.impacts[0].impulse.x, 0.0f);
	EXPECT_EQ(crate->GetLinearVelocity(), b2Vec2(0.0f, 0.0f));
	EXPECT_TRUE(range.plugin.Bullets().empty());
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
	ASSERT_TRUE(seen.end);
	EXPECT_EQ(seen.end->reason, ExpiredEvent::Reason::Stopped);
}

TEST(Preview, RefusesWhatFireRefuses)
{
	FiringRange range;
	FlightPreview seen;
	EXPECT_EQ(range.plugin.PreviewPath({.mass = -1.0f}, 1.0f, k_dt, seen).GetError().reason, ErrorReason::NotPositive);
	EXPECT_EQ(range.plugin.PreviewPath({}, 0.0f, k_dt, seen).GetError().reason, ErrorReason::NotPositive);
	EXPECT_EQ(range.plugin.PreviewPath({}, 1.0f, 0.0f, seen).GetError().reason, ErrorReason::TooSmall);
	EXPECT_EQ(range.plugin.PreviewPath({}, 1.0e9f, 1.0e-3f, seen).GetError().reason, ErrorReason::TooLarge);
}

TEST(Path, OfAStepGoesOverItsImpactsAndStraysFromTheArcByNoMoreThanAChord)
{
	Room room(k_gravity);
	BulletDef def{.velocity = {90.0f, 35.0f}, .maxBounces = 100, .maxPierces = 100, .keepsPath = true};
	const BulletId id = room.plugin.Fire(def);
	b2Vec2 last = def.position;
	for (int32_t step = 0; step < 40; ++step)
	{
		room.Step(0.1f);
		const std::span<const PathPoint> path = room.plugin.PathOf(id);
		ASSERT_GE(path.size(), 2u);
		EXPECT_EQ(path.front().position, last);
		EXPECT_EQ(path.front().time, 0.0f);
		EXPECT_EQ(path.back().position, room.plugin.Find(id)->position);
		EXPECT_FLOAT_EQ(path.back().time, 0.1f);
		last = path.back().position;
		size_t impacts = 0;
		for (const PathPoint& point : path)
		{
			impacts += point.isImpact ? 1 : 0;
		}
		EXPECT_EQ(impacts, room.plugin.Impacts().size());
		for (size_t i = 0; i + 1 < path.size(); ++i)
		{
			ASSERT_LE(path[i].time, path[i + 1].time);
			// The largest distance between a chord and the arc is g t^2 / 8.
			ASSERT_LT(10.0 * std::pow(path[i + 1].time - path[i].time, 2.0) / 8.0, 0.00101);
		}
	}
}

TEST(Path, IsEmptyForWhatKeepsNoneAndTellsOfWhatEnded)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 0.5f, 5.0f);
	BulletDef def = Lasting({0.0f, 0.0f}, {600.0f, 0.0f});
	const BulletId none = range.plugin.Fire(def);
	def.keepsPath = true;
	const BulletId kept = range.plugin.Fire(def);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.PathOf(none).empty());
	ASSERT_EQ(range.plugin.PathOf(kept).size(), 2u);
	EXPECT_NEAR(range.plugin.PathOf(kept)[1].position.x, 4.5, 1.0e-6);
	EXPECT_TRUE(range.plugin.PathOf(kept)[1].isImpact);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.PathOf(kept).empty());
}

TEST(Path, PositionsBetweenStepsAreOnTheWay)
{
	for (const bool keepsPath : {false, true})
	{
		FiringRange range(k_gravity);
		const BulletDef def{.velocity = {10.0f, 20.0f}, .keepsPath = keepsPath};
		const BulletId id = range.plugin.Fire(def);
		const double dt = 0.25;
		for (int32_t step = 0; step < 10; ++step)
		{
			range.Step(0.25f);
			for (const float alpha : {0.0f, 0.3f, 1.0f})
			{
				const double t = dt * (step + static_cast<double>(alpha));
				const b2Vec2 where = *range.plugin.PositionAt(id, alpha);
				ASSERT_NEAR(where.x, 10.0 * t, 1.0e-4);
				ASSERT_NEAR(where.y, 20.0 * t - 5.0 * t * t, 1.0e-4);
			}
			EXPECT_EQ(*range.plugin.PositionAt(id, 1.0f), range.plugin.Find(id)->position);
		}
	}
}

TEST(Path, PositionsBeforeABounceAreOnTheWayToIt)
{
	for (const bool keepsPath : {false, true})
	{
		FiringRange range;
		range.AddBox({5.5f, 0.0f}, 0.5f, 5.0f);
		BulletDef def = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
		def.maxBounces = 1;
		def.keepsPath = keepsPath;
		const BulletId id = range.plugin.Fire(def);
		range.Step(1.0f);
		for (const float alpha : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f})
		{
			EXPECT_NEAR(range.plugin.PositionAt(id, alpha)->x, 5.0 - 10.0 * std::abs(alpha - 0.5), 1.0e-5) << alpha;
		}
	}
}

TEST(Path, ABulletThatEndedHasPositionsUpToItsEnd)
{
	// The bullets end at a wall at x = 20, or by their lifetimes and ranges. Few bullets are flown one by one. Many are
	// cast before their turn.
	for (const int32_t count : {12, 6000})
	{
		FiringRange range(k_gravity);
		range.AddBox({20.5f, 0.0f}, 0.5f, 1000.0f);
		for (int32_t i = 0; i < 100; ++i)
		{
			range.AddBox({40.0f + 3.0f * static_cast<float>(i), 0.0f}, 1.0f, 1.0f);
		}
		std::vector<BulletId> ids;
		std::vector<double> ends;
		for (int32_t i = 0; i < count; ++i)
		{
			BulletDef def{.position = {0.0f, 0.01f * static_cast<float>(i)}, .velocity = {100.0f, 10.0f}};
			def.lifetime = i % 3 == 1 ? 0.15f : 100.0f;
			def.maxRange = i % 6 == 2 ? 0.5f : k_inf;
			ids.push_back(range.plugin.Fire(def));
			ends.push_back(i % 3 == 1 ? 0.15 : i % 6 == 2 ? 0.5 / std::hypot(100.0, 10.0) : 0.2);
		}
		range.Step(0.25f);
		ASSERT_EQ(range.plugin.Expired().size(), ids.size());
		// The new bullet reuses the index of another bullet.
		const BulletId next = range.plugin.Fire(Straight({7.0f, 8.0f}, {1.0f, 0.0f}));
		for (size_t i = 0; i < ids.size(); ++i)
		{
			for (const float alpha : {0.0f, 0.01f, 0.3f, 0.55f, 0.7f, 0.9f, 1.0f})
			{
				const double t = std::min(0.25 * static_cast<double>(alpha), ends[i]);
				const std::optional<b2Vec2> where = range.plugin.PositionAt(ids[i], alpha);
				ASSERT_TRUE(where.has_value()) << i;
				ASSERT_NEAR(where->x, 100.0 * t, 2.0e-3) << i << ", " << alpha;
				ASSERT_NEAR(where->y, 0.01 * static_cast<double>(i) + 10.0 * t - 5.0 * t * t, 2.0e-3) << i;
			}
			ASSERT_TRUE(range.plugin.PathOf(ids[i]).empty());
		}
		EXPECT_EQ(range.plugin.PositionAt(next, 0.5f), std::optional(b2Vec2(7.0f, 8.0f)));
		range.plugin.BeginStep();
		EXPECT_FALSE(range.plugin.PositionAt(ids[0], 0.5f).has_value());
		range.plugin.EndStep(0.0f);
	}
}

TEST(Path, PositionsOfAGuidedBulletAreOnItsWay)
{
	FiringRange range(k_gravity);
	BulletDef def{.velocity = {300.0f, 100.0f}, .dragQuadratic = 0.02f, .thrust = 50.0f};
	const BulletId plain = range.plugin.Fire(def);
	def.keepsPath = true;
	const BulletId kept = range.plugin.Fire(def);
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(0.1f);
		const std::span<const PathPoint> path = range.plugin.PathOf(kept);
		ASSERT_GT(path.size(), 2u);
		for (const PathPoint& point : path)
		{
			const b2Vec2 where = *range.plugin.PositionAt(plain, point.time / 0.1f);
			ASSERT_LT(DistanceOf(where, point.position), 1.0e-3) << point.time;
		}
	}
}

} // namespace ricochet::test::preview_test
