// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/collect.h"

#include "query/children_in_box.h"
#include "sight/obstacle_maker.h"

#include <utility>

namespace ricochet
{

void CollectObstacles(Space space, const b2AABB& box, const Vantage& vantage, const QueryFilter& filter,
                      std::vector<Obstacle>& obstacles)
{
	obstacles.clear();
	Ask(space,
	    [&](const auto& source)
	    {
		    WalkChildrenInBox(source, box, filter,
		                      [&](const StandingChild& child)
		                      { ObstacleMaker(vantage, filter, child, obstacles).Add(child.place.geometry, box); });
	    });
}

void CollectObstacles(std::span<const Segment> walls, const Vantage& vantage, std::vector<Obstacle>& obstacles)
{
	obstacles.clear();
	for (size_t i = 0; i < walls.size(); ++i)
	{
		Obstacle obstacle;
		obstacle.from = vantage.PlaceOf({walls[i].a.x, walls[i].a.y});
		obstacle.to = vantage.PlaceOf({walls[i].b.x, walls[i].b.y});
		obstacle.edge = static_cast<int32_t>(i);
		const int turn = vantage.TurnOf(obstacle.from, obstacle.to);
		if (turn < 0)
		{
			std::swap(obstacle.from, obstacle.to);
		}
		if (turn != 0)
		{
			obstacles.push_back(obstacle);
		}
	}
}

} // namespace ricochet
