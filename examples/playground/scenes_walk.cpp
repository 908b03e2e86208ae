// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <ricochet/geometry/outline_rings.h>
#include <ricochet/shapes/shape_factory.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace playground
{

namespace
{

constexpr float k_shoulder = 1.3f; // m, above the feet
constexpr float k_bladeFrom = 0.3f, k_bladeTo = 1.6f;
constexpr float k_swingTurn = 0.3f;  // rad in a step
constexpr double k_slashLife = 1.5;  // s
constexpr float k_slashSpeed = 5.0f; // m/s that a cut gives to a crate

constexpr int k_columns = 20, k_rows = 8;
const b2Vec2 k_tilesLow{-4.0f, -6.0f};
constexpr float k_tile = 0.7f; // m

b2AABB BoxOfTile(int column, int row)
{
	// Neighbouring tiles must have the same floats at their common corners.
	const auto corner = [](int x, int y)
	{
		return k_tilesLow + k_tile * b2Vec2{static_cast<float>(x), static_cast<float>(y)};
	};
	return {corner(column, row), corner(column + 1, row + 1)};
}

std::vector<b2AABB> BoxesOf(const std::vector<uint8_t>& tiles)
{
	std::vector<b2AABB> boxes;
	for (int i = 0; i < k_columns * k_rows; ++i)
	{
		if (tiles[static_cast<size_t>(i)] != 0)
		{
			boxes.push_back(BoxOfTile(i % k_columns, i / k_columns));
		}
	}
	return boxes;
}

void BuildOfTiles(Stage& stage)
{
	const auto rings = ricochet::UniteBoxes(BoxesOf(stage.tiles));
	const auto outline = rings ? ricochet::Outline::Make(rings->vertices, rings->ringStarts) : rings.GetError();
	const auto pieces = outline ? ricochet::MakePolygons(*outline) : outline.GetError();
	b2Body* body = stage.AddBody({0.0f, 0.0f});
	stage.actors.assign(1, body);
	if (pieces)
	{
		for (const ricochet::ClipPolygonShape& piece : *pieces)
		{
			stage.Add(body, piece, Material::Wood);
		}
	}
}

} // namespace

void BuildTiles(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	stage.tiles.assign(static_cast<size_t>(k_columns) * k_rows, 1);
	for (const auto& [column, row] : {std::array{4, 3}, std::array{5, 3}, std::array{5, 4}, std::array{12, 5}})
	{
		stage.tiles[static_cast<size_t>(row * k_columns + column)] = 0;
	}
	BuildOfTiles(stage);
	stage.muzzle = {-9.5f, 2.0f};
	stage.target = {-2.0f, -2.0f};
}

// Removes the tiles that bullets have hit in the last step, and rebuilds the polygons.
void KeepTiles(Stage& stage)
{
	bool isChanged = false;
	for (const ricochet::ImpactEvent& impact : stage.plugin.Impacts())
	{
		if (impact.fixture == nullptr || impact.fixture->GetBody() != stage.actors[0])
		{
			continue;
		}
		const b2Vec2 inside = impact.enter.point - 0.1f * k_tile * impact.enter.normal - k_tilesLow;
		const auto column = static_cast<int>(std::floor(inside.x / k_tile));
		const auto row = static_cast<int>(std::floor(inside.y / k_tile));
		if (column >= 0 && column < k_columns && row >= 0 && row < k_rows)
		{
			stage.tiles[static_cast<size_t>(row * k_columns + column)] = 0;
			isChanged = true;
		}
	}
	if (isChanged)
	{
		stage.EndHistory();
		stage.plugin.Forget(stage.actors[0]);
		stage.world.DestroyBody(stage.actors[0]);
		BuildOfTiles(stage);
	}
}

void DrawTiles(const Stage& stage, Display& display)
{
	const std::vector<b2AABB> boxes = BoxesOf(stage.tiles);
	for (const b2AABB& box : boxes)
	{
		display.Line(std::array{b2Vec2{box.lowerBound.x, box.upperBound.y}, box.lowerBound,
		                        b2Vec2{box.upperBound.x, box.lowerBound.y}},
		             Style::Faint, 0.6f);
	}
	const auto rings = ricochet::UniteBoxes(boxes);
	if (!rings)
	{
		return;
	}
	const std::vector<int32_t>& starts = rings->ringStarts;
	for (size_t ring = 0; ring < starts.size(); ++ring)
	{
		const auto begin = rings->vertices.begin() + starts[ring];
		const auto end = ring + 1 < starts.size() ? rings->vertices.begin() + starts[ring + 1] : rings->vertices.end();
		std::vector<b2Vec2> points(begin, end);
		points.push_back(points.front());
		display.Line(points, Style::Preview);
	}
	int polygons = 0;
	for (const b2Fixture* fixture = stage.actors[0]->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		++polygons;
	}
	display.Text({-10.5f, 5.2f}, fmt::format("{} tiles: {} rings with {} vertices, {} polygons", boxes.size(),
	                                         starts.size(), rings->vertices.size(), polygons));
}

void BuildWalk(Stage& stage)
{
	const std::array<b2Vec2, 12> ground{{{11.5f, 6.0f},
	                                     {11.5f, -4.0f},
	                                     {7.5f, -4.0f},
	                                     {7.5f, -4.3f},
	                                     {7.0f, -4.3f},
	                                     {7.0f, -4.6f},
	                                     {3.0f, -4.6f},
	                                     {0.0f, -6.0f},
	                                     {-5.0f, -6.0f},
	                                     {-8.0f, -4.5f},
	                                     {-11.5f, -4.5f},
	                                     {-11.5f, 6.0f}}};
	AddChain(stage, ground); // from right to left: its front is above
	b2Body* lift = stage.AddBox({-3.5f, -3.0f}, 1.2f, 0.12f, Material::Steel, 0.0f, b2_kinematicBody);
	stage.actors = {lift};
	stage.AddBox({1.0f, -0.6f}, 2.2f, 0.15f, Material::Stone);
	for (int i = 0; i < 6; ++i)
	{
		const auto k = static_cast<float>(i);
		const b2Vec2 at = i < 3 ? b2Vec2{4.0f + 0.9f * k, -4.2f} : b2Vec2{-12.9f + 0.9f * k, -4.1f};
		stage.AddBox(at, 0.35f, 0.35f, i % 2 == 0 ? Material::Wood : Material::Glass, 0.0f, b2_dynamicBody);
	}
	stage.play->walker.emplace(stage.world, b2Vec2{-7.0f, -4.4f});
	stage.muzzle = {-10.5f, 5.0f};
	stage.target = {3.0f, -3.5f};
}

void KeepWalking(Stage& stage)
{
	Play& play = *stage.play;
	const auto time = static_cast<float>(stage.time);
	stage.actors[0]->SetLinearVelocity({0.0f, 1.1f * std::sin(time)});
	const b2Vec2 way = stage.target - play.walker->Feet();
	const float run = std::abs(way.x) > 0.4f ? std::clamp(3.0f * way.x, -3.5f, 3.5f) : 0.0f;
	const b2Vec2 before = play.walker->Feet();
	play.walker->Move({.run = run, .jump = way.y > 2.2f}, stage.timeStep);
	if (std::exchange(play.hasStruck, false) && play.swing.has_value() == false)
	{
		const float first = way.x < 0.0f ? 0.55f * b2_pi : 0.45f * b2_pi;
		play.swing.emplace(k_bladeFrom, k_bladeTo, first, first + (way.x < 0.0f ? 0.75f : -0.75f) * b2_pi);
	}
	std::erase_if(play.slashes, [&](const Slash& slash) { return slash.born < stage.time - k_slashLife; });
	if (play.swing.has_value() == false)
	{
		return;
	}
	const b2Vec2 shoulder = before + b2Vec2{0.0f, k_shoulder};
	const float turn = way.x < 0.0f ? k_swingTurn : -k_swingTurn;
	for (const character::Cut& cut : play.swing->Turn(stage.world, shoulder, play.walker->Feet() - before, turn,
	                                                  {.ignoreBody = play.walker->Body()}))
	{
		play.slashes.push_back({cut.contact, cut.angle, stage.time});
		const b2Vec2 along{-std::sin(cut.angle), std::cos(cut.angle)};
		const float mass = cut.body->GetMass();
		cut.body->ApplyLinearImpulse(std::copysign(k_slashSpeed * mass, turn) * along, cut.contact, true);
	}
	if (play.swing->IsOver())
	{
		play.swing.reset();
	}
}

void DrawWalk(const Stage& stage, Display& display)
{
	const Play& play = *stage.play;
	if (play.swing)
	{
		const b2Vec2 along{std::cos(play.swing->Angle()), std::sin(play.swing->Angle())};
		const b2Vec2 shoulder = play.walker->Feet() + b2Vec2{0.0f, k_shoulder};
		display.Segment(shoulder + k_bladeFrom * along, shoulder + k_bladeTo * along, Style::Ray);
	}
	for (size_t i = 0; i < play.slashes.size(); ++i)
	{
		const Slash& slash = play.slashes[i];
		const auto opacity = static_cast<float>(1.0 - (stage.time - slash.born) / k_slashLife);
		display.Dot(slash.at, Style::Enter, opacity);
		display.Text(slash.at + b2Vec2{0.2f, 0.2f}, fmt::format("{}: {:.0f}°", i + 1, 57.29578f * slash.angle),
		             Style::Label, opacity);
	}
	display.Text(play.walker->Feet() + b2Vec2{-0.5f, 2.1f}, play.walker->IsOnGround() ? "on the ground" : "in the air",
	             Style::Label, 0.6f);
}

} // namespace playground
