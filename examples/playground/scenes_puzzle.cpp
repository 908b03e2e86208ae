// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <fmt/format.h>

#include <array>

namespace playground
{

namespace
{

void AddGoal(Stage& stage, b2Vec2 at, b2BodyType type = b2_staticBody)
{
	stage.goals.push_back(stage.AddBox(at, 0.4f, 0.4f, Material::Wood, 0.0f, type));
	stage.isPuzzle = true;
}

} // namespace

void BuildBankShot(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Steel);
	stage.AddBox({-3.0f, -1.8f}, 0.3f, 4.4f, Material::Steel);
	stage.AddBox({3.0f, 2.6f}, 0.3f, 3.6f, Material::Steel);
	stage.AddBox({-6.5f, 3.4f}, 1.6f, 0.2f, Material::Steel, 0.2f);
	AddGoal(stage, {0.0f, -5.0f});
	AddGoal(stage, {9.0f, 3.0f});
	stage.muzzle = {-9.5f, -3.0f};
	stage.target = {-3.5f, -3.0f};
}

void BuildOverTheWall(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Stone);
	stage.AddBox({-3.0f, -4.2f}, 0.3f, 2.0f, Material::Stone);
	stage.AddBox({3.0f, -3.0f}, 0.3f, 3.2f, Material::Stone);
	stage.AddBox({7.0f, 1.0f}, 1.6f, 0.2f, Material::Steel);
	AddGoal(stage, {0.0f, -5.8f}, b2_dynamicBody);
	AddGoal(stage, {6.5f, -5.8f}, b2_dynamicBody);
	stage.muzzle = {-9.5f, -3.0f};
	stage.target = {-6.0f, -3.0f};
}

void BuildMirrorMaze(Stage& stage)
{
	AddRoom(stage, 11.5f, 6.2f, Material::Earth);
	stage.AddBox({-6.0f, 6.0f}, 2.5f, 0.15f, Material::Steel);
	stage.AddBox({8.2f, -6.0f}, 1.8f, 0.15f, Material::Steel);
	stage.AddBox({8.0f, 6.0f}, 3.0f, 0.15f, Material::Steel);
	stage.AddBox({-2.0f, -3.5f}, 0.3f, 2.5f, Material::Earth);
	stage.AddBox({4.6f, 3.6f}, 0.3f, 2.5f, Material::Earth);
	stage.AddBox({9.0f, -0.5f}, 1.5f, 0.3f, Material::Earth);
	AddGoal(stage, {10.6f, -4.6f});
	stage.muzzle = {-10.5f, 0.0f};
	stage.target = {-6.0f, 0.0f};
}

void DrawPuzzle(const Stage& stage, Display& display)
{
	const auto counted = [](auto number, std::string_view one, std::string_view more)
	{
		return fmt::format("{} {}", number, number == 1 ? one : more);
	};
	const std::string text = stage.goals.empty() ? "Solved" : counted(stage.goals.size(), "crate left", "crates left");
	const std::string shots = stage.shots > 0 ? ", " + counted(stage.shots, "shot", "shots") : "";
	display.Title({0.0f, 6.9f}, 0.6f, text + shots, stage.goals.empty() ? Style::Normal : Style::Label);
}

} // namespace playground
