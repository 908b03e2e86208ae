// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/spatial_state.h"
#include "index/visited.h"

namespace ricochet
{

void SpatialHash::Query(const b2AABB& box, std::vector<HashItem>& found) const
{
	found.clear();
	const State& state = *m_state;
	if (box.IsValid() == false)
	{
		return;
	}
	Visited visited(state.entries.size());
	state.ForEachGrid(
	    [&](const NestedGrid& grid, uint32_t number)
	    {
		    grid.WalkBox(box,
		                 [&](uint32_t index)
		                 {
			                 if (state.entries[index].grid == number && visited.Mark(index) &&
			                     b2TestOverlap(state.ItemOf(index).bounds.box, box))
			                 {
				                 found.push_back(state.NamesOf(index));
			                 }
		                 });
		    return true;
	    });
}

} // namespace ricochet
