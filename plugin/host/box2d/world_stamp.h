// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/box_nodes.h"
#include "geometry/lanes.h"
#include "host/box2d/tree.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ricochet
{

[[nodiscard]] inline bool IsFinite(const b2AABB& box)
{
	return box.lowerBound.IsValid() && box.upperBound.IsValid();
}

/// Shows whether the leaves of a world's tree are the same as at another time.
struct TreeChanges
{
	int32_t children = 0;
	int32_t insertions = 0; ///< ever

	friend bool operator==(const TreeChanges&, const TreeChanges&) = default;
};

[[nodiscard]] inline TreeChanges TreeChangesOf(const b2World& world)
{
	return {world.GetProxyCount(), TreeOf(world).*MemberOf(InsertionsOfTree())};
}

/// Shows at no cost what the game has changed between two steps. If the stamp of a world is the same at two times, the
/// world made no step between them. Then no child came into its tree, left it or left its bounds there, and no body
/// was made, destroyed, retyped, enabled or disabled. Two things remain unseen: bodies that lack bounds in the tree,
/// and motions within these bounds.
struct WorldStamp
{
	const b2Body* newest = nullptr; ///< only compared
	b2BodyType newestType = b2_staticBody;
	int32_t bodies = -1; ///< no world has this number
	TreeChanges tree;
	int32_t waiting = 0;   ///< children whose pairs the next step will look for
	float lastStep = 0.0f; ///< ms that the last step took: it tells one step from another

	friend bool operator==(const WorldStamp&, const WorldStamp&) = default;
};

[[nodiscard]] inline WorldStamp StampOf(const b2World& world)
{
	const b2Body* newest = world.GetBodyList();
	return {newest,
	        newest != nullptr ? newest->GetType() : b2_staticBody,
	        world.GetBodyCount(),
	        TreeChangesOf(world),
	        WaitingChildrenOf(world),
	        world.GetProfile().step};
}

/// Where the tree holds a fixture or a body: the leaf of one of its children.
struct TreeLeaf
{
	const b2FixtureProxy* proxy = nullptr; ///< null: the tree holds no child of it
	int32 node = -1;
};

[[nodiscard]] inline TreeLeaf LeafOf(const b2Fixture& fixture)
{
	const b2FixtureProxy* proxy = fixture.*MemberOf(ProxiesOfFixture());
	return fixture.*MemberOf(ProxyCountOfFixture()) > 0 ? TreeLeaf{proxy, proxy->proxyId} : TreeLeaf{};
}

[[nodiscard]] inline TreeLeaf LeafOf(const b2Body& body)
{
	TreeLeaf leaf;
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr && leaf.proxy == nullptr;)
	{
		leaf = LeafOf(*fixture);
		fixture = fixture->GetNext();
	}
	return leaf;
}

/// The bounds of a child in the tree, and their node there.
struct LeafBounds
{
	int32 node = -1;
	b2AABB box;

	[[nodiscard]] bool HasSameBox(const LeafBounds& other) const
	{
		return box.lowerBound == other.box.lowerBound && box.upperBound == other.box.upperBound;
	}
};

