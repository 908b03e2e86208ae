// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/polygon_check.h"

#include "support/oracle.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

namespace ricochet::test
{

namespace
{

constexpr double k_turn = 2.0 * std::numbers::pi;

bool IsArc(const SightVertex& vertex)
{
	return vertex.side == SightSide::Arc || vertex.side == SightSide::Rim;
}

// Returns the angle from one point to another about a center, counter-clockwise positive.
double AngleAbout(Point2 center, Point2 from, Point2 to)
{
	return std::atan2(Cross(from - center, to - center), Dot(from - center, to - center));
}

class Check
{
public:
	Check(std::span<const SightVertex> polygon, b2Vec2 eye, float radius)
	    : m_polygon(polygon), m_eye(Widen(eye)), m_radius(radius)
	{
	}

	std::string Run()
	{
		if (m_polygon.size() == 1 || m_polygon.size() == 2)
		{
			m_wrong << "a polygon of " << m_polygon.size() << " vertices\n";
		}
		double turn = 0.0, error = 1e-6;
		for (size_t i = 0; i < m_polygon.size(); ++i)
		{
			const Point2 a = Widen(m_polygon[i].point) - m_eye;
			const Point2 b = Widen(m_polygon[(i + 1) % m_polygon.size()].point) - m_eye;
			const double ulp = Ulp(a, b);
			CheckVertex(i, a, ulp);
			CheckSide(i, a, b, ulp);
			if (m_polygon[i].side != SightSide::Shadow)
			{
				turn += std::atan2(Cross(a, b), Dot(a, b));
				error += 2.0 * ulp / std::max(std::min(Length(a), Length(b)), ulp);
			}
		}
		if (turn > k_turn + error)
		{
			m_wrong << "more than once around: " << turn << "\n";
		}
		return m_wrong.str();
	}

private:
	double Ulp(Point2 a, Point2 b) const
	{
		return std::max({UlpAt(a.x + m_eye.x), UlpAt(a.y + m_eye.y), UlpAt(b.x + m_eye.x), UlpAt(b.y + m_eye.y)});
	}

	void CheckVertex(size_t i, Point2 p, double ulp)
	{
		const SightVertex& vertex = m_polygon[i];
		if (vertex.point.IsValid() == false || Length(p) > m_radius * (1.0 + 0x1p-26) + 1.5 * ulp)
		{
			m_wrong << "vertex " << i << " is beyond the radius\n";
		}
		const bool isSolid = vertex.side == SightSide::Wall || vertex.side == SightSide::Arc;
		if (isSolid == false && (vertex.fixture != nullptr || vertex.edge != -1))
		{
			m_wrong << "side " << i << " is on nothing and names an edge\n";
		}
		if (IsArc(vertex) == false && vertex.radius != 0.0f)
		{
			m_wrong << "side " << i << " is straight and has a radius\n";
		}
		if (vertex.side == SightSide::Wall && vertex.edge < 0)
		{
			m_wrong << "side " << i << " names no edge\n";
		}
	}

	void CheckSide(size_t i, Point2 a, Point2 b, double ulp)
	{
		const SightVertex& vertex = m_polygon[i];
		const double turn = Cross(a, b), error = 2.0 * ulp * (Length(a) + Length(b) + ulp);
		if (turn < -error || (vertex.side == SightSide::Shadow && turn > error))
		{
			m_wrong << "side " << i << (turn < 0.0 ? " is clockwise\n" : " is not along a line of sight\n");
		}
		if (IsArc(vertex) == false)
		{
			return;
		}
		const Point2 center = Widen(vertex.center) - m_eye;
		const double radius = vertex.radius;
		const double slack = 2.0 * ulp + UlpAt(radius) + 0x1p-25 * (Length(a) + radius);
		if (std::abs(Length(a - center) - radius) > slack || std::abs(Length(b - center) - radius) > slack)
		{
			m_wrong << "side " << i << " does not start and end on its circle\n";
		}
		const double angle = AngleAbout(center, a, b);
		const double angleError = 4.0 * ulp / radius + 1e-6;
		if (vertex.side == SightSide::Rim)
		{
			const bool isHere = center.x == 0.0 && center.y == 0.0 && vertex.radius == static_cast<float>(m_radius);
			if (isHere == false || angle > 0.25 * k_turn + angleError || angle < -angleError)
			{
				m_wrong << "side " << i << " is no quarter of the rim\n";
			}
		}
		else if (angle > angleError)
		{
			m_wrong << "side " << i << " does not bulge at the eye\n";
		}
	}

