// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"

#include "common/words.h"

#include <fmt/format.h>

#include <cmath>

namespace hard
{

namespace
{

constexpr std::string_view k_paper = "#fbfaf7";
constexpr std::string_view k_ink = "#27313d";
constexpr std::string_view k_faintInk = "#4a5562";
constexpr std::string_view k_green = "#1b7a3d";
constexpr std::string_view k_red = "#c62828";
constexpr std::string_view k_blue = "#1565c0";
constexpr std::string_view k_purple = "#7b3fa0";
constexpr std::string_view k_brown = "#9a5b00";

constexpr size_t k_columns = 3;
constexpr float k_margin = 20.0f;
constexpr float k_width = 400.0f; ///< px, of a panel's window
constexpr float k_height = 270.0f;
constexpr float k_titleHeight = 28.0f;
constexpr float k_lineHeight = 16.0f;
constexpr size_t k_captionLines = 2;
constexpr size_t k_figureLines = 4;
constexpr size_t k_captionLength = 63; ///< characters of 12 px that fit below a window
constexpr size_t k_figuresLength = 58;
constexpr float k_top = 96.0f;

struct Look
{
	std::string_view fill;
	std::string_view stroke;
};

Look LookOf(Traveller traveller)
{
	switch (traveller)
	{
	case Traveller::Grenade:
		return {"#cfb3e3", k_purple};
	case Traveller::Bullet:
		return {k_red, k_red};
	default:
		return {"#b5d3f2", k_blue};
	}
}

common::SvgStyle StyleOf(Ink ink)
{
	switch (ink)
	{
	case Ink::Still:
		return {.fill = "#d6dde7", .stroke = "#4d5f75", .width = 1.2f};
	case Ink::Start:
		return {.fill = "#f3e6cf", .stroke = "#b08a50", .width = 1.0f, .opacity = 0.55f, .dash = "4 3"};
	default:
		return {.fill = "#ecca8d", .stroke = "#7a5416", .width = 1.2f};
	}
}

void DrawSolid(common::SvgCanvas& canvas, const Solid& solid)
{
	common::SvgStyle style = StyleOf(solid.ink);
	const Outline& outline = solid.outline;
	if (outline.radius > 0.0f)
	{
		canvas.Circle(outline.points.front(), outline.radius, style);
	}
	else if (outline.isClosed)
	{
		canvas.Polygon(outline.points, style);
	}
	else
	{
		style.fill = {};
		style.width = 2.4f;
		canvas.Polyline(outline.points, style);
	}
}

void DrawDisc(common::SvgCanvas& canvas, const Disc& disc, const Look& look, bool isLast)
{
	const float opacity = isLast ? 1.0f : 0.45f;
	const b2Vec2 rim = disc.center + disc.radius * b2Vec2{std::cos(disc.angle), std::sin(disc.angle)};
	canvas.Circle(disc.center, disc.radius, {.fill = look.fill, .stroke = look.stroke, .opacity = opacity});
	canvas.Line(disc.center, rim, {.stroke = look.stroke, .opacity = opacity});
}

// Draws an arrow's head along the last pixels of a path. Returns the index of the last point before the head.
size_t DrawHead(common::SvgCanvas& canvas, std::span<const b2Vec2> way, float scale, std::string_view color)
{
	constexpr float k_head = 12.0f; // px
	const b2Vec2 tip = way.back();
	size_t behind = way.size() - 1;
	while (behind > 0 && scale * b2Distance(way[behind], tip) < k_head)
	{
		--behind;
	}
	const b2Vec2 along = common::Unit(tip - way[behind]);
	canvas.Arrow(tip - (k_head / scale) * along, along, k_head, {.stroke = color, .width = 1.6f});
	return behind;
}

void DrawMotion(common::SvgCanvas& canvas, std::span<const b2Vec2> way, float scale)
{
	const size_t behind = DrawHead(canvas, way, scale, k_brown);
	canvas.Polyline(way.first(behind + 1), {.stroke = k_brown, .width = 1.6f});
}

void DrawTrack(common::SvgCanvas& canvas, const Track& track, float scale)
{
	const Look look = LookOf(track.traveller);
	for (size_t i = 0; i < track.discs.size(); ++i)
	{
		DrawDisc(canvas, track.discs[i], look, i + 1 == track.discs.size());
	}
	canvas.Polyline(track.path, {.stroke = look.stroke, .width = 1.3f});
	if (track.traveller == Traveller::Bullet)
	{
		DrawHead(canvas, track.path, scale, look.stroke);
	}
	canvas.Dot(track.path.front(), 2.2f, {.fill = look.stroke});
}

void DrawWorld(common::SvgCanvas& canvas, const Drawing& drawing, float scale)
{
	for (const Ink ink : {Ink::Start, Ink::Still, Ink::End})
	{
		for (const Solid& solid : drawing.solids)
		{
			if (solid.ink == ink)
			{
				DrawSolid(canvas, solid);
			}
		}
	}
	for (const std::vector<b2Vec2>& way : drawing.motions)
	{
		DrawMotion(canvas, way, scale);
	}
	for (const Track& track : drawing.tracks)
	{
		DrawTrack(canvas, track, scale);
	}
	for (const b2Vec2 mark : drawing.marks)
	{
		canvas.Dot(mark, 4.0f, {.fill = "#ffffff", .stroke = k_red, .width = 1.8f});
	}
	for (const Note& note : drawing.notes)
	{
		canvas.Text(note.at, note.text, {.size = 11.5f, .color = k_ink, .anchor = note.anchor, .halo = true});
	}
}

void DrawPanel(common::SvgCanvas& canvas, const Scene& scene, size_t number, float left, float top)
{
	canvas.Text({left, top + 18.0f}, fmt::format("{}  {}", number, scene.frame.title),
	            {.size = 15.0f, .color = k_ink, .bold = true});
	const float windowTop = top + k_titleHeight;
	const float scale = k_width / scene.frame.width;
	canvas.Rectangle({left, windowTop}, {left + k_width, windowTop + k_height}, {.fill = "#ffffff"});
	canvas.BeginView({.center = scene.frame.center,
	                  .left = left,
	                  .top = windowTop,
	                  .width = k_width,
	                  .height = k_height,
	                  .scale = scale});
	DrawWorld(canvas, scene.drawing, scale);
	canvas.EndView();
	canvas.Rectangle({left, windowTop}, {left + k_width, windowTop + k_height}, {.stroke = "#d8d3c8"});
	float y = windowTop + k_height + 18.0f;
	for (const std::string& line : common::Wrap(scene.frame.caption, k_captionLength))
	{
		canvas.Text({left, y}, line, {.size = 12.0f, .color = k_ink});
		y += k_lineHeight;
	}
	const std::string figures = (scene.Holds() ? "measured: " : "does not hold: ") + scene.Figures();
	for (const std::string& line : common::Wrap(figures, k_figuresLength))
	{
		canvas.Text({left, y}, line, {.size = 12.0f, .color = scene.Holds() ? k_green : k_red});
		y += k_lineHeight;
	}
}

// Explains the marks, under the headline.
void DrawLegend(common::SvgCanvas& canvas, float y)
{
	float x = k_margin;
	const auto mean = [&](float symbol, std::string_view text, float wide)
	{
		canvas.Text({x + symbol + 8.0f, y + 4.5f}, text, {.size = 13.0f, .color = k_faintInk});
		x += symbol + wide;
	};
	const auto disc = [&](Traveller traveller)
	{
		DrawDisc(canvas, {{x + 9.0f, y}, 9.0f, 0.6f}, LookOf(traveller), true);
	};
	const auto box = [&](Ink ink)
	{
		canvas.Rectangle({x, y - 8.0f}, {x + 26.0f, y + 8.0f}, StyleOf(ink));
	};
	disc(Traveller::Grenade);
	mean(18.0f, "grenade and its way", 168.0f);
	canvas.Line({x, y}, {x + 30.0f, y}, {.stroke = k_red, .width = 1.6f});
	mean(30.0f, "bullet", 76.0f);
	disc(Traveller::Circle);
	mean(18.0f, "circle of Box2D", 140.0f);
	box(Ink::Still);
	mean(26.0f, "stands still", 108.0f);
	box(Ink::Start);
	mean(26.0f, "moves: at the start", 156.0f);
	box(Ink::End);
	mean(26.0f, "at the end", 102.0f);
	canvas.Arrow({x, y}, {1.0f, 0.0f}, 30.0f, {.stroke = k_brown, .width = 1.6f});
	mean(30.0f, "its motion", 100.0f);
}

} // namespace

common::SvgCanvas DrawSheet(std::span<const Scene> scenes)
{
	const float height =
	    k_titleHeight + k_height + k_lineHeight * static_cast<float>(k_captionLines + k_figureLines) + 1.5f * k_margin;
	const size_t rows = (scenes.size() + k_columns - 1) / k_columns;
	common::SvgCanvas canvas(static_cast<float>(k_columns) * (k_width + k_margin) + k_margin,
	                         k_top + static_cast<float>(rows) * height, k_paper);
	canvas.Text({k_margin, 38.0f}, "Hard places: what grenades and bullets do there, and the measured proof",
	            {.size = 22.0f, .color = k_ink, .bold = true});
	DrawLegend(canvas, 66.0f);
	for (size_t i = 0; i < scenes.size(); ++i)
	{
		DrawPanel(canvas, scenes[i], i + 1, k_margin + static_cast<float>(i % k_columns) * (k_width + k_margin),
		          k_top + static_cast<float>(i / k_columns) * height);
	}
	return canvas;
}

} // namespace hard
