// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/kernels.h"
#include "geometry/rounded_clip.h"

#include <ricochet/geometry/clip.h>

namespace ricochet
{

std::optional<LocalSpan> ClipRoundedLocal(const LocalRay& ray, std::span<const b2Vec2> vertices, float radius)
{
	const bool valid = ray.IsValid() && vertices.empty() == false && radius >= 0.0f && std::isfinite(radius);
	return valid && AllFinite(vertices) ? ClipRoundedHull(ray, VertexHull(vertices), {radius}) : std::nullopt;
}

std::optional<RaySpan> ClipRounded(const Ray& ray, std::span<const b2Vec2> vertices, float radius)
{
	const std::optional<LocalSpan> span = ClipRoundedLocal(LocalRay(ray), vertices, radius);
	return span ? std::optional(InFrame(*span, ray)) : std::nullopt;
}

std::optional<RaySpan> ClipCircle(const Ray& ray, b2Vec2 center, float radius)
{
	return ClipRounded(ray, std::span(&center, 1), radius);
}

} // namespace ricochet
