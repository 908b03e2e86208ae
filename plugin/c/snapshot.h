// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/c/snapshot.h>

#include "c/change.h"
#include "c/name_table.h"

namespace ricochet::c
{

/// Only here: a world was given where only a snapshot will do.
constexpr auto k_isNoSnapshot = static_cast<ErrorReason>(RICOCHET_IS_NO_SNAPSHOT);

/// An update of a snapshot: call(copy, state of the world), a Result of what it did, if what `checker` has checked is
/// sound.
template <class Call>
bool UpdateBy(ricochet_world* snapshot, const Checker& checker, ricochet_snapshot_update* update, const Call& call)
{
	const bool isOne = snapshot == nullptr || snapshot->copy != nullptr;
	const Checker whole = Checker()
	                          .NotNull("snapshot", snapshot)
	                          .Require(isOne, {k_isNoSnapshot, "snapshot"})
	                          .Require(checker.IsSound(), checker.Outcome().GetError());
	return Done(whole,
	            [&]
	            {
		            return Then(call(*snapshot->copy, *snapshot->state),
		                        [&](const SnapshotUpdate& done)
		                        {
			                        if (update != nullptr)
			                        {
				                        *update = {done.added, done.changed, done.removed, done.kept, done.ignored};
			                        }
		                        });
	            });
}

} // namespace ricochet::c
