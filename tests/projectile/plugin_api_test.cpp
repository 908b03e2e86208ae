// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/malloc_block_allocator.h"
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

// Tests the results of the plugin's calls, and their errors if they are refused.

namespace ricochet::test::plugin_api_test
{

namespace
{

testing::AssertionResult Says(const Plugin& plugin, const char* number)
{
	const std::string message = plugin.LastError().Message();
	if (message.find(number) != std::string::npos)
	{
		return testing::AssertionSuccess();
	}
	return testing::AssertionFailure() << "\"" << message << "\" does not say " << number;
}

// Returns "BulletDef::position" for "BulletDef::" and "position.x".
std::string Parameter(std::string type, std::string_view field)
{
	return type += field.substr(0, field.find('.'));
}

template <class Def>
struct BadField
{
	const char* name;
	std::function<void(Def&, float)> set;
	std::vector<std::pair<float, const char*>> values;
};

const std::pair<float, const char*> k_notANumber = {k_nan, "nan"};
const std::pair<float, const char*> k_infinite = {k_inf, "inf"};
const std::pair<float, const char*> k_minusInfinite = {-k_inf, "-inf"};
const std::pair<float, const char*> k_negative = {-0.625f, "-0.625"};
const std::pair<float, const char*> k_zero = {0.0f, "0"};
const std::pair<float, const char*> k_aboveOne = {1.125f, "1.125"};

template <class Def, class Start>
void RunBadFields(const char* type, const std::vector<BadField<Def>>& fields, Start start)
{
	for (const BadField<Def>& field : fields)
	{
		for (const auto& [value, text] : field.values)
		{
			FiringRange range;
			Def def;
			field.set(def, value);
			EXPECT_FALSE(start(range.plugin, def)) << field.name << " " << text;
			EXPECT_TRUE(Says(range.plugin, text)) << field.name;
			EXPECT_EQ(range.plugin.LastError().parameter, Parameter(type, field.name));
			EXPECT_TRUE(range.plugin.Bullets().empty());
			EXPECT_TRUE(range.plugin.Grenades().empty());
			range.Step(k_dt);
			EXPECT_TRUE(range.plugin.Expired().empty());
		}
	}
}

} // namespace

TEST(Plugin, DefaultDefsAreValidAndNothingIsSaid)
{
	FiringRange range;
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	EXPECT_TRUE(range.plugin.Fire({}));
	EXPECT_TRUE(range.plugin.Throw({}));
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	EXPECT_TRUE(range.plugin.Fire({.gravityScale = -2.0f, .restitution = 0.0f, .friction = 5.0f}));
	EXPECT_TRUE(range.plugin.Throw({.gravityScale = 0.0f, .restitution = 1.0f, .friction = 0.0f}));
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	EXPECT_FALSE(BulletId());
	EXPECT_FALSE(GrenadeId());
}

TEST(Plugin, EveryBadNumberOfABulletIsRefusedByName)
{
	const std::vector<BadField<BulletDef>> fields = {
	    {"position.x", [](BulletDef& d, float x) { d.position.x = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"position.y", [](BulletDef& d, float x) { d.position.y = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"velocity.x", [](BulletDef& d, float x) { d.velocity.x = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"velocity.y", [](BulletDef& d, float x) { d.velocity.y = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"mass", [](BulletDef& d, float x) { d.mass = x; }, {k_notANumber, k_infinite, k_negative, k_zero}},
	    {"gravityScale",
	     [](BulletDef& d, float x) { d.gravityScale = x; },
	     {k_notANumber, k_infinite, k_minusInfinite}},
	    {"drag", [](BulletDef& d, float x) { d.drag = x; }, {k_notANumber, k_infinite, k_negative}},
	    {"lifetime", [](BulletDef& d, float x) { d.lifetime = x; }, {k_notANumber, k_negative, k_zero}},
	    {"from.x",
	     [](BulletDef& d, float x) {
		     d.from = {x, 0.0f};
	     },
	     {k_notANumber, k_infinite, k_minusInfinite}},
	    {"delay", [](BulletDef& d, float x) { d.delay = x; }, {k_notANumber, k_infinite, k_negative}},
	    {"restitution",
	     [](BulletDef& d, float x) { d.restitution = x; },
	     {k_notANumber, k_infinite, k_negative, k_aboveOne}},
	    {"friction", [](BulletDef& d, float x) { d.friction = x; }, {k_notANumber, k_negative}},
	    {"maxBounces", [](BulletDef& d, float x) { d.maxBounces = static_cast<int32_t>(x); }, {{-3.0f, "-3"}}},
	    {"maxPierces", [](BulletDef& d, float x) { d.maxPierces = static_cast<int32_t>(x); }, {{-3.0f, "-3"}}},
	    {"maxRange", [](BulletDef& d, float x) { d.maxRange = x; }, {k_notANumber, k_negative, k_zero}},
	    {"acceleration.x", [](BulletDef& d, float x) { d.acceleration.x = x; }, {k_notANumber, k_infinite}},
	    {"acceleration.y", [](BulletDef& d, float x) { d.acceleration.y = x; }, {k_notANumber, k_minusInfinite}},
	    {"wind.x", [](BulletDef& d, float x) { d.wind.x = x; }, {k_notANumber, k_infinite}},
	    {"wind.y", [](BulletDef& d, float x) { d.wind.y = x; }, {k_notANumber, k_minusInfinite}},
	    {"dragQuadratic", [](BulletDef& d, float x) { d.dragQuadratic = x; }, {k_notANumber, k_infinite, k_negative}},
	    {"thrust", [](BulletDef& d, float x) { d.thrust = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	};
	RunBadFields<BulletDef>("BulletDef::", fields,
	                        [](Plugin& plugin, const BulletDef& def) { return bool(plugin.Fire(def)); });
}

TEST(Plugin, EveryBadNumberOfAGrenadeIsRefusedByName)
{
	const std::vector<BadField<GrenadeDef>> fields = {
	    {"position.x", [](GrenadeDef& d, float x) { d.position.x = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"position.y", [](GrenadeDef& d, float x) { d.position.y = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"velocity.x", [](GrenadeDef& d, float x) { d.velocity.x = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"velocity.y", [](GrenadeDef& d, float x) { d.velocity.y = x; }, {k_notANumber, k_infinite, k_minusInfinite}},
	    {"radius", [](GrenadeDef& d, float x) { d.radius = x; }, {k_notANumber, k_infinite, k_negative, k_zero}},
	    {"mass", [](GrenadeDef& d, float x) { d.mass = x; }, {k_notANumber, k_infinite, k_negative, k_zero}},
	    {"gravityScale",
	     [](GrenadeDef& d, float x) { d.gravityScale = x; },
	     {k_notANumber, k_infinite, k_minusInfinite}},
	    {"restitution",
	     [](GrenadeDef& d, float x) { d.restitution = x; },
	     {k_notANumber, k_infinite, k_negative, k_aboveOne}},
	    {"friction", [](GrenadeDef& d, float x) { d.friction = x; }, {k_notANumber, k_negative}},
	    {"restitutionThreshold",
	     [](GrenadeDef& d, float x) { d.restitutionThreshold = x; },
	     {k_notANumber, k_negative}},
	    {"fuse", [](GrenadeDef& d, float x) { d.fuse = x; }, {k_notANumber, k_negative, k_zero}},
	    {"from.y",
	     [](GrenadeDef& d, float x) {
		     d.from = {0.0f, x};
	     },
	     {k_notANumber, k_infinite, k_minusInfinite}},
	};
	RunBadFields<GrenadeDef>("GrenadeDef::", fields,
	                         [](Plugin& plugin, const GrenadeDef& def) { return bool(plugin.Throw(def)); });
}

TEST(Plugin, ABadSurfaceIsRefusedAndTheOldOneStays)
{
	const std::vector<BadField<Surface>> fields = {
	    {"resistance", [](Surface& s, float x) { s.resistance = x; }, {k_notANumber, k_negative}},
	    {"ricochetAngle", [](Surface& s, float x) { s.ricochetAngle = x; }, {k_notANumber}},
	    {"restitution", [](Surface& s, float x) { s.restitution = x; }, {k_notANumber, k_negative, k_aboveOne}},
	    {"friction", [](Surface& s, float x) { s.friction = x; }, {k_notANumber, k_negative}},
	};
	FiringRange range;
	b2Fixture* wall = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	const Surface good{.resistance = 7.0f, .ricochetAngle = 0.5f, .restitution = 0.25f, .friction = 0.75f};
	range.plugin.SetSurface(wall, good);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	for (const auto& field : fields)
	{
		for (const auto& [value, text] : field.values)
		{
			Surface bad;
			field.set(bad, value);
			range.plugin.SetSurface(wall, bad);
			EXPECT_TRUE(Says(range.plugin, text)) << field.name;
			EXPECT_EQ(range.plugin.LastError().parameter, Parameter("Surface::", field.name));
			EXPECT_EQ(range.plugin.GetSurface(wall).resistance, 7.0f);
			EXPECT_EQ(range.plugin.GetSurface(wall).ricochetAngle, 0.5f);
			EXPECT_EQ(range.plugin.GetSurface(wall).restitution, 0.25f);
			EXPECT_EQ(range.plugin.GetSurface(wall).friction, 0.75f);
		}
	}
	range.plugin.SetSurface(nullptr, good);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::Null);
	EXPECT_STREQ(range.plugin.LastError().parameter, "fixture");
	range.plugin.SetSurface(wall, {.resistance = k_inf});
	EXPECT_EQ(range.plugin.GetSurface(wall).resistance, k_inf);
}

TEST(Plugin, ABadPluginDefIsSaidAndReplacedByDefaults)
{
	struct Row
	{
		PluginDef def;
		const char* number;
	};
	const Row rows[] = {{{.maxContactsPerStep = 0}, "0"},    {{.maxContactsPerStep = -5}, "-5"},
	                    {{.chordError = -0.625f}, "-0.625"}, {{.chordError = 0.0f}, "0"},
	                    {{.chordError = k_nan}, "nan"},      {{.chordError = k_inf}, "inf"},
	                    {{.maxBullets = -3}, "-3"},          {{.maxGrenades = -9}, "-9"}};
	for (const Row& row : rows)
	{
		FiringRange range({0.0f, 0.0f}, row.def);
		EXPECT_TRUE(Says(range.plugin, row.number));
		range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f);
		range.plugin.Fire(Straight({-2.0f, 0.0f}, {300.0f, 0.0f}));
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	}
}

TEST(Plugin, ASurfaceIsForgottenWithItsFixture)
{
	if (k_blocksAreUsedAgain == false)
	{
		GTEST_SKIP() << "needs Box2D to use an address again";
	}
	// A new fixture at the address of a destroyed one must not inherit its surface.
	FiringRange range;
	b2Body* body = range.AddBody({0.0f, 0.0f});
	const b2PolygonShape box = BoxOf(1.0f, 1.0f);
	b2Fixture* old = range.Add(body, box);
	range.plugin.SetSurface(old, {.resistance = 99.0f});
	body->DestroyFixture(old);
	range.Step(k_dt);
	int32_t reused = 0;
	for (int32_t i = 0; i < 10; ++i)
	{
		b2Fixture* made = range.Add(body, box);
		reused += made == old ? 1 : 0;
		EXPECT_EQ(range.plugin.GetSurface(made).resistance, 0.0f);
	}
	EXPECT_EQ(reused, 1) << "the test needs the address again";
}

TEST(Plugin, IdsAreNeverUsedTwice)
{
	FiringRange range;
	std::set<std::pair<uint32_t, uint32_t>> bullets, grenades;
	const int32_t count = ScaledCount(20000);
	std::vector<BulletId> live;
	for (int32_t i = 0; i < count; ++i)
	{
		const BulletId bullet = range.plugin.Fire({});
		const GrenadeId grenade = range.plugin.Throw({});
		ASSERT_TRUE(bullet && grenade);
		ASSERT_TRUE(bullets.insert({bullet.index, bullet.generation}).second) << i;
		ASSERT_TRUE(grenades.insert({grenade.index, grenade.generation}).second) << i;
		live.push_back(bullet);
		range.plugin.Cancel(grenade);
		if (live.size() > 10)
		{
			range.plugin.Cancel(live[static_cast<size_t>(i) % live.size()]);
			live.erase(live.begin() + i % static_cast<int32_t>(live.size()));
		}
	}
	EXPECT_EQ(range.plugin.Bullets().size(), live.size());
	EXPECT_TRUE(range.plugin.Grenades().empty());
}

TEST(Plugin, FindKnowsWhatFliesAndNothingElse)
{
	FiringRange range;
	const BulletId bullet = range.plugin.Fire({.position = {1.0f, 2.0f}, .velocity = {3.0f, 4.0f}, .userData = 11});
	const GrenadeId grenade =
	    range.plugin.Throw({.position = {5.0f, 6.0f}, .velocity = {7.0f, 8.0f}, .radius = 0.25f, .userData = 12});
	const auto bulletState = range.plugin.Find(bullet);
	ASSERT_TRUE(bulletState.has_value());
	EXPECT_EQ(bulletState->id, bullet);
	EXPECT_EQ(bulletState->position, b2Vec2(1.0f, 2.0f));
	EXPECT_EQ(bulletState->velocity, b2Vec2(3.0f, 4.0f));
	EXPECT_EQ(bulletState->age, 0.0f);
	EXPECT_EQ(bulletState->bounces, 0);
	EXPECT_EQ(bulletState->pierces, 0);
	EXPECT_EQ(bulletState->userData, 11u);
	const auto grenadeState = range.plugin.Find(grenade);
	ASSERT_TRUE(grenadeState.has_value());
	EXPECT_EQ(grenadeState->id, grenade);
	EXPECT_EQ(grenadeState->position, b2Vec2(5.0f, 6.0f));
	EXPECT_EQ(grenadeState->velocity, b2Vec2(7.0f, 8.0f));
	EXPECT_EQ(grenadeState->radius, 0.25f);
	EXPECT_EQ(grenadeState->userData, 12u);
	EXPECT_FALSE(grenadeState->resting);

	EXPECT_FALSE(range.plugin.Find(BulletId()).has_value());
	EXPECT_FALSE(range.plugin.Find(GrenadeId()).has_value());
	EXPECT_FALSE(range.plugin.Find(BulletId{bullet.index, bullet.generation + 1}).has_value());
	EXPECT_FALSE(range.plugin.Find(BulletId{bullet.index + 1000, bullet.generation}).has_value());
	EXPECT_FALSE(range.plugin.Find(GrenadeId{0xFFFFFFFFu, 0xFFFFFFFFu}).has_value());
}

TEST(Plugin, CancelTakesAwayWithoutAnEvent)
{
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	const BulletId first = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	const BulletId second = range.plugin.Fire(Straight({0.0f, 0.1f}, {300.0f, 0.0f}));
	const BulletId third = range.plugin.Fire(Straight({0.0f, 0.2f}, {300.0f, 0.0f}));
	const GrenadeId grenade = range.plugin.Throw({.position = {-5.0f, 0.0f}});
	range.plugin.Cancel(second);
	range.plugin.Cancel(second);
	range.plugin.Cancel(BulletId());
	range.plugin.Cancel(BulletId{77, 77});
	range.plugin.Cancel(grenade);
	range.plugin.Cancel(grenade);
	range.plugin.Cancel(GrenadeId());
	ASSERT_EQ(range.plugin.Bullets().size(), 2u);
	EXPECT_EQ(range.plugin.Bullets().front().id, first);
	EXPECT_EQ((*std::next(range.plugin.Bullets().begin())).id, third);
	EXPECT_TRUE(range.plugin.Grenades().empty());
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 2u);
	EXPECT_EQ(range.plugin.Expired().size(), 2u);
	EXPECT_EQ(CountOf(range.plugin.Impacts(), second), 0);
}

TEST(Plugin, BulletsAreListedByIndexAndGrenadesInTheOrderOfThrowing)
{
	FiringRange range;
	SceneRandom random(5);
	std::vector<uintptr_t> bullets;
	uintptr_t next = 1;
	for (int32_t round = 0; round < 50; ++round)
	{
		for (int32_t i = random.Below(20); i > 0; --i)
		{
			range.plugin.Fire({.gravityScale = 0.0f, .lifetime = random.Uniform(0.01f, 0.5f), .userData = next});
			bullets.push_back(next++);
			range.plugin.Throw({.gravityScale = 0.0f, .fuse = random.Uniform(0.01f, 0.5f), .userData = next++});
		}
		if (range.plugin.Bullets().empty() == false && random.OneIn(2))
		{
			const auto cancelled = std::next(range.plugin.Bullets().begin(),
			                                 random.Below(static_cast<int32_t>(range.plugin.Bullets().size())));
			std::erase(bullets, (*cancelled).userData);
			range.plugin.Cancel((*cancelled).id);
		}
		range.Step(k_dt);
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			std::erase(bullets, end.userData);
		}
		const auto before = [](const auto& a, const auto& b)
		{
			return a.userData < b.userData;
		};
		const auto indexOf = [](const BulletState& state)
		{
			return state.id.index;
		};
		EXPECT_TRUE(std::ranges::is_sorted(range.plugin.Bullets(), std::ranges::less(), indexOf)) << round;
		std::vector<uintptr_t> listed;
		for (const BulletState& state : range.plugin.Bullets())
		{
			listed.push_back(state.userData);
		}
		std::sort(listed.begin(), listed.end());
		EXPECT_EQ(listed, bullets) << round;
		EXPECT_TRUE(std::is_sorted(range.plugin.Grenades().begin(), range.plugin.Grenades().end(), before)) << round;
		for (const BulletState& state : range.plugin.Bullets())
		{
			EXPECT_EQ(range.plugin.Find(state.id)->userData, state.userData);
		}
	}
}

TEST(Plugin, EventsAreOrderedByTimeThenId)
{
	FiringRange range;
	SceneRandom random(6);
	for (int32_t i = 0; i < 20; ++i)
	{
		range.AddBox(random.InBox(5.0f), 0.5f, 0.5f, random.Uniform(0.0f, 3.0f));
	}
	range.AddBox({20.0f, 0.0f}, 1.0f, 20.0f);
	for (int32_t i = 0; i < 300; ++i)
	{
		BulletDef def = Straight(random.InBox(6.0f), 300.0f * random.Direction());
		def.maxBounces = 20;
		def.lifetime = random.Uniform(0.005f, 0.1f);
		range.plugin.Fire(def);

		// Three bullets at a time hit the far wall at the same instant.
		range.plugin.Fire(Straight({16.0f, 0.05f * static_cast<float>(i / 3)}, {256.0f, 0.0f}));
	}
	for (int32_t step = 0; step < 6; ++step)
	{
		range.Step(1.0f / 64.0f);
		const auto inOrder = [](const auto& a, const auto& b)
		{
			return a.time < b.time || (a.time == b.time && a.bullet.index <= b.bullet.index);
		};
		const auto impacts = range.plugin.Impacts();
		const auto expired = range.plugin.Expired();
		for (size_t i = 1; i < impacts.size(); ++i)
		{
			EXPECT_TRUE(inOrder(impacts[i - 1], impacts[i])) << "step " << step << ", impact " << i;
		}
		for (size_t i = 1; i < expired.size(); ++i)
		{
			EXPECT_TRUE(inOrder(expired[i - 1], expired[i])) << "step " << step << ", end " << i;
		}
		EXPECT_FALSE(step == 0 && impacts.size() < 300);
	}
}

TEST(Plugin, OfEventsAtOneTimeThoseOfBulletsComeFirst)
{
	FiringRange range;
	range.AddBox({3.0f, 0.0f}, 1.0f, 50.0f);
	for (int32_t i = 0; i < 4; ++i)
	{
		const float y = 4.0f * static_cast<float>(i);
		range.plugin.Throw({.position = {-0.25f, y}, .velocity = {64.0f, 0.0f}, .radius = 0.25f, .gravityScale = 0.0f});
		range.plugin.Fire({.position = {0.0f, y + 2.0f}, .velocity = {64.0f, 0.0f}, .gravityScale = 0.0f});
		range.plugin.Throw({.position = {-20.0f, y}, .fuse = 1.0f / 32.0f});
		range.plugin.Fire({.position = {-20.0f, y}, .lifetime = 1.0f / 32.0f});
	}
	range.Step(1.0f / 16.0f);
	ASSERT_EQ(range.plugin.Impacts().size(), 8u);
	ASSERT_EQ(range.plugin.Expired().size(), 12u);
	for (size_t i = 0; i < 8; ++i)
	{
		EXPECT_EQ(range.plugin.Impacts()[i].time, 1.0f / 32.0f);
		EXPECT_EQ(static_cast<bool>(range.plugin.Impacts()[i].bullet), i < 4) << i;
	}
	for (size_t i = 0; i < 12; ++i)
	{
		EXPECT_EQ(range.plugin.Expired()[i].time, 1.0f / 32.0f);
		EXPECT_EQ(static_cast<bool>(range.plugin.Expired()[i].bullet), i < 8) << i;
	}
}

TEST(Plugin, ANewProjectileFliesFromTheNextEndStepOn)
{
	FiringRange range;
	const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {60.0f, 0.0f}));
	EXPECT_EQ(range.plugin.Find(id)->position.x, 0.0f);
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 1.0f, 1.0e-6f);

	// A bullet that is fired between BeginStep and EndStep flies from this EndStep on.
	BulletId late;
	range.Step(k_dt, [&] { late = range.plugin.Fire(Straight({0.0f, 5.0f}, {60.0f, 0.0f})); });
	EXPECT_NEAR(range.plugin.Find(late)->position.x, 1.0f, 1.0e-6f);
}

TEST(Plugin, TheThreePartStepIsTheStep)
{
	FiringRange whole, parts;
	for (FiringRange* range : {&whole, &parts})
	{
		range->AddBox({2.0f, 0.0f}, 0.5f, 5.0f, 0.2f, b2_kinematicBody)->GetBody()->SetAngularVelocity(3.0f);
		range->plugin.Fire({.velocity = {300.0f, 1.0f}, .maxBounces = 3});
	}
	for (int32_t step = 0; step < 5; ++step)
	{
		whole.Step(k_dt);
		parts.Step(k_dt, [] {});
		ASSERT_EQ(whole.plugin.Impacts().size(), parts.plugin.Impacts().size());
		ASSERT_EQ(whole.plugin.Bullets().size(), 1u);
		ASSERT_EQ(parts.plugin.Bullets().size(), 1u);
		EXPECT_EQ(whole.plugin.Bullets().front().position, parts.plugin.Bullets().front().position);
	}
}

TEST(Plugin, EventsLastUntilTheNextStepBegins)
{
	FiringRange range;
	range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f);
	range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	range.Step(k_dt);
	range.plugin.Fire(Straight({0.0f, 5.0f}, {300.0f, 0.0f}));
	EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(range.plugin.Expired().size(), 1u);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
}

TEST(Plugin, AStepOfNoTimeStepsTheWorldAndFliesNothing)
{
	FiringRange range;
	range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f);
	const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	const GrenadeId grenade = range.plugin.Throw({.position = {5.0f, 5.0f}, .velocity = {1.0f, 0.0f}});
	range.Step(0.0f);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None) << range.plugin.LastError().Message();
	EXPECT_TRUE(range.plugin.Impacts().empty());
	ASSERT_TRUE(range.plugin.Find(id).has_value());
	EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(range.plugin.Find(id)->age, 0.0f);
	EXPECT_EQ(range.plugin.Find(grenade)->position, b2Vec2(5.0f, 5.0f));
	range.Step(k_dt);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u) << "the muzzle is still inside";
}

