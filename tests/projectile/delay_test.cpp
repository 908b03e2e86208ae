// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/random.h"

#include <algorithm>
#include <vector>

// Tests bullets that leave their muzzle within a step, or in a later one.

namespace ricochet::test::delay_test
{

namespace
{

constexpr double k_step = static_cast<double>(k_dt);

// A gun that fires at a constant rate from a muzzle. Its shots leave at 0, gap, 2 gap, ...
struct Gun
{
	BulletDef def;
	double gap; // s
	int32_t shots = 0;

	// Fires the shots of the step that begins at the time `begin`.
	void FireInStep(Plugin& plugin, double begin)
	{
		for (; shots * gap < begin + k_step; ++shots)
		{
			def.delay = static_cast<float>(shots * gap - begin);
			def.userData = static_cast<uintptr_t>(shots);
			EXPECT_TRUE(plugin.Fire(def));
		}
	}
};

// Adds so many distant bullets and bodies that the plugin casts with an index.
void AddCrowd(FiringRange& range)
{
	Random random(3);
	for (int32_t i = 0; i < 300; ++i)
	{
		range.AddBox({random.Uniform(-60.0f, 60.0f), 200.0f + random.Uniform(-60.0f, 60.0f)}, 0.5f, 0.5f);
	}
	for (int32_t i = 0; i < 3000; ++i)
	{
		BulletDef def = Lasting({random.Uniform(-60.0f, 60.0f), 200.0f + random.Uniform(-60.0f, 60.0f)}, {1.0f, 0.0f});
		def.userData = 1000000;
		range.plugin.Fire(def);
	}
}

void Play(FiringRange& range, int32_t steps)
{
	for (int32_t i = 0; i < steps; ++i)
	{
		range.Step(k_dt);
	}
}

} // namespace

TEST(Delay, AGunOf6000RoundsAMinuteLeavesEqualGaps)
{
	for (const bool isMany : {false, true})
	{
		FiringRange range;
		if (isMany)
		{
			AddCrowd(range);
		}
		Gun gun{Lasting({0.0f, 0.0f}, {90.0f, 120.0f}), 0.01};
		gun.def.lifetime = 10.0f;
		for (int32_t step = 0; step < 30; ++step)
		{
			gun.FireInStep(range.plugin, step * k_step);
			range.Step(k_dt);
		}
		std::vector<double> flown;
		for (const BulletState& bullet : range.plugin.Bullets())
		{
			if (bullet.userData < 1000000)
			{
				flown.push_back(DistanceOf(bullet.position, {0.0f, 0.0f}));
				EXPECT_NEAR(static_cast<double>(bullet.age), 30 * k_step - static_cast<double>(bullet.userData) * 0.01,
				            1.0e-6);
			}
		}
		ASSERT_EQ(flown.size(), 51u); // 30 steps last slightly longer than 0.5 s
		std::sort(flown.begin(), flown.end());
		for (size_t i = 1; i < flown.size(); ++i)
		{
			EXPECT_NEAR(flown[i] - flown[i - 1], 1.5, 2.0e-5);
		}
	}
}

TEST(Delay, HitsAMovingTargetWhenItLeavesAndWhereTheTargetThenIs)
{
	for (const bool isMany : {false, true})
	{
		FiringRange range;
		if (isMany)
		{
			AddCrowd(range);
		}
		b2Body* target = range.AddBody({10.0f, 0.0f}, 0.0f, b2_kinematicBody);
		range.Add(target, ValueOf(MakeBox(1.0f, 1.0f)));
		target->SetLinearVelocity({-12.0f, 0.0f});
		Gun gun{Straight({0.0f, 0.0f}, {300.0f, 0.0f}), 0.007};
		int32_t hits = 0;
		for (int32_t step = 0; step < 30; ++step)
		{
			gun.FireInStep(range.plugin, step * k_step);
			range.Step(k_dt);
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				if (impact.userData < 1000000)
				{
					const double left = static_cast<double>(impact.userData) * 0.007;
					const double age = (9.0 - 12.0 * left) / 312.0;
					EXPECT_NEAR(step * k_step + static_cast<double>(impact.time), left + age, 1.0e-6);
					EXPECT_NEAR(static_cast<double>(impact.age), age, 1.0e-6);
					EXPECT_NEAR(static_cast<double>(impact.distance), 300.0 * age, 1.0e-4);
					EXPECT_NEAR(static_cast<double>(impact.position.x), 300.0 * age, 1.0e-4);
					++hits;
				}
			}
		}
		EXPECT_GT(hits, 60);
	}
}

