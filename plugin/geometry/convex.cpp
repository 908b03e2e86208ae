// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/convex_clip.h"
#include "geometry/kernels.h"

#include <ricochet/geometry/clip.h>

namespace ricochet
{

bool HasArea(std::span<const b2Vec2> vertices)
{
	return HasAreaIn(VertexHull(vertices));
}

std::optional<LocalSpan> ClipConvexLocal(const LocalRay& ray, std::span<const b2Vec2> vertices)
{
	if (ray.IsValid() == false || vertices.size() < 3)
	{
		return std::nullopt;
	}
	return ClipConvexHull(ray, VertexHull(vertices));
}

std::optional<RaySpan> ClipConvex(const Ray& ray, std::span<const b2Vec2> vertices)
{
	const std::optional<LocalSpan> span = ClipConvexLocal(LocalRay(ray), vertices);
	return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
}

} // namespace ricochet
