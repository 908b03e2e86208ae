// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace ricochet::test
{

/// A referee of distances that calls no function of the library. It uses all separating axes and all pairs of edges.
struct Spot
{
	double x, y;
};

inline double SpotDistance(Spot p, Spot a, Spot b)
{
	const double ex = b.x - a.x, ey = b.y - a.y;
	const double square = ex * ex + ey * ey;
	const double t = square > 0.0 ? std::clamp(((p.x - a.x) * ex + (p.y - a.y) * ey) / square, 0.0, 1.0) : 0.0;
	return std::hypot(p.x - a.x - t * ex, p.y - a.y - t * ey);
}

/// Returns the overlap of two convex polygons along the normals of the first one; negative: a line separates them.
/// Requires: the first polygon has an edge of nonzero length.
inline double OverlapAlongNormals(const std::vector<Spot>& a, const std::vector<Spot>& b)
{
	double least = std::numeric_limits<double>::infinity();
	for (size_t i = 0; i < a.size(); ++i)
	{
		const Spot& from = a[i];
		const Spot& to = a[(i + 1) % a.size()];
		const double length = std::hypot(to.x - from.x, to.y - from.y);
		if (length == 0.0)
		{
			continue;
		}
		// Both sides are tried, because either side of a segment may separate.
		for (const double side : {1.0, -1.0})
		{
			const double nx = side * (to.y - from.y) / length, ny = side * (from.x - to.x) / length;
			double top = -std::numeric_limits<double>::infinity();
			double bottom = std::numeric_limits<double>::infinity();
			for (const Spot& p : a)
			{
				top = std::max(top, nx * p.x + ny * p.y);
			}
			for (const Spot& p : b)
			{
				bottom = std::min(bottom, nx * p.x + ny * p.y);
			}
			least = std::min(least, top - bottom);
		}
	}
	return least;
}

/// Returns the distance between the convex hulls of two sets of vertices; negative: the depth of their overlap.
inline double SeparationOf(const std::vector<Spot>& a, const std::vector<Spot>& b)
{
	double distance = std::numeric_limits<double>::infinity();
	for (size_t i = 0; i < a.size(); ++i)
	{
		for (size_t k = 0; k < b.size(); ++k)
		{
			distance = std::min(distance, SpotDistance(a[i], b[k], b[(k + 1) % b.size()]));
			distance = std::min(distance, SpotDistance(b[k], a[i], a[(i + 1) % a.size()]));
		}
	}
	const double overlap = std::min(OverlapAlongNormals(a, b), OverlapAlongNormals(b, a));
	return overlap > 0.0 && std::isfinite(overlap) ? -overlap : distance;
}

} // namespace ricochet::test