TEST(Plugin, AStepOfNegativeOrNoNumberIsRefused)
{
	for (const auto& [dt, text] : {k_negative, k_notANumber, k_infinite})
	{
		FiringRange range({0.0f, -10.0f});
		b2Body* body = range.AddBox({0.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		const BulletId id = range.plugin.Fire({.position = {5.0f, 0.0f}, .velocity = {300.0f, 0.0f}});
		range.Step(dt);
		EXPECT_TRUE(Says(range.plugin, text));
		EXPECT_EQ(body->GetPosition(), b2Vec2(0.0f, 0.0f)) << "the world was stepped";
		EXPECT_EQ(range.plugin.Find(id)->position, b2Vec2(5.0f, 0.0f));
		range.Step(k_dt);
		EXPECT_GT(range.plugin.Find(id)->position.x, 9.0f) << "the plugin goes on";
	}
}

TEST(Plugin, ARefusedStepKeepsTheEventsOfTheLast)
{
	FiringRange range;
	const b2Fixture* wall = range.AddBox({5.0f, 0.0f}, 0.5f, 2.0f);
	const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	ASSERT_EQ(range.plugin.Expired().size(), 1u);
	const float time = range.plugin.Impacts()[0].time;
	for (const float dt : {-0.625f, k_nan, k_inf, 1.0e-45f, 1.8e-43f, 1048577.0f, 3.0e38f})
	{
		range.Step(dt);
		range.plugin.EndStep(dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u) << dt;
		EXPECT_EQ(range.plugin.Impacts()[0].fixture, wall);
		EXPECT_EQ(range.plugin.Impacts()[0].time, time);
		ASSERT_EQ(range.plugin.Expired().size(), 1u) << dt;
		EXPECT_EQ(range.plugin.Expired()[0].bullet, id);
		EXPECT_EQ(range.plugin.Expired()[0].time, time);
	}
	range.Step(0.0f);
	EXPECT_TRUE(range.plugin.Impacts().empty());
	EXPECT_TRUE(range.plugin.Expired().empty());
}

TEST(Plugin, StepsOfAllLengthsAfterEachOtherDoNotAbort)
{
	constexpr float k_shortest = 0x1.000008p-128f;
	constexpr float k_longest = 0x1p20f;
	for (const float first : {k_shortest, 1.0e-30f, 1.0e-9f, k_dt, k_longest})
	{
		for (const float second : {k_shortest, 1.0e-30f, 1.0e-9f, k_dt, 2.0f, k_longest})
		{
			FiringRange range({0.0f, -10.0f});
			range.AddBox({0.0f, -0.5f}, 20.0f, 0.5f);
			b2Body* box = range.AddBox({0.0f, 0.5f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
			range.Step(k_dt);
			box->SetLinearVelocity({0.0f, 1.0f}); // so that the box presses nothing
			for (const float dt : {first, second, k_dt, k_dt})
			{
				range.Step(dt);
				EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None) << first << ", " << second;
				EXPECT_TRUE(range.world.GetWarmStarting());
			}
		}
	}
}

TEST(Plugin, AnEndStepOfBadTimeIsRefused)
{
	for (const auto& [dt, text] : {k_negative, k_notANumber, k_infinite})
	{
		FiringRange range;
		const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
		range.plugin.BeginStep();
		range.world.Step(k_dt, 8, 3);
		range.plugin.EndStep(dt);
		EXPECT_TRUE(Says(range.plugin, text));
		EXPECT_EQ(range.plugin.Find(id)->position.x, 0.0f);
		range.Step(k_dt);
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 5.0f, 1.0e-5f);
	}
}

TEST(Plugin, AnEndStepWithoutABeginStepIsRefusedAndChangesNothing)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 0.5f, 2.0f);
	range.plugin.EndStep(k_dt);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::StepHasNotBegun);

	range.plugin.Fire(Straight({0.0f, 0.0f}, {600.0f, 0.0f}));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const BulletId id = range.plugin.Fire(Straight({0.0f, 9.0f}, {300.0f, 0.0f}));
	range.plugin.Fire({.mass = -0.625f});
	ASSERT_TRUE(Says(range.plugin, "-0.625"));
	range.world.Step(k_dt, 8, 3);
	range.plugin.EndStep(k_dt);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::StepHasNotBegun);
	EXPECT_EQ(range.plugin.Find(id)->position.x, 0.0f);
	EXPECT_EQ(range.plugin.Find(id)->age, 0.0f);
	EXPECT_EQ(range.plugin.Impacts().size(), 1u) << "the events of the last step";
	range.Step(k_dt, [] {});
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 5.0f, 1.0e-5f) << "the plugin goes on";
}

