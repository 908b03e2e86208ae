// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/go_on.h>

#include "query/changing_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <utility>

// Tests a snapshot of a world that changes in every way in which a game may change it. Searching every fixture gives
// the expected results, because the live broadphase does not notice changes through GetShape.

namespace ricochet::test::snapshot_update_test
{

namespace
{

// Returns a child's shape and pose as bytes, so that any change is visible.
std::string BytesOf(const b2Fixture& fixture, int32_t child)
{
	std::string bytes;
	const auto add = [&](const auto& value)
	{
		char part[sizeof(value)];
		std::memcpy(part, &value, sizeof(value));
		bytes.append(part, sizeof(value));
	};
	add(fixture.GetBody()->GetTransform());
	add(static_cast<int32_t>(fixture.GetType()));
	switch (fixture.GetType())
	{
	case b2Shape::e_circle:
		add(static_cast<const b2CircleShape*>(fixture.GetShape())->m_p);
		add(fixture.GetShape()->m_radius);
		break;
	case b2Shape::e_polygon:
	{
		const auto* polygon = static_cast<const b2PolygonShape*>(fixture.GetShape());
		for (int32_t i = 0; i < polygon->m_count; ++i)
		{
			add(polygon->m_vertices[i]);
		}
		break;
	}
	case b2Shape::e_edge:
	{
		const auto* edge = static_cast<const b2EdgeShape*>(fixture.GetShape());
		add(edge->m_vertex1);
		add(edge->m_vertex2);
		add(edge->m_oneSided);
		break;
	}
	default:
		add(static_cast<const b2ChainShape*>(fixture.GetShape())->m_vertices[child]);
		add(static_cast<const b2ChainShape*>(fixture.GetShape())->m_vertices[child + 1]);
		break;
	}
	return bytes;
}

// A world, a snapshot of it, and the expected result of its last Update.
class Game
{
public:
	explicit Game(uint64_t seed, int32_t bodies) : m_changing(seed, bodies)
	{
		m_snapshot.emplace(World());
		m_children = Look();
		Remember();
	}

	b2World& World() { return m_changing.World(); }
	void Act() { m_changing.Act(); }

	void Update()
	{
		const std::map<Child, std::string> before = std::exchange(m_children, Look());
		SnapshotUpdate expected;
		for (const auto& [child, bytes] : m_children)
		{
			const auto old = before.find(child);
			(old == before.end() ? expected.added : old->second != bytes ? expected.changed : expected.kept) += 1;
			expected.ignored += ChangingWorld::IsSound(*child.first->GetBody()) ? 0 : 1;
		}
		for (const auto& [child, bytes] : before)
		{
			expected.removed += m_children.contains(child) ? 0 : 1;
		}
		const SnapshotUpdate update = ValueOf(m_snapshot->Update());
		EXPECT_EQ(update.added, expected.added);
		EXPECT_EQ(update.changed, expected.changed);
		EXPECT_EQ(update.kept, expected.kept);
		EXPECT_EQ(update.removed, expected.removed);
		EXPECT_EQ(update.ignored, expected.ignored);
		EXPECT_EQ(m_snapshot->ChildCount(), static_cast<int32_t>(m_children.size()));
		CheckIds();
	}

	void Check(int32_t rays)
	{
		const Snapshot fresh(World());
		for (int32_t i = 0; i < rays && m_changing.GetScene().fixtures.empty() == false; ++i)
		{
			const Ray ray = m_changing.AnyRay();
			const QueryFilter filter = m_changing.GetRandom().OneIn(2)
			                               ? QueryFilter{}
			                               : RandomFilter(m_changing.GetRandom(), m_changing.GetScene());
			size_t hits = 0;
			ASSERT_EQ(CompareWithList(*m_snapshot, ray, filter, BruteForceAll(World(), ray, filter, fresh)), "")
			    << ToText(ray);
			ASSERT_EQ(Compare(m_changing.GetRandom(), *m_snapshot, fresh, ray, filter, hits), "") << ToText(ray);
			m_hits += hits;
		}
	}

