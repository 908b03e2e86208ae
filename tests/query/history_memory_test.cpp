// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_scene.h"
#include "support/fail_each.h"

#include <ricochet/index/history.h>

#include <gtest/gtest.h>

#include <memory>
#include <new>

// Tests the memory of a history, and its behaviour without memory.

namespace ricochet::test::history_memory_test
{

namespace
{

// Moves, adds, destroys and changes some bodies in each step.
void Change(Scene& scene, int32_t step)
{
	SceneRandom random(static_cast<uint64_t>(8000 + step));
	b2Body* body = scene.world->GetBodyList();
	for (int32_t i = 0; i < 20 && body != nullptr; ++i, body = body->GetNext())
	{
		body->SetTransform(body->GetPosition() + random.InBox(1.0f), body->GetAngle());
	}
	scene.world->DestroyBody(scene.world->GetBodyList());
	AddRandomFixture(random, scene, scene.AddBody(random.InBox(scene.halfWidth)));
	AddRandomFixture(random, scene, scene.AddBody(random.InBox(scene.halfWidth)));
	AddRandomFixture(random, scene, scene.world->GetBodyList()->GetNext());
}

struct Subject
{
	Scene scene = MakeMixedScene(40, 8100);
	History history{*scene.world, {.records = 6}};
	std::vector<std::unique_ptr<Snapshot>> then;
	std::unique_ptr<Snapshot> past;

	void RecordAll(int32_t from, int32_t to)
	{
		for (int32_t time = from; time < to; ++time)
		{
			Change(scene, time);
			EXPECT_TRUE(history.Record(time));
			then.push_back(std::make_unique<Snapshot>(*scene.world));
		}
	}

	void ExpectAsThen(int32_t oldest)
	{
		SceneRandom random(8200);
		Snapshot snapshot(*scene.world);
		ASSERT_EQ(history.OldestTime(), oldest);
		ASSERT_EQ(history.NewestTime(), static_cast<double>(then.size() - 1));
		for (size_t time = static_cast<size_t>(oldest); time < then.size(); ++time)
		{
			ASSERT_TRUE(snapshot.UpdateTo(history, static_cast<double>(time)));
			for (int32_t i = 0; i < 20; ++i)
			{
				size_t hits = 0;
				const Ray ray{random.InBox(scene.halfWidth), 9.0f * random.Direction()};
				ASSERT_EQ(Compare(random, snapshot, *then[time], ray, {}, hits), "") << "at " << time;
			}
		}
	}
};

} // namespace

TEST(HistoryMemory, ARecordForWhichThereIsNoneIsNotMadeAndTheNextIs)
{
	for (const int32_t before : {0, 3, 6, 9})
	{
		const auto make = [&]
		{
			auto subject = std::make_unique<Subject>();
			subject->RecordAll(0, before);
			Change(subject->scene, before);
			return subject;
		};
		const int32_t failures = FailEach(
		    make, [&](Subject& subject) { return subject.history.Record(before); },
		    [&](Subject& subject, bool failed)
		    {
			    if (failed && before > 0)
			    {
				    subject.ExpectAsThen(std::max(0, before - 6));
			    }
			    EXPECT_EQ(subject.history.RecordCount(), std::min(6, failed ? before : before + 1));
			    EXPECT_EQ(subject.history.Record(before).GetError().reason, ErrorReason::None);
			    subject.then.push_back(std::make_unique<Snapshot>(*subject.scene.world));
			    subject.ExpectAsThen(std::max(0, before - 5));
			    subject.RecordAll(before + 1, before + 5);
			    subject.ExpectAsThen(std::max(0, before - 1));
		    });
		EXPECT_GT(failures, 5);
	}
}

TEST(HistoryMemory, ARecordOfAnEarlierTimeForWhichThereIsNoneForgetsAllTheSame)
{
	const auto make = []
	{
		auto subject = std::make_unique<Subject>();
		subject->RecordAll(0, 5);
		return subject;
	};
	FailEach(
	    make, [](Subject& subject) { return subject.history.Record(2.0); },
	    [](Subject& subject, bool failed)
	    {
		    EXPECT_EQ(subject.history.NewestTime(), failed ? 1.0 : 2.0);
		    EXPECT_EQ(subject.history.RecordCount(), failed ? 2 : 3);
		    subject.then.resize(failed ? 2 : 3);
		    if (failed == false)
		    {
			    subject.then.back() = std::make_unique<Snapshot>(*subject.scene.world);
		    }
		    subject.ExpectAsThen(0);
	    });
}

TEST(HistoryMemory, ASnapshotThatHasNoneOnItsWayToThePastIsEmptyUntilItGetsThere)
{
	const auto make = []
	{
		auto subject = std::make_unique<Subject>();
		subject->RecordAll(0, 6);
		subject->past = std::make_unique<Snapshot>(*subject->scene.world);
		return subject;
	};
	const int32_t failures = FailEach(
	    make, [](Subject& subject) { return subject.past->UpdateTo(subject.history, 0.5); },
	    [](Subject& subject, bool failed)
	    {
		    EXPECT_EQ(subject.past->ChildCount() == 0, failed);
		    EXPECT_TRUE(subject.past->UpdateTo(subject.history, 3.0));
		    EXPECT_EQ(subject.past->ChildCount(), subject.then[3]->ChildCount());
		    subject.ExpectAsThen(0);
	    });
	EXPECT_GT(failures, 3);
}

TEST(HistoryMemory, TheConstructorLetsBadAllocThrough)
{
	const Scene scene;
	FailingMemory memory(0);
	EXPECT_THROW(memory.Run([&] { const History history(*scene.world); }), std::bad_alloc);
	EXPECT_EQ(memory.Blocks(), 0);
}

TEST(HistoryMemory, AllocatesNothingWhereAsMuchMovesAsEverBefore)
{
	Scene scene = MakeMixedScene(60, 8300);
	History history(*scene.world, {.records = 16});
	double time = 0.0;
	const auto step = [&]
	{
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetTransform(body->GetPosition() + b2Vec2{0.01f, 0.0f}, body->GetAngle());
		}
		time += 1.0;
		EXPECT_TRUE(history.Record(time));
	};
	for (int32_t i = 0; i < 60; ++i)
	{
		step();
	}
	EXPECT_EQ(AllocationsOf(
	              [&]
	              {
		              for (int32_t i = 0; i < 100; ++i)
		              {
			              step();
		              }
	              }),
	          0);
}

