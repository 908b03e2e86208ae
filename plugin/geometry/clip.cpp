// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/geometry/clip.h>

#include "geometry/edge.h"
#include "geometry/edge_meetings.h"
#include "geometry/hull_clip.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"
#include "geometry/surface_point.h"

#include <ricochet/geometry/locate.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ricochet
{

namespace
{

// The four edges as lines with given directions. So a box that is a segment or a point still has all four.
std::array<Edge, 4> EdgesOf(const b2AABB& box)
{
	const b2Vec2 origin{0.0f, 0.0f};
	return {Edge{box.lowerBound, origin, {1.0f, 0.0f}}, Edge{box.upperBound, origin, {0.0f, 1.0f}},
	        Edge{box.upperBound, origin, {-1.0f, 0.0f}}, Edge{box.lowerBound, origin, {0.0f, -1.0f}}};
}

// True if `edge` bounds the interval more tightly than `kept`: by a later entry (turn -1) or an earlier exit (turn 1).
// If both cross the line in one point, the edge that faces the ray more does.
bool BoundsMore(const LocalRay& ray, const Edge& edge, const Edge& kept, int turn)
{
	const int order = -turn * CompareCrossings(ray, edge, kept);
	return order > 0 || (order == 0 && FacesMore(ray, edge, kept, turn));
}

} // namespace

std::optional<RaySpan> ClipBox(const Ray& ray, const b2AABB& box)
{
	const LocalRay local(ray);
	const b2Vec2 corners[] = {box.lowerBound, box.upperBound};
	const bool ordered = box.lowerBound.x <= box.upperBound.x && box.lowerBound.y <= box.upperBound.y;
	if (local.IsValid() == false || ordered == false || AllFinite(corners) == false)
	{
		return std::nullopt;
	}
	const auto isOff = [&](b2Vec2 point, const LocalCrossing&, b2Vec2)
	{
		return LocateInBox(point, box) != Location::Inside;
	};
	if (local.IsPoint())
	{
		const std::optional<LocalSpan> span = SpanOfPoint(local, LocateInBox(ray.origin, box) != Location::Outside);
		return span ? std::optional(OnSurface(*span, ray, isOff)) : std::nullopt;
	}

	const std::array<Edge, 4> edges = EdgesOf(box);
	size_t enter = edges.size();
	size_t exit = edges.size();
	bool grazing = false;
	for (size_t i = 0; i < edges.size(); ++i)
	{
		const int slope = SignOf(edges[i].CertainSlope(local));
		if (slope == 0)
		{
			const int height = SignOf(edges[i].CertainHeight(local));
			if (height > 0)
			{
				return std::nullopt;
			}
			grazing = grazing || height == 0;
			continue;
		}
		size_t& kept = slope < 0 ? enter : exit;
		if (kept == edges.size() || BoundsMore(local, edges[i], edges[kept], slope))
		{
			kept = i;
		}
	}

	const int order = CompareCrossings(local, edges[enter], edges[exit]);
	if (order > 0)
	{
		return std::nullopt;
	}
	const std::optional<LocalSpan> span =
	    SpanOfLine(local, CrossEdge(local, edges[enter], static_cast<int32_t>(enter)),
	               CrossEdge(local, edges[exit], static_cast<int32_t>(exit)), grazing || order == 0);
	return span ? std::optional(OnSurface(*span, ray, isOff)) : std::nullopt;
}

bool HasArea(std::span<const b2Vec2> vertices)
{
	return HasAreaIn(VertexHull(vertices));
}

std::optional<LocalSpan> ClipConvexLocal(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	if (ray.IsValid() == false || vertices.size() < 3)
	{
		return std::nullopt;
	}
	return ClipConvexHull(ray, VertexHull(vertices));
}

std::optional<RaySpan> ClipConvex(const Ray& ray, std::span<const b2Vec2> vertices)
{
	const std::optional<LocalSpan> span = ClipConvexLocal(LocalRay(ray), vertices);
	const auto isOff = [&](b2Vec2 point, const LocalCrossing& crossing, b2Vec2)
	{
		return IsOffEdge(point, NoMove(), vertices, crossing.edge);
	};
	return span ? std::optional(OnSurface(*span, ray, isOff)) : std::nullopt;
}

std::optional<LocalSpan> ClipRoundedLocal(const LocalRay& ray, std::span<const b2Vec2> vertices, Growth radius)
{
	const bool valid = ray.IsValid() && vertices.empty() == false && radius.IsValid() && AllFinite(vertices);
	return valid ? ClipRoundedHull(ray, VertexHull(vertices), radius) : std::nullopt;
}

std::optional<RaySpan> ClipRounded(const Ray& ray, std::span<const b2Vec2> vertices, float radius)
{
	const std::optional<LocalSpan> span = ClipRoundedLocal(LocalRay(ray), vertices, {radius});
	const auto isOff = [&](b2Vec2 point, const LocalCrossing&, b2Vec2 normal)
	{
		const std::optional<LocalSpan> met = ClipRoundedLocal(LocalRay(Ray{point, normal}), vertices, {radius});
		return met.has_value() == false || met->startsInside == false;
	};
	return span ? std::optional(OnSurface(*span, ray, isOff)) : std::nullopt;
}

std::optional<RaySpan> ClipCircle(const Ray& ray, b2Vec2 center, float radius)
{
	return ClipRounded(ray, std::span(&center, 1), radius);
}

namespace
{

LocalSegmentHit SegmentHit(const LineCrossing& crossing, const LocalRay& ray, bool grazing, int front)
{
	const double fraction = std::min(std::max(0.0, crossing.fraction), static_cast<double>(ray.MaxFraction()));
	const LocalCrossing local{fraction, crossing.normal, crossing.edge};
	return {{local, local, false, false, grazing}, front};
}

// The point at which the line passes a vertex that lies on it: t = dot(v - start, d) / dot(d, d).
LineCrossing PassVertex(const LocalRay& ray, b2Vec2 vertex)
{
	const auto numerator = [&]<class T>(T)
	{
		return Dot(Lift<T>(vertex) - ray.Start<T>(), ray.Translation<T>());
	};
	const auto denominator = [&]<class T>(T)
	{
		return Dot(ray.Translation<T>(), ray.Translation<T>());
	};
	const double along = Certain(numerator);
	LineCrossing pass;
	pass.fraction = along / Certain(denominator);
	pass.vsStart = SignOf(along);
	pass.vsEnd = CompareWithEnd(ray, pass.fraction, numerator, denominator);
	return pass;
}

// The ray runs along the segment: it hits the nearer end, or it starts on the segment.
std::optional<LocalSegmentHit> RunAlong(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	LineCrossing nearer = PassVertex(ray, a);
	LineCrossing farther = PassVertex(ray, b);
	const double order = Certain([&]<class T>(T) { return Dot(Lift<T>(b) - Lift<T>(a), ray.Translation<T>()); });
	if (order < 0.0)
	{
		std::swap(nearer, farther);
	}
	if (nearer.vsEnd > 0 || farther.vsStart <= 0)
	{
		return std::nullopt;
	}
	const Vec<double> direction = ray.CertainTranslation();
	nearer.normal = {-direction.x, -direction.y};
	nearer.edge = 0;
	return SegmentHit(nearer, ray, true, 0);
}

} // namespace

std::optional<LocalSegmentHit> CrossSegmentLocal(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	const b2Vec2 ends[] = {a, b};
	if (ray.IsValid() == false || ray.IsPoint() || AllFinite(ends) == false)
	{
		return std::nullopt;
	}

	const int sideA = ray.SideOf(a);
	const int sideB = ray.SideOf(b);
	if (sideA * sideB > 0)
	{
		return std::nullopt;
	}
	if (sideA == 0 && sideB == 0)
	{
		return RunAlong(ray, a, b);
	}

	LineCrossing crossing = CrossEdge(ray, Edge(a, b), 0);
	ray.NoteCrossing(crossing.normal);
	if (crossing.vsStart <= 0 || crossing.vsEnd > 0)
	{
		return std::nullopt;
	}

	// If a ray comes from the right of a -> b, a is on the ray's left.
	const int front = sideA > sideB ? 1 : -1;
	if (front < 0)
	{
		crossing.normal = {-crossing.normal.x, -crossing.normal.y};
	}
	return SegmentHit(crossing, ray, false, front);
}

std::optional<Crossing> CrossSegment(const Ray& ray, b2Vec2 a, b2Vec2 b)
{
	const std::optional<LocalSegmentHit> hit = CrossSegmentLocal(LocalRay(ray), a, b);
	if (hit.has_value() == false)
	{
		return std::nullopt;
	}
	RaySpan span;
	ToFrame(hit->span, ray, NoMove().q, span);
	return span.enter;
}

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
	// The order is by fraction, then by index, so that each group is in index order.
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

namespace
{

// The edges of a polygon that come within a few float spacings (m_reach) of a ray's line, and where on the ray they do.
// A hit point beside one edge can lie inside the polygon only where another edge is also near.
class NearEdges
{
public:
	NearEdges(const Ray& ray, std::span<const b2Vec2> vertices) : m_edges(MemoryOfThread())
	{
		m_edges.clear();
		const Vec<double> start = Lift<double>(ray.origin);
		const Vec<double> way = Lift<double>(ray.translation);
		const double length = Length(way);
		if (length == 0.0)
		{
			return;
		}
		double unit = RoundingUnit(start, ray.origin);
		for (const b2Vec2& vertex : vertices)
		{
			unit = std::max(unit, RoundingUnit(Lift<double>(vertex), ray.origin));
		}
		m_reach = 8.0 * unit / length;
		const auto placeOf = [&](b2Vec2 vertex)
		{
			const Vec<double> offset = Lift<double>(vertex) - start;
			return Vec<double>{Dot(offset, way) / (length * length), Cross(way, offset) / (length * length)};
		};
		Vec<double> a = placeOf(vertices.back());
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			const Vec<double> b = placeOf(vertices[i]);
			Add(a, b, static_cast<int32_t>(i == 0 ? vertices.size() - 1 : i - 1));
			a = b;
		}
		std::sort(m_edges.begin(), m_edges.end(),
		          [](const NearEdge& p, const NearEdge& q) { return p.begin < q.begin; });
		double end = -std::numeric_limits<double>::infinity();
		for (NearEdge& edge : m_edges)
		{
			end = edge.endSoFar = std::max(end, edge.end);
		}
	}

	// True if another edge is near the place where the ray crosses this one.
	[[nodiscard]] bool HasOther(int32_t edge, double fraction) const
	{
		auto after = std::upper_bound(m_edges.begin(), m_edges.end(), fraction + m_reach,
		                              [](double at, const NearEdge& other) { return at < other.begin; });
		for (; after != m_edges.begin() && after[-1].endSoFar >= fraction - m_reach; --after)
		{
			if (after[-1].edge != edge && after[-1].end >= fraction - m_reach)
			{
				return true;
			}
		}
		return false;
	}

private:
	// The part of the ray that is near an edge, in fractions.
	struct NearEdge
	{
		double begin;
		double end;
		double endSoFar; // the largest end of this edge and all edges before it
		int32_t edge;
	};

	static std::vector<NearEdge>& MemoryOfThread()
	{
		thread_local std::vector<NearEdge> memory;
		return memory;
	}

	// Adds an edge from a to b. x is the position along the ray, y the height above its line, both in lengths of the
	// ray.
	void Add(const Vec<double>& a, const Vec<double>& b, int32_t edge)
	{
		const bool isApart = std::min(a.y, b.y) > m_reach || std::max(a.y, b.y) < -m_reach;
		if (isApart)
		{
			return;
		}
		const auto shareAt = [&](double height)
		{
			return a.y == b.y ? 0.0 : std::clamp((height - a.y) / (b.y - a.y), 0.0, 1.0);
		};
		const bool isAlong = std::max(std::abs(a.y), std::abs(b.y)) <= m_reach;
		const double s = isAlong ? 0.0 : shareAt(-m_reach);
		const double t = isAlong ? 1.0 : shareAt(m_reach);
		const auto [begin, end] = std::minmax({a.x + s * (b.x - a.x), a.x + t * (b.x - a.x)});
		m_edges.push_back({begin, end, end, edge});
	}

	std::vector<NearEdge>& m_edges;
	double m_reach = 0.0;
};

} // namespace

// The polygon may cross itself. So the side of the crossed edge decides only where no other edge is near (NearEdges).
void ClipPolygon(const Ray& ray, std::span<const b2Vec2> vertices, std::vector<RaySpan>& spans)
{
	thread_local std::vector<LocalSpan> localSpans;
	ClipPolygonLocal(LocalRay(ray), vertices, localSpans);
	const auto isOff = [&](b2Vec2 point, const LocalCrossing&, b2Vec2)
	{
		return LocateInPolygon(point, vertices) != Location::Inside;
	};
	spans.clear();
	if (localSpans.empty())
	{
		return;
	}
	const NearEdges near(ray, vertices);
	const auto isNearCorner = [&](const LocalCrossing& crossing, b2Vec2)
	{
		return near.HasOther(crossing.edge, crossing.fraction);
	};
	for (const LocalSpan& span : localSpans)
	{
		ToSurface(span, ray, NoMove(), spans.emplace_back(), isOff, isNearCorner);
	}
}

} // namespace ricochet
