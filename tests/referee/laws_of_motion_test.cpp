// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/fake.h"

#include <gtest/gtest.h>

// Tests the referee's laws of momentum, books, repeated impacts, room and free flight.

namespace ricochet::referee
{

namespace
{

// Returns a step in which a bullet of 0.01 kg at 100 m/s bounces off a dynamic box of 1 kg. This step breaks no law.
Fake Meeting()
{
	Fake fake;
	BodySight& box = fake.AddBox(b2_dynamicBody, {0.0f, 0.0f}, 0.5f);
	box.mass = 1.0L;
	box.inertia = 0.2L;
	fake.FlyBullet({-1.0L, 0.0L}, {-0.6L, 0.0L});
	const Vec in{100.0L, 0.0L};
	const Vec out{-2.0L * 100.0L / 1.01L + 100.0L, 0.0L};
	fake.sight.before[0].velocity = in;
	fake.TellImpact({-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Bounce);
	fake.sight.impacts[0].velocityAfter = out;
	fake.sight.impacts[0].impulse = 0.01L * (in - out);
	fake.sight.after[0].velocity = out;
	box.after.velocity = 0.01L * (in - out);
	fake.ledger.def.closed = true;
	return fake;
}

} // namespace

TEST(RefereeMomentum, AnElasticMeetingIsFlawless)
{
	Fake fake = Meeting();
	for (const auto law : {JudgeMomentum, JudgeChain, JudgeAgain, JudgeBooks, JudgeFinite, JudgeInside, JudgeTold})
	{
		const Ledger& ledger = fake.Judged(law);
		EXPECT_TRUE(ledger.faults.empty()) << ledger.faults[0].what;
	}
}

TEST(RefereeMomentum, MadeMomentumAndEnergyAreAccused)
{
	Fake fake = Meeting();
	fake.sight.after[0].velocity.x -= 0.1L;
	EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Momentum), 1);
	EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Energy), 1);
	EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Impulse), 0);
}

TEST(RefereeMomentum, ABodyThatChangesByAnotherImpulseThanIsToldIsAccused)
{
	Fake push = Meeting();
	push.sight.bodies[0].after.velocity.y += 1.0e-3L;
	EXPECT_EQ(push.Judged(JudgeMomentum).CountOf(Law::Impulse), 1);
	Fake turn = Meeting();
	turn.sight.bodies[0].after.rate += 0.01L;
	EXPECT_EQ(turn.Judged(JudgeMomentum).CountOf(Law::Impulse), 1);
}

TEST(RefereeMomentum, AnImpulseBesideTheCentreOfMassTurnsTheBodyByItsArm)
{
	for (const Real share : {0.0L, 0.5L, 1.0L})
	{
		Fake fake = Meeting();
		fake.sight.impacts[0].center.y = 0.25L;
		BodySight& box = fake.sight.bodies[0];
		box.after.rate = share * -0.25L * fake.sight.impacts[0].impulse.x / box.inertia;
		EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Impulse), share == 1.0L ? 0 : 1);
	}
}

// The bullet hits 0.25 m above the centre of mass. There, the reported point may be off the surface by two chord
// errors.
TEST(RefereeMomentum, AnImpulseActsOnTheSurfaceIfTheReportedPointIsOffItByAChord)
{
	for (const Real off : {0.0L, 1.5e-3L, 1.0e-2L})
	{
		Fake fake = Meeting();
		ImpactSight& impact = fake.sight.impacts[0];
		impact.velocityAfter.y = 1000.0L;
		impact.impulse.y = -0.01L * impact.velocityAfter.y;
		BodySight& box = fake.sight.bodies[0];
		box.after.velocity = impact.impulse;
		box.after.rate = Cross(Vec{-0.5L, 0.25L}, impact.impulse) / box.inertia;
		impact.told = Vec{-0.5L - off, 0.25L};
		EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Impulse), off > 5.0e-3L ? 1 : 0) << static_cast<double>(off);
	}
}

TEST(RefereeChain, AnImpulseThatItsVelocitiesDoNotSayIsAccused)
{
	Fake fake = Meeting();
	fake.sight.impacts[0].impulse.x *= 1.01L;
	EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), 1);
}

TEST(RefereeChain, AStateThatIsNotWhatTheLastEventSaidIsAccused)
{
	Fake fake = Meeting();
	fake.sight.after[0].velocity.y = 1.0L;
	EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), 1);
}

TEST(RefereeChain, AnEventElsewhereThanOnTheWayIsAccused)
{
	Fake fake = Meeting();
	fake.sight.impacts[0].center.y = 0.01L;
	EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), 1);
}

TEST(RefereeChain, ABulletMayWaitAtTheBodyThatItBouncedOffButNotRunAhead)
{
	for (const Real ahead : {-0.01L, 0.01L})
	{
		Fake fake = Meeting();
		EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), 0);
		const ProjectileSight waiting = fake.sight.after[0];
		fake.sight.impacts.clear();
		fake.sight.before = {waiting};
		fake.sight.after[0].position = waiting.position + (fake.sight.dt + ahead) * waiting.velocity;
		EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), ahead > 0.0L ? 1 : 0);
	}
}

