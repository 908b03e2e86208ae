// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/span.h"

#include "geometry/pair.h"

#include <algorithm>
#include <array>

namespace ricochet
{

namespace
{

// Rounding may carry a fraction over an end that the exact one does not pass. No -0.
double Within(double fraction, float end)
{
	return std::min(std::max(0.0, fraction), static_cast<double>(end));
}

} // namespace

std::optional<LocalSpan> SpanOfLine(const LocalRay& ray, const LineCrossing& enter, const LineCrossing& exit,
                                    bool grazing)
{
	if (enter.vsEnd > 0 || exit.vsStart <= 0)
	{
		return std::nullopt;
	}

	const float end = ray.MaxFraction();
	LocalSpan span;
	span.grazing = grazing;
	span.startsInside = enter.vsStart < 0;
	span.endsInside = exit.vsEnd > 0;
	if (span.startsInside == false)
	{
		span.enter = {Within(enter.fraction, end), enter.normal, enter.edge};
	}
	if (span.endsInside)
	{
		span.exit = {end, {}, -1};
	}
	else
	{
		span.exit = {std::max(Within(exit.fraction, end), span.enter.fraction), exit.normal, exit.edge};
	}
	return span;
}

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

b2Vec2 UnitNormal(const Vec<double>& direction, const b2Rot& turn)
{
	// Scaled by the larger coordinate, so that no square leaves the range of double.
	const double scale = std::max(std::abs(direction.x), std::abs(direction.y));
	if ((scale > 0.0) == false)
	{
		return {0.0f, 0.0f};
	}
	const double x = direction.x / scale;
	const double y = direction.y / scale;
	const double turnedX = turn.c * x - turn.s * y;
	const double turnedY = turn.s * x + turn.c * y;
	const double length = std::sqrt(turnedX * turnedX + turnedY * turnedY);
	return {static_cast<float>(turnedX / length) + 0.0f, static_cast<float>(turnedY / length) + 0.0f}; // no -0
}

namespace
{

Pair Root(Pair a)
{
	return Pair{std::sqrt(a[0]), std::sqrt(a[1])};
}

// UnitNormal of two directions at once.
std::array<b2Vec2, 2> UnitNormals(const Vec<double>& first, const Vec<double>& second, const b2Rot& turn)
{
	const Pair x{first.x, second.x};
	const Pair y{first.y, second.y};
	const Pair scale = Abs(x) < Abs(y) ? Abs(y) : Abs(x);
	const auto isSome = scale > 0.0;
	if ((isSome[0] & isSome[1]) == 0)
	{
		return {UnitNormal(first, turn), UnitNormal(second, turn)};
	}
	const Pair scaledX = x / scale;
	const Pair scaledY = y / scale;
	const double c = turn.c;
	const double s = turn.s;
	const Pair turnedX = c * scaledX - s * scaledY;
	const Pair turnedY = s * scaledX + c * scaledY;
	const Pair length = Root(turnedX * turnedX + turnedY * turnedY);
	const Pair unitX = turnedX / length;
	const Pair unitY = turnedY / length;
	return {b2Vec2{static_cast<float>(unitX[0]) + 0.0f, static_cast<float>(unitY[0]) + 0.0f},
	        b2Vec2{static_cast<float>(unitX[1]) + 0.0f, static_cast<float>(unitY[1]) + 0.0f}};
}

} // namespace

RaySpan InFrame(const LocalSpan& span, const Ray& ray, const b2Rot& turn)
{
	const auto enter = static_cast<float>(span.enter.fraction);
	const auto exit = static_cast<float>(span.exit.fraction);
	const auto [enterNormal, exitNormal] = UnitNormals(span.enter.normal, span.exit.normal, turn);
	return {{enter, PointAt(ray, enter), enterNormal, span.enter.edge},
	        {exit, PointAt(ray, exit), exitNormal, span.exit.edge},
	        span.startsInside,
	        span.endsInside,
	        span.grazing};
}

RaySpan InFrame(const LocalSpan& span, const Ray& ray)
{
	b2Rot identity;
	identity.SetIdentity();
	return InFrame(span, ray, identity);
}

} // namespace ricochet
