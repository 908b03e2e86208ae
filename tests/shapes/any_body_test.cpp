// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/shapes/shape_factory.h>

#include "shapes/child_process.h"
#include "support/expect_error.h"
#include "support/floats.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

// Tests that the factories' shapes can be put on any body. Box2D's asserts abort, so all tests run in a child process.

namespace ricochet::test::any_body_test
{

namespace
{

// True if all numbers of all bodies are finite.
bool IsSound(const b2World& world)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const float numbers[] = {body->GetPosition().x,
		                         body->GetPosition().y,
		                         body->GetAngle(),
		                         body->GetLinearVelocity().x,
		                         body->GetLinearVelocity().y,
		                         body->GetAngularVelocity(),
		                         body->GetLocalCenter().x,
		                         body->GetLocalCenter().y,
		                         body->GetWorldCenter().x,
		                         body->GetWorldCenter().y,
		                         body->GetMass(),
		                         body->GetInertia()};
		for (const float number : numbers)
		{
			if (std::isfinite(number) == false)
			{
				return false;
			}
		}
		if (body->GetMass() < 0.0f || body->GetInertia() < 0.0f)
		{
			return false;
		}
	}
	return true;
}

bool StepsSoundly(b2World& world)
{
	world.Step(1.0f / 60.0f, 8, 3);
	return IsSound(world);
}

void Add(b2Body& body, const b2Shape& shape, float density)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = density;
	body.CreateFixture(&def);
}

// Sets every body type in turn, then destroys one fixture after the other. Returns false if a number is not finite.
bool LivesThroughChanges(b2World& world, b2Body& body)
{
	const b2BodyType type = body.GetType();
	for (const b2BodyType other : {b2_dynamicBody, b2_staticBody, b2_kinematicBody, b2_dynamicBody, type})
	{
		body.SetType(other);
	}
	if (StepsSoundly(world) == false)
	{
		return false;
	}
	body.SetType(b2_dynamicBody);
	while (body.GetFixtureList() != nullptr)
	{
		body.DestroyFixture(body.GetFixtureList());
		body.ResetMassData();
		if (IsSound(world) == false)
		{
			return false;
		}
	}
	return true;
}

// Puts the shape alone on a new body of each type. Returns false if a number is not finite.
bool SuitsAnyBody(const b2Shape& shape, float density)
{
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody})
	{
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, type);
		Add(*body, shape, density);
		if (StepsSoundly(*scene.world) == false || LivesThroughChanges(*scene.world, *body) == false)
		{
			return false;
		}
	}
	return true;
}

template <class Shape>
void ExpectSuitsAnyBody(const Result<Shape>& shape)
{
	ASSERT_TRUE(shape) << shape.GetError().Message();
	for (const float density : {1.0f, 1e-4f, 1e4f, 1e-30f, 1e-45f, 1e30f, 3e38f, 0.0f, -1.0f, k_inf, k_nan})
	{
		EXPECT_EQ(FirstFailure(0, 1, [&](int32_t) { return SuitsAnyBody(*shape, density); }), -1) << density;
	}
}

float AnySize(SceneRandom& random)
{
	return random.LogUniform(1e-4f, 1e4f);
}

float AnyDensity(SceneRandom& random)
{
	constexpr std::array k_hostile{0.0f, 1e-45f, 1e-38f, 1e-12f, 1e12f, 3e38f, -1.0f, k_inf, k_nan};
	switch (random.Below(6))
	{
	case 0:
		return k_hostile[static_cast<size_t>(random.Below(static_cast<int32_t>(k_hostile.size())))];
	case 1:
		return random.LogUniform(1e-6f, 1e6f);
	default:
		return 1.0f;
	}
}

std::vector<b2Vec2> Ring(SceneRandom& random, b2Vec2 center, float size, int32_t count)
{
	std::vector<b2Vec2> points;
	for (int32_t i = 0; i < count; ++i)
	{
		points.push_back(center + size * random.Uniform(0.5f, 1.0f) * random.Direction());
	}
	return points;
}

