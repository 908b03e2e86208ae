// MIT License, Copyright (c) 2026 the ricochet authors

// Ten squares in space: a ray from the origin turns about an axis, and the first square that it meets is drawn. To
// learn casts against planar polygons from it, read scene.cpp; camera.h has the ray that picks what a cursor points at.

#include "picture.h"

#include <fmt/format.h>

#include <charconv>
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
	bool help = false;
};

/// False if an argument is not understood.
bool ReadOptions(std::span<char*> arguments, Options& options)
{
	for (size_t i = 0; i < arguments.size(); ++i)
	{
		const std::string_view name = arguments[i];
		if (name == "--help")
		{
			options.help = true;
			continue;
		}
		if (++i == arguments.size())
		{
			return false;
		}
		const std::string_view value = arguments[i];
		if (name == "--svg")
		{
			options.svg = value;
		}
		else if (name == "--animation")
		{
			options.animation = value;
		}
		else if (name == "--seed")
		{
			const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), options.seed);
			if (problem != std::errc() || end != value.data() + value.size())
			{
				return false;
			}
		}
		else
		{
			return false;
		}
	}
	return true;
}

bool Save(const range::SvgCanvas& canvas, const std::string& file)
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
	if (ReadOptions(std::span(argv, static_cast<size_t>(argc)).subspan(argc > 0 ? 1 : 0), options) == false)
	{
		fmt::print(stderr, "{}", k_usage);
		return 2;
	}
	if (options.help)
	{
		fmt::print("{}", k_usage);
		return 0;
	}

	const squares::Scene scene(options.seed);
	const bool isSheetSaved = Save(squares::DrawSheet(scene), options.svg);
	const bool isAnimationSaved = options.animation.empty() || Save(squares::DrawAnimation(scene), options.animation);
	return isSheetSaved && isAnimationSaved ? 0 : 1;
}
