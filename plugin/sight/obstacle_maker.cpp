// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/obstacle_maker.h"

#include "sight/source_line.h"

#include <optional>

namespace ricochet
{

namespace
{

bool IsEye(const Vec<double>& v)
{
	return v.x == 0.0 && v.y == 0.0;
}

} // namespace

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

// Piece by piece: where they part is nothing to see.
void ObstacleMaker::AddAttached(const CastGeometryData& attached, const b2AABB& box)
{
	thread_local std::vector<Vec<double>> places;
	thread_local std::vector<int32_t> edges;
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

// The edges bear these numbers, or if there are none their own.
void ObstacleMaker::AddConvex(std::span<const Vec<double>> places, std::span<const int32_t> edges)
{
	const size_t count = places.size();
	bool isFaced = false;
	bool hasArea = false;
	for (size_t i = 0; i < count; ++i)
	{
		// The far edges lie behind the near ones.
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

// The eye is in a polygon or on its boundary.
void ObstacleMaker::AddAround(std::span<const Vec<double>> places)
{
	const size_t count = places.size();
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double>& a = places[i];
		const Vec<double>& b = places[(i + 1) % count];
		const bool isEdge = a.x != b.x || a.y != b.y;
		if (isEdge && m_vantage.TurnOf(a, b) == 0 && Dot(a, b) <= 0.0)
		{
			size_t next = i + 1;
			size_t last = i + count;
			while (IsEye(places[next % count]) && next < 2 * count)
			{
				++next;
			}
			while (IsEye(places[last % count]) && last > 0)
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

// The eye is in a solid, or the line from which parallel light comes.
void ObstacleMaker::AddInside(const Vec<double>& from, const Vec<double>& to)
{
	m_within = {std::min(m_within.low, from.x), std::max(m_within.high, to.x)};
	if (AcceptsStart(m_filter, true))
	{
		AddBlock(from, to);
	}
}

} // namespace ricochet
