// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/collect.h"
#include "sight/obstacle.h"
#include "sight/outline.h"
#include "sight/vantage.h"

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

	static int CompareAt(const Obstacle& a, const Obstacle& b, const Key& key);
	static double GapAt(const Obstacle& a, const Obstacle& b, const Key& key);
	/// True if a point of a circle is on the side away from the eye. Also true for a point at the eye, where no
	/// obstacle is.
	static bool IsFar(const Obstacle& obstacle, const Vec<double>& p)
	{
		const bool isBehind = obstacle.kind == ObstacleKind::Arc && Dot(p - obstacle.center, p) > 0.0;
		return isBehind || (p.x == 0.0 && p.y == 0.0);
	}
	static Key KeyOfPoint(const Vec<double>& p) { return Direction::Of(p); }

	/// True if the interval is no wider than the rounding error of the tangents of circles.
	static bool IsNeedle(const Key& from, const Key& to) { return std::abs(to.turn - from.turn) <= 0x1p-48; }
	/// True if the key is exactly that of a wall's end.
	static bool IsAtEnd(const Obstacle& obstacle, const Key& key)
	{
		return obstacle.kind == ObstacleKind::Wall && (IsTowards(key, obstacle.from) || IsTowards(key, obstacle.to));
	}

	/// The point where a direction hits an obstacle that covers it. At a wall's own end it is exact, else rounded.
	static Vec<double> PointAt(const Obstacle& obstacle, const Key& key);

	/// Narrows the keys to the part of an obstacle that is nearer than a radius. False if there is none.
	static bool CutAtRadius(const Obstacle& obstacle, double radius, Key& from, Key& to);
};

/// The region that an eye sees up to a radius, in the world (outline.h).
struct PointFrame
{
	using View = PointView;

	b2Vec2 eye;
	float radius;
	Vantage vantage = Vantage::Eye(eye);

	[[nodiscard]] bool CutAtReach(const Obstacle& obstacle, Direction& from, Direction& to) const
	{
		return PointView::CutAtRadius(obstacle, radius, from, to);
	}
	[[nodiscard]] Vec<double> PointAt(const Obstacle* obstacle, const Direction& key) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const { return vantage.ToWorld(local); }
	void Describe(const Obstacle* obstacle, SightVertex& vertex) const;
	void AppendRim(const Direction& from, const Direction& to, std::vector<SightVertex>& out) const;
};

/// Sets the members that describe a side on an obstacle. A block is no side but a point.
void DescribeSide(const Obstacle& obstacle, const Vantage& vantage, SightVertex& vertex);

/// Drops the last vertices that equal the first one. If fewer than three vertices remain, there is no area, and all are
/// dropped.
void DropLastIfItIsFirst(std::vector<SightVertex>& out);

/// The directions of the view: from the first to the last, counter-clockwise.
struct SightTurn
{
	Direction first = Direction::Begin();
	Direction last = Direction::End();
	bool isFull = true;

	SightTurn() = default;
	SightTurn(const Vec<double>& from, const Vec<double>& to);
	explicit SightTurn(const SightCone& cone);

	[[nodiscard]] bool Holds(const Vec<double>& direction) const;
};

/// Replaces the content of `sides` by the sides of the visible region, which the pieces of an envelope bound. Where no
/// obstacle is in reach, the obstacle is null.
void CutSides(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
              std::vector<Piece<PointView>>& sides);

/// Appends the polygon of the visible region among the pieces of an envelope to an empty list. `sides` is a buffer.
void EmitPolygon(const PointFrame& frame, std::span<const Piece<PointView>> envelope, const SightTurn& turn,
                 std::vector<Piece<PointView>>& sides, std::vector<SightVertex>& out);

} // namespace ricochet
