// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "stage.h"

#include <optional>
#include <span>

namespace playground
{

/// The action of the pointer.
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
	Space,
	Walk,
	Point ///< only points: the scene itself answers
};

/// In the order of Tool.
inline constexpr std::string_view k_toolNames =
    "fire grenade ray thick polygon beam flashlight grid drag draw space walk point";

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
	Tool tool = Tool::Fire;
	void (*build)(Stage&) = nullptr;
	void (*beforeStep)(Stage&) = nullptr;
	std::optional<View> view = std::nullopt; ///< none: what it holds
	void (*draw)(const Stage&, Display&) = nullptr;
	std::string_view settings = {}; ///< that it changes while it is shown, as key=number&key=number
	std::string_view group = {};    ///< Shoot, Throw, Cast or See
	std::string_view knobs = {};    ///< the keys of the settings that matter most in it, separated by blanks
};

[[nodiscard]] std::span<const SceneDef> Scenes();
/// Returns the view that contains all bodies at their present poses, the muzzle and its target.
[[nodiscard]] View ViewOf(const Stage& stage);
[[nodiscard]] View ViewOfSpace();

// Builders of the scenes.
void BuildRace(Stage& stage);
void BuildDoor(Stage& stage);
void BuildThinPanes(Stage& stage);
void BuildClosingDoor(Stage& stage);
void BuildBeams(Stage& stage);
void BuildFan(Stage& stage);
void BuildBankShot(Stage& stage);
void BuildOverTheWall(Stage& stage);
void BuildMirrorMaze(Stage& stage);
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
void BuildSpace(Stage& stage); ///< aims the ray at one of the squares
void BuildEmpty(Stage& stage);
void BuildMinigun(Stage& stage);
void BuildMuzzle(Stage& stage);
void BuildLead(Stage& stage);
void BuildPast(Stage& stage);
void BuildLastStep(Stage& stage);
void BuildPrism(Stage& stage);
void BuildGuards(Stage& stage);
void BuildWalk(Stage& stage);
void BuildTiles(Stage& stage);
void KeepContest(Stage& stage);
void DrawContest(const Stage& stage, Display& display);
void KeepDoorTurning(Stage& stage);
void KeepCratesFalling(Stage& stage);
void KeepSwarmFlying(Stage& stage);
void KeepMinigunTurning(Stage& stage);
void KeepLeading(Stage& stage);
void KeepRunning(Stage& stage);
void KeepSneaking(Stage& stage);
void KeepWalking(Stage& stage);
void KeepTiles(Stage& stage);
void DrawPuzzle(const Stage& stage, Display& display);
void DrawLead(const Stage& stage, Display& display);
void DrawPast(const Stage& stage, Display& display);
void DrawGuards(const Stage& stage, Display& display);
void DrawWalk(const Stage& stage, Display& display);
void DrawTiles(const Stage& stage, Display& display);

// Add parts that several scenes have.
void AddRoom(Stage& stage, float halfWidth, float halfHeight, Material material);
void AddRegular(Stage& stage, b2Vec2 center, float radius, int sides, float turn, Material material);
void AddChain(Stage& stage, std::span<const b2Vec2> vertices);

} // namespace playground
