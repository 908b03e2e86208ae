// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"

#include <box2d/box2d.h>

#include <string_view>

namespace moving
{

inline constexpr float k_loop = 6.0f; ///< s: what happens begins again after so long
inline constexpr float k_fade = 0.4f; ///< s before that: what is left of it fades

inline constexpr std::string_view k_paper = "#1a212b";
inline constexpr std::string_view k_frame = "#3b4757";
inline constexpr std::string_view k_ink = "#e8edf3";
inline constexpr std::string_view k_faint = "#9fb0c3";
inline constexpr std::string_view k_bulletColor = "#ffd166";
inline constexpr std::string_view k_dimColor = "#b07d2b";
inline constexpr std::string_view k_sparkColor = "#ff8a5c";
inline constexpr std::string_view k_grenadeColor = "#8fd694";

inline constexpr common::SvgStyle k_glass{.fill = "#7fc4e8", .stroke = "#cdeafc", .width = 0.8f, .opacity = 0.75f};
inline constexpr common::SvgStyle k_wood{.fill = "#8a6240", .stroke = "#c49a6c", .width = 1.0f};
inline constexpr common::SvgStyle k_steel{.fill = "#6d7f94", .stroke = "#b5c3d3", .width = 1.0f};
inline constexpr common::SvgStyle k_brick{.fill = "#7d4438", .stroke = "#bf7a69", .width = 1.0f};

/// Draws the frame of a panel with its title, followed by the text. Leaves the canvas in the view.
void BeginPanel(common::SvgCanvas& canvas, const common::SvgView& view, std::string_view title, std::string_view text);

/// Draws a fixture of convex polygons at its present pose.
void Draw(common::SvgCanvas& canvas, const b2Fixture& fixture, const common::SvgStyle& style);

/// Draws bullets that pass through glass, stop in wood, and bounce off steel.
void DrawPanes(common::SvgCanvas& canvas, const common::SvgView& view);

/// Draws a grenade thrown over a wall, and its blast. The wall shields a crate from the blast.
void DrawGrenade(common::SvgCanvas& canvas, const common::SvgView& view);

/// Draws bullets that are fired at a door that turns.
void DrawDoor(common::SvgCanvas& canvas, const common::SvgView& view);

} // namespace moving
