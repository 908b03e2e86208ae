// MIT License, Copyright (c) 2026 the ricochet authors

#include "place.h"

namespace range
{
namespace
{

LevelDef MakeLevel(float gravity, std::vector<ObjectDef> objects)
{
	LevelDef level;
	level.gravity = gravity;
	level.objects = std::move(objects);
	return level;
}

Stage Build(const LevelDef& level)
{
	std::string error;
	return BuildStage(level, &error).value();
}

} // namespace

Place::Place(float gravity, std::vector<ObjectDef> objects)
    : story{MakeLevel(gravity, std::move(objects)), {}}, stage(Build(story.level)), plugin(*stage.world)
{
	SetSurfaces(story.level, stage, plugin);
	RecordPoses();
}

ricochet::BulletId Place::Fire(ricochet::BulletDef def)
{
	def.userData = story.record.flights.size();
	def.keepsPath = true;
	m_bullets.push_back(plugin.Fire(def));
	m_legs.push_back(Leg::Fired);
	story.record.flights.push_back({.path = {{def.position, Leg::Fired}}, .impacts = {}});
	return m_bullets.back();
}

ricochet::GrenadeId Place::Throw(ricochet::GrenadeDef def)
{
	def.userData = story.record.flights.size();
	m_bullets.emplace_back();
	m_legs.push_back(Leg::Fired);
	story.record.flights.push_back({.path = {{def.position, Leg::Fired}}, .impacts = {}});
	return plugin.Throw(def);
}

void Place::Step()
{
	plugin.Step(k_timeStep, 8, 3);
	RecordFlights();
	RecordPoses();
	story.record.seconds += k_timeStep;
}

void Place::RecordPoses()
{
	std::vector<Pose>& row = story.record.poses.emplace_back();
	for (const b2Body* body : stage.bodies)
	{
		row.push_back({body->GetPosition(), body->GetAngle()});
	}
}

void Place::RecordFlights()
{
	for (size_t i = 0; i < m_bullets.size(); ++i)
	{
		const std::span<const ricochet::PathPoint> path = plugin.PathOf(m_bullets[i]);
		for (const ricochet::PathPoint& point : path.subspan(path.empty() ? 0 : 1)) // it begins where it was
		{
			story.record.flights[i].path.push_back({point.position, m_legs[i]});
			m_legs[i] = point.isImpact ? Leg::Bounced : m_legs[i];
		}
	}
	for (const ricochet::GrenadeState& grenade : plugin.Grenades())
	{
		story.record.flights[grenade.userData].path.push_back({grenade.position, Leg::Fired});
	}
}

ObjectDef MakeBlock(Material material, b2Vec2 center, b2Vec2 halfSize)
{
	ObjectDef block;
	block.material = material;
	block.position = center;
	block.vertices = {-halfSize, {halfSize.x, -halfSize.y}, halfSize, {-halfSize.x, halfSize.y}};
	return block;
}

ObjectDef MakeMover(b2BodyType type, Material material, b2Vec2 center, b2Vec2 halfSize)
{
	ObjectDef mover = MakeBlock(material, center, halfSize);
	mover.body = type;
	return mover;
}

} // namespace range
