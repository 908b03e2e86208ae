// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/broadphase.h"
#include "world/sector.h"

#include <array>

namespace ricochet
{

/// Walks the boxes of a tree that meet a sector, the nearest first whatever its parent: what hides others is met before
/// them. Members of a Visitor:
///     double Reach() const                                  squared distance beyond which nothing is of interest
///     bool WantsMore(const b2AABB&, double distance) const  false: nothing at this squared distance in this box is
///     void Visit(void* userData, double distance)           a leaf
template <class Visitor>
class SectorWalk
{
public:
	SectorWalk(const b2DynamicTree& tree, const Sector& sector, Visitor& visitor)
	    : m_view(tree), m_sector(sector), m_visitor(visitor)
	{
		if (m_view.root != b2_nullNode)
		{
			Walk({m_sector.SquaredDistance(m_view.nodes[m_view.root].aabb), m_view.root});
		}
	}

private:
	struct Entry
	{
		double distance;
		int32 node;
	};

	void Walk(Entry root)
	{
		// Descending, so that the nearest is at the end. New boxes are among the nearest: an insertion moves few.
		std::array<Entry, 64> queue;
		size_t count = 0;
		queue[count++] = root;
		while (count > 0)
		{
			const Entry entry = queue[--count];
			if (entry.distance > m_visitor.Reach())
			{
				return;
			}
			const b2TreeNode& node = m_view.nodes[entry.node];
			if (entry.distance > 0.0 && m_visitor.WantsMore(node.aabb, entry.distance) == false)
			{
				continue;
			}
			if (node.IsLeaf())
			{
				m_visitor.Visit(node.userData, entry.distance);
				continue;
			}
			for (const int32 child : {node.child1, node.child2})
			{
				const Entry next{m_sector.SquaredDistance(m_view.nodes[child].aabb), child};
				if (next.distance > m_visitor.Reach())
				{
					continue;
				}
				if (count == queue.size())
				{
					Walk(next); // in its place, with a queue of its own: no deeper than the tree
					continue;
				}
				Prefetch(m_view.nodes[child]);
				size_t at = count++;
				for (; at > 0 && queue[at - 1].distance < next.distance; --at)
				{
					queue[at] = queue[at - 1];
				}
				queue[at] = next;
			}
		}
	}

	void Prefetch(const b2TreeNode& node) const
	{
		__builtin_prefetch(node.IsLeaf() ? node.userData : m_view.nodes + node.child1);
		__builtin_prefetch(m_view.nodes + std::max(node.child2, 0));
	}

	TreeView m_view;
	const Sector& m_sector;
	Visitor& m_visitor;
};

} // namespace ricochet
