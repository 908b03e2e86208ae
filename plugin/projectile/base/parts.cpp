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

// More than the rounding to floats and the deviation of a pose from a rotation, as a share of the coordinates.
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

} // namespace

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
