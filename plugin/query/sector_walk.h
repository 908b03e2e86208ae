// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"
#include "index/sector.h"
#include "query/source.h"

#include <array>

namespace ricochet
{

/// A LiveTree for many rays at once: what their sector may meet, the nearest box first whatever its parent, so that
/// what hides others is met before them. Members of a Visitor:
///     double Reach() const                                  squared distance beyond which nothing is of interest
///     bool WantsMore(const b2AABB&, double distance) const  false: nothing at this squared distance in this box is
///     void Visit(const FixtureChild&, double distance)
class SectorTree
{
public:
	SectorTree(const b2World& world, const Sector& sector) : m_view(TreeOf(world)), m_sector(sector) {}

	template <class Visitor>
	void Walk(Visitor& visitor) const
	{
		if (m_view.root != b2_nullNode)
		{
			Walk({m_sector.SquaredDistance(m_view.nodes[m_view.root].aabb), m_view.root}, visitor);
		}
	}

private:
	struct Entry
	{
		double distance;
		int32 node;
	};

	template <class Visitor>
	void Walk(Entry root, Visitor& visitor) const
	{
		// Descending, so that the nearest is at the end. New boxes are among the nearest: an insertion moves few.
		std::array<Entry, 64> queue;
		size_t count = 0;
		queue[count++] = root;
		while (count > 0)
		{
			const Entry entry = queue[--count];
			if (entry.distance > visitor.Reach())
			{
				return;
			}
			const b2TreeNode& node = m_view.nodes[entry.node];
			if (entry.distance > 0.0 && visitor.WantsMore(node.aabb, entry.distance) == false)
			{
				continue;
			}
			if (node.IsLeaf())
			{
				visitor.Visit(LiveTree::ChildOf(node.userData), entry.distance);
				continue;
			}
			for (const int32 child : {node.child1, node.child2})
			{
				const Entry next{m_sector.SquaredDistance(m_view.nodes[child].aabb), child};
				if (next.distance > visitor.Reach())
				{
					continue;
				}
				if (count == queue.size())
				{
					Walk(next, visitor); // in its place, with a queue of its own: no deeper than the tree
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
		FetchLine(node.IsLeaf() ? node.userData : m_view.nodes + node.child1);
		FetchLine(m_view.nodes + std::max(node.child2, 0));
	}

	TreeView m_view;
	const Sector& m_sector;
};

} // namespace ricochet
