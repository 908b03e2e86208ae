// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/snapshot_scene.h"
#include "support/random_filter.h"

#include <ricochet/index/history.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

// Tests queries between two recorded times. A moving body is on its path, and everything else is as it was.

namespace ricochet::test::history_between_test
{

namespace
{

bool HasPoseOf(const b2Transform& a, const b2Transform& b)
{
	return HasSameBits(a.p, b.p) && HasSameBits(a.q.s, b.q.s) && HasSameBits(a.q.c, b.q.c);
}

// True if Box2D rounds the angle's sine and cosine to the nearest floats. Only then do SetTransform and a history agree
// bit for bit.
bool IsTurnedWell(float angle)
{
	const b2Rot q(angle);
	const auto exact = static_cast<long double>(angle);
	return q.s == static_cast<float>(std::sin(exact)) && q.c == static_cast<float>(std::cos(exact));
}

struct Way
{
	b2Body* body;
	float angle; // at the end
	b2Transform pose;
};

// Moves all bodies. Returns where they must be at a share of their paths.
std::vector<Way> MoveAll(SceneRandom& random, Scene& scene, float share, float distance, const HistoryDef& def)
{
	std::vector<Way> ways;
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Vec2 from = body->GetWorldCenter();
		const b2Transform before = body->GetTransform();
		const float angle = body->GetAngle();
		const bool turns = random.OneIn(3) == false;
		float turned = angle;
		do
		{
			turned = turns ? angle + static_cast<float>(random.Below(33) - 16) / 8.0f : angle;
		} while (turned != angle && IsTurnedWell(angle + share * (turned - angle)) == false);
		const b2Vec2 position =
		    before.p + (random.OneIn(4) ? b2Vec2{0.0f, 0.0f} : random.LogUniform(1e-3f, distance) * random.Direction());
		body->SetTransform(position, turned);

		const b2Vec2 to = body->GetWorldCenter();
		const double x = to.x - static_cast<double>(from.x), y = to.y - static_cast<double>(from.y);
		Way way{body, angle, before};
		if (std::hypot(x, y) <= static_cast<double>(def.jumpDistance) && std::abs(turned - angle) <= def.jumpAngle &&
		    HasPoseOf(before, body->GetTransform()) == false)
		{
			way.angle = angle + share * (turned - angle);
			way.pose.q = turned != angle ? b2Rot(way.angle) : before.q;
			const auto c = static_cast<double>(way.pose.q.c), s = static_cast<double>(way.pose.q.s);
			const b2Vec2 local = body->GetLocalCenter();
			way.pose.p.x = static_cast<float>(from.x + static_cast<double>(share) * x - (c * local.x - s * local.y));
			way.pose.p.y = static_cast<float>(from.y + static_cast<double>(share) * y - (s * local.x + c * local.y));
		}
		ways.push_back(way);
	}
	return ways;
}

// Makes a scene with angles that floats can halve exactly twice more.
Scene MakeEvenScene(uint64_t seed, b2Vec2 offset)
{
	Scene scene = MakeMixedScene(25, seed);
	SceneRandom random(seed + 7);
	for (b2Body* body = scene.world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		body->SetTransform(body->GetPosition() + offset, static_cast<float>(random.Below(49) - 24) / 8.0f);
	}
	return scene;
}

bool Hits(const Snapshot& snapshot, b2Vec2 point)
{
	return CastRayAny(snapshot, {point, {0.0f, 0.0f}});
}

} // namespace

TEST(HistoryBetween, EveryCastIsThatOfAWorldWhoseBodiesWerePutThere)
{
	int32_t swept = 0;
	size_t hits = 0;
	for (uint64_t run = 0; run < static_cast<uint64_t>(ScaledCount(60)) && HasFailure() == false; ++run)
	{
		SCOPED_TRACE(testing::Message() << "run " << run);
		SceneRandom random(7200 + run);
		const b2Vec2 offset = run % 2 == 0 ? b2Vec2{0.0f, 0.0f} : random.LogUniform(1e2f, 1e5f) * random.Direction();
		Scene scene = MakeEvenScene(7300 + run, offset);
		const HistoryDef def{.jumpDistance = run % 5 == 4 ? std::numeric_limits<float>::infinity() : 2.5f};
		History history(*scene.world, def);
		const double begin = random.Below(100);
		const float share = 0.25f * static_cast<float>(1 + random.Below(3));
		ASSERT_TRUE(history.Record(begin));
		const std::vector<Way> ways = MoveAll(random, scene, share, 10.0f, def);
		const Snapshot end(*scene.world);
		ASSERT_TRUE(history.Record(begin + 0.5));
		for (const Way& way : ways)
		{
			way.body->SetTransform(way.pose.p, way.angle);
			ASSERT_TRUE(HasPoseOf(way.body->GetTransform(), way.pose));
			swept += 1;
		}
		Snapshot past(*scene.world), put(*scene.world);
		ASSERT_TRUE(past.UpdateTo(history, begin + 0.5 * static_cast<double>(share)));
		for (int32_t i = 0; i < 30; ++i)
		{
			size_t found = 0;
			const Ray ray = SnapshotRay(random, scene);
			const QueryFilter filter = random.OneIn(2) ? QueryFilter{} : RandomFilter(random, scene);
			ASSERT_EQ(Compare(random, past, put, ray, filter, found), "") << ToText(ray);
			hits += found;
		}
		ASSERT_TRUE(past.UpdateTo(history, begin + 0.5));
		for (int32_t i = 0; i < 5; ++i)
		{
			size_t found = 0;
			ASSERT_EQ(Compare(random, past, end, SnapshotRay(random, scene), {}, found), "");
		}
	}
	EXPECT_GT(swept, ScaledCount(60) * 15);
	EXPECT_GT(hits, static_cast<size_t>(ScaledCount(60) * 5));
}

