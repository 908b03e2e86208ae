// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/near_children.h"
#include "host/host.h"

#include "projectile/base/parts.h"
#include "projectile/motion/motion.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

bool NearChildren::Collect(const b2World& world, const WorldMotion& motion, const b2AABB& box) noexcept
{
	if (most < 0)
	{
		return false;
	}
	m_box = box;
	const b2AABB grown = GrownForBounds(Grown(box, motion.SweptMargin()));
	m_still.count = 0;
	m_moved.count = 0;
	const b2DynamicTree& tree = TreeOf(world);
	WalkBox(
	    tree, grown,
	    [&](void* userData)
	    {
		    const auto& proxy = *static_cast<const b2FixtureProxy*>(userData);
		    if (const BodyMotion* moved = motion.Find(proxy.fixture->GetBody()))
		    {
			    motion.VisitSweptIn(box, proxy.fixture, proxy.childIndex, *moved,
			                        [&](const MovedChild& part, const b2AABB& swept) { m_moved.AddOnce(part, swept); });
		    }
		    else
		    {
			    ForEachStillPart(proxy, tree.GetFatAABB(proxy.proxyId), box,
			                     [&](const FixtureChild& part, const b2AABB& bounds) { m_still.Add(part, bounds); });
		    }
	    });
	motion.Swept().WalkBox(box, [&](uint32_t i) { m_moved.AddOnce(motion.Children()[i], motion.SweptBy(i)); });
	return motion.HasTreeChanged(world) == false && m_still.count <= most && m_moved.count <= most;
}

// The ends of the ray are rounded, and the slab test grows the boxes. The reach used here exceeds both.
bool NearChildren::Cover(const Ray& ray, float margin) const
{
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	const auto covers = [&](float from, float to, float lower, float upper)
	{
		const double largest = std::max(std::abs(from), std::abs(to));
		const double reach = (1.0 + 0x1p-20) * static_cast<double>(margin) + 0x1p-20 * largest;
		return lower <= static_cast<double>(std::min(from, to)) - reach &&
		       static_cast<double>(std::max(from, to)) + reach <= upper;
	};
	return covers(ray.origin.x, end.x, m_box.lowerBound.x, m_box.upperBound.x) &&
	       covers(ray.origin.y, end.y, m_box.lowerBound.y, m_box.upperBound.y);
}

} // namespace ricochet
