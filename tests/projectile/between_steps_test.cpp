// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/random_rays.h"

#include <algorithm>
#include <map>
#include <vector>

// Tests that positions between two steps (BulletsAt, GrenadesAt) are on the path of each projectile, from its start to
// its end.

namespace ricochet::test::between_steps_test
{

namespace
{

std::map<uintptr_t, BulletPlace> BulletsAt(const Plugin& plugin, float alpha)
{
	std::map<uintptr_t, BulletPlace> places;
	plugin.BulletsAt(alpha, [&](const BulletPlace& bullet)
	                 { EXPECT_TRUE(places.emplace(bullet.userData, bullet).second) << "drawn twice"; });
	return places;
}

std::map<uintptr_t, GrenadePlace> GrenadesAt(const Plugin& plugin, float alpha)
{
	std::map<uintptr_t, GrenadePlace> places;
	plugin.GrenadesAt(alpha, [&](const GrenadePlace& grenade)
	                  { EXPECT_TRUE(places.emplace(grenade.userData, grenade).second) << "drawn twice"; });
	return places;
}

void AddWalls(FiringRange& range, SceneRandom random)
{
	range.AddLoop({{-8.0f, -8.0f}, {8.0f, -8.0f}, {8.0f, 8.0f}, {-8.0f, 8.0f}});
	for (int32_t i = 0; i < 10; ++i)
	{
		const b2Vec2 center = random.Uniform(2.0f, 7.0f) * random.Direction();
		b2Fixture* box =
		    range.AddBox(center, random.Uniform(0.05f, 0.8f), random.Uniform(0.05f, 0.8f), random.Uniform(-3.0f, 3.0f));
		range.plugin.SetSurface(box, {.resistance = random.LogUniform(1.0f, 1.0e4f), .restitution = 0.8f});
	}
}

constexpr uintptr_t k_bullets = 40;

void FireRandomly(FiringRange& range, SceneRandom random)
{
	for (uintptr_t i = 1; i <= k_bullets; ++i)
	{
		BulletDef def{.position = random.Uniform(0.0f, 1.0f) * random.Direction()};
		def.velocity = random.Uniform(10.0f, 200.0f) * random.Direction();
		def.lifetime = random.OneIn(3) ? random.Uniform(0.01f, 0.3f) : 100.0f;
		def.delay = random.OneIn(3) ? random.Uniform(0.01f, 0.3f) : 0.0f;
		def.maxBounces = random.OneIn(3) ? 0 : 8;
		def.maxPierces = random.OneIn(3) ? 0 : 8;
		def.keepsPath = random.OneIn(4);
		def.userData = i;
		range.plugin.Fire(def);
	}
}

// Maps each bullet to its position after a step. For a bullet that ended in the step, this is the position of its end.
std::map<uintptr_t, b2Vec2> FatesOf(const Plugin& plugin, bool withFlying = true)
{
	std::map<uintptr_t, b2Vec2> fates;
	for (const ExpiredEvent& end : plugin.Expired())
	{
		fates[end.userData] = end.position;
	}
	for (const BulletState& bullet : plugin.Bullets())
	{
		if (withFlying)
		{
			fates[bullet.userData] = bullet.position;
		}
	}
	return fates;
}

} // namespace

// A second world with the same bullets judges the first. Its steps end at the times at which positions of the first
// world are read. Rounding errors grow with each bounce, and a corner may separate the two flights of a bullet. Flights
// that end at different places are left out.
TEST(BetweenSteps, BulletsAreWhereAWorldWithFinerStepsHasThem)
{
	constexpr int32_t k_parts = 16;
	constexpr float k_long = 0.25f;
	size_t bounced = 0, ended = 0, waiting = 0, compared = 0, parted = 0;
	for (uint32_t seed = 1; seed <= 60; ++seed)
	{
		FiringRange coarse(k_gravity), fine(k_gravity);
		for (FiringRange* range : {&coarse, &fine})
		{
			AddWalls(*range, SceneRandom(seed));
			FireRandomly(*range, SceneRandom(1000 + seed));
		}
		coarse.Step(k_long);
		std::vector<std::map<uintptr_t, BulletState>> truth;
		std::map<uintptr_t, b2Vec2> fates = FatesOf(coarse.plugin);
		std::map<uintptr_t, b2Vec2> fineFates;
		for (int32_t part = 0; part <= k_parts; ++part)
		{
			truth.emplace_back();
			for (const BulletState& bullet : fine.plugin.Bullets())
			{
				truth.back()[bullet.userData] = bullet;
			}
			fineFates.merge(FatesOf(fine.plugin, part == k_parts));
			fine.Step(k_long / k_parts);
		}
		for (uintptr_t bullet = 1; bullet <= k_bullets; ++bullet)
		{
			if (DistanceOf(fates.at(bullet), fineFates.at(bullet)) > 0.005)
			{
				++parted;
				continue;
			}
			for (size_t part = 0; part < truth.size(); ++part)
			{
				const auto drawn = BulletsAt(coarse.plugin, static_cast<float>(part) / k_parts);
				const auto place = drawn.find(bullet);
				const auto state = truth[part].find(bullet);
				const bool waits = state != truth[part].end() && state->second.age < 0.0f;
				waiting += waits ? 1 : 0;
				const bool flies = state != truth[part].end() && waits == false;
				if ((place != drawn.end()) != flies)
				{
					// The bullet starts or ends at this time, within a rounding error.
					const float alpha = static_cast<float>(part) / k_parts;
					ASSERT_NE(BulletsAt(coarse.plugin, alpha - 1.0e-3f).contains(bullet),
					          BulletsAt(coarse.plugin, alpha + 1.0e-3f).contains(bullet))
					    << seed << ", " << part << ": " << bullet;
					continue;
				}
				if (place != drawn.end())
				{
					++compared;
					bounced += state->second.bounces > 0 ? 1 : 0;
					ended += place->second.hasEnded ? 1 : 0;
					ASSERT_LT(DistanceOf(place->second.position, state->second.position), 0.01)
					    << seed << ", " << part << ": " << bullet;
				}
			}
		}
	}
	std::printf("%zu compared, %zu bounced, %zu end later, %zu wait, %zu parted\n", compared, bounced, ended, waiting,
	            parted);
	EXPECT_GT(std::min({bounced, ended, waiting}), 500u);
	EXPECT_LT(parted, 120u);
}

TEST(BetweenSteps, ABulletThatEndsIsDrawnUntilItsEndAndAtItsSpeed)
{
	FiringRange range;
	range.AddBox({6.0f, 0.0f}, 1.0f, 1.0f);
	BulletDef def = Straight({0.0f, 0.0f}, {20.0f, 0.0f});
	def.userData = 7;
	range.plugin.Fire(def);
	range.Step(0.5f); // it ends at 0.25 s
	const auto before = BulletsAt(range.plugin, 0.49f);
	ASSERT_EQ(before.size(), 1u);
	EXPECT_TRUE(before.at(7).hasEnded);
	EXPECT_NEAR(before.at(7).position.x, 4.9f, 1.0e-4f);
	EXPECT_NEAR(before.at(7).velocity.x, 20.0f, 1.0e-3f);
	EXPECT_TRUE(BulletsAt(range.plugin, 0.51f).empty());
	EXPECT_TRUE(BulletsAt(range.plugin, 1.0f).empty());
	range.plugin.Fire(def); // fired after the step
	EXPECT_TRUE(BulletsAt(range.plugin, 0.51f).empty());
	EXPECT_EQ(BulletsAt(range.plugin, 1.0f).size(), 1u);
}

TEST(BetweenSteps, ABulletThatWasFiredBeforeAStepIsDrawnFromItsBeginning)
{
	FiringRange range;
	for (size_t step = 1; step <= 400; ++step)
	{
		BulletDef def = Lasting({0.0f, 0.0f}, {1.0f, 0.0f});
		def.userData = step;
		range.plugin.Fire(def);
		range.Step(k_dt);
		const auto drawn = BulletsAt(range.plugin, 0.0f);
		ASSERT_EQ(drawn.size(), step);
		ASSERT_EQ(drawn.at(step).position, def.position);
	}
}

// The states before and after the step, and the events, judge the positions.
TEST(BetweenSteps, GrenadesAreWhereTheirEventsAre)
{
	size_t impacts = 0, ends = 0, asleep = 0;
	for (uint32_t seed = 1; seed <= 20; ++seed)
	{
		FiringRange range(k_gravity, {.keepsGrenadePaths = true});
		AddWalls(range, SceneRandom(seed));
		SceneRandom random(2000 + seed);
		for (int32_t i = 0; i < 12; ++i)
		{
			GrenadeDef def{.position = random.Uniform(0.0f, 1.0f) * random.Direction()};
			def.velocity = random.Uniform(1.0f, 30.0f) * random.Direction();
			def.angularVelocity = random.Uniform(-20.0f, 20.0f);
			def.fuse = random.OneIn(2) ? random.Uniform(0.1f, 4.0f) : 100.0f;
			def.userData = static_cast<uintptr_t>(i) + 1;
			range.plugin.Throw(def);
		}
		for (int32_t step = 0; step < 240; ++step)
		{
			const std::vector<GrenadeState> before(range.plugin.Grenades().begin(), range.plugin.Grenades().end());
			range.Step(k_dt);
			const auto first = GrenadesAt(range.plugin, 0.0f);
			ASSERT_EQ(first.size(), before.size());
			for (const GrenadeState& grenade : before)
			{
				ASSERT_EQ(first.at(grenade.userData).position, grenade.position);
				ASSERT_EQ(first.at(grenade.userData).angle, grenade.angle);
				asleep += grenade.resting ? 1 : 0;
			}
			const auto last = GrenadesAt(range.plugin, 1.0f);
			ASSERT_EQ(last.size(), range.plugin.Grenades().size());
			for (const GrenadeState& grenade : range.plugin.Grenades())
			{
				ASSERT_EQ(last.at(grenade.userData).position, grenade.position);
				ASSERT_EQ(last.at(grenade.userData).angle, grenade.angle);
			}
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				const auto then = GrenadesAt(range.plugin, impact.time / k_dt * 0.9999f);
				ASSERT_LT(DistanceOf(then.at(impact.userData).position, impact.position), 1.0e-3);
				++impacts;
			}
			for (const ExpiredEvent& end : range.plugin.Expired())
			{
				const auto until = GrenadesAt(range.plugin, end.time / k_dt * 0.999f);
				ASSERT_TRUE(until.contains(end.userData) && until.at(end.userData).hasEnded);
				ASSERT_LT(DistanceOf(until.at(end.userData).position, end.position), 1.0e-3);
				ASSERT_FALSE(GrenadesAt(range.plugin, end.time / k_dt * 1.001f).contains(end.userData));
				++ends;
			}
		}
	}
	std::printf("%zu impacts, %zu ends, %zu at rest\n", impacts, ends, asleep);
	EXPECT_GT(std::min({impacts, ends, asleep}), 80u);
}

