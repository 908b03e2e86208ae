// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/base/parts.h"

#include "geometry/pose.h"
#include "geometry/round_to_float.h"
#include "geometry/to_world.h"

#include <cmath>

namespace ricochet
{

namespace
{

// The margin of a box, as a share of the coordinates. It covers the rounding to floats, including that of a pose's sine
// and cosine.
constexpr double k_growth = 0x1p-18;

void Add(const Vec<double>& point, double size, b2AABB& box)
{
	const double margin = k_growth * size + 0x1p-100;
	box.lowerBound = b2Min(box.lowerBound, {ToFloat(point.x - margin), ToFloat(point.y - margin)});
	box.upperBound = b2Max(box.upperBound, {ToFloat(point.x + margin), ToFloat(point.y + margin)});
}

double SizeOf(b2Vec2 v)
{
	return std::abs(static_cast<double>(v.x)) + std::abs(static_cast<double>(v.y));
}

// If two parts touch, the exit from one and the entry into the other differ by less than this share of the path.
constexpr double k_seam = 0x1p-26;

constexpr uint32_t k_bothSides = 3;

// Returns bits for the sides of the path on which a part lies. A part that the path enters lies on both sides.
uint32_t SidesOf(const LocalSpan& span)
{
	if (span.grazing == false)
	{
		return k_bothSides;
	}
	return span.side > 0 ? 1u : (span.side < 0 ? 2u : 0u);
}

} // namespace

// Before the first part of a geometry that a path enters there is no other part. So the result is false for that part,
// and every path that enters a geometry hits it.
bool ComesFromAnotherPart(const b2Shape& shape, int32_t part, const LocalRay& ray, float radius,
                          const LocalSpan& entered)
{
	const CastGeometryData* attached = AttachedTo(shape);
	if (attached == nullptr)
	{
		return false;
	}
	const double at = entered.enter.fraction;
	const Vec<double> way = ray.TranslationApproximation();
	const Vec<double> place = ray.StartApproximation() + at * way;
	const auto sizeOf = [](const Vec<double>& v)
	{
		return std::abs(v.x) + std::abs(v.y);
	};
	const double reach = radius + k_growth * (sizeOf(place) + sizeOf(way) + radius) + 0x1p-100;
	const b2AABB box{ToFloat(place - Vec<double>{reach, reach}), ToFloat(place + Vec<double>{reach, reach})};
	// A ray that starts exactly on the cut between two pieces misses the piece from which it comes. The opposite ray
	// enters that piece.
	const LocalRay back = ray.Toward(ToFloat(Turned(ray.StartPose().q, -1.0 * way)));
	uint32_t sides = 0;
	attached->ForEachPieceIn(box,
	                         [&](int32_t other)
	                         {
		                         if (other == part)
		                         {
			                         return;
		                         }
		                         const std::optional<ShapeSpan> met = CastPartLocal(shape, other, ray, radius);
		                         if (met && (met->span.startsInside || met->span.enter.fraction < at) &&
		                             met->span.exit.fraction + k_seam >= at)
		                         {
			                         sides |= SidesOf(met->span);
		                         }
		                         const std::optional<ShapeSpan> behind =
		                             at == 0.0 ? CastPartLocal(shape, other, back, radius) : std::nullopt;
		                         if (behind && behind->span.enter.fraction == 0.0)
		                         {
			                         sides |= SidesOf(behind->span);
		                         }
	                         });
	return sides == k_bothSides;
}

b2AABB BoundsOfPart(const b2Shape& shape, int32_t part, const b2Transform& pose)
{
	b2AABB box = NoBox();
	const CastGeometryData* attached = AttachedTo(shape);
	if (attached == nullptr)
	{
		shape.ComputeAABB(&box, pose, part);
		return box;
	}
	for (const b2Vec2 point : attached->PointsOf(part))
	{
		Add(PointOf(pose, point), SizeOf(pose.p) + SizeOf(point), box);
	}
	return box;
}

} // namespace ricochet
