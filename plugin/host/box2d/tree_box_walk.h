// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/lanes.h"
#include "host/box2d/tree_walk.h"

namespace ricochet
{

/// Visits every proxy of a tree whose box overlaps a box, in the order of the tree, until visit(void* userData) -> bool
/// says true.
template <class Visit>
void WalkBoxUntil(const b2DynamicTree& tree, const b2AABB& box, Visit&& visit)
{
	const TreeView view(tree);
	if (view.root == b2_nullNode)
	{
		return;
	}

	// Lower bounds are compared with upper ones, all four at once; NaN is beyond nothing.
	const Lanes::Four most{box.upperBound.x, box.upperBound.y, -box.lowerBound.x, -box.lowerBound.y};
	const auto overlaps = [&](int32 node)
	{
		static_assert(sizeof(b2AABB) == sizeof(Lanes::Four));
		const Lanes::Four bounds = Lanes::LoadFour(&view.nodes[node].aabb.lowerBound.x);
		return Lanes::MaskOf(bounds * Lanes::Four{1.0f, 1.0f, -1.0f, -1.0f} > most) == 0;
	};
	b2GrowableStack<int32, 256> stack;
	if (overlaps(view.root))
	{
		stack.Push(view.root);
	}
	while (stack.GetCount() > 0)
	{
		const b2TreeNode& node = view.nodes[stack.Pop()];
		if (node.IsLeaf())
		{
			if (visit(node.userData))
			{
				return;
			}
			continue;
		}
		const bool first = overlaps(node.child1);
		const bool second = overlaps(node.child2);
		if (first)
		{
			stack.Push(node.child1);
		}
		if (second)
		{
			stack.Push(node.child2);
		}
	}
}

/// The same to the end: visit(void* userData).
template <class Visit>
void WalkBox(const b2DynamicTree& tree, const b2AABB& box, Visit&& visit)
{
	WalkBoxUntil(tree, box,
	             [&](void* userData)
	             {
		             visit(userData);
		             return false;
	             });
}

/// WalkBox over the fixture children of a world: visit(b2Fixture*, child).
template <class Visit>
void WalkOverlaps(const b2World& world, const b2AABB& box, Visit&& visit)
{
	WalkBox(TreeOf(world), GrownForBounds(box),
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
