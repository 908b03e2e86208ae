// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/collect.h"

#include "geometry/compiler.h"
#include "query/accept.h"
#include "query/children_in_box.h"
#include "sight/obstacle.h"
#include "sight/vantage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ricochet
{

namespace
{

// Parallel light begins at the line y = 0 of its frame, as rays begin at their origin. Obstacles before that line are
// ignored.

// Returns the point where a wall crosses the light's source line. The ends of the wall lie on both sides of that line.
// The result is the same for both orders of the ends.
Vec<double> CrossingOf(const Vec<double>& before, const Vec<double>& behind)
{
	const double share = before.y / (before.y - behind.y);
	return {before.x + share * (behind.x - before.x), 0.0};
}

// Cuts off the part of a wall before the light's source line. False if nothing remains.
bool CutAtSource(Obstacle& wall)
{
	if (wall.from.y < 0.0 && wall.to.y > 0.0)
	{
		wall.from = CrossingOf(wall.from, wall.to);
	}
	else if (wall.to.y < 0.0 && wall.from.y > 0.0)
	{
		wall.to = CrossingOf(wall.to, wall.from);
	}
	return wall.from.y >= 0.0 && wall.to.y >= 0.0 && wall.from.x < wall.to.x;
}

// Returns the ends of the part of the light's source line in the interior of a convex polygon, if there is one.
std::optional<std::array<Vec<double>, 2>> SourceWithin(std::span<const Vec<double>> polygon)
{
	double first = std::numeric_limits<double>::infinity();
	double last = -first;
	bool isBefore = false;
	bool isBehind = false;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const Vec<double>& a = polygon[i];
		const Vec<double>& b = polygon[(i + 1) % polygon.size()];
		isBefore = isBefore || a.y < 0.0;
		isBehind = isBehind || a.y > 0.0;
		if (a.y == 0.0 || (a.y < 0.0 && b.y > 0.0) || (a.y > 0.0 && b.y < 0.0))
		{
			const double x = a.y == 0.0 ? a.x : (a.y < 0.0 ? CrossingOf(a, b) : CrossingOf(b, a)).x;
			first = std::min(first, x);
			last = std::max(last, x);
		}
	}
	if (isBefore == false || isBehind == false || (first < last) == false)
	{
		return std::nullopt;
	}
	return std::array<Vec<double>, 2>{Vec<double>{first, 0.0}, Vec<double>{last, 0.0}};
}

// Appends the obstacles of one child of a fixture.
class ObstacleMaker
{
public:
	ObstacleMaker(const Vantage& vantage, const QueryFilter& filter, const StandingChild& child,
	              std::vector<Obstacle>& out)
	    : m_vantage(vantage), m_filter(filter), m_pose(child.place.pose), m_out(out)
	{
		static_cast<Item&>(m_obstacle) = child.item;
		m_obstacle.body = child.body;
		m_obstacle.rank = child.rank;
	}

	// For an attached geometry, adds only the pieces that reach into a box of the world.
	void Add(const ChildGeometry& geometry, const b2AABB& box);

private:
	static constexpr int32_t k_chord = -2; // an edge that is not visible

	// The interval of x that contains every point where the light's source line is inside a part of a rounded solid. It
	// is empty if there is no such point.
	struct Within
	{
		double low = std::numeric_limits<double>::infinity();
		double high = -std::numeric_limits<double>::infinity();
	};

	void AddEdge(const EdgeChild& edge);
	void AddHull(std::span<const b2Vec2> vertices, float radius);
	void AddAttached(const CastGeometryData& attached, const b2AABB& box);
	void AddConvex(std::span<const Vec<double>> places, std::span<const int32_t> edges);
	void AddAround(std::span<const Vec<double>> places);
	RICOCHET_ALWAYS_INLINE void AddWall(const Vec<double>& a, const Vec<double>& b, int32_t edge);
	void AddBlock(const Vec<double>& from, const Vec<double>& to);
	void AddInside(const Vec<double>& from, const Vec<double>& to);

	// Rounded shapes.
	void AddRounded(std::span<const Vec<double>> places, double radius);
	void CutWithin(size_t first);
	[[nodiscard]] double RadiusInWorld(float radius) const;
	void AddCircle(const Vec<double>& center, double radius);
	void AddIfWide();
	void AddRoundAtSource(const Vec<double>& c, double r);
	void AddRound(const Vec<double>& c, double r);

	const Vantage& m_vantage;
	const QueryFilter& m_filter;
	b2Transform m_pose;
	std::vector<Obstacle>& m_out;
	Obstacle m_obstacle;
	Within m_within;
};

void ObstacleMaker::Add(const ChildGeometry& geometry, const b2AABB& box)
{
	Visit(geometry, Overloaded{[&](const AttachedChild& attached) { AddAttached(attached.data, box); },
	                           [&](const EdgeChild& edge) { AddEdge(edge); },
	                           [&](const DiscChild& disc)
	                           { AddCircle(m_vantage.Place(m_pose, disc.center), RadiusInWorld(disc.radius)); },
	                           [&](const PolygonChild& polygon) { AddHull(polygon.vertices, 0.0f); },
	                           [&](const RoundedChild& rounded)
	                           {
		                           AddHull(rounded.vertices, rounded.radius);
	                           }});
}

void ObstacleMaker::AddWall(const Vec<double>& a, const Vec<double>& b, int32_t edge)
{
	const int turn = m_vantage.TurnOf(a, b);
	m_obstacle.kind = ObstacleKind::Wall;
	m_obstacle.from = turn > 0 ? a : b;
	m_obstacle.to = turn > 0 ? b : a;
	m_obstacle.edge = edge;
	if (turn != 0 && (m_vantage.IsParallel() == false || CutAtSource(m_obstacle)))
	{
		m_out.push_back(m_obstacle);
	}
}

void ObstacleMaker::AddEdge(const EdgeChild& edge)
{
	const Vec<double> a = m_vantage.Place(m_pose, edge.ends[0]);
	const Vec<double> b = m_vantage.Place(m_pose, edge.ends[1]);
	const bool isFront = (m_vantage.TurnOf(a, b) < 0) != m_vantage.IsAgainst();
	const Facing facing = isFront ? Facing::Front : Facing::Back;
	if (AcceptsSide(m_filter, facing, edge.oneSided))
	{
		AddWall(a, b, m_obstacle.child);
	}
}

void ObstacleMaker::AddHull(std::span<const b2Vec2> vertices, float radius)
{
	thread_local std::vector<Vec<double>> places;
	places.clear();
	for (const b2Vec2& vertex : vertices)
	{
		places.push_back(m_vantage.Place(m_pose, vertex));
	}
	if (radius > 0.0f)
	{
		AddRounded(places, RadiusInWorld(radius));
		return;
	}
	AddConvex(places, {});
}

// Adds an attached geometry piece by piece. Edges between two pieces are not visible.
void ObstacleMaker::AddAttached(const CastGeometryData& attached, const b2AABB& box)
{
	thread_local std::vector<Vec<double>> places;
	thread_local std::vector<int32_t> edges;
	m_obstacle.isAttached = true;
	attached.ForEachPieceIn(InFrameOf(m_pose, box),
	                        [&](int32_t piece)
	                        {
		                        places.clear();
		                        edges.clear();
		                        for (const b2Vec2& vertex : attached.PointsOf(piece))
		                        {
			                        places.push_back(m_vantage.Place(m_pose, vertex));
		                        }
		                        for (const int32_t edge : attached.EdgesOf(piece))
		                        {
			                        edges.push_back(edge >= 0 ? edge : k_chord);
		                        }
		                        AddConvex(places, edges);
	                        });
}

// Adds a convex polygon. Its edges have the given numbers or, if there are none, their own index.
void ObstacleMaker::AddConvex(std::span<const Vec<double>> places, std::span<const int32_t> edges)
{
	const size_t count = places.size();
	bool isFaced = false;
	bool hasArea = false;
	for (size_t i = 0; i < count; ++i)
	{
		// Far edges lie behind near ones, so only near ones are added.
		const int turn = m_vantage.TurnOf(places[i], places[(i + 1) % count]);
		const int32_t edge = edges.empty() ? static_cast<int32_t>(i) : edges[i];
		hasArea = hasArea || turn != 0;
		isFaced = isFaced || turn < 0;
		if (turn < 0 && edge != k_chord)
		{
			AddWall(places[i], places[(i + 1) % count], edge);
		}
	}
	if (m_vantage.IsParallel())
	{
		const auto ends = count > 0 ? SourceWithin(places) : std::nullopt;
		if (ends.has_value())
		{
			AddInside((*ends)[0], (*ends)[1]);
		}
	}
	else if (isFaced == false && hasArea)
	{
		AddAround(places);
	}
}

// Adds a block, for an eye in a polygon or on its boundary. The places are rounded to doubles. So an eye that exact
// arithmetic finds on the boundary may lie just inside it here.
void ObstacleMaker::AddAround(std::span<const Vec<double>> places)
{
	const size_t count = places.size();
	double extent = Length(m_vantage.PlaceOf(Lift<double>(m_pose.p)));
	for (const Vec<double>& place : places)
	{
		extent = std::max(extent, Length(place));
	}
	const double rounding = 0x1p-49 * extent;
	const auto isEye = [&](const Vec<double>& place)
	{
		return Length(place) <= rounding;
	};
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double>& a = places[i];
		const Vec<double>& b = places[(i + 1) % count];
		const double length = Length(b - a);
		if (length > 0.0 && Cross(a, b) <= rounding * length && Dot(a, b) <= rounding * length)
		{
			size_t next = i + 1;
			size_t last = i + count;
			while (isEye(places[next % count]) && next < 2 * count)
			{
				++next;
			}
			while (isEye(places[last % count]) && last > 0)
			{
				--last;
			}
			AddBlock(places[next % count], places[last % count]);
			return;
		}
	}
	AddInside({1.0, 0.0}, {1.0, 0.0});
}

