// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <box2d/b2_distance_joint.h>
#include <box2d/b2_revolute_joint.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

// Tests that grenades press on their support, roll, spin and are carried as a Box2D disc is.

namespace ricochet::test::grenade_weight_test
{

namespace
{

struct DiscDef
{
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
	float spin = 0.0f;
	float radius = 0.1f;
	float mass = 1.0f;
	float friction = 0.6f;
	float restitution = 0.0f;
};

// A scene with a grenade, or with a Box2D body in place of the grenade.
struct PeerScene
{
	explicit PeerScene(bool withBody) : isBody(withBody) {}

	b2Body* AddBox(b2BodyType type, b2Vec2 position, b2Vec2 half, float mass, float friction = 0.6f)
	{
		b2Body* body = range.AddBody(position, 0.0f, type);
		const b2PolygonShape shape = BoxOf(half.x, half.y);
		range.Add(body, shape, mass / (4.0f * half.x * half.y))->SetFriction(friction);
		return body;
	}

	void Throw(const DiscDef& def)
	{
		if (isBody)
		{
			disc = range.AddBody(def.position, 0.0f, b2_dynamicBody);
			const b2CircleShape circle = CircleOf(def.radius);
			b2Fixture* fixture = range.Add(disc, circle, def.mass / (b2_pi * def.radius * def.radius));
			fixture->SetFriction(def.friction);
			fixture->SetRestitution(def.restitution);
			disc->SetLinearVelocity(def.velocity);
			disc->SetAngularVelocity(def.spin);
			return;
		}
		GrenadeDef grenade;
		grenade.position = def.position;
		grenade.velocity = def.velocity;
		grenade.angularVelocity = def.spin;
		grenade.radius = def.radius;
		grenade.mass = def.mass;
		grenade.friction = def.friction;
		grenade.restitution = def.restitution;
		grenade.rollingResistance = 0.0f;
		grenade.fuse = k_inf;
		id = range.plugin.Throw(grenade);
	}

	[[nodiscard]] b2Vec2 Position() const { return isBody ? disc->GetPosition() : range.plugin.Find(id)->position; }
	[[nodiscard]] b2Vec2 Velocity() const
	{
		return isBody ? disc->GetLinearVelocity() : range.plugin.Find(id)->velocity;
	}
	[[nodiscard]] float Spin() const
	{
		return isBody ? disc->GetAngularVelocity() : range.plugin.Find(id)->angularVelocity;
	}

	void Run(float seconds, float rate = 60.0f)
	{
		for (int32_t i = 0; i < static_cast<int32_t>(seconds * rate); ++i)
		{
			range.Step(1.0f / rate);
		}
	}

