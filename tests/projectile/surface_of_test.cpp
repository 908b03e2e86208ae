// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"
#include "support/expect_error.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

// Tests PluginDef::surfaceOf. Another plugin, in which the game has set the surface of each fixture, judges the
// results.

namespace ricochet::test::surface_of_test
{

namespace
{

const std::vector<Surface> k_materials{
    {.resistance = 500.0f, .ricochetAngle = 0.6f, .restitution = 0.8f, .friction = 0.1f},
    {.resistance = 0.0f, .ricochetAngle = 0.0f, .restitution = 0.0f, .friction = 0.9f, .tangentSpeed = 2.0f},
    {.resistance = 20.0f, .ricochetAngle = 0.2f, .restitution = 0.5f, .friction = 0.4f}};

// Fixtures of bodies with user data k have the material k - 1. Fixtures of bodies without user data have no material.
struct Level
{
	explicit Level(const PluginDef& def) : range(k_gravity, def)
	{
		SceneRandom random(7);
		b2PolygonShape box;
		for (int32_t i = 0; i < 150; ++i)
		{
			b2Body* body = range.AddBody(random.InBox(20.0f), random.Uniform(-3.0f, 3.0f),
			                             i % 5 == 0 ? b2_kinematicBody : b2_staticBody);
			body->SetAngularVelocity(i % 5 == 0 ? random.Uniform(-2.0f, 2.0f) : 0.0f);
			body->GetUserData().pointer = static_cast<uintptr_t>(i % 4);
			box.SetAsBox(random.Uniform(0.2f, 1.5f), random.Uniform(0.2f, 1.5f));
			b2Fixture* fixture = range.Add(body, box);
			fixture->SetRestitution(0.3f);
			fixture->SetFriction(0.2f);
			fixtures.push_back(fixture);
		}
		for (int32_t i = 0; i < 400; ++i)
		{
			BulletDef bullet = Lasting(random.InBox(25.0f), random.Uniform(20.0f, 300.0f) * random.Direction());
			bullet.maxBounces = i % 4;
			bullet.maxPierces = i % 3;
			bullet.radius = i % 7 == 0 ? 0.05f : 0.0f;
			range.plugin.Fire(bullet);
			if (i % 10 == 0)
			{
				range.plugin.Throw({.position = random.InBox(25.0f), .velocity = 10.0f * random.Direction()});
			}
		}
	}

