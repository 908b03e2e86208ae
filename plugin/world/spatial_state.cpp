// MIT License, Copyright (c) 2026 the ricochet authors

#include "world/spatial_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace ricochet
{

namespace
{

using Kind = HashPlace::Kind;
using Reason = HashError::Reason;

std::string MessageOf(Reason reason, double value)
{
	switch (reason)
	{
	case Reason::None:
		return {};
	case Reason::BadCellSize:
		return fmt::format("The cell size is {} m: it must be finite, above 0 and not denormal.", value);
	case Reason::NotFinite:
		return fmt::format("A coordinate is {}: it must be finite.", value);
	case Reason::NotARotation:
		return fmt::format("The square of the pose's rotation is {}: it must be 1.", value);
	case Reason::NoSuchChild:
		return fmt::format("The shape has no child {}.", value);
	case Reason::OutOfRange:
		return fmt::format("A coordinate is {:.9g} cells from the origin: at most {}.", value, k_maxCellIndex);
	case Reason::TooManyCells:
		return fmt::format("The entry would be in {:.9g} cells: at most {}.", value, k_maxCellsPerEntry);
	case Reason::StaleId:
		return fmt::format("No such entry: {}.", value);
	case Reason::Full:
		return fmt::format("There are {} entries: no more.", value);
	}
	return {};
}

} // namespace

bool SpatialHash::State::Refuse(Reason reason, double value)
{
	error = {reason, value, MessageOf(reason, value)};
	return false;
}

uint32_t SpatialHash::State::Find(HashId id) const
{
	const uint32_t i = id.index;
	const bool stands = id.generation != 0 && i < entries.size() && places[i].generation == id.generation &&
	                    places[i].kind != Kind::Free && entries[i].fixture == nullptr;
	return stands ? i : k_noEntry;
}

CoverFault SpatialHash::State::Cover(const HashEntry& entry, CellCover& cover) const
{
	if (isUsable == false)
	{
		return {Reason::BadCellSize, cellSize};
	}
	return entry.shape != nullptr ? CoverChild(*entry.shape, entry.child, entry.pose, cellSize, cover)
	                              : CoverSegment(entry.a, entry.b, cellSize, cover);
}

HashId SpatialHash::State::AddByHand(HashEntry entry)
{
	CellCover cover;
	const CoverFault fault = Cover(entry, cover);
	if (fault.reason != Reason::None)
	{
		Refuse(fault.reason, fault.value);
		return {};
	}
	entry.rank = nextRank;
	const uint32_t index = Add(entry, cover, false);
	if (index == k_noEntry)
	{
		return {};
	}
	nextRank += 1;
	return {index, places[index].generation};
}

bool SpatialHash::State::MoveByHand(uint32_t index, const HashEntry& entry)
{
	CellCover cover;
	const CoverFault fault = Cover(entry, cover);
	if (fault.reason != Reason::None)
	{
		return Refuse(fault.reason, fault.value);
	}
	Move(index, cover, false);
	entries[index] = entry;
	return true;
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

uint32_t SpatialHash::State::Add(const HashEntry& entry, const CellCover& cover, bool isWide)
{
	if (free.empty() && entries.size() == CellItem::k_maxEntries)
	{
		Refuse(Reason::Full, static_cast<double>(entries.size()));
		return k_noEntry;
	}
	if (free.empty())
	{
		AddSlot();
	}
	if (isWide == false)
	{
		cells.MakeRoom(cover);
	}

	const uint32_t index = free.back();
	free.pop_back();
	entries[index] = entry;
	HashPlace& place = places[index];
	place.generation += 1;
	place.kind = isWide ? Kind::Wide : Kind::InCells;
	place.cover = cover;
	count += 1;
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
