// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <limits>

// Tests free bodies that close in on grenades with a support behind them. The grenades hold the bodies back, and every
// impulse on a body is reported.

namespace ricochet::test::grenade_hold_test
{

namespace
{

constexpr double k_floatRounding = 0x1p-23;

// The state of a body within one step: its centre before the step, and its centre, pose and velocity after the world's
// step.
struct Seen
{
	b2Body* body = nullptr;
	Point2 centerBefore{};
	Point2 center{};
	b2Vec2 velocity{0.0f, 0.0f};
	float spin = 0.0f;
	b2Transform pose{{0.0f, 0.0f}, b2Rot{0.0f}};
};

// Counts over all steps.
struct Tally
{
	int32_t held = 0;  ///< steps in which the plugin moved a body back
	int32_t twice = 0; ///< those steps of `held` in which two grenades pressed one body
	int32_t presses = 0;
};

struct HoldingRange
{
	explicit HoldingRange(float stepRate) : rate(stepRate) {}

	b2Body* AddFree(const b2Shape& shape, b2Vec2 position, float mass, b2Vec2 velocity, float spin = 0.0f)
	{
		b2Body* body = range.AddBody(position, 0.0f, b2_dynamicBody);
		b2Fixture* fixture = range.Add(body, shape);
		fixture->SetDensity(mass / body->GetMass());
		body->ResetMassData();
		body->SetLinearVelocity(velocity);
		body->SetAngularVelocity(spin);
		free.push_back(body);
		return body;
	}

	b2Body* AddFreeBox(b2Vec2 position, float hx, float hy, float mass, b2Vec2 velocity, float spin = 0.0f)
	{
		return AddFree(BoxOf(hx, hy), position, mass, velocity, spin);
	}

	void Throw(b2Vec2 position, float radius, float mass = 0.4f, float restitution = 0.4f)
	{
		GrenadeDef def{.position = position, .radius = radius, .mass = mass, .restitution = restitution};
		def.fuse = 100.0f;
		ids.push_back(range.plugin.Throw(def));
	}

	void Step()
	{
		std::vector<Seen> seen;
		for (b2Body* body : free)
		{
			seen.push_back({.body = body, .centerBefore = Widen(body->GetWorldCenter())});
		}
		range.Step(1.0f / rate,
		           [&]
		           {
			           for (Seen& one : seen)
			           {
				           one.center = Widen(one.body->GetWorldCenter());
				           one.velocity = one.body->GetLinearVelocity();
				           one.spin = one.body->GetAngularVelocity();
				           one.pose = one.body->GetTransform();
			           }
		           });
		tally.presses += static_cast<int32_t>(range.plugin.Presses().size());
		for (const Seen& one : seen)
		{
			JudgeMomentum(one);
			JudgeSpin(one);
			Count(one);
		}
		JudgePresses();
		JudgePlaces();
	}

	void Count(const Seen& seen)
	{
		const b2Transform& pose = seen.body->GetTransform();
		if (pose.p == seen.pose.p && pose.q.s == seen.pose.q.s)
		{
			return;
		}
		++tally.held;
		GrenadeId first;
		bool another = false;
		for (const PressEvent& press : range.plugin.Presses())
		{
			if (press.body == seen.body)
			{
				another = another || (first && first != press.grenade);
				first = first ? first : press.grenade;
			}
		}
		tally.twice += another ? 1 : 0;
	}

