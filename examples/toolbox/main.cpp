// MIT License, Copyright (c) 2026 the ricochet authors

// A sheet with a panel for each technique of ricochet. Each panel is a short function that makes the calls and draws
// their results: rays.cpp, polygons.cpp, bullets.cpp, space.cpp, grid.cpp, sight.cpp.

#include "common/options.h"
#include "sketch.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

namespace
{

using namespace toolbox;

constexpr const char* k_usage = "usage: toolbox [options]\n"
                                "  --svg file        where to draw the sheet  (toolbox.svg)\n"
                                "  --help\n";

constexpr float k_margin = 18.0f;
constexpr float k_titleHeight = 26.0f;
constexpr float k_captionHeight = 42.0f;
constexpr float k_top = 92.0f;
constexpr size_t k_columns = 3;

void DrawPanel(common::SvgCanvas& canvas, const Panel& panel, float left, float top)
{
	canvas.Text({left, top + 17.0f}, panel.title, {.size = 14.5f, .color = k_ink, .bold = true});
	const float viewTop = top + k_titleHeight;
	canvas.Rectangle({left, viewTop}, {left + k_panelWidth, viewTop + k_panelHeight},
	                 {.fill = "#ffffff", .stroke = "#d8d3c8"});
	const float scale = k_panelWidth / panel.width;
	canvas.BeginView({.center = panel.center,
	                  .left = left,
	                  .top = viewTop,
	                  .width = k_panelWidth,
	                  .height = k_panelHeight,
	                  .scale = scale});
	Sketch sketch(canvas, scale);
	panel.draw(sketch);
	canvas.EndView();
	for (size_t line = 0; line < panel.caption.size(); ++line)
	{
		canvas.Text({left, viewTop + k_panelHeight + 17.0f + 16.0f * static_cast<float>(line)}, panel.caption[line],
		            {.size = 12.0f, .color = "#4a5562"});
	}
}

// Explains the marks, under the headline.
void DrawLegend(common::SvgCanvas& canvas, float y)
{
	const auto mean = [&](float x, std::string_view text)
	{
		canvas.Text({x, y + 4.5f}, text, {.size = 13.0f, .color = k_ink});
	};
	Sketch sketch(canvas, 1.0f);
	sketch.Ray({k_margin, y}, {k_margin + 40.0f, y});
	mean(k_margin + 48.0f, "ray");
	canvas.Dot({k_margin + 104.0f, y}, 4.2f, {.fill = "#ffffff", .stroke = k_ray, .width = 1.8f});
	mean(k_margin + 114.0f, "hit: where it enters");
	canvas.Dot({k_margin + 274.0f, y}, 4.2f, {.fill = k_ray});
	mean(k_margin + 284.0f, "where it leaves");
	canvas.Line({k_margin + 408.0f, y}, {k_margin + 440.0f, y}, {.stroke = k_ray, .width = 4.5f, .opacity = 0.45f});
	mean(k_margin + 448.0f, "its part inside");
	canvas.Arrow({k_margin + 568.0f, y}, {1.0f, 0.0f}, 30.0f, {.stroke = k_normal, .width = 1.6f});
	mean(k_margin + 606.0f, "normal");
	sketch.Ghost({k_margin + 676.0f, y}, {k_margin + 714.0f, y});
	mean(k_margin + 722.0f, "where it would go on, or what a simpler method takes for its way");
}

common::SvgCanvas DrawSheet()
{
	std::vector<Panel> panels;
	for (const std::span<const Panel> some :
	     {RayPanels(), PolygonPanels(), BulletPanels(), SpacePanels(), GridPanels(), SightPanels()})
	{
		panels.insert(panels.end(), some.begin(), some.end());
	}
	const float height = k_titleHeight + k_panelHeight + k_captionHeight + k_margin;
	const size_t rows = (panels.size() + k_columns - 1) / k_columns;
	common::SvgCanvas canvas(static_cast<float>(k_columns) * (k_panelWidth + k_margin) + k_margin,
	                         k_top + static_cast<float>(rows) * height, k_paper);
	canvas.Text({k_margin, 36.0f}, "Toolbox: what ricochet computes, one panel for each technique",
	            {.size = 21.0f, .color = k_ink, .bold = true});
	DrawLegend(canvas, 64.0f);
	for (size_t i = 0; i < panels.size(); ++i)
	{
		DrawPanel(canvas, panels[i], k_margin + static_cast<float>(i % k_columns) * (k_panelWidth + k_margin),
		          k_top + static_cast<float>(i / k_columns) * height);
	}
	return canvas;
}

} // namespace

int main(int argc, char** argv)
{
	std::string svg = "toolbox.svg";
	const auto take = [&](std::string_view name, const char* value)
	{
		svg = value;
		return name == "--svg";
	};
	if (const std::optional<int> status = common::ReadOptions(argc, argv, k_usage, take))
	{
		return *status;
	}
	if (DrawSheet().Save(svg) == false)
	{
		fmt::print(stderr, "{}: cannot be written\n", svg);
		return 1;
	}
	fmt::print("Picture: {}\n", svg);
	return 0;
}
