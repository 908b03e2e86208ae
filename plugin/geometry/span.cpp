// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/span.h"

#include "geometry/pair.h"
#include "geometry/surface_point.h"

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

// A divisor that brings the square of a direction into the range of double.
double ScaleOf(double largest)
{
	return (largest > k_tinySquare && largest < k_huge) || largest == 0.0 ? 1.0 : largest;
}

// Turns two direction vectors by `turn` and makes them unit vectors. Requires: their squared lengths neither overflow
// nor underflow.
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

Vec<double> UnitInFrame(const Vec<double>& direction, const b2Rot& turn)
{
	const double largest = std::max(std::abs(direction.x), std::abs(direction.y));
	if ((largest > 0.0) == false)
	{
		return {};
	}
	const double scale = ScaleOf(largest);
	const PairOfVectors units = UnitsOf(Pair{} + direction.x / scale, Pair{} + direction.y / scale, turn);
	return {units.x[0], units.y[0]};
}

b2Vec2 UnitNormal(const Vec<double>& direction, const b2Rot& turn)
{
	return RoundToFloat(UnitInFrame(direction, turn));
}

namespace
{

// UnitsOf for directions of which one is (0, 0), or has a square out of range. This is rare, so it is out of line.
RICOCHET_NEVER_INLINE PairOfVectors UnitsOfAny(Pair x, Pair y, Pair largest, const b2Rot& turn)
{
	const Pair scale{ScaleOf(largest[0]), ScaleOf(largest[1])};
	const PairOfVectors units = UnitsOf(x / scale, y / scale, turn);
	const auto areAny = largest > 0.0;
	return {Choose(areAny, units.x, Pair{}), Choose(areAny, units.y, Pair{})};
}

// Two directions as unit vectors, turned; (0, 0) for (0, 0).
RICOCHET_ALWAYS_INLINE PairOfVectors UnitsOfBoth(const Vec<double>& first, const Vec<double>& second, const b2Rot& turn)
{
	const Pair x{first.x, second.x};
	const Pair y{first.y, second.y};
	const Pair largest = Choose(Abs(x) < Abs(y), Abs(y), Abs(x));
	const auto areInRange = (largest > k_tinySquare) & (largest < k_huge);
	return MaskOf(areInRange) == 3u ? UnitsOf(x, y, turn) : UnitsOfAny(x, y, largest, turn);
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
	const PairOfVectors units = UnitsOfBoth(span.enter.normal, span.exit.normal, turn);
	const auto [enterPoint, exitPoint] = PointsAt(ray, enter, exit);
	out.enter = {enter, enterPoint, Rounded(units, 0), span.enter.edge};
	out.exit = {exit, exitPoint, Rounded(units, 1), span.exit.edge};
	out.startsInside = span.startsInside;
	out.endsInside = span.endsInside;
	out.grazing = span.grazing;
}

uint32_t ToSurface(const LocalSpan& span, const Ray& ray, const b2Transform& pose, RaySpan& out)
{
	const PairOfVectors units = UnitsOfBoth(span.enter.normal, span.exit.normal, pose.q);
	const Pair fractions{span.enter.fraction, span.exit.fraction};
	const Pair x = static_cast<double>(ray.origin.x) + fractions * static_cast<double>(ray.translation.x);
	const Pair y = static_cast<double>(ray.origin.y) + fractions * static_cast<double>(ray.translation.y);
	const float farthest =
	    std::max({std::abs(ray.origin.x), std::abs(ray.origin.y), std::abs(pose.p.x), std::abs(pose.p.y)});
	const SurfacePoints points = RoundOffSurfaces(x, y, fractions, units.x, units.y, farthest);
	out.enter = {
	    static_cast<float>(span.enter.fraction), {points.x[0], points.y[0]}, Rounded(units, 0), span.enter.edge};
	out.exit = {static_cast<float>(span.exit.fraction), {points.x[1], points.y[1]}, Rounded(units, 1), span.exit.edge};
	out.startsInside = span.startsInside;
	out.endsInside = span.endsInside;
	out.grazing = span.grazing;
	return points.open;
}

} // namespace ricochet