	FiringRange range;
	std::vector<b2Fixture*> fixtures;
};

std::optional<Surface> MaterialOf(b2Fixture* fixture)
{
	const uintptr_t material = fixture->GetBody()->GetUserData().pointer;
	return material > 0 ? std::optional(k_materials[material - 1]) : std::nullopt;
}

} // namespace

TEST(SurfaceOf, ActsLikeSurfacesThatAreSet)
{
	const Executor manyThreads = [](int32_t count, TaskRef task)
	{
		std::vector<std::thread> threads;
		for (int32_t i = 0; i < count; ++i)
		{
			threads.emplace_back([&task, i] { task(i); });
		}
		for (std::thread& thread : threads)
		{
			thread.join();
		}
	};
	const std::thread::id here = std::this_thread::get_id();
	size_t asked = 0;
	PluginDef byCallback;
	byCallback.executor = manyThreads;
	byCallback.surfaceOf = [&](b2Fixture* fixture)
	{
		EXPECT_EQ(std::this_thread::get_id(), here);
		++asked;
		return MaterialOf(fixture);
	};
	Level set({}), given(byCallback);
	for (b2Fixture* fixture : set.fixtures)
	{
		if (const std::optional<Surface> material = MaterialOf(fixture))
		{
			set.range.plugin.SetSurface(fixture, *material);
		}
	}
	for (size_t i = 0; i < set.fixtures.size(); ++i)
	{
		EXPECT_EQ(given.range.plugin.GetSurface(given.fixtures[i]), set.range.plugin.GetSurface(set.fixtures[i]));
	}
	FlightPreview seen, expected;
	const GrenadeDef thrown{.position = {-30.0f, 15.0f}, .velocity = {12.0f, 4.0f}};
	ASSERT_TRUE(set.range.plugin.PreviewThrow(thrown, 4.0f, k_dt, expected));
	ASSERT_TRUE(given.range.plugin.PreviewThrow(thrown, 4.0f, k_dt, seen));
	ASSERT_EQ(seen.points.size(), expected.points.size());
	EXPECT_EQ(seen.points.back().position, expected.points.back().position);
	size_t impacts = 0;
	for (int32_t step = 0; step < 180; ++step)
	{
		set.range.Step(k_dt);
		given.range.Step(k_dt);
		ASSERT_EQ(given.range.plugin.LastError().reason, ErrorReason::None);
		const auto& want = set.range.plugin.Impacts();
		const auto& got = given.range.plugin.Impacts();
		ASSERT_EQ(got.size(), want.size());
		for (size_t i = 0; i < want.size(); ++i)
		{
			ASSERT_EQ(got[i].enter.point, want[i].enter.point);
			ASSERT_EQ(got[i].velocityAfter, want[i].velocityAfter);
			ASSERT_EQ(got[i].response, want[i].response);
		}
		impacts += want.size();
		ASSERT_EQ(given.range.plugin.Checksum() == set.range.plugin.Checksum(), true);
	}
	EXPECT_GT(impacts, 500u);
	EXPECT_GT(asked, impacts);
}

TEST(SurfaceOf, YieldsToASurfaceThatIsSet)
{
	PluginDef def;
	def.surfaceOf = [](b2Fixture*)
	{
		return std::optional(Surface{.resistance = 1.0f});
	};
	FiringRange range({0.0f, 0.0f}, def);
	b2PolygonShape box;
	box.SetAsBox(1.0f, 1.0f);
	b2Fixture* fixture = range.Add(range.AddBody({0.0f, 0.0f}), box);
	EXPECT_EQ(range.plugin.GetSurface(fixture).resistance, 1.0f);
	range.plugin.SetSurface(fixture, {.resistance = 7.0f});
	EXPECT_EQ(range.plugin.GetSurface(fixture).resistance, 7.0f);
	range.plugin.Forget(fixture);
	EXPECT_EQ(range.plugin.GetSurface(fixture).resistance, 1.0f);
}

TEST(SurfaceOf, IsReportedIfItIsNotSound)
{
	PluginDef def;
	def.surfaceOf = [](b2Fixture*)
	{
		return std::optional(Surface{.resistance = -3.0f});
	};
	FiringRange range({0.0f, 0.0f}, def);
	b2PolygonShape box;
	box.SetAsBox(1.0f, 1.0f);
	range.Add(range.AddBody({0.0f, 0.0f}), box);
	BulletDef bullet = Lasting({-5.0f, 0.0f}, {100.0f, 0.0f});
	bullet.maxPierces = 1;
	range.plugin.Fire(bullet);
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(k_dt);
		const bool isMet = range.plugin.Impacts().empty() == false;
		const Error expected = isMet ? Error{ErrorReason::TooSmall, "Surface::resistance", -1, -3.0, 0.0} : Error{};
		ExpectError(range.plugin.LastError(), expected);
		if (isMet)
		{
			// In this range, the default surface has no resistance.
			EXPECT_EQ(range.plugin.Impacts()[0].response, Response::Pierce);
		}
	}
}

TEST(SurfaceOf, MayThrow)
{
	PluginDef def;
	bool throws = true;
	def.surfaceOf = [&](b2Fixture*) -> std::optional<Surface>
	{
		return throws ? throw std::runtime_error("no such material") : std::nullopt;
	};
	FiringRange range({0.0f, 0.0f}, def);
	b2PolygonShape box;
	box.SetAsBox(1.0f, 1.0f);
	range.Add(range.AddBody({0.0f, 0.0f}), box);
	range.plugin.Fire(Lasting({-1.5f, 0.0f}, {100.0f, 0.0f}));
	EXPECT_THROW(range.Step(k_dt), std::runtime_error);
	throws = false;
	for (int32_t step = 0; step < 5; ++step)
	{
		range.Step(k_dt);
	}
	EXPECT_EQ(range.plugin.Bullets().size(), 0u);
}

} // namespace ricochet::test::surface_of_test
