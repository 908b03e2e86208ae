// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee_geometry.h"

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>

namespace ricochet::referee
{

namespace
{

Real DistanceToConvex(std::span<const Vec> vertices, Vec p)
{
	Real nearest = HUGE_VALL;
	bool inside = true;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec a = vertices[i];
		const Vec b = vertices[(i + 1) % vertices.size()];
		inside = inside && Cross(b - a, p - a) >= 0.0L;
		nearest = std::min(nearest, DistanceToSegment(p, a, b));
	}
	return inside ? -nearest : nearest;
}

// True if a part of the segment is in the convex polygon. Clips the segment by the polygon's half planes.
bool Meets(std::span<const Vec> vertices, Vec a, Vec b)
{
	Real first = 0.0L;
	Real last = 1.0L;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec v = vertices[i];
		const Vec along = vertices[(i + 1) % vertices.size()] - v;
		const Real atA = Cross(along, a - v);
		const Real atB = Cross(along, b - v);
		if (atA < 0.0L && atB < 0.0L)
		{
			return false;
		}
		if (atA < 0.0L || atB < 0.0L)
		{
			const Real share = atA / (atA - atB);
			(atA < 0.0L ? first : last) = atA < 0.0L ? std::max(first, share) : std::min(last, share);
		}
	}
	return first < last;
}

// Returns the convex hull (Andrew's monotone chain). It is counter-clockwise, and has no points inside its sides.
std::vector<Vec> Hull(std::vector<Vec> points)
{
	std::sort(points.begin(), points.end(), [](Vec a, Vec b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
	std::vector<Vec> hull;
	for (int32_t pass = 0; pass < 2; ++pass)
	{
		const size_t start = hull.size();
		for (const Vec p : points)
		{
			while (hull.size() >= start + 2 && Cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0.0L)
			{
				hull.pop_back();
			}
			hull.push_back(p);
		}
		hull.pop_back();
		std::reverse(points.begin(), points.end());
	}
	return hull;
}

Real WayAroundConvex(std::span<const Vec> vertices, Vec a, Vec b)
{
	// If two points are on opposite sides of a convex polygon, both are corners of the hull of polygon and points. The
	// two halves of this hull are the paths around the polygon.
	std::vector<Vec> points(vertices.begin(), vertices.end());
	points.push_back(a);
	points.push_back(b);
	const std::vector<Vec> hull = Hull(std::move(points));
	const auto start = std::find(hull.begin(), hull.end(), a);
	if (start == hull.end() || std::find(hull.begin(), hull.end(), b) == hull.end())
	{
		return -1.0L;
	}
	Real way = 0.0L;
	Real half = 0.0L;
	for (size_t i = 0; i < hull.size(); ++i)
	{
		const size_t at = (static_cast<size_t>(start - hull.begin()) + i) % hull.size();
		half = hull[at] == b ? way : half;
		way += Length(hull[(at + 1) % hull.size()] - hull[at]);
	}
	return std::min(half, way - half);
}

Real WayAroundDisc(const Piece& disc, Vec a, Vec b)
{
	const Vec center = disc.vertices[0];
	const Real r = disc.radius;
	const Real toA = Length(a - center);
	const Real toB = Length(b - center);
	if (toA <= r || toB <= r || DistanceToSegment(center, a, b) >= r)
	{
		return -1.0L;
	}
	const Real turn = std::atan2(std::abs(Cross(a - center, b - center)), Dot(a - center, b - center));
	return std::sqrt(toA * toA - r * r) + std::sqrt(toB * toB - r * r) +
	       r * std::max(turn - std::acos(r / toA) - std::acos(r / toB), 0.0L);
}

} // namespace

Real UlpAt(Vec p)
{
	const auto value = static_cast<float>(std::max(std::abs(p.x), std::abs(p.y)));
	return static_cast<Real>(std::nextafter(value, HUGE_VALF)) - static_cast<Real>(value);
}

Piece PieceOf(const b2Shape& shape, int32_t child)
{
	Piece piece;
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
		piece.vertices[0] = Widen(static_cast<const b2CircleShape&>(shape).m_p);
		piece.radius = shape.m_radius;
		return piece;
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		piece.kind = Piece::Kind::Convex;
		piece.count = polygon.m_count;
		piece.radius = polygon.m_radius > b2_polygonRadius ? polygon.m_radius : 0.0f;
		std::transform(polygon.m_vertices, polygon.m_vertices + polygon.m_count, piece.vertices.begin(), Widen);
		return piece;
	}
	default:
	{
		const std::vector<Vec> row = BarrierOf(shape);
		piece.kind = Piece::Kind::Edge;
		piece.count = 2;
		piece.vertices[0] = row[static_cast<size_t>(child)];
		piece.vertices[1] = row[static_cast<size_t>(child) + 1];
		return piece;
	}
	}
}

