// MIT License, Copyright (c) 2026 the ricochet authors

#include "picture.h"
#include "shots.h"

#include "common/svg_motion.h"

#include <algorithm>
#include <array>
#include <string>

namespace why
{

namespace
{

using common::SvgCanvas;
using common::SvgLevel;
using common::SvgMoment;
using common::SvgView;

constexpr double k_pi = 3.14159265358979;
constexpr float k_slower = 10.0f;
constexpr float k_loop = static_cast<float>(k_slower * 2.0 * k_pi / k_turnRate); // s: a turn of the door
constexpr float k_speed = 30.0f;                                                 // m/s
constexpr size_t k_drawn = 24;
constexpr int32_t k_lastStep = 15; // so that all have flown within a turn

constexpr std::string_view k_paper = "#1a212b";
constexpr std::string_view k_panel = "#222c38";
constexpr std::string_view k_ink = "#e8edf3";
constexpr std::string_view k_faint = "#9fb0c3";
constexpr std::string_view k_lost = "#ff5c5c";
constexpr std::string_view k_won = "#7ddc8a";

float OnPage(double time)
{
	return k_slower * static_cast<float>(time);
}

// Returns the first shots that truly hit the door.
std::vector<Shot> ShotsThatMeet(std::span<const Shot> shots, const Door& door)
{
	std::vector<Shot> chosen;
	for (const Shot& shot : shots)
	{
		if (chosen.size() < k_drawn && MeetingTime(shot, door, -k_clear) >= 0.0)
		{
			chosen.push_back(shot);
		}
	}
	return chosen;
}

void DrawDoor(SvgCanvas& canvas, const Door& door)
{
	const std::array<b2Vec2, 4> corners{b2Vec2{-k_halfLength, -door.halfThickness},
	                                    {k_halfLength, -door.halfThickness},
	                                    {k_halfLength, door.halfThickness},
	                                    {-k_halfLength, door.halfThickness}};
	const SvgMoment turn[] = {{0.0f, {0.0f, 0.0f}, 0.0f}, {k_loop, {0.0f, 0.0f}, static_cast<float>(2.0 * k_pi)}};
	common::BeginMotion(canvas, turn, k_loop);
	canvas.Polygon(corners, {.fill = "#8a6240", .stroke = "#c49a6c", .width = 1.5f});
	common::EndGroup(canvas);
	canvas.Dot({0.0f, 0.0f}, 4.0f, {.fill = k_ink});
}

void DrawShot(SvgCanvas& canvas, const Shot& shot, const Told& told, const Door& door)
{
	const double fired = static_cast<double>(k_stepTime) * shot.step;
	const b2Vec2 end = told.isHit ? told.point : b2Vec2{k_end, shot.y};
	const double ended = fired + (end.x - k_start) / shot.speed;
	const SvgMoment way[] = {{OnPage(fired), {k_start, shot.y}}, {OnPage(ended), end}};
	const std::string_view bright = told.isHit ? "#ffd166" : k_lost;
	const std::string_view dim = told.isHit ? "#6e5a35" : k_lost;
	const SvgLevel levels[] = {
	    {0.0f, 0.0f}, {OnPage(fired), 0.0f}, {OnPage(fired) + 0.01f, 1.0f}, {k_loop - 0.4f, 1.0f}, {k_loop, 0.0f}};
	common::BeginOpacity(canvas, levels, k_loop);
	common::Trace(canvas, way, {.bright = bright, .dim = dim, .width = 3.0f, .tail = 26.0f}, k_loop);
	common::EndGroup(canvas);
	const double met = told.isHit ? ended : MeetingTime(shot, door, 0.0);
	const b2Vec2 place{static_cast<float>(k_start + shot.speed * (met - fired)), shot.y};
	common::Burst(canvas, place, told.isHit ? 12.0f : 20.0f, bright, {OnPage(met), 1.0f}, k_loop);
}

// Draws the whole flight at once, for a still picture.
void DrawPath(SvgCanvas& canvas, const Shot& shot, const Told& told, const Door& door)
{
	const b2Vec2 end = told.isHit ? told.point : b2Vec2{k_end, shot.y};
	const std::string_view color = told.isHit ? "#ffd166" : k_lost;
	canvas.Line({k_start, shot.y}, end, {.stroke = color, .width = told.isHit ? 2.0f : 3.5f});
	const double met = MeetingTime(shot, door, 0.0) - static_cast<double>(k_stepTime) * shot.step;
	canvas.Dot(told.isHit ? end : b2Vec2{static_cast<float>(k_start + shot.speed * met), shot.y},
	           told.isHit ? 4.5f : 9.0f, {.fill = color});
}

void DrawGhosts(SvgCanvas& canvas)
{
	constexpr int32_t k_ghosts = 9;
	for (int32_t i = 0; i < k_ghosts; ++i)
	{
		const b2Rot turn(b2_pi * static_cast<float>(i) / k_ghosts);
		const b2Vec2 along = k_halfLength * turn.GetXAxis();
		canvas.Line(-along, along, {.stroke = "#c49a6c", .width = 14.0f, .opacity = i == 2 ? 1.0f : 0.16f});
	}
	canvas.Dot({0.0f, 0.0f}, 5.0f, {.fill = k_ink});
}

// Sizes of text, in px, and whether the picture moves.
struct Look
{
	float title;
	float caption;
	bool moves;
};

void DrawPanel(SvgCanvas& canvas, const SvgView& view, std::string_view title, Method method, const Look& look)
{
	Door door;
	const std::vector<Shot> every = MakeShots(4 * k_lastStep, 4, k_speed);
	(void)Fly(method, every, door); // sets the door's angles, by which the shots are chosen
	const std::vector<Shot> shots = ShotsThatMeet(every, door);
	const std::vector<Told> told = Fly(method, shots, door);
	const auto lost = std::count_if(told.begin(), told.end(), [](const Told& one) { return one.isHit == false; });

	const b2Vec2 corner{view.left, view.top};
	const float middle = view.left + 0.5f * view.width;
	canvas.Text({middle, view.top - 14.0f}, title,
	            {.size = look.title, .color = k_ink, .anchor = "middle", .bold = true});
	canvas.Rectangle(corner, corner + b2Vec2{view.width, view.height}, {.fill = k_panel});
	canvas.BeginView(view);
	if (look.moves == false)
	{
		DrawGhosts(canvas);
	}
	for (size_t i = 0; i < shots.size(); ++i)
	{
		(look.moves ? DrawShot : DrawPath)(canvas, shots[i], told[i], door);
	}
	if (look.moves)
	{
		DrawDoor(canvas, door);
	}
	canvas.EndView();
	canvas.Text({middle, view.top + view.height + 15.0f + look.caption},
	            std::to_string(lost) + " of " + std::to_string(shots.size()) + " bullets pass through the door",
	            {.size = look.caption, .color = lost > 0 ? k_lost : k_won, .anchor = "middle", .bold = true});
}

// Draws the same shots by one ray a step and by ricochet, side by side.
void DrawPanels(SvgCanvas& canvas, const SvgView& left, float leftOfRight, const Look& look)
{
	SvgView right = left;
	right.left = leftOfRight;
	DrawPanel(canvas, left, "One ray cast a step, by hand", Method::RayAStep, look);
	DrawPanel(canvas, right, "ricochet", Method::Ricochet, look);
}

} // namespace

common::SvgCanvas DrawBoth()
{
	SvgCanvas canvas(900.0f, 384.0f, k_paper);
	const SvgView left{.left = 13.0f, .top = 56.0f, .width = 430.0f, .height = 250.0f, .scale = 38.0f};
	DrawPanels(canvas, left, 457.0f, {21.0f, 19.0f, true});
	canvas.Text({450.0f, 368.0f},
	            "Each bullet flies at 30 m/s and meets the door, which turns at 9 rad/s. 60 steps a second; "
	            "ten times slower than real time.",
	            {.size = 14.0f, .color = k_faint, .anchor = "middle"});
	return canvas;
}

common::SvgCanvas DrawCard()
{
	SvgCanvas canvas(1280.0f, 640.0f, k_paper);
	canvas.Text({640.0f, 84.0f}, "ricochet", {.size = 72.0f, .color = k_ink, .anchor = "middle", .bold = true});
	canvas.Text({640.0f, 132.0f}, "Bullets that never tunnel, grenades that never get lost, and exact line of sight",
	            {.size = 29.0f, .color = k_faint, .anchor = "middle"});
	canvas.Text({640.0f, 172.0f}, "for C++ games on Box2D", {.size = 29.0f, .color = k_faint, .anchor = "middle"});
	const SvgView left{.left = 40.0f, .top = 240.0f, .width = 585.0f, .height = 320.0f, .scale = 50.0f};
	DrawPanels(canvas, left, 655.0f, {28.0f, 28.0f, false});
	return canvas;
}

} // namespace why
