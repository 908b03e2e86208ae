// MIT License, Copyright (c) 2026 the ricochet authors

#include "picture.h"

#include "camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace squares
{
namespace
{

using common::SvgCanvas;
using common::SvgView;

constexpr float k_turn = 6.2831853f;
constexpr std::string_view k_paper = "#fbfaf7";
constexpr std::string_view k_ink = "#27313d";
constexpr std::string_view k_rayColor = "#c62828";
constexpr std::string_view k_hitColor = "#ffb74d";
constexpr std::string_view k_hitEdge = "#bf5f00";
constexpr std::string_view k_normalColor = "#1b7a3d";
constexpr std::string_view k_sweepColor = "#b9a8a0";

const Camera& TheCamera()
{
	static const Camera k_camera({8.5f, -10.0f, 8.0f}, {0.3f, -0.3f, -0.2f}, 2.95f);
	return k_camera;
}

// Returns the colour of a square. The light comes from the left, behind the eye. The more a square faces the light, the
// brighter it is.
std::string ShadeOf(const Square& square)
{
	const Vec3 normal = Unit(Cross(square[1] - square[0], square[3] - square[0]));
	const float facing = std::abs(Dot(normal, Unit({0.3f, -0.6f, 0.75f})));
	const auto mix = [&](float dark, float bright)
	{
		return static_cast<int>(std::lround(dark + facing * (bright - dark)));
	};
	return fmt::format("#{:02x}{:02x}{:02x}", mix(112.0f, 205.0f), mix(136.0f, 222.0f), mix(166.0f, 238.0f));
}

// True if no square is between the eye and a point.
bool IsSeen(const Scene& scene, Vec3 point)
{
	const Vec3 eye = TheCamera().Eye();
	return scene.Cast({eye, 0.998f * (point - eye)}).has_value() == false;
}

// Returns the order of painting. Squares of equal size that do not touch hide each other in the order of their
// distances.
std::vector<size_t> FarthestFirst(const Scene& scene)
{
	std::vector<size_t> order(scene.Squares().size());
	std::iota(order.begin(), order.end(), size_t{0});
	const auto distance = [&](size_t i)
	{
		const Vec3 way = MiddleOf(scene.Squares()[i]) - TheCamera().Eye();
		return Dot(way, way);
	};
	std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return distance(a) > distance(b); });
	return order;
}

void DrawSweep(SvgCanvas& canvas)
{
	std::vector<b2Vec2> circle;
	for (int i = 0; i < 72; ++i)
	{
		const float angle = k_turn * static_cast<float>(i) / 72.0f;
		circle.push_back(TheCamera().Project({k_reach * std::cos(angle), k_reach * std::sin(angle), 0.0f}));
	}
	canvas.Polygon(circle, {.stroke = k_sweepColor, .width = 1.0f, .dash = "3 4"});
	canvas.Line(TheCamera().Project({0.0f, 0.0f, -1.8f}), TheCamera().Project({0.0f, 0.0f, 1.8f}),
	            {.stroke = k_sweepColor, .width = 1.4f});
}

void DrawSquares(SvgCanvas& canvas, const Scene& scene, int32_t hit)
{
	for (const size_t i : FarthestFirst(scene))
	{
		const Square& square = scene.Squares()[i];
		std::vector<b2Vec2> outline;
		for (const Vec3& v : square)
		{
			outline.push_back(TheCamera().Project(v));
		}
		const bool isHit = static_cast<int32_t>(i) == hit;
		const std::string shade = ShadeOf(square);
		canvas.Polygon(outline, {.fill = isHit ? k_hitColor : std::string_view(shade),
		                         .stroke = isHit ? k_hitEdge : "#4d5f75",
		                         .width = isHit ? 2.4f : 1.0f});
	}
	for (size_t i = 0; i < scene.Squares().size(); ++i)
	{
		const Vec3 middle = MiddleOf(scene.Squares()[i]);
		if (IsSeen(scene, middle))
		{
			canvas.Text(TheCamera().Project(middle), fmt::format("{}", i),
			            {.size = 11.0f, .color = "#3b4a5c", .anchor = "middle", .shift = {0.0f, 4.0f}});
		}
	}
}

