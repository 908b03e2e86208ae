// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"

namespace ricochet::referee
{

std::span<const SceneDef> AllScenes()
{
	static constexpr SceneDef k_scenes[] = {
	    {"turning_room", PlayTurningRoom, true, 24},
	    {"swinging_room", PlaySwingingRoom, true, 24},
	    {"far_room", PlayFarRoom, true, 24},
	    {"drum", PlayDrum, true, 12},
	    {"funnel", PlayFunnel, true, 2},
	    {"piston", PlayPiston, true, 24},
	    {"lift", PlayLift, true, 48},
	    {"crusher", PlayCrusher, true, 96},
	    {"closing_walls", PlayClosingWalls, true, 48},
	    {"door", PlayDoor, true, 24},
	    {"conveyor", PlayConveyor, true, 24},
	    {"crate", PlayCrate, true, 96},
	    {"seesaw", PlaySeesaw, true, 24},
	    {"stack", PlayStack, true, 24},
	    {"dominoes", PlayDominoes, true, 12},
	    {"busy_room", PlayBusyRoom, true, 4},
	    {"joints", PlayJoints, true, 24},
	    {"mixed", PlayMixed, false, 12},
	    {"grenade_meets_body", PlayGrenadeMeetsBody, false, 1000},
	    {"bullet_meets_body", PlayBulletMeetsBody, false, 1000},
	    {"disc_meets_body", PlayDiscMeetsBody, false, 1000},
	    {"pierced_solid", PlayPiercedSolid, false, 24},
	    {"pierced_edge", PlayPiercedEdge, false, 24},
	    {"solid_pierced_by_discs", PlaySolidPiercedByDiscs, false, 24},
	    {"edge_pierced_by_discs", PlayEdgePiercedByDiscs, false, 24},
	    {"shot_grenade", PlayShotGrenade, false, 1000},
	    {"flak", PlayFlak, false, 48},
	    {"retreating_wall", PlayRetreatingWall, false, 96},
	    {"top_down", PlayTopDown, true, 24},
	};
	return k_scenes;
}

} // namespace ricochet::referee
