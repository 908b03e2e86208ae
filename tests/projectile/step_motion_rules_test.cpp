// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/attached_scenes.h"
#include "support/expect_error.h"
#include "support/fail_each.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <ricochet/projectile/step_motion.h>
#include <ricochet/query/beam.h>
#include <ricochet/query/simple_queries.h>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

namespace ricochet::test::step_motion_rules_test
{

constexpr float k_dt = 1.0f / 64.0f;

const Ray k_right{{0.0f, 0.0f}, {16.0f, 0.0f}};

// A world without gravity, and a StepMotion that records its last step.
struct Game
{
	Scene scene;
	StepMotion step;

	Game() : step(*scene.world) { scene.world->SetGravity({0.0f, 0.0f}); }

	// Adds a kinematic body that moves by `way` and turns by `turn` (rad) in each step.
	b2Body* AddMover(b2Vec2 position, b2Vec2 way, float turn = 0.0f)
	{
		b2Body* body = scene.AddBody(position, 0.0f, b2_kinematicBody);
		body->SetLinearVelocity((1.0f / k_dt) * way);
		body->SetAngularVelocity(turn / k_dt);
		return body;
	}

	void Step()
	{
		EXPECT_TRUE(step.Begin());
		scene.world->Step(k_dt, 8, 3);
		EXPECT_TRUE(step.End());
	}

	[[nodiscard]] std::optional<HullHit> CastDisc(b2Vec2 from, b2Vec2 way, const QueryFilter& filter = {}) const
	{
		return CastHullClosest(step, CirclePath(from, 0.25f, way), filter);
	}
};

TEST(StepMotionRules, ACallOutOfOrderIsRefused)
{
	Game game;
	ExpectError(game.step.End().GetError(), {ErrorReason::StepHasNotBegun});
	EXPECT_TRUE(game.step.Begin());
	EXPECT_TRUE(game.step.Begin()); // starts a new record
	EXPECT_TRUE(game.step.End());
	ExpectError(game.step.End().GetError(), {ErrorReason::StepHasNotBegun});
}

TEST(StepMotionRules, AnotherBox2dIsRefused)
{
	b2World world({0.0f, 0.0f});
	Box2dLayout other = k_box2dLayoutHere;
	other.body += 8;
	StepMotion step(world, other);
	EXPECT_EQ(step.Begin().GetError().reason, ErrorReason::OtherBox2d);
	EXPECT_FALSE(CastRayClosest(step, k_right).has_value());
}

TEST(StepMotionRules, ALockedWorldIsRefused)
{
	struct Listener : b2ContactListener
	{
		StepMotion* step = nullptr;
		std::optional<Error> begin, end;

		void BeginContact(b2Contact*) override
		{
			end = step->End().GetError();
			begin = step->Begin().GetError();
		}
	};
	Game game;
	Listener listener;
	listener.step = &game.step;
	game.scene.world->SetContactListener(&listener);
	game.scene.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	game.scene.AddBox({0.5f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody);
	game.Step();
	ASSERT_TRUE(listener.begin.has_value());
	ExpectError(*listener.begin, {ErrorReason::WorldIsLocked, "world"});
	ExpectError(*listener.end, {ErrorReason::WorldIsLocked, "world"});
}

TEST(StepMotionRules, BadInputMisses)
{
	Game game;
	game.scene.Add(game.AddMover({8.0f, -1.0f}, {0.0f, 2.0f}, 1.0f), BoxOf(1.0f, 1.0f));
	game.Step();
	EXPECT_FALSE(CastRayClosest(game.step, Ray{{k_nan, 0.0f}, {1.0f, 0.0f}}).has_value());
	EXPECT_FALSE(CastRayClosest(game.step, Ray{{0.0f, 0.0f}, {k_inf, 0.0f}}).has_value());
	EXPECT_FALSE(CastRayClosest(game.step, Ray{{0.0f, 0.0f}, {16.0f, 0.0f}, -1.0f}).has_value());
	EXPECT_FALSE(CastRayClosest(game.step, Ray{{0.0f, 0.0f}, {16.0f, 0.0f}, k_nan}).has_value());
	EXPECT_FALSE(CastHullClosest(game.step, HullPath{}).has_value());
	EXPECT_FALSE(CastHullClosest(game.step, CirclePath({0.0f, 0.0f}, -1.0f, {16.0f, 0.0f})).has_value());
	EXPECT_FALSE(CastHullClosest(game.step, CirclePath({0.0f, k_nan}, 1.0f, {16.0f, 0.0f})).has_value());
	std::vector<BeamLeg> legs(3);
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {0.0f, 0.0f}, {.length = 1.0f}, legs), BeamEnd::Invalid);
	EXPECT_TRUE(legs.empty());
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = k_nan}, legs), BeamEnd::Invalid);
}

