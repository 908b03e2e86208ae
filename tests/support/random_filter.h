// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>

#include "support/scenes.h"

namespace ricochet::test
{

/// Returns a random filter without a predicate.
inline QueryFilter RandomPlainFilter(SceneRandom& random, const Scene& scene)
{
	QueryFilter filter;
	filter.maskBits = static_cast<uint16_t>(random.Below(16));
	filter.groupIndex = static_cast<int16_t>(random.Below(3) - 1);
	filter.sensors = random.OneIn(2);
	filter.startInside = random.OneIn(2);
	filter.sides = static_cast<Sides>(random.Below(3));
	if (random.OneIn(2))
	{
		filter.ignoreBody = scene.fixtures[scene.fixtures.size() / 2]->GetBody();
	}
	return filter;
}

/// Returns a random filter. One in four has a predicate, which depends on the fixture's index.
inline QueryFilter RandomFilter(SceneRandom& random, const Scene& scene)
{
	QueryFilter filter = RandomPlainFilter(random, scene);
	if (random.OneIn(4))
	{
		filter.accept = [](b2Fixture* fixture)
		{
			return IndexOf(fixture) % 3 != 0;
		};
	}
	return filter;
}

} // namespace ricochet::test
