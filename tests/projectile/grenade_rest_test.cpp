// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/random_rays.h"
#include "support/reference_flight.h"
#include "support/test_scale.h"

#include <box2d/b2_polygon_shape.h>

#include <cmath>
#include <functional>
#include <vector>

// Tests that grenades at rest keep their state bit for bit and are not cast, and that every change that affects them
// wakes them. Also tests fuses and sticky grenades.

namespace ricochet::test::grenade_rest_test
{

namespace
{

GrenadeDef Lasting(b2Vec2 position)
{
	GrenadeDef def{.position = position};
	def.fuse = k_inf;
	return def;
}

// A scene in which one grenade sleeps on a table. While it sleeps, the plugin casts nothing.
struct Sleeping
{
	Sleeping()
	{
		table = range.AddBox({0.0f, 0.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody);
		id = range.plugin.Throw(Lasting({0.0f, 0.2f}));
		Run(120);
		start = range.plugin.Find(id)->position;
	}

	void Run(int32_t steps)
	{
		for (int32_t i = 0; i < steps; ++i)
		{
			range.Step(k_dt);
		}
	}

	[[nodiscard]] bool Sleeps() const
	{
		return range.plugin.Find(id)->resting && range.plugin.Stats().legs == 0 &&
		       range.plugin.Find(id)->position == start;
	}

	FiringRange range{k_gravity};
	b2Fixture* table = nullptr;
	GrenadeId id;
	b2Vec2 start;
};

struct Change
{
	const char* name;
	std::function<void(Sleeping&)> make;
};

} // namespace

TEST(GrenadeSleep, IsNotCastAndStaysToTheBitForTenThousandSteps)
{
	Sleeping scene;
	b2Body* far = scene.range.AddBox({30.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
	far->SetAngularVelocity(1.0f);
	scene.Run(1);
	for (int32_t i = 0; i < 10000; ++i)
	{
		scene.Run(1);
		ASSERT_TRUE(scene.Sleeps()) << "step " << i;
	}
	EXPECT_NEAR(scene.range.plugin.Find(scene.id)->age, 10121.0f * k_dt, 0.01f);
}

TEST(GrenadeSleep, FallsWhateverHappensToItsSupport)
{
	const Change changes[] = {
	    {"destroyed",
	     [](Sleeping& s)
	     {
		     s.range.world.DestroyBody(s.table->GetBody());
	     }},
	    {"its fixture destroyed",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->DestroyFixture(s.table);
	     }},
	    {"replaced at its address",
	     [](Sleeping& s)
	     {
		     b2Body* body = s.table->GetBody();
		     body->DestroyFixture(s.table);
		     s.table = s.range.Add(body, BoxOf(0.1f, 0.1f, {0.9f, 0.0f}, 0.0f));
	     }},
	    {"another body at its address",
	     [](Sleeping& s)
	     {
		     s.range.world.DestroyBody(s.table->GetBody());
		     s.table = s.range.AddBox({5.0f, 0.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody);
	     }},
	    {"disabled",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->SetEnabled(false);
	     }},
	    {"a sensor",
	     [](Sleeping& s)
	     {
		     s.table->SetSensor(true);
	     }},
	    {"of another filter",
	     [](Sleeping& s)
	     {
		     b2Filter filter;
		     filter.maskBits = 0;
		     s.table->SetFilterData(filter);
	     }},
	    {"edited",
	     [](Sleeping& s)
	     {
		     static_cast<b2PolygonShape*>(s.table->GetShape())->SetAsBox(0.2f, 0.1f, {0.7f, 0.0f}, 0.0f);
	     }},
	    {"put elsewhere",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->SetTransform({50.0f, 0.0f}, 0.0f);
	     }},
	    {"driven away",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->SetLinearVelocity({0.0f, -20.0f});
	     }},
	    {"made dynamic",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->SetType(b2_dynamicBody);
	     }},
	};
	for (const Change& change : changes)
	{
		SCOPED_TRACE(change.name);
		Sleeping scene;
		ASSERT_TRUE(scene.Sleeps());
		change.make(scene);
		scene.Run(30);
		ASSERT_TRUE(scene.range.plugin.Find(scene.id).has_value());
		EXPECT_FALSE(scene.range.plugin.Find(scene.id)->resting);
		EXPECT_LT(scene.range.plugin.Find(scene.id)->position.y, scene.start.y - 0.9f);
	}
}

