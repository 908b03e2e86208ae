// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>
#include <vector>

// Tests the effects of a hit by a bullet with a radius: momentum, bounces, and piercing.

namespace ricochet::test::fat_bullet_rules_test
{

namespace
{

// One bullet with a radius hits a free box at a random place.
struct Blow
{
	Blow(SceneRandom& random, Response wanted)
	{
		body = range.AddBody(random.InBox(5.0f), random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const b2PolygonShape box =
		    BoxOf(random.Uniform(0.1f, 1.0f), random.Uniform(0.1f, 1.0f), random.InBox(0.5f), 0.3f);
		b2Fixture* fixture = range.Add(body, box, random.LogUniform(0.1f, 100.0f));
		body->SetLinearVelocity(random.InBox(20.0f));
		body->SetAngularVelocity(random.Uniform(-10.0f, 10.0f));
		range.plugin.SetSurface(fixture, {.resistance = wanted == Response::Pierce ? 10.0f : 1.0e9f,
		                                  .friction = random.Uniform(0.0f, 1.0f)});
		const b2Vec2 velocity = 300.0f * random.Direction();
		const b2Vec2 aim = body->GetWorldCenter() + random.InBox(0.5f);
		def = Straight(aim - 0.5f * k_dt * velocity, velocity);
		def.radius = random.LogUniform(0.001f, 1.0f);
		def.mass = random.LogUniform(0.001f, 1.0f);
		def.restitution = random.Uniform(0.0f, 1.0f);
		def.friction = random.Uniform(0.0f, 1.0f);
		def.maxBounces = wanted == Response::Bounce ? 1 : 0;
		def.maxPierces = wanted == Response::Pierce ? 1 : 0;
		range.plugin.Fire(def);
		BodyPath path(*body);
		range.Step(k_dt,
		           [&]
		           {
			           path.Close();
			           velocityBefore = body->GetLinearVelocity();
			           spinBefore = body->GetAngularVelocity();
			           energyBefore = EnergyOf(*body);
		           });
		isHit = range.plugin.Impacts().size() == 1;
		if (isHit)
		{
			event = range.plugin.Impacts()[0];
			arm = Widen(event.enter.point) - path.CenterAt(static_cast<double>(event.time) / static_cast<double>(k_dt));
		}
	}

	[[nodiscard]] Point2 SurfaceVelocity(b2Vec2 linear, float spin) const
	{
		return Widen(linear) + static_cast<double>(spin) * Point2{-arm.y, arm.x};
	}

	FiringRange range;
	BulletDef def;
	b2Body* body = nullptr;
	bool isHit = false;
	ImpactEvent event;
	Point2 arm; // from the centre of mass to where it touches
	b2Vec2 velocityBefore{0.0f, 0.0f};
	float spinBefore = 0.0f;
	double energyBefore = 0.0;
};

void JudgeBlow(const Blow& blow, int32_t trial, Trouble& trouble)
{
	const auto mass = static_cast<double>(blow.def.mass);
	const double bodyMass = blow.body->GetMass();
	const double scale = 600.0 * mass;
	const Point2 impulse = mass * (Widen(blow.event.velocityBefore) - Widen(blow.event.velocityAfter));
	const Point2 gain = bodyMass * (Widen(blow.body->GetLinearVelocity()) - Widen(blow.velocityBefore));
	const double inertia = CentralInertia(*blow.body);
	const double spinGain =
	    inertia * (static_cast<double>(blow.body->GetAngularVelocity()) - static_cast<double>(blow.spinBefore));
	if (Length(impulse - Widen(blow.event.impulse)) > 1.0e-6 * scale ||
	    Length(impulse - gain) > 1.0e-5 * (scale + 30.0 * bodyMass) ||
	    std::abs(Cross(blow.arm, impulse) - spinGain) > 3.0e-5 * (scale + 30.0 * inertia))
	{
		trouble.Add("trial %d: the bullet lost (%.9g, %.9g), the body gained (%.9g, %.9g) and %.9g, not %.9g", trial,
		            impulse.x, impulse.y, gain.x, gain.y, spinGain, Cross(blow.arm, impulse));
	}
	const double lost = EnergyOf(mass, blow.event.velocityBefore) - EnergyOf(mass, blow.event.velocityAfter) -
	                    (EnergyOf(*blow.body) - blow.energyBefore);
	const double energy = EnergyOf(mass, blow.event.velocityBefore) + blow.energyBefore;
	if (lost < -1.0e-5 * energy || std::abs(lost - static_cast<double>(blow.event.energyLost)) > 3.0e-5 * energy)
	{
		trouble.Add("trial %d: energy %.9g of %.9g lost, told %.9g", trial, lost, energy,
		            static_cast<double>(blow.event.energyLost));
	}
	const Point2 normal = Widen(blow.event.enter.normal);
	const Point2 before = Widen(blow.event.velocityBefore) - blow.SurfaceVelocity(blow.velocityBefore, blow.spinBefore);
	const Point2 after = Widen(blow.event.velocityAfter) -
	                     blow.SurfaceVelocity(blow.body->GetLinearVelocity(), blow.body->GetAngularVelocity());
	const double leaving = Dot(after, normal);
	const double restitution = blow.def.restitution;
	const bool bounces = blow.event.response == Response::Bounce;
	// If friction spins the body, its surface may approach the bullet once more. Then the bullet leaves faster than by
	// restitution alone, or does not leave.
	if (bounces && leaving < -1.0e-3 && leaving < -restitution * Dot(before, normal) - 0.05)
	{
		trouble.Add("trial %d: it comes in at %.9g and leaves at %.9g", trial, Dot(before, normal), leaving);
	}
	if (blow.event.response == Response::Stop && Length(after) > 0.05)
	{
		trouble.Add("trial %d: stopped, it moves by (%.9g, %.9g) on the surface", trial, after.x, after.y);
	}
}

} // namespace

TEST(FatBullet, GivesItsMomentumWhereItTouches)
{
	for (const Response wanted : {Response::Stop, Response::Bounce, Response::Pierce})
	{
		SceneRandom random(7400 + static_cast<uint64_t>(wanted));
		Trouble trouble;
		int32_t hits = 0;
		for (int32_t trial = 0; trial < ScaledCount(1500); ++trial)
		{
			const Blow blow(random, wanted);
			if (blow.isHit && blow.event.startsInside == false)
			{
				hits += blow.event.response == wanted ? 1 : 0;
				JudgeBlow(blow, trial, trouble);
			}
		}
		EXPECT_EQ(trouble.Count(), 0) << trouble.First();
		EXPECT_GT(hits, ScaledCount(1500) / 4);
	}
}

// The bullets fly in a closed room with pillars, some of which rotate. The test judges the poses after each step.
TEST(FatBullet, BouncesAndIsNeverInASolid)
{
	Trouble trouble;
	int32_t bounces = 0;
	for (int32_t trial = 0; trial < ScaledCount(100); ++trial)
	{
		SceneRandom random(7500 + static_cast<uint64_t>(trial));
		FiringRange range(random.OneIn(2) ? k_gravity : b2Vec2{0.0f, 0.0f});
		range.AddLoop({{-10.0f, -10.0f}, {10.0f, -10.0f}, {12.0f, 3.0f}, {10.0f, 10.0f}, {-10.0f, 9.0f}});
		for (int32_t i = 0; i < 4; ++i)
		{
			const b2Vec2 center{-6.0f + 4.0f * static_cast<float>(i), random.Uniform(-4.0f, 4.0f)};
			b2Fixture* pillar = random.OneIn(2) ? range.AddCircle(center, random.Uniform(0.1f, 0.7f), b2_kinematicBody)
			                                    : range.AddBox(center, 0.5f, 0.3f, 0.3f, b2_kinematicBody);
			pillar->GetBody()->SetAngularVelocity(random.OneIn(2) ? random.Uniform(-20.0f, 20.0f) : 0.0f);
		}
		BulletDef def =
		    Lasting({-8.5f, random.Uniform(-8.0f, 8.0f)}, random.LogUniform(1.0f, 1000.0f) * random.Direction());
		def.gravityScale = 1.0f;
		def.radius = random.LogUniform(1.0e-3f, 0.9f);
		def.restitution = 0.9f;
		def.maxBounces = 1000000;
		const BulletId id = range.plugin.Fire(def);
		for (int32_t step = 0; step < 120 && range.plugin.Find(id); ++step)
		{
			range.Step(k_dt);
			bounces += CountOf(range.plugin.Impacts(), id);
			const auto state = range.plugin.Find(id);
			const double distance = state ? SignedDistance(range.world, Widen(state->position)) : HUGE_VAL;
			if (distance < static_cast<double>(def.radius) - 1.1e-4)
			{
				trouble.Add("trial %d, step %d: %.9g from a solid, radius %.9g", trial, step, distance,
				            static_cast<double>(def.radius));
			}
		}
		for (const ExpiredEvent& end : range.plugin.Expired())
		{
			if (end.reason != ExpiredEvent::Reason::ContactLimit)
			{
				trouble.Add("trial %d: expired by %d", trial, static_cast<int>(end.reason));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(bounces, ScaledCount(100) * 5);
}

// The sum of a large and a small radius is rounded. The rounding error is larger than the clearance of a bounce.
TEST(FatBullet, BouncesToAndFroBetweenLargeCircles)
{
	for (int32_t trial = 0; trial < ScaledCount(200); ++trial)
	{
		SceneRandom random(7650 + static_cast<uint64_t>(trial));
		FiringRange range;
		const float size = random.LogUniform(3.0f, 3.0e5f);
		const float radius = random.LogUniform(0.3f, 3.0f);
		const float away = size + radius + random.Uniform(0.2f, 0.5f) * radius;
		const b2Vec2 unit = random.Direction();
		range.AddCircle(away * unit, size);
		range.AddCircle(-away * unit, size);
		BulletDef def = Lasting({0.0f, 0.0f}, random.LogUniform(0.01f, 0.3f) * radius / k_dt * unit);
		def.radius = radius;
		def.maxBounces = 1000000;
		const BulletId id = range.plugin.Fire(def);
		for (int32_t step = 0; step < 200; ++step)
		{
			range.Step(k_dt);
		}
		ASSERT_TRUE(range.plugin.Find(id)) << "trial " << trial << " size " << size << " radius " << radius;
		EXPECT_GT(range.plugin.Find(id)->bounces, 1) << "trial " << trial;
	}
}

// The bullet bounces off a free body. The world has already moved the body in this step, so its motion may overtake the
// bullet. Then the bullet waits at the body.
TEST(FatBullet, KeepsOutOfABodyThatItHasPushed)
{
	Trouble trouble;
	int32_t bounces = 0;
	for (int32_t trial = 0; trial < ScaledCount(400); ++trial)
	{
		SceneRandom random(7600 + static_cast<uint64_t>(trial));
		FiringRange range;
		b2Fixture* box = range.AddBox({0.0f, 0.0f}, 0.5f, 0.4f, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		box->GetBody()->SetLinearVelocity(random.LogUniform(1.0f, 60.0f) * random.Direction());
		box->GetBody()->SetAngularVelocity(random.Uniform(-5.0f, 5.0f));
		const b2Vec2 from = 1.5f * random.Direction();
		const b2Vec2 toward = random.LogUniform(0.1f, 60.0f) * (random.InBox(0.3f) - from);
		BulletDef def = Lasting(from, box->GetBody()->GetLinearVelocity() + toward);
		def.radius = random.LogUniform(1.0e-3f, 0.8f);
		def.mass = random.LogUniform(0.01f, 100.0f);
		def.restitution = random.Uniform(0.0f, 1.0f);
		def.maxBounces = 1000000;
		if (SignedDistance(*box, Widen(def.position)) < static_cast<double>(def.radius) + 0.01)
		{
			continue;
		}
		const BulletId id = range.plugin.Fire(def);
		for (int32_t step = 0; step < 20 && range.plugin.Find(id); ++step)
		{
			range.Step(k_dt);
			bounces += CountOf(range.plugin.Impacts(), id);
			const auto state = range.plugin.Find(id);
			const double distance = state ? SignedDistance(*box, Widen(state->position)) : HUGE_VAL;
			if (state.has_value() == false || distance < static_cast<double>(def.radius) - 1.1e-4)
			{
				trouble.Add("trial %d, step %d: %.9g from the box, radius %.9g", trial, step, distance,
				            static_cast<double>(def.radius));
			}
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(bounces, ScaledCount(400) / 8);
}

} // namespace ricochet::test::fat_bullet_rules_test
