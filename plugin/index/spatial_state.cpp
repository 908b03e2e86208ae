// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/spatial_state.h"

#include "geometry/with_memory.h"

#include <algorithm>

namespace ricochet
{

namespace
{

using Kind = HashPlace::Kind;

} // namespace

uint32_t SpatialHash::State::Find(ItemId id) const
{
	const uint32_t i = id.index;
	const bool stands = id.generation != 0 && i < entries.size() && places[i].generation == id.generation &&
	                    places[i].kind != Kind::Free && entries[i].fixture == nullptr;
	return stands ? i : k_noEntry;
}

Result<> SpatialHash::State::Cover(const HashEntry& entry, CellCover& cover) const
{
	if (!usable)
	{
		return usable;
	}
	return entry.shape != nullptr ? CoverChild(*entry.shape, entry.child, entry.pose, cellSize, cover)
	                              : CoverSegment(entry.ends[0], entry.ends[1], cellSize, cover);
}

Result<ItemId> SpatialHash::State::AddByHand(HashEntry entry)
{
	CellCover cover;
	if (const Result<> covered = Cover(entry, cover); !covered)
	{
		return covered.GetError();
	}
	entry.rank = nextRank;
	const Result<uint32_t> index = WithMemory([&] { return Add(entry, cover, false); });
	if (!index)
	{
		return index.GetError();
	}
	nextRank += 1;
	return ItemId{*index, places[*index].generation};
}

Result<> SpatialHash::State::MoveByHand(uint32_t index, const HashEntry& entry)
{
	CellCover cover;
	if (const Result<> covered = Cover(entry, cover); !covered)
	{
		return covered;
	}
	return WithMemory(
	    [&]() -> Result<>
	    {
		    Move(index, cover, false);
		    entries[index] = entry;
		    return {};
	    });
}

// A slot that stays free if what follows runs out of memory. The lists of indices have room for all of them, so that
// nothing that takes an entry away allocates.
void SpatialHash::State::AddSlot()
{
	const bool isFull = entries.size() == entries.capacity();
	const size_t room = isFull ? std::max<size_t>(16, 2 * entries.size()) : entries.capacity();
	free.reserve(room);
	wide.reserve(room);
	places.reserve(room);
	entries.reserve(room);
	places.emplace_back();
	entries.emplace_back();
	free.push_back(static_cast<uint32_t>(entries.size() - 1));
}

Result<uint32_t> SpatialHash::State::Add(const HashEntry& entry, const CellCover& cover, bool isWide)
{
	if (free.empty() && entries.size() == CellItem::k_maxEntries)
	{
		return Error{ErrorReason::TooMany, "entries", -1, static_cast<double>(entries.size() + 1),
		             CellItem::k_maxEntries};
	}
	if (free.empty())
	{
		AddSlot();
	}
	if (isWide == false)
	{
		cells.MakeRoom(cover);
	}
	if (entry.fixture != nullptr)
	{
		children.Reserve(static_cast<size_t>(count) + 1);
	}

	const uint32_t index = free.back();
	free.pop_back();
	entries[index] = entry;
	HashPlace& place = places[index];
	place.generation += 1;
	place.kind = isWide ? Kind::Wide : Kind::InCells;
	place.cover = cover;
	count += 1;
	if (entry.fixture != nullptr)
	{
		children.Insert(entry.fixture, entry.child, index);
	}
	else
	{
		entries[index].id = {index, place.generation};
	}
	if (isWide)
	{
		wide.push_back(index);
	}
	else
	{
		cells.Insert(cover, index);
	}
	return index;
}

void SpatialHash::State::Move(uint32_t index, const CellCover& cover, bool isWide)
{
	HashPlace& place = places[index];
	if (isWide == false && place.kind == Kind::InCells && cover.HasSameCells(place.cover))
	{
		cells.SetBox(cover, index);
	}
	else
	{
		if (isWide == false)
		{
			cells.MakeRoom(cover);
		}
		Forget(index);
		place.kind = isWide ? Kind::Wide : Kind::InCells;
		if (isWide)
		{
			wide.push_back(index);
		}
		else
		{
			cells.Insert(cover, index);
		}
	}
	place.cover = cover;
}

void SpatialHash::State::Remove(uint32_t index)
{
	Forget(index);
	HashPlace& place = places[index];
	place.kind = Kind::Free;
	if (entries[index].fixture != nullptr)
	{
		children.Erase(entries[index].fixture, entries[index].child);
	}
	entries[index] = {};
	count -= 1;
	// The last generation of a slot is spent rather than wrapped round to one that was given before.
	if (place.generation != UINT32_MAX)
	{
		free.push_back(index);
	}
}

void SpatialHash::State::Forget(uint32_t index)
{
	const HashPlace& place = places[index];
	if (place.kind == Kind::InCells)
	{
		cells.Remove(place.cover, index);
	}
	else
	{
		wide.erase(std::find(wide.begin(), wide.end(), index));
	}
}

} // namespace ricochet
