// MIT License, Copyright (c) 2026 the ricochet authors

// A character walks up slopes and steps, rides a lift, crosses a plank that rocks, pushes a crate and jumps through a
// platform: 07_character [file.svg]

#include "character/character.h"

#include "common/ladder.h"

#include <ricochet/ricochet.h>

#include <box2d/box2d.h>

#include <cmath>
#include <cstdio>

namespace
{

constexpr float k_timeStep = 1.0f / 60.0f; // s
constexpr float k_low = 0.4f;              // m, of the lift
constexpr float k_high = 3.4f;
constexpr float k_plank = 4.9f; // m, of the one-way platform
constexpr int k_most = 3000;    // steps

template <class Shape>
b2Body* AddMoving(b2World& world, b2BodyType type, b2Vec2 position, const ricochet::Result<Shape>& shape)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	b2Body* body = world.CreateBody(&def);
	body->CreateFixture(&*shape, 40.0f);
	return body;
}

void DrawBody(common::SvgCanvas& canvas, const b2Body* body, const common::SvgStyle& style)
{
	const auto* polygon = static_cast<const b2PolygonShape*>(body->GetFixtureList()->GetShape());
	std::vector<b2Vec2> points;
	for (int i = 0; i < polygon->m_count; ++i)
	{
		points.push_back(body->GetWorldPoint(polygon->m_vertices[i]));
	}
	canvas.Polygon(points, style);
}

} // namespace

int main(int argc, char** argv)
{
	const char* file = common::PictureFile(argc, argv, "07_character.svg");
	b2World world({0.0f, -10.0f});
	const std::vector<b2Vec2> left{{-1.0f, -0.6f}, {11.5f, -0.6f}, {11.5f, 0.4f}, {9.8f, 0.4f}, {8.0f, 2.1f},
	                               {6.2f, 2.1f},   {6.2f, 1.8f},   {5.6f, 1.8f},  {5.6f, 1.5f}, {5.0f, 1.5f},
	                               {5.0f, 1.2f},   {4.0f, 1.2f},   {2.0f, 0.0f},  {-1.0f, 0.0f}};
	const b2BodyDef still;
	b2Body* ground = world.CreateBody(&still);
	const auto pieces = ricochet::MakePolygons(*ricochet::Outline::Make(left));
	for (const ricochet::ClipPolygonShape& piece : *pieces)
	{
		ground->CreateFixture(&piece, 0.0f);
	}
	common::AddStill(world, ricochet::MakeBox(1.0f, 2.0f, {14.5f, 1.4f}));
	common::AddStill(world, ricochet::MakeBox(3.0f, 2.0f, {22.5f, 1.4f}));
	const std::vector<b2Vec2> plank{
	    {25.0f, k_plank}, {23.5f, k_plank}, {22.0f, k_plank}}; // from right to left: front above
	common::AddStill(world, ricochet::MakeChain(plank));
	b2Body* lift = AddMoving(world, b2_kinematicBody, {12.5f, k_low - 0.1f}, ricochet::MakeBox(0.95f, 0.1f));
	b2Body* rocker = AddMoving(world, b2_kinematicBody, {17.5f, 3.3f}, ricochet::MakeBox(1.9f, 0.1f));
	b2Body* crate = AddMoving(world, b2_dynamicBody, {20.8f, 3.82f}, ricochet::MakeBox(0.4f, 0.4f));

	ricochet::Plugin plugin(world);
	character::Character walker(world, {-0.5f, 0.02f});
	common::SvgCanvas canvas(1080.0f, 340.0f, "#fbfaf7");
	canvas.BeginView({.center = {12.2f, 2.9f}, .width = 1080.0f, .height = 340.0f, .scale = 41.0f});
	DrawBody(canvas, crate, {.stroke = "#4d5f75", .width = 1.0f, .dash = "4 3"});
	std::vector<b2Vec2> path;
	int stood = 0;
	for (int step = 0; step < k_most && stood < 30; ++step)
	{
		// The lift and the plank get velocities, and so does the character. The step moves them all.
		const float time = k_timeStep * static_cast<float>(step);
		lift->SetLinearVelocity({0.0f, 0.5f * (k_high - k_low) * 0.7f * std::sin(0.7f * time)});
		rocker->SetAngularVelocity(0.25f * std::cos(time));

		const b2Vec2 feet = walker.Feet();
		const float floor = lift->GetPosition().y + 0.1f;
		const bool waits = (feet.x > 10.9f && feet.x < 11.5f && floor > k_low + 0.2f) ||
		                   (feet.x > 12.5f && feet.x < 13.4f && floor < k_high - 0.2f);
		const bool isUnderPlank = feet.x > 23.0f && feet.y < k_plank;
		walker.Move({.run = waits || feet.x > 23.0f ? 0.0f : 2.5f, .jump = isUnderPlank}, k_timeStep);
		plugin.Step(k_timeStep, 8, 3);

		stood = feet.y > k_plank && walker.IsOnGround() ? stood + 1 : 0;
		path.push_back(walker.Feet());
		if (step % 18 == 0 && waits == false)
		{
			const b2Vec2 corner = walker.Feet() - b2Vec2{0.3f, 0.0f};
			canvas.Rectangle(corner, corner + b2Vec2{0.6f, 1.8f},
			                 {.fill = walker.IsOnGround() ? "#1565c0" : "#e65100", .opacity = 0.16f});
		}
		if (step % 100 == 0 && feet.x < 20.0f)
		{
			DrawBody(canvas, lift, {.stroke = "#1b7a3d", .width = 0.8f, .opacity = 0.4f});
			DrawBody(canvas, rocker, {.stroke = "#1b7a3d", .width = 0.8f, .opacity = 0.4f});
		}
	}
	common::DrawWorld(canvas, world);
	canvas.Polygon(left, common::k_solidStyle);
	canvas.Polyline(path, {.stroke = "#c62828", .width = 1.6f});
	canvas.Text({2.0f, -0.4f}, "slope, steps", {.halo = true});
	canvas.Text({11.8f, -0.4f}, "lift", {.halo = true});
	canvas.Text({16.6f, 1.6f}, "rocks", {.halo = true});
	canvas.Text({19.8f, 2.4f}, "crate, one-way platform", {.halo = true});
	canvas.Text({-0.8f, 6.3f}, "blue: stands. Orange: in the air. Red: the path of the feet", {.halo = true});
	canvas.EndView();
	const b2Vec2 end = walker.Feet();
	std::printf("ends at (%.2f, %.2f) m, %s\n", end.x, end.y, walker.IsOnGround() ? "on the platform" : "in the air");
	return common::SavePicture(canvas, file);
}
