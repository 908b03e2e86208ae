// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/viewer_scene.h"
#include "support/floats.h"
#include "support/malloc_block_allocator.h"

#include <utility>

// Tests that a viewer returns the result of VisibilityPolygon bit for bit, whatever has changed since its last look.

namespace ricochet::test::viewer_test
{

namespace
{

// Moves vertices through GetShape, without notice to Box2D. The fixture's box in the broadphase stays as it was.
void EditShape(SceneRandom& random, b2Fixture* fixture)
{
	b2Shape* shape = fixture->GetShape();
	if (shape->GetType() == b2Shape::e_circle)
	{
		static_cast<b2CircleShape*>(shape)->m_radius *= random.Uniform(0.5f, 1.0f);
	}
	else if (shape->GetType() == b2Shape::e_polygon)
	{
		auto* polygon = static_cast<b2PolygonShape*>(shape);
		for (int32_t i = 0; i < polygon->m_count; ++i)
		{
			polygon->m_vertices[i] = polygon->m_centroid + 0.9f * (polygon->m_vertices[i] - polygon->m_centroid);
		}
	}
}

// A game that makes every kind of change.
class Changes
{
public:
	explicit Changes(uint64_t seed) : m_random(seed)
	{
		for (int i = 0; i < 25; ++i)
		{
			Add();
		}
	}

	void Change()
	{
		b2Body* body = AnyBody();
		switch (body == nullptr ? 3 : m_random.Below(12))
		{
		case 0:
		case 1:
			body->SetTransform(body->GetPosition() + m_random.InBox(1.0f), body->GetAngle() + 0.25f);
			break;
		case 2:
			m_scene.world->DestroyBody(body);
			break;
		case 3:
		case 4:
			Add();
			break;
		case 5:
			EditShape(m_random, body->GetFixtureList());
			break;
		case 6:
			body->SetEnabled(body->IsEnabled() == false);
			break;
		case 7:
			body->GetFixtureList()->SetSensor(body->GetFixtureList()->IsSensor() == false);
			break;
		case 8:
			m_eye = m_random.InBox(6.0f);
			break;
		case 9:
			m_radius = m_random.LogUniform(0.5f, 40.0f);
			break;
		case 10:
			ChangeDef(body);
			break;
		default:
			m_eye = m_eye + b2Vec2{1e-3f, 0.0f};
			break;
		}
	}

	void Check(Viewer& viewer) const { ExpectSameAnswer(viewer, *m_scene.world, m_eye, m_radius, m_def); }

private:
	void Add()
	{
		if (m_random.OneIn(4))
		{
			const b2CircleShape circle = CircleOf(m_random.Uniform(0.1f, 1.5f));
			m_scene.Add(m_scene.AddBody(m_random.InBox(12.0f), 0.0f), circle);
			return;
		}
		AddToWorld(m_scene, m_random, static_cast<WorldLayout>(m_random.Below(4)));
	}

	void ChangeDef(const b2Body* body)
	{
		m_def.filter.startInside = m_random.OneIn(2);
		m_def.filter.sides = static_cast<Sides>(m_random.Below(3));
		m_def.filter.sensors = m_random.OneIn(2);
		m_def.filter.ignoreBody = m_random.OneIn(2) ? body : nullptr;
		m_def.cone = m_random.OneIn(2) ? SightCone{} : SightCone{m_random.Uniform(-4.0f, 4.0f), 2.0f};
	}

	b2Body* AnyBody()
	{
		b2Body* body = m_scene.world->GetBodyList();
		for (int32_t i = m_scene.world->GetBodyCount() > 0 ? m_random.Below(m_scene.world->GetBodyCount()) : 0; i > 0;
		     --i)
		{
			body = body->GetNext();
		}
		return body;
	}

