// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/expect_error.h"
#include "support/failing_memory.h"

#include <set>

// Tests the limits of the number of projectiles, the preallocation of memory (Reserve), and the removal of all
// projectiles (Clear).

namespace ricochet::test::capacity_test
{

namespace
{

GrenadeDef GrenadeAt(b2Vec2 position)
{
	return {.position = position, .fuse = k_inf};
}

void ExpectTooMany(const Plugin& plugin, const char* parameter, double value, double limit)
{
	const Error& error = plugin.LastError();
	EXPECT_EQ(error.reason, ErrorReason::TooMany);
	EXPECT_STREQ(error.parameter, parameter);
	EXPECT_EQ(error.value, value);
	EXPECT_EQ(error.limit, limit);
}

} // namespace

TEST(Capacity, OneBulletMoreIsRefusedUntilOneHasEnded)
{
	FiringRange range({0.0f, 0.0f}, {.maxBullets = 3});
	BulletId first;
	for (int32_t i = 0; i < 3; ++i)
	{
		const BulletId id = range.plugin.Fire(Lasting({0.0f, 1.0f * static_cast<float>(i)}, {1.0f, 0.0f}));
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
		first = i == 0 ? id : first;
	}
	const BulletId refused = range.plugin.Fire(Lasting({0.0f, 9.0f}, {1.0f, 0.0f}));
	EXPECT_EQ(refused, BulletId{});
	ExpectTooMany(range.plugin, "PluginDef::maxBullets", 4.0, 3.0);
	EXPECT_NE(range.plugin.LastError().Message().find('4'), std::string::npos);
	EXPECT_EQ(range.plugin.Bullets().size(), 3u);
	range.plugin.Cancel(first);
	EXPECT_NE(range.plugin.Fire(Lasting({0.0f, 9.0f}, {1.0f, 0.0f})), BulletId{});
	EXPECT_EQ(range.plugin.Fire(Lasting({0.0f, 9.0f}, {1.0f, 0.0f})), BulletId{});

	// A step does not change the number of bullets.
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Bullets().size(), 3u);
}

TEST(Capacity, OneGrenadeMoreIsRefusedUntilOneHasEnded)
{
	FiringRange range({0.0f, 0.0f}, {.maxGrenades = 2});
	const GrenadeId first = range.plugin.Throw(GrenadeAt({0.0f, 0.0f}));
	range.plugin.Throw(GrenadeAt({5.0f, 0.0f}));
	EXPECT_EQ(range.plugin.Throw(GrenadeAt({9.0f, 0.0f})), GrenadeId{});
	ExpectTooMany(range.plugin, "PluginDef::maxGrenades", 3.0, 2.0);
	EXPECT_EQ(range.plugin.Grenades().size(), 2u);
	EXPECT_NE(range.plugin.Fire(Lasting({0.0f, 9.0f}, {1.0f, 0.0f})), BulletId{}) << "bullets are counted apart";
	range.plugin.Cancel(first);
	range.plugin.Cancel(first);
	EXPECT_NE(range.plugin.Throw(GrenadeAt({9.0f, 0.0f})), GrenadeId{});
	EXPECT_EQ(range.plugin.Throw(GrenadeAt({9.0f, 0.0f})), GrenadeId{});
}

TEST(Capacity, WhatARuleCancelsMakesRoomForWhatItFires)
{
	BulletId spare;
	GrenadeId spareGrenade;
	std::vector<BulletId> fired;
	std::vector<GrenadeId> thrown;
	Plugin* plugin = nullptr;
	FiringRange range({0.0f, 0.0f}, {.rule =
	                                     [&](const ImpactEvent& event)
	                                 {
		                                 fired.push_back(plugin->Fire(Lasting({0.0f, 50.0f}, {1.0f, 0.0f})));
		                                 plugin->Cancel(spare);
		                                 fired.push_back(plugin->Fire(Lasting({0.0f, 50.0f}, {1.0f, 0.0f})));
		                                 thrown.push_back(plugin->Throw(GrenadeAt({0.0f, 60.0f})));
		                                 plugin->Cancel(spareGrenade);
		                                 thrown.push_back(plugin->Throw(GrenadeAt({0.0f, 60.0f})));
		                                 return event.response;
	                                 },
	                                 .maxBullets = 2,
	                                 .maxGrenades = 1});
	plugin = &range.plugin;
	range.AddBox({1.0f, 0.0f}, 0.2f, 1.0f);
	range.plugin.Fire(Lasting({0.0f, 0.0f}, {300.0f, 0.0f}));
	spare = range.plugin.Fire(Lasting({0.0f, 20.0f}, {1.0f, 0.0f}));
	spareGrenade = range.plugin.Throw(GrenadeAt({0.0f, 30.0f}));
	range.Step(k_dt);
	ASSERT_EQ(fired.size(), 2u);
	EXPECT_EQ(fired[0], BulletId{});
	EXPECT_TRUE(range.plugin.Find(fired[1]).has_value());
	EXPECT_EQ(thrown[0], GrenadeId{});
	EXPECT_TRUE(range.plugin.Find(thrown[1]).has_value());
	EXPECT_EQ(range.plugin.Bullets().size(), 1u) << "the one that fired it was stopped";
}

