// MIT License, Copyright (c) 2026 the ricochet authors

#include "scene.h"

namespace hard
{

std::vector<Scene> AllScenes()
{
	return {Slope(),  Groove(), Corner(),       GrazedWall(), Lift(),     Platform(),    Drum(),   Conveyor(),
	        Seesaw(), Doors(),  ClosingWalls(), Crates(),     TenPanes(), ChainVertex(), FarAway()};
}

} // namespace hard
