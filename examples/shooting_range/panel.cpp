// MIT License, Copyright (c) 2026 the ricochet authors

#include "panel.h"

#include "common/words.h"

#include <fmt/format.h>

namespace range
{
namespace
{

constexpr size_t k_figuresLength = 41; // characters that fit below the narrowest panel

void DrawWords(SvgCanvas& canvas, const Panel& panel, b2Vec2 at)
{
	const auto write = [&](std::string_view line, std::string_view color)
	{
		canvas.Text(at, line, {.size = 12.5f, .color = color});
		at.y += 16.0f;
	};
	for (const std::string& line : panel.caption)
	{
		write(line, "#4a5563");
	}
	if (panel.claims.empty())
	{
		return;
	}
	const bool holds = AllHold(panel.claims);
	for (const std::string& line :
	     Wrap((holds ? "measured: " : "does not hold: ") + Figures(panel.claims), k_figuresLength))
	{
		write(line, holds ? "#1b7a3d" : "#c62828");
	}
}

} // namespace

void DrawPanel(SvgCanvas& canvas, const Panel& panel, char letter, const PanelPlace& place)
{
	const b2Vec2 corner{place.left, place.top};
	const b2Vec2 opposite{place.left + place.width, place.top + k_panelHeight};
	canvas.Rectangle(corner, opposite, {.fill = "#f7f8fa"});
	canvas.BeginView({.center = panel.center,
	                  .left = place.left,
	                  .top = place.top,
	                  .width = place.width,
	                  .height = k_panelHeight,
	                  .scale = place.width / panel.width});
	panel.draw(canvas);
	canvas.EndView();
	canvas.Rectangle(corner, opposite, {.stroke = "#cdd3da"});
	canvas.Text({place.left, opposite.y + 21.0f}, fmt::format("{}  {}", letter, panel.title),
	            {.size = 15.0f, .color = "#111820", .bold = true});
	DrawWords(canvas, panel, {place.left, opposite.y + 40.0f});
}

} // namespace range
