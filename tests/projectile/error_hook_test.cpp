// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

// Tests the hook that reports each refused call to the game, so that the game need not ask for errors.

namespace ricochet::test::error_hook_test
{

namespace
{

struct Hearing
{
	std::vector<std::string> parameters{};

	PluginDef Def()
	{
		PluginDef def;
		def.onError = [this](const Error& error)
		{
			parameters.emplace_back(error.parameter != nullptr ? error.parameter : "");
		};
		return def;
	}
};

} // namespace

TEST(ErrorHook, HearsOfEachRefusedCallAndOfNoOther)
{
	Hearing heard;
	PluginDef def = heard.Def();
	def.maxGrenades = 1;
	FiringRange range({0.0f, 0.0f}, def);
	range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f}));
	const GrenadeId grenade = range.plugin.Throw({});
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_TRUE(heard.parameters.empty());

	range.plugin.Fire({.mass = 0.0f});
	range.plugin.Throw({});
	range.plugin.Explode({.radius = k_nan});
	range.plugin.Steer(grenade, {k_inf, 0.0f}, {0.0f, 0.0f});
	range.plugin.SetSurface(nullptr, {});
	range.Step(-1.0f);
	range.plugin.EndStep(k_dt);
	const std::vector<std::string> expected{
	    "BulletDef::mass", "PluginDef::maxGrenades", "ExplosionDef::radius", "position", "fixture", "dt", ""};
	EXPECT_EQ(heard.parameters, expected);
}

TEST(ErrorHook, HearsOfAWrongFieldOfThePlugin)
{
	Hearing heard;
	PluginDef def = heard.Def();
	def.chordError = 0.0f;
	const FiringRange range({0.0f, 0.0f}, def);
	EXPECT_EQ(heard.parameters, std::vector<std::string>{"PluginDef::chordError"});
}

// The step replaces LastError at its end. The hook receives the rule's error before that.
TEST(ErrorHook, HearsOfCallsByARule)
{
	Hearing heard;
	PluginDef def = heard.Def();
	Plugin* plugin = nullptr;
	def.rule = [&](const ImpactEvent&)
	{
		plugin->Fire({.lifetime = 0.0f});
		return Response::Stop;
	};
	FiringRange range({0.0f, 0.0f}, def);
	plugin = &range.plugin;
	range.AddBox({1.0f, 0.0f}, 0.5f, 0.5f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}));
	range.Step(k_dt);
	EXPECT_EQ(heard.parameters, std::vector<std::string>{"BulletDef::lifetime"});
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

TEST(ErrorHook, MayThrow)
{
	PluginDef def;
	def.onError = [](const Error&)
	{
		throw std::runtime_error("heard");
	};
	FiringRange range({0.0f, 0.0f}, def);
	EXPECT_THROW(range.plugin.Fire({.mass = -1.0f}), std::runtime_error);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::NotPositive);
	EXPECT_TRUE(range.plugin.Bullets().empty());
	EXPECT_TRUE(range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f})));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Bullets().front().position.x, k_dt);
}

} // namespace ricochet::test::error_hook_test
