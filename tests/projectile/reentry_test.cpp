// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <functional>

// Tests predicates and rules that start and cancel projectiles while others fly.

namespace ricochet::test::reentry_test
{

namespace
{

GrenadeDef Thrown(b2Vec2 position, b2Vec2 velocity)
{
	return {.position = position, .velocity = velocity, .radius = 0.05f, .gravityScale = 0.0f, .fuse = 100.0f};
}

// A wall. Each projectile that flies at it calls its predicate, which makes the test's calls.
struct Wall
{
	Wall() { range.AddBox({2.5f, 0.0f}, 0.5f, 50.0f); }

	// Returns a functor that std::function stores in place, because it is small. If the plugin moved the std::function,
	// the functor would move, too.
	[[nodiscard]] FixturePredicate Predicate()
	{
		return [this](const b2Fixture*)
		{
			++asked;
			if (call)
			{
				call();
			}
			return accepts;
		};
	}

	BulletId Fire(float y)
	{
		BulletDef def = LastingGram({0.0f, y}, {300.0f, 0.0f});
		def.filter.accept = Predicate();
		return range.plugin.Fire(def);
	}

	GrenadeId Throw(float y)
	{
		GrenadeDef def = Thrown({0.0f, y}, {300.0f, 0.0f});
		def.filter.accept = Predicate();
		return range.plugin.Throw(def);
	}

	FiringRange range;
	std::function<void()> call;
	int32_t asked = 0;
	bool accepts = true;
};

} // namespace

TEST(Reentry, APredicateMayFireAndThrowAThousand)
{
	for (const bool ofGrenade : {false, true})
	{
		Wall wall;
		Plugin& plugin = wall.range.plugin;
		BulletId bullet;
		GrenadeId grenade;
		if (ofGrenade)
		{
			grenade = wall.Throw(0.0f);
		}
		else
		{
			bullet = wall.Fire(0.0f);
		}
		const BulletId other = plugin.Fire(LastingGram({0.0f, 5.0f}, {60.0f, 0.0f}));
		std::vector<BulletId> bullets;
		std::vector<GrenadeId> grenades;
		wall.call = [&]
		{
			for (int32_t i = 0; i < 1000 && bullets.size() < 3000; ++i)
			{
				const float y = -10.0f - 0.01f * static_cast<float>(i);
				bullets.push_back(plugin.Fire(LastingGram({-5.0f, y}, {60.0f, 0.0f})));
				grenades.push_back(plugin.Throw(Thrown({-50.0f, y}, {60.0f, 0.0f})));
				// The new projectiles exist at once. They are the last in their lists, because none has ended.
				ASSERT_TRUE(plugin.Find(bullets.back()) && plugin.Find(grenades.back()));
				ASSERT_EQ(bullets.back().index, plugin.Bullets().size() - 1);
				ASSERT_EQ(plugin.Grenades().back().id, grenades.back());
			}
		};
		wall.range.Step(k_dt);
		wall.call = {};
		EXPECT_GT(wall.asked, 0);
		ASSERT_EQ(plugin.Impacts().size(), 1u);
		EXPECT_EQ(plugin.Impacts()[0].bullet, bullet);
		EXPECT_EQ(plugin.Impacts()[0].grenade, grenade);
		EXPECT_EQ(plugin.Find(bullet).has_value(), false);
		EXPECT_EQ(plugin.Find(grenade).has_value(), ofGrenade);
		EXPECT_NEAR(plugin.Find(other)->position.x, 1.0f, 1.0e-5f);
		ASSERT_GE(bullets.size(), 1000u);
		EXPECT_EQ(plugin.Bullets().size(), bullets.size() + 1);
		EXPECT_EQ(plugin.Grenades().size(), grenades.size() + (ofGrenade ? 1 : 0));
		for (size_t i = 0; i < bullets.size(); ++i)
		{
			// They fly from the next step on.
			ASSERT_EQ(plugin.Find(bullets[i])->position.x, -5.0f);
			ASSERT_EQ(plugin.Find(grenades[i])->position.x, -50.0f);
			ASSERT_EQ(plugin.Find(grenades[i])->age, 0.0f);
		}
		wall.range.Step(k_dt);
		for (size_t i = 0; i < bullets.size(); ++i)
		{
			ASSERT_NEAR(plugin.Find(bullets[i])->position.x, -4.0f, 1.0e-5f);
			ASSERT_NEAR(plugin.Find(grenades[i])->position.x, -49.0f, 1.0e-4f);
		}
	}
}

TEST(Reentry, APredicateMayCancelItsOwnProjectile)
{
	for (const bool accepts : {false, true})
	{
		for (const float speed : {300.0f, 1.0f})
		{
			Wall wall;
			wall.accepts = accepts;
			Plugin& plugin = wall.range.plugin;
			const BulletId bullet = wall.Fire(0.0f);
			BulletDef late = LastingGram({1.99f, 1.0f}, {speed, 0.0f});
			late.lifetime = 0.5f * k_dt;
			late.filter.accept = wall.Predicate();
			const BulletId lateBullet = plugin.Fire(late);
			const GrenadeId grenade = wall.Throw(3.0f);
			GrenadeDef lateDef = Thrown({1.9f, 4.0f}, {speed, 0.0f});
			lateDef.fuse = 0.5f * k_dt;
			lateDef.filter.accept = wall.Predicate();
			const GrenadeId lateGrenade = plugin.Throw(lateDef);
			wall.call = [&]
			{
				plugin.Cancel(bullet);
				plugin.Cancel(lateBullet);
				plugin.Cancel(grenade);
				plugin.Cancel(lateGrenade);
				// The slots are reused at once.
				plugin.Fire(LastingGram({0.0f, 20.0f}, {60.0f, 0.0f}));
				plugin.Throw(Thrown({0.0f, 30.0f}, {60.0f, 0.0f}));
			};
			wall.range.Step(k_dt);
			wall.call = {};
			EXPECT_GT(wall.asked, 0);
			EXPECT_TRUE(plugin.Impacts().empty());
			EXPECT_TRUE(plugin.Expired().empty());
			EXPECT_FALSE(plugin.Find(bullet) || plugin.Find(lateBullet));
			EXPECT_FALSE(plugin.Find(grenade) || plugin.Find(lateGrenade));
			EXPECT_EQ(plugin.Bullets().size(), static_cast<size_t>(wall.asked));
			EXPECT_EQ(plugin.Grenades().size(), static_cast<size_t>(wall.asked));
		}
	}
}

TEST(Reentry, AGrenadeThatCancelsItselfWhileItSlidesOrIsCoveredHasNoEvent)
{
	// The grenade cancels itself at one call of its predicate, for each call in turn.
	for (int32_t at = 1; at < 60; ++at)
	{
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, -1.0f}, 10.0f, 1.0f);
		GrenadeDef def{.position = {0.0f, 0.1f}, .velocity = {2.0f, -3.0f}, .radius = 0.1f, .fuse = 0.4f};
		GrenadeId id;
		int32_t asked = 0;
		size_t events = 0;
		def.filter.accept = [&](const b2Fixture*)
		{
			if (++asked == at)
			{
				range.plugin.Cancel(id);
				events = range.plugin.Impacts().size() + range.plugin.Expired().size();
			}
			return true;
		};
		id = range.plugin.Throw(def);
		while (range.plugin.Find(id))
		{
			range.Step(k_dt);
			if (asked >= at)
			{
				EXPECT_FALSE(range.plugin.Find(id).has_value());
				EXPECT_EQ(range.plugin.Impacts().size() + range.plugin.Expired().size(), events) << at;
			}
		}
	}
}

