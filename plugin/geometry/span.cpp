// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/span.h"

#include "geometry/pair.h"

#include <algorithm>
#include <array>

namespace ricochet
{

std::optional<LocalSpan> SpanOfPoint(const LocalRay& ray, bool contains)
{
	if (contains == false)
	{
		return std::nullopt;
	}
	LocalSpan span;
	span.startsInside = true;
	span.endsInside = true;
	span.exit.fraction = ray.MaxFraction();
	return span;
}

namespace
{

// The square of a length between the square root of k_tinySquare and k_huge stays within the range of double.
constexpr double k_tinySquare = 1e-140;
constexpr double k_huge = 1e140;

struct PairOfVectors
{
	Pair x, y;
};

// The unit vectors of two directions whose squares are in range.
PairOfVectors UnitsOf(Pair x, Pair y, const b2Rot& turn)
{
	const double c = turn.c;
	const double s = turn.s;
	const Pair turnedX = c * x - s * y;
	const Pair turnedY = s * x + c * y;
	const Pair perLength = 1.0 / Root(turnedX * turnedX + turnedY * turnedY);
	return {turnedX * perLength, turnedY * perLength};
}

b2Vec2 Rounded(const PairOfVectors& units, size_t i)
{
	return {static_cast<float>(units.x[i]) + 0.0f, static_cast<float>(units.y[i]) + 0.0f}; // no -0
}

} // namespace

b2Vec2 UnitNormal(const Vec<double>& direction, const b2Rot& turn)
{
	const double largest = std::max(std::abs(direction.x), std::abs(direction.y));
	if ((largest > 0.0) == false)
	{
		return {0.0f, 0.0f};
	}
	const double scale = largest > k_tinySquare && largest < k_huge ? 1.0 : largest;
	return Rounded(UnitsOf(Pair{} + direction.x / scale, Pair{} + direction.y / scale, turn), 0);
}

namespace
{

// UnitNormal of two directions at once.
std::array<b2Vec2, 2> UnitNormals(const Vec<double>& first, const Vec<double>& second, const b2Rot& turn)
{
	const Pair x{first.x, second.x};
	const Pair y{first.y, second.y};
	const Pair largest = Choose(Abs(x) < Abs(y), Abs(y), Abs(x));
	const auto areInRange = (largest > k_tinySquare) & (largest < k_huge);
	if ((areInRange[0] & areInRange[1]) == 0)
	{
		return {UnitNormal(first, turn), UnitNormal(second, turn)};
	}
	const PairOfVectors units = UnitsOf(x, y, turn);
	return {Rounded(units, 0), Rounded(units, 1)};
}

// PointAt of two fractions at once.
std::array<b2Vec2, 2> PointsAt(const Ray& ray, float first, float second)
{
	const Pair fractions{first, second};
	const Pair x = static_cast<double>(ray.origin.x) + fractions * static_cast<double>(ray.translation.x);
	const Pair y = static_cast<double>(ray.origin.y) + fractions * static_cast<double>(ray.translation.y);
	constexpr double k_largest = std::numeric_limits<float>::max();
	const auto areFloats = (Abs(x) <= k_largest) & (Abs(y) <= k_largest);
	if ((areFloats[0] & areFloats[1]) == 0)
	{
		return {PointAt(ray, first), PointAt(ray, second)};
	}
	return {b2Vec2{static_cast<float>(x[0]), static_cast<float>(y[0])},
	        b2Vec2{static_cast<float>(x[1]), static_cast<float>(y[1])}};
}

} // namespace

void ToFrame(const LocalSpan& span, const Ray& ray, const b2Rot& turn, RaySpan& out)
{
	const auto enter = static_cast<float>(span.enter.fraction);
	const auto exit = static_cast<float>(span.exit.fraction);
	const auto [enterNormal, exitNormal] = UnitNormals(span.enter.normal, span.exit.normal, turn);
	const auto [enterPoint, exitPoint] = PointsAt(ray, enter, exit);
	out.enter = {enter, enterPoint, enterNormal, span.enter.edge};
	out.exit = {exit, exitPoint, exitNormal, span.exit.edge};
	out.startsInside = span.startsInside;
	out.endsInside = span.endsInside;
	out.grazing = span.grazing;
}

RaySpan InFrame(const LocalSpan& span, const Ray& ray, const b2Rot& turn)
{
	RaySpan out;
	ToFrame(span, ray, turn, out);
	return out;
}

RaySpan InFrame(const LocalSpan& span, const Ray& ray)
{
	b2Rot identity;
	identity.SetIdentity();
	return InFrame(span, ray, identity);
}

} // namespace ricochet
