// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/edge.h"
#include "geometry/kernels.h"
#include "geometry/locate.h"

#include <ricochet/geometry/clip.h>

#include <algorithm>
#include <utility>

namespace ricochet
{

namespace
{

LocalSegmentHit SegmentHit(const LineCrossing& crossing, const LocalRay& ray, bool grazing, int front)
{
	const double fraction = std::min(std::max(0.0, crossing.fraction), static_cast<double>(ray.MaxFraction()));
	const LocalCrossing local{fraction, crossing.normal, crossing.edge};
	return {{local, local, false, false, grazing}, front};
}

// Where the line, which runs through it, passes a vertex: t = dot(v - start, d) / dot(d, d).
LineCrossing PassVertex(const LocalRay& ray, b2Vec2 vertex)
{
	const auto numerator = [&]<class T>(T)
	{
		return Dot(Lift<T>(vertex) - ray.Start<T>(), ray.Translation<T>());
	};
	const auto denominator = [&]<class T>(T)
	{
		return Dot(ray.Translation<T>(), ray.Translation<T>());
	};
	const double along = Certain(numerator);
	LineCrossing pass;
	pass.fraction = along / Certain(denominator);
	pass.vsStart = SignOf(along);
	pass.vsEnd = CompareWithEnd(ray, pass.fraction, numerator, denominator);
	return pass;
}

// The ray runs along the segment: it meets the nearer end, or starts on it.
std::optional<LocalSegmentHit> RunAlong(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	LineCrossing nearer = PassVertex(ray, a);
	LineCrossing farther = PassVertex(ray, b);
	const double order = Certain([&]<class T>(T) { return Dot(Lift<T>(b) - Lift<T>(a), ray.Translation<T>()); });
	if (order < 0.0)
	{
		std::swap(nearer, farther);
	}
	if (nearer.vsEnd > 0 || farther.vsStart <= 0)
	{
		return std::nullopt;
	}
	const Vec<double> direction = ray.CertainTranslation();
	nearer.normal = {-direction.x, -direction.y};
	nearer.edge = 0;
	return SegmentHit(nearer, ray, true, 0);
}

} // namespace

std::optional<LocalSegmentHit> CrossSegmentLocal(const LocalRay& ray, b2Vec2 a, b2Vec2 b)
{
	const b2Vec2 ends[] = {a, b};
	if (ray.IsValid() == false || ray.IsPoint() || AllFinite(ends) == false)
	{
		return std::nullopt;
	}

	const int sideA = ray.SideOf(a);
	const int sideB = ray.SideOf(b);
	if (sideA * sideB > 0)
	{
		return std::nullopt;
	}
	if (sideA == 0 && sideB == 0)
	{
		return RunAlong(ray, a, b);
	}

	LineCrossing crossing = CrossEdge(ray, Edge(a, b), 0);
	if (crossing.vsStart <= 0 || crossing.vsEnd > 0)
	{
		return std::nullopt;
	}

	// A ray that comes from the right of a -> b has a on its left.
	const int front = sideA > sideB ? 1 : -1;
	if (front < 0)
	{
		crossing.normal = {-crossing.normal.x, -crossing.normal.y};
	}
	return SegmentHit(crossing, ray, false, front);
}

std::optional<Crossing> CrossSegment(const Ray& ray, b2Vec2 a, b2Vec2 b)
{
	const std::optional<LocalSegmentHit> hit = CrossSegmentLocal(LocalRay(ray), a, b);
	return hit ? std::optional(InFrame(hit->span, ray).enter) : std::nullopt;
}

} // namespace ricochet
