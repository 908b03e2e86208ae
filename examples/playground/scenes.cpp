// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <array>

namespace playground
{

std::span<const SceneDef> Scenes()
{
	static const std::array scenes = {
	    SceneDef{"door", "Spinning door",
	             "Hold to fire. The door turns at 9 rad/s; bullets meet it where it is when they come.", Tool::Fire,
	             BuildDoor, KeepDoorTurning},
	    SceneDef{"panes", "Glass, wood, steel",
	             "Fire through the panes: entry, exit and thickness of each. Slow down to see one cross.", Tool::Fire,
	             BuildPanes},
	    SceneDef{
	        "grenades", "Grenades",
	        "Drag to throw: the arc is what will be flown, bounces included, up to the first crate that it pushes.",
	        Tool::Grenade, BuildGrenades},
	    SceneDef{"crates", "Falling crates", "Bullets push what is free. Drag crates with the hand.", Tool::Fire,
	             BuildCrates, KeepCratesFalling},
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
	    SceneDef{"beam", "Beam and mirrors", "Each leg an exact cast, each bounce off the true normal; no epsilon.",
	             Tool::Beam, BuildMirrors},
	    SceneDef{"light", "Flashlight", "What the eye sees, exactly; the light has a size, so shadows are soft.",
	             Tool::Flashlight, BuildColumns},
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
