// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"

#include <optional>
#include <span>

namespace ricochet
{

/// An edge meets the line. The line is followed a hair to its left and a hair to its right, where no vertex lies on it:
/// there an edge either crosses or does not, and crossings may be counted. On the line itself the closed shape is what
/// is inside on either hand, its interior what is inside on both.
struct EdgeMeeting
{
	LineCrossing crossing;
	int32_t place = 0;   ///< of the edge, where its shape keeps it
	int orientation = 1; ///< 1 if the solid is to the left of the edge, -1 if it is to the right
	bool left = false;   ///< crosses the line's left copy
	bool right = false;  ///< crosses the line's right copy
};

/// An edge from a vertex on one side of the line to one on another meets it. Not one that lies on it.
[[nodiscard]] inline bool IsMeeting(int side, int nextSide)
{
	return side * nextSide <= 0 && side != nextSide;
}

/// Requires: IsMeeting(side, nextSide).
[[nodiscard]] inline EdgeMeeting MeetEdge(const LocalRay& ray, const Edge& edge, int32_t index, int side, int nextSide)
{
	EdgeMeeting meeting;
	meeting.crossing = CrossEdge(ray, edge, index);
	meeting.place = index;
	meeting.left = (side > 0) != (nextSide > 0);
	meeting.right = (side >= 0) != (nextSide >= 0);
	return meeting;
}

/// The order of meetings along the line, exactly; 0: in one point. edgeAt(place) is an Edge.
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

/// Goes along the line from one group of meetings in one point to the next, and tells the spans between them.
template <class EdgeAt>
class LineFollower
{
public:
	LineFollower(const LocalRay& ray, const EdgeAt& edgeAt) : m_ray(ray), m_edgeAt(edgeAt) {}

	/// Where the line is not outside before the first group: it came in somewhere behind the start of the ray.
	void ComeIn(bool left, bool right, bool interior)
	{
		m_left = left;
		m_right = right;
		m_interior = interior;
		m_enter.vsStart = -1;
		m_enter.vsEnd = -1;
	}

	[[nodiscard]] bool IsIn() const { return m_left || m_right; }
	/// True if it has been in the interior since it came in.
	[[nodiscard]] bool WasInterior() const { return m_interior; }

	/// Goes past a group in the order of the edges' numbers; gives the span that ends there, if the ray has part in it.
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

	/// The span in which the line is, which ends behind the end of the ray.
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

// Of the edges that meet the line in one point, the crossing of the one that faces the ray most (turn -1) or lies most
// along it (turn 1); ties to the lower index. Its normal is against the ray or along it.
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
