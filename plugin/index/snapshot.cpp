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

} // namespace ricochet
