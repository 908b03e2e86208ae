// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "stage.h"

#include <optional>
#include <span>

namespace playground
{

/// What the pointer does.
enum class Tool : uint8_t
{
	Fire,
	Grenade,
	Ray,
	Thick,
	Polygon,
	Beam,
	Flashlight,
	Grid,
	Drag,
	Draw,
	Space
};

/// In the order of Tool.
inline constexpr std::string_view k_toolNames = "fire grenade ray thick polygon beam flashlight grid drag draw space";

struct View
{
	b2Vec2 center{0.0f, 0.0f};
	float width = 24.0f, height = 13.5f; ///< m, all of which is seen
};

struct SceneDef
{
	std::string_view key;
	std::string_view name;
	std::string_view text; ///< what there is to see and to do
	Tool tool;
	void (*build)(Stage&);
	void (*beforeStep)(Stage&) = nullptr;
	std::optional<View> view = std::nullopt; ///< none: what it holds
};

[[nodiscard]] std::span<const SceneDef> Scenes();
/// What a scene holds: all bodies as they stand, the muzzle and its target.
[[nodiscard]] View ViewOf(const Stage& stage);
[[nodiscard]] View ViewOfSpace();

// Their builders.
void BuildDoor(Stage& stage);
void BuildPanes(Stage& stage);
void BuildGrenades(Stage& stage);
void BuildCrates(Stage& stage);
void BuildSwarm(Stage& stage);
void BuildTerrain(Stage& stage);
void BuildPolygons(Stage& stage);
void BuildMirrors(Stage& stage);
void BuildColumns(Stage& stage);
void BuildCorridor(Stage& stage);
void BuildGrid(Stage& stage);
void BuildEmpty(Stage& stage);
void KeepDoorTurning(Stage& stage);
void KeepCratesFalling(Stage& stage);
void KeepSwarmFlying(Stage& stage);

} // namespace playground
