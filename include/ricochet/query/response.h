// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The response of a beam or a projectile to a hit. A rule's answer is carried out, whatever numbers of bounces and
/// pierces are left, and whatever energy a bullet has. The only exception: without a surface (startsInside) nothing can
/// bounce. The beam or projectile then stops, and BeamEnd::NoPlace or ImpactEvent::decided reports it.
enum class Response : uint8_t
{
	Stop,   ///< ends; a bullet is embedded and expires, a grenade stays and slides or rests
	Bounce, ///< is reflected at the normal; a projectile with restitution and friction
	Pierce, ///< passes through the fixture; a bullet loses resistance * thickness of its energy (J). If it has less, it
	        ///< can only pierce by a rule, and keeps its velocity
	// Ignore stays the last: a number above it is no Response.
	Ignore ///< continues as if nothing were there
};

} // namespace ricochet

RICOCHET_EXPORT_END
