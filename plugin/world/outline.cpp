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

// More than a few floats round by.
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

	outline.center = {static_cast<float>(0.5 * (lower.x + upper.x)), static_cast<float>(0.5 * (lower.y + upper.y))};
	double most = 0.0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec<double> offset = places[i] - Lift<double>(outline.center);
		outline.x[i] = static_cast<float>(offset.x);
		outline.y[i] = static_cast<float>(offset.y);
		most = std::max({most, std::abs(offset.x), std::abs(offset.y)});
	}
	std::fill(outline.x.begin() + static_cast<std::ptrdiff_t>(vertices.size()), outline.x.end(), outline.x[0]);
	std::fill(outline.y.begin() + static_cast<std::ptrdiff_t>(vertices.size()), outline.y.end(), outline.y[0]);
	// Of offsets and what is computed with them by floats, and of places by doubles where a small shape is far out.
	const double rounding =
	    0x1p-18 * most + 0x1p-48 * (std::abs(outline.center.x) + std::abs(outline.center.y)) + 0x1p-100;
	outline.margin = static_cast<float>(k_grown * (geometry.radius * toWorld.Scale() + rounding));
	return true;
}

b2AABB Outline::Box() const
{
	const auto [left, right] = std::minmax_element(x.begin(), x.end());
	const auto [bottom, top] = std::minmax_element(y.begin(), y.end());
	const auto below = [&](float middle, float offset)
	{
		return middle + (offset - margin) - 0x1p-22f * std::abs(middle);
	};
	const auto above = [&](float middle, float offset)
	{
		return middle + (offset + margin) + 0x1p-22f * std::abs(middle);
	};
	b2AABB box;
	box.lowerBound = {below(center.x, *left), below(center.y, *bottom)};
	box.upperBound = {above(center.x, *right), above(center.y, *top)};
	return box;
}

Circle32 Outline::Circle() const
{
	float squared = 0.0f;
	for (size_t i = 0; i < k_most; ++i)
	{
		squared = std::max(squared, x[i] * x[i] + y[i] * y[i]);
	}
	return {center.x, center.y, static_cast<float>(k_grown * (std::sqrt(static_cast<double>(squared)) + margin))};
}

} // namespace ricochet
