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
///
/// The C interface knows worlds and snapshots only. The npm package has to be small, so its build defines
/// RICOCHET_NO_OWN_INDEX, and leaves the code of the other two out.
template <class Question>
decltype(auto) Ask(Space space, Question&& question)
{
	if (const b2World* world = space.WorldIfAny())
	{
		return question(LiveTree{*world});
	}
#ifdef RICOCHET_NO_OWN_INDEX
	return question(SnapshotSource{StateOf(*space.SnapshotIfAny())});
#else
	if (const Snapshot* snapshot = space.SnapshotIfAny())
	{
		return question(SnapshotSource{StateOf(*snapshot)});
	}
	if (const SpatialHash* hash = space.HashIfAny())
	{
		return question(HashSource{StateOf(*hash)});
	}
	return question(UserSource{*space.UserIndexIfAny()});
#endif
}

} // namespace ricochet
