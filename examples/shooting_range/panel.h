// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/claim.h"
#include "common/svg.h"

#include <functional>
#include <string>
#include <vector>

namespace range
{

using namespace common;

/// A window of a world, with a title and words below it.
struct Panel
{
	std::string title;
	std::vector<std::string> caption; ///< lines
	std::vector<Claim> claims = {};   ///< what was measured, if anything
	b2Vec2 center{0.0f, 0.0f};        ///< m, of what it shows
	float width = 1.0f;               ///< m, of what it shows
	std::function<void(SvgCanvas&)> draw;
};

/// Where a panel is on the page (px).
struct PanelPlace
{
	float left = 0.0f;
	float top = 0.0f;
	float width = 0.0f;
};

constexpr float k_panelHeight = 240.0f; ///< px, of the window

/// Draws a panel with its letter, its caption, and below it the measured numbers. Their colour shows whether the claims
/// hold.
void DrawPanel(SvgCanvas& canvas, const Panel& panel, char letter, const PanelPlace& place);

} // namespace range