TEST(Capacity, NoneMayFlyWhereNoneIsAllowed)
{
	FiringRange range({0.0f, 0.0f}, {.maxBullets = 0, .maxGrenades = 0});
	EXPECT_EQ(range.plugin.Fire({}), BulletId{});
	ExpectTooMany(range.plugin, "PluginDef::maxBullets", 1.0, 0.0);
	EXPECT_EQ(range.plugin.Throw({}), GrenadeId{});
	ExpectTooMany(range.plugin, "PluginDef::maxGrenades", 1.0, 0.0);
	EXPECT_EQ(range.plugin.Fire({.mass = -1.0f}), BulletId{});
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::NotPositive) << "a bad def is said first";
}

TEST(Capacity, OfAnExplosionsFragmentsThoseFlyThatMay)
{
	FiringRange range({0.0f, 0.0f}, {.maxBullets = 10});
	ExplosionDef blast;
	blast.fragments = {.count = 7, .speed = 10.0f, .bullet = {.gravityScale = 0.0f}};
	range.plugin.Explode(blast);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	range.plugin.Explode(blast);
	ExpectTooMany(range.plugin, "PluginDef::maxBullets", 14.0, 10.0);
	ASSERT_EQ(range.plugin.Explosions().size(), 2u);
	EXPECT_EQ(range.plugin.Explosions()[0].fragmentCount, 7);
	EXPECT_EQ(range.plugin.Explosions()[1].fragmentCount, 3);
	ASSERT_EQ(range.plugin.Fragments().size(), 10u);
	for (const BulletId id : range.plugin.Fragments())
	{
		EXPECT_TRUE(range.plugin.Find(id).has_value());
	}

	// The fuse of a grenade ends within the step.
	GrenadeDef grenade = GrenadeAt({0.0f, 50.0f});
	grenade.fuse = 0.5f * k_dt;
	grenade.blast = blast;
	range.plugin.Throw(grenade);
	range.Step(k_dt);
	ExpectTooMany(range.plugin, "PluginDef::maxBullets", 17.0, 10.0);
	ASSERT_EQ(range.plugin.Explosions().size(), 1u);
	EXPECT_EQ(range.plugin.Explosions()[0].fragmentCount, 0);
	EXPECT_EQ(range.plugin.Bullets().size(), 10u);
}

TEST(Capacity, ClearTakesAllOutOfTheAirWithoutAnEvent)
{
	FiringRange range(k_gravity);
	b2Body* floor = range.AddBox({0.0f, -1.0f}, 50.0f, 1.0f)->GetBody();
	std::vector<BulletId> bullets;
	std::vector<GrenadeId> grenades;
	for (int32_t i = 0; i < 100; ++i)
	{
		const float x = 0.3f * static_cast<float>(i % 50) - 8.0f;
		bullets.push_back(range.plugin.Fire(Lasting({x, 5.0f}, {0.0f, 1.0f})));
		grenades.push_back(range.plugin.Throw(GrenadeAt({x, i < 50 ? 0.06f : 3.0f})));
	}
	for (int32_t i = 0; i < 30; ++i)
	{
		range.Step(k_dt);
	}
	EXPECT_TRUE(range.plugin.Grenades()[0].resting) << "the test needs some that sleep";
	const size_t impacts = range.plugin.Impacts().size();
	range.plugin.Clear();
	EXPECT_EQ(range.plugin.Bullets().size(), 0u);
	EXPECT_EQ(range.plugin.Grenades().size(), 0u);
	EXPECT_EQ(range.plugin.Impacts().size(), impacts);
	EXPECT_TRUE(range.plugin.Expired().empty());
	floor->SetTransform({0.0f, -1.5f}, 0.1f); // grenades that sleep on the floor are not woken
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
	std::set<std::pair<uint32_t, uint32_t>> old;
	for (const BulletId id : bullets)
	{
		EXPECT_FALSE(range.plugin.Find(id).has_value());
		old.insert({id.index, id.generation});
	}
	for (int32_t i = 0; i < 200; ++i)
	{
		const BulletId id = range.plugin.Fire(Lasting({0.0f, 5.0f}, {0.0f, 1.0f}));
		EXPECT_FALSE(old.contains({id.index, id.generation}));
		EXPECT_NE(range.plugin.Throw(GrenadeAt({0.0f, 5.0f})), grenades[0]);
	}
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Bullets().size(), 200u);
	EXPECT_EQ(range.plugin.Grenades().size(), 200u);
}

