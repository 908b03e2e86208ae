// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
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

/// What touches where two hulls meet.
struct TouchingFeatures
{
	HullFeature still, moving;
};

/// How far the start is from the sum of two hulls, negative inside, and the unit direction in which it comes free of it
/// or goes away from it first. In double arithmetic, not exact.
struct WayOut
{
	double distance;
	Vec<double> normal;
};

/// What is kept of a HullSpan until it is told, in the frame of what stands still. Its edges are those of HullSpan.
struct HullMeet : LocalSpan
{
	TouchingFeatures touching; ///< where it enters, if it does
	WayOut wayOut;             ///< if it starts inside and that is known
	bool knowsWayOut;
	int32_t enterPiece; ///< of an attached geometry, that which its features are of; edges are the outline's
};

/// True if a hull can be cast, or be cast against: it has vertices, all numbers are finite, and no radius is negative.
[[nodiscard]] bool IsHull(const Hull& hull);

/// Whether a hull on its way meets another one; entries beyond the cutoff, a fraction, may be left out. Exact.
[[nodiscard]] bool MeetHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                            HullMeet& met);

/// The same by the exact kernel alone.
[[nodiscard]] bool MeetHullExactly(const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                                   double cutoff, HullMeet& met);

/// The same by doubles alone, where they are certain: then what is met is what the exact kernel answers, to the bit.
[[nodiscard]] CutResult MeetHullByDoubles(const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                                          double cutoff, HullMeet& met);

/// The way out by doubles, as the exact kernel's WayOutOf has it to the bit. False: it is not known.
[[nodiscard]] bool FindWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way);

/// Sets how deep a hull is in another one, and which way is out.
void TellWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
                float& depth, b2Vec2& wayOut);

/// Sets the span of what was met. Requires: a span as it is made.
void TellHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
              HullSpan& span);

} // namespace ricochet
