// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/round.h"
#include "geometry/span.h"

#include <span>
#include <vector>

namespace ricochet
{

// The kernels behind <ricochet/geometry/clip.h>, for rays in the shape's frame. They have the same contracts and
// requirements.

[[nodiscard]] std::optional<LocalSpan> ClipConvexLocal(const LocalRay& ray, std::span<const b2Vec2> vertices);

[[nodiscard]] std::optional<LocalSpan> ClipRoundedLocal(const LocalRay& ray, std::span<const b2Vec2> vertices,
                                                        Growth radius);

/// The span's entry and exit are the same. `front` is the side that the ray comes from: 1 from the right of a -> b, -1
/// from the left, 0 if the ray runs along the segment.
struct LocalSegmentHit
{
	LocalSpan span;
	int front = 0;
};
[[nodiscard]] std::optional<LocalSegmentHit> CrossSegmentLocal(const LocalRay& ray, b2Vec2 a, b2Vec2 b);

void ClipPolygonLocal(const LocalRay& ray, std::span<const b2Vec2> vertices, std::vector<LocalSpan>& spans);

/// False if all vertices lie on one line. Exact.
[[nodiscard]] bool HasArea(std::span<const b2Vec2> vertices);

} // namespace ricochet
