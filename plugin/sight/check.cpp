// MIT License, Copyright (c) 2026 the ricochet authors

#include "sight/check.h"

namespace ricochet
{

Result<> CheckLook(b2Vec2 eye, float radius, const SightCone& cone)
{
	return Checker()
	    .Finite("eye", eye)
	    .Positive("radius", radius)
	    .Positive("SightCone::angle", cone.angle)
	    .Finite("SightCone::direction", cone.direction)
	    .Outcome();
}

} // namespace ricochet
