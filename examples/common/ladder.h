// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "svg.h"

#include <ricochet/geometry/error.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

namespace common
{

// Shared by the short programs 01 to 08, the ladder.

/// Puts a shape on a static body of its own.
template <class Shape>
b2Fixture* AddStill(b2World& world, const ricochet::Result<Shape>& shape)
{
	const b2BodyDef still;
	return world.CreateBody(&still)->CreateFixture(&*shape, 0.0f);
}

inline constexpr SvgStyle k_solidStyle{.fill = "#d6dde7", .stroke = "#4d5f75", .width = 1.5f};

/// Draws every fixture of a world at its present pose.
void DrawWorld(SvgCanvas& canvas, const b2World& world, const SvgStyle& style = k_solidStyle);

/// Returns the file to draw: the program's one argument, or `fallback`. --help and wrong arguments end the program with
/// its usage.
[[nodiscard]] const char* PictureFile(int argc, char** argv, const char* fallback);

/// Writes the picture and prints its path. Returns the exit status of the program.
[[nodiscard]] int SavePicture(const SvgCanvas& canvas, const char* file);

} // namespace common
