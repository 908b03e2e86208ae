// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_meet.h"
#include "query/borrowed.h"
#include "query/meet.h"

#include <ricochet/geometry/turning_cast.h>

#include <optional>
#include <vector>

namespace ricochet
{

// What hulls meet of an attached geometry: its convex pieces, and what they are together.

/// A piece as what stands still.
[[nodiscard]] inline Hull HullOfPiece(const CastGeometryData& attached, int32_t piece)
{
	return {attached.PointsOf(piece), 0.0f};
}

/// The number in the outline of what has a number in a piece.
[[nodiscard]] inline int32_t OfOutline(std::span<const int32_t> numbers, int32_t i)
{
	return i >= 0 ? numbers[static_cast<size_t>(i) % numbers.size()] : -1;
}

/// What of an attached geometry is one hit of a hull: a part of its way in the union of the pieces; or a piece, for who
/// stands on one and looks for others.
enum class HullHitOf : uint8_t
{
	Part,
	Piece
};

/// The parts or pieces on a hull's way, one after the other along it: no farther than is asked for.
class AttachedParts
{
public:
	/// Begins again, with what must live until the last part is known.
	void Begin(const MovingHull& moving, const Place& place, HullHitOf hitOf);

	/// False: there is no other one that is entered up to a cutoff, a fraction.
	[[nodiscard]] bool Next(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);

private:
	/// A piece that the way may come to, no sooner than at a fraction.
	struct Candidate
	{
		double bound;
		int32_t piece;
	};

	struct Memory
	{
		std::vector<Candidate> candidates;
		std::vector<HullMeet> met;    ///< and not yet part of what was told, the first one last
		std::vector<LocalSpan> spans; ///< of a point
	};

	void MeetUpTo(double fraction, const MovingHull& moving, const Place& place);
	[[nodiscard]] HullMeet TakeFirst();
	[[nodiscard]] bool Merge(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);
	[[nodiscard]] static bool BeginsOnSeam(const MovingHull& moving, const Place& place, const HullMeet& part);
	[[nodiscard]] bool NextOfPoint(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);

	std::optional<Borrowed<Memory>> m_memory;
	size_t m_next = 0; // of the candidates
	HullHitOf m_hitOf = HullHitOf::Part;
	bool m_isFirst = true;
	bool m_isPoint = false; // which meets what a ray does
	size_t m_nextSpan = 0;
};

/// TellHull of such a part: features and edges are those of the outline.
void TellAttached(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& span);

/// Whether a piece is touched on the surface of the union of all: not where it joins another one. True for what starts
/// inside.
[[nodiscard]] bool IsOnSurface(const Place& place, const HullSpan& touch);

/// The piece that a hull which turns touches first, up to a cutoff.
[[nodiscard]] std::optional<TurningTouch> TouchAttached(double cutoff, const Hull& hull, const TurningMotion& motion,
                                                        const Place& place, float tolerance, const b2AABB& sweptBox);

} // namespace ricochet