	std::span<const SightVertex> m_polygon;
	Point2 m_eye;
	double m_radius;
	std::ostringstream m_wrong;
};

// Returns the distance from the origin to the nearer or farther point of a circle in a direction.
double CircleAlong(Point2 center, double radius, Point2 direction, bool nearer)
{
	const double along = Dot(center, direction), side = Cross(center, direction);
	const double half = std::sqrt(std::max(0.0, radius * radius - side * side));
	return nearer ? along - half : along + half;
}

} // namespace

std::string PolygonFault(std::span<const SightVertex> polygon, b2Vec2 eye, float radius)
{
	return Check(polygon, eye, radius).Run();
}

double UlpAt(double coordinate)
{
	const float magnitude = std::abs(static_cast<float>(coordinate));
	return static_cast<double>(std::nextafter(magnitude, std::numeric_limits<float>::infinity())) -
	       static_cast<double>(magnitude);
}

double AreaOf(std::span<const SightVertex> polygon)
{
	double twice = 0.0;
	const Point2 base = polygon.empty() ? Point2{} : Widen(polygon[0].point);
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& vertex = polygon[i];
		const Point2 a = Widen(vertex.point) - base, b = Widen(polygon[(i + 1) % polygon.size()].point) - base;
		twice += Cross(a, b);
		if (IsArc(vertex))
		{
			const double angle = AngleAbout(Widen(vertex.center) - base, a, b), radius = vertex.radius;
			twice += radius * radius * (angle - std::sin(angle));
		}
	}
	return 0.5 * twice;
}

double DistanceTo(std::span<const SightVertex> polygon, b2Vec2 eye, double angle)
{
	return DistanceAlong(polygon, eye, {std::cos(angle), std::sin(angle)});
}

double DistanceAlong(std::span<const SightVertex> polygon, b2Vec2 eye, Point2 direction)
{
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const SightVertex& vertex = polygon[i];
		const Point2 a = Widen(vertex.point) - Widen(eye);
		const Point2 b = Widen(polygon[(i + 1) % polygon.size()].point) - Widen(eye);
		// Points are rounded, so a shadow side may cover a tiny angle: it counts only if both ends are ahead. Other
		// sides cover up to half a turn.
		const bool isAhead = Dot(a, direction) > 0.0 && Dot(b, direction) > 0.0;
		if ((isAhead || vertex.side != SightSide::Shadow) && Cross(a, direction) >= 0.0 && Cross(direction, b) > 0.0)
		{
			const Point2 center = Widen(vertex.center) - Widen(eye);
			return IsArc(vertex) ? CircleAlong(center, vertex.radius, direction, vertex.side == SightSide::Arc)
			                     : Cross(a, b - a) / Cross(direction, b - a);
		}
	}
	return 0.0;
}

std::string ToText(std::span<const SightVertex> polygon)
{
	static constexpr const char* k_names[] = {"Wall", "Arc", "Shadow", "Rim"};
	std::string text;
	for (const SightVertex& vertex : polygon)
	{
		text += "  " + ToText(vertex.point) + " " + k_names[static_cast<size_t>(vertex.side)] + " child " +
		        std::to_string(vertex.child) + " edge " + std::to_string(vertex.edge) + "\n";
	}
	return text;
}

std::string ToText(std::span<const Segment> walls)
{
	std::string text = "const Segment walls[] = {";
	for (const Segment& wall : walls)
	{
		text += "{" + ToText(wall.a) + ", " + ToText(wall.b) + "}, ";
	}
	return text + "};\n";
}

} // namespace ricochet::test
