// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/outline.h>
#include <ricochet/host/attach_geometry.h>

#include "support/outline_scenes.h"
#include "support/scenes.h"
#include "support/value_of.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace ricochet::test
{

/// Returns a star, comb, spiral, terrain, row of columns, or plate with holes and islands. It is about 10 m in size.
inline Outline RandomOutline(SceneRandom& random)
{
	switch (random.Below(6))
	{
	case 0:
		return ValueOf(Outline::Make(RandomStar(random, 5 + random.Below(30), {0.0f, 0.0f}, 5.0f)));
	case 1:
		return ValueOf(Outline::Make(CombOf(random, 2 + random.Below(10), 3.0f)));
	case 2:
		return ValueOf(Outline::Make(SpiralOf(100 + 2 * random.Below(50))));
	case 3:
		return ValueOf(Outline::Make(TerrainOf(random, 10 + random.Below(60))));
	case 4:
		return ValueOf(Outline::Make(GridColumns(random, 2 + random.Below(8))));
	default:
		return ValueOf(MakeOutline(PlateOf(random, 1 + random.Below(3), 5)));
	}
}

/// The same solids in two scenes. In `attached`, each solid is attached to one small fixture of its body. In `pieces`,
/// its convex pieces are fixtures. The bodies have the same order and poses.
struct TwinScene
{
	Scene attached;
	Scene pieces;
	std::vector<Outline> outlines;
	std::vector<b2Body*> attachedBodies;
	std::vector<b2Body*> pieceBodies;

	/// Returns false if Box2D rejects a piece. Then nothing is added.
	bool Add(const Outline& outline, b2Vec2 position, float angle, b2BodyType type = b2_staticBody)
	{
		const auto polygons = MakePolygons(outline);
		if (!polygons)
		{
			return false;
		}
		outlines.push_back(outline);
		attachedBodies.push_back(attached.AddBody(position, angle, type));
		b2Fixture* coarse = attached.Add(attachedBodies.back(), CircleOf(0.125f));
		EXPECT_TRUE(AttachGeometry(coarse, ValueOf(CastGeometry::Make(outline))));
		pieceBodies.push_back(pieces.AddBody(position, angle, type));
		for (const ClipPolygonShape& polygon : *polygons)
		{
			(void)pieces.Add(pieceBodies.back(), polygon);
		}
		return true;
	}
};

/// Makes up to `count` solids in a box of 20 m. They may overlap.
inline TwinScene RandomTwins(SceneRandom& random, int32_t count)
{
	TwinScene twins;
	for (int32_t i = 0; i < count; ++i)
	{
		twins.Add(RandomOutline(random), random.InBox(20.0f), random.OneIn(2) ? 0.0f : random.Uniform(-3.0f, 3.0f));
	}
	return twins;
}

} // namespace ricochet::test