TEST(Plugin, ASecondBeginStepIsRefusedAndTheStepRemainsThatOfTheFirst)
{
	// The box crosses the bullet's path before the second call, and is then already on the other side.
	for (const bool byStep : {false, true})
	{
		FiringRange range;
		b2Fixture* box = range.AddBox({2.0f, -1.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody);
		box->GetBody()->SetLinearVelocity({0.0f, 120.0f});
		range.plugin.Fire(Straight({-1.0f, 0.0f}, {300.0f, 0.0f}));
		range.plugin.BeginStep();
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
		range.world.Step(k_dt, 8, 3);
		if (byStep)
		{
			box->GetBody()->SetLinearVelocity({0.0f, 0.0f});
			range.Step(k_dt);
		}
		else
		{
			range.plugin.BeginStep();
			EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::StepHasBegun);
			range.plugin.EndStep(k_dt);
		}
		EXPECT_EQ(range.plugin.LastError().reason, byStep ? ErrorReason::StepHasBegun : ErrorReason::None);
		EXPECT_EQ(range.plugin.Stats().movedBodies, 1);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u) << "they meet in the middle of the step";
		EXPECT_NEAR(range.plugin.Impacts()[0].time, 0.5f * k_dt, 1.0e-5f);

		range.Step(k_dt, [] {});
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None) << "the next step is a step of its own";
	}
}