	SceneRandom m_random;
	Scene m_scene;
	b2Vec2 m_eye{0.0f, 0.0f};
	float m_radius = 20.0f;
	SightDef m_def;
};

TEST(Viewer, SeesNothingBeforeItHasLooked)
{
	const Viewer viewer;
	EXPECT_TRUE(viewer.Polygon().empty());
	EXPECT_EQ(viewer.LastWork().bodies, 0);
	EXPECT_EQ(viewer.LastWork().renewed, 0);
}

TEST(Viewer, AnswersAsVisibilityPolygonAfterAnyChange)
{
	for (uint64_t seed = 1; seed <= static_cast<uint64_t>(ScaledCount(20)); ++seed)
	{
		Changes game(seed);
		Viewer viewer;
		for (int i = 0; i < 150 && testing::Test::HasFailure() == false; ++i)
		{
			game.Change();
			game.Check(viewer);
		}
	}
}

TEST(Viewer, AnswersAfterManyChangesAtOnce)
{
	Changes game(77);
	Viewer viewer;
	for (int i = 0; i < ScaledCount(100) && testing::Test::HasFailure() == false; ++i)
	{
		for (int k = 0; k < 10; ++k)
		{
			game.Change();
		}
		game.Check(viewer);
	}
}

// Expects the same sides, with points within a tolerance: a point on three curves may be computed from any two of them.
void ExpectSameSides(Viewer& viewer, const b2World& world, b2Vec2 eye, float radius, const SightDef& def)
{
	std::vector<SightVertex> expected;
	EXPECT_TRUE(VisibilityPolygon(world, eye, radius, expected, def));
	EXPECT_TRUE(viewer.Look(world, eye, radius, def));
	const auto isAlike = [&](const SightVertex& a, const SightVertex& b)
	{
		return b2Distance(a.point, b.point) <= 0x1p-22f * radius && a.side == b.side && a.fixture == b.fixture &&
		       a.child == b.child && a.edge == b.edge && a.center == b.center && a.radius == b.radius;
	};
	const std::span<const SightVertex> got = viewer.Polygon();
	EXPECT_TRUE(std::equal(got.begin(), got.end(), expected.begin(), expected.end(), isAlike))
	    << ToText(got) << "instead of\n"
	    << ToText(std::span<const SightVertex>(expected));
}

// Circles touch edges and each other on a small lattice, and edges coincide. The result must not depend on the order in
// which they are merged.
TEST(Viewer, AnswersAsVisibilityPolygonAmongTouchingCircles)
{
	SceneRandom random(5);
	const auto place = [&](int32_t half, float step)
	{
		return b2Vec2{step * static_cast<float>(random.Below(2 * half + 1) - half),
		              step * static_cast<float>(random.Below(2 * half + 1) - half)};
	};
	for (int32_t i = 0; i < ScaledCount(30000) && testing::Test::HasFailure() == false; ++i)
	{
		const float step = random.OneIn(2) ? 1.0f : 0.25f;
		Scene scene;
		for (int32_t bodies = 2 + random.Below(4); bodies > 0; --bodies)
		{
			b2Body* body = scene.AddBody(place(3, step), random.OneIn(4) ? 0.7f : 0.0f);
			for (int32_t fixtures = 1 + random.Below(3); fixtures > 0; --fixtures)
			{
				const b2Vec2 at = place(2, step);
				const auto edge = MakeEdge(at, at + place(3, step));
				if (random.OneIn(2) && edge)
				{
					scene.Add(body, *edge);
				}
				else
				{
					scene.Add(body, *MakeCircle(at, step * static_cast<float>(1 + random.Below(2))));
				}
			}
		}
		SightDef def;
		def.filter.startInside = false;
		Viewer viewer;
		for (int32_t looks = 0; looks < 3; ++looks)
		{
			SCOPED_TRACE(i);
			ExpectSameSides(viewer, *scene.world, place(6, 0.5f * step), 20.0f * step, def);
			scene.world->GetBodyList()->SetTransform(place(3, step), 0.0f);
		}
	}
}

TEST_F(ViewerWork, OnlyWhatHasChangedIsRenewed)
{
	const int32_t bodies = Look().bodies;
	EXPECT_EQ(bodies, 40);
	EXPECT_EQ(m_viewer.LastWork().renewed, 40) << "all of them, the first time";
	EXPECT_EQ(Look().renewed, 0) << "nothing has changed";
	b2Body* body = m_scene.fixtures[7]->GetBody();
	body->SetTransform(body->GetPosition() + b2Vec2{0.001f, 0.0f}, body->GetAngle());
	EXPECT_EQ(Look().renewed, 1);
	EXPECT_EQ(Look().renewed, 0);
	b2PolygonShape* shape = static_cast<b2PolygonShape*>(m_scene.fixtures[9]->GetShape());
	for (b2Vec2& vertex : shape->m_vertices)
	{
		vertex += b2Vec2{0.001f, 0.002f};
	}
	EXPECT_EQ(Look().renewed, 1) << "vertices through GetShape";
	body->SetTransform(body->GetPosition() + b2Vec2{-0.5f, 0.0f}, body->GetAngle());
	m_scene.fixtures[8]->GetBody()->SetTransform({1.0f, 1.0f}, 0.5f);
	EXPECT_EQ(Look().renewed, 2);
	EXPECT_EQ(Look().bodies, 40);
}

TEST_F(ViewerWork, AllIsRenewedFromAnotherPlace)
{
	Look();
	const Viewer::Work work = Look({0.2f, 0.2f});
	EXPECT_EQ(work.renewed, work.bodies);
	EXPECT_EQ(Look({0.2f, 0.2f}).renewed, 0);
}

TEST_F(ViewerWork, BodiesOutOfReachDoNotCount)
{
	m_scene.fixtures[0]->GetBody()->SetTransform({500.0f, 0.0f}, 0.0f);
	EXPECT_EQ(Look().bodies, 39);
	m_scene.world->DestroyBody(m_scene.fixtures[1]->GetBody());
	EXPECT_EQ(Look().bodies, 38);
	EXPECT_LE(m_viewer.LastWork().renewed, 1) << "one that has gone is no work, or little";
}

// A new body and its fixture may get the addresses of destroyed ones. But the world's order has changed, which decides
// which of several coinciding walls is reported.
TEST_F(ViewerWork, ABodyMadeAgainAtItsOldAddressIsNoticed)
{
	Scene scene;
	const b2PolygonShape box = BoxOf(1.0f, 1.0f);
	const auto add = [&]
	{
		return scene.Add(scene.AddBody({3.0f, 0.0f}, 0.0f), box);
	};
	b2Fixture* first = add();
	b2Fixture* second = add();
	Viewer viewer;
	ExpectSameAnswer(viewer, *scene.world, k_origin, 9.0f);
	EXPECT_TRUE(Names(viewer.Polygon(), second)) << "the newest body is the first in the world";
	scene.world->DestroyBody(first->GetBody());
	b2Fixture* again = add();
	EXPECT_TRUE(again == first || k_blocksAreUsedAgain == false);
	ExpectSameAnswer(viewer, *scene.world, k_origin, 9.0f);
	EXPECT_TRUE(Names(viewer.Polygon(), again));
	// The same with two fixtures of one body.
	b2Body* body = again->GetBody();
	b2Fixture* twin = scene.Add(body, box);
	ExpectSameAnswer(viewer, *scene.world, k_origin, 9.0f);
	EXPECT_TRUE(Names(viewer.Polygon(), twin));
	body->DestroyFixture(again);
	scene.Add(body, box);
	ExpectSameAnswer(viewer, *scene.world, k_origin, 9.0f);
}

TEST_F(ViewerWork, AfterAnErrorNothingIsSeen)
{
	Look();
	EXPECT_EQ(m_viewer.Look(*m_scene.world, {k_nan, 0.0f}, 5.0f).GetError().reason, ErrorReason::NotFinite);
	EXPECT_TRUE(m_viewer.Polygon().empty());
	const Result<> behind = m_viewer.Look(*m_scene.world, k_origin, -1.0f);
	EXPECT_EQ(behind.GetError().reason, ErrorReason::NotPositive);
	EXPECT_STREQ(behind.GetError().parameter, "radius");
	EXPECT_TRUE(m_viewer.Polygon().empty());
	Look();
}

TEST_F(ViewerWork, IsMoved)
{
	Look();
	const std::vector<SightVertex> before(m_viewer.Polygon().begin(), m_viewer.Polygon().end());
	Viewer other = std::move(m_viewer);
	EXPECT_TRUE(IsSame(other.Polygon(), before));
	m_viewer = std::move(other);
	EXPECT_TRUE(IsSame(m_viewer.Polygon(), before));
	EXPECT_EQ(Look().renewed, 0);
	// The viewer that was moved from is like a new one.
	ExpectSameAnswer(other, *m_scene.world, k_origin, 9.0f);
}

} // namespace

} // namespace ricochet::test::viewer_test