// A wall and the moving point of a ray meet at half of the step.
TEST(StepMotionRules, TheFractionIsTheShareOfTheStep)
{
	Game game;
	b2Body* wall = game.AddMover({3.0f, 0.0f}, {-1.0f, 0.0f});
	b2Fixture* fixture = game.scene.Add(wall, BoxOf(0.5f, 4.0f));
	game.Step();
	const Ray ray{{0.0f, 0.0f}, {4.0f, 0.0f}};
	const std::optional<RayHit> hit = CastRayClosest(game.step, ray);
	ASSERT_TRUE(hit.has_value());
	EXPECT_EQ(hit->fixture, fixture);
	EXPECT_FLOAT_EQ(hit->enter.fraction, 0.5f);
	EXPECT_FLOAT_EQ(hit->enter.point.x, 2.0f);
	EXPECT_EQ(hit->enter.normal, b2Vec2(-1.0f, 0.0f));
	EXPECT_FLOAT_EQ(hit->exit.fraction, 0.7f);
	EXPECT_FLOAT_EQ(hit->exit.point.x, 2.8f);
	EXPECT_EQ(hit->exit.normal, b2Vec2(1.0f, 0.0f));

	const std::optional<HullHit> disc = game.CastDisc({0.0f, 0.0f}, {4.0f, 0.0f});
	ASSERT_TRUE(disc.has_value());
	EXPECT_FLOAT_EQ(disc->enter.fraction, 0.45f);
	EXPECT_NEAR(disc->place.x, 1.8f, 1e-6f);
	EXPECT_NEAR(disc->contact.x, 2.05f, 1e-6f);
	EXPECT_EQ(disc->enter.normal, b2Vec2(-1.0f, 0.0f));
	EXPECT_FLOAT_EQ(disc->exit.fraction, 0.75f);
	EXPECT_FALSE(CastRayClosest(game.step, Ray{ray.origin, ray.translation, 0.49f}).has_value());
	EXPECT_FALSE(CastHullClosest(game.step, HullPath{disc ? CirclePath({0.0f, 0.0f}, 0.25f, {4.0f, 0.0f}).hull : Hull{},
	                                                 PoseAt({0.0f, 0.0f}, 0.0f),
	                                                 {4.0f, 0.0f},
	                                                 0.44f})
	                 .has_value());
	// A ray with maxFraction > 1 must not hit beyond the step, whose motion alone is known.
	EXPECT_FALSE(CastRayClosest(game.step, Ray{{0.0f, 0.0f}, {0.5f, 0.0f}, 10.0f}).has_value());
	// Between Begin and End, no body counts as moved.
	EXPECT_TRUE(game.step.Begin());
	EXPECT_FLOAT_EQ(CastRayClosest(game.step, ray)->enter.fraction, 0.375f);
}

TEST(StepMotionRules, AThingThatComesOverAWaitingFlyerHitsIt)
{
	Game game;
	game.scene.Add(game.AddMover({2.0f, 0.0f}, {-2.0f, 0.0f}), BoxOf(0.5f, 4.0f));
	game.Step();
	const std::optional<RayHit> point = CastRayClosest(game.step, Ray{{0.5f, 0.0f}, {0.0f, 0.0f}});
	ASSERT_TRUE(point.has_value());
	EXPECT_FALSE(point->startsInside);
	EXPECT_FLOAT_EQ(point->enter.fraction, 0.5f);
	EXPECT_EQ(point->enter.normal, b2Vec2(-1.0f, 0.0f));
	const std::optional<HullHit> disc = game.CastDisc({0.5f, 0.0f}, {0.0f, 0.0f});
	ASSERT_TRUE(disc.has_value());
	EXPECT_FLOAT_EQ(disc->enter.fraction, 0.375f);
	EXPECT_FLOAT_EQ(disc->place.x, 0.5f);
	// The body also overtakes a disc that moves away from it more slowly.
	EXPECT_TRUE(game.CastDisc({0.5f, 0.0f}, {-0.5f, 0.0f}).has_value());
}

