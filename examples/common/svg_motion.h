// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "svg.h"

#include <span>
#include <string_view>

namespace common
{

// Looping motion in a picture, by SVG's own animation: a browser plays it without a script. Times are in s from 0 to
// `loop`, in order. Viewers without animation show whole traces, and everything else as at its first time.

/// A position and an angle (rad, counter-clockwise) at a time. Between two moments the motion is straight.
struct SvgMoment
{
	float time = 0.0f;
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;
};

/// An opacity, 0 to 1, at a time.
struct SvgLevel
{
	float time = 0.0f;
	float value = 1.0f;
};

struct SvgTrace
{
	std::string_view bright = "#ffffff"; ///< of the piece that flies
	std::string_view dim = "#888888";    ///< of the line that it leaves
	float width = 2.0f;                  ///< px
	float tail = 40.0f;                  ///< px: the length of the piece
};

/// Everything drawn until EndGroup moves with the moments. Draw it as it is at the first one. Requires: one or more.
void BeginMotion(SvgCanvas& canvas, std::span<const SvgMoment> moments, float loop);

/// Everything drawn until EndGroup has these opacities. Requires: one or more.
void BeginOpacity(SvgCanvas& canvas, std::span<const SvgLevel> levels, float loop);

void EndGroup(SvgCanvas& canvas);

/// Draws a bright piece of line that flies along the moments, and a dim line that stays behind it. Requires: two or
/// more.
void Trace(SvgCanvas& canvas, std::span<const SvgMoment> moments, const SvgTrace& style, float loop);

/// Draws a ring that, from a time on, grows to a radius (px) and fades.
void Burst(SvgCanvas& canvas, b2Vec2 at, float radius, std::string_view color, SvgLevel from, float loop);

} // namespace common
