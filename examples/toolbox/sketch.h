// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include "common/svg.h"

#include <array>
#include <span>
#include <string_view>

namespace toolbox
{

inline constexpr std::string_view k_paper = "#fbfaf7";
inline constexpr std::string_view k_ink = "#27313d";
inline constexpr std::string_view k_faint = "#6b7684";
inline constexpr std::string_view k_ray = "#c62828";
inline constexpr std::string_view k_normal = "#1b7a3d";
inline constexpr std::string_view k_solid = "#d6dde7";
inline constexpr std::string_view k_outline = "#4d5f75";
inline constexpr std::string_view k_light = "#ffe08a";
inline constexpr std::string_view k_blue = "#1565c0";

/// Draws in a panel. Rays, crossings and solids look the same on the whole sheet.
class Sketch
{
public:
	Sketch(common::SvgCanvas& canvas, float scale) : m_canvas(canvas), m_scale(scale) {}

	void Solid(std::span<const b2Vec2> vertices);
	void Wall(b2Vec2 a, b2Vec2 b);
	void Ray(b2Vec2 from, b2Vec2 to);           ///< an arrow
	void Ghost(b2Vec2 from, b2Vec2 to);         ///< what is not reached or not true, dashed
	void Inside(const ricochet::RaySpan& span); ///< the part of a ray in a solid, its crossings and their normals
	void Hit(const ricochet::Crossing& crossing);
	void Normal(b2Vec2 at, b2Vec2 normal);
	void Start(b2Vec2 at);
	void Label(b2Vec2 at, std::string_view text, b2Vec2 shift = {0.0f, 0.0f}, std::string_view anchor = "start",
	           std::string_view color = k_ink);

	[[nodiscard]] common::SvgCanvas& Canvas() { return m_canvas; }

private:
	common::SvgCanvas& m_canvas;
	float m_scale; // px per m
};

struct Panel
{
	std::string_view title;
	std::array<std::string_view, 2> caption; ///< two lines
	b2Vec2 center;                           ///< m, of what is drawn
	float width;                             ///< m
	void (*draw)(Sketch&);
};

inline constexpr float k_panelWidth = 372.0f;  ///< px
inline constexpr float k_panelHeight = 232.0f; ///< px

// Return the sheet's panels by topic.
[[nodiscard]] std::span<const Panel> RayPanels();
[[nodiscard]] std::span<const Panel> PolygonPanels();
[[nodiscard]] std::span<const Panel> BulletPanels();
[[nodiscard]] std::span<const Panel> SpacePanels();
[[nodiscard]] std::span<const Panel> GridPanels();
[[nodiscard]] std::span<const Panel> SightPanels();

} // namespace toolbox
