// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "projectile/blast/explosions.h"

#include <ricochet/projectile/bullet_list.h>
#include <ricochet/projectile/grenade.h>

#include <cstdint>
#include <span>

namespace ricochet
{

/// Returns a checksum of states, which is the same on all machines (Plugin::Checksum).
[[nodiscard]] uint64_t ChecksumOf(const BulletList& bullets, std::span<const GrenadeState> grenades,
                                  std::span<const PendingExplosion> waiting);

} // namespace ricochet
