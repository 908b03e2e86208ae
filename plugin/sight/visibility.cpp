// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/visibility.h>

#include "sight/check.h"
#include "sight/visibility.h"
#include "world/overlap_walk.h"

namespace ricochet
{

namespace
{

// What a look needs; kept for each thread, so that looking again allocates nothing.
struct Workspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<PointView> builder;
	std::vector<Piece<PointView>> sides;
};

Workspace& WorkspaceOfThread()
{
	thread_local Workspace workspace;
	return workspace;
}

Result<> CheckWalls(std::span<const Segment> walls)
{
	Checker checker;
	for (size_t i = 0; i < walls.size() && checker.IsSound(); ++i)
	{
		const auto index = static_cast<int32_t>(i);
		checker.Finite("walls", walls[i].a, index).Finite("walls", walls[i].b, index);
	}
	return checker.Outcome();
}

} // namespace

void LookAround(const b2World& world, const PointFrame& frame, const SightTurn& turn, const QueryFilter& filter,
                std::vector<SightVertex>& out)
{
	Workspace& workspace = WorkspaceOfThread();
	out.clear();
	CollectObstacles(world, BoundsOfDisc(frame.eye, frame.radius), frame.vantage, filter, workspace.obstacles);
	EmitPolygon(frame, workspace.builder.Build(workspace.obstacles), turn, workspace.sides, out);
}

Result<> VisibilityPolygon(const b2World& world, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightDef& def)
{
	out.clear();
	return Attempt(
	    CheckLook(eye, radius, def.cone),
	    [&] {
		    LookAround(world, PointFrame{eye, radius}, SightTurn(def.cone), def.filter, out);
	    },
	    [&] { out.clear(); });
}

Result<> VisibilityPolygon(std::span<const Segment> walls, b2Vec2 eye, float radius, std::vector<SightVertex>& out,
                           const SightCone& cone)
{
	out.clear();
	const Result<> look = CheckLook(eye, radius, cone);
	return Attempt(
	    look ? CheckWalls(walls) : look,
	    [&]
	    {
		    Workspace& workspace = WorkspaceOfThread();
		    const PointFrame frame{eye, radius};
		    CollectObstacles(walls, frame.vantage, workspace.obstacles);
		    EmitPolygon(frame, workspace.builder.Build(workspace.obstacles), SightTurn(cone), workspace.sides, out);
	    },
	    [&] { out.clear(); });
}

} // namespace ricochet
