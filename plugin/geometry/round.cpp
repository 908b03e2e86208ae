// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/round.h"

namespace ricochet
{

namespace
{

struct PairSigns
{
	int enter, exit;
};

// The signs of the roots of a t^2 + 2 b t + c with a > 0 and real roots, by the signs of b and c alone.
PairSigns SignsOfRoots(int b, int c)
{
	if (c > 0)
	{
		return {-b, -b};
	}
	if (c < 0)
	{
		return {-1, 1};
	}
	return {b > 0 ? -1 : 0, b < 0 ? 1 : 0};
}

// The point at maxFraction, or the start, relative to the center.
template <class T>
Vec<T> OffsetAt(const Circle& circle, const LocalRay& ray, float fraction)
{
	const Vec<T> offset = circle.Offset<T>(ray);
	const Vec<T> translation = ray.Translation<T>();
	return {offset.x + T(fraction) * translation.x, offset.y + T(fraction) * translation.y};
}

PairSigns SignsAt(const Circle& circle, const LocalRay& ray, float fraction)
{
	const double b = Certain([&]<class T>(T) { return Dot(OffsetAt<T>(circle, ray, fraction), ray.Translation<T>()); });
	const double c = Certain(
	    [&]<class T>(T)
	    {
		    const Vec<T> offset = OffsetAt<T>(circle, ray, fraction);
		    return Dot(offset, offset) - T(circle.radius) * T(circle.radius);
	    });
	return SignsOfRoots(SignOf(b), SignOf(c));
}

// height - r |e| at a fraction, with its exact sign: p^2 - q^2 over p + q where the difference would cancel.
template <class Height>
double Clearance(const OuterEdge& outer, const Height& height)
{
	const auto reachSquared = [&]<class T>(T)
	{
		return T(outer.radius) * T(outer.radius) * Dot(outer.edge.Along<T>(), outer.edge.Along<T>());
	};
	const double h = Certain(height);
	const double reach = std::sqrt(Certain(reachSquared));
	if (h <= 0.0)
	{
		return h - reach;
	}
	return Certain([&](auto tag) { return height(tag) * height(tag) - reachSquared(tag); }) / (h + reach);
}

} // namespace

double Circle::Discriminant(const LocalRay& ray) const
{
	return Certain([&]<class T>(T) { return RootSquared<T>(ray); });
}

LinePair Circle::Cross(const LocalRay& ray, double discriminant) const
{
	const double a = Certain([&]<class T>(T) { return Dot(ray.Translation<T>(), ray.Translation<T>()); });
	const double b = Certain([&]<class T>(T) { return Dot(Offset<T>(ray), ray.Translation<T>()); });
	const double c = Certain([&]<class T>(T) { return Dot(Offset<T>(ray), Offset<T>(ray)) - T(radius) * T(radius); });
	const double root = std::sqrt(discriminant);

	// The root whose sum has one sign is taken from the sum, the other from the product of the roots, c / a.
	LinePair pair;
	const double sum = std::abs(b) + root;
	const double far = sum / a;
	const double near = sum > 0.0 ? c / sum : 0.0;
	pair.enter.fraction = b < 0.0 ? near : -far;
	pair.exit.fraction = b < 0.0 ? far : -near;

	const PairSigns start = SignsOfRoots(SignOf(b), SignOf(c));
	const PairSigns end = SignsAt(*this, ray, ray.MaxFraction());
	pair.enter.vsStart = start.enter;
	pair.exit.vsStart = start.exit;
	pair.enter.vsEnd = end.enter;
	pair.exit.vsEnd = end.exit;

	// The crossing lies root before or behind the foot of the perpendicular from the center to the line.
	const double cross = Certain([&]<class T>(T) { return ricochet::Cross(ray.Translation<T>(), Offset<T>(ray)); });
	const Vec<double> d = ray.CertainTranslation();
	pair.enter.normal = {-root * d.x - cross * d.y, -root * d.y + cross * d.x};
	pair.exit.normal = {root * d.x - cross * d.y, root * d.y + cross * d.x};
	if (radius == 0.0f)
	{
		pair.enter.normal = {-d.x, -d.y};
		pair.exit.normal = d;
	}
	return pair;
}

LineCrossing OuterEdge::Cross(const LocalRay& ray, double slope, int32_t index) const
{
	const double start = Clearance(*this, [&]<class T>(T) { return edge.Height<T>(ray); });
	const double end =
	    Clearance(*this, [&]<class T>(T) { return edge.Height<T>(ray) + T(ray.MaxFraction()) * edge.Slope<T>(ray); });

	LineCrossing crossing;
	crossing.fraction = start / -slope;
	crossing.vsStart = -SignOf(start) * SignOf(slope);
	crossing.vsEnd = -SignOf(end) * SignOf(slope);
	crossing.normal = edge.Normal();
	crossing.edge = index;
	return crossing;
}

bool OuterEdge::Holds(const LocalRay& ray, double slope) const
{
	// With x = start - v the crossing is at dot(e, x + t d) = |e| (|e| cross(d, x) + r dot(e, d)) / slope along the
	// outer edge from v: not before the tail and not behind the head.
	const auto along = [&]<class T>(T)
	{
		return T(radius) * Dot(edge.Along<T>(), ray.Translation<T>());
	};
	const auto length = [&]<class T>(T)
	{
		return Dot(edge.Along<T>(), edge.Along<T>());
	};
	const auto fromTail = [&]<class T>(T)
	{
		return ricochet::Cross(ray.Translation<T>(), ray.Start<T>() - Lift<T>(edge.tail));
	};
	const auto fromHead = [&]<class T>(T)
	{
		return ricochet::Cross(ray.Translation<T>(), ray.Start<T>() - Lift<T>(edge.head));
	};
	const int sign = SignOf(slope);
	return sign * SignWithRoot(along, fromTail, length) >= 0 && sign * SignWithRoot(along, fromHead, length) <= 0;
}

} // namespace ricochet
