// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <ricochet/shapes/shape_factory.h>

#include <algorithm>

// Tests that free flight is exact at any step length. A bullet hits a target where its arc meets the target, not where
// a chord of the arc meets it.

namespace ricochet::test::ballistics_test
{

namespace
{

constexpr float k_rates[] = {30.0f, 60.0f, 240.0f};

} // namespace

TEST(Ballistics, WithoutDragTheWayIsTheParabola)
{
	for (const float rate : k_rates)
	{
		for (const float gravityScale : {0.0f, 1.0f, -0.5f})
		{
			FiringRange range({0.5f, -10.0f});
			const b2Vec2 start = {1.0f, 2.0f};
			const b2Vec2 velocity = {8.0f, 24.0f};
			const BulletId id = range.plugin.Fire(
			    {.position = start, .velocity = velocity, .gravityScale = gravityScale, .lifetime = 100.0f});
			const float dt = 1.0f / rate;
			const int32_t steps = static_cast<int32_t>(5.0f * rate);
			for (int32_t step = 1; step <= steps; ++step)
			{
				range.Step(dt);
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());
				const double t = step * static_cast<double>(dt);
				const Point2 acceleration = static_cast<double>(gravityScale) * Widen(range.world.GetGravity());
				const Point2 expected = Widen(start) + t * Widen(velocity) + 0.5 * t * t * acceleration;
				ASSERT_LT(Length(Widen(state->position) - expected), 1.0e-4)
				    << rate << " Hz, gravityScale " << gravityScale << ", " << t << " s: (" << state->position.x << ", "
				    << state->position.y << "), not (" << expected.x << ", " << expected.y << ")";
				ASSERT_LT(Length(Widen(state->velocity) - Widen(velocity) - t * acceleration), 1.0e-4) << t;
				ASSERT_NEAR(state->age, t, 1.0e-4);
			}
		}
	}
}

TEST(Ballistics, WithDragTheWayIsTheExponential)
{
	for (const float rate : k_rates)
	{
		for (const float drag : {1.0e-4f, 0.01f, 0.5f, 5.0f, 200.0f})
		{
			FiringRange range({0.0f, -10.0f});
			const b2Vec2 velocity = {30.0f, 10.0f};
			const BulletId id = range.plugin.Fire({.velocity = velocity, .drag = drag, .lifetime = 100.0f});
			const float dt = 1.0f / rate;
			const int32_t steps = static_cast<int32_t>(5.0f * rate);
			for (int32_t step = 1; step <= steps; ++step)
			{
				range.Step(dt);
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value());

				// dv/dt = g - k v: the velocity decays to g / k, and the displacement is the integral of the velocity.
				const long double k = drag;
				const long double t = static_cast<long double>(step) * static_cast<long double>(dt);
				const long double decayed = -std::expm1(-k * t);
				const auto speed = [&](long double v, long double g)
				{
					return static_cast<double>(v + (g / k - v) * decayed);
				};
				const auto way = [&](long double v, long double g)
				{
					return static_cast<double>(g / k * t + (v - g / k) * decayed / k);
				};
				ASSERT_NEAR(state->position.x, way(30.0L, 0.0L), 2.0e-4)
				    << rate << " Hz, drag " << drag << ", step " << step;
				ASSERT_NEAR(state->position.y, way(10.0L, -10.0L), 2.0e-4)
				    << rate << " Hz, drag " << drag << ", step " << step;
				ASSERT_NEAR(state->velocity.x, speed(30.0L, 0.0L), 1.0e-4) << rate << " Hz, drag " << drag;
				ASSERT_NEAR(state->velocity.y, speed(10.0L, -10.0L), 1.0e-4) << rate << " Hz, drag " << drag;
			}
		}
	}
}

TEST(Ballistics, TheTopOfAnArcMeetsACeilingOnlyIfTheParabolaDoes)
{
	// The arc rises by 1.25 m in half a second. The steps are so long that a single chord would miss by centimetres.
	for (const float dt : {1.0f / 60.0f, 1.0f / 30.0f, 0.2f, 0.7f})
	{
		for (const double margin : {-0.02, -0.0012, 0.0012, 0.02})
		{
			FiringRange range({0.0f, -10.0f});
			const float ceiling = static_cast<float>(1.25 + margin);
			range.Add(range.AddBody({0.0f, ceiling}), BoxOf(50.0f, 0.01f, {0.0f, 0.01f}, 0.0f));
			range.plugin.Fire({.velocity = {20.0f, 5.0f}, .lifetime = 100.0f});
			double time = -1.0;
			for (int32_t step = 0; step * static_cast<double>(dt) < 1.0; ++step)
			{
				range.Step(dt);
				for (const ImpactEvent& event : range.plugin.Impacts())
				{
					time = step * static_cast<double>(dt) + static_cast<double>(event.time);
				}
			}
			if (margin > 0.0)
			{
				EXPECT_EQ(time, -1.0) << "dt " << dt << ", margin " << margin;
				continue;
			}
			ASSERT_GE(time, 0.0) << "dt " << dt << ", margin " << margin;
			const double height = 5.0 * time - 5.0 * time * time;
			EXPECT_NEAR(height, static_cast<double>(ceiling), 0.00105) << "dt " << dt << ", margin " << margin;
			EXPECT_LT(time, 0.5);
		}
	}
}

