// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>
#include <box2d/b2_shape.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

// The referee's own plane geometry: slow and simple, in long double, and without any of the library's kernels.

namespace ricochet::referee
{

using Real = long double;

struct Vec
{
	Real x = 0.0L;
	Real y = 0.0L;
	friend bool operator==(const Vec&, const Vec&) = default;
};

inline Vec operator+(Vec a, Vec b)
{
	return {a.x + b.x, a.y + b.y};
}

inline Vec operator-(Vec a, Vec b)
{
	return {a.x - b.x, a.y - b.y};
}

inline Vec operator*(Real s, Vec a)
{
	return {s * a.x, s * a.y};
}

inline Real Dot(Vec a, Vec b)
{
	return a.x * b.x + a.y * b.y;
}

inline Real Cross(Vec a, Vec b)
{
	return a.x * b.y - a.y * b.x;
}

// Returns the length. Squares of floats are far within the range of long double.
inline Real Length(Vec a)
{
	return std::sqrt(Dot(a, a));
}

inline Vec Widen(b2Vec2 v)
{
	return {v.x, v.y};
}

inline bool IsFinite(Vec v)
{
	return std::isfinite(v.x) && std::isfinite(v.y);
}

/// Returns the spacing of floats at the larger coordinate.
Real UlpAt(Vec p);

/// One child of a shape in its body's frame: a disc, an edge, or a convex polygon. The polygon is counter-clockwise,
/// has no skin, and may be rounded.
struct Piece
{
	enum class Kind : uint8_t
	{
		Disc,
		Convex,
		Edge
	};
	Kind kind = Kind::Disc;
	int32_t count = 1;
	std::array<Vec, b2_maxPolygonVertices> vertices{};
	Real radius = 0.0L; ///< the radius of a disc, or the rounding of a polygon

	[[nodiscard]] std::span<const Vec> Vertices() const { return {vertices.data(), static_cast<size_t>(count)}; }
	[[nodiscard]] bool IsSolid() const { return kind != Kind::Edge; }
};

[[nodiscard]] Piece PieceOf(const b2Shape& shape, int32_t child);

/// Returns the vertices of an edge or chain in order. For a loop, the first one is repeated at the end. Empty for a
/// solid.
[[nodiscard]] std::vector<Vec> BarrierOf(const b2Shape& shape);

[[nodiscard]] Real DistanceToSegment(Vec p, Vec a, Vec b);

/// Returns the distance from the piece; negative: the depth inside. Edges have no inside.
[[nodiscard]] Real SignedDistance(const Piece& piece, Vec p);

/// Counts the crossings of the path from a to b through a row of edges from left to right, minus those from right to
/// left. If a path without crossings exists although the count is not zero, it goes around an end of the row.
[[nodiscard]] int32_t NetCrossings(std::span<const Vec> row, Vec a, Vec b);

/// Returns the number of times that a closed row winds around a point. Its first vertex is repeated at the end.
[[nodiscard]] int32_t Winding(std::span<const Vec> loop, Vec p);

/// Returns the length of the shortest path from a to b around a solid between them; -1 if the solid is not between
/// them.
[[nodiscard]] Real WayAround(const Piece& solid, Vec a, Vec b);

/// Returns a lower bound of the length of any path from a to b around an end of an open row.
[[nodiscard]] Real WayAround(std::span<const Vec> row, Vec a, Vec b);

} // namespace ricochet::referee
