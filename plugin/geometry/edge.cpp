// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"

#include "geometry/pair.h"

namespace ricochet
{

LineCrossing CrossEdge(const LocalRay& ray, const Edge& edge, int32_t index)
{
	const double slope = edge.CertainSlope(ray);
	const double height = edge.CertainHeight(ray);

	LineCrossing crossing;
	crossing.fraction = height / -slope;
	crossing.edge = index;
	crossing.normal = edge.Normal();
	crossing.vsStart = -SignOf(height) * SignOf(slope);
	const auto numerator = [&]<class T>(T)
	{
		return slope > 0.0 ? -edge.Height<T>(ray) : edge.Height<T>(ray);
	};
	const auto denominator = [&]<class T>(T)
	{
		return slope > 0.0 ? edge.Slope<T>(ray) : -edge.Slope<T>(ray);
	};
	crossing.vsEnd = CompareWithEnd(ray, crossing.fraction, numerator, denominator);
	return crossing;
}

namespace
{

// CrossEstimate of a vector with a pair of vectors that are exact.
struct Estimates
{
	Pair value;
	Pair error;

	Estimates(Pair pX, Pair pY, double errorP, Pair qX, Pair qY)
	{
		const Pair left = pX * qY;
		const Pair right = pY * qX;
		value = left - right;
		error = 0x1p-50 * (Abs(left) + Abs(right)) + 1.01 * (errorP * (Abs(qX) + Abs(qY)));
	}

	// As IsCertain.
	[[nodiscard]] auto AreCertain() const
	{
		return (error * (1.0 + 0x1p-10) <= k_certainRelativeError * Abs(value)) & (Abs(value) < 1e300);
	}
};

} // namespace

std::array<LineCrossing, 2> CrossEdges(const LocalRay& ray, const std::array<Edge, 2>& edges,
                                       const std::array<int32_t, 2>& indices)
{
	const auto [first, second] = edges;
	const Pair alongX = Pair{first.head.x, second.head.x} - Pair{first.tail.x, second.tail.x};
	const Pair alongY = Pair{first.head.y, second.head.y} - Pair{first.tail.y, second.tail.y};
	const Vec<double> translation = ray.TranslationApproximation();
	const Vec<double> start = ray.StartApproximation();
	const Estimates slope(Pair{} + translation.x, Pair{} + translation.y, ray.TranslationError(), alongX, alongY);
	const Estimates height(start.x - Pair{first.a.x, second.a.x}, start.y - Pair{first.a.y, second.a.y},
	                       ray.StartError(), alongX, alongY);
	const double end = ray.MaxFraction();
	const Pair fraction = height.value / -slope.value;
	const Pair gap = fraction - end;
	const auto isPlain =
	    slope.AreCertain() & height.AreCertain() & (Abs(gap) > 0x1p-27 * (Abs(fraction) + end)); // as CompareWithEnd
	if ((isPlain[0] & isPlain[1]) == 0)
	{
		return {CrossEdge(ray, first, indices[0]), CrossEdge(ray, second, indices[1])};
	}
	std::array<LineCrossing, 2> crossings;
	for (size_t i = 0; i < 2; ++i)
	{
		crossings[i] = {fraction[i],
		                -SignOf(height.value[i]) * SignOf(slope.value[i]),
		                SignOf(gap[i]),
		                {alongY[i], 0.0 - alongX[i]},
		                indices[i]};
	}
	return crossings;
}

int CompareCrossings(const LocalRay& ray, const Edge& edge, const Edge& other)
{
	// -h / s - -h' / s' = (h' s - h s') / (s s')
	const double slopes = SignOf(edge.CertainSlope(ray)) * SignOf(other.CertainSlope(ray));
	const double difference =
	    Certain([&]<class T>(T)
	            { return other.Height<T>(ray) * edge.Slope<T>(ray) - edge.Height<T>(ray) * other.Slope<T>(ray); });
	return SignOf(difference) * SignOf(slopes);
}

bool FacesMore(const LocalRay& ray, const Edge& edge, const Edge& other, int turn)
{
	// slope / |e| > slope' / |e'|  <=>  slope |slope| (e' . e') > slope' |slope'| (e . e)
	const int sign = turn * SignOf(edge.CertainSlope(ray));
	const int otherSign = turn * SignOf(other.CertainSlope(ray));
	if (sign != otherSign)
	{
		return sign > otherSign;
	}
	const double difference = Certain(
	    [&]<class T>(T)
	    {
		    const T slope = edge.Slope<T>(ray);
		    const T otherSlope = other.Slope<T>(ray);
		    return slope * slope * Dot(other.Along<T>(), other.Along<T>()) -
		           otherSlope * otherSlope * Dot(edge.Along<T>(), edge.Along<T>());
	    });
	return sign * SignOf(difference) > 0;
}

} // namespace ricochet
