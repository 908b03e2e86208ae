// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/scene_list.h"

namespace ricochet::referee
{

std::span<const SceneDef> AllScenes()
{
	static constexpr SceneDef k_scenes[] = {
	    {"turning_room", PlayTurningRoom, true, 24},
	    {"crusher", PlayCrusher, true, 48},
	    {"crate", PlayCrate, true, 48},
	    {"grenade_meets_body", PlayGrenadeMeetsBody, false, 500},
	    {"bullet_meets_body", PlayBulletMeetsBody, false, 500},
	    {"pierced_solid", PlayPiercedSolid, false, 24},
	    {"pierced_edge", PlayPiercedEdge, false, 24},
	    {"retreating_wall", PlayRetreatingWall, false, 48},
	};
	return k_scenes;
}

} // namespace ricochet::referee
