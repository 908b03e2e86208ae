// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"

#include <optional>
#include <span>

namespace ricochet
{

/// An intersection of an edge with the line. To count crossings, the line is replaced by two copies, moved
/// infinitesimally to its left and to its right. No vertex lies on a copy, so an edge either crosses a copy or does
/// not. The line is in the closed shape if at least one copy is inside, and in the interior if both are.
struct EdgeMeeting
{
	LineCrossing crossing;
	int32_t place = 0;   ///< index of the edge in its shape
	int orientation = 1; ///< 1 if the solid is to the left of the edge, -1 if it is to the right
	bool left = false;   ///< crosses the line's left copy
	bool right = false;  ///< crosses the line's right copy
};

/// True if the edge between two vertices on these sides intersects the line and does not lie on it.
[[nodiscard]] inline bool IsMeeting(int side, int nextSide)
{
	return side * nextSide <= 0 && side != nextSide;
}

/// Requires: IsMeeting(side, nextSide).
[[nodiscard]] inline EdgeMeeting MeetEdge(const LocalRay& ray, const Edge& edge, int32_t index, int side, int nextSide)
{
	EdgeMeeting meeting;
	meeting.crossing = CrossEdge(ray, edge, index);
	ray.NoteCrossing(meeting.crossing.normal);
	meeting.place = index;
	meeting.left = (side > 0) != (nextSide > 0);
	meeting.right = (side >= 0) != (nextSide >= 0);
	return meeting;
}

/// Compares two intersections along the line, exactly; 0: they are in one point. edgeAt(place) is an Edge.
template <class EdgeAt>
[[nodiscard]] int CompareMeetings(const LocalRay& ray, const EdgeMeeting& a, const EdgeMeeting& b, const EdgeAt& edgeAt)
{
	const double gap = a.crossing.fraction - b.crossing.fraction;
	if (std::abs(gap) > 0x1p-27 * (std::abs(a.crossing.fraction) + std::abs(b.crossing.fraction)))
	{
		return SignOf(gap);
	}
	return CompareCrossings(ray, edgeAt(a.place), edgeAt(b.place));
}

/// Steps along the line from one group of intersections in one point to the next, and reports the spans between them.
template <class EdgeAt>
class LineFollower
{
public:
	LineFollower(const LocalRay& ray, const EdgeAt& edgeAt) : m_ray(ray), m_edgeAt(edgeAt) {}

	/// Sets the state before the first group of intersections. Call this if the line is in the shape there, because it
	/// enters the shape before the start of the ray.
	void ComeIn(bool left, bool right, bool interior)
	{
		m_left = left;
		m_right = right;
		m_interior = interior;
		m_enter.vsStart = -1;
		m_enter.vsEnd = -1;
	}

	[[nodiscard]] bool IsIn() const { return m_left || m_right; }
	/// True if the line has been in the interior since it entered the shape.
	[[nodiscard]] bool WasInterior() const { return m_interior; }

	/// Passes a group that is sorted by edge index. Returns the span that ends there, if the ray overlaps that span.
	[[nodiscard]] std::optional<LocalSpan> Pass(std::span<const EdgeMeeting> group)
	{
		const bool wasIn = IsIn();
		for (const EdgeMeeting& meeting : group)
		{
			m_left = m_left != meeting.left;
			m_right = m_right != meeting.right;
		}
		if (wasIn == false)
		{
			m_enter = Face(group, -1);
			m_interior = false;
		}
		m_interior = m_interior || (m_left && m_right);
		return IsIn() ? std::nullopt : SpanOfLine(m_ray, m_enter, Face(group, 1), m_interior == false);
	}

	/// The span that the line has entered and not left in any group so far. Call this after the last group on the ray:
	/// the span then ends beyond the end of the ray.
	[[nodiscard]] std::optional<LocalSpan> StayIn() const
	{
		LineCrossing exit;
		exit.vsStart = 1;
		exit.vsEnd = 1;
		return SpanOfLine(m_ray, m_enter, exit, m_interior == false);
	}

private:
	[[nodiscard]] LineCrossing Face(std::span<const EdgeMeeting> group, int turn) const;

	const LocalRay& m_ray;
	const EdgeAt& m_edgeAt;
	bool m_left = false;
	bool m_right = false;
	bool m_interior = false;
	LineCrossing m_enter;
};

// Several edges intersect the line in one point. Returns the crossing of the edge that faces the ray most (turn -1) or
// faces away from it most (turn 1). Ties go to the lower index. The crossing's normal points against the ray (turn -1)
// or along it (turn 1).
template <class EdgeAt>
LineCrossing LineFollower<EdgeAt>::Face(std::span<const EdgeMeeting> group, int turn) const
{
	const EdgeMeeting* best = nullptr;
	for (const EdgeMeeting& meeting : group)
	{
		const bool better = best == nullptr || FacesMore(m_ray, m_edgeAt(meeting.place), m_edgeAt(best->place),
		                                                 turn * meeting.orientation);
		best = better ? &meeting : best;
	}

	LineCrossing crossing = best->crossing;
	if (SignOf(m_edgeAt(best->place).CertainSlope(m_ray)) != turn)
	{
		crossing.normal = {-crossing.normal.x, -crossing.normal.y};
	}
	return crossing;
}

} // namespace ricochet