TEST(Reentry, APredicateMayCancelOthers)
{
	for (const bool ofGrenade : {false, true})
	{
		Wall wall;
		Plugin& plugin = wall.range.plugin;
		std::vector<BulletId> bullets;
		std::vector<GrenadeId> grenades;
		if (ofGrenade)
		{
			wall.Throw(0.0f);
		}
		else
		{
			wall.Fire(0.0f);
		}
		for (int32_t i = 0; i < 100; ++i)
		{
			const float y = 0.1f * static_cast<float>(i);
			if (ofGrenade)
			{
				grenades.push_back(plugin.Throw(Thrown({0.0f, y}, {300.0f, 0.0f})));
			}
			else
			{
				bullets.push_back(plugin.Fire(LastingGram({0.0f, y}, {300.0f, 0.0f})));
			}
		}
		wall.call = [&]
		{
			for (const BulletId id : bullets)
			{
				plugin.Cancel(id);
			}
			for (const GrenadeId id : grenades)
			{
				plugin.Cancel(id);
			}
		};
		wall.range.Step(k_dt);
		EXPECT_EQ(plugin.Impacts().size(), 1u);
		EXPECT_EQ(plugin.Expired().size(), ofGrenade ? 0u : 1u);
		EXPECT_TRUE(plugin.Bullets().empty());
		EXPECT_EQ(plugin.Grenades().size(), ofGrenade ? 1u : 0u);
	}
}

TEST(Reentry, WhatABulletsRuleThrowsFliesFromTheNextStepOn)
{
	Plugin* plugin = nullptr;
	GrenadeId grenade;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		grenade = plugin->Throw(Thrown({0.0f, 0.0f}, {-60.0f, 0.0f}));
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
	range.plugin.Fire(LastingGram({0.0f, 0.0f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_TRUE(range.plugin.Find(grenade).has_value());
	EXPECT_EQ(range.plugin.Find(grenade)->position, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(range.plugin.Find(grenade)->age, 0.0f);
}

TEST(Reentry, ARuleMayFireBulletsOfARange)
{
	constexpr int32_t k_bounces = 20;
	Plugin* plugin = nullptr;
	std::vector<BulletId> fired;
	PluginDef def;
	def.rule = [&](const ImpactEvent& impact)
	{
		BulletDef shot = LastingGram({0.0f, 10.0f}, {0.0f, 1.0f});
		shot.maxRange = 100.0f;
		fired.push_back(plugin->Fire(shot));
		return impact.response;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({2.5f, 0.0f}, 0.5f, 0.5f);
	range.AddBox({-2.5f, 0.0f}, 0.5f, 0.5f);
	std::vector<BulletId> bouncing;
	for (int i = 0; i < 3; ++i)
	{
		BulletDef shot = LastingGram({0.0f, 0.1f * static_cast<float>(i)}, {400.0f, 0.0f});
		shot.maxBounces = k_bounces;
		shot.lifetime = 100.0f;
		bouncing.push_back(range.plugin.Fire(shot));
	}
	for (int step = 0; step < 5; ++step)
	{
		range.Step(0.01f);
	}
	for (const BulletId id : bouncing)
	{
		const std::optional<BulletState> state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		EXPECT_EQ(state->bounces, 5);
	}
	EXPECT_EQ(fired.size(), 15u);
	for (const BulletId id : fired)
	{
		ASSERT_TRUE(range.plugin.Find(id).has_value());
		EXPECT_EQ(range.plugin.Find(id)->bounces, 0);
	}
}

} // namespace ricochet::test::reentry_test