TEST(Plugin, AQueuedBodyThatIsNullIsRefusedByName)
{
	FiringRange range;
	range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.QueueDestroy(nullptr);
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::Null);
	EXPECT_EQ(range.plugin.LastError().Message(), "body is null.");
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

TEST(Plugin, AStepOfTenSecondsIsFlownToItsEnd)
{
	FiringRange range({0.0f, -10.0f});
	range.AddBox({0.0f, -1.0f}, 1000.0f, 1.0f);
	const BulletId id = range.plugin.Fire({.position = {0.0f, 1000.0f}, .velocity = {10.0f, 0.0f}, .lifetime = 60.0f});
	const GrenadeId grenade = range.plugin.Throw({.position = {0.0f, 5.0f}, .velocity = {3.0f, 0.0f}, .fuse = 60.0f});
	range.Step(10.0f);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 100.0f, 0.001f);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 500.0f, 0.001f);
	EXPECT_NEAR(range.plugin.Find(grenade)->position.y, 0.05f, 0.001f);
	EXPECT_TRUE(range.plugin.Expired().empty());
}

TEST(Plugin, ABodyThatIsGoneByThenIsLeftAlone)
{
	FiringRange range;
	b2Body* gone = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	range.AddBox({5.0f, 0.0f}, 1.0f, 1.0f);
	range.plugin.QueueDestroy(gone);
	range.plugin.QueueDestroy(nullptr);
	range.world.DestroyBody(gone);
	range.Step(k_dt);
	EXPECT_EQ(range.world.GetBodyCount(), 1);
}

