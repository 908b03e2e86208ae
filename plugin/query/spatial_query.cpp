// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/cell_range.h"

namespace ricochet
{

namespace
{

bool Overlap(const b2AABB& a, const b2AABB& b)
{
	return a.lowerBound.x <= b.upperBound.x && b.lowerBound.x <= a.upperBound.x && a.lowerBound.y <= b.upperBound.y &&
	       b.lowerBound.y <= a.upperBound.y;
}

// Entry by entry.
void FindAmongAll(const SpatialHash::State& state, const b2AABB& box, HashPlace::Kind kind,
                  std::vector<HashItem>& found)
{
	for (uint32_t i = 0; i < state.places.size(); ++i)
	{
		if (state.places[i].kind == kind && Overlap(state.places[i].cover.box, box))
		{
			found.push_back(state.ItemOf(i));
		}
	}
}

} // namespace

void SpatialHash::Query(const b2AABB& box, std::vector<HashItem>& found) const
{
	found.clear();
	const State& state = *m_state;
	if (box.IsValid() == false)
	{
		return;
	}
	if (state.wide.empty() == false)
	{
		FindAmongAll(state, box, HashPlace::Kind::Wide, found);
	}
	if (state.cells.CellCount() == 0)
	{
		return;
	}
	const CellRange range(box, state);
	if (range.Count() > 2.0 * state.count)
	{
		FindAmongAll(state, box, HashPlace::Kind::InCells, found);
		return;
	}
	for (int32_t y = range.lower.y; y <= range.upper.y; ++y)
	{
		for (int32_t x = range.lower.x; x <= range.upper.x; ++x)
		{
			for (const CellItem& item : state.cells.Find({x, y}))
			{
				if (Overlap(item.box, box) && range.IsFirst(item, state.places[item.Entry()].cover, {x, y}))
				{
					found.push_back(state.ItemOf(item.Entry()));
				}
			}
		}
	}
}

} // namespace ricochet
