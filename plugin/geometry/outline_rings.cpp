// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/outline_rings.h>

#include "geometry/box_nodes.h"
#include "geometry/checker.h"
#include "geometry/polygon_check.h"
#include "geometry/ring_check.h"
#include "geometry/vec.h"
#include "geometry/with_memory.h"

#include <algorithm>
#include <tuple>

namespace ricochet
{

namespace
{

b2AABB Around(b2Vec2 a, b2Vec2 b, float distance)
{
	const b2Vec2 extent{distance, distance};
	return {b2Min(a, b) - extent, b2Max(a, b) + extent};
}

class Welder
{
public:
	Welder(std::span<const b2Vec2> vertices, std::span<const OutlineRing> rings, float distance)
	    : m_vertices(vertices), m_rings(rings), m_distance(distance)
	{
		MoveVertices();
		CutEdges();
	}

	WeldedRings Run()
	{
		for (size_t ring = 0; ring < m_rings.size(); ++ring)
		{
			AddRing(m_rings[ring]);
		}
		return std::move(m_welded);
	}

private:
	// A vertex that is inserted into an edge near it.
	struct Cut
	{
		int32_t edge;
		double along; // the edge
		int32_t vertex;
	};

	[[nodiscard]] b2Vec2 At(int32_t vertex) const { return m_vertices[static_cast<size_t>(vertex)]; }
	[[nodiscard]] int32_t PlaceOf(int32_t vertex) const { return m_places[static_cast<size_t>(vertex)]; }
	[[nodiscard]] bool IsNear(double squared) const
	{
		return squared <= static_cast<double>(m_distance) * static_cast<double>(m_distance);
	}

	template <class Visit>
	void VisitNear(b2Vec2 point, std::span<const int32_t> order, std::span<const BoxNode> nodes, Visit&& visit) const
	{
		const b2AABB box = Around(point, point, m_distance);
		WalkBoxes(
		    nodes, [&](const BoxNode& node) { return MeetBox(node, box); },
		    [&](int32_t item) { visit(order[static_cast<size_t>(item)]); });
	}

	// Builds a tree. `order` gets the index of the vertex or edge of each item.
	static std::vector<BoxNode> TreeOf(const std::vector<b2AABB>& boxes, std::vector<int32_t>& order)
	{
		order = InOrderOfPlace(boxes);
		std::vector<b2AABB> sorted;
		sorted.reserve(boxes.size());
		for (const int32_t item : order)
		{
			sorted.push_back(boxes[static_cast<size_t>(item)]);
		}
		return PackBoxes(sorted);
	}

	void MoveVertices()
	{
		std::vector<b2AABB> boxes;
		for (const b2Vec2 vertex : m_vertices)
		{
			boxes.push_back({vertex, vertex});
		}
		std::vector<int32_t> order;
		const std::vector<BoxNode> nodes = TreeOf(boxes, order);
		m_places.assign(m_vertices.size(), -1);
		for (const OutlineRing& ring : m_rings)
		{
			for (int32_t i = ring.first; i < ring.first + ring.count; ++i)
			{
				m_places[static_cast<size_t>(i)] = NearestPlace(i, order, nodes);
				m_welded.moved += At(PlaceOf(i)) == At(i) ? 0 : 1;
			}
		}
	}

	// The nearest earlier vertex that stays, or the vertex itself.
	[[nodiscard]] int32_t NearestPlace(int32_t vertex, std::span<const int32_t> order,
	                                   std::span<const BoxNode> nodes) const
	{
		std::pair<double, int32_t> nearest{std::numeric_limits<double>::infinity(), vertex};
		VisitNear(At(vertex), order, nodes,
		          [&](int32_t other)
		          {
			          const Vec<double> way = Lift<double>(At(other)) - Lift<double>(At(vertex));
			          if (other < vertex && PlaceOf(other) == other && IsNear(Dot(way, way)))
			          {
				          nearest = std::min(nearest, {Dot(way, way), other});
			          }
		          });
		return nearest.second;
	}

	void CutEdges()
	{
		std::vector<b2AABB> boxes;
		std::vector<std::pair<int32_t, int32_t>> ends;
		std::vector<int32_t> edges;
		for (const OutlineRing& ring : m_rings)
		{
			for (int32_t i = ring.first; i < ring.first + ring.count; ++i)
			{
				const int32_t from = PlaceOf(i);
				const int32_t to = PlaceOf(i + 1 == ring.first + ring.count ? ring.first : i + 1);
				boxes.push_back(Around(At(from), At(to), 0.0f));
				ends.emplace_back(from, to);
				edges.push_back(i);
			}
		}
		std::vector<int32_t> order;
		const std::vector<BoxNode> nodes = TreeOf(boxes, order);
		for (int32_t vertex = 0; vertex < static_cast<int32_t>(m_vertices.size()); ++vertex)
		{
			if (PlaceOf(vertex) != vertex)
			{
				continue;
			}
			VisitNear(At(vertex), order, nodes,
			          [&](int32_t item)
			          {
				          const auto [from, to] = ends[static_cast<size_t>(item)];
				          if (vertex != from && vertex != to)
				          {
					          AddCut(edges[static_cast<size_t>(item)], vertex, At(from), At(to));
				          }
			          });
		}
		std::sort(m_cuts.begin(), m_cuts.end(),
		          [](const Cut& a, const Cut& b)
		          { return std::tie(a.edge, a.along, a.vertex) < std::tie(b.edge, b.along, b.vertex); });
		m_welded.cut = static_cast<int32_t>(m_cuts.size());
	}

