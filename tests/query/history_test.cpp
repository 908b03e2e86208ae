// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/changing_world.h"

#include <ricochet/index/history.h>
#include <ricochet/query/ray_fan.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

// Compares a snapshot that is moved to past times of a world with snapshots that were made at those times.

namespace ricochet::test::history_test
{

namespace
{

// The state at a recorded time.
struct Then
{
	double time;
	std::unique_ptr<Snapshot> snapshot;
	std::vector<Ray> rays;
	std::set<const b2Fixture*> fixtures; // the fixtures of enabled bodies
};

std::set<const b2Fixture*> FixturesOf(const b2World& world)
{
	std::set<const b2Fixture*> fixtures;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Fixture* fixture = body->IsEnabled() ? body->GetFixtureList() : nullptr;
		for (; fixture != nullptr; fixture = fixture->GetNext())
		{
			fixtures.insert(fixture);
		}
	}
	return fixtures;
}

// Returns a filter that reads no fixture, because the fixture may be destroyed.
QueryFilter FilterOfThePast(SceneRandom& random)
{
	QueryFilter filter;
	filter.maskBits = static_cast<uint16_t>(random.Below(16));
	filter.groupIndex = static_cast<int16_t>(random.Below(3) - 1);
	filter.sensors = random.OneIn(2);
	filter.startInside = random.OneIn(2);
	filter.sides = static_cast<Sides>(random.Below(3));
	return filter;
}

class Archive
{
public:
	Archive(uint64_t seed, int32_t bodies, int32_t records)
	    : m_world(seed, bodies), m_history(m_world.World(), {.records = records}), m_past(m_world.World()),
	      m_records(static_cast<size_t>(records))
	{
	}

	void Step(bool isBusy)
	{
		for (int32_t i = Random().Below(6); i > 0; --i)
		{
			isBusy ? m_world.Act() : m_world.Move();
		}
	}

	void Record(double time)
	{
		ASSERT_TRUE(m_history.Record(time));
		std::erase_if(m_then, [&](const Then& then) { return then.time >= time; });
		Then then{time, std::make_unique<Snapshot>(m_world.World()), {}, FixturesOf(m_world.World())};
		for (int32_t i = 0; i < 8 && m_world.GetScene().fixtures.empty() == false; ++i)
		{
			then.rays.push_back(m_world.AnyRay());
		}
		m_then.push_back(std::move(then));
		if (m_then.size() > m_records)
		{
			m_then.erase(m_then.begin());
		}
		EXPECT_EQ(m_history.RecordCount(), static_cast<int32_t>(m_then.size()));
		EXPECT_EQ(m_history.OldestTime(), m_then.front().time);
		EXPECT_EQ(m_history.NewestTime(), m_then.back().time);
	}

	// Checks the snapshot at a random recorded time.
	void Check()
	{
		const size_t index = static_cast<size_t>(Random().Below(static_cast<int32_t>(m_then.size())));
		const Then& then = m_then[index];
		const SnapshotUpdate update = ValueOf(m_past.UpdateTo(m_history, then.time));
		EXPECT_EQ(update.added + update.changed + update.kept, then.snapshot->ChildCount());
		EXPECT_EQ(m_past.ChildCount(), then.snapshot->ChildCount());
		for (const Ray& ray : then.rays)
		{
			size_t hits = 0;
			const QueryFilter filter = Random().OneIn(2) ? QueryFilter{} : FilterOfThePast(Random());
			ASSERT_EQ(Compare(Random(), m_past, *then.snapshot, ray, filter, hits), "")
			    << ToText(ray) << " at " << then.time;
			m_hits += hits;
		}
		CheckFan(*then.snapshot, then.rays.empty() ? Ray{} : then.rays[0]);
		CheckNames(index);
	}

	SceneRandom& Random() { return m_world.GetRandom(); }
	[[nodiscard]] size_t Hits() const { return m_hits; }
	[[nodiscard]] size_t Alive() const { return m_alive; }
	[[nodiscard]] size_t Gone() const { return m_gone; }

private:
	void CheckFan(const Snapshot& then, const Ray& ray)
	{
		const RayFan fan{ray.origin, Random().Uniform(-3.0f, 3.0f), 1.5f, 20.0f, 100};
		std::vector<RayHit> hits(100), expected(100);
		ASSERT_EQ(static_cast<bool>(CastRayFan(m_past, fan, hits)), static_cast<bool>(CastRayFan(then, fan, expected)));
		ASSERT_TRUE(HasSameBits(hits, expected));
	}

