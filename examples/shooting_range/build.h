// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "common/level.h"

#include <box2d/b2_world.h>

#include <memory>

namespace ricochet
{
class Plugin;
}

namespace range
{

using namespace common;

/// A Box2D world made from a level: one body with one fixture for each object.
struct Stage
{
	std::unique_ptr<b2World> world;
	std::vector<b2Body*> bodies; ///< in the order of LevelDef::objects
};

/// Builds the world of a level. If a shape cannot be made, returns nothing, and *error is one line: the file, the
/// object and the reason.
[[nodiscard]] std::optional<Stage> BuildStage(const LevelDef& level, std::string* error);

/// Returns the point at which an object's hinge pins it, in its own frame: its centre, or the middle of its top.
[[nodiscard]] b2Vec2 HingePoint(const ObjectDef& object);

/// Sets the plugin's surface of each object.
void SetSurfaces(const LevelDef& level, const Stage& stage, ricochet::Plugin& plugin);

/// Turns lifts round at their ends. Call before each step.
void DriveLifts(const LevelDef& level, const Stage& stage);

/// Returns the index of a stage's body in LevelDef::objects.
[[nodiscard]] int32_t ObjectIndex(const b2Body* body);

} // namespace range
