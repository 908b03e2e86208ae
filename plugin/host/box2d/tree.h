// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/box2d/grant_access.h"

#include <ricochet/geometry/built_for.h>

#include <box2d/b2_contact_manager.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <cstdint>

namespace ricochet
{

// The only file that reads or changes Box2D's broadphase and its trees.

// Box2D's own ray cast on a tree visits children in any order, aborts on rays without length and loses its precision
// with large coordinates. Walking the nodes needs private members.

RICOCHET_GRANT_ACCESS(TreeOfBroadPhase, b2DynamicTree b2BroadPhase::*, &b2BroadPhase::m_tree);
RICOCHET_GRANT_ACCESS(NodesOfTree, b2TreeNode* b2DynamicTree::*, &b2DynamicTree::m_nodes);
RICOCHET_GRANT_ACCESS(RootOfTree, int32 b2DynamicTree::*, &b2DynamicTree::m_root);
RICOCHET_GRANT_ACCESS(CapacityOfTree, int32 b2DynamicTree::*, &b2DynamicTree::m_nodeCapacity);
RICOCHET_GRANT_ACCESS(InsertionsOfTree, int32 b2DynamicTree::*, &b2DynamicTree::m_insertionCount);
RICOCHET_GRANT_ACCESS(WaitingOfBroadPhase, int32 b2BroadPhase::*, &b2BroadPhase::m_moveCount);
RICOCHET_GRANT_ACCESS(NewContactsOfWorld, bool b2World::*, &b2World::m_newContacts);
RICOCHET_GRANT_ACCESS(ProxiesOfFixture, b2FixtureProxy* b2Fixture::*, &b2Fixture::m_proxies);
RICOCHET_GRANT_ACCESS(ProxyCountOfFixture, int32 b2Fixture::*, &b2Fixture::m_proxyCount);

/// The nodes of a tree, from its root.
struct TreeView
{
	const b2TreeNode* nodes;
	int32 root;

	explicit TreeView(const b2DynamicTree& tree)
	    : nodes(tree.*MemberOf(NodesOfTree())), root(tree.*MemberOf(RootOfTree()))
	{
	}
};

/// The tree of a world's fixture children.
[[nodiscard]] inline const b2DynamicTree& TreeOf(const b2World& world)
{
	return world.GetContactManager().m_broadPhase.*MemberOf(TreeOfBroadPhase());
}

/// The number of children whose pairs the world's next step will look for.
[[nodiscard]] inline int32 WaitingChildrenOf(const b2World& world)
{
	return world.GetContactManager().m_broadPhase.*MemberOf(WaitingOfBroadPhase());
}

/// True if the game has put a body elsewhere, enabled one or created a fixture since the world's last step began.
[[nodiscard]] inline bool HasNewPlaces(const b2World& world)
{
	return world.*MemberOf(NewContactsOfWorld());
}

/// The bounds of a child of a fixture in the tree; null if the child has none.
[[nodiscard]] inline const b2AABB* BoundsInTree(const b2World& world, const b2Fixture& fixture, int32_t child)
{
	return child < fixture.*MemberOf(ProxyCountOfFixture())
	           ? &TreeOf(world).GetFatAABB((fixture.*MemberOf(ProxiesOfFixture()))[child].proxyId)
	           : nullptr;
}

/// Box2D computes bounds in floats, and keeps old bounds as long as they contain the new ones. For shapes up to 16 km
/// from their body's origin, bounds may be too small by this (m).
inline constexpr float k_boundsRounding = 0x1p-7f * k_meter;

[[nodiscard]] inline b2AABB Grown(b2AABB box, float by)
{
	box.lowerBound -= {by, by};
	box.upperBound += {by, by};
	return box;
}

/// Grows a box by k_boundsRounding, to test it against the bounds of a tree.
[[nodiscard]] inline b2AABB GrownForBounds(const b2AABB& box)
{
	return Grown(box, k_boundsRounding);
}

/// Brings the broadphase up to date after the shape of a fixture has changed. Requires: the world is not locked.
inline void RefreshBounds(b2Fixture& fixture)
{
	const b2Body& body = *fixture.GetBody();
	auto& broadPhase = const_cast<b2BroadPhase&>(body.GetWorld()->GetContactManager().m_broadPhase);
	for (int32 i = 0; i < fixture.*MemberOf(ProxyCountOfFixture()); ++i)
	{
		b2FixtureProxy& proxy = (fixture.*MemberOf(ProxiesOfFixture()))[i];
		fixture.GetShape()->ComputeAABB(&proxy.aabb, body.GetTransform(), proxy.childIndex);
		broadPhase.MoveProxy(proxy.proxyId, proxy.aabb, {0.0f, 0.0f});
	}
}

/// Replaces the bounds of every child of a fixture in the broadphase.
inline void MoveBounds(b2World& world, const b2Fixture& fixture, const b2AABB& bounds)
{
	auto& broadPhase = const_cast<b2BroadPhase&>(world.GetContactManager().m_broadPhase);
	for (int32 i = 0; i < fixture.*MemberOf(ProxyCountOfFixture()); ++i)
	{
		broadPhase.MoveProxy((fixture.*MemberOf(ProxiesOfFixture()))[i].proxyId, bounds, {0.0f, 0.0f});
	}
}

} // namespace ricochet
