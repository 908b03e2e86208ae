// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge_meetings.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"

#include <ricochet/geometry/clip.h>

#include <algorithm>

namespace ricochet
{

namespace
{

class PolygonClip
{
public:
	PolygonClip(const LocalRay& ray, std::span<const b2Vec2> vertices) : m_ray(ray), m_vertices(vertices) {}

	void Clip(std::vector<EdgeMeeting>& meetings, std::vector<LocalSpan>& spans) const;

private:
	[[nodiscard]] Edge EdgeAt(int32_t i) const
	{
		return {m_vertices[static_cast<size_t>(i)], m_vertices[(static_cast<size_t>(i) + 1) % m_vertices.size()]};
	}
	[[nodiscard]] int Orientation() const;
	void Collect(std::vector<EdgeMeeting>& meetings) const;

	const LocalRay& m_ray;
	std::span<const b2Vec2> m_vertices;
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

void PolygonClip::Collect(std::vector<EdgeMeeting>& meetings) const
{
	meetings.clear();
	const int orientation = Orientation() < 0 ? -1 : 1;
	const int firstSide = m_ray.SideOf(m_vertices[0]);
	int side = firstSide;
	for (size_t i = 0; i < m_vertices.size(); ++i)
	{
		const int nextSide = i + 1 == m_vertices.size() ? firstSide : m_ray.SideOf(m_vertices[i + 1]);
		if (IsMeeting(side, nextSide))
		{
			const int32_t index = static_cast<int32_t>(i);
			meetings.push_back(MeetEdge(m_ray, EdgeAt(index), index, side, nextSide));
			meetings.back().orientation = orientation;
		}
		side = nextSide;
	}
}

void PolygonClip::Clip(std::vector<EdgeMeeting>& meetings, std::vector<LocalSpan>& spans) const
{
	const auto edgeAt = [&](int32_t i)
	{
		return EdgeAt(i);
	};
	Collect(meetings);
	// By fraction, then by index, so that groups are in index order.
	std::sort(meetings.begin(), meetings.end(),
	          [&](const EdgeMeeting& a, const EdgeMeeting& b)
	          {
		          const int order = CompareMeetings(m_ray, a, b, edgeAt);
		          return order != 0 ? order < 0 : a.crossing.edge < b.crossing.edge;
	          });

	LineFollower follower(m_ray, edgeAt);
	for (size_t i = 0; i < meetings.size();)
	{
		size_t end = i + 1;
		while (end < meetings.size() && CompareMeetings(m_ray, meetings[i], meetings[end], edgeAt) == 0)
		{
			++end;
		}
		if (const std::optional<LocalSpan> span = follower.Pass(std::span(meetings).subspan(i, end - i)))
		{
			spans.push_back(*span);
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
