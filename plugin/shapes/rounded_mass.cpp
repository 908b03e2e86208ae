// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/rounded_mass.h"

#include "geometry/elementary.h"
#include "geometry/vec.h"

#include <cmath>
#include <span>

namespace ricochet
{

namespace
{

// Area, first moment and moment of inertia about a point, all at density 1.
struct Moments
{
	double area = 0.0;
	Vec<double> first{0.0, 0.0};
	double second = 0.0;

	// A part, by its centroid and its moment of inertia about that.
	void Add(double partArea, const Vec<double>& centroid, double inertia)
	{
		area += partArea;
		first = first + partArea * centroid;
		second += inertia + partArea * Dot(centroid, centroid);
	}
};

// The triangle that an edge spans with the origin: of a vertices' sum, those that are outside cancel.
void AddTriangle(const Vec<double>& a, const Vec<double>& b, Moments& moments)
{
	const double twice = Cross(a, b);
	moments.area += 0.5 * twice;
	moments.first = moments.first + (twice / 6.0) * (a + b);
	moments.second += (twice / 12.0) * (Dot(a, a) + Dot(a, b) + Dot(b, b));
}

void AddRectangle(const Vec<double>& a, const Vec<double>& b, double radius, Moments& moments)
{
	const Vec<double> along = b - a;
	const double length = Length(along);
	if (length > 0.0)
	{
		const Vec<double> normal{along.y / length, -along.x / length};
		const double area = length * radius;
		moments.Add(area, 0.5 * (a + b) + (0.5 * radius) * normal, area * (length * length + radius * radius) / 12.0);
	}
}

// Between the normals of the edges before and after a vertex. The centroid of a sector of half angle h is
// 2 r sin(h) / (3 h) from its centre, its moment of inertia about that centre A r^2 / 2.
void AddSector(const Vec<double>& before, const Vec<double>& vertex, const Vec<double>& after, double radius,
               Moments& moments)
{
	const Vec<double> in = UnitOf(vertex - before);
	const Vec<double> out = UnitOf(after - vertex);
	// Half of the turn, from 0 to a quarter of a full one.
	const double half = 0.5 * AngleOf(Dot(in, out), std::abs(Cross(in, out)));
	if (half > 0.0)
	{
		const double sine = SinCosOf(half).sin;
		const Vec<double> sum = in + out;
		// Where the way turns back, as at the end of a capsule, the sum is none.
		const Vec<double> middle = Dot(sum, sum) > 0x1p-40 ? UnitOf({sum.y, -sum.x}) : in;
		const double area = half * radius * radius;
		const double distance = 2.0 * radius * sine / (3.0 * half);
		const double aboutCenter = 0.5 * area * radius * radius;
		moments.Add(area, vertex + distance * middle, aboutCenter - area * distance * distance);
	}
}

} // namespace

b2MassData RoundedMass(const b2PolygonShape& polygon, float density)
{
	const std::span<const b2Vec2> vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
	const Vec<double> origin = Lift<double>(vertices[0]);
	const double radius = RoundOf(polygon);
	const size_t count = vertices.size();
	const auto at = [&](size_t i)
	{
		return Lift<double>(vertices[i % count]) - origin;
	};
	Moments moments;
	for (size_t i = 0; i < count; ++i)
	{
		AddTriangle(at(i), at(i + 1), moments);
		AddRectangle(at(i), at(i + 1), radius, moments);
		AddSector(at(i + count - 1), at(i), at(i + 1), radius, moments);
	}
	const Vec<double> offset = (1.0 / moments.area) * moments.first;
	const Vec<double> center = origin + offset;
	const double aboutCentroid = moments.second - moments.area * Dot(offset, offset);
	const double mass = density * moments.area;
	b2MassData data;
	data.mass = ToFloat(mass);
	data.center = ToFloat(center);
	data.I = ToFloat(density * aboutCentroid + mass * Dot(center, center));
	return data;
}

} // namespace ricochet
