// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include <algorithm>
#include <cmath>
#include <optional>

// Tests sticky grenades. A dynamic body and the grenade that sticks to it must move as one rigid body. A kinematic body
// must carry its grenade.

namespace ricochet::test::grenade_glue_test
{

namespace
{

GrenadeDef Sticky(b2Vec2 position, b2Vec2 velocity, float radius)
{
	GrenadeDef def;
	def.position = position;
	def.velocity = velocity;
	def.radius = radius;
	def.gravityScale = 0.0f;
	def.fuse = k_inf;
	def.sticky = true;
	return def;
}

// A dynamic rotating box of 0.5 kg, and a sticky grenade that flies to it. The world contains nothing else.
struct Pair
{
	explicit Pair(SceneRandom& random) : mass(random.LogUniform(0.1f, 10.0f)), radius(random.Uniform(0.03f, 0.15f))
	{
		body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const b2Vec2 half{random.Uniform(0.2f, 1.0f), random.Uniform(0.1f, 0.4f)};
		range.Add(body, BoxOf(half.x, half.y), 0.5f / (4.0f * half.x * half.y));
		spin = random.LogUniform(5.0f, 90.0f);
		body->SetAngularVelocity(random.OneIn(2) ? spin : -spin);
		const b2Vec2 start = random.Uniform(1.5f, 2.5f) * random.Direction();
		GrenadeDef def = Sticky(start, -random.Uniform(1.0f, 8.0f) * start, radius);
		def.mass = mass;
		def.angularVelocity = random.Uniform(-20.0f, 20.0f);
		id = range.plugin.Throw(def);
		speed = SpeedOf(def.velocity);
	}

	[[nodiscard]] GrenadeState Grenade() const { return *range.plugin.Find(id); }

	[[nodiscard]] double Energy() const
	{
		const GrenadeState grenade = Grenade();
		const double turning = 0.5 * static_cast<double>(radius) * grenade.angularVelocity;
		return EnergyOf(*body) + EnergyOf(mass, grenade.velocity) + mass * turning * turning;
	}

	[[nodiscard]] b2Vec2 Momentum() const
	{
		return body->GetMass() * body->GetLinearVelocity() + mass * Grenade().velocity;
	}

	/// Returns the scale of the momenta for the tolerance of float arithmetic (kg m/s).
	[[nodiscard]] double Scale() const { return mass * speed + 0.5 * spin; }

