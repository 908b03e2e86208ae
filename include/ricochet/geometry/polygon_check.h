// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// What a simple polygon is fit for: ClipConvex and LocateInConvex want it convex and counter-clockwise.
struct PolygonKind
{
	bool convex = false; ///< collinear vertices allowed
	bool counterClockwise = false;
};

/// Tells whether vertices make a simple polygon: its edges meet only where one ends and the next begins, and it has an
/// area. Collinear vertices are allowed. Edge i runs from vertex i to the next. Outcome: its kind, or TooFew,
/// NotFinite, TooClose (neighbours in one place), NoArea, EdgesMeet (of several pairs, one is told) or OutOfMemory.
/// Exact for the given floats. Takes O(n log n), whatever the polygon; from 17 vertices on it allocates. Never throws.
/// Source: Shamos and Hoey, "Geometric intersection problems", FOCS 1976.
[[nodiscard]] Result<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
