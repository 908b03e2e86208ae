// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

// Tests that the game can read and change the def of a projectile in flight, and that the projectile loses no other
// state. Also tests that a projectile ends at its range.

namespace ricochet::test::steer_test
{

namespace
{

// Returns the length (m) of a parabola, or of a path with linear drag, integrated in small steps.
long double LengthFlown(b2Vec2 velocity, b2Vec2 acceleration, float drag, double time)
{
	constexpr int32_t count = 200000;
	const long double k = drag;
	long double length = 0.0L;
	for (int32_t i = 0; i < count; ++i)
	{
		const long double t = (i + 0.5L) * static_cast<long double>(time) / count;
		const long double decayed = k > 0.0L ? -std::expm1(-k * t) / k : t;
		const long double left = std::exp(-k * t);
		const long double x = velocity.x * left + acceleration.x * decayed;
		const long double y = velocity.y * left + acceleration.y * decayed;
		length += std::hypot(x, y) * static_cast<long double>(time) / count;
	}
	return length;
}

struct End
{
	ExpiredEvent event;
	double time = -1.0; // since the start (s)
};

End FlyToEnd(FiringRange& range, float dt, double most)
{
	for (int32_t step = 0; step * static_cast<double>(dt) < most; ++step)
	{
		range.Step(dt);
		for (const ExpiredEvent& event : range.plugin.Expired())
		{
			return {event, step * static_cast<double>(dt) + static_cast<double>(event.time)};
		}
	}
	return {};
}

} // namespace

TEST(Range, EndsOnTheVeryPlaceOfAStraightWay)
{
	for (const float maxRange : {0.01f, 1.0f, 30.0f, 1000.0f})
	{
		for (const float speed : {0.5f, 40.0f, 900.0f})
		{
			FiringRange range;
			BulletDef def = Straight({1.0f, -2.0f}, {0.6f * speed, 0.8f * speed});
			def.lifetime = k_inf;
			def.maxRange = maxRange;
			range.plugin.Fire(def);
			const double due = static_cast<double>(maxRange) / static_cast<double>(speed);
			const float dt = due > 100.0 ? 1.0f : k_dt;
			const End end = FlyToEnd(range, dt, due + 2.0 * static_cast<double>(dt));
			ASSERT_EQ(end.event.reason, ExpiredEvent::Reason::Range) << maxRange << " m at " << speed;
			EXPECT_NEAR(end.time, due, 1.0e-6 * due + 1.0e-6);
			EXPECT_NEAR(DistanceOf(end.event.position, def.position), static_cast<double>(maxRange),
			            1.0e-4 + 2.0e-7 * static_cast<double>(maxRange));
		}
	}
}

TEST(Range, IsMeasuredAlongTheArc)
{
	for (const float drag : {0.0f, 0.05f, 2.0f})
	{
		for (const b2Vec2 velocity : {b2Vec2{0.0f, 20.0f}, b2Vec2{0.001f, 20.0f}, b2Vec2{30.0f, 30.0f}})
		{
			FiringRange range(k_gravity);
			range.plugin.Fire({.velocity = velocity, .drag = drag, .lifetime = k_inf, .maxRange = 35.0f});
			const End end = FlyToEnd(range, k_dt, 100.0);
			ASSERT_EQ(end.event.reason, ExpiredEvent::Reason::Range);
			EXPECT_NEAR(static_cast<double>(LengthFlown(velocity, k_gravity, drag, end.time)), 35.0, 1.0e-3)
			    << "drag " << drag << ", from " << velocity.x << ", " << velocity.y;
		}
	}
}

TEST(Range, GoesOnOverBouncesAndPierces)
{
	FiringRange range;
	range.AddBox({3.0f, 0.0f}, 0.1f, 5.0f);  // a pane
	range.AddBox({10.5f, 0.0f}, 0.5f, 5.0f); // a wall
	range.plugin.SetSurface(range.AddBox({3.0f, 0.0f}, 0.01f, 0.01f), {.ricochetAngle = 0.0f});
	BulletDef def = Lasting({0.0f, 1.0f}, {300.0f, 0.0f});
	def.maxBounces = 5;
	def.maxRange = 24.0f;
	const float pane = 2.9f;
	range.plugin.Fire(def);
	const End end = FlyToEnd(range, k_dt, 1.0);
	ASSERT_EQ(end.event.reason, ExpiredEvent::Reason::Range);
	// The bullet bounces off the pane at x = 2.9 m and flies back. It must end after 24 m in total.
	EXPECT_NEAR(end.time, 24.0 / 300.0, 1.0e-4) << pane;

	FiringRange pierced;
	pierced.AddBox({3.0f, 0.0f}, 0.1f, 5.0f);
	def.maxBounces = 0;
	def.maxPierces = 1;
	def.velocity = {200.0f, 0.0f};
	pierced.plugin.Fire(def);
	const End behind = FlyToEnd(pierced, k_dt, 1.0);
	ASSERT_EQ(behind.event.reason, ExpiredEvent::Reason::Range);
	EXPECT_NEAR(static_cast<double>(behind.event.position.x), 24.0, 1.0e-3);
}

TEST(Range, AndLifetimeTheFirstThatEndsIsTold)
{
	FiringRange range;
	BulletDef def = Straight({0.0f, 0.0f}, {10.0f, 0.0f});
	def.maxRange = 20.0f;
	def.lifetime = 1.0f;
	range.plugin.Fire(def);
	EXPECT_EQ(FlyToEnd(range, k_dt, 3.0).event.reason, ExpiredEvent::Reason::Lifetime);
}

TEST(Range, FollowsGravityThatChangesAndAnOriginThatIsShifted)
{
	FiringRange range;
	BulletDef def = Lasting({0.0f, 0.0f}, {10.0f, 0.0f});
	def.gravityScale = 1.0f;
	def.maxRange = 12.0f;
	range.plugin.Fire(def);
	for (int32_t step = 0; step < 30; ++step)
	{
		range.Step(k_dt);
	}
	range.plugin.ShiftOrigin({4.0f, 4.0f});
	range.world.SetGravity(k_gravity);
	const End end = FlyToEnd(range, k_dt, 5.0);
	ASSERT_EQ(end.event.reason, ExpiredEvent::Reason::Range);
	const double first = 30.0 * static_cast<double>(k_dt) * 10.0;
	EXPECT_NEAR(static_cast<double>(LengthFlown({10.0f, 0.0f}, k_gravity, 0.0f, end.time)), 12.0 - first, 1.0e-3);
}

TEST(Range, NothingEndsThatHasNoEnd)
{
	FiringRange range(k_gravity);
	const BulletId id = range.plugin.Fire({.velocity = {1.0f, 0.0f}, .drag = 1.0f, .lifetime = k_inf});
	for (int32_t step = 0; step < 1000; ++step)
	{
		range.Step(10.0f);
	}
	ASSERT_TRUE(range.plugin.Find(id));
	EXPECT_EQ(range.plugin.DefOf(id)->lifetime, k_inf);
}

TEST(Steer, KeepsIdentityAgeAndCounts)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 0.5f, 5.0f);
	BulletDef def = Lasting({0.0f, 0.0f}, {60.0f, 0.0f});
	def.maxBounces = 3;
	def.userData = 7;
	const BulletId id = range.plugin.Fire(def);
	for (int32_t step = 0; step < 10; ++step)
	{
		range.Step(k_dt);
	}
	const BulletState before = *range.plugin.Find(id);
	ASSERT_EQ(before.bounces, 1);
	BulletDef now = *range.plugin.DefOf(id);
	EXPECT_EQ(now.position, before.position);
	EXPECT_EQ(now.velocity, before.velocity);
	EXPECT_EQ(now.maxBounces, 3);
	EXPECT_NEAR(now.lifetime, 100.0 - 10.0 * static_cast<double>(k_dt), 1.0e-4);
	now.position = {-20.0f, 3.0f};
	now.velocity = {0.0f, 5.0f};
	now.mass = 2.0f;
	now.userData = 9;
	ASSERT_TRUE(range.plugin.Steer(id, now));
	const BulletState after = *range.plugin.Find(id);
	EXPECT_EQ(after.id, id);
	EXPECT_EQ(after.position, now.position);
	EXPECT_EQ(after.velocity, now.velocity);
	EXPECT_EQ(after.age, before.age);
	EXPECT_EQ(after.bounces, 1);
	EXPECT_EQ(after.userData, 9u);
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 3.0 + 5.0 * static_cast<double>(k_dt), 1.0e-6);
	EXPECT_EQ(range.plugin.DefOf(id)->mass, 2.0f);
}