	// Checks that FixtureOf returns a fixture only if it has existed ever since the recorded time.
	void CheckNames(size_t index)
	{
		for (const b2Fixture* fixture : m_then[index].fixtures)
		{
			const SnapshotId id = m_past.IdOf(const_cast<b2Fixture*>(fixture), 0);
			ASSERT_TRUE(id);
			const bool stayed = std::all_of(m_then.begin() + static_cast<std::ptrdiff_t>(index), m_then.end(),
			                                [&](const Then& later) { return later.fixtures.contains(fixture); });
			const b2Fixture* named = m_past.FixtureOf(id);
			ASSERT_TRUE(named == nullptr || (stayed && named == fixture));
			(named != nullptr ? m_alive : m_gone) += 1;
		}
	}

	ChangingWorld m_world;
	History m_history;
	Snapshot m_past;
	size_t m_records;
	std::vector<Then> m_then;
	size_t m_hits = 0;
	size_t m_alive = 0;
	size_t m_gone = 0;
};

} // namespace

TEST(History, AtARecordedTimeEveryCastIsThatOfTheWorldThen)
{
	size_t hits = 0, alive = 0, gone = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(12)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		Archive archive(5000 + 2 * run, run % 4 == 3 ? 4 : 30, run % 3 == 2 ? 5 : 24);
		for (int32_t step = 0; step < 150 && HasFailure() == false; ++step)
		{
			// In some phases, things are added, destroyed and changed. In other phases they only move, or nothing
			// happens.
			if (step % 75 < 50)
			{
				archive.Step(step % 75 < 15);
			}
			archive.Record(0.125 * step);
			archive.Check();
			archive.Check();
		}
		hits += archive.Hits();
		alive += archive.Alive();
		gone += archive.Gone();
	}
	EXPECT_GT(hits, static_cast<size_t>(ScaledCount(12) * 500));
	EXPECT_GT(alive, static_cast<size_t>(ScaledCount(12) * 500));
	EXPECT_GT(gone, static_cast<size_t>(ScaledCount(12) * 200));
}

// A game that goes back records an earlier time again. Its later records then no longer exist.
TEST(History, WhatWasRecordedForATimeOrLaterIsForgottenByAnotherRecordOfIt)
{
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(12)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		Archive archive(6000 + 2 * run, 20, 16);
		double time = 0.0;
		for (int32_t step = 0; step < 150 && HasFailure() == false; ++step)
		{
			archive.Step(archive.Random().OneIn(4));
			const bool isBack = archive.Random().OneIn(6);
			time += isBack ? -archive.Random().Uniform(0.0f, 20.0f) : archive.Random().Uniform(0.0f, 2.0f);
			archive.Record(time);
			archive.Check();
		}
	}
}

// The bodies are slow or fast, near the origin or far from it.
TEST(History, HoldsWhereverAndHoweverFastThingsMove)
{
	size_t hits = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(12)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		SceneRandom random(7000 + run);
		Scene scene = MakeMixedScene(40, 7100 + run);
		const float speed = std::pow(10.0f, static_cast<float>(run % 4) - 1.0f);
		scene.world->ShiftOrigin(static_cast<float>(run % 3) * 5000.0f * random.Direction());
		for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
		{
			body->SetLinearVelocity(speed * random.Direction());
			body->SetAngularVelocity(random.Uniform(-speed, speed));
		}
		History history(*scene.world);
		std::vector<std::unique_ptr<Snapshot>> then;
		for (int32_t step = 0; step < 30; ++step)
		{
			ASSERT_TRUE(history.Record(step));
			then.push_back(std::make_unique<Snapshot>(*scene.world));
			scene.world->Step(1.0f / 60.0f, 4, 2);
		}
		Snapshot past(*scene.world);
		for (int32_t i = 0; i < 60 && HasFailure() == false; ++i)
		{
			const int32_t step = random.Below(30);
			ASSERT_TRUE(past.UpdateTo(history, step));
			for (int32_t j = 0; j < 5; ++j)
			{
				size_t found = 0;
				const Ray ray = SnapshotRay(random, scene);
				ASSERT_EQ(Compare(random, past, *then[static_cast<size_t>(step)], ray, {}, found), "") << ToText(ray);
				hits += found;
			}
		}
	}
	EXPECT_GT(hits, static_cast<size_t>(ScaledCount(12) * 100));
}

} // namespace ricochet::test::history_test
