// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ricochet
{

/// Why a list of vertices is no polygon that can be cast against. Edge i runs from vertex i to the next.
struct PolygonError
{
	enum class Reason : uint8_t
	{
		None,
		TooFewVertices, ///< value: how many were given
		NotFinite,      ///< index: the vertex; value: the number
		RepeatedVertex, ///< index, other: two neighbours in one place
		NoArea,         ///< all vertices are on one line
		SelfCrossing,   ///< index, other: two edges that cross, touch or overlap, index < other
		NotPlanar,      ///< in 3D; index: the vertex that is furthest from the plane; value: its distance
		OutOfMemory     ///< only the message is set
	};
	Reason reason = Reason::None;
	int32_t index = -1;
	int32_t other = -1;
	float value = 0.0f;
	std::string message; ///< one sentence with the offending number
};

/// What a simple polygon is fit for: ClipConvex and LocateInConvex want it convex and counter-clockwise.
struct PolygonKind
{
	bool convex = false; ///< collinear vertices allowed
	bool counterClockwise = false;
};

/// Tells whether vertices make a simple polygon: its edges meet only where one ends and the next begins, and it has an
/// area. Collinear vertices are allowed. Outcome: its kind, or nothing and the reason in *error (if not null); of
/// several pairs of edges that meet, one is told. Exact for the given floats. Takes O(n log n), whatever the polygon;
/// from 17 vertices on it allocates. Never throws. Source: Shamos and Hoey, "Geometric intersection problems", FOCS
/// 1976.
[[nodiscard]] std::optional<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices,
                                                      PolygonError* error = nullptr) noexcept;

} // namespace ricochet
