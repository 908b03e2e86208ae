// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"

#include <ricochet/geometry/hull_cast.h>

#include <optional>
#include <string>
#include <vector>

// The contract of CastHull in whole numbers: all differences of two vertices, their convex hull, and the line against
// its grown edges. It shares no code with the library, and no method: it neither merges edges nor has a filter.

namespace ricochet::test
{

/// All that CastHull is given.
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

	/// The largest length in it that is not a place: what errors are measured by.
	[[nodiscard]] double Size() const;

	/// As a reproducer.
	[[nodiscard]] std::string Text() const;
};

struct DoubleVec
{
	double x = 0.0, y = 0.0;
};

/// The exact answer, in the terms of RaySpan.
struct HullAnswer
{
	bool hit = false;
	bool isPoint = false; ///< the way has no length
	bool startsInside = false;
	bool endsInside = false;
	bool grazing = false;
	Number enter, exit;                  ///< of the whole line
	std::vector<DoubleVec> enterNormals; ///< unit, in the world; those that are admissible, nearly always one
	std::vector<DoubleVec> exitNormals;
};

[[nodiscard]] HullAnswer ExactCastHull(const HullScene& scene);

/// Empty if the answer is what the contract allows, else what is wrong with it: verdict, flags, fractions, normals.
[[nodiscard]] std::string HullMismatch(const HullScene& scene, const std::optional<HullSpan>& got);

/// Empty if what is told to touch does so, where it is told that it does, by the surfaces of both. By doubles.
[[nodiscard]] std::string ContactMismatch(const HullScene& scene, const HullSpan& got);

} // namespace ricochet::test
