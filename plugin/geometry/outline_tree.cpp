// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_tree.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ricochet
{

namespace
{

constexpr float k_infinity = std::numeric_limits<float>::infinity();

b2AABB NoBox()
{
	return {b2Vec2{k_infinity, k_infinity}, b2Vec2{-k_infinity, -k_infinity}};
}

void Grow(b2AABB& box, b2Vec2 lower, b2Vec2 upper)
{
	box.lowerBound = b2Min(box.lowerBound, lower);
	box.upperBound = b2Max(box.upperBound, upper);
}

b2AABB BoxOf(std::span<const b2Vec2> points)
{
	b2AABB box = NoBox();
	for (const b2Vec2 point : points)
	{
		Grow(box, point, point);
	}
	return box;
}

b2AABB BoxOf(const BoxNode& node)
{
	b2AABB box = NoBox();
	for (size_t i = 0; i < static_cast<size_t>(node.count); ++i)
	{
		Grow(box, {node.lowX[i], node.lowY[i]}, {node.highX[i], node.highY[i]});
	}
	return box;
}

// The bits of two numbers below 2^16 in turn.
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

// A coordinate as one of 2^16 steps through the outline.
uint32_t StepOf(double middle, double low, double high)
{
	return high > low ? static_cast<uint32_t>(65535.0 * ((middle - low) / (high - low))) : 0;
}

std::vector<int32_t> InOrderOfPlace(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
{
	const b2AABB all = BoxOf(closed);
	std::vector<uint32_t> codes;
	codes.reserve(rings.size());
	for (size_t i = 0; i < rings.size(); ++i)
	{
		const OutlineRing& ring = rings[i];
		const b2AABB box = BoxOf(closed.subspan(static_cast<size_t>(ring.first) + i, static_cast<size_t>(ring.count)));
		const double x = 0.5 * (static_cast<double>(box.lowerBound.x) + box.upperBound.x);
		const double y = 0.5 * (static_cast<double>(box.lowerBound.y) + box.upperBound.y);
		codes.push_back(
		    Interleave(StepOf(x, all.lowerBound.x, all.upperBound.x), StepOf(y, all.lowerBound.y, all.upperBound.y)));
	}
	std::vector<int32_t> order(rings.size());
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(),
	                 [&](int32_t a, int32_t b)
	                 { return codes[static_cast<size_t>(a)] < codes[static_cast<size_t>(b)]; });
	return order;
}

std::vector<EdgeRun> RunsOf(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
{
	std::vector<EdgeRun> runs;
	for (const int32_t r : InOrderOfPlace(rings, closed))
	{
		const OutlineRing& ring = rings[static_cast<size_t>(r)];
		// As many runs as needed, of nearly the same length.
		const int32_t count = (ring.count + OutlineTree::k_runEdges - 1) / OutlineTree::k_runEdges;
		int32_t begin = 0;
		for (int32_t i = 0; i < count; ++i)
		{
			const int32_t end = static_cast<int32_t>(int64_t{ring.count} * (i + 1) / count);
			runs.push_back({ring.first + r + begin, end - begin, r, ring.isReversed ? -1 : 1});
			begin = end;
		}
	}
	return runs;
}

// Nodes over boxes in a row, appended.
template <class Box>
void AddNodes(int32_t first, int32_t count, bool holdsRuns, const Box& boxAt, std::vector<BoxNode>& nodes)
{
	for (int32_t begin = 0; begin < count; begin += BoxNode::k_width)
	{
		BoxNode node;
		node.first = first + begin;
		node.count = std::min(BoxNode::k_width, count - begin);
		node.holdsRuns = holdsRuns;
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

OutlineTree::OutlineTree(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
    : runs(RunsOf(rings, closed))
{
	const auto boxOfRun = [&](int32_t i)
	{
		const EdgeRun& run = runs[static_cast<size_t>(i)];
		return BoxOf(closed.subspan(static_cast<size_t>(run.place), static_cast<size_t>(run.count) + 1));
	};
	AddNodes(0, static_cast<int32_t>(runs.size()), true, boxOfRun, nodes);

	const auto boxOfNode = [&](int32_t i)
	{
		return BoxOf(nodes[static_cast<size_t>(i)]);
	};
	int32_t first = 0;
	for (int32_t count = static_cast<int32_t>(nodes.size()); count > 1;)
	{
		AddNodes(first, count, false, boxOfNode, nodes);
		first += count;
		count = static_cast<int32_t>(nodes.size()) - first;
	}
}

} // namespace ricochet
