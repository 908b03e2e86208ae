// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_scene.h"
#include "support/expect_error.h"
#include "support/floats.h"

#include <ricochet/index/history.h>
#include <ricochet/index/spatial_hash.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

// Compares past poses of bodies with poses that the test has recorded itself, and with casts at that time.

namespace ricochet::test::history_pose_test
{

namespace
{

struct Kept
{
	b2Transform pose;
	b2Vec2 center;
	b2Vec2 localCenter;
	float angle;
	uintptr_t number; // tells bodies apart, because Box2D reuses addresses
};

using Record = std::map<const b2Body*, Kept>;

Record RecordOf(b2World& world)
{
	Record record;
	for (b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		record[body] = {body->GetTransform(), body->GetWorldCenter(), body->GetLocalCenter(), body->GetAngle(),
		                body->GetUserData().pointer};
	}
	return record;
}

bool IsPose(const std::optional<b2Transform>& pose, const b2Transform& expected)
{
	return pose && HasSameBits(pose->p, expected.p) && HasSameBits(pose->q.s, expected.q.s) &&
	       HasSameBits(pose->q.c, expected.q.c);
}

// Returns the difference between a pose and the one at a share of the motion: in metres, plus radians.
double DistanceFromMotion(const b2Transform& pose, const Kept& from, const Kept& to, long double share)
{
	using Real = long double;
	const Real angle = from.angle + share * (static_cast<Real>(to.angle) - from.angle);
	const Real s = std::sin(angle), c = std::cos(angle);
	const Real x = from.center.x + share * (static_cast<Real>(to.center.x) - from.center.x);
	const Real y = from.center.y + share * (static_cast<Real>(to.center.y) - from.center.y);
	const b2Vec2 local = from.localCenter;
	const Real offX = pose.p.x - (x - (c * local.x - s * local.y));
	const Real offY = pose.p.y - (y - (s * local.x + c * local.y));
	return static_cast<double>(std::hypot(offX, offY) + std::hypot(pose.q.s - s, pose.q.c - c));
}

bool HasJumped(const Kept& from, const Kept& to, const HistoryDef& def)
{
	const b2Vec2 way = to.center - from.center;
	return std::hypot(static_cast<double>(way.x), way.y) > static_cast<double>(def.jumpDistance) ||
	       std::abs(to.angle - from.angle) > def.jumpAngle;
}

// Moves most bodies a little, and one in ten far. Creates some, and destroys some.
void Change(SceneRandom& random, Scene& scene, uintptr_t& bodies)
{
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr;)
	{
		b2Body* next = body->GetNext();
		if (random.OneIn(40))
		{
			scene.world->DestroyBody(body);
		}
		else if (random.OneIn(4) == false)
		{
			const float reach = random.OneIn(10) ? 20.0f : 0.5f;
			body->SetTransform(body->GetPosition() + random.InBox(reach),
			                   body->GetAngle() + random.Uniform(-0.5f, 0.5f));
		}
		body = next;
	}
	for (int32_t i = random.Below(3); i > 0; --i)
	{
		b2Body* body = scene.AddBody(random.InBox(10.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const b2PolygonShape shape = RandomPolygon(random, 0.5f);
		body->CreateFixture(&shape, 1.0f);
		body->GetUserData().pointer = ++bodies;
	}
}

} // namespace

TEST(HistoryPose, IsThePoseThatTheWorldHadOrTheMotionBetween)
{
	int32_t between = 0, absent = 0, jumped = 0;
	double farthest = 0.0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(20)); ++run)
	{
		SceneRandom random(880 + run);
		Scene scene;
		const HistoryDef def{.records = 12};
		History history(*scene.world, def);
		std::vector<Record> records;
		uintptr_t bodies = 0;
		for (int32_t step = 0; step < 40; ++step)
		{
			Change(random, scene, bodies);
			ASSERT_TRUE(history.Record(step));
			records.push_back(RecordOf(*scene.world));
			const int32_t oldest = std::max(0, step - 11);
			const int32_t then = oldest + random.Below(step - oldest + 1);
			for (const auto& [body, kept] : records.back())
			{
				const bool wasThere = records[static_cast<size_t>(then)].contains(body);
				const auto pose = ValueOf(history.PoseOf(body, then));
				ASSERT_EQ(pose.has_value(), wasThere);
				absent += wasThere ? 0 : 1;
			}
			for (const auto& [body, kept] : records[static_cast<size_t>(then)])
			{
				ASSERT_TRUE(IsPose(ValueOf(history.PoseOf(body, then)), kept.pose));
				const float share = random.Uniform(0.01f, 0.99f);
				if (then == step)
				{
					continue;
				}
				const double time = then + static_cast<double>(share);
				const auto pose = ValueOf(history.PoseOf(body, time));
				const Record& later = records[static_cast<size_t>(then) + 1];
				ASSERT_TRUE(pose);
				const bool isAnother = later.contains(body) && later.at(body).number != kept.number;
				if (isAnother)
				{
					continue; // the history may take the new body for the old one
				}
				if (later.contains(body) == false || HasJumped(kept, later.at(body), def))
				{
					ASSERT_TRUE(IsPose(pose, kept.pose)) << "it has gone, or jumped";
					jumped += 1;
					continue;
				}
				farthest = std::max(farthest, DistanceFromMotion(*pose, kept, later.at(body), time - then));
				between += 1;
			}
		}
	}
	EXPECT_LT(farthest, 2e-5) << "floats of coordinates below 128 m, and those of two centres of mass";
	EXPECT_GT(between, ScaledCount(20) * 200);
	EXPECT_GT(jumped, ScaledCount(20) * 20);
	EXPECT_GT(absent, ScaledCount(20) * 20);
}

