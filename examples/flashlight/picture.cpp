// MIT License, Copyright (c) 2026 the ricochet authors

#include "picture.h"

#include "paint.h"

#include <fmt/format.h>

namespace flashlight
{
namespace
{

constexpr float k_legendHeight = 112.0f;

std::string Begin(float width, float height)
{
	return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
	                   "viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
	                   "height=\"{1:.0f}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
	                   "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"#0b0e13\"/>\n",
	                   width, height);
}

std::string LegendEntry(float x, float y, std::string_view symbol, std::string_view meaning)
{
	return fmt::format("<g transform=\"translate({:.0f} {:.0f})\">{}<text x=\"46\" y=\"5\">{}</text></g>\n", x, y,
	                   symbol, meaning);
}

std::string Legend(float top)
{
	const float first = top + 26.0f, second = top + 56.0f, third = top + 86.0f;
	const auto patch = [](std::string_view color)
	{
		return fmt::format("<rect width=\"34\" height=\"16\" y=\"-8\" fill=\"{}\"/>", color);
	};
	return "<g font-size=\"14\" fill=\"#c8d0db\">\n" + LegendEntry(12.0f, first, patch("#efe1b7"), "flashlight") +
	       LegendEntry(150.0f, first, patch("#cf8b45"), "lamp") +
	       LegendEntry(252.0f, first, patch("#45546d"), "daylight") +
	       LegendEntry(378.0f, first, "<path d=\"M0 0H34\" stroke=\"#fff6d8\" stroke-width=\"3\"/>",
	                   "what the flashlight falls on") +
	       LegendEntry(650.0f, first,
	                   "<rect width=\"34\" height=\"16\" y=\"-8\" fill=\"#b9741f\" fill-opacity=\"0.5\" "
	                   "stroke=\"#ffb347\" stroke-width=\"2\"/>",
	                   "the fixture it belongs to") +
	       LegendEntry(12.0f, second,
	                   "<rect width=\"34\" height=\"8\" y=\"-4\" fill=\"#7fd3e6\" fill-opacity=\"0.45\" "
	                   "stroke=\"#a5ecfa\"/>",
	                   "glass: light passes") +
	       LegendEntry(230.0f, second,
	                   "<rect width=\"34\" height=\"16\" y=\"-8\" fill=\"none\" stroke=\"#6f7b8c\" "
	                   "stroke-width=\"1.5\" stroke-dasharray=\"5 4\"/>",
	                   "sensor: light passes") +
	       LegendEntry(460.0f, second,
	                   "<path d=\"M0 0H34\" stroke=\"#ff7a66\" stroke-width=\"1.3\" stroke-dasharray=\"3 5\"/>",
	                   "guard and player see one another") +
	       LegendEntry(12.0f, third,
	                   "<circle cx=\"17\" r=\"9\" fill=\"#c0392b\" stroke=\"#ffb3a6\" stroke-width=\"2\"/>",
	                   "the guard: how much of him nothing hides from the player; bright in the flashlight's beam") +
	       "</g>\n";
}

std::string Floor()
{
	return fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#10151d\"/>\n", k_width, k_height);
}

/// Returns the SMIL animation that shows frame `i` only from its key time to the next.
std::string Show(size_t i, size_t count, float seconds)
{
	const double from = static_cast<double>(i) / static_cast<double>(count);
	const double to = static_cast<double>(i + 1) / static_cast<double>(count);
	const std::string begin = i > 0 ? "none;" : "", beginTime = i > 0 ? "0;" : "";
	const std::string end = i + 1 < count ? ";none" : "", endTime = i + 1 < count ? fmt::format(";{:.4f}", to) : "";
	return fmt::format("<animate attributeName=\"display\" calcMode=\"discrete\" values=\"{}inline{}\" "
	                   "keyTimes=\"{}{:.4f}{}\" dur=\"{:g}s\" repeatCount=\"indefinite\"/>\n",
	                   begin, end, beginTime, from, endTime, seconds);
}

} // namespace

std::string Animate(const Level& level, std::span<const Frame> frames, float seconds)
{
	std::string svg = Begin(k_width, k_height + k_legendHeight) + Definitions(level) + Floor();
	// Nothing moves in the lamp's light, so it is painted once.
	svg += PaintLamp(frames[0], "0");
	for (size_t i = 0; i < frames.size(); ++i)
	{
		const std::string name = std::to_string(i);
		svg += fmt::format("<g display=\"{}\">\n", i == 0 ? "inline" : "none");
		svg += Show(i, frames.size(), seconds);
		svg +=
		    PaintDaylight(frames[i], name) + PaintBeam(frames[i], name) + PaintThings() + PaintFrame(level, frames[i]);
		svg += "</g>\n";
	}
	return svg + Legend(k_height) + "</svg>\n";
}

std::string MakeSheet(const Level& level, std::span<const Frame> frames, int32_t columns)
{
	constexpr float k_shrink = 0.5f, k_gap = 8.0f;
	const auto count = static_cast<int32_t>(frames.size());
	const float rows = static_cast<float>((count + columns - 1) / columns);
	const float width = static_cast<float>(columns) * (k_shrink * k_width + k_gap) + k_gap;
	const float bottom = rows * (k_shrink * k_height + k_gap) + k_gap;
	std::string svg = Begin(width, bottom + k_legendHeight) + Definitions(level);
	for (int32_t i = 0; i < count; ++i)
	{
		const Frame& frame = frames[static_cast<size_t>(i)];
		const std::string name = std::to_string(i);
		const float left = k_gap + static_cast<float>(i % columns) * (k_shrink * k_width + k_gap);
		const float top = k_gap + static_cast<float>(i / columns) * (k_shrink * k_height + k_gap);
		svg += fmt::format("<g transform=\"translate({:.0f} {:.0f}) scale({:g})\">\n", left, top, k_shrink);
		svg += Floor() + PaintLamp(frame, name) + PaintDaylight(frame, name) + PaintBeam(frame, name) + PaintThings() +
		       PaintFrame(level, frame) + "</g>\n";
	}
	return svg + Legend(bottom) + "</svg>\n";
}

} // namespace flashlight
