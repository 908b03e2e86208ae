// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/quarantine.h>

#include "world/broadphase.h"

#include <box2d/b2_body.h>

#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

bool IsFinite(const b2Transform& pose)
{
	return std::isfinite(pose.p.x) && std::isfinite(pose.p.y) && std::isfinite(pose.q.s) && std::isfinite(pose.q.c);
}

// The box that adds nothing to any other, and overlaps none.
b2AABB EmptyBounds()
{
	constexpr float k_largest = std::numeric_limits<float>::max();
	b2AABB box;
	box.lowerBound = {k_largest, k_largest};
	box.upperBound = {-k_largest, -k_largest};
	return box;
}

} // namespace

int32_t QuarantineBodies(b2World& world)
{
	int32_t count = 0;
	for (b2Body* body = world.IsLocked() ? nullptr : world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (IsFinite(body->GetTransform()))
		{
			continue;
		}
		++count;
		for (b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			MoveBounds(world, *fixture, EmptyBounds());
		}
	}
	return count;
}

} // namespace ricochet
