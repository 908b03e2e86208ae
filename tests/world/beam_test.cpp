// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/beam.h>

#include <ricochet/geometry/reflect.h>
#include <ricochet/shapes/cast_shape.h>
#include <ricochet/world/go_on.h>

#include "support/mirror_room.h"
#include "support/oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// Beams in rooms of mirrors. Whether a point is in a room is decided by exact arithmetic of the tests' own.

namespace ricochet::test
{

namespace
{

constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
constexpr float k_inf = std::numeric_limits<float>::infinity();
constexpr float k_farAway = 1.0e7f;

// As go_on.h has it: floats are so far apart at a crossing, and a start is at most so far from it.
double UnitAt(const Ray& ray, b2Vec2 point)
{
	return std::max({0x1p-23 * std::abs(point.x), 0x1p-23 * std::abs(point.y), 0x1p-27 * std::abs(ray.origin.x),
	                 0x1p-27 * std::abs(ray.origin.y)});
}

double Distance(b2Vec2 a, b2Vec2 b)
{
	return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y);
}

[[maybe_unused]] double LengthOfLeg(const BeamLeg& leg)
{
	return (static_cast<double>(leg.enter.fraction) - leg.begin) * Distance(leg.ray.translation, {0.0f, 0.0f});
}

// The angle between two directions, small (rad).
double AngleBetween(b2Vec2 a, b2Vec2 b)
{
	const double cross = static_cast<double>(a.x) * b.y - static_cast<double>(a.y) * b.x;
	const double dot = static_cast<double>(a.x) * b.x + static_cast<double>(a.y) * b.y;
	return std::abs(std::atan2(cross, dot));
}

b2Vec2 MirroredInLong(b2Vec2 v, b2Vec2 n)
{
	const long double along = static_cast<long double>(v.x) * n.x + static_cast<long double>(v.y) * n.y;
	return {static_cast<float>(v.x - 2.0L * along * n.x), static_cast<float>(v.y - 2.0L * along * n.y)};
}

struct RoomCount
{
	int64_t bounces = 0;
	int64_t faults = 0;
	int64_t noPlace = 0;
	int64_t farther = 0; // starts of more than 4 units
	int64_t turned = 0;  // by more than rounding
	double farthest = 0.0;
};

// The laws of a beam of bounces in a closed room.
void CheckRoomBeam(const MirrorRoom& room, const std::vector<BeamLeg>& legs, BeamEnd end, RoomCount& count)
{
	bool sound = end != BeamEnd::Invalid && end != BeamEnd::Length;
	for (size_t i = 0; i < legs.size() && sound; ++i)
	{
		const BeamLeg& leg = legs[i];
		sound = room.HasFree(leg.ray.origin) && leg.fixture != nullptr && leg.startsInside == false;
		if (i > 0 && sound)
		{
			const BeamLeg& last = legs[i - 1];
			const double away = Distance(leg.ray.origin, last.enter.point) / UnitAt(last.ray, last.enter.point);
			const double turn =
			    AngleBetween(leg.ray.translation, MirroredInLong(last.ray.translation, last.enter.normal));
			count.farthest = std::max(count.farthest, away);
			count.farther += away > 5.0 ? 1 : 0; // both points are rounded, too
			count.turned += turn > 2e-7 ? 1 : 0;
			sound = (leg.fixture != last.fixture || leg.child != last.child) && away < 1026.0 && turn < 2.2e-6;
		}
	}
	count.bounces += static_cast<int64_t>(legs.size()) - 1;
	count.noPlace += end == BeamEnd::NoPlace ? 1 : 0;
	count.faults += sound ? 0 : 1;
}

// Reflected rays as a game casts them without help: from the rounded point.
int CountOfNaiveFaults(const MirrorRoom& room, Ray ray, int bounces)
{
	for (int i = 0; i <= bounces; ++i)
	{
		const std::optional<RayHit> hit = CastRayClosest(*room.scene.world, ray);
		if (hit.has_value() == false || hit->startsInside || room.HasFree(ray.origin) == false)
		{
			return 1;
		}
		ray = {hit->enter.point, Reflect(ray.translation, hit->enter.normal)};
	}
	return 0;
}

} // namespace

TEST(GoOn, AReflectedRayNeverMeetsTheTurnedBoxThatItLeaves)
{
	SceneRandom random(1);
	int startInside = 0;
	int faults = 0;
	const int count = ScaledCount(1000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		b2PolygonShape box;
		box.SetAsBox(random.Uniform(0.1f, 2.0f), random.Uniform(0.1f, 2.0f));
		const b2Fixture* fixture = scene.Add(scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f)), box);
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const std::span vertices(box.m_vertices, 4);
		const b2Vec2 from = pose.p + 10.0f * random.Direction();
		const Ray ray{from, 2.0f * (pose.p + random.InBox(0.05f) - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		ASSERT_TRUE(hit.has_value());

		const b2Vec2 mirrored = Reflect(ray.translation, hit->enter.normal);
		const Ray naive{hit->enter.point, mirrored};
		startInside += ExactLocateInConvex(Pull(naive, pose).start, vertices) == Location::Inside ? 1 : 0;

		const std::optional<Ray> next = GoOn(*scene.world, ray, *hit, Onward::Off, mirrored);
		faults += next.has_value() && ExactLocateInConvex(Pull(*next, pose).start, vertices) == Location::Outside &&
		                  ExactClipConvex(Pull(*next, pose), vertices).empty()
		              ? 0
		              : 1;
	}
	EXPECT_EQ(faults, 0);
	EXPECT_GT(startInside, count / 3) << "the rounded point would have done, too";
	RecordProperty("naive_start_inside", startInside);
}