// A wheel whose centre of mass is off its body's origin.
TEST(HistoryBetween, ABodySweepsAboutItsCentreOfMassWithTheWholeTurnThatItMakes)
{
	Scene scene;
	b2Body* body = scene.AddBody({10.0f, 0.0f}, 0.0f, b2_dynamicBody);
	scene.Add(body, CircleOf(0.25f, {1.0f, 0.0f}));
	scene.Add(body, CircleOf(0.25f, {3.0f, 0.0f}));
	ASSERT_EQ(body->GetWorldCenter(), (b2Vec2{12.0f, 0.0f}));
	History history(*scene.world, {.jumpAngle = 10.0f});
	ASSERT_TRUE(history.Record(0.0));
	constexpr float k_turn = 6.2831853f; // a full turn: it ends at its first angle
	body->SetTransform({10.0f, 1.0f}, k_turn);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	for (const double time : {0.125, 0.25, 0.5, 0.75})
	{
		ASSERT_TRUE(past.UpdateTo(history, time));
		const double angle = time * static_cast<double>(k_turn);
		const b2Vec2 arm{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
		const b2Vec2 center{12.0f, static_cast<float>(time)};
		EXPECT_TRUE(Hits(past, center + arm) && Hits(past, center - arm)) << time;
		EXPECT_FALSE(Hits(past, center + 1.26f * arm) || Hits(past, center + 0.74f * arm)) << time;
	}
}

// A new fixture changes the body's centre of mass between two records. The point that moves straight is the centre in
// the earlier record.
TEST(HistoryBetween, ACentreOfMassThatChangesIsCarriedAlong)
{
	Scene scene;
	b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody);
	scene.Add(body, CircleOf(0.25f));
	History history(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	scene.Add(body, CircleOf(0.25f, {4.0f, 0.0f}));
	ASSERT_TRUE(body->GetWorldCenter().x > 1.9f);
	body->SetTransform({2.0f, 0.0f}, 1.0f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	ASSERT_TRUE(past.UpdateTo(history, 0.5));
	EXPECT_TRUE(Hits(past, {1.24f, 0.0f}) && Hits(past, {0.76f, 0.0f}));
	EXPECT_FALSE(Hits(past, {1.26f, 0.0f}) || Hits(past, {0.74f, 0.0f}));
	EXPECT_EQ(past.ChildCount(), 1) << "the second circle comes later";
}

TEST(HistoryBetween, WhatHasJumpedStaysWhereItWasUntilTheLaterTime)
{
	Scene scene;
	b2Body* far = scene.AddCircle({0.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
	b2Body* near = scene.AddCircle({0.0f, 10.0f}, 0.25f, b2_kinematicBody)->GetBody();
	b2Body* turned = scene.AddBox({0.0f, 20.0f}, 1.0f, 0.1f, 0.0f, b2_kinematicBody)->GetBody();
	History history(*scene.world, {.jumpDistance = 2.0f, .jumpAngle = 1.0f});
	ASSERT_TRUE(history.Record(0.0));
	far->SetTransform({2.001f, 0.0f}, 0.0f);
	near->SetTransform({2.0f, 10.0f}, 0.0f);
	turned->SetTransform({1.0f, 20.0f}, -1.01f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	for (const double time : {0.01, 0.5, 0.99})
	{
		ASSERT_TRUE(past.UpdateTo(history, time));
		EXPECT_TRUE(Hits(past, {0.0f, 0.0f})) << time;
		EXPECT_FALSE(Hits(past, {2.001f, 0.0f})) << time;
		EXPECT_TRUE(Hits(past, {2.0f * static_cast<float>(time), 10.0f})) << time;
		EXPECT_TRUE(Hits(past, {-0.99f, 20.0f}) && Hits(past, {0.99f, 20.0f})) << time;
	}
	ASSERT_TRUE(past.UpdateTo(history, 1.0));
	EXPECT_TRUE(Hits(past, {2.001f, 0.0f}));
	EXPECT_FALSE(Hits(past, {0.0f, 0.0f}));
}

TEST(HistoryBetween, ALimitOfZeroLetsNothingBeInBetween)
{
	Scene scene;
	b2Body* body = scene.AddCircle({0.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
	History history(*scene.world, {.jumpDistance = 0.0f, .jumpAngle = 0.0f});
	ASSERT_TRUE(history.Record(0.0));
	body->SetTransform({1.0f, 0.0f}, 0.0f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	ASSERT_TRUE(past.UpdateTo(history, 0.9));
	EXPECT_TRUE(Hits(past, {0.0f, 0.0f}));
	EXPECT_FALSE(Hits(past, {0.9f, 0.0f}));
}

TEST(HistoryBetween, WhatComesGoesOrChangesDoesSoAtTheLaterTime)
{
	Scene scene;
	b2Body* gone = scene.AddCircle({0.0f, 0.0f}, 0.25f)->GetBody();
	b2Body* disabled = scene.AddCircle({10.0f, 0.0f}, 0.25f)->GetBody();
	auto* edited = static_cast<b2CircleShape*>(scene.AddCircle({20.0f, 0.0f}, 0.25f)->GetShape());
	b2Body* moving = scene.AddCircle({30.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
	History history(*scene.world);
	ASSERT_TRUE(history.Record(0.0));
	scene.world->DestroyBody(gone);
	disabled->SetEnabled(false);
	edited->m_radius = 2.0f;
	moving->SetTransform({32.0f, 0.0f}, 0.0f);
	scene.Add(moving, CircleOf(0.25f, {0.0f, 1.0f}));
	scene.AddCircle({40.0f, 0.0f}, 0.25f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	ASSERT_TRUE(past.UpdateTo(history, 0.5));
	EXPECT_EQ(past.ChildCount(), 4);
	EXPECT_TRUE(Hits(past, {0.0f, 0.0f}) && Hits(past, {10.0f, 0.0f}) && Hits(past, {20.0f, 0.0f}));
	EXPECT_TRUE(Hits(past, {31.0f, 0.0f}));
	EXPECT_FALSE(Hits(past, {21.0f, 0.0f}) || Hits(past, {31.0f, 1.0f}) || Hits(past, {40.0f, 0.0f}));
	ASSERT_TRUE(past.UpdateTo(history, 1.0));
	EXPECT_EQ(past.ChildCount(), 4);
	EXPECT_FALSE(Hits(past, {0.0f, 0.0f}) || Hits(past, {10.0f, 0.0f}));
	EXPECT_TRUE(Hits(past, {21.0f, 0.0f}) && Hits(past, {32.0f, 1.0f}) && Hits(past, {40.0f, 0.0f}));
}

TEST(HistoryBetween, WhatIsNowhereAtOneOfTheTimesIsAsAtTheEarlier)
{
	Scene scene;
	b2Body* lost = scene.AddCircle({0.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
	b2Body* found = scene.AddCircle({10.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
	constexpr float k_nan = std::numeric_limits<float>::quiet_NaN();
	found->SetTransform({k_nan, k_nan}, 0.0f);
	History history(*scene.world, {.jumpDistance = std::numeric_limits<float>::infinity()});
	ASSERT_TRUE(history.Record(0.0));
	lost->SetTransform({0.0f, 0.0f}, k_nan);
	found->SetTransform({10.0f, 0.0f}, 0.0f);
	ASSERT_TRUE(history.Record(1.0));
	Snapshot past(*scene.world);
	for (const double time : {0.0, 0.5})
	{
		EXPECT_EQ(ValueOf(past.UpdateTo(history, time)).ignored, 1);
		EXPECT_TRUE(Hits(past, {0.0f, 0.0f}));
		EXPECT_FALSE(Hits(past, {10.0f, 0.0f}));
	}
	EXPECT_EQ(ValueOf(past.UpdateTo(history, 1.0)).ignored, 1);
	EXPECT_TRUE(Hits(past, {10.0f, 0.0f}));
}

TEST(HistoryBetween, TimesMayBeFarApartOrNextToOneAnother)
{
	for (const double begin : {-1e15, -1.0, 0.0, 1.0, 1e14})
	{
		for (const double end : {std::nextafter(begin, 1e300), begin + 1.0, 1e15})
		{
			Scene scene;
			b2Body* body = scene.AddCircle({0.0f, 0.0f}, 0.25f, b2_kinematicBody)->GetBody();
			History history(*scene.world);
			ASSERT_TRUE(history.Record(begin));
			body->SetTransform({2.0f, 0.0f}, 0.0f);
			ASSERT_TRUE(history.Record(end));
			Snapshot past(*scene.world);
			ASSERT_TRUE(past.UpdateTo(history, begin));
			EXPECT_TRUE(Hits(past, {0.0f, 0.0f}));
			const double middle = 0.5 * begin + 0.5 * end;
			ASSERT_TRUE(past.UpdateTo(history, middle));
			EXPECT_TRUE(Hits(past, {middle == begin ? 0.0f : (middle == end ? 2.0f : 1.0f), 0.0f}));
			ASSERT_TRUE(past.UpdateTo(history, end));
			EXPECT_TRUE(Hits(past, {2.0f, 0.0f}));
		}
	}
}

} // namespace ricochet::test::history_between_test
