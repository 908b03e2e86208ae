// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/box_nodes.h"

#include <numeric>

namespace ricochet
{

namespace
{

void Grow(b2AABB& box, b2Vec2 lower, b2Vec2 upper)
{
	box.lowerBound = b2Min(box.lowerBound, lower);
	box.upperBound = b2Max(box.upperBound, upper);
}

b2AABB BoxOfNode(const BoxNode& node)
{
	b2AABB box = NoBox();
	for (size_t i = 0; i < static_cast<size_t>(node.count); ++i)
	{
		Grow(box, {node.lowX[i], node.lowY[i]}, {node.highX[i], node.highY[i]});
	}
	return box;
}

// The bits of two numbers below 2^16, alternating: x in the even places, y in the odd ones.
uint32_t Interleave(uint32_t x, uint32_t y)
{
	const auto spread = [](uint32_t v)
	{
		v = (v | (v << 8)) & 0x00ff00ffu;
		v = (v | (v << 4)) & 0x0f0f0f0fu;
		v = (v | (v << 2)) & 0x33333333u;
		return (v | (v << 1)) & 0x55555555u;
	};
	return spread(x) | spread(y) << 1;
}

// Scales a coordinate from [low, high] to 0..65535.
uint32_t StepOf(double middle, double low, double high)
{
	return high > low ? static_cast<uint32_t>(65535.0 * ((middle - low) / (high - low))) : 0;
}

// Appends nodes over consecutive boxes.
template <class BoxAt>
void AddNodes(int32_t first, int32_t count, bool holdsItems, const BoxAt& boxAt, std::vector<BoxNode>& nodes)
{
	for (int32_t begin = 0; begin < count; begin += BoxNode::k_width)
	{
		BoxNode node;
		node.first = first + begin;
		node.count = std::min(BoxNode::k_width, count - begin);
		node.holdsItems = holdsItems;
		for (int32_t i = 0; i < BoxNode::k_width; ++i)
		{
			const b2AABB box = i < node.count ? boxAt(node.first + i) : NoBox();
			const size_t lane = static_cast<size_t>(i);
			node.lowX[lane] = box.lowerBound.x;
			node.lowY[lane] = box.lowerBound.y;
			node.highX[lane] = box.upperBound.x;
			node.highY[lane] = box.upperBound.y;
		}
		nodes.push_back(node);
	}
}

} // namespace

b2AABB BoxOf(std::span<const b2Vec2> points)
{
	b2AABB box = NoBox();
	for (const b2Vec2 point : points)
	{
		Grow(box, point, point);
	}
	return box;
}

std::vector<int32_t> InOrderOfPlace(std::span<const b2AABB> boxes)
{
	b2AABB all = NoBox();
	for (const b2AABB& box : boxes)
	{
		Grow(all, box.lowerBound, box.upperBound);
	}
	std::vector<uint32_t> codes;
	codes.reserve(boxes.size());
	for (const b2AABB& box : boxes)
	{
		const double x = 0.5 * (static_cast<double>(box.lowerBound.x) + box.upperBound.x);
		const double y = 0.5 * (static_cast<double>(box.lowerBound.y) + box.upperBound.y);
		codes.push_back(
		    Interleave(StepOf(x, all.lowerBound.x, all.upperBound.x), StepOf(y, all.lowerBound.y, all.upperBound.y)));
	}
	std::vector<int32_t> order(boxes.size());
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(),
	                 [&](int32_t a, int32_t b)
	                 { return codes[static_cast<size_t>(a)] < codes[static_cast<size_t>(b)]; });
	return order;
}

std::vector<BoxNode> PackBoxes(std::span<const b2AABB> boxes)
{
	std::vector<BoxNode> nodes;
	AddNodes(
	    0, static_cast<int32_t>(boxes.size()), true, [&](int32_t i) { return boxes[static_cast<size_t>(i)]; }, nodes);
	const auto boxOfNode = [&](int32_t i)
	{
		return BoxOfNode(nodes[static_cast<size_t>(i)]);
	};
	int32_t first = 0;
	for (int32_t count = static_cast<int32_t>(nodes.size()); count > 1;)
	{
		AddNodes(first, count, false, boxOfNode, nodes);
		first += count;
		count = static_cast<int32_t>(nodes.size()) - first;
	}
	return nodes;
}

} // namespace ricochet
