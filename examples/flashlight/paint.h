// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "lighting.h"

#include <string>

// Pieces of SVG. A picture of the level is k_width by k_height px; positions in metres are placed in it.

namespace flashlight
{

constexpr float k_scale = 50.0f; ///< px per metre
constexpr float k_width = k_scale * (16.0f + 2.0f * k_margin);
constexpr float k_height = k_scale * (10.0f + 2.0f * k_margin);

/// Returns the gradients and shapes that pictures refer to.
[[nodiscard]] std::string Definitions(const Level& level);

/// Paints a lit region. `name` becomes a part of an id, which must be unique in the document.
[[nodiscard]] std::string PaintBeam(const Frame& frame, const std::string& name);
[[nodiscard]] std::string PaintLamp(const Frame& frame, const std::string& name);
[[nodiscard]] std::string PaintDaylight(const Frame& frame, const std::string& name);

/// Paints the static things, dark, as seen from above.
[[nodiscard]] std::string PaintThings();

/// Paints the crate, the outlines that the flashlight hits, the player, the guard, and whether these two see each
/// other.
[[nodiscard]] std::string PaintFrame(const Level& level, const Frame& frame);

} // namespace flashlight
