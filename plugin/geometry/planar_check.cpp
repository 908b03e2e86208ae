// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/plane.h"
#include "geometry/polygon_error.h"
#include "geometry/simple_polygon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet
{

namespace
{

using Reason = PolygonError::Reason;

std::string ToText(Vec3 v)
{
	return fmt::format("({}, {}, {})", v.x, v.y, v.z);
}

PolygonError NotFinite(std::span<const Vec3> vertices, size_t i)
{
	const Vec3 v = vertices[i];
	const float bad = std::isfinite(v.x) == false ? v.x : (std::isfinite(v.y) == false ? v.y : v.z);
	return {Reason::NotFinite, static_cast<int32_t>(i), -1, bad,
	        fmt::format("Vertex {} is {}: all coordinates must be finite.", i, ToText(v))};
}

// The height of a vertex, as far as it matters for a limit.
double HeightFor(double limit, const Plane& plane, Vec3 vertex)
{
	const Bounded estimate = plane.Height(Lift<Bounded>(vertex));
	const bool isClear = std::abs(std::abs(estimate.value) - limit) > 1.01 * estimate.error;
	return isClear ? estimate.value : plane.Height(Lift<Exact>(vertex)).ToDouble();
}

// Empty if no vertex is too far off the plane.
PolygonError FindFurthest(std::span<const Vec3> vertices, const Plane& plane)
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
	const double distance = largest / scale.unit;
	return {Reason::NotPlanar, static_cast<int32_t>(furthest), -1, static_cast<float>(distance),
	        fmt::format("Vertex {} is {:.3g} off the plane of the {} vertices, but at most {:.3g} are allowed.",
	                    furthest, distance, vertices.size(), scale.tolerance / scale.unit)};
}

PolygonError FindFault(std::span<const Vec3> vertices, int axis)
{
	thread_local std::vector<b2Vec2> flat;
	flat.clear();
	for (const Vec3& v : vertices)
	{
		flat.push_back(WithoutAxis(v, axis));
	}
	const auto next = [&](size_t i)
	{
		return (i + 1) % vertices.size();
	};
	for (size_t i = 0; i < flat.size(); ++i)
	{
		if (flat[i] == flat[next(i)])
		{
			return {Reason::RepeatedVertex, static_cast<int32_t>(i), static_cast<int32_t>(next(i)), 0.0f,
			        fmt::format("Vertices {} at {} and {} at {} are in one place: neighbours must not be.", i,
			                    ToText(vertices[i]), next(i), ToText(vertices[next(i)]))};
		}
	}
	if (const std::optional<EdgePair> pair = FindMeetingEdges(flat))
	{
		const size_t i = static_cast<size_t>(pair->first);
		const size_t k = static_cast<size_t>(pair->second);
		return {Reason::SelfCrossing, pair->first, pair->second, 0.0f,
		        fmt::format("Edge {} from {} to {} meets edge {} from {} to {}, but edges may only meet where one ends "
		                    "and the next begins.",
		                    i, ToText(vertices[i]), ToText(vertices[next(i)]), k, ToText(vertices[k]),
		                    ToText(vertices[next(k)]))};
	}
	return {};
}

bool IsZero(const SpaceVec<double>& v)
{
	return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

// The normal of a triangle of vertices; zero if all are on one line.
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

PolygonError Check(std::span<const Vec3> vertices)
{
	if (vertices.size() < 3)
	{
		return TooFewVertices(vertices.size());
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		if (IsFinite(vertices[i]) == false)
		{
			return NotFinite(vertices, i);
		}
	}

	const Plane plane(vertices);
	const SpaceVec<double> normal = plane.CertainNormal();
	if (IsZero(normal) == false)
	{
		PolygonError error = FindFurthest(vertices, plane);
		return error.reason == Reason::None ? FindFault(vertices, LargestAxis(normal.x, normal.y, normal.z)) : error;
	}
	// Without an area all are on one line, or edges meet, whatever it is seen along.
	const SpaceVec<double> part = AnyNormal(vertices);
	if (IsZero(part) == false)
	{
		return FindFault(vertices, LargestAxis(part.x, part.y, part.z));
	}
	return {Reason::NoArea, -1, -1, 0.0f,
	        fmt::format("The polygon has no area: its {} vertices are on one line.", vertices.size())};
}

} // namespace

bool CheckPlanarPolygon(std::span<const Vec3> vertices, PolygonError* error) noexcept
{
	return Passes(error, [&] { return Check(vertices); });
}

} // namespace ricochet
