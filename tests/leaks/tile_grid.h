// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "leaks/casts.h"

#include <array>
#include <optional>
#include <string>

namespace ricochet::leaks
{

enum class Tiling
{
	Boxes,     // on one body
	Triangles, // on one body, with inner vertices at random offsets
	BoxBodies  // each a box on its own body, in exact frames
};

/// Tiles that share their vertices to the bit. Every tile includes its border, so there is no gap between two tiles.
/// From the point where a ray reaches the first row, it is inside a tile.
class TileGrid
{
public:
	TileGrid(SceneRandom& random, const Frame& frame, Tiling tiling);

	[[nodiscard]] bool IsSound() const { return m_sound; }
	[[nodiscard]] const Frame& GetFrame() const { return m_frame; }
	[[nodiscard]] const b2World& World() const { return *m_world; }

	/// Returns a random ray into the grid from above its first row or from below its last row. Returns nothing if
	/// rounding makes the crossing uncertain.
	[[nodiscard]] std::optional<Ray> DrawRay(SceneRandom& random) const;

	/// Returns the largest fraction at which a hit counts as a hit of the first row.
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
	double m_top; // the top of the first row; the last row ends at -m_top
	bool m_sound = true;
	std::array<std::array<Point, k_columns + 1>, 4> m_corners;
	std::unique_ptr<b2World> m_world = std::make_unique<b2World>(b2Vec2{0.0f, 0.0f});
};

} // namespace ricochet::leaks