TEST(Plugin, ABodyOfAnotherWorldIsLeftAlone)
{
	FiringRange range, other;
	b2Body* foreign = other.AddBox({0.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
	range.plugin.QueueDestroy(foreign);
	range.Step(k_dt);
	EXPECT_EQ(other.world.GetBodyCount(), 1);
}

TEST(Plugin, TwoPluginsOnOneWorldKnowNothingOfEachOther)
{
	b2World world({0.0f, 0.0f});
	Plugin first(world);
	Plugin second(world, {.maxContactsPerStep = 3});
	b2BodyDef bodyDef;
	bodyDef.type = b2_dynamicBody;
	bodyDef.position = {2.0f, 0.0f};
	b2Body* body = world.CreateBody(&bodyDef);
	const b2PolygonShape box = BoxOf(0.5f, 0.5f);
	body->CreateFixture(&box, 1.0f);
	first.SetSurface(body->GetFixtureList(), {.resistance = 5.0f});
	EXPECT_EQ(second.GetSurface(body->GetFixtureList()).resistance, Surface{}.resistance);
	first.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
	second.Fire(Straight({0.0f, 0.2f}, {300.0f, 0.0f}));
	second.Fire(Straight({0.0f, 0.3f}, {300.0f, 0.0f}));
	first.BeginStep();
	second.BeginStep();
	world.Step(k_dt, 8, 3);
	first.EndStep(k_dt);
	second.EndStep(k_dt);
	EXPECT_EQ(first.Impacts().size(), 1u);
	EXPECT_EQ(second.Impacts().size(), 2u);
	EXPECT_GT(body->GetLinearVelocity().x, 3.0f * 0.01f * 280.0f);

	first.QueueDestroy(body);
	second.QueueDestroy(body);
	first.Step(k_dt, 8, 3);
	second.Step(k_dt, 8, 3);
	EXPECT_EQ(world.GetBodyCount(), 0);
}

TEST(Plugin, MayOutliveItsWorld)
{
	auto world = std::make_unique<b2World>(b2Vec2{0.0f, -10.0f});
	Plugin plugin(*world);
	b2BodyDef bodyDef;
	b2Body* body = world->CreateBody(&bodyDef);
	const b2PolygonShape box = BoxOf(5.0f, 0.5f);
	body->CreateFixture(&box, 1.0f);
	plugin.SetSurface(body->GetFixtureList(), {});
	plugin.Fire({.position = {0.0f, 3.0f}});
	plugin.Throw({.position = {0.0f, 0.6f}});
	for (int32_t step = 0; step < 60; ++step)
	{
		plugin.Step(k_dt, 8, 3);
	}
	plugin.QueueDestroy(body);
	world.reset();
}

TEST(Plugin, TakesNoListenerNoUserDataAndAddsNoBody)
{
	struct Listener : b2ContactListener
	{
		void BeginContact(b2Contact*) override { ++calls; }
		int32_t calls = 0;
	};
	Listener listener;
	FiringRange range({0.0f, -10.0f});
	range.world.SetContactListener(&listener);
	b2Fixture* floor = range.AddBox({0.0f, -1.0f}, 10.0f, 1.0f);
	b2Fixture* box = range.AddBox({0.0f, 0.5f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody);
	floor->GetUserData().pointer = 123;
	floor->GetBody()->GetUserData().pointer = 456;
	box->GetUserData().pointer = 789;
	range.plugin.Fire({.position = {-5.0f, 0.5f}, .velocity = {300.0f, 0.0f}});
	range.plugin.Throw({.position = {3.0f, 1.0f}});
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_EQ(listener.calls, 1);
	EXPECT_EQ(range.world.GetBodyCount(), 2);
	EXPECT_EQ(range.world.GetJointCount(), 0);
	EXPECT_EQ(floor->GetUserData().pointer, 123u);
	EXPECT_EQ(floor->GetBody()->GetUserData().pointer, 456u);
	EXPECT_EQ(box->GetUserData().pointer, 789u);
	EXPECT_EQ(floor->GetNext(), nullptr);
}

} // namespace ricochet::test::plugin_api_test
