// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/user_index.h>

#include "host/host.h"
#include "index/outline.h"

namespace ricochet
{

UserIndex::~UserIndex() = default;

std::optional<b2AABB> BoundsOf(const UserItem& item)
{
	ChildGeometry geometry;
	WorldOutline outline;
	if (item.shape == nullptr || DescribeChild(*item.shape, item.child, geometry) == false ||
	    OutlineOf(geometry, item.transform, outline) == false)
	{
		return std::nullopt;
	}
	return BoundsOf(outline, geometry.Points().size(), geometry.radius).box;
}

bool MeetsBox(const Ray& ray, b2Vec2 margin, double maxFraction, const b2AABB& box)
{
	return SlabTest(ray, margin).Entry(box, maxFraction) <= maxFraction;
}

} // namespace ricochet
