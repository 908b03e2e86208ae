// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/tile_grid.h"

#include <ricochet/shapes/shape_factory.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace ricochet::leaks
{

namespace
{

// A hit that is at most this deep counts as on the surface of the first row. The unit is the size of a tile. The depth
// is larger than the rounding of vertices.
constexpr double k_entryDepth = 0.05;

} // namespace

TileGrid::TileGrid(SceneRandom& random, const Frame& frame, Tiling tiling)
    : m_frame(frame), m_rows(1 + random.Below(3)), m_top(0.5 * m_rows * frame.size)
{
	LayCorners(random, tiling == Tiling::Triangles ? 0.2 * frame.size : 0.0);
	b2Body* body = test::AddBody(*m_world, frame.pose.p, frame.angle);
	for (int32_t row = 0; row < m_rows; ++row)
	{
		for (int32_t i = 0; i < k_columns; ++i)
		{
			const Point a = CornerAt(i, row), b = CornerAt(i + 1, row);
			const Point c = CornerAt(i + 1, row + 1), d = CornerAt(i, row + 1);
			if (tiling == Tiling::BoxBodies)
			{
				AddBoxBody(a, c);
			}
			else if (tiling == Tiling::Boxes)
			{
				AddTile(body, std::array{a, b, c, d});
			}
			else
			{
				AddTile(body, std::array{a, b, c});
				AddTile(body, std::array{a, c, d});
			}
		}
	}
}

void TileGrid::LayCorners(SceneRandom& random, double jitter)
{
	for (int32_t row = 0; row <= m_rows; ++row)
	{
		for (int32_t i = 0; i <= k_columns; ++i)
		{
			Point corner{(i - 0.5 * k_columns) * m_frame.size, row * m_frame.size - m_top};
			if (row > 0 && row < m_rows)
			{
				corner = corner + Point{Uniform(random, -jitter, jitter), Uniform(random, -jitter, jitter)};
			}
			corner = m_frame.PlanOf(m_frame.VertexAt(m_frame.Snapped(corner, 16.0)));
			m_corners[static_cast<size_t>(row)][static_cast<size_t>(i)] = corner;
		}
	}
}

void TileGrid::AddTile(b2Body* body, std::span<const Point> corners)
{
	std::vector<b2Vec2> vertices;
	for (const Point& corner : corners)
	{
		vertices.push_back(m_frame.VertexAt(corner));
	}
	const auto polygon = MakePolygon(vertices);
	m_sound = m_sound && polygon && static_cast<size_t>(polygon->m_count) == corners.size();
	if (m_sound)
	{
		const b2PolygonShape stock = *polygon;
		body->CreateFixture(&stock, 0.0f);
	}
}

void TileGrid::AddBoxBody(const Point& low, const Point& high)
{
	b2Body* body = test::AddBody(*m_world, ToFloat(m_frame.ToWorld(0.5 * (low + high), m_frame.pose)));
	const auto half = static_cast<float>(0.5 * m_frame.size);
	const b2PolygonShape box = test::BoxOf(half, half);
	body->CreateFixture(&box, 0.0f);
}

std::optional<Ray> TileGrid::DrawRay(SceneRandom& random) const
{
	const double size = m_frame.size;
	const int32_t column = 3 + random.Below(3);
	const int32_t row = random.Below(m_rows);
	const Point low = CornerAt(column, row);
	const Point seam = 0.0625 * (CornerAt(column, row + 1) - low);
	const Point through = low + (m_frame.IsExact() ? random.Below(17) : Uniform(random, 0.0, 16.0)) * seam;

	// The ray runs down or up the seam, or through a point of it at any slope.
	const Point steep = m_frame.Snapped(size / 32.0 * Point{Uniform(random, -0.9, 0.9), 1.0});
	const Point upward = random.OneIn(2) ? seam : steep;
	const double sign = random.OneIn(2) ? 1.0 : -1.0;
	const Point direction = sign * upward;
	const auto stepsTo = [&](double height)
	{
		const double steps = (m_top + size * Uniform(random, 0.2, 2.0) + height) / upward.y;
		return m_frame.IsExact() ? std::ceil(steps) : steps;
	};
	const double before = stepsTo(sign * through.y);
	const double after = random.OneIn(4) ? 0.0 : stepsTo(-sign * through.y);
	Ray ray = m_frame.RayThrough(through - before * direction, through, (before + after) / before);
	if (random.OneIn(2))
	{
		ray.translation = Nudged(random, ray.translation, 3);
	}
	return IsCertain(ray) ? std::optional(ray) : std::nullopt;
}

// True if the ray certainly enters the grid. It must come from above or below, and pass through or end deep inside, far
// from the ends of the rows.
bool TileGrid::IsCertain(const Ray& ray) const
{
	const double size = m_frame.size;
	const Point start = m_frame.FromWorld(ray.origin, m_frame.pose);
	const Point way = m_frame.FromWorldDirection(ray.translation);
	const Point end = start + way;
	const double side = way.y < 0.0 ? 1.0 : -1.0;
	const double lastY = std::max(side * end.y, -m_top);
	const auto isWithin = [&](double y)
	{
		const double x = start.x + way.x * (y - start.y) / way.y;
		return std::abs(x) < (0.5 * k_columns - 0.1) * size;
	};
	return side * start.y > m_top + 0.1 * size && lastY < m_top - 0.1 * size && isWithin(side * m_top) &&
	       isWithin(side * lastY);
}

double TileGrid::LatestEntry(const Ray& ray) const
{
	const Point start = m_frame.FromWorld(ray.origin, m_frame.pose);
	const Point way = m_frame.FromWorldDirection(ray.translation);
	return (std::abs(start.y) - m_top + k_entryDepth * m_frame.size) / std::abs(way.y);
}

std::string TileGrid::DescribeHit(const Ray& ray) const
{
	const auto hit = CastRayClosest(*m_world, ray);
	std::string text = hit ? "hit too late, at " + std::to_string(hit->enter.fraction) + ", which was due by "
	                       : "no hit, which was due by ";
	text += std::to_string(LatestEntry(ray));
	for (const b2Body* body = m_world->GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* tile = body->GetFixtureList(); tile != nullptr; tile = tile->GetNext())
		{
			text += "\n  " + Describe(*tile->GetShape(), body->GetTransform(), ray);
		}
	}
	return text;
}

} // namespace ricochet::leaks