void ObstacleMaker::AddBlock(const Vec<double>& from, const Vec<double>& to)
{
	m_obstacle.kind = ObstacleKind::Block;
	m_obstacle.from = from;
	m_obstacle.to = to;
	m_obstacle.edge = -1;
	m_out.push_back(m_obstacle);
}

// Adds a block for an eye inside a solid, or for the stretch of the light's source line that is inside a solid.
void ObstacleMaker::AddInside(const Vec<double>& from, const Vec<double>& to)
{
	m_within = {std::min(m_within.low, from.x), std::max(m_within.high, to.x)};
	if (AcceptsStart(m_filter, true))
	{
		AddBlock(from, to);
	}
}

// The point at x on a wall or on the near side of a circle, in the frame of parallel light.
Vec<double> PlaceOn(const Obstacle& part, double x)
{
	if (part.kind == ObstacleKind::Wall)
	{
		const double share = (x - part.from.x) / (part.to.x - part.from.x);
		return {x, part.from.y + share * (part.to.y - part.from.y)};
	}
	const double offset = x - part.center.x;
	return {x, part.center.y - std::sqrt(std::max((part.radius - offset) * (part.radius + offset), 0.0))};
}

// Converts a radius to the world as casts do (Vantage::Place).
double ObstacleMaker::RadiusInWorld(float radius) const
{
	const b2Rot& q = m_pose.q;
	return radius / std::sqrt(static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s);
}

