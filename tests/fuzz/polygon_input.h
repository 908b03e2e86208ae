// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "fuzz/fuzz_input.h"
#include "support/oracle.h"

#include <algorithm>
#include <span>
#include <vector>

// Makes polygons that meet the requirements of the kernels. This is decided exactly.

namespace ricochet::fuzz
{

/// Appends one half of a convex hull without its last point.
inline void AppendHalf(std::span<const b2Vec2> ordered, bool keepCollinear, std::vector<b2Vec2>& hull)
{
	const size_t start = hull.size();
	for (const b2Vec2 point : ordered)
	{
		while (hull.size() >= start + 2 &&
		       test::Orientation(hull[hull.size() - 2], hull.back(), point) < (keepCollinear ? 0 : 1))
		{
			hull.pop_back();
		}
		hull.push_back(point);
	}
	hull.pop_back();
}

/// Makes a polygon that ClipConvex accepts: the exact hull of the points. It may have collinear and repeated vertices.
inline std::vector<b2Vec2> ConvexOf(Input& input, std::vector<b2Vec2> points)
{
	std::erase_if(points, [](b2Vec2 p) { return IsFinite(p) == false; });
	std::sort(points.begin(), points.end(), [](b2Vec2 a, b2Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
	points.erase(std::unique(points.begin(), points.end()), points.end());
	if (points.size() < 3)
	{
		return {};
	}
	const bool keepCollinear = input.Flag();
	std::vector<b2Vec2> hull;
	AppendHalf(points, keepCollinear, hull);
	std::reverse(points.begin(), points.end());
	AppendHalf(points, keepCollinear, hull);
	if (input.OneIn(4))
	{
		const auto twice = hull.begin() + static_cast<std::ptrdiff_t>(input.Index(hull.size()));
		hull.insert(twice, *twice);
	}
	return hull;
}

inline bool HasArea(std::span<const b2Vec2> vertices)
{
	for (size_t i = 0; i + 2 < vertices.size(); ++i)
	{
		if (test::Orientation(vertices[0], vertices[i + 1], vertices[i + 2]) != 0)
		{
			return true;
		}
	}
	return false;
}

inline bool Meet(b2Vec2 a, b2Vec2 b, b2Vec2 c, b2Vec2 d)
{
	// The bounding boxes are compared first, because the exact test is slow.
	const auto apart = [](float p, float q, float r, float s)
	{
		return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
	};
	return apart(a.x, b.x, c.x, d.x) == false && apart(a.y, b.y, c.y, d.y) == false &&
	       test::Orientation(a, b, c) * test::Orientation(a, b, d) <= 0 &&
	       test::Orientation(c, d, a) * test::Orientation(c, d, b) <= 0;
}

/// True if no two edges share a point, except that neighbours share the vertex between them.
inline bool IsSimple(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const b2Vec2 a = vertices[i];
		const b2Vec2 b = vertices[(i + 1) % count];
		const b2Vec2 c = vertices[(i + 2) % count];
		if (a == b || (test::Orientation(a, b, c) == 0 && b2Dot(b - a, c - b) <= 0.0f))
		{
			return false;
		}
		for (size_t j = i + 2; j < count && (j + 1) % count != i; ++j)
		{
			if (Meet(a, b, vertices[j], vertices[(j + 1) % count]))
			{
				return false;
			}
		}
	}
	return count >= 3;
}

} // namespace ricochet::fuzz
