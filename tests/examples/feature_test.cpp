// MIT License, Copyright (c) 2026 the ricochet authors

#include "shooting_range/feature.h"
#include "shooting_range/judge.h"
#include "shooting_range/place.h"
#include "shooting_range/report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace
{

using namespace range;

/// Finds a measured number of a feature by the words of the claim.
class Measured
{
public:
	explicit Measured(const Feature& feature) : m_feature(feature)
	{
		EXPECT_TRUE(feature.Holds()) << feature.name << ": " << Figures(feature.claims);
	}

	double operator()(std::string_view says) const { return Seen(m_feature.claims, says); }

private:
	const Feature& m_feature;
};

TEST(Feature, EveryOneIsAsItSays)
{
	const std::vector<Feature> features = AllFeatures();
	EXPECT_EQ(features.size(), 5u);
	std::set<std::string_view> names;
	for (const Feature& feature : features)
	{
		EXPECT_TRUE(feature.Holds()) << feature.name << ": " << Figures(feature.claims);
		EXPECT_GE(feature.claims.size(), 3u) << feature.name;
		for (const Claim& claim : feature.claims)
		{
			EXPECT_TRUE(std::isfinite(claim.seen)) << feature.name << ": " << claim.says;
		}
		EXPECT_LE(feature.title.size(), 32u) << feature.name << ": no wider than its window";
		EXPECT_EQ(feature.caption.size(), 2u) << feature.name;
		for (const std::string& line : feature.caption)
		{
			EXPECT_LE(line.size(), 46u) << feature.name << ": no wider than its window";
		}
		names.insert(feature.name);
	}
	EXPECT_EQ(names.size(), features.size());
}

TEST(Feature, IsPlayedTwiceTheSame)
{
	EXPECT_EQ(Figures(HomingChase().claims), Figures(HomingChase().claims));
	EXPECT_EQ(Figures(AirMeeting().claims), Figures(AirMeeting().claims));
}

TEST(Feature, APreviewIsFlownToTheBit)
{
	const Feature feature = Preview();
	const Measured measured(feature);
	EXPECT_EQ(measured("preview to flight at most"), 0.0);
	EXPECT_GE(measured("states compared"), 200.0);
	EXPECT_LE(measured("high arc past its aim by"), 0.01) << "mm; a launch is right to 1.3e-7 of the way";
	EXPECT_GT(measured("low one by"), 1.0) << "the wall is in its way";
}

TEST(Feature, ABlastPushesByTheShareThatItSees)
{
	const Feature feature = BlastCover();
	const Measured measured(feature);
	EXPECT_NEAR(measured("in the open"), 100.0, 0.3) << "rays reach it to a thousandth of an edge";
	EXPECT_GT(measured("half behind it"), 25.0);
	EXPECT_LT(measured("half behind it"), 75.0);
	EXPECT_NEAR(measured("told"), measured("half behind it"), 0.1);
	EXPECT_EQ(measured("behind"), 0.0);
}

TEST(Feature, AMissileTurnsAsFastAsItMayAndHits)
{
	const Feature feature = HomingChase();
	const Measured measured(feature);
	EXPECT_LT(measured("gap there"), 0.01) << "mm";
	EXPECT_LE(measured("sharpest turn"), 4.0);
	EXPECT_GT(measured("sharpest turn"), 3.9) << "the target makes it turn as fast as it may";
	EXPECT_GT(measured("unguided it misses by"), 2.0);
}

TEST(Feature, ArrowsGoUpWithTheLift)
{
	const Feature feature = LiftArrows();
	const Measured measured(feature);
	EXPECT_EQ(measured("arrows"), 3.0);
	EXPECT_LT(measured("off where they hit at most"), 0.35) << "mm; so far a chord of the step strays from the arc";
	EXPECT_LT(measured("normal off"), 0.001);
	EXPECT_GT(measured("first carried up"), 4.0);
}

TEST(Feature, AGrenadeTakesTheBulletsMomentum)
{
	const Feature feature = AirMeeting();
	const Measured measured(feature);
	EXPECT_LT(measured("met off the told place by"), 0.5) << "mm";
	EXPECT_GT(measured("turned by"), 60.0);
	EXPECT_LT(measured("momentum lost"), 0.001) << "%";
}

TEST(Feature, OneThatDoesNotHoldFailsTheProgram)
{
	Feature right;
	right.name = "right";
	right.claims = {{"gap", 1.0, 0.0, 2.0, "mm"}};
	Feature wrong = right;
	wrong.name = "wrong";
	wrong.claims.front().seen = 3.0;
	const Feature both[] = {wrong, right};
	testing::internal::CaptureStdout();
	EXPECT_FALSE(PrintFeatures(both));
	EXPECT_TRUE(PrintFeatures({&right, 1}));
	const std::string printed = testing::internal::GetCapturedStdout();
	EXPECT_NE(printed.find("wrong: does not hold: gap 3 mm (should be 0 to 2)"), std::string::npos) << printed;
	EXPECT_NE(printed.find("right: ok: gap 1 mm"), std::string::npos) << printed;
}

TEST(Judge, MeasuresByStatesAlone)
{
	const b2Vec2 fallen = Fall({{1.0f, 2.0f}, {3.0f, 4.0f}}, 10.0f, 0.5f);
	EXPECT_NEAR(fallen.x, 2.5f, 1e-6f);
	EXPECT_NEAR(fallen.y, 2.75f, 1e-6f);
	EXPECT_NEAR(TimeOfMeeting([](float time) { return 0.3f - time; }, 1.0f), 0.3f, 1e-6f);
	const b2Vec2 path[] = {{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}};
	EXPECT_NEAR(DistanceToPath({1.0f, 0.5f}, path), 0.5f, 1e-6f);
	EXPECT_NEAR(DistanceToPath({2.0f, 5.0f}, path), 3.0f, 1e-6f);
	EXPECT_NEAR(AngleBetween({1.0f, 0.0f}, {0.0f, -2.0f}), 0.5f * b2_pi, 1e-6f);
}

TEST(Place, RecordsWaysAsTheyWereFlown)
{
	Place place(0.0f, {MakeBlock(Material::Stone, {2.0f, 0.0f}, {0.5f, 1.0f})});
	place.Fire({.velocity = {60.0f, 0.0f}, .restitution = 1.0f, .maxBounces = 1});
	place.Throw({.position = {0.0f, 3.0f}, .velocity = {6.0f, 0.0f}});
	place.Step();
	place.Step();
	const Record& record = place.story.record;
	EXPECT_EQ(record.poses.size(), 3u);
	ASSERT_EQ(record.flights.size(), 2u);
	const std::vector<PathPoint>& bounced = record.flights[0].path;
	EXPECT_EQ(bounced.front().position, b2Vec2(0.0f, 0.0f));
	EXPECT_EQ(bounced.front().leg, Leg::Fired);
	EXPECT_EQ(bounced.back().leg, Leg::Bounced);
	EXPECT_NEAR(bounced.back().position.x, 1.0f, 1e-4f) << "1.5 m there, half a metre back";
	ASSERT_EQ(record.flights[1].path.size(), 3u);
	EXPECT_NEAR(record.flights[1].path.back().position.x, 0.2f, 1e-5f);
}

} // namespace
