// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/meet.h"
#include "sight/vantage.h"

#include <ricochet/query/query_filter.h>
#include <ricochet/query/space.h>
#include <ricochet/sight/sight_polygon.h>

#include <box2d/b2_collision.h>

#include <vector>

namespace ricochet
{

/// Where light comes from: a disc, or all directions within a spread about one.
struct LightSource
{
	Vec<double> place{};     ///< center of the disc; of parallel light a point of the line from which it comes
	double size = 0.0;       ///< of the disc; 0: parallel light
	Vec<double> direction{}; ///< of parallel light, unit
	double spread = 0.0;     ///< of parallel light

	/// From where the center of the source lights a point.
	[[nodiscard]] b2Vec2 OriginOf(b2Vec2 point) const;
	/// True of a solid in which that is, if the filter leaves such solids out.
	[[nodiscard]] bool IsWithin(const Place& solid, b2Vec2 point, const QueryFilter& filter) const;
};

/// Directions of light, from the first to the last, counter-clockwise, less than a half turn.
struct Beam
{
	Vec<double> first{};
	Vec<double> last{};
};

[[nodiscard]] inline Vec<double> Opposite(const Vec<double>& v)
{
	return {-v.x, -v.y};
}

/// What casts a soft shadow: a corner or the side of a circle, with the lines from the edges of the source that touch
/// it. In the world, relative to nothing.
struct SoftCorner
{
	Vec<double> apex{};        ///< where the lines meet, in front of what they touch
	Vec<double> towardLit{};   ///< unit
	Vec<double> towardDark{};  ///< unit
	b2Vec2 center{0.0f, 0.0f}; ///< of the circle, or the corner
	float radius = 0.0f;       ///< of the circle; 0: a corner
	Beam beam{};               ///< of the light that passes the corner; beside it the light meets another corner first
};

/// The corners of everything in a box that may cast a soft shadow, hidden or not, in the order of their places. Where
/// children share a corner it is one. Of what the source reaches into there are none. Replaces the content of
/// `corners`. Requires: size > 0 or spread > 0.
void FindSoftCorners(Space space, const b2AABB& box, const Vantage& vantage, const LightSource& source,
                     const QueryFilter& filter, std::vector<SoftCorner>& corners);

} // namespace ricochet