	// Each impulse rounds the float velocity of the body twice.
	void JudgeMomentum(const Seen& seen) const
	{
		const double mass = seen.body->GetMass();
		Point2 told;
		double most = mass * SpeedOf(seen.velocity);
		int32_t count = 0;
		const auto add = [&](const b2Body* body, b2Vec2 impulse)
		{
			if (body == seen.body)
			{
				told = told + Widen(impulse);
				most += SpeedOf(impulse);
				++count;
			}
		};
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			add(impact.body, impact.impulse);
		}
		for (const PressEvent& press : range.plugin.Presses())
		{
			add(press.inNextStep ? nullptr : press.body, press.impulse);
		}
		const Point2 change = mass * (Widen(seen.body->GetLinearVelocity()) - Widen(seen.velocity));
		EXPECT_LE(Length(change - told), 2.0 * (count + 1) * k_floatRounding * most)
		    << "changes by (" << change.x << ", " << change.y << ") N s, told (" << told.x << ", " << told.y << ") by "
		    << count << " events";
	}

	// The lever of an impulse starts at the body's centre of mass. This centre moves straight, up to the place to which
	// the body is held back, slightly before the press. If a projectile was hit first, and then the body was held back
	// even earlier, that projectile's lever starts farther on.
	void JudgeSpin(const Seen& seen) const
	{
		const double inertia = CentralInertia(*seen.body);
		const Point2 way = seen.center - seen.centerBefore;
		const double held =
		    Length(way) > 0.0 ? Length(Widen(seen.body->GetWorldCenter()) - seen.centerBefore) / Length(way) : 1.0;
		double told = 0.0;
		double most = inertia * std::abs(static_cast<double>(seen.spin));
		double slack = 0.0;
		const auto add = [&](const b2Body* body, Point2 point, float time, b2Vec2 impulse)
		{
			if (body == seen.body)
			{
				const double share = std::min(static_cast<double>(time * rate), held);
				const double late = static_cast<double>(time * rate) - share;
				const Point2 arm = point - (seen.centerBefore + share * way);
				told += Cross(arm, Widen(impulse));
				most += Length(arm) * SpeedOf(impulse);
				slack += ((late + 1.0 / 32.0) * Length(way) + 1.0e-4) * SpeedOf(impulse);
			}
		};
		for (const ImpactEvent& impact : range.plugin.Impacts())
		{
			add(impact.body, Widen(impact.enter.point), impact.time, impact.impulse);
		}
		for (const PressEvent& press : range.plugin.Presses())
		{
			add(press.inNextStep ? nullptr : press.body, Widen(press.point), press.time, press.impulse);
		}
		const double change = inertia * (static_cast<double>(seen.body->GetAngularVelocity()) - seen.spin);
		EXPECT_NEAR(change, told, slack + 16.0 * k_floatRounding * most);
	}

	void JudgePresses() const
	{
		for (const PressEvent& press : range.plugin.Presses())
		{
			const auto state = range.plugin.Find(press.grenade);
			ASSERT_TRUE(state.has_value());
			EXPECT_EQ(press.fixture->GetBody(), press.body);
			EXPECT_GE(press.time, 0.0f);
			EXPECT_LE(press.time, 1.0f / rate);
			EXPECT_NEAR(SpeedOf(press.normal), 1.0, 1.0e-6);
			const double along = Dot(Widen(press.normal), Widen(press.impulse));
			EXPECT_NEAR(along, -SpeedOf(press.impulse), 1.0e-6 * SpeedOf(press.impulse)) << "out of the body";
		}
	}

	void JudgePlaces() const
	{
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			ADD_FAILURE() << "grenade " << end.grenade.index << " ends for reason " << static_cast<int>(end.reason);
		}
		for (const GrenadeState& state : range.plugin.Grenades())
		{
			const double gap = SignedDistance(range.world, Widen(state.position)) - static_cast<double>(state.radius);
			EXPECT_GE(gap, -k_contactSlack) << "grenade " << state.id.index << " is in something";
		}
	}

	void Run(int32_t steps)
	{
		for (int32_t i = 0; i < steps && testing::Test::HasFatalFailure() == false; ++i)
		{
			SCOPED_TRACE(testing::Message() << "step " << i);
			Step();
		}
	}

	float rate;
	FiringRange range;
	std::vector<b2Body*> free;
	std::vector<GrenadeId> ids;
	Tally tally;
};

