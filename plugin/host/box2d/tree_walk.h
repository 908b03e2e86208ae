// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/lanes.h"
#include "geometry/pair.h"
#include "host/box2d/tree.h"

#include <ricochet/geometry/ray.h>

#include <box2d/b2_growable_stack.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet
{

/// Tests a ray against the boxes of a tree: the slab test, in double. Its rounding errors are negligible compared with
/// those of the floats of boxes and rays. Boxes are grown by the thickness of the ray and by the rounding errors of
/// their bounds. The latter are k_boundsRounding plus 4 units in the last place of the ray's largest coordinate.
class SlabTest
{
public:
	SlabTest(const Ray& ray, float radius) : SlabTest(ray, b2Vec2{radius, radius}) {}

	/// `reach` (m): half the extent of a thick ray in x and in y.
	SlabTest(const Ray& ray, b2Vec2 reach) : m_inverse{Inverse(ray.translation.x), Inverse(ray.translation.y)}
	{
		const b2Vec2 end = PointAt(ray, ray.maxFraction);
		const Pair origin{ray.origin.x, ray.origin.y};
		const Pair grow{reach.x + k_boundsRounding + 0x1p-21 * std::max(std::abs(ray.origin.x), std::abs(end.x)),
		                reach.y + k_boundsRounding + 0x1p-21 * std::max(std::abs(ray.origin.y), std::abs(end.y))};
		m_lower = origin + grow;
		m_upper = origin - grow;
	}

	/// The length by which boxes are grown, or a little more (m).
	[[nodiscard]] b2Vec2 Reach() const
	{
		const Pair grown = (0.5 + 0x1p-20) * (m_lower - m_upper);
		return {static_cast<float>(grown[0]), static_cast<float>(grown[1])};
	}

	/// The fraction at which the ray enters the box; infinity if it does not within [0, maxFraction]. Bodies without a
	/// finite pose leave NaN in the nodes above them: in both bounds of a coordinate, or in the upper one. Such a
	/// coordinate is ignored.
	[[nodiscard]] double Entry(const b2AABB& box, double maxFraction) const
	{
		const Slabs slabs = SlabsOf(box);
		const Pair enter = Max(Pair{}, slabs.enter);
		const Pair exit = Min(Pair{maxFraction, maxFraction}, slabs.exit);
		const double last = std::max(enter[0], enter[1]);
		return last <= std::min(exit[0], exit[1]) ? last : k_never;
	}

	/// Entry for two boxes at once.
	[[nodiscard]] Pair Entries(const b2AABB& first, const b2AABB& second, double maxFraction) const
	{
		const Slabs a = SlabsOf(first);
		const Slabs b = SlabsOf(second);
		const Pair enter = Max(Max(Pair{}, Pair{a.enter[0], b.enter[0]}), Pair{a.enter[1], b.enter[1]});
		const Pair most{maxFraction, maxFraction};
		const Pair exit = Min(Min(most, Pair{a.exit[0], b.exit[0]}), Pair{a.exit[1], b.exit[1]});
		return Choose(enter <= exit, enter, Pair{k_never, k_never});
	}

private:
	static constexpr double k_never = std::numeric_limits<double>::infinity();

	// The fractions at which the ray enters and leaves the range of a box, in x and in y.
	struct Slabs
	{
		Pair enter, exit;
	};

	[[nodiscard]] Slabs SlabsOf(const b2AABB& box) const
	{
		const Pair lower = (PairOf(box.lowerBound) - m_lower) * m_inverse;
		const Pair upper = (PairOf(box.upperBound) - m_upper) * m_inverse;
		return {Min(upper, lower), Max(upper, lower)};
	}

	static Pair PairOf(b2Vec2 v) { return Pair{v.x, v.y}; }

	// Like std::min and std::max, they return the first argument if either is NaN.
	static Pair Min(Pair a, Pair b) { return Choose(b < a, b, a); }
	static Pair Max(Pair a, Pair b) { return Choose(b > a, b, a); }

	// If a coordinate does not change, this large factor leaves only the sign: on which side of the bounds the ray
	// lies.
	static double Inverse(float d) { return d == 0.0f ? 1.0e300 : 1.0 / d; }

	Pair m_lower, m_upper;
	Pair m_inverse;
};

/// Visits every proxy of a tree whose box a thick ray may hit; of two siblings, the nearer one first. Reach: a radius,
/// or lengths in x and in y (m). No proxy that the ray really hits is left out. Requires: the ray is valid.
/// visit(void* userData) -> double: the new cutoff. Boxes beyond it are not visited.
template <class Reach, class Visit>
void WalkTree(const b2DynamicTree& tree, const Ray& ray, Reach reach, Visit&& visit)
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

	const SlabTest slabs(ray, reach);
	double maxFraction = ray.maxFraction;
	b2GrowableStack<Entry, 128> stack;
	stack.Push({view.root, slabs.Entry(view.nodes[view.root].aabb, maxFraction)});
	while (stack.GetCount() > 0)
	{
		Entry entry = stack.Pop();
		while (entry.fraction <= maxFraction && view.nodes[entry.node].IsLeaf() == false)
		{
			const b2TreeNode& node = view.nodes[entry.node];
			const Pair entries = slabs.Entries(view.nodes[node.child1].aabb, view.nodes[node.child2].aabb, maxFraction);
			Entry nearer{node.child1, entries[0]};
			Entry farther{node.child2, entries[1]};
			if (farther.fraction < nearer.fraction)
			{
				std::swap(nearer, farther);
			}
			if (farther.fraction <= maxFraction)
			{
				stack.Push(farther);
				FetchLine(view.nodes + std::max(view.nodes[farther.node].child1, 0));
				FetchLine(view.nodes + std::max(view.nodes[farther.node].child2, 0));
			}
			entry = nearer;
		}
		if (entry.fraction <= maxFraction)
		{
			maxFraction = visit(view.nodes[entry.node].userData);
		}
	}
}

