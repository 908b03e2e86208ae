// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "lighting.h"

#include <span>
#include <string>

namespace flashlight
{

/// An SVG document that shows frames in turn, one after the other, all within the seconds, again and again. Where
/// animation is not supported, the first is shown.
[[nodiscard]] std::string Animate(const Level& level, std::span<const Frame> frames, float seconds);

/// An SVG document with frames side by side.
[[nodiscard]] std::string MakeSheet(const Level& level, std::span<const Frame> frames, int32_t columns);

} // namespace flashlight
