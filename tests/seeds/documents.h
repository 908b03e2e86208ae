// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <cmath>
#include <limits>
#include <optional>
#include <span>

// The methods of the documents that plugin/docs/inside/seeds.md lists, as printed there, in float. The tests in this
// folder compare ricochet with these methods. A method that two documents print is here once.

namespace ricochet::test::documents
{

struct Hit
{
	float t = 0.0f; ///< in lengths of the direction
	b2Vec2 point{0.0f, 0.0f};
	b2Vec2 normal{0.0f, 0.0f};
};

struct Crossings
{
	int count = 0;
	float t = std::numeric_limits<float>::max(); ///< that of the closest crossing
	b2Vec2 point{0.0f, 0.0f};
	b2Vec2 normal{0.0f, 0.0f};
};

/// RayIntersectsSegment and RayLineIntersect of the documents. C#'s float.Epsilon is the smallest denormal number, so
/// only 0 is below it.
inline std::optional<float> CrossRayAndSegment(b2Vec2 origin, b2Vec2 direction, b2Vec2 pt0, b2Vec2 pt1,
                                               float tmax = std::numeric_limits<float>::max())
{
	const b2Vec2 segment = pt1 - pt0;
	const b2Vec2 perpendicular{segment.y, -segment.x};
	const float perpDotD = b2Dot(direction, perpendicular);
	if (perpDotD == 0.0f)
	{
		return std::nullopt;
	}
	const b2Vec2 d = pt0 - origin;
	const float t = b2Dot(perpendicular, d) / perpDotD;
	const float s = b2Dot(b2Vec2{direction.y, -direction.x}, d) / perpDotD;
	return t >= 0.0f && t <= tmax && s >= 0.0f && s <= 1.0f ? std::optional(t) : std::nullopt;
}

/// The loop of RayCast and RayPolygonIntersect. It counts the crossings of all edges and keeps the closest one.
inline Crossings CrossPolygon(b2Vec2 origin, b2Vec2 direction, std::span<const b2Vec2> vertices,
                              float tmax = std::numeric_limits<float>::max())
{
	Crossings crossings{.point = origin, .normal = direction};
	for (size_t j = vertices.size() - 1, i = 0; i < vertices.size(); j = i, ++i)
	{
		if (const std::optional<float> t = CrossRayAndSegment(origin, direction, vertices[j], vertices[i]))
		{
			++crossings.count;
			if (*t < crossings.t && *t <= tmax)
			{
				const b2Vec2 edge = vertices[j] - vertices[i];
				const float length = std::hypot(edge.x, edge.y);
				crossings.t = *t;
				crossings.point = origin + *t * direction;
				crossings.normal = {-edge.y / length, edge.x / length};
			}
		}
	}
	return crossings;
}

/// Returns the hit that RayCast and RayPolygonIntersect report: if the number of crossings is even and not 0.
inline std::optional<Hit> CastAtPolygon(b2Vec2 origin, b2Vec2 direction, std::span<const b2Vec2> vertices,
                                        float tmax = std::numeric_limits<float>::max())
{
	const Crossings crossings = CrossPolygon(origin, direction, vertices, tmax);
	return crossings.count > 0 && crossings.count % 2 == 0
	           ? std::optional(Hit{crossings.t, crossings.point, crossings.normal})
	           : std::nullopt;
}

} // namespace ricochet::test::documents
