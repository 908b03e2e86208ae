// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/snapshot.h>

#include "geometry/with_memory.h"
#include "index/history_state.h"
#include "index/snapshot_state.h"

namespace ricochet
{

namespace
{

template <class Take>
Result<SnapshotUpdate> TakeOrClear(Snapshot::State& state, const Take& take)
{
	const Result<SnapshotUpdate> update = WithMemory([&]() -> Result<SnapshotUpdate> { return take(); });
	if (!update)
	{
		state.Clear();
	}
	return update;
}

void Tally(const GridIndex::Brought& brought, SnapshotUpdate& update)
{
	update.added += brought.isOther;
	update.removed += brought.isOther && brought.isNew == false;
	update.changed += brought.isOther == false;
}

} // namespace

Snapshot::Snapshot(const b2World& world, const Box2dLayout& layout) : m_state(std::make_unique<State>(world))
{
	m_state->layout = CheckBox2dLayout(layout);
	if (m_state->layout && world.IsLocked() == false)
	{
		m_state->Update();
	}
}

Snapshot::~Snapshot() = default;

Result<SnapshotUpdate> Snapshot::Update()
{
	if (!m_state->layout)
	{
		return m_state->layout.GetError();
	}
	if (m_state->world.IsLocked())
	{
		return Error{ErrorReason::WorldIsLocked, "world"};
	}
	return TakeOrClear(*m_state, [&] { return m_state->Update(); });
}

Result<SnapshotUpdate> Snapshot::UpdateTo(const History& history, double time)
{
	if (!m_state->layout)
	{
		return m_state->layout.GetError();
	}
	const Result<Moment> moment = StateOf(history).MomentAt(time);
	return moment ? TakeOrClear(*m_state, [&] { return m_state->UpdateTo(history, *moment); }) : moment.GetError();
}

SnapshotId Snapshot::IdOf(const b2Fixture* fixture, int32_t child) const
{
	const uint32_t index = m_state->Find(fixture, child);
	return index != ChildTable::k_none ? SnapshotId{index, m_state->marks[index].generation} : SnapshotId{};
}

b2Fixture* Snapshot::FixtureOf(SnapshotId id) const
{
	const bool isAlive = id && id.index < m_state->marks.size() && m_state->marks[id.index].generation == id.generation;
	return isAlive && m_state->marks[id.index].isGone == false ? NameOf(m_state->entries[id.index].fixture) : nullptr;
}

int32_t Snapshot::ChildCount() const
{
	return static_cast<int32_t>(m_state->order.size());
}

size_t Snapshot::ByteCount() const
{
	return sizeof(*this) + sizeof(State) + m_state->Bytes();
}

template <class ForEach>
SnapshotUpdate Snapshot::State::Take(size_t expected, ForEach&& forEachChild)
{
	SnapshotUpdate update;
	m_roster = {};
	update.removed += TakeFixtures(expected, forEachChild, [&](const Brought& brought) { Tally(brought, update); });
	CountOthers(update);
	return update;
}

void Snapshot::State::CountOthers(SnapshotUpdate& update) const
{
	const auto children = static_cast<int32_t>(order.size());
	update.kept = children - update.added - update.changed;
	update.ignored = children - Count();
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
	return update;
}

// The roster is the same as at the last moment, so only poses change. Bodies whose place has not changed are skipped.
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
			                      update.changed += Bring(seen, next).hasChanged;
		                      };
		                      const b2Transform pose = history.PoseAt(life, where);
		                      life.LookAt(moment.record).ForEachChild(life.body, pose, life.LookNow(), bring);
	                      });
	SettleChanged();
	CountOthers(update);
	return update;
}

void Snapshot::State::Clear()
{
	RemoveFixtures();
	m_roster = {};
}

} // namespace ricochet
