// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/checker.h"
#include "geometry/plane.h"
#include "geometry/polygon_check.h"
#include "geometry/with_memory.h"

#include <ricochet/geometry/planar_polygon.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet
{

namespace
{

// The height of a vertex, exact only if its estimate is too close to a limit.
double HeightFor(double limit, const Plane& plane, Vec3 vertex)
{
	const Bounded estimate = plane.Height(Lift<Bounded>(vertex));
	const bool isClear = std::abs(std::abs(estimate.value) - limit) > 1.01 * estimate.error;
	return isClear ? estimate.value : plane.Height(Lift<Exact>(vertex)).ToDouble();
}

Result<> CheckFlatness(std::span<const Vec3> vertices, const Plane& plane)
{
	const Plane::Scale scale = plane.HeightScale();
	double largest = 0.0;
	size_t furthest = 0;
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const double height = std::abs(HeightFor(scale.tolerance, plane, vertices[i]));
		if (height > largest)
		{
			largest = height;
			furthest = i;
		}
	}
	if (largest <= scale.tolerance)
	{
		return {};
	}
	return Error{ErrorReason::NotPlanar, "vertices", static_cast<int32_t>(furthest), largest / scale.unit,
	             scale.tolerance / scale.unit};
}

Result<> CheckEdges(std::span<const Vec3> vertices, int axis)
{
	thread_local std::vector<b2Vec2> flat;
	flat.clear();
	for (const Vec3& v : vertices)
	{
		flat.push_back(WithoutAxis(v, axis));
	}
	for (size_t i = 0; i < flat.size(); ++i)
	{
		const size_t next = (i + 1) % flat.size();
		if (flat[i] == flat[next])
		{
			const SpaceVec<double> way = Lift<double>(vertices[next]) - Lift<double>(vertices[i]);
			const double distance = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
			return Error{ErrorReason::TooClose, "vertices", static_cast<int32_t>(next), distance};
		}
	}
	if (const std::optional<EdgePair> pair = FindMeetingEdges(flat))
	{
		return Error{ErrorReason::EdgesMeet, "vertices", pair->first, static_cast<double>(pair->second)};
	}
	return {};
}

bool IsZero(const SpaceVec<double>& v)
{
	return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

// The normal of some three vertices; zero if all vertices are on one line.
SpaceVec<double> AnyNormal(std::span<const Vec3> vertices)
{
	const auto other = std::find_if(vertices.begin(), vertices.end(), [&](Vec3 v) { return v != vertices[0]; });
	for (auto third = other; third != vertices.end(); ++third)
	{
		const Vec3 triangle[] = {vertices[0], *other, *third};
		const SpaceVec<double> normal = Plane(triangle).CertainNormal();
		if (IsZero(normal) == false)
		{
			return normal;
		}
	}
	return {0.0, 0.0, 0.0};
}

Result<> Check(std::span<const Vec3> vertices)
{
	Checker checker;
	checker.Count("vertices", vertices.size(), 3);
	for (size_t i = 0; i < vertices.size() && checker.IsSound(); ++i)
	{
		const auto index = static_cast<int32_t>(i);
		const Vec3 v = vertices[i];
		checker.Finite("vertices", v.x, index).Finite("vertices", v.y, index).Finite("vertices", v.z, index);
	}
	if (checker.IsSound() == false)
	{
		return checker.Outcome();
	}

	const Plane plane(vertices);
	const SpaceVec<double> normal = plane.CertainNormal();
	if (IsZero(normal) == false)
	{
		const Result<> flat = CheckFlatness(vertices, plane);
		return flat ? CheckEdges(vertices, LargestAxis(normal.x, normal.y, normal.z)) : flat;
	}
	// Without an area, all vertices are on one line or edges intersect, along whichever axis the polygon is projected.
	const SpaceVec<double> part = AnyNormal(vertices);
	if (IsZero(part) == false)
	{
		return CheckEdges(vertices, LargestAxis(part.x, part.y, part.z));
	}
	return Error{ErrorReason::NoArea, "vertices"};
}

} // namespace

Result<> CheckPlanarPolygon(std::span<const Vec3> vertices) noexcept
{
	return WithMemory([&] { return Check(WithoutRepeat(vertices)); });
}

} // namespace ricochet
