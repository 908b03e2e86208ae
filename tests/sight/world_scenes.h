// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/shapes/shape_factory.h>

#include "sight/scenes.h"
#include "support/value_of.h"

#include <span>
#include <vector>

// Random worlds of straight shapes for an eye.

namespace ricochet::test
{

enum class WorldLayout
{
	Boxes,    ///< axis-parallel, with coordinates in quarters of a metre: touching, overlapping, coinciding
	Polygons, ///< rotated polygons
	Chains,   ///< chains and closed loops; the eye is inside some of them
	Edges,    ///< one-sided and two-sided edges
	Tiles,    ///< a grid of squares with holes, each square a body
	Mixed,    ///< bodies with several fixtures
	Count
};

inline void AddToWorld(Scene& scene, SceneRandom& random, WorldLayout layout)
{
	const float angle = random.OneIn(3) ? 0.0f : random.Uniform(-3.0f, 3.0f);
	switch (layout)
	{
	case WorldLayout::Boxes:
	{
		const b2PolygonShape box =
		    BoxOf(0.25f * static_cast<float>(1 + random.Below(6)), 0.25f * static_cast<float>(1 + random.Below(6)));
		scene.Add(scene.AddBody(OnLattice(random, 16, 0.5f), 0.0f), box);
		break;
	}
	case WorldLayout::Chains:
	{
		b2Body* body = scene.AddBody(random.InBox(6.0f), angle);
		std::vector<b2Vec2> path = RandomPath(random);
		const b2PolygonShape hull = RandomPolygon(random, random.Uniform(1.0f, 8.0f));
		scene.Add(body, random.OneIn(2)
		                    ? ValueOf(MakeChain(path))
		                    : ValueOf(MakeLoop(std::span(hull.m_vertices, static_cast<size_t>(hull.m_count)))));
		break;
	}
	case WorldLayout::Edges:
	{
		b2EdgeShape edge;
		const b2Vec2 v1 = random.InBox(8.0f), v2 = v1 + random.Uniform(0.5f, 6.0f) * random.Direction();
		edge.SetTwoSided(v1, v2);
		if (random.OneIn(2))
		{
			edge.SetOneSided(2.0f * v1 - v2, v1, v2, 2.0f * v2 - v1);
		}
		scene.Add(scene.AddBody(random.InBox(2.0f), angle), edge);
		break;
	}
	default:
		scene.Add(scene.AddBody(random.InBox(8.0f), angle), RandomPolygon(random, random.Uniform(0.3f, 2.0f)));
		break;
	}
}

inline void AddTileGrid(Scene& scene, SceneRandom& random)
{
	const b2PolygonShape tile = BoxOf(0.5f, 0.5f);
	for (int32_t x = -4; x <= 4; ++x)
	{
		for (int32_t y = -4; y <= 4; ++y)
		{
			if (random.OneIn(4))
			{
				scene.Add(scene.AddBody({static_cast<float>(x), static_cast<float>(y)}, 0.0f), tile);
			}
		}
	}
}

/// Makes only straight shapes, within 20 m of the origin.
inline Scene RandomSightWorld(SceneRandom& random, WorldLayout layout)
{
	Scene scene;
	scene.halfWidth = 20.0f;
	if (layout == WorldLayout::Tiles)
	{
		AddTileGrid(scene, random);
		return scene;
	}
	for (int32_t i = 2 + random.Below(5); i > 0; --i)
	{
		const auto kinds = static_cast<int32_t>(WorldLayout::Tiles);
		AddToWorld(scene, random,
		           layout == WorldLayout::Mixed ? static_cast<WorldLayout>(random.Below(kinds)) : layout);
		if (layout == WorldLayout::Mixed && random.OneIn(2))
		{
			scene.Add(scene.fixtures.back()->GetBody(), RandomPolygon(random, random.Uniform(0.3f, 2.0f)));
		}
	}
	return scene;
}

} // namespace ricochet::test