	FiringRange range{k_gravity};
	bool isBody;
	b2Body* disc = nullptr;
	GrenadeId id;
};

// A plank of 2 kg on a hinge, with a crate on one end and the disc on the other. Returns the plank's angle after the
// given time.
float AngleOfSeesaw(bool isBody, float discMass, float crateMass, float seconds)
{
	PeerScene scene(isBody);
	b2Body* ground = scene.AddBox(b2_staticBody, {0.0f, -0.5f}, {20.0f, 0.5f}, 0.0f);
	b2Body* plank = scene.AddBox(b2_dynamicBody, {0.0f, 0.5f}, {2.0f, 0.05f}, 2.0f);
	b2RevoluteJointDef hinge;
	hinge.Initialize(ground, plank, {0.0f, 0.5f});
	scene.range.world.CreateJoint(&hinge);
	scene.AddBox(b2_dynamicBody, {-1.7f, 0.76f}, {0.2f, 0.2f}, crateMass);
	scene.Throw({.position = {1.5f, 0.651f}, .mass = discMass});
	scene.Run(seconds);
	return plank->GetAngle();
}

struct Boat
{
	float deck = 0.0f;
	float disc = 0.0f;
};

// Returns a boat on two springs, which support both boat and disc at 2 Hz.
Boat RunBoat(bool isBody, float discMass, float boatMass)
{
	PeerScene scene(isBody);
	b2Body* ground = scene.range.AddBody({0.0f, -5.0f});
	b2Body* boat = scene.AddBox(b2_dynamicBody, {0.0f, 0.0f}, {1.0f, 0.1f}, boatMass);
	const float scale = (boatMass + discMass) / boatMass;
	for (const float x : {-0.9f, 0.9f})
	{
		b2DistanceJointDef spring;
		spring.Initialize(ground, boat, {x, -5.0f}, {x, 0.0f});
		spring.minLength = 0.0f;
		spring.maxLength = 100.0f;
		b2LinearStiffness(spring.stiffness, spring.damping, 2.0f, 0.5f, ground, boat);
		spring.stiffness *= scale;
		spring.damping *= scale;
		scene.range.world.CreateJoint(&spring);
	}
	scene.Throw({.position = {0.0f, 0.21f}, .mass = discMass});
	scene.Run(4.0f);
	return {boat->GetPosition().y, scene.Position().y};
}

} // namespace

TEST(GrenadeWeight, TipsASeesawToTheHeavierSide)
{
	// The seesaw must move as it does with a Box2D disc of the same mass. A crate of 0.16 kg does not lift 50 kg.
	for (const float disc : {0.05f, 0.5f, 5.0f, 50.0f})
	{
		for (const float crate : {0.16f, 2.0f, 20.0f})
		{
			const float angle = AngleOfSeesaw(false, disc, crate, 0.4f);
			const float peer = AngleOfSeesaw(true, disc, crate, 0.4f);
			EXPECT_NEAR(angle, peer, 0.08f) << disc << " kg against " << crate << " kg";
			EXPECT_EQ(angle<0.0f, 1.5f * disc> 1.7f * crate) << disc << " kg against " << crate << " kg";
		}
	}
}

TEST(GrenadeWeight, BringsABoatDownAsABodyDoes)
{
	for (const float disc : {0.05f, 0.5f, 5.0f, 50.0f})
	{
		for (const float boat : {0.16f, 2.0f, 20.0f})
		{
			if (disc > 10.0f * boat)
			{
				continue; // Box2D's disc falls through the boat
			}
			SCOPED_TRACE(testing::Message() << disc << " kg on " << boat << " kg");
			const Boat ours = RunBoat(false, disc, boat);
			const Boat peer = RunBoat(true, disc, boat);
			EXPECT_NEAR(ours.deck, peer.deck, 0.002f);
			EXPECT_NEAR(ours.disc - ours.deck, 0.1f + 0.1f, 0.001f);
		}
	}
}

TEST(GrenadeWeight, LiesOnWhatStandsHoweverLightThatIs)
{
	// The grenade has up to about 300 times the crate's mass, and falls from half a metre.
	for (const float disc : {0.05f, 0.5f, 5.0f, 50.0f})
	{
		for (const float crate : {0.16f, 2.0f, 20.0f})
		{
			SCOPED_TRACE(testing::Message() << disc << " kg on " << crate << " kg");
			PeerScene scene(false);
			scene.AddBox(b2_staticBody, {0.0f, -0.5f}, {20.0f, 0.5f}, 0.0f);
			b2Body* box = scene.AddBox(b2_dynamicBody, {0.0f, 0.2f}, {0.2f, 0.2f}, crate);
			scene.Throw({.position = {0.05f, 1.0f}, .mass = disc});
			scene.Run(4.0f);
			EXPECT_NEAR(scene.Position().y, box->GetPosition().y + 0.3f, 0.001f);
			EXPECT_LT(std::abs(box->GetPosition().x) + std::abs(box->GetAngle()), 0.01f);
			EXPECT_LT(SpeedOf(scene.Velocity()), 0.1);
		}
	}
}

TEST(GrenadeWeight, WhatABodyReceivesTheGrenadeLoses)
{
	// The body has no gravity, and its engine pushes it up. Only the engine and the grenade's weight may change the sum
	// of both momenta.
	for (const float mass : {0.05f, 1.0f, 30.0f})
	{
		for (const float off : {0.0f, 0.3f})
		{
			FiringRange range(k_gravity);
			b2Body* body = range.AddBox({0.0f, 0.0f}, 0.5f, 0.1f, 0.0f, b2_dynamicBody)->GetBody();
			body->SetGravityScale(0.0f);
			const double bodyMass = body->GetMass();
			GrenadeDef def{.position = {off, 0.16f}, .radius = 0.05f, .mass = mass};
			const GrenadeId id = range.plugin.Throw(def);
			size_t presses = 0;
			for (int32_t i = 0; i < 30; ++i)
			{
				const GrenadeState before = *range.plugin.Find(id);
				b2Vec2 stepped;
				float spin = 0.0f;
				range.Step(k_dt,
				           [&]
				           {
					           stepped = body->GetLinearVelocity();
					           spin = body->GetAngularVelocity();
				           });
				presses += range.plugin.Presses().size();
				const GrenadeState after = *range.plugin.Find(id);
				const double m = mass;
				const double x = m * (static_cast<double>(after.velocity.x) - before.velocity.x) +
				                 bodyMass * (static_cast<double>(body->GetLinearVelocity().x) - stepped.x);
				const double y = m * (static_cast<double>(after.velocity.y) - before.velocity.y) +
				                 bodyMass * (static_cast<double>(body->GetLinearVelocity().y) - stepped.y) +
				                 m * 10.0 * static_cast<double>(k_dt);
				const double scale = m * (SpeedOf(before.velocity) + 0.2) + bodyMass * (SpeedOf(stepped) + 0.2);
				EXPECT_NEAR(x, 0.0, 1.0e-6 * scale) << mass << " kg, step " << i;
				EXPECT_NEAR(y, 0.0, 1.0e-6 * scale) << mass << " kg, step " << i;
				(void)spin;
			}
			EXPECT_GT(presses, 0u);
		}
	}
}

namespace
{

// A crate of 0.05 kg on the floor, with a grenade of 5 kg on it. The scene runs until the plugin knows that the floor
// supports the crate.
struct LadenCrate
{
	LadenCrate()
	{
		range.AddBox({0.0f, -0.5f}, 20.0f, 0.5f);
		crate = range.AddBody({0.0f, 0.2f}, 0.0f, b2_dynamicBody);
		range.Add(crate, BoxOf(0.4f, 0.2f), 0.05f / 0.32f);
		range.plugin.Throw({.position = {0.1f, 0.51f}, .mass = 5.0f, .restitution = 0.0f, .fuse = k_inf});
		for (int32_t i = 0; i < 20; ++i)
		{
			range.Step(k_dt);
		}
	}

