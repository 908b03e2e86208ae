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

/// One shape under a pose and one ray that is hard for it.
struct CastCase
{
	enum class Kind : uint8_t
	{
		Polygon, ///< a b2PolygonShape
		Circle,  ///< a b2CircleShape
		Edge,    ///< a b2EdgeShape
		Rounded, ///< ClipRounded; no pose
		Simple   ///< ClipPolygon, maybe concave; no pose
	};
	static constexpr int k_kinds = 5;

	Kind kind = Kind::Polygon;
	std::vector<b2Vec2> vertices; ///< of a circle: its centre
	float radius = 0.0f;
	b2Transform pose = PoseOf({0.0f, 0.0f});
	Ray ray;
	uint64_t salt = 0; ///< the seed of what a property draws for itself

	static CastCase Draw(Random& random);
	[[nodiscard]] std::vector<CastCase> Simpler() const;
	friend std::ostream& operator<<(std::ostream& out, const CastCase& what);

	/// True for the shapes that contain points.
	[[nodiscard]] bool IsSolid() const { return kind != Kind::Edge; }

	/// True if Box2D's shapes of this kind stand under a pose.
	[[nodiscard]] bool IsBox2D() const { return kind <= Kind::Edge; }

	/// The answer of the library, by the public function for the kind. At most one span but for Simple.
	[[nodiscard]] std::vector<RaySpan> Cast(const Ray& cast) const;
	[[nodiscard]] std::vector<RaySpan> Cast() const { return Cast(ray); }

	/// True if the closed set contains the point, by a point query.
	[[nodiscard]] bool Contains(b2Vec2 point) const { return Cast(Ray{point, {0.0f, 0.0f}}).empty() == false; }
};

/// True if the sum is a float.
[[nodiscard]] bool IsExactSum(float a, float b);

/// Both rounded to multiples of one unit, so small that it keeps `bits` bits of the larger.
void SnapTogether(float& a, float& b, int bits);

/// The ray with maxFraction 1 and an end point that is a float, to `spare` bits more than needed. Changes what is in
/// the way by a few units in the last place.
[[nodiscard]] Ray WithExactEnd(Ray ray, int spare = 0);

[[nodiscard]] inline b2Vec2 EndOf(const Ray& ray)
{
	return {ray.origin.x + ray.translation.x, ray.origin.y + ray.translation.y};
}

/// True if the ray, with maxFraction 1, ends at exactly this point.
[[nodiscard]] inline bool EndsAt(const Ray& ray, b2Vec2 to)
{
	return IsExactSum(ray.origin.x, ray.translation.x) && IsExactSum(ray.origin.y, ray.translation.y) &&
	       EndOf(ray) == to;
}

/// The units in the last place of a number of this size.
[[nodiscard]] inline double UlpsOf(float x, double count)
{
	const float size = std::abs(x);
	return count * (static_cast<double>(std::nextafter(size, HUGE_VALF)) - static_cast<double>(size));
}

/// Fractions, normals, edges and flags to the bit (0 and -0 are the same), the points aside.
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

/// Empty if the answers are the same but for their points.
[[nodiscard]] std::string Difference(const char* what, const std::vector<RaySpan>& a, const std::vector<RaySpan>& b);

} // namespace ricochet::test