TEST(StepMotionRules, FiltersDecideAsInTheWorld)
{
	Game game;
	b2Body* near = game.AddMover({4.0f, -1.0f}, {0.0f, 2.0f}, 0.5f);
	b2Fixture* sensor = game.scene.Add(near, BoxOf(0.5f, 2.0f), 0x0001, true);
	b2Body* far = game.AddMover({8.0f, -1.0f}, {0.0f, 2.0f}, 0.5f);
	b2Fixture* solid = game.scene.Add(far, BoxOf(0.5f, 2.0f), 0x0002);
	game.Step();
	const auto hits = [&](const QueryFilter& filter, const b2Fixture* expected)
	{
		const std::optional<RayHit> ray = CastRayClosest(game.step, k_right, filter);
		const std::optional<HullHit> disc = game.CastDisc({0.0f, 0.0f}, k_right.translation, filter);
		EXPECT_EQ(ray ? ray->fixture : nullptr, expected);
		EXPECT_EQ(disc ? disc->fixture : nullptr, expected);
	};
	hits({}, solid);
	hits({.sensors = true}, sensor);
	hits({.maskBits = 0x0001}, nullptr);
	hits({.ignoreBody = far}, nullptr);
	hits({.accept =
	          [&](b2Fixture* fixture)
	      {
		      return fixture != solid;
	      }},
	     nullptr);
}

TEST(StepMotionRules, AFilterWithoutStartsLeavesThingsThatContainTheStart)
{
	Game game;
	game.scene.Add(game.AddMover({0.0f, 0.0f}, {0.5f, 0.0f}, 0.5f), BoxOf(1.0f, 1.0f));
	b2Fixture* wall = game.scene.Add(game.AddMover({6.0f, 0.0f}, {0.0f, 0.5f}, 0.1f), BoxOf(1.0f, 4.0f));
	game.Step();
	const std::optional<RayHit> inside = CastRayClosest(game.step, k_right);
	ASSERT_TRUE(inside.has_value());
	EXPECT_TRUE(inside->startsInside);
	EXPECT_EQ(inside->enter.normal, b2Vec2(0.0f, 0.0f));
	EXPECT_GT(inside->exit.fraction, 0.0f);
	EXPECT_TRUE(game.CastDisc({0.0f, 0.0f}, k_right.translation)->startsInside);
	const QueryFilter leaves{.startInside = false};
	EXPECT_EQ(CastRayClosest(game.step, k_right, leaves)->fixture, wall);
	EXPECT_EQ(game.CastDisc({0.0f, 0.0f}, k_right.translation, leaves)->fixture, wall);
}

// Casts at a rising edge. With Sides::Front, only casts from above may hit it; with Sides::Back, only casts from below.
TEST(StepMotionRules, OneSidedEdgesAreHitFromTheSideThatTheFilterNames)
{
	Game game;
	b2Body* platform = game.AddMover({0.0f, 0.0f}, {0.0f, 1.0f}, 0.01f);
	// The front of this edge is its upper side.
	game.scene.Add(platform, EdgeOf({6.0f, 0.0f}, {4.0f, 0.0f}, {-4.0f, 0.0f}, {-6.0f, 0.0f}));
	game.Step();
	for (const Sides sides : {Sides::Both, Sides::Front, Sides::Back})
	{
		const QueryFilter filter{.sides = sides};
		const Ray down{{0.0f, 2.0f}, {0.0f, -2.0f}};
		const Ray up{{0.0f, -1.0f}, {0.0f, 4.0f}};
		EXPECT_EQ(CastRayClosest(game.step, down, filter).has_value(), sides != Sides::Back);
		EXPECT_EQ(CastRayClosest(game.step, up, filter).has_value(), sides != Sides::Front);
		EXPECT_EQ(game.CastDisc(down.origin, down.translation, filter).has_value(), sides != Sides::Back);
		EXPECT_EQ(game.CastDisc(up.origin, up.translation, filter).has_value(), sides != Sides::Front);
	}
	const std::optional<HullHit> hit = game.CastDisc({0.0f, 2.0f}, {0.0f, -2.0f});
	EXPECT_NEAR(hit->enter.normal.y, 1.0f, 1e-3f);
	EXPECT_EQ(hit->enter.edge, hit->child);
}