// Draws a ray in short pieces. Hidden pieces are thinner and dashed.
void DrawRay(SvgCanvas& canvas, const Scene& scene, const Ray3& ray, float end)
{
	constexpr int k_pieces = 60;
	std::vector<b2Vec2> stretch;
	bool isSeen = true;
	const auto flush = [&]
	{
		if (stretch.size() > 1)
		{
			canvas.Polyline(stretch, {.stroke = k_rayColor,
			                          .width = isSeen ? 2.2f : 1.4f,
			                          .opacity = isSeen ? 1.0f : 0.8f,
			                          .dash = isSeen ? "" : "2 3"});
		}
		stretch.clear();
	};
	for (int i = 0; i < k_pieces; ++i)
	{
		const auto at = [&](float piece)
		{
			return ray.origin + (end * piece / static_cast<float>(k_pieces)) * ray.translation;
		};
		const float from = static_cast<float>(i);
		const bool isPieceSeen = IsSeen(scene, at(from + 0.5f));
		if (isPieceSeen != isSeen)
		{
			flush();
			isSeen = isPieceSeen;
		}
		if (stretch.empty())
		{
			stretch.push_back(TheCamera().Project(at(from)));
		}
		stretch.push_back(TheCamera().Project(at(from + 1.0f)));
	}
	flush();
}

void DrawCrossing(SvgCanvas& canvas, const Scene& scene, const ricochet::PlanarHit& hit)
{
	const b2Vec2 at = TheCamera().Project(hit.point);
	const b2Vec2 tip = TheCamera().Project(hit.point + 0.8f * hit.normal);
	canvas.Line(at, tip, {.stroke = k_normalColor, .width = 2.0f});
	canvas.Dot(tip, 2.2f, {.fill = k_normalColor});
	// The normal points to the ray's side. It is visible only if the eye is on that side, with no square between.
	const Vec3 fromEye = hit.point - TheCamera().Eye();
	const std::optional<ricochet::PlanarHit> first = scene.Cast({TheCamera().Eye(), 1.01f * fromEye});
	const bool isSeen = Dot(hit.normal, fromEye) < 0.0f && first && first->polygon == hit.polygon;
	canvas.Dot(at, 4.6f, {.fill = isSeen ? "#ffffff" : k_hitColor, .stroke = k_rayColor, .width = 2.2f});
}

std::string Caption(float angle, const std::optional<ricochet::PlanarHit>& hit)
{
	const long degrees = std::lround(angle * 360.0f / k_turn);
	return hit ? fmt::format("{}°: square {} at {:.2f} m", degrees, hit->polygon, hit->fraction * k_reach)
	           : fmt::format("{}°: no square", degrees);
}

void DrawView(SvgCanvas& canvas, const Scene& scene, float angle, const SvgView& view, float captionSize)
{
	const Ray3 ray = scene.RayAt(angle);
	const std::optional<ricochet::PlanarHit> hit = scene.Cast(ray);
	canvas.BeginView(view);
	DrawSweep(canvas);
	DrawSquares(canvas, scene, hit ? hit->polygon : -1);
	DrawRay(canvas, scene, ray, hit ? hit->fraction : 1.0f);
	canvas.Dot(TheCamera().Project({}), 3.4f, {.fill = k_ink});
	if (hit)
	{
		DrawCrossing(canvas, scene, *hit);
	}
	canvas.EndView();
	canvas.Text({view.left + 10.0f, view.top + 8.0f + captionSize}, Caption(angle, hit),
	            {.size = captionSize, .color = k_ink, .bold = true, .halo = true});
}

