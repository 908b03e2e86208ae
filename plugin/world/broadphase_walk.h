// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include <box2d/b2_contact_manager.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

// The only file that touches Box2D's broadphase and its trees.

/// What a visitor of candidates answers.
struct WalkControl
{
	bool stop = false;
	float maxFraction = 0.0f; ///< of the ray: candidates that lie wholly beyond need not be visited
};

/// Box2D's ray cast on the tree is safe up to here: its float arithmetic errs by less than the 0.1 m by which it
/// fattens the boxes. Beyond, and for rays too short for its normalisation, the walk asks for the ray's box instead.
inline constexpr float k_treeCastReach = 1.0e5f * b2_lengthUnitsPerMeter;
inline constexpr float k_treeCastShortest = 0.01f * b2_lengthUnitsPerMeter;

/// The box of a ray, grown by 1e-6 of its coordinates: more than the rounding of any box near it.
[[nodiscard]] inline b2AABB BoundsOf(const Ray& ray, float radius = 0.0f)
{
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	const auto pad = [&](float a, float b)
	{
		return radius + 1.0e-6f * std::max(std::abs(a), std::abs(b));
	};
	const b2Vec2 padding{pad(ray.origin.x, end.x), pad(ray.origin.y, end.y)};
	const float largest = std::numeric_limits<float>::max();
	b2AABB box;
	box.lowerBound = {std::max(std::min(ray.origin.x, end.x) - padding.x, -largest),
	                  std::max(std::min(ray.origin.y, end.y) - padding.y, -largest)};
	box.upperBound = {std::min(std::max(ray.origin.x, end.x) + padding.x, largest),
	                  std::min(std::max(ray.origin.y, end.y) + padding.y, largest)};
	return box;
}

/// Visits every proxy of a tree (b2BroadPhase or b2DynamicTree) whose box the ray may meet, in no order:
/// visit(void* userData) -> WalkControl. The ray must be valid; no proxy that it truly meets is left out.
template <class Tree, class Visit>
void WalkTree(const Tree& tree, const Ray& ray, Visit&& visit)
{
	struct Walker
	{
		const Tree& tree;
		Visit& visit;
		float maxFraction;

		bool QueryCallback(int32 proxyId) { return visit(tree.GetUserData(proxyId)).stop == false; }

		// The tree cast runs to the ray's end with fraction 1. It takes 0 for "stop" and any positive value for a new
		// end; rounded up, so that equal entries are all visited.
		float RayCastCallback(const b2RayCastInput&, int32 proxyId)
		{
			const WalkControl control = visit(tree.GetUserData(proxyId));
			const float smallest = std::numeric_limits<float>::min();
			return control.stop ? 0.0f : std::clamp(control.maxFraction / maxFraction * 1.000001f, smallest, 1.0f);
		}
	};

	Walker walker{tree, visit, ray.maxFraction};
	const b2Vec2 end = PointAt(ray, ray.maxFraction);
	const b2Vec2 from = ray.origin;
	const float length = std::max(std::abs(end.x - from.x), std::abs(end.y - from.y));
	const float reach = std::max({std::abs(from.x), std::abs(from.y), std::abs(end.x), std::abs(end.y)});
	if (length >= k_treeCastShortest && reach <= k_treeCastReach)
	{
		tree.RayCast(&walker, b2RayCastInput{from, end, 1.0f});
	}
	else
	{
		tree.Query(&walker, BoundsOf(ray));
	}
}

/// The same for the boxes that overlap a box: visit(void* userData) -> bool, false to stop.
template <class Tree, class Visit>
void WalkBox(const Tree& tree, const b2AABB& box, Visit&& visit)
{
	struct Walker
	{
		const Tree& tree;
		Visit& visit;
		bool QueryCallback(int32 proxyId) { return visit(tree.GetUserData(proxyId)); }
	};
	Walker walker{tree, visit};
	tree.Query(&walker, box);
}

/// Visits every fixture child of a world that the ray may meet, in no order: visit(b2Fixture*, child) -> WalkControl.
template <class Visit>
void WalkRay(const b2World& world, const Ray& ray, Visit&& visit)
{
	WalkTree(world.GetContactManager().m_broadPhase, ray,
	         [&](void* userData)
	         {
		         const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		         return visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	         });
}

/// The same for the fixture children whose boxes overlap a box: visit(b2Fixture*, child) -> bool, false to stop.
template <class Visit>
void WalkOverlaps(const b2World& world, const b2AABB& box, Visit&& visit)
{
	WalkBox(world.GetContactManager().m_broadPhase, box,
	        [&](void* userData)
	        {
		        const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		        return visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	        });
}

} // namespace ricochet
