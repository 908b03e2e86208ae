// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>
#include <ricochet/index/item.h>

#include <box2d/b2_math.h>

#include <cstdint>
#include <span>
#include <vector>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The thing that a side of a visibility polygon lies on.
enum class SightSide : uint8_t
{
	Wall,   ///< straight, on an edge
	Arc,    ///< on a circle, clockwise about its center: the bulge points at the eye
	Shadow, ///< straight, along a line of sight: the border of a shadow or of a cone
	Rim     ///< at the radius, counter-clockwise about the eye, at most a quarter turn; straight for parallel light
};

/// A vertex of a visibility polygon, and the side from it to the next vertex (from the last one to the first).
struct SightVertex : Item ///< the Item is the thing of Wall and Arc, and is none for plain walls
{
	b2Vec2 point{0.0f, 0.0f};
	SightSide side = SightSide::Rim;
	int32_t edge = -1;         ///< edge of the child, as in RayHit; for plain walls the wall's index; -1: none
	b2Vec2 center{0.0f, 0.0f}; ///< if side is Arc or Rim
	float radius = 0.0f;       ///< if side is Arc or Rim (m); 0 for a straight side
};

// These functions take the whole polygon that VisibilityPolygon made, and its eye. An empty polygon contains no point.
// Regions of parallel light have no eye: sight/light.h has Contains and Triangulate for them.

/// Returns true if the point is in the closed region. Exact for the floats of the polygon. Arcs count as exact arcs,
/// not as chords. O(n).
[[nodiscard]] bool Contains(std::span<const SightVertex> polygon, b2Vec2 eye, b2Vec2 point);

/// Returns the area (m^2). Arcs count as exact arcs, not as chords.
[[nodiscard]] float Area(std::span<const SightVertex> polygon);

/// Replaces the content of points by the polygon with straight sides alone. Arcs become chords that stray from them by
/// at most maxError (m, > 0). If maxError is not positive, or an arc would need more than 4096 chords, the smallest
/// error that needs no more is taken.
void Flatten(std::span<const SightVertex> polygon, float maxError, std::vector<b2Vec2>& points);

/// Replaces the content of points by triangles that fill the polygon, for drawing: three points each,
/// counter-clockwise, the first of them the eye. `maxError` as for Flatten.
void Triangulate(std::span<const SightVertex> polygon, b2Vec2 eye, float maxError, std::vector<b2Vec2>& points);

} // namespace ricochet

RICOCHET_EXPORT_END
