// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/parallel_view.h"

#include "geometry/elementary.h"
#include "sight/obstacle.h"
#include "sight/point_view.h"
#include "sight/sight_polygon.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet
{

namespace
{

// The depth of a wall at a key, multiplied by the wall's width.
template <class T>
T ScaledDepth(const Obstacle& wall, double key)
{
	return T(wall.from.y) * (T(wall.to.x) - T(key)) + T(wall.to.y) * (T(key) - T(wall.from.x));
}

template <class T>
T WidthOf(const Obstacle& wall)
{
	return T(wall.to.x) - T(wall.from.x);
}

// The depth of the near side of a circle at a key.
double DepthOfArc(const Obstacle& arc, double key)
{
	const double across = key - arc.center.x;
	return arc.center.y - std::sqrt(std::max(0.0, (arc.radius - across) * (arc.radius + across)));
}

} // namespace

int ParallelView::CompareAt(const Obstacle& a, const Obstacle& b, double key)
{
	return SignOf(Certain([&]<class T>(T)
	                      { return ScaledDepth<T>(a, key) * WidthOf<T>(b) - ScaledDepth<T>(b, key) * WidthOf<T>(a); }));
}

double ParallelView::GapAt(const Obstacle& a, const Obstacle& b, double key)
{
	const double depthA = PointAt(a, key).y;
	const double depthB = PointAt(b, key).y;
	return (depthA - depthB) / (std::abs(depthA) + std::abs(depthB) + a.radius + b.radius);
}

Vec<double> ParallelView::PointAt(const Obstacle& obstacle, double key)
{
	if (key == obstacle.from.x)
	{
		return obstacle.from;
	}
	if (key == obstacle.to.x)
	{
		return obstacle.to;
	}
	if (obstacle.kind == ObstacleKind::Arc)
	{
		return {key, DepthOfArc(obstacle, key)};
	}
	const double share = (key - obstacle.from.x) / WidthOf<double>(obstacle);
	return {key, obstacle.from.y + share * (obstacle.to.y - obstacle.from.y)};
}

bool ParallelView::CutAtDepth(const Obstacle& obstacle, double depth, double& from, double& to)
{
	if (obstacle.kind == ObstacleKind::Block)
	{
		return true;
	}
	if (obstacle.kind == ObstacleKind::Arc)
	{
		const double below = obstacle.center.y - depth;
		if (below > 0.0)
		{
			const double half = std::sqrt(std::max(0.0, (obstacle.radius - below) * (obstacle.radius + below)));
			from = std::max(from, obstacle.center.x - half);
			to = std::min(to, obstacle.center.x + half);
		}
		return from < to;
	}
	const double before = depth - obstacle.from.y;
	const double after = depth - obstacle.to.y;
	if (before <= 0.0 && after <= 0.0)
	{
		return false;
	}
	const double crossing = obstacle.from.x + before / (before - after) * WidthOf<double>(obstacle);
	if (before < 0.0)
	{
		from = std::max(from, crossing);
	}
	if (after < 0.0)
	{
		to = std::min(to, crossing);
	}
	return from < to;
}

namespace
{

std::array<b2Vec2, 4> CornersOf(const b2AABB& box)
{
	return {box.lowerBound, b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
	        b2Vec2{box.lowerBound.x, box.upperBound.y}};
}

} // namespace

ParallelFrame::ParallelFrame(const ParallelLight& light)
    : m_along(UnitOf(Lift<double>(light.direction))), m_vantage(Vantage::Parallel(light.view.lowerBound, m_along))
{
	double nearest = 0.0;
	double farthest = 0.0;
	for (const b2Vec2 corner : CornersOf(light.view))
	{
		const Vec<double> place = m_vantage.PlaceOf({corner.x, corner.y});
		m_right = std::min(m_right, place.x);
		m_left = std::max(m_left, place.x);
		nearest = std::min(nearest, place.y);
		farthest = std::max(farthest, place.y);
	}
	nearest -= light.before;
	m_depth = farthest - nearest;
	m_vantage = m_vantage.Moved(nearest);
}

double ParallelFrame::DepthBefore(const Vec<double>& point) const
{
	return m_vantage.PlaceOf(point).y;
}

b2Vec2 ParallelFrame::SourceOf(b2Vec2 point) const
{
	return ToWorld({m_vantage.PlaceOf({point.x, point.y}).x, 0.0});
}

bool ParallelFrame::Holds(b2Vec2 point) const
{
	const Vec<double> place = m_vantage.PlaceOf({point.x, point.y});
	const double rounding = 0x1p-22 * (std::abs(point.x) + std::abs(point.y) + m_left - m_right + m_depth);
	return place.x >= m_right - rounding && place.x <= m_left + rounding && place.y >= -rounding &&
	       place.y <= m_depth + rounding;
}

double ParallelFrame::DepthBehind(const Vec<double>& point) const
{
	return m_depth - DepthBefore(point);
}

b2AABB ParallelFrame::Bounds(double aside) const
{
	const double right = m_right - aside;
	const double left = m_left + aside;
	b2AABB box;
	box.lowerBound = box.upperBound = ToWorld({right, 0.0});
	for (const Vec<double>& corner : {Vec<double>{left, 0.0}, {right, m_depth}, {left, m_depth}})
	{
		const b2Vec2 point = ToWorld(corner);
		box.lowerBound = b2Min(box.lowerBound, point);
		box.upperBound = b2Max(box.upperBound, point);
	}
	return box;
}

Vec<double> ParallelFrame::PointAt(const Obstacle* obstacle, double key) const
{
	return obstacle != nullptr ? ParallelView::PointAt(*obstacle, key) : Vec<double>{key, m_depth};
}

void ParallelFrame::Describe(const Obstacle* obstacle, SightVertex& vertex) const
{
	if (obstacle != nullptr && obstacle->kind != ObstacleKind::Block)
	{
		DescribeSide(*obstacle, m_vantage, vertex);
	}
}

void ParallelFrame::EmitPolygon(std::span<const Piece<View>> envelope, std::vector<Piece<View>>& sides,
                                std::vector<SightVertex>& out) const
{
	SightOutline<ParallelFrame> outline(*this, sides);
	outline.Add(envelope, m_right, m_left);
	if (outline.IsDark())
	{
		return;
	}
	outline.PushShadow({m_right, 0.0}, out);
	outline.Emit(false, out);
	SightVertex corner;
	corner.point = ToWorld({m_left, 0.0});
	SightOutline<ParallelFrame>::PushDistinct(corner, out);
	DropLastIfItIsFirst(out);
}

bool Contains(std::span<const SightVertex> polygon, const ParallelLight& light, b2Vec2 point)
{
	if (polygon.empty() || point.IsValid() == false)
	{
		return false;
	}
	const ParallelFrame frame(light);
	const auto isAbreast = [&](b2Vec2 a, b2Vec2 b)
	{
		const auto isLeft = [&](b2Vec2 of, b2Vec2 other)
		{
			return Certain([&]<class T>(T) { return Cross(Lift<T>(light.direction), Lift<T>(of) - Lift<T>(other)); });
		};
		// A side along the light has no width. The points beside it are abreast of its neighbours.
		return isLeft(b, a) > 0.0 && isLeft(point, a) >= 0.0 && isLeft(b, point) >= 0.0;
	};
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		// The ends of a shadow's side are rounded, so that side may have a width, too.
		const b2Vec2 end = polygon[i + 1 < polygon.size() ? i + 1 : 0].point;
		if (isAbreast(polygon[i].point, end) && IsBeforeSide(polygon[i], end, point))
		{
			return frame.DepthBefore({point.x, point.y}) >= 0.0;
		}
	}
	return false;
}

void Triangulate(std::span<const SightVertex> polygon, const ParallelLight& light, float maxError,
                 std::vector<b2Vec2>& points)
{
	thread_local std::vector<b2Vec2> flat;
	points.clear();
	Flatten(polygon, maxError, flat);
	if (flat.empty())
	{
		return;
	}
	const ParallelFrame frame(light);
	for (size_t i = 0; i < flat.size(); ++i)
	{
		// The region between a side and the line from which the light comes.
		const b2Vec2 a = flat[i];
		const b2Vec2 b = flat[i + 1 < flat.size() ? i + 1 : 0];
		const b2Vec2 sourceA = frame.SourceOf(a);
		const b2Vec2 sourceB = frame.SourceOf(b);
		if (b2Cross(sourceB - a, sourceA - a) > 0.0f)
		{
			points.insert(points.end(), {a, sourceB, sourceA});
		}
		if (b2Cross(b - a, sourceB - a) > 0.0f)
		{
			points.insert(points.end(), {a, b, sourceB});
		}
	}
}

} // namespace ricochet
