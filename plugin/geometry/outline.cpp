// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/outline_data.h"
#include "geometry/polygon_check.h"
#include "geometry/ring_check.h"
#include "geometry/round_to_float.h"
#include "geometry/separation.h"
#include "geometry/touching_rings.h"
#include "geometry/with_memory.h"

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
		// The ring is cut into as many runs as needed, of nearly the same length.
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

std::vector<b2Vec2> ClosedRings(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings)
{
	std::vector<b2Vec2> closed(vertices.size() + rings.size(), b2Vec2{0.0f, 0.0f});
	for (size_t i = 0; i < rings.size(); ++i)
	{
		const auto first = static_cast<size_t>(rings[i].first);
		const auto count = static_cast<size_t>(rings[i].count);
		std::copy_n(&vertices[first], count, &closed[first + i]);
		closed[first + i + count] = vertices[first];
	}
	return closed;
}

namespace
{

// Sets the parent of each ring. `below` has the edge directly below each ring. The ring lies in the ring of that edge,
// or beside that ring within the same parent.
void Nest(const RingEdges& edges, std::span<const RingBelow> below, std::span<const b2Vec2> vertices,
          std::vector<OutlineRing>& rings)
{
	std::vector<bool> isCounterClockwise(rings.size());
	for (size_t i = 0; i < rings.size(); ++i)
	{
		isCounterClockwise[i] = OrientationOf(OfRing(vertices, rings[i])) > 0;
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

// Returns for each vertex the next one in the same place.
std::vector<int32_t> CopiesOf(std::span<const b2Vec2> vertices)
{
	const std::vector<int32_t> order = InSweepOrder(RingEdges(vertices));
	std::vector<int32_t> copies(vertices.size());
	for (size_t begin = 0, end = 0; begin < order.size(); begin = end)
	{
		const auto at = [&](size_t i)
		{
			return vertices[static_cast<size_t>(order[i])];
		};
		while (end < order.size() && at(end) == at(begin))
		{
			++end;
		}
		for (size_t i = begin; i < end; ++i)
		{
			copies[static_cast<size_t>(order[i])] = order[i + 1 < end ? i + 1 : begin];
		}
	}
	return copies;
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

// Finds the smallest distance between edges without a common vertex, up to m_least. If too many edges are close
// together, that would take too many comparisons, and the result is 0: not known.
class ClearanceSearch
{
public:
	ClearanceSearch(const OutlineData& data, float largest)
	    : m_data(data), m_rounding(0x1p-48f * largest), m_least(0x1p-14f * largest),
	      m_left(k_mostPerEdge * static_cast<int64_t>(data.closed.size()))
	{
	}

	[[nodiscard]] float Run()
	{
		const std::vector<EdgeRun>& runs = m_data.tree.runs;
		for (size_t i = 0; i < runs.size(); ++i)
		{
			const b2AABB box =
			    Grown(BoxOf(std::span(m_data.closed)
			                    .subspan(static_cast<size_t>(runs[i].place), static_cast<size_t>(runs[i].count) + 1)));
			const Strip strip = StripOf(runs[i]);
			WalkBoxes(
			    m_data.tree.nodes, [&](const BoxNode& node) { return m_left > 0 ? MeetBox(node, box) : 0u; },
			    [&](int32_t item)
			    {
				    const EdgeRun& run = runs[static_cast<size_t>(item)];
				    if (static_cast<size_t>(item) >= i && IsBeside(strip, run) == false)
				    {
					    Compare(runs[i], run);
				    }
			    });
		}
		// The distances of lines may be off by rounding, which is subtracted.
		return m_left > 0 ? std::max(0.0f, m_least - m_rounding) : 0.0f;
	}

private:
	static constexpr int64_t k_mostPerEdge = 128; // comparisons

	[[nodiscard]] b2AABB Grown(b2AABB box) const
	{
		const b2Vec2 extent{m_least, m_least};
		return {box.lowerBound - extent, box.upperBound + extent};
	}

	[[nodiscard]] b2AABB BoxAt(int32_t place) const
	{
		const b2Vec2 a = m_data.VertexAt(place);
		const b2Vec2 b = m_data.VertexAt(place + 1);
		return {b2Min(a, b), b2Max(a, b)};
	}

	// The part of the plane between two parallel lines. Boxes about long slanting edges overlap where strips do not.
	struct Strip
	{
		Vec<double> along; // unit vector along the lines
		double low, high;  // distances of the lines from the origin, to the left of `along`
	};

	[[nodiscard]] Strip StripAlong(Vec<double> along, const EdgeRun& run) const
	{
		constexpr double k_infinity = std::numeric_limits<double>::infinity();
		Strip strip{along, k_infinity, -k_infinity};
		for (int32_t place = run.place; place <= run.place + run.count; ++place)
		{
			const double side = Cross(along, Lift<double>(m_data.VertexAt(place)));
			strip.low = std::min(strip.low, side);
			strip.high = std::max(strip.high, side);
		}
		return strip;
	}

	// The strip of a run along its longest edge.
	[[nodiscard]] Strip StripOf(const EdgeRun& run) const
	{
		Vec<double> longest{0.0, 0.0};
		for (int32_t place = run.place; place < run.place + run.count; ++place)
		{
			const Vec<double> along = Lift<double>(m_data.VertexAt(place + 1)) - Lift<double>(m_data.VertexAt(place));
			longest = Dot(along, along) > Dot(longest, longest) ? along : longest;
		}
		return StripAlong(UnitOf(longest), run);
	}

	[[nodiscard]] bool IsBeside(const Strip& strip, const EdgeRun& run)
	{
		m_left -= run.count;
		const Strip other = StripAlong(strip.along, run);
		return other.low > strip.high + m_least || other.high < strip.low - m_least;
	}

	// If the two runs are the same, each pair is compared once.
	void Compare(const EdgeRun& first, const EdgeRun& second)
	{
		m_left -= int64_t{first.count} * second.count;
		for (int32_t a = first.place; a < first.place + first.count; ++a)
		{
			const b2AABB box = Grown(BoxAt(a));
			const int32_t begin = &first == &second ? a + 1 : second.place;
			for (int32_t b = begin; b < second.place + second.count; ++b)
			{
				if (b2TestOverlap(box, BoxAt(b)) && IsApart(a, b) == false &&
				    AreNeighbours(a, first.ring, b, second.ring) == false)
				{
					m_least = std::min(m_least, ToFloat(DistanceOf(a, b)));
				}
			}
		}
	}

	// A cheap test: true if edge b lies on one side of the line of edge a, farther from it than m_least.
	[[nodiscard]] bool IsApart(int32_t a, int32_t b) const
	{
		const Vec<double> start = Lift<double>(m_data.VertexAt(a));
		const Vec<double> along = Lift<double>(m_data.VertexAt(a + 1)) - start;
		const double from = Cross(along, Lift<double>(m_data.VertexAt(b)) - start);
		const double to = Cross(along, Lift<double>(m_data.VertexAt(b + 1)) - start);
		const double least = static_cast<double>(m_least) * m_least * Dot(along, along);
		return (from > 0.0) == (to > 0.0) && std::min(from * from, to * to) > least;
	}

	[[nodiscard]] bool AreNeighbours(int32_t a, int32_t ringOfA, int32_t b, int32_t ringOfB) const
	{
		return ringOfA == ringOfB && (m_data.PlaceAfter(a, ringOfA) == b || m_data.PlaceBefore(a, ringOfA) == b);
	}

	// The distance of two edges. They do not cross, so an end of one of them is nearest to the other.
	[[nodiscard]] double DistanceOf(int32_t a, int32_t b) const
	{
		const b2Vec2 a0 = m_data.VertexAt(a), a1 = m_data.VertexAt(a + 1);
		const b2Vec2 b0 = m_data.VertexAt(b), b1 = m_data.VertexAt(b + 1);
		return std::min({DistanceToSegment(a0, b0, b1), DistanceToSegment(a1, b0, b1), DistanceToSegment(b0, a0, a1),
		                 DistanceToSegment(b1, a0, a1)});
	}

	const OutlineData& m_data;
	float m_rounding;
	float m_least;
	int64_t m_left; // comparisons
};

// A hit point beside one edge lies off the outline if no other edge is within the spacing of floats. This distance
// proves that, unless the coordinates in the world are much larger than those of the outline.
float ClearanceOf(const OutlineData& data)
{
	const b2Vec2 largest = b2Max(b2Abs(data.bounds.lowerBound), b2Abs(data.bounds.upperBound));
	return ClearanceSearch(data, std::max(largest.x, largest.y)).Run();
}

Result<std::shared_ptr<const OutlineData>> Build(std::span<const b2Vec2> vertices, std::span<const int32_t> starts)
{
	Result<std::vector<OutlineRing>> rings = SplitRings(vertices, starts);
	if (!rings)
	{
		return rings.GetError();
	}
	OutlineFaults faults;
	for (size_t i = 0; i < rings->size(); ++i)
	{
		if (AddFaultsOfRing(vertices, *rings, i, faults, 1) == false)
		{
			return faults.listed[0];
		}
	}

	auto data = std::make_shared<OutlineData>();
	data->vertices.assign(vertices.begin(), vertices.end());
	data->rings = *std::move(rings);
	std::vector<RingBelow> below;
	if (const std::optional<EdgePair> pair = FindMeetingEdges(RingEdges(data->vertices, data->rings), below))
	{
		const std::optional<EdgePair> crossing = FindCrossingEdges(data->vertices, data->rings);
		SeparateRings separate = crossing ? SeparateRings() : Separate(data->vertices, data->rings);
		if (separate.rings.empty())
		{
			return FaultOfEdges(RingEdges(data->vertices, data->rings), data->rings, crossing.value_or(*pair));
		}
		below = std::move(separate.below);
		data->vertices = std::move(separate.vertices);
		data->rings = std::move(separate.rings);
		data->givenVertices = std::move(separate.givenVertices);
		data->givenEdges = std::move(separate.givenEdges);
		data->copies = CopiesOf(data->vertices);
	}
	Nest(RingEdges(data->vertices, data->rings), below, data->vertices, data->rings);
	data->closed = ClosedRings(data->vertices, data->rings);
	data->tree = OutlineTree(data->rings, data->closed);
	data->bounds = BoundsOf(data->vertices);
	data->clearance = ClearanceOf(*data);
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

std::span<const b2Vec2> Outline::VerticesOf(const OutlineRing& ring) const
{
	return OfRing(m_data->vertices, ring);
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

int32_t Outline::GivenVertex(int32_t vertex) const
{
	return m_data->givenVertices.empty() ? vertex : m_data->givenVertices[static_cast<size_t>(vertex)];
}

int32_t Outline::GivenEdge(int32_t edge) const
{
	return m_data->givenEdges.empty() ? edge : m_data->givenEdges[static_cast<size_t>(edge)];
}

const b2AABB& Outline::Bounds() const
{
	return m_data->bounds;
}

} // namespace ricochet
