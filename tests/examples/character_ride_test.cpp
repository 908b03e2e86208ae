// MIT License, Copyright (c) 2026 the ricochet authors

#include "character/character.h"

#include <ricochet/projectile/plugin.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// Tests the example's character on bodies that it rides, jumps on and pushes.

namespace ricochet::test::character_ride_test
{

namespace
{

using character::Character;

constexpr float k_dt = 1.0f / 60.0f;
constexpr float k_skin = 0.02f; // the character's skin (m)

struct Game
{
	b2World world{b2Vec2{0.0f, -10.0f}};

	b2Body* AddBox(b2BodyType type, b2Vec2 center, b2Vec2 half, float density = 0.0f)
	{
		b2BodyDef def;
		def.type = type;
		def.position = center;
		b2Body* body = world.CreateBody(&def);
		const auto box = MakeBox(half.x, half.y);
		body->CreateFixture(&*box, density);
		return body;
	}

	// Adds a one-sided platform whose front side is above. `center` is the position of its body.
	b2Body* AddOneWay(b2Vec2 center, float halfWidth)
	{
		b2BodyDef def;
		def.type = b2_kinematicBody;
		def.position = center;
		b2Body* body = world.CreateBody(&def);
		const std::vector<b2Vec2> points{{halfWidth, 0.0f}, {0.0f, 0.0f}, {-halfWidth, 0.0f}};
		const auto plank = MakeChain(points);
		b2FixtureDef fixture;
		fixture.shape = &*plank;
		fixture.filter.categoryBits = 0x0003;
		body->CreateFixture(&fixture);
		return body;
	}

	void Step() { world.Step(k_dt, 8, 3); }
};

// A platform that moves to and fro, up and down, and tilts.
struct Swaying
{
	b2Vec2 reach{0.0f, 0.0f}; // in metres
	float tilt = 0.0f;        // in radians
	float rate = 1.0f;        // in rad/s

