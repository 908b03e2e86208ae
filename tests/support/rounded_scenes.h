// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/scenes.h"

#include <box2d/b2_distance.h>

#include <span>

namespace ricochet::test
{

[[nodiscard]] inline std::span<const b2Vec2> VerticesOf(const b2PolygonShape& polygon)
{
	return {polygon.m_vertices, static_cast<size_t>(polygon.m_count)};
}

/// Returns a capsule or a rounded polygon of about a metre.
inline ClipPolygonShape RandomRounded(SceneRandom& random, float leastRadius = 0.02f)
{
	const float radius = random.LogUniform(leastRadius, 1.0f);
	if (random.OneIn(2))
	{
		const b2Vec2 a = random.InBox(0.6f);
		return ValueOf(MakeCapsule(a, a + random.LogUniform(0.02f, 1.0f) * random.Direction(), radius));
	}
	const b2PolygonShape core = RandomPolygon(random, 0.6f);
	return ValueOf(MakeRoundedPolygon(VerticesOf(core), radius));
}

/// Makes rounded shapes on bodies of all types. Some are on top of each other.
inline Scene MakeRoundedScene(int32_t bodies, uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	scene.world->SetGravity({0.0f, 0.0f});
	scene.halfWidth = 2.0f * std::sqrt(static_cast<float>(bodies));
	const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	for (int32_t i = 0; i < bodies; ++i)
	{
		const float angle = random.OneIn(4) ? 0.0f : random.Uniform(-3.14f, 3.14f);
		b2Body* body = scene.AddBody(random.InBox(scene.halfWidth), angle, types[random.Below(3)]);
		scene.Add(body, RandomRounded(random));
	}
	return scene;
}

/// Returns the distance from a point to the hull of a posed polygon, as Box2D computes it (m); 0 inside. Its error is
/// about 1e-6.
inline double DistanceToCore(const b2PolygonShape& polygon, const b2Transform& pose, b2Vec2 point)
{
	b2DistanceInput input;
	input.proxyA.Set(polygon.m_vertices, polygon.m_count, 0.0f);
	input.proxyB.Set(&point, 1, 0.0f);
	input.transformA = pose;
	input.transformB.SetIdentity();
	input.useRadii = false;
	b2SimplexCache cache;
	cache.count = 0;
	b2DistanceOutput output;
	b2Distance(&output, &cache, &input);
	return static_cast<double>(output.distance);
}

} // namespace ricochet::test
