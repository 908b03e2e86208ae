// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/motion.h"

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <span>
#include <vector>

// Tests the recorded motion of bodies in a step. The first and the last pose must be exact to the bit. Between them,
// the centre moves straight, and the angle changes at a constant rate.

namespace ricochet::test::motion_test
{

namespace
{

bool SameBits(const b2Transform& a, const b2Transform& b)
{
	return a.p.x == b.p.x && a.p.y == b.p.y && a.q.s == b.q.s && a.q.c == b.q.c;
}

Point2 ToPoint(const Vec<double>& v)
{
	return {v.x, v.y};
}

Point2 PlaceOf(const b2Transform& pose, b2Vec2 local)
{
	return Pose2{Widen(pose.p), pose.q.s, pose.q.c}.ToWorld(Widen(local));
}

// Long boxes with their centre of mass off their origin, which move and rotate.
struct Flyers
{
	Flyers(uint64_t seed, int32_t count, float mostSpin) : random(seed)
	{
		for (int32_t i = 0; i < count; ++i)
		{
			b2Body* body = range.AddBody(random.InBox(30.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
			b2Fixture* fixture = range.Add(
			    body, BoxOf(random.LogUniform(0.1f, 5.0f), 0.1f, random.InBox(3.0f), random.Uniform(-3.0f, 3.0f)));
			fixture->SetSensor(true);
			body->SetLinearVelocity(random.LogUniform(0.1f, 100.0f) * random.Direction());
			body->SetAngularVelocity(random.Uniform(-mostSpin, mostSpin));
			before.push_back(body->GetTransform());
			bodies.push_back(body);
		}
		motion.Begin(range.world);
		range.world.Step(k_dt, 8, 3);
		motion.End(range.world);
	}

	SceneRandom random;
	FiringRange range;
	WorldMotion motion;
	std::vector<b2Body*> bodies;
	std::vector<b2Transform> before;
};

// True if the swept boxes of a body contain a point.
bool IsSwept(const WorldMotion& motion, const b2Body* body, Point2 point)
{
	const b2Vec2 at{static_cast<float>(point.x), static_cast<float>(point.y)};
	bool found = false;
	motion.Swept().WalkBox({at, at}, [&](uint32_t i) { found |= motion.Children()[i].motion->body == body; });
	return found;
}

} // namespace

TEST(Motion, BeginsAndEndsWithThePosesOfTheWorldToTheBit)
{
	const Flyers flyers(501, 1000, 50.0f);
	for (size_t i = 0; i < flyers.bodies.size(); ++i)
	{
		const BodyMotion* motion = flyers.motion.Find(flyers.bodies[i]);
		ASSERT_NE(motion, nullptr);
		EXPECT_TRUE(SameBits(motion->PoseAt(0.0), flyers.before[i])) << i;
		EXPECT_TRUE(SameBits(motion->PoseAt(1.0), flyers.bodies[i]->GetTransform())) << i;
	}
}

TEST(Motion, TheCentreGoesStraightAndTheAngleEvenly)
{
	const Flyers flyers(502, 300, 50.0f);
	for (size_t i = 0; i < flyers.bodies.size(); ++i)
	{
		const b2Body& body = *flyers.bodies[i];
		const BodyMotion& motion = *flyers.motion.Find(&body);
		const Point2 from = PlaceOf(flyers.before[i], body.GetLocalCenter());
		const Point2 to = PlaceOf(body.GetTransform(), body.GetLocalCenter());
		for (const double share : {0.1, 0.5, 0.77})
		{
			const b2Transform pose = motion.PoseAt(share);
			const Point2 center = from + share * (to - from);
			EXPECT_LT(Length(PlaceOf(pose, body.GetLocalCenter()) - center), 1.0e-5) << i;
			EXPECT_LT(Length(ToPoint(motion.CenterAt(share)) - center), 1.0e-5) << i;
			EXPECT_LT(Length(ToPoint(motion.MassCenterAt(share)) - center), 1.0e-5) << i;
			const double angle = motion.angleBefore + share * static_cast<double>(k_dt * body.GetAngularVelocity());
			EXPECT_NEAR(pose.q.s, std::sin(angle), 1.0e-5) << i;
			EXPECT_NEAR(pose.q.c, std::cos(angle), 1.0e-5) << i;
		}
	}
}

TEST(Motion, TheWayOfAPointIsHowFarItGoes)
{
	const Flyers flyers(503, 300, 50.0f);
	const double h = 0.01;
	for (const b2Body* body : flyers.bodies)
	{
		const BodyMotion& motion = *flyers.motion.Find(body);
		for (const double share : {0.1, 0.5, 0.9})
		{
			const b2Vec2 local{3.0f, -2.0f};
			const Point2 here = PlaceOf(motion.PoseAt(share), local);
			const Point2 moved = PlaceOf(motion.PoseAt(share + h), local) - PlaceOf(motion.PoseAt(share - h), local);
			const Point2 way = ToPoint(motion.WayOf({here.x, here.y}, share));
			EXPECT_LT(Length(0.5 / h * moved - way), 2.0e-3) << share;
		}
	}
}

TEST(Motion, WhatIsHeldBackStandsStillFromThereOn)
{
	Flyers flyers(504, 300, 50.0f);
	for (b2Body* body : flyers.bodies)
	{
		const double share = flyers.random.Uniform(0.05f, 0.95f);
		const BodyMotion free = *flyers.motion.Find(body);
		flyers.motion.HoldBack(free, share);
		const BodyMotion& held = *flyers.motion.Find(body);
		const b2Transform pose = body->GetTransform();
		const b2Transform then = free.PoseAt(share);
		EXPECT_EQ(pose.p, then.p);
		EXPECT_NEAR(pose.q.s, then.q.s, 1.0e-6f);
		EXPECT_NEAR(pose.q.c, then.q.c, 1.0e-6f);
		for (const double later : {std::nextafter(share, 2.0), 0.5 * (share + 1.0), 1.0})
		{
			EXPECT_TRUE(SameBits(held.PoseAt(later), pose));
			EXPECT_LT(Length(ToPoint(held.CenterAt(later) - free.CenterAt(share))), 1.0e-12);
			EXPECT_LT(Length(ToPoint(held.MassCenterAt(later) - free.MassCenterAt(share))), 1.0e-5);
			EXPECT_EQ(Length(ToPoint(held.WayOf({1.0, 2.0}, later))), 0.0);
		}
		for (const double earlier : {0.0, 0.5 * share, share})
		{
			EXPECT_TRUE(SameBits(held.PoseAt(earlier), free.PoseAt(earlier)));
			EXPECT_EQ(Length(ToPoint(held.WayOf({1.0, 2.0}, earlier) - free.WayOf({1.0, 2.0}, earlier))), 0.0);
		}
	}
}

TEST(Motion, WhatABodySweepsIsFoundWhereItIsAtAnyTime)
{
	const Flyers flyers(505, 300, 180.0f);
	Trouble trouble;
	for (const b2Body* body : flyers.bodies)
	{
		const BodyMotion& motion = *flyers.motion.Find(body);
		const auto& box = static_cast<const b2PolygonShape&>(*body->GetFixtureList()->GetShape());
		for (int32_t k = 0; k <= 64; ++k)
		{
			for (const b2Vec2 vertex : std::span(box.m_vertices, static_cast<size_t>(box.m_count)))
			{
				const Point2 place = PlaceOf(motion.PoseAt(k / 64.0), vertex);
				if (IsSwept(flyers.motion, body, place) == false)
				{
					trouble.Add("(%.9g, %.9g) at %d / 64, turn %.9g", place.x, place.y, k, motion.Turn());
				}
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "first: " << trouble.First();
}

TEST(Motion, ARecordIsOfItsBodyWhateverCameAndWentMeanwhile)
{
	for (int32_t gone = 0; gone < 4; ++gone)
	{
		FiringRange range;
		std::vector<b2Body*> bodies;
		for (int32_t i = 0; i < 4; ++i)
		{
			const auto x = static_cast<float>(10 * i);
			bodies.push_back(range.AddBox({x, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody());
			bodies.back()->SetLinearVelocity({60.0f, 0.0f});
		}
		WorldMotion motion;
		motion.Begin(range.world);
		range.world.Step(k_dt, 8, 3);
		range.AddBox({50.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody);
		range.world.DestroyBody(bodies[static_cast<size_t>(gone)]);
		motion.End(range.world);
		EXPECT_EQ(motion.Moved().size(), 3u);
		for (int32_t i = 0; i < 4; ++i)
		{
			const BodyMotion* found = i != gone ? motion.Find(bodies[static_cast<size_t>(i)]) : nullptr;
			ASSERT_EQ(found != nullptr, i != gone) << gone;
			EXPECT_EQ(found != nullptr ? found->before.p.x : static_cast<float>(10 * i), static_cast<float>(10 * i));
		}
	}
}

// A world of 20 boxes that move and rotate, and of three bodies at rest. Records its motion twice: completely, and as
// `recorded` says.
struct Walked
{
	explicit Walked(Recorded recorded)
	{
		bodies.push_back(range.AddBox({-50.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody());
		for (int32_t i = 0; i < 20; ++i)
		{
			const b2Vec2 center{10.0f * static_cast<float>(i), 0.0f};
			bodies.push_back(range.AddBox(center, 1.0f, 0.5f, 0.1f, b2_kinematicBody)->GetBody());
			bodies.back()->SetLinearVelocity({100.0f, static_cast<float>(i)});
			bodies.back()->SetAngularVelocity(0.5f * static_cast<float>(i));
		}
		bodies.push_back(range.AddBox({-60.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody());
		range.AddBox({0.0f, 30.0f}, 1.0f, 1.0f);
		for (WorldMotion* each : {&motion, &all})
		{
			each->Begin(range.world, each == &motion ? recorded : Recorded::All);
		}
		range.world.Step(k_dt, 8, 3);
		all.End(range.world);
		motion.End(range.world, {}, true);
	}

	FiringRange range;
	std::vector<b2Body*> bodies;
	WorldMotion motion; // found by walks of the tree
	WorldMotion all;
};

TEST(Motion, IsTheSameHoweverABodyIsFound)
{
	for (const Recorded recorded : {Recorded::Moving, Recorded::WithStatic})
	{
		Walked walked(recorded);
		ASSERT_TRUE(walked.motion.NeedsTree());
		EXPECT_EQ(walked.motion.MovedCount(), 20u);
		for (b2Body* body : walked.bodies)
		{
			const BodyMotion* expected = walked.all.Find(body);
			// A callback may move a body while bullets fly. This must not change the body's recorded motion.
			body->SetTransform(body->GetPosition() + b2Vec2{0.01f, 0.0f}, body->GetAngle());
			const BodyMotion* found = walked.motion.Find(body);
			ASSERT_EQ(found != nullptr, expected != nullptr);
			if (found != nullptr)
			{
				EXPECT_TRUE(found->isInTree);
				EXPECT_EQ(found->body, body);
				EXPECT_TRUE(SameBits(found->before, expected->before));
				EXPECT_TRUE(SameBits(found->after, expected->after));
				EXPECT_EQ(Length(ToPoint(found->centerBefore - expected->centerBefore)), 0.0);
				EXPECT_EQ(Length(ToPoint(found->centerAfter - expected->centerAfter)), 0.0);
				EXPECT_EQ(found->Turn(), expected->Turn());
				EXPECT_EQ(found->reach, expected->reach);
				EXPECT_EQ(walked.motion.Find(body), found);
			}
		}
		EXPECT_EQ(walked.motion.Moved().size(), 20u);
	}
}

TEST(Motion, OfAllBodiesIsVisitedAfterTheTreeHasChanged)
{
	for (const Recorded recorded : {Recorded::Moving, Recorded::WithStatic})
	{
		Walked walked(recorded);
		std::vector<const b2Body*> visited;
		const auto visit = [&](const MovedChild& child)
		{
			visited.push_back(child.motion->body);
		};
		walked.motion.VisitIfTreeChanged(walked.range.world, visit);
		EXPECT_TRUE(visited.empty());
		walked.bodies.front()->SetTransform({-80.0f, 0.0f}, 0.0f);
		walked.motion.VisitIfTreeChanged(walked.range.world, visit);
		std::sort(visited.begin(), visited.end());
		EXPECT_EQ(visited.size(), 20u);
		EXPECT_EQ(std::unique(visited.begin(), visited.end()), visited.end());
	}
}

TEST(Motion, OfABodyThatIsHeldBackOutOfItsBoundsHasSweptBoxes)
{
	Walked walked(Recorded::WithStatic);
	b2Body* body = walked.bodies[5];
	const BodyMotion* motion = walked.motion.Find(body);
	const Point2 middle = ToPoint(motion->CenterAt(0.05));
	EXPECT_FALSE(IsSwept(walked.motion, body, middle));
	const int32_t before = TreeChangesOf(walked.range.world).insertions;
	walked.motion.HoldBack(*motion, 0.1);
	ASSERT_NE(TreeChangesOf(walked.range.world).insertions, before);
	EXPECT_FALSE(walked.motion.HasTreeChanged(walked.range.world));
	EXPECT_TRUE(IsSwept(walked.motion, body, middle));
	EXPECT_FALSE(walked.motion.Find(body)->isInTree);
	EXPECT_TRUE(walked.motion.Find(walked.bodies[6])->isInTree);
}

} // namespace ricochet::test::motion_test