	[[nodiscard]] size_t Hits() const { return m_hits; }

private:
	using Child = std::pair<const b2Fixture*, int32_t>;

	std::map<Child, std::string> Look()
	{
		std::map<Child, std::string> children;
		for (const b2Fixture* fixture : m_changing.GetScene().fixtures)
		{
			for (int32_t child = 0; fixture->GetBody()->IsEnabled() && child < fixture->GetShape()->GetChildCount();
			     ++child)
			{
				children[{fixture, child}] = BytesOf(*fixture, child);
			}
		}
		return children;
	}

	void Remember()
	{
		for (const auto& [child, bytes] : m_children)
		{
			const SnapshotId id = m_snapshot->IdOf(child.first, child.second);
			EXPECT_TRUE(id);
			EXPECT_EQ(m_snapshot->FixtureOf(id), child.first);
			const auto [known, isNew] = m_ids.insert({child, id});
			EXPECT_EQ(known->second, id) << "of a child that has been there all the time";
			EXPECT_TRUE(isNew == false || m_everGiven.insert({id.index, id.generation}).second);
		}
	}

	void CheckIds()
	{
		for (auto known = m_ids.begin(); known != m_ids.end();)
		{
			if (m_children.contains(known->first))
			{
				++known;
				continue;
			}
			m_gone.push_back(known->second);
			EXPECT_FALSE(m_snapshot->IdOf(known->first.first, known->first.second));
			known = m_ids.erase(known);
		}
		Remember();
		for (const SnapshotId id : m_gone)
		{
			ASSERT_EQ(m_snapshot->FixtureOf(id), nullptr);
		}
	}

	ChangingWorld m_changing;
	std::optional<Snapshot> m_snapshot; // destroyed before its world
	std::map<Child, std::string> m_children;
	std::map<Child, SnapshotId> m_ids;
	std::vector<SnapshotId> m_gone;
	std::set<std::pair<uint32_t, uint32_t>> m_everGiven;
	size_t m_hits = 0;
};

// Makes bodies with one box each, in a row, 10 m apart.
Scene MakeRow(int32_t count, b2BodyType type = b2_staticBody)
{
	Scene scene;
	for (int32_t i = 0; i < count; ++i)
	{
		scene.AddBox({10.0f * static_cast<float>(i), 0.0f}, 1.0f, 1.0f, 0.0f, type);
	}
	return scene;
}

void ExpectAsOneByOne(const Snapshot& snapshot, const Scene& scene, int32_t count)
{
	for (int32_t i = -1; i <= count; ++i)
	{
		const float x = 10.0f * static_cast<float>(i);
		for (const Ray& ray :
		     {Ray{{x, 5.0f}, {0.0f, -10.0f}}, Ray{{x, 5.0f}, {12.0f, -7.0f}}, Ray{{x, 5.0f}, {0.0f, 9.0f}}})
		{
			ASSERT_EQ(CompareWithList(snapshot, ray, {}, BruteForceAll(*scene.world, ray)), "") << ToText(ray);
		}
	}
}

} // namespace

TEST(SnapshotUpdate, AnyChangesInAnyOrderLeaveWhatALookAtEveryFixtureFinds)
{
	size_t hits = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(20)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		Game game(2000 + 2 * run, run % 4 == 3 ? 4 : 30);
		SceneRandom random(3000 + run);
		for (int32_t update = 0; update < 250 && HasFailure() == false; ++update)
		{
			SCOPED_TRACE(testing::Message() << "update " << update);
			// In some phases, many things change. In others nothing happens for long, and things come to rest.
			const bool isBusy = update / 25 % 3 != 1;
			for (int32_t i = isBusy ? random.Below(6) : 0; i > 0; --i)
			{
				game.Act();
			}
			game.Update();
			game.Check(update % 5 == 0 ? 12 : 2);
		}
		hits += game.Hits();
	}
	EXPECT_GT(hits, static_cast<size_t>(ScaledCount(20) * 300));
}

