// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

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

} // namespace ricochet
