// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "query/grid_source.h"
#include "query/source.h"
#include "query/user_source.h"

#include <ricochet/query/space.h>

#include <utility>

namespace ricochet
{

/// Calls question(source) with the source (source.h) of a Space, and returns its answer. The question is compiled for
/// every kind of source, so call this once for each query, in a .cpp.
template <class Question>
decltype(auto) Ask(Space space, Question&& question)
{
	if (const b2World* world = space.WorldIfAny())
	{
		return question(LiveTree{*world});
	}
	if (const Snapshot* snapshot = space.SnapshotIfAny())
	{
		return question(SnapshotSource{StateOf(*snapshot)});
	}
	if (const SpatialHash* hash = space.HashIfAny())
	{
		return question(HashSource{StateOf(*hash)});
	}
	return question(UserSource{*space.UserIndexIfAny()});
}

} // namespace ricochet
