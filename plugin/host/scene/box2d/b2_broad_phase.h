// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_dynamic_tree.h"

/// The tree of a world, and the number of children that have changed in it since the last step.
class b2BroadPhase
{
public:
	int32 CreateProxy(const b2AABB& box, void* userData)
	{
		const int32 leaf = m_tree.CreateProxy(box, userData);
		m_moveCount += 1;
		m_proxyCount += 1;
		return leaf;
	}

	void DestroyProxy(int32 leaf)
	{
		m_tree.DestroyProxy(leaf);
		m_proxyCount -= 1;
	}

	void MoveProxy(int32 leaf, const b2AABB& box, const b2Vec2& displacement)
	{
		m_moveCount += m_tree.MoveProxy(leaf, box, displacement) ? 1 : 0;
	}

	b2DynamicTree m_tree;
	int32 m_moveCount = 0;
	int32 m_proxyCount = 0;
};
