// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/sight/visibility.h>

#include "geometry/elementary.h"
#include "sight/collect.h"
#include "sight/envelope.h"
#include "sight/point_view.h"
#include "world/overlap_walk.h"

#include <box2d/b2_body.h>

#include <algorithm>

namespace ricochet
{

namespace
{

bool IsOf(const Obstacle& obstacle, const b2Body& body)
{
	return obstacle.fixture->GetBody() == &body;
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

// A box about the eye that holds the body's shapes; inverted if there are none.
b2AABB BoundsOf(const b2Body& body, b2Vec2 eye)
{
	b2AABB bounds;
	bounds.lowerBound = bounds.upperBound = eye;
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32 child = 0; child < fixture->GetShape()->GetChildCount(); ++child)
		{
			b2AABB box;
			fixture->GetShape()->ComputeAABB(&box, body.GetTransform(), child);
			bounds.Combine(box);
		}
	}
	return bounds;
}

struct Workspace
{
	std::vector<Obstacle> obstacles;
	EnvelopeBuilder<PointView> builder;
};

float Fraction(const b2World& world, b2Vec2 eye, const b2Body& body, const QueryFilter& filter)
{
	thread_local Workspace workspace;
	std::vector<Obstacle>& obstacles = workspace.obstacles;
	CollectObstacles(world, BoundsOf(body, eye), Vantage::Eye(eye), filter, obstacles);
	const auto others = std::partition(obstacles.begin(), obstacles.end(),
	                                   [&](const Obstacle& obstacle) { return IsOf(obstacle, body); });
	const std::span<const Obstacle> own(obstacles.begin(), others);
	if (std::any_of(own.begin(), own.end(),
	                [](const Obstacle& obstacle) { return obstacle.kind == ObstacleKind::Block; }))
	{
		return 1.0f;
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

float SeenFraction(const b2World& world, b2Vec2 eye, const b2Body& body, const QueryFilter& filter)
{
	if (eye.IsValid() == false)
	{
		return 0.0f;
	}
	try
	{
		if (filter.ignoreBody != &body)
		{
			return Fraction(world, eye, body, filter);
		}
		QueryFilter all = filter;
		all.ignoreBody = nullptr;
		return Fraction(world, eye, body, all);
	}
	catch (const std::bad_alloc&)
	{
		return 0.0f;
	}
}

} // namespace ricochet
