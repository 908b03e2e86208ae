// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include <box2d/b2_body.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::test
{

/// Compares every number of two impacts, except for the ids and the times. In a preview, times count from its start.
inline bool IsSameImpact(const ImpactEvent& a, const ImpactEvent& b)
{
	const auto isSame = [](const Crossing& x, const Crossing& y)
	{
		return x.point == y.point && x.normal == y.normal && x.edge == y.edge && x.fraction == y.fraction;
	};
	return a.fixture == b.fixture && a.child == b.child && a.body == b.body && a.userData == b.userData &&
	       isSame(a.enter, b.enter) && isSame(a.exit, b.exit) && a.startsInside == b.startsInside &&
	       a.endsInside == b.endsInside && a.grazing == b.grazing && a.response == b.response &&
	       a.decided == b.decided && a.age == b.age && a.distance == b.distance && a.thickness == b.thickness &&
	       a.depth == b.depth && a.velocityBefore == b.velocityBefore && a.velocityAfter == b.velocityAfter &&
	       a.impulse == b.impulse && a.mass == b.mass && a.energyLost == b.energyLost && a.steepness == b.steepness &&
	       a.localPoint == b.localPoint && a.localNormal == b.localNormal && a.position == b.position;
}

/// The result of comparing a flight with its preview.
struct ForeseenFlight
{
	int32_t impacts = 0;
	int32_t points = 0;
	int32_t again = 0;     ///< impacts on a dynamic body that the bullet had hit before
	std::string trouble{}; ///< the first difference; empty: no difference
};

/// Flies the bullet of a preview in steps of dt, up to the time until which the preview is exact. Compares every
/// impact, every point and the end. Requires: the def keeps its path, and no other projectile flies.
inline ForeseenFlight FlyForeseen(b2World& world, Plugin& plugin, const BulletDef& def, float dt,
                                  const FlightPreview& seen)
{
	ForeseenFlight flown;
	const auto fail = [&](const char* what, size_t i)
	{
		if (flown.trouble.empty())
		{
			flown.trouble = what + std::string(" ") + std::to_string(i);
		}
	};
	const BulletId id = plugin.Fire(def);
	size_t point = 1;
	size_t impact = 0;
	std::vector<const b2Body*> hitBefore;
	const auto isOver = [&]
	{
		return point == seen.points.size() ||
		       (seen.points[point - 1].endsStep && seen.points[point - 1].time >= seen.exactUntil);
	};
	while (flown.trouble.empty() && isOver() == false)
	{
		plugin.BeginStep();
		world.Step(dt, 8, 3);
		plugin.EndStep(dt);
		for (const ImpactEvent& hit : plugin.Impacts())
		{
			if (impact >= seen.impacts.size() || IsSameImpact(hit, seen.impacts[impact]) == false)
			{
				fail("impact", impact);
				break;
			}
			flown.again += std::find(hitBefore.begin(), hitBefore.end(), hit.body) != hitBefore.end() ? 1 : 0;
			hitBefore.push_back(hit.body->GetType() == b2_dynamicBody ? hit.body : nullptr);
			++impact;
		}
		const std::span<const PathPoint> path = plugin.PathOf(id);
		for (size_t i = 1; i < path.size(); ++i, ++point)
		{
			if (point >= seen.points.size() || seen.points[point].position != path[i].position ||
			    seen.points[point].isImpact != path[i].isImpact)
			{
				fail("point", point);
				break;
			}
		}
		if (seen.points[point - 1].endsStep == false)
		{
			fail("the end of a step, point", point - 1);
		}
	}
	const bool ends = seen.end && seen.end->time <= seen.exactUntil;
	const std::span<const ExpiredEvent> expired = plugin.Expired();
	if (ends != plugin.Find(id).has_value())
	{
		const bool isSame =
		    ends == false || (expired.size() == 1 && expired[0].reason == seen.end->reason &&
		                      expired[0].position == seen.end->position && expired[0].velocity == seen.end->velocity);
		if (isSame == false)
		{
			fail("the end, point", point);
		}
	}
	else
	{
		fail("that it ends, point", point);
	}
	// An impact exactly at the end of the preview may belong to the next step, so the flight may lack it.
	const auto isMissed = [&](const ImpactEvent& hit)
	{
		return hit.time < seen.exactUntil;
	};
	if (std::any_of(seen.impacts.begin() + static_cast<std::ptrdiff_t>(impact), seen.impacts.end(), isMissed))
	{
		fail("the number of impacts", impact);
	}
	flown.impacts = static_cast<int32_t>(impact);
	flown.points = static_cast<int32_t>(point);
	return flown;
}

} // namespace ricochet::test
