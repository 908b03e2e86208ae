// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "lighting.h"

#include <span>
#include <string>

namespace flashlight
{

/// Returns an SVG document that plays the frames in a loop of `seconds`. Viewers without animation show the first.
[[nodiscard]] std::string Animate(const Level& level, std::span<const Frame> frames, float seconds);

/// Returns an SVG document with the frames side by side.
[[nodiscard]] std::string MakeSheet(const Level& level, std::span<const Frame> frames, int32_t columns);

} // namespace flashlight
