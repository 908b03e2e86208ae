// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/sum_lanes.h"

#include <ricochet/geometry/hull_cast.h>

namespace ricochet
{

/// The products of what is larger need not be floats.
inline constexpr double k_largestInLanes = 0x1p30;

/// A hull on its way, with all that does not depend on what it meets. A view: the vertices must outlive it.
struct MovingHull
{
	Hull hull;
	b2Transform pose;
	b2Vec2 translation;
	float maxFraction;

	bool isValid;         ///< false: it meets nothing
	bool isInLanes;       ///< no more than eight vertices, and no number is too large: what follows is set
	bool isPoint;         ///< the way has no length
	double size;          ///< no sum of coordinates of its vertices is larger, also when they are turned
	double waySize;       ///< |x| + |y| of the translation
	LanePoints<2> points; ///< only the first four are set where there are no more
	LanePoints<2> edges;
	double rightmost, leftmost; ///< the least and the greatest cross(translation, vertex), by floats

	MovingHull(const Hull& hull, const b2Transform& pose, b2Vec2 translation, float maxFraction);

	[[nodiscard]] Ray Way() const { return {pose.p, translation, maxFraction}; }

	/// The first 4 N.
	template <size_t N>
	[[nodiscard]] static LanePoints<N> FirstOf(const LanePoints<2>& points)
	{
		LanePoints<N> first;
		for (size_t k = 0; k < N; ++k)
		{
			first.x[k] = points.x[k];
			first.y[k] = points.y[k];
		}
		return first;
	}

private:
	template <size_t N>
	void PutInLanes();
};

} // namespace ricochet