void DrawLegend(SvgCanvas& canvas, float left, float y)
{
	const auto mean = [&](float x, std::string_view text)
	{
		canvas.Text({left + x, y + 4.5f}, text, {.size = 13.0f, .color = k_ink});
	};
	canvas.Dot({left + 8.0f, y}, 3.4f, {.fill = k_ink});
	canvas.Line({left + 8.0f, y}, {left + 42.0f, y}, {.stroke = k_rayColor, .width = 2.2f});
	mean(50.0f, "ray from the origin");
	canvas.Line({left + 196.0f, y}, {left + 230.0f, y},
	            {.stroke = k_rayColor, .width = 1.2f, .opacity = 0.8f, .dash = "2 3"});
	mean(238.0f, "hidden behind a square");
	canvas.Rectangle({left + 410.0f, y - 8.0f}, {left + 430.0f, y + 8.0f},
	                 {.fill = k_hitColor, .stroke = k_hitEdge, .width = 2.4f});
	mean(438.0f, "the first square it meets");
	canvas.Dot({left + 620.0f, y}, 4.6f, {.fill = "#ffffff", .stroke = k_rayColor, .width = 2.2f});
	mean(632.0f, "crossing,");
	canvas.Dot({left + 708.0f, y}, 4.6f, {.fill = k_hitColor, .stroke = k_rayColor, .width = 2.2f});
	mean(720.0f, "hidden,");
	canvas.Line({left + 780.0f, y}, {left + 806.0f, y}, {.stroke = k_normalColor, .width = 2.0f});
	canvas.Dot({left + 806.0f, y}, 2.2f, {.fill = k_normalColor});
	mean(814.0f, "its normal");
	canvas.Line({left + 906.0f, y}, {left + 940.0f, y}, {.stroke = k_sweepColor, .width = 1.4f, .dash = "3 4"});
	mean(948.0f, "sweep of the ray, axis");
}

} // namespace

SvgCanvas DrawSheet(const Scene& scene)
{
	constexpr float k_width = 380.0f;
	constexpr float k_height = 300.0f;
	constexpr float k_margin = 20.0f;
	constexpr float k_top = 78.0f;
	SvgCanvas canvas(3.0f * k_width + 4.0f * k_margin, k_top + 2.0f * (k_height + k_margin) + 40.0f, k_paper);
	canvas.Text({k_margin, 36.0f}, "Ten squares in space, a ray that turns, and the first square that it meets",
	            {.size = 21.0f, .color = k_ink, .bold = true});
	canvas.Text(
	    {k_margin, 60.0f},
	    "The squares are scattered at random about the origin. The ray turns about the upright axis and reaches 6 "
	    "m. One call of CastPlanarPolygonsClosest an angle.",
	    {.size = 13.0f, .color = "#55606c"});
	for (int i = 0; i < 6; ++i)
	{
		const float left = k_margin + static_cast<float>(i % 3) * (k_width + k_margin);
		const float top = k_top + static_cast<float>(i / 3) * (k_height + k_margin);
		canvas.Rectangle({left, top}, {left + k_width, top + k_height}, {.fill = "#ffffff", .stroke = "#d8d3c8"});
		DrawView(canvas, scene, k_turn * static_cast<float>(i) / 6.0f,
		         {.left = left, .top = top, .width = k_width, .height = k_height, .scale = 0.5f * k_height}, 14.0f);
	}
	DrawLegend(canvas, k_margin, k_top + 2.0f * (k_height + k_margin) + 12.0f);
	return canvas;
}

SvgCanvas DrawAnimation(const Scene& scene)
{
	constexpr int k_frames = 90;
	constexpr float k_width = 1140.0f;
	constexpr float k_height = 620.0f;
	SvgCanvas canvas(k_width, k_height + 40.0f, k_paper);
	for (int i = 0; i < k_frames; ++i)
	{
		canvas.BeginFrame(i, k_frames, 0.1f);
		DrawView(canvas, scene, k_turn * static_cast<float>(i) / static_cast<float>(k_frames),
		         {.width = k_width, .height = k_height, .scale = 0.5f * k_height}, 20.0f);
		canvas.EndFrame();
	}
	DrawLegend(canvas, 10.0f, k_height + 16.0f);
	return canvas;
}

} // namespace squares
