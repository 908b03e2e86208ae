// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pair.h"
#include "geometry/vec.h"

#include <box2d/b2_math.h>

#include <cmath>

namespace ricochet
{

/// From where a ray goes, in which direction (a unit vector), and how far for each metre in x and in y. All finite.
struct Heading
{
	Pair origin;
	Pair direction{1.0, k_flat};
	Pair inverse{1.0, 1.0 / k_flat};
	Pair ahead; ///< in each: 1 if the ray goes up, 0 if it goes down

	/// `length` is that of the translation.
	Heading(b2Vec2 from, const Vec<double>& translation, double length) : origin{from.x, from.y}
	{
		if (length > 0.0)
		{
			const Pair way{translation.x, translation.y};
			const auto isFlat = Abs(way) <= k_flat * length;
			direction = Choose(isFlat, Pair{k_flat, k_flat}, (1.0 / length) * way);
			inverse = Choose(isFlat, Pair{1.0 / k_flat, 1.0 / k_flat}, length / way);
		}
		ahead = Choose(direction > 0.0, Pair{1.0, 1.0}, Pair{});
	}

	[[nodiscard]] Vec<double> Direction() const { return {direction[0], direction[1]}; }

private:
	static constexpr double k_flat = 1e-30; // no cell differs by so small a slope, and its inverse is finite
};

/// A heading of what reaches about its ray (m): so far in x and in y, and in any direction.
struct ThickHeading
{
	Heading heading;
	b2Vec2 reach;
	float radius;
};

} // namespace ricochet
