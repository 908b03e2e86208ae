// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/visibility.h"

#include "geometry/checker.h"
#include "geometry/elementary.h"
#include "geometry/round_to_float.h"
#include "geometry/with_memory.h"
#include "host/host.h"
#include "query/accept.h"
#include "query/borrowed.h"
#include "query/children_in_box.h"
#include "sight/collect.h"
#include "sight/envelope.h"
#include "sight/point_view.h"

#include <ricochet/sight/visibility.h>

#include <algorithm>

namespace ricochet
{

Result<> Check(const SightCone& cone)
{
	return Checker().Positive("SightCone::angle", cone.angle).Finite("SightCone::direction", cone.direction).Outcome();
}

Result<> CheckLook(b2Vec2 eye, float radius, const SightCone& cone)
{
	const Result<> disc = Checker().Finite("eye", eye).Positive("radius", radius).Outcome();
	return disc ? Check(cone) : disc;
}

namespace
{

// Buffers of a look, kept for each thread, so that further looks allocate nothing.
struct LookWorkspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<PointView> builder;
	std::vector<Piece<PointView>> sides;
};

LookWorkspace& KeptWorkspace()
{
	thread_local LookWorkspace kept;
	return kept;
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

// A box that contains everything in reach within a turn. It extends as far as the reach only along the axes that are in
// the turn.
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

// Drops obstacles beside a turn of less than a half turn.
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
	Borrowed workspace(KeptWorkspace());
	out.clear();
	CollectObstacles(space, BoundsOf(frame, turn), frame.vantage, filter, workspace->obstacles);
	DropBeside(turn, workspace->obstacles);
	EmitPolygon(frame, workspace->builder.Build(workspace->obstacles), turn, workspace->sides, out);
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
		    Borrowed workspace(KeptWorkspace());
		    const PointFrame frame{eye, radius};
		    CollectObstacles(walls, frame.vantage, workspace->obstacles);
		    EmitPolygon(frame, workspace->builder.Build(workspace->obstacles), SightTurn(cone), workspace->sides, out);
	    },
	    [&] { out.clear(); });
}

namespace
{

bool IsOf(const Obstacle& obstacle, const b2Body& body)
{
	return obstacle.body == &body;
}

// The sum of the angles of the pieces on a body (rad).
double AngleOn(const b2Body& body, std::span<const Piece<PointView>> pieces)
{
	double sum = 0.0;
	for (const Piece<PointView>& piece : pieces)
	{
		if (piece.obstacle != nullptr && IsOf(*piece.obstacle, body))
		{
			const Vec<double> from = piece.from.Vector();
			const Vec<double> to = piece.to.Vector();
			sum += std::abs(AngleOf(Dot(from, to), Cross(from, to)));
		}
	}
	return sum;
}

// A box that contains the eye and the body's shapes.
b2AABB BoundsOf(Space space, const b2Body& body, b2Vec2 eye)
{
	Extent extent;
	Ask(space,
	    [&](const auto& source) { ForEachChildOf(source, body, [&](const Place& place) { extent.Take(place); }); });
	b2AABB bounds;
	bounds.lowerBound = bounds.upperBound = eye;
	extent.GrowBox(bounds);
	return bounds;
}

bool IsAroundEye(const Obstacle& obstacle)
{
	const Vec<double> opening = obstacle.to - obstacle.from;
	return obstacle.kind == ObstacleKind::Block && opening.x == 0.0 && opening.y == 0.0;
}

struct FractionWorkspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<PointView> builder;
	std::vector<Piece<PointView>> sides;
};

// The limits of a look.
struct Reach
{
	float radius;
	SightTurn turn;
};

// The share of a body that an eye sees. The filter must accept solids that contain the eye: one of them may be the
// body. `startInside` decides whether other bodies that contain the eye count. If `reach` is null, the eye sees without
// limits.
float Fraction(Space space, b2Vec2 eye, const Reach* reach, const b2Body& body, const QueryFilter& filter,
               bool startInside)
{
	thread_local FractionWorkspace kept;
	Borrowed workspace(kept);
	std::vector<Obstacle>& obstacles = workspace->obstacles;
	CollectObstacles(space, BoundsOf(space, body, eye), Vantage::Eye(eye), filter, obstacles);
	const auto others = std::partition(obstacles.begin(), obstacles.end(),
	                                   [&](const Obstacle& obstacle) { return IsOf(obstacle, body); });
	const std::span<const Obstacle> own(obstacles.begin(), others);
	if (std::any_of(own.begin(), own.end(),
	                [](const Obstacle& obstacle) { return obstacle.kind == ObstacleKind::Block; }))
	{
		return 1.0f;
	}
	if (startInside == false)
	{
		std::erase_if(obstacles, IsAroundEye);
	}
	const double total = AngleOn(body, workspace->builder.Build(own));
	if ((total > 0.0) == false)
	{
		return 0.0f;
	}
	std::span<const Piece<PointView>> seen = workspace->builder.Build(obstacles);
	if (reach != nullptr)
	{
		CutSides(PointFrame{eye, reach->radius}, seen, reach->turn, workspace->sides);
		seen = workspace->sides;
	}
	return static_cast<float>(std::min(1.0, AngleOn(body, seen) / total));
}

Result<float> FractionOf(Space space, b2Vec2 eye, const Reach* reach, const b2Body& body, const QueryFilter& filter)
{
	return WithMemory(
	    [&]() -> Result<float>
	    {
		    const bool startInside = AcceptsStart(filter, true);
		    if (Ignores(filter, &body) == false && startInside)
		    {
			    return Fraction(space, eye, reach, body, filter, true);
		    }
		    QueryFilter all = Admitting(filter, &body);
		    all.startInside = true;
		    return Fraction(space, eye, reach, body, all, startInside);
	    });
}

} // namespace

Result<float> SeenFraction(Space space, b2Vec2 eye, const b2Body& body, const QueryFilter& filter)
{
	const Result<> sound = Checker().Finite("eye", eye).Outcome();
	return sound ? FractionOf(space, eye, nullptr, body, filter) : sound.GetError();
}

Result<float> SeenFraction(Space space, b2Vec2 eye, float radius, const b2Body& body, const SightDef& def)
{
	const Result<> sound = CheckLook(eye, radius, def.cone);
	if (!sound)
	{
		return sound.GetError();
	}
	const Reach reach{radius, SightTurn(def.cone)};
	return FractionOf(space, eye, &reach, body, def.filter);
}

} // namespace ricochet
