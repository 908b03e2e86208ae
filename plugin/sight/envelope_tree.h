// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/envelope.h"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet
{

/// Envelopes of slots, merged in a binary tree that is kept: when a slot changes, only those above it are merged anew,
/// and those that depend on the world's order, which may change unseen.
template <class View>
class EnvelopeTree
{
public:
	/// The obstacles must stay where they are until the slot is set again.
	void Set(size_t slot, std::span<const Obstacle> obstacles)
	{
		if (slot >= m_slots.size())
		{
			Grow(std::bit_ceil(slot + 1));
		}
		m_slots[slot] = obstacles;
		MarkStale(m_slots.size() + slot);
	}

	/// The envelope of all slots as they stand. Valid until one is set.
	std::span<const Piece<View>> Root()
	{
		if (m_nodes.empty())
		{
			return {};
		}
		for (size_t node = 1; node < m_nodes.size(); ++node)
		{
			if (m_nodes[node].metTie)
			{
				MarkStale(node);
			}
		}
		Renew(1);
		return m_nodes[1].pieces;
	}

private:
	struct Node
	{
		std::vector<Piece<View>> pieces;
		bool isStale = true;
		bool metTie = false;
	};

	// Node 1 is the root, nodes 2 i and 2 i + 1 are below node i, and slot i is node m_slots.size() + i.
	void Grow(size_t capacity)
	{
		std::vector<Node> nodes(2 * capacity);
		std::move(m_nodes.begin() + static_cast<std::ptrdiff_t>(m_slots.size()), m_nodes.end(),
		          nodes.begin() + static_cast<std::ptrdiff_t>(capacity));
		m_slots.resize(capacity);
		m_nodes = std::move(nodes);
	}

	void MarkStale(size_t node)
	{
		for (m_nodes[node].isStale = true, node /= 2; node > 0 && m_nodes[node].isStale == false; node /= 2)
		{
			m_nodes[node].isStale = true;
		}
	}

	void Renew(size_t index)
	{
		Node& node = m_nodes[index];
		if (node.isStale == false)
		{
			return;
		}
		node.isStale = false;
		node.metTie = false;
		node.pieces.clear();
		if (index >= m_slots.size())
		{
			const std::vector<Piece<View>>& built = m_builder.Build(m_slots[index - m_slots.size()]);
			node.pieces.insert(node.pieces.end(), built.begin(), built.end());
			node.metTie = m_builder.MetTie();
			return;
		}
		Renew(2 * index);
		Renew(2 * index + 1);
		const std::vector<Piece<View>>& left = m_nodes[2 * index].pieces;
		const std::vector<Piece<View>>& right = m_nodes[2 * index + 1].pieces;
		if (left.empty() || right.empty())
		{
			node.pieces.insert(node.pieces.end(), left.begin(), left.end());
			node.pieces.insert(node.pieces.end(), right.begin(), right.end());
			return;
		}
		node.metTie = EnvelopeMerge<View>(left, right, node.pieces).MetTie();
	}

	std::vector<std::span<const Obstacle>> m_slots;
	std::vector<Node> m_nodes;
	EnvelopeBuilder<View> m_builder;
};

} // namespace ricochet
