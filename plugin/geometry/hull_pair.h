// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/cut_clip.h"
#include "geometry/hull_meet.h"
#include "geometry/round.h"
#include "geometry/sum_hull.h"

namespace ricochet
{

/// One hull on its way and one that stands still, in the frame of the latter, by doubles. What it says to be certain is
/// what the exact kernel finds for the sum of both (sum_hull.h, hull_clip.h), with the same bits.
class HullPair
{
public:
	/// A vertex of the sum and which of the two the edge from there on belongs to.
	using Corner = SumHull::Corner;

	HullPair(const MovingHull& moving, const Hull& still, const b2Transform& stillPose, double stillSize);

	[[nodiscard]] double WaySize() const { return m_ray.size[1]; }
	[[nodiscard]] Vec<double> Start() const { return m_start; }
	[[nodiscard]] Vec<double> Translation() const { return m_translation; }
	[[nodiscard]] double Radius() const { return m_radius; }
	[[nodiscard]] double TurnCosine() const { return m_cosine; }
	[[nodiscard]] double TurnSine() const { return m_sine; }
	[[nodiscard]] Vec<double> MovingAt(size_t i) const { return m_turn.Of(Lift<double>(m_moving.hull.vertices[i])); }

	/// No sum of the coordinates of a difference of two places here is larger, nor the radius.
	[[nodiscard]] double Size() const { return m_size; }

	/// Where the line enters (turn -1) or leaves (turn 1) by an edge of the sum, or by the round at one of its ends if
	/// it passes by that. False: uncertain.
	[[nodiscard]] bool Cross(Corner corner, int turn, LocalCrossing& crossing, TouchingFeatures& touching) const;

	/// Both by edges alone, side by side: which of them are certain, the first one that enters.
	[[nodiscard]] uint32_t CrossBoth(const std::array<Corner, 2>& corners, std::array<LocalCrossing, 2>& crossings,
	                                 TouchingFeatures& touching) const;

	/// The same of the round about a vertex of the sum.
	[[nodiscard]] bool CrossRound(size_t still, size_t moving, int turn, LocalCrossing& crossing,
	                              TouchingFeatures& touching) const;

	/// Whether the start is in the sum with its round, though it is farther outside of an edge than of any other one.
	[[nodiscard]] CutResult LocateBeside(Corner corner) const;
	[[nodiscard]] CutResult LocateAtRound(size_t still, size_t moving) const;

	/// The way out of the sum without its round over the edge that is nearest. False: it is not known.
	[[nodiscard]] bool WayOver(Corner corner, WayOut& way) const;

	/// The same where the start is outside of it, beside the edge that it is farthest outside of.
	[[nodiscard]] bool WayFrom(Corner corner, WayOut& way) const;
	[[nodiscard]] bool WayFromVertices(WayOut& way) const; ///< where there is one of either

	/// If an edge of what moves lies along that of what stands still at this corner, or the other way round: moves the
	/// corner to where the first of them begins, and that of the other one follows.
	[[nodiscard]] bool Align(Corner& corner) const;

	/// The direction of an edge of the sum: the kernel's bits.
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

	// Turned at once and mirrored: for comparisons only.
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
	double m_cosine, m_sine; // of the turn
	double m_radius;
	double m_size;
};

/// The edges of the sum by which the line seems to enter and to leave.
struct SumPicks
{
	SumHull::Corner enter, exit;
	float enterFraction = 0.0f; ///< roughly
	float exitFraction = 0.0f;
	bool areKnown = false;
};

/// The edge of the sum that the start seems to be farthest outside of, or nearest to inside.
struct SumNearest
{
	SumHull::Corner corner;
	bool isKnown = false;
	bool isInCore = false; ///< certainly inside of all edges
	bool isAlone = false;  ///< no other edge is as near, but for one in line with it
};

/// Of the products that make up a value doubles are off by less than 2^-46, and the kernel takes a value that is larger
/// than 2^30 times that. This share of them is more; what is less is left to it.
inline constexpr double k_leastShare = 0x1p-16;
/// By so much of all sizes a place must differ from another one.
inline constexpr double k_placeShare = 0x1p-20;
/// By so much a direction must turn to another one.
inline constexpr double k_turnShare = 0x1p-30;

/// The coordinates' sizes.
[[nodiscard]] inline double SizeOf(const Vec<double>& v)
{
	return std::abs(v.x) + std::abs(v.y);
}

} // namespace ricochet
