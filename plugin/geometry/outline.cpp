// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "geometry/outline_data.h"
#include "geometry/polygon_check.h"
#include "geometry/with_memory.h"

#include <limits>
#include <utility>

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

namespace
{

using RingStarts = std::span<const int32_t>;

// The rings by number. Nest sets later which ring is in which.
Result<std::vector<OutlineRing>> SplitRings(size_t vertexCount, RingStarts starts)
{
	const int32_t count = static_cast<int32_t>(vertexCount);
	std::vector<OutlineRing> rings;
	for (size_t i = 0; i < starts.size(); ++i)
	{
		const auto index = static_cast<int32_t>(i);
		const int32_t first = starts[i];
		if (i == 0 && first != 0)
		{
			return Error{first < 0 ? ErrorReason::TooSmall : ErrorReason::TooLarge, "ringStarts", 0,
			             double{1.0} * first};
		}
		const int64_t size = int64_t{i + 1 == starts.size() ? count : starts[i + 1]} - first;
		if (size < 3)
		{
			return Error{ErrorReason::TooFew, "ringStarts", index, static_cast<double>(size), 3.0};
		}
		rings.push_back({first, static_cast<int32_t>(size)});
	}
	if (starts.empty())
	{
		rings.push_back({0, count});
	}
	return rings;
}

Result<> CheckEachRing(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
{
	for (const OutlineRing& ring : rings)
	{
		const auto corners =
		    CheckCorners(vertices.subspan(static_cast<size_t>(ring.first), static_cast<size_t>(ring.count)));
		if (!corners)
		{
			Error error = corners.GetError();
			error.index = ring.first + std::max(error.index, 0);
			return error;
		}
	}
	return {};
}

// Given the edge directly below each ring: a ring above an edge lies in that edge's ring, or beside it within the same
// parent.
void Nest(const RingEdges& edges, std::span<const RingBelow> below, std::span<const b2Vec2> vertices,
          std::vector<OutlineRing>& rings)
{
	std::vector<bool> isCounterClockwise(rings.size());
	for (size_t i = 0; i < rings.size(); ++i)
	{
		isCounterClockwise[i] = OrientationOf(vertices.subspan(static_cast<size_t>(rings[i].first),
		                                                       static_cast<size_t>(rings[i].count))) > 0;
	}
	for (const auto& [index, edge] : below)
	{
		OutlineRing& ring = rings[static_cast<size_t>(index)];
		if (edge >= 0)
		{
			const int32_t other = edges.RingAt(edge);
			const bool isAround = edges.RunsRight(edge) == isCounterClockwise[static_cast<size_t>(other)];
			ring.parent = isAround ? other : rings[static_cast<size_t>(other)].parent;
		}
		ring.isHole = ring.parent >= 0 && rings[static_cast<size_t>(ring.parent)].isHole == false;
		ring.isReversed = isCounterClockwise[static_cast<size_t>(index)] == ring.isHole;
	}
}

// Copies the vertices and repeats the first vertex of each ring at its end.
std::vector<b2Vec2> Close(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
{
	std::vector<b2Vec2> closed;
	closed.reserve(vertices.size() + rings.size());
	for (const OutlineRing& ring : rings)
	{
		const auto own = vertices.subspan(static_cast<size_t>(ring.first), static_cast<size_t>(ring.count));
		closed.insert(closed.end(), own.begin(), own.end());
		closed.push_back(own[0]);
	}
	return closed;
}

b2AABB BoundsOf(std::span<const b2Vec2> vertices)
{
	b2AABB box{vertices[0], vertices[0]};
	for (const b2Vec2 v : vertices)
	{
		box.lowerBound = b2Min(box.lowerBound, v);
		box.upperBound = b2Max(box.upperBound, v);
	}
	return box;
}

Result<std::shared_ptr<const OutlineData>> Build(std::span<const b2Vec2> vertices, RingStarts starts)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), 3, static_cast<size_t>(Outline::k_mostVertices))
	    .Within("vertices", vertices, std::numeric_limits<float>::max());
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	Result<std::vector<OutlineRing>> rings = SplitRings(vertices.size(), starts);
	if (!rings)
	{
		return rings.GetError();
	}
	if (const Result<> sound = CheckEachRing(vertices, *rings); !sound)
	{
		return sound.GetError();
	}

	std::vector<RingBelow> below;
	const RingEdges edges(vertices, *rings);
	if (const std::optional<EdgePair> pair = FindMeetingEdges(edges, below))
	{
		return Error{ErrorReason::EdgesMeet, "vertices", pair->first, static_cast<double>(pair->second)};
	}

	auto data = std::make_shared<OutlineData>();
	Nest(edges, below, vertices, *rings);
	data->vertices.assign(vertices.begin(), vertices.end());
	data->closed = Close(vertices, *rings);
	data->tree = OutlineTree(*rings, data->closed);
	data->bounds = BoundsOf(vertices);
	data->rings = *std::move(rings);
	return std::shared_ptr<const OutlineData>(std::move(data));
}

} // namespace

Outline::Outline(std::shared_ptr<const OutlineData> data) : m_data(std::move(data)) {}

Result<Outline> Outline::Make(std::span<const b2Vec2> vertices, std::span<const int32_t> ringStarts) noexcept
{
	Result<std::shared_ptr<const OutlineData>> data = WithMemory([&] { return Build(vertices, ringStarts); });
	if (!data)
	{
		return data.GetError();
	}
	return Outline(*std::move(data));
}

std::span<const b2Vec2> Outline::Vertices() const
{
	return m_data->vertices;
}

std::span<const OutlineRing> Outline::Rings() const
{
	return m_data->rings;
}

const OutlineRing& Outline::RingOf(int32_t edge) const
{
	return m_data->rings[static_cast<size_t>(m_data->RingOfEdge(edge))];
}

int32_t Outline::EndOf(int32_t edge) const
{
	const OutlineRing& ring = RingOf(edge);
	return edge + 1 == ring.first + ring.count ? ring.first : edge + 1;
}

const b2AABB& Outline::Bounds() const
{
	return m_data->bounds;
}

} // namespace ricochet