TEST(BetweenSteps, GrenadesThatWereThrownOrCancelledSinceAreNotDrawn)
{
	FiringRange range(k_gravity, {.keepsGrenadePaths = true});
	const GrenadeId first = range.plugin.Throw({.angularVelocity = 4.0f, .fuse = 0.5f, .userData = 1});
	const GrenadeId second = range.plugin.Throw({.position = {5.0f, 0.0f}, .userData = 2});
	range.Step(1.0f);
	range.plugin.Throw({.position = {9.0f, 0.0f}, .userData = 3});
	EXPECT_EQ(GrenadesAt(range.plugin, 0.25f).size(), 2u);
	EXPECT_NEAR(GrenadesAt(range.plugin, 0.25f).at(1).angle, 1.0f, 1.0e-3f); // the grenade that ended at 0.5 s
	EXPECT_EQ(GrenadesAt(range.plugin, 0.75f).size(), 1u);
	EXPECT_EQ(GrenadesAt(range.plugin, 1.0f).size(), 2u);
	EXPECT_FALSE(range.plugin.Find(first).has_value());
	range.plugin.ShiftOrigin({1.0f, 0.0f});
	EXPECT_NEAR(GrenadesAt(range.plugin, 0.5f).at(2).position.x, 4.0f, 1.0e-5f);
	range.plugin.Cancel(second);
	EXPECT_TRUE(GrenadesAt(range.plugin, 0.75f).empty());
	EXPECT_EQ(GrenadesAt(range.plugin, 0.25f).size(), 1u);
	range.plugin.BeginStep();
	EXPECT_EQ(GrenadesAt(range.plugin, 0.25f).size(), 1u); // the third grenade; there is no last step
	range.plugin.EndStep(0.0f);
}

TEST(BetweenSteps, WithoutPathsGrenadesAreWhereTheyAreNow)
{
	FiringRange range(k_gravity);
	range.plugin.Throw({.velocity = {6.0f, 0.0f}, .userData = 1});
	range.Step(1.0f);
	EXPECT_EQ(GrenadesAt(range.plugin, 0.5f).at(1).position, range.plugin.Grenades()[0].position);
	EXPECT_EQ(GrenadesAt(range.plugin, 0.5f).size(), 1u);
}

} // namespace ricochet::test::between_steps_test