TEST(StepMotionRules, TiesGoToTheWorldsOrder)
{
	Game game;
	b2Fixture* first = game.scene.Add(game.AddMover({6.0f, 0.0f}, {-1.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	b2Fixture* second = game.scene.Add(game.AddMover({6.0f, 0.0f}, {-1.0f, 0.0f}), BoxOf(1.0f, 1.0f));
	const b2Fixture* expected = CastRayClosest(*game.scene.world, k_right)->fixture;
	game.Step();
	EXPECT_TRUE(expected == first || expected == second);
	EXPECT_EQ(CastRayClosest(game.step, k_right)->fixture, expected);
	EXPECT_EQ(game.CastDisc({0.0f, 0.0f}, k_right.translation)->fixture, expected);
}

// A ray starts inside an outline of several pieces and leaves it. Its next hit must be where it enters the outline
// again, not at a seam of pieces.
TEST(StepMotionRules, AnAttachedGeometryIsOneSolid)
{
	Game game;
	const std::array<b2Vec2, 8> arch{b2Vec2{-2.0f, -2.0f}, b2Vec2{-1.0f, -2.0f}, b2Vec2{-1.0f, 1.0f},
	                                 b2Vec2{1.0f, 1.0f},   b2Vec2{1.0f, -2.0f},  b2Vec2{2.0f, -2.0f},
	                                 b2Vec2{2.0f, 2.0f},   b2Vec2{-2.0f, 2.0f}};
	b2Fixture* fixture = game.scene.Add(game.AddMover({4.0f, -0.5f}, {0.0f, 1.0f}), BoxOf(2.0f, 2.0f));
	ASSERT_TRUE(AttachGeometry(fixture, ValueOf(CastGeometry::Make(ValueOf(Outline::Make(arch))))));
	game.Step();
	const std::optional<RayHit> through = CastRayClosest(game.step, k_right);
	ASSERT_TRUE(through.has_value());
	EXPECT_FLOAT_EQ(through->enter.point.x, 2.0f);
	EXPECT_FLOAT_EQ(through->exit.point.x, 3.0f);
	const Ray inside{{2.5f, 0.0f}, {8.0f, 0.0f}};
	EXPECT_TRUE(CastRayClosest(game.step, inside)->startsInside);
	const std::optional<RayHit> again = CastRayClosest(game.step, inside, {.startInside = false});
	ASSERT_TRUE(again.has_value());
	EXPECT_FLOAT_EQ(again->enter.point.x, 5.0f);
	EXPECT_FLOAT_EQ(again->exit.point.x, 6.0f);
	EXPECT_FALSE(game.CastDisc({2.5f, 0.0f}, {8.0f, 0.0f}, {.startInside = false}).has_value());
	EXPECT_FLOAT_EQ(game.CastDisc({0.0f, 0.0f}, {8.0f, 0.0f})->exit.fraction, 0.78125f);
}

TEST(StepMotionRules, ThingsThatAreDestroyedAfterTheStepAreNotHit)
{
	SceneRandom random(7900);
	for (int32_t run = 0; run < ScaledCount(40); ++run)
	{
		Game game;
		Scene& scene = game.scene;
		std::vector<b2Body*> bodies;
		for (int32_t i = 0; i < 30; ++i)
		{
			bodies.push_back(game.AddMover(random.InBox(6.0f), random.InBox(1.0f), random.Uniform(-1.0f, 1.0f)));
			AddRandomFixture(random, scene, bodies.back());
			AddRandomFixture(random, scene, bodies.back());
		}
		game.Step();
		while (bodies.empty() == false)
		{
			const auto i = static_cast<size_t>(random.Below(static_cast<int32_t>(bodies.size())));
			b2Body* body = bodies[i];
			if (random.OneIn(3) && body->GetFixtureList() != nullptr)
			{
				body->DestroyFixture(body->GetFixtureList());
			}
			else if (random.OneIn(4))
			{
				body->SetEnabled(random.OneIn(2));
			}
			else
			{
				scene.world->DestroyBody(body);
				bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(i));
				if (random.OneIn(2)) // often reuses the address of the destroyed body
				{
					scene.Add(scene.AddBody(random.InBox(6.0f)), BoxOf(0.5f, 0.5f));
				}
			}
			const b2Vec2 from = random.InBox(8.0f);
			const QueryFilter filter{.accept = [&](b2Fixture* fixture)
			                         {
				                         return fixture->GetBody()->GetWorld() == scene.world.get();
			                         }};
			(void)CastRayClosest(game.step, RayBetween(from, random.InBox(8.0f)), filter);
			(void)game.CastDisc(from, random.InBox(8.0f), filter);
			std::vector<BeamLeg> legs;
			(void)CastBeam(game.step, from, random.Direction(),
			               {.length = 20.0f, .maxBounces = 5, .maxPierces = 1, .filter = filter}, legs);
		}
		// The moved bodies are destroyed, so no moved body is left.
		const Ray ray = RayBetween(random.InBox(8.0f), random.InBox(8.0f));
		const std::optional<RayHit> hit = CastRayClosest(game.step, ray);
		const std::optional<RayHit> expected = CastRayClosest(*scene.world, ray);
		ASSERT_EQ(hit.has_value(), expected.has_value());
		EXPECT_TRUE(hit.has_value() == false ||
		            (hit->fixture == expected->fixture && hit->enter.fraction == expected->enter.fraction));
	}
}

TEST(StepMotionRules, ABodyThatIsPutElsewhereAfterTheStepIsAtRestThere)
{
	Game game;
	b2Body* body = game.AddMover({8.0f, 0.0f}, {2.0f, 0.0f}, 0.5f);
	game.scene.Add(body, CircleOf(1.0f));
	game.Step();
	EXPECT_GT(CastRayClosest(game.step, k_right)->enter.point.x, 7.5f);
	body->SetTransform({4.0f, 0.0f}, 0.0f);
	EXPECT_FLOAT_EQ(CastRayClosest(game.step, k_right)->enter.point.x, 3.0f);
	EXPECT_FLOAT_EQ(game.CastDisc({0.0f, 0.0f}, k_right.translation)->contact.x, 3.0f);
	game.scene.world->ShiftOrigin({1.0f, 0.0f});
	EXPECT_FLOAT_EQ(CastRayClosest(game.step, k_right)->enter.point.x, 2.0f);
}

TEST(StepMotionRules, ABeamPiercesAndSplitsAtMovingThings)
{
	Game game;
	b2Fixture* glass = game.scene.Add(game.AddMover({4.0f, 0.0f}, {1.0f, 0.0f}), BoxOf(0.5f, 4.0f));
	b2Fixture* wall = game.scene.AddBox({8.5f, 0.0f}, 0.5f, 4.0f);
	game.Step();
	std::vector<BeamLeg> legs;
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 16.0f, .maxPierces = 1}, legs),
	          BeamEnd::Stopped);
	ASSERT_EQ(legs.size(), 2u);
	EXPECT_EQ(legs[0].fixture, glass);
	EXPECT_EQ(legs[0].response, Response::Pierce);
	EXPECT_NEAR(legs[0].enter.fraction, 3.5f / 15.0f, 1e-6f); // it flies 16 m while the glass moves by 1 m
	EXPECT_NEAR(legs[0].exit.fraction, 4.5f / 15.0f, 1e-6f);
	EXPECT_EQ(legs[1].fixture, wall);

	const auto split = [](const BeamLeg&)
	{
		return BeamDecision::Split(0.5f, 0.5f);
	};
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 16.0f, .rule = split, .maxLegs = 3}, legs),
	          BeamEnd::MaxLegs);
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_EQ(legs[0].bounced, 0.5f);

	const auto once = [&](const BeamLeg& leg) -> BeamDecision
	{
		return leg.fixture == glass && leg.parent < 0 ? BeamDecision::Split(0.5f, 0.5f) : Response::Stop;
	};
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 16.0f, .rule = once}, legs), BeamEnd::Stopped);
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_EQ(legs[2].parent, 0);
	EXPECT_EQ(legs[2].fixture, nullptr);
	EXPECT_NEAR(legs[2].ray.origin.x, 56.0f / 15.0f, 1e-5f);
	EXPECT_NEAR(legs[2].enter.point.x, 56.0f / 15.0f - (16.0f - 56.0f / 15.0f), 1e-4f);
}

