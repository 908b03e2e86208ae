// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

#include <cstdint>

namespace ricochet
{

/// The offset of the links in a body (bytes). It only affects prefetching, never a result.
inline constexpr uintptr_t k_link = 104;

/// Steps along a list that is linked by GetNext. Nodes that were created one after the other mostly lie at equal
/// distances in memory. So StepAlong prefetches the node that is probably eight steps ahead, without displacing other
/// data from the caches. It fetches the node's link and the cache line at `also` (bytes from the node's start).
template <class Node>
void StepAlong(Node*& node, uintptr_t also = k_link)
{
	const auto here = reinterpret_cast<uintptr_t>(node);
	node = node->GetNext();
	const auto there = reinterpret_cast<uintptr_t>(node);
	const uintptr_t ahead = there + 8 * (there - here);
	FetchLineOnce(reinterpret_cast<const void*>(ahead + k_link));
	if (also != k_link)
	{
		FetchLineOnce(reinterpret_cast<const void*>(ahead + also));
	}
}

/// True if `first` comes before `second` in a list that is linked by GetNext. False if either is null.
/// Two walks start at the two nodes and advance together, until one reaches the start of the other. The cost is their
/// distance in the list, or the path from the later one to the end if that is shorter. Box2D's public interface has no
/// faster way.
template <class Node>
[[nodiscard]] bool ComesFirstInList(const Node* first, const Node* second)
{
	if (first == second || first == nullptr || second == nullptr)
	{
		return false;
	}
	const Node* afterFirst = first->GetNext();
	const Node* afterSecond = second->GetNext();
	while (afterFirst != second && afterSecond != first)
	{
		// A walk that reaches the end has passed every node after its start. The other start was not among them.
		if (afterFirst == nullptr || afterSecond == nullptr)
		{
			return afterSecond == nullptr;
		}
		StepAlong(afterFirst);
		StepAlong(afterSecond);
	}
	return afterFirst == second;
}

/// The world's order: bodies as in b2World::GetBodyList, then fixtures as in b2Body::GetFixtureList. It only depends on
/// the order of creation, never on addresses. It is strict: false for the same fixture.
/// Requires: both fixtures are alive and in one world.
[[nodiscard]] inline bool ComesFirst(const b2Fixture* a, const b2Fixture* b)
{
	if (a == b || a == nullptr || b == nullptr)
	{
		return false;
	}
	return a->GetBody() == b->GetBody() ? ComesFirstInList(a, b) : ComesFirstInList(a->GetBody(), b->GetBody());
}

} // namespace ricochet