void ObstacleMaker::AddCircle(const Vec<double>& c, double r)
{
	if ((r > 0.0) == false)
	{
		return;
	}
	m_obstacle.kind = ObstacleKind::Arc;
	m_obstacle.center = c;
	m_obstacle.radius = r;
	m_obstacle.edge = -1;
	if (m_vantage.IsParallel())
	{
		AddRoundAtSource(c, r);
		return;
	}
	AddRound(c, r);
}

// Adds the near side of a circle, unless it is so small that doubles cannot distinguish its two tangents.
void ObstacleMaker::AddIfWide()
{
	if (m_vantage.TurnOf(m_obstacle.from, m_obstacle.to) > 0)
	{
		m_out.push_back(m_obstacle);
	}
}

// Adds the near side of a circle, without the part before the light's source line.
void ObstacleMaker::AddRoundAtSource(const Vec<double>& c, double r)
{
	const double half = std::abs(c.y) < r ? std::sqrt((r - c.y) * (r + c.y)) : 0.0;
	const auto addArc = [&](const Vec<double>& from, const Vec<double>& to)
	{
		m_obstacle.from = from;
		m_obstacle.to = to;
		AddIfWide();
	};
	if (c.y >= r)
	{
		addArc({c.x - r, c.y}, {c.x + r, c.y});
	}
	else if (c.y > 0.0)
	{
		addArc({c.x - r, c.y}, {c.x - half, 0.0});
		addArc({c.x + half, 0.0}, {c.x + r, c.y});
	}
	if (c.x - half < c.x + half)
	{
		AddInside({c.x - half, 0.0}, {c.x + half, 0.0});
	}
}

