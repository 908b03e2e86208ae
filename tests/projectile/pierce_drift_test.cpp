// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>

// Tests that a bullet that pierces solids without loss of energy does not drift from its free flight, whatever the
// number of solids.

namespace ricochet::test::pierce_drift_test
{

namespace
{

constexpr int32_t k_boxes = 100;

// Adds boxes that move and rotate, 3 m apart along the path of bullets from the origin.
void AddBoxes(SceneRandom& random, FiringRange& range, b2Vec2 direction)
{
	for (int32_t i = 0; i < k_boxes; ++i)
	{
		const b2BodyType type = i % 2 == 0 ? b2_kinematicBody : b2_dynamicBody;
		const b2Vec2 place = (3.0f + 3.0f * static_cast<float>(i)) * direction;
		b2Fixture* box = range.AddBox(place, 0.9f, random.Uniform(0.5f, 0.9f), random.Uniform(-3.0f, 3.0f), type);
		box->GetBody()->SetGravityScale(0.0f);
		box->GetBody()->SetLinearVelocity(0.3f * random.Direction());
		box->GetBody()->SetAngularVelocity(random.Uniform(-20.0f, 20.0f));
		range.plugin.SetSurface(box, {.resistance = 0.0f, .ricochetAngle = 0.0f});
	}
}

} // namespace

TEST(PierceDrift, AfterAHundredBoxesABulletIsWhereAFreeOneIsToTheNearestFloat)
{
	// The plugin keeps the path in doubles, and each state is the nearest float. After a hundred sums, the doubles
	// differ by less than 1e-12 of the path's length. Their nearest floats are therefore at most one float spacing
	// apart.
	Trouble trouble;
	for (const bool pierces : {false, true})
	{
		for (const float drag : {0.0f, 0.1f})
		{
			SceneRandom random(77);
			const b2Vec2 direction{0.8f, 0.6f};
			PluginDef rule;
			if (pierces == false)
			{
				rule.rule = [](const ImpactEvent&)
				{
					return Response::Ignore;
				};
			}
			FiringRange range({0.0f, 0.0f}, rule);
			FiringRange empty;
			AddBoxes(random, range, direction);
			std::vector<BulletId> bullets, free;
			std::vector<int32_t> told(20, 0);
			for (size_t i = 0; i < told.size(); ++i)
			{
				BulletDef def{.position = {random.Uniform(-0.1f, 0.1f), random.Uniform(-0.1f, 0.1f)},
				              .velocity = random.LogUniform(200.0f, 900.0f) * direction,
				              .gravityScale = 0.0f,
				              .drag = drag,
				              .lifetime = 100.0f,
				              .maxPierces = 1000,
				              .userData = i};
				bullets.push_back(range.plugin.Fire(def));
				free.push_back(empty.plugin.Fire(def));
			}
			for (int32_t step = 0; step < 100; ++step)
			{
				range.Step(k_dt);
				empty.Step(k_dt);
				for (const ImpactEvent& impact : range.plugin.Impacts())
				{
					++told[impact.userData];
					EXPECT_EQ(impact.impulse, b2Vec2(0.0f, 0.0f));
				}
				for (size_t i = 0; i < bullets.size(); ++i)
				{
					const auto state = range.plugin.Find(bullets[i]);
					const auto expected = empty.plugin.Find(free[i]);
					ASSERT_TRUE(state && expected) << i;
					const double dx = std::abs(static_cast<double>(state->position.x) - expected->position.x);
					const double dy = std::abs(static_cast<double>(state->position.y) - expected->position.y);
					if (dx > UlpOf(expected->position.x) || dy > UlpOf(expected->position.y) ||
					    DistanceOf(state->velocity, expected->velocity) > UlpOf(SpeedOf(expected->velocity)))
					{
						trouble.Add("bullet %d, drag %g, step %d: off by (%.9g, %.9g) after %d impacts",
						            static_cast<int>(i), static_cast<double>(drag), step, dx, dy, told[i]);
					}
				}
			}
			EXPECT_GE(*std::min_element(told.begin(), told.end()), k_boxes);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
}

TEST(PierceDrift, UnderGravityTooItKeepsToItsArc)
{
	// The plugin casts the chords of the arc, and a chord ends where it hits a box. This end is off the arc, so the
	// flight must not continue from it.
	FiringRange range({0.0f, -10.0f});
	FiringRange empty({0.0f, -10.0f});
	SceneRandom random(78);
	AddBoxes(random, range, {1.0f, 0.0f});
	const BulletDef def{.position = {0.0f, 0.0f}, .velocity = {300.0f, 3.0f}, .lifetime = 100.0f, .maxPierces = 1000};
	const BulletId bullet = range.plugin.Fire(def);
	const BulletId free = empty.plugin.Fire(def);
	size_t told = 0;
	for (int32_t step = 0; step < 70; ++step)
	{
		range.Step(k_dt);
		empty.Step(k_dt);
		told += range.plugin.Impacts().size();
		const b2Vec2 place = range.plugin.Find(bullet)->position;
		const b2Vec2 expected = empty.plugin.Find(free)->position;
		EXPECT_NEAR(place.x, expected.x, UlpOf(expected.x)) << step;
		EXPECT_NEAR(place.y, expected.y, UlpOf(expected.y)) << step;
	}
	EXPECT_GE(told, 20u);
}

} // namespace ricochet::test::pierce_drift_test
