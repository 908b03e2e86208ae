// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/pose.h"
#include "shapes/cast_shape.h"
#include "world/overlap_walk.h"

#include <ricochet/world/query_filter.h>

#include <box2d/b2_body.h>

namespace ricochet
{

/// Visits the accepted children of fixtures whose bounds overlap a box and whose bodies have a pose, in the order of
/// the tree: visit(b2Fixture*, child, const ChildGeometry&).
template <class Visit>
void WalkChildrenInBox(const b2World& world, const b2AABB& box, const QueryFilter& filter, Visit&& visit)
{
	WalkOverlaps(world, box,
	             [&](b2Fixture* fixture, int32_t child)
	             {
		             ChildGeometry geometry;
		             const b2Transform& pose = fixture->GetBody()->GetTransform();
		             if (IsPose(pose) && Accepts(filter, fixture) &&
		                 DescribeChild(*fixture->GetShape(), child, geometry))
		             {
			             visit(fixture, child, geometry);
		             }
	             });
}

} // namespace ricochet
