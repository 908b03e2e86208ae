// MIT License, Copyright (c) 2026 the ricochet authors

// Ten squares in space: a ray from the origin turns about an axis, and the first square that it hits is drawn. To learn
// casts against planar polygons, read scene.cpp. camera.h makes the ray from the eye through a cursor.

#include "common/options.h"
#include "picture.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace
{

constexpr const char* k_usage = "usage: ten_squares [options]\n"
                                "  --svg file        where to draw six angles of the ray  (ten_squares.svg)\n"
                                "  --animation file  where to draw a turn, for a browser  (not drawn)\n"
                                "  --seed n          of the squares' places               (39)\n"
                                "  --help\n";

struct Options
{
	std::string svg = "ten_squares.svg";
	std::string animation;
	uint32_t seed = 39;
};

/// Takes one argument. Returns false if its name or value is wrong.
bool TakeOption(Options& options, std::string_view name, const char* value)
{
	if (name == "--svg")
	{
		options.svg = value;
		return true;
	}
	if (name == "--animation")
	{
		options.animation = value;
		return true;
	}
	return name == "--seed" && common::Parse(value, options.seed);
}

bool Save(const common::SvgCanvas& canvas, const std::string& file)
{
	if (canvas.Save(file) == false)
	{
		fmt::print(stderr, "{}: cannot be written\n", file);
		return false;
	}
	fmt::print("Picture: {}\n", file);
	return true;
}

} // namespace

int main(int argc, char** argv)
{
	Options options;
	if (const std::optional<int> status = common::ReadOptions(argc, argv, k_usage,
	                                                          [&](std::string_view name, const char* value)
	                                                          { return TakeOption(options, name, value); }))
	{
		return *status;
	}

	const squares::Scene scene(options.seed);
	const bool isSheetSaved = Save(squares::DrawSheet(scene), options.svg);
	const bool isAnimationSaved = options.animation.empty() || Save(squares::DrawAnimation(scene), options.animation);
	return isSheetSaved && isAnimationSaved ? 0 : 1;
}