// Adds the near side of a circle about c, which is relative to the eye.
// With the tangent length l, l^2 = |c|^2 - r^2, its tangent points are (l^2 c -+ l r perp(c)) / |c|^2.
void ObstacleMaker::AddRound(const Vec<double>& c, double r)
{
	const auto power = [&]<class T>(T)
	{
		return T(c.x) * T(c.x) + T(c.y) * T(c.y) - T(r) * T(r);
	};
	const double tangentSquared = Certain(power);
	if (tangentSquared < 0.0)
	{
		AddInside({1.0, 0.0}, {1.0, 0.0});
		return;
	}
	if (tangentSquared == 0.0)
	{
		AddBlock({c.y, -c.x}, {-c.y, c.x});
		return;
	}
	const double squared = c.x * c.x + c.y * c.y;
	const double along = tangentSquared / squared;
	const double across = std::sqrt(tangentSquared) * r / squared;
	m_obstacle.from = {along * c.x + across * c.y, along * c.y - across * c.x};
	m_obstacle.to = {along * c.x - across * c.y, along * c.y + across * c.x};
	AddIfWide();
}

// Adds the parts of a rounded polygon. These are a disc about each vertex, and a polygon whose edges are the original
// edges, moved outward by the radius. At each vertex a chord joins two of these edges. The chord lies in the disc, so
// it is not visible. If the eye is within one of the parts, no other part is visible.
void ObstacleMaker::AddRounded(std::span<const Vec<double>> places, double radius)
{
	thread_local std::vector<Vec<double>> corners;
	thread_local std::vector<int32_t> edges;
	corners.clear();
	edges.clear();
	m_within = {};
	const size_t first = m_out.size();
	for (size_t i = 0; i < places.size(); ++i)
	{
		const Vec<double>& a = places[i];
		const Vec<double>& b = places[(i + 1) % places.size()];
		const Vec<double> along = b - a;
		const double length = Length(along);
		if (length > 0.0)
		{
			const double reach = (m_vantage.IsParallel() ? -radius : radius) / length; // the parallel frame is mirrored
			const Vec<double> outward{reach * along.y, -reach * along.x};
			corners.push_back(a + outward);
			corners.push_back(b + outward);
			edges.push_back(static_cast<int32_t>(i));
			edges.push_back(k_chord);
		}
		AddCircle(a, radius);
	}
	AddConvex(corners, edges);
	if (m_within.low <= m_within.high)
	{
		const auto isBlock = [](const Obstacle& part)
		{
			return part.kind == ObstacleKind::Block;
		};
		m_out.erase(std::remove_if(m_out.begin() + static_cast<std::ptrdiff_t>(first), m_out.end(), isBlock),
		            m_out.end());
		CutWithin(first);
		AddInside({m_within.low, 0.0}, {m_within.high, 0.0});
	}
}

// In parallel light, a piece of the light's source line lies within the solid. Cuts the stretch with the same x as that
// piece out of each part. If an eye lies within the solid, removes all parts.
void ObstacleMaker::CutWithin(size_t first)
{
	const size_t end = m_out.size();
	for (size_t i = first; i < end && m_vantage.IsParallel(); ++i)
	{
		const Obstacle part = m_out[i];
		const auto keep = [&](double fromX, double toX)
		{
			if (fromX < toX)
			{
				m_out.push_back(part);
				m_out.back().from = fromX > part.from.x ? PlaceOn(part, fromX) : part.from;
				m_out.back().to = toX < part.to.x ? PlaceOn(part, toX) : part.to;
			}
		};
		keep(part.from.x, std::min(part.to.x, m_within.low));
		keep(std::max(part.from.x, m_within.high), part.to.x);
	}
	m_out.erase(m_out.begin() + static_cast<std::ptrdiff_t>(first), m_out.begin() + static_cast<std::ptrdiff_t>(end));
}

} // namespace

void CollectObstacles(Space space, const b2AABB& box, const Vantage& vantage, const QueryFilter& filter,
                      std::vector<Obstacle>& obstacles)
{
	obstacles.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    WalkChildrenInBox(source, box, filter,
		                      [&](const StandingChild& child)
		                      { ObstacleMaker(vantage, filter, child, obstacles).Add(child.place.geometry, box); });
	    });
}

void CollectObstacles(std::span<const Segment> walls, const Vantage& vantage, std::vector<Obstacle>& obstacles)
{
	obstacles.clear();
	for (size_t i = 0; i < walls.size(); ++i)
	{
		Obstacle obstacle;
		obstacle.from = vantage.PlaceOf({walls[i].a.x, walls[i].a.y});
		obstacle.to = vantage.PlaceOf({walls[i].b.x, walls[i].b.y});
		obstacle.edge = static_cast<int32_t>(i);
		const int turn = vantage.TurnOf(obstacle.from, obstacle.to);
		if (turn < 0)
		{
			std::swap(obstacle.from, obstacle.to);
		}
		if (turn != 0)
		{
			obstacles.push_back(obstacle);
		}
	}
}

} // namespace ricochet
