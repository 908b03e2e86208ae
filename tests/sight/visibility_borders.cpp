// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/visibility_borders.h"

#include <algorithm>
#include <cmath>

namespace ricochet::test
{

namespace
{

Point2 UnitOf(const IntVec& v)
{
	const mpz_class larger = std::max(mpz_class(abs(v.x)), mpz_class(abs(v.y)));
	mpq_class x(v.x, larger), y(v.y, larger);
	const Point2 scaled{x.get_d(), y.get_d()};
	return (1.0 / Length(scaled)) * scaled;
}

double Angle(Point2 from, Point2 to)
{
	return std::atan2(Cross(from, to), Dot(from, to));
}

// Returns the tolerance for a point of a wall. Where walls cross, the header allows 2^-26 of the distance; a crossing
// with the radius counts as such a place. If a wall is seen nearly edge-on, rounding the difference of its ends to
// double moves its points farther.
double SlackOf(Point2 p, const OracleWall& wall)
{
	const Point2 along = wall.b - wall.a;
	const double sine = std::abs(Cross(p, along)) / (Length(p) * Length(along));
	return 0x1p-26 * Length(p) + 0x1p-48 * Length(p) / std::max(sine, 0x1p-40);
}

void AddRim(Point2 from, Point2 to, double angle, double radius, std::vector<Border>& borders)
{
	const double slack = 0x1p-26 * radius;
	borders.push_back(
	    {Border::Kind::Rim, nullptr, (radius / Length(from)) * from, (radius / Length(to)) * to, angle, slack});
}

// Adds the piece of a wall that is inside the radius.
void AddWall(const Border& whole, double radius, std::vector<Border>& borders)
{
	const double far = std::max(Length(whole.from), Length(whole.to));
	if (far <= radius)
	{
		borders.push_back(whole);
		return;
	}
	const Point2 along = whole.to - whole.from;
	const double a = Dot(along, along), b = Dot(whole.from, along), c = Dot(whole.from, whole.from) - radius * radius;
	const double root = b * b - a * c;
	const double low = root > 0.0 ? std::clamp((-b - std::sqrt(root)) / a, 0.0, 1.0) : 1.0;
	const double high = root > 0.0 ? std::clamp((-b + std::sqrt(root)) / a, 0.0, 1.0) : 1.0;
	if (low >= high)
	{
		AddRim(whole.from, whole.to, whole.angle, radius, borders);
		return;
	}
	Border inside = whole;
	inside.from = low > 0.0 ? whole.from + low * along : whole.from;
	inside.to = high < 1.0 ? whole.from + high * along : whole.to;
	// If the chord inside the radius is short compared to the radius, rounding moves its ends by more.
	inside.slack += 0x1p-48 * radius * radius * std::sqrt(a / root);
	inside.angle = Angle(inside.from, inside.to);
	if (low > 0.0)
	{
		AddRim(whole.from, inside.from, Angle(whole.from, inside.from), radius, borders);
	}
	borders.push_back(inside);
	if (high < 1.0)
	{
		AddRim(inside.to, whole.to, Angle(inside.to, whole.to), radius, borders);
	}
}

} // namespace

std::vector<Border> BordersOf(const SightScene& scene)
{
	std::vector<Border> borders;
	for (const OraclePiece& piece : LookAround(scene))
	{
		if (piece.wall == OraclePiece::k_dark)
		{
			borders.push_back({Border::Kind::Dark, nullptr, {}, {}, piece.angle});
		}
		else if (piece.wall == OraclePiece::k_none)
		{
			AddRim(UnitOf(piece.from), UnitOf(piece.to), piece.angle, scene.radius, borders);
		}
		else
		{
			const OracleWall& wall = scene.walls[static_cast<size_t>(piece.wall)];
			Border whole{Border::Kind::Wall, &wall, PointOfWall(wall, piece.from), PointOfWall(wall, piece.to),
			             piece.angle};
			whole.slack = std::max(SlackOf(whole.from, wall), SlackOf(whole.to, wall));
			AddWall(whole, scene.radius, borders);
		}
	}
	return borders;
}

} // namespace ricochet::test
