// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"
#include "query/meet.h"
#include "shapes/cast_shape.h"

#include <box2d/b2_collision.h>

namespace ricochet
{

// Projectiles are cast at convex parts of shapes (cast_shape.h). In this layer a child's number is the number of a
// part. Only events have the number of Box2D's child.

/// True if a body has only one part. Then no two parts can join.
[[nodiscard]] inline bool IsAlone(const b2Body& body)
{
	const b2Fixture* only = OnlyFixtureOf(body);
	return only != nullptr && PartCountOf(*only->GetShape()) == 1;
}

/// True if a path enters a part of an attached geometry out of another part of the same geometry. `ray`: the path of a
/// disc's centre (radius 0: a point), in the frame of the shape. `entered`: the span of the path inside the part.
[[nodiscard]] bool ComesFromAnotherPart(const b2Shape& shape, int32_t part, const LocalRay& ray, float radius,
                                        const LocalSpan& entered);

[[nodiscard]] b2AABB BoundsOfPart(const b2Shape& shape, int32_t part, const b2Transform& pose);

/// Calls visit(part) for the parts of a child of Box2D that may reach into a box, if the body has a given pose.
template <class Visit>
void ForEachPartIn(const b2Shape& shape, int32_t child, const b2Transform& pose, const b2AABB& box, Visit&& visit)
{
	if (const CastGeometryData* attached = AttachedTo(shape))
	{
		attached->ForEachPieceIn(InFrameOf(pose, box), visit);
		return;
	}
	visit(child);
}

/// Calls visit(part, bounds) for the parts of a leaf of the world's tree that may reach into a box. `leaf`: the bounds
/// of the leaf in the tree.
template <class Visit>
void ForEachStillPart(const b2FixtureProxy& proxy, const b2AABB& leaf, const b2AABB& box, Visit&& visit)
{
	const b2Shape& shape = *proxy.fixture->GetShape();
	const b2Transform& pose = proxy.fixture->GetBody()->GetTransform();
	const bool isAttached = AttachedTo(shape) != nullptr;
	ForEachPartIn(shape, proxy.childIndex, pose, box,
	              [&](int32_t part) {
		              visit(FixtureChild{proxy.fixture, part}, isAttached ? BoundsOfPart(shape, part, pose) : leaf);
	              });
}

/// Returns the geometry of a part at a pose. If there is no such part, nothing hits the result.
[[nodiscard]] inline Place PlaceOfPart(const b2Shape& shape, int32_t part, const b2Transform& pose)
{
	Place place{{}, part, pose};
	(void)DescribePart(shape, part, place.geometry);
	return place;
}

} // namespace ricochet