std::vector<Vec> BarrierOf(const b2Shape& shape)
{
	std::vector<Vec> row;
	if (shape.GetType() == b2Shape::e_edge)
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		row = {Widen(edge.m_vertex1), Widen(edge.m_vertex2)};
	}
	else if (shape.GetType() == b2Shape::e_chain)
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		std::transform(chain.m_vertices, chain.m_vertices + chain.m_count, std::back_inserter(row), Widen);
	}
	return row;
}

Real DistanceToSegment(Vec p, Vec a, Vec b)
{
	const Vec along = b - a;
	const Real share = std::clamp(Dot(p - a, along) / Dot(along, along), 0.0L, 1.0L);
	return Length(p - a - share * along);
}

Real SignedDistance(const Piece& piece, Vec p)
{
	switch (piece.kind)
	{
	case Piece::Kind::Disc:
		return Length(p - piece.vertices[0]) - piece.radius;
	case Piece::Kind::Convex:
		return DistanceToConvex(piece.Vertices(), p) - piece.radius;
	default:
		return DistanceToSegment(p, piece.vertices[0], piece.vertices[1]);
	}
}

int32_t NetCrossings(std::span<const Vec> row, Vec a, Vec b)
{
	int32_t net = 0;
	for (size_t i = 0; i + 1 < row.size(); ++i)
	{
		// If a vertex is on the line, it counts as on the line's left for both edges that share it.
		const bool before = Cross(b - a, row[i] - a) >= 0.0L;
		const bool after = Cross(b - a, row[i + 1] - a) >= 0.0L;
		const bool fromLeft = Cross(row[i + 1] - row[i], a - row[i]) >= 0.0L;
		const bool toLeft = Cross(row[i + 1] - row[i], b - row[i]) >= 0.0L;
		if (before != after && fromLeft != toLeft)
		{
			net += fromLeft ? 1 : -1;
		}
	}
	return net;
}

int32_t Winding(std::span<const Vec> loop, Vec p)
{
	// Sunday's rule: counts upward edges with the point on their left, minus downward edges with the point on their
	// right.
	int32_t winding = 0;
	for (size_t i = 0; i + 1 < loop.size(); ++i)
	{
		const Real side = Cross(loop[i + 1] - loop[i], p - loop[i]);
		const bool upward = loop[i].y <= p.y && loop[i + 1].y > p.y;
		const bool downward = loop[i].y > p.y && loop[i + 1].y <= p.y;
		winding += (upward && side > 0.0L ? 1 : 0) - (downward && side < 0.0L ? 1 : 0);
	}
	return winding;
}

Real WayAround(const Piece& solid, Vec a, Vec b)
{
	if (solid.kind == Piece::Kind::Disc)
	{
		return WayAroundDisc(solid, a, b);
	}
	const bool outside = SignedDistance(solid, a) > 0.0L && SignedDistance(solid, b) > 0.0L;
	return outside && Meets(solid.Vertices(), a, b) ? WayAroundConvex(solid.Vertices(), a, b) : -1.0L;
}

Real WayAround(std::span<const Vec> row, Vec a, Vec b)
{
	const auto past = [&](Vec end)
	{
		return Length(end - a) + Length(b - end);
	};
	return std::min(past(row.front()), past(row.back()));
}

} // namespace ricochet::referee
