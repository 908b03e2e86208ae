// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/grid_part.h"

#include "geometry/elementary.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

constexpr double k_grownCut = 1.0 + 0x1p-20;

// Cuts a rectangle to what lies on the two sides of where a line enters and leaves it. False: the line is elsewhere.
bool CutToLine(const std::array<b2Vec2, 2>& ends, double margin, Rect& rect)
{
	const double x = ends[0].x;
	const double y = ends[0].y;
	const double dx = static_cast<double>(ends[1].x) - x;
	const double dy = static_cast<double>(ends[1].y) - y;
	double from = 0.0;
	double to = 1.0;
	const auto cut = [&](double start, double way, double lower, double upper)
	{
		if (way == 0.0)
		{
			to = start >= lower - margin && start <= upper + margin ? to : -1.0;
			return;
		}
		const double a = (lower - margin - start) / way;
		const double b = (upper + margin - start) / way;
		from = std::max(from, std::min(a, b));
		to = std::min(to, std::max(a, b));
	};
	cut(x, dx, rect.lowerX, rect.upperX);
	cut(y, dy, rect.lowerY, rect.upperY);
	if (from > to)
	{
		return false;
	}
	const Rect between{x + std::min(from * dx, to * dx) - margin, y + std::min(from * dy, to * dy) - margin,
	                   x + std::max(from * dx, to * dx) + margin, y + std::max(from * dy, to * dy) + margin};
	rect = Intersection(rect, between);
	return true;
}

// What floats round the ends of a line by.
double LineMargin(const GridItem& item)
{
	return 0x1p-18 * item.bounds.circle.radius + 0x1p-22 * (std::abs(static_cast<double>(item.bounds.circle.x)) +
	                                                        std::abs(static_cast<double>(item.bounds.circle.y)));
}

bool Reaches(const Circle32& circle, const Rect& rect)
{
	const double x = std::clamp<double>(circle.x, rect.lowerX, rect.upperX) - circle.x;
	const double y = std::clamp<double>(circle.y, rect.lowerY, rect.upperY) - circle.y;
	const double radius = circle.radius;
	return x * x + y * y <= radius * radius;
}

} // namespace

GridItem ItemAbout(uint32_t index, const b2AABB& box)
{
	const b2Vec2 middle = box.GetCenter();
	const b2Vec2 half = box.GetExtents();
	const auto length = static_cast<float>(LengthOf(half.x, half.y));
	const float radius = 1.0001f * length + 1e-6f * (std::abs(middle.x) + std::abs(middle.y));
	return {index, {{middle.x, middle.y, radius}, box, {}}, false};
}

bool CutToItem(const GridItem& item, Rect& rect)
{
	return item.isLine ? CutToLine(item.bounds.ends, LineMargin(item), rect) : Reaches(item.bounds.circle, rect);
}

Circle32 CircleOf(const GridItem& item, const Rect& rect)
{
	const double width = rect.upperX - rect.lowerX;
	const double height = rect.upperY - rect.lowerY;
	const double radius = 0.5 * std::sqrt(width * width + height * height);
	if (radius >= item.bounds.circle.radius)
	{
		return item.bounds.circle;
	}
	const double x = 0.5 * (rect.lowerX + rect.upperX);
	const double y = 0.5 * (rect.lowerY + rect.upperY);
	const double rounding = 0x1p-23 * (std::abs(x) + std::abs(y)) + 0x1p-100;
	return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(k_grownCut * (radius + rounding))};
}

} // namespace ricochet
