// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_scene.h"
#include "support/expect_error.h"
#include "support/floats.h"

#include <ricochet/index/history.h>

#include <box2d/b2_world_callbacks.h>

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>
#include <vector>

// Tests the use of a history by a game, and the calls that are refused.

namespace ricochet::test::history_changes_test
{

namespace
{

bool Hits(const Snapshot& snapshot, b2Vec2 point)
{
	return CastRayAny(snapshot, {point, {0.0f, 0.0f}});
}

SnapshotId IdAt(const Snapshot& snapshot, b2Vec2 point)
{
	const auto hit = CastRayClosest(snapshot, {point, {0.0f, 0.0f}});
	return hit ? snapshot.IdOf(hit->fixture, hit->child) : SnapshotId{};
}

// A body that moves by 1 m to the right between two records.
struct Walker
{
	Scene scene;
	b2Fixture* fixture = scene.AddCircle({0.0f, 0.0f}, 0.25f, b2_kinematicBody);
	History history;
	Snapshot past{*scene.world};

	explicit Walker(const HistoryDef& def = {}) : history(*scene.world, def) {}

	void PutAt(float x) { fixture->GetBody()->SetTransform({x, 0.0f}, 0.0f); }

	void RecordAt(double time)
	{
		PutAt(static_cast<float>(time));
		ASSERT_TRUE(history.Record(time));
	}
};

} // namespace

TEST(HistoryChanges, KeepsAsManyRecordsAsItIsToldTo)
{
	for (const int32_t records : {1, 2, 3, 64})
	{
		Walker walker({.records = records});
		EXPECT_EQ(walker.history.RecordCount(), 0);
		EXPECT_EQ(walker.history.OldestTime(), std::nullopt);
		EXPECT_EQ(walker.history.NewestTime(), std::nullopt);
		for (int32_t time = 0; time < 200; ++time)
		{
			walker.RecordAt(time);
			const int32_t oldest = std::max(time - records + 1, 0);
			EXPECT_EQ(walker.history.RecordCount(), time - oldest + 1);
			EXPECT_EQ(walker.history.OldestTime(), oldest);
			EXPECT_EQ(walker.history.NewestTime(), time);
			ASSERT_TRUE(walker.past.UpdateTo(walker.history, oldest));
			EXPECT_TRUE(Hits(walker.past, {static_cast<float>(oldest), 0.0f}));
			EXPECT_FALSE(walker.past.UpdateTo(walker.history, oldest - 0.5));
		}
	}
}

TEST(HistoryChanges, ATimeThatIsNotKeptIsRefusedAndNothingChanges)
{
	Walker walker;
	Snapshot& past = walker.past;
	walker.PutAt(100.0f);
	ASSERT_TRUE(past.Update());
	const auto expectRefused = [&](double time, const Error& error)
	{
		ExpectError(past.UpdateTo(walker.history, time).GetError(), error);
		EXPECT_TRUE(Hits(past, {100.0f, 0.0f})) << time;
	};
	expectRefused(0.0, {ErrorReason::TooFew, "records", -1, 0.0, 1.0});
	expectRefused(std::nan(""), {ErrorReason::NotFinite, "time", -1, std::nan("")});
	walker.RecordAt(1.0);
	walker.RecordAt(2.0);
	expectRefused(std::nan(""), {ErrorReason::NotFinite, "time", -1, std::nan("")});
	expectRefused(-HUGE_VAL, {ErrorReason::NotFinite, "time", -1, -HUGE_VAL});
	expectRefused(std::nextafter(1.0, 0.0), {ErrorReason::TooSmall, "time", -1, std::nextafter(1.0, 0.0), 1.0});
	expectRefused(std::nextafter(2.0, 3.0), {ErrorReason::TooLarge, "time", -1, std::nextafter(2.0, 3.0), 2.0});
	expectRefused(-1e300, {ErrorReason::TooSmall, "time", -1, -1e300, 1.0});
	EXPECT_TRUE(past.UpdateTo(walker.history, 1.0));
	EXPECT_TRUE(past.UpdateTo(walker.history, 2.0));
}

TEST(HistoryChanges, ARecordThatIsRefusedKeepsWhatThereIs)
{
	Walker walker;
	walker.RecordAt(1.0);
	walker.RecordAt(2.0);
	walker.PutAt(50.0f);
	for (const double time : {std::nan(""), HUGE_VAL, -HUGE_VAL})
	{
		ExpectError(walker.history.Record(time).GetError(), {ErrorReason::NotFinite, "time", -1, time});
	}
	for (const double time : {1.0000001e15, -1e200})
	{
		ExpectError(walker.history.Record(time).GetError(), {ErrorReason::TooLarge, "time", -1, time, 1e15});
	}
	EXPECT_EQ(walker.history.RecordCount(), 2);
	ASSERT_TRUE(walker.past.UpdateTo(walker.history, 1.5));
	EXPECT_TRUE(Hits(walker.past, {1.5f, 0.0f}));
	ExpectError(walker.history.ShiftOrigin({k_nan, 0.0f}).GetError(), {ErrorReason::NotFinite, "newOrigin", -1, k_nan});
	ExpectError(walker.history.ShiftOrigin({0.0f, k_inf}).GetError(), {ErrorReason::NotFinite, "newOrigin", -1, k_inf});
}

TEST(HistoryChanges, ADefThatIsNotSoundRefusesEveryRecord)
{
	const auto refusal = [](const HistoryDef& def)
	{
		Walker walker(def);
		const Error error = walker.history.Record(0.0).GetError();
		EXPECT_EQ(walker.history.RecordCount(), error.reason == ErrorReason::None ? 1 : 0);
		EXPECT_EQ(walker.history.Record(1.0).GetError().reason, error.reason);
		return error;
	};
	ExpectError(refusal({.records = 0}), {ErrorReason::TooSmall, "HistoryDef::records", -1, 0.0, 1.0});
	ExpectError(refusal({.records = -7}), {ErrorReason::TooSmall, "HistoryDef::records", -1, -7.0, 1.0});
	ExpectError(refusal({.jumpDistance = -1.0f}), {ErrorReason::TooSmall, "HistoryDef::jumpDistance", -1, -1.0});
	ExpectError(refusal({.jumpDistance = k_nan}), {ErrorReason::TooSmall, "HistoryDef::jumpDistance", -1, k_nan});
	ExpectError(refusal({.jumpAngle = -1.0f}), {ErrorReason::TooSmall, "HistoryDef::jumpAngle", -1, -1.0});
	ExpectError(refusal({.jumpDistance = k_inf, .jumpAngle = k_inf}), {});
}

TEST(HistoryChanges, WhileTheWorldIsLockedItMayBeAskedAndNotTold)
{
	Walker walker;
	walker.RecordAt(0.0);
	walker.RecordAt(1.0);
	struct Listener : b2ContactListener
	{
		Walker& walker;
		int32_t calls = 0;
		explicit Listener(Walker& theWalker) : walker(theWalker) {}
		void BeginContact(b2Contact*) override
		{
			ExpectError(walker.history.Record(2.0).GetError(), {ErrorReason::WorldIsLocked, "world"});
			EXPECT_TRUE(walker.past.UpdateTo(walker.history, 0.5));
			EXPECT_TRUE(Hits(walker.past, {0.5f, 0.0f}));
			++calls;
		}
	} listener(walker);
	walker.scene.world->SetContactListener(&listener);
	walker.scene.AddCircle({1.0f, 0.0f}, 0.25f, b2_dynamicBody);
	walker.scene.world->Step(1.0f / 60.0f, 1, 1);
	EXPECT_EQ(listener.calls, 1);
	EXPECT_EQ(walker.history.RecordCount(), 2);
	walker.scene.world->SetContactListener(nullptr);
}

TEST(HistoryChanges, WhatHasDiedSinceIsHitAndNamesNothing)
{
	Scene scene;
	b2Fixture* dies = scene.AddCircle({0.0f, 0.0f}, 0.25f);
	b2Fixture* stays = scene.AddCircle({10.0f, 0.0f}, 0.25f);
	History history(*scene.world);
	Snapshot past(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	ASSERT_TRUE(past.UpdateTo(history, 0.0));
	EXPECT_EQ(past.FixtureOf(IdAt(past, {0.0f, 0.0f})), dies);
	scene.world->DestroyBody(dies->GetBody());
	ASSERT_TRUE(history.Record(1.0));
	ASSERT_TRUE(past.UpdateTo(history, 0.0));
	ASSERT_TRUE(Hits(past, {0.0f, 0.0f}));
	EXPECT_TRUE(IdAt(past, {0.0f, 0.0f}));
	EXPECT_EQ(past.FixtureOf(IdAt(past, {0.0f, 0.0f})), nullptr);
	EXPECT_EQ(past.FixtureOf(IdAt(past, {10.0f, 0.0f})), stays);
	stays->GetBody()->SetEnabled(false);
	ASSERT_TRUE(history.Record(1.0)) << "the same time again, with what the first shot has done";
	EXPECT_EQ(history.RecordCount(), 2);
	ASSERT_TRUE(past.UpdateTo(history, 0.0));
	EXPECT_EQ(past.FixtureOf(IdAt(past, {10.0f, 0.0f})), nullptr);
	EXPECT_TRUE(Hits(past, {10.0f, 0.0f}));
}

// Box2D creates the next object at the address of the one that was destroyed last.
TEST(HistoryChanges, WhatIsMadeInThePlaceOfWhatHasGoneIsAnother)
{
	Scene scene;
	b2Fixture* first = scene.AddCircle({0.0f, 0.0f}, 0.25f);
	History history(*scene.world);
	Snapshot past(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	scene.world->DestroyBody(first->GetBody());
	ASSERT_TRUE(history.Record(1.0));
	b2Fixture* second = scene.AddCircle({0.0f, 0.0f}, 0.25f);
	ASSERT_TRUE(history.Record(2.0));
#ifndef RICOCHET_MALLOC_BLOCKS
	ASSERT_EQ(first, second);
#endif
	ASSERT_TRUE(past.UpdateTo(history, 0.0));
	const SnapshotId then = IdAt(past, {0.0f, 0.0f});
	EXPECT_EQ(past.FixtureOf(then), nullptr);
	const SnapshotUpdate update = ValueOf(past.UpdateTo(history, 2.0));
	EXPECT_EQ(update.added, 1);
	EXPECT_EQ(update.removed, 1);
	EXPECT_EQ(update.kept + update.changed, 0);
	const SnapshotId now = IdAt(past, {0.0f, 0.0f});
	EXPECT_FALSE(now == then);
	EXPECT_EQ(past.FixtureOf(now), second);
	EXPECT_EQ(past.FixtureOf(then), nullptr);
	ASSERT_TRUE(past.UpdateTo(history, 2.0));
	EXPECT_EQ(past.FixtureOf(now), second);
}

TEST(HistoryChanges, AFixtureThatIsMadeInThePlaceOfAnotherOfItsBodyIsAnother)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f});
	b2Fixture* stays = scene.Add(body, CircleOf(0.25f, {5.0f, 0.0f}));
	b2Fixture* first = scene.Add(body, CircleOf(0.25f));
	History history(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	body->DestroyFixture(first);
	ASSERT_TRUE(history.Record(1.0));
	b2Fixture* second = scene.Add(body, CircleOf(0.25f));
	ASSERT_TRUE(history.Record(2.0));
	Snapshot past(*scene.world);
	ASSERT_TRUE(past.UpdateTo(history, 0.0));
	EXPECT_EQ(past.FixtureOf(IdAt(past, {0.0f, 0.0f})), nullptr);
	EXPECT_EQ(past.FixtureOf(IdAt(past, {5.0f, 0.0f})), stays);
	ASSERT_TRUE(past.UpdateTo(history, 2.0));
	EXPECT_EQ(past.FixtureOf(IdAt(past, {0.0f, 0.0f})), second);
	EXPECT_EQ(past.FixtureOf(IdAt(past, {5.0f, 0.0f})), stays);
}

TEST(HistoryChanges, IdsLastFromTimeToTimeAndNotBetweenPastAndPresent)
{
	Walker walker;
	for (int32_t time = 0; time < 5; ++time)
	{
		walker.RecordAt(time);
	}
	Snapshot& past = walker.past;
	const SnapshotId live = past.IdOf(walker.fixture, 0);
	ASSERT_TRUE(past.UpdateTo(walker.history, 3.0));
	const SnapshotId then = past.IdOf(walker.fixture, 0);
	EXPECT_FALSE(live == then);
	EXPECT_EQ(past.FixtureOf(live), nullptr);
	for (const double time : {0.0, 4.0, 1.5, 3.0})
	{
		ASSERT_TRUE(past.UpdateTo(walker.history, time));
		EXPECT_EQ(past.IdOf(walker.fixture, 0), then);
		EXPECT_EQ(past.FixtureOf(then), walker.fixture);
	}
	ASSERT_TRUE(past.Update());
	EXPECT_EQ(past.FixtureOf(then), nullptr);
	EXPECT_EQ(past.FixtureOf(past.IdOf(walker.fixture, 0)), walker.fixture);
	EXPECT_TRUE(Hits(past, {4.0f, 0.0f}));

	History other(*walker.scene.world);
	ASSERT_TRUE(other.Record(3.0));
	ASSERT_TRUE(past.UpdateTo(walker.history, 3.0));
	const SnapshotId inFirst = past.IdOf(walker.fixture, 0);
	ASSERT_TRUE(past.UpdateTo(other, 3.0));
	EXPECT_EQ(past.FixtureOf(inFirst), nullptr);
}

// If a game goes back to an earlier time, the history must forget everything that was recorded later.
TEST(HistoryChanges, AGameThatGoesBackGoesOnFromThere)
{
	Walker walker({.records = 8});
	for (int32_t time = 0; time < 6; ++time)
	{
		walker.RecordAt(time);
	}
	b2Fixture* late = walker.scene.AddCircle({0.0f, 5.0f}, 0.25f);
	walker.RecordAt(6.0);
	walker.scene.world->DestroyBody(late->GetBody());
	walker.PutAt(3.5f);
	ASSERT_TRUE(walker.history.Record(3.5));
	EXPECT_EQ(walker.history.RecordCount(), 5);
	walker.PutAt(2.5f);
	ASSERT_TRUE(walker.history.Record(4.5));
	for (const auto& [time, x] : {std::pair(2.5, 2.5f), {3.0, 3.0f}, {3.25, 3.25f}, {3.5, 3.5f}, {4.0, 3.0f}})
	{
		ASSERT_TRUE(walker.past.UpdateTo(walker.history, time));
		EXPECT_TRUE(Hits(walker.past, {x, 0.0f})) << time;
		EXPECT_EQ(walker.past.ChildCount(), 1);
		EXPECT_EQ(walker.past.FixtureOf(IdAt(walker.past, {x, 0.0f})), walker.fixture);
	}
	EXPECT_EQ(walker.history.NewestTime(), 4.5);
	walker.PutAt(-7.0f);
	ASSERT_TRUE(walker.history.Record(-1.0)) << "before all";
	EXPECT_EQ(walker.history.RecordCount(), 1);
	EXPECT_EQ(walker.history.OldestTime(), -1.0);
	ASSERT_TRUE(walker.past.UpdateTo(walker.history, -1.0));
	EXPECT_TRUE(Hits(walker.past, {-7.0f, 0.0f}));
}

// Nothing remains of a forgotten step. A body that was destroyed in it exists, and every change is undone.
TEST(HistoryChanges, WhatWasForgottenHasNotHappened)
{
	Walker walker;
	b2Fixture* box = walker.scene.AddCircle({0.0f, 5.0f}, 0.25f);
	walker.RecordAt(0.0);
	box->GetBody()->SetEnabled(false);
	walker.scene.Add(walker.fixture->GetBody(), CircleOf(0.25f, {0.0f, 2.0f}));
	walker.RecordAt(1.0);
	box->GetBody()->SetEnabled(true);
	walker.fixture->GetBody()->DestroyFixture(walker.scene.fixtures.back());
	walker.PutAt(0.5f);
	ASSERT_TRUE(walker.history.Record(1.0));
	ASSERT_TRUE(walker.past.UpdateTo(walker.history, 0.0));
	EXPECT_EQ(walker.past.ChildCount(), 2);
	EXPECT_EQ(walker.past.FixtureOf(IdAt(walker.past, {0.0f, 5.0f})), box) << "it has been there all the time";
	ASSERT_TRUE(walker.past.UpdateTo(walker.history, 0.5));
	EXPECT_TRUE(Hits(walker.past, {0.25f, 0.0f}));
}

// Two worlds have the same seed. The first one shifts its origin and its history after all records. The second one
// stops at the compared time and shifts its origin then.
TEST(HistoryChanges, AShiftOfTheOriginTakesThePastAlong)
{
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(20)) && HasFailure() == false; ++run)
	{
		SceneRandom random(7800 + run);
		const b2Vec2 origin = random.LogUniform(0.1f, 1e5f) * random.Direction();
		Scene scene = MakeMixedScene(20, 7900 + run), twin = MakeMixedScene(20, 7900 + run);
		const auto step = [](Scene& moved)
		{
			for (b2Body* body = moved.world->GetBodyList(); body != nullptr; body = body->GetNext())
			{
				body->SetAngularVelocity(3.0f);
			}
			moved.world->Step(1.0f / 60.0f, 4, 2);
		};
		const int32_t twinStops = random.Below(6);
		History history(*scene.world, {.records = 8});
		for (int32_t time = 0; time < 10; ++time)
		{
			step(scene);
			ASSERT_TRUE(history.Record(time));
			if (time < 3 + twinStops)
			{
				step(twin);
			}
		}
		Snapshot past(*scene.world);
		EXPECT_TRUE(past.UpdateTo(history, 2.0 + twinStops));
		scene.world->ShiftOrigin(origin);
		ASSERT_TRUE(history.ShiftOrigin(origin));
		twin.world->ShiftOrigin(origin);
		if (run % 2 == 0)
		{
			step(scene);
			ASSERT_TRUE(history.Record(10.0));
			if (twinStops == 0)
			{
				continue; // this time is no longer kept
			}
		}
		const Snapshot expected(*twin.world);
		ASSERT_TRUE(past.UpdateTo(history, 2.0 + twinStops));
		for (int32_t i = 0; i < 40; ++i)
		{
			const Ray ray = SnapshotRay(random, twin);
			std::vector<RayHit> hits, others;
			CastRayAll(past, ray, hits);
			CastRayAll(expected, ray, others);
			ASSERT_EQ(hits.size(), others.size());
			for (size_t j = 0; j < hits.size(); ++j)
			{
				ASSERT_EQ(IndexOf(hits[j].fixture), IndexOf(others[j].fixture));
				others[j].fixture = hits[j].fixture;
				ASSERT_TRUE(HasSameBits(hits[j], others[j]));
			}
		}
	}
}