TEST(HistoryMemory, ARecordTakesNothingForWhatStandsAnd56BytesForWhatMoves)
{
	Scene scene = MakeScatteredScene(2000, 8400);
	History history(*scene.world, {.records = 64});
	ASSERT_TRUE(history.Record(0.0));
	const size_t base = history.ByteCount();
	EXPECT_LE(base, 2000u * (190 + 48 + 8 * 8)) << "of 64 bits";
	for (int32_t time = 1; time < 64; ++time)
	{
		ASSERT_TRUE(history.Record(time));
	}
	EXPECT_LE(history.ByteCount(), base + 64 * 24) << "of what stands still";
	for (int32_t time = 64; time < 300; ++time)
	{
		for (int32_t i = 0; i < 512; ++i)
		{
			b2Body* body = scene.fixtures[static_cast<size_t>(i)]->GetBody();
			body->SetTransform(body->GetPosition() + b2Vec2{0.01f, 0.0f}, 0.0f);
		}
		ASSERT_TRUE(history.Record(time));
	}
	// The queue's number of slots is a power of two.
	EXPECT_LE(history.ByteCount(), base + 64 * 24 + 2 * 64 * 512 * 56);
	EXPECT_GE(history.ByteCount(), base + 63 * 512 * 56);
}

TEST(HistoryMemory, WhatHasGoneIsGivenBackWithTheLastRecordOfIt)
{
	Scene scene = MakeMixedScene(40, 8500);
	History history(*scene.world, {.records = 8});
	double time = 0.0;
	const auto steps = [&](int32_t count)
	{
		for (int32_t i = 0; i < count; ++i, time += 1.0)
		{
			scene.world->DestroyBody(scene.world->GetBodyList());
			scene.AddCircle({1.0f, 2.0f}, 0.5f);
			auto* circle = static_cast<b2CircleShape*>(scene.fixtures.back()->GetShape());
			circle->m_radius = 0.25f + 0.001f * static_cast<float>(time);
			ASSERT_TRUE(history.Record(time));
		}
	};
	steps(30);
	const size_t bytes = history.ByteCount();
	steps(1000);
	EXPECT_EQ(history.ByteCount(), bytes);
}

} // namespace ricochet::test::history_memory_test
