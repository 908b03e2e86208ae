// MIT License, Copyright (c) 2026 the ricochet authors

#include "leaks/barrier.h"

#include <algorithm>
#include <cmath>

namespace ricochet::leaks
{

namespace
{

constexpr size_t k_zigZagVertices = 16;
constexpr double k_turn = 6.283185307179586;

} // namespace

Barrier::Barrier(SceneRandom& random, const Frame& frame, Kind kind) : m_frame(frame), m_kind(kind)
{
	kind == Kind::ZigZag ? LayZigZag(random) : LayLoop(random);
	if (random.OneIn(2))
	{
		std::reverse(m_plan.begin(), m_plan.end());
	}
	std::vector<b2Vec2> vertices;
	for (Point& point : m_plan)
	{
		vertices.push_back(frame.VertexAt(frame.Snapped(point, 16.0)));
		point = frame.PlanOf(vertices.back());
	}
	const auto count = static_cast<int32>(vertices.size());
	if (kind == Kind::Loop)
	{
		m_shape.CreateLoop(vertices.data(), count);
	}
	else
	{
		const size_t last = vertices.size() - 1;
		m_shape.CreateChain(vertices.data(), count, 2.0f * vertices[0] - vertices[1],
		                    2.0f * vertices[last] - vertices[last - 1]);
	}
}

// Lays out a zig-zag. Its steps to the right are 0.5 to 1 long. The vertices are alternately 0.5 to 1 above and below
// the axis. So no edge is flatter than 45 degrees. A line through a middle edge that is at least so steep leaves the
// zig-zag's band far from both ends.
void Barrier::LayZigZag(SceneRandom& random)
{
	double x = 0.0;
	for (size_t i = 0; i < k_zigZagVertices; ++i)
	{
		const double y = Uniform(random, 0.5, 1.0) * (i % 2 == 0 ? 1.0 : -1.0);
		m_plan.push_back({x * m_frame.size, y * m_frame.size});
		x += Uniform(random, 0.5, 1.0);
	}
}

// Lays out a loop, whose points are all at least 0.3 of the size away from the origin.
void Barrier::LayLoop(SceneRandom& random)
{
	const int32_t count = 3 + random.Below(10);
	const double jitter = count < 5 ? 0.05 : 0.2;
	for (int32_t i = 0; i < count; ++i)
	{
		const double angle = k_turn * (i + Uniform(random, -jitter, jitter)) / count;
		const double radius = m_frame.size * Uniform(random, 0.75, 1.0);
		m_plan.push_back({radius * std::cos(angle), radius * std::sin(angle)});
	}
}

size_t Barrier::DrawEdge(SceneRandom& random) const
{
	if (m_kind == Kind::Loop)
	{
		return static_cast<size_t>(random.Below(static_cast<int32_t>(m_plan.size())));
	}
	return k_zigZagVertices / 2 - 2 + static_cast<size_t>(random.Below(4));
}

Point Barrier::PointOfEdge(size_t edge, double share) const
{
	const Point& a = m_plan[edge];
	return a + share * (m_plan[(edge + 1) % m_plan.size()] - a);
}

double Barrier::DrawShare(SceneRandom& random) const
{
	if (m_frame.IsExact())
	{
		return random.Below(17) / 16.0;
	}
	const double share = random.OneIn(2) ? Uniform(random, 0.0, 1.0) : LogUniform(random, 1.0e-9, 0.5);
	return random.OneIn(2) ? share : 1.0 - share;
}

std::optional<Ray> Barrier::RayThrough(SceneRandom& random, const Point& through) const
{
	const Point steep = m_frame.size / 32.0 * Point{Uniform(random, -0.9, 0.9), 1.0};
	return m_kind == Kind::Loop ? RayAcrossLoop(random, through)
	                            : RayAcrossBands(random, through, m_frame.Snapped(steep));
}

std::optional<Ray> Barrier::RayAlong(SceneRandom& random, size_t edge) const
{
	const Point way = PointOfEdge(edge, 1.0) - PointOfEdge(edge, 0.0);
	return RayAcrossBands(random, PointOfEdge(edge, DrawShare(random)), 0.0625 * way);
}

// Returns a ray across the zig-zag's bands through a point. In an exact frame, its ends are integer multiples of
// `direction` away from the point.
std::optional<Ray> Barrier::RayAcrossBands(SceneRandom& random, const Point& through, Point direction) const
{
	direction = (random.OneIn(2) ? 1.0 : -1.0) * direction;
	const double size = m_frame.size;
	const bool isLong = m_frame.IsExact() == false && random.OneIn(4);
	const auto stepsTo = [&](double height)
	{
		const double beyond = isLong ? LogUniform(random, 0.2 * size, 1.0e3) : Uniform(random, 0.2, 0.8) * size;
		const double steps = (size + beyond + height) / std::abs(direction.y);
		return m_frame.IsExact() ? std::ceil(steps) : steps;
	};
	const double height = direction.y > 0.0 ? through.y : -through.y;
	const double before = stepsTo(height);
	const double after = stepsTo(-height);
	return IfCertain(m_frame.RayThrough(through - before * direction, through, (before + after) / before));
}

std::optional<Ray> Barrier::RayAcrossLoop(SceneRandom& random, const Point& through) const
{
	const Point inside = DrawInside(random);
	const double reach = (1.2 * m_frame.size + Length(inside)) / Length(through - inside);
	const bool isLong = m_frame.IsExact() == false && random.OneIn(4);
	const double factor = isLong ? LogUniform(random, reach, 1.0e3 * reach) : std::ceil(reach);
	if (random.OneIn(2))
	{
		return IfCertain(m_frame.RayThrough(inside, through, factor));
	}
	const Point outside = inside + factor * (through - inside);
	return IfCertain(m_frame.RayThrough(outside, through, factor / (factor - 1.0)));
}

Point Barrier::DrawInside(SceneRandom& random) const
{
	const double reach = 0.1 * m_frame.size;
	return m_frame.Snapped({Uniform(random, -reach, reach), Uniform(random, -reach, reach)});
}

Point Barrier::DrawOutside(SceneRandom& random) const
{
	const double distance = m_frame.size * Uniform(random, 1.2, 3.0);
	const double angle = Uniform(random, 0.0, k_turn);
	return m_frame.Snapped({distance * std::cos(angle), distance * std::sin(angle)});
}

bool Barrier::IsCertain(const Ray& ray) const
{
	const Point start = m_frame.FromWorld(ray.origin, m_frame.pose);
	const Point way = static_cast<double>(ray.maxFraction) * m_frame.FromWorldDirection(ray.translation);
	const Point end = start + way;
	if (m_kind == Kind::Loop)
	{
		return (IsInside(start) && IsOutside(end)) || (IsOutside(start) && IsInside(end));
	}

	// The ray must cross the whole band of the zig-zag, from above its top to below its bottom, or the reverse.
	const double top = 1.1 * m_frame.size;
	const double lowX = std::min(m_plan.front().x, m_plan.back().x) + 0.1 * m_frame.size;
	const double highX = std::max(m_plan.front().x, m_plan.back().x) - 0.1 * m_frame.size;
	const auto isWithin = [&](double y)
	{
		const double x = start.x + way.x * (y - start.y) / way.y;
		return lowX < x && x < highX;
	};
	return std::min(start.y, end.y) < -top && std::max(start.y, end.y) > top && isWithin(top) && isWithin(-top);
}

std::optional<Ray> Barrier::IfCertain(const Ray& ray) const
{
	return IsCertain(ray) ? std::optional(ray) : std::nullopt;
}

} // namespace ricochet::leaks
