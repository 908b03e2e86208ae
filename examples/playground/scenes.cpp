// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <array>

namespace playground
{

std::span<const SceneDef> Scenes()
{
	static const View k_room{{0.0f, 0.3f}, 24.0f, 15.4f};
	static const std::array scenes = {
	    SceneDef{"door", "Spinning door",
	             "Hold to fire. The door turns at 9 rad/s; bullets meet it where it is when they come.", Tool::Fire,
	             k_room, BuildDoor, KeepDoorTurning},
	    SceneDef{"panes", "Glass, wood, steel",
	             "Fire through the panes: entry, exit and thickness of each. Slow down to see one cross.", Tool::Fire,
	             k_room, BuildPanes},
	    SceneDef{"grenades", "Grenades", "Drag to throw: the arc is what will be flown, bounces included.",
	             Tool::Grenade, k_room, BuildGrenades},
	    SceneDef{"crates", "Falling crates", "Bullets push what is free. Drag crates with the hand.", Tool::Fire,
	             k_room, BuildCrates, KeepCratesFalling},
	    SceneDef{"terrain", "Terrain", "One outline of 2,000 vertices with a cave, attached to one fixture.",
	             Tool::Fire, View{{20.0f, 6.5f}, 41.0f, 14.0f}, BuildTerrain},
	    SceneDef{"swarm", "10,000 bullets",
	             "10,000 bullets at once. Below: what a step and a picture of them cost here.", Tool::Fire,
	             View{{0.0f, 1.0f}, 81.0f, 51.0f}, BuildSwarm, KeepSwarmFlying},
	    SceneDef{"polygons", "Segment and polygons",
	             "Bullets under gravity and homing (see the sliders) among convex polygons.", Tool::Fire, k_room,
	             BuildPolygons},
	    SceneDef{"crossings", "Ray and crossings", "Every crossing of the ray: entry, exit and true edge normals.",
	             Tool::Ray, k_room, BuildPolygons},
	    SceneDef{"swept", "Swept shapes", "A polygon cast through a corridor: every contact on its way.", Tool::Polygon,
	             k_room, BuildCorridor},
	    SceneDef{"thick", "Thick ray", "A disc cast: what a fat bullet or a feeler meets.", Tool::Thick, k_room,
	             BuildCorridor},
	    SceneDef{"beam", "Beam and mirrors", "Each leg an exact cast, each bounce off the true normal; no epsilon.",
	             Tool::Beam, k_room, BuildMirrors},
	    SceneDef{"light", "Flashlight", "What the eye sees, exactly; the light has a size, so shadows are soft.",
	             Tool::Flashlight, k_room, BuildColumns},
	    SceneDef{"grid", "Visibility and grid", "The cells that a line touches, and what is in sight of its start.",
	             Tool::Grid, k_room, BuildGrid},
	    SceneDef{"space", "Ten squares in space", "A ray turns among squares in space; the first it meets is lit.",
	             Tool::Space, k_room, BuildEmpty},
	    SceneDef{"map", "Your Tiled map", "Drop a .tmj file of the Tiled editor here. This is the shooting range's.",
	             Tool::Fire, View{{20.0f, 8.0f}, 42.0f, 20.0f}, BuildEmpty},
	};
	return scenes;
}

} // namespace playground
