// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/obstacle_maker.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// Where the near side of a circle or a wall is abreast of the line of parallel light.
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

} // namespace

// As casts meet it (Vantage::Place).
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

// A circle may be so small that doubles do not tell its two tangents apart.
void ObstacleMaker::AddIfWide()
{
	if (m_vantage.TurnOf(m_obstacle.from, m_obstacle.to) > 0)
	{
		m_out.push_back(m_obstacle);
	}
}

// The near side of a circle, less what lies before the line from which the light comes.
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

// Tangent points: c (l^2 -+ l r perp) / |c|^2 with l^2 = |c|^2 - r^2.
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

// A disc about each vertex, and what the edges and their copies at the radius span. The chords between two copies
// lie in a disc. From within one part no other is seen.
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
			const double reach = (m_vantage.IsParallel() ? -radius : radius) / length; // whose frame is mirrored
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

// Leaves of the parts what lies beside the part of the source that is within; for an eye that is nothing.
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

} // namespace ricochet
