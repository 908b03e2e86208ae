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
	Block ///< at the eye itself, or on the line from which parallel light comes: it is on a solid or in one
};

/// What may hide something, relative to the eye. Seen counter-clockwise: from -> to is a turn to the left of less than
/// a half, of a block up to a half; a block whose from is its to is all around.
struct Obstacle : Item ///< the fixture is a name, unless the obstacle is unranked
{
	static constexpr uint64_t k_unranked = UINT64_MAX;

	Vec<double> from{};
	Vec<double> to{};
	Vec<double> center{};
	double radius = 0.0;
	const b2Body* body = nullptr; ///< a name; null for something that was added by hand
	uint64_t rank = k_unranked;   ///< in the world's order; k_unranked: the fixture is alive, and the world decides
	int32_t edge = -1;
	ObstacleKind kind = ObstacleKind::Wall;
};

/// What tells obstacles apart but for whose they are.
[[nodiscard]] inline auto KeyOf(const Obstacle& o)
{
	return std::tie(o.from.x, o.from.y, o.to.x, o.to.y, o.center.x, o.center.y, o.radius, o.child, o.edge, o.kind);
}

/// Of obstacles at one place, the one that is named: the first in the world's order, or the lower index.
[[nodiscard]] bool Precedes(const Obstacle& a, const Obstacle& b);

/// A total order, which does not depend on how obstacles were found: by where they are, then by Precedes.
[[nodiscard]] bool LiesBefore(const Obstacle& a, const Obstacle& b);

/// Twice the area of the triangle of a wall and a point: cross(b - a, p - a) for a wall from a to b.
template <class T>
[[nodiscard]] T AreaBeside(const Obstacle& wall, const Vec<double>& point)
{
	const Vec<T> a = Lift<T>(wall.from);
	return Cross(Lift<T>(wall.to) - a, Lift<T>(point) - a);
}

/// The points that two curves have in common; none, one or two.
struct CommonPoints
{
	std::array<Vec<double>, 2> points{};
	int count = 0;
};

/// True if both are walls, which change places once at most.
[[nodiscard]] inline bool AreStraight(const Obstacle& a, const Obstacle& b)
{
	return a.kind == ObstacleKind::Wall && b.kind == ObstacleKind::Wall;
}

/// The points of two walls, whose lines cross between the ends of both. If one is an arc: points of the whole circle
/// and of the wall's whole line. The same for either order.
[[nodiscard]] CommonPoints CommonPointsOf(const Obstacle& a, const Obstacle& b);

} // namespace ricochet
