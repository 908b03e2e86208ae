// MIT License, Copyright (c) 2026 the ricochet authors

// Swings a sword over several frames, and lists the bodies that it cuts, in order, with its angle: 08_melee [file.svg]

#include "character/swing.h"

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace
{

constexpr float k_degree = 0.01745329f; // rad
constexpr int k_frames = 6;
constexpr float k_from = 0.3f; // m, from the shoulder to the blade
constexpr float k_to = 2.0f;

void DrawBlade(common::SvgCanvas& canvas, b2Vec2 shoulder, float angle, const common::SvgStyle& style)
{
	const b2Vec2 along{std::cos(angle), std::sin(angle)};
	canvas.Line(shoulder + k_from * along, shoulder + k_to * along, style);
}

} // namespace

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "08_melee.svg");
	b2World world({0.0f, -10.0f});
	common::AddStill(world, ricochet::MakeCircle({1.1f, 1.35f}, 0.25f));
	common::AddStill(world, ricochet::MakeBox(0.2f, 0.2f, {1.75f, 0.95f}, 0.5f));
	common::AddStill(world, ricochet::MakeCapsule({2.2f, -0.45f}, {2.2f, 0.35f}, 0.2f));
	common::AddStill(world, ricochet::MakeBox(0.15f, 0.25f, {1.0f, -0.6f}, -0.4f));
	common::AddStill(world, ricochet::MakeCircle({2.9f, 1.2f}, 0.25f)); // out of reach
	const b2Vec2 step{0.05f, 0.0f};                                     // m, of the shoulder in a frame
	const float first = 80.0f * k_degree;
	const float last = -50.0f * k_degree;

	common::SvgCanvas canvas(760.0f, 480.0f, "#fbfaf7");
	canvas.BeginView({.center = {1.6f, 0.3f}, .width = 760.0f, .height = 480.0f, .scale = 130.0f});
	common::DrawWorld(canvas, world);
	character::Swing swing(k_from, k_to, first, last);
	int count = 0;
	for (int frame = 0; frame < k_frames; ++frame)
	{
		const b2Vec2 shoulder = static_cast<float>(frame) * step;
		const float before = swing.Angle();
		DrawBlade(canvas, shoulder, before, {.stroke = "#1565c0", .width = 2.5f});
		const auto& cuts = swing.Turn(world, shoulder, step, (last - first) / static_cast<float>(k_frames));
		for (int i = 1; i < 24; ++i)
		{
			const float share = static_cast<float>(i) / 24.0f;
			const float angle = before + share * (swing.Angle() - before);
			DrawBlade(canvas, shoulder + share * step, angle, {.stroke = "#1565c0", .width = 5.0f, .opacity = 0.06f});
		}
		for (const character::Cut& cut : cuts)
		{
			const float degrees = std::round(cut.angle / k_degree);
			std::printf("frame %d: cut %d at %.0f degrees, at (%.2f, %.2f) m\n", frame, ++count, degrees, cut.contact.x,
			            cut.contact.y);
			canvas.Dot(cut.contact, 5.0f, {.fill = "#c62828"});
			const std::string label = std::to_string(count) + ": " + std::to_string(static_cast<int>(degrees)) + "°";
			canvas.Text(cut.contact, label, {.bold = true, .halo = true, .shift = {8.0f, -8.0f}});
		}
	}
	DrawBlade(canvas, static_cast<float>(k_frames) * step, swing.Angle(), {.stroke = "#1565c0", .width = 2.5f});
	canvas.Dot({0.0f, 0.0f}, 5.0f, {.fill = "#333333"});
	canvas.Text({-1.2f, 2.0f}, "blue: the blade where each of six frames begins. Red: the cuts, in order",
	            {.halo = true});
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
