// MIT License, Copyright (c) 2026 the ricochet authors

#include "outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace common
{
namespace
{

constexpr float k_minSize = 2.0f * b2_linearSlop; // Box2D's shapes have a skin as thick
constexpr size_t k_maxVertices = 1024;            // CrossesItself looks at all pairs of edges

b2Vec2 Next(const std::vector<b2Vec2>& points, size_t i)
{
	return points[(i + 1) % points.size()];
}

/// Returns twice the signed area (positive if counter-clockwise) and sets the centroid. Sums are relative to the first
/// point, for precision.
float DoubleArea(const std::vector<b2Vec2>& points, b2Vec2& centroid)
{
	float area = 0.0f;
	b2Vec2 moment{0.0f, 0.0f};
	for (size_t i = 0; i < points.size(); ++i)
	{
		const b2Vec2 a = points[i] - points[0];
		const b2Vec2 b = Next(points, i) - points[0];
		const float cross = b2Cross(a, b);
		area += cross;
		moment += cross * (a + b);
	}
	centroid = points[0] + (1.0f / (3.0f * area)) * moment;
	return area;
}

/// True if every vertex is left of every edge, or less far to the right than Box2D's tolerance.
bool IsConvex(const std::vector<b2Vec2>& points)
{
	for (size_t i = 0; i < points.size(); ++i)
	{
		const b2Vec2 edge = Next(points, i) - points[i];
		const float slop = b2_linearSlop * std::hypot(edge.x, edge.y);
		const auto isLeft = [&](b2Vec2 point)
		{
			return b2Cross(edge, point - points[i]) >= -slop;
		};
		if (std::all_of(points.begin(), points.end(), isLeft) == false)
		{
			return false;
		}
	}
	return true;
}

/// True if c and d lie strictly on different sides of the line through a and b.
bool Splits(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	const float sideC = b2Cross(b - a, c - a);
	const float sideD = b2Cross(b - a, d - a);
	return (sideC > 0.0f && sideD < 0.0f) || (sideC < 0.0f && sideD > 0.0f);
}

/// True if two edges cross. A touch is no crossing.
bool CrossesItself(const std::vector<b2Vec2>& points)
{
	for (size_t i = 0; i < points.size(); ++i)
	{
		for (size_t k = i + 2; k < points.size(); ++k)
		{
			const b2Vec2 a = points[i], b = Next(points, i), c = points[k], d = Next(points, k);
			if (Splits(a, b, c, d) && Splits(c, d, a, b))
			{
				return true;
			}
		}
	}
	return false;
}

} // namespace

OutlineReader::OutlineReader(ObjectDef& object, b2Vec2 corner, float rotation)
    : m_object(object), m_corner(corner), m_rotation(rotation)
{
}

void OutlineReader::PutBody(b2Vec2 center)
{
	m_object.position = m_corner + b2Mul(b2Rot(m_rotation), center);
	m_object.angle = m_rotation;
	for (b2Vec2& vertex : m_object.vertices)
	{
		vertex -= center;
	}
}

std::string OutlineReader::Box(float width, float height)
{
	if (width < k_minSize || height < k_minSize)
	{
		return fmt::format("is {:g} m by {:g} m; both must be at least {:g} m", width, height, k_minSize);
	}
	// Tiled's y is down, so the box hangs below its corner.
	m_object.outline = Outline::Polygon;
	m_object.vertices = {{0.0f, -height}, {width, -height}, {width, 0.0f}, {0.0f, 0.0f}};
	PutBody({0.5f * width, -0.5f * height});
	return {};
}

std::string OutlineReader::Ellipse(float width, float height)
{
	if (width < k_minSize || height < k_minSize)
	{
		return fmt::format("is {:g} m by {:g} m; both must be at least {:g} m", width, height, k_minSize);
	}
	const b2Vec2 center{0.5f * width, -0.5f * height};
	m_object.vertices.clear();
	if (width == height)
	{
		m_object.outline = Outline::Circle;
		m_object.radius = 0.5f * width;
	}
	else
	{
		m_object.outline = Outline::Polygon;
		for (int32_t i = 0; i < b2_maxPolygonVertices; ++i)
		{
			const float angle = 2.0f * b2_pi * (static_cast<float>(i) + 0.5f) / b2_maxPolygonVertices;
			m_object.vertices.push_back(center + b2Vec2{center.x * std::cos(angle), -center.y * std::sin(angle)});
		}
	}
	PutBody(center);
	return {};
}

std::string OutlineReader::Capsule(float width, float height)
{
	const float radius = 0.5f * std::min(width, height);
	const float half = 0.5f * std::max(width, height) - radius; // of the segment in the middle
	if (2.0f * half <= b2_linearSlop)
	{
		return Ellipse(2.0f * radius, 2.0f * radius);
	}
	if (radius <= b2_polygonRadius)
	{
		return fmt::format("is a capsule {:g} m thick; it must be thicker than {:g} m", 2.0f * radius,
		                   2.0f * b2_polygonRadius);
	}
	const b2Vec2 center{0.5f * width, -0.5f * height};
	const b2Vec2 end = width > height ? b2Vec2{half, 0.0f} : b2Vec2{0.0f, half};
	m_object.outline = Outline::Capsule;
	m_object.radius = radius;
	m_object.vertices = {center - end, center + end};
	PutBody(center);
	return {};
}

std::string OutlineReader::Polygon(std::vector<b2Vec2> points)
{
	if (points.size() < 3 || points.size() > k_maxVertices)
	{
		return fmt::format("is a polygon of {} points; it takes 3 to {}", points.size(), k_maxVertices);
	}
	b2Vec2 centroid{0.0f, 0.0f};
	const float doubleArea = DoubleArea(points, centroid);
	if (!(std::abs(doubleArea) > k_minSize * k_minSize))
	{
		return fmt::format("is a polygon without area ({:g} m^2)", 0.5f * std::abs(doubleArea));
	}
	if (doubleArea < 0.0f)
	{
		std::reverse(points.begin(), points.end());
	}
	const bool isConvex = IsConvex(points);
	if (isConvex == false && CrossesItself(points))
	{
		return "is a polygon that crosses itself";
	}

	const bool isOnePolygon = isConvex && points.size() <= b2_maxPolygonVertices;
	if (isOnePolygon == false && m_object.body != b2_staticBody)
	{
		return fmt::format("is a {} polygon of {} vertices; a body that moves takes convex ones of up to {}",
		                   isConvex ? "convex" : "concave", points.size(), b2_maxPolygonVertices);
	}
	m_object.outline = isOnePolygon ? Outline::Polygon : Outline::Loop;
	m_object.vertices = std::move(points);
	PutBody(centroid);
	return {};
}

std::string OutlineReader::Polyline(std::vector<b2Vec2> points)
{
	if (points.size() < 2 || points.size() > k_maxVertices)
	{
		return fmt::format("is a polyline of {} points; it takes 2 to {}", points.size(), k_maxVertices);
	}
	if (m_object.body == b2_dynamicBody)
	{
		return "is a polyline, which has no mass and cannot be dynamic";
	}
	m_object.outline = Outline::Chain;
	m_object.vertices = std::move(points);
	PutBody(m_object.vertices[0]);
	return {};
}

} // namespace common
