// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/check.h"

namespace ricochet
{

Result<> Check(const SightCone& cone)
{
	return Checker().Positive("SightCone::angle", cone.angle).Finite("SightCone::direction", cone.direction).Outcome();
}

Result<> CheckLook(b2Vec2 eye, float radius, const SightCone& cone)
{
	const Result<> disc = Checker().Finite("eye", eye).Positive("radius", radius).Outcome();
	return disc ? Check(cone) : disc;
}

} // namespace ricochet
