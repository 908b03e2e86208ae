// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <ricochet/query/ground.h>
#include <ricochet/shapes/shape_factory.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

void AddRegular(Stage& stage, b2Vec2 center, float radius, int sides, float turn, Material material)
{
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < sides; ++i)
	{
		const float angle = turn + 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(sides);
		vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
	}
	if (const auto polygon = ricochet::MakePolygon(vertices))
	{
		stage.Add(stage.AddBody(center), *polygon, material);
	}
}

void AddChain(Stage& stage, std::span<const b2Vec2> vertices)
{
	if (const auto chain = ricochet::MakeChain(vertices))
	{
		stage.Add(stage.AddBody({0.0f, 0.0f}), *chain, Material::Stone);
	}
}

void BuildPolygons(Stage& stage)
{
	const std::array<b2Vec2, 9> centers{{{-5.5f, 4.2f},
	                                     {-4.9f, -3.8f},
	                                     {-1.5f, 0.4f},
	                                     {0.6f, 5.2f},
	                                     {1.2f, -5.0f},
	                                     {3.6f, 0.8f},
	                                     {6.4f, 5.0f},
	                                     {6.4f, -3.8f},
	                                     {9.0f, 0.8f}}};
	for (size_t i = 0; i < centers.size(); ++i)
	{
		const auto k = static_cast<float>(i);
		AddRegular(stage, centers[i], 0.9f + 0.12f * std::fmod(3.0f * k, 4.0f), 3 + static_cast<int>(i) % 6, 0.7f * k,
		           static_cast<Material>(i % 2 == 0 ? 2 : 3));
	}
	stage.muzzle = {-10.0f, 0.0f};
	stage.target = {6.0f, 0.6f};
}

void BuildMirrors(Stage& stage)
{
	const std::array<b2Vec2, 9> room{{{-11.0f, -5.5f},
	                                  {4.0f, -6.0f},
	                                  {11.0f, -3.0f},
	                                  {10.0f, 4.0f},
	                                  {4.0f, 6.0f},
	                                  {-3.0f, 4.8f},
	                                  {-9.0f, 6.0f},
	                                  {-11.4f, 0.0f},
	                                  {-11.0f, -5.5f}}};
	AddChain(stage, room);
	AddRegular(stage, {2.0f, 0.5f}, 1.2f, 6, 0.2f, Material::Steel);
	AddRegular(stage, {-4.0f, -2.0f}, 0.9f, 4, 0.5f, Material::Steel);
	if (const auto circle = ricochet::MakeCircle({6.5f, -1.0f}, 1.0f))
	{
		stage.Add(stage.AddBody({0.0f, 0.0f}), *circle, Material::Glass);
	}
	stage.muzzle = {-9.0f, 1.0f};
	stage.target = {0.0f, -1.0f};
}

void BuildColumns(Stage& stage)
{
	for (int row = 0; row < 3; ++row)
	{
		for (int column = 0; column < 6; ++column)
		{
			const b2Vec2 at{-8.5f + 3.4f * static_cast<float>(column) + (row % 2 == 0 ? 0.0f : 1.0f),
			                -3.6f + 3.6f * static_cast<float>(row)};
			const int kind = (row + column) % 3;
			if (kind == 0)
			{
				stage.AddBox(at, 0.5f, 0.5f, Material::Stone, 0.3f * static_cast<float>(column));
			}
			else if (kind == 1)
			{
				if (const auto circle = ricochet::MakeCircle(at, 0.5f))
				{
					stage.Add(stage.AddBody({0.0f, 0.0f}), *circle, Material::Wood);
				}
			}
			else
			{
				AddRegular(stage, at, 0.6f, 5, static_cast<float>(row), Material::Stone);
			}
		}
	}
	b2Body* vane = stage.AddBox({0.2f, 1.8f}, 1.4f, 0.08f, Material::Steel, 0.0f, b2_kinematicBody);
	vane->SetAngularVelocity(0.8f);
	stage.muzzle = {-10.5f, 0.0f};
	stage.target = {-1.6f, 0.3f};
}

