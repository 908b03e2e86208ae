// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/projectile/materials.h>
#include <ricochet/query/ray_query.h>

#include "projectile/firing_range.h"

#include "geometry/vec.h"
#include "support/brute_force.h"
#include "support/test_scale.h"

#include <functional>

// Tests the data of impacts, the decisions of rules besides a response, sensors, and the default surface.

namespace ricochet::test::impact_event_test
{

namespace
{

double EnergyOfAll(const b2World& world)
{
	double energy = 0.0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		energy += body->GetType() == b2_dynamicBody ? EnergyOf(*body) : 0.0;
	}
	return energy;
}

b2Vec2 MomentumOf(const b2Body& body)
{
	return body.GetMass() * body.GetLinearVelocity();
}

struct DecidingRange : FiringRange
{
	explicit DecidingRange(b2Vec2 gravity = {0.0f, 0.0f})
	    : FiringRange(gravity, {.rule = [this](const ImpactEvent& event)
	                            {
		                            return decide(event);
	                            }})
	{
	}

	std::function<ImpactDecision(const ImpactEvent&)> decide = [](const ImpactEvent& event)
	{
		return event.response;
	};
};

} // namespace

TEST(ImpactEvent, TellsPlacesInTheBodysFrameAtTheTimeOfImpact)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(400)); ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(500 + seed);
		FiringRange range;
		const bool moves = random.OneIn(2);
		b2Body* body =
		    range.AddBody(random.InBox(2.0f), random.Uniform(-3.0f, 3.0f), moves ? b2_kinematicBody : b2_staticBody);
		range.Add(body, RandomPolygon(random, 1.0f));
		body->SetLinearVelocity(moves ? random.InBox(20.0f) : b2Vec2{0.0f, 0.0f});
		const b2Vec2 before = body->GetPosition();
		const b2Vec2 unit = random.Direction();
		BulletDef def = Straight(body->GetWorldCenter() - 5.0f * unit, 600.0f * unit + body->GetLinearVelocity());
		def.mass = random.LogUniform(0.001f, 1.0f);
		range.plugin.Fire(def);
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& hit = range.plugin.Impacts()[0];
		const b2Vec2 arm = hit.enter.point - (before + hit.time * body->GetLinearVelocity());
		const b2Vec2 local = b2MulT(body->GetTransform().q, arm);
		EXPECT_LT(DistanceOf(hit.localPoint, local), 1.0e-5);
		EXPECT_LT(DistanceOf(hit.localNormal, b2MulT(body->GetTransform().q, hit.enter.normal)), 1.0e-6);
		EXPECT_EQ(hit.mass, def.mass);
		EXPECT_NEAR(hit.steepness, -b2Dot(unit, hit.enter.normal), 1.0e-5f);
	}
}

