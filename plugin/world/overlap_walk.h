// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/broadphase_walk.h"

namespace ricochet
{

/// Visits every proxy of a tree whose box overlaps a box: visit(void* userData).
template <class Visit>
void WalkBox(const b2DynamicTree& tree, const b2AABB& box, Visit&& visit)
{
	struct Walker
	{
		const b2DynamicTree& tree;
		Visit& visit;
		bool QueryCallback(int32 proxyId)
		{
			visit(tree.GetUserData(proxyId));
			return true;
		}
	};
	Walker walker{tree, visit};
	tree.Query(&walker, box);
}

/// WalkBox over the fixture children of a world: visit(b2Fixture*, child).
template <class Visit>
void WalkOverlaps(const b2World& world, const b2AABB& box, Visit&& visit)
{
	WalkBox(TreeOf(world), box,
	        [&](void* userData)
	        {
		        const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		        visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	        });
}

/// The box of a disc, grown by 4 units in the last place of its coordinates.
[[nodiscard]] inline b2AABB BoundsOfDisc(b2Vec2 center, float radius)
{
	const b2Vec2 reach{radius + std::abs(center.x) * 0x1p-21f, radius + std::abs(center.y) * 0x1p-21f};
	b2AABB box;
	box.lowerBound = center - reach;
	box.upperBound = center + reach;
	return box;
}

} // namespace ricochet
