// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/sight_polygon.h>

#include "geometry/elementary.h"
#include "geometry/local_ray.h"
#include "geometry/round_to_float.h"
#include "sight/sight_polygon.h"

#include <algorithm>
#include <array>

namespace ricochet
{

namespace
{

constexpr int k_maxChords = 4096;
constexpr double k_quarterTurn = 1.5707963267948966;

bool IsArc(const SightVertex& vertex)
{
	return vertex.radius > 0.0f && (vertex.side == SightSide::Arc || vertex.side == SightSide::Rim);
}

// The signed angle at the center of an arc, from its first point to its second (rad). At most a half turn. Arcs on
// circles run clockwise, even if rounding has made the angle more than a half turn.
double AngleOfArc(const SightVertex& arc, b2Vec2 end)
{
	const Vec<double> a = Lift<double>(arc.point) - Lift<double>(arc.center);
	const Vec<double> b = Lift<double>(end) - Lift<double>(arc.center);
	const double angle = AngleOf(Dot(a, b), Cross(a, b));
	const bool isTurned = arc.side == SightSide::Arc ? angle > k_quarterTurn : angle < -k_quarterTurn;
	return isTurned ? angle + (angle > 0.0 ? -4.0 : 4.0) * k_quarterTurn : angle;
}

// The exact sign of cross(b - a, p - a).
int SideOf(b2Vec2 a, b2Vec2 b, b2Vec2 p)
{
	const Vec<double> edge = Lift<double>(b) - Lift<double>(a);
	const Vec<double> offset = Lift<double>(p) - Lift<double>(a);
	const double left = edge.x * offset.y;
	const double right = edge.y * offset.x;
	if (std::abs(left - right) > 0x1p-49 * (std::abs(left) + std::abs(right)))
	{
		return SignOf(left - right);
	}
	return SignOf(Certain([&]<class T>(T) { return Cross(Lift<T>(b) - Lift<T>(a), Lift<T>(p) - Lift<T>(a)); }));
}

// The exact sign of |p - c|^2 - r^2.
int SideOfCircle(const SightVertex& arc, b2Vec2 p)
{
	return SignOf(Certain(
	    [&]<class T>(T)
	    {
		    const Vec<T> offset = Lift<T>(p) - Lift<T>(arc.center);
		    return Dot(offset, offset) - T(arc.radius) * T(arc.radius);
	    }));
}

// True if p is in the closed wedge at the eye from a to b. The wedge turns left by less than a half turn, or not at
// all.
bool IsInWedge(b2Vec2 eye, b2Vec2 a, b2Vec2 b, b2Vec2 p)
{
	const int afterA = SideOf(eye, a, p);
	const int beforeB = SideOf(eye, p, b);
	if (afterA < 0 || beforeB < 0)
	{
		return false;
	}
	const double along = Certain([&]<class T>(T) { return Dot(Lift<T>(a) - Lift<T>(eye), Lift<T>(p) - Lift<T>(eye)); });
	return afterA > 0 || beforeB > 0 || along >= 0.0;
}

bool IsInSightBefore(const SightVertex& vertex, b2Vec2 end, b2Vec2 eye, b2Vec2 point)
{
	if (point == eye)
	{
		return true;
	}
	// The border of a shadow belongs to the side behind it.
	return SideOf(eye, vertex.point, end) > 0 && IsInWedge(eye, vertex.point, end, point) &&
	       IsBeforeSide(vertex, end, point);
}

// Calls visit(b2Vec2) with the inner points that divide an arc into chords.
template <class Visit>
void CutArc(const SightVertex& arc, b2Vec2 end, float maxError, Visit&& visit)
{
	// A chord over the angle w deviates by r (1 - cos(w / 2)) <= r w^2 / 8.
	const double angle = AngleOfArc(arc, end);
	const double step = maxError > 0.0f ? std::sqrt(8.0 * maxError / arc.radius) : 0.0;
	const double needed = std::ceil(std::abs(angle) / step);
	const int chords = needed < k_maxChords ? std::max(1, static_cast<int>(needed)) : k_maxChords;
	const Vec<double> start = Lift<double>(arc.point) - Lift<double>(arc.center);
	for (int i = 1; i < chords; ++i)
	{
		const SinCos turn = SinCosOf(angle * i / chords);
		visit({RoundToFloat(arc.center.x + turn.cos * start.x - turn.sin * start.y),
		       RoundToFloat(arc.center.y + turn.sin * start.x + turn.cos * start.y)});
	}
}

const SightVertex& VertexAfter(std::span<const SightVertex> polygon, size_t i)
{
	return polygon[i + 1 < polygon.size() ? i + 1 : 0];
}

} // namespace

bool IsBeforeSide(const SightVertex& vertex, b2Vec2 end, b2Vec2 point)
{
	const int chord = SideOf(vertex.point, end, point);
	if (vertex.side == SightSide::Arc)
	{
		return chord >= 0 && SideOfCircle(vertex, point) >= 0;
	}
	return chord >= 0 || (IsArc(vertex) && SideOfCircle(vertex, point) <= 0);
}

bool Contains(std::span<const SightVertex> polygon, b2Vec2 eye, b2Vec2 point)
{
	if (eye.IsValid() == false || point.IsValid() == false)
	{
		return false;
	}
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		if (IsInSightBefore(polygon[i], VertexAfter(polygon, i).point, eye, point))
		{
			return true;
		}
	}
	return false;
}

float Area(std::span<const SightVertex> polygon)
{
	double twice = 0.0;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		// Relative to the first vertex, so that no digits are lost far from the origin.
		const b2Vec2 end = VertexAfter(polygon, i).point;
		twice += Cross(Lift<double>(polygon[i].point) - Lift<double>(polygon[0].point),
		               Lift<double>(end) - Lift<double>(polygon[0].point));
		if (IsArc(polygon[i]))
		{
			// The segment between arc and chord, r^2 (w - sin w) / 2. On circles w < 0, since their bulge is not
			// visible.
			const double angle = AngleOfArc(polygon[i], end);
			const double radius = polygon[i].radius;
			twice += radius * radius * (angle - SinCosOf(angle).sin);
		}
	}
	return RoundToFloat(0.5 * twice);
}

void Flatten(std::span<const SightVertex> polygon, float maxError, std::vector<b2Vec2>& points)
{
	points.clear();
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		points.push_back(polygon[i].point);
		if (IsArc(polygon[i]))
		{
			CutArc(polygon[i], VertexAfter(polygon, i).point, maxError, [&](b2Vec2 point) { points.push_back(point); });
		}
	}
}

void Triangulate(std::span<const SightVertex> polygon, b2Vec2 eye, float maxError, std::vector<b2Vec2>& points)
{
	points.clear();
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		b2Vec2 last = polygon[i].point;
		const auto addTriangle = [&](b2Vec2 next)
		{
			if (SideOf(eye, last, next) > 0)
			{
				points.insert(points.end(), {eye, last, next});
			}
			last = next;
		};
		const b2Vec2 end = VertexAfter(polygon, i).point;
		if (IsArc(polygon[i]))
		{
			CutArc(polygon[i], end, maxError, addTriangle);
		}
		addTriangle(end);
	}
}

} // namespace ricochet
