// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/query/ray_fan.h>

#include "query/fan_directions.h"
#include "query/query.h"
#include "query/source.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

bool IsValid(const RayFan& fan)
{
	return fan.origin.IsValid() && std::isfinite(fan.direction) && std::isfinite(fan.angle) &&
	       std::isfinite(fan.radius) && fan.angle >= 0.0f && fan.radius >= 0.0f && fan.count >= 0;
}

Ray FanRay(const RayFan& fan, int32_t i)
{
	if (IsValid(fan) && i >= 0 && i < fan.count)
	{
		return FanDirections(fan).At(i);
	}
	const float nan = std::numeric_limits<float>::quiet_NaN();
	return {fan.origin, {nan, nan}};
}

bool CastRayFan(const b2World& world, const RayFan& fan, std::span<RayHit> hits, const QueryFilter& filter)
{
	if (IsValid(fan) == false || hits.size() < static_cast<size_t>(fan.count))
	{
		std::fill(hits.begin(), hits.end(), RayHit{});
		return false;
	}
	FanDirections directions(fan);
	for (int32_t i = 0; i < fan.count; ++i)
	{
		RayHit& hit = hits[static_cast<size_t>(i)];
		if (FindClosest(LiveTree{world}, directions.At(i), filter, hit) == false)
		{
			hit = {};
		}
	}
	return true;
}

} // namespace ricochet