TEST(GoOn, AReflectedRayNeverMeetsTheTurnedEdgeThatItLeaves)
{
	SceneRandom random(2);
	int again = 0;
	int faults = 0;
	const int count = ScaledCount(1000);
	for (int i = 0; i < count; ++i)
	{
		Scene scene;
		const b2Vec2 a{-random.Uniform(0.5f, 2.0f), random.Uniform(-0.3f, 0.3f)};
		const b2Vec2 b{random.Uniform(0.5f, 2.0f), random.Uniform(-0.3f, 0.3f)};
		const b2Fixture* fixture =
		    scene.Add(scene.AddBody(random.InBox(100.0f), random.Uniform(-3.0f, 3.0f)), MakeEdge(a, b).value());
		const b2Transform& pose = fixture->GetBody()->GetTransform();
		const b2Vec2 from = pose.p + 10.0f * random.Direction();
		const Ray ray{from, 2.0f * (b2Mul(pose, 0.5f * (a + b)) - from)};
		const std::optional<RayHit> hit = CastRayClosest(*scene.world, ray);
		if (hit.has_value() == false)
		{
			continue; // along the edge
		}
		const b2Vec2 mirrored = Reflect(ray.translation, hit->enter.normal);
		again += ExactCrossSegment(Pull(Ray{hit->enter.point, mirrored}, pose), a, b).empty() ? 0 : 1;

		const std::optional<Ray> next = GoOn(*scene.world, ray, *hit, Onward::Off, mirrored);
		const Ray between = next ? RayBetween(from, next->origin) : Ray{};
		faults += next.has_value() && ExactCrossSegment(Pull(*next, pose), a, b).empty() &&
		                  ExactCrossSegment(Pull(from, pose, next->origin, pose), a, b).empty() && IsValid(between)
		              ? 0
		              : 1;
	}
	EXPECT_EQ(faults, 0);
	EXPECT_GT(again, count / 3) << "the rounded point would have done, too";
	RecordProperty("naive_hit_again", again);
}

TEST(Beam, TwentyThousandOfTenBouncesGoRightWhereRoundedPointsGoWrong)
{
	SceneRandom random(3);
	int naive = 0;
	RoomCount count;
	std::vector<BeamLeg> legs;
	const int rooms = ScaledCount(200);
	const int beams = 100;
	for (int i = 0; i < rooms; ++i)
	{
		const MirrorRoom room = MakeMirrorRoom(random, MirrorRoom::Kind::Edges, random.InBox(100.0f), 0);
		for (int j = 0; j < beams; ++j)
		{
			const b2Vec2 from = room.FreePoint(random);
			const b2Vec2 direction = random.Direction();
			naive += CountOfNaiveFaults(room, RayToward(from, direction, 100.0f), 10);
			const BeamEnd end =
			    CastBeam(*room.scene.world, from, direction, {.length = k_farAway, .maxBounces = 10}, legs);
			EXPECT_EQ(legs.size(), 11u);
			CheckRoomBeam(room, legs, end, count);
		}
	}
	EXPECT_EQ(count.faults, 0);
	EXPECT_GT(naive, rooms * beams * 9 / 10) << "the rounded point would have done, too";
	RecordProperty("naive_faults", naive);
}

TEST(Beam, AMillionBouncesNeverHitWhatTheyLeaveNorLeak)
{
	SceneRandom random(4);
	RoomCount count;
	std::vector<BeamLeg> legs;
	const float distances[] = {0.0f, 100.0f, 1.0e3f, 1.0e4f, 1.0e5f};
	const int rooms = ScaledCount(500);
	for (int i = 0; i < rooms; ++i)
	{
		const auto kind = static_cast<MirrorRoom::Kind>(i % static_cast<int>(MirrorRoom::Kind::Count));
		const b2Vec2 center = distances[i % 5] * random.Direction();
		const MirrorRoom room = MakeMirrorRoom(random, kind, center, random.Below(6));
		RoomCount here;
		for (int j = 0; j < 20; ++j)
		{
			const BeamEnd end = CastBeam(*room.scene.world, room.FreePoint(random), random.Direction(),
			                             {.length = k_farAway, .maxBounces = 100}, legs);
			CheckRoomBeam(room, legs, end, here);
		}
		EXPECT_EQ(here.faults, 0) << "room " << i;
		count.bounces += here.bounces;
		count.noPlace += here.noPlace;
		count.farther += here.farther;
		count.turned += here.turned;
		count.farthest = std::max(count.farthest, here.farthest);
	}
	std::printf("bounces %lld noPlace %lld farther %lld turned %lld farthest %g\n",
	            static_cast<long long>(count.bounces), static_cast<long long>(count.noPlace),
	            static_cast<long long>(count.farther), static_cast<long long>(count.turned), count.farthest);
	EXPECT_LE(count.noPlace * 1000, rooms * 20);
}

} // namespace ricochet::test
