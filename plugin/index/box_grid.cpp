// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/box_grid.h"

namespace ricochet
{

namespace
{

bool IsBounded(const b2AABB& box)
{
	const auto isBetween = [](float lower, float upper)
	{
		return lower >= -k_farthest && lower <= upper && upper <= k_farthest;
	};
	return isBetween(box.lowerBound.x, box.upperBound.x) && isBetween(box.lowerBound.y, box.upperBound.y);
}

} // namespace

void BoxGrid::Build(std::span<const b2AABB> boxes)
{
	Clear();
	if (boxes.empty())
	{
		return;
	}
	std::vector<GridItem> items;
	std::vector<uint32_t> boundless;
	items.reserve(boxes.size());
	for (const b2AABB& box : boxes)
	{
		const auto index = static_cast<uint32_t>(&box - boxes.data());
		if (IsBounded(box))
		{
			items.push_back(ItemAbout(index, box));
		}
		else
		{
			boundless.push_back(index);
		}
	}
	NestedGrid grid;
	grid.Build(items);
	m_boxes.assign(boxes.begin(), boxes.end());
	m_boundless.swap(boundless);
	m_grid = std::move(grid);
}

void BoxGrid::Clear()
{
	if (m_boxes.empty())
	{
		return;
	}
	m_boxes.clear();
	m_boundless.clear();
	m_grid.Build({});
}

} // namespace ricochet
