// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/query/ray_query.h>
#include <ricochet/sight/light.h>

#include "support/reference_flight.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

// Computes by rays how far parallel light reaches.

namespace ricochet::test
{

// The frame of the rectangle that a parallel light lights. x points to the left of the light's direction. y points
// along the direction, and starts at the side where the light enters.
struct LightFrame
{
	explicit LightFrame(const ParallelLight& light) : along(Widen(light.direction))
	{
		along = 1.0 / Length(along) * along;
		left = {-along.y, along.x};
		const b2Vec2 low = light.view.lowerBound, high = light.view.upperBound;
		for (const b2Vec2 corner : {low, b2Vec2{high.x, low.y}, high, b2Vec2{low.x, high.y}})
		{
			const Point2 p = Widen(corner);
			right = std::min(right, Dot(left, p));
			leftmost = std::max(leftmost, Dot(left, p));
			begin = std::min(begin, Dot(along, p));
			end = std::max(end, Dot(along, p));
		}
		begin -= static_cast<double>(light.before);
	}

	Point2 ToLocal(b2Vec2 p) const { return {Dot(left, Widen(p)), Dot(along, Widen(p)) - begin}; }
	Point2 ToWorld(Point2 p) const { return p.x * left + (p.y + begin) * along; }
	double Depth() const { return end - begin; }

	Point2 along, left{};
	double right = 1e30, leftmost = -1e30, begin = 1e30, end = -1e30;
};

inline b2Vec2 Narrow(Point2 p)
{
	return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

// Returns the depth that light reaches, by ray casting.
inline double CastDepth(const b2World& world, const LightFrame& frame, double x, const QueryFilter& filter)
{
	const Ray ray = RayBetween(Narrow(frame.ToWorld({x, 0.0})), Narrow(frame.ToWorld({x, frame.Depth()})));
	const std::optional<RayHit> hit = CastRayClosest(world, ray, filter);
	return hit.has_value() ? static_cast<double>(hit->enter.fraction) * frame.Depth() : frame.Depth();
}

// Returns the depth that light reaches, by the polygon.
inline double PolygonDepth(std::span<const SightVertex> polygon, const LightFrame& frame, double x)
{
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& vertex = polygon[i];
		const Point2 a = frame.ToLocal(vertex.point);
		const Point2 b = frame.ToLocal(polygon[(i + 1) % polygon.size()].point);
		if (vertex.side == SightSide::Shadow || x < a.x || x >= b.x)
		{
			continue;
		}
		if (vertex.side != SightSide::Arc)
		{
			return a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
		}
		const Point2 center = frame.ToLocal(vertex.center);
		const double radius = vertex.radius, across = x - center.x;
		return center.y - std::sqrt(std::max(0.0, radius * radius - across * across));
	}
	return 0.0;
}

} // namespace ricochet::test
