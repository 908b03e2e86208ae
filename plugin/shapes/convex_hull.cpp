// MIT License, Copyright (c) 2026 the ricochet authors

#include "shapes/convex_hull.h"

#include "geometry/separation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace ricochet
{

namespace
{

// The order of b2PolygonShape::Set: from the right, then from below.
bool IsLeftOf(b2Vec2 a, b2Vec2 b)
{
	return a.x != b.x ? a.x > b.x : a.y < b.y;
}

// True if c lies to the left of a -> b for certain. Two rounded differences to a product, the product's and the sum's
// own rounding come to less than 5 * 2^-53 of the products' magnitudes.
bool TurnsLeft(b2Vec2 a, b2Vec2 b, b2Vec2 c)
{
	const double left = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y);
	const double right = (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
	return left - right > 0x1p-50 * (std::abs(left) + std::abs(right));
}

// Of the vertices strictly between two others, going around, the one farthest from the chord between them.
struct Farthest
{
	size_t index = 0;
	double distance = 0.0;
};

Farthest FarthestFromChord(std::span<const b2Vec2> hull, size_t from, size_t to)
{
	Farthest farthest;
	for (size_t i = (from + 1) % hull.size(); i != to; i = (i + 1) % hull.size())
	{
		const double distance = DistanceToSegment(hull[i], hull[from], hull[to]);
		if (distance > farthest.distance)
		{
			farthest = {i, distance};
		}
	}
	return farthest;
}

// One half of the hull, appended to `chain` without its last point.
void AppendHalf(std::span<const b2Vec2> ordered, std::vector<b2Vec2>& chain)
{
	const size_t start = chain.size();
	for (b2Vec2 point : ordered)
	{
		while (chain.size() >= start + 2 && TurnsLeft(chain[chain.size() - 2], chain.back(), point) == false)
		{
			chain.pop_back();
		}
		chain.push_back(point);
	}
	chain.pop_back();
}

// Three vertices that are in order, but that b2PolygonShape::Validate takes for a turn to the right.
struct Dent
{
	size_t a, b, c;
};

std::optional<Dent> FindDent(std::span<const b2Vec2> vertices)
{
	const size_t count = vertices.size();
	for (size_t i = 0; i < count; ++i)
	{
		const size_t next = (i + 1) % count;
		for (size_t k = 2; k < count; ++k)
		{
			const size_t other = (i + k) % count;
			if (b2Cross(vertices[next] - vertices[i], vertices[other] - vertices[i]) < 0.0f)
			{
				return Dent{i, next, other};
			}
		}
	}
	return std::nullopt;
}

void StartAtLowestOfRightmost(std::vector<b2Vec2>& vertices)
{
	std::rotate(vertices.begin(), std::min_element(vertices.begin(), vertices.end(), IsLeftOf), vertices.end());
}

} // namespace

Welded WeldPoints(std::span<const b2Vec2> points, float reach)
{
	// Those that were kept, by square cells of twice the reach: they are a reach apart, so few share a cell.
	using GridCell = std::pair<int64_t, int64_t>;
	std::multimap<GridCell, b2Vec2> kept;
	const auto cellOf = [&](b2Vec2 point)
	{
		const double size = 2.0 * reach;
		return GridCell(std::floor(point.x / size), std::floor(point.y / size));
	};
	const auto findNear = [&](b2Vec2 point) -> const b2Vec2*
	{
		const auto [column, row] = cellOf(point);
		for (int64_t x = column - 1; x <= column + 1; ++x)
		{
			const auto end = kept.upper_bound({x, row + 1});
			for (auto place = kept.lower_bound({x, row - 1}); place != end; ++place)
			{
				if (b2DistanceSquared(place->second, point) < reach * reach)
				{
					return &place->second;
				}
			}
		}
		return nullptr;
	};

	Welded welded;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const b2Vec2 point = points[i];
		if (const b2Vec2* near = findNear(point))
		{
			welded.first = welded.first.value_or(Weld{i, b2Distance(*near, point)});
			continue;
		}
		kept.emplace(cellOf(point), point);
		welded.points.push_back(point);
	}
	return welded;
}

std::vector<b2Vec2> ConvexHull(std::span<const b2Vec2> points)
{
	std::vector<b2Vec2> ordered(points.begin(), points.end());
	std::sort(ordered.begin(), ordered.end(), IsLeftOf);
	ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());
	if (ordered.size() < 3)
	{
		return ordered;
	}

	std::vector<b2Vec2> hull;
	AppendHalf(ordered, hull);
	std::reverse(ordered.begin(), ordered.end());
	AppendHalf(ordered, hull);
	return hull;
}

std::vector<b2Vec2> DropFlatVertices(std::span<const b2Vec2> hull, double tolerance)
{
	if (hull.size() < 3)
	{
		return {hull.begin(), hull.end()};
	}

	// Keep the first vertex and the one farthest from it; then, between two that are kept, the one farthest from their
	// chord, as long as it is farther than the tolerance.
	const size_t opposite = FarthestFromChord(hull, 0, 0).index;
	std::vector<size_t> kept{0, opposite};
	std::vector<std::pair<size_t, size_t>> chords{{0, opposite}, {opposite, 0}};
	while (chords.empty() == false)
	{
		const auto [from, to] = chords.back();
		chords.pop_back();
		const Farthest farthest = FarthestFromChord(hull, from, to);
		if (farthest.distance > tolerance)
		{
			kept.push_back(farthest.index);
			chords.push_back({from, farthest.index});
			chords.push_back({farthest.index, to});
		}
	}
	std::sort(kept.begin(), kept.end());

	// The first two were kept unasked, and what came after may have made others needless.
	for (size_t i = 0; i < kept.size() && kept.size() > 2;)
	{
		const size_t before = kept[(i + kept.size() - 1) % kept.size()];
		const size_t after = kept[(i + 1) % kept.size()];
		if (FarthestFromChord(hull, before, after).distance <= tolerance)
		{
			kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
		}
		else
		{
			++i;
		}
	}

	std::vector<b2Vec2> vertices;
	for (size_t index : kept)
	{
		vertices.push_back(hull[index]);
	}
	StartAtLowestOfRightmost(vertices);
	return vertices;
}

void DropDents(std::vector<b2Vec2>& vertices)
{
	while (vertices.size() > 3)
	{
		const std::optional<Dent> dent = FindDent(vertices);
		if (dent.has_value() == false)
		{
			break;
		}
		// The one in the middle goes: the two others are left, and so is the segment between them.
		const auto distance = [&](size_t i, size_t j, size_t k)
		{
			return std::pair(DistanceToSegment(vertices[i], vertices[j], vertices[k]), i);
		};
		const size_t middle = std::min({distance(dent->a, dent->b, dent->c), distance(dent->b, dent->c, dent->a),
		                                distance(dent->c, dent->a, dent->b)})
		                          .second;
		vertices.erase(vertices.begin() + static_cast<std::ptrdiff_t>(middle));
	}
	StartAtLowestOfRightmost(vertices);
}

} // namespace ricochet