// Within a step, a kinematic body has a constant velocity, so the test can compute its pose at the time of an impact.
TEST(ImpactEvent, TellsItsPointInTheFrameOfABodyThatTurns)
{
	Trouble trouble;
	int32_t impacts = 0;
	for (int32_t scene = 0; scene < ScaledCount(2000); ++scene)
	{
		SceneRandom random(static_cast<uint64_t>(4200 + scene));
		FiringRange range(k_gravity);
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(0.0f, 6.0f), b2_kinematicBody);
		b2PolygonShape box;
		box.SetAsBox(random.Uniform(0.3f, 2.0f), random.Uniform(0.1f, 0.4f));
		range.Add(body, box);
		body->SetLinearVelocity(random.InBox(2.0f));
		body->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
		const b2Vec2 toward = random.Direction();
		const b2Vec2 velocity = -random.Uniform(2.0f, 12.0f) * toward;
		const float radius = random.Uniform(0.02f, 0.2f);
		const float restitution = random.Uniform(0.0f, 1.0f);
		if (random.OneIn(3))
		{
			range.plugin.Throw(
			    {.position = 3.0f * toward, .velocity = velocity, .radius = radius, .restitution = restitution});
		}
		else
		{
			BulletDef def{.position = 3.0f * toward, .velocity = velocity, .restitution = restitution, .maxBounces = 9};
			def.radius = random.OneIn(2) ? radius : 0.0f;
			range.plugin.Fire(def);
		}
		const float dt = random.OneIn(2) ? k_dt : 1.0f / 30.0f;
		for (int32_t step = 0; step < 60; ++step)
		{
			const Vec<double> before = Lift<double>(body->GetPosition());
			const double angleBefore = body->GetAngle();
			range.Step(dt);
			const Vec<double> way = Lift<double>(body->GetPosition()) - before;
			const double turn = body->GetAngle() - angleBefore;
			for (const ImpactEvent& hit : range.plugin.Impacts())
			{
				const double share = static_cast<double>(hit.time) / dt;
				const Vec<double> offset = Lift<double>(hit.enter.point) - (before + share * way);
				const double angle = angleBefore + share * turn;
				const Vec<double> local{std::cos(angle) * offset.x + std::sin(angle) * offset.y,
				                        std::cos(angle) * offset.y - std::sin(angle) * offset.x};
				const double off = Length(local - Lift<double>(hit.localPoint));
				++impacts;
				if (off > 1.0e-5)
				{
					trouble.Add("scene %d step %d: %g m off", scene, step, off);
				}
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(impacts, ScaledCount(1000));
}

TEST(ImpactEvent, TellsTheEnergyThatProjectileAndBodyLose)
{
	for (uint64_t seed = 0; seed < static_cast<uint64_t>(ScaledCount(400)); ++seed)
	{
		SCOPED_TRACE(seed);
		SceneRandom random(1500 + seed);
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		b2Fixture* fixture = range.Add(body, RandomPolygon(random, 1.0f), random.LogUniform(0.1f, 10.0f));
		range.plugin.SetSurface(fixture, {.resistance = random.LogUniform(1.0f, 1.0e4f),
		                                  .ricochetAngle = 0.5f,
		                                  .restitution = random.Uniform(0.0f, 1.0f)});
		body->SetLinearVelocity(random.InBox(5.0f));
		body->SetAngularVelocity(random.Uniform(-2.0f, 2.0f));
		BulletDef def = Straight({-5.0f, random.Uniform(-0.5f, 0.5f)}, {random.LogUniform(600.0f, 3000.0f), 0.0f});
		def.mass = random.LogUniform(0.001f, 0.1f);
		def.maxBounces = 1;
		def.maxPierces = 1;
		range.plugin.Fire(def);
		double before = 0.0;
		range.Step(k_dt, [&] { before = EnergyOfAll(range.world); });
		if (range.plugin.Impacts().size() == 1u)
		{
			const ImpactEvent& hit = range.plugin.Impacts()[0];
			const double whole = EnergyOf(def.mass, hit.velocityBefore);
			const double lost = whole + before - EnergyOf(def.mass, hit.velocityAfter) - EnergyOfAll(range.world);
			EXPECT_NEAR(hit.energyLost, lost, 1.0e-4 * (whole + before)) << static_cast<int>(hit.response);
		}
	}
}

TEST(ImpactEvent, ASensorIsToldAsPassedThroughAndCostsNothing)
{
	FiringRange range;
	range.AddBox({0.5f, 0.0f}, 0.5f, 1.0f)->SetSensor(true);
	b2Fixture* wall = range.AddBox({3.5f, 0.0f}, 0.5f, 1.0f);
	BulletDef def = Straight({-1.0f, 0.0f}, {600.0f, 0.0f});
	def.filter.sensors = true;
	def.maxPierces = 1;
	def.maxBounces = 1;
	const BulletId id = range.plugin.Fire(def);
	range.Step(k_dt);
	ASSERT_GE(range.plugin.Impacts().size(), 2u);
	const ImpactEvent& sensor = range.plugin.Impacts()[0];
	EXPECT_EQ(sensor.response, Response::Ignore);
	EXPECT_NEAR(sensor.enter.point.x, 0.0f, 1.0e-5f);
	EXPECT_NEAR(sensor.exit.point.x, 1.0f, 1.0e-5f);
	EXPECT_NEAR(sensor.thickness, 1.0f, 1.0e-5f);
	EXPECT_EQ(sensor.velocityAfter, sensor.velocityBefore);
	EXPECT_EQ(sensor.energyLost, 0.0f);
	EXPECT_EQ(range.plugin.Impacts()[1].fixture, wall);
	EXPECT_EQ(range.plugin.Find(id)->pierces, 0);
	EXPECT_EQ(range.plugin.Find(id)->bounces, 1);
}

TEST(ImpactEvent, ARuleMayStopAtASensor)
{
	DecidingRange range;
	range.decide = [](const ImpactEvent& event)
	{
		EXPECT_EQ(event.response, Response::Ignore);
		return Response::Stop;
	};
	range.AddBox({0.5f, 0.0f}, 0.5f, 1.0f)->SetSensor(true);
	BulletDef def = Straight({-1.0f, 0.0f}, {600.0f, 0.0f});
	def.filter.sensors = true;
	range.plugin.Fire(def);
	range.Step(k_dt);
	EXPECT_TRUE(range.plugin.Bullets().empty());
	EXPECT_EQ(range.plugin.Expired().size(), 1u);
}

TEST(ImpactEvent, AGrenadeFallsThroughASensorAndRestsInIt)
{
	FiringRange range(k_gravity);
	b2Fixture* zone = range.AddBox({0.0f, 0.5f}, 2.0f, 0.5f);
	zone->SetSensor(true);
	range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
	GrenadeDef def{.position = {0.0f, 2.0f}, .fuse = 100.0f};
	def.filter.sensors = true;
	const GrenadeId id = range.plugin.Throw(def);
	int32_t told = 0;
	for (int32_t i = 0; i < 240; ++i)
	{
		range.Step(k_dt);
		for (const ImpactEvent& hit : range.plugin.Impacts())
		{
			told += hit.fixture == zone ? 1 : 0;
			EXPECT_TRUE(hit.fixture != zone || hit.response == Response::Ignore);
		}
	}
	EXPECT_EQ(told, 1);
	EXPECT_TRUE(range.plugin.Find(id)->resting);
	EXPECT_NEAR(range.plugin.Find(id)->position.y, 0.05f, 1.0e-3f);
}

// A grenade lies on the ground. A sensor is put over the grenade, or moves over it and away. Neither may push the
// grenade.
TEST(ImpactEvent, ASensorPushesNoGrenade)
{
	for (const bool isPut : {true, false})
	{
		SCOPED_TRACE(isPut);
		FiringRange range(k_gravity);
		range.AddBox({0.0f, -0.5f}, 10.0f, 0.5f);
		b2Fixture* zone = range.AddBox({3.0f, 0.3f}, 0.4f, 0.28f, 0.0f, b2_kinematicBody);
		zone->SetSensor(true);
		GrenadeDef def{.position = {0.0f, 0.06f}, .restitution = 0.0f, .fuse = 100.0f};
		def.filter.sensors = true;
		const GrenadeId id = range.plugin.Throw(def);
		for (int32_t i = 0; i < 60; ++i)
		{
			range.Step(k_dt);
		}
		const b2Vec2 place = range.plugin.Find(id)->position;
		if (isPut)
		{
			zone->GetBody()->SetTransform({0.1f, 0.2f}, 0.0f);
		}
		else
		{
			zone->GetBody()->SetLinearVelocity({-2.0f, 0.0f});
		}
		for (int32_t i = 0; i < 120; ++i)
		{
			range.Step(k_dt);
			ASSERT_LT((range.plugin.Find(id)->position - place).Length(), 1.0e-4f) << "step " << i;
		}
	}
}

TEST(DefaultSurface, StopsAPiercerInTheGroundAndLetsItThroughAPane)
{
	b2World world({0.0f, 0.0f});
	Plugin plugin(world);
	b2Body* body = AddBody(world, {0.0f, 0.0f});
	const b2PolygonShape pane = BoxOf(0.01f, 1.0f, {1.0f, 0.0f}, 0.0f);
	const b2PolygonShape ground = BoxOf(43.0f, 1.0f, {46.0f, 0.0f}, 0.0f);
	body->CreateFixture(&pane, 1.0f);
	body->CreateFixture(&ground, 1.0f);
	BulletDef def = Straight({0.0f, 0.0f}, {300.0f, 0.0f}); // an energy of 450 J
	def.maxPierces = 10;
	plugin.Fire(def);
	plugin.Step(k_dt, 8, 3);
	ASSERT_EQ(plugin.Impacts().size(), 2u);
	EXPECT_EQ(plugin.Impacts()[0].response, Response::Pierce);
	EXPECT_NEAR(plugin.Impacts()[0].energyLost, 200.0f, 0.1f);
	EXPECT_EQ(plugin.Impacts()[1].response, Response::Stop);
	EXPECT_NEAR(plugin.Impacts()[1].depth, 0.025f, 1.0e-4f);
}

TEST(DefaultSurface, IsThatOfThePluginsDefWithTheFixturesOwnFriction)
{
	b2World world({0.0f, 0.0f});
	const PluginDef def{.surface = materials::k_concrete};
	const Plugin plugin(world, def);
	const b2PolygonShape box = BoxOf(1.0f, 1.0f);
	b2Fixture* fixture = AddBody(world, {0.0f, 0.0f})->CreateFixture(&box, 1.0f);
	fixture->SetFriction(0.75f);
	fixture->SetRestitution(0.125f);
	const Surface surface = plugin.GetSurface(fixture);
	EXPECT_EQ(surface.resistance, materials::k_concrete.resistance);
	EXPECT_EQ(surface.ricochetAngle, materials::k_concrete.ricochetAngle);
	EXPECT_EQ(surface.friction, 0.75f);
	EXPECT_EQ(surface.restitution, 0.125f);
	for (const float wrong : {-1.0f, k_nan})
	{
		const Plugin refused(world, {.surface = {.resistance = wrong}});
		EXPECT_EQ(std::string(refused.LastError().parameter), "Surface::resistance");
		EXPECT_EQ(refused.GetSurface(fixture).resistance, Surface{}.resistance);
	}
}

TEST(DefaultSurface, EveryMaterialIsAccepted)
{
	FiringRange range;
	b2Fixture* fixture = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f);
	using namespace materials;
	for (const Surface& surface : {k_water, k_gelatine, k_drywall, k_softwood, k_plywood, k_hardwood, k_earth, k_glass,
	                               k_sand, k_brick, k_concrete, k_steel, k_armour})
	{
		range.plugin.SetSurface(fixture, surface);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
	}
}

TEST(ImpactDecision, GivesTheVelocityAndTheBodyGetsTheMomentum)
{
	for (const Response response : {Response::Bounce, Response::Pierce, Response::Ignore, Response::Stop})
	{
		SCOPED_TRACE(static_cast<int>(response));
		DecidingRange range;
		const b2Vec2 given = response == Response::Bounce ? b2Vec2{-50.0f, 20.0f} : b2Vec2{250.0f, -40.0f};
		range.decide = [&](const ImpactEvent&)
		{
			ImpactDecision decision = response;
			decision.velocityAfter = given;
			decision.damage = 12.5f;
			return decision;
		};
		b2Body* box = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
		const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
		range.Step(k_dt);
		ASSERT_EQ(range.plugin.Impacts().size(), 1u);
		const ImpactEvent& hit = range.plugin.Impacts()[0];
		EXPECT_EQ(hit.response, response);
		EXPECT_EQ(hit.velocityAfter, given);
		EXPECT_EQ(hit.damage, 12.5f);
		const b2Vec2 due = 0.01f * (b2Vec2{300.0f, 0.0f} - given);
		EXPECT_LT(DistanceOf(MomentumOf(*box), due), 1.0e-5);
		EXPECT_EQ(range.plugin.LastError().reason, ErrorReason::None);
		if (response != Response::Stop)
		{
			EXPECT_LT(DistanceOf(range.plugin.Find(id)->velocity, given), 1.0e-4);
		}
	}
}

TEST(ImpactDecision, AVelocityThatCannotBeHadIsNotTakenAndTheErrorSaysSo)
{
	struct Case
	{
		Response response;
		b2Vec2 velocity;
		ErrorReason reason;
	};
	for (const Case& wrong : {Case{Response::Bounce, {10.0f, 0.0f}, ErrorReason::TooSmall},
	                          Case{Response::Pierce, {-10.0f, 0.0f}, ErrorReason::TooLarge},
	                          Case{Response::Ignore, {-10.0f, 0.0f}, ErrorReason::TooLarge},
	                          Case{Response::Bounce, {k_nan, 0.0f}, ErrorReason::NotFinite},
	                          Case{Response::Pierce, {300.0f, k_inf}, ErrorReason::NotFinite}})
	{
		b2Vec2 velocities[2];
		for (const bool isGiven : {false, true})
		{
			DecidingRange range;
			range.decide = [&](const ImpactEvent&)
			{
				ImpactDecision decision = wrong.response;
				decision.velocityAfter = isGiven ? std::optional(wrong.velocity) : std::nullopt;
				return decision;
			};
			range.plugin.SetSurface(range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f), {.resistance = 100.0f});
			const BulletId id = range.plugin.Fire(Straight({0.0f, 0.0f}, {300.0f, 0.0f}));
			range.Step(k_dt);
			ASSERT_TRUE(range.plugin.Find(id).has_value());
			velocities[isGiven ? 1 : 0] = range.plugin.Find(id)->velocity;
			EXPECT_EQ(range.plugin.LastError().reason, isGiven ? wrong.reason : ErrorReason::None);
			EXPECT_EQ(std::string(range.plugin.LastError().parameter), isGiven ? "ImpactDecision::velocityAfter" : "");
		}
		EXPECT_EQ(velocities[0], velocities[1]);
	}
}

