// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/compiler.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

#include <cstdint>

namespace ricochet
{

/// Where a body has its links, in bytes. What is fetched decides nothing.
inline constexpr uintptr_t k_link = 104;

/// Goes on along a list that is linked by GetNext. What was made one after the other mostly lies so in memory: what
/// seems to come eight steps later is fetched, past the caches that other things are in.
template <class Node>
void StepAlong(const Node*& node)
{
	const auto here = reinterpret_cast<uintptr_t>(node);
	node = node->GetNext();
	const auto there = reinterpret_cast<uintptr_t>(node);
	FetchLineOnce(reinterpret_cast<const void*>(there + 8 * (there - here) + k_link));
}

/// True if `first` stands before `second` in a list that is linked by GetNext. Null: false.
/// Walks on from both at once until one walk meets the other's start, so the cost is their distance in the list or the
/// way from the later one to the end, whichever is shorter. Nothing in Box2D's public interface says it sooner.
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
		// One that runs off the end has passed every node after its start: the other start is not among them.
		if (afterFirst == nullptr || afterSecond == nullptr)
		{
			return afterSecond == nullptr;
		}
		StepAlong(afterFirst);
		StepAlong(afterSecond);
	}
	return afterFirst == second;
}

/// The world's order: bodies as in b2World::GetBodyList, then fixtures as in b2Body::GetFixtureList. It depends on the
/// order of creation alone, never on addresses. Strict: false for the same fixture.
/// Requires: fixtures of one world that are alive.
[[nodiscard]] inline bool ComesFirst(const b2Fixture* a, const b2Fixture* b)
{
	if (a == b || a == nullptr || b == nullptr)
	{
		return false;
	}
	return a->GetBody() == b->GetBody() ? ComesFirstInList(a, b) : ComesFirstInList(a->GetBody(), b->GetBody());
}

} // namespace ricochet
