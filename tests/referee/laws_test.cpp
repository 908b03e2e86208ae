// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/fake.h"

#include <gtest/gtest.h>

// Each law of the referee must accuse the projectile that breaks it and no other. The steps are made up as plain
// values.

namespace ricochet::referee
{

namespace
{

constexpr Vec k_up{0.0L, 1.0L};

int64_t Total(const Ledger& ledger)
{
	return static_cast<int64_t>(ledger.faults.size());
}

} // namespace

TEST(RefereeInside, ADiscInAStaticSolidIsAccusedAndOneThatTouchesItIsNot)
{
	for (const Real depth : {-1.0e-5L, 0.0L, 1.0e-5L, 0.1L})
	{
		Fake fake;
		fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 1.0f);
		fake.FlyGrenade(0.2f, {0.0L, 1.2L}, {0.0L, 1.2L - depth}, {});
		EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Inside), depth > 1.0e-6L ? 1 : 0) << static_cast<double>(depth);
	}
}

TEST(RefereeInside, WhatAFilterPassesByAndASensorDoNotCount)
{
	Fake fake;
	fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 1.0f);
	fake.sight.bodies[0].pieces[0].sensor = true;
	fake.FlyGrenade(0.2f, {}, {}, {});
	EXPECT_EQ(Total(fake.Judged(JudgeInside)), 0);
	fake.sight.bodies[0].pieces[0].sensor = false;
	fake.sight.bodies[0].pieces[0].filter.maskBits = 0;
	EXPECT_EQ(Total(fake.Judged(JudgeInside)), 0);
	fake.sight.bodies[0].pieces[0].filter.maskBits = 0xFFFF;
	EXPECT_EQ(Total(fake.Judged(JudgeInside)), 1);
}

TEST(RefereeInside, ABulletInASolidThatItWasNotLetThroughIsAccused)
{
	Fake fake;
	fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 1.0f);
	fake.FlyBullet({-2.0L, 0.0L}, {0.0L, 0.0L});
	EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Inside), 1);
	fake.ledger.Find(fake.key)->passed.insert(fake.sight.bodies[0].pieces[0].fixture);
	EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Inside), 0);
}

TEST(RefereeYield, OverlapWithADynamicBodyIsBoundedInDepthAndTime)
{
	Fake fake;
	fake.AddBox(b2_dynamicBody, {0.0f, 0.0f}, 1.0f);
	fake.FlyGrenade(0.2f, {0.0L, 1.2L}, {0.0L, 1.15L}, {});
	fake.ledger.def.yieldDepth = 0.5L;
	fake.ledger.def.yieldTime = 2.5L * fake.sight.dt;
	EXPECT_EQ(Total(fake.Judged(JudgeInside)), 0);
	EXPECT_EQ(Total(fake.Judged(JudgeInside)), 0);
	EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Yield), 1) << "too long";
	EXPECT_EQ(fake.ledger.extremes.yields, 3);
	EXPECT_NEAR(static_cast<double>(fake.ledger.extremes.yieldDepth), 0.05, 1.0e-6);
	fake.ledger.Find(fake.key)->yielding = 0.0L;
	fake.ledger.def.yieldDepth = 0.1L;
	EXPECT_EQ(fake.Judged(JudgeInside).CountOf(Law::Yield), 1) << "too deep";
}

TEST(RefereeSide, ADiscThatGoesThroughAnEdgeIsAccusedAndOneThatGoesAroundItIsNot)
{
	for (const float half : {10.0f, 0.05f})
	{
		Fake fake;
		fake.AddEdge(b2_staticBody, {-half, 0.0f}, {half, 0.0f});
		fake.FlyGrenade(0.01f, {0.0L, 0.1L}, {0.0L, -0.1L}, {10.0L, -10.0L});
		EXPECT_EQ(fake.Judged(JudgeSide).CountOf(Law::Side), half > 1.0f ? 1 : 0);
	}
}

