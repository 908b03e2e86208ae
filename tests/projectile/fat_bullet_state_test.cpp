// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/debug_drawing.h"
#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/reference_flight.h"

#include <algorithm>
#include <limits>
#include <vector>

// Tests bullets with a radius that start inside a solid, cross one-way edges, are previewed, are drawn, or are refused.

namespace ricochet::test::fat_bullet_state_test
{

TEST(FatBullet, FiredIntoWhatItOverlapsHitsItAtOnceOrFliesOut)
{
	for (const bool startInside : {true, false})
	{
		for (const bool isEdge : {true, false})
		{
			FiringRange range;
			const b2Fixture* near =
			    isEdge ? range.AddEdge({-0.2f, -2.0f}, {-0.2f, 2.0f}) : range.AddBox({-1.2f, 0.0f}, 1.0f, 2.0f);
			const b2Fixture* far = range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
			BulletDef def = Lasting({0.0f, 0.0f}, {20.0f, 0.0f});
			def.radius = 0.5f;
			def.filter.startInside = startInside;
			def.maxBounces = 1;
			range.plugin.Fire(def);
			std::vector<ImpactEvent> hits;
			for (int32_t step = 0; step < 30; ++step)
			{
				range.Step(k_dt);
				hits.insert(hits.end(), range.plugin.Impacts().begin(), range.plugin.Impacts().end());
			}
			ASSERT_EQ(hits.size(), startInside ? 1u : 2u);
			EXPECT_EQ(hits[0].startsInside, startInside);
			if (startInside)
			{
				EXPECT_EQ(hits[0].fixture, near);
				EXPECT_EQ(hits[0].time, 0.0f);
				EXPECT_EQ(hits[0].enter.normal, (b2Vec2{0.0f, 0.0f}));
				EXPECT_EQ(hits[0].enter.point, def.position);
				EXPECT_EQ(hits[0].response, Response::Stop);
				continue;
			}
			// The bullet bounces off the second box, and then hits the box in which it started.
			EXPECT_EQ(hits[0].fixture, far);
			EXPECT_NEAR(hits[0].position.x, 3.5f, 1.0e-5f);
			EXPECT_EQ(hits[1].fixture, near);
			EXPECT_NEAR(hits[1].position.x, 0.3f, 1.0e-5f);
		}
	}
}

// A bullet from behind passes the edge at any speed and any division into steps. A bullet from the front hits it.
TEST(FatBullet, PassesAOneWayEdgeFromBehindAlone)
{
	for (int32_t trial = 0; trial < ScaledCount(300); ++trial)
	{
		SceneRandom random(8100 + static_cast<uint64_t>(trial));
		const float spacing = random.LogUniform(0.1f, 3.0f);
		const bool isFlat = trial % 2 == 1; // a path may then also cross the chain at a flat angle
		std::vector<b2Vec2> vertices;
		for (float x = 30.0f; x > -30.0f; x -= spacing)
		{
			vertices.push_back({x, isFlat ? 0.0f : 0.2f * std::sin(2.0f * x)});
		}
		FiringRange range;
		range.AddChain(vertices);
		const float rise = random.LogUniform(2.0f, 200.0f);
		const float aside = isFlat ? random.Uniform(-5.0f, 5.0f) * rise : random.Uniform(-2.0f, 2.0f);
		BulletDef def = Lasting({random.Uniform(-2.0f, 2.0f), -3.0f}, {aside, rise});
		def.radius = random.LogUniform(1.0e-3f, 1.5f);
		def.filter.sides = Sides::Front;
		const BulletId up = range.plugin.Fire(def);
		def.position.y = 3.0f;
		def.velocity = -1.0f * def.velocity;
		const BulletId down = range.plugin.Fire(def);
		int32_t upHits = 0;
		int32_t downHits = 0;
		for (int32_t step = 0; step < 200; ++step)
		{
			range.Step(k_dt);
			upHits += CountOf(range.plugin.Impacts(), up);
			downHits += CountOf(range.plugin.Impacts(), down);
		}
		EXPECT_EQ(upHits, 0) << "trial " << trial;
		EXPECT_EQ(downHits, 1) << "trial " << trial;
	}
}

TEST(FatBullet, IsForeseenToTheBit)
{
	for (int32_t trial = 0; trial < ScaledCount(100); ++trial)
	{
		SceneRandom random(8200 + static_cast<uint64_t>(trial));
		BulletDef def;
		def.position = random.InBox(15.0f);
		def.velocity = random.LogUniform(5.0f, 1000.0f) * random.Direction();
		def.filter.startInside = false;
		def.radius = random.OneIn(4) ? 0.0f : random.LogUniform(1.0e-3f, 1.0f);
		def.maxBounces = 4;
		def.maxPierces = 4;
		def.drag = random.OneIn(2) ? 0.3f : 0.0f;
		def.homing.turnRate = random.OneIn(3) ? 3.0f : 0.0f;
		FiringRange range(k_gravity);
		for (int32_t i = 0; i < 60; ++i)
		{
			range.AddBox(random.InBox(12.0f), random.Uniform(0.1f, 1.5f), 0.2f, random.Uniform(-3.0f, 3.0f));
		}
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewPath(def, 1.0f, k_dt, seen));
		std::vector<b2Vec2> foreseen;
		for (const PathPoint& point : seen.points)
		{
			if (point.endsStep)
			{
				foreseen.push_back(point.position);
			}
		}
		const BulletId id = range.plugin.Fire(def);
		size_t impacts = 0;
		for (size_t step = 0; step < foreseen.size(); ++step)
		{
			range.Step(k_dt);
			for (const ImpactEvent& hit : range.plugin.Impacts())
			{
				ASSERT_LT(impacts, seen.impacts.size());
				EXPECT_EQ(hit.enter.point, seen.impacts[impacts].enter.point);
				EXPECT_EQ(hit.thickness, seen.impacts[impacts].thickness);
				EXPECT_EQ(hit.velocityAfter, seen.impacts[impacts].velocityAfter);
				impacts += 1;
			}
			const auto state = range.plugin.Find(id);
			EXPECT_EQ(state ? state->position : range.plugin.Expired()[0].position, foreseen[step]);
		}
		EXPECT_EQ(impacts, seen.impacts.size());
	}
}