/// Tests a thick straight path against the boxes of a tree: without divisions, and without the fraction at which the
/// path enters a box. Boxes are grown by more than in SlabTest.
class PathTest
{
public:
	/// `to` may be rounded: by 4 units in the last place of the largest coordinate. If `to` is infinite, only the
	/// bounds of the path are tested.
	PathTest(b2Vec2 from, b2Vec2 to, float radius)
	    : m_sum(Pair{from.x, from.y} + Pair{to.x, to.y}), m_aside{double{to.y} - from.y, double{to.x} - from.x},
	      m_size(Abs(m_aside))
	{
		const float reach = (radius + k_boundsRounding) * (1.0f + 0x1p-20f);
		const b2Vec2 grow{reach + 0x1p-20f * std::max(std::abs(from.x), std::abs(to.x)),
		                  reach + 0x1p-20f * std::max(std::abs(from.y), std::abs(to.y))};
		const b2Vec2 upper = b2Max(from, to) + grow;
		const b2Vec2 lower = b2Min(from, to) - grow;
		m_most = Lanes::Four{upper.x, upper.y, -lower.x, -lower.y};
		m_margin = 2.0 * (grow.x * m_size[0] + grow.y * m_size[1]);
	}

	/// True if the box is clear of the path, since one of three axes separates them. Gottschalk, Lin and Manocha,
	/// "OBBTree: a hierarchical structure for rapid interference detection", SIGGRAPH 1996. A NaN never separates them.
	[[nodiscard]] bool Misses(const b2AABB& box) const { return IsBeyond(box, m_most) || IsAside(box); }

