// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_collision.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace ricochet
{

/// The empty box. Its lower bound is +infinity and its upper bound -infinity, so its union with any box is that box.
[[nodiscard]] inline b2AABB NoBox()
{
	constexpr float k_infinity = std::numeric_limits<float>::infinity();
	return {b2Vec2{k_infinity, k_infinity}, b2Vec2{-k_infinity, -k_infinity}};
}

[[nodiscard]] b2AABB BoxOf(std::span<const b2Vec2> points);

/// Up to eight boxes, stored by coordinate, and the nodes or items that they bound.
struct BoxNode
{
	static constexpr int32_t k_width = 8;
	using Row = std::array<float, k_width>;

	Row lowX, lowY, highX, highY; ///< unused boxes are inside out
	int32_t first;                ///< the first of `count` consecutive nodes or items
	int32_t count;
	bool holdsItems;
};

/// The indices of boxes, sorted along a Z-curve through their centres. May throw std::bad_alloc.
[[nodiscard]] std::vector<int32_t> InOrderOfPlace(std::span<const b2AABB> boxes);

/// A packed tree over consecutive items with these boxes. The root is the last node. May throw std::bad_alloc.
[[nodiscard]] std::vector<BoxNode> PackBoxes(std::span<const b2AABB> boxes);

/// Calls `visit(item)` for each item whose box passes a test. `mayMeet(node)` returns the bits of the node's boxes that
/// pass.
/// If a box passes, each box that contains it must pass as well.
template <class MayMeet, class Visit>
void WalkBoxes(std::span<const BoxNode> nodes, MayMeet&& mayMeet, Visit&& visit)
{
	// Indices are below 2^31 < 8^11, so there are at most 11 levels. At each level at most seven nodes wait. So 80
	// suffice.
	std::array<int32_t, 80> waiting;
	size_t count = 0;
	if (nodes.empty() == false)
	{
		waiting[count++] = static_cast<int32_t>(nodes.size()) - 1;
	}
	while (count > 0)
	{
		const BoxNode& node = nodes[static_cast<size_t>(waiting[--count])];
		const uint32_t met = mayMeet(node);
		for (int32_t i = 0; i < node.count; ++i)
		{
			if ((met >> i & 1u) == 0)
			{
				continue;
			}
			if (node.holdsItems)
			{
				visit(node.first + i);
			}
			else
			{
				waiting[count++] = node.first + i;
			}
		}
	}
}

/// The bits of a node's boxes that overlap a box.
[[nodiscard]] inline uint32_t MeetBox(const BoxNode& node, const b2AABB& box)
{
	uint32_t met = 0;
	for (size_t i = 0; i < BoxNode::k_width; ++i)
	{
		const bool isApart = node.lowX[i] > box.upperBound.x || node.highX[i] < box.lowerBound.x ||
		                     node.lowY[i] > box.upperBound.y || node.highY[i] < box.lowerBound.y;
		met |= isApart ? 0u : 1u << i;
	}
	return met;
}

} // namespace ricochet
