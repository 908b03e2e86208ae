// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/visibility.h>

#include "geometry/round_to_float.h"
#include "host/host.h"
#include "sight/check.h"
#include "sight/visibility.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// What a look needs; kept for each thread, so that looking again allocates nothing.
struct LookWorkspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<PointView> builder;
	std::vector<Piece<PointView>> sides;
};

LookWorkspace& WorkspaceOfThread()
{
	thread_local LookWorkspace workspace;
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

// A box that holds what is in reach in a turn: as far as the reach only along the axes that are in the turn.
b2AABB BoundsOf(const PointFrame& frame, const SightTurn& turn)
{
	b2AABB box = BoundsOfDisc(frame.eye, frame.radius);
	const Vec<double> first = frame.PointAt(nullptr, turn.first);
	const Vec<double> last = frame.PointAt(nullptr, turn.last);
	const auto cut = [&](const Vec<double>& axis, float eye, float& bound)
	{
		if (turn.Holds(axis) == false)
		{
			const double sign = axis.x + axis.y;
			const double reach = std::max({0.0, Dot(axis, first), Dot(axis, last)});
			const double slack = 0x1p-20 * (std::abs(eye) + static_cast<double>(frame.radius));
			bound = RoundToFloat(eye + sign * (reach + slack));
		}
	};
	cut({1.0, 0.0}, frame.eye.x, box.upperBound.x);
	cut({-1.0, 0.0}, frame.eye.x, box.lowerBound.x);
	cut({0.0, 1.0}, frame.eye.y, box.upperBound.y);
	cut({0.0, -1.0}, frame.eye.y, box.lowerBound.y);
	return box;
}

// Drops what lies beside a turn of less than a half.
void DropBeside(const SightTurn& turn, std::vector<Obstacle>& obstacles)
{
	const Vec<double> first = turn.first.Vector();
	const Vec<double> last = turn.last.Vector();
	const auto isBeside = [&](const Obstacle& obstacle)
	{
		const bool isBefore = SignOfCross(first, obstacle.from) < 0 && SignOfCross(first, obstacle.to) < 0;
		const bool isAfter = SignOfCross(last, obstacle.from) > 0 && SignOfCross(last, obstacle.to) > 0;
		return obstacle.kind != ObstacleKind::Block && (isBefore || isAfter);
	};
	if (turn.isFull == false && Cross(first, last) > 0.0)
	{
		std::erase_if(obstacles, isBeside);
	}
}

} // namespace

void LookAround(Space space, const PointFrame& frame, const SightTurn& turn, const QueryFilter& filter,
                std::vector<SightVertex>& out)
{
	LookWorkspace& workspace = WorkspaceOfThread();
	out.clear();
	CollectObstacles(space, BoundsOf(frame, turn), frame.vantage, filter, workspace.obstacles);
	DropBeside(turn, workspace.obstacles);
	EmitPolygon(frame, workspace.builder.Build(workspace.obstacles), turn, workspace.sides, out);
}

Result<> VisibilityPolygon(Space space, b2Vec2 eye, float radius, std::vector<SightVertex>& out, const SightDef& def)
{
	out.clear();
	return Attempt(
	    CheckLook(eye, radius, def.cone),
	    [&] {
		    LookAround(space, PointFrame{eye, radius}, SightTurn(def.cone), def.filter, out);
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
		    LookWorkspace& workspace = WorkspaceOfThread();
		    const PointFrame frame{eye, radius};
		    CollectObstacles(walls, frame.vantage, workspace.obstacles);
		    EmitPolygon(frame, workspace.builder.Build(workspace.obstacles), SightTurn(cone), workspace.sides, out);
	    },
	    [&] { out.clear(); });
}

} // namespace ricochet
