// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/body_motion.h"

#include "projectile/ballistics.h"

#include <algorithm>

namespace ricochet
{

Vec<double> PointOf(const b2Transform& pose, b2Vec2 local)
{
	return Lift<double>(pose.p) + Turned(pose.q, Lift<double>(local));
}

Vec<double> BodyMotion::CenterAt(double share) const
{
	return centerBefore + std::min(share, heldFrom) * (centerAfter - centerBefore);
}

Vec<double> BodyMotion::ToLocal(const Vec<double>& point, double share) const
{
	const SinCos turned = SinCosOf(angleBefore + std::min(share, heldFrom) * Turn());
	const Vec<double> arm = point - CenterAt(share);
	return {localCenter.x + (turned.cos * arm.x + turned.sin * arm.y),
	        localCenter.y + (turned.cos * arm.y - turned.sin * arm.x)};
}

Vec<double> BodyMotion::MassCenterAt(double share) const
{
	return localMassCenter == localCenter ? CenterAt(share) : PointOf(PoseAt(share), localMassCenter);
}

Vec<double> BodyMotion::WayOf(const Vec<double>& point, double share) const
{
	if (share > heldFrom)
	{
		return {};
	}
	const Vec<double> arm = point - CenterAt(share);
	return centerAfter - centerBefore + Vec<double>{-Turn() * arm.y, Turn() * arm.x};
}

float BodyMotion::AngleAt(double share) const
{
	return static_cast<float>(angleBefore + share * Turn());
}

b2Transform BodyMotion::PoseAt(double share) const
{
	if (share <= 0.0)
	{
		return before;
	}
	if (share >= 1.0 || share > heldFrom)
	{
		return after;
	}

	b2Transform pose = before;
	if (angleBefore != angleAfter)
	{
		const SinCos turned = SinCosOf(angleBefore + share * Turn());
		pose.q.s = static_cast<float>(turned.sin);
		pose.q.c = static_cast<float>(turned.cos);
	}
	pose.p = ToFloat(CenterAt(share) - Turned(pose.q, Lift<double>(localCenter)));
	return pose;
}

} // namespace ricochet
