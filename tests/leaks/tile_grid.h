// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/casts.h"

#include <array>
#include <optional>
#include <string>

namespace ricochet::leaks
{

/// How a grid is tiled.
enum class Tiling
{
	Boxes,     // on one body
	Triangles, // on one body, with the inner vertices moved about
	BoxBodies  // each a box with a body of its own; in exact frames
};

/// Tiles that share the floats of their vertices. Every tile is a closed set, so nothing lies between two of them, and
/// a ray is in one from where it comes to the first row.
class TileGrid
{
public:
	TileGrid(SceneRandom& random, const Frame& frame, Tiling tiling);

	[[nodiscard]] bool IsSound() const { return m_sound; }
	[[nodiscard]] const Frame& GetFrame() const { return m_frame; }
	[[nodiscard]] const b2World& World() const { return *m_world; }

	/// A ray into the grid, from above its first row or below its last; none if rounding leaves it in doubt.
	[[nodiscard]] std::optional<Ray> DrawRay(SceneRandom& random) const;

	/// The largest fraction at which the first row may be hit.
	[[nodiscard]] double LatestEntry(const Ray& ray) const;

	[[nodiscard]] std::string DescribeHit(const Ray& ray) const;

private:
	static constexpr int32_t k_columns = 8;

	[[nodiscard]] Point CornerAt(int32_t column, int32_t row) const
	{
		return m_corners[static_cast<size_t>(row)][static_cast<size_t>(column)];
	}
	void LayCorners(SceneRandom& random, double jitter);
	void AddTile(b2Body* body, std::span<const Point> corners);
	void AddBoxBody(const Point& low, const Point& high);
	[[nodiscard]] bool IsCertain(const Ray& ray) const;

	Frame m_frame;
	int32_t m_rows;
	double m_top; // of the first row; the last ends at the negative
	bool m_sound = true;
	std::array<std::array<Point, k_columns + 1>, 4> m_corners;
	std::unique_ptr<b2World> m_world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
};

} // namespace ricochet::leaks
