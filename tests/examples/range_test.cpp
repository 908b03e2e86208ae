// MIT License, Copyright (c) 2026 the ricochet authors

#include "shooting_range/body_shots.h"
#include "shooting_range/picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

namespace
{

using namespace range;
using ricochet::Response;

LevelDef LoadRange()
{
	const std::filesystem::path root = RICOCHET_SOURCE_DIR;
	std::string error;
	std::optional<LevelDef> level = LoadLevel((root / "examples/levels/range.tmj").string(), &error);
	EXPECT_TRUE(level.has_value()) << error;
	return level.value_or(LevelDef{});
}

/// The level, the shots and the record of one run.
struct Played
{
	LevelDef level = LoadRange();
	std::vector<Shot> shots;
	Stage stage;
	Record record;
};

Played Play(uint32_t seed, float seconds)
{
	Played played;
	std::string error;
	played.shots = PlanShots(played.level, seed, seconds);
	std::optional<Stage> stage = BuildStage(played.level, &error);
	EXPECT_TRUE(stage.has_value()) << error;
	played.stage = std::move(*stage);
	std::optional<Record> record = RunRange(played.level, played.stage, played.shots, seconds, &error);
	EXPECT_TRUE(record.has_value()) << error;
	played.record = std::move(*record);
	return played;
}

TEST(Range, SameSeedSameShots)
{
	const LevelDef level = LoadRange();
	const std::vector<Shot> shots = PlanShots(level, 1, 4.0f);
	const std::vector<Shot> again = PlanShots(level, 1, 4.0f);
	const std::vector<Shot> others = PlanShots(level, 2, 4.0f);
	ASSERT_EQ(shots.size(), again.size());
	ASSERT_EQ(shots.size(), others.size());
	bool differs = false;
	for (size_t i = 0; i < shots.size(); ++i)
	{
		EXPECT_EQ(shots[i].velocity, again[i].velocity);
		EXPECT_EQ(shots[i].step, again[i].step);
		EXPECT_TRUE(i == 0 || shots[i - 1].step <= shots[i].step);
		differs = differs || !(shots[i].velocity == others[i].velocity);
	}
	EXPECT_TRUE(differs);
	EXPECT_TRUE(PlanShots(level, 1, 0.001f).empty());
}

TEST(Range, ShotsStayInTheirShootersLimits)
{
	const LevelDef level = LoadRange();
	for (const Shot& shot : PlanShots(level, 3, 8.0f))
	{
		const ShooterDef& shooter = level.shooters[static_cast<size_t>(shot.shooter)];
		const float speed = std::hypot(shot.velocity.x, shot.velocity.y);
		EXPECT_GE(speed, 0.9999f * shooter.minSpeed);
		EXPECT_LE(speed, 1.0001f * shooter.maxSpeed);
		const float turn = std::atan2(shot.velocity.y, shot.velocity.x) - shooter.direction;
		EXPECT_LE(std::abs(turn), shooter.spread + 1e-4f);
	}
}

TEST(Range, EveryFlightIsAConnectedStory)
{
	const Played played = Play(1, 8.0f);
	ASSERT_EQ(played.record.flights.size(), played.shots.size());
	EXPECT_EQ(played.record.poses.size(), 481u);
	for (size_t i = 0; i < played.shots.size(); ++i)
	{
		const Flight& flight = played.record.flights[i];
		const ShooterDef& shooter = played.level.shooters[static_cast<size_t>(played.shots[i].shooter)];
		ASSERT_FALSE(flight.path.empty());
		EXPECT_EQ(flight.path.front().position, played.shots[i].position);
		float time = 0.0f;
		int32_t bounces = 0;
		int32_t pierces = 0;
		for (const Impact& impact : flight.impacts)
		{
			EXPECT_GE(impact.time, time) << "shot " << i;
			time = impact.time;
			bounces += impact.event.response == Response::Bounce ? 1 : 0;
			pierces += impact.event.response == Response::Pierce ? 1 : 0;
			const b2Vec2 normal = impact.event.enter.normal;
			EXPECT_NEAR(std::hypot(normal.x, normal.y), 1.0f, 1e-4f) << "shot " << i;
		}
		if (played.shots[i].grenade == false)
		{
			EXPECT_LE(bounces, shooter.bullet.maxBounces);
			EXPECT_LE(pierces, shooter.bullet.maxPierces);
		}
		for (const PathPoint& point : flight.path)
		{
			EXPECT_TRUE(point.position.IsValid());
		}
	}
}

TEST(Range, EveryKindOfTargetAnswersAsItsMaterialDoes)
{
	const Played played = Play(1, 12.0f);
	std::set<std::pair<std::string, Response>> seen;
	int32_t resting = 0;
	for (size_t i = 0; i < played.shots.size(); ++i)
	{
		resting += played.record.flights[i].end == End::Resting ? 1 : 0;
		for (const Impact& impact : played.record.flights[i].impacts)
		{
			const ObjectDef& object = played.level.objects[static_cast<size_t>(impact.object)];
			seen.emplace(object.name, impact.event.response);
			if (object.material == Material::Glass && impact.event.response == Response::Pierce)
			{
				EXPECT_GE(impact.event.thickness, 0.0099f);
				EXPECT_LT(impact.event.thickness, 0.02f);
			}
			EXPECT_FALSE(object.material == Material::Steel && impact.event.response == Response::Pierce);
		}
	}
	EXPECT_TRUE(seen.contains({"glass pane", Response::Pierce}));
	EXPECT_TRUE(seen.contains({"glass pane", Response::Stop})) << "some are too slow";
	EXPECT_TRUE(seen.contains({"hanging pane", Response::Pierce}));
	EXPECT_TRUE(seen.contains({"steel plate", Response::Bounce}));
	EXPECT_TRUE(seen.contains({"crate", Response::Stop}));
	for (const char* name : {"rotor", "hill", "slope", "backstop", "lift"})
	{
		const bool isHit = seen.contains({name, Response::Stop}) || seen.contains({name, Response::Bounce});
		EXPECT_TRUE(isHit) << name;
	}
	EXPECT_GE(resting, 3);
}

TEST(Range, SameShotsSameRecord)
{
	const Played first = Play(5, 3.0f);
	const Played second = Play(5, 3.0f);
	for (size_t i = 0; i < first.shots.size(); ++i)
	{
		const std::vector<PathPoint>& a = first.record.flights[i].path;
		const std::vector<PathPoint>& b = second.record.flights[i].path;
		ASSERT_EQ(a.size(), b.size());
		for (size_t k = 0; k < a.size(); ++k)
		{
			EXPECT_EQ(a[k].position, b[k].position);
		}
	}
}

TEST(Range, BulletBodiesAreComparedByTargetAndTime)
{
	Record record;
	std::vector<Shot> shots(6);
	record.flights.resize(shots.size());
	for (size_t i = 0; i < 5; ++i)
	{
		record.flights[i].impacts.push_back({{}, 7, 10, 0.0f}); // object 7 in step 10
	}
	shots[4].grenade = true;
	const Touch touches[] = {{7, 12}, {7, 13}, {8, 10}, {-1, -1}, {7, 10}, {7, 10}};
	const Comparison comparison = Compare(record, shots, touches);
	EXPECT_EQ(comparison.bullets, 4); // without the grenade and without the bullet that hit nothing
	EXPECT_EQ(comparison.same, 1);
	EXPECT_EQ(comparison.late, 1);
	EXPECT_EQ(comparison.missed, 2);
	EXPECT_EQ(comparison.medianDelay, 3);
	EXPECT_EQ(Compare({}, {}, {}).bullets, 0);
}

TEST(Range, BulletBodiesTouchWhatIsBeforeThem)
{
	LevelDef level;
	ObjectDef wall;
	wall.vertices = {{-0.1f, -1.0f}, {0.1f, -1.0f}, {0.1f, 1.0f}, {-0.1f, 1.0f}};
	wall.position = {10.0f, 5.0f};
	level.objects = {wall};
	level.shooters.emplace_back();
	level.width = 20.0f;
	level.height = 10.0f;
	std::string error;
	std::optional<Stage> stage = BuildStage(level, &error);
	ASSERT_TRUE(stage.has_value()) << error;
	const Shot shots[] = {{0, false, 3, {1.0f, 5.0f}, {600.0f, 0.0f}}, {0, false, 3, {1.0f, 5.0f}, {-600.0f, 0.0f}}};
	const std::vector<Touch> touches = FireAsBodies(level, *stage, shots, 1.0f);
	ASSERT_EQ(touches.size(), 2u);
	EXPECT_EQ(touches[0].object, 0);
	EXPECT_EQ(touches[0].step, 7); // The target is 8.89 m away. The bullet starts in step 3 and flies 2 m in each step.
	EXPECT_EQ(touches[1].object, -1);
}

TEST(Range, PosesBetweenStepsAreInterpolated)
{
	Record record;
	record.poses = {{{{0.0f, 0.0f}, 0.0f}}, {{{2.0f, 4.0f}, 1.0f}}};
	const Pose middle = PoseAt(record, 0, 0.5f * k_timeStep);
	EXPECT_NEAR(middle.position.x, 1.0f, 1e-5f);
	EXPECT_NEAR(middle.position.y, 2.0f, 1e-5f);
	EXPECT_NEAR(middle.angle, 0.5f, 1e-5f);
	EXPECT_EQ(PoseAt(record, 0, 9.0f).position, b2Vec2(2.0f, 4.0f));
	EXPECT_EQ(PoseAt(record, 0, -9.0f).position, b2Vec2(0.0f, 0.0f));
}

TEST(Range, PictureNamesEveryTargetAndClosesEveryTag)
{
	const Played played = Play(1, 8.0f);
	const std::vector<Feature> features = AllFeatures();
	const std::string document =
	    DrawPicture(played.level, played.shots, played.record, Comparison{}, features).Document();
	for (const char* name : {"crate", "glass pane", "rotor", "lift", "hill", "slope", "steel plate"})
	{
		EXPECT_NE(document.find(">" + std::string(name) + "</text>"), std::string::npos) << name;
	}
	for (const char* title : {"Through glass", "Ricochet off steel", "Hit on a turning rotor", "comes to rest"})
	{
		EXPECT_NE(document.find(title), std::string::npos) << title;
	}
	char letter = 'E'; // the letters before are those of the four titles above
	for (const Feature& feature : features)
	{
		const std::string title = std::string(1, letter++) + "  " + feature.title;
		EXPECT_NE(document.find(">" + title + "</text>"), std::string::npos) << title;
	}
	EXPECT_EQ(document.find("does not hold"), std::string::npos);
	EXPECT_EQ(document.find("nan"), std::string::npos);
	EXPECT_EQ(document.find("inf"), std::string::npos);

	int32_t open = 0;
	for (size_t at = document.find('<'); at != std::string::npos; at = document.find('<', at + 1))
	{
		const size_t end = document.find('>', at);
		ASSERT_NE(end, std::string::npos);
		open += document[at + 1] == '/' ? -1 : document[end - 1] == '/' ? 0 : 1;
	}
	EXPECT_EQ(open, 0);
}

} // namespace