TEST(HistoryChanges, WhatStandsStillHasNotMovedByAShiftThatWasTold)
{
	Scene scene = MakeMixedScene(50, 7950);
	History history(*scene.world);
	for (int32_t time = 0; time < 20; ++time)
	{
		ASSERT_TRUE(history.Record(time));
	}
	const size_t bytes = history.ByteCount();
	scene.world->ShiftOrigin({1.25f, 7.0f});
	ASSERT_TRUE(history.ShiftOrigin({1.25f, 7.0f}));
	for (int32_t time = 20; time < 60; ++time)
	{
		ASSERT_TRUE(history.Record(time));
	}
	EXPECT_LE(history.ByteCount(), bytes + 64 * 24);
}

TEST(HistoryChanges, ManySnapshotsGoAboutInOneHistoryAtOnce)
{
	Scene scene = MakeMixedScene(30, 7960);
	History history(*scene.world);
	for (int32_t time = 0; time < 30; ++time)
	{
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetTransform(body->GetPosition() + b2Vec2{0.1f, 0.05f}, body->GetAngle() + 0.1f);
		}
		ASSERT_TRUE(history.Record(time));
	}
	const std::vector<Ray> rays = ScatteredRays(scene, 50, 10.0f, 7961);
	const auto sumAt = [&](Snapshot& past, double time)
	{
		EXPECT_TRUE(past.UpdateTo(history, time));
		double sum = 0.0;
		for (const Ray& ray : rays)
		{
			const auto hit = CastRayClosest(past, ray);
			sum += hit ? static_cast<double>(hit->enter.fraction) : 0.0;
		}
		return sum;
	};
	std::vector<double> expected;
	Snapshot past(*scene.world);
	for (int32_t i = 0; i < 58; ++i)
	{
		expected.push_back(sumAt(past, 0.5 * i));
	}
	std::atomic<int32_t> wrong = 0;
	std::vector<std::thread> threads;
	for (int32_t t = 0; t < 4; ++t)
	{
		threads.emplace_back(
		    [&, t]
		    {
			    Snapshot own(*scene.world);
			    for (int32_t i = 0; i < 116; ++i)
			    {
				    const int32_t k = (i * 7 + 13 * t) % 58;
				    wrong += sumAt(own, 0.5 * k) != expected[static_cast<size_t>(k)];
			    }
		    });
	}
	for (std::thread& thread : threads)
	{
		thread.join();
	}
	EXPECT_EQ(wrong, 0);
}

} // namespace ricochet::test::history_changes_test
