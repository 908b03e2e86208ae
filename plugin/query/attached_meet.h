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

// Hits of hulls with an attached geometry: with its convex pieces, and with their union.

/// A convex piece as a hull at rest.
[[nodiscard]] inline Hull HullOfPiece(const CastGeometryData& attached, int32_t piece)
{
	return {attached.PointsOf(piece), 0.0f};
}

/// Maps the index of a vertex or an edge in a piece to its index in the outline; -1 if there is none.
[[nodiscard]] inline int32_t OfOutline(std::span<const int32_t> numbers, int32_t i)
{
	return i >= 0 ? numbers[static_cast<size_t>(i) % numbers.size()] : -1;
}

/// How hits of a hull with an attached geometry are counted. Part: one hit for each stretch of the path in the union of
/// the pieces. Piece: one hit for each piece, for a hull that rests on one piece and looks for others.
enum class HullHitOf : uint8_t
{
	Part,
	Piece
};

/// Finds the parts or pieces on a hull's path, one after the other. It computes only as many as the caller asks for.
class AttachedParts
{
public:
	/// Starts over. The geometry and the hull's vertices must live until the last call of Next, which gets the same
	/// arguments.
	void Begin(const MovingHull& moving, const Place& place, HullHitOf hitOf);

	/// Finds the next part or piece. False if none is entered up to the cutoff, a fraction.
	[[nodiscard]] bool Next(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);

private:
	/// A piece that the hull may hit, but not before the fraction `bound`.
	struct Candidate
	{
		double bound;
		int32_t piece;
	};

	struct Memory
	{
		std::vector<Candidate> candidates;
		std::vector<HullMeet> met;    ///< hits not yet reported; the first one is last
		std::vector<LocalSpan> spans; ///< if the hull is a point: its parts
	};

	void MeetUpTo(double fraction, const MovingHull& moving, const Place& place);
	[[nodiscard]] HullMeet TakeFirst();
	[[nodiscard]] bool Merge(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);
	[[nodiscard]] static bool BeginsOnSeam(const MovingHull& moving, const Place& place, const HullMeet& part);
	[[nodiscard]] bool NextOfPoint(const MovingHull& moving, const Place& place, double cutoff, HullMeet& part);
	static void TouchAtVertex(const MovingHull& moving, const Place& place, HullMeet& part);

	std::optional<Borrowed<Memory>> m_memory;
	size_t m_next = 0; // index of the first candidate not yet tested
	HullHitOf m_hitOf = HullHitOf::Part;
	bool m_isFirst = true;
	bool m_isPoint = false; // the hull is a point: it hits the same things as a ray
	size_t m_nextSpan = 0;
};

/// How a hull that overlaps an attached geometry comes free of all its pieces.
struct WayOutOfAll
{
	float depth = 0.0f; ///< m
	b2Vec2 wayOut{0.0f, 0.0f};
	b2Vec2 place{0.0f, 0.0f};
};

/// Finds a way out of all pieces. If the way out of the deepest piece leads out of all, that is the shortest one. Else
/// takes the shortest move out of all pieces. It leads along the way out of an overlapped piece, or halfway between two
/// of the first four ways. Requires: the hull overlaps the geometry.
[[nodiscard]] WayOutOfAll FindWayOutOfAll(const Hull& hull, const b2Transform& pose, const Place& place);

/// Sets the span of a hull's hit on a part or a piece, as TellHull does for other children. Features and edges have
/// their indices in the outline. The way out of a part leads out of all pieces.
void TellAttached(const MovingHull& moving, const Place& place, HullHitOf hitOf, const HullMeet& met, HullSpan& span);

/// True if the touch on a piece lies on the surface of the union, not where the piece joins another one. Also true if
/// the hull starts inside. At a vertex where an edge of the outline and an inner edge meet, the touch gets the
/// outline's edge and its normal.
[[nodiscard]] bool TakeSurface(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& touch);

/// The first touch of a turning hull with any piece, up to a cutoff.
[[nodiscard]] std::optional<TurningTouch> TouchAttached(double cutoff, const Hull& hull, const TurningMotion& motion,
                                                        const Place& place, float tolerance, const b2AABB& sweptBox);

} // namespace ricochet