TEST(Delay, WaitsForLaterSteps)
{
	FiringRange range(k_gravity);
	b2Body* sweeper = range.AddBody({-1.0f, 0.0f}, 0.0f, b2_kinematicBody);
	range.Add(sweeper, ValueOf(MakeBox(0.1f, 3.0f)));
	sweeper->SetLinearVelocity({60.0f, 0.0f}); // passes the muzzle while the bullet waits
	BulletDef def{.velocity = {3.0f, 4.0f}, .lifetime = 0.5f};
	def.delay = 0.105f;
	const BulletId id = range.plugin.Fire(def);
	for (int32_t step = 0; step < 6; ++step)
	{
		const BulletState state = range.plugin.Bullets().front();
		EXPECT_EQ(state.id, id);
		EXPECT_EQ(state.position, def.position);
		EXPECT_EQ(state.velocity, def.velocity);
		EXPECT_NEAR(static_cast<double>(state.age), step * k_step - 0.105, 1.0e-6);
		EXPECT_NEAR(static_cast<double>(range.plugin.DefOf(id)->delay), 0.105 - step * k_step, 1.0e-6);
		EXPECT_EQ(range.plugin.DefOf(id)->lifetime, 0.5f);
		EXPECT_EQ(range.plugin.PositionAt(id, 0.5f), def.position);
		range.Step(k_dt);
	}
	range.Step(k_dt);
	const double age = 7 * k_step - 0.105;
	EXPECT_NEAR(static_cast<double>(range.plugin.Find(id)->age), age, 1.0e-6);
	EXPECT_NEAR(static_cast<double>(range.plugin.Find(id)->position.y), 4.0 * age - 5.0 * age * age, 1.0e-6);
	EXPECT_EQ(range.plugin.DefOf(id)->delay, 0.0f);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	double time = 7 * k_step;
	for (; range.plugin.Bullets().empty() == false; time += k_step)
	{
		range.Step(k_dt);
	}
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	EXPECT_NEAR(time - k_step + static_cast<double>(range.plugin.Expired()[0].time), 0.605, 1.0e-6);
	EXPECT_NEAR(range.plugin.Expired()[0].age, 0.5f, 1.0e-6f);
}

TEST(Delay, SteersBeforeTheBulletLeavesAndNotAfter)
{
	FiringRange range;
	BulletDef def = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
	def.delay = 3.5f * k_dt;
	const BulletId id = range.plugin.Fire(def);
	Play(range, 2);
	ASSERT_TRUE(range.plugin.Steer(id, *range.plugin.DefOf(id))); // steering with the same def changes nothing
	EXPECT_NEAR(range.plugin.Find(id)->age, -1.5f * k_dt, 1.0e-6f);
	def.delay = 0.5f * k_dt;
	ASSERT_TRUE(range.plugin.Steer(id, def));
	Play(range, 1);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 5.0f * k_dt, 1.0e-6f);
	EXPECT_NEAR(range.plugin.Find(id)->age, 0.5f * k_dt, 1.0e-6f);
	def.position = {1.0f, 0.0f};
	ASSERT_TRUE(range.plugin.Steer(id, def));
	Play(range, 1);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f + 10.0f * k_dt, 1.0e-6f);
	EXPECT_NEAR(range.plugin.Find(id)->age, 1.5f * k_dt, 1.0e-6f);
}

TEST(Delay, HoldsOverGravityThatChangesAndAnOriginThatIsShifted)
{
	FiringRange range;
	BulletDef def{.position = {5.0f, 5.0f}, .velocity = {10.0f, 0.0f}};
	def.delay = 5.25f * k_dt;
	const BulletId id = range.plugin.Fire(def);
	Play(range, 2);
	range.plugin.ShiftOrigin({4.0f, 4.0f});
	range.world.SetGravity(k_gravity);
	Play(range, 10);
	const float age = 6.75f * k_dt;
	EXPECT_NEAR(range.plugin.Find(id)->age, age, 1.0e-6f);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f + 10.0f * age, 1.0e-5f);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 1.0f - 5.0f * age * age, 1.0e-5f);
}

