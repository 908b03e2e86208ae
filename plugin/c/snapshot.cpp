// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/c/snapshot.h>

#include "c/change.h"
#include "c/history_handle.h"
#include "c/name_table.h"
#include "geometry/elementary.h"
#include "geometry/pose.h"
#include "host/host.h"
#include "index/history_state.h"

#include <algorithm>
#include <limits>
#include <optional>

using namespace ricochet;
using namespace ricochet::c;

namespace ricochet::c
{
namespace
{

/// An error reason of the C interface only: the call needs a snapshot but got a world.
constexpr auto k_isNoSnapshot = static_cast<ErrorReason>(RICOCHET_IS_NO_SNAPSHOT);

/// Updates a snapshot: call(copy, state of the world) returns a Result<SnapshotUpdate>. It runs if `checker` has found
/// no error.
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

/// Returns the ids at the last record that is not after `time`.
std::shared_ptr<const NameTable> NamesAt(const ricochet_history& history, double time)
{
	const auto next = std::upper_bound(history.records.begin(), history.records.end(), time,
	                                   [](double sought, const auto& record) { return sought < record.time; });
	return std::prev(next)->names;
}

Result<> Record(ricochet_history& history, double time)
{
	std::shared_ptr<const NameTable> last = history.records.empty() ? nullptr : history.records.back().names;
	history.records.push_back({time, NameTable::Of(*history.world, std::move(last))});
	const Result<> done = history.history.Record(time);
	if (!done)
	{
		history.records.pop_back();
	}
	if (done || done.GetError().reason == ErrorReason::OutOfMemory)
	{
		history.ForgetFrom(time, static_cast<bool>(done));
	}
	return done;
}

ricochet_pose PoseToC(const b2Transform& pose)
{
	const double angle = IsPose(pose) ? AngleOf(pose.q.c, pose.q.s) : std::numeric_limits<double>::quiet_NaN();
	return {ToC(pose.p), static_cast<float>(angle)};
}

Checker Check(const ricochet_history* history)
{
	return Checker().NotNull("history", history);
}

} // namespace
} // namespace ricochet::c

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

ricochet_history_def ricochet_history_def_default(void)
{
	const HistoryDef from;
	return {sizeof(ricochet_history_def), from.records, from.jumpDistance, from.jumpAngle};
}

ricochet_history* ricochet_create_history(const ricochet_world* world, const ricochet_history_def* def)
{
	Checker checker;
	const ricochet_history_def from = Take(checker, def, ricochet_history_def_default(), "ricochet_history_def::size");
	const HistoryDef made{from.records, from.jump_distance, from.jump_angle};
	const Result<> sound = Check(made);
	checker.Require(static_cast<bool>(sound), sound.GetError());
	return AskLive<ricochet_history*>(nullptr, world, checker,
	                                  [&](const WorldState&) { return new ricochet_history(world->state, made); });
}

void ricochet_destroy_history(ricochet_history* history)
{
	SetLastError({});
	delete history;
}

bool ricochet_record(ricochet_history* history, double time)
{
	return Done(Check(history), [&] { return Record(*history, time); });
}

int32_t ricochet_get_records(const ricochet_history* history, double* oldest, double* newest)
{
	return Answer(-1, Check(history),
	              [&]
	              {
		              const History& in = history->history;
		              if (oldest != nullptr)
		              {
			              *oldest = in.OldestTime().value_or(*oldest);
		              }
		              if (newest != nullptr)
		              {
			              *newest = in.NewestTime().value_or(*newest);
		              }
		              return in.RecordCount();
	              });
}

bool ricochet_shift_history(ricochet_history* history, ricochet_vec new_origin)
{
	return Done(Check(history), [&] { return history->history.ShiftOrigin(ToCpp(new_origin)); });
}

int32_t ricochet_pose_of(const ricochet_history* history, ricochet_body body, double time, ricochet_pose* pose)
{
	return Answer(-1, Check(history).NotNull("pose", pose),
	              [&]
	              {
		              const History::State& past = StateOf(history->history);
		              return Then(past.MomentAt(time),
		                          [&](const Moment& moment)
		                          {
			                          const Result<const b2Body*> then = NamesAt(*history, time)->SeekBody(body);
			                          const auto found = then ? past.PoseOf(*then, moment) : std::nullopt;
			                          if (found)
			                          {
				                          *pose = PoseToC(*found);
			                          }
			                          return found ? 1 : 0;
		                          });
	              });
}

bool ricochet_update_snapshot_to(ricochet_world* snapshot, const ricochet_history* history, double time,
                                 ricochet_snapshot_update* update)
{
	const bool isSame = snapshot == nullptr || history == nullptr || snapshot->state == history->world;
	return UpdateBy(snapshot, Check(history).Require(isSame, {ErrorReason::OtherWorld, "history"}), update,
	                [&](WorldCopy& copy, const WorldState&)
	                {
		                Result<SnapshotUpdate> done = copy.snapshot.UpdateTo(history->history, time);
		                if (done)
		                {
			                copy.names = NamesAt(*history, time);
		                }
		                return done;
	                });
}
