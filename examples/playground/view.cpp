// MIT License, Copyright (c) 2026 the ricochet authors

#include "scenes.h"

#include <ricochet/host/attach_geometry.h>

#include <box2d/b2_collision.h>
#include <box2d/b2_shape.h>

#include <array>

namespace playground
{

namespace
{

constexpr float k_margin = 0.3f; // m, about what is thin too

b2AABB Around(b2Vec2 point)
{
	return {point - b2Vec2{k_margin, k_margin}, point + b2Vec2{k_margin, k_margin}};
}

// Returns the bounds of the attached outline if there is one, since it is drawn instead of the shape.
b2AABB BoundsOf(const b2Fixture& fixture, const b2Transform& pose)
{
	b2AABB bounds;
	if (const auto geometry = ricochet::GeometryOf(fixture))
	{
		const b2AABB& box = geometry->GetOutline().Bounds();
		bounds = Around(b2Mul(pose, box.lowerBound));
		for (const b2Vec2 corner : std::array{b2Vec2{box.upperBound.x, box.lowerBound.y}, box.upperBound,
		                                      b2Vec2{box.lowerBound.x, box.upperBound.y}})
		{
			bounds.Combine(Around(b2Mul(pose, corner)));
		}
		return bounds;
	}
	const b2Shape& shape = *fixture.GetShape();
	for (int32_t child = 0; child < shape.GetChildCount(); ++child)
	{
		b2AABB box;
		shape.ComputeAABB(&box, pose, child);
		if (child == 0)
		{
			bounds = box;
		}
		bounds.Combine(box);
	}
	return {bounds.lowerBound - b2Vec2{k_margin, k_margin}, bounds.upperBound + b2Vec2{k_margin, k_margin}};
}

} // namespace

View ViewOf(const Stage& stage)
{
	b2AABB bounds = Around(stage.muzzle);
	bounds.Combine(Around(stage.target));
	for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			bounds.Combine(BoundsOf(*fixture, body->GetTransform()));
		}
	}
	const b2Vec2 size = bounds.upperBound - bounds.lowerBound;
	return {bounds.GetCenter(), size.x, size.y};
}

} // namespace playground