	void Drive(b2Body* body, int step) const
	{
		const auto at = [&](int when)
		{
			return std::sin(rate * k_dt * static_cast<float>(when));
		};
		const float share = (at(step + 1) - at(step)) / k_dt;
		body->SetLinearVelocity(share * reach);
		body->SetAngularVelocity(share * tilt);
	}
};

} // namespace

// In a minute on a moving platform, the character must not drift by a centimetre. A minute is a whole number of
// periods, so the platform is back at its place.
TEST(Character, RidesPlatformsWithoutDrift)
{
	SceneRandom random(92);
	const std::vector<float> periods{2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 10.0f, 12.0f}; // in seconds; each divides a minute
	float most = 0.0f, highest = 0.0f;
	for (int ride = 0; ride < ScaledCount(60); ++ride)
	{
		Game game;
		const bool isTurning = random.OneIn(2);
		const float tilt = isTurning ? random.Uniform(0.05f, 0.6f) : 0.0f;
		const Swaying swaying{random.LogUniform(0.1f, 4.0f) * random.Direction(), tilt,
		                      2.0f * b2_pi / random.OneOf(periods)};
		// If the platform tilts, the character may stand far from its centre of rotation.
		const float place = random.Uniform(-5.0f, 5.0f);
		b2Body* platform = game.AddBox(b2_kinematicBody, {0.0f, -0.5f}, {9.0f, 0.5f});
		Character rider(game.world, {place, 0.03f});
		b2Vec2 first{0.0f, 0.0f};
		for (int step = 0; step < 61 * 60; ++step)
		{
			const std::string where = "ride " + std::to_string(ride) + " step " + std::to_string(step);
			swaying.Drive(platform, step);
			rider.Move({}, k_dt);
			game.Step();
			ASSERT_TRUE(rider.IsOnGround() || step < 60) << where;
			ASSERT_FALSE(rider.IsCrushed()) << where;
			// Both corners of the character's soles must be above the surface in the platform's frame. The lower one
			// must be close to it.
			const b2Vec2 left = platform->GetLocalPoint(rider.Feet() - b2Vec2{0.3f, 0.0f});
			const b2Vec2 right = platform->GetLocalPoint(rider.Feet() + b2Vec2{0.3f, 0.0f});
			const float gap = std::min(left.y, right.y) - 0.5f;
			ASSERT_GT(gap, 0.0f) << where;
			ASSERT_TRUE(step < 60 || gap < 2.5f * k_skin) << where << ": " << gap;
			highest = step < 60 ? highest : std::max(highest, gap);
			if (step == 60)
			{
				first = platform->GetLocalPoint(rider.Feet());
			}
			const b2Vec2 now = platform->GetLocalPoint(rider.Feet());
			// On a tilted platform a character, which is a box, stands on one corner of its soles.
			ASSERT_TRUE(step < 60 || std::abs(now.x - first.x) < 0.2f) << where;
			if (step == 61 * 60 - 1)
			{
				most = std::max(most, std::abs(now.x - first.x));
				ASSERT_LT(std::abs(now.x - first.x), 0.01f) << where;
			}
		}
	}
	std::printf("most drift in a minute: %g m, highest gap %g m\n", static_cast<double>(most),
	            static_cast<double>(highest));
}

// A character whose feet were above a one-way platform gets below it only by a drop command.
TEST(Character, OneWayPlatformsHoldTheFeetThatWereAbove)
{
	SceneRandom random(93);
	int landed = 0, passed = 0, dropped = 0;
	for (int level = 0; level < ScaledCount(40); ++level)
	{
		Game game;
		game.AddBox(b2_staticBody, {0.0f, -6.0f}, {20.0f, 1.0f});
		std::vector<b2Body*> planks;
		std::vector<Swaying> moves;
		for (int i = 0; i < 4; ++i)
		{
			const float height = -3.5f + 2.2f * static_cast<float>(i);
			planks.push_back(game.AddOneWay({random.Uniform(-1.0f, 1.0f), height}, 8.0f));
			const float reach = random.OneIn(3) ? 0.0f : random.Uniform(0.1f, 1.0f);
			moves.push_back({{0.3f * reach, reach}, 0.0f, random.Uniform(1.0f, 6.0f)});
		}
		Character jumper(game.world, {0.0f, -4.9f}, {.jumpSpeed = random.Uniform(5.0f, 12.0f)});
		std::vector<bool> wasAbove(planks.size(), false), isDropping(planks.size(), false);
		for (int step = 0; step < 1200; ++step)
		{
			for (size_t i = 0; i < planks.size(); ++i)
			{
				moves[i].Drive(planks[i], step);
			}
			const bool drops = random.OneIn(40);
			const float toMiddle = jumper.Feet().x > 2.0f ? -1.0f : jumper.Feet().x < -2.0f ? 1.0f : random.Sign();
			jumper.Move({toMiddle * random.Uniform(0.0f, 2.0f), random.OneIn(15), drops}, k_dt);
			game.Step();
			for (size_t i = 0; i < planks.size(); ++i)
			{
				const std::string where = "level " + std::to_string(level) + " step " + std::to_string(step);
				const float height = jumper.Feet().y - planks[i]->GetPosition().y;
				const bool isAbove = height >= 0.0f;
				const bool isHeld = wasAbove[i] && isAbove == false;
				ASSERT_TRUE(isHeld == false || drops) << where << ": fell through plank " << i << " " << height;
				dropped += isHeld;
				passed += isAbove && wasAbove[i] == false;
				wasAbove[i] = isAbove;
			}
			landed += jumper.IsOnGround();
			ASSERT_GT(jumper.Feet().y, -5.0f);
		}
	}
	EXPECT_GT(landed, 0);
	EXPECT_GT(passed, ScaledCount(40));
	EXPECT_GT(dropped, ScaledCount(40) / 2);
	std::printf("stood %d steps, passed %d times, dropped %d times\n", landed, passed, dropped);
}

// A crusher comes down on the character, who stands on the ground. The character must say that it is crushed, and must
// not sink into the ground.
TEST(Character, IsCrushedAndDoesNotSinkIntoTheGround)
{
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody})
	{
		Game game;
		game.AddBox(type, {0.0f, -1.0f}, {10.0f, 1.0f});
		b2Body* crusher = game.AddBox(b2_kinematicBody, {0.0f, 4.0f}, {1.0f, 1.0f});
		crusher->SetLinearVelocity({0.0f, -2.0f});
		Character hero(game.world, {0.0f, 0.03f});
		bool wasCrushed = false;
		for (int step = 0; step < 90; ++step)
		{
			hero.Move({}, k_dt);
			game.Step();
			wasCrushed = wasCrushed || hero.IsCrushed();
			ASSERT_GT(hero.Feet().y, 0.0f) << step;
		}
		EXPECT_TRUE(wasCrushed);
	}
}

TEST(Character, PushesALightCrateAndNotAHeavyOne)
{
	for (const float density : {30.0f, 3000.0f})
	{
		Game game;
		game.AddBox(b2_staticBody, {0.0f, -1.0f}, {50.0f, 1.0f});
		b2Body* crate = game.AddBox(b2_dynamicBody, {2.0f, 0.52f}, {0.5f, 0.5f}, density);
		Character worker(game.world, {0.0f, 0.03f});
		for (int step = 0; step < 240; ++step)
		{
			worker.Move({.run = 3.0f}, k_dt);
			game.Step();
			ASSERT_LT(worker.Feet().x + 0.3f, crate->GetPosition().x - 0.5f) << step;
			ASSERT_TRUE(step < 10 || worker.IsOnGround()) << step;
		}
		EXPECT_EQ(crate->GetPosition().x > 4.0f, density < 100.0f) << crate->GetPosition().x;
		EXPECT_EQ(crate->GetPosition().x<2.01f, density> 100.0f) << crate->GetPosition().x;
	}
}

