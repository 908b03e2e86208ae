// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/outline.h"

#include "geometry/pose.h"
#include "geometry/vec.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// A rotation so far from a unit one that distances in the child's frame are not those in the world.
bool IsSkewed(const b2Rot& q)
{
	const double squared = static_cast<double>(q.c) * q.c + static_cast<double>(q.s) * q.s;
	return std::abs(squared - 1.0) > 0x1p-20;
}

} // namespace

bool OutlineOf(const ChildGeometry& geometry, const b2Transform& pose, Outline& outline)
{
	const std::span<const b2Vec2> vertices = geometry.Points();
	const bool isOne = vertices.empty() == false && vertices.size() <= Outline::k_most;
	if (isOne == false || IsPose(pose) == false || (geometry.radius >= 0.0f && geometry.radius <= k_farthest) == false)
	{
		return false;
	}
	float most = 0.0f;
	for (const b2Vec2& vertex : vertices)
	{
		// Once a NaN, it stays one.
		const float x = std::abs(vertex.x);
		const float y = std::abs(vertex.y);
		const float larger = x < y || y != y ? y : x;
		most = most >= larger || most != most ? most : larger;
	}
	const double reach = 1.5 * most; // in either coordinate, however it is turned
	if ((std::abs(pose.p.x) + reach <= k_farthest && std::abs(pose.p.y) + reach <= k_farthest) == false)
	{
		return false;
	}

	outline.pose = pose;
	std::fill(std::copy(vertices.begin(), vertices.end(), outline.vertices.begin()), outline.vertices.end(),
	          vertices[0]);
	// Of what is computed with vertices by floats, and of places by doubles where a small shape is far out.
	const double rounding = 0x1p-17 * most + 0x1p-48 * (std::abs(pose.p.x) + std::abs(pose.p.y)) + 0x1p-100;
	outline.margin = IsSkewed(pose.q)
	                     ? std::numeric_limits<float>::infinity()
	                     : static_cast<float>(k_grown * (geometry.radius * ToWorld(pose).Scale() + rounding));
	return true;
}

Bounds BoundsOf(const Outline& outline, size_t count, float radius)
{
	const ToWorld toWorld(outline.pose);
	std::array<Vec<double>, Outline::k_most> places;
	Vec<double> lower{k_farthest, k_farthest};
	Vec<double> upper{-k_farthest, -k_farthest};
	for (size_t i = 0; i < count; ++i)
	{
		places[i] = toWorld(outline.vertices[i]);
		lower = {std::min(lower.x, places[i].x), std::min(lower.y, places[i].y)};
		upper = {std::max(upper.x, places[i].x), std::max(upper.y, places[i].y)};
	}
	const b2Vec2 center{static_cast<float>(0.5 * (lower.x + upper.x)), static_cast<float>(0.5 * (lower.y + upper.y))};
	double squared = 0.0;
	for (size_t i = 0; i < count; ++i)
	{
		const Vec<double> offset = places[i] - Lift<double>(center);
		squared = std::max(squared, Dot(offset, offset));
	}
	const double grown = radius * toWorld.Scale();
	const auto outwards = [&](double x, double sign)
	{
		const double moved = x + sign * (grown + 0x1p-22 * std::abs(x) + 0x1p-100);
		return static_cast<float>(moved);
	};
	Bounds bounds;
	bounds.circle = {center.x, center.y, static_cast<float>(k_grown * (std::sqrt(squared) + grown) + 0x1p-100)};
	bounds.box.lowerBound = {outwards(lower.x, -1.0), outwards(lower.y, -1.0)};
	bounds.box.upperBound = {outwards(upper.x, 1.0), outwards(upper.y, 1.0)};
	bounds.ends = {RoundToFloat(places[0]), RoundToFloat(places[count > 1 ? 1 : 0])};
	return bounds;
}

} // namespace ricochet
