// MIT License, Copyright (c) 2026 the ricochet authors

#include "c/snapshot.h"
#include "host/host.h"

using namespace ricochet;
using namespace ricochet::c;

ricochet_world* ricochet_create_snapshot(const ricochet_world* world)
{
	return AskLive<ricochet_world*>(nullptr, world, Checker(),
	                                [&](const WorldState& state) -> Result<ricochet_world*>
	                                {
		                                if (state.World().IsLocked())
		                                {
			                                return Error{ErrorReason::WorldIsLocked};
		                                }
		                                return new ricochet_world{world->state, std::make_shared<WorldCopy>(state)};
	                                });
}

bool ricochet_update_snapshot(ricochet_world* snapshot, ricochet_snapshot_update* update)
{
	return UpdateBy(snapshot, Checker(), update,
	                [](WorldCopy& copy, const WorldState& state)
	                {
		                std::shared_ptr<const NameTable> names = NameTable::Of(state, copy.names);
		                Result<SnapshotUpdate> done = copy.snapshot.Update();
		                if (done)
		                {
			                copy.names = std::move(names);
		                }
		                return done;
	                });
}
