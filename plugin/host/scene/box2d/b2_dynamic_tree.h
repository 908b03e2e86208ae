// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "box2d/b2_collision.h"

#include <vector>

inline constexpr int32 b2_nullNode = -1;

struct b2TreeNode
{
	[[nodiscard]] bool IsLeaf() const { return child1 == b2_nullNode; }

	b2AABB aabb;
	void* userData = nullptr;
	int32 parent = b2_nullNode; ///< of a free node: the next free one
	int32 child1 = b2_nullNode;
	int32 child2 = b2_nullNode;
	int32 height = -1; ///< 0: a leaf; 1: it has children; -1: free
};

/// A binary tree of boxes. Leaves have bounds with a margin, so small motions do not change the tree. If a box leaves
/// its bounds, the tree is refitted along its path, or the leaf is inserted anew.
class b2DynamicTree
{
public:
	b2DynamicTree() = default;
	b2DynamicTree(const b2DynamicTree&) = delete;
	b2DynamicTree& operator=(const b2DynamicTree&) = delete;

	/// Makes room for more leaves, so that CreateProxy does not allocate.
	void Reserve(int32 leaves);
	int32 CreateProxy(const b2AABB& box, void* userData);
	void DestroyProxy(int32 leaf);

	/// Returns true if the bounds had to change. They then also reach ahead by several times the displacement
	/// (k_stepsAhead).
	bool MoveProxy(int32 leaf, const b2AABB& box, const b2Vec2& displacement);

	[[nodiscard]] void* GetUserData(int32 leaf) const { return m_nodes[leaf].userData; }
	[[nodiscard]] const b2AABB& GetFatAABB(int32 leaf) const { return m_nodes[leaf].aabb; }

	/// Calls callback->QueryCallback(leaf) for all leaves whose bounds overlap a box, until it returns false.
	template <class Callback>
	void Query(Callback* callback, const b2AABB& box) const
	{
		std::vector<int32> stack;
		for (int32 node = m_root; node != b2_nullNode;)
		{
			const b2TreeNode& at = m_nodes[node];
			node = b2_nullNode;
			if (b2TestOverlap(at.aabb, box))
			{
				if (at.IsLeaf() == false)
				{
					stack.push_back(at.child1);
					node = at.child2;
				}
				else if (callback->QueryCallback(static_cast<int32>(&at - m_nodes)) == false)
				{
					return;
				}
			}
			if (node == b2_nullNode && stack.empty() == false)
			{
				node = stack.back();
				stack.pop_back();
			}
		}
	}

	void ShiftOrigin(const b2Vec2& newOrigin);

private:
	[[nodiscard]] int32 TakeNode();
	void FreeNode(int32 node);
	void Insert(int32 leaf);
	void Remove(int32 leaf);
	[[nodiscard]] int32 FindSibling(const b2AABB& box) const;
	void Replace(int32 parent, int32 child, int32 by);
	bool Fit(int32 node);
	void Rotate(int32 node);

public:
	b2TreeNode* m_nodes = nullptr; ///< m_store's
	int32 m_root = b2_nullNode;
	int32 m_nodeCapacity = 0;
	int32 m_insertionCount = 0; ///< changes of leaves, ever

private:
	std::vector<b2TreeNode> m_store;
	int32 m_free = b2_nullNode;
	int32 m_freeCount = 0;
};