// The world moves a box by 0.67 m. The first grenade moves into the place that the box leaves. The second one holds the
// box back after 6 cm.
struct Return
{
	Return() : scene(60.0f)
	{
		b2Filter forGrenades;
		forGrenades.groupIndex = -1;
		scene.range.AddBox({2.175f, 0.0f}, 1.0f, 5.0f)->SetFilterData(forGrenades);
		box = scene.AddFreeBox({0.51f, 0.0f}, 0.5f, 0.5f, 10.0f, {40.0f, 0.0f});
		box->GetFixtureList()->SetFilterData(forGrenades);
	}

	void ThrowBoth(float x)
	{
		scene.ids.push_back(scene.range.plugin.Throw({.position = {x, 3.0f}, .velocity = {0.0f, -170.0f}}));
		scene.Throw({1.12f, 0.0f}, 0.05f);
	}

	HoldingRange scene;
	b2Body* box;
};

constexpr float k_masses[] = {0.01f, 0.4f, 1.0f, 30.0f, 1000.0f};
constexpr float k_speeds[] = {0.3f, 3.0f, 20.0f, 80.0f};

} // namespace

TEST(GrenadeHold, ABodyThatClosesOnAGrenadeAtAWallStaysOutOfItAndEveryImpulseIsTold)
{
	int32_t held = 0;
	for (const float mass : k_masses)
	{
		for (const float speed : k_speeds)
		{
			for (const float offset : {0.0f, 0.2f})
			{
				for (const float rate : {30.0f, 60.0f, 240.0f})
				{
					SCOPED_TRACE(testing::Message()
					             << mass << " kg, " << speed << " m/s, " << offset << " m aside, " << rate << " Hz");
					HoldingRange scene(rate);
					scene.range.AddBox({1.0f, 0.0f}, 1.0f, 5.0f);
					scene.Throw({-0.051f, 0.0f}, 0.05f);
					scene.AddFreeBox({-0.7f - 0.01f * speed, offset}, 0.5f, 0.3f, mass, {speed, 0.0f});
					scene.Run(30);
					held += scene.tally.held;
				}
			}
		}
	}
	EXPECT_GT(held, 100);
}

TEST(GrenadeHold, ABodyThatTurnsIntoAPocketIsHeldBackByTheGrenadeInIt)
{
	// Only the grenade collides with the pocket. Without the pocket, the grenade could be squeezed out along the wall.
	int32_t held = 0;
	for (const float mass : k_masses)
	{
		for (const float speed : k_speeds)
		{
			for (const float spin : {-20.0f, -4.0f, 4.0f, 20.0f})
			{
				SCOPED_TRACE(testing::Message() << mass << " kg, " << speed << " m/s, " << spin << " rad/s");
				HoldingRange scene(60.0f);
				b2Filter forGrenades;
				forGrenades.groupIndex = -1;
				scene.range.AddBox({1.0f, 0.0f}, 1.0f, 5.0f)->SetFilterData(forGrenades);
				scene.range.AddBox({-0.5f, 0.55f}, 1.0f, 0.49f)->SetFilterData(forGrenades);
				scene.range.AddBox({-0.5f, -0.55f}, 1.0f, 0.49f)->SetFilterData(forGrenades);
				scene.Throw({-0.051f, 0.0f}, 0.05f);
				b2Body* body = scene.AddFreeBox({-0.75f - 0.01f * speed, 0.05f}, 0.5f, 0.3f, mass, {speed, 0.0f}, spin);
				body->GetFixtureList()->SetFilterData(forGrenades);
				scene.Run(30);
				held += scene.tally.held;
			}
		}
	}
	EXPECT_GT(held, 10);
}

