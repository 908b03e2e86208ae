// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/firing_range.h"

// Tests impulses on bodies whose centre of mass is far from their origin.

namespace ricochet::test::inertia_test
{

namespace
{

constexpr float k_exactDt = 1.0f / 64.0f;

// Returns the factor by which Box2D multiplies an angular impulse to get a change of the angular velocity.
double InverseInertia(b2Body& body)
{
	body.SetAngularVelocity(0.0f);
	body.ApplyAngularImpulse(1.0f, true);
	const double inverse = static_cast<double>(body.GetAngularVelocity());
	body.SetAngularVelocity(0.0f);
	return inverse;
}

} // namespace

TEST(Inertia, AnImpactFarFromTheBodysOriginTurnsItAsExactMechanicsSay)
{
	for (const float distance : {0.0f, 30.3f, 777.7f, 1000.3f})
	{
		for (const float half : {1.0f, 5.0f})
		{
			SCOPED_TRACE(testing::Message() << distance << " m away, half a side " << half);
			FiringRange range;
			b2Body* body = range.AddBody({-distance, 0.0f}, 0.0f, b2_dynamicBody);
			range.Add(body, BoxOf(half, half, {distance, 0.0f}, 0.0f));
			const double inverse = InverseInertia(*body);
			const double inverseMass = 1.0 / static_cast<double>(body->GetMass());
			ASSERT_GT(inverse, 0.0);
			const double mass = 0.5 * static_cast<double>(body->GetMass());
			BulletDef def{.position = {-half - 1.0f, 0.75f * half},
			              .velocity = {64.0f * 1.5f, 0.0f},
			              .mass = static_cast<float>(mass),
			              .gravityScale = 0.0f,
			              .restitution = 1.0f,
			              .maxBounces = 1};
			range.plugin.Fire(def);
			range.Step(k_exactDt);
			ASSERT_EQ(range.plugin.Impacts().size(), 1u);
			const double u = 96.0;
			const double arm = 0.75 * static_cast<double>(half) - static_cast<double>(body->GetWorldCenter().y);
			const double impulse = 2.0 * u / (1.0 / mass + inverseMass + inverse * arm * arm);
			EXPECT_NEAR(body->GetLinearVelocity().x, impulse * inverseMass, 1.0e-4 * u);
			EXPECT_NEAR(body->GetAngularVelocity(), -impulse * inverse * arm, 1.0e-4 * impulse * inverse * arm);
			EXPECT_NEAR(range.plugin.Impacts()[0].velocityAfter.x, u - impulse / mass, 1.0e-4 * u);
		}
	}
}

TEST(Inertia, ABodyOfFixedRotationIsNotTurned)
{
	FiringRange range;
	b2Body* body = range.AddBox({0.0f, 0.0f}, 1.0f, 1.0f, 0.0f, b2_dynamicBody)->GetBody();
	body->SetFixedRotation(true);
	range.plugin.Fire({.position = {-2.0f, 0.75f},
	                   .velocity = {96.0f, 0.0f},
	                   .mass = 2.0f,
	                   .gravityScale = 0.0f,
	                   .restitution = 1.0f,
	                   .maxBounces = 1});
	range.Step(k_exactDt);
	EXPECT_EQ(body->GetAngularVelocity(), 0.0f);
	EXPECT_NEAR(body->GetLinearVelocity().x, 2.0 * 96.0 * 2.0 / 6.0, 1.0e-3);
}

} // namespace ricochet::test::inertia_test
