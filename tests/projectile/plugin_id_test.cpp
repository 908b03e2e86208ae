// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <optional>

// Tests that an id identifies a projectile of one plugin only.

namespace ricochet::test::plugin_id_test
{

TEST(PluginId, AnIdOfOnePluginNamesNothingInAnother)
{
	FiringRange range;
	Plugin other(range.world);
	const BulletId bullet = range.plugin.Fire({});
	const BulletId otherBullet = other.Fire({});
	const GrenadeId grenade = range.plugin.Throw({});
	const GrenadeId otherGrenade = other.Throw({});
	ASSERT_EQ(bullet.index, otherBullet.index);
	ASSERT_EQ(bullet.generation, otherBullet.generation);
	EXPECT_NE(bullet, otherBullet);
	EXPECT_NE(grenade, otherGrenade);
	EXPECT_FALSE(other.Find(bullet) || other.Find(grenade));
	other.Cancel(bullet);
	other.Cancel(grenade);
	EXPECT_EQ(other.Bullets().size(), 1u);
	EXPECT_EQ(other.Grenades().size(), 1u);
	EXPECT_TRUE(range.plugin.Find(bullet) && range.plugin.Find(grenade));
	EXPECT_TRUE(other.Find(otherBullet) && other.Find(otherGrenade));
	EXPECT_EQ(range.plugin.Bullets().front().id, bullet);
	EXPECT_EQ(other.Bullets().front().id, otherBullet);
}

TEST(PluginId, AnIdOfAPluginThatIsGoneNamesNothingInALaterOne)
{
	b2World world({0.0f, 0.0f});
	std::optional<Plugin> plugin;
	std::vector<BulletId> bullets;
	std::vector<GrenadeId> grenades;
	for (int32_t i = 0; i < 100; ++i)
	{
		plugin.emplace(world);
		const BulletId bullet = plugin->Fire({});
		const GrenadeId grenade = plugin->Throw({});
		for (size_t k = 0; k < bullets.size(); ++k)
		{
			EXPECT_FALSE(plugin->Find(bullets[k]) || plugin->Find(grenades[k]));
			plugin->Cancel(bullets[k]);
			plugin->Cancel(grenades[k]);
		}
		EXPECT_TRUE(plugin->Find(bullet) && plugin->Find(grenade));
		bullets.push_back(bullet);
		grenades.push_back(grenade);
	}
}

TEST(PluginId, EventsOfOneTimeAreOrderedByIndexWhateverThePlugin)
{
	FiringRange range;
	range.AddBox({2.5f, 0.0f}, 0.5f, 5.0f);
	for (int32_t round = 0; round < 3; ++round)
	{
		Plugin plugin(range.world);
		for (int32_t i = 0; i < 20; ++i)
		{
			plugin.Fire({.velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .userData = static_cast<uintptr_t>(i)});
		}
		plugin.Step(1.0f / 60.0f, 8, 3);
		ASSERT_EQ(plugin.Impacts().size(), 20u);
		for (size_t i = 0; i < 20; ++i)
		{
			EXPECT_EQ(plugin.Impacts()[i].userData, i);
			EXPECT_EQ(plugin.Impacts()[i].bullet.plugin, plugin.Impacts()[0].bullet.plugin);
		}
	}
}

} // namespace ricochet::test::plugin_id_test
