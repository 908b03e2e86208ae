// MIT License, Copyright (c) 2026 the ricochet authors

#include "index/cell_cover.h"

#include "geometry/checker.h"
#include "geometry/local_ray.h"
#include "geometry/round_to_float.h"
#include "geometry/to_world.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

using Point = CellCover::Point;

// ReachingBounds in double, and the largest numbers that went into them.
struct ReachingBounds
{
	Point lower{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
	Point upper{-std::numeric_limits<double>::max(), -std::numeric_limits<double>::max()};
	double reach = 0.0;

	void Add(Point p, double size)
	{
		lower = {std::min(lower.x, p.x), std::min(lower.y, p.y)};
		upper = {std::max(upper.x, p.x), std::max(upper.y, p.y)};
		reach = std::max(reach, size);
	}
};

double SizeOf(b2Vec2 v)
{
	return std::abs(static_cast<double>(v.x)) + std::abs(static_cast<double>(v.y));
}

int32_t FloorOf(double x)
{
	const auto whole = static_cast<int32_t>(x);
	return whole - (whole > x);
}

b2AABB BoxOf(const ReachingBounds& bounds, double padding)
{
	const auto down = [&](double x)
	{
		return RoundToFloat(x - padding - 0x1p-23 * std::abs(x));
	};
	const auto up = [&](double x)
	{
		return RoundToFloat(x + padding + 0x1p-23 * std::abs(x));
	};
	b2AABB box;
	box.lowerBound = {down(bounds.lower.x), down(bounds.lower.y)};
	box.upperBound = {up(bounds.upper.x), up(bounds.upper.y)};
	return box;
}

// The number of cells of a line, or where it is far from the limit the least that it can be.
int64_t CountLine(const CellCover& cover, int64_t columns, int64_t rows)
{
	if (3 * (columns + rows) <= k_maxCellsPerEntry || columns + rows > 2 * k_maxCellsPerEntry)
	{
		return columns + rows - 1;
	}
	int64_t cells = 0;
	for (int32_t y = cover.lower.y; y <= cover.upper.y; ++y)
	{
		const CellCover::Row row = cover.RowOf(y);
		cells += int64_t{row.last} - row.first + 1;
	}
	return cells;
}

// Sets the cells. The error that a coordinate makes comes before that of their number.
Result<> Fill(const ReachingBounds& bounds, float cellSize, CellCover& cover)
{
	cover.cellSize = cellSize;
	cover.padding = k_coverPadding * cellSize + 0x1p-48 * bounds.reach;
	cover.box = BoxOf(bounds, cover.padding);
	for (const double x : {bounds.lower.x, bounds.lower.y, bounds.upper.x, bounds.upper.y})
	{
		// One cell short of the limit, which the padding never adds.
		if (std::abs(x / cellSize) > k_maxCellIndex - 1)
		{
			return Error{ErrorReason::TooLarge, "entry", -1, x, (k_maxCellIndex - 1.0) * cellSize};
		}
	}
	const auto cellOf = [&](double x)
	{
		return FloorOf(x / cellSize);
	};
	cover.lower = {cellOf(bounds.lower.x - cover.padding), cellOf(bounds.lower.y - cover.padding)};
	cover.upper = {cellOf(bounds.upper.x + cover.padding), cellOf(bounds.upper.y + cover.padding)};
	const int64_t columns = int64_t{cover.upper.x} - cover.lower.x + 1;
	const int64_t rows = int64_t{cover.upper.y} - cover.lower.y + 1;
	cover.isLine = cover.isLine && columns > 2 && rows > 2;

	const int64_t cells = cover.isLine ? CountLine(cover, columns, rows) : columns * rows;
	return cells <= k_maxCellsPerEntry
	           ? Result<>()
	           : Error{ErrorReason::TooMany, "cells", -1, static_cast<double>(cells), k_maxCellsPerEntry};
}

Result<> CheckPose(const b2Transform& pose)
{
	if (IsPose(pose))
	{
		return {};
	}
	const double squared = static_cast<double>(pose.q.s) * pose.q.s + static_cast<double>(pose.q.c) * pose.q.c;
	return Checker()
	    .Finite("pose", pose.p)
	    .Finite("pose", pose.q.s)
	    .Finite("pose", pose.q.c)
	    .Require(IsRotation(pose.q), {ErrorReason::NotARotation, "pose", -1, squared, k_mostStretch})
	    .Outcome();
}

} // namespace

CellCover::Row CellCover::RowOfLine(int32_t y) const
{
	const double rise = b.y - a.y;
	double first = 0.0;
	double last = 1.0;
	if (rise != 0.0)
	{
		first = std::clamp((y * cellSize - padding - a.y) / rise, 0.0, 1.0);
		last = std::clamp(((y + 1.0) * cellSize + padding - a.y) / rise, 0.0, 1.0);
	}
	const double ends[] = {a.x + first * (b.x - a.x), a.x + last * (b.x - a.x)};
	return {std::max(FloorOf((std::min(ends[0], ends[1]) - padding) / cellSize), lower.x),
	        std::min(FloorOf((std::max(ends[0], ends[1]) + padding) / cellSize), upper.x)};
}

Result<> CoverSegment(b2Vec2 a, b2Vec2 b, float cellSize, CellCover& cover)
{
	if (const Result<> sound = Checker().Finite("a", a).Finite("b", b).Outcome(); !sound)
	{
		return sound;
	}
	cover.isLine = true;
	cover.a = {a.x, a.y};
	cover.b = {b.x, b.y};
	ReachingBounds bounds;
	bounds.Add(cover.a, SizeOf(a));
	bounds.Add(cover.b, SizeOf(b));
	return Fill(bounds, cellSize, cover);
}

Result<> CoverChild(const b2Shape& shape, int32_t child, const b2Transform& pose, float cellSize, CellCover& cover)
{
	ChildGeometry geometry;
	if (const Result<> sound = CheckPose(pose); !sound)
	{
		return sound;
	}
	if (DescribeChild(shape, child, geometry) == false)
	{
		return Error{ErrorReason::NoSuchChild, "child", -1, static_cast<double>(child)};
	}

	const ToWorld toWorld(pose);
	const auto place = [&](b2Vec2 v)
	{
		const Pair at = toWorld(v);
		return Point{at[0], at[1]};
	};
	const std::span<const b2Vec2> vertices = geometry.Points();
	Checker checker;
	ReachingBounds bounds;
	for (const b2Vec2& v : vertices)
	{
		checker.Finite("shape", v);
		bounds.Add(place(v), SizeOf(pose.p) + 2.0 * SizeOf(v));
	}
	if (geometry.radius >= 0.0f)
	{
		const double radius = toWorld(geometry.radius);
		bounds.Add({bounds.lower.x - radius, bounds.lower.y - radius}, bounds.reach + radius);
		bounds.Add({bounds.upper.x + radius, bounds.upper.y + radius}, bounds.reach + radius);
	}
	if (checker.Finite("shape", geometry.radius).IsSound() == false)
	{
		return checker.Outcome();
	}
	cover.isLine = geometry.IsEdge();
	cover.a = place(vertices.front());
	cover.b = place(vertices.back());
	return Fill(bounds, cellSize, cover);
}

} // namespace ricochet
