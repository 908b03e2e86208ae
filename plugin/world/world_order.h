// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "world/grant_access.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>

namespace ricochet
{

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
		afterFirst = afterFirst->GetNext();
		afterSecond = afterSecond->GetNext();
	}
	return afterFirst == second;
}

struct PreviousOfBody
{
	using Type = b2Body* b2Body::*;
	friend Type MemberOf(PreviousOfBody);
};
template struct GrantAccess<PreviousOfBody, &b2Body::m_prev>;

/// The same of two bodies, whose list is linked both ways: the cost is their distance, or the way from one to an end.
[[nodiscard]] inline bool ComesFirstInList(const b2Body* first, const b2Body* second)
{
	const b2Body* const b2Body::*const previous = MemberOf(PreviousOfBody());
	if (first == second || first == nullptr || second == nullptr)
	{
		return false;
	}
	const b2Body* afterFirst = first;
	const b2Body* afterSecond = second;
	const b2Body* beforeFirst = first;
	const b2Body* beforeSecond = second;
	while (true)
	{
		afterFirst = afterFirst->GetNext();
		afterSecond = afterSecond->GetNext();
		beforeFirst = beforeFirst->*previous;
		beforeSecond = beforeSecond->*previous;
		// One that runs off an end has not passed the other start.
		if (afterFirst == second || beforeSecond == first || afterSecond == nullptr || beforeFirst == nullptr)
		{
			return true;
		}
		if (afterSecond == first || beforeFirst == second || afterFirst == nullptr || beforeSecond == nullptr)
		{
			return false;
		}
	}
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
