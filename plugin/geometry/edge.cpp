// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"

#include "geometry/pair.h"

namespace ricochet
{

namespace
{

// CrossEstimate of a vector and two exact vectors, for both at once.
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

	// True for each estimate that IsCertain accepts.
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
	// If the gap is smaller, CompareWithEnd needs exact numbers.
	const auto isPlain = slope.AreCertain() & height.AreCertain() & (Abs(gap) > 0x1p-27 * (Abs(fraction) + end));
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

} // namespace ricochet