// Each body changes at its own rate: some in every update, some in every 16th or 17th, and one never.
TEST(SnapshotUpdate, AgreesThroughoutAsThingsComeToRestAndMoveAgain)
{
	constexpr int32_t k_count = 40;
	Scene scene = MakeRow(k_count);
	Snapshot snapshot(*scene.world);
	for (int32_t update = 1; update <= 400 && HasFailure() == false; ++update)
	{
		int32_t moved = 0;
		for (int32_t i = 0; i < k_count; ++i)
		{
			if (i > 0 && update % i == 0)
			{
				const float x = 10.0f * static_cast<float>(i) + 0.01f * static_cast<float>(update);
				scene.fixtures[static_cast<size_t>(i)]->GetBody()->SetTransform({x, 0.0f}, 0.1f);
				++moved;
			}
		}
		const SnapshotUpdate result = ValueOf(snapshot.Update());
		EXPECT_EQ(result.changed, moved) << update;
		EXPECT_EQ(result.kept, k_count - moved) << update;
		ExpectAsOneByOne(snapshot, scene, k_count);
	}
}

TEST(SnapshotUpdate, FindsAWorldThatWasEmpty)
{
	Scene scene;
	Snapshot snapshot(*scene.world);
	for (int32_t update = 0; update < 80 && HasFailure() == false; ++update)
	{
		if (update < 30)
		{
			scene.AddBox({10.0f * static_cast<float>(update), 0.0f}, 1.0f, 1.0f);
		}
		EXPECT_EQ(ValueOf(snapshot.Update()).added, update < 30 ? 1 : 0);
		ExpectAsOneByOne(snapshot, scene, 30);
	}
	while (scene.world->GetBodyList() != nullptr)
	{
		scene.world->DestroyBody(scene.world->GetBodyList());
	}
	EXPECT_EQ(ValueOf(snapshot.Update()).removed, 30);
	EXPECT_EQ(snapshot.ChildCount(), 0);
	ExpectAsOneByOne(snapshot, scene, 30);
	scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_EQ(ValueOf(snapshot.Update()).added, 1);
	ExpectAsOneByOne(snapshot, scene, 30);
}

// A destroyed body is not hit at its old place. A new body that takes its entry is not hit there, either.
TEST(SnapshotUpdate, WhatTakesThePlaceOfSomethingElseIsFoundWhereItIsAlone)
{
	Scene scene = MakeRow(20);
	Snapshot snapshot(*scene.world);
	for (int32_t i = 0; i < 20; i += 2)
	{
		scene.world->DestroyBody(scene.fixtures[static_cast<size_t>(i)]->GetBody());
		scene.AddBox({10.0f * static_cast<float>(i) + 4.0f, 0.0f}, 1.0f, 1.0f);
		EXPECT_TRUE(snapshot.Update());
		ExpectAsOneByOne(snapshot, scene, 20);
	}
	for (int32_t update = 0; update < 60 && HasFailure() == false; ++update)
	{
		EXPECT_EQ(ValueOf(snapshot.Update()).kept, 20);
		ExpectAsOneByOne(snapshot, scene, 20);
	}
}

