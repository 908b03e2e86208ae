// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <ricochet/projectile/plugin.h>

#include <string>

namespace ricochet
{

// Each returns an empty string, or one sentence with the field and the number that are wrong.

[[nodiscard]] std::string Check(const BulletDef& def);
[[nodiscard]] std::string Check(const GrenadeDef& def);
[[nodiscard]] std::string Check(const b2Fixture* fixture, const Surface& surface);
[[nodiscard]] std::string CheckQueued(const b2Body* body);
[[nodiscard]] std::string CheckTime(const char* call, float dt);
[[nodiscard]] std::string CheckOrigin(b2Vec2 newOrigin);

/// A plugin can't refuse to be made: a wrong field gets its default.
[[nodiscard]] std::string CheckAndRepair(PluginDef& def);

} // namespace ricochet