/// Calls visit(const LeafBounds&) for all children of a body in the tree.
template <class Visit>
void ForEachLeaf(const b2World& world, const b2Body& body, Visit&& visit)
{
	for (const b2Fixture* fixture = body.GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
	{
		for (int32 i = 0; i < fixture->*MemberOf(ProxyCountOfFixture()); ++i)
		{
			const int32 node = (fixture->*MemberOf(ProxiesOfFixture()))[i].proxyId;
			visit(LeafBounds{node, TreeOf(world).GetFatAABB(node)});
		}
	}
}

/// A box about the bounds of all children of a body in the tree; NoBox if it has none.
[[nodiscard]] inline b2AABB LeavesOf(const b2World& world, const b2Body& body)
{
	b2AABB box = NoBox();
	ForEachLeaf(world, body, [&](const LeafBounds& leaf) { box.Combine(leaf.box); });
	return box;
}

/// True if a leaf among some nodes of a tree has bounds that are not finite.
[[nodiscard]] inline bool HasBrokenLeaf(std::span<const b2TreeNode> nodes)
{
	// 0 times a finite number is 0. Any other product is NaN, and a sum that contains NaN is NaN. Nodes that are not in
	// use may contain such numbers. So if the sum is NaN, each node is checked by itself.
	const auto nothingOf = [](const b2TreeNode& node)
	{
		return 0.0f * Lanes::LoadFour(&node.aabb.lowerBound.x);
	};
	std::array<Lanes::Four, 4> sums{}; // independent of each other, so that a processor adds them at once
	size_t i = 0;
	for (; i + sums.size() <= nodes.size(); i += sums.size())
	{
		for (size_t k = 0; k < sums.size(); ++k)
		{
			sums[k] = sums[k] + nothingOf(nodes[i + k]);
		}
	}
	for (; i < nodes.size(); ++i)
	{
		sums[0] = sums[0] + nothingOf(nodes[i]);
	}
	const auto areBroken = (sums[0] + sums[1]) + (sums[2] + sums[3]) != Lanes::Four{};
	return Lanes::MaskOf(areBroken) != 0 &&
	       std::any_of(nodes.begin(), nodes.end(),
	                   [](const b2TreeNode& node) { return node.height == 0 && IsFinite(node.aabb) == false; });
}

/// Which nodes of a tree still have to be searched for leaves with bounds that are not finite. Such a leaf shows that
/// its body has no finite pose. Only an insertion can bring one.
struct LeafWatch
{
	size_t next = 0;         ///< the first node to visit
	size_t left = 0;         ///< how many nodes from there on; after the last node comes the first one
	int32_t insertions = -1; ///< insertion count of the tree when `left` was set
};

/// Visits the next 256 of the nodes that are left. Returns true if a leaf among them has bounds that are not finite. In
/// a world of up to 128 children, each call visits all of them.
[[nodiscard]] inline bool SeesBrokenLeaf(const b2World& world, LeafWatch& watch)
{
	constexpr size_t k_nodes = 256;
	const b2DynamicTree& tree = TreeOf(world);
	const std::span<const b2TreeNode> nodes(tree.*MemberOf(NodesOfTree()),
	                                        static_cast<size_t>(tree.*MemberOf(CapacityOfTree())));
	if (const int32_t insertions = TreeChangesOf(world).insertions; insertions != watch.insertions)
	{
		watch.insertions = insertions;
		watch.left = nodes.size();
	}
	const size_t first = watch.next < nodes.size() ? watch.next : 0;
	const size_t count = std::min(k_nodes, watch.left);
	const size_t ahead = std::min(count, nodes.size() - first);
	const size_t again = count - ahead;
	watch.next = again > 0 ? again : first + ahead;
	watch.left -= count;
	return HasBrokenLeaf(nodes.subspan(first, ahead)) || HasBrokenLeaf(nodes.first(again));
}

/// The fixture whose child a leaf still holds; null if that child has left it. The leaf's proxy is only compared until
/// the tree proves that it is alive.
[[nodiscard]] inline const b2Fixture* FixtureAt(const b2World& world, const TreeLeaf& leaf)
{
	const b2TreeNode& node = (TreeOf(world).*MemberOf(NodesOfTree()))[leaf.node];
	return node.height == 0 && node.userData == leaf.proxy ? leaf.proxy->fixture : nullptr;
}

/// True if a leaf still holds a child of a body. The pointer to the body is only compared.
[[nodiscard]] inline bool HoldsBody(const b2World& world, const TreeLeaf& leaf, const b2Body* body)
{
	const b2Fixture* fixture = FixtureAt(world, leaf);
	return fixture != nullptr && fixture->GetBody() == body;
}

} // namespace ricochet
