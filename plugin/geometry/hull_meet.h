// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "geometry/moving_hull.h"

#include <ricochet/geometry/hull_cast.h>

namespace ricochet
{

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
