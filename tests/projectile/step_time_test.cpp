// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <ricochet/geometry/locate.h>

#include "support/reference_flight.h"

#include <algorithm>

// Tests that a projectile flies for all of a step's time, over any number of impacts, and that nothing leaves a closed
// room.

namespace ricochet::test::step_time_test
{

namespace
{

BulletDef Bouncer(b2Vec2 position, b2Vec2 velocity)
{
	BulletDef def{.position = position, .velocity = velocity, .gravityScale = 0.0f};
	def.lifetime = 1.0e6f;
	def.maxBounces = 1000000000;
	return def;
}

// Returns the length of the path that a bullet flew in the last step, from impact to impact.
double PathLength(const Plugin& plugin, BulletId id, b2Vec2 start)
{
	double length = 0.0;
	b2Vec2 last = start;
	for (const ImpactEvent& event : plugin.Impacts())
	{
		if (event.bullet == id)
		{
			length += DistanceOf(last, event.enter.point);
			last = event.enter.point;
		}
	}
	const auto state = plugin.Find(id);
	return length + (state ? DistanceOf(last, state->position) : 0.0);
}

// Returns the position of a point that moves to and fro between low and high, computed by folding its straight path.
double Fold(double x, double low, double high)
{
	const double width = high - low;
	const double phase = std::fmod(std::fmod(x - low, 2.0 * width) + 2.0 * width, 2.0 * width);
	return low + std::min(phase, 2.0 * width - phase);
}

// Adds a room whose inside is the unit square with the lower left corner `corner`.
void AddSquareRoom(FiringRange& range, b2Vec2 corner)
{
	range.AddBox(corner + b2Vec2{-0.5f, 0.5f}, 0.5f, 2.0f);
	range.AddBox(corner + b2Vec2{1.5f, 0.5f}, 0.5f, 2.0f);
	range.AddBox(corner + b2Vec2{0.5f, -0.5f}, 2.0f, 0.5f);
	range.AddBox(corner + b2Vec2{0.5f, 1.5f}, 2.0f, 0.5f);
}

std::vector<b2Vec2> RegularPolygon(int32_t count, float radius)
{
	std::vector<b2Vec2> vertices;
	for (int32_t i = 0; i < count; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(count);
		vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
	}
	return vertices;
}

// Returns the distance of a point from a static loop if it is outside (m); 0 inside.
double DistanceOutside(b2Vec2 point, std::span<const b2Vec2> loop)
{
	if (LocateInPolygon(point, loop) != Location::Outside)
	{
		return 0.0;
	}
	double distance = HUGE_VAL;
	for (size_t i = 0; i < loop.size(); ++i)
	{
		distance =
		    std::min(distance, DistanceToSegment(Widen(point), Widen(loop[i]), Widen(loop[(i + 1) % loop.size()])));
	}
	return distance;
}

// Fires bullets in a room until they have bounced 10,000 times in total. No bullet may leave the room.
void BounceInLoop(const std::vector<b2Vec2>& shape, b2Vec2 place, float speed, uint64_t seed)
{
	std::vector<b2Vec2> loop = shape;
	for (b2Vec2& vertex : loop)
	{
		vertex += place;
	}
	FiringRange range;
	range.AddLoop(loop);
	SceneRandom random(seed);
	std::vector<BulletId> ids;
	for (int32_t i = 0; i < 20; ++i)
	{
		ids.push_back(range.plugin.Fire(Bouncer(place + random.InBox(0.2f), speed * random.Direction())));
	}
	const double slack = 4.0 * UlpOf(std::max(std::abs(place.x), std::abs(place.y)) + 1.0f);
	const int32_t count = ScaledCount(10000);
	int32_t bounces = 0;
	Trouble trouble;
	for (int32_t step = 0; bounces < count && step < count && trouble.Count() == 0; ++step)
	{
		range.Step(k_dt);
		bounces += static_cast<int32_t>(range.plugin.Impacts().size());
		for (const BulletId id : ids)
		{
			const auto state = range.plugin.Find(id);
			const b2Vec2 position = state ? state->position : b2Vec2{k_nan, k_nan};
			if (state.has_value() == false || DistanceOutside(position, loop) > slack)
			{
				trouble.Add("bullet %d is at (%.9g, %.9g), %.9g m outside, after step %d", static_cast<int>(id.index),
				            static_cast<double>(position.x), static_cast<double>(position.y),
				            DistanceOutside(position, loop), step);
			}
			else if (std::abs(SpeedOf(state->velocity) / static_cast<double>(speed) - 1.0) > 1.0e-3)
			{
				trouble.Add("bullet %d flies at %.9g m/s, not %g, after step %d", static_cast<int>(id.index),
				            SpeedOf(state->velocity), static_cast<double>(speed), step);
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "seed " << seed << "; first: " << trouble.First();
	EXPECT_GE(bounces, count);
}

} // namespace

TEST(StepTime, BetweenTwoWallsAStepIsFlownToItsEnd)
{
	FiringRange range;
	AddSquareRoom(range, {0.0f, 0.0f});
	const BulletId id = range.plugin.Fire(Bouncer({0.3f, 0.5f}, {6000.0f, 0.0f}));
	b2Vec2 start = {0.3f, 0.5f};
	for (int32_t step = 0; step < 60; ++step)
	{
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().size(), 100u);
		EXPECT_NEAR(PathLength(range.plugin, id, start), 100.0, 1.0e-3);
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value());
		EXPECT_EQ(SpeedOf(state->velocity), 6000.0);
		start = state->position;
		for (size_t i = 1; i < range.plugin.Impacts().size(); ++i)
		{
			const ImpactEvent& event = range.plugin.Impacts()[i];
			EXPECT_NEAR(event.time - range.plugin.Impacts()[i - 1].time, 1.0f / 6000.0f, 1.0e-7f);
			EXPECT_EQ(event.response, Response::Bounce);
		}
	}
}

TEST(StepTime, InASquareRoomTheWayFoldsAsOnPaper)
{
	const b2Vec2 start = {0.3f, 0.6f};
	const b2Vec2 velocity = {6000.0f, 3700.0f};
	for (const int32_t parts : {1, 4, 16})
	{
		FiringRange range;
		AddSquareRoom(range, {0.0f, 0.0f});
		const BulletId id = range.plugin.Fire(Bouncer(start, velocity));
		size_t bounces = 0;
		const int32_t steps = 64 * parts;
		const float dt = 1.0f / 64.0f / static_cast<float>(parts);
		for (int32_t step = 0; step < steps; ++step)
		{
			range.Step(dt);
			bounces += range.plugin.Impacts().size();
		}
		const auto state = range.plugin.Find(id);
		ASSERT_TRUE(state.has_value()) << parts;

		// Every bounce turns back up to 2^-21 m before the wall, so that rounding cannot put the bullet behind the
		// wall.
		const double slack = 1.0e-3 + 6000.0 * 0x1p-20;
		EXPECT_NEAR(state->position.x, Fold(0.3 + 6000.0, 0.0, 1.0), slack) << parts;
		EXPECT_NEAR(state->position.y, Fold(0.6 + 3700.0, 0.0, 1.0), slack) << parts;
		EXPECT_NEAR(static_cast<double>(bounces), 9700.0, 2.0) << parts;
	}
}

TEST(StepTime, ManyShortStepsEndWhereOneLongStepDoes)
{
	// The bullet flies through two panes and bounces off a slope, under gravity and drag.
	const auto fly = [](int32_t parts)
	{
		FiringRange range({0.0f, -10.0f});
		for (const float x : {3.0f, 5.0f})
		{
			b2Fixture* pane = range.AddBox({x, 0.0f}, 0.1f, 5.0f);
			range.plugin.SetSurface(pane, {.resistance = 300.0f, .ricochetAngle = 0.0f});
		}
		range.AddBox({8.0f, 0.0f}, 0.5f, 5.0f, 0.3f);
		const BulletDef def{.velocity = {200.0f, 10.0f}, .drag = 0.5f, .maxBounces = 1, .maxPierces = 2};
		const BulletId id = range.plugin.Fire(def);
		std::vector<Response> responses;
		for (int32_t i = 0; i < 4 * parts; ++i)
		{
			range.Step(1.0f / 64.0f / static_cast<float>(parts));
			for (const ImpactEvent& event : range.plugin.Impacts())
			{
				responses.push_back(event.response);
			}
		}
		EXPECT_EQ(responses, (std::vector{Response::Pierce, Response::Pierce, Response::Bounce})) << parts;
		const auto state = range.plugin.Find(id);
		return state ? state->position : b2Vec2{k_nan, k_nan};
	};
	const b2Vec2 coarse = fly(1);
	for (const int32_t parts : {2, 5, 16})
	{
		EXPECT_LT(DistanceOf(fly(parts), coarse), 0.01) << parts;
	}
}

TEST(StepTime, ABulletThatMeetsMoreThanTheLimitInOneStepExpires)
{
	// The room is 1 m wide, and the bullet starts in its middle. A path of 4.75 m has five contacts, and one of 5.75 m
	// has six.
	for (const float way : {4.75f, 5.75f})
	{
		FiringRange range({0.0f, 0.0f}, {.maxContactsPerStep = 5});
		AddSquareRoom(range, {0.0f, 0.0f});
		BulletDef def = Bouncer({0.5f, 0.5f}, {64.0f * way, 0.0f});
		def.userData = 3;
		const BulletId id = range.plugin.Fire(def);
		range.Step(1.0f / 64.0f);
		EXPECT_EQ(range.plugin.Impacts().size(), 5u);
		if (way < 5.0f)
		{
			EXPECT_TRUE(range.plugin.Find(id).has_value());
			EXPECT_TRUE(range.plugin.Expired().empty());
			range.Step(1.0f / 64.0f);
			EXPECT_TRUE(range.plugin.Find(id).has_value()) << "the limit is for one step";
			continue;
		}
		EXPECT_FALSE(range.plugin.Find(id).has_value());
		ASSERT_EQ(range.plugin.Expired().size(), 1u);
		const ExpiredEvent& event = range.plugin.Expired()[0];
		EXPECT_EQ(event.reason, ExpiredEvent::Reason::ContactLimit);
		EXPECT_EQ(event.bullet, id);
		EXPECT_EQ(event.userData, 3u);
		EXPECT_GE(event.time, range.plugin.Impacts()[4].time - 1.0e-6f);
		EXPECT_LE(event.time, 1.0f / 64.0f);
		EXPECT_GE(event.position.x, 0.0f);
		EXPECT_LE(event.position.x, 1.0f);
	}
}

TEST(StepTime, FourWallsHoldTenThousandBounces)
{
	for (const b2Vec2 place : {b2Vec2{0.0f, 0.0f}, b2Vec2{10000.0f, -10000.0f}})
	{
		FiringRange range;
		AddSquareRoom(range, place);
		SceneRandom random(61);
		std::vector<BulletId> ids;
		for (int32_t i = 0; i < 20; ++i)
		{
			ids.push_back(range.plugin.Fire(Bouncer(place + b2Vec2{0.5f, 0.5f} + random.InBox(0.4f),
			                                        random.Uniform(500.0f, 6000.0f) * random.Direction())));
		}
		const float slack = 2.0f * static_cast<float>(UlpOf(place.x + 1.0f));
		int32_t bounces = 0;
		const int32_t count = ScaledCount(10000);
		for (int32_t step = 0; bounces < count && step < count; ++step)
		{
			range.Step(k_dt);
			bounces += static_cast<int32_t>(range.plugin.Impacts().size());
			for (const BulletId id : ids)
			{
				const auto state = range.plugin.Find(id);
				ASSERT_TRUE(state.has_value()) << "step " << step;
				const b2Vec2 inside = state->position - place;
				ASSERT_TRUE(inside.x >= -slack && inside.x <= 1.0f + slack && inside.y >= -slack &&
				            inside.y <= 1.0f + slack)
				    << "(" << inside.x << ", " << inside.y << ") in step " << step;
			}
		}
		EXPECT_GE(bounces, count);
	}
}

TEST(StepTime, ASquareLoopHoldsTenThousandBounces)
{
	BounceInLoop(RegularPolygon(4, 0.7f), {0.0f, 0.0f}, 3000.0f, 62);
	BounceInLoop(RegularPolygon(4, 0.7f), {10000.0f, 10000.0f}, 3000.0f, 62);
}

TEST(StepTime, ARoundArenaOfEdgesHoldsTenThousandBounces)
{
	BounceInLoop(RegularPolygon(64, 1.0f), {0.0f, 0.0f}, 3000.0f, 63);
	BounceInLoop(RegularPolygon(64, 1.0f), {-10000.0f, 10000.0f}, 3000.0f, 63);
}

TEST(StepTime, AStarShapedRoomHoldsTenThousandBounces)
{
	// The star has sharp corners, in which many contacts follow closely on each other.
	std::vector<b2Vec2> star = RegularPolygon(14, 1.0f);
	for (size_t i = 0; i < star.size(); i += 2)
	{
		star[i] = 0.5f * star[i];
	}
	BounceInLoop(star, {0.0f, 0.0f}, 1000.0f, 64);
	BounceInLoop(star, {1000.0f, -300.0f}, 1000.0f, 64);
}

TEST(StepTime, ATurningRoomHoldsItsBullets)
{
	FiringRange range;
	const std::vector<b2Vec2> loop = RegularPolygon(4, 1.0f);
	b2Body* room = range.AddLoop(loop, {3.0f, -2.0f}, b2_kinematicBody)->GetBody();
	room->SetAngularVelocity(5.0f);
	room->SetLinearVelocity({2.0f, 1.0f});
	SceneRandom random(65);
	std::vector<BulletId> ids;
	for (int32_t i = 0; i < 50; ++i)
	{
		ids.push_back(
		    range.plugin.Fire(Bouncer(b2Vec2{3.0f, -2.0f} + random.InBox(0.3f), 300.0f * random.Direction())));
	}
	const int32_t steps = ScaledCount(120);
	size_t bounces = 0;
	for (int32_t step = 0; step < steps; ++step)
	{
		range.Step(k_dt);
		bounces += range.plugin.Impacts().size();
		for (const BulletId id : ids)
		{
			const auto state = range.plugin.Find(id);
			ASSERT_TRUE(state.has_value()) << "step " << step << ", seed 65, bullet " << id.index;
			const b2Vec2 local = b2MulT(room->GetTransform(), state->position);
			ASSERT_LT(DistanceOutside(local, loop), 1.0e-5)
			    << "(" << local.x << ", " << local.y << ") in the room, step " << step << ", seed 65, bullet "
			    << id.index;
		}
	}
	EXPECT_GT(bounces, static_cast<size_t>(steps) * 100u);
}

TEST(StepTime, ABulletThatCreepsAlongAFloorEndsItsStep)
{
	// Gravity pulls the bullet to the floor. Without restitution, the bullet cannot bounce away.
	for (const float speed : {0.0f, 1.0f, 100.0f})
	{
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, -1.0f}, 100.0f, 1.0f);
		BulletDef def = Bouncer({0.0f, 0.01f}, {speed, 0.0f});
		def.gravityScale = 1.0f;
		def.restitution = 0.0f;
		const BulletId id = range.plugin.Fire(def);
		for (int32_t step = 0; step < 60; ++step)
		{
			range.Step(k_dt);
			if (const auto state = range.plugin.Find(id))
			{
				ASSERT_GE(state->position.y, -1.0e-5f) << "step " << step;
				ASSERT_LE(state->position.y, 0.0101f) << "step " << step;
			}
			ASSERT_LE(range.plugin.Impacts().size(), 256u);
		}
	}
}

