// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>

#include "query/spatial_hash_model.h"
#include "query/spatial_hash_time_limit.h"
#include "support/oracle.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

// Entries are added, moved and removed in any order. Tests that every call ends, and that results agree with a search
// of every entry.

namespace ricochet::test::spatial_hash_changes_test
{

namespace
{

using namespace std::chrono_literals;

// Casts through cells with entries and through the cells around them.
void CastAcross(const SpatialHash& hash, float halfWidth)
{
	for (float y = -halfWidth; y <= halfWidth; y += 0.5f)
	{
		(void)CastRayAny(hash, {{-halfWidth, y}, {2.0f * halfWidth, 0.25f}});
	}
}

// A level of a few bodies and entries added by hand, which share its few cells.
class Level
{
public:
	explicit Level(SceneRandom& random)
	    : m_random(random), m_halfWidth(random.Uniform(1.0f, 6.0f)), m_model(random.LogUniform(0.2f, 3.0f))
	{
	}

	void Change()
	{
		const size_t entries = m_model.Entries().size();
		const b2Vec2 a = m_random.InBox(m_halfWidth);
		const b2Vec2 b = a + m_random.LogUniform(0.1f, 8.0f) * m_random.Direction();
		const b2Transform pose = PoseAt(a, m_random.Uniform(-3.0f, 3.0f));
		switch (m_random.Below(12))
		{
		case 0:
		case 1:
			m_model.AddSegment(a, b);
			break;
		case 2:
			m_model.AddShape(m_box, pose);
			break;
		case 3:
		case 4:
		case 5:
			if (entries > 0)
			{
				m_model.Move(Pick(entries), a, b, pose);
			}
			break;
		case 6:
		case 7:
			if (entries > 0)
			{
				EXPECT_EQ(m_model.Remove(Pick(entries)), "");
			}
			break;
		case 8:
			EXPECT_EQ(m_model.Update(nullptr), "");
			break;
		case 9:
		case 10:
			ChangeWorld();
			break;
		default:
			Clear();
			break;
		}
	}

	void Check()
	{
		for (int32_t i = 0; i < 4; ++i)
		{
			const Ray ray{m_random.InBox(2.0f * m_halfWidth), m_random.LogUniform(0.1f, 20.0f) * m_random.Direction()};
			EXPECT_EQ(m_model.CompareCast(ray), "") << ToText(ray);
		}
		EXPECT_EQ(m_model.CompareQueries(), "");
		EXPECT_EQ(m_model.CompareWithAFreshOne(), "");
	}

private:
	size_t Pick(size_t count) { return static_cast<size_t>(m_random.Below(static_cast<int32_t>(count))); }

	void ChangeWorld()
	{
		b2World& world = *m_scene.world;
		b2Body* body = world.GetBodyList();
		for (int32_t i = m_random.Below(5); i > 0 && body != nullptr; --i)
		{
			body = body->GetNext();
		}
		if (body == nullptr)
		{
			body = m_scene.AddBody(m_random.InBox(m_halfWidth), m_random.Uniform(-3.0f, 3.0f));
			AddRandomFixture(m_random, m_scene, body);
		}
		else if (m_random.OneIn(3))
		{
			world.DestroyBody(body);
		}
		else if (m_random.OneIn(4))
		{
			body->SetEnabled(body->IsEnabled() == false);
		}
		else
		{
			body->SetTransform(m_random.InBox(m_halfWidth), m_random.Uniform(-3.0f, 3.0f));
		}
		EXPECT_EQ(m_model.Update(&world), "");
	}

	void Clear()
	{
		if (m_random.OneIn(4))
		{
			while (m_model.Entries().empty() == false)
			{
				EXPECT_EQ(m_model.Remove(Pick(m_model.Entries().size())), "");
			}
			EXPECT_EQ(m_model.Update(nullptr), "");
			EXPECT_EQ(m_model.Hash().EntryCount(), 0);
		}
	}

	SceneRandom& m_random;
	float m_halfWidth;
	SpatialHashModel m_model;
	Scene m_scene;
	b2PolygonShape m_box = ValueOf(MakeBox(0.6f, 0.4f));
};

} // namespace

TEST(SpatialHash, AnyChangesInAnyOrderLeaveWhatALookAtEveryEntryFinds)
{
	const TimeLimit limit(60s);
	SceneRandom random(672);
	for (int32_t run = 0; run < ScaledCount(4000) && testing::Test::HasFailure() == false; ++run)
	{
		SCOPED_TRACE(run);
		Level level(random);
		for (int32_t i = 0; i < 40 && testing::Test::HasFailure() == false; ++i)
		{
			level.Change();
			level.Check();
		}
	}
}

TEST(SpatialHash, ASegmentGoesAndComesAgainALittleFurtherOn)
{
	const TimeLimit limit(20s);
	for (int32_t cells = 1; cells <= 40; ++cells)
	{
		SpatialHash hash(1.0f);
		const float length = static_cast<float>(cells - 1);
		for (float x = 0.5f; x < 50.0f; x += 1.0f)
		{
			const ItemId id = ValueOf(hash.AddSegment({x, 0.5f}, {x + length, 0.5f}));
			EXPECT_EQ(hash.EntryCount(), 1);
			EXPECT_TRUE(CastRayAny(hash, {{x, 1.5f}, {0.0f, -2.0f}}));
			EXPECT_FALSE(CastRayAny(hash, {{x - 1.0f, 1.5f}, {0.0f, -2.0f}}));
			EXPECT_TRUE(hash.Remove(id));
		}
	}
}

TEST(SpatialHash, CastsEndWhereBoxesHaveComeAndGone)
{
	const TimeLimit limit(20s);
	const b2PolygonShape high = ValueOf(MakeBox(1.75f, 0.75f));
	const b2PolygonShape flat = ValueOf(MakeBox(1.75f, 0.25f));
	for (int32_t columns = 0; columns < 12; ++columns)
	{
		SpatialHash hash(1.0f);
		const ItemId first = ValueOf(hash.AddShape(high, 0, PoseAt({2.0f, 1.0f}, 0.0f)));
		EXPECT_TRUE(hash.Remove(first));
		EXPECT_TRUE(hash.AddShape(flat, 0, PoseAt({2.0f + static_cast<float>(columns), 0.5f}, 0.0f)));
		EXPECT_EQ(hash.EntryCount(), 1);
		CastAcross(hash, 20.0f);
	}
}

TEST(SpatialHash, UpdatesOfAWorldAndOfNoneInTurn)
{
	const TimeLimit limit(20s);
	SceneRandom random(671);
	for (int32_t bodies = 1; bodies <= 5; ++bodies)
	{
		for (int32_t run = 0; run < 21; ++run)
		{
			SpatialHash hash(1.0f);
			for (int32_t level = 0; level < 30; ++level)
			{
				Scene scene;
				for (int32_t i = 0; i < bodies; ++i)
				{
					scene.Add(scene.AddBody(random.InBox(5.0f), random.Uniform(-3.0f, 3.0f)),
					          ValueOf(MakeBox(random.Uniform(0.2f, 2.0f), random.Uniform(0.2f, 2.0f))));
				}
				EXPECT_EQ(ValueOf(hash.Update(scene.world.get())).added, bodies);
				CastAcross(hash, 8.0f);
				EXPECT_EQ(ValueOf(hash.Update(nullptr)).removed, bodies);
				EXPECT_EQ(hash.EntryCount(), 0);
				CastAcross(hash, 8.0f);
			}
		}
	}
}

} // namespace ricochet::test::spatial_hash_changes_test