TEST(StepMotionRules, ABeamIsNotRefractedIntoAMovingThing)
{
	Game game;
	b2Fixture* still = game.scene.AddBox({3.0f, 0.0f}, 0.5f, 4.0f, 0.3f);
	b2Fixture* moving = game.scene.Add(game.AddMover({8.0f, 0.0f}, {0.5f, 0.0f}), BoxOf(0.5f, 4.0f));
	game.Step();
	const auto refract = [](const BeamLeg&)
	{
		return BeamDecision::Refract(1.5f);
	};
	std::vector<BeamLeg> legs;
	EXPECT_EQ(CastBeam(game.step, {0.0f, 0.0f}, {1.0f, 0.0f}, {.length = 16.0f, .rule = refract}, legs),
	          BeamEnd::NoPlace);
	ASSERT_EQ(legs.size(), 3u);
	EXPECT_EQ(legs[0].fixture, still);
	EXPECT_TRUE(legs[1].leaving);
	EXPECT_EQ(legs[2].fixture, moving);
	EXPECT_EQ(legs[2].response, Response::Stop);
}

TEST(StepMotionRules, ABeamEndsWhereASurfaceOvertakesIt)
{
	Game game;
	game.scene.Add(game.AddMover({0.0f, 0.0f}, {1.5f, 0.0f}), BoxOf(0.5f, 4.0f));
	game.Step();
	std::vector<BeamLeg> legs;
	EXPECT_EQ(CastBeam(game.step, {0.75f, 0.0f}, {1.0f, 0.0f}, {.length = 0.5f, .maxBounces = 3}, legs),
	          BeamEnd::NoPlace);
	ASSERT_EQ(legs.size(), 1u);
	EXPECT_NEAR(legs[0].enter.fraction, 0.25f, 1e-6f);
	// The beam flies towards the approaching surface. After the reflection, it would be slower than the surface, so it
	// must end there.
	EXPECT_EQ(CastBeam(game.step, {1.25f, 0.0f}, {-1.0f, 0.0f}, {.length = 0.5f, .maxBounces = 3}, legs),
	          BeamEnd::NoPlace);
	EXPECT_EQ(legs.size(), 1u);
}

