// MIT License, Copyright (c) 2026 the ricochet authors

#include "host/host.h"
#include "projectile/firing_range.h"

#include <functional>
#include <vector>

// Tests each kind of change that the game makes between BeginStep and EndStep.

namespace ricochet::test::step_change_test
{

namespace
{

// The time of the change: before or after the world's step.
enum class When
{
	Before,
	After
};

void Step(FiringRange& range, When when, const std::function<void()>& change)
{
	range.plugin.BeginStep();
	if (when == When::Before)
	{
		change();
	}
	range.world.Step(k_dt, 8, 3);
	if (when == When::After)
	{
		change();
	}
	range.plugin.EndStep(k_dt);
}

// A target moves by 1 m in a step, from x = -0.5 to 0.5. A bullet stays at x = 0 and crosses the target's path at half
// of the step.
struct Crossing
{
	explicit Crossing(b2BodyType type = b2_kinematicBody)
	{
		body = range.AddBody({-0.5f, 0.0f}, 0.0f, type);
		body->SetGravityScale(0.0f);
		fixture = AddDisc(0.2f);
		body->SetLinearVelocity({60.0f, 0.0f});
		bullet = range.plugin.Fire(LastingGram({0.0f, -2.0f}, {0.0f, 240.0f}));
	}

	b2Fixture* AddDisc(float radius) { return range.Add(body, CircleOf(radius)); }

	[[nodiscard]] size_t Impacts() const { return range.plugin.Impacts().size(); }

	FiringRange range;
	b2Body* body;
	b2Fixture* fixture;
	BulletId bullet;
};

// Interpolates the pose of a body within a step. The body rotates about one local centre.
struct Sweep
{
	b2Transform before, after;
	b2Vec2 localCenter;
	double angleBefore, angleAfter;

	// Converts a point of the world to the body's frame.
	[[nodiscard]] b2Vec2 ToLocal(b2Vec2 point, double share) const
	{
		const b2Vec2 from = b2Mul(before, localCenter);
		const b2Vec2 to = b2Mul(after, localCenter);
		const double angle = angleBefore + share * (angleAfter - angleBefore);
		const double x = point.x - (from.x + share * (to.x - from.x));
		const double y = point.y - (from.y + share * (to.y - from.y));
		return localCenter + b2Vec2{static_cast<float>(std::cos(angle) * x + std::sin(angle) * y),
		                            static_cast<float>(std::cos(angle) * y - std::sin(angle) * x)};
	}
};

} // namespace

TEST(StepChange, ABodyWhoseMassShiftsIsSweptAboutTheCentreThatItHad)
{
	const auto destroy = [](b2Body& body)
	{
		body.DestroyFixture(body.GetFixtureList());
	};
	const auto create = [](b2Body& body)
	{
		const b2CircleShape weight = CircleOf(0.5f, {0.0f, -3.0f});
		body.CreateFixture(&weight, 3.0f);
	};
	const auto set = [](b2Body& body)
	{
		const b2MassData data{7.0f, {-1.0f, 0.75f}, 40.0f};
		body.SetMassData(&data);
	};
	const std::function<void(b2Body&)> changes[] = {destroy, create, set};
	for (size_t i = 0; i < 6; ++i)
	{
		SCOPED_TRACE(testing::Message() << "change " << i / 2 << (i % 2 == 0 ? " before" : " after"));
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f}, 0.3f, b2_dynamicBody);
		b2PolygonShape box = BoxOf(0.5f, 0.5f);
		const b2Fixture* middle = range.Add(body, box);
		box.SetAsBox(0.5f, 0.5f, {0.0f, 3.0f}, 0.0f);
		range.Add(body, box);
		body->SetAngularVelocity(15.0f);
		Sweep sweep{body->GetTransform(), {}, body->GetLocalCenter(), body->GetAngle(), 0.0};
		ASSERT_NEAR(sweep.localCenter.y, 1.5f, 1.0e-5f);
		const b2Vec2 velocity = body->GetLinearVelocity();
		ASSERT_EQ(velocity, b2Vec2(0.0f, 0.0f));
		range.plugin.Fire(LastingGram({-5.0f, 0.0f}, {600.0f, 0.0f}));
		Step(range, i % 2 == 0 ? When::Before : When::After, [&] { changes[i / 2](*body); });
		sweep.after = body->GetTransform();
		sweep.angleAfter = body->GetAngle();
		ASSERT_NE(body->GetLocalCenter(), sweep.localCenter);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& impact = range.plugin.Impacts()[0];
		EXPECT_EQ(impact.fixture, middle);
		const b2Vec2 local = sweep.ToLocal(impact.enter.point, static_cast<double>(impact.enter.fraction));
		EXPECT_NEAR(std::max(std::abs(local.x), std::abs(local.y)), 0.5f, 2.0e-4f);
	}
}

