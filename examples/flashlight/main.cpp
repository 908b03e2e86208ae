// MIT License, Copyright (c) 2026 the ricochet authors

// A flashlight turns in a dark room, beside a lamp and daylight. To learn ricochet, first read lighting.cpp (computes
// the lit and seen regions) and light_paint.cpp (draws soft light).

#include "common/options.h"
#include "lighting.h"
#include "picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

namespace
{

using flashlight::Frame;

constexpr const char* k_usage = "usage: flashlight [options]\n"
                                "  --svg file     where to draw a turn of the light, for a browser  (flashlight.svg)\n"
                                "  --sheet file   where to draw twelve angles of it side by side    (not drawn)\n"
                                "  --help\n";

constexpr int32_t k_frames = 48;
constexpr int32_t k_sheetFrames = 12;
constexpr float k_seconds = 6.0f; // of a turn

bool Save(const std::string& file, const std::string& document)
{
	std::ofstream stream(file, std::ios::binary);
	stream << document;
	stream.close();
	if (stream.fail())
	{
		fmt::print(stderr, "{}: cannot be written\n", file);
		return false;
	}
	fmt::print("Picture: {} ({} kB)\n", file, (document.size() + 999) / 1000);
	return true;
}

double MedianOf(std::span<const Frame> frames, double Frame::*value)
{
	std::vector<double> values;
	std::transform(frames.begin(), frames.end(), std::back_inserter(values),
	               [value](const Frame& frame) { return frame.*value; });
	std::sort(values.begin(), values.end());
	return values[values.size() / 2];
}

void Report(const flashlight::Level& level, std::span<const Frame> frames)
{
	const Frame& last = frames.back();
	const auto lit = std::count_if(frames.begin(), frames.end(), [](const Frame& frame) { return frame.guardIsLit; });
	const auto met =
	    std::count_if(frames.begin(), frames.end(), [](const Frame& frame) { return frame.guardSeesPlayer; });
	fmt::print("{} fixtures with {} edges and circles; {} frames, one box moves.\n", level.things.size(),
	           flashlight::CountEdges(level), frames.size());
	fmt::print("The first look works on {} of {} bodies in reach, the last on {} of {}.\n", frames[0].work.renewed,
	           frames[0].work.bodies, last.work.renewed, last.work.bodies);
	fmt::print(
	    "Time of a look (median): {:.1f} us with Viewer, {:.1f} us with VisibilityPolygon; the same polygon: {}.\n",
	    1e6 * MedianOf(frames, &Frame::viewerTime), 1e6 * MedianOf(frames, &Frame::polygonTime),
	    std::all_of(frames.begin(), frames.end(), [](const Frame& frame) { return frame.isSame; }) ? "yes" : "NO");
	fmt::print("The flashlight falls on the guard in {} frames; guard and player see one another in {}.\n", lit, met);
}

bool Run(const std::string& svg, const std::string& sheet)
{
	flashlight::Level level = flashlight::BuildLevel();
	const std::vector<Frame> frames = flashlight::TurnAround(level, k_frames);
	Report(level, frames);
	bool good = true;
	if (svg.empty() == false)
	{
		good = Save(svg, flashlight::Animate(level, frames, k_seconds)) && good;
	}
	if (sheet.empty() == false)
	{
		const std::vector<Frame> some = flashlight::TurnAround(level, k_sheetFrames);
		good = Save(sheet, flashlight::MakeSheet(level, some, 3)) && good;
	}
	return good;
}

} // namespace

int main(int argc, char** argv)
{
	std::string svg, sheet;
	const auto take = [&](std::string_view name, const char* value)
	{
		(name == "--svg" ? svg : sheet) = value;
		return name == "--svg" || name == "--sheet";
	};
	if (const std::optional<int> status = common::ReadOptions(argc, argv, k_usage, take))
	{
		return *status;
	}
	if (svg.empty() && sheet.empty())
	{
		svg = "flashlight.svg";
	}
	return Run(svg, sheet) ? 0 : 1;
}
