// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "properties/check_property.h"

#include <ricochet/geometry/clip.h>

#include <ostream>
#include <string>
#include <vector>

namespace ricochet::test
{

[[nodiscard]] inline b2Transform PoseOf(b2Vec2 position, float sine = 0.0f, float cosine = 1.0f)
{
	b2Transform pose;
	pose.p = position;
	pose.q.s = sine;
	pose.q.c = cosine;
	return pose;
}

/// One shape at a pose, and one ray that is hard for it.
struct CastCase
{
	enum class Kind : uint8_t
	{
		Polygon, ///< a b2PolygonShape
		Circle,  ///< a b2CircleShape
		Edge,    ///< a b2EdgeShape
		Rounded, ///< ClipRounded, which has no pose
		Simple   ///< ClipPolygon, perhaps concave; it has no pose
	};
	static constexpr int k_kinds = 5;

	Kind kind = Kind::Polygon;
	std::vector<b2Vec2> vertices; ///< for a circle: its centre
	float radius = 0.0f;
	b2Transform pose = PoseOf({0.0f, 0.0f});
	Ray ray;
	uint64_t salt = 0; ///< the seed of random numbers that a property draws itself

	static CastCase Draw(Random& random);
	[[nodiscard]] std::vector<CastCase> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const CastCase& what);

	/// True for the shapes that contain points.
	[[nodiscard]] bool IsSolid() const { return kind != Kind::Edge; }

	/// True if the shape is one of Box2D's, which have a pose.
	[[nodiscard]] bool IsBox2D() const { return kind <= Kind::Edge; }

	/// Returns the answer of the library's public function for the kind. Only Simple can have more than one span.
	[[nodiscard]] std::vector<RaySpan> Cast(const Ray& cast) const;
	[[nodiscard]] std::vector<RaySpan> Cast() const { return Cast(ray); }

	/// True if the closed shape contains the point. A cast of length zero tells this.
	[[nodiscard]] bool Contains(b2Vec2 point) const { return Cast(Ray{point, {0.0f, 0.0f}}).empty() == false; }
};

/// True if the exact sum is a float.
[[nodiscard]] bool IsExactSum(float a, float b);

/// Rounds both numbers to multiples of one unit, so small that the larger number keeps `bits` bits.
void SnapTogether(float& a, float& b, int bits);

/// Returns the ray with maxFraction 1, changed by a few units in the last place, so that its end point is exactly a
/// float. `spare` more bits than necessary are rounded away.
[[nodiscard]] Ray WithExactEnd(Ray ray, int spare = 0);

[[nodiscard]] inline b2Vec2 EndOf(const Ray& ray)
{
	return {ray.origin.x + ray.translation.x, ray.origin.y + ray.translation.y};
}

/// True if the ray, with maxFraction 1, ends exactly at this point.
[[nodiscard]] inline bool EndsAt(const Ray& ray, b2Vec2 to)
{
	return IsExactSum(ray.origin.x, ray.translation.x) && IsExactSum(ray.origin.y, ray.translation.y) &&
	       EndOf(ray) == to;
}

/// Returns `count` units in the last place of a number of this size.
[[nodiscard]] inline double UlpsOf(float x, double count)
{
	const float size = std::abs(x);
	return count * (static_cast<double>(std::nextafter(size, HUGE_VALF)) - static_cast<double>(size));
}

/// True if fractions, normals, edges and flags have the same bits, where 0 and -0 count as the same. The points are not
/// compared.
[[nodiscard]] inline bool IsSameButPoints(const RaySpan& a, const RaySpan& b)
{
	const auto same = [](const Crossing& c, const Crossing& d)
	{
		return c.fraction == d.fraction && c.normal == d.normal && c.edge == d.edge;
	};
	return same(a.enter, b.enter) && same(a.exit, b.exit) && a.startsInside == b.startsInside &&
	       a.endsInside == b.endsInside && a.grazing == b.grazing;
}

[[nodiscard]] std::string ToText(const std::vector<RaySpan>& spans);

/// Returns an error text, or an empty one if the answers are the same except for their points.
[[nodiscard]] std::string Difference(const char* what, const std::vector<RaySpan>& a, const std::vector<RaySpan>& b);

} // namespace ricochet::test
