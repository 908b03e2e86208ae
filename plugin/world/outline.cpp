// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/outline.h"

#include "geometry/pose.h"
#include "geometry/vec.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

// More than floats round by in what is computed with these numbers.
constexpr double k_grown = 1.0 + 0x1p-19;

// Where a cast sees a vertex, whose pose need not have a unit rotation: p + q v / |q|^2 (see cell_cover.cpp).
class ToWorld
{
public:
	explicit ToWorld(const b2Transform& pose) : m_p(Lift<double>(pose.p))
	{
		const double c = pose.q.c;
		const double s = pose.q.s;
		const double squared = c * c + s * s;
		m_cos = c / squared;
		m_sin = s / squared;
	}

	[[nodiscard]] Vec<double> operator()(b2Vec2 v) const
	{
		return {m_p.x + (m_cos * v.x - m_sin * v.y), m_p.y + (m_sin * v.x + m_cos * v.y)};
	}

	/// How much longer than in the shape's frame a length is.
	[[nodiscard]] double Scale() const { return Length(Vec<double>{m_cos, m_sin}); }

private:
	Vec<double> m_p;
	double m_cos;
	double m_sin;
};

} // namespace

bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, Outline& outline)
{
	const std::span<const b2Vec2> vertices = geometry.Points();
	if (IsPose(pose) == false || vertices.empty() || vertices.size() > Outline::k_most)
	{
		return false;
	}
	const ToWorld toWorld(pose);
	std::array<Vec<double>, Outline::k_most> places;
	Vec<double> lower{k_farthest, k_farthest};
	Vec<double> upper{-k_farthest, -k_farthest};
	bool isFinite = geometry.radius >= 0.0f && geometry.radius <= k_farthest;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		places[i] = toWorld(vertices[i]);
		isFinite = isFinite && std::abs(places[i].x) <= k_farthest && std::abs(places[i].y) <= k_farthest;
		lower = {std::min(lower.x, places[i].x), std::min(lower.y, places[i].y)};
		upper = {std::max(upper.x, places[i].x), std::max(upper.y, places[i].y)};
	}
	if (isFinite == false)
	{
		return false;
	}

	outline.circle.x = static_cast<float>(0.5 * (lower.x + upper.x));
	outline.circle.y = static_cast<float>(0.5 * (lower.y + upper.y));
	double mostSquared = 0.0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec<double> offset{places[i].x - outline.circle.x, places[i].y - outline.circle.y};
		outline.x[i] = static_cast<float>(offset.x);
		outline.y[i] = static_cast<float>(offset.y);
		mostSquared = std::max(mostSquared, Dot(offset, offset));
	}
	std::fill(outline.x.begin() + static_cast<std::ptrdiff_t>(vertices.size()), outline.x.end(), outline.x[0]);
	std::fill(outline.y.begin() + static_cast<std::ptrdiff_t>(vertices.size()), outline.y.end(), outline.y[0]);
	const double most = std::sqrt(mostSquared);
	// What double rounds by counts where a small shape is far out.
	const double rounding = 0x1p-48 * (std::abs(outline.circle.x) + std::abs(outline.circle.y)) + 0x1p-100;
	const double radius = geometry.radius * toWorld.Scale();
	outline.radius = static_cast<float>(k_grown * (radius + rounding));
	outline.circle.radius = static_cast<float>(k_grown * (most + radius + rounding));
	return true;
}

b2AABB Outline::Box() const
{
	const auto [left, right] = std::minmax_element(x.begin(), x.end());
	const auto [bottom, top] = std::minmax_element(y.begin(), y.end());
	const float margin = radius + 0x1p-19f * circle.radius;
	b2AABB box;
	const auto below = [](float center, float offset)
	{
		return center + offset - 0x1p-22f * std::abs(center);
	};
	const auto above = [](float center, float offset)
	{
		return center + offset + 0x1p-22f * std::abs(center);
	};
	box.lowerBound = {below(circle.x, *left - margin), below(circle.y, *bottom - margin)};
	box.upperBound = {above(circle.x, *right + margin), above(circle.y, *top + margin)};
	return box;
}

} // namespace ricochet