TEST(Steer, ByItsOwnDefChangesNothingOfWhereItFlies)
{
	for (const float drag : {0.0f, 0.7f})
	{
		FiringRange range(k_gravity);
		range.AddBox({5.0f, 0.0f}, 0.05f, 50.0f);
		const BulletDef def{.velocity = {90.0f, 3.0f}, .drag = drag, .maxPierces = 2, .maxRange = 80.0f};
		const BulletId left = range.plugin.Fire(def);
		const BulletId steered = range.plugin.Fire(def);
		for (int32_t step = 0; step < 40; ++step)
		{
			range.Step(k_dt);
			EXPECT_TRUE(range.plugin.Steer(steered, *range.plugin.DefOf(steered)));
			ASSERT_LT(DistanceOf(range.plugin.Find(left)->position, range.plugin.Find(steered)->position), 1.0e-4);
			ASSERT_EQ(range.plugin.Find(left)->pierces, range.plugin.Find(steered)->pierces);
		}
		EXPECT_NEAR(range.plugin.DefOf(left)->maxRange, range.plugin.DefOf(steered)->maxRange, 1.0e-3);
	}
}

TEST(Steer, AJumpMeetsNothingInBetweenAndInASolidIsAsAMuzzleThere)
{
	for (const bool startInside : {true, false})
	{
		FiringRange range;
		range.AddBox({5.0f, 0.0f}, 0.5f, 5.0f);
		range.AddBox({15.0f, 0.0f}, 0.5f, 5.0f);
		BulletDef def = Lasting({0.0f, 0.0f}, {1.0f, 0.0f});
		def.filter.startInside = startInside;
		const BulletId id = range.plugin.Fire(def);
		range.Step(k_dt);
		def.position = {15.0f, 0.0f};
		def.velocity = {100.0f, 0.0f};
		ASSERT_TRUE(range.plugin.Steer(id, def));
		EXPECT_TRUE(range.plugin.Impacts().empty());
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), startInside ? 1u : 0u);
		EXPECT_EQ(range.plugin.Find(id).has_value(), startInside == false);
	}
}

