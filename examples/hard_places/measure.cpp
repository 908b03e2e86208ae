// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <box2d/b2_distance.h>

#include <algorithm>
#include <limits>

namespace hard
{

namespace
{

float DistanceTo(const b2Fixture& fixture, int32_t child, b2Vec2 point)
{
	const b2Shape* shape = fixture.GetShape();
	b2DistanceInput input;
	input.proxyA.Set(&point, 1, 0.0f);
	input.proxyB.Set(shape, child);
	input.transformA.SetIdentity();
	input.transformB = fixture.GetBody()->GetTransform();
	input.useRadii = false;
	b2SimplexCache cache;
	cache.count = 0;
	b2DistanceOutput output;
	b2Distance(&output, &cache, &input);
	return output.distance - (shape->GetType() == b2Shape::e_circle ? shape->m_radius : 0.0f);
}

} // namespace

double DepthInSolids(b2World& world, b2Vec2 center, float radius)
{
	double depth = -std::numeric_limits<double>::infinity();
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const int32_t children = fixture->IsSensor() ? 0 : fixture->GetShape()->GetChildCount();
			for (int32_t child = 0; child < children; ++child)
			{
				depth = std::max(depth, static_cast<double>(radius) - DistanceTo(*fixture, child, center));
			}
		}
	}
	return depth;
}

b2Vec2 MomentumOfBodies(const b2World& world)
{
	b2Vec2 momentum{0.0f, 0.0f};
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (body->GetType() == b2_dynamicBody)
		{
			momentum += body->GetMass() * body->GetLinearVelocity();
		}
	}
	return momentum;
}

} // namespace hard