TEST(GrenadeHold, ABodyIsHeldBackAgainByAGrenadeThatIsMetEarlier)
{
	// Grenades fly in the order in which they were thrown. If the small one is first, the body reaches it later than
	// the large one.
	int32_t held = 0;
	int32_t twice = 0;
	for (const float mass : k_masses)
	{
		for (const float speed : {0.3f, 1.0f, 3.0f, 10.0f, 20.0f, 80.0f})
		{
			for (const float spin : {0.0f, 0.5f})
			{
				for (const float lead : {0.002f, 0.007f, 0.012f})
				{
					for (const b2Vec2 radii : {b2Vec2{0.04f, 0.07f}, {0.07f, 0.04f}, {0.05f, 0.05f}})
					{
						SCOPED_TRACE(testing::Message() << mass << " kg, " << speed << " m/s, " << spin << " rad/s, "
						                                << lead << " s away, first of " << radii.x << " m");
						HoldingRange scene(60.0f);
						scene.range.AddBox({1.0f, 0.0f}, 1.0f, 5.0f);
						scene.Throw({-radii.x - 0.001f, -0.4f}, radii.x);
						scene.Throw({-radii.y - 0.001f, 0.4f}, radii.y);
						scene.AddFreeBox({-0.65f - lead * speed, 0.0f}, 0.5f, 0.8f, mass, {speed, 0.0f}, spin);
						scene.Run(40);
						held += scene.tally.held;
						twice += scene.tally.twice;
					}
				}
			}
		}
	}
	EXPECT_GT(held, 200);
	EXPECT_GT(twice, 10);
}

TEST(GrenadeHold, BetweenTwoBodiesBothAreToldOfWhatTheyReceive)
{
	int32_t presses = 0;
	int32_t held = 0;
	for (const float mass : k_masses)
	{
		for (const float other : {0.2f, 5.0f, 200.0f})
		{
			for (const float speed : k_speeds)
			{
				SCOPED_TRACE(testing::Message() << mass << " kg, " << other << " kg, " << speed << " m/s");
				HoldingRange scene(60.0f);
				scene.Throw({0.0f, 0.0f}, 0.05f);
				scene.AddFreeBox({-0.6f - 0.01f * speed, 0.05f}, 0.5f, 0.3f, mass, {speed, 0.0f});
				scene.AddFreeBox({0.6f + 0.01f * speed, -0.05f}, 0.5f, 0.3f, other, {-speed, 0.0f});
				// The run is short, because the world resolves the contact of the two boxes themselves.
				scene.Run(30);
				presses += scene.tally.presses;
				held += scene.tally.held;
			}
		}
	}
	EXPECT_GT(presses, 10);
	EXPECT_GT(held, 10);
}

TEST(GrenadeHold, ABulletThatHitsABodyThatIsHeldBackTurnsItAboutWhereItThenIs)
{
	// The world has moved the box by 1.3 m, but the grenade holds it back after a few centimetres.
	HoldingRange scene(60.0f);
	scene.range.AddBox({1.0f, 0.0f}, 1.0f, 5.0f);
	scene.Throw({-0.051f, 0.0f}, 0.05f);
	b2Body* box = scene.AddFreeBox({-0.7f, 0.0f}, 0.5f, 0.3f, 1000.0f, {80.0f, 0.0f});
	const BulletDef def{
	    .position = {-0.8f, -3.0f}, .velocity = {0.0f, 200.0f}, .mass = 1.0f, .gravityScale = 0.0f, .maxBounces = 0};
	const BulletId bullet = scene.range.plugin.Fire(def);
	float spin = 0.0f;
	scene.range.Step(1.0f / scene.rate, [&] { spin = box->GetAngularVelocity(); });
	ASSERT_LT(box->GetPosition().x, -0.5f) << "it is held back";
	const ImpactEvent* hit = nullptr;
	double told = 0.0;
	for (const ImpactEvent& impact : scene.range.plugin.Impacts())
	{
		hit = impact.bullet == bullet ? &impact : hit;
		if (impact.body == box)
		{
			told += Cross(Widen(impact.enter.point) - Widen(box->GetWorldCenter()), Widen(impact.impulse));
		}
	}
	for (const PressEvent& press : scene.range.plugin.Presses())
	{
		told += Cross(Widen(press.point) - Widen(box->GetWorldCenter()), Widen(press.impulse));
	}
	ASSERT_NE(hit, nullptr);
	ASSERT_EQ(hit->body, box);
	const double change = CentralInertia(*box) * (static_cast<double>(box->GetAngularVelocity()) - spin);
	EXPECT_NEAR(change, told, 0.01 * SpeedOf(hit->impulse));
	EXPECT_LT(std::abs(told), 0.4 * SpeedOf(hit->impulse));
}

