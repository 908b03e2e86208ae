// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/judged_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Tests that a target receives the momentum that a bullet loses, and that no energy is gained.

namespace ricochet::test::momentum_test
{

namespace
{

struct Case
{
	float bulletMass = 0.01f;
	float restitution = 0.0f;
	float friction = 0.0f;
	int32_t maxBounces = 0;
	int32_t maxPierces = 0;
	float resistance = 0.0f;
	bool moving = false;
};

// Returns the def of a referee that judges the sums of a closed system. A heavy bullet may hit a body again before the
// world has moved the body, so repeated impacts are allowed.
referee::RefereeDef Closed()
{
	referee::RefereeDef def = LawsBut({referee::Law::Again});
	def.closed = true;
	return def;
}

// One bullet of 300 m/s hits a free box at a random place. The box is not centred on its body's origin.
struct Trial
{
	Trial(SceneRandom& random, const Case& what)
	{
		const b2PolygonShape box =
		    BoxOf(random.Uniform(0.1f, 1.0f), random.Uniform(0.1f, 1.0f), random.InBox(0.5f), 0.3f);
		body = range.AddBody(random.InBox(5.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		fixture = range.Add(body, box, random.LogUniform(0.1f, 100.0f));
		if (what.moving)
		{
			body->SetLinearVelocity(random.InBox(20.0f));
			body->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
		}
		range.plugin.SetSurface(fixture, {.resistance = what.resistance, .friction = what.friction});
		mass = what.bulletMass;

		const b2Vec2 velocity = 300.0f * random.Direction();
		const b2Vec2 aim = body->GetWorldCenter() + random.InBox(0.3f);
		BulletDef def{.position = aim - 0.5f * k_dt * velocity, .velocity = velocity, .mass = mass};
		def.gravityScale = 0.0f;
		def.restitution = what.restitution;
		def.friction = what.friction;
		def.maxBounces = what.maxBounces;
		def.maxPierces = what.maxPierces;
		range.Fire(def);

		BodyPath path(*body);
		range.Step(k_dt,
		           [&]
		           {
			           path.Close();
			           velocityBefore = body->GetLinearVelocity();
			           spinBefore = body->GetAngularVelocity();
			           energyBefore = EnergyOf(*body);
		           });
		hit = range.plugin.Impacts().size() == 1;
		if (hit)
		{
			event = range.plugin.Impacts()[0];
			center = path.CenterAt(static_cast<double>(event.time) / static_cast<double>(k_dt));
		}
	}

	// Returns the velocity of the body's material at the point of impact.
	[[nodiscard]] Point2 SurfaceVelocity(b2Vec2 linear, float spin) const
	{
		const Point2 arm = Widen(event.enter.point) - center;
		return Widen(linear) + static_cast<double>(spin) * Point2{-arm.y, arm.x};
	}

	[[nodiscard]] double BulletLoss() const
	{
		return EnergyOf(static_cast<double>(mass), event.velocityBefore) -
		       EnergyOf(static_cast<double>(mass), event.velocityAfter);
	}

	[[nodiscard]] double BodyGain() const { return EnergyOf(*body) - energyBefore; }

	JudgedRange range{{0.0f, 0.0f}, {}, Closed()};
	b2Body* body = nullptr;
	b2Fixture* fixture = nullptr;
	float mass = 0.0f;
	bool hit = false;
	ImpactEvent event;
	Point2 center; // the centre of mass of the body at the impact
	b2Vec2 velocityBefore{0.0f, 0.0f};
	float spinBefore = 0.0f;
	double energyBefore = 0.0;
};

void CheckMomentum(const Trial& trial, int32_t i, Trouble& trouble)
{
	const Point2 impulse = Widen(trial.event.impulse);
	const Point2 loss =
	    static_cast<double>(trial.mass) * (Widen(trial.event.velocityBefore) - Widen(trial.event.velocityAfter));
	const double scale = static_cast<double>(trial.mass) * 600.0;
	if (Length(impulse - loss) > 1.0e-6 * scale)
	{
		trouble.Add("trial %d: impulse (%.9g, %.9g), the bullet lost (%.9g, %.9g)", i, impulse.x, impulse.y, loss.x,
		            loss.y);
	}
	const double mass = trial.body->GetMass();
	const Point2 gain = mass * (Widen(trial.body->GetLinearVelocity()) - Widen(trial.velocityBefore));
	if (Length(impulse - gain) > 1.0e-5 * scale + 1.0e-5 * mass * 30.0)
	{
		trouble.Add("trial %d: impulse (%.9g, %.9g), the body gained (%.9g, %.9g)", i, impulse.x, impulse.y, gain.x,
		            gain.y);
	}
	const double inertia = CentralInertia(*trial.body);
	const double torque = Cross(Widen(trial.event.enter.point) - trial.center, impulse);
	const double spinGain =
	    inertia * (static_cast<double>(trial.body->GetAngularVelocity()) - static_cast<double>(trial.spinBefore));
	if (std::abs(torque - spinGain) > 2.0e-5 * scale + 1.0e-5 * inertia * 30.0)
	{
		trouble.Add("trial %d: angular impulse %.9g, the body gained %.9g (spin %.9g before)", i, torque, spinGain,
		            static_cast<double>(trial.spinBefore));
	}
}

// Calls check(trial, index, trouble) for every one-impact trial.
template <class Check>
void RunTrials(Case what, uint64_t seed, Check check)
{
	SceneRandom random(seed);
	Trouble trouble;
	const int32_t count = ScaledCount(1000);
	int32_t hits = 0;
	const float masses[] = {0.001f, 0.01f, 0.1f, 1.0f, 10.0f};
	for (int32_t i = 0; i < count; ++i)
	{
		what.bulletMass = masses[i % 5];
		what.moving = random.OneIn(2);
		const Trial trial(random, what);
		if (trial.hit)
		{
			++hits;
			CheckMomentum(trial, i, trouble);
			const double total =
			    EnergyOf(static_cast<double>(trial.mass), trial.event.velocityBefore) + trial.energyBefore;
			if (trial.BodyGain() > trial.BulletLoss() + 1.0e-5 * total)
			{
				trouble.Add("trial %d: the body gains %.9g J, the bullet loses %.9g J; %.3g kg at %.3g kg", i,
				            trial.BodyGain(), trial.BulletLoss(), static_cast<double>(trial.mass),
				            static_cast<double>(trial.body->GetMass()));
			}
			check(trial, i, trouble);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << "seed " << seed << ", " << hits << " hits; first: " << trouble.First();
	EXPECT_GT(hits, count / 2);
}

} // namespace

TEST(Momentum, ABulletThatStopsGivesAllThatItHasAndMovesWithTheBody)
{
	RunTrials({}, 41,
	          [](const Trial& trial, int32_t i, Trouble& trouble)
	          {
		          const Point2 surface =
		              trial.SurfaceVelocity(trial.body->GetLinearVelocity(), trial.body->GetAngularVelocity());
		          const Point2 slip = Widen(trial.event.velocityAfter) - surface;
		          if (trial.event.response != Response::Stop || Length(slip) > 1.0e-4 * (300.0 + Length(surface)))
		          {
			          trouble.Add("trial %d: embedded, yet it slips by (%.9g, %.9g)", i, slip.x, slip.y);
		          }
	          });
}

TEST(Momentum, AnElasticFrictionlessBounceKeepsTheEnergy)
{
	RunTrials({.restitution = 1.0f, .maxBounces = 1}, 42,
	          [](const Trial& trial, int32_t i, Trouble& trouble)
	          {
		          const double total =
		              EnergyOf(static_cast<double>(trial.mass), trial.event.velocityBefore) + trial.energyBefore;
		          if (trial.event.response != Response::Bounce ||
		              std::abs(trial.BodyGain() - trial.BulletLoss()) > 2.0e-5 * total)
		          {
			          trouble.Add("trial %d: the body gains %.9g J, the bullet loses %.9g J of %.9g J", i,
			                      trial.BodyGain(), trial.BulletLoss(), total);
		          }
		          const Point2 impulse = Widen(trial.event.impulse);
		          if (std::abs(Cross(impulse, Widen(trial.event.enter.normal))) > 1.0e-5 * Length(impulse))
		          {
			          trouble.Add("trial %d: an impulse along a smooth face", i);
		          }
	          });
}

TEST(Momentum, ABounceReversesTheRelativeVelocityTimesRestitution)
{
	// With a restitution of 0, the bullet would stay at the surface and hit it again.
	for (const float restitution : {0.2f, 0.5f, 1.0f})
	{
		RunTrials({.restitution = restitution, .maxBounces = 1}, 43,
		          [&](const Trial& trial, int32_t i, Trouble& trouble)
		          {
			          const Point2 normal = Widen(trial.event.enter.normal);
			          const double before =
			              Dot(normal, Widen(trial.event.velocityBefore) -
			                              trial.SurfaceVelocity(trial.velocityBefore, trial.spinBefore));
			          const double after = Dot(normal, Widen(trial.event.velocityAfter) -
			                                               trial.SurfaceVelocity(trial.body->GetLinearVelocity(),
			                                                                     trial.body->GetAngularVelocity()));
			          if (std::abs(after + static_cast<double>(restitution) * before) > 0.02)
			          {
				          trouble.Add("trial %d: e %g, approach %.9g, departure %.9g m/s", i,
				                      static_cast<double>(restitution), before, after);
			          }
		          });
	}
}

TEST(Momentum, FrictionStaysInItsConeAndSticksOrOpposesTheSlip)
{
	for (const float friction : {0.1f, 0.5f, 2.0f})
	{
		RunTrials({.restitution = 0.5f, .friction = friction, .maxBounces = 1}, 44,
		          [&](const Trial& trial, int32_t i, Trouble& trouble)
		          {
			          const Point2 normal = Widen(trial.event.enter.normal);
			          const Point2 tangent{-normal.y, normal.x};
			          const Point2 impulse = Widen(trial.event.impulse);
			          const double pressed = -Dot(impulse, normal);
			          const double rubbed = Dot(impulse, tangent);
			          if (pressed < 0.0 ||
			              std::abs(rubbed) > static_cast<double>(friction) * pressed + 1.0e-5 * Length(impulse))
			          {
				          trouble.Add("trial %d: mu %g, normal impulse %.9g, tangential %.9g", i,
				                      static_cast<double>(friction), pressed, rubbed);
			          }

			          // If the bullet still slips, friction drags the body along. If friction is below its limit, the
			          // bullet sticks.
			          const double slip = Dot(tangent, Widen(trial.event.velocityAfter) -
			                                               trial.SurfaceVelocity(trial.body->GetLinearVelocity(),
			                                                                     trial.body->GetAngularVelocity()));
			          const bool sticks =
			              std::abs(rubbed) < static_cast<double>(friction) * pressed - 1.0e-5 * Length(impulse);
			          if (sticks ? std::abs(slip) > 0.02 : (std::abs(slip) > 0.02 && rubbed * slip < 0.0))
			          {
				          trouble.Add("trial %d: mu %g, friction %.9g of %.9g, slip %.9g m/s", i,
				                      static_cast<double>(friction), rubbed, pressed, slip);
			          }
		          });
	}
}

TEST(Momentum, APierceNeverMakesEnergy)
{
	for (const float resistance : {0.0f, 100.0f, 1.0e4f, 1.0e6f})
	{
		RunTrials({.maxPierces = 1, .resistance = resistance}, 45, [](const Trial&, int32_t, Trouble&) {});
	}
}

TEST(Momentum, APierceLosesResistanceTimesThickness)
{
	// The box is so heavy that the energy is the same in the frame of the bullet and of the box.
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		JudgedRange range;
		b2Fixture* fixture = range.Add(range.AddBody({0.0f, 0.0f}, 0.0f, type), BoxOf(0.1f, 1.0f), 1.0e4f);
		range.plugin.SetSurface(fixture, {.resistance = 1500.0f});
		range.Fire({.position = {-2.0f, 0.0f},
		            .velocity = {300.0f, 0.0f},
		            .mass = 0.01f,
		            .gravityScale = 0.0f,
		            .maxPierces = 1});
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& event = range.plugin.Impacts()[0];
		EXPECT_EQ(event.response, Response::Pierce);
		EXPECT_NEAR(event.thickness, 0.2f, 1.0e-5f);
		EXPECT_NEAR(EnergyOf(0.01, event.velocityBefore) - EnergyOf(0.01, event.velocityAfter), 1500.0 * 0.2, 0.05);
		EXPECT_EQ(event.velocityAfter.y, 0.0f);
		EXPECT_GT(event.velocityAfter.x, 0.0f);
	}
}

TEST(Momentum, StaticAndKinematicBodiesAreNotMoved)
{
	for (const Response response : {Response::Stop, Response::Bounce, Response::Pierce})
	{
		PluginDef def;
		def.rule = [&](const ImpactEvent&)
		{
			return response;
		};
		JudgedRange range({0.0f, 0.0f}, def);
		b2Body* fixed = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f)->GetBody();
		b2Body* driven = range.AddBox({0.5f, 5.0f}, 0.5f, 0.5f, 0.0f, b2_kinematicBody)->GetBody();
		driven->SetLinearVelocity({1.0f, 2.0f});
		driven->SetAngularVelocity(0.5f);
		for (const float y : {0.1f, 5.1f})
		{
			range.Fire({.position = {-2.0f, y}, .velocity = {300.0f, 0.0f}, .mass = 100.0f, .gravityScale = 0.0f});
		}
		range.Step(k_dt);
		EXPECT_EQ(range.plugin.Impacts().size(), 2u);
		EXPECT_EQ(fixed->GetLinearVelocity(), b2Vec2(0.0f, 0.0f));
		EXPECT_EQ(fixed->GetAngularVelocity(), 0.0f);
		EXPECT_EQ(driven->GetLinearVelocity(), b2Vec2(1.0f, 2.0f));
		EXPECT_EQ(driven->GetAngularVelocity(), 0.5f);
	}
}

TEST(Momentum, AMovingWallGivesItsSpeedToABounce)
{
	// If a wall approaches an elastic bullet at the speed u, the bounce changes the bullet's speed from v to v + 2 u.
	JudgedRange range;
	b2Body* wall = range.AddBox({0.5f, 0.0f}, 0.5f, 5.0f, 0.0f, b2_kinematicBody)->GetBody();
	wall->SetLinearVelocity({-20.0f, 0.0f});
	range.Fire({.position = {-2.0f, 0.0f}, .velocity = {300.0f, 40.0f}, .gravityScale = 0.0f, .maxBounces = 1});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.x, -340.0f, 0.001f);
	EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.y, 40.0f, 0.001f);
	EXPECT_NEAR(range.plugin.Impacts()[0].time, 2.0f / 320.0f, 1.0e-6f);
}

TEST(Momentum, ASleepingBodyWakes)
{
	JudgedRange range;
	b2Body* body = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	body->SetAwake(false);
	range.Fire({.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_TRUE(body->IsAwake());
	EXPECT_NEAR(body->GetLinearVelocity().x, 0.01f * 300.0f / (1.0f + 0.01f), 1.0e-4f);
}

TEST(Momentum, TheBodyMovesInTheNextStep)
{
	JudgedRange range;
	b2Body* body = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	range.Fire({.position = {-2.0f, 0.0f}, .velocity = {300.0f, 0.0f}, .mass = 0.1f, .gravityScale = 0.0f});
	range.Step(k_dt);
	EXPECT_EQ(body->GetPosition().x, 0.5f);
	range.Step(k_dt);
	EXPECT_NEAR(body->GetPosition().x, 0.5f + k_dt * 300.0f * 0.1f / 1.1f, 1.0e-4f);
}

TEST(Momentum, ManyBulletsAtOneBodyAddUp)
{
	JudgedRange range({0.0f, 0.0f}, {}, Closed());
	b2Body* body = range.AddBox({0.5f, 0.0f}, 0.5f, 2.0f, 0.0f, b2_dynamicBody)->GetBody();
	SceneRandom random(46);
	for (int32_t i = 0; i < 200; ++i)
	{
		const b2Vec2 position = {random.Uniform(-3.0f, -1.0f), random.Uniform(-1.5f, 1.5f)};
		range.Fire({.position = position,
		            .velocity = {random.Uniform(200.0f, 400.0f), random.Uniform(-20.0f, 20.0f)},
		            .gravityScale = 0.0f,
		            .maxBounces = i % 2});
	}
	range.Step(k_dt);
	Point2 sum;
	double torque = 0.0;
	for (const ImpactEvent& event : range.plugin.Impacts())
	{
		sum = sum + Widen(event.impulse);
		torque += Cross(Widen(event.enter.point) - Point2{0.5, 0.0}, Widen(event.impulse));
	}
	EXPECT_GT(range.plugin.Impacts().size(), 150u);
	const double mass = body->GetMass();
	EXPECT_NEAR(mass * static_cast<double>(body->GetLinearVelocity().x), sum.x, 1.0e-4 * sum.x);
	EXPECT_NEAR(mass * static_cast<double>(body->GetLinearVelocity().y), sum.y, 1.0e-4 * sum.x);
	EXPECT_NEAR(CentralInertia(*body) * static_cast<double>(body->GetAngularVelocity()), torque, 1.0e-4 * sum.x);
}

TEST(Momentum, ABodyOfFixedRotationDoesNotTurn)
{
	JudgedRange range;
	b2Body* body = range.AddBox({0.5f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	body->SetFixedRotation(true);
	range.Fire({.position = {-2.0f, 0.4f}, .velocity = {300.0f, 0.0f}, .gravityScale = 0.0f, .maxBounces = 1});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_EQ(body->GetAngularVelocity(), 0.0f);
	const double after = SpeedOf(range.plugin.Impacts()[0].velocityAfter);
	EXPECT_NEAR(EnergyOf(0.01, {static_cast<float>(after), 0.0f}) + EnergyOf(*body), EnergyOf(0.01, {300.0f, 0.0f}),
	            0.05);
}

} // namespace ricochet::test::momentum_test