TEST(Steer, AfterAJumpItMeetsAgainWhatItWasPassingThrough)
{
	FiringRange range;
	range.plugin.SetSurface(range.AddBox({5.0f, 0.0f}, 2.0f, 5.0f), {.resistance = 1.0f});
	BulletDef def = Lasting({2.5f, 0.0f}, {100.0f, 0.0f});
	def.maxPierces = 9;
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Find(id)->pierces, 1);
	ASSERT_LT(range.plugin.Find(id)->position.x, 7.0f) << "it is inside";
	for (int32_t pierces = 2; pierces < 5; ++pierces)
	{
		def = *range.plugin.DefOf(id);
		def.position = {2.5f, 0.0f};
		ASSERT_TRUE(range.plugin.Steer(id, def));
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Find(id)->pierces, pierces);
		EXPECT_EQ(range.plugin.Impacts().size(), 1u);
	}
}

TEST(Steer, AJumpIntoWhatItWasPassingThroughIsAsAMuzzleThere)
{
	FiringRange range;
	range.AddBox({5.0f, 0.0f}, 2.0f, 5.0f);
	BulletDef def = Lasting({2.5f, 0.0f}, {100.0f, 0.0f});
	def.maxPierces = 1;
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_dt);
	def = *range.plugin.DefOf(id);
	def.position.y += 1.0f;
	ASSERT_TRUE(range.plugin.Steer(id, def));
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_TRUE(range.plugin.Impacts()[0].startsInside);
}

