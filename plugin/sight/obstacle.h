// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "geometry/local_ray.h"
#include "host/host.h"

#include <ricochet/index/item.h>

#include <array>
#include <cstdint>
#include <tuple>

namespace ricochet
{

enum class ObstacleKind : uint8_t
{
	Wall, ///< the segment from -> to
	Arc,  ///< the near side of a circle, between its tangent points
	/// An obstacle at the eye itself, or on a part of the line from which parallel light comes. The eye or that part is
	/// on or in a solid.
	Block
};

/// Something that may hide things, relative to the eye. Seen from the eye, it extends from `from` counter-clockwise to
/// `to`, over less than a half turn. A block may cover up to a half turn. A block with equal ends is all around.
/// Unless the obstacle is unranked, the fixture is only an identity and is not dereferenced.
struct Obstacle : Item
{
	static constexpr uint64_t k_unranked = UINT64_MAX;

	Vec<double> from{};
	Vec<double> to{};
	Vec<double> center{};
	double radius = 0.0;
	const b2Body* body = nullptr; ///< an identity, never dereferenced; null: added by hand
	/// Position in the world's order. k_unranked: the fixture is alive, and the world decides.
	uint64_t rank = k_unranked;
	int32_t edge = -1;
	ObstacleKind kind = ObstacleKind::Wall;
	bool isAttached = false; ///< a wall of an attached geometry, which need not be convex
};

/// The data of an obstacle without its owner, for comparisons.
[[nodiscard]] inline auto KeyOf(const Obstacle& o)
{
	return std::tie(o.from.x, o.from.y, o.to.x, o.to.y, o.center.x, o.center.y, o.radius, o.child, o.edge, o.kind);
}

/// Decides which of two obstacles at one place is reported: the first in the world's order, then the lower index.
[[nodiscard]] bool Precedes(const Obstacle& a, const Obstacle& b);

/// A total order that does not depend on how obstacles were found: by position, then by Precedes.
[[nodiscard]] bool LiesBefore(const Obstacle& a, const Obstacle& b);

/// Twice the area of the triangle of a wall and a point: cross(b - a, p - a) for a wall from a to b.
template <class T>
[[nodiscard]] T AreaBeside(const Obstacle& wall, const Vec<double>& point)
{
	const Vec<T> a = Lift<T>(wall.from);
	return Cross(Lift<T>(wall.to) - a, Lift<T>(point) - a);
}

/// The common points of two curves: none, one or two.
struct CommonPoints
{
	std::array<Vec<double>, 2> points{};
	int count = 0;
};

/// True if both are walls, which swap their order at most once.
[[nodiscard]] inline bool AreStraight(const Obstacle& a, const Obstacle& b)
{
	return a.kind == ObstacleKind::Wall && b.kind == ObstacleKind::Wall;
}

/// The common points of two walls whose lines cross between the ends of both. If one obstacle is an arc, the points are
/// those of its whole circle and of the wall's whole line. The same in either order.
[[nodiscard]] CommonPoints CommonPointsOf(const Obstacle& a, const Obstacle& b);

} // namespace ricochet
