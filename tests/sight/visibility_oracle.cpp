// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/visibility_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet::test
{

namespace
{

// Returns the exponent of the lowest bit that is set; a large number for 0.
int LowestBit(double value)
{
	if (value == 0.0)
	{
		return std::numeric_limits<int>::max();
	}
	int exponent = 0;
	auto digits = static_cast<int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
	for (exponent -= 53; digits % 2 == 0; ++exponent)
	{
		digits /= 2;
	}
	return exponent;
}

int LowestBit(Point2 p)
{
	return std::min(LowestBit(p.x), LowestBit(p.y));
}

IntVec Scaled(Point2 p, int lowestBit)
{
	return {mpz_class(std::ldexp(p.x, -lowestBit)), mpz_class(std::ldexp(p.y, -lowestBit))};
}

IntVec DirectionOf(Point2 p)
{
	return Scaled(p, LowestBit(p));
}

// A wall in integers, counter-clockwise about the eye. A wall that is seen edge-on has no area.
struct IntWall
{
	IntVec a, b;
	mpz_class area;  // the area of the parallelogram
	size_t from = 0; // the indices of its ends among the directions
	size_t to = 0;
};

std::vector<IntWall> ToIntWalls(const SightScene& scene)
{
	int lowest = std::numeric_limits<int>::max();
	for (const OracleWall& wall : scene.walls)
	{
		lowest = std::min({lowest, LowestBit(wall.a), LowestBit(wall.b)});
	}
	std::vector<IntWall> walls;
	for (const OracleWall& wall : scene.walls)
	{
		IntWall made{Scaled(wall.a, lowest), Scaled(wall.b, lowest), {}};
		made.area = Cross(made.a, made.b);
		if (made.area < 0)
		{
			std::swap(made.a, made.b);
			made.area = -made.area;
		}
		walls.push_back(made);
	}
	return walls;
}

bool IsInLowerHalf(const IntVec& v)
{
	return v.y < 0 || (v.y == 0 && v.x < 0);
}

bool ComesFirstByAngle(const IntVec& a, const IntVec& b)
{
	const bool lower = IsInLowerHalf(a);
	return lower == IsInLowerHalf(b) ? Cross(a, b) > 0 : IsInLowerHalf(b);
}

bool IsSameDirection(const IntVec& a, const IntVec& b)
{
	return ComesFirstByAngle(a, b) == false && ComesFirstByAngle(b, a) == false;
}

// Adds the direction of the point in which two walls cross. If they touch at an end of one, that end is a direction
// already.
void AddCrossing(const IntWall& v, const IntWall& w, std::vector<IntVec>& directions)
{
	const IntVec along = v.b - v.a;
	const mpz_class a = Cross(along, w.a - v.a), b = Cross(along, w.b - v.a);
	const IntVec other = w.b - w.a;
	if (sgn(a) * sgn(b) < 0 && sgn(Cross(other, v.a - w.a)) * sgn(Cross(other, v.b - w.a)) < 0)
	{
		const mpz_class whole = abs(b - a);
		directions.push_back(whole * w.a + mpz_class(abs(a)) * other);
	}
}

// Returns all directions, sorted by angle from +x, without duplicates. The axes are among them, so no two neighbours
// are half a turn apart.
std::vector<IntVec> AllDirections(const SightScene& scene, const std::vector<IntWall>& walls)
{
	std::vector<IntVec> directions{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
	for (size_t i = 0; i < walls.size(); ++i)
	{
		if (walls[i].area == 0)
		{
			continue;
		}
		directions.push_back(walls[i].a);
		directions.push_back(walls[i].b);
		for (size_t j = 0; j < i; ++j)
		{
			if (walls[j].area != 0)
			{
				AddCrossing(walls[i], walls[j], directions);
			}
		}
	}
	for (const OracleSector& sector : scene.dark)
	{
		directions.push_back(DirectionOf(sector.from));
		directions.push_back(DirectionOf(sector.to));
	}
	std::sort(directions.begin(), directions.end(), ComesFirstByAngle);
	directions.erase(std::unique(directions.begin(), directions.end(), IsSameDirection), directions.end());
	return directions;
}

size_t IndexOfDirection(const std::vector<IntVec>& directions, const IntVec& direction)
{
	const auto found = std::lower_bound(directions.begin(), directions.end(), direction, ComesFirstByAngle);
	return static_cast<size_t>(found - directions.begin());
}

// True if a sector contains a direction that is not on a border.
bool IsIn(const OracleSector& sector, const IntVec& direction)
{
	const IntVec from = DirectionOf(sector.from), to = DirectionOf(sector.to);
	const int turn = sgn(Cross(from, to));
	const bool afterFrom = Cross(from, direction) > 0, beforeTo = Cross(direction, to) > 0;
	if (turn == 0)
	{
		return from.x * to.x + from.y * to.y < 0 && afterFrom;
	}
	return turn > 0 ? afterFrom && beforeTo : afterFrom || beforeTo;
}

bool Covers(const IntWall& wall, size_t interval)
{
	return wall.from <= wall.to ? wall.from <= interval && interval < wall.to
	                            : wall.from <= interval || interval < wall.to;
}

// Returns the wall with the smallest share t for which t * direction is on it. If several are equal, returns the first.
int32_t NearestWall(const std::vector<IntWall>& walls, size_t interval, const IntVec& direction)
{
	int32_t nearest = OraclePiece::k_none;
	mpz_class nearestArea, nearestSlope;
	for (size_t i = 0; i < walls.size(); ++i)
	{
		if (walls[i].area == 0 || Covers(walls[i], interval) == false)
		{
			continue;
		}
		const mpz_class slope = Cross(direction, walls[i].b - walls[i].a);
		if (nearest == OraclePiece::k_none || walls[i].area * nearestSlope < nearestArea * slope)
		{
			nearest = static_cast<int32_t>(i);
			nearestArea = walls[i].area;
			nearestSlope = slope;
		}
	}
	return nearest;
}

double AngleBetween(const IntVec& from, const IntVec& to)
{
	const mpz_class cross = Cross(from, to), dot = from.x * to.x + from.y * to.y;
	const mpz_class larger = std::max(mpz_class(abs(cross)), mpz_class(abs(dot)));
	// Only the quotient of the two products matters. Each product alone may be beyond the range of double.
	return std::atan2(mpq_class(cross, larger).get_d(), mpq_class(dot, larger).get_d());
}

void Append(std::vector<OraclePiece>& pieces, const IntVec& from, const IntVec& to, int32_t wall)
{
	if (wall >= 0 && pieces.empty() == false && pieces.back().wall == wall)
	{
		pieces.back().to = to;
		return;
	}
	pieces.push_back({from, to, wall});
}

} // namespace

std::vector<OraclePiece> LookAround(const SightScene& scene)
{
	std::vector<IntWall> walls = ToIntWalls(scene);
	const std::vector<IntVec> directions = AllDirections(scene, walls);
	for (IntWall& wall : walls)
	{
		wall.from = IndexOfDirection(directions, wall.a);
		wall.to = IndexOfDirection(directions, wall.b);
	}
	std::vector<OraclePiece> pieces;
	for (size_t i = 0; i < directions.size(); ++i)
	{
		const IntVec& from = directions[i];
		const IntVec& to = directions[(i + 1) % directions.size()];
		const IntVec between = from + to;
		const bool isDark = std::any_of(scene.dark.begin(), scene.dark.end(),
		                                [&](const OracleSector& sector) { return IsIn(sector, between); });
		Append(pieces, from, to, isDark ? OraclePiece::k_dark : NearestWall(walls, i, between));
	}
	if (pieces.size() > 1 && pieces.front().wall >= 0 && pieces.front().wall == pieces.back().wall)
	{
		pieces.front().from = pieces.back().from;
		pieces.pop_back();
	}
	for (OraclePiece& piece : pieces)
	{
		piece.angle = AngleBetween(piece.from, piece.to);
	}
	return pieces;
}

mpq_class ExactArea(const SightScene& scene, std::span<const OraclePiece> pieces)
{
	mpq_class twice = 0;
	for (const OraclePiece& piece : pieces)
	{
		if (piece.wall < 0)
		{
			continue;
		}
		const OracleWall& wall = scene.walls[static_cast<size_t>(piece.wall)];
		const ExactVec a{wall.a.x, wall.a.y}, e{mpq_class(wall.b.x) - a.x, mpq_class(wall.b.y) - a.y};
		const mpq_class area = a.x * e.y - a.y * e.x;
		const auto share = [&](const IntVec& d)
		{
			return mpq_class(area / (d.x * e.y - d.y * e.x));
		};
		twice += share(piece.from) * share(piece.to) * mpq_class(Cross(piece.from, piece.to));
	}
	return twice / 2;
}

Point2 PointOfWall(const OracleWall& wall, const IntVec& direction)
{
	const ExactVec a{wall.a.x, wall.a.y}, e{mpq_class(wall.b.x) - a.x, mpq_class(wall.b.y) - a.y};
	const mpq_class share = (a.x * e.y - a.y * e.x) / (direction.x * e.y - direction.y * e.x);
	return {mpq_class(share * direction.x).get_d(), mpq_class(share * direction.y).get_d()};
}

} // namespace ricochet::test
