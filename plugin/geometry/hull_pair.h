// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "geometry/hull_meet.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"

namespace ricochet
{

/// A moving hull and a static one, in the frame of the static one, by doubles. Each result that it calls certain is
/// proven by error bounds to be the exact kernel's, with the same bits. The kernel clips the sum of both (sum_hull.h,
/// hull_clip.h).
class HullPair
{
public:
	/// A vertex of the sum, and which of the two hulls owns the edge that starts there.
	using Corner = SumHull::Corner;

	HullPair(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double stillSize);

	[[nodiscard]] double WaySize() const { return m_ray.size[1]; }
	[[nodiscard]] Vec<double> Start() const { return m_start; }
	[[nodiscard]] Vec<double> Translation() const { return m_translation; }
	[[nodiscard]] double Radius() const { return m_radius; }
	[[nodiscard]] double TurnCosine() const { return m_cosine; }
	[[nodiscard]] double TurnSine() const { return m_sine; }
	[[nodiscard]] Vec<double> MovingAt(size_t i) const { return m_turn.Of(Lift<double>(m_moving.hull.vertices[i])); }

	/// An upper bound of |x| + |y| of the difference of any two points here, and of the radius.
	[[nodiscard]] double Size() const { return m_size; }

	/// Finds where the line enters (turn -1) or leaves (turn 1) by an edge of the sum. If it misses the edge, finds the
	/// crossing with the arc at one of the edge's ends. False: doubles do not suffice.
	[[nodiscard]] bool Cross(Corner corner, int turn, LocalCrossing& crossing, TouchingFeatures& touching) const;

	/// Cross for both edges at once, without arcs: the line enters by the first one and leaves by the second one.
	/// Returns the bits of the crossings that are proven.
	[[nodiscard]] uint32_t CrossBoth(const std::array<Corner, 2>& corners, std::array<LocalCrossing, 2>& crossings,
	                                 TouchingFeatures& touching) const;

	/// Cross for the arc about a vertex of the sum, given by the vertices of both hulls.
	[[nodiscard]] bool CrossRound(size_t still, size_t moving, int turn, LocalCrossing& crossing,
	                              TouchingFeatures& touching) const;

	/// Decides whether the start is in the sum grown by its radius. The corner is that of the edge that the start is
	/// farthest outside of.
	[[nodiscard]] CutResult LocateBeside(Corner corner) const;
	[[nodiscard]] CutResult LocateAtRound(size_t still, size_t moving) const;

	/// Finds the way out of the sum, without its radius, over the nearest edge. False: doubles do not suffice.
	[[nodiscard]] bool WayOver(Corner corner, WayOut& way) const;

	/// WayOver for a start outside of the sum, beside the edge that it is farthest outside of.
	[[nodiscard]] bool WayFrom(Corner corner, WayOut& way) const;
	[[nodiscard]] bool WayFromVertices(WayOut& way) const; ///< if both hulls are one vertex

	/// If edges of both hulls are aligned at this corner, moves the corner to the tail of the static hull's edge, which
	/// comes first. The other edge follows it.
	[[nodiscard]] bool Align(Corner& corner) const;

	/// The direction of an edge of the sum, with the exact kernel's bits.
	[[nodiscard]] Vec<double> AlongOf(const Corner& corner) const
	{
		return corner.isEdgeOfMoving ? m_turn.Of(Vec<double>{} - OwnEdge(corner.moving)) : StillEdge(corner.still);
	}

private:
	struct Plane;
	enum class Place : uint8_t
	{
		Within,
		BeforeTail,
		BehindHead,
		Uncertain
	};

