// MIT License, Copyright (c) 2026 the ricochet authors

#include <ricochet/world/spatial_hash.h>

#include "world/spatial_state.h"

#include <cmath>
#include <limits>

namespace ricochet
{

using Reason = HashError::Reason;

SpatialHash::SpatialHash(float cellSize) : m_state(std::make_unique<State>())
{
	m_state->cellSize = cellSize;
	m_state->isUsable = cellSize >= std::numeric_limits<float>::min() && std::isfinite(cellSize);
	if (m_state->isUsable == false)
	{
		m_state->Refuse(Reason::BadCellSize, cellSize);
	}
}

SpatialHash::~SpatialHash() = default;

HashId SpatialHash::AddSegment(b2Vec2 a, b2Vec2 b, uintptr_t tag, const b2Filter& filter)
{
	HashEntry entry;
	entry.a = a;
	entry.b = b;
	entry.tag = tag;
	entry.filter = filter;
	return m_state->AddByHand(entry);
}

HashId SpatialHash::AddShape(const b2Shape& shape, int32_t child, const b2Transform& pose, uintptr_t tag,
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

bool SpatialHash::MoveSegment(HashId id, b2Vec2 a, b2Vec2 b)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry || m_state->entries[index].shape != nullptr)
	{
		return m_state->Refuse(Reason::StaleId, id.index);
	}
	HashEntry entry = m_state->entries[index];
	entry.a = a;
	entry.b = b;
	return m_state->MoveByHand(index, entry);
}

bool SpatialHash::MoveShape(HashId id, const b2Transform& pose)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry || m_state->entries[index].shape == nullptr)
	{
		return m_state->Refuse(Reason::StaleId, id.index);
	}
	HashEntry entry = m_state->entries[index];
	entry.pose = pose;
	return m_state->MoveByHand(index, entry);
}

bool SpatialHash::Remove(HashId id)
{
	const uint32_t index = m_state->Find(id);
	if (index == State::k_noEntry)
	{
		return m_state->Refuse(Reason::StaleId, id.index);
	}
	m_state->Remove(index);
	return true;
}

bool SpatialHash::Contains(HashId id) const
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

const HashError& SpatialHash::LastError() const
{
	return m_state->error;
}

} // namespace ricochet