void BuildCorridor(Stage& stage)
{
	const std::array<b2Vec2, 8> ground{{{-11.5f, -6.3f},
	                                    {-6.0f, -5.8f},
	                                    {-3.0f, -4.2f},
	                                    {0.0f, -4.8f},
	                                    {2.5f, -2.2f},
	                                    {5.0f, -2.7f},
	                                    {8.0f, -5.2f},
	                                    {11.5f, -4.2f}}};
	std::array<b2Vec2, 8> roof;
	for (size_t i = 0; i < roof.size(); ++i)
	{
		const b2Vec2 below = ground[ground.size() - 1 - i];
		roof[i] = {below.x, 3.8f - 0.35f * below.y};
	}
	AddChain(stage, ground);
	AddChain(stage, roof);
	AddRegular(stage, {-4.0f, 1.8f}, 1.1f, 3, 0.4f, Material::Wood);
	AddRegular(stage, {1.0f, 2.9f}, 1.2f, 7, 0.1f, Material::Stone);
	AddRegular(stage, {6.6f, 0.4f}, 1.2f, 5, 0.9f, Material::Steel);
	stage.AddBox({-0.8f, -1.6f}, 0.4f, 0.9f, Material::Glass, 0.5f);
	stage.muzzle = {-10.0f, -0.4f};
	stage.target = {9.5f, 0.2f};
}

void BuildGrid(Stage& stage)
{
	const std::array<std::array<b2Vec2, 2>, 6> walls{{{b2Vec2{-6.5f, 3.2f}, b2Vec2{-2.2f, 1.4f}},
	                                                  {b2Vec2{-1.5f, -3.5f}, b2Vec2{-0.4f, 2.6f}},
	                                                  {b2Vec2{2.4f, 4.4f}, b2Vec2{6.5f, 3.6f}},
	                                                  {b2Vec2{3.4f, -1.6f}, b2Vec2{7.8f, -2.4f}},
	                                                  {b2Vec2{-8.0f, -3.6f}, b2Vec2{-4.2f, -2.4f}},
	                                                  {b2Vec2{6.3f, -0.6f}, b2Vec2{6.6f, 1.8f}}}};
	for (const auto& wall : walls)
	{
		AddChain(stage, wall);
	}
	stage.muzzle = {-3.7f, -0.6f};
	stage.target = {5.2f, 2.3f};
}

void BuildLastStep(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	for (int i = 0; i < 3; ++i)
	{
		const auto k = static_cast<float>(i);
		b2Body* door =
		    stage.AddBox({-4.5f + 5.0f * k, 1.5f - 1.5f * k}, 2.2f, 0.15f, Material::Wood, 0.7f * k, b2_kinematicBody);
		door->SetAngularVelocity(40.0f - 25.0f * k);
	}
	stage.lastStep = std::make_unique<ricochet::StepMotion>(stage.world);
	stage.muzzle = {-10.0f, 0.0f};
	stage.target = {9.5f, 0.2f};
}

void BuildPrism(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Earth);
	AddRegular(stage, {-4.0f, 0.3f}, 1.7f, 3, 0.5f * b2_pi, Material::Glass);
	if (const auto lens = ricochet::MakeCircle({2.6f, -1.8f}, 1.2f))
	{
		stage.Add(stage.AddBody({0.0f, 0.0f}), *lens, Material::Glass);
	}
	if (const auto splitter = ricochet::MakeEdge({-0.6f, -2.2f}, {0.9f, 1.4f}))
	{
		stage.Add(stage.AddBody({0.0f, 0.0f}), *splitter, Material::Glass);
	}
	stage.AddBox({6.8f, 1.2f}, 0.9f, 1.9f, Material::Glass, 0.4f);
	stage.AddBox({-1.0f, 5.2f}, 2.2f, 0.1f, Material::Steel, 0.08f);
	stage.AddBox({-1.0f, -5.2f}, 2.2f, 0.1f, Material::Steel, -0.08f);
	stage.muzzle = {-9.5f, 2.2f};
	stage.target = {-4.4f, 0.6f};
}

