// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "svg.h"

#include <span>
#include <string_view>

namespace common
{

// What moves in a picture, over and over, by SVG's own animation: a browser plays it without a script. Times are in s
// from 0 to `loop`, in order. Viewers that do not play show traces in full, and all else as at its first time.

/// Where something is at a time, and how it is turned (rad, counter-clockwise). Between two it moves straight.
struct SvgMoment
{
	float time = 0.0f;
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;
};

/// How well something is seen at a time: 0 to 1.
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

/// What is drawn until EndGroup, as it is at the first of the moments, moves with them. Requires: one or more.
void BeginMotion(SvgCanvas& canvas, std::span<const SvgMoment> moments, float loop);

/// What is drawn until EndGroup is seen that well. Requires: one or more.
void BeginOpacity(SvgCanvas& canvas, std::span<const SvgLevel> levels, float loop);

void EndGroup(SvgCanvas& canvas);

/// A bright piece of line that flies along the moments, and a dim one that stays behind it. Requires: two or more.
void Trace(SvgCanvas& canvas, std::span<const SvgMoment> moments, const SvgTrace& style, float loop);

/// A ring that grows to a radius (px) from a time on, and fades meanwhile.
void Burst(SvgCanvas& canvas, b2Vec2 at, float radius, std::string_view color, SvgLevel from, float loop);

} // namespace common
