// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"

#include <ricochet/geometry/clip.h>

#include <algorithm>

namespace ricochet
{

namespace
{

// An edge meets the line. The line is followed a hair to its left and a hair to its right, where no vertex lies on it:
// there an edge either crosses or does not, and crossings may be counted. On the line itself the closed polygon is what
// is inside on either hand, its interior what is inside on both.
struct EdgeMeeting
{
	LineCrossing crossing;
	bool left;  // crosses the line's left copy
	bool right; // crosses the line's right copy
};

class PolygonClip
{
public:
	PolygonClip(const LocalRay& ray, std::span<const b2Vec2> vertices) : m_ray(ray), m_vertices(vertices) {}

	void Clip(std::vector<EdgeMeeting>& meetings, std::vector<LocalSpan>& spans);

private:
	[[nodiscard]] Edge EdgeAt(int32_t i) const
	{
		return {m_vertices[static_cast<size_t>(i)], m_vertices[(static_cast<size_t>(i) + 1) % m_vertices.size()]};
	}
	[[nodiscard]] int Orientation() const;
	[[nodiscard]] int Compare(const EdgeMeeting& a, const EdgeMeeting& b) const;
	[[nodiscard]] LineCrossing Face(std::span<const EdgeMeeting> group, int turn) const;
	void Collect(std::vector<EdgeMeeting>& meetings) const;

	const LocalRay& m_ray;
	std::span<const b2Vec2> m_vertices;
	int m_orientation = 0;
};

// The sign of the area, by the shoelace formula about the first vertex.
int PolygonClip::Orientation() const
{
	return SignOf(Certain(
	    [&]<class T>(T)
	    {
		    T sum(0.0f);
		    const Vec<T> first = Lift<T>(m_vertices[0]);
		    for (size_t i = 1; i + 1 < m_vertices.size(); ++i)
		    {
			    sum = sum + Cross(Lift<T>(m_vertices[i]) - first, Lift<T>(m_vertices[i + 1]) - first);
		    }
		    return sum;
	    }));
}

int PolygonClip::Compare(const EdgeMeeting& a, const EdgeMeeting& b) const
{
	const double gap = a.crossing.fraction - b.crossing.fraction;
	if (std::abs(gap) > 0x1p-27 * (std::abs(a.crossing.fraction) + std::abs(b.crossing.fraction)))
	{
		return SignOf(gap);
	}
	return CompareCrossings(m_ray, EdgeAt(a.crossing.edge), EdgeAt(b.crossing.edge));
}

// Of the edges that meet the line in one point, the crossing of the one that faces the ray most (turn -1) or lies most
// along it (turn 1); ties to the lower index. Its normal is against the ray or along it.
LineCrossing PolygonClip::Face(std::span<const EdgeMeeting> group, int turn) const
{
	const EdgeMeeting* best = nullptr;
	for (const EdgeMeeting& meeting : group)
	{
		const bool better = best == nullptr || FacesMore(m_ray, EdgeAt(meeting.crossing.edge),
		                                                 EdgeAt(best->crossing.edge), turn * m_orientation);
		best = better ? &meeting : best;
	}

	LineCrossing crossing = best->crossing;
	const Edge edge = EdgeAt(crossing.edge);
	if (SignOf(edge.CertainSlope(m_ray)) != turn)
	{
		crossing.normal = {-crossing.normal.x, -crossing.normal.y};
	}
	return crossing;
}

void PolygonClip::Collect(std::vector<EdgeMeeting>& meetings) const
{
	meetings.clear();
	const int firstSide = m_ray.SideOf(m_vertices[0]);
	int side = firstSide;
	for (size_t i = 0; i < m_vertices.size(); ++i)
	{
		const int nextSide = i + 1 == m_vertices.size() ? firstSide : m_ray.SideOf(m_vertices[i + 1]);
		if (side * nextSide <= 0 && side != nextSide)
		{
			const int32_t index = static_cast<int32_t>(i);
			meetings.push_back(
			    {CrossEdge(m_ray, EdgeAt(index), index), (side > 0) != (nextSide > 0), (side >= 0) != (nextSide >= 0)});
		}
		side = nextSide;
	}
	// By fraction, then by index, so that groups are in index order.
	std::sort(meetings.begin(), meetings.end(),
	          [&](const EdgeMeeting& a, const EdgeMeeting& b)
	          {
		          const int order = Compare(a, b);
		          return order != 0 ? order < 0 : a.crossing.edge < b.crossing.edge;
	          });
}

void PolygonClip::Clip(std::vector<EdgeMeeting>& meetings, std::vector<LocalSpan>& spans)
{
	m_orientation = Orientation() < 0 ? -1 : 1;
	Collect(meetings);

	bool left = false;
	bool right = false;
	bool interior = false;
	LineCrossing enter;
	for (size_t i = 0; i < meetings.size();)
	{
		size_t end = i;
		const bool wasIn = left || right;
		for (; end < meetings.size() && Compare(meetings[i], meetings[end]) == 0; ++end)
		{
			left = left != meetings[end].left;
			right = right != meetings[end].right;
		}
		const std::span<const EdgeMeeting> group(&meetings[i], end - i);
		if (wasIn == false)
		{
			enter = Face(group, -1);
			interior = false;
		}
		interior = interior || (left && right);
		if (left == false && right == false)
		{
			if (const std::optional<LocalSpan> span = SpanOfLine(m_ray, enter, Face(group, 1), interior == false))
			{
				spans.push_back(*span);
			}
		}
		i = end;
	}
}

} // namespace

void ClipPolygonLocal(const LocalRay& ray, std::span<const b2Vec2> vertices, std::vector<LocalSpan>& spans)
{
	spans.clear();
	if (ray.IsValid() == false || vertices.size() < 3 || AllFinite(vertices) == false)
	{
		return;
	}
	if (ray.IsPoint())
	{
		if (const auto span = SpanOfPoint(ray, LocateStartInPolygon(ray, vertices) != Location::Outside))
		{
			spans.push_back(*span);
		}
		return;
	}
	thread_local std::vector<EdgeMeeting> meetings;
	PolygonClip(ray, vertices).Clip(meetings, spans);
}

void ClipPolygon(const Ray& ray, std::span<const b2Vec2> vertices, std::vector<RaySpan>& spans)
{
	thread_local std::vector<LocalSpan> localSpans;
	ClipPolygonLocal(LocalRay(ray), vertices, localSpans);
	spans.clear();
	for (const LocalSpan& span : localSpans)
	{
		spans.push_back(InFrame(span, ray));
	}
}

} // namespace ricochet