TEST(RefereeSide, AFloorThatRisesPastADiscIsAccused)
{
	// In the world's frame, the disc is at rest. In the frame of the moving floor, the disc passes through the floor.
	for (const bool isBox : {true, false})
	{
		Fake fake;
		BodySight& floor = isBox ? fake.AddBox(b2_kinematicBody, {0.0f, 0.0f}, 5.0f, 0.05f)
		                         : fake.AddEdge(b2_kinematicBody, {-5.0f, 0.0f}, {5.0f, 0.0f});
		fake.FlyGrenade(0.1f, {0.0L, 0.2L}, {0.0L, 0.2L}, {});
		EXPECT_EQ(Total(fake.Judged(JudgeSide)), 0);
		fake.Move(floor, {0.0L, 0.4L}, 0.0L);
		EXPECT_EQ(fake.Judged(JudgeSide).CountOf(Law::Side), 1);
	}
}

TEST(RefereeSide, ADiscCutAroundACornerOfAChainIsNoCrossing)
{
	Fake fake;
	fake.AddRow(b2_staticBody, {{-1.0f, -1.0f}, {0.0f, 0.0f}, {1.0f, -1.0f}});
	fake.FlyGrenade(0.001f, {-0.1L, -0.09L}, {0.1L, -0.09L}, {12.0L, 0.0L});
	EXPECT_EQ(Total(fake.Judged(JudgeSide)), 0);
}

TEST(RefereeSide, WhoLeavesAClosedRoomIsAccusedHoweverLongItTook)
{
	Fake fake;
	fake.AddRow(b2_kinematicBody, {{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}, {-1.0f, -1.0f}});
	fake.FlyGrenade(0.1f, {0.0L, 0.0L}, {0.5L, 0.0L}, {});
	EXPECT_EQ(Total(fake.Judged(JudgeSide)), 0);
	// The disc touches the wall, so a fault is not certain.
	fake.sight.before[0].position = fake.sight.after[0].position = {1.0L, 0.0L};
	EXPECT_EQ(Total(fake.Judged(JudgeSide)), 0);
	fake.sight.before[0].position = fake.sight.after[0].position = {1.5L, 0.0L};
	EXPECT_EQ(fake.Judged(JudgeSide).CountOf(Law::Side), 1);
}

TEST(RefereeSide, ARoomThatTurnsAwayFromAStillDiscIsLeftByIt)
{
	Fake fake;
	BodySight& room =
	    fake.AddRow(b2_kinematicBody, {{0.0f, -0.2f}, {2.0f, -0.2f}, {2.0f, 0.2f}, {0.0f, 0.2f}, {0.0f, -0.2f}});
	fake.FlyGrenade(0.1f, {1.5L, 0.0L}, {1.5L, 0.0L}, {});
	fake.Move(room, {}, 0.3L);
	EXPECT_EQ(fake.Judged(JudgeSide).CountOf(Law::Side), 1);
}