TEST(ImpactDecision, ServesGrenadesToo)
{
	DecidingRange range;
	range.decide = [](const ImpactEvent& event)
	{
		ImpactDecision decision = event.response;
		decision.velocityAfter = b2Vec2{-3.0f, 4.0f};
		return decision;
	};
	b2Body* box = range.AddBox({2.0f, 0.0f}, 0.5f, 0.5f, 0.0f, b2_dynamicBody)->GetBody();
	const GrenadeId id =
	    range.plugin.Throw({.position = {1.4f, 0.0f}, .velocity = {20.0f, 0.0f}, .mass = 0.4f, .gravityScale = 0.0f});
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 1u);
	EXPECT_LT(DistanceOf(range.plugin.Find(id)->velocity, {-3.0f, 4.0f}), 1.0e-5);
	EXPECT_LT(DistanceOf(MomentumOf(*box), 0.4f * b2Vec2{23.0f, -4.0f}), 1.0e-5);
}

TEST(AlsoIgnore, AShooterOfSeveralPartsIsFlownThrough)
{
	FiringRange range;
	std::vector<b2Body*> parts;
	for (int32_t i = 0; i < 5; ++i)
	{
		parts.push_back(range.AddBox({1.0f + static_cast<float>(i), 0.0f}, 0.25f, 0.25f)->GetBody());
	}
	// All bullets fly in the same step. The filter of bullet k ignores the first k parts, so it must hit the next one.
	for (size_t count = 0; count <= 4; ++count)
	{
		BulletDef def = Straight({0.0f, 0.0f}, {600.0f, 0.0f});
		def.userData = count;
		def.filter.ignoreBody = count > 0 ? parts[0] : nullptr;
		for (size_t i = 1; i < count; ++i)
		{
			def.filter.alsoIgnore[i - 1] = parts[i];
		}
		range.plugin.Fire(def);
	}
	range.Step(k_dt);
	ASSERT_EQ(range.plugin.Impacts().size(), 5u);
	for (const ImpactEvent& hit : range.plugin.Impacts())
	{
		EXPECT_EQ(hit.body, parts[hit.userData]);
	}
}

