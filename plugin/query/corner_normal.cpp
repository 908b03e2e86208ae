// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/corner_normal.h>

#include "geometry/elementary.h"
#include "geometry/pose.h"
#include "query/accept.h"
#include "query/children_in_box.h"

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// The free sector about a point. It is stored as two angles (rad). They say how far a known free direction can turn to
// the left and to the right until it reaches a solid.
class FreeSector
{
public:
	explicit FreeSector(const Vec<double>& seenFrom) : m_from(AngleOf(seenFrom.x, seenFrom.y)) {}

	// Adds a solid that reaches from one direction counter-clockwise to another.
	void Take(const Vec<double>& first, const Vec<double>& last)
	{
		m_left = std::min(m_left, TurnTo(first));
		m_right = std::min(m_right, k_fullTurn - TurnTo(last));
	}

	// Adds a solid that surrounds the point.
	void TakeAll() { m_isFull = true; }

	[[nodiscard]] std::optional<Vec<double>> Normal() const
	{
		if (m_isFull || std::isfinite(m_left) == false || m_left + m_right > k_fullTurn + k_parallel)
		{
			return std::nullopt;
		}
		const SinCos left = SinCosOf(m_from + m_left - 0.25 * k_fullTurn);
		const SinCos right = SinCosOf(m_from - m_right + 0.25 * k_fullTurn);
		const Vec<double> sum{left.cos + right.cos, left.sin + right.sin};
		if (Length(sum) < k_parallel)
		{
			// This is the end of something thin. The normal points away from it.
			const SinCos end = SinCosOf(m_from + m_left);
			return Vec<double>{-end.cos, -end.sin};
		}
		return UnitOf(sum);
	}

private:
	static constexpr double k_parallel = 1e-9;

	// The counter-clockwise angle to a direction, from 0 to a full turn.
	[[nodiscard]] double TurnTo(const Vec<double>& direction) const
	{
		const double turn = AngleOf(direction.x, direction.y) - m_from;
		return turn < 0.0 ? turn + k_fullTurn : turn;
	}

	double m_from;
	double m_left = std::numeric_limits<double>::infinity();
	double m_right = std::numeric_limits<double>::infinity();
	bool m_isFull = false;
};

Vec<double> Opposite(const Vec<double>& v)
{
	return {-v.x, -v.y};
}

// Adds the half-plane below a surface.
void TakeHalf(const Vec<double>& normal, FreeSector& sector)
{
	const Vec<double> left{-normal.y, normal.x};
	sector.Take(left, Opposite(left));
}

// The normal of the edge over whose line the point is highest.
Vec<double> NormalOfFace(const Vec<double>& point, std::span<const b2Vec2> polygon)
{
	double highest = -std::numeric_limits<double>::infinity();
	Vec<double> normal{0.0, 1.0};
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const Vec<double> a = Lift<double>(polygon[i]);
		const Vec<double> along = Lift<double>(polygon[(i + 1) % polygon.size()]) - a;
		const double length = Length(along);
		const Vec<double> candidate{along.y / length, -along.x / length};
		if (length > 0.0 && Dot(point - a, candidate) > highest)
		{
			highest = Dot(point - a, candidate);
			normal = candidate;
		}
	}
	return normal;
}

// The nearest vertex of an outline within reach of a point; -1 if there is none.
int32_t VertexNear(const CastGeometryData& attached, const Vec<double>& local, double reach)
{
	int32_t nearest = -1;
	double distance = reach;
	const b2Vec2 at = ToFloat(local);
	const float grown = static_cast<float>(reach) + 0x1p-20f * (b2Abs(at.x) + b2Abs(at.y));
	const b2Vec2 extent{grown, grown};
	attached.ForEachPieceIn({at - extent, at + extent},
	                        [&](int32_t piece)
	                        {
		                        for (const int32_t vertex : attached.VerticesOf(piece))
		                        {
			                        const b2Vec2 place = attached.outline.Vertices()[static_cast<size_t>(vertex)];
			                        const double off = Length(Lift<double>(place) - local);
			                        if (off < distance || (off == distance && (nearest < 0 || vertex < nearest)))
			                        {
				                        distance = off;
				                        nearest = vertex;
			                        }
		                        }
	                        });
	return nearest;
}

// True if the surface of a solid is within reach of the point, given its distance (negative inside). If the point is
// deeper inside and starts inside are hits, the solid surrounds it.
bool IsSurfaceNear(double distance, double reach, bool startInside, FreeSector& sector)
{
	if (distance < -reach && startInside)
	{
		sector.TakeAll();
	}
	return std::abs(distance) <= reach;
}

