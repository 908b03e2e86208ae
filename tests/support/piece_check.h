// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"

#include <ricochet/geometry/decompose.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

// Checks the contract of Decompose in exact arithmetic.

namespace ricochet::test
{

inline std::vector<b2Vec2> VerticesOf(const Outline& outline, const ConvexPieces& pieces, int32_t piece)
{
	std::vector<b2Vec2> vertices;
	for (const int32_t v : pieces.VerticesOf(piece))
	{
		vertices.push_back(outline.Vertices()[static_cast<size_t>(v)]);
	}
	return vertices;
}

/// Returns twice the area; positive if the ring is counter-clockwise.
inline mpq_class TwiceArea(std::span<const b2Vec2> ring)
{
	mpq_class area = 0;
	for (size_t i = 0; i < ring.size(); ++i)
	{
		const ExactVec a = ToExact(ring[i]);
		const ExactVec b = ToExact(ring[(i + 1) % ring.size()]);
		area += a.x * b.y - a.y * b.x;
	}
	return area;
}

/// Returns twice the area of the solid, without its holes.
inline mpq_class TwiceArea(const Outline& outline)
{
	mpq_class area = 0;
	for (const OutlineRing& ring : outline.Rings())
	{
		const mpq_class part = abs(TwiceArea(outline.VerticesOf(ring)));
		area += ring.isHole ? mpq_class(-part) : part;
	}
	return area;
}

/// True if the piece is convex. Each vertex is then on the left of each edge or on its line, and not all are on one
/// line. Flat vertices are allowed.
inline bool IsConvexPiece(std::span<const b2Vec2> vertices)
{
	bool hasArea = false;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		for (const b2Vec2 v : vertices)
		{
			const int side = Orientation(vertices[i], vertices[(i + 1) % vertices.size()], v);
			if (side < 0)
			{
				return false;
			}
			hasArea = hasArea || side > 0;
		}
	}
	return hasArea;
}

/// Checks the edges of the pieces. Returns an error text, or an empty string. Each edge of the outline must be an edge
/// of exactly one piece, with the solid on its left. Each inner edge must belong to two pieces, in opposite directions.
/// As each piece is counter-clockwise, each point of the solid is then in exactly one piece.
inline std::string RimMismatch(const Outline& outline, const ConvexPieces& pieces)
{
	std::vector<int> rims(outline.Vertices().size());
	std::map<std::pair<int32_t, int32_t>, int> inner;
	for (int32_t p = 0; p < pieces.Count(); ++p)
	{
		const std::span<const int32_t> vertices = pieces.VerticesOf(p);
		const std::span<const int32_t> edges = pieces.EdgesOf(p);
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			const int32_t a = vertices[i];
			const int32_t b = vertices[(i + 1) % vertices.size()];
			if (edges[i] < 0)
			{
				++inner[{a, b}];
				continue;
			}
			const bool isReversed = outline.RingOf(edges[i]).isReversed;
			const std::pair<int32_t, int32_t> want = isReversed ? std::pair(outline.EndOf(edges[i]), edges[i])
			                                                    : std::pair(edges[i], outline.EndOf(edges[i]));
			// Vertices are compared by their places, because touching rings have several vertices at one place.
			const auto at = [&](int32_t v)
			{
				return outline.Vertices()[static_cast<size_t>(v)];
			};
			if (at(want.first) != at(a) || at(want.second) != at(b))
			{
				return "an edge has other ends";
			}
			++rims[static_cast<size_t>(edges[i])];
		}
	}
	for (const OutlineRing& ring : outline.Rings())
	{
		for (int32_t edge = ring.first; edge < ring.first + ring.count; ++edge)
		{
			if (const int count = rims[static_cast<size_t>(edge)]; count != 1)
			{
				return "an edge of the outline is in " + std::to_string(count) + " pieces";
			}
		}
	}
	for (const auto& [ends, count] : inner)
	{
		const auto other = inner.find({ends.second, ends.first});
		if (count != 1 || other == inner.end() || other->second != 1)
		{
			return "an inner edge is not shared by two pieces";
		}
	}
	return "";
}

/// Returns an error text, or an empty string if the pieces obey the contract in the header.
inline std::string PieceMismatch(const Outline& outline, const ConvexPieces& pieces, int32_t mostVertices)
{
	mpq_class area = 0;
	for (int32_t p = 0; p < pieces.Count(); ++p)
	{
		const std::vector<b2Vec2> vertices = VerticesOf(outline, pieces, p);
		if (vertices.size() < 3 || static_cast<int64_t>(vertices.size()) > mostVertices)
		{
			return "a piece of " + std::to_string(vertices.size()) + " vertices";
		}
		if (IsConvexPiece(vertices) == false)
		{
			return "piece " + std::to_string(p) + " is not convex and counter-clockwise: " + ToText(vertices);
		}
		area += TwiceArea(vertices);
	}
	return area == TwiceArea(outline) ? RimMismatch(outline, pieces) : "the areas do not add up";
}

} // namespace ricochet::test