// Moving one vertex of a chain changes two children.
TEST(SnapshotUpdate, CountsTheChildrenThatHaveChanged)
{
	Scene scene;
	std::vector<b2Vec2> path;
	for (int32_t i = 0; i <= 10; ++i)
	{
		path.push_back({static_cast<float>(i), 0.0f});
	}
	const auto* chain = static_cast<const b2ChainShape*>(scene.AddChain(path)->GetShape());
	b2Fixture* box = scene.AddBox({50.0f, 0.0f}, 1.0f, 1.0f);
	Snapshot snapshot(*scene.world);
	const auto expect = [&](int32_t changed)
	{
		const SnapshotUpdate update = ValueOf(snapshot.Update());
		EXPECT_EQ(update.changed, changed);
		EXPECT_EQ(update.kept, 11 - changed);
		EXPECT_EQ(update.added + update.removed + update.ignored, 0);
	};
	expect(0);
	chain->m_vertices[5].y = 3.0f;
	expect(2);
	const Ray down{{4.5f, 5.0f}, {0.0f, -10.0f}};
	EXPECT_EQ(CompareWithList(snapshot, down, {}, BruteForceAll(*scene.world, down)), "");
	box->SetSensor(true);
	expect(0);
	EXPECT_FALSE(CastRayAny(snapshot, {{50.0f, 5.0f}, {0.0f, -10.0f}}));
	scene.world->ShiftOrigin({1.0f, 2.0f});
	expect(11);
	scene.world->Step(1.0f / 60.0f, 4, 2);
	expect(0);
}

TEST(SnapshotUpdate, TheOrderOfTiesIsThatOfTheWorldAfterAnyChange)
{
	Scene scene;
	for (int32_t i = 0; i < 8; ++i)
	{
		scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	}
	Snapshot snapshot(*scene.world);
	const Ray ray{{-5.0f, 0.0f}, {10.0f, 0.0f}};
	SceneRandom random(2100);
	for (int32_t update = 0; update < 100 && HasFailure() == false; ++update)
	{
		// Things at rest become moving things, and new things come first in the world's lists.
		b2Fixture* fixture = scene.fixtures[static_cast<size_t>(random.Below(8))];
		switch (random.Below(4))
		{
		case 0:
			fixture->GetBody()->SetEnabled(fixture->GetBody()->IsEnabled() == false);
			break;
		case 1:
			fixture->GetBody()->SetTransform({0.0f, random.Uniform(-0.5f, 0.5f)}, 0.0f);
			break;
		case 2:
			scene.Add(fixture->GetBody(), BoxOf(1.0f, 1.0f));
			break;
		default:
			break;
		}
		EXPECT_TRUE(snapshot.Update());
		ASSERT_EQ(CompareWithList(snapshot, ray, {}, BruteForceAll(*scene.world, ray)), "") << update;
	}
}

// Ids --------------------------------------------------------------------------------------------------------

TEST(SnapshotUpdate, AnIdNamesAFixtureUntilItIsGone)
{
	Scene scene = MakeRow(3);
	Snapshot snapshot(*scene.world);
	std::vector<RayHit> hits;
	CastRayAll(snapshot, {{-5.0f, 0.0f}, {50.0f, 0.0f}}, hits);
	ASSERT_EQ(hits.size(), 3u);
	const SnapshotId first = snapshot.IdOf(hits[0].fixture, hits[0].child);
	const SnapshotId second = snapshot.IdOf(hits[1].fixture, hits[1].child);
	EXPECT_TRUE(first && second);
	EXPECT_FALSE(first == second);
	EXPECT_EQ(snapshot.FixtureOf(first), scene.fixtures[0]);

	scene.world->DestroyBody(scene.fixtures[0]->GetBody());
	EXPECT_EQ(snapshot.FixtureOf(first), scene.fixtures[0]) << "as the last Update found it";
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(snapshot.FixtureOf(first), nullptr);
	EXPECT_FALSE(snapshot.IdOf(hits[0].fixture, hits[0].child));
	EXPECT_EQ(snapshot.FixtureOf(second), scene.fixtures[1]);

	// The new fixture has the same address and place, but another generation. (Memory that a sanitizer watches is not
	// reused.)
	b2Fixture* again = scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
#ifndef RICOCHET_MALLOC_BLOCKS
	EXPECT_EQ(again, scene.fixtures[0]);
#endif
	EXPECT_TRUE(snapshot.Update());
	const SnapshotId third = snapshot.IdOf(again, 0);
	EXPECT_TRUE(third);
	EXPECT_FALSE(third == first);
	EXPECT_EQ(snapshot.FixtureOf(third), again);
	EXPECT_EQ(snapshot.FixtureOf(first), nullptr);
}

