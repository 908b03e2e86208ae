// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/geometry/error.h>

#include <box2d/b2_math.h>

#include <span>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The kind of a simple polygon. ClipConvex and LocateInConvex require a convex and counter-clockwise one.
struct PolygonKind
{
	bool convex = false; ///< collinear vertices allowed
	bool counterClockwise = false;
};

/// Checks whether vertices make a simple polygon: its edges meet only where one ends and the next begins, and it has an
/// area.
///
/// - Collinear vertices are allowed. Edge i runs from vertex i to the next.
/// - Outcome: the polygon's kind, TooFew, NotFinite, TooClose (neighbours in one place), NoArea, EdgesMeet (the error
///   names one pair), or OutOfMemory.
/// - It is exact for the given floats, takes O(n log n) for any polygon, and never throws. With 17 or more vertices it
///   allocates.
///
/// Source: Shamos and Hoey, "Geometric intersection problems", FOCS 1976.
[[nodiscard]] Result<PolygonKind> CheckPolygon(std::span<const b2Vec2> vertices) noexcept;

} // namespace ricochet

RICOCHET_EXPORT_END
