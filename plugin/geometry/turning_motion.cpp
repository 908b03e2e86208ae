// MIT License, Copyright (c) 2026 the ricochet authors

#include "geometry/turning_motion.h"

#include "geometry/locate.h"

#include <algorithm>
#include <cmath>

namespace ricochet
{

namespace
{

constexpr double k_leastOfWay = 0x1p-21; // of a tolerance: what fractions, being floats, can tell

} // namespace

bool IsHullToCast(const Hull& hull)
{
	return hull.vertices.empty() == false && hull.radius >= 0.0f && std::isfinite(hull.radius) &&
	       AllFinite(hull.vertices);
}

b2Transform PoseAt(const TurningMotion& motion, float fraction)
{
	const SinCos turn = SinCosOf(static_cast<double>(fraction) * motion.angle);
	const Vec<double> center = CenterOf(motion) + static_cast<double>(fraction) * Lift<double>(motion.translation);
	const Vec<double> axis = TurnedBy(turn, {motion.pose.q.c, motion.pose.q.s});
	b2Transform pose;
	pose.p = ToFloat(center + TurnedBy(turn, ArmOf(motion, {0.0f, 0.0f})));
	pose.q.c = ToFloat(axis.x);
	pose.q.s = ToFloat(axis.y);
	return pose;
}

Vec<double> CenterOf(const TurningMotion& motion)
{
	return PointOf(motion.pose, motion.localCenter);
}

bool IsTurning(const Hull& moving, const TurningMotion& motion, float tolerance)
{
	return IsHullToCast(moving) && IsPose(motion.pose) && AllFinite(std::span(&motion.localCenter, 1)) &&
	       std::isfinite(motion.angle) && IsValid(Ray{motion.pose.p, motion.translation, motion.maxFraction}) &&
	       tolerance >= 0.0f && std::isfinite(tolerance);
}

TurningReach ReachOf(const Hull& moving, const TurningMotion& motion, float tolerance)
{
	TurningReach reach{0.0, tolerance, 0.0, {0.0, 0.0}};
	for (const b2Vec2& vertex : moving.vertices)
	{
		const Vec<double> arm = ArmOf(motion, vertex);
		reach.farthest = std::max(reach.farthest, Length(arm));
		reach.inStart = {std::max(reach.inStart.x, std::abs(arm.x)), std::max(reach.inStart.y, std::abs(arm.y))};
	}
	const double straight = motion.maxFraction * Length(Lift<double>(motion.translation));
	const double turned = motion.maxFraction * std::abs(static_cast<double>(motion.angle));
	const double told = k_leastOfWay * straight + std::min(k_leastOfWay * turned, 1.0) * reach.farthest;
	const Vec<double> center = CenterOf(motion);
	const double coordinates = std::max(std::abs(center.x), std::abs(center.y)) + reach.farthest + moving.radius;
	reach.noise = k_turningNoise * coordinates;
	reach.tolerance = std::max({reach.tolerance, told, reach.noise});
	return reach;
}

} // namespace ricochet
