// MIT License, Copyright (c) 2026 the ricochet authors

// Tests the ids of bodies and fixtures. As long as the world exists, the id of a destroyed body or fixture must be
// refused.

#include "c/scenes.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet::test::names_test
{

namespace
{

constexpr float k_dt = 1.0f / 60.0f;

struct Level
{
	WorldHandle world{ricochet_create_world({0.0f, 0.0f})};
	PluginHandle plugin{ricochet_create_plugin(world.get(), nullptr)};

	[[nodiscard]] ricochet_body AddBody(float x = 0.0f) const
	{
		ricochet_body_def def = ricochet_body_def_default();
		def.pose.position.x = x;
		return ricochet_create_body(world.get(), &def);
	}

	[[nodiscard]] ricochet_fixture AddBox(ricochet_body body) const
	{
		return ricochet_add_box(world.get(), body, nullptr, 0.5f, 5.0f, k_origin);
	}

	[[nodiscard]] bool IsThere(ricochet_body body) const
	{
		ricochet_body_state state;
		const bool is = ricochet_get_body(world.get(), body, &state);
		EXPECT_TRUE(is || ricochet_last_error().reason == RICOCHET_NO_SUCH_ENTRY);
		return is;
	}
};

} // namespace

TEST(CNames, AreNeverUsedTwice)
{
	const Level level;
	std::set<uint64_t> used;
	std::vector<uint64_t> gone;
	for (int32_t i = 0; i < 200; ++i)
	{
		const ricochet_body body = level.AddBody();
		const ricochet_fixture box = level.AddBox(body);
		EXPECT_TRUE(used.insert(body).second && used.insert(box).second);
		EXPECT_EQ(ricochet_body_of(level.world.get(), box), body);
		ASSERT_TRUE(ricochet_destroy_body(level.world.get(), body));
		gone.push_back(body);
	}
	const ricochet_body last = level.AddBody();
	for (const ricochet_body body : gone)
	{
		EXPECT_FALSE(level.IsThere(body));
	}
	EXPECT_TRUE(level.IsThere(last));
	EXPECT_FALSE(level.IsThere(0));
	EXPECT_FALSE(level.IsThere(~uint64_t{0}));
}

TEST(CNames, OfAFixtureIsNoneOfABody)
{
	const Level level;
	const ricochet_body body = level.AddBody();
	const ricochet_fixture box = level.AddBox(body);
	EXPECT_FALSE(level.IsThere(box));
	EXPECT_EQ(ricochet_body_of(level.world.get(), body), 0u);
	EXPECT_FALSE(ricochet_destroy_fixture(level.world.get(), body));
	EXPECT_TRUE(ricochet_destroy_fixture(level.world.get(), box));
	EXPECT_FALSE(ricochet_destroy_fixture(level.world.get(), box));
	EXPECT_TRUE(level.IsThere(body));
}

TEST(CNames, OfAQueuedBodyAreRefusedAtOnceAndStillTold)
{
	const Level level;
	const ricochet_body body = level.AddBody(5.0f);
	const ricochet_fixture box = level.AddBox(body);
	ASSERT_TRUE(ricochet_queue_destroy(level.plugin.get(), body));
	EXPECT_FALSE(level.IsThere(body));
	EXPECT_EQ(level.AddBox(body), 0u);
	EXPECT_EQ(ricochet_body_of(level.world.get(), box), 0u);

	const ricochet_ray ray = ricochet_ray_between({0.0f, 0.0f}, {10.0f, 0.0f});
	ricochet_ray_hit hit;
	EXPECT_EQ(ricochet_cast_ray_closest(level.world.get(), &ray, nullptr, &hit), 1);
	EXPECT_TRUE(hit.body == body && hit.fixture == box);
	ricochet_filter filter = ricochet_filter_default();
	filter.ignore[0] = body;
	EXPECT_EQ(ricochet_cast_ray_any(level.world.get(), &ray, &filter), 0);

	ASSERT_TRUE(ricochet_step(level.plugin.get(), k_dt, 8, 3));
	EXPECT_EQ(ricochet_cast_ray_any(level.world.get(), &ray, nullptr), 0);
	const ricochet_body next = level.AddBody(5.0f);
	EXPECT_NE(next, body);
	EXPECT_TRUE(level.IsThere(next));
	// A filter that ignores a destroyed body's id must ignore nothing, even if a new body has its address.
	EXPECT_NE(level.AddBox(next), 0u);
	EXPECT_EQ(ricochet_cast_ray_any(level.world.get(), &ray, &filter), 1);
}

TEST(CNames, EventsForgetWhatIsDestroyed)
{
	const Level level;
	const ricochet_body body = level.AddBody(5.0f);
	ASSERT_NE(level.AddBox(body), 0u);
	ricochet_bullet_def def = ricochet_bullet_def_default();
	def.velocity.x = 800.0f;
	ASSERT_NE(ricochet_fire(level.plugin.get(), &def).generation, 0u);
	ASSERT_TRUE(ricochet_step(level.plugin.get(), k_dt, 8, 3));
	ricochet_impact impact;
	ASSERT_EQ(ricochet_impacts(level.plugin.get(), 0, &impact, 1), 1);
	EXPECT_EQ(impact.hit.body, body);
	ASSERT_TRUE(ricochet_destroy_body(level.world.get(), body));
	// Box2D gives the new body and fixture the addresses of the destroyed ones.
	ASSERT_NE(level.AddBox(level.AddBody(5.0f)), 0u);
	ASSERT_EQ(ricochet_impacts(level.plugin.get(), 0, &impact, 1), 1);
	EXPECT_TRUE(impact.hit.body == 0 && impact.hit.fixture == 0);
}

TEST(CNames, BodiesAreNotChangedInsideOfAStep)
{
	struct Game
	{
		Level level;
		PluginHandle plugin;
		ricochet_body wall = 0;
		int32_t refused = 0;
		bool isQueued = false;
	} game;
	ricochet_plugin_def def = ricochet_plugin_def_default();
	def.context = &game;
	def.rule = [](const ricochet_impact* impact, ricochet_decision*, void* context)
	{
		Game& in = *static_cast<Game*>(context);
		const auto note = [&](bool isDone)
		{
			in.refused += isDone == false && ricochet_last_error().reason == RICOCHET_INSIDE_STEP ? 1 : 0;
		};
		note(ricochet_destroy_body(in.level.world.get(), impact->hit.body));
		note(in.level.AddBody() != 0);
		note(in.level.AddBox(impact->hit.body) != 0);
		note(ricochet_set_body_pose(in.level.world.get(), impact->hit.body, k_origin));
		note(ricochet_step(in.plugin.get(), k_dt, 8, 3));
		// Another plugin must be refused, too, because its step would destroy the bodies that it has queued.
		note(ricochet_step(in.level.plugin.get(), k_dt, 8, 3));
		note(ricochet_begin_step(in.level.plugin.get()));
		ricochet_destroy_plugin(in.plugin.get());
		note(ricochet_last_error().reason == RICOCHET_OK);
		in.isQueued = ricochet_queue_destroy(in.plugin.get(), impact->hit.body);
	};
	game.plugin.reset(ricochet_create_plugin(game.level.world.get(), &def));
	game.wall = game.level.AddBody(5.0f);
	ASSERT_NE(game.level.AddBox(game.wall), 0u);
	ricochet_bullet_def shot = ricochet_bullet_def_default();
	shot.velocity.x = 800.0f;
	ASSERT_NE(ricochet_fire(game.plugin.get(), &shot).generation, 0u);
	ASSERT_TRUE(ricochet_step(game.plugin.get(), k_dt, 8, 3)) << ricochet_last_message();
	EXPECT_EQ(game.refused, 8);
	EXPECT_TRUE(game.isQueued);
	ASSERT_TRUE(ricochet_step(game.plugin.get(), k_dt, 8, 3));
	EXPECT_EQ(ricochet_get_bodies(game.level.world.get(), 0, nullptr, 0), 0);
}

TEST(CNames, AStaticBodyHasNoVelocity)
{
	Level level;
	for (const int32_t type : {RICOCHET_STATIC, RICOCHET_KINEMATIC})
	{
		ricochet_body_def def = ricochet_body_def_default();
		def.type = type;
		def.velocity = {3.0f, -1.0f};
		def.angular_velocity = 2.0f;
		const ricochet_body body = ricochet_create_body(level.world.get(), &def);
		ricochet_body_state state;
		ASSERT_TRUE(ricochet_get_body(level.world.get(), body, &state));
		const bool isStatic = type == RICOCHET_STATIC;
		EXPECT_EQ(state.velocity.x, isStatic ? 0.0f : 3.0f);
		EXPECT_EQ(state.velocity.y, isStatic ? 0.0f : -1.0f);
		EXPECT_EQ(state.angular_velocity, isStatic ? 0.0f : 2.0f);
	}
}

TEST(CNames, InsideOfAStepNoOtherPluginStepsTheWorld)
{
	struct Game
	{
		Level level;
		PluginHandle plugin;
		PluginHandle other;
		int32_t refused = 0;
	} game;
	ricochet_plugin_def def = ricochet_plugin_def_default();
	def.context = &game;
	def.rule = [](const ricochet_impact* impact, ricochet_decision*, void* context)
	{
		Game& in = *static_cast<Game*>(context);
		const auto note = [&](bool isDone)
		{
			in.refused += isDone == false && ricochet_last_error().reason == RICOCHET_INSIDE_STEP ? 1 : 0;
		};
		ASSERT_TRUE(ricochet_queue_destroy(in.other.get(), impact->hit.body));
		note(ricochet_step(in.other.get(), k_dt, 8, 3));
		note(ricochet_begin_step(in.other.get()));
		note(ricochet_end_step(in.other.get(), k_dt));
		note(ricochet_shift_origin(in.other.get(), {1.0f, 0.0f}));
	};
	game.plugin.reset(ricochet_create_plugin(game.level.world.get(), &def));
	game.other.reset(ricochet_create_plugin(game.level.world.get(), nullptr));
	ASSERT_NE(game.level.AddBox(game.level.AddBody(5.0f)), 0u);
	ricochet_bullet_def shot = ricochet_bullet_def_default();
	shot.velocity.x = 800.0f;
	ASSERT_NE(ricochet_fire(game.plugin.get(), &shot).generation, 0u);
	ASSERT_TRUE(ricochet_step(game.plugin.get(), k_dt, 8, 3)) << ricochet_last_message();
	EXPECT_EQ(game.refused, 4);
	EXPECT_EQ(ricochet_get_bodies(game.level.world.get(), 0, nullptr, 0), 1);
	ASSERT_TRUE(ricochet_step(game.other.get(), k_dt, 8, 3)) << ricochet_last_message();
	EXPECT_EQ(ricochet_get_bodies(game.level.world.get(), 0, nullptr, 0), 0);
}

TEST(CNames, OfAWorldOfTheGameAreAddresses)
{
	Scene scene = MakeMixedScene(20, 9100);
	const WorldHandle world(Wrap(scene.world.get()));
	EXPECT_EQ(Unwrap(world.get()), scene.world.get());
	b2Fixture* fixture = scene.fixtures[3];
	EXPECT_EQ(ricochet_body_of(world.get(), IdOf(fixture)), IdOf(fixture->GetBody()));
	ricochet_body_state state;
	const ricochet_body gone = IdOf(fixture->GetBody());
	EXPECT_TRUE(ricochet_get_body(world.get(), gone, &state));
	ASSERT_TRUE(ricochet_destroy_body(world.get(), gone));
	EXPECT_FALSE(ricochet_get_body(world.get(), gone, &state));
	EXPECT_EQ(ricochet_last_error().reason, RICOCHET_NO_SUCH_ENTRY);
	const ricochet_body_def def = ricochet_body_def_default();
	const ricochet_body made = ricochet_create_body(world.get(), &def);
	EXPECT_EQ(made, IdOf(scene.world->GetBodyList()));
}

TEST(CNames, AWorldLivesAsLongAsItsPlugins)
{
	for (const bool worldFirst : {true, false})
	{
		Level level;
		const ricochet_body body = level.AddBody(5.0f);
		ASSERT_NE(level.AddBox(body), 0u);
		if (worldFirst)
		{
			level.world.reset();
			EXPECT_TRUE(ricochet_step(level.plugin.get(), k_dt, 8, 3));
		}
		else
		{
			level.plugin.reset();
			EXPECT_TRUE(ricochet_step_world(level.world.get(), k_dt, 8, 3));
		}
	}
}

TEST(CNames, AreThoseForWhichTheGameGivesSurfaces)
{
	const Level level;
	const ricochet_fixture hard = level.AddBox(level.AddBody());
	const ricochet_fixture other = level.AddBox(level.AddBody(5.0f));
	ricochet_plugin_def def = ricochet_plugin_def_default();
	ricochet_fixture known = hard;
	def.context = &known;
	def.surface.resistance = 3.0f;
	def.surface_of = [](ricochet_fixture fixture, ricochet_surface* surface, void* context)
	{
		surface->resistance = 7.0f;
		return fixture == *static_cast<ricochet_fixture*>(context);
	};
	const PluginHandle plugin(ricochet_create_plugin(level.world.get(), &def));
	ricochet_surface surface{};
	ASSERT_TRUE(ricochet_get_surface(plugin.get(), hard, &surface));
	EXPECT_EQ(surface.resistance, 7.0f);
	ASSERT_TRUE(ricochet_get_surface(plugin.get(), other, &surface));
	EXPECT_EQ(surface.resistance, 3.0f);
	surface.resistance = 9.0f;
	ASSERT_TRUE(ricochet_set_surface(plugin.get(), hard, &surface));
	ASSERT_TRUE(ricochet_get_surface(plugin.get(), hard, &surface));
	EXPECT_EQ(surface.resistance, 9.0f);
}

} // namespace ricochet::test::names_test
