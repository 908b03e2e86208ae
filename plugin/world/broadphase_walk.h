// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/ray.h>

#include <box2d/b2_contact_manager.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_growable_stack.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet
{

// The only file that touches Box2D's broadphase and its trees.

// Box2D's own ray cast on a tree visits children in any order, aborts on rays without length and loses its precision
// with large coordinates. Walking the nodes needs three private members; the rules of access do not apply to the
// arguments of an explicit instantiation ([temp.spec.general]), which is how they are named here.
template <class Tag, typename Tag::Type Member>
struct GrantAccess
{
	friend typename Tag::Type MemberOf(Tag) { return Member; }
};

struct TreeOfBroadPhase
{
	using Type = b2DynamicTree b2BroadPhase::*;
	friend Type MemberOf(TreeOfBroadPhase);
};
template struct GrantAccess<TreeOfBroadPhase, &b2BroadPhase::m_tree>;

struct NodesOfTree
{
	using Type = b2TreeNode* b2DynamicTree::*;
	friend Type MemberOf(NodesOfTree);
};
template struct GrantAccess<NodesOfTree, &b2DynamicTree::m_nodes>;

struct RootOfTree
{
	using Type = int32 b2DynamicTree::*;
	friend Type MemberOf(RootOfTree);
};
template struct GrantAccess<RootOfTree, &b2DynamicTree::m_root>;

/// What a visitor of candidates answers.
struct WalkControl
{
	bool stop = false;
	float maxFraction = 0.0f; ///< of the ray: candidates that lie wholly beyond need not be visited
};

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

	/// The fraction at which the ray enters the box; more than maxFraction if it does not within [0, maxFraction].
	[[nodiscard]] double Entry(const b2AABB& box, double maxFraction) const
	{
		const double ax = (box.lowerBound.x - m_lowerX) * m_inverseX;
		const double bx = (box.upperBound.x - m_upperX) * m_inverseX;
		const double ay = (box.lowerBound.y - m_lowerY) * m_inverseY;
		const double by = (box.upperBound.y - m_upperY) * m_inverseY;
		const double enter = std::max(std::max(std::min(ax, bx), std::min(ay, by)), 0.0);
		const double exit = std::min(std::min(std::max(ax, bx), std::max(ay, by)), maxFraction);
		return enter <= exit ? enter : std::numeric_limits<double>::infinity();
	}

private:
	// A coordinate that does not change divides to so large a number that only the box's side of it counts.
	static double Inverse(float d) { return d == 0.0f ? 1.0e300 : 1.0 / d; }

	double m_lowerX, m_upperX, m_lowerY, m_upperY;
	double m_inverseX, m_inverseY;
};

/// Visits every proxy of a tree whose box the ray, or a disc of a radius on its way, may meet; nearer boxes first where
/// they are siblings: visit(void* userData) -> WalkControl. The ray must be valid; no proxy that it truly meets is left
/// out. Boxes with NaN are never met.
template <class Visit>
void WalkTree(const b2DynamicTree& tree, const Ray& ray, float radius, Visit&& visit)
{
	struct Entry
	{
		int32 node;
		double fraction;
	};

	const b2TreeNode* nodes = tree.*MemberOf(NodesOfTree());
	const int32 root = tree.*MemberOf(RootOfTree());
	if (root == b2_nullNode)
	{
		return;
	}

	const SlabTest slabs(ray, radius);
	double maxFraction = ray.maxFraction;
	b2GrowableStack<Entry, 128> stack;
	stack.Push({root, slabs.Entry(nodes[root].aabb, maxFraction)});
	while (stack.GetCount() > 0)
	{
		Entry entry = stack.Pop();
		while (entry.fraction <= maxFraction && nodes[entry.node].IsLeaf() == false)
		{
			const b2TreeNode& node = nodes[entry.node];
			Entry nearer{node.child1, slabs.Entry(nodes[node.child1].aabb, maxFraction)};
			Entry farther{node.child2, slabs.Entry(nodes[node.child2].aabb, maxFraction)};
			if (farther.fraction < nearer.fraction)
			{
				std::swap(nearer, farther);
			}
			if (farther.fraction <= maxFraction)
			{
				stack.Push(farther);
				__builtin_prefetch(nodes + std::max(nodes[farther.node].child1, 0));
				__builtin_prefetch(nodes + std::max(nodes[farther.node].child2, 0));
			}
			entry = nearer;
		}
		if (entry.fraction <= maxFraction)
		{
			const WalkControl control = visit(nodes[entry.node].userData);
			if (control.stop)
			{
				return;
			}
			// Entries that round to the same float are all visited.
			maxFraction = control.maxFraction * (1.0 + 0x1p-22);
		}
	}
}

/// Visits every proxy of a tree (b2BroadPhase or b2DynamicTree) whose box overlaps a box: visit(void* userData) ->
/// bool, false to stop.
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

/// WalkTree over the fixture children of a world: visit(b2Fixture*, child) -> WalkControl.
template <class Visit>
void WalkRay(const b2World& world, const Ray& ray, float radius, Visit&& visit)
{
	WalkTree(world.GetContactManager().m_broadPhase.*MemberOf(TreeOfBroadPhase()), ray, radius,
	         [&](void* userData)
	         {
		         const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		         return visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
	         });
}

/// WalkBox over the fixture children of a world: visit(b2Fixture*, child) -> bool, false to stop.
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

/// The box of a disc, grown by 4 units in the last place of its coordinates.
[[nodiscard]] inline b2AABB BoundsOfDisc(b2Vec2 center, float radius)
{
	const b2Vec2 reach{radius + std::abs(center.x) * 0x1p-21f, radius + std::abs(center.y) * 0x1p-21f};
	b2AABB box;
	box.lowerBound = center - reach;
	box.upperBound = center + reach;
	return box;
}

} // namespace ricochet
