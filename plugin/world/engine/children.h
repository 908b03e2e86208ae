// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

#include <span>

namespace ricochet
{

// What an index asks of the engine, and all that it knows of it: what there is, where it stands, what it looks like and
// who may meet it. Fixtures and bodies are names to an index: compared, kept, given back, never read.

/// A child of a fixture as the engine has it now, or as it once was.
struct ChildSeen
{
	const b2Fixture* fixture;
	const b2Body* body;
	int32_t child;
	const b2Transform& pose;
	const b2Filter& filter;
	bool isSensor;
	ChildGeometry geometry;
	uint64_t life = 0;   ///< tells apart what bears the same name at different times; 0: it is there now
	bool isGone = false; ///< its name may be that of something else by now, or of nothing
};

/// visit(const ChildSeen&) for the children of all fixtures of a body, in the world's order; none if it is disabled.
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

/// visit(const ChildSeen&) for the children of all fixtures of enabled bodies, in the world's order (world_order.h).
/// Without some bodies, in the same order.
template <class Visit>
void ForEachChild(const b2World& world, std::span<const b2Body* const> without, Visit&& visit)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		if (without.empty() == false && without.front() == body)
		{
			without = without.subspan(1);
			continue;
		}
		ForEachChildOf(*body, visit);
	}
}

/// About how many children there are.
[[nodiscard]] inline size_t ExpectedChildren(const b2World& world)
{
	return static_cast<size_t>(world.GetBodyCount());
}

/// A fixture as hits name it.
[[nodiscard]] inline b2Fixture* NameOf(const b2Fixture* fixture)
{
	return const_cast<b2Fixture*>(fixture);
}

} // namespace ricochet