	[[nodiscard]] Vec<double> StillAt(size_t i) const { return Lift<double>(m_still.vertices[i]); }
	[[nodiscard]] size_t NextStill(size_t i) const { return i + 1 == m_still.vertices.size() ? 0 : i + 1; }
	[[nodiscard]] size_t NextMoving(size_t i) const { return i + 1 == m_moving.hull.vertices.size() ? 0 : i + 1; }
	[[nodiscard]] size_t LastStill(size_t i) const { return i == 0 ? m_still.vertices.size() - 1 : i - 1; }
	[[nodiscard]] size_t LastMoving(size_t i) const { return i == 0 ? m_moving.hull.vertices.size() - 1 : i - 1; }
	[[nodiscard]] Vec<double> StillEdge(size_t i) const { return StillAt(NextStill(i)) - StillAt(i); }
	[[nodiscard]] Vec<double> OwnEdge(size_t i) const
	{
		return Lift<double>(m_moving.hull.vertices[NextMoving(i)]) - Lift<double>(m_moving.hull.vertices[i]);
	}

	// Rotated by the relative angle in one step and mirrored. Its bits differ from the kernel's: for comparisons only.
	[[nodiscard]] Vec<double> MovingEdge(size_t i) const
	{
		const Vec<double> own = OwnEdge(i);
		return {m_sine * own.y - m_cosine * own.x, -(m_sine * own.x + m_cosine * own.y)};
	}

	[[nodiscard]] Vec<double> FromCorner(const Corner& corner) const
	{
		return m_start - (StillAt(corner.still) - MovingAt(corner.moving));
	}

	void SetAlong(const std::array<Corner, 2>& corners, Pair& x, Pair& y) const;
	[[nodiscard]] uint32_t AreEdgesOfSum(const std::array<Corner, 2>& corners, Pair x, Pair y) const;
	[[nodiscard]] bool IsParallel(size_t still, size_t moving) const;
	[[nodiscard]] bool IsEdgeOfSum(const Corner& corner, const Vec<double>& along) const;
	[[nodiscard]] bool AreBothEdgesOfSum(const Corner& tail) const;
	[[nodiscard]] bool CrossPlane(const Corner& corner, int turn, Plane& plane) const;
	[[nodiscard]] Place PlaceOn(const Plane& plane) const;
	[[nodiscard]] Place PlaceOf(double along, double square, double doubt) const;
	[[nodiscard]] bool IsInCone(size_t still, size_t moving, const Vec<double>& normal) const;
	[[nodiscard]] bool SetStillEdge(size_t still, int turn, int32_t& edge) const;
	[[nodiscard]] Corner SecondOf(const Corner& tail) const;
	[[nodiscard]] std::array<size_t, 2> EndOf(const Corner& corner, bool isHead) const;

	const MovingHull& m_moving;
	const Hull& m_still;
	RelativeTurn m_turn;
	PulledRay m_ray;
	Vec<double> m_start;
	Vec<double> m_translation;
	double m_cosine, m_sine; // cosine and sine of the relative rotation
	double m_radius;
	double m_size;
};

/// The edges of the sum by which the line seems to enter and to leave, guessed by floats.
struct SumPicks
{
	SumHull::Corner enter, exit;
	float enterFraction = 0.0f; ///< approximate
	float exitFraction = 0.0f;
	bool areKnown = false;
};

/// The edge of the sum that the start seems to be farthest outside of. If the start seems to be inside,
/// the nearest edge.
struct SumNearest
{
	SumHull::Corner corner;
	bool isKnown = false;
	bool isInCore = false; ///< proven to be inside of all edges
	bool isAlone = false;  ///< no other edge is as near, except one aligned with it
};

/// Doubles are off by less than 2^-46 of the products that make up a value. The kernel accepts a double if its error is
/// below 2^-30 of its value (k_certainRelativeError). A value above this share of the products satisfies that; smaller
/// ones are left to the kernel.
inline constexpr double k_leastShare = 0x1p-16;
/// A value above this share of the products has the sign of the exact value.
inline constexpr double k_signShare = 0x1p-42;
/// Two positions count as different only if they differ by more than this share of all coordinates' sizes.
inline constexpr double k_placeShare = 0x1p-20;
/// Two directions count as different only if the sine of their angle exceeds about this.
inline constexpr double k_turnShare = 0x1p-30;

/// |x| + |y|, which bounds the length.
[[nodiscard]] inline double SizeOf(const Vec<double>& v)
{
	return std::abs(v.x) + std::abs(v.y);
}

} // namespace ricochet
