// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "referee/stage.h"

#include <ostream>
#include <span>
#include <string_view>

namespace ricochet::referee
{

struct SceneDef
{
	std::string_view name;
	void (*play)(Stage&);
	bool discs;   ///< true: the scene is also run with Box2D's own discs, for comparison
	int32_t runs; ///< the number of runs by default
};

/// Makes GoogleTest print a scene as its name.
inline void PrintTo(const SceneDef& scene, std::ostream* stream)
{
	*stream << scene.name;
}

[[nodiscard]] std::span<const SceneDef> AllScenes();

// Rooms and machines whose bodies are all kinematic.
void PlayTurningRoom(Stage& stage);
void PlaySwingingRoom(Stage& stage);
void PlayDrum(Stage& stage);
void PlayFarRoom(Stage& stage);
void PlayFunnel(Stage& stage);
void PlayPiston(Stage& stage);
void PlayLift(Stage& stage);
void PlayCrusher(Stage& stage);
void PlayClosingWalls(Stage& stage);
void PlayDoor(Stage& stage);
void PlayConveyor(Stage& stage);

// Dynamic bodies lie on and under grenades.
void PlayCrate(Stage& stage);
void PlaySeesaw(Stage& stage);
void PlayStack(Stage& stage);
void PlayDominoes(Stage& stage);
void PlayBusyRoom(Stage& stage);
void PlayJoints(Stage& stage);

// All kinds of bodies and projectiles at once.
void PlayMixed(Stage& stage);

// Scenes without gravity.
void PlayGrenadeMeetsBody(Stage& stage);
void PlayBulletMeetsBody(Stage& stage);
void PlayDiscMeetsBody(Stage& stage);
void PlayPiercedSolid(Stage& stage);
void PlayPiercedEdge(Stage& stage);
void PlaySolidPiercedByDiscs(Stage& stage);
void PlayEdgePiercedByDiscs(Stage& stage);
void PlayShotGrenade(Stage& stage);
void PlayFlak(Stage& stage);
void PlayRetreatingWall(Stage& stage);
void PlayTopDown(Stage& stage);

} // namespace ricochet::referee
