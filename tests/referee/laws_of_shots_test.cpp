// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/fake.h"

#include <gtest/gtest.h>

#include <cmath>

// Tests the laws of bullets that hit grenades, and of bullets with a radius. The steps are made up as plain values.

namespace ricochet::referee
{

namespace
{

constexpr Vec k_left{-1.0L, 0.0L};

// Returns a step with a grenade at rest, of 0.4 kg and radius 0.1 m. A bullet flies through it from the left.
Fake Shot(Vec impulse, Real off = 0.0L)
{
	Fake fake;
	fake.FlyGrenade(0.1f, {}, {}, {});
	fake.ledger.Find(fake.key)->birth.radius = 0.1L;
	fake.FlyHunter({-1.0L, 0.0L}, {1.0L, 0.0L});
	fake.TellShot({-0.1L + off, 0.0L}, k_left, impulse);
	return fake;
}

} // namespace

TEST(RefereeShot, AGrenadeThatDoesNotTakeWhatIsToldIsAccused)
{
	for (const Real speed : {1.0L, 0.9L, 0.0L})
	{
		Fake fake = Shot({0.4L, 0.0L});
		fake.sight.after[0].velocity = {speed, 0.0L};
		EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), speed == 1.0L ? 0 : 1);
	}
}

TEST(RefereeShot, AGrenadeThatIsNotTurnedByWhatStrikesItsRimIsAccused)
{
	// The spin is -0.1 m * 0.4 N s divided by 0.002 kg m2.
	for (const Real spin : {-20.0L, 0.0L, 20.0L})
	{
		Fake fake = Shot({0.0L, 0.4L});
		fake.sight.after[0].velocity = {0.0L, 1.0L};
		fake.sight.after[0].spin = spin;
		EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), spin == -20.0L ? 0 : 1);
	}
}

TEST(RefereeShot, WhatIsBesideABodyIsNotJudged)
{
	Fake fake = Shot({0.4L, 0.0L});
	fake.AddBox(b2_staticBody, {0.0f, -0.6f}, 0.5f);
	EXPECT_TRUE(fake.Judged(JudgeShot).faults.empty());
}

TEST(RefereeShot, ABulletThatGoesThroughAGrenadeUntoldIsAccused)
{
	for (const Real aside : {0.0L, 0.12L, 0.2L})
	{
		for (const Real radius : {0.0L, 0.05L})
		{
			Fake fake;
			fake.FlyGrenade(0.1f, {}, {}, {});
			fake.FlyHunter({-1.0L, aside}, {1.0L, aside}, radius);
			EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), aside < 0.1L + radius ? 1 : 0);
			fake.ledger.Find(fake.hunter)->birth.hitsGrenades = false;
			EXPECT_TRUE(fake.Judged(JudgeShot).faults.empty());
		}
	}
}

TEST(RefereeShot, AMeetingOffTheRimIsAccused)
{
	for (const Real off : {0.0L, 0.01L, -0.01L})
	{
		Fake fake = Shot({}, off);
		EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), off == 0.0L ? 0 : 1);
	}
	Fake fake = Shot({});
	fake.sight.impacts[0].normal = {1.0L, 0.0L};
	EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), 1);
}

TEST(RefereeShot, AGrenadeThatABulletWasLetThroughIsToldOnce)
{
	for (const bool turnsBack : {false, true})
	{
		Fake fake = Shot({});
		fake.sight.impacts[0].response = turnsBack ? Response::Bounce : Response::Pierce;
		fake.sight.impacts.push_back(fake.sight.impacts[0]);
		EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), turnsBack ? 0 : 1);
	}
}

TEST(RefereeShot, ABulletThatHitsNoGrenadesIsAccusedIfItDoes)
{
	Fake fake = Shot({});
	fake.ledger.Find(fake.hunter)->birth.hitsGrenades = false;
	EXPECT_EQ(fake.Judged(JudgeShot).CountOf(Law::Shot), 1);
}

