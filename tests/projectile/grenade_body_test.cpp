// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

#include "support/reference_flight.h"

#include <algorithm>

// Computes momentum and energy from the states of a grenade and one dynamic body without gravity. Momentum must be
// conserved, and energy must not grow.

namespace ricochet::test::grenade_body_test
{

namespace
{

constexpr double k_relative = 1.0e-5;

struct Sum
{
	Point2 momentum;
	double energy = 0.0;
};

Sum SumOf(double mass, const GrenadeState& state, const b2Body& body)
{
	const double bodyMass = body.GetMass();
	return {mass * Widen(state.velocity) + bodyMass * Widen(body.GetLinearVelocity()),
	        EnergyOf(mass, state.velocity) + EnergyOf(body)};
}

// Throws a default grenade head-on at 10 m/s at a ball at rest.
void RunHeadOn(float ballMass, float rate)
{
	FiringRange range;
	const b2CircleShape circle = CircleOf(0.1f);
	b2Body* ball = range.AddBody({1.0f, 0.0f}, 0.0f, b2_dynamicBody);
	range.Add(ball, circle, ballMass / (b2_pi * circle.m_radius * circle.m_radius));
	const GrenadeId id = range.plugin.Throw({.position = {0.0f, 0.0f}, .velocity = {10.0f, 0.0f}});
	size_t impacts = 0;
	for (int32_t i = 0; i < static_cast<int32_t>(0.5f * rate); ++i)
	{
		range.Step(1.0f / rate);
		impacts += range.plugin.Impacts().size();
	}
	const double mass = 0.4;
	const double other = ball->GetMass();
	const GrenadeState state = *range.plugin.Find(id);
	const double common = mass * 10.0 / (mass + other);
	EXPECT_EQ(impacts, 1u);
	EXPECT_NEAR(static_cast<double>(state.velocity.x), common - 0.4 * 10.0 * other / (mass + other), 1.0e-4);
	EXPECT_NEAR(static_cast<double>(ball->GetLinearVelocity().x), common + 0.4 * 10.0 * mass / (mass + other),
	            1.0e-5 * (10.0 + mass / other));
	const Sum sum = SumOf(mass, state, *ball);
	EXPECT_NEAR(sum.momentum.x, 4.0, 4.0 * k_relative);
	EXPECT_LE(sum.energy, 20.0);
}

struct Meeting
{
	FiringRange range;
	b2Body* body = nullptr;
	GrenadeId id;
	GrenadeDef def;
	float rate = 60.0f;
	bool isBall = false;

	explicit Meeting(SceneRandom& random)
	{
		const float size = random.LogUniform(0.05f, 1.0f);
		const float ratio = random.LogUniform(1.0e-3f, 1.0e3f);
		isBall = random.OneIn(2);
		rate = random.LogUniform(30.0f, 500.0f);
		body = range.AddBody({0.0f, 0.0f}, random.Uniform(-3.0f, 3.0f), b2_dynamicBody);
		const b2CircleShape circle = CircleOf(size);
		const b2PolygonShape box = BoxOf(size, size * random.Uniform(0.3f, 1.0f));
		def.mass = random.LogUniform(0.05f, 5.0f);
		b2Fixture* fixture = isBall ? range.Add(body, circle) : range.Add(body, box);
		fixture->SetDensity(ratio * def.mass / body->GetMass());
		body->ResetMassData();
		body->SetLinearVelocity(random.InBox(3.0f));
		body->SetAngularVelocity(isBall ? 0.0f : random.Uniform(-5.0f, 5.0f));

		def.radius = size * random.LogUniform(0.05f, 1.0f);
		def.restitution = random.OneIn(3) ? static_cast<float>(random.Below(2)) : random.Uniform(0.0f, 1.0f);
		def.friction = random.OneIn(3) ? 0.0f : random.Uniform(0.0f, 1.0f);
		const b2Vec2 from = random.Direction();
		const float aside = random.Uniform(-0.6f, 0.6f) * size;
		const float speed = random.LogUniform(1.0f, 20.0f);
		def.position = (2.0f * size + def.radius + 0.5f * speed / rate) * from + aside * b2Vec2{-from.y, from.x};
		def.velocity = body->GetLinearVelocity() - speed * from;
		id = range.plugin.Throw(def);
	}
};

} // namespace

TEST(GrenadeBody, ADefaultGrenadeAgainstABallKeepsMomentumAndMakesNoEnergy)
{
	for (const float ballMass : {0.9f, 0.4f, 0.1f, 0.001f, 100.0f})
	{
		for (const float rate : {30.0f, 60.0f, 240.0f})
		{
			SCOPED_TRACE(testing::Message() << "ball of " << ballMass << " kg at " << rate << " Hz");
			RunHeadOn(ballMass, rate);
		}
	}
}

TEST(GrenadeBody, NoMeetingChangesMomentumOrMakesEnergy)
{
	Trouble trouble;
	int32_t met = 0;
	const int32_t count = ScaledCount(2000);
	for (int32_t i = 0; i < count; ++i)
	{
		SceneRandom random(400000u + static_cast<uint64_t>(i));
		Meeting meeting(random);
		const double mass = meeting.def.mass;
		const Sum before = SumOf(mass, *meeting.range.plugin.Find(meeting.id), *meeting.body);
		const double scale = mass * SpeedOf(meeting.def.velocity) +
		                     static_cast<double>(meeting.body->GetMass()) * SpeedOf(meeting.body->GetLinearVelocity());
		size_t impacts = 0;
		for (int32_t step = 0; step < static_cast<int32_t>(meeting.rate); ++step)
		{
			meeting.range.Step(1.0f / meeting.rate);
			impacts += meeting.range.plugin.Impacts().size();
		}
		const auto state = meeting.range.plugin.Find(meeting.id);
		if (state.has_value() == false)
		{
			trouble.Add("meeting %d: the grenade is gone", i);
			continue;
		}
		const Sum after = SumOf(mass, *state, *meeting.body);
		const double changed = Length(after.momentum - before.momentum) / scale;
		const double gained = after.energy / before.energy - 1.0;
		met += impacts > 0 ? 1 : 0;
		if ((changed <= k_relative) == false || (gained <= k_relative) == false || (meeting.isBall && impacts > 1))
		{
			trouble.Add("meeting %d: %d impacts, momentum changed by %.3g, energy gained %.3g of all", i,
			            static_cast<int>(impacts), changed, gained);
		}
	}
	EXPECT_EQ(trouble.Count(), 0) << trouble.Count() << " of " << met << " that met; first: " << trouble.First();
	EXPECT_GT(met, count / 2);
}

} // namespace ricochet::test::grenade_body_test
