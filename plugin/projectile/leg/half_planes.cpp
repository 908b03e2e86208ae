// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/leg/half_planes.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

namespace
{

// The least sine of the angle between two borders that make a corner. For a smaller angle, the foot on one border also
// lies on the other one, up to rounding.
constexpr double k_leastCorner = 1.0e-7;

// Returns the distance that rounding may leave between a border and a point that was computed as lying on it.
double SlackOf(const HalfPlane& plane, const Vec<double>& x)
{
	return 0x1p-46 * (std::abs(plane.bound) + std::abs(x.x) + std::abs(x.y));
}

// Returns the intersection of two borders: n . x = a and m . x = b. `cross` is the cross product of n and m.
Vec<double> Meeting(const Vec<double>& n, double a, const Vec<double>& m, double b, double cross)
{
	return {(a * m.y - b * n.y) / cross, (b * n.x - a * m.x) / cross};
}

// True if all half planes contain the point. The borders on which the point was computed are left out, because there
// only rounding would decide.
bool Holds(std::span<const HalfPlane> planes, const NearestPoint& point)
{
	for (size_t i = 0; i < planes.size(); ++i)
	{
		const bool isOwn = static_cast<int>(i) == point.first || static_cast<int>(i) == point.second;
		if (isOwn == false && Dot(planes[i].normal, point.at) < planes[i].bound - SlackOf(planes[i], point.at))
		{
			return false;
		}
	}
	return true;
}

// Keeps the best of the points that are offered to it.
struct Choice
{
	std::span<const HalfPlane> planes;
	const Vec<double>& wanted;
	double distance;
	std::optional<NearestPoint> best;

	void Offer(const NearestPoint& point)
	{
		const double away = Length(point.at - wanted);
		if (away < distance && Holds(planes, point))
		{
			distance = away;
			best = point;
		}
	}
};

void OfferFeet(Choice& choice)
{
	for (size_t i = 0; i < choice.planes.size(); ++i)
	{
		const HalfPlane& plane = choice.planes[i];
		const double lack = plane.bound - Dot(plane.normal, choice.wanted);
		if (lack > 0.0)
		{
			choice.Offer({choice.wanted + lack * plane.normal, static_cast<int>(i), -1});
		}
	}
}

void OfferCorners(Choice& choice)
{
	for (size_t i = 0; i < choice.planes.size(); ++i)
	{
		for (size_t j = 0; j < i; ++j)
		{
			const HalfPlane& p = choice.planes[i];
			const HalfPlane& q = choice.planes[j];
			const double determinant = Cross(p.normal, q.normal);
			if (std::abs(determinant) > k_leastCorner)
			{
				// At a flat corner the solution loses digits. Solving again for the remaining error restores them.
				Vec<double> corner = Meeting(p.normal, p.bound, q.normal, q.bound, determinant);
				corner = corner + Meeting(p.normal, p.bound - Dot(p.normal, corner), q.normal,
				                          q.bound - Dot(q.normal, corner), determinant);
				choice.Offer({corner, static_cast<int>(i), static_cast<int>(j)});
			}
		}
	}
}

} // namespace

// The nearest point of a convex region is the wanted point itself, its foot on one border, or a corner of two borders.
std::optional<NearestPoint> NearestWithin(std::span<const HalfPlane> planes, const Vec<double>& wanted, double reach)
{
	const NearestPoint itself{wanted, -1, -1};
	if (Holds(planes, itself))
	{
		return itself;
	}
	Choice choice{planes, wanted, reach, std::nullopt};
	OfferFeet(choice);
	if (choice.best.has_value() == false)
	{
		OfferCorners(choice);
	}
	return choice.best;
}

} // namespace ricochet
