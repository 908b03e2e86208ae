// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/hull_query.h>

#include "support/scenes.h"

#include <array>

namespace ricochet::test
{

/// A random path of a disc, a capsule or a polygon. Some hulls are as large as the scene.
struct RandomHullPath
{
	std::array<b2Vec2, b2_maxPolygonVertices> vertices{};
	HullPath path;

	RandomHullPath(SceneRandom& random, float halfWidth)
	{
		vertices.fill({0.0f, 0.0f});
		const float size = random.LogUniform(0.01f, random.OneIn(10) ? halfWidth : 3.0f);
		size_t count = 1;
		if (random.OneIn(3))
		{
			vertices[1] = size * random.Direction();
			count = 2;
		}
		else if (random.OneIn(2))
		{
			const b2PolygonShape polygon = RandomPolygon(random, size);
			std::copy_n(polygon.m_vertices, polygon.m_count, vertices.begin());
			count = static_cast<size_t>(polygon.m_count);
		}
		path.hull = {std::span(vertices.data(), count), random.OneIn(2) ? 0.0f : random.LogUniform(0.01f, 1.0f)};
		path.pose = PoseAt(random.InBox(1.2f * halfWidth), random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f));
		path.translation = random.LogUniform(0.01f, 2.0f * halfWidth) * random.Direction();
		path.translation = random.OneIn(10) ? b2Vec2{0.0f, 0.0f} : path.translation;
		path.maxFraction = random.OneIn(4) ? random.Uniform(0.0f, 2.0f) : 1.0f;
	}
	RandomHullPath(const RandomHullPath&) = delete;
	RandomHullPath& operator=(const RandomHullPath&) = delete;
};

} // namespace ricochet::test