	FiringRange range;
	b2Body* body = nullptr;
	GrenadeId id;
	float mass;
	float radius;
	float spin = 0.0f;
	double speed = 0.0;
};

} // namespace

TEST(GrenadeGlue, AFreePairKeepsMomentumAndEnergy)
{
	Trouble trouble;
	int32_t stuck = 0;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		SceneRandom random(88000u + static_cast<uint64_t>(i));
		Pair pair(random);
		const b2Vec2 momentum = pair.Momentum();
		double energy = pair.Energy();
		const float dt = 1.0f / (random.OneIn(2) ? 60.0f : 120.0f);
		bool wasStuck = false;
		for (int32_t step = 0; step < 240; ++step)
		{
			pair.range.Step(dt);
			// Floats round each velocity by 2^-24, and a step has up to about ten impulses.
			const double now = pair.Energy();
			const double drift = SpeedOf(pair.Momentum() - momentum);
			const bool isStuck = pair.Grenade().stuck;
			const bool keepsEnergy =
			    now <= energy * (1.0 + 1.0e-5) && (wasStuck == false || now >= energy * (1.0 - 1.0e-5));
			if (drift > 1.0e-5 * pair.Scale() || keepsEnergy == false || (wasStuck && isStuck == false))
			{
				trouble.Add("scene %d, step %d: momentum by %g of %g, energy %g after %g J, stuck %d after %d", i, step,
				            drift, pair.Scale(), now, energy, isStuck, wasStuck);
				break;
			}
			energy = now;
			wasStuck = isStuck;
		}
		stuck += wasStuck ? 1 : 0;
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(stuck, ScaledCount(300) / 2);
}

// Gravity does not change the spin of bodies in free fall. The spin of box and grenade, and the angle between them,
// must therefore stay the same from step to step.
TEST(GrenadeGlue, AFallingPairIsOneRigidBody)
{
	Trouble trouble;
	int32_t stuck = 0;
	for (int32_t i = 0; i < ScaledCount(200); ++i)
	{
		SceneRandom random(88100u + static_cast<uint64_t>(i));
		FiringRange range(k_gravity);
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		range.Add(body, BoxOf(0.5f, 0.4f), 1.0f);
		GrenadeDef def = Sticky({-2.0f, random.Uniform(-0.2f, 0.4f)}, {random.Uniform(6.0f, 20.0f), 1.0f}, 0.15f);
		def.gravityScale = 1.0f;
		def.mass = random.LogUniform(0.1f, 10.0f);
		const GrenadeId id = range.plugin.Throw(def);
		const float dt = random.OneIn(2) ? 1.0f / 30.0f : 1.0f / 120.0f;
		std::optional<float> spin, angle;
		for (int32_t step = 0; step < 120; ++step)
		{
			range.Step(dt);
			const GrenadeState grenade = *range.plugin.Find(id);
			if (grenade.stuck == false)
			{
				continue;
			}
			if (spin.has_value() && std::abs(body->GetAngularVelocity() - *spin) > 1.0e-3f * std::max(1.0f, *spin))
			{
				trouble.Add("scene %d, step %d: the spin was %g, and is %g", i, step, *spin,
				            body->GetAngularVelocity());
				break;
			}
			if (angle.has_value() && std::abs(grenade.angle - body->GetAngle() - *angle) > 2.0e-3f)
			{
				trouble.Add("scene %d, step %d: it turns on the body", i, step);
				break;
			}
			// In the step in which the grenade sticks, the body has already moved with its old spin. The angle between
			// the two is therefore recorded in the next step.
			stuck += spin.has_value() && angle.has_value() == false ? 1 : 0;
			angle = spin.has_value() && angle.has_value() == false ? grenade.angle - body->GetAngle() : angle;
			spin = spin.has_value() ? spin : body->GetAngularVelocity();
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(stuck, ScaledCount(100));
}

TEST(GrenadeGlue, StaysOnADrivenBodyThatTurns)
{
	Trouble trouble;
	int32_t hits = 0;
	for (int32_t i = 0; i < ScaledCount(300); ++i)
	{
		SceneRandom random(77000u + static_cast<uint64_t>(i));
		FiringRange range;
		b2Body* body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_kinematicBody);
		const bool isPlank = random.OneIn(2);
		if (isPlank)
		{
			range.Add(body, BoxOf(1.0f, 0.1f));
		}
		else
		{
			b2CircleShape disc = CircleOf(1.0f);
			disc.m_p.Set(random.Uniform(0.1f, 2.0f), 0.0f);
			range.Add(body, disc);
		}
		body->SetAngularVelocity(isPlank ? 10.0f : random.LogUniform(0.2f, 20.0f));
		const b2Vec2 aim = body->GetWorldPoint({random.Uniform(-0.9f, 0.9f), 0.0f});
		const b2Vec2 way = random.Uniform(2.5f, 4.0f) * random.Direction();
		const GrenadeId id = range.plugin.Throw(Sticky(aim - way, random.LogUniform(0.3f, 10.0f) * way, 0.05f));
		b2Vec2 local{0.0f, 0.0f};
		bool hasHit = false;
		for (int32_t step = 0; step < 300; ++step)
		{
			range.Step(k_dt);
			const GrenadeState state = *range.plugin.Find(id);
			const b2Vec2 place = body->GetLocalPoint(state.position);
			if (hasHit && (state.stuck == false || DistanceOf(place, local) > 1.0e-4))
			{
				trouble.Add("scene %d, step %d: stuck %d, %g m from its place", i, step, state.stuck,
				            DistanceOf(place, local));
				break;
			}
			hasHit = hasHit || range.plugin.Impacts().empty() == false;
			local = place;
		}
		hits += hasHit ? 1 : 0;
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.First();
	EXPECT_GT(hits, ScaledCount(300) / 2);
}

} // namespace ricochet::test::grenade_glue_test
