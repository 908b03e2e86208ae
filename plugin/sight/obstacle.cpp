// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/obstacle.h"

#include "geometry/elementary.h"
#include "host/host.h"

#include <tuple>

namespace ricochet
{

namespace
{

// The two points base +- half * unit.
CommonPoints PairAbout(const Vec<double>& base, const Vec<double>& unit, double halfSquared)
{
	if ((halfSquared > 0.0) == false)
	{
		return {};
	}
	const double half = std::sqrt(halfSquared);
	return {{Vec<double>{base.x - half * unit.x, base.y - half * unit.y},
	         Vec<double>{base.x + half * unit.x, base.y + half * unit.y}},
	        2};
}

// Starts from the foot of the perpendicular from the center, which is near even if the ends of the wall are far.
CommonPoints OfWallAndCircle(const Obstacle& wall, const Obstacle& circle)
{
	const Vec<double> edge = wall.to - wall.from;
	const double length = Length(edge);
	const Vec<double> unit{edge.x / length, edge.y / length};
	const double height = Certain([&]<class T>(T) { return AreaBeside<T>(wall, circle.center); }) / length;
	const Vec<double> foot{circle.center.x + height * unit.y, circle.center.y - height * unit.x};
	return PairAbout(foot, unit, (circle.radius - height) * (circle.radius + height));
}

// The common chord is perpendicular to the line through the centers.
CommonPoints OfCircles(const Obstacle& a, const Obstacle& b)
{
	const Vec<double> between = b.center - a.center;
	const double distance = Length(between);
	if ((distance > 0.0) == false)
	{
		return {};
	}
	const Vec<double> unit{between.x / distance, between.y / distance};
	const double foot = 0.5 * (distance + (a.radius - b.radius) * ((a.radius + b.radius) / distance));
	const Vec<double> base{a.center.x + foot * unit.x, a.center.y + foot * unit.y};
	return PairAbout(base, {-unit.y, unit.x}, (a.radius - foot) * (a.radius + foot));
}

bool IsFirstByEnds(const Obstacle& a, const Obstacle& b)
{
	return std::tie(a.from.x, a.from.y, a.to.x, a.to.y) < std::tie(b.from.x, b.from.y, b.to.x, b.to.y);
}

CommonPoints OfWalls(const Obstacle& a, const Obstacle& b)
{
	if (IsFirstByEnds(b, a))
	{
		return OfWalls(b, a);
	}
	// The intersection is the weighted mean of the ends of a. The weight of each end is the area of the triangle that b
	// forms with the other end.
	const auto weightOfFrom = [&]<class T>(T)
	{
		return AreaBeside<T>(b, a.to);
	};
	const auto weightOfTo = [&]<class T>(T)
	{
		return AreaBeside<T>(b, a.from);
	};
	const double whole = Certain([&](auto tag) { return weightOfFrom(tag) - weightOfTo(tag); });
	const double x =
	    Certain([&]<class T>(T tag) { return T(a.from.x) * weightOfFrom(tag) - T(a.to.x) * weightOfTo(tag); });
	const double y =
	    Certain([&]<class T>(T tag) { return T(a.from.y) * weightOfFrom(tag) - T(a.to.y) * weightOfTo(tag); });
	const Vec<double> point{x / whole, y / whole};
	return std::isfinite(point.x) && std::isfinite(point.y) ? CommonPoints{{point}, 1} : CommonPoints{};
}

} // namespace

CommonPoints CommonPointsOf(const Obstacle& a, const Obstacle& b)
{
	if (AreStraight(a, b))
	{
		return OfWalls(a, b);
	}
	if (a.kind == ObstacleKind::Wall)
	{
		return OfWallAndCircle(a, b);
	}
	if (b.kind == ObstacleKind::Wall)
	{
		return OfWallAndCircle(b, a);
	}
	return IsFirstByEnds(b, a) ? OfCircles(b, a) : OfCircles(a, b);
}

bool Precedes(const Obstacle& a, const Obstacle& b)
{
	if (a.rank != b.rank)
	{
		return a.rank < b.rank;
	}
	if (a.rank == Obstacle::k_unranked && a.fixture != b.fixture)
	{
		return ComesFirst(a.fixture, b.fixture);
	}
	return a.child != b.child ? a.child < b.child : a.edge < b.edge;
}

bool LiesBefore(const Obstacle& a, const Obstacle& b)
{
	return KeyOf(a) != KeyOf(b) ? KeyOf(a) < KeyOf(b) : Precedes(a, b);
}

} // namespace ricochet
