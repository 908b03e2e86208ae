// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/export.h>

#include <cstdint>

RICOCHET_EXPORT_BEGIN

namespace ricochet
{

/// The id of a projectile of one plugin, valid as long as that plugin lives. A default id belongs to no projectile.
///
/// - An id is never used twice, except after Plugin::Restore. Ids that the game got since the save will then be given
///   again. So the game must drop them.
/// - No other plugin of the program, at the same time or later, accepts it as one of its own (up to 2^32 plugins).
/// - It contains the number of its plugin. So do not send it to another program: send userData.
template <class Projectile>
struct ProjectileId
{
	uint32_t index = 0;
	uint32_t generation = 0; ///< 0: null
	uint32_t plugin = 0;     ///< number of its plugin, from 1 on
	friend bool operator==(const ProjectileId&, const ProjectileId&) = default;
	explicit operator bool() const { return generation != 0; }
};

} // namespace ricochet

RICOCHET_EXPORT_END
