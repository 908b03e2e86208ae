// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/index/snapshot.h>

#include "c/name_table.h"

namespace ricochet::c
{

/// What a handle of a snapshot holds beside the world, which must live as long.
struct WorldCopy
{
	explicit WorldCopy(const WorldState& world) : snapshot(world.World()), names(NameTable::Of(world, nullptr)) {}

	Snapshot snapshot;
	std::shared_ptr<const NameTable> names; ///< of what the snapshot holds; never null
};

} // namespace ricochet::c
