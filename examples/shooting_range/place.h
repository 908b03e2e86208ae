// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "range.h"

namespace range
{

/// The records of a place, from which it is drawn after its world is gone.
struct Story
{
	LevelDef level;
	Record record; ///< flights in the order of firing and throwing; their impacts are left out
};

/// A small world with a plugin, which records the poses of objects and the paths of projectiles.
class Place
{
public:
	Place(float gravity, std::vector<ObjectDef> objects);

	Story story;
	Stage stage;
	ricochet::Plugin plugin;

	ricochet::BulletId Fire(ricochet::BulletDef def);    ///< its path is recorded as it was flown
	ricochet::GrenadeId Throw(ricochet::GrenadeDef def); ///< likewise, from step to step

	void Step();

private:
	void RecordPoses();
	void RecordFlights();

	std::vector<ricochet::BulletId> m_bullets; // of each flight; null: a grenade
	std::vector<Leg> m_legs;                   // of each flight, what happened last
};

/// Returns a box as a static object.
[[nodiscard]] ObjectDef MakeBlock(Material material, b2Vec2 center, b2Vec2 halfSize);

/// Returns a box as a movable object. Its density is 1 kg/m^2 unless the caller sets another one.
[[nodiscard]] ObjectDef MakeMover(b2BodyType type, Material material, b2Vec2 center, b2Vec2 halfSize);

} // namespace range
