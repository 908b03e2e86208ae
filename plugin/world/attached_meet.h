// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/hull_meet.h"
#include "world/borrowed.h"
#include "world/meet.h"

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

/// The parts of a hull's way in the union of the pieces, in order along it.
class AttachedParts
{
public:
	/// Finds all of them, whatever their entries.
	void Find(const MovingHull& moving, const Place& place);

	/// False: there is no other one.
	[[nodiscard]] bool Next(HullMeet& met);

private:
	void Merge(std::vector<HullMeet>& pieces, const MovingHull& moving, const Place& place);

	std::optional<Borrowed<std::vector<HullMeet>>> m_parts;
	size_t m_next = 0;
};

/// TellHull of such a part: features and edges are those of the outline.
void TellAttached(const MovingHull& moving, const Place& place, const HullMeet& met, HullSpan& span);

/// The piece that a hull which turns touches first, up to a cutoff.
[[nodiscard]] std::optional<TurningTouch> TouchAttached(double cutoff, const Hull& hull, const TurningMotion& motion,
                                                        const Place& place, float tolerance, const b2AABB& sweptBox);

} // namespace ricochet