	FiringRange range{k_gravity};
	b2Body* crate = nullptr;
};

} // namespace

TEST(GrenadeWeight, ABodyOnASupportReceivesItsPressWhenTheNextStepBegins)
{
	LadenCrate scene;
	Plugin& plugin = scene.range.plugin;
	ASSERT_EQ(plugin.Presses().size(), 1u);
	const PressEvent press = plugin.Presses()[0];
	ASSERT_TRUE(press.inNextStep);
	EXPECT_NEAR(press.impulse.y, -5.0f * 10.0f * k_dt, 1.0e-3f);
	EXPECT_LT(SpeedOf(scene.crate->GetLinearVelocity()), 1.0e-3);
	const b2Vec2 before = scene.crate->GetLinearVelocity();
	const float spin = scene.crate->GetAngularVelocity();
	plugin.BeginStep();
	const b2Vec2 change = scene.crate->GetLinearVelocity() - before;
	EXPECT_NEAR(change.x, press.impulse.x / scene.crate->GetMass(), 1.0e-4f);
	EXPECT_NEAR(change.y, press.impulse.y / scene.crate->GetMass(), 1.0e-4f);
	const float torque = b2Cross(press.point - scene.crate->GetWorldCenter(), press.impulse);
	EXPECT_NEAR(scene.crate->GetAngularVelocity() - spin, torque / scene.crate->GetInertia(), 1.0e-2f);
	scene.range.world.Step(k_dt, 8, 3);
	plugin.EndStep(k_dt);
	EXPECT_LT(SpeedOf(scene.crate->GetLinearVelocity()), 1.0e-3);
}

TEST(GrenadeWeight, APressForTheNextStepIsSaved)
{
	LadenCrate scene;
	ASSERT_TRUE(scene.range.plugin.Presses()[0].inNextStep);
	const float expected = scene.range.plugin.Presses()[0].impulse.y / scene.crate->GetMass();
	std::vector<std::byte> bytes;
	ASSERT_TRUE(scene.range.plugin.Save(bytes));
	Plugin other(scene.range.world);
	ASSERT_TRUE(other.Restore(bytes));
	const float before = scene.crate->GetLinearVelocity().y;
	other.BeginStep();
	EXPECT_NEAR(scene.crate->GetLinearVelocity().y - before, expected, 1.0e-4f);
}

TEST(GrenadeWeight, APressForTheNextStepIsForgottenWithItsBody)
{
	for (const bool isTold : {false, true})
	{
		LadenCrate scene;
		ASSERT_TRUE(scene.range.plugin.Presses()[0].inNextStep);
		if (isTold)
		{
			scene.range.plugin.Forget(scene.crate);
		}
		scene.range.world.DestroyBody(scene.crate);
		b2Body* next = isTold ? scene.range.AddBody({9.0f, 9.0f}, 0.0f, b2_dynamicBody) : nullptr;
		if (next != nullptr)
		{
			scene.range.Add(next, BoxOf(0.4f, 0.2f)); // may reuse the address of the crate
		}
		scene.range.plugin.BeginStep();
		EXPECT_EQ(next != nullptr ? next->GetLinearVelocity() : b2Vec2_zero, b2Vec2_zero);
	}
}

TEST(GrenadeRoll, DownASlopeAsABodyDoes)
{
	// The grenade rolls on slopes up to tan(angle) = 3 * friction, and slips on steeper ones. The Box2D disc is stepped
	// at a rate at which its own integration is accurate.
	for (const float degrees : {5.0f, 20.0f, 40.0f, 60.0f})
	{
		for (const float friction : {0.1f, 0.3f, 0.6f, 1.0f})
		{
			SCOPED_TRACE(testing::Message() << degrees << " degrees, friction " << friction);
			const float angle = degrees * b2_pi / 180.0f;
			const b2Vec2 normal{std::sin(angle), std::cos(angle)};
			double way[2];
			for (const bool isBody : {false, true})
			{
				PeerScene scene(isBody);
				b2Body* slope = scene.AddBox(b2_staticBody, {0.0f, 0.0f}, {100.0f, 1.0f}, 0.0f, friction);
				slope->SetTransform(-1.0f * normal, -angle);
				const float skin = isBody ? b2_polygonRadius : 2.0e-5f;
				scene.Throw({.position = (0.1f + skin) * normal, .friction = friction});
				scene.Run(2.0f, isBody ? 960.0f : 60.0f);
				way[isBody] = SpeedOf(scene.Position() - (0.1f + skin) * normal);
			}
			EXPECT_NEAR(way[0], way[1], 0.01 * way[1]);
			const double g = 10.0;
			const double rolls = 2.0 / 3.0 * g * std::sin(static_cast<double>(angle));
			const double slips = g * (std::sin(static_cast<double>(angle)) -
			                          static_cast<double>(friction) * std::cos(static_cast<double>(angle)));
			EXPECT_NEAR(way[0], 2.0 * std::max(rolls, slips), 0.003 * way[0]);
		}
	}
}

TEST(GrenadeRoll, ASpinningDiscBouncesAsABodyDoes)
{
	for (const float spin : {-60.0f, 0.0f, 60.0f})
	{
		for (const float slide : {-3.0f, 0.0f, 8.0f})
		{
			for (const float friction : {0.0f, 0.2f, 0.9f})
			{
				b2Vec2 velocity[2];
				float after[2];
				for (const bool isBody : {false, true})
				{
					PeerScene scene(isBody);
					scene.range.world.SetGravity({0.0f, 0.0f});
					scene.AddBox(b2_staticBody, {0.0f, -0.5f}, {20.0f, 0.5f}, 0.0f, friction);
					scene.Throw({.position = {0.0f, 0.2f},
					             .velocity = {slide, -5.0f},
					             .spin = spin,
					             .friction = friction,
					             .restitution = 0.5f});
					scene.Run(0.1f);
					velocity[isBody] = scene.Velocity();
					after[isBody] = scene.Spin();
				}
				SCOPED_TRACE(testing::Message() << spin << " rad/s, " << slide << " m/s, friction " << friction);
				// The friction impulse changes the slip of the contact point by 3 * impulse / mass. Its amount is
				// bounded by the friction. In Box2D, the lever is longer by the skin of its polygons.
				const float rim = 0.1f * spin;
				const float most = friction * 1.5f * 5.0f;
				const float rubbed = std::clamp(-(slide + rim) / 3.0f, -most, most);
				EXPECT_NEAR(velocity[0].x, slide + rubbed, 1.0e-5f);
				EXPECT_NEAR(velocity[0].y, 2.5f, 1.0e-5f);
				EXPECT_NEAR(after[0], (rim + 2.0f * rubbed) / 0.1f, 1.0e-4f);
				EXPECT_NEAR(velocity[0].x, velocity[1].x, 0.2f);
				EXPECT_NEAR(after[0], after[1], 3.0f);
			}
		}
	}
}

TEST(GrenadeRoll, ABounceOffAFreeBodyKeepsAngularMomentum)
{
	Trouble trouble;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		SceneRandom random(77000u + static_cast<uint64_t>(i));
		FiringRange range;
		b2Body* body = range.AddBox({0.0f, 0.0f}, 0.5f, 0.3f, random.Uniform(-3.0f, 3.0f), b2_dynamicBody)->GetBody();
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
		GrenadeDef def{.position = {-1.5f, random.Uniform(-0.3f, 0.3f)},
		               .velocity = {random.Uniform(5.0f, 20.0f), 0.0f}};
		def.angularVelocity = random.Uniform(-100.0f, 100.0f);
		def.radius = 0.1f;
		def.mass = random.LogUniform(0.05f, 50.0f);
		def.friction = random.Uniform(0.0f, 2.0f);
		const GrenadeId id = range.plugin.Throw(def);
		const double m = def.mass;
		const double inertia = 0.5 * m * 0.01;
		for (int32_t step = 0; step < 30; ++step)
		{
			const GrenadeState before = *range.plugin.Find(id);
			b2Vec2 velocity;
			double spin = 0.0;
			range.Step(k_dt,
			           [&]
			           {
				           velocity = body->GetLinearVelocity();
				           spin = body->GetAngularVelocity();
			           });
			if (range.plugin.Impacts().size() != 1)
			{
				continue;
			}
			// An impulse at the contact does not change the angular momentum about the contact. The changes of the
			// disc's spin and of its momentum therefore balance.
			const ImpactEvent& impact = range.plugin.Impacts()[0];
			const GrenadeState after = *range.plugin.Find(id);
			const b2Vec2 rim = -0.1f * impact.enter.normal;
			const double torque =
			    -(static_cast<double>(rim.x) * impact.impulse.y - static_cast<double>(rim.y) * impact.impulse.x);
			const double turned = inertia * (static_cast<double>(after.angularVelocity) - before.angularVelocity);
			const double scale = inertia * (std::abs(static_cast<double>(before.angularVelocity)) + 10.0) +
			                     0.1 * SpeedOf(impact.impulse);
			if (std::abs(turned - torque) > 1.0e-6 * scale)
			{
				trouble.Add("%d: turned by %.9g, torque %.9g", i, turned, torque);
			}
			break;
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
}

TEST(GrenadeRoll, RollingResistanceStopsItOnTheFlatAsTheHeaderSays)
{
	for (const float resistance : {0.05f, 0.1f, 0.3f})
	{
		FiringRange range(k_gravity);
		range.AddBox({0.0f, -0.5f}, 100.0f, 0.5f)->SetFriction(1.0f);
		GrenadeDef def{.position = {0.0f, 0.05002f}, .velocity = {4.0f, 0.0f}};
		def.angularVelocity = -4.0f / 0.05f;
		def.friction = 1.0f;
		def.rollingResistance = resistance;
		def.fuse = k_inf;
		const GrenadeId id = range.plugin.Throw(def);
		const float deceleration = 2.0f / 3.0f * resistance * 10.0f;
		const auto steps = static_cast<int32_t>(60.0f * 4.0f / deceleration);
		for (int32_t i = 0; i < steps - 3; ++i)
		{
			range.Step(k_dt);
		}
		EXPECT_FALSE(range.plugin.Find(id)->resting) << resistance;
		for (int32_t i = 0; i < 6; ++i)
		{
			range.Step(k_dt);
		}
		EXPECT_TRUE(range.plugin.Find(id)->resting) << resistance;
		EXPECT_NEAR(range.plugin.Find(id)->position.x, 8.0f / deceleration, 0.02f * 8.0f / deceleration);
	}
}

TEST(GrenadeBelt, IsCarriedToTheRightOfTheNormal)
{
	for (const float speed : {-2.0f, 0.5f, 3.0f})
	{
		FiringRange range(k_gravity);
		b2Fixture* belt = range.AddBox({0.0f, -0.5f}, 100.0f, 0.5f);
		const GrenadeId id = range.plugin.Throw({.position = {0.0f, 0.051f}, .fuse = k_inf});
		for (int32_t i = 0; i < 30; ++i)
		{
			range.Step(k_dt);
		}
		ASSERT_TRUE(range.plugin.Find(id)->resting);
		range.plugin.SetSurface(belt, {.friction = 0.5f, .tangentSpeed = speed});
		for (int32_t i = 0; i < 240; ++i)
		{
			range.Step(k_dt);
		}
		EXPECT_NEAR(range.plugin.Find(id)->velocity.x, speed, 1.0e-4f);
		EXPECT_NEAR(range.plugin.Find(id)->angularVelocity, 0.0f, 1.0e-3f);
		range.plugin.SetSurface(belt, {.friction = 0.5f});
		for (int32_t i = 0; i < 240; ++i)
		{
			range.Step(k_dt);
		}
		EXPECT_TRUE(range.plugin.Find(id)->resting);
	}
}

// Returns the position of a grenade after 2 s on a slope at x = 0 whose surface moves upwards at this speed. The slope
// is a belt, or moves as a whole.
b2Vec2 OnMovingSlope(const GrenadeDef& def, float slope, float speed, float friction, bool isBelt)
{
	const b2Vec2 up{std::cos(slope), std::sin(slope)};
	FiringRange range(k_gravity);
	b2Fixture* fixture = range.AddEdge(-200.0f * up, 200.0f * up);
	fixture->SetFriction(friction);
	if (isBelt)
	{
		Surface surface = range.plugin.GetSurface(fixture);
		surface.tangentSpeed = speed;
		range.plugin.SetSurface(fixture, surface);
	}
	else
	{
		fixture->GetBody()->SetType(b2_kinematicBody);
		fixture->GetBody()->SetLinearVelocity(speed * up);
	}
	GrenadeDef thrown = def;
	thrown.position = (def.radius + 0.0002f) * b2Vec2{-up.y, up.x};
	thrown.velocity = def.velocity.x * up;
	const GrenadeId id = range.plugin.Throw(thrown);
	for (int32_t i = 0; i < 120; ++i)
	{
		range.Step(k_dt);
	}
	return range.plugin.Find(id)->position;
}

// On a straight slope, only the velocity of the surface matters to a grenade.
TEST(GrenadeBelt, ActsAsASlopeThatMovesAsAWhole)
{
	SceneRandom random(471);
	for (int32_t i = 0; i < 200; ++i)
	{
		GrenadeDef def{.velocity = {random.Uniform(-5.0f, 5.0f), 0.0f}, .fuse = k_inf};
		def.friction = random.OneIn(4) ? 0.0f : random.Uniform(0.0f, 1.0f);
		def.rollingResistance = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 0.5f);
		const float slope = random.Uniform(0.0f, 1.4f);
		const float speed = random.Uniform(-2.0f, 2.0f);
		const float friction = random.Uniform(0.0f, 1.0f);
		const b2Vec2 carried = OnMovingSlope(def, slope, speed, friction, true);
		const b2Vec2 ridden = OnMovingSlope(def, slope, speed, friction, false);
		ASSERT_LT(b2Distance(carried, ridden), 0.01f) << "slope " << slope << " rad, " << speed << " m/s, scene " << i
		                                              << ", thrown at " << def.velocity.x << " m/s";
	}
}

} // namespace ricochet::test::grenade_weight_test