TEST(RefereeChain, OnlyASurfaceMayHoldABulletAndOnlyAsGravityAndFrictionAllow)
{
	struct Case
	{
		Real height, speedAfter;
		bool isAccused;
	};
	// Gravity adds 1/6 m/s in the step.
	for (const auto& [height, speedAfter, isAccused] :
	     {Case{1.0e-5L, 1.0L, false}, {1.0e-5L, 0.9L, false}, {1.0e-5L, 0.6L, true}, {0.5L, 1.0L, true}})
	{
		Fake fake;
		fake.AddBox(b2_staticBody, {0.0f, -1.0f}, 5.0f, 1.0f);
		fake.sight.gravity = {0.0L, -10.0L};
		fake.FlyBullet({0.0L, height}, {fake.sight.dt, height});
		fake.ledger.Find(fake.key)->birth.gravityScale = 1.0L;
		fake.sight.after[0].velocity = {speedAfter, 0.0L};
		EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain) > 0, isAccused) << height << ", " << speedAfter;
	}
}

TEST(RefereeChain, ABodyThatTheWorldMovesAsideMayPushABullet)
{
	for (const bool isMovedAside : {true, false})
	{
		Fake fake;
		BodySight& box = fake.AddBox(b2_dynamicBody, {0.0f, 0.0f}, 0.5f);
		const Vec way{-0.02L, 0.0L};
		fake.Move(box, way, 0.0L);
		box.stepped.velocity = box.after.velocity = isMovedAside ? Vec{} : (1.0L / fake.sight.dt) * way;
		fake.FlyBullet({-0.51L, 0.0L}, {-0.52L, 0.0L});
		fake.sight.before[0].velocity = fake.sight.after[0].velocity = {};
		EXPECT_EQ(fake.Judged(JudgeChain).CountOf(Law::Chain), isMovedAside ? 0 : 1);
	}
}

TEST(RefereeAgain, APairThatBouncesTwiceInAStepIsAccused)
{
	Fake fake = Meeting();
	fake.sight.impacts.push_back(fake.sight.impacts[0]);
	EXPECT_EQ(fake.Judged(JudgeAgain).CountOf(Law::Again), 1);
	fake.sight.impacts[1].normal = {0.0L, 1.0L};
	EXPECT_EQ(fake.Judged(JudgeAgain).CountOf(Law::Again), 0) << "another face";
}

TEST(RefereeAgain, ABodyIsMetAsThoseThatFlewBeforeLeftItWhateverTheTimes)
{
	for (const bool first : {false, true})
	{
		Fake fake = Meeting();
		ImpactSight again = fake.sight.impacts[0];
		again.time += 0.001L;
		fake.sight.impacts.push_back(again);

		// Another bullet pushes the body earlier in the step. If that bullet flew first, the first bounce does not
		// separate bullet and body.
		ImpactSight other = fake.sight.impacts[0];
		other.key = {false, fake.key.index + 1, 1};
		other.time = 0.0L;
		other.velocityBefore = other.velocityAfter = {};
		other.impulse = 100.0L * fake.sight.bodies[0].mass * other.normal;
		fake.ledger.Born(other.key, {});
		fake.sight.impacts.insert(fake.sight.impacts.begin(), other);
		ProjectileSight flying = fake.sight.before[0];
		flying.key = other.key;
		fake.sight.before.insert(first ? fake.sight.before.begin() : fake.sight.before.end(), flying);
		EXPECT_EQ(fake.Judged(JudgeAgain).CountOf(Law::Again), first ? 0 : 1);
	}
}

TEST(RefereeAgain, TheLimitOfContactsAtOneBodyIsAccused)
{
	Fake fake = Meeting();
	fake.sight.impacts.resize(256, fake.sight.impacts[0]);
	for (ImpactSight& impact : fake.sight.impacts)
	{
		impact.velocityAfter = impact.impulse = {}; // does not separate the two
	}
	EXPECT_EQ(fake.Judged(JudgeAgain).CountOf(Law::Again), 0);
	fake.Expire(ExpiredEvent::Reason::ContactLimit, 0.0L);
	EXPECT_EQ(fake.Judged(JudgeAgain).CountOf(Law::Again), 1);
}

