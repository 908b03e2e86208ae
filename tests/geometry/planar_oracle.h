// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/geometry/planar_polygon.h>

#include <array>
#include <string>
#include <vector>

// The contract of planar_polygon.h in rational arithmetic. It shares no method with the library. It follows the line to
// its intersection with the plane, and projects polygons along the ray onto a coordinate plane by division. There it
// counts the edges above the point.

namespace ricochet::test
{

struct Exact3
{
	std::array<mpq_class, 3> at;
};

inline Exact3 ToExact(Vec3 v)
{
	return {{mpq_class(v.x), mpq_class(v.y), mpq_class(v.z)}};
}

inline Exact3 operator+(const Exact3& a, const Exact3& b)
{
	return {{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2]}};
}

inline Exact3 operator-(const Exact3& a, const Exact3& b)
{
	return {{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
}

inline Exact3 operator*(const mpq_class& s, const Exact3& a)
{
	return {{s * a.at[0], s * a.at[1], s * a.at[2]}};
}

inline mpq_class DotOf(const Exact3& a, const Exact3& b)
{
	return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

inline Exact3 CrossOf(const Exact3& a, const Exact3& b)
{
	return {{a.at[1] * b.at[2] - a.at[2] * b.at[1], a.at[2] * b.at[0] - a.at[0] * b.at[2],
	         a.at[0] * b.at[1] - a.at[1] * b.at[0]}};
}

inline bool IsFinite3(Vec3 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

inline std::string ToText(Vec3 v)
{
	return "{" + ToText(v.x) + ", " + ToText(v.y) + ", " + ToText(v.z) + "}";
}

inline std::string ToText(std::span<const Vec3> vertices)
{
	std::string text = "{";
	for (const Vec3& v : vertices)
	{
		text += (text.size() > 1 ? ", " : "") + ToText(v);
	}
	return text + "}";
}

inline std::string ToText(const Ray3& ray)
{
	return "{" + ToText(ray.origin) + ", " + ToText(ray.translation) + ", " + ToText(ray.maxFraction) + "}";
}

/// Newell's normal and the mean of the vertices.
struct ExactPlane
{
	Exact3 normal, mean;
	bool isExact = true; ///< every vertex is in the plane

	explicit ExactPlane(std::span<const Vec3> vertices)
	{
		const mpq_class count(static_cast<unsigned long>(vertices.size()));
		for (size_t i = 0; i < vertices.size(); ++i)
		{
			const Exact3 a = ToExact(vertices[i]);
			normal = normal + CrossOf(a, ToExact(vertices[(i + 1) % vertices.size()]));
			mean = mean + (1 / count) * a;
		}
		for (const Vec3& v : vertices)
		{
			isExact = isExact && HeightOf(ToExact(v)) == 0;
		}
	}

	mpq_class HeightOf(const Exact3& p) const { return DotOf(normal, p - mean); }

	size_t LargestAxis() const
	{
		size_t axis = 0;
		for (size_t i = 1; i < 3; ++i)
		{
			axis = abs(normal.at[i]) > abs(normal.at[axis]) ? i : axis;
		}
		return axis;
	}
};

/// True if the closed polygon contains the point by the even-odd rule. Counts the edges above the point.
inline bool IsInClosed(const ExactVec& p, std::span<const ExactVec> polygon)
{
	bool inside = false;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const ExactVec& a = polygon[i];
		const ExactVec& b = polygon[(i + 1) % polygon.size()];
		if (a.x == b.x)
		{
			if (p.x == a.x && p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y))
			{
				return true;
			}
			continue;
		}
		if (p.x < std::min(a.x, b.x) || p.x > std::max(a.x, b.x))
		{
			continue;
		}
		const mpq_class y = a.y + (p.x - a.x) / (b.x - a.x) * (b.y - a.y);
		if (y == p.y)
		{
			return true;
		}
		const bool isOwned = (a.x <= p.x) != (b.x <= p.x);
		inside = inside != (isOwned && y > p.y);
	}
	return inside;
}

inline ExactVec Flatten(const Exact3& v, size_t axis)
{
	return axis == 0 ? ExactVec{v.at[1], v.at[2]}
	                 : (axis == 1 ? ExactVec{v.at[2], v.at[0]} : ExactVec{v.at[0], v.at[1]});
}

inline std::vector<ExactVec> Flatten(std::span<const Vec3> vertices, size_t axis)
{
	std::vector<ExactVec> flat;
	for (const Vec3& v : vertices)
	{
		flat.push_back(Flatten(ToExact(v), axis));
	}
	return flat;
}

/// The expected result of a cast at a valid polygon.
struct ExactCrossing3
{
	mpq_class fraction;
	bool startsInside = false;
	bool isInPlane = false;
};

/// Returns the result for a ray in the plane. It enters at the first edge that it crosses, or starts inside.
inline std::optional<ExactCrossing3> ExactInPlane(const Ray3& ray, std::span<const Vec3> vertices,
                                                  const ExactPlane& plane)
{
	const size_t axis = plane.LargestAxis();
	const std::vector<ExactVec> flat = Flatten(vertices, axis);
	const ExactVec o = Flatten(ToExact(ray.origin), axis);
	const ExactVec d = Flatten(ToExact(ray.translation), axis);
	const mpq_class end(ray.maxFraction);
	if ((d.x == 0 && d.y == 0) || end == 0)
	{
		return IsInClosed(o, flat) ? std::optional(ExactCrossing3{0, true, true}) : std::nullopt;
	}

	// Collects all fractions at which the line crosses an edge. Between two of them, the line is in the polygon if the
	// midpoint is.
	std::vector<mpq_class> met;
	for (size_t i = 0; i < flat.size(); ++i)
	{
		const ExactVec& a = flat[i];
		const ExactVec& b = flat[(i + 1) % flat.size()];
		const mpq_class squared = d.x * d.x + d.y * d.y;
		const mpq_class sideA = d.x * (a.y - o.y) - d.y * (a.x - o.x);
		const mpq_class sideB = d.x * (b.y - o.y) - d.y * (b.x - o.x);
		const mpq_class alongA = ((a.x - o.x) * d.x + (a.y - o.y) * d.y) / squared;
		const mpq_class alongB = ((b.x - o.x) * d.x + (b.y - o.y) * d.y) / squared;
		if (sideA == 0)
		{
			met.push_back(alongA);
		}
		if (sgn(sideA) * sgn(sideB) < 0)
		{
			met.push_back(alongA + sideA / (sideA - sideB) * (alongB - alongA));
		}
	}
	std::sort(met.begin(), met.end());
	// Merges parts of the closed polygon that touch. [t0, t1] is the first one with t1 > 0.
	for (size_t i = 0; i < met.size(); ++i)
	{
		const mpq_class t0 = met[i];
		mpq_class t1 = t0;
		for (; i + 1 < met.size(); ++i)
		{
			const mpq_class middle = (met[i] + met[i + 1]) / 2;
			if (IsInClosed({o.x + middle * d.x, o.y + middle * d.y}, flat) == false)
			{
				break;
			}
			t1 = met[i + 1];
		}
		if (t1 > 0)
		{
			const bool startsInside = t0 < 0;
			return t0 <= end ? std::optional(ExactCrossing3{startsInside ? mpq_class(0) : t0, startsInside, true})
			                 : std::nullopt;
		}
	}
	return std::nullopt;
}

/// Requires: the numbers are finite, maxFraction >= 0, and the polygon has an area.
inline std::optional<ExactCrossing3> ExactCast(const Ray3& ray, std::span<const Vec3> vertices)
{
	const ExactPlane plane(vertices);
	const Exact3 o = ToExact(ray.origin);
	const Exact3 d = ToExact(ray.translation);
	const mpq_class end(ray.maxFraction);
	const mpq_class height = plane.HeightOf(o);
	const mpq_class slope = DotOf(plane.normal, d);
	const mpq_class squared = DotOf(d, d);
	if (squared == 0 || end == 0 || (slope == 0 && height == 0))
	{
		return height == 0 ? ExactInPlane(ray, vertices, plane) : std::nullopt;
	}

	// Projects along the ray onto the coordinate plane through the origin.
	size_t axis = 0;
	while (d.at[axis] == 0)
	{
		++axis;
	}
	std::vector<ExactVec> silhouette;
	mpq_class first;
	mpq_class last;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Exact3 v = ToExact(vertices[i]);
		silhouette.push_back(Flatten(v - ((v.at[axis] - o.at[axis]) / d.at[axis]) * d, axis));
		const mpq_class along = DotOf(d, v - o) / squared;
		first = i == 0 || along < first ? along : first;
		last = i == 0 || along > last ? along : last;
	}
	if (IsInClosed(Flatten(o, axis), silhouette) == false)
	{
		return std::nullopt;
	}

	// A fraction outside the range of the vertices is clamped to this range.
	const mpq_class fraction = slope == 0 ? mpq_class(first - 1) : mpq_class(-height / slope);
	const mpq_class held = std::min(std::max(fraction, first), last);
	return held > 0 && held <= end ? std::optional(ExactCrossing3{held}) : std::nullopt;
}

/// Returns an empty string if every number of the result is right to within its guaranteed error.
inline std::string CrossingMismatch(const Ray3& ray, std::span<const Vec3> vertices, const Crossing3& got,
                                    const ExactCrossing3& exact)
{
	if (IsWithinOneUlp(got.fraction, exact.fraction) == false || got.fraction < 0.0f || got.fraction > ray.maxFraction)
	{
		return "fraction " + ToText(got.fraction);
	}
	if (got.startsInside != exact.startsInside)
	{
		return "startsInside";
	}
	const Exact3 point = ToExact(ray.origin) + mpq_class(got.fraction) * ToExact(ray.translation);
	const std::array<float, 3> p = {got.point.x, got.point.y, got.point.z};
	for (size_t i = 0; i < 3; ++i)
	{
		const bool isClamped = std::abs(p[i]) == std::numeric_limits<float>::max();
		if (isClamped == false && IsWithinOneUlp(p[i], point.at[i]) == false)
		{
			return "point";
		}
	}

	if (exact.startsInside)
	{
		return got.normal == Vec3{} && got.edge == -1 ? "" : "a normal or an edge inside";
	}
	if ((got.edge >= 0) != exact.isInPlane)
	{
		return "edge";
	}
	const ExactPlane plane(vertices);
	Exact3 direction = plane.normal;
	if (exact.isInPlane)
	{
		const size_t i = static_cast<size_t>(got.edge);
		direction = CrossOf(ToExact(vertices[(i + 1) % vertices.size()]) - ToExact(vertices[i]), plane.normal);
	}
	const mpq_class facing = DotOf(direction, ToExact(ray.translation));
	const int turn = facing != 0 ? -sgn(facing) : sgn(plane.HeightOf(ToExact(ray.origin)));
	const mpf_class largest(
	    std::max({mpq_class(abs(direction.at[0])), mpq_class(abs(direction.at[1])), mpq_class(abs(direction.at[2]))}));
	std::array<double, 3> unit{};
	for (size_t i = 0; i < 3; ++i)
	{
		unit[i] = mpf_class(mpf_class(direction.at[i]) / largest).get_d();
	}
	const double length = std::sqrt(unit[0] * unit[0] + unit[1] * unit[1] + unit[2] * unit[2]);
	const std::array<float, 3> n = {got.normal.x, got.normal.y, got.normal.z};
	for (size_t i = 0; i < 3; ++i)
	{
		if (std::abs(n[i] - turn * unit[i] / length) > 0x1p-23)
		{
			return "normal " + ToText(got.normal);
		}
	}
	return "";
}

inline std::string PlanarMismatch(const Ray3& ray, std::span<const Vec3> vertices)
{
	const std::optional<Crossing3> got = CastPlanarPolygon(ray, vertices);
	const std::optional<ExactCrossing3> exact = ExactCast(ray, vertices);
	std::string wrong;
	if (got.has_value() != exact.has_value())
	{
		wrong = got.has_value() ? "hit, not miss" : "miss, not hit";
	}
	else if (got.has_value())
	{
		wrong = CrossingMismatch(ray, vertices, *got, *exact);
	}
	return wrong.empty() ? "" : wrong + "\nCastPlanarPolygon(" + ToText(ray) + ", " + ToText(vertices) + ")";
}

} // namespace ricochet::test