	/// True if a box lies beyond others: `most` holds the upper bounds of the others and their negated lower bounds.
	[[nodiscard]] static bool IsBeyond(const b2AABB& box, Lanes::Four most)
	{
		static_assert(sizeof(b2AABB) == sizeof(Lanes::Four));
		const Lanes::Four bounds = Lanes::LoadFour(&box.lowerBound.x);
		return Lanes::MaskOf(bounds * Lanes::Four{1.0f, 1.0f, -1.0f, -1.0f} > most) != 0;
	}

private:
	// The axis across the path. All lengths are doubled: the sum of two corners is twice their middle.
	[[nodiscard]] bool IsAside(const b2AABB& box) const
	{
		const Pair lower = LoadDoubles(&box.lowerBound.x);
		const Pair upper = LoadDoubles(&box.upperBound.x);
		const Pair away = (lower + upper - m_sum) * m_aside;
		const Pair size = (upper - lower) * m_size;
		return std::abs(away[0] - away[1]) > size[0] + size[1] + m_margin;
	}

	Lanes::Four m_most{};
	Pair m_sum;   // twice the middle of the path
	Pair m_aside; // the translation of the path, its coordinates swapped
	Pair m_size;
	double m_margin;
};

/// Visits the proxies of a tree whose boxes `misses(const b2AABB&)` does not rule out, in the order of the tree, until
/// visit(void* userData) -> bool returns true.
template <class Misses, class Visit>
void WalkTreeWhere(const b2DynamicTree& tree, Misses&& misses, Visit&& visit)
{
	const TreeView view(tree);
	if (view.root == b2_nullNode || misses(view.nodes[view.root].aabb))
	{
		return;
	}
	b2GrowableStack<int32, 256> stack;
	int32 next = view.root;
	while (true)
	{
		const b2TreeNode& node = view.nodes[next];
		next = b2_nullNode;
		if (node.IsLeaf())
		{
			if (visit(node.userData))
			{
				return;
			}
		}
		else
		{
			const bool first = misses(view.nodes[node.child1].aabb) == false;
			next = misses(view.nodes[node.child2].aabb) ? b2_nullNode : node.child2;
			if (first && next != b2_nullNode)
			{
				stack.Push(node.child1);
			}
			else if (first)
			{
				next = node.child1;
			}
		}
		if (next == b2_nullNode)
		{
			if (stack.GetCount() == 0)
			{
				return;
			}
			next = stack.Pop();
		}
	}
}

/// Visits every proxy of a tree whose box a thick path from one point to another may hit, in the order of the tree.
/// It stops when visit(void* userData) -> bool returns true. It is faster than WalkTree, as it sorts nothing: for
/// queries to which any hit is an answer. `to` may be rounded as in PathTest.
template <class Visit>
void WalkTreeUntil(const b2DynamicTree& tree, b2Vec2 from, b2Vec2 to, float radius, Visit&& visit)
{
	const PathTest path(from, to, radius);
	WalkTreeWhere(
	    tree, [&](const b2AABB& box) { return path.Misses(box); }, visit);
}

/// Visits every proxy of a tree whose box overlaps a box, in the order of the tree, until visit(void* userData) -> bool
/// returns true.
template <class Visit>
void WalkBoxUntil(const b2DynamicTree& tree, const b2AABB& box, Visit&& visit)
{
	const Lanes::Four most{box.upperBound.x, box.upperBound.y, -box.lowerBound.x, -box.lowerBound.y};
	WalkTreeWhere(
	    tree, [&](const b2AABB& other) { return PathTest::IsBeyond(other, most); }, visit);
}

/// Visits every proxy whose box overlaps a box: visit(void* userData).
template <class Visit>
void WalkBox(const b2DynamicTree& tree, const b2AABB& box, Visit&& visit)
{
	WalkBoxUntil(tree, box,
	             [&](void* userData)
	             {
		             visit(userData);
		             return false;
	             });
}

/// WalkBox over the fixture children of a world: visit(b2Fixture*, child).
template <class Visit>
void WalkOverlaps(const b2World& world, const b2AABB& box, Visit&& visit)
{
	WalkBox(TreeOf(world), GrownForBounds(box),
	        [&](void* userData)
	        {
		        const auto* proxy = static_cast<const b2FixtureProxy*>(userData);
		        visit(proxy->fixture, static_cast<int32_t>(proxy->childIndex));
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
