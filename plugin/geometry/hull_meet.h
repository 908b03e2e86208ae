// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "geometry/sum_lanes.h"

#include <ricochet/geometry/hull_cast.h>

namespace ricochet
{

/// For hulls with larger coordinates the products may overflow floats.
inline constexpr double k_largestInLanes = 0x1p30;

/// A hull and its translation, with everything that does not depend on the hull that it is cast against. A view: the
/// vertices must outlive it.
struct MovingHull
{
	Hull hull;
	b2Transform pose;
	b2Vec2 translation;
	float maxFraction;

	bool isValid; ///< false: it hits nothing
	/// False if the hull has more than eight vertices or a number is too large. Then size, points, edges, rightmost and
	/// leftmost are not set.
	bool isInLanes;
	bool isPoint;         ///< the translation has no length
	double size;          ///< upper bound of |x| + |y| of its vertices, also after a rotation
	double waySize;       ///< |x| + |y| of the translation
	LanePoints<2> points; ///< for up to four vertices only the first four are set
	LanePoints<2> edges;
	double rightmost, leftmost; ///< least and greatest cross(translation, vertex), by floats

	MovingHull(const Hull& hull, const b2Transform& pose, b2Vec2 translation, float maxFraction);

	[[nodiscard]] Ray Way() const { return {pose.p, translation, maxFraction}; }

	/// Returns the first 4 * N of the 8 points.
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

/// The features of both hulls that touch when the two hit.
struct TouchingFeatures
{
	HullFeature still, moving;
};

/// The distance of the start from the sum of two hulls, negative inside. `normal` is the unit direction of the shortest
/// way out of the sum or, outside, the direction away from it. In double arithmetic, not exact.
struct WayOut
{
	double distance;
	Vec<double> normal;
};

/// The part of a HullSpan that is kept until it is reported, in the frame of the static hull. Edges have the same
/// meaning as in HullSpan.
struct HullMeet : LocalSpan
{
	TouchingFeatures touching; ///< where it enters, unless it starts inside
	WayOut wayOut;             ///< set if knowsWayOut
	bool knowsWayOut;
	/// The piece of an attached geometry to which the touching features belong. Edges are those of the outline.
	int32_t enterPiece;
};

/// True if a hull can be cast, or be cast against. It must have vertices, all numbers must be finite, and the radius
/// must not be negative.
[[nodiscard]] bool IsHull(const Hull& hull);

/// Tests whether a moving hull hits a static one. Entries beyond the cutoff, a fraction, may be left out. Exact.
[[nodiscard]] bool MeetHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double cutoff,
                            HullMeet& met);

/// True if a hull has no area: a point or a segment with radius 0.
[[nodiscard]] bool IsThin(const Hull& hull);

/// True if all vertices of a moving hull move along one line. Such a hull moves as a ray does. Exact. Requires: radius
/// 0.
[[nodiscard]] bool HasNoWidth(const MovingHull& moving);

/// True if the moving hull crosses a static hull without area, but the hit is grazing because the sum of both has no
/// inside there. A moving hull without width also crosses an end of the static hull, as a ray does. A static hull along
/// the path is not crossed. Exact.
[[nodiscard]] bool CrossesThin(const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                               const HullMeet& met);

/// True if a moving point crosses a static hull without area on its straight path to a place: `place` is the position
/// of the origin of the point's frame at the end. The translation need not fit into floats. The ends of the hull count
/// only if `crossesEnds` is set. Sets `met`. Exact.
[[nodiscard]] bool PointCrossesThin(const MovingHull& moving, b2Vec2 place, bool crossesEnds, const Hull& still,
                                    const b2Transform& stillPose, HullMeet& met);

/// MeetHull by the exact kernel alone.
[[nodiscard]] bool MeetHullExactly(const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                                   double cutoff, HullMeet& met);

/// MeetHull by doubles alone. If the error bounds prove its result, that is the exact kernel's to the bit; else it is
/// Uncertain.
[[nodiscard]] CutResult MeetHullByDoubles(const MovingHull& moving, const Hull& still, const b2Transform& stillPose,
                                          double cutoff, HullMeet& met);

/// Finds the way out by doubles, with the same bits as the exact kernel's WayOutOf. False: doubles do not suffice.
[[nodiscard]] bool FindWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, WayOut& way);

/// Sets how deep a hull is in another one and the direction of the shortest way out. Returns the way out in the frame
/// of the static hull.
WayOut TellWayOut(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
                  float& depth, b2Vec2& wayOut);

/// The place for a moving hull at the end of its way out of the static hull. There the two do not overlap.
[[nodiscard]] b2Vec2 PlaceOutside(const MovingHull& moving, const WayOut& way, const Hull& still,
                                  const b2Transform& stillPose);

/// A float point near a point of a hull's surface, on the surface or outside: PointOff of surface_point.h. `outward`:
/// unit; no vertex of the hull lies in front of the point in this direction.
[[nodiscard]] b2Vec2 PointOffHull(const Vec<double>& surface, const Vec<double>& outward, const Hull& hull,
                                  const b2Transform& pose);

/// Sets the span of a hit. Requires: a default-constructed span.
void TellHull(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, const HullMeet& met,
              HullSpan& span);

} // namespace ricochet