TEST(Steer, WhatIsWrongOrGoneChangesNothing)
{
	FiringRange range;
	const BulletId id = range.plugin.Fire(Lasting({0.0f, 0.0f}, {1.0f, 0.0f}));
	BulletDef def = *range.plugin.DefOf(id);
	def.velocity.x = k_nan;
	EXPECT_FALSE(range.plugin.Steer(id, def));
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::NotFinite);
	EXPECT_EQ(range.plugin.Find(id)->velocity, b2Vec2(1.0f, 0.0f));
	range.plugin.Cancel(id);
	EXPECT_FALSE(range.plugin.Steer(id, Lasting({0.0f, 0.0f}, {1.0f, 0.0f})));
	EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	EXPECT_FALSE(range.plugin.DefOf(id));
}

TEST(Steer, AGrenadeGoesWhereItIsPut)
{
	FiringRange range;
	const GrenadeId id = range.plugin.Throw({.velocity = {1.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	const float age = range.plugin.Find(id)->age;
	ASSERT_TRUE(range.plugin.Steer(id, {7.0f, 8.0f}, {0.0f, 6.0f}));
	EXPECT_EQ(range.plugin.Find(id)->age, age);
	range.Step(k_dt);
	EXPECT_NEAR(range.plugin.Find(id)->position.x, 7.0, 1.0e-6);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 8.1, 1.0e-5);
	EXPECT_FALSE(range.plugin.Steer(id, {k_nan, 0.0f}, {0.0f, 0.0f}));
	EXPECT_FALSE(range.plugin.Steer(GrenadeId{}, {0.0f, 0.0f}, {0.0f, 0.0f}));
}

// The plugin does not update a grenade at rest. Steer must wake it, even if nothing in the world has changed.
TEST(Steer, AGrenadeAtRestFliesWhereItIsPut)
{
	struct Case
	{
		const char* name;
		b2Vec2 by;
		b2Vec2 velocity;
	};
	for (const Case& steered : {Case{"lifted", {0.0f, 3.0f}, {0.0f, 0.0f}}, Case{"kicked", {0.0f, 0.0f}, {2.0f, 4.0f}},
	                            Case{"carried off", {5.0f, 2.0f}, {1.0f, 0.0f}}})
	{
		SCOPED_TRACE(steered.name);
		FiringRange range({0.0f, -10.0f});
		range.AddBox({0.0f, 0.0f}, 50.0f, 1.0f);
		const GrenadeId id = range.plugin.Throw({.position = {0.0f, 1.05f}, .fuse = k_inf});
		for (int i = 0; i < 60; ++i)
		{
			range.Step(k_dt);
		}
		const GrenadeState before = *range.plugin.Find(id);
		ASSERT_TRUE(before.resting);
		ASSERT_TRUE(range.plugin.Steer(id, before.position + steered.by, steered.velocity));
		range.Step(k_dt);
		const GrenadeState after = *range.plugin.Find(id);
		EXPECT_NEAR(after.velocity.y, steered.velocity.y - 10.0f * k_dt, 1.0e-4);
		EXPECT_NEAR(after.position.x, before.position.x + steered.by.x + k_dt * steered.velocity.x, 1.0e-4);
		for (int i = 0; i < 600; ++i)
		{
			range.Step(k_dt);
		}
		EXPECT_TRUE(range.plugin.Find(id)->resting);
		EXPECT_NEAR(range.plugin.Find(id)->position.y, 1.05, 1.0e-3);
	}
}

} // namespace ricochet::test::steer_test