	void AddCut(int32_t edge, int32_t vertex, b2Vec2 from, b2Vec2 to)
	{
		const Vec<double> side = Lift<double>(to) - Lift<double>(from);
		const Vec<double> way = Lift<double>(At(vertex)) - Lift<double>(from);
		const double along = Dot(way, side);
		const double length = Dot(side, side);
		const double across = Cross(side, way);
		if (along > 0.0 && along < length && IsNear(across / length * across))
		{
			m_cuts.push_back({edge, along, vertex});
		}
	}

	// True if a ring turns back at b along the line on which it came.
	[[nodiscard]] bool IsSpike(int32_t a, int32_t b, int32_t c) const
	{
		const Vec<double> there = Lift<double>(At(b)) - Lift<double>(At(a));
		const Vec<double> back = Lift<double>(At(c)) - Lift<double>(At(b));
		return TurnOf(At(a), At(b), At(c)) == 0 && Dot(there, back) < 0.0;
	}

	// Removes the last vertices of a part of a ring as long as they are repetitions or spikes.
	void CleanEnd(std::vector<int32_t>& part) const
	{
		while (part.size() > 1)
		{
			const size_t n = part.size();
			if (part[n - 2] == part[n - 1])
			{
				part.pop_back();
			}
			else if (n > 2 && IsSpike(part[n - 3], part[n - 2], part[n - 1]))
			{
				part.erase(part.end() - 2);
			}
			else
			{
				return;
			}
		}
	}

	void AddRing(const OutlineRing& ring)
	{
		std::vector<int32_t> part;
		auto cut = std::lower_bound(m_cuts.begin(), m_cuts.end(), ring.first,
		                            [](const Cut& one, int32_t edge) { return one.edge < edge; });
		size_t given = static_cast<size_t>(ring.count);
		for (int32_t i = ring.first; i < ring.first + ring.count; ++i)
		{
			part.push_back(PlaceOf(i));
			CleanEnd(part);
			for (; cut != m_cuts.end() && cut->edge == i; ++cut)
			{
				part.push_back(cut->vertex);
				CleanEnd(part);
				++given;
			}
		}
		// The last vertices of the ring have not been compared with its first ones yet.
		size_t first = 0;
		while (part.size() - first > 2)
		{
			const size_t n = part.size();
			if (part[n - 1] == part[first] || IsSpike(part[n - 2], part[n - 1], part[first]))
			{
				part.pop_back();
			}
			else if (IsSpike(part[n - 1], part[first], part[first + 1]))
			{
				++first;
			}
			else
			{
				break;
			}
		}
		std::vector<b2Vec2> vertices;
		std::transform(part.begin() + static_cast<std::ptrdiff_t>(first), part.end(), std::back_inserter(vertices),
		               [&](int32_t vertex) { return At(vertex); });
		if (vertices.size() < 3 || HasNoArea(vertices))
		{
			m_welded.dropped += 1;
			return;
		}
		m_welded.removed += static_cast<int32_t>(given - vertices.size());
		m_welded.rings.ringStarts.push_back(static_cast<int32_t>(m_welded.rings.vertices.size()));
		m_welded.rings.vertices.insert(m_welded.rings.vertices.end(), vertices.begin(), vertices.end());
	}

	std::span<const b2Vec2> m_vertices;
	std::span<const OutlineRing> m_rings;
	float m_distance;
	std::vector<int32_t> m_places; // for each vertex, the vertex in whose place it is welded; itself: it stays
	std::vector<Cut> m_cuts;       // along each edge
	WeldedRings m_welded;
};

} // namespace

Result<OutlineRings> WithoutFlatVertices(const Outline& outline) noexcept
{
	return WithMemory(
	    [&]() -> Result<OutlineRings>
	    {
		    OutlineRings kept;
		    for (const OutlineRing& ring : outline.Rings())
		    {
			    const std::span<const b2Vec2> vertices = outline.VerticesOf(ring);
			    kept.ringStarts.push_back(static_cast<int32_t>(kept.vertices.size()));
			    for (size_t i = 0; i < vertices.size(); ++i)
			    {
				    const b2Vec2 before = vertices[(i == 0 ? vertices.size() : i) - 1];
				    const b2Vec2 after = vertices[i + 1 == vertices.size() ? 0 : i + 1];
				    if (TurnOf(before, vertices[i], after) != 0)
				    {
					    kept.vertices.push_back(vertices[i]);
				    }
			    }
		    }
		    return kept;
	    });
}

Result<WeldedRings> WeldRings(std::span<const b2Vec2> vertices, std::span<const int32_t> ringStarts,
                              float distance) noexcept
{
	Checker checker = Checker().Positive("distance", distance);
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		checker.Finite("vertices", vertices[i], static_cast<int32_t>(i));
	}
	if (checker.IsSound() == false)
	{
		return checker.Outcome().GetError();
	}
	return WithMemory(
	    [&]() -> Result<WeldedRings>
	    {
		    const Result<std::vector<OutlineRing>> rings = SplitRings(vertices, ringStarts);
		    if (!rings)
		    {
			    return rings.GetError();
		    }
		    return Welder(vertices, *rings, distance).Run();
	    });
}

} // namespace ricochet
