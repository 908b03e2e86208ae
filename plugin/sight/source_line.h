// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

#include <array>
#include <optional>
#include <span>

namespace ricochet
{

// Parallel light begins at the line y = 0 of its frame, as rays do at their origin: what lies before it is not there.

/// Cuts off the part of a wall before the line. False if nothing is left.
[[nodiscard]] bool CutAtSource(Obstacle& wall);

/// The ends of the part of the line that lies in a convex polygon's interior. Nothing if there is none.
[[nodiscard]] std::optional<std::array<Vec<double>, 2>> SourceWithin(std::span<const Vec<double>> polygon);

} // namespace ricochet