TEST(GrenadeHold, WhoHasComeBehindABodyThatGoesBackMakesWayWithWhatElseMayGo)
{
	// The first grenade lies between the box and a second box that follows the first. Both boxes are moved back.
	Return what;
	b2Body* other = what.scene.AddFreeBox({-0.7f, 0.0f}, 0.5f, 0.5f, 10.0f, {30.0f, 0.0f});
	what.ThrowBoth(0.45f);
	what.scene.Run(1);
	EXPECT_EQ(what.scene.tally.held, 2);
	EXPECT_LT(what.box->GetPosition().x, 0.6f);
	EXPECT_LT(other->GetPosition().x, -0.6f);
	const auto state = what.scene.range.plugin.Find(what.scene.ids[0]);
	ASSERT_TRUE(state.has_value());
	EXPECT_GT(state->position.x, other->GetPosition().x + 0.5f);
	EXPECT_LT(state->position.x, what.box->GetPosition().x - 0.5f);
	what.scene.Run(30);
}

TEST(GrenadeHold, WhoHasComeBehindABodyThatGoesBackIsCrushedWhereThatLeavesNoRoom)
{
	Return what;
	what.scene.range.AddBox({-1.0f, 0.0f}, 1.0f, 2.0f);
	what.ThrowBoth(0.3f);
	what.scene.range.Step(1.0f / 60.0f);
	EXPECT_LT(what.box->GetPosition().x, 0.6f) << "7 cm from the wall";
	ASSERT_EQ(what.scene.range.plugin.Expired().size(), 1u);
	const ExpiredEvent& end = what.scene.range.plugin.Expired()[0];
	EXPECT_EQ(end.grenade, what.scene.ids[0]);
	EXPECT_EQ(end.reason, ExpiredEvent::Reason::Crushed);
	EXPECT_EQ(end.time, 1.0f / 60.0f);
	EXPECT_GT(end.position.x, 0.0f) << "behind the wall";
	EXPECT_EQ(what.scene.range.plugin.Grenades().size(), 1u);
}

// Two boxes, from above and below, hold the disc in a wedge. Then a wall drives the disc into the wedge, and the boxes
// must move back farther.
TEST(GrenadeHold, BodiesThatAreHeldGoBackFartherForADiscThatIsDrivenBetweenThem)
{
	constexpr float radius = 0.2f;
	for (const float tilt : {0.02f, 0.05f, 0.1f})
	{
		for (const float speed : {5.0f, 10.0f, 20.0f})
		{
			HoldingRange range(60.0f);
			for (const float side : {-1.0f, 1.0f})
			{
				const float way = 0.3f * 8.0f / 60.0f; // the box reaches the disc at 0.3 of the step
				b2Body* box = range.AddFreeBox({0.0f, side * ((radius + 0.5f) / std::cos(tilt) + way)}, 2.0f, 0.5f,
				                               1.0f, {0.0f, side * -8.0f});
				box->SetTransform(box->GetPosition(), side * -tilt);
			}
			// the wall reaches the disc at half of the step
			const b2Vec2 start{-radius - 0.2f - 0.5f * speed / 60.0f, 0.0f};
			b2Body* wall = range.range.AddBox(start, 0.2f, 0.05f, 0.0f, b2_kinematicBody)->GetBody();
			wall->SetLinearVelocity({speed, 0.0f});
			range.range.world.SetGravity({0.0f, 0.0f});
			range.Throw({0.0f, 0.0f}, radius);
			range.range.Step(1.0f / 60.0f);
			EXPECT_TRUE(range.range.plugin.Expired().empty()) << tilt << ' ' << speed;
			EXPECT_EQ(range.range.plugin.Grenades().size(), 1u) << tilt << ' ' << speed;
		}
	}
}

