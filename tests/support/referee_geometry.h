// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>
#include <box2d/b2_shape.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

// The referee's own plane geometry: slow, plain, in long double, and without any of the library's kernels.

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

// Squares of floats are far within the range of long double.
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

/// The spacing of floats at the larger coordinate.
Real UlpAt(Vec p);

/// One child of a shape, in its body's frame: a disc, a convex polygon (counter-clockwise, without skin, perhaps
/// rounded) or an edge.
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
	Real radius = 0.0L; ///< of a disc, or by which a polygon is rounded

	[[nodiscard]] std::span<const Vec> Vertices() const { return {vertices.data(), static_cast<size_t>(count)}; }
	[[nodiscard]] bool IsSolid() const { return kind != Kind::Edge; }
};

[[nodiscard]] Piece PieceOf(const b2Shape& shape, int32_t child);

/// The vertices of an edge or chain in order, the first again at the end of a loop; empty for a solid.
[[nodiscard]] std::vector<Vec> BarrierOf(const b2Shape& shape);

[[nodiscard]] Real DistanceToSegment(Vec p, Vec a, Vec b);

/// Negative: so deep inside. Edges have no inside.
[[nodiscard]] Real SignedDistance(const Piece& piece, Vec p);

/// How often the way from a to b crosses a row of edges from its left to its right, less the other way round. Not
/// zero: whoever went without crossing it went around one of its ends.
[[nodiscard]] int32_t NetCrossings(std::span<const Vec> row, Vec a, Vec b);

/// How often a closed row (its first vertex again at the end) goes around a point.
[[nodiscard]] int32_t Winding(std::span<const Vec> loop, Vec p);

/// The length of the shortest way from a to b around a solid that lies between them; -1 if it does not.
[[nodiscard]] Real WayAround(const Piece& solid, Vec a, Vec b);

/// No way from a to b around an end of an open row is shorter.
[[nodiscard]] Real WayAround(std::span<const Vec> row, Vec a, Vec b);

} // namespace ricochet::referee