TEST(GrenadeSleep, WakesForWhatComes)
{
	const Change changes[] = {
	    {"gravity turns",
	     [](Sleeping& s)
	     {
		     s.range.world.SetGravity({0.0f, 5.0f});
	     }},
	    {"the table tilts",
	     [](Sleeping& s)
	     {
		     s.table->GetBody()->SetAngularVelocity(0.5f);
	     }},
	    {"a wall is put over it",
	     [](Sleeping& s)
	     {
		     s.range.AddBox(s.start + b2Vec2{0.02f, 0.0f}, 0.02f, 0.5f);
	     }},
	    {"a wall comes",
	     [](Sleeping& s)
	     {
		     b2Body* wall = s.range.AddBox({-0.6f, 0.65f}, 0.1f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
		     wall->SetLinearVelocity({2.0f, 0.0f});
	     }},
	    {"a wall is set into its place",
	     [](Sleeping& s)
	     {
		     b2Body* wall = s.range.AddBox({-0.6f, 0.65f}, 0.1f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
		     s.Run(2);
		     wall->SetTransform({0.0f, 0.65f}, 0.0f);
	     }},
	    {"the table becomes a belt",
	     [](Sleeping& s)
	     {
		     s.range.plugin.SetSurface(s.table, {.friction = 1.0f, .tangentSpeed = 1.0f});
	     }},
	    {"a ball rolls over it",
	     [](Sleeping& s)
	     {
		     b2Body* ball = s.range.AddBody({-0.5f, 0.21f}, 0.0f, b2_dynamicBody);
		     s.range.Add(ball, CircleOf(0.1f), 30.0f);
		     ball->SetLinearVelocity({3.0f, 0.0f});
	     }},
	};
	for (const Change& change : changes)
	{
		SCOPED_TRACE(change.name);
		Sleeping scene;
		ASSERT_TRUE(scene.Sleeps());
		change.make(scene);
		scene.Run(30);
		const auto state = scene.range.plugin.Find(scene.id);
		ASSERT_TRUE(state.has_value());
		EXPECT_NE(state->position, scene.start);
		EXPECT_GE(SignedDistance(scene.range.world, Widen(state->position)), 0.05 - k_contactSlack);
	}
}

// The game sets a surface on a fixture that it has destroyed. If the plugin dereferenced the dangling pointer, a
// sanitizer would report it.
TEST(GrenadeSleep, ASurfaceMayBeSetOnWhatIsGone)
{
	Sleeping scene;
	b2Fixture* gone = scene.range.AddBox({9.0f, 0.0f}, 0.5f, 0.5f);
	scene.Run(2);
	scene.range.plugin.SetSurface(gone, {.friction = 0.5f});
	scene.range.world.DestroyBody(gone->GetBody());
	scene.range.plugin.SetSurface(gone, {.friction = 0.25f});
	scene.Run(1);
	EXPECT_TRUE(scene.Sleeps());
	scene.range.plugin.SetSurface(scene.table, {.friction = 1.0f, .tangentSpeed = 1.0f});
	scene.Run(30);
	EXPECT_GT(scene.range.plugin.Find(scene.id)->position.x, scene.start.x);
}

TEST(GrenadeSleep, GoesOnThroughAShiftOfTheOrigin)
{
	Sleeping scene;
	scene.range.plugin.ShiftOrigin({8.0f, -4.0f});
	scene.start = scene.start - b2Vec2{8.0f, -4.0f};
	for (int32_t i = 0; i < 5; ++i)
	{
		scene.Run(1);
		EXPECT_TRUE(scene.Sleeps()) << i;
	}
	scene.table->GetBody()->SetEnabled(false);
	scene.Run(10);
	EXPECT_LT(scene.range.plugin.Find(scene.id)->position.y, scene.start.y - 0.05f);
}

TEST(GrenadeSleep, SleepsOnADynamicBodyWhenThatDoesAndPressesItWhileItIsAwake)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
	b2Body* box = range.AddBox({0.0f, 0.51f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	const GrenadeId id = range.plugin.Throw(Lasting({0.1f, 1.2f}));
	for (int32_t i = 0; i < 300; ++i)
	{
		range.Step(k_dt);
	}
	EXPECT_FALSE(box->IsAwake());
	EXPECT_TRUE(range.plugin.Find(id)->resting);
	EXPECT_EQ(range.plugin.Stats().legs, 0);
	EXPECT_TRUE(range.plugin.Presses().empty());
	box->SetAwake(true);
	range.Step(k_dt);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Presses().size(), 1u);
	EXPECT_EQ(range.plugin.Presses()[0].body, box);
	EXPECT_LT(range.plugin.Presses()[0].impulse.y, 0.0f);
}

// A rolling resistance of 0.3 holds a grenade on slopes of up to 16.7 degrees. A grenade that is thrown up a steeper
// slope must roll back down.
TEST(GrenadeSleep, RollsBackDownASlopeThatItWasThrownUp)
{
	for (int32_t degrees = 20; degrees <= 70; degrees += 10)
	{
		for (int32_t i = 0; i < 20; ++i)
		{
			const float angle = static_cast<float>(degrees) * b2_pi / 180.0f;
			const b2Vec2 up{std::cos(angle), std::sin(angle)};
			FiringRange range{k_gravity};
			range.AddEdge(-40.0f * up, 40.0f * up)->SetFriction(0.6f);
			GrenadeDef def = Lasting(0.0501f * b2Vec2{-up.y, up.x});
			const float speed = 2.0f + 0.2f * static_cast<float>(i);
			def.velocity = speed * up;
			def.angularVelocity = -speed / def.radius;
			const GrenadeId id = range.plugin.Throw(def);
			for (int32_t step = 0; step < 300; ++step)
			{
				range.Step(k_dt);
				ASSERT_FALSE(range.plugin.Find(id)->resting)
				    << degrees << " degrees, " << speed << " m/s, step " << step;
			}
			EXPECT_LT(b2Dot(range.plugin.Find(id)->velocity, up), -1.0f) << degrees << " degrees, " << speed << " m/s";
		}
	}
}

// A grenade must come to rest in a static V of two slopes. At low frame rates, the speed that gravity adds in a step
// moves it from one side to the other.
TEST(GrenadeSleep, ComesToRestInAVAtEveryFrameRate)
{
	SceneRandom random(SeedOf(0x7EE));
	for (int i = 0; i < ScaledCount(400); ++i)
	{
		const float rate = random.OneOf(std::vector{20.0f, 25.0f, 30.0f, 60.0f, 144.0f});
		const float left = random.Uniform(0.1f, 1.3f);
		const float right = random.Uniform(0.1f, 1.3f);
		const b2Vec2 corners[] = {{6.0f * std::cos(right), 6.0f * std::sin(right)},
		                          {0.0f, 0.0f},
		                          {-6.0f * std::cos(left), 6.0f * std::sin(left)}};
		FiringRange range(k_gravity);
		b2Fixture* slopes = range.Add(range.AddBody({0.0f, 0.0f}), ValueOf(MakeChain(corners)));
		slopes->SetFriction(random.Uniform(0.2f, 1.0f));
		GrenadeDef def = Lasting({random.Uniform(-0.1f, 0.1f), 1.0f});
		const bool isShallow = left < 0.3f || right < 0.3f;
		def.rollingResistance = isShallow ? random.Uniform(0.05f, 0.3f) : random.OneOf(std::vector{0.0f, 0.02f, 0.3f});
		def.restitution = random.Uniform(0.0f, 0.5f);
		const GrenadeId id = range.plugin.Throw(def);
		const auto run = [&](float seconds)
		{
			for (int k = 0; k < static_cast<int>(seconds * rate); ++k)
			{
				range.Step(1.0f / rate);
			}
		};
		run(60.0f);
		const auto rested = range.plugin.Find(id);
		ASSERT_TRUE(rested && rested->resting) << i << ": " << rate << " Hz, slopes " << left << " and " << right;
		run(1.0f);
		EXPECT_EQ(range.plugin.Find(id)->position, rested->position) << i;
		EXPECT_TRUE(range.plugin.Impacts().empty()) << i;
	}
}

TEST(GrenadeFuse, IsInfiniteOrLitByTheFirstImpact)
{
	FiringRange range(k_gravity);
	range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
	const double fall = std::sqrt(2.0 * 1.0 / 10.0);
	for (const float fuse : {0.0f, 0.0123f, 0.5f})
	{
		GrenadeDef def = Lasting({0.0f, 1.05f});
		def.impactFuse = fuse;
		const GrenadeId id = range.plugin.Throw(def);
		int32_t steps = 0;
		double impactTime = -1.0;
		while (range.plugin.Find(id) && steps < 200)
		{
			range.Step(k_dt);
			for (const ImpactEvent& impact : range.plugin.Impacts())
			{
				impactTime = impactTime < 0.0 ? steps / 60.0 + static_cast<double>(impact.time) : impactTime;
			}
			++steps;
		}
		ASSERT_EQ(range.plugin.Expired().size(), 1u) << fuse;
		const ExpiredEvent& end = range.plugin.Expired()[0];
		EXPECT_EQ(end.reason, ExpiredEvent::Reason::Fuse);
		EXPECT_NEAR((steps - 1) / 60.0 + static_cast<double>(end.time), fall + static_cast<double>(fuse), 2.0e-4);
		EXPECT_NEAR(impactTime, fall, 2.0e-4);
		if (fuse == 0.0f)
		{
			EXPECT_EQ(end.time, range.plugin.Impacts()[0].time);
			EXPECT_EQ(end.position, range.plugin.Impacts()[0].position);
		}
	}
}

TEST(GrenadeFuse, RefusesWhatIsNoTime)
{
	FiringRange range;
	for (const float bad : {0.0f, -1.0f, std::nanf("")})
	{
		EXPECT_FALSE(range.plugin.Throw({.fuse = bad}));
	}
	for (const float bad : {-1.0f, std::nanf("")})
	{
		EXPECT_FALSE(range.plugin.Throw({.impactFuse = bad}));
		EXPECT_STREQ(range.plugin.LastError().parameter, "GrenadeDef::impactFuse");
	}
	EXPECT_FALSE(range.plugin.Throw({.rollingResistance = -0.1f}));
	EXPECT_FALSE(range.plugin.Throw({.angularVelocity = k_inf}));
	EXPECT_TRUE(range.plugin.Throw({.fuse = k_inf}));
}

TEST(GrenadeBounce, ASeriesEndsAtItsAnalyticTime)
{
	// The series of bounces lasts sqrt(2 h / g) (1 + 2 e / (1 - e)), where e is the restitution. The plugin does not
	// report bounces that are too short to be visible.
	for (const float rate : {30.0f, 60.0f, 240.0f})
	{
		for (const float restitution : {0.2f, 0.5f, 0.8f, 0.95f})
		{
			FiringRange range(k_gravity);
			range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
			GrenadeDef def = Lasting({0.0f, 0.05f + 0.5f});
			def.restitution = restitution;
			def.restitutionThreshold = 0.0f;
			const GrenadeId id = range.plugin.Throw(def);
			size_t most = 0;
			int32_t steps = 0;
			while (range.plugin.Find(id)->resting == false && steps < 10000)
			{
				range.Step(1.0f / rate);
				most = std::max(most, range.plugin.Impacts().size());
				++steps;
			}
			const double e = restitution;
			const double expected = std::sqrt(0.1) * (1.0 + 2.0 * e / (1.0 - e));
			EXPECT_NEAR(steps / static_cast<double>(rate), expected, 1.5 / static_cast<double>(rate) + 0.01 * expected)
			    << rate << " Hz, " << restitution;
			EXPECT_LE(most, 10u) << rate << " Hz, " << restitution;
		}
	}
}

TEST(GrenadeGlue, StaysWhereItHasHitAndGoesWithIt)
{
	for (const b2BodyType type : {b2_kinematicBody, b2_dynamicBody})
	{
		FiringRange range(k_gravity);
		b2Body* wheel = range.AddBox({0.0f, 0.0f}, 1.0f, 0.2f, 0.3f, type)->GetBody();
		wheel->SetGravityScale(0.0f);
		wheel->SetAngularVelocity(3.0f);
		wheel->SetLinearVelocity({0.5f, 0.0f});
		GrenadeDef def = Lasting({0.6f, 1.0f});
		def.velocity = {0.0f, -10.0f};
		def.sticky = true;
		def.mass = 0.01f;
		const GrenadeId id = range.plugin.Throw(def);
		b2Vec2 local{0.0f, 0.0f};
		for (int32_t i = 0; i < 120; ++i)
		{
			range.Step(k_dt);
			const GrenadeState state = *range.plugin.Find(id);
			if (i == 10)
			{
				ASSERT_TRUE(state.stuck);
				local = wheel->GetLocalPoint(state.position);
			}
			if (i > 10)
			{
				ASSERT_TRUE(state.stuck) << "step " << i;
				EXPECT_LT(DistanceOf(wheel->GetLocalPoint(state.position), local), 2.0e-4) << "step " << i;
				EXPECT_NEAR(state.angularVelocity, wheel->GetAngularVelocity(), 0.1f);
			}
		}
	}
}

TEST(GrenadeGlue, FallsOffWhenThatIsGoneOrTakesItIntoAWall)
{
	for (const bool isWall : {false, true})
	{
		FiringRange range(k_gravity);
		b2Body* ceiling = range.AddBox({0.0f, 2.0f}, 1.0f, 0.2f, 0.0f, b2_kinematicBody)->GetBody();
		GrenadeDef def = Lasting({0.0f, 1.0f});
		def.velocity = {0.0f, 10.0f};
		def.sticky = true;
		const GrenadeId id = range.plugin.Throw(def);
		for (int32_t i = 0; i < 60; ++i)
		{
			range.Step(k_dt);
		}
		ASSERT_TRUE(range.plugin.Find(id)->stuck);
		ASSERT_TRUE(range.plugin.Find(id)->resting);
		ASSERT_EQ(range.plugin.Stats().legs, 0);
		if (isWall)
		{
			range.AddBox({1.0f, 1.5f}, 0.1f, 0.25f);
			ceiling->SetLinearVelocity({2.0f, 0.0f});
		}
		else
		{
			range.world.DestroyBody(ceiling);
		}
		for (int32_t i = 0; i < 60; ++i)
		{
			range.Step(k_dt);
			ASSERT_TRUE(range.plugin.Find(id).has_value());
			ASSERT_GE(SignedDistance(range.world, Widen(range.plugin.Find(id)->position)), 0.05 - k_contactSlack);
		}
		EXPECT_FALSE(range.plugin.Find(id)->stuck);
		EXPECT_LT(range.plugin.Find(id)->position.y, 1.0f);
	}
}

} // namespace ricochet::test::grenade_rest_test
