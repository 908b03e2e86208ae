// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/edge.h"
#include "query/meet.h"

namespace ricochet
{

/// From which side a point looks at an edge; at what is none: solid. Exact.
[[nodiscard]] inline Facing FacingFrom(b2Vec2 point, const Place& place)
{
	if (place.geometry.IsEdge() == false)
	{
		return Facing::Solid;
	}
	const LocalRay start(Ray{point, {0.0f, 0.0f}, 0.0f}, place.pose);
	const double height = Edge(place.geometry.ends[0], place.geometry.ends[1]).CertainHeight(start);
	return height > 0.0 ? Facing::Front : (height < 0.0 ? Facing::Back : Facing::Along);
}

} // namespace ricochet