TEST(StepChange, ImpulsesActOnTheMassThatTheBodyHasInTheEnd)
{
	// The perfectly plastic impact is off the centre of mass before and after the change. Exact mechanics judge the
	// result.
	FiringRange range;
	b2Body* body = range.AddBox({0.0f, 0.0f}, 2.0f, 2.0f, 0.0f, b2_dynamicBody)->GetBody();
	body->SetLinearVelocity({0.0f, 0.6f});
	BulletDef def = LastingGram({-5.0f, 1.0f}, {600.0f, 0.0f});
	def.mass = 0.5f;
	range.plugin.Fire(def);
	const b2MassData data{2.0f, {0.0f, -1.0f}, 2.0f + 3.0f};
	Step(range, When::After, [&] { body->SetMassData(&data); });
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	const double armX = static_cast<double>(range.plugin.Impacts()[0].enter.point.x); // -2
	const double armY = 1.0 - (-1.0) - 0.6 / 60.0 * static_cast<double>(range.plugin.Impacts()[0].enter.fraction);
	// K j = u, where j is the impulse on the body and u the relative velocity.
	const double sum = 1.0 / 0.5 + 1.0 / 2.0;
	const double xx = sum + armY * armY / 3.0;
	const double xy = -armX * armY / 3.0;
	const double yy = sum + armX * armX / 3.0;
	const double determinant = xx * yy - xy * xy;
	const double ux = 600.0;
	const double uy = -0.6;
	const double jx = (yy * ux - xy * uy) / determinant;
	const double jy = (xx * uy - xy * ux) / determinant;
	EXPECT_NEAR(body->GetLinearVelocity().x, jx / 2.0, 1.0e-3);
	EXPECT_NEAR(body->GetLinearVelocity().y, 0.6 + jy / 2.0, 1.0e-3);
	EXPECT_NEAR(body->GetAngularVelocity(), (armX * jy - armY * jx) / 3.0, 1.0e-3);
}

TEST(StepChange, AFixtureMadeMeanwhileIsMetAsIfItHadBeenThereFromTheBeginning)
{
	for (const When when : {When::Before, When::After})
	{
		Crossing scene;
		scene.fixture->SetSensor(true);
		b2Fixture* made = nullptr;
		Step(scene.range, when, [&] { made = scene.AddDisc(0.3f); });
		ASSERT_EQ(scene.Impacts(), 1u);
		EXPECT_EQ(scene.range.plugin.Impacts()[0].fixture, made);
		EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.3f, 0.02f);
	}
}

TEST(StepChange, AFixtureDestroyedMeanwhileIsNotMet)
{
	for (const When when : {When::Before, When::After})
	{
		Crossing scene;
		Step(scene.range, when, [&] { scene.body->DestroyFixture(scene.fixture); });
		EXPECT_EQ(scene.Impacts(), 0u);
	}
}

TEST(StepChange, ABodyOfAnotherTypeMovesAsItHasMovedAndTakesImpulsesAsItIs)
{
	for (const b2BodyType from : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		for (const b2BodyType to : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
		{
			// A body that became static before the world's step would not move. So it becomes static after that step.
			const When when = to == b2_staticBody ? When::After : When::Before;
			if (from == b2_staticBody && to == b2_staticBody)
			{
				continue;
			}
			SCOPED_TRACE(testing::Message() << "from " << from << " to " << to);
			Crossing scene(from);
			Step(scene.range, when,
			     [&]
			     {
				     scene.body->SetType(to);
				     if (when == When::Before)
				     {
					     scene.body->SetGravityScale(0.0f);
					     scene.body->SetLinearVelocity({60.0f, 0.0f});
				     }
			     });
			ASSERT_NEAR(scene.body->GetPosition().x, 0.5f, 1.0e-5f);
			ASSERT_EQ(scene.Impacts(), 1u);
			EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.2f, 0.02f);
			EXPECT_EQ(scene.body->GetLinearVelocity().y != 0.0f, to == b2_dynamicBody);
		}
	}
}