TEST(AlsoIgnore, HoldsForCastsAsForEachFixtureByItself)
{
	SceneRandom random(77);
	FiringRange range;
	std::vector<b2Body*> bodies;
	for (int32_t i = 0; i < 30; ++i)
	{
		bodies.push_back(range.AddBody(random.InBox(6.0f)));
		range.Add(bodies.back(), RandomPolygon(random, 1.0f));
	}
	for (int32_t i = 0; i < ScaledCount(2000); ++i)
	{
		QueryFilter filter;
		filter.ignoreBody = random.OneIn(2) ? bodies[static_cast<size_t>(random.Below(30))] : nullptr;
		for (int32_t k = random.Below(4); k > 0; --k)
		{
			filter.alsoIgnore[static_cast<size_t>(k - 1)] = bodies[static_cast<size_t>(random.Below(30))];
		}
		const Ray ray = RayBetween(random.InBox(8.0f), random.InBox(8.0f));
		const std::vector<RayHit> expected = BruteForceAll(range.world, ray, filter);
		std::vector<RayHit> all;
		CastRayAll(range.world, ray, all, filter);
		ASSERT_EQ(all.size(), expected.size());
		for (size_t k = 0; k < all.size(); ++k)
		{
			EXPECT_EQ(all[k].fixture, expected[k].fixture);
		}
	}
}

} // namespace ricochet::test::impact_event_test
