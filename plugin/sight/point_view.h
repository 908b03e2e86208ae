// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/direction.h"
#include "sight/obstacle.h"

#include <utility>

namespace ricochet
{

/// Obstacles seen from an eye at the origin (envelope.h).
struct PointView
{
	using Key = Direction;

	static Key Begin() { return Direction::Begin(); }
	static Key End() { return Direction::End(); }
	static int Compare(const Key& a, const Key& b) { return ricochet::Compare(a, b); }
	static Key Between(const Key& a, const Key& b);
	static Key Within(const Key& crossing, const Key& from, const Key& to);
	static double PlaceOf(const Obstacle& obstacle) { return Direction::Of(obstacle.from).turn; }
	static std::pair<Key, Key> Keys(const Obstacle& obstacle);

	static bool AreStraight(const Obstacle& a, const Obstacle& b)
	{
		return a.kind == ObstacleKind::Wall && b.kind == ObstacleKind::Wall;
	}
	static int CompareAt(const Obstacle& a, const Obstacle& b, const Key& key);
	static double GapAt(const Obstacle& a, const Obstacle& b, const Key& key);
	static int Crossings(const Obstacle& a, const Obstacle& b, Key* keys);

	/// No wider than what the tangents of circles are rounded by.
	static bool IsNeedle(const Key& from, const Key& to) { return std::abs(to.turn - from.turn) <= 0x1p-48; }
	/// True if the key is exactly that of a wall's end.
	static bool IsAtEnd(const Obstacle& obstacle, const Key& key)
	{
		return obstacle.kind == ObstacleKind::Wall && (IsTowards(key, obstacle.from) || IsTowards(key, obstacle.to));
	}

	/// Where the direction meets an obstacle that covers it: a wall's own end exactly, else rounded.
	static Vec<double> PointAt(const Obstacle& obstacle, const Key& key);

	/// The part of an obstacle that is nearer than a radius, as keys. False if there is none.
	static bool CutAtRadius(const Obstacle& obstacle, double radius, Key& from, Key& to);
};

} // namespace ricochet