TEST(Delay, PreviewsAndSavedStatesAgreeWithTheFlight)
{
	for (int32_t kind = 0; kind < 5; ++kind)
	{
		FiringRange range(k_gravity);
		FiringRange saved(k_gravity);
		for (FiringRange* one : {&range, &saved})
		{
			one->AddBox({4.0f, 0.0f}, 0.5f, 20.0f);
			one->AddBox({-4.0f, 0.0f}, 0.5f, 20.0f);
		}
		BulletDef def{.velocity = {41.0f, 13.0f}, .lifetime = 1.5f, .maxBounces = 20};
		def.delay = kind == 4 ? 0.3f * k_dt : (0.7f + static_cast<float>(kind)) * k_dt;
		def.drag = kind == 1 ? 0.3f : 0.0f;
		def.dragQuadratic = kind == 2 ? 0.01f : 0.0f;
		def.radius = kind == 3 ? 0.2f : 0.0f;
		def.keepsPath = kind == 4;
		if (kind == 2)
		{
			def.steering = [](const BulletState& state) -> b2Vec2
			{
				EXPECT_GE(state.age, 0.0f);
				return {0.0f, 100.0f * state.age};
			};
		}
		FlightPreview seen;
		ASSERT_TRUE(range.plugin.PreviewPath(def, 2.0f, k_dt, seen));
		const BulletId id = range.plugin.Fire(def);
		saved.plugin.Fire(def);
		auto point = seen.points.begin();
		size_t impacts = 0;
		for (int32_t step = 0; range.plugin.Bullets().empty() == false; ++step)
		{
			std::vector<std::byte> bytes;
			ASSERT_TRUE(saved.plugin.Save(bytes));
			saved.plugin.Clear();
			RestoreDef restore;
			restore.bullet = [&](BulletId, BulletDef& lost)
			{
				lost.steering = def.steering;
			};
			ASSERT_TRUE(saved.plugin.Restore(bytes, restore));
			range.Step(k_dt);
			saved.Step(k_dt);
			EXPECT_EQ(range.plugin.Checksum(), saved.plugin.Checksum());
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				ASSERT_LT(impacts, seen.impacts.size());
				EXPECT_EQ(impact.enter.point, seen.impacts[impacts].enter.point);
				EXPECT_EQ(impact.age, seen.impacts[impacts].age);
				EXPECT_EQ(impact.distance, seen.impacts[impacts].distance);
				EXPECT_NEAR(static_cast<double>(seen.impacts[impacts].time),
				            step * k_step + static_cast<double>(impact.time), 1.0e-6);
				++impacts;
			}
			while (point != seen.points.end() && point->endsStep == false)
			{
				++point;
			}
			ASSERT_NE(point, seen.points.end());
			EXPECT_NEAR(static_cast<double>(point->time),
			            std::min((step + 1) * k_step, 1.5 + static_cast<double>(def.delay)), 1.0e-6);
			if (const auto state = range.plugin.Find(id))
			{
				EXPECT_EQ(point->position, state->position) << kind << ", step " << step;
			}
			else
			{
				ASSERT_TRUE(seen.end);
				EXPECT_EQ(seen.end->position, range.plugin.Expired()[0].position);
				EXPECT_EQ(seen.end->age, range.plugin.Expired()[0].age);
			}
			++point;
		}
		EXPECT_GT(impacts, 3u);
		EXPECT_EQ(impacts, seen.impacts.size());
	}
}

TEST(Delay, IsInThePathThatIsKept)
{
	FiringRange range;
	range.AddBox({3.0f, 0.0f}, 1.0f, 1.0f);
	for (const bool keepsPath : {true, false})
	{
		BulletDef def = Straight({0.0f, 0.0f}, {600.0f, 0.0f});
		def.maxBounces = 1;
		def.keepsPath = keepsPath;
		def.delay = 0.5f * k_dt;
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		// The points are the start, the muzzle, the bounce and the end of the step.
		EXPECT_EQ(range.plugin.PathOf(id).size(), keepsPath ? 4u : 0u);
		EXPECT_EQ(range.plugin.PositionAt(id, 0.25f), def.position);
		const double left = 0.5 * k_step;
		const auto position = range.plugin.PositionAt(id, static_cast<float>((left + 1.0 / 600.0) / k_step));
		EXPECT_NEAR(position->x, 1.0f, 1.0e-4f);
	}
}

TEST(Delay, OfBulletsFromARuleAndOfFragments)
{
	FiringRange* firing = nullptr;
	PluginDef pluginDef;
	BulletDef next = Straight({0.0f, 5.0f}, {30.0f, 0.0f});
	next.delay = 0.25f * k_dt;
	pluginDef.rule = [&](const ImpactEvent& impact) -> ImpactDecision
	{
		if (impact.userData == 0)
		{
			next.userData = 1;
			const BulletId id = firing->plugin.Fire(next);
			EXPECT_NEAR(firing->plugin.Find(id)->age, -0.25f * k_dt, 1.0e-7f);
			EXPECT_NEAR(firing->plugin.DefOf(id)->delay, 0.25f * k_dt, 1.0e-7f);
		}
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, pluginDef);
	firing = &range;
	range.AddBox({3.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}));
	Play(range, 1);
	ASSERT_EQ(range.plugin.Bullets().size(), 1u);
	EXPECT_EQ(range.plugin.Bullets().front().position, next.position);
	Play(range, 1);
	EXPECT_NEAR(range.plugin.Bullets().front().position.x, 30.0f * 0.75f * k_dt, 1.0e-5f);

	range.plugin.Clear();
	ExplosionDef blast{.position = {0.0f, 20.0f}};
	blast.fragments = {.count = 8, .speed = 40.0f, .bullet = {.gravityScale = 0.0f}};
	blast.fragments.bullet.delay = 0.5f * k_dt;
	range.plugin.Explode(blast);
	Play(range, 1);
	EXPECT_EQ(range.plugin.Bullets().size(), 8u);
	for (const BulletState& fragment : range.plugin.Bullets())
	{
		EXPECT_NEAR(DistanceOf(fragment.position, blast.position), 20.0 * k_step, 1.0e-5);
	}
}

} // namespace ricochet::test::delay_test
