// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <array>

namespace playground
{

std::span<const SceneDef> Scenes()
{
	static const std::array scenes = {
	    SceneDef{
	        "race", "Who gets through?",
	        "The same shots at the same door: three ways to hit it. Red: those that got through, though they met it.",
	        Tool::Fire, BuildRace, KeepRacing, View{{0.0f, 0.3f}, 24.6f, 16.2f}, DrawRace,
	        "speed=30&rate=60&time=0.25"},
	    SceneDef{"door", "Spinning door",
	             "Hold to fire. The door turns at 9 rad/s; bullets meet it where it is when they come.", Tool::Fire,
	             BuildDoor, KeepDoorTurning},
	    SceneDef{"panes", "Glass, wood, steel",
	             "Fire through the panes: entry, exit and thickness of each. Slow down to see one cross.", Tool::Fire,
	             BuildPanes},
	    SceneDef{"muzzle", "Muzzle behind a wall",
	             "The gun is longer than the way to the wall. From: the bullet meets first what the barrel is in.",
	             Tool::Fire, BuildMuzzle, nullptr, std::nullopt, nullptr, "speed=120&gravity=0"},
	    SceneDef{"minigun", "Minigun",
	             "180 bullets a second from a gun that turns: each leaves at its own time, so the gaps are equal.",
	             Tool::Fire, BuildMinigun, KeepMinigunTurning, std::nullopt, nullptr, "gravity=0&bounces=1"},
	    SceneDef{"lead", "Leading a target",
	             "The gun computes where the target will be, under gravity. Fire yourself: who hits more?", Tool::Fire,
	             BuildLead, KeepLeading, std::nullopt, DrawLead, "speed=26&spread=0&bounces=0"},
	    SceneDef{"past", "Shot into the past",
	             "Lag compensation: you see the dashed targets, 0.2 s late. A shot hits what you see.", Tool::Fire,
	             BuildPast, KeepRunning, std::nullopt, DrawPast, "spread=0&gravity=0"},
	    SceneDef{"grenades", "Grenades",
	             "Drag to throw: the arc is what will be flown, bounces included. Blasts break crates, and go on "
	             "through them.",
	             Tool::Grenade, BuildGrenades},
	    SceneDef{"crates", "Falling crates", "Bullets push what is free. Drag crates with the hand.", Tool::Fire,
	             BuildCrates, KeepCratesFalling},
	    SceneDef{"tiles", "Tiles to outlines",
	             "Shoot tiles out: the rest is united into few outlines with holes, and these into polygons.",
	             Tool::Fire, BuildTiles, KeepTiles, std::nullopt, DrawTiles, "bounces=0&pierces=0"},
	    SceneDef{"walk", "Walk and strike",
	             "Point to walk, above the head to jump, press to swing: whom the blade cuts, in order.", Tool::Walk,
	             BuildWalk, KeepWalking, std::nullopt, DrawWalk},
	    SceneDef{"terrain", "Terrain", "One outline of 2,000 vertices with a cave, attached to one fixture.",
	             Tool::Fire, BuildTerrain},
	    SceneDef{"swarm", "10,000 bullets",
	             "10,000 bullets at once. Below: what a step and a picture of them cost here.", Tool::Fire, BuildSwarm,
	             KeepSwarmFlying},
	    SceneDef{"polygons", "Segment and polygons",
	             "Bullets under gravity and homing (see the sliders) among convex polygons.", Tool::Fire,
	             BuildPolygons},
	    SceneDef{"crossings", "Ray and crossings", "Every crossing of the ray: entry, exit and true edge normals.",
	             Tool::Ray, BuildPolygons},
	    SceneDef{"swept", "Swept shapes", "A polygon cast through a corridor: every contact on its way.", Tool::Polygon,
	             BuildCorridor},
	    SceneDef{"thick", "Thick ray", "A disc cast: what a fat bullet or a feeler meets.", Tool::Thick, BuildCorridor},
	    SceneDef{"step", "Cast of a step",
	             "A shape that flies its whole way in one step. Dashed: the doors, where they are when it hits them.",
	             Tool::Polygon, BuildLastStep, nullptr, std::nullopt, nullptr, "time=0.02"},
	    SceneDef{"beam", "Beam and mirrors", "Each leg an exact cast, each bounce off the true normal; no epsilon.",
	             Tool::Beam, BuildMirrors},
	    SceneDef{"prism", "Prism and splitter",
	             "Glass refracts by Snell's law and reflects a tenth; a glass edge splits. Brightness is power.",
	             Tool::Beam, BuildPrism},
	    SceneDef{"light", "Flashlight", "What the eye sees, exactly; the light has a size, so shadows are soft.",
	             Tool::Flashlight, BuildColumns},
	    SceneDef{"guards", "Guards", "Sneak past: the share of you that each guard sees in its field of view, exactly.",
	             Tool::Walk, BuildGuards, KeepSneaking, std::nullopt, DrawGuards},
	    SceneDef{"grid", "Visibility and grid", "The cells that a line touches, and what is in sight of its start.",
	             Tool::Grid, BuildGrid},
	    SceneDef{"space", "Ten squares in space", "A ray turns among squares in space; the first it meets is lit.",
	             Tool::Space, BuildEmpty, nullptr, ViewOfSpace()},
	    SceneDef{"map", "Your Tiled map", "Drop a .tmj file of the Tiled editor here. This is the shooting range's.",
	             Tool::Fire, BuildEmpty},
	};
	return scenes;
}

} // namespace playground
