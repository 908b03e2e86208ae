// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/span.h"

#include <ricochet/geometry/outline.h>

#include <optional>
#include <span>
#include <vector>

namespace ricochet
{

// The kernels behind <ricochet/geometry/outline.h>, for rays in the outline's frame. They have the same contracts. A
// span that is entered beyond ray.Cutoff() may be left out.

void ClipOutlineLocal(const LocalRay& ray, const Outline& outline, std::vector<LocalSpan>& spans);

/// Skips the first spans, then writes as many as fit. Returns the number written.
[[nodiscard]] size_t ClipOutlinePartLocal(const LocalRay& ray, const Outline& outline, size_t skipped,
                                          std::span<LocalSpan> spans);

[[nodiscard]] std::optional<LocalSpan> ClipOutlineFirstLocal(const LocalRay& ray, const Outline& outline);

/// Converts a span of a ray in an outline from the outline's frame to the frame of the ray. `pose` is that of the
/// outline.
/// The points follow the rules of ToSurface in surface_point.h.
void ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, const Outline& outline, RaySpan& out);

/// Locates the exact start of a ray. Requires: a valid ray.
[[nodiscard]] Location LocateStartInOutline(const LocalRay& ray, const Outline& outline);

} // namespace ricochet