// If many bullets fly, cells of the index prove for some point bullets that they hit nothing. This proof does not hold
// for bullets with a radius, which must still never be in a solid.
TEST(FatBullet, AmongManyIsNeverInASolid)
{
	constexpr float k_radius = 0.4f;
	SceneRandom random(8300);
	FiringRange range;
	for (int32_t i = 0; i < 100; ++i)
	{
		range.AddBox(random.InBox(15.0f), 0.2f, 0.2f, random.Uniform(-3.0f, 3.0f));
	}
	for (int32_t i = 0; i < 2000; ++i)
	{
		BulletDef def = Lasting(random.InBox(15.0f), 5.0f * random.Direction());
		def.radius = k_radius;
		range.plugin.Fire(def);
	}
	const int32_t steps = std::max(5, ScaledCount(40));
	for (int32_t step = 0; step < steps; ++step)
	{
		range.Step(k_dt);
		for (const BulletState& bullet : range.plugin.Bullets())
		{
			ASSERT_GT(SignedDistance(range.world, Widen(bullet.position)), static_cast<double>(k_radius) - 1.0e-5);
		}
	}
	EXPECT_GT(range.plugin.Bullets().size(), 100u);
	if (range.plugin.Impacts().empty() == false)
	{
		const b2Vec2 before = range.plugin.Impacts()[0].position;
		range.plugin.ShiftOrigin({2.0f, -1.0f});
		EXPECT_NEAR(range.plugin.Impacts()[0].position.x, before.x - 2.0f, 1.0e-5f);
		EXPECT_NEAR(range.plugin.Impacts()[0].position.y, before.y + 1.0f, 1.0e-5f);
	}
}

TEST(FatBullet, IsDrawnAsACircle)
{
	FiringRange range;
	BulletDef def = Straight({1.0f, 2.0f}, {3.0f, 4.0f});
	def.radius = 0.25f;
	range.plugin.Fire(def);
	Drawing drawing;
	ASSERT_TRUE(DebugDraw(range.plugin, drawing));
	ASSERT_EQ(drawing.strokes.size(), 3u);
	const auto isCircle = [](const Stroke& stroke)
	{
		return stroke.kind == Kind::Circle && stroke.first == b2Vec2{1.0f, 2.0f} && stroke.size == 0.25f;
	};
	EXPECT_EQ(std::count_if(drawing.strokes.begin(), drawing.strokes.end(), isCircle), 1);
}

TEST(FatBullet, RefusesABadRadius)
{
	constexpr double k_most = 1.0e6;
	const char* const name = "BulletDef::radius";
	const Error errors[] = {{ErrorReason::NotFinite, name, -1, std::numeric_limits<double>::quiet_NaN()},
	                        {ErrorReason::NotFinite, name, -1, std::numeric_limits<double>::infinity()},
	                        {ErrorReason::TooSmall, name, -1, -0.5, 0.0},
	                        {ErrorReason::TooLarge, name, -1, 2.0e6, k_most}};
	FiringRange range;
	const BulletId flying = range.plugin.Fire(Straight({0.0f, 0.0f}, {1.0f, 0.0f}));
	for (const Error& error : errors)
	{
		BulletDef def = Straight({0.0f, 0.0f}, {1.0f, 0.0f});
		def.radius = static_cast<float>(error.value);
		EXPECT_FALSE(range.plugin.Fire(def));
		ExpectError(range.plugin.LastError(), error);
		EXPECT_FALSE(range.plugin.Steer(flying, def));
		ExpectError(range.plugin.LastError(), error);
		FlightPreview seen;
		ExpectError(range.plugin.PreviewPath(def, 1.0f, k_dt, seen).GetError(), error);
		ExplosionDef blast;
		blast.fragments.count = 3;
		blast.fragments.bullet.radius = def.radius;
		range.plugin.Explode(blast);
		ExpectError(range.plugin.LastError(), error);
	}
}

} // namespace ricochet::test::fat_bullet_state_test
