// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/index/spatial_hash.h>

#include "geometry/with_memory.h"
#include "index/spatial_state.h"

#include <ricochet/geometry/supercover.h>

namespace ricochet
{

namespace
{

// A hash of a bad cell size has no entries.
Error NoSuchEntry(const Result<>& usable, ItemId id)
{
	return usable ? Error{ErrorReason::NoSuchEntry, "id", -1, static_cast<double>(id.index)} : usable.GetError();
}

} // namespace

SpatialHash::SpatialHash(float cellSize, const Box2dLayout& layout) : m_state(std::make_unique<State>())
{
	const Result<> isSameBox2d = CheckBox2dLayout(layout);
	m_state->cellSize = cellSize;
	m_state->usable = isSameBox2d ? CheckCellSize(cellSize) : isSameBox2d;
}

SpatialHash::~SpatialHash() = default;

Result<ItemId> SpatialHash::AddSegment(b2Vec2 a, b2Vec2 b, uint64_t tag, const b2Filter& filter)
{
	HashEntry entry;
	entry.pose.SetIdentity();
	entry.ends = {a, b};
	entry.tag = tag;
	entry.filter = filter;
	return m_state->AddByHand(entry);
}

Result<ItemId> SpatialHash::AddShape(const b2Shape& shape, int32_t child, const b2Transform& pose, uint64_t tag,
                                     const b2Filter& filter)
{
	HashEntry entry;
	entry.shape = &shape;
	entry.child = child;
	entry.pose = pose;
	entry.tag = tag;
	entry.filter = filter;
	return m_state->AddByHand(entry);
}

Result<> SpatialHash::MoveSegment(ItemId id, b2Vec2 a, b2Vec2 b)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry || m_state->entries[index].shape != nullptr)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	HashEntry entry = m_state->entries[index];
	entry.ends = {a, b};
	return m_state->MoveByHand(index, entry);
}

Result<> SpatialHash::MoveShape(ItemId id, const b2Transform& pose)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry || m_state->entries[index].shape == nullptr)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	HashEntry entry = m_state->entries[index];
	entry.pose = pose;
	return m_state->MoveByHand(index, entry);
}

Result<> SpatialHash::Remove(ItemId id)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry)
	{
		return NoSuchEntry(m_state->usable, id);
	}
	m_state->Remove(index);
	return {};
}

Result<HashUpdate> SpatialHash::Update(const b2World* world)
{
	if (!m_state->usable)
	{
		return m_state->usable.GetError();
	}
	return WithMemory([&]() -> Result<HashUpdate> { return m_state->Update(world); });
}

bool SpatialHash::Contains(ItemId id) const
{
	return m_state->Find(id) != State::k_noEntry;
}

float SpatialHash::CellSize() const
{
	return m_state->cellSize;
}

int32_t SpatialHash::EntryCount() const
{
	return m_state->count;
}

int32_t SpatialHash::CellCount() const
{
	return m_state->cells.CellCount();
}

int64_t SpatialHash::ItemCount() const
{
	return m_state->cells.ItemCount();
}

} // namespace ricochet