TEST(StepMotionRules, IfMemoryRunsOutNothingCountsAsMoved)
{
	const auto make = []
	{
		auto game = std::make_unique<Game>();
		for (int32_t i = 0; i < 20; ++i)
		{
			game->scene.Add(game->AddMover({4.0f, -8.0f + static_cast<float>(i)}, {0.5f, 0.0f}, 0.5f),
			                BoxOf(0.5f, 0.5f));
		}
		return game;
	};
	const auto play = [](Game& game) -> Result<>
	{
		const Result<> begun = game.step.Begin();
		return begun ? game.step.End() : begun;
	};
	const auto check = [](Game& game, bool)
	{
		EXPECT_FLOAT_EQ(CastRayClosest(game.step, k_right)->enter.point.x, 3.5f);
		game.Step();
		EXPECT_GT(CastRayClosest(game.step, k_right)->enter.point.x, 3.5f);
		(void)game.CastDisc({0.0f, 0.0f}, k_right.translation);
		EXPECT_EQ(AllocationsOf([&] { (void)game.CastDisc({0.0f, 0.0f}, k_right.translation); }), 0);
		EXPECT_EQ(AllocationsOf([&] { (void)CastRayClosest(game.step, k_right); }), 0);
	};
	EXPECT_GT(FailEach(make, play, check), 0);
}

} // namespace ricochet::test::step_motion_rules_test
