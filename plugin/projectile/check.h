// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "host/host.h"

#include <ricochet/geometry/error.h>
#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ricochet
{

// This file has the checks of defs and parameters.

[[nodiscard]] Result<> Check(const BulletDef& def);
[[nodiscard]] Result<> CheckPreview(const Result<>& def, float duration, float dt);
[[nodiscard]] Result<> Check(const GrenadeDef& def);
[[nodiscard]] Result<> Check(const ExplosionDef& def);
[[nodiscard]] Result<> Check(const Surface& surface);
[[nodiscard]] Result<> Check(const b2Fixture* fixture, const Surface& surface);
[[nodiscard]] Result<> CheckTime(float dt);

/// True if a time passes CheckTime (s).
[[nodiscard]] inline bool IsTime(float dt)
{
	return dt == 0.0f || (dt >= k_shortestStep && dt <= k_longestStep);
}

/// Replaces each wrong field by its default, because the constructor of a plugin cannot return an error. Returns the
/// first error, if any.
[[nodiscard]] Result<> CheckAndRepair(PluginDef& def, const b2World& world);

/// Returns the number of projectiles that may still be added under a limit.
[[nodiscard]] inline size_t RoomFor(int32_t most, size_t flying)
{
	return static_cast<size_t>(most) - std::min(static_cast<size_t>(most), flying);
}

/// Returns the error for a limit that has no room for `more` projectiles.
[[nodiscard]] inline Error TooMany(const char* limit, int32_t most, size_t flying, int32_t more)
{
	return {ErrorReason::TooMany, limit, -1, static_cast<double>(flying) + more, static_cast<double>(most)};
}

} // namespace ricochet
