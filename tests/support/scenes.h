// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>
#include <ricochet/shapes/shape_factory.h>

#include "support/random.h"
#include "support/stock_shapes.h"
#include "support/test_scale.h"
#include "support/value_of.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

// Worlds and rays for tests and benchmarks. The same seed gives the same scene, except for an ulp of a cosine.

namespace ricochet::test
{

/// Random numbers for scenes. Its LogUniform differs from Random's by an ulp, and the determinism hash depends on it.
class SceneRandom : public Random
{
public:
	using Random::Random;

	float LogUniform(float low, float high) { return std::exp(Uniform(std::log(low), std::log(high))); }

	b2Vec2 InBox(float halfWidth) { return {Uniform(-halfWidth, halfWidth), Uniform(-halfWidth, halfWidth)}; }

	b2Vec2 Direction()
	{
		const float angle = Uniform(0.0f, 6.28318531f);
		return {std::cos(angle), std::sin(angle)};
	}
};

/// Returns the pose that b2Body::SetTransform would set, without a body.
inline b2Transform PoseAt(b2Vec2 position, float angle)
{
	return b2Transform(position, b2Rot(angle));
}

inline b2Transform Identity()
{
	b2Transform pose;
	pose.SetIdentity();
	return pose;
}

/// Returns a convex polygon of 3 to 8 vertices on an ellipse of about the given radius.
inline b2PolygonShape RandomPolygon(SceneRandom& random, float radius)
{
	while (true)
	{
		const int32_t count = 3 + random.Below(6);
		const float rx = radius * random.Uniform(0.6f, 1.4f);
		const float ry = radius * random.Uniform(0.6f, 1.4f);
		const float turn = random.Uniform(0.0f, 6.28318531f);
		b2Vec2 vertices[b2_maxPolygonVertices];
		for (int32_t i = 0; i < count; ++i)
		{
			const float jitter = random.Uniform(-0.3f, 0.3f);
			const float angle = turn + 6.28318531f * (static_cast<float>(i) + jitter) / static_cast<float>(count);
			vertices[i] = {rx * std::cos(angle), ry * std::sin(angle)};
		}
		const auto polygon = MakePolygon(std::span(vertices, static_cast<size_t>(count)));
		if (polygon && polygon->m_count == count)
		{
			return *polygon;
		}
	}
}

/// A world, and its fixtures in the order of their creation. The user data of each fixture is its index here.
struct Scene : OneShapeBodies<Scene>
{
	std::unique_ptr<b2World> world = std::make_unique<b2World>(b2Vec2{0.0f, -10.0f});
	std::vector<b2Fixture*> fixtures;
	float halfWidth = 0.0f; ///< everything is within |x|, |y| <= halfWidth (m)

	b2Fixture* Add(b2Body* body, const b2Shape& shape, uint16_t category = 0x0001, bool isSensor = false)
	{
		b2FixtureDef def;
		def.shape = &shape;
		def.density = 1.0f;
		def.isSensor = isSensor;
		def.filter.categoryBits = category;
		def.userData.pointer = fixtures.size();
		fixtures.push_back(body->CreateFixture(&def));
		return fixtures.back();
	}