// A cast at shapes in these poses must hit them as a snapshot of that time hits the bodies.
TEST(HistoryPose, IsThePoseAtWhichCastsHitTheBody)
{
	int32_t hits = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(20)); ++run)
	{
		SceneRandom random(990 + run);
		Scene scene = MakeScatteredScene(60, 991 + run);
		History history(*scene.world);
		ASSERT_TRUE(history.Record(0.0));
		for (b2Fixture* fixture : scene.fixtures)
		{
			b2Body* body = fixture->GetBody();
			body->SetTransform(body->GetPosition() + random.InBox(1.0f),
			                   body->GetAngle() + random.Uniform(-1.0f, 1.0f));
		}
		ASSERT_TRUE(history.Record(1.0));
		const double time = static_cast<double>(random.Uniform(0.0f, 1.0f));
		Snapshot past(*scene.world);
		ASSERT_TRUE(past.UpdateTo(history, time));
		SpatialHash put(1.0f);
		for (const b2Fixture* fixture : scene.fixtures)
		{
			const auto pose = ValueOf(history.PoseOf(fixture->GetBody(), time));
			ASSERT_TRUE(pose && put.AddShape(*fixture->GetShape(), 0, *pose, IndexOf(fixture)));
		}
		for (int32_t i = 0; i < 200; ++i)
		{
			// A hash reports shapes that contain the ray's origin in another order.
			const Ray ray{random.InBox(scene.halfWidth), random.LogUniform(0.5f, 20.0f) * random.Direction()};
			std::vector<RayHit> expected, found;
			CastRayAll(past, ray, expected);
			CastRayAll(put, ray, found);
			ASSERT_EQ(found.size(), expected.size()) << ToText(ray);
			for (const RayHit& hit : expected)
			{
				const auto same = std::find_if(found.begin(), found.end(),
				                               [&](const RayHit& other) { return other.tag == IndexOf(hit.fixture); });
				ASSERT_TRUE(same != found.end() && HasSameBits(same->enter, hit.enter) &&
				            HasSameBits(same->exit, hit.exit))
				    << ToText(ray);
			}
			hits += static_cast<int32_t>(expected.size());
		}
	}
	EXPECT_GT(hits, ScaledCount(20) * 50);
}

TEST(HistoryPose, OfABodyThatIsMadeOrGoneOrHasNoShape)
{
	Scene scene;
	b2Body* empty = scene.AddBody({1.0f, 2.0f}, 0.5f);
	b2Body* gone = scene.AddCircle({3.0f, 0.0f}, 0.25f)->GetBody();
	b2Body* disabled = scene.AddCircle({6.0f, 0.0f}, 0.25f)->GetBody();
	disabled->SetEnabled(false);
	const b2Transform stood = gone->GetTransform();
	History history(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	scene.world->DestroyBody(gone);
	ASSERT_TRUE(history.Record(1.0));
	// usually reuses the address of the destroyed body
	b2Body* again = scene.AddCircle({-5.0f, 0.0f}, 0.25f)->GetBody();
	const b2Body* made = scene.AddBody({9.0f, 0.0f}, 0.0f);
	disabled->SetTransform({k_nan, 0.0f}, 0.0f);
	ASSERT_TRUE(history.Record(2.0));
	const auto at = [&](const b2Body* body, double time)
	{
		return ValueOf(history.PoseOf(body, time));
	};
	EXPECT_TRUE(IsPose(at(empty, 0.5), empty->GetTransform()));
	EXPECT_TRUE(IsPose(at(gone, 0.0), stood));
	EXPECT_TRUE(IsPose(at(gone, 0.9), stood));
	EXPECT_FALSE(at(gone, 1.0));
	EXPECT_FALSE(at(gone, 1.9));
	EXPECT_TRUE(IsPose(at(again, 2.0), again->GetTransform()));
	EXPECT_FALSE(at(made, 1.9));
	EXPECT_TRUE(at(made, 2.0));
	EXPECT_FALSE(at(nullptr, 1.0));
	EXPECT_EQ(at(disabled, 1.0)->p, (b2Vec2{6.0f, 0.0f}));
	EXPECT_EQ(at(disabled, 1.5)->p, (b2Vec2{6.0f, 0.0f}));
	EXPECT_TRUE(std::isnan(at(disabled, 2.0)->p.x));
}

TEST(HistoryPose, ATimeThatIsNotKeptIsRefused)
{
	Scene scene;
	const b2Body* body = scene.AddCircle({0.0f, 0.0f}, 0.25f)->GetBody();
	History history(*scene.world);
	const auto error = [&](double time)
	{
		return history.PoseOf(body, time).GetError();
	};
	ExpectError(error(0.0), {ErrorReason::TooFew, "records", -1, 0.0, 1.0});
	ASSERT_TRUE(history.Record(1.0) && history.Record(2.0));
	ExpectError(error(std::nan("")), {ErrorReason::NotFinite, "time", -1, std::nan("")});
	ExpectError(error(0.5), {ErrorReason::TooSmall, "time", -1, 0.5, 1.0});
	ExpectError(error(2.5), {ErrorReason::TooLarge, "time", -1, 2.5, 2.0});
	EXPECT_TRUE(history.PoseOf(body, 1.0) && history.PoseOf(body, 2.0));
}

} // namespace ricochet::test::history_pose_test
