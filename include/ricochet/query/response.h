// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// What a beam or a projectile does at a hit.
enum class Response : uint8_t
{
	Stop,   ///< it ends; a bullet is embedded and expires, a grenade stays and slides or rests
	Bounce, ///< off the normal; a projectile with restitution and friction
	Pierce, ///< through the fixture; a bullet slower by resistance * thickness of energy
	Ignore  ///< on as if nothing were there
};

} // namespace ricochet

RICOCHET_EXPORT_END
