// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/sight/visibility.h>

#include "support/oracle.h"
#include "support/reference_flight.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

// What is in sight of an eye among straight walls, in exact arithmetic and by brute force: every direction in which
// something begins, ends or crosses, sorted by integers; between neighbouring ones the nearest wall along a direction
// that is strictly between. It shares no code and no method with the library.

namespace ricochet::test
{

/// What a side of a visibility polygon lies on.
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

/// The open sector of directions from `from` counter-clockwise to `to`, whose lengths mean nothing.
struct OracleSector
{
	Point2 from, to;
};

/// What an eye looks at. Walls stand in the order in which coinciding ones are named.
struct SightScene
{
	b2Vec2 eye{0.0f, 0.0f};
	float radius = 0.0f;
	std::vector<OracleWall> walls;
	std::vector<OracleSector> dark; ///< out of the cone, or into a solid on whose surface the eye is
	bool hidden = false;            ///< the eye is in the interior of a solid
};

[[nodiscard]] SightScene ToSightScene(std::span<const Segment> walls, b2Vec2 eye, float radius,
                                      const SightCone& cone = {});

/// Vertices are x + Q v / |q|^2 by real arithmetic, minus the eye, rounded to double. Circles are not known here.
[[nodiscard]] SightScene ToSightScene(const b2World& world, b2Vec2 eye, float radius, const SightDef& def = {});

/// The directions from `from` counter-clockwise to `to`, at most half a turn, in which one wall is the nearest.
struct OraclePiece
{
	static constexpr int32_t k_none = -1; ///< no wall
	static constexpr int32_t k_dark = -2; ///< nothing is seen, not even the eye's surroundings

	IntVec from, to;
	int32_t wall = k_none;
	double angle = 0.0; ///< from `from` to `to` (rad)
};

/// All around, counter-clockwise. The radius is not looked at.
[[nodiscard]] std::vector<OraclePiece> LookAround(const SightScene& scene);

/// Of the part that walls enclose: a piece without a wall counts nothing. The radius is not looked at.
[[nodiscard]] mpq_class ExactArea(const SightScene& scene, std::span<const OraclePiece> pieces);

/// The point of a wall in a direction, exact but for one rounding to double.
[[nodiscard]] Point2 PointOfWall(const OracleWall& wall, const IntVec& direction);

/// Empty if the polygon is what the contract allows, else what is wrong with it: every vertex, every side's wall, every
/// piece that is wide enough for a float, and the area.
[[nodiscard]] std::string Mismatch(const SightScene& scene, std::span<const SightVertex> got);

} // namespace ricochet::test
