// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/collect.h"

#include "sight/direction.h"
#include "sight/source_line.h"
#include "sight/surroundings.h"
#include "world/accept.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ricochet
{

namespace
{

// The obstacles of one fixture's child.
class Maker
{
public:
	Maker(const Vantage& vantage, const QueryFilter& filter, const StandingChild& child, std::vector<Obstacle>& out)
	    : m_vantage(vantage), m_filter(filter), m_pose(child.place.pose), m_out(out)
	{
		m_obstacle.fixture = child.fixture;
		m_obstacle.body = child.body;
		m_obstacle.rank = child.rank;
		m_obstacle.child = child.place.child;
	}

	void Add(const ChildGeometry& geometry)
	{
		if (geometry.isEdge)
		{
			AddEdge(geometry);
		}
		else if (geometry.vertices.size() == 1)
		{
			AddCircle(geometry.vertices[0], geometry.radius);
		}
		else
		{
			AddPolygon(geometry.vertices);
		}
	}

private:
	void AddWall(const Vec<double>& a, const Vec<double>& b, int32_t edge)
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

	void AddEdge(const ChildGeometry& geometry)
	{
		const Vec<double> a = m_vantage.Place(m_pose, geometry.ends[0]);
		const Vec<double> b = m_vantage.Place(m_pose, geometry.ends[1]);
		const bool isFront = (m_vantage.TurnOf(a, b) < 0) != m_vantage.IsAgainst();
		const Facing facing = isFront ? Facing::Front : Facing::Back;
		if (AcceptsSide(m_filter, facing, geometry.oneSided))
		{
			AddWall(a, b, m_obstacle.child);
		}
	}

	void AddPolygon(std::span<const b2Vec2> vertices)
	{
		std::array<Vec<double>, b2_maxPolygonVertices> places;
		const size_t count = std::min(vertices.size(), places.size());
		for (size_t i = 0; i < count; ++i)
		{
			places[i] = m_vantage.Place(m_pose, vertices[i]);
		}
		const size_t before = m_out.size();
		bool hasArea = false;
		for (size_t i = 0; i < count; ++i)
		{
			// The far edges lie behind the near ones.
			const int turn = m_vantage.TurnOf(places[i], places[(i + 1) % count]);
			hasArea = hasArea || turn != 0;
			if (turn < 0)
			{
				AddWall(places[i], places[(i + 1) % count], static_cast<int32_t>(i));
			}
		}
		if (m_vantage.IsParallel())
		{
			if (const auto ends = SourceWithin(std::span(places.data(), count)))
			{
				AddInside((*ends)[0], (*ends)[1]);
			}
		}
		else if (m_out.size() == before && hasArea)
		{
			AddAround(std::span(places.data(), count));
		}
	}

	// The eye is in a polygon or on its boundary.
	void AddAround(std::span<const Vec<double>> places)
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

	static bool IsEye(const Vec<double>& v) { return v.x == 0.0 && v.y == 0.0; }

	void AddBlock(const Vec<double>& from, const Vec<double>& to)
	{
		m_obstacle.kind = ObstacleKind::Block;
		m_obstacle.from = from;
		m_obstacle.to = to;
		m_obstacle.edge = -1;
		m_out.push_back(m_obstacle);
	}

	// The eye is in a solid, or the line from which parallel light comes.
	void AddInside(const Vec<double>& from, const Vec<double>& to)
	{
		if (AcceptsStart(m_filter, true))
		{
			AddBlock(from, to);
		}
	}

	// As casts meet it (Vantage::Place).
	[[nodiscard]] double RadiusInWorld(float radius) const
	{
		const b2Rot& q = m_pose.q;
		return radius / std::sqrt(static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s);
	}

	void AddCircle(b2Vec2 center, float radius)
	{
		const Vec<double> c = m_vantage.Place(m_pose, center);
		const double r = RadiusInWorld(radius);
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

	// A circle may be so small that doubles do not tell its two tangents apart.
	void AddIfWide()
	{
		if (m_vantage.TurnOf(m_obstacle.from, m_obstacle.to) > 0)
		{
			m_out.push_back(m_obstacle);
		}
	}

	// The near side of a circle, less what lies before the line from which the light comes.
	void AddRoundAtSource(const Vec<double>& c, double r)
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

	// Tangent points: c (l^2 -+ l r perp) / |c|^2 with l^2 = |c|^2 - r^2.
	void AddRound(const Vec<double>& c, double r)
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

	const Vantage& m_vantage;
	const QueryFilter& m_filter;
	b2Transform m_pose;
	std::vector<Obstacle>& m_out;
	Obstacle m_obstacle;
};

} // namespace

void CollectObstacles(const Surroundings& world, const b2AABB& box, const Vantage& vantage, const QueryFilter& filter,
                      std::vector<Obstacle>& obstacles)
{
	obstacles.clear();
	AskOf(world,
	      [&](const auto& source)
	      {
		      WalkChildrenInBox(source, box, filter,
		                        [&](const StandingChild& child)
		                        { Maker(vantage, filter, child, obstacles).Add(child.place.geometry); });
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
