// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/snapshot_state.h"

namespace ricochet
{

namespace
{

void Tally(const GridIndex::Brought& brought, SnapshotUpdate& update)
{
	update.added += brought.isOther;
	update.removed += brought.isOther && brought.isNew == false;
	update.changed += brought.isOther == false && brought.hasChanged;
	update.kept += brought.isOther == false && brought.hasChanged == false;
	update.ignored += brought.isSomewhere == false;
}

} // namespace

template <class ForEach>
SnapshotUpdate Snapshot::State::Take(size_t expected, ForEach&& forEachChild)
{
	SnapshotUpdate update;
	m_roster = {};
	update.removed += TakeFixtures(expected, forEachChild, [&](const Brought& brought) { Tally(brought, update); });
	return update;
}

SnapshotUpdate Snapshot::State::Update(std::span<const b2Body* const> without)
{
	return Take(ExpectedChildren(world), [&](auto&& visit) { ForEachChild(world, without, visit); });
}

SnapshotUpdate Snapshot::State::UpdateTo(const History& history, const Moment& moment)
{
	const History::State& past = StateOf(history);
	const Roster roster = past.RosterAt(moment.record);
	if (roster == m_roster)
	{
		return Follow(past, moment);
	}
	m_bodies.clear();
	const SnapshotUpdate update =
	    Take(past.ExpectedChildren(),
	         [&](auto&& visit)
	         {
		         past.ForEachBodyAt(moment.record,
		                            [&](const BodyLife& life)
		                            {
			                            const Whereabouts where = past.WhereaboutsAt(life, moment);
			                            m_bodies.push_back({where, FoundCount()});
			                            const b2Transform pose = past.PoseAt(life, where);
			                            life.LookAt(moment.record).ForEachChild(life.body, pose, life.LookNow(), visit);
		                            });
	         });
	m_roster = roster;
	m_ignored = update.ignored;
	return update;
}

// What stands where it stood at the last moment is not looked at.
SnapshotUpdate Snapshot::State::Follow(const History::State& history, const Moment& moment)
{
	SnapshotUpdate update;
	auto mark = m_bodies.begin();
	history.ForEachBodyAt(moment.record,
	                      [&](const BodyLife& life)
	                      {
		                      BodyMark& body = *mark++;
		                      const Whereabouts where = history.WhereaboutsAt(life, moment);
		                      if (where == body.where)
		                      {
			                      return;
		                      }
		                      body.where = where;
		                      size_t next = body.place;
		                      const auto bring = [&](const ChildSeen& seen)
		                      {
			                      const Brought brought = Bring(seen, next);
			                      m_ignored -= brought.wasSomewhere == false;
			                      Tally(brought, update);
		                      };
		                      const b2Transform pose = history.PoseAt(life, where);
		                      life.LookAt(moment.record).ForEachChild(life.body, pose, life.LookNow(), bring);
	                      });
	m_ignored += update.ignored;
	update.ignored = m_ignored;
	update.kept = static_cast<int32_t>(order.size()) - update.changed;
	SettleChanged();
	return update;
}

void Snapshot::State::Clear()
{
	RemoveFixtures();
	m_roster = {};
}

} // namespace ricochet