TEST(SnapshotUpdate, WhatItDoesNotHoldHasNoId)
{
	Scene scene = MakeRow(3);
	Snapshot snapshot(*scene.world);
	Scene other = MakeRow(1);
	EXPECT_FALSE(snapshot.IdOf(nullptr));
	EXPECT_FALSE(snapshot.IdOf(nullptr, 5));
	EXPECT_FALSE(snapshot.IdOf(other.fixtures[0], 0));
	EXPECT_FALSE(snapshot.IdOf(scene.fixtures[0], 1));
	EXPECT_FALSE(snapshot.IdOf(scene.fixtures[0], -1));
	EXPECT_EQ(snapshot.FixtureOf({}), nullptr);
	EXPECT_EQ(snapshot.FixtureOf({0, 0}), nullptr);
	EXPECT_EQ(snapshot.FixtureOf({UINT32_MAX, 1}), nullptr);
	EXPECT_EQ(snapshot.FixtureOf({1, UINT32_MAX}), nullptr);
	const Ray ray{{-5.0f, 0.0f}, {50.0f, 0.0f}};
	EXPECT_FALSE(CastRayNext(snapshot, ray, RayHit{}));
	EXPECT_FALSE(GoOn(snapshot, ray, RayHit{}, Onward::Off, {1.0f, 1.0f}));
	scene.AddBox({50.0f, 0.0f}, 1.0f, 1.0f);
	EXPECT_FALSE(snapshot.IdOf(scene.fixtures[3], 0)) << "not before an Update";
}

TEST(SnapshotUpdate, AnIdOutlivesEveryChangeOfItsFixture)
{
	Scene scene = MakeRow(3);
	Snapshot snapshot(*scene.world);
	const SnapshotId id = snapshot.IdOf(scene.fixtures[1], 0);
	b2Body* body = scene.fixtures[1]->GetBody();
	body->SetTransform({3.0f, 4.0f}, 1.0f);
	static_cast<b2PolygonShape*>(scene.fixtures[1]->GetShape())->SetAsBox(3.0f, 0.1f);
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(snapshot.FixtureOf(id), scene.fixtures[1]);
	body->SetTransform({k_nan, 0.0f}, 0.0f);
	EXPECT_EQ(ValueOf(snapshot.Update()).ignored, 1);
	EXPECT_EQ(snapshot.FixtureOf(id), scene.fixtures[1]);
	scene.world->DestroyBody(scene.fixtures[0]->GetBody());
	body->SetTransform({0.0f, 0.0f}, 0.0f);
	for (int32_t update = 0; update < 40; ++update)
	{
		EXPECT_TRUE(snapshot.Update());
		EXPECT_EQ(snapshot.FixtureOf(id), scene.fixtures[1]);
		EXPECT_EQ(snapshot.IdOf(scene.fixtures[1], 0), id);
	}
}

TEST(SnapshotUpdate, AnIdOfWhatAnUpdateDidNotFindNamesNothingForGood)
{
	Scene scene = MakeRow(3);
	Snapshot snapshot(*scene.world);
	const SnapshotId id = snapshot.IdOf(scene.fixtures[1], 0);
	scene.fixtures[1]->GetBody()->SetEnabled(false);
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(snapshot.FixtureOf(id), nullptr);
	scene.fixtures[1]->GetBody()->SetEnabled(true);
	EXPECT_TRUE(snapshot.Update());
	EXPECT_EQ(snapshot.FixtureOf(id), nullptr);
	EXPECT_EQ(snapshot.FixtureOf(snapshot.IdOf(scene.fixtures[1], 0)), scene.fixtures[1]);
}

} // namespace ricochet::test::snapshot_update_test
