// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/plane.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

bool IsFinite(Vec3 v)
{
	return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

int LargestAxis(double x, double y, double z)
{
	const double a = std::abs(x);
	const double b = std::abs(y);
	const double c = std::abs(z);
	return a >= b && a >= c ? 0 : (b >= c ? 1 : 2);
}

Plane::Plane(std::span<const Vec3> vertices) : m_vertices(vertices), m_bounded(Sum<Bounded>()) {}

template <class T>
Plane::PlaneTerms<T> Plane::Sum() const
{
	const SpaceVec<T> first = Lift<T>(m_vertices[0]);
	SpaceVec<T> last = Lift<T>(m_vertices[1]) - first;
	SpaceVec<T> sum = last;
	SpaceVec<T> normal{T(0.0f), T(0.0f), T(0.0f)};
	for (size_t i = 2; i < m_vertices.size(); ++i)
	{
		const SpaceVec<T> next = Lift<T>(m_vertices[i]) - first;
		normal = normal + Cross(last, next);
		sum = sum + next;
		last = next;
	}
	return {normal, Dot(normal, sum)};
}

SpaceVec<double> Plane::CertainNormal() const
{
	const SpaceVec<Bounded>& n = m_bounded.normal;
	const SpaceVec<double> estimate{n.x.value, n.y.value, n.z.value};
	const double length = std::max({std::abs(estimate.x), std::abs(estimate.y), std::abs(estimate.z)});
	const double error = std::max({n.x.error, n.y.error, n.z.error});
	if (IsCertain({length, error}))
	{
		return estimate;
	}
	const SpaceVec<Exact>& exact = Normal<Exact>();
	return {exact.x.ToDouble(), exact.y.ToDouble(), exact.z.ToDouble()};
}

Plane::Scale Plane::HeightScale() const
{
	Vec3 lower = m_vertices[0];
	Vec3 upper = m_vertices[0];
	for (const Vec3& v : m_vertices)
	{
		lower = {std::min(lower.x, v.x), std::min(lower.y, v.y), std::min(lower.z, v.z)};
		upper = {std::max(upper.x, v.x), std::max(upper.y, v.y), std::max(upper.z, v.z)};
	}
	double extent = 0.0;
	double largest = 0.0;
	for (int axis = 0; axis < 3; ++axis)
	{
		const double low = CoordinateOf(lower, axis);
		const double high = CoordinateOf(upper, axis);
		extent = std::max(extent, high - low);
		largest = std::max({largest, std::abs(low), std::abs(high)});
	}
	const SpaceVec<double> n = CertainNormal();
	const double unit = static_cast<double>(m_vertices.size()) * std::sqrt(Dot(n, n));
	return {std::max(0x1p-13 * extent, 0x1p-21 * largest) * unit, unit};
}

} // namespace ricochet