TEST(StepChange, ABodyIsMetIfItIsEnabledInTheEnd)
{
	Crossing off;
	Step(off.range, When::After, [&] { off.body->SetEnabled(false); });
	EXPECT_EQ(off.Impacts(), 0u);

	Crossing on;
	on.body->SetEnabled(false);
	Step(on.range, When::Before, [&] { on.body->SetEnabled(true); });
	EXPECT_EQ(on.Impacts(), 1u);
}

TEST(StepChange, ATeleportedStaticBodyIsMetWhereItIsPut)
{
	// The result does not depend on other projectiles or on the number of bullets.
	for (const bool hasGrenade : {false, true})
	{
		for (const int32_t others : {0, 300})
		{
			for (const When when : {When::Before, When::After})
			{
				Crossing scene(b2_staticBody);
				const BulletId there = scene.range.plugin.Fire(LastingGram({0.5f, -2.0f}, {0.0f, 240.0f}));
				for (int32_t i = 0; i < others; ++i)
				{
					scene.range.AddBox({static_cast<float>(i), -50.0f}, 0.4f, 0.4f);
					scene.range.plugin.Fire(LastingGram({20.0f, -2.0f}, {0.0f, 240.0f}));
				}
				if (hasGrenade)
				{
					scene.range.plugin.Throw({.position = {20.0f, 0.0f}});
				}
				Step(scene.range, when, [&] { scene.body->SetTransform({0.5f, 0.0f}, 0.0f); });
				ASSERT_EQ(scene.Impacts(), 1u);
				EXPECT_EQ(scene.range.plugin.Impacts()[0].bullet, there);
			}
		}
	}
}

TEST(StepChange, ATeleportedBodyThatBox2DCanMoveIsMetOnItsWay)
{
	for (const b2BodyType type : {b2_kinematicBody, b2_dynamicBody})
	{
		for (const When when : {When::Before, When::After})
		{
			Crossing scene(type);
			scene.body->SetLinearVelocity({0.0f, 0.0f});
			Step(scene.range, when, [&] { scene.body->SetTransform({0.5f, 0.0f}, 0.0f); });
			ASSERT_EQ(scene.Impacts(), 1u) << type;
			EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.2f, 0.02f);
			EXPECT_EQ(scene.range.plugin.Stats().movedBodies, 1);
		}
	}
}

TEST(StepChange, ABodyThatCanMoveFromNowOnIsMetOnItsWay)
{
	enum class Becomes
	{
		Made,
		Retyped,
		Enabled
	};
	for (const Becomes becomes : {Becomes::Made, Becomes::Retyped, Becomes::Enabled})
	{
		FiringRange range;
		range.AddBox({60.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_kinematicBody)->GetBody()->SetLinearVelocity({1.0f, 0.0f});
		range.plugin.Fire(Lasting({-5000.0f, 0.0f}, {0.0f, 1.0f}));
		b2Body* body = nullptr;
		const auto make = [&](b2BodyType type)
		{
			body = range.AddCircle({-0.5f, 0.0f}, 0.2f, type)->GetBody();
		};
		if (becomes != Becomes::Made)
		{
			make(becomes == Becomes::Enabled ? b2_kinematicBody : b2_staticBody);
			body->SetEnabled(becomes != Becomes::Enabled);
		}
		for (int32_t step = 0; step < 3; ++step)
		{
			range.Step(k_dt);
		}
		if (becomes == Becomes::Made)
		{
			make(b2_kinematicBody);
		}
		body->SetType(b2_kinematicBody);
		body->SetEnabled(true);
		for (int32_t step = 0; step < 3; ++step)
		{
			range.Step(k_dt);
		}
		const BulletId bullet = range.plugin.Fire(LastingGram({0.0f, -2.0f}, {0.0f, 240.0f}));
		Step(range, When::Before, [&] { body->SetTransform({0.5f, 0.0f}, 0.0f); });
		EXPECT_EQ(CountOf(range.plugin.Impacts(), bullet), 1) << static_cast<int>(becomes);
	}
}

// In the world's tree, the bounds of a rotating body cover only its poses at both ends of the step. A bullet must also
// hit its tip between them.
TEST(StepChange, TheTipOfATurningBodyIsMetWhereItBulgesOutOfItsBounds)
{
	FiringRange range;
	b2Body* body = range.AddBody({0.0f, 0.0f}, 0.2529f, b2_kinematicBody);
	const std::vector<b2Vec2> kite{{4.0f, 0.0f}, {0.0f, 3.0f}, {-1.0f, 0.0f}, {0.0f, -3.0f}};
	b2PolygonShape shape;
	shape.Set(kite.data(), static_cast<int32>(kite.size()));
	b2Fixture* fixture = range.Add(body, shape);
	const float halfTurn = 0.119f;
	body->SetTransform({0.0f, 0.0f}, -halfTurn);
	body->SetAngularVelocity(2.0f * halfTurn / k_dt);
	range.plugin.Fire(LastingGram({3.997f, -2.0f}, {0.0f, 4.0f / k_dt}));
	range.Step(k_dt);
	ASSERT_LT(BoundsInTree(range.world, *fixture, 0)->upperBound.x, 3.985f);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].enter.point.y, 0.0f, 0.1f);
}

