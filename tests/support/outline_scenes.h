// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "support/random.h"

#include <ricochet/geometry/outline.h>

#include <box2d/b2_math.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

// Makes concave outlines of any number of vertices. Some are typical of games, and others are hard.

namespace ricochet::test
{

using Rings = std::vector<std::vector<b2Vec2>>;

/// The rings in the form that Outline::Make accepts.
struct FlatRings
{
	std::vector<b2Vec2> vertices;
	std::vector<int32_t> starts;

	explicit FlatRings(const Rings& rings)
	{
		for (const std::vector<b2Vec2>& ring : rings)
		{
			starts.push_back(static_cast<int32_t>(vertices.size()));
			vertices.insert(vertices.end(), ring.begin(), ring.end());
		}
	}
};

inline Result<Outline> MakeOutline(const Rings& rings)
{
	const FlatRings flat(rings);
	return Outline::Make(flat.vertices, flat.starts);
}

/// Returns a star around a point. The radius of each vertex is random.
inline std::vector<b2Vec2> RandomStar(Random& random, int count, b2Vec2 center, float radius, float inner = 0.5f)
{
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < count; ++i)
	{
		const float angle = 6.2831853f * (static_cast<float>(i) / static_cast<float>(count));
		const float length = radius * random.Uniform(inner, 1.0f);
		vertices.push_back({center.x + length * std::cos(angle), center.y + length * std::sin(angle)});
	}
	return vertices;
}

/// Returns a comb whose teeth are 1 wide and 1 apart, each of a random height. A tooth has about 4 vertices.
inline std::vector<b2Vec2> CombOf(Random& random, int teeth, float height)
{
	std::vector<b2Vec2> vertices = {{0.0f, -1.0f}, {static_cast<float>(2 * teeth - 1), -1.0f}};
	for (int i = teeth - 1; i >= 0; --i)
	{
		const float x = 2.0f * static_cast<float>(i);
		const float top = height * random.Uniform(0.5f, 1.0f);
		vertices.push_back({x + 1.0f, 0.0f});
		vertices.push_back({x + 1.0f, top});
		vertices.push_back({x, top});
		vertices.push_back({x, 0.0f});
	}
	return vertices;
}

/// Returns a band that winds around the origin, with 50 vertices per turn on each side.
inline std::vector<b2Vec2> SpiralOf(int count)
{
	const int half = count / 2;
	const auto at = [](int i, float offset)
	{
		const float angle = 6.2831853f * (static_cast<float>(i) / 50.0f);
		const float radius = 2.0f + static_cast<float>(i) / 50.0f + offset;
		return b2Vec2{radius * std::cos(angle), radius * std::sin(angle)};
	};
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < half; ++i)
	{
		vertices.push_back(at(i, 0.3f));
	}
	for (int i = half - 1; i >= 0; --i)
	{
		vertices.push_back(at(i, -0.3f));
	}
	return vertices;
}

/// Returns hills above a flat floor, with a vertex at each unit of x.
inline std::vector<b2Vec2> TerrainOf(Random& random, int count)
{
	std::vector<b2Vec2> vertices;
	float height = 0.0f;
	const int hills = std::max(count - 2, 1);
	for (int i = hills - 1; i >= 0; --i)
	{
		height = std::clamp(height + random.Uniform(-1.0f, 1.0f), -20.0f, 20.0f);
		vertices.push_back({static_cast<float>(i), height});
	}
	vertices.push_back({0.0f, -25.0f});
	vertices.push_back({static_cast<float>(hills - 1), -25.0f});
	return vertices;
}

