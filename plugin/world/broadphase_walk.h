// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/broadphase.h"

#include <ricochet/geometry/ray.h>

#include <box2d/b2_growable_stack.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet
{

/// The ray as the boxes of a tree are tested against it: the slab test in double, where the floats of a box and a ray
/// leave no rounding that matters. Boxes are grown by the radius of what flies and by 4 units in the last place of the
/// ray's largest coordinate, for what their making has rounded near the ray.
class SlabTest
{
public:
	SlabTest(const Ray& ray, float radius)
	    : m_inverseX(Inverse(ray.translation.x)), m_inverseY(Inverse(ray.translation.y))
	{
		const b2Vec2 end = PointAt(ray, ray.maxFraction);
		const double growX = radius + 0x1p-21 * std::max(std::abs(ray.origin.x), std::abs(end.x));
		const double growY = radius + 0x1p-21 * std::max(std::abs(ray.origin.y), std::abs(end.y));
		m_lowerX = ray.origin.x + growX;
		m_upperX = ray.origin.x - growX;
		m_lowerY = ray.origin.y + growY;
		m_upperY = ray.origin.y - growY;
	}

	/// The fraction at which the ray enters the box; infinity if it does not within [0, maxFraction]. Bodies without a
	/// finite pose leave NaN in the nodes above them, in both bounds of a coordinate or in the upper one: then the
	/// coordinate does not count.
	[[nodiscard]] double Entry(const b2AABB& box, double maxFraction) const
	{
		const double ax = (box.lowerBound.x - m_lowerX) * m_inverseX;
		const double bx = (box.upperBound.x - m_upperX) * m_inverseX;
		const double ay = (box.lowerBound.y - m_lowerY) * m_inverseY;
		const double by = (box.upperBound.y - m_upperY) * m_inverseY;
		// std::min and std::max give their first argument if either is NaN: here the NaN, then what is no NaN.
		const double enter = std::max(std::max(0.0, std::min(bx, ax)), std::min(by, ay));
		const double exit = std::min(std::min(maxFraction, std::max(bx, ax)), std::max(by, ay));
		return enter <= exit ? enter : std::numeric_limits<double>::infinity();
	}

private:
	// A coordinate that does not change divides to so large a number that only the box's side of it counts.
	static double Inverse(float d) { return d == 0.0f ? 1.0e300 : 1.0 / d; }

	double m_lowerX, m_upperX, m_lowerY, m_upperY;
	double m_inverseX, m_inverseY;
};

/// Visits every proxy of a tree whose box the ray, or a disc of a radius on its way, may meet, of two siblings the
/// nearer first: visit(void* userData) -> the fraction beyond which nothing is of interest any more. The ray must be
/// valid; no proxy that it truly meets is left out.
template <class Visit>
void WalkTree(const b2DynamicTree& tree, const Ray& ray, float radius, Visit&& visit)
{
	struct Entry
	{
		int32 node;
		double fraction;
	};

	const TreeView view(tree);
	if (view.root == b2_nullNode)
	{
		return;
	}

	const SlabTest slabs(ray, radius);
	double maxFraction = ray.maxFraction;
	b2GrowableStack<Entry, 128> stack;
	stack.Push({view.root, slabs.Entry(view.nodes[view.root].aabb, maxFraction)});
	while (stack.GetCount() > 0)
	{
		Entry entry = stack.Pop();
		while (entry.fraction <= maxFraction && view.nodes[entry.node].IsLeaf() == false)
		{
			const b2TreeNode& node = view.nodes[entry.node];
			Entry nearer{node.child1, slabs.Entry(view.nodes[node.child1].aabb, maxFraction)};
			Entry farther{node.child2, slabs.Entry(view.nodes[node.child2].aabb, maxFraction)};
			if (farther.fraction < nearer.fraction)
			{
				std::swap(nearer, farther);
			}
			if (farther.fraction <= maxFraction)
			{
				stack.Push(farther);
				__builtin_prefetch(view.nodes + std::max(view.nodes[farther.node].child1, 0));
				__builtin_prefetch(view.nodes + std::max(view.nodes[farther.node].child2, 0));
			}
			entry = nearer;
		}
		if (entry.fraction <= maxFraction)
		{
			// Entries that round to the same float are all visited.
			maxFraction = visit(view.nodes[entry.node].userData) * (1.0 + 0x1p-22);
		}
	}
}

/// The same where any answer will do: in the order of the tree, which costs nothing, until visit(void* userData) ->
/// bool says true.
template <class Visit>
void WalkTreeUntil(const b2DynamicTree& tree, const Ray& ray, float radius, Visit&& visit)
{
	const TreeView view(tree);
	const SlabTest slabs(ray, radius);
	b2GrowableStack<int32, 256> stack;
	stack.Push(view.root);
	while (stack.GetCount() > 0)
	{
		const int32 index = stack.Pop();
		if (index == b2_nullNode || slabs.Entry(view.nodes[index].aabb, ray.maxFraction) > ray.maxFraction)
		{
			continue;
		}
		const b2TreeNode& node = view.nodes[index];
		if (node.IsLeaf() == false)
		{
			stack.Push(node.child1);
			stack.Push(node.child2);
		}
		else if (visit(node.userData))
		{
			return;
		}
	}
}

/// WalkTree over the fixture children of a world: visit(b2Fixture*, child) -> fraction.
template <class Visit>
void WalkRay(const b2World& world, const Ray& ray, float radius, Visit&& visit)
{
	WalkTree(TreeOf(world), ray, radius,
	         [&](void* userData)
	         {
		         const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		         return visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	         });
}

/// WalkTreeUntil over the fixture children of a world: visit(b2Fixture*, child) -> bool, true to stop.
template <class Visit>
void WalkRayUntil(const b2World& world, const Ray& ray, float radius, Visit&& visit)
{
	WalkTreeUntil(TreeOf(world), ray, radius,
	              [&](void* userData)
	              {
		              const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		              return visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	              });
}

} // namespace ricochet
