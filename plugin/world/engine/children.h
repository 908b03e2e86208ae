// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "shapes/cast_shape.h"

#include <box2d/b2_body.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_world.h>

namespace ricochet
{

// What an index asks of the engine, and all that it knows of it: what there is, where it stands, what it looks like and
// who may meet it. Fixtures and bodies are names to an index: compared, kept, given back, never read.

/// A child of a fixture as the engine has it now.
struct ChildSeen
{
	const b2Fixture* fixture;
	const b2Body* body;
	int32_t child;
	const b2Transform& pose;
	const b2Filter& filter;
	bool isSensor;
	ChildGeometry geometry;
};

/// visit(const ChildSeen&) for the children of all fixtures of enabled bodies, in the world's order (world_order.h).
template <class Visit>
void ForEachChild(const b2World& world, Visit&& visit)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Fixture* fixture = body->IsEnabled() ? body->GetFixtureList() : nullptr;
		for (; fixture != nullptr; fixture = fixture->GetNext())
		{
			const b2Shape& shape = *fixture->GetShape();
			ChildSeen seen{fixture, body, 0, body->GetTransform(), fixture->GetFilterData(), fixture->IsSensor(), {}};
			const int32_t children = shape.GetChildCount();
			for (; seen.child < children && DescribeChild(shape, seen.child, seen.geometry); ++seen.child)
			{
				visit(static_cast<const ChildSeen&>(seen));
			}
		}
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