// Adds a shape of a random kind and size near a point. Returns false if no such shape can be made.
bool AddAnyShape(SceneRandom& random, b2Body& body, b2Vec2 center)
{
	const float size = random.OneIn(20) ? random.LogUniform(1e-12f, 1e9f) : AnySize(random);
	const float density = AnyDensity(random);
	const auto add = [&](const auto& shape)
	{
		if (shape)
		{
			Add(body, *shape, density);
		}
		return static_cast<bool>(shape);
	};
	switch (random.Below(6))
	{
	case 0:
		return add(MakePolygon(Ring(random, center, size, 3 + random.Below(5))));
	case 1:
		return add(MakeBox(size, random.OneIn(2) ? size : AnySize(random), center, random.Uniform(-3.0f, 3.0f)));
	case 2:
		return add(MakeCircle(center, size));
	case 3:
		return add(MakeEdge(center, center + size * random.Direction()));
	case 4:
		return add(MakeChain(Ring(random, center, size, 2 + random.Below(4))));
	default:
		return add(MakeLoop(Ring(random, center, size, 3 + random.Below(4))));
	}
}

// Runs a world of bodies whose fixtures are far from their origins, most of them together. Returns the number of
// shapes, or -1.
int32_t RunRandomWorld(uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	const b2Vec2 offset = random.OneIn(5) ? b2Vec2{0.0f, 0.0f} : random.LogUniform(1e-2f, 1e5f) * random.Direction();
	int32_t shapes = 0;
	std::vector<b2Body*> bodies;
	for (const b2BodyType type : {b2_staticBody, b2_kinematicBody, b2_dynamicBody, b2_dynamicBody})
	{
		b2Body* body = scene.AddBody(random.InBox(1.0f), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f), type);
		body->SetBullet(random.OneIn(2));
		const float spread = random.LogUniform(1e-4f, 10.0f);
		for (int32_t i = random.OneIn(40) ? 20 : 1 + random.Below(3); i > 0; --i)
		{
			const b2Vec2 apart = random.OneIn(4) ? random.InBox(1e3f) : random.InBox(spread);
			shapes += AddAnyShape(random, *body, offset + apart) ? 1 : 0;
		}
		bodies.push_back(body);
	}
	for (int32_t i = 0; i < 2; ++i)
	{
		if (StepsSoundly(*scene.world) == false)
		{
			return -1;
		}
	}
	b2Body* changed = bodies[static_cast<size_t>(random.Below(4))];
	return LivesThroughChanges(*scene.world, *changed) && StepsSoundly(*scene.world) ? shapes : -1;
}

} // namespace

TEST(ShapeFactory, ASmallShapeFarFromTheOriginSuitsAnyBody)
{
	ExpectSuitsAnyBody(MakeBox(0.05f, 0.05f, {1000.0f, 0.0f}));
	ExpectSuitsAnyBody(MakeBox(0.05f, 0.05f, {700.0f, -1000.0f}, 0.3f));
	const b2Vec2 triangle[] = {{100.0f, 0.0f}, {100.05f, 0.0f}, {100.0f, 0.05f}};
	ExpectSuitsAnyBody(MakePolygon(triangle));
	ExpectSuitsAnyBody(MakeCircle({1e5f, 1e5f}, 0.01f));
	ExpectSuitsAnyBody(MakeCircle({1e8f, 3.0f}, 1e-6f));
}

TEST(ShapeFactory, ACircleOfNoSizeToSpeakOfSuitsAnyBody)
{
	for (const float radius : {1e-45f, 1e-30f, 1e-20f, 1e-10f, 1e-4f})
	{
		ExpectSuitsAnyBody(MakeCircle({0.0f, 0.0f}, radius));
		ExpectSuitsAnyBody(MakeCircle({3.0f, 4.0f}, radius));
	}
}

TEST(ShapeFactory, WhatIsAsLargeAsItMayBeSuitsAnyBody)
{
	const float reach = 1e9f;
	const b2Vec2 corners[] = {{reach, reach}, {-reach, reach}, {-reach, -reach}, {reach, -reach}};
	ExpectSuitsAnyBody(MakePolygon(corners));
	ExpectSuitsAnyBody(MakeLoop(corners));
	ExpectSuitsAnyBody(MakeChain(corners));
	ExpectSuitsAnyBody(MakeCircle({0.0f, 0.0f}, reach));
	ExpectSuitsAnyBody(MakeEdge({-reach, -reach}, {reach, reach}));
}