void TakeAttached(const Place& place, const Vec<double>& local, double reach, bool startInside, FreeSector& sector)
{
	const Outline& outline = place.geometry.attached->outline;
	const Separation separation = SeparateFromOutline(local, outline);
	if (IsSurfaceNear(separation.distance, reach, startInside, sector) == false)
	{
		return;
	}
	const auto turned = [&](const Vec<double>& v)
	{
		return UnitOf(Turned(place.pose.q, v));
	};
	const int32_t vertex = VertexNear(*place.geometry.attached, local, reach);
	if (vertex < 0)
	{
		TakeHalf(turned(separation.normal), sector);
		return;
	}
	const OutlineRing& ring = outline.RingOf(vertex);
	const int32_t previous = ring.first + (vertex - ring.first + ring.count - 1) % ring.count;
	const auto at = [&](int32_t i)
	{
		return Lift<double>(outline.Vertices()[static_cast<size_t>(i)]);
	};
	const Vec<double> after = turned(at(outline.EndOf(vertex)) - at(vertex));
	const Vec<double> before = turned(at(previous) - at(vertex));
	sector.Take(ring.isReversed ? before : after, ring.isReversed ? after : before);
}

// The nearest vertex within reach of a point; -1 if there is none.
int32_t VertexNear(std::span<const b2Vec2> points, const Vec<double>& local, double reach)
{
	int32_t nearest = -1;
	double distance = reach;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const double off = Length(Lift<double>(points[i]) - local);
		if (off < distance || (off == distance && nearest < 0))
		{
			distance = off;
			nearest = static_cast<int32_t>(i);
		}
	}
	return nearest;
}

// Adds the part of a child that is within reach of a point.
void TakeChild(const Place& place, const Vec<double>& point, double reach, bool startInside, FreeSector& sector)
{
	const std::span<const b2Vec2> points = place.geometry.Points();
	const size_t count = points.size();
	const Vec<double> local = InverseTurn(place.pose.q, point - Lift<double>(place.pose.p));
	if (place.geometry.IsAttached())
	{
		TakeAttached(place, local, reach, startInside, sector);
		return;
	}
	const auto turned = [&](const Vec<double>& v)
	{
		return UnitOf(Turned(place.pose.q, v));
	};
	const Separation separation = SeparateFromHull(local, points);
	if (place.geometry.radius > 0.0f)
	{
		if (IsSurfaceNear(separation.distance - place.geometry.radius, reach, startInside, sector))
		{
			TakeHalf(turned(separation.normal), sector);
		}
		return;
	}
	if (IsSurfaceNear(separation.distance, reach, startInside, sector) == false)
	{
		return;
	}
	if (const int32_t nearest = count > 1 ? VertexNear(points, local, reach) : -1; nearest >= 0)
	{
		const auto i = static_cast<size_t>(nearest);
		const Vec<double> vertex = Lift<double>(points[i]);
		const Vec<double> after = Lift<double>(points[(i + 1) % count]) - vertex;
		const Vec<double> before = Lift<double>(points[(i + count - 1) % count]) - vertex;
		sector.Take(turned(after), turned(before));
		return;
	}
	if (place.geometry.IsEdge())
	{
		const Vec<double> along = turned(Lift<double>(points[1]) - Lift<double>(points[0]));
		sector.Take(along, along);
		sector.Take(Opposite(along), Opposite(along));
		return;
	}
	TakeHalf(turned(NormalOfFace(local, points)), sector);
}

} // namespace

std::optional<b2Vec2> CornerNormal(Space space, b2Vec2 point, b2Vec2 direction, float reach, const QueryFilter& filter)
{
	const Vec<double> way = Lift<double>(direction);
	if (point.IsValid() == false || direction.IsValid() == false || (reach >= 0.0f) == false ||
	    std::isfinite(reach) == false || (way.x == 0.0 && way.y == 0.0))
	{
		return std::nullopt;
	}
	FreeSector sector(Opposite(way));
	const b2Vec2 extent{reach, reach};
	const auto take = [&](const StandingChild& child)
	{
		TakeChild(child.place, Lift<double>(point), reach, AcceptsStart(filter, true), sector);
	};
	Ask(space, [&](const auto& source) { WalkChildrenInBox(source, {point - extent, point + extent}, filter, take); });
	const std::optional<Vec<double>> normal = sector.Normal();
	return normal ? std::optional(ToFloat(*normal)) : std::nullopt;
}

} // namespace ricochet
