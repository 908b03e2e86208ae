// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/visibility_oracle.h"

// The border of the oracle's region, cut at the radius. The library's polygon is compared with this border.

namespace ricochet::test
{

/// A piece of the region's border, cut at the radius. Points are relative to the eye.
struct Border
{
	enum class Kind
	{
		Wall,
		Rim,
		Dark
	};
	Kind kind = Kind::Dark;
	const OracleWall* wall = nullptr;
	Point2 from, to;
	double angle = 0.0;
	double slack = 0.0; ///< how far an end may be from its place, beyond a rounding to float
};

/// Returns the border of a full turn, counter-clockwise.
[[nodiscard]] std::vector<Border> BordersOf(const SightScene& scene);

} // namespace ricochet::test