// Far from the origin, a bullet that pierces continues from some millimetres before the surface. Its events must have
// the velocity of their times.
TEST(StepTime, WhatPiercesFarFromTheOriginIsToldTheVelocityOfItsTime)
{
	for (const float offset : {0.0f, 1.0e3f, 1.0e4f, 1.0e5f})
	{
		for (const float speed : {0.5f, 5.0f, 50.0f})
		{
			FiringRange range({0.0f, -10.0f});
			range.AddBox({offset, offset}, 100.0f, 0.5f);
			BulletDef def{.position = {offset, offset + 2.0f}, .velocity = {speed, 0.0f}, .maxPierces = 10};
			range.plugin.Fire(def);
			bool hasMet = false;
			for (int32_t step = 0; step < 120 && hasMet == false; ++step)
			{
				range.Step(k_dt);
				for (const ImpactEvent& impact : range.plugin.Impacts())
				{
					hasMet = true;
					const float time = static_cast<float>(step) * k_dt + impact.time;
					EXPECT_NEAR(impact.velocityBefore.y, -10.0f * time, 2.0e-4f) << offset << ' ' << speed;
					const float rest = k_dt - impact.time;
					EXPECT_NEAR(range.plugin.Bullets().front().velocity.y, impact.velocityAfter.y - 10.0f * rest,
					            2.0e-4f)
					    << offset << ' ' << speed;
				}
			}
			EXPECT_TRUE(hasMet) << offset << ' ' << speed;
		}
	}
}

} // namespace ricochet::test::step_time_test