namespace
{

constexpr float k_thiefRadius = 0.4f; // m
constexpr float k_look = 7.0f;        // m, how far guards see
constexpr float k_field = 1.0f;       // rad, their field of view

} // namespace

void BuildGuards(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	const std::array<b2Vec2, 6> walls{
	    {{-5.0f, 2.5f}, {-4.5f, -3.0f}, {0.0f, -0.5f}, {1.5f, 4.0f}, {5.5f, 1.0f}, {4.5f, -3.8f}}};
	for (size_t i = 0; i < walls.size(); ++i)
	{
		stage.AddBox(walls[i], i % 2 == 0 ? 1.4f : 0.4f, i % 2 == 0 ? 0.4f : 1.4f, Material::Stone);
	}
	b2Body* thief = stage.AddBody({-10.0f, -4.5f}, 0.0f, b2_kinematicBody);
	if (const auto circle = ricochet::MakeCircle({0.0f, 0.0f}, k_thiefRadius))
	{
		stage.Add(thief, *circle, Material::Wood);
	}
	stage.actors = {thief};
	for (const b2Vec2 at : {b2Vec2{-2.5f, 0.5f}, b2Vec2{3.0f, -2.0f}, b2Vec2{9.0f, 3.5f}})
	{
		b2Body* guard = stage.AddBody(at, 0.5f * at.x, b2_kinematicBody);
		if (const auto circle = ricochet::MakeCircle({0.0f, 0.0f}, 0.3f))
		{
			stage.Add(guard, *circle, Material::Steel);
		}
		guard->SetAngularVelocity(at.x < 0.0f ? 0.6f : -0.5f);
		stage.actors.push_back(guard);
	}
	stage.muzzle = {-10.8f, 5.4f};
	stage.target = {-7.0f, -1.0f};
}

// Moves the thief toward the pointer. The thief slides along walls in its path.
void KeepSneaking(Stage& stage)
{
	constexpr float k_speed = 4.0f; // m/s
	b2Body* thief = stage.actors[0];
	b2Vec2 way = stage.target - thief->GetPosition();
	const float length = way.Length();
	way *= length > k_speed * stage.timeStep ? k_speed * stage.timeStep / length : 1.0f;
	const b2Vec2 middle{0.0f, 0.0f};
	std::vector<ricochet::SlidePlane> planes;
	const ricochet::SlideResult slide =
	    ricochet::SlideHull(stage.world, {std::span(&middle, 1), k_thiefRadius}, thief->GetTransform(), way, planes, {},
	                        {.ignoreBody = thief});
	thief->SetLinearVelocity(1.0f / stage.timeStep * (slide.position - thief->GetPosition()));
}

void DrawGuards(const Stage& stage, Display& display)
{
	const b2Body& thief = *stage.actors[0];
	float most = 0.0f;
	for (size_t i = 1; i < stage.actors.size(); ++i)
	{
		const b2Body& guard = *stage.actors[i];
		const ricochet::SightDef def{{.ignoreBody = &guard, .alsoIgnore = {&thief}}, {guard.GetAngle(), k_field}};
		std::vector<ricochet::SightVertex> polygon;
		std::vector<b2Vec2> points;
		if (ricochet::VisibilityPolygon(stage.world, guard.GetPosition(), k_look, polygon, def))
		{
			ricochet::Flatten(polygon, 0.01f, points);
			display.Glow(points, guard.GetPosition(), k_look, 0.7f);
		}
		const ricochet::SightDef without{{.ignoreBody = &guard}, def.cone};
		const auto seen = ricochet::SeenFraction(stage.world, guard.GetPosition(), k_look, thief, without);
		if (seen && *seen > 0.0f)
		{
			most = std::max(most, *seen);
			display.Segment(guard.GetPosition(), thief.GetPosition(), Style::Ray, 0.4f);
			display.Text(guard.GetPosition() + b2Vec2{0.4f, 0.4f}, fmt::format("sees {:.0f} %", 100.0f * *seen));
		}
	}
	display.Text(thief.GetPosition() + b2Vec2{0.6f, -0.5f}, most > 0.0f ? "seen" : "hidden");
}

void BuildEmpty(Stage&) {}

} // namespace playground
