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

/// A level brought to life: a Box2D world with one body, of one fixture, for each object.
struct Stage
{
	std::unique_ptr<b2World> world;
	std::vector<b2Body*> bodies; ///< in the order of LevelDef::objects
};

/// Outcome: nothing, and in *error one line with the file, the object and the reason, if a shape cannot be made.
[[nodiscard]] std::optional<Stage> BuildStage(const LevelDef& level, std::string* error);

/// Where an object with a hinge is pinned, in its own frame: at its centre, or in the middle of its top.
[[nodiscard]] b2Vec2 HingePoint(const ObjectDef& object);

/// Tells the plugin what each object is to bullets.
void SetSurfaces(const LevelDef& level, const Stage& stage, ricochet::Plugin& plugin);

/// Turns lifts round at their ends. Call before each step.
void DriveLifts(const LevelDef& level, const Stage& stage);

/// The index in LevelDef::objects of a body of a stage.
[[nodiscard]] int32_t ObjectIndex(const b2Body* body);

} // namespace range
