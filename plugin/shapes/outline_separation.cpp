// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/cast_geometry.h"

#include "geometry/outline_data.h"

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// The nearest point of the edges to a point, as far as is known.
struct NearestOnEdges
{
	const OutlineData& outline;
	Vec<double> point;
	double square = std::numeric_limits<double>::infinity();
	Vec<double> away{};   // to the point
	Vec<double> normal{}; // out of the solid, of the edge

	[[nodiscard]] double SquareTo(const BoxNode& node, size_t i) const
	{
		const double x = std::max({node.lowX[i] - point.x, point.x - node.highX[i], 0.0});
		const double y = std::max({node.lowY[i] - point.y, point.y - node.highY[i], 0.0});
		return x * x + y * y;
	}

	// Down to the run whose boxes are nearest: few are nearer than its edges.
	[[nodiscard]] int32_t GuessRun() const
	{
		const std::vector<BoxNode>& nodes = outline.tree.nodes;
		for (size_t at = nodes.size() - 1;;)
		{
			const BoxNode& node = nodes[at];
			size_t nearest = 0;
			for (size_t i = 1; i < static_cast<size_t>(node.count); ++i)
			{
				nearest = SquareTo(node, i) < SquareTo(node, nearest) ? i : nearest;
			}
			at = static_cast<size_t>(node.first) + nearest;
			if (node.holdsItems)
			{
				return static_cast<int32_t>(at);
			}
		}
	}

	[[nodiscard]] uint32_t MayBeNearer(const BoxNode& node) const
	{
		uint32_t met = 0;
		for (size_t i = 0; i < static_cast<size_t>(node.count); ++i)
		{
			met |= SquareTo(node, i) <= square ? 1u << i : 0u;
		}
		return met;
	}

	void Take(const EdgeRun& run)
	{
		for (int32_t place = run.place; place < run.place + run.count; ++place)
		{
			const Vec<double> a = Lift<double>(outline.VertexAt(place));
			const Vec<double> along = Lift<double>(outline.VertexAt(place + 1)) - a;
			const double share = std::clamp(Dot(point - a, along) / Dot(along, along), 0.0, 1.0);
			const Vec<double> candidate = point - (a + share * along);
			const Vec<double> out = run.orientation * UnitOf(Vec<double>{along.y, -along.x});
			const double length = Dot(candidate, candidate);
			// Of two beside a vertex the one over which the point is higher.
			if (length < square || (length == square && std::abs(Dot(candidate, out)) > std::abs(Dot(away, normal))))
			{
				square = length;
				away = candidate;
				normal = out;
			}
		}
	}
};

} // namespace

Separation SeparateFromOutline(const Vec<double>& point, const Outline& outline)
{
	NearestOnEdges nearest{outline.Data(), point};
	const OutlineTree& tree = outline.Data().tree;
	nearest.Take(tree.runs[static_cast<size_t>(nearest.GuessRun())]);
	WalkBoxes(
	    tree.nodes, [&](const BoxNode& node) { return nearest.MayBeNearer(node); },
	    [&](int32_t run) { nearest.Take(tree.runs[static_cast<size_t>(run)]); });
	const double distance = Length(nearest.away);
	if (distance == 0.0)
	{
		return {0.0, nearest.normal};
	}
	const double sign = Dot(nearest.away, nearest.normal) < 0.0 ? -1.0 : 1.0;
	return {sign * distance, (sign / distance) * nearest.away};
}

} // namespace ricochet