	b2Body* AddBody(b2Vec2 position, float angle = 0.0f, b2BodyType type = b2_staticBody)
	{
		return test::AddBody(*world, position, angle, type);
	}
};

inline size_t IndexOf(const b2Fixture* fixture)
{
	return const_cast<b2Fixture*>(fixture)->GetUserData().pointer;
}

/// Scatters convex polygons of 3 to 8 vertices, with a circle in place of one in eight. Each is on its own static body.
/// The density is 0.17 per square metre, so a ray of 10 m hits one or two.
inline Scene MakeScatteredScene(int32_t count, uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	scene.halfWidth = 0.5f * std::sqrt(static_cast<float>(count) / 0.17f);
	for (int32_t i = 0; i < count; ++i)
	{
		b2Body* body = scene.AddBody(random.InBox(scene.halfWidth), random.Uniform(-3.14f, 3.14f));
		if (random.OneIn(8))
		{
			scene.Add(body, CircleOf(random.Uniform(0.3f, 0.7f)));
		}
		else
		{
			scene.Add(body, RandomPolygon(random, 0.5f));
		}
	}
	return scene;
}

/// Returns two to five vertices of a random chain near the origin.
inline std::vector<b2Vec2> RandomPath(SceneRandom& random)
{
	std::vector<b2Vec2> path{random.InBox(1.0f)};
	for (int32_t i = 1 + random.Below(4); i > 0; --i)
	{
		path.push_back(path.back() + random.Uniform(0.2f, 1.0f) * random.Direction());
	}
	return path;
}

inline void AddRandomFixture(SceneRandom& random, Scene& scene, b2Body* body)
{
	const uint16_t category = static_cast<uint16_t>(1u << random.Below(4));
	const bool isSensor = random.OneIn(8);
	b2Fixture* fixture = nullptr;
	switch (random.Below(7))
	{
	case 0:
	case 1:
		fixture = scene.Add(body, RandomPolygon(random, 0.6f), category, isSensor);
		break;
	case 2:
		fixture = scene.Add(body, BoxOf(random.Uniform(0.1f, 1.0f), random.Uniform(0.1f, 1.0f)), category, isSensor);
		break;
	case 3:
	{
		b2CircleShape circle;
		circle.m_p = random.InBox(0.5f);
		circle.m_radius = random.Uniform(0.1f, 0.8f);
		fixture = scene.Add(body, circle, category, isSensor);
		break;
	}
	case 4:
	{
		b2EdgeShape edge;
		const b2Vec2 v1 = random.InBox(1.0f);
		const b2Vec2 v2 = v1 + random.Uniform(0.2f, 1.5f) * random.Direction();
		edge.SetTwoSided(v1, v2);
		if (random.OneIn(2))
		{
			edge.SetOneSided(2.0f * v1 - v2, v1, v2, 2.0f * v2 - v1);
		}
		fixture = scene.Add(body, edge, category, isSensor);
		break;
	}
	case 5:
		fixture = scene.Add(body, ValueOf(MakeChain(RandomPath(random))), category, isSensor);
		break;
	default:
	{
		const b2PolygonShape hull = RandomPolygon(random, 0.6f);
		const std::span vertices(hull.m_vertices, static_cast<size_t>(hull.m_count));
		fixture = scene.Add(body, ValueOf(MakeLoop(vertices)), category, isSensor);
		break;
	}
	}
	if (random.OneIn(5))
	{
		b2Filter filter = fixture->GetFilterData();
		filter.groupIndex = static_cast<int16>(random.OneIn(2) ? 1 : -1);
		fixture->SetFilterData(filter);
	}
}

/// Makes every kind of shape, bodies with several fixtures, all body types, sensors, categories and groups. Some
/// fixtures coincide exactly. There are one-sided and two-sided edges, chains and loops. The density is about 1 fixture
/// per 4 square metres.
inline Scene MakeMixedScene(int32_t bodies, uint64_t seed)
{
	SceneRandom random(seed);
	Scene scene;
	scene.halfWidth = std::sqrt(2.0f * static_cast<float>(bodies));
	scene.world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
	const b2BodyType types[] = {b2_staticBody, b2_kinematicBody, b2_dynamicBody};
	for (int32_t i = 0; i < bodies; ++i)
	{
		if (i > 0 && random.OneIn(8))
		{
			// Repeats the last fixture exactly. A ray that hits one hits both at the same fraction.
			const b2Body* last = scene.fixtures.back()->GetBody();
			scene.Add(scene.AddBody(last->GetPosition(), last->GetAngle()), *scene.fixtures.back()->GetShape());
			continue;
		}
		const float angle = random.OneIn(4) ? 0.0f : random.Uniform(-3.14f, 3.14f);
		b2Body* body = scene.AddBody(random.InBox(scene.halfWidth), angle, types[random.Below(3)]);
		for (int32_t j = 1 + random.Below(2); j > 0; --j)
		{
			AddRandomFixture(random, scene, body);
		}
	}
	return scene;
}

/// Returns a vertex of one child in the shape's frame. For a circle, it is a point on the rim, up to rounding.
inline b2Vec2 VertexOf(SceneRandom& random, const b2Shape& shape, int32_t child)
{
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return circle.m_p + circle.m_radius * random.Direction();
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		return polygon.m_vertices[random.Below(polygon.m_count)];
	}
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return random.OneIn(2) ? edge.m_vertex1 : edge.m_vertex2;
	}
	default:
		return static_cast<const b2ChainShape&>(shape).m_vertices[child + random.Below(2)];
	}
}

/// Returns a ray that is hard for one posed child: at its vertices, along its edges, or from its surface. Some rays are
/// random.
inline Ray HardRay(SceneRandom& random, const b2Shape& shape, int32_t child, const b2Transform& pose)
{
	const b2Vec2 a = b2Mul(pose, VertexOf(random, shape, child));
	const b2Vec2 b = b2Mul(pose, VertexOf(random, shape, child));
	const b2Vec2 along = b - a;
	Ray ray;
	switch (random.Below(7))
	{
	case 0: // random
		ray = {pose.p + random.InBox(3.0f), random.LogUniform(0.01f, 10.0f) * random.Direction()};
		break;
	case 1: // ends at a vertex
		ray.origin = pose.p + random.InBox(3.0f);
		ray.translation = a - ray.origin;
		break;
	case 2: // passes through a vertex
		ray.origin = pose.p + random.InBox(3.0f);
		ray.translation = 2.0f * (a - ray.origin);
		break;
	case 3: // starts at a vertex
		ray = {a, random.LogUniform(1e-4f, 10.0f) * random.Direction()};
		break;
	case 4: // along an edge or a chord
		ray = {a - random.Uniform(-1.0f, 2.0f) * along, random.Uniform(-3.0f, 3.0f) * along};
		break;
	case 5: // starts within a few units in the last place of a vertex
		ray = {a + 1e-7f * random.InBox(10.0f), random.InBox(2.0f)};
		break;
	default: // long
		ray.origin = pose.p + random.LogUniform(1.0f, 1e5f) * random.Direction();
		ray.translation = 2.0f * (a - ray.origin);
		break;
	}
	if (random.OneIn(4))
	{
		ray.maxFraction = random.LogUniform(1e-3f, 10.0f);
	}
	return ray;
}

/// Returns a ray that is hard for some fixture of the scene.
inline Ray HardRay(SceneRandom& random, const Scene& scene)
{
	const int32_t index = random.Below(static_cast<int32_t>(scene.fixtures.size()));
	const b2Fixture* fixture = scene.fixtures[static_cast<size_t>(index)];
	const int32_t child = random.Below(fixture->GetShape()->GetChildCount());
	return HardRay(random, *fixture->GetShape(), child, fixture->GetBody()->GetTransform());
}

/// Returns rays of one length with random origins and directions, all over a scene.
inline std::vector<Ray> ScatteredRays(const Scene& scene, int32_t count, float length, uint64_t seed)
{
	SceneRandom random(seed);
	std::vector<Ray> rays;
	for (int32_t i = 0; i < count; ++i)
	{
		const b2Vec2 origin = random.InBox(scene.halfWidth);
		rays.push_back(Ray{origin, length * random.Direction()});
	}
	return rays;
}

} // namespace ricochet::test