/// Returns columns of integer heights above and below a line, with a vertex at each unit of their walls. Most vertices
/// are therefore flat.
inline std::vector<b2Vec2> GridColumns(Random& random, int columns)
{
	const auto walk = [&](int sign, std::vector<b2Vec2>& line)
	{
		int height = random.Between(1, 6);
		line.push_back({0.0f, static_cast<float>(sign * height)});
		for (int x = 1; x <= columns; ++x)
		{
			line.push_back({static_cast<float>(x), static_cast<float>(sign * height)});
			const int next = x == columns ? 0 : random.Between(1, 6);
			for (; height != next; height += height < next ? 1 : -1)
			{
				if (line.back().y != static_cast<float>(sign * height))
				{
					line.push_back({static_cast<float>(x), static_cast<float>(sign * height)});
				}
			}
			line.push_back({static_cast<float>(x), static_cast<float>(sign * height)});
		}
		line.erase(std::unique(line.begin(), line.end()), line.end());
	};
	std::vector<b2Vec2> top, bottom;
	walk(1, top);
	walk(-1, bottom);
	top.pop_back(); // the end of both lines, at height 0
	bottom.insert(bottom.end(), top.rbegin(), top.rend());
	bottom.erase(std::unique(bottom.begin(), bottom.end()), bottom.end());
	return bottom;
}

/// Returns random points in a box as a ring without crossings, made by uncrossing pairs of edges (2-opt). Takes O(n^3).
inline std::vector<b2Vec2> UncrossedPoints(Random& random, int count, bool onGrid)
{
	const auto turn = [](b2Vec2 a, b2Vec2 b, b2Vec2 c)
	{
		const double cross = (static_cast<double>(b.x) - a.x) * (static_cast<double>(c.y) - a.y) -
		                     (static_cast<double>(b.y) - a.y) * (static_cast<double>(c.x) - a.x);
		return cross > 0.0 ? 1 : (cross < 0.0 ? -1 : 0);
	};
	std::vector<b2Vec2> v;
	while (static_cast<int>(v.size()) < count)
	{
		const b2Vec2 p =
		    onGrid ? b2Vec2{static_cast<float>(random.Between(-20, 20)), static_cast<float>(random.Between(-20, 20))}
		           : b2Vec2{random.Uniform(-10.0f, 10.0f), random.Uniform(-10.0f, 10.0f)};
		if (std::find(v.begin(), v.end(), p) == v.end())
		{
			v.push_back(p);
		}
	}
	const size_t n = v.size();
	int left = 400 * count; // a bound of the loop, whatever the points are
	for (bool isChanged = true; isChanged && left > 0;)
	{
		isChanged = false;
		for (size_t i = 0; i + 1 < n; ++i)
		{
			for (size_t k = i + 2; k < n && left > 0; ++k)
			{
				const b2Vec2 a = v[i], b = v[i + 1], c = v[k], d = v[(k + 1) % n];
				if (turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b) && (k + 1) % n != i)
				{
					std::reverse(v.begin() + static_cast<std::ptrdiff_t>(i) + 1,
					             v.begin() + static_cast<std::ptrdiff_t>(k) + 1);
					isChanged = true;
					--left;
				}
			}
		}
	}
	return v;
}

/// Returns a plate with side * side holes. Every third hole has an island, and every ninth one has a hole in its
/// island.
inline Rings PlateOf(Random& random, int side, int corners)
{
	const float size = static_cast<float>(side);
	Rings rings = {{{0.0f, 0.0f}, {size, 0.0f}, {size, size}, {0.0f, size}}};
	for (int i = 0; i < side * side; ++i)
	{
		const b2Vec2 center{static_cast<float>(i % side) + 0.5f, static_cast<float>(i / side) + 0.5f};
		const int depth = i % 9 == 0 ? 3 : (i % 3 == 0 ? 2 : 1);
		float radius = 0.45f;
		for (int k = 0; k < depth; ++k, radius *= 0.4f)
		{
			rings.push_back(RandomStar(random, corners, center, radius, 0.7f));
		}
	}
	for (std::vector<b2Vec2>& ring : rings)
	{
		if (random.OneIn(2))
		{
			std::reverse(ring.begin(), ring.end());
		}
		std::rotate(ring.begin(), ring.begin() + random.Below(static_cast<int>(ring.size())), ring.end());
	}
	for (size_t i = rings.size() - 1; i > 0; --i)
	{
		std::swap(rings[i], rings[static_cast<size_t>(random.Below(static_cast<int>(i) + 1))]);
	}
	return rings;
}

} // namespace ricochet::test