TEST(RefereeTold, AnEntryThatIsNotToldToldTwiceOrToldOfNothingIsAccused)
{
	for (const int32_t told : {0, 1, 2})
	{
		for (const bool turns : {false, true})
		{
			Fake fake;
			BodySight& box = fake.AddBox(b2_kinematicBody, {0.0f, 0.0f}, 0.5f, 0.2f);
			fake.Move(box, {}, turns ? 0.0L : 1.0e-9L);
			fake.FlyBullet({-1.0L, 0.0L}, {1.0L, 0.0L});
			for (int32_t i = 0; i < told; ++i)
			{
				fake.TellImpact({-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Pierce);
			}
			EXPECT_EQ(fake.Judged(JudgeTold).CountOf(Law::Told), told == 1 ? 0 : 1) << told;
		}
	}
	Fake fake;
	fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
	fake.FlyBullet({-1.0L, 2.0L}, {1.0L, 2.0L});
	fake.TellImpact({0.0L, 2.0L}, k_up, Response::Pierce);
	EXPECT_EQ(fake.Judged(JudgeTold).CountOf(Law::Told), 1);
}

TEST(RefereeTold, AnEdgeThatSweepsOverABulletMustBeTold)
{
	for (const bool told : {false, true})
	{
		Fake fake;
		BodySight& edge = fake.AddEdge(b2_kinematicBody, {-1.0f, 0.0f}, {1.0f, 0.0f});
		fake.Move(edge, {}, 0.5L);
		fake.FlyBullet({0.5L, 0.1L}, {0.5L, 0.1L + 1.0e-4L});
		if (told)
		{
			// The edge turns by 0.5 rad in the step. It reaches the bullet after atan(0.2) rad.
			fake.TellImpact({0.5L, 0.1L}, {0.0L, 1.0L}, Response::Pierce);
			fake.sight.impacts[0].time = 2.0L * std::atan(0.2L) * fake.sight.dt;
		}
		EXPECT_EQ(fake.Judged(JudgeTold).CountOf(Law::Told), told ? 0 : 1);
	}
}

TEST(RefereeTold, GrazingIsNotJudged)
{
	Fake fake;
	fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
	fake.FlyBullet({-1.0L, 0.4999L}, {1.0L, 0.4999L});
	EXPECT_EQ(Total(fake.Judged(JudgeTold)), 0);
}

TEST(RefereeTold, WhatWasEnteredInOneStepIsNotToldAgainInTheNext)
{
	for (const bool again : {false, true})
	{
		Fake fake;
		fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
		fake.FlyBullet({-1.0L, 0.0L}, {0.0L, 0.0L});
		fake.TellImpact({-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Pierce);
		EXPECT_EQ(Total(fake.Judged(JudgeTold)), 0);
		fake.sight.impacts.clear();
		fake.sight.before[0].position = {0.0L, 0.0L};
		fake.sight.after[0].position = {1.0L, 0.0L};
		if (again)
		{
			fake.TellImpact({0.1L, 0.0L}, {}, Response::Pierce);
			fake.sight.impacts[0].startsInside = true;
		}
		EXPECT_EQ(fake.Judged(JudgeTold).CountOf(Law::Told), again ? 1 : 0);
	}
}

TEST(RefereeTold, AWayThroughASolidThatIsTooLongOrTooShortIsAccused)
{
	for (const Real thickness : {0.5L, 1.0L, 1.01L})
	{
		for (const bool moves : {false, true})
		{
			// The box moves in the same direction as the bullet. Relative to the box, the bullet has half its speed,
			// and comes from the same side.
			Fake fake;
			BodySight& box = fake.AddBox(b2_kinematicBody, {0.0f, 0.0f}, 0.5f);
			fake.Move(box, moves ? Vec{1.0L, 0.0L} : Vec{}, 0.0L);
			fake.FlyBullet({-1.0L, 0.0L}, {1.0L, 0.0L});
			fake.TellImpact(moves ? Vec{0.0L, 0.0L} : Vec{-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Pierce);
			fake.sight.impacts[0].thickness = thickness;
			EXPECT_EQ(fake.Judged(JudgeExit).CountOf(Law::Told), thickness == 1.0L ? 0 : 1);
		}
	}
}

TEST(RefereeTold, TheWayThroughASolidThatMovesAsideIsSlanted)
{
	// In the frame of the box the bullet enters at (-0.5, -0.25), flies in the direction (2, -1) and leaves through the
	// floor.
	for (const Real thickness : {1.0L, std::hypot(0.5L, 0.25L)})
	{
		Fake fake;
		BodySight& box = fake.AddBox(b2_kinematicBody, {0.0f, 0.0f}, 0.5f);
		fake.Move(box, {0.0L, 1.0L}, 0.0L);
		fake.FlyBullet({-1.0L, 0.0L}, {1.0L, 0.0L});
		fake.TellImpact({-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Pierce);
		fake.sight.impacts[0].thickness = thickness;
		EXPECT_EQ(fake.Judged(JudgeExit).CountOf(Law::Told), thickness == 1.0L ? 1 : 0);
	}
}

TEST(RefereeTold, OfABulletThatMayHaveWaitedTheWayThroughASolidIsNotKnown)
{
	for (const bool bounced : {false, true})
	{
		Fake fake;
		fake.AddBox(b2_dynamicBody, {0.0f, 0.0f}, 0.5f);
		fake.FlyBullet({-1.0L, 0.0L}, {1.0L, 0.0L});
		fake.TellImpact({-0.5L, 0.0L}, {-1.0L, 0.0L}, Response::Pierce);
		fake.sight.impacts[0].thickness = 0.5L;
		if (bounced)
		{
			ImpactSight before = fake.sight.impacts[0];
			before.response = Response::Bounce;
			before.thickness = 1.0L;
			before.time = 0.0L;
			fake.sight.impacts.insert(fake.sight.impacts.begin(), before);
		}
		EXPECT_EQ(fake.Judged(JudgeExit).CountOf(Law::Told), bounced ? 0 : 1);
	}
}

TEST(RefereeGeometry, OnlyWhatTheWayItselfCrossesCounts)
{
	const std::vector<Vec> row{{0.0L, -1.0L}, {0.0L, 1.0L}};
	EXPECT_EQ(NetCrossings(row, {-1.0L, 0.0L}, {1.0L, 0.0L}), 1);
	EXPECT_EQ(NetCrossings(row, {1.0L, 0.0L}, {-1.0L, 0.0L}), -1);
	EXPECT_EQ(NetCrossings(row, {1.0L, 0.0L}, {2.0L, 0.0L}), 0) << "it ends on the same side";
	EXPECT_EQ(NetCrossings(row, {-1.0L, 2.0L}, {1.0L, 2.0L}), 0) << "past its end";
}

TEST(RefereeMotion, TheCentreOfMassGoesStraightAndTheAngleEvenly)
{
	// The body makes half a turn about its centre of mass, which moves from (1, 0) up by 4 m. Halfway, the body's
	// origin is below its centre of mass.
	const Motion motion({{}, {1.0L, 0.0L}, 0.0L, 0.0L, 1.0L},
	                    {{2.0L, 4.0L}, {1.0L, 4.0L}, 3.14159265358979323846L, 0.0L, -1.0L});
	EXPECT_NEAR(static_cast<double>(Length(motion.At(0.5L).position - Vec{1.0L, 1.0L})), 0.0, 1.0e-12);
	EXPECT_NEAR(static_cast<double>(Length(motion.At(1.0L).position - Vec{2.0L, 4.0L})), 0.0, 1.0e-12);
	EXPECT_NEAR(static_cast<double>(Length(motion.At(1.0L).ToWorld({1.0L, 0.0L}) - Vec{1.0L, 4.0L})), 0.0, 1.0e-12);
}

TEST(RefereeSide, WhatAGameHasPutElsewhereIsNotLeft)
{
	for (const bool changed : {false, true})
	{
		Fake fake;
		const BodySight& room =
		    fake.AddRow(b2_staticBody, {{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 1.0f}, {-1.0f, -1.0f}});
		fake.FlyGrenade(0.01f, {0.0L, 0.0L}, {0.1L, 0.0L}, {6.0L, 0.0L});
		fake.Judged(Judge);
		fake.FlyGrenade(0.01f, {3.0L, 0.0L}, {3.1L, 0.0L}, {6.0L, 0.0L});
		if (changed)
		{
			fake.sight.changed.insert(room.barriers[0].fixture);
		}
		EXPECT_EQ(fake.Judged(Judge).CountOf(Law::Side), changed ? 0 : 1);
	}
}

TEST(RefereeLedger, OfAStepThatGoesTooFarOnlyTheBooksAreJudged)
{
	for (const Real farthest : {10.0L, 1.0L})
	{
		Fake fake;
		fake.ledger.def.farthest = farthest;
		fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
		fake.FlyGrenade(0.2f, {3.0L, 0.0L}, {0.0L, 0.0L}, {-1.0L, 0.0L});
		EXPECT_EQ(fake.Judged(Judge).CountOf(Law::Inside), farthest > 5.0L ? 1 : 0);
		fake.sight.after.clear();
		EXPECT_EQ(fake.Judged(Judge).CountOf(Law::Books), 1);
	}
}

TEST(RefereeLedger, OnlyTheLawsThatAreAskedForAccuse)
{
	for (const Laws laws : {Laws().set(), LawsOf({Law::Side})})
	{
		Fake fake;
		fake.ledger.def.laws = laws;
		fake.AddBox(b2_staticBody, {0.0f, 0.0f}, 0.5f);
		fake.FlyGrenade(0.2f, {0.6L, 0.0L}, {0.6L, 0.0L}, {0.0L, 0.0L});
		EXPECT_EQ(fake.Judged(Judge).CountOf(Law::Inside), laws.all() ? 1 : 0);
	}
}

} // namespace ricochet::referee
