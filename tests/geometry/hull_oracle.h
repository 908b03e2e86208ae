// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"

#include <ricochet/geometry/hull_cast.h>

#include <optional>
#include <string>
#include <vector>

// The contract of CastHull in integers. It computes all differences of two vertices and their convex hull, and compares
// the line with the hull's grown edges. It shares no code and no method with the library: it neither merges edges nor
// has a filter.

namespace ricochet::test
{

/// All arguments of CastHull.
struct HullScene
{
	std::vector<b2Vec2> moving;
	float movingRadius = 0.0f;
	b2Transform movingPose = b2Transform(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));
	b2Vec2 translation{0.0f, 0.0f};
	std::vector<b2Vec2> still;
	float stillRadius = 0.0f;
	b2Transform stillPose = b2Transform(b2Vec2(0.0f, 0.0f), b2Rot(0.0f));
	float maxFraction = 1.0f;

	[[nodiscard]] Hull Moving() const { return {moving, movingRadius}; }
	[[nodiscard]] Hull Still() const { return {still, stillRadius}; }
	[[nodiscard]] std::optional<HullSpan> Cast() const
	{
		return CastHull(Moving(), movingPose, translation, Still(), stillPose, maxFraction);
	}

	/// Returns the largest length in the scene that is not a position. Errors are relative to it.
	[[nodiscard]] double Size() const;

	/// Returns a reproducer.
	[[nodiscard]] std::string Text() const;
};

struct DoubleVec
{
	double x = 0.0, y = 0.0;
};

/// The exact result, in the terms of RaySpan.
struct HullAnswer
{
	bool hit = false;
	bool isPoint = false; ///< the path has zero length
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
	Number enter, exit;                  ///< fractions of the whole line
	std::vector<DoubleVec> enterNormals; ///< unit vectors in the world: the admissible normals, nearly always one
	std::vector<DoubleVec> exitNormals;
};

[[nodiscard]] HullAnswer ExactCastHull(const HullScene& scene);

/// Returns an empty string if the contract allows the result, otherwise an error text. Checks verdict, flags, fractions
/// and normals.
[[nodiscard]] std::string HullMismatch(const HullScene& scene, const std::optional<HullSpan>& got);

/// Returns an empty string if the reported features touch at the reported point, by the surfaces of both. Computed in
/// doubles.
[[nodiscard]] std::string ContactMismatch(const HullScene& scene, const HullSpan& got);

} // namespace ricochet::test
