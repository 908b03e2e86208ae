// MIT License, Copyright (c) 2026 the ricochet authors

#include "support/referee.h"

#include <box2d/b2_world.h>

namespace ricochet::referee
{

Referee::Referee(b2World& world, Plugin& plugin, const RefereeDef& def)
    : m_world(world), m_plugin(plugin), m_ledger(def)
{
}

BulletId Referee::Fire(const BulletDef& def)
{
	const BulletId id = m_plugin.Fire(def);
	Know(id, def);
	return id;
}

GrenadeId Referee::Throw(const GrenadeDef& def)
{
	const GrenadeId id = m_plugin.Throw(def);
	Know(id, def);
	return id;
}

void Referee::Know(BulletId id, const BulletDef& def)
{
	if (id)
	{
		m_ledger.Born(KeyOf(id), {def.radius, def.mass, def.gravityScale, def.drag, def.filter, def.hitsGrenades});
	}
}

void Referee::Know(GrenadeId id, const GrenadeDef& def)
{
	if (id)
	{
		m_ledger.Born(KeyOf(id), {def.radius, def.mass, def.gravityScale, 0.0L, def.filter});
	}
}

void Referee::Cancel(BulletId id)
{
	m_plugin.Cancel(id);
	if (Record* record = m_ledger.Find(KeyOf(id)))
	{
		record->cancelled = true;
	}
}

void Referee::Cancel(GrenadeId id)
{
	m_plugin.Cancel(id);
	if (Record* record = m_ledger.Find(KeyOf(id)))
	{
		record->cancelled = true;
	}
}

void Referee::Step(float dt, int32_t velocityIterations, int32_t positionIterations)
{
	BeforeStep();
	m_plugin.BeginStep();
	m_world.Step(dt, velocityIterations, positionIterations);
	AfterWorld();
	m_plugin.EndStep(dt);
	AfterStep(dt);
}

void Referee::RecordStates(std::vector<ProjectileSight>& states) const
{
	states.clear();
	for (const BulletState& state : m_plugin.Bullets())
	{
		states.push_back({KeyOf(state.id), Widen(state.position), Widen(state.velocity), state.age, false});
	}
	for (const GrenadeState& state : m_plugin.Grenades())
	{
		states.push_back({KeyOf(state.id), Widen(state.position), Widen(state.velocity), state.age, state.resting,
		                  state.angularVelocity});
	}
}

void Referee::BeforeStep()
{
	m_sight = {};
	m_record.Begin(m_world, m_sight);
	RecordStates(m_sight.before);
}

void Referee::AfterWorld()
{
	m_record.Stepped(m_world);
}

void Referee::AfterStep(float dt)
{
	m_sight.dt = dt;
	m_record.End(m_world, m_sight);
	RecordStates(m_sight.after);
	for (const PressEvent& e : m_plugin.Presses())
	{
		m_sight.presses.push_back({KeyOf(e.grenade), e.body, Widen(e.point), Widen(e.impulse), e.time, e.inNextStep});
	}
	for (const ImpactEvent& e : m_plugin.Impacts())
	{
		const Key key = e.bullet ? KeyOf(e.bullet) : KeyOf(e.grenade);
		const Key shot = e.bullet && e.grenade ? KeyOf(e.grenade) : Key{};
		m_sight.impacts.push_back({key, e.fixture, e.body, e.child, e.time, Widen(e.position), Widen(e.enter.normal),
		                           e.thickness, Widen(e.velocityBefore), Widen(e.velocityAfter), Widen(e.impulse),
		                           e.response, e.startsInside, shot, Widen(e.enter.point)});
	}
	for (const ExpiredEvent& e : m_plugin.Expired())
	{
		const Key key = e.grenade ? KeyOf(e.grenade) : KeyOf(e.bullet);
		m_sight.ends.push_back({key, e.reason, e.time, Widen(e.position), Widen(e.velocity)});
	}
	Judge(m_sight, m_ledger);
}

} // namespace ricochet::referee
