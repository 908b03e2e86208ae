// MIT License, Copyright (c) 2026 the ricochet authors

#include "query/children_in_box.h"

#include "geometry/round_to_float.h"
#include "geometry/to_world.h"
#include "geometry/vec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ricochet
{

namespace
{

// A child in the world, and its bounding box.
struct PlacedChild
{
	std::array<Vec<double>, WorldOutline::k_most> vertices;
	size_t count = 0;
	double radius = 0.0;
	Vec<double> lower{k_all, k_all};
	Vec<double> upper{-k_all, -k_all};

	static constexpr double k_all = std::numeric_limits<double>::infinity();

	explicit PlacedChild(const Place& place)
	{
		const ToWorld toWorld(place.pose);
		radius = toWorld(place.geometry.radius);
		double sum = radius; // stays NaN once it is
		for (const b2Vec2& v : place.geometry.Points())
		{
			const Pair pair = toWorld(v);
			const Vec<double> at{pair[0], pair[1]};
			lower = {std::min(lower.x, at.x - radius), std::min(lower.y, at.y - radius)};
			upper = {std::max(upper.x, at.x + radius), std::max(upper.y, at.y + radius)};
			sum += at.x + at.y;
			vertices[count++] = at;
		}
		isSomewhere = IsPose(place.pose) && radius >= 0.0 && count > 0 && std::isfinite(sum);
	}

	bool isSomewhere;
};

// True if all of a box lies to the right of the line from a to b, farther away than the radius. The polygon lies to the
// left of the line.
bool IsBeside(const Vec<double>& a, const Vec<double>& b, double radius, const b2AABB& box)
{
	const Vec<double> along = b - a;
	// The corner of the box that is farthest to the left.
	const double x = along.y > 0.0 ? box.lowerBound.x : box.upperBound.x;
	const double y = along.x > 0.0 ? box.upperBound.y : box.lowerBound.y;
	return Cross(along, {x - a.x, y - a.y}) < -radius * Length(along);
}

} // namespace

// As in Box2D's tree, a bound that is NaN does not limit the box.
bool IsInBox(const Place& place, const b2AABB& box)
{
	const PlacedChild child(place);
	if (child.isSomewhere == false || child.lower.x > box.upperBound.x || child.upper.x < box.lowerBound.x ||
	    child.lower.y > box.upperBound.y || child.upper.y < box.lowerBound.y)
	{
		return false;
	}
	if (child.count == 1)
	{
		const Vec<double>& center = child.vertices[0];
		const double x = center.x - std::clamp<double>(center.x, box.lowerBound.x, box.upperBound.x);
		const double y = center.y - std::clamp<double>(center.y, box.lowerBound.y, box.upperBound.y);
		return (x * x + y * y > child.radius * child.radius) == false;
	}
	for (size_t i = 0; i < child.count; ++i)
	{
		if (IsBeside(child.vertices[i], child.vertices[i + 1 < child.count ? i + 1 : 0], child.radius, box))
		{
			return false;
		}
	}
	return true;
}

void Extent::Take(const Place& place)
{
	const PlacedChild child(place);
	if (child.isSomewhere)
	{
		lower = {std::min(lower.x, child.lower.x), std::min(lower.y, child.lower.y)};
		upper = {std::max(upper.x, child.upper.x), std::max(upper.y, child.upper.y)};
	}
}

void Extent::GrowBox(b2AABB& box) const
{
	const auto outwards = [](double x, double sign)
	{
		return RoundToFloat(x + sign * (0x1p-22 * std::abs(x) + 0x1p-100));
	};
	if (IsEmpty() == false)
	{
		box.lowerBound = b2Min(box.lowerBound, {outwards(lower.x, -1.0), outwards(lower.y, -1.0)});
		box.upperBound = b2Max(box.upperBound, {outwards(upper.x, 1.0), outwards(upper.y, 1.0)});
	}
}

} // namespace ricochet
