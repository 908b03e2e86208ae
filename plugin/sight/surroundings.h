// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/children_in_box.h"

#include <ricochet/sight/sight_polygon.h>
#include <ricochet/sight/surroundings.h>

namespace ricochet
{

/// Calls ask(source) with the source (query/source.h) of what one looks at, and gives what it gives.
template <class Ask>
decltype(auto) AskOf(const Surroundings& surroundings, Ask&& ask)
{
	if (const b2World* world = surroundings.WorldIfLive())
	{
		return ask(LiveTree{*world});
	}
	return ask(SnapshotSource{StateOf(*surroundings.SnapshotIfNot())});
}

/// The child that a side of a polygon is on. Requires: it is on one.
template <class Source>
[[nodiscard]] typename Source::What WhatIs(const Source& source, const SightVertex& side)
{
	RayHit hit;
	hit.fixture = side.fixture;
	hit.child = side.child;
	return source.WhatOf(hit);
}

} // namespace ricochet