// The character keeps the distance of its skin from the crate, on top of it and beside it. So Box2D does not push the
// crate.
TEST(Character, RestsOnACrateWithoutJitter)
{
	Game game;
	game.AddBox(b2_staticBody, {0.0f, -1.0f}, {50.0f, 1.0f});
	b2Body* crate = game.AddBox(b2_dynamicBody, {0.0f, 0.515f}, {0.5f, 0.5f}, 100.0f);
	Character idler(game.world, {0.2f, 1.2f});
	b2Vec2 feet{0.0f, 0.0f}, place{0.0f, 0.0f};
	for (int step = 0; step < 600; ++step)
	{
		idler.Move({}, k_dt);
		game.Step();
		if (step == 120)
		{
			feet = idler.Feet();
			place = crate->GetPosition();
		}
		if (step > 120)
		{
			ASSERT_TRUE(idler.IsOnGround()) << step;
			ASSERT_LT((idler.Feet() - feet).Length(), 1.0e-4f) << step;
			ASSERT_LT((crate->GetPosition() - place).Length(), 1.0e-4f) << step;
		}
	}
}

TEST(Character, IsHitByBulletsOnItsWay)
{
	Game game;
	game.AddBox(b2_staticBody, {0.0f, -1.0f}, {50.0f, 1.0f});
	Plugin plugin(game.world);
	Character runner(game.world, {0.0f, 0.03f});
	int hits = 0;
	for (int step = 0; step < 60; ++step)
	{
		runner.Move({.run = 8.0f}, k_dt);
		const float away = step % 2 == 0 ? 3.0f : 40.0f;
		plugin.Fire({.position = runner.Feet() + b2Vec2{away, 1.0f}, .velocity = {-300.0f, 0.0f}, .lifetime = 0.3f});
		plugin.Step(k_dt, 8, 3);
		ASSERT_LT((runner.Body()->GetPosition() - runner.Feet()).Length(), 1.0e-5f);
		for (const ImpactEvent& hit : plugin.Impacts())
		{
			EXPECT_EQ(hit.body, runner.Body());
			EXPECT_EQ(hit.enter.normal, (b2Vec2{1.0f, 0.0f}));
			++hits;
		}
	}
	EXPECT_GT(hits, 50);
}

TEST(Character, IsDrawnBetweenItsSteps)
{
	Game game;
	game.AddBox(b2_staticBody, {0.0f, -1.0f}, {50.0f, 1.0f});
	Character runner(game.world, {0.0f, 0.02f});
	runner.Move({.run = 6.0f}, k_dt);
	const b2Vec2 before = runner.Feet();
	runner.Move({.run = 6.0f}, k_dt);
	EXPECT_EQ(runner.FeetAt(0.0f), before);
	EXPECT_NEAR(runner.FeetAt(0.5f).x, 0.5f * (before.x + runner.Feet().x), 1e-6f);
	EXPECT_NEAR(runner.FeetAt(1.0f).x, runner.Feet().x, 1e-6f);
}

// The character slides down a slope that is too steep, and cannot run or jump up.
TEST(Character, SlidesDownWhatIsTooSteep)
{
	for (const float slope : {0.95f, 1.1f, 1.3f})
	{
		for (const float side : {-1.0f, 1.0f})
		{
			Game game;
			game.AddBox(b2_staticBody, {0.0f, -1.0f}, {5.0f, 1.0f});
			b2EdgeShape edge;
			edge.SetTwoSided({side * 3.0f, 0.0f},
			                 b2Vec2{side * 3.0f, 0.0f} + 20.0f * b2Vec2{side * std::cos(slope), std::sin(slope)});
			const b2BodyDef still;
			game.world.CreateBody(&still)->CreateFixture(&edge, 0.0f);
			Character climber(game.world, {0.0f, 0.03f});
			for (int step = 0; step < 600; ++step)
			{
				climber.Move({.run = side * 6.0f, .jump = true}, k_dt);
			}
			float highest = 0.0f;
			for (int step = 0; step < 600; ++step)
			{
				climber.Move({.run = side * 6.0f}, k_dt);
				highest = step < 300 ? 0.0f : std::max(highest, climber.Feet().y);
			}
			EXPECT_LT(highest, 0.1f) << slope;
			EXPECT_TRUE(climber.IsOnGround());
			EXPECT_GT(side * climber.Feet().x, 2.4f) << slope;
			// A character that starts high up comes down without an input.
			Character slider(game.world,
			                 b2Vec2{side * 3.0f, 0.5f} + 10.0f * b2Vec2{side * std::cos(slope), std::sin(slope)});
			for (int step = 0; step < 600; ++step)
			{
				slider.Move({}, k_dt);
			}
			EXPECT_LT(slider.Feet().y, 2.5f) << slope; // on the ground, or on the head of the other character
		}
	}
}

} // namespace ricochet::test::character_ride_test
