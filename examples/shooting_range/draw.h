// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/svg.h"
#include "range.h"

namespace range
{

using namespace common;

// Marks that the overview and the close-ups share, so that one legend explains both.

constexpr std::string_view k_firedColor = "#6b7785";
constexpr std::string_view k_bouncedColor = "#d9660b";
constexpr std::string_view k_piercedColor = "#0c8577";
constexpr std::string_view k_grenadeColor = "#7b3fa0";
constexpr std::string_view k_markColor = "#1d2733";
constexpr std::string_view k_normalColor = "#c2185b";
constexpr std::string_view k_pushColor = "#1565c0";
constexpr std::string_view k_lightColor = "#fff3c4";

/// For moving objects: their start, or their reach.
inline constexpr SvgStyle k_ghostStyle{.stroke = "#8a94a1", .width = 0.9f, .opacity = 0.8f, .dash = "4 3"};

struct PathLook
{
	float width = 1.0f; ///< px
	float opacity = 1.0f;
};

struct ImpactLook
{
	float entry = 2.0f;  ///< px, radius; 0: none
	float exit = 0.0f;   ///< px, radius; 0: none
	float normal = 0.0f; ///< px, length; 0: none
};

[[nodiscard]] std::string_view FillOf(Material material);
[[nodiscard]] std::string_view StrokeOf(Material material);

void DrawOutline(SvgCanvas& canvas, const ObjectDef& object, const Pose& pose, const SvgStyle& style);

/// Draws the end of a barrel.
void DrawMuzzle(SvgCanvas& canvas, b2Vec2 position, b2Vec2 direction, std::string_view color = k_markColor);

/// Draws all objects at their poses at a time of the run.
void DrawObjects(SvgCanvas& canvas, const LevelDef& level, const Record& record, float time);

/// Draws a projectile's path. The colour of each leg of a bullet shows how the bullet began it: fired, bounced or
/// pierced. The path of a grenade has one colour.
void DrawFlight(SvgCanvas& canvas, const Flight& flight, bool grenade, const PathLook& look);

void DrawImpact(SvgCanvas& canvas, const ricochet::ImpactEvent& event, const ImpactLook& look);

} // namespace range
