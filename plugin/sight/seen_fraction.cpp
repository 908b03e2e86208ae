// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/visibility.h>

#include "geometry/checker.h"
#include "geometry/elementary.h"
#include "geometry/with_memory.h"
#include "query/accept.h"
#include "query/children_in_box.h"
#include "sight/collect.h"
#include "sight/envelope.h"
#include "sight/point_view.h"

#include <algorithm>

namespace ricochet
{

namespace
{

bool IsOf(const Obstacle& obstacle, const b2Body& body)
{
	return obstacle.body == &body;
}

// The sum of the angles of the pieces, or of those on the body (rad).
double AngleOfPieces(std::span<const Piece<PointView>> pieces, const b2Body* body)
{
	double sum = 0.0;
	for (const Piece<PointView>& piece : pieces)
	{
		if (body == nullptr || IsOf(*piece.obstacle, *body))
		{
			const Vec<double> from = piece.from.Vector();
			const Vec<double> to = piece.to.Vector();
			sum += std::abs(AngleOf(Dot(from, to), Cross(from, to)));
		}
	}
	return sum;
}

// A box about the eye that holds the body's shapes.
b2AABB BoundsOf(Space space, const b2Body& body, b2Vec2 eye)
{
	b2AABB bounds;
	bounds.lowerBound = bounds.upperBound = eye;
	Ask(space,
	    [&](const auto& source) { ForEachChildOf(source, body, [&](const Place& place) { Combine(place, bounds); }); });
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
};

// The filter is to have solids about the eye, by which it is known to be in the body; `startInside` tells of the
// others.
float Fraction(Space space, b2Vec2 eye, const b2Body& body, const QueryFilter& filter, bool startInside)
{
	thread_local FractionWorkspace workspace;
	std::vector<Obstacle>& obstacles = workspace.obstacles;
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
	const double total = AngleOfPieces(workspace.builder.Build(own), nullptr);
	if ((total > 0.0) == false)
	{
		return 0.0f;
	}
	const double seen = AngleOfPieces(workspace.builder.Build(obstacles), &body);
	return static_cast<float>(std::min(1.0, seen / total));
}

} // namespace

Result<float> SeenFraction(Space space, b2Vec2 eye, const b2Body& body, const QueryFilter& filter)
{
	const Result<> sound = Checker().Finite("eye", eye).Outcome();
	if (!sound)
	{
		return sound.GetError();
	}
	return WithMemory(
	    [&]() -> Result<float>
	    {
		    const bool startInside = AcceptsStart(filter, true);
		    if (Ignores(filter, &body) == false && startInside)
		    {
			    return Fraction(space, eye, body, filter, true);
		    }
		    QueryFilter all = Admitting(filter, &body);
		    all.startInside = true;
		    return Fraction(space, eye, body, all, startInside);
	    });
}

} // namespace ricochet
