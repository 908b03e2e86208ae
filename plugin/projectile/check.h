// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/geometry/error.h>
#include <ricochet/projectile/plugin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ricochet
{

// What is asked of the parameters of each call.

[[nodiscard]] Result<> Check(const BulletDef& def);
[[nodiscard]] Result<> CheckPreview(const BulletDef& def, float duration, float dt);
[[nodiscard]] Result<> CheckMove(b2Vec2 position, b2Vec2 velocity);
[[nodiscard]] Result<> Check(const GrenadeDef& def);
[[nodiscard]] Result<> Check(const ExplosionDef& def);
[[nodiscard]] Result<> Check(const Surface& surface);
[[nodiscard]] Result<> Check(const b2Fixture* fixture, const Surface& surface);
[[nodiscard]] Result<> CheckQueued(const b2Body* body);
[[nodiscard]] Result<> CheckTime(float dt);
/// Room for so many.
[[nodiscard]] Result<> CheckCount(int32_t bullets, int32_t grenades, const PluginDef& def);

[[nodiscard]] Result<> CheckOrigin(b2Vec2 newOrigin);

/// A plugin can't refuse to be made: a wrong field gets its default.
[[nodiscard]] Result<> CheckAndRepair(PluginDef& def, const b2World& world);

/// How many more projectiles may fly under a limit.
[[nodiscard]] inline size_t RoomFor(int32_t most, size_t flying)
{
	return static_cast<size_t>(most) - std::min(static_cast<size_t>(most), flying);
}

/// The error that a limit has no room for so many more.
[[nodiscard]] inline Error TooMany(const char* limit, int32_t most, size_t flying, int32_t more)
{
	return {ErrorReason::TooMany, limit, -1, static_cast<double>(flying) + more, static_cast<double>(most)};
}

} // namespace ricochet
