// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "build.h"

#include <ricochet/projectile/plugin.h>

#include <span>

namespace range
{

constexpr float k_timeStep = 1.0f / 60.0f; ///< s

/// One bullet or grenade to be fired before a step. The same shots can be fired in any number of ways.
struct Shot
{
	int32_t shooter = 0; ///< in LevelDef::shooters
	bool grenade = false;
	int32_t step = 0;
	b2Vec2 position{0.0f, 0.0f};
	b2Vec2 velocity{0.0f, 0.0f};
};

/// True if a position is so far out of the level that the projectile is no longer followed.
[[nodiscard]] bool IsOutside(const LevelDef& level, b2Vec2 position);

/// Returns every shot of the level's shooters within the time, ordered by step. The same seed gives the same shots.
[[nodiscard]] std::vector<Shot> PlanShots(const LevelDef& level, uint32_t seed, float seconds);

/// The event at which a piece of a projectile's path began.
enum class Leg : uint8_t
{
	Fired,
	Bounced,
	Pierced
};

struct PathPoint
{
	b2Vec2 position{0.0f, 0.0f};
	Leg leg = Leg::Fired; ///< of the piece that ends here
};

/// An impact event with data that outlasts the step: the time since the start of the run, and the object's index.
struct Impact
{
	ricochet::ImpactEvent event; ///< its fixture and body are those of the stage; bullet or grenade ids are of no use
	int32_t object = 0;
	int32_t step = 0;
	float time = 0.0f; ///< s
};

enum class End : uint8_t
{
	Flying,  ///< the time was over before
	Left,    ///< flew out of the level
	Stopped, ///< in what it hit
	Resting, ///< a grenade lies still
	Fuse,    ///< a grenade went off
	Other
};

struct Flight
{
	std::vector<PathPoint> path;
	std::vector<Impact> impacts;
	End end = End::Flying;
};

struct Pose
{
	b2Vec2 position{0.0f, 0.0f};
	float angle = 0.0f;
};

struct Record
{
	std::vector<Flight> flights;          ///< one for each shot
	std::vector<std::vector<Pose>> poses; ///< [step][object], as each step found them; the last row is the end
	float seconds = 0.0f;
};

/// Runs the level with a ricochet::Plugin and fires the shots. If the plugin refuses a shot, it returns nothing, and
/// *error is the reason.
[[nodiscard]] std::optional<Record> RunRange(const LevelDef& level, Stage& stage, std::span<const Shot> shots,
                                             float seconds, std::string* error);

/// Returns the pose of an object at a time of the run, interpolated between steps.
[[nodiscard]] Pose PoseAt(const Record& record, int32_t object, float time);

} // namespace range
