// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/source_line.h"

#include <algorithm>
#include <limits>

namespace ricochet
{

namespace
{

// Where a wall that ends on both sides of the line crosses it: the same for both orders of the ends.
Vec<double> CrossingOf(const Vec<double>& before, const Vec<double>& behind)
{
	const double share = before.y / (before.y - behind.y);
	return {before.x + share * (behind.x - before.x), 0.0};
}

} // namespace

bool CutAtSource(Obstacle& wall)
{
	if (wall.from.y < 0.0 && wall.to.y > 0.0)
	{
		wall.from = CrossingOf(wall.from, wall.to);
	}
	else if (wall.to.y < 0.0 && wall.from.y > 0.0)
	{
		wall.to = CrossingOf(wall.to, wall.from);
	}
	return wall.from.y >= 0.0 && wall.to.y >= 0.0 && wall.from.x < wall.to.x;
}

std::optional<std::array<Vec<double>, 2>> SourceWithin(std::span<const Vec<double>> polygon)
{
	double first = std::numeric_limits<double>::infinity();
	double last = -first;
	bool isBefore = false;
	bool isBehind = false;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const Vec<double>& a = polygon[i];
		const Vec<double>& b = polygon[(i + 1) % polygon.size()];
		isBefore = isBefore || a.y < 0.0;
		isBehind = isBehind || a.y > 0.0;
		if (a.y == 0.0 || (a.y < 0.0 && b.y > 0.0) || (a.y > 0.0 && b.y < 0.0))
		{
			const double x = a.y == 0.0 ? a.x : (a.y < 0.0 ? CrossingOf(a, b) : CrossingOf(b, a)).x;
			first = std::min(first, x);
			last = std::max(last, x);
		}
	}
	if (isBefore == false || isBehind == false || (first < last) == false)
	{
		return std::nullopt;
	}
	return std::array<Vec<double>, 2>{Vec<double>{first, 0.0}, Vec<double>{last, 0.0}};
}

} // namespace ricochet