TEST(RefereeBooks, WhoVanishesReturnsOrEndsTwiceIsAccused)
{
	Fake vanished = Meeting();
	vanished.sight.after.clear();
	EXPECT_EQ(vanished.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake both = Meeting();
	const ProjectileSight state = both.sight.after[0];
	both.Expire(ExpiredEvent::Reason::Stopped, 0.0L);
	EXPECT_EQ(both.Judged(JudgeBooks).CountOf(Law::Books), 0);
	EXPECT_EQ(both.Judged(JudgeBooks).CountOf(Law::Books), 1) << "it ends twice";
	both.sight.ends.clear();
	both.sight.after = {state};
	EXPECT_EQ(both.Judged(JudgeBooks).CountOf(Law::Books), 1) << "it is back";
}

TEST(RefereeBooks, EventsOutOfOrderOutOfTheStepOrOfWhatIsGoneAreAccused)
{
	Fake order = Meeting();
	order.sight.impacts.push_back(order.sight.impacts[0]);
	order.sight.impacts[1].time = 0.0L;
	EXPECT_EQ(order.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake late = Meeting();
	late.sight.impacts[0].time = 2.0L * late.sight.dt;
	EXPECT_EQ(late.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake gone = Meeting();
	gone.sight.fixtures.clear();
	EXPECT_EQ(gone.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake twice = Meeting();
	twice.ledger.Born(twice.key, {});
	EXPECT_EQ(twice.ledger.CountOf(Law::Books), 1);
}

TEST(RefereeFinite, WhatIsNotANumberIsAccused)
{
	Fake fake = Meeting();
	fake.sight.after[0].velocity.x = std::nanl("");
	EXPECT_EQ(fake.Judged(JudgeFinite).CountOf(Law::Finite), 1);
}

TEST(RefereeRoom, WhoIsCrushedBesideAPlaceIsAccused)
{
	for (const bool hasPlace : {true, false})
	{
		// A disc of radius 0.1 m lies on the floor. A press comes down to 0.21 m or to 0.15 m above the floor.
		Fake fake;
		fake.AddBox(b2_staticBody, {0.0f, -1.0f}, 5.0f, 1.0f);
		BodySight& press = fake.AddBox(b2_kinematicBody, {0.0f, 1.0f}, 3.0f, 0.75f);
		fake.Move(press, {0.0L, hasPlace ? -0.04L : -0.1L}, 0.0L);
		fake.FlyGrenade(0.1f, {0.0L, 0.1001L}, {0.0L, 0.1001L}, {});
		fake.Expire(ExpiredEvent::Reason::Crushed, 0.0L);
		EXPECT_EQ(fake.Judged(JudgeRoom).CountOf(Law::Room), hasPlace ? 1 : 0);
		EXPECT_EQ(fake.ledger.extremes.crushed, 1);
	}
}

TEST(RefereeRoom, APlaceBehindAWallIsNone)
{
	Fake fake;
	fake.AddBox(b2_staticBody, {0.0f, -1.0f}, 5.0f, 1.0f);
	fake.AddEdge(b2_staticBody, {0.1001f, 0.0f}, {0.1001f, 5.0f});
	BodySight& press = fake.AddBox(b2_kinematicBody, {-0.6f, 0.9f}, 0.6f, 0.65f);
	fake.Move(press, {0.05L, -0.2L}, 0.0L);
	fake.FlyGrenade(0.1f, {0.0L, 0.1001L}, {0.0L, 0.1001L}, {});
	fake.Expire(ExpiredEvent::Reason::Crushed, 0.0L);
	fake.ledger.def.room = 3.0L; // The place behind the wall is within this distance.
	EXPECT_EQ(fake.Judged(JudgeRoom).CountOf(Law::Room), 0);
}

TEST(RefereeFree, AWallThatRetreatsMayNotTakeAGrenadeAlong)
{
	for (const Real pull : {0.0L, 1.0e-3L})
	{
		Fake fake;
		BodySight& wall = fake.AddBox(b2_kinematicBody, {0.0f, -1.0f}, 5.0f, 1.0f);
		fake.Move(wall, {0.0L, -0.01L}, 0.0L);
		const Vec velocity{1.0L, 0.0L};
		const Vec from{0.0L, 0.10002L};
		fake.FlyGrenade(0.1f, from, from + fake.sight.dt * velocity, velocity);
		fake.sight.after[0].velocity.y = -pull;
		EXPECT_EQ(fake.Judged(JudgeFree).CountOf(Law::Free), pull > 0.0L ? 1 : 0);
	}
}

TEST(RefereeFree, WhatTheGamePutsElsewhereMayPushAGrenadeUpToTwoMetresAway)
{
	for (const float distance : {1.0f, 3.0f})
	{
		Fake fake;
		BodySight& box = fake.AddBox(b2_kinematicBody, {0.0f, -0.5f - distance}, 0.5f);
		fake.FlyGrenade(0.1f, {0.0L, 0.1L}, {0.03L, 0.1L}, {0.0L, 0.0L});
		EXPECT_EQ(fake.Judged(JudgeFree).CountOf(Law::Free), 1);
		fake.sight.changed.insert(box.pieces[0].fixture);
		EXPECT_EQ(fake.Judged(JudgeFree).CountOf(Law::Free), distance > 2.0f ? 1 : 0);
	}
}

TEST(RefereeFree, AGrenadeThatStaysWhereItShouldMoveIsAccusedInTime)
{
	Fake fake;
	fake.FlyGrenade(0.1f, {10000.0L, 0.0L}, {10000.0L, 0.0L}, {0.1L, 0.0L});
	int32_t steps = 0;
	while (fake.Judged(JudgeFree).faults.empty() && steps < 100)
	{
		++steps;
	}
	EXPECT_GT(steps, 2);
	EXPECT_LT(steps, 100);
}

} // namespace ricochet::referee