// A box drives a grenade under a loose disc. The room between the three becomes narrower than the spacing of floats.
TEST(GrenadeHold, ADiscUnderAnotherIsSqueezedAndNotCrushed)
{
	b2PolygonShape floor;
	floor.SetAsBox(20.0f, 1.0f, {0.0f, -1.0f}, 0.0f);
	for (int32_t i = 0; i < 20; ++i)
	{
		const float radius = 0.1f + 0.002f * static_cast<float>(i);
		b2World world({0.0f, -10.0f});
		b2BodyDef def;
		world.CreateBody(&def)->CreateFixture(&floor, 0.0f);
		def.type = b2_dynamicBody;
		def.fixedRotation = true;
		def.position = {6.25f, 0.3f};
		b2Body* box = world.CreateBody(&def);
		const b2PolygonShape square = BoxOf(0.35f, 0.27f);
		box->CreateFixture(&square, 5.0f);
		def.fixedRotation = false;
		def.position = {8.05f, 0.6f};
		b2Body* disc = world.CreateBody(&def);
		const b2CircleShape circle = CircleOf(0.48f);
		disc->CreateFixture(&circle, 5.0f);
		Plugin plugin(world);
		GrenadeDef grenade{.position = {7.0f, radius + 0.001f}, .radius = radius, .mass = 3.66f};
		grenade.fuse = std::numeric_limits<float>::infinity();
		plugin.Throw(grenade);
		for (int32_t step = 0; step < 300 && HasFailure() == false; ++step)
		{
			box->ApplyForceToCenter({6.5f, 0.0f}, true);
			disc->ApplyForceToCenter({-0.4f * 6.5f, 0.0f}, true);
			plugin.Step(1.0f / 120.0f, 8, 3);
			ASSERT_EQ(plugin.Grenades().size(), 1u) << radius << " in step " << step;
			const b2Vec2 at = plugin.Grenades()[0].position;
			EXPECT_GT(at.y, radius - 1.0e-6f) << "in the floor";
			EXPECT_GT(at.x - radius, box->GetPosition().x + 0.35f - 1.0e-5f) << "in the box";
			EXPECT_GT((at - disc->GetPosition()).Length(), radius + 0.48f - 1.0e-5f) << "in the disc";
		}
	}
}

TEST(GrenadeHold, AStackOfGrenadesUnderAWeightHoldsIt)
{
	// In every step, gravity presses the weight down again.
	for (const float mass : k_masses)
	{
		for (const float rate : {60.0f, 144.0f})
		{
			SCOPED_TRACE(testing::Message() << mass << " kg at " << rate << " Hz");
			HoldingRange scene(rate);
			scene.range.world.SetGravity({0.0f, -10.0f});
			scene.range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
			for (int32_t i = 0; i < 3; ++i)
			{
				scene.Throw({0.3f * static_cast<float>(i - 1), 0.051f}, 0.05f);
			}
			scene.Run(10);
			scene.AddFreeBox({0.05f, 0.5f}, 0.5f, 0.2f, mass, {0.0f, -1.0f});
			scene.Run(static_cast<int32_t>(2.0f * rate));
			EXPECT_GT(scene.tally.presses, 10);
			EXPECT_GT(scene.free[0]->GetPosition().y, 0.18f);
		}
	}
}

} // namespace ricochet::test::grenade_hold_test
