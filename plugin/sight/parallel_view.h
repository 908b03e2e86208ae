// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "sight/collect.h"
#include "sight/obstacle.h"
#include "sight/outline.h"

#include <ricochet/sight/light.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace ricochet
{

/// Obstacles seen from infinitely far (envelope.h): x is the position across the light, y the one along it.
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

	static int CompareAt(const Obstacle& a, const Obstacle& b, Key key);
	static double GapAt(const Obstacle& a, const Obstacle& b, Key key);
	/// True if a point of a circle is on the side away from the light.
	static bool IsFar(const Obstacle& obstacle, const Vec<double>& p)
	{
		return obstacle.kind == ObstacleKind::Arc && p.y > obstacle.center.y;
	}
	static Key KeyOfPoint(const Vec<double>& p) { return p.x; }

	/// True if the interval is no wider than the rounding error of the sides of circles.
	static bool IsNeedle(Key from, Key to) { return to - from <= 0x1p-48 * std::abs(from); }
	static bool IsAtEnd(const Obstacle& obstacle, Key key)
	{
		return obstacle.kind == ObstacleKind::Wall && (key == obstacle.from.x || key == obstacle.to.x);
	}

	/// The point where the light hits an obstacle that covers the key. At a wall's own end it is exact, else rounded.
	static Vec<double> PointAt(const Obstacle& obstacle, Key key);

	/// Narrows the keys to the part of an obstacle that the light hits before a depth. False if there is none.
	static bool CutAtDepth(const Obstacle& obstacle, double depth, Key& from, Key& to);
};

/// The rectangle that parallel light enters, in the world (outline.h). In its own frame it begins at y = 0.
class ParallelFrame
{
public:
	using View = ParallelView;

	explicit ParallelFrame(const ParallelLight& light);

	[[nodiscard]] const Vantage& Place() const { return m_vantage; }
	[[nodiscard]] const Vec<double>& Along() const { return m_along; }
	/// Returns the distance from the light's source line to a point of the world, along the light (m).
	[[nodiscard]] double DepthBefore(const Vec<double>& point) const;
	/// Returns the point of the light's source line from which the light reaches `point`.
	[[nodiscard]] b2Vec2 SourceOf(b2Vec2 point) const;
	/// Returns the distance from a point of the world to the end of the rectangle, along the light (m).
	[[nodiscard]] double DepthBehind(const Vec<double>& point) const;
	/// A box that contains the rectangle, widened on both sides (m).
	[[nodiscard]] b2AABB Bounds(double aside = 0.0) const;
	[[nodiscard]] double Depth() const { return m_depth; }
	/// True if the rectangle contains a point of the world, up to the rounding of floats.
	[[nodiscard]] bool Holds(b2Vec2 point) const;

	[[nodiscard]] bool CutAtReach(const Obstacle& obstacle, double& from, double& to) const
	{
		return ParallelView::CutAtDepth(obstacle, m_depth, from, to);
	}
	[[nodiscard]] Vec<double> PointAt(const Obstacle* obstacle, double key) const;
	[[nodiscard]] b2Vec2 ToWorld(const Vec<double>& local) const { return m_vantage.ToWorld(local); }
	void Describe(const Obstacle* obstacle, SightVertex& vertex) const;
	void AppendRim(double, double, std::vector<SightVertex>&) const {}

	/// Appends the polygon of the lit region among the pieces of an envelope. `sides` is a buffer.
	void EmitPolygon(std::span<const Piece<View>> envelope, std::vector<Piece<View>>& sides,
	                 std::vector<SightVertex>& out) const;

private:
	Vec<double> m_along;
	Vantage m_vantage;
	double m_right = 0.0; // the ends of the line from which the light comes
	double m_left = 0.0;
	double m_depth = 0.0;
};

} // namespace ricochet
