// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "index/outline.h"

#include <cstdint>

namespace ricochet
{

/// What a grid holds: something within bounds, or the line between their ends.
struct GridItem
{
	uint32_t index;
	Bounds bounds;
	bool isLine;
};

/// Everything within a box, whose coordinates must be finite.
[[nodiscard]] GridItem ItemAbout(uint32_t index, const b2AABB& box);

struct Rect
{
	double lowerX, lowerY, upperX, upperY;
};

[[nodiscard]] inline Rect Intersection(const Rect& a, const Rect& b)
{
	return {a.lowerX < b.lowerX ? b.lowerX : a.lowerX, a.lowerY < b.lowerY ? b.lowerY : a.lowerY,
	        b.upperX < a.upperX ? b.upperX : a.upperX, b.upperY < a.upperY ? b.upperY : a.upperY};
}

/// Cuts a rectangle to what of an item may lie in it. False: nothing.
[[nodiscard]] bool CutToItem(const GridItem& item, Rect& rect);

/// The smaller of the circle about an item and that about its part in a rectangle, rounded outwards.
[[nodiscard]] Circle32 CircleOf(const GridItem& item, const Rect& rect);

} // namespace ricochet
