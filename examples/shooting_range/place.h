// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include "range.h"

namespace range
{

/// What was seen of a place, for drawing it after its world has gone.
struct Story
{
	LevelDef level;
	Record record; ///< flights in the order of firing and throwing; their impacts are left out
};

/// A small world with a plugin, which records where objects stand and what flies.
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

/// A box that stands still.
[[nodiscard]] ObjectDef MakeBlock(Material material, b2Vec2 center, b2Vec2 halfSize);

/// The same as a body that moves, with a mass of one kg per m^2 unless another density is set.
[[nodiscard]] ObjectDef MakeMover(b2BodyType type, Material material, b2Vec2 center, b2Vec2 halfSize);

} // namespace range
