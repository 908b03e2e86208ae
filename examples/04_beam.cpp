// MIT License, Copyright (c) 2026 the ricochet authors

// A laser among mirrors, a half mirror and a prism: 04_beam [file.svg]

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cstdio>

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "04_beam.svg");
	b2World world({0.0f, -10.0f});
	common::AddStill(world, ricochet::MakeBox(3.0f, 0.15f, {4.0f, 5.2f})); // mirrors, above and below
	common::AddStill(world, ricochet::MakeBox(3.0f, 0.15f, {6.5f, 0.3f}));
	common::AddStill(world, ricochet::MakeCircle({11.2f, 2.1f}, 0.9f)); // a ball of steel
	b2Fixture* splitter = common::AddStill(world, ricochet::MakeBox(0.05f, 0.8f, {2.6f, 3.2f}, -1.2f));
	const b2Vec2 corners[] = {{4.3f, 2.4f}, {5.3f, 2.4f}, {4.8f, 3.6f}};
	b2Fixture* prism = common::AddStill(world, ricochet::MakePolygon(corners));
	b2Fixture* target = common::AddStill(world, ricochet::MakeBox(0.15f, 0.8f, {0.5f, 2.7f}));

	// The rule decides what the beam does at each hit. maxBounces and maxPierces limit only beams without a rule.
	ricochet::BeamDef def{.length = 40.0f};
	def.rule = [&](const ricochet::BeamLeg& leg) -> ricochet::BeamDecision
	{
		if (leg.fixture == target)
		{
			return ricochet::Response::Stop;
		}
		if (leg.fixture == splitter)
		{
			return ricochet::BeamDecision::Split(0.5f, 0.5f); // half bounces, half passes
		}
		if (leg.fixture == prism)
		{
			return ricochet::BeamDecision::Refract(1.5f);
		}
		return ricochet::Response::Bounce;
	};
	std::vector<ricochet::BeamLeg> legs;
	ricochet::CastBeam(world, {0.4f, 1.0f}, {1.0f, 1.0f}, def, legs);

	common::SvgCanvas canvas(840.0f, 400.0f, "#fbfaf7");
	canvas.BeginView({.center = {6.0f, 2.8f}, .width = 840.0f, .height = 400.0f, .scale = 68.0f});
	common::DrawWorld(canvas, world);
	for (const ricochet::BeamLeg& leg : legs)
	{
		const b2Vec2 from = ricochet::PointAt(leg.ray, leg.begin);
		canvas.Line(from, leg.enter.point, {.stroke = "#c62828", .width = 1.0f + 2.0f * leg.power});
		if (leg.fixture != nullptr)
		{
			std::printf("%.2f m, then a %s\n", (leg.enter.point - from).Length(),
			            leg.response == ricochet::Response::Bounce   ? "bounce"
			            : leg.response == ricochet::Response::Pierce ? "pierce"
			                                                         : "stop");
			canvas.Arrow(leg.enter.point, leg.enter.normal, 24.0f, {.stroke = "#1b7a3d", .width = 1.5f});
		}
	}
	canvas.Dot({0.4f, 1.0f}, 5.0f, {.fill = "#c62828"});
	canvas.Text({0.2f, 3.7f}, "target", {.size = 14.0f, .halo = true});
	canvas.Text({0.2f, 0.6f}, "laser", {.size = 14.0f, .halo = true});
	canvas.Text({1.2f, 3.4f}, "half mirror", {.size = 14.0f, .halo = true});
	canvas.Text({4.6f, 2.1f}, "prism", {.size = 14.0f, .halo = true});
	canvas.EndView();
	return common::SavePicture(canvas, file);
}
