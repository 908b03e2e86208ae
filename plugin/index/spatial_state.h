// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/grid_index.h"

#include <ricochet/index/spatial_hash.h>

#include <vector>

namespace ricochet
{

struct SpatialHash::State : GridIndex
{
	static constexpr uint32_t k_none = ChildTable::k_none;

	/// Data that only the calls about entries added by hand need.
	struct ByHand
	{
		const b2Shape* shape = nullptr; ///< null: a segment
		uint64_t tag = 0;
	};

	float cellSize = 0.0f;
	Result<> usable;            ///< error of the constructor's cell size or Box2D layout; every call returns it
	std::vector<ByHand> byHand; ///< parallel to entries, up to the last one that was added by hand
	int32_t byHandCount = 0;    ///< the number of entries that were added by hand
	uint64_t added = 0;         ///< the number of calls that have added an entry

	Result<ItemId> AddByHand(GridEntry& entry, const ByHand& hand, const ChildGeometry& geometry,
	                         const b2Transform& pose);
	Result<> MoveByHand(uint32_t index, const ChildGeometry& geometry, const b2Transform& pose);

	/// The entry with this id, if it was added by hand and still exists; else k_none.
	[[nodiscard]] uint32_t FindByHand(ItemId id) const;

	/// Brings the entries of fixtures up to date with a world. If memory runs out, the hash has no fixtures until the
	/// next Update.
	Result<HashUpdate> Update(const b2World* world);

	[[nodiscard]] Item NamesOf(uint32_t index) const
	{
		const GridEntry& entry = entries[index];
		return entry.fixture != nullptr
		           ? Item{NameOf(entry.fixture), entry.child, {}, 0}
		           : Item{nullptr, entry.child, {index, marks[index].generation}, byHand[index].tag};
	}
};

[[nodiscard]] inline const SpatialHash::State& StateOf(const SpatialHash& hash)
{
	return *hash.m_state;
}

} // namespace ricochet
