// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/cell_table.h"
#include "index/child_table.h"

#include <ricochet/index/spatial_hash.h>

#include <array>
#include <vector>

namespace ricochet
{

/// What a cast needs of an entry.
struct HashEntry
{
	const b2Shape* shape = nullptr; ///< null: a segment
	b2Fixture* fixture = nullptr;   ///< null: added by hand
	b2Transform pose;               ///< of a segment: none
	std::array<b2Vec2, 2> ends{};   ///< of a segment
	int32_t child = 0;
	b2Filter filter; ///< of what was added by hand
	uint64_t rank = 0;
	ItemId id;        ///< of what was added by hand
	uint64_t tag = 0; ///< likewise
};

/// What only changes need.
struct HashPlace
{
	enum class Kind : uint8_t
	{
		Free,
		InCells,
		Wide
	};
	CellCover cover;
	Kind kind = Kind::Free;
	uint32_t generation = 0;
	uint32_t seen = 0; ///< the Update that found it
};

struct SpatialHash::State
{
	struct FixtureChild
	{
		b2Fixture* fixture;
		int32_t child;
		uint32_t entry;
	};

	static constexpr uint32_t k_noEntry = UINT32_MAX;

	float cellSize = 0.0f;
	Result<> usable; ///< the cell size is
	CellTable cells;
	std::vector<HashEntry> entries; ///< with gaps
	std::vector<HashPlace> places;  ///< beside entries
	std::vector<uint32_t> free;
	std::vector<uint32_t> wide; ///< in too many cells, so looked at by every cast
	int32_t count = 0;
	uint64_t nextRank = uint64_t{1} << 63; ///< above those of fixtures

	std::vector<FixtureChild> fixtures; ///< the last Update's
	std::vector<FixtureChild> found;    ///< of an Update on its way
	ChildTable children;                ///< entries of fixtures by their names
	uint32_t updates = 0;

	/// Puts a new entry into the cells of a cover, or among the wide ones. Strong: if memory runs out, nothing is
	/// changed.
	Result<uint32_t> Add(const HashEntry& entry, const CellCover& cover, bool isWide);

	/// Moves an entry to other cells. Strong, too.
	void Move(uint32_t index, const CellCover& cover, bool isWide);
	void Remove(uint32_t index);

	/// Takes the fixtures of a world. What is interrupted by std::bad_alloc can be done again.
	HashUpdate Update(const b2World* world);

	[[nodiscard]] Result<> Cover(const HashEntry& entry, CellCover& cover) const;
	Result<ItemId> AddByHand(HashEntry entry);
	Result<> MoveByHand(uint32_t index, const HashEntry& entry);

	/// The entry of an id that was given for something added by hand and is still there; else k_noEntry.
	[[nodiscard]] uint32_t Find(ItemId id) const;

	/// The entry of a hit; k_noEntry if it is not there.
	[[nodiscard]] uint32_t Find(const Item& item) const
	{
		return item.fixture != nullptr ? children.Find(item.fixture, item.child) : Find(item.id);
	}

private:
	void AddSlot();
	void Forget(uint32_t index);
};

[[nodiscard]] inline const SpatialHash::State& StateOf(const SpatialHash& hash)
{
	return *hash.m_state;
}

} // namespace ricochet
