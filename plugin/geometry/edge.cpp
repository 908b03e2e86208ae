// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"

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
