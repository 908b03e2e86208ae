// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/visibility.h>

#include "support/oracle.h"
#include "support/reference_flight.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Computes what an eye sees among straight walls, in exact arithmetic and by brute force. It sorts every direction in
// which a wall begins, ends or crosses another one, in integers. Between neighbouring directions, it finds the nearest
// wall along a direction strictly between them. It shares no code and no method with the library.

namespace ricochet::test
{

/// Identifies the wall of a side of a visibility polygon.
struct SightTag
{
	const b2Fixture* fixture = nullptr;
	int32_t child = 0;
	int32_t edge = -1;

	friend bool operator==(const SightTag&, const SightTag&) = default;
};

[[nodiscard]] SightTag TagOf(const SightVertex& vertex);

/// A wall, relative to the eye.
struct OracleWall
{
	Point2 a, b;
	SightTag tag;
};

/// The open sector of directions from `from` counter-clockwise to `to`. Only the directions of the two vectors matter.
struct OracleSector
{
	Point2 from, to;
};

/// The eye and the walls. If walls coincide, the first in the list is reported.
struct SightScene
{
	b2Vec2 eye{0.0f, 0.0f};
	float radius = 0.0f;
	std::vector<OracleWall> walls;
	std::vector<OracleSector> dark; ///< outside the cone, or into a solid on whose surface the eye is
	bool hidden = false;            ///< the eye is in the interior of a solid
};

[[nodiscard]] SightScene ToSightScene(std::span<const Segment> walls, b2Vec2 eye, float radius,
                                      const SightCone& cone = {});

/// Returns the edges of a world's shapes as walls. Their vertices are x + Q v / |q|^2 in real arithmetic, minus the
/// eye, rounded to double. Circles are not supported.
[[nodiscard]] SightScene ToSightScene(const b2World& world, b2Vec2 eye, float radius, const SightDef& def = {});

/// The directions from `from` counter-clockwise to `to`, at most half a turn, in which the same wall is the nearest.
struct OraclePiece
{
	static constexpr int32_t k_none = -1; ///< no wall
	static constexpr int32_t k_dark = -2; ///< nothing is seen, not even near the eye

	IntVec from, to;
	int32_t wall = k_none;
	double angle = 0.0; ///< the angle from `from` to `to` (rad)
};

/// Returns the pieces of a full turn, counter-clockwise. The radius is ignored.
[[nodiscard]] std::vector<OraclePiece> LookAround(const SightScene& scene);

/// Returns the area that walls enclose. A piece without a wall counts as zero. The radius is ignored.
[[nodiscard]] mpq_class ExactArea(const SightScene& scene, std::span<const OraclePiece> pieces);

/// Returns the point of a wall in a direction, exact except for one rounding to double.
[[nodiscard]] Point2 PointOfWall(const OracleWall& wall, const IntVec& direction);

/// Returns an error text, or an empty string if the contract allows the polygon. It checks every vertex, every side's
/// wall, every piece that is wide enough for a float, and the area.
[[nodiscard]] std::string Mismatch(const SightScene& scene, std::span<const SightVertex> got);

} // namespace ricochet::test
