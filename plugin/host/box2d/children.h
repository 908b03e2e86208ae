// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/box2d/order.h"
#include "shapes/cast_shape.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

namespace ricochet
{

// The walks over bodies, fixtures and their children. An index uses nothing else of the engine. It keeps, compares and
// returns pointers to fixtures and bodies as ids, and never dereferences them.

/// A child of a fixture, as the engine has it now or as it was at a past time.
struct ChildSeen
{
	const b2Fixture* fixture;
	const b2Body* body;
	int32_t child;
	const b2Transform& pose;
	const b2Filter& filter;
	bool isSensor;
	ChildGeometry geometry;
	uint64_t life = 0;   ///< differs for fixtures that had the same address at different times; 0: it exists now
	bool isGone = false; ///< its address may now belong to another fixture, or to none
};

/// Walks a list of Box2D's that is linked by GetNext. The loop variable is a pointer, as in a loop by hand:
///     for (const b2Body* body : BodiesOf(world))
/// The current node must not be destroyed inside of the loop.
template <class Node>
class LinkedNodes
{
public:
	class Iterator
	{
	public:
		using value_type = Node*;
		using reference = Node*;
		using pointer = Node* const*;
		using difference_type = ptrdiff_t;
		using iterator_category = std::input_iterator_tag;

		explicit Iterator(Node* node) : m_node(node) {}

		Node* operator*() const { return m_node; }

		Iterator& operator++()
		{
			if constexpr (std::is_same_v<std::remove_const_t<Node>, b2Body>)
			{
				StepAlong(m_node, 0);
			}
			else
			{
				m_node = m_node->GetNext();
			}
			return *this;
		}

		Iterator operator++(int) { return std::exchange(*this, Iterator(m_node->GetNext())); }

		bool operator==(const Iterator&) const = default;

	private:
		Node* m_node;
	};

	explicit LinkedNodes(Node* first) : m_first(first) {}

	[[nodiscard]] Iterator begin() const { return Iterator(m_first); }
	[[nodiscard]] Iterator end() const { return Iterator(nullptr); }

private:
	Node* m_first;
};

/// All bodies of a world, in the world's order (order.h).
[[nodiscard]] inline LinkedNodes<b2Body> BodiesOf(b2World& world)
{
	return LinkedNodes<b2Body>(world.GetBodyList());
}

[[nodiscard]] inline LinkedNodes<const b2Body> BodiesOf(const b2World& world)
{
	return LinkedNodes<const b2Body>(world.GetBodyList());
}

/// All fixtures of a body, in the world's order.
[[nodiscard]] inline LinkedNodes<b2Fixture> FixturesOf(b2Body& body)
{
	return LinkedNodes<b2Fixture>(body.GetFixtureList());
}

[[nodiscard]] inline LinkedNodes<const b2Fixture> FixturesOf(const b2Body& body)
{
	return LinkedNodes<const b2Fixture>(body.GetFixtureList());
}

/// The only fixture of a body; null if the body has none or several.
[[nodiscard]] inline const b2Fixture* OnlyFixtureOf(const b2Body& body)
{
	const b2Fixture* first = body.GetFixtureList();
	return first != nullptr && first->GetNext() == nullptr ? first : nullptr;
}

/// Calls destroy(b2Body*), which may destroy the body, for each body that take(b2Body*) accepts, as long as isDue() is
/// true. If listeners create or destroy other bodies meanwhile, the walk starts again at the head of the list. So it
/// never follows the link of a body that is gone.
template <class IsDue, class Take, class Destroy>
void DestroyBodies(b2World& world, IsDue&& isDue, Take&& take, Destroy&& destroy)
{
	for (b2Body* body = world.GetBodyList(); body != nullptr && isDue();)
	{
		b2Body* next = body->GetNext();
		if (take(body))
		{
			const int32 left = world.GetBodyCount() - 1;
			const b2Body* first = body == world.GetBodyList() ? next : world.GetBodyList();
			destroy(body);
			const bool isAlone = world.GetBodyCount() == left && world.GetBodyList() == first;
			next = isAlone ? next : world.GetBodyList();
		}
		body = next;
	}
}

/// Calls visit(const ChildSeen&) for the children of all fixtures of a body, in the world's order; for none if it is
/// disabled.
template <class Visit>
void ForEachChildOf(const b2Body& body, Visit&& visit)
{
	const b2Fixture* fixture = body.IsEnabled() ? body.GetFixtureList() : nullptr;
	for (; fixture != nullptr; fixture = fixture->GetNext())
	{
		const b2Shape& shape = *fixture->GetShape();
		ChildSeen seen{fixture, &body, 0, body.GetTransform(), fixture->GetFilterData(), fixture->IsSensor(), {}};
		const int32_t children = shape.GetChildCount();
		for (; seen.child < children && DescribeChild(shape, seen.child, seen.geometry); ++seen.child)
		{
			visit(static_cast<const ChildSeen&>(seen));
		}
	}
}

/// Calls visit(const ChildSeen&) for the children of all fixtures of enabled bodies, in the world's order (order.h).
/// The bodies in `without` are left out; they must be in the same order.
template <class Visit>
void ForEachChild(const b2World& world, std::span<const b2Body* const> without, Visit&& visit)
{
	for (const b2Body* body : BodiesOf(world))
	{
		if (without.empty() == false && without.front() == body)
		{
			without = without.subspan(1);
			continue;
		}
		ForEachChildOf(*body, visit);
	}
}

/// A guess at the number of children.
[[nodiscard]] inline size_t ExpectedChildren(const b2World& world)
{
	return static_cast<size_t>(world.GetBodyCount());
}

/// The fixture pointer as hits hold it.
[[nodiscard]] inline b2Fixture* NameOf(const b2Fixture* fixture)
{
	return const_cast<b2Fixture*>(fixture);
}

} // namespace ricochet