TEST(ShapeFactory, WhatIsLargerIsRefused)
{
	const float far = std::nextafter(1e9f, 2e9f);
	const b2Vec2 corners[] = {{1.0f, 0.0f}, {0.0f, far}, {-1.0f, 0.0f}};
	const auto expectTooLarge = [](const auto& shape, const char* parameter, int32_t index, float value, double limit)
	{
		EXPECT_FALSE(shape);
		ExpectError(shape.GetError(), {ErrorReason::TooLarge, parameter, index, value, limit});
	};
	expectTooLarge(MakePolygon(corners), "points", 1, far, 1e9);
	EXPECT_EQ(MakePolygon(corners).GetError().Message(), "points[1] is 1000000060: it must be at most 1000000000.");
	expectTooLarge(MakeLoop(corners), "vertices", 1, far, 1e9);
	expectTooLarge(MakeChain(corners), "vertices", 1, far, 1e9);
	expectTooLarge(MakeEdge(corners[0], corners[1]), "v2", -1, far, 1e9);
	expectTooLarge(MakeEdge(corners[1], corners[0]), "v1", -1, far, 1e9);
	expectTooLarge(MakeCircle({0.0f, 0.0f}, far), "radius", -1, far, 1e9);
	expectTooLarge(MakeCircle({0.0f, -far}, 1.0f), "center", -1, -far, 1e9);
	expectTooLarge(MakeCircle({5e8f, 0.0f}, 6e8f), "radius", -1, 6e8f, 5e8);
	expectTooLarge(MakeBox(far, 1.0f), "corners", 0, -far, 1e9);
	expectTooLarge(MakeBox(1.0f, 1.0f, {0.0f, far}), "corners", 0, far, 1e9);
}

// The fixtures are at one place far out, where float sums have the largest errors. Their masses are equal, or grow or
// shrink along the list.
TEST(ShapeFactory, SixtyFixturesAtOnePlaceSuitAnyBody)
{
	const auto suits = [](int32_t seed)
	{
		SceneRandom random(static_cast<uint64_t>(seed));
		Scene scene;
		b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody);
		const b2Vec2 center = random.LogUniform(1.0f, 1e6f) * random.Direction();
		const float radius = random.LogUniform(1e-5f, 1e-2f);
		const float growth = random.OneIn(3) ? 1.0f : random.LogUniform(0.5f, 2.0f);
		float density = random.LogUniform(1e-2f, 1e2f);
		for (int32_t i = 0; i < 60; ++i, density *= growth)
		{
			Add(*body, ValueOf(MakeCircle(center, radius)), density);
		}
		return StepsSoundly(*scene.world) && LivesThroughChanges(*scene.world, *body);
	};
	EXPECT_EQ(FirstFailure(0, ScaledCount(1000), suits), -1);
}

// The mass is summed in floats ten thousand times. The origin is ten radii of gyration away from the centre of mass.
TEST(ShapeFactory, TenThousandFixturesSuitABodyWhoseOriginIsNear)
{
	const auto suits = [](int32_t seed)
	{
		SceneRandom random(static_cast<uint64_t>(seed));
		Scene scene;
		scene.world->SetContinuousPhysics(false);
		b2Body* body = scene.AddBody({0.0f, 0.0f}, 0.0f, b2_dynamicBody);
		const float size = random.LogUniform(1e-2f, 1e2f);
		const b2Vec2 center = 10.0f * size * random.Direction();
		const float density = random.LogUniform(1e-2f, 1e2f);
		for (int32_t i = 0; i < 10000; ++i)
		{
			Add(*body, ValueOf(MakeCircle(center + size * random.Direction(), random.LogUniform(1e-4f, 1e-3f))), 0.0f);
			body->GetFixtureList()->SetDensity(density);
		}
		body->ResetMassData();
		return IsSound(*scene.world);
	};
	EXPECT_EQ(FirstFailure(0, 3, suits), -1);
}

TEST(ShapeFactory, NothingThatItMakesAbortsOrBecomesNaNOnAnyBody)
{
	int32_t failed = FirstFailure(0, ScaledCount(4000),
	                              [](int32_t seed) { return RunRandomWorld(static_cast<uint64_t>(seed)) >= 0; });
	EXPECT_EQ(failed, -1) << "seed";
	// Checks that the worlds contain shapes at all.
	int32_t shapes = 0;
	for (uint64_t seed = 0; seed < 20 && failed == -1; ++seed)
	{
		shapes += RunRandomWorld(seed);
	}
	EXPECT_TRUE(failed != -1 || shapes > 60) << shapes;
}

} // namespace ricochet::test::any_body_test