TEST(StepChange, ABodyMadeMeanwhileStandsWhereItIsInTheEnd)
{
	for (const When when : {When::Before, When::After})
	{
		FiringRange range;
		range.AddBox({50.0f, 0.0f}, 1.0f, 1.0f);
		range.plugin.Fire(LastingGram({0.0f, -2.0f}, {0.0f, 240.0f}));
		const BulletId late = range.plugin.Fire(LastingGram({0.5f, -2.0f}, {0.0f, 240.0f}));
		b2Body* body = nullptr;
		Step(range, when,
		     [&]
		     {
			     body = range.AddCircle({when == When::Before ? -0.5f : 0.5f, 0.0f}, 0.2f, b2_dynamicBody)->GetBody();
			     body->SetLinearVelocity({60.0f, 0.0f});
		     });
		ASSERT_NEAR(body->GetPosition().x, 0.5f, 1.0e-5f);
		EXPECT_EQ(range.plugin.Impacts().size(), 1u);
		EXPECT_EQ(CountOf(range.plugin.Impacts(), late), 1);
		EXPECT_EQ(range.plugin.Stats().movedBodies, 0);
	}
}

TEST(StepChange, ABodyDestroyedMeanwhileIsNotMet)
{
	for (const When when : {When::Before, When::After})
	{
		Crossing scene;
		Step(scene.range, when, [&] { scene.range.world.DestroyBody(scene.body); });
		EXPECT_EQ(scene.Impacts(), 0u);
	}
}

TEST(StepChange, ABodyThatWasNowhereIsMetWhereItIsPut)
{
	for (const bool position : {false, true})
	{
		Crossing scene;
		scene.body->SetTransform({position ? k_nan : 0.0f, 0.0f}, position ? 0.0f : k_nan);
		Step(scene.range, When::After,
		     [&]
		     {
			     scene.body->SetLinearVelocity({0.0f, 0.0f});
			     scene.body->SetTransform({0.0f, 0.0f}, 0.0f);
		     });
		ASSERT_EQ(scene.Impacts(), 1u);
		EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.2f, 1.0e-5f);
		EXPECT_EQ(scene.range.plugin.Stats().movedBodies, 0);
	}
}

TEST(StepChange, AStaticBodyThatIsPutNowhereIsQuarantinedAtTheEndOfTheStep)
{
	for (const bool isEnabled : {true, false})
	{
		Crossing scene; // a scene in which a body moves
		b2Body* body = scene.range.AddBox({30.0f, 0.0f}, 1.0f, 1.0f)->GetBody();
		for (int32_t i = 0; i < 8; ++i)
		{
			scene.range.AddBox({40.0f, static_cast<float>(i)}, 0.2f, 0.2f);
		}
		body->SetEnabled(isEnabled);
		scene.range.plugin.Fire(Lasting({-5000.0f, 0.0f}, {0.0f, 1.0f}));
		scene.range.Step(k_dt);
		Step(scene.range, When::After, [&] { body->SetTransform({k_nan, 0.0f}, 0.0f); });
		EXPECT_EQ(scene.range.plugin.Stats().quarantinedBodies, isEnabled ? 1 : 0);
		scene.range.Step(k_dt);
		EXPECT_EQ(scene.range.plugin.Stats().quarantinedBodies, isEnabled ? 1 : 0);
		body->SetEnabled(true);
		scene.range.Step(k_dt);
		EXPECT_EQ(scene.range.plugin.Stats().quarantinedBodies, 1);
	}
}

