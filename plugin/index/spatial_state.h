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

	/// What only the calls about an entry that was added by hand need.
	struct ByHand
	{
		const b2Shape* shape = nullptr; ///< null: a segment
		uint64_t tag = 0;
	};

	float cellSize = 0.0f;
	Result<> usable;            ///< or the error by which every call is refused
	std::vector<ByHand> byHand; ///< beside entries, as far as any was added by hand
	int32_t byHandCount = 0;    ///< the number of entries that were added by hand
	uint64_t added = 0;         ///< how many calls have added an entry

	Result<ItemId> AddByHand(GridEntry& entry, const ByHand& hand, const ChildGeometry& geometry,
	                         const b2Transform& pose);
	Result<> MoveByHand(uint32_t index, const ChildGeometry& geometry, const b2Transform& pose);

	/// The entry of an id that was given for something added by hand and is still there; else k_none.
	[[nodiscard]] uint32_t FindByHand(ItemId id) const;

	/// Takes the fixtures of a world. If memory runs out, there are none until the next Update.
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