TEST(RefereeBooks, AShotNamesAGrenadeThatFliesAndNoBody)
{
	EXPECT_EQ(Shot({}).Judged(JudgeBooks).CountOf(Law::Books), 0);
	Fake named = Shot({});
	named.AddBox(b2_staticBody, {5.0f, 0.0f}, 0.5f);
	named.sight.impacts[0].body = named.sight.bodies[0].body;
	EXPECT_EQ(named.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake unknown = Shot({});
	unknown.sight.impacts[0].shot.index = 9;
	EXPECT_EQ(unknown.Judged(JudgeBooks).CountOf(Law::Books), 1);
	Fake ended = Shot({});
	ended.sight.ends.push_back({ended.key, ExpiredEvent::Reason::Fuse, 0.0L, {}, {}});
	ended.sight.after.erase(ended.sight.after.begin());
	EXPECT_EQ(ended.Judged(JudgeBooks).CountOf(Law::Books), 1);
}

TEST(RefereeEnergy, WhatAGrenadeTurnsByCounts)
{
	// A grenade of 0.002 kg m2 at 20 rad/s has 0.4 J of energy. With this energy, a mass of 0.4 kg moves at sqrt(2)
	// m/s.
	for (const Real left : {0.0L, 20.0L})
	{
		Fake fake;
		fake.ledger.def.closed = true;
		fake.FlyGrenade(0.1f, {}, {}, {});
		fake.ledger.Find(fake.key)->birth.radius = 0.1L;
		fake.sight.before[0].spin = 20.0L;
		fake.sight.after[0].spin = left;
		fake.sight.after[0].velocity = {std::sqrt(2.0L), 0.0L};
		EXPECT_EQ(fake.Judged(JudgeMomentum).CountOf(Law::Energy), left > 0.0L ? 1 : 0);
	}
}

TEST(RefereeTold, ADiscMustBeToldOfWhatItsRimTouches)
{
	for (const Real aside : {0.0L, 0.55L, 0.7L})
	{
		for (const bool isEdge : {false, true})
		{
			Fake fake;
			isEdge ? fake.AddEdge(b2_staticBody, {0.0f, -0.5f}, {0.0f, 0.5f})
			       : fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
			fake.FlyDisc({-2.0L, aside}, {2.0L, aside}, 0.1L);
			EXPECT_EQ(fake.Judged(JudgeTold).CountOf(Law::Told), aside < 0.6L ? 1 : 0);
			Fake told = fake;
			told.ledger.Find(told.key)->passages.clear();
			if (aside == 0.0L)
			{
				told.TellImpact({isEdge ? -0.1L : -0.6L, 0.0L}, k_left, Response::Pierce);
				EXPECT_TRUE(told.Judged(JudgeTold).faults.empty());
			}
		}
	}
}

TEST(RefereeTold, OfADiscTheThicknessIsWhatItsCentreGoesThrough)
{
	for (const Real aside : {0.0L, 0.55L})
	{
		for (const Real thickness : {0.0L, 1.0L, 1.2L})
		{
			Fake fake;
			fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
			fake.FlyDisc({-2.0L, aside}, {2.0L, aside}, 0.1L);
			fake.TellImpact({-0.6L, aside}, k_left, Response::Pierce);
			fake.sight.impacts[0].thickness = thickness;
			const bool isRight = thickness == (aside == 0.0L ? 1.0L : 0.0L);
			// If the path is off-centre, the bullet is never deep enough in the box to be judged.
			const int64_t due = isRight || aside > 0.0L ? 0 : 1;
			EXPECT_EQ(fake.Judged(JudgeExit).CountOf(Law::Told), due);
		}
	}
}

// The path crosses the top of the box at an angle of 0.02 rad. So an error of the path shifts the exit by 50 times the
// error.
TEST(RefereeTold, WhereADiscLeavesAtAFlatAngleItsThicknessIsJudgedLessStrictly)
{
	for (const Real error : {0.0L, 5.5e-4L, 1.0e-2L})
	{
		Fake fake;
		fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 50.0f, 0.5f);
		constexpr Real k_slope = 0.02L;
		const Vec leaves{-49.5L, 0.5L};
		const Vec enter = leaves - Vec{0.6L, 0.6L * k_slope}; // the rim touches the side of the box
		fake.FlyDisc(leaves - Vec{1.0L, k_slope}, leaves + Vec{0.1L, 0.1L * k_slope}, 0.1L);
		fake.TellImpact(enter, k_left, Response::Pierce);
		fake.sight.impacts[0].thickness = std::hypot(0.5L, 0.5L * k_slope) + error;
		EXPECT_EQ(fake.Judged(JudgeExit).CountOf(Law::Told), error == 1.0e-2L ? 1 : 0) << static_cast<double>(error);
	}
}

TEST(RefereeInside, ADiscIsAsDeepInASolidAsItsRim)
{
	for (const Real distance : {0.55L, 0.6L, 0.65L})
	{
		Fake fake;
		fake.AddBox(b2_kinematicBody, {0.0f, 0.0f}, 0.5f);
		fake.FlyDisc({0.0L, 2.0L}, {0.0L, distance}, 0.1L);
		EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Inside), distance < 0.6L ? 1 : 0);
	}
}

} // namespace ricochet::referee
