// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/obstacle.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ricochet
{

/// Obstacles seen from infinitely far (envelope.h): x is the place across the light, y the way along it.
struct ParallelView
{
	using Key = double;

	static Key Begin() { return -std::numeric_limits<double>::infinity(); }
	static Key End() { return std::numeric_limits<double>::infinity(); }
	static int Compare(Key a, Key b) { return a < b ? -1 : (b < a ? 1 : 0); }
	static Key Between(Key a, Key b) { return 0.5 * a + 0.5 * b; }
	static Key Within(Key crossing, Key from, Key to) { return std::clamp(crossing, from, to); }
	static double PlaceOf(const Obstacle& obstacle) { return obstacle.from.x; }
	static std::pair<Key, Key> Keys(const Obstacle& obstacle) { return {obstacle.from.x, obstacle.to.x}; }

	static bool AreStraight(const Obstacle& a, const Obstacle& b)
	{
		return a.kind == ObstacleKind::Wall && b.kind == ObstacleKind::Wall;
	}
	static int CompareAt(const Obstacle& a, const Obstacle& b, Key key);
	static double GapAt(const Obstacle& a, const Obstacle& b, Key key);
	static int Crossings(const Obstacle& a, const Obstacle& b, Key* keys);

	/// No wider than what the sides of circles are rounded by.
	static bool IsNeedle(Key from, Key to) { return to - from <= 0x1p-48 * std::abs(from); }
	static bool IsAtEnd(const Obstacle& obstacle, Key key)
	{
		return obstacle.kind == ObstacleKind::Wall && (key == obstacle.from.x || key == obstacle.to.x);
	}

	/// Where the light meets an obstacle that covers the key: a wall's own end exactly, else rounded.
	static Vec<double> PointAt(const Obstacle& obstacle, Key key);

	/// The part of an obstacle that the light meets before a depth, as keys. False if there is none.
	static bool CutAtDepth(const Obstacle& obstacle, double depth, Key& from, Key& to);
};

} // namespace ricochet