TEST(Capacity, ClearByARuleEndsTheStepOfAll)
{
	Plugin* plugin = nullptr;
	int32_t calls = 0;
	FiringRange range({0.0f, 0.0f}, {.rule = [&](const ImpactEvent& event)
	                                 {
		                                 calls += 1;
		                                 plugin->Clear();
		                                 plugin->Fire(Lasting({0.0f, 5.0f}, {0.0f, 1.0f}));
		                                 return event.response;
	                                 }});
	plugin = &range.plugin;
	range.AddBox({1.0f, 0.0f}, 0.2f, 50.0f);
	for (int32_t i = 0; i < 20; ++i)
	{
		range.plugin.Fire(Lasting({0.0f, 0.1f * static_cast<float>(i)}, {300.0f, 0.0f}));
		range.plugin.Throw(GrenadeAt({-5.0f, 0.2f * static_cast<float>(i)}));
	}
	range.Step(k_dt);
	EXPECT_EQ(calls, 1);
	EXPECT_EQ(range.plugin.Bullets().size(), 1u) << "what was fired since";
	EXPECT_EQ(range.plugin.Grenades().size(), 0u);
	EXPECT_TRUE(range.plugin.Expired().empty());
}

TEST(Capacity, WithRoomMadeNoBulletAllocates)
{
	FiringRange range;
	const BulletId one = range.plugin.Fire(Lasting({0.0f, 5.0f}, {0.0f, 1.0f}));
	range.plugin.Reserve(1000, 50);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	FailingMemory memory(FailingMemory::k_never);
	memory.Run(
	    [&]
	    {
		    for (int32_t i = 1; i < 1000; ++i)
		    {
			    BulletDef def = Lasting({static_cast<float>(i), 5.0f}, {1.0f, static_cast<float>(i)});
			    def.lifetime = 1.0f + static_cast<float>(i);
			    def.userData = static_cast<uintptr_t>(i);
			    range.plugin.Fire(def);
		    }
	    });
	EXPECT_EQ(memory.Allocations(), 0);
	EXPECT_EQ(range.plugin.Bullets().size(), 1000u);
	EXPECT_TRUE(range.plugin.Find(one).has_value());
	const GrenadeState* before = nullptr;
	for (int32_t i = 0; i < 50; ++i)
	{
		range.plugin.Throw(GrenadeAt({static_cast<float>(i), 90.0f}));
		before = i == 0 ? range.plugin.Grenades().data() : before;
	}
	EXPECT_EQ(range.plugin.Grenades().data(), before);
}

TEST(Capacity, RoomThatCannotBeIsRefused)
{
	FiringRange range({0.0f, 0.0f}, {.maxBullets = 10, .maxGrenades = 20});
	struct Row
	{
		int32_t bullets, grenades;
		Error error;
	};
	const Row rows[] = {{-1, 0, {ErrorReason::TooSmall, "bullets", -1, -1.0, 0.0}},
	                    {11, 0, {ErrorReason::TooLarge, "bullets", -1, 11.0, 10.0}},
	                    {10, -7, {ErrorReason::TooSmall, "grenades", -1, -7.0, 0.0}},
	                    {10, 21, {ErrorReason::TooLarge, "grenades", -1, 21.0, 20.0}}};
	for (const Row& row : rows)
	{
		range.plugin.Reserve(row.bullets, row.grenades);
		const Error& error = range.plugin.LastError();
		EXPECT_EQ(error.reason, row.error.reason);
		EXPECT_STREQ(error.parameter, row.error.parameter);
		EXPECT_EQ(error.value, row.error.value);
		EXPECT_EQ(error.limit, row.error.limit);
	}
	range.plugin.Reserve(10, 20);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
}

TEST(Capacity, RestoredFlyAllThatDid)
{
	FiringRange range;
	for (int32_t i = 0; i < 5; ++i)
	{
		range.plugin.Fire(Lasting({0.0f, static_cast<float>(i)}, {1.0f, 0.0f}));
		range.plugin.Throw(GrenadeAt({9.0f, static_cast<float>(i)}));
	}
	std::vector<std::byte> bytes;
	ASSERT_TRUE(range.plugin.Save(bytes));
	Plugin smaller(range.world, {.maxBullets = 3, .maxGrenades = 3});
	ASSERT_TRUE(smaller.Restore(bytes));
	EXPECT_EQ(smaller.Bullets().size(), 5u);
	EXPECT_EQ(smaller.Grenades().size(), 5u);
	EXPECT_EQ(smaller.Fire({}), BulletId{});
	ExpectTooMany(smaller, "PluginDef::maxBullets", 6.0, 3.0);
	EXPECT_EQ(smaller.Throw({}), GrenadeId{});
	ExpectTooMany(smaller, "PluginDef::maxGrenades", 6.0, 3.0);
}

} // namespace ricochet::test::capacity_test
