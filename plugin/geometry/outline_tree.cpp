// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_tree.h"

namespace ricochet
{

namespace
{

std::vector<int32_t> RingsInOrder(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
{
	std::vector<b2AABB> boxes;
	boxes.reserve(rings.size());
	for (size_t i = 0; i < rings.size(); ++i)
	{
		const OutlineRing& ring = rings[i];
		boxes.push_back(BoxOf(closed.subspan(static_cast<size_t>(ring.first) + i, static_cast<size_t>(ring.count))));
	}
	return InOrderOfPlace(boxes);
}

std::vector<EdgeRun> RunsOf(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
{
	std::vector<EdgeRun> runs;
	for (const int32_t r : RingsInOrder(rings, closed))
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

std::vector<b2AABB> BoxesOf(std::span<const EdgeRun> runs, std::span<const b2Vec2> closed)
{
	std::vector<b2AABB> boxes;
	boxes.reserve(runs.size());
	for (const EdgeRun& run : runs)
	{
		boxes.push_back(BoxOf(closed.subspan(static_cast<size_t>(run.place), static_cast<size_t>(run.count) + 1)));
	}
	return boxes;
}

} // namespace

OutlineTree::OutlineTree(std::span<const OutlineRing> rings, std::span<const b2Vec2> closed)
    : runs(RunsOf(rings, closed)), nodes(PackBoxes(BoxesOf(runs, closed)))
{
}

} // namespace ricochet