TEST(StepChange, AShapeEditedInPlaceIsMetAsItIsInTheEndWhereTheBodyMoves)
{
	for (const When when : {When::Before, When::After})
	{
		Crossing scene;
		Step(scene.range, when, [&] { static_cast<b2CircleShape*>(scene.fixture->GetShape())->m_radius = 0.4f; });
		ASSERT_EQ(scene.Impacts(), 1u);
		EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.4f, 0.03f);
	}
}

TEST(StepChange, AVelocitySetMeanwhileCountsInTheImpulseAndNotOnTheWay)
{
	Crossing scene(b2_dynamicBody);
	Step(scene.range, When::After, [&] { scene.body->SetLinearVelocity({0.0f, 100.0f}); });
	ASSERT_EQ(scene.Impacts(), 1u);
	const double mass = static_cast<double>(scene.body->GetMass());
	const double before = 0.001 * 240.0 + mass * 100.0;
	const double after = 0.001 * static_cast<double>(scene.range.plugin.Impacts()[0].velocityAfter.y) +
	                     mass * static_cast<double>(scene.body->GetLinearVelocity().y);
	EXPECT_NEAR(after, before, 1.0e-5 * before);
	EXPECT_GT(scene.body->GetLinearVelocity().y, 100.5f);
	EXPECT_NEAR(scene.range.plugin.Impacts()[0].enter.point.y, -0.2f, 0.02f);
}

TEST(StepChange, AFilterIsTheOneInTheEnd)
{
	Crossing scene;
	b2Filter none;
	none.maskBits = 0;
	Step(scene.range, When::After, [&] { scene.fixture->SetFilterData(none); });
	EXPECT_EQ(scene.Impacts(), 0u);

	Crossing back;
	back.fixture->SetFilterData(none);
	Step(back.range, When::After, [&] { back.fixture->SetFilterData(b2Filter()); });
	EXPECT_EQ(back.Impacts(), 1u);
}

TEST(StepChange, GravityIsTheOneInTheEnd)
{
	FiringRange range({0.0f, -10.0f});
	const BulletId bullet = range.plugin.Fire({.velocity = {1.0f, 0.0f}});
	const GrenadeId grenade = range.plugin.Throw({.position = {5.0f, 0.0f}});
	Step(range, When::After, [&] { range.world.SetGravity({0.0f, 20.0f}); });
	EXPECT_NEAR(range.plugin.Find(bullet)->velocity.y, 20.0f * k_dt, 1.0e-6f);
	EXPECT_NEAR(range.plugin.Find(grenade)->velocity.y, 20.0f * k_dt, 1.0e-6f);
}

TEST(StepChange, ACharacterThatIsMovedWithinTheStepIsHitFromOutside)
{
	// Arrows hang in the air in front of a character. The game moves the character by 16 cm per step, either within the
	// step or between steps. Between steps, the move puts the character over the arrows.
	for (const bool within : {true, false})
	{
		FiringRange range;
		b2Body* walker = range.AddBox({-2.0f, 0.0f}, 0.5f, 1.0f, 0.0f, b2_kinematicBody)->GetBody();
		for (int32_t i = 0; i < 200; ++i)
		{
			const float x = 0.01f * static_cast<float>(i);
			range.plugin.Fire(Lasting({x, 0.008f * static_cast<float>(i) - 0.8f}, {-0.5f, 0.0f}));
		}
		int32_t hits = 0;
		int32_t inside = 0;
		for (int32_t step = 0; step < 30; ++step)
		{
			const auto walk = [&]
			{
				walker->SetTransform(walker->GetPosition() + b2Vec2{0.16f, 0.0f}, 0.0f);
			};
			if (within == false)
			{
				walk();
			}
			range.plugin.BeginStep();
			if (within)
			{
				walk();
			}
			range.world.Step(k_dt, 8, 3);
			range.plugin.EndStep(k_dt);
			for (const ImpactEvent& hit : range.plugin.Impacts())
			{
				++hits;
				inside += hit.startsInside ? 1 : 0;
			}
		}
		EXPECT_EQ(hits, 200);
		EXPECT_EQ(inside > 0, within == false);
	}
}

} // namespace ricochet::test::step_change_test
