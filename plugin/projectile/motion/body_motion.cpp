// MIT License, Copyright (c) 2026 the ricochet authors

#include "projectile/motion/body_motion.h"

#include "projectile/base/ballistics.h"

#include <algorithm>

namespace ricochet
{

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

	const bool turns = angleBefore != angleAfter;
	return PoseAbout(CenterAt(share), localCenter, turns ? RotationOf(angleBefore + share * Turn()) : before.q);
}

} // namespace ricochet