TEST(Ballistics, AnArcPassesOverAPostThatItsChordWouldHit)
{
	// The post's top is 1.2 mm below or above the arc's highest point.
	for (const float dt : {1.0f / 30.0f, 0.2f, 0.7f})
	{
		for (const double margin : {-0.0012, 0.0012})
		{
			FiringRange range({0.0f, -10.0f});
			const float top = static_cast<float>(1.25 - margin);
			range.Add(range.AddBody({10.0f, top}), BoxOf(0.001f, 0.5f, {0.0f, -0.5f}, 0.0f));
			range.plugin.Fire({.velocity = {20.0f, 5.0f}, .lifetime = 100.0f});
			size_t impacts = 0;
			for (int32_t step = 0; step * static_cast<double>(dt) < 1.0; ++step)
			{
				range.Step(dt);
				impacts += range.plugin.Impacts().size();
			}
			EXPECT_EQ(impacts, margin > 0.0 ? 0u : 1u) << "dt " << dt << ", margin " << margin;
		}
	}
}

TEST(Ballistics, ASmallerChordErrorIsKeptToo)
{
	for (const float margin : {-2.0e-5f, 2.0e-5f})
	{
		FiringRange range({0.0f, -10.0f}, {.chordError = 1.0e-5f});
		range.Add(range.AddBody({0.0f, 1.25f + margin}), BoxOf(50.0f, 0.01f, {0.0f, 0.01f}, 0.0f));
		range.plugin.Fire({.velocity = {20.0f, 5.0f}, .lifetime = 100.0f});
		range.Step(0.9f);
		EXPECT_EQ(range.plugin.Impacts().size(), margin > 0.0f ? 0u : 1u) << margin;
	}
}

TEST(Ballistics, TheVelocityAtAnImpactIsTheArcs)
{
	// The bullet falls from 20 m onto a floor. Whatever the step, it arrives after 2 s at the speed sqrt(2 g h).
	for (const float dt : {1.0f / 240.0f, 1.0f / 30.0f, 0.3f, 5.0f})
	{
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f);
		range.plugin.Fire({.position = {0.0f, 20.0f}, .velocity = {3.0f, 0.0f}, .lifetime = 100.0f});
		double time = -1.0;
		for (int32_t step = 0; step < 600 && time < 0.0; ++step)
		{
			range.Step(dt);
			if (range.plugin.Impacts().empty() == false)
			{
				const ImpactEvent& event = range.plugin.Impacts()[0];
				time = step * static_cast<double>(dt) + static_cast<double>(event.time);
				EXPECT_NEAR(event.velocityBefore.y, -20.0f, 0.005f) << dt;
				EXPECT_NEAR(event.velocityBefore.x, 3.0f, 1.0e-5f) << dt;
				EXPECT_NEAR(event.enter.point.x, 6.0f, 0.005f) << dt;
				EXPECT_NEAR(event.enter.point.y, 0.0f, 1.0e-5f) << dt;
			}
		}
		EXPECT_NEAR(time, 2.0, 1.0e-4) << dt;
	}
}

// Each piece of a path begins where the previous one ended. After an impact, this is a point of a chord, not of the
// arc.
TEST(Ballistics, NoPieceOfThePathStraysFromTheArcByMoreThanTheChordError)
{
	SceneRandom random(91);
	for (int32_t trial = 0; trial < ScaledCount(60); ++trial)
	{
		PluginDef def;
		def.chordError = random.LogUniform(2.0e-4f, 0.1f);
		def.maxContactsPerStep = 4096;
		def.rule = [pierces = random.OneIn(2)](const ImpactEvent&)
		{
			return pierces ? Response::Pierce : Response::Ignore;
		};
		FiringRange range(k_gravity, def);
		const b2Vec2 velocity = random.LogUniform(3.0f, 60.0f) * random.Direction();
		const float dt = random.LogUniform(0.01f, 0.3f);
		for (int32_t fence = 0; fence < 300; ++fence)
		{
			const float t = random.Uniform(0.0f, 10.0f * dt);
			const b2Vec2 through = t * velocity + 0.5f * t * t * k_gravity;
			const b2Vec2 half = 0.3f * random.Direction();
			range.Add(range.AddBody({0.0f, 0.0f}), *MakeEdge(through - half, through + half));
		}
		const BulletId id =
		    range.plugin.Fire({.velocity = velocity, .lifetime = 100.0f, .maxPierces = 1000000, .keepsPath = true});
		double farthest = 0.0;
		for (int32_t step = 0; step < 10; ++step)
		{
			range.Step(dt);
			const std::span<const PathPoint> path = range.plugin.PathOf(id);
			for (size_t i = 0; i + 1 < path.size(); ++i)
			{
				for (const double share : {0.2, 0.35, 0.5, 0.8})
				{
					const double began = static_cast<double>(path[i].time);
					const double ended = static_cast<double>(path[i + 1].time);
					const double t = step * static_cast<double>(dt) + (1.0 - share) * began + share * ended;
					const Point2 arc = t * Widen(velocity) + 0.5 * t * t * Widen(k_gravity);
					const Point2 flown = (1.0 - share) * Widen(path[i].position) + share * Widen(path[i + 1].position);
					farthest = std::max(farthest, Length(flown - arc));
				}
			}
		}
		// The slack of 1.0e-5 covers the rounding of times and places to floats.
		EXPECT_LT(farthest, 1.01 * static_cast<double>(def.chordError) + 1.0e-5) << trial;
		EXPECT_GT(range.plugin.Find(id)->age, 9.0f * dt) << trial;
	}
}

} // namespace ricochet::test::ballistics_test
