// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// Names a projectile of one plugin for as long as that lives; no other plugin of the program, at the same time or
/// later, takes it for one of its own (of 2^32 plugins). Never used twice. A default id names none.
template <class Projectile>
struct ProjectileId
{
	uint32_t index = 0;
	uint32_t generation = 0; ///< 0: null
	uint32_t plugin = 0;     ///< whose it is: plugins are numbered from 1 on
	friend bool operator==(const ProjectileId&, const ProjectileId&) = default;
	explicit operator bool() const { return generation != 0; }
};

} // namespace ricochet

RICOCHET_EXPORT_END
