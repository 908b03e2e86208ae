// MIT License, Copyright (c) 2026 the ricochet authors

#include "referee/stage.h"

#include <algorithm>

namespace ricochet::referee
{

namespace
{

constexpr int16_t k_discGroup = -7; // discs pass through each other, as grenades do

Key KeyOfDisc(size_t i)
{
	return {true, static_cast<uint32_t>(i), 1};
}

} // namespace

b2Body* Stage::AddBody(b2BodyType type, b2Vec2 position, float angle)
{
	return test::AddBody(world, position, angle, type);
}

b2Fixture* Stage::Add(b2Body* body, const b2Shape& shape, const Material& material)
{
	b2FixtureDef def;
	def.shape = &shape;
	def.density = material.density;
	def.friction = material.friction;
	def.restitution = material.restitution;
	return body->CreateFixture(&def);
}

b2Fixture* Stage::AddBox(b2Body* body, b2Vec2 half, const Material& material, b2Vec2 center, float angle)
{
	return Add(body, test::BoxOf(half.x, half.y, center, angle), material);
}

b2Fixture* Stage::AddCircle(b2Body* body, float radius, const Material& material, b2Vec2 center)
{
	return Add(body, test::CircleOf(radius, center), material);
}

b2Fixture* Stage::AddEdge(b2Body* body, b2Vec2 a, b2Vec2 b, const Material& material)
{
	return Add(body, test::EdgeOf(a, b), material);
}

b2Fixture* Stage::AddChain(b2Body* body, const std::vector<b2Vec2>& vertices, const Material& material)
{
	return Add(body, test::ChainOf(vertices), material);
}

b2Fixture* Stage::AddRoom(b2Body* body, std::vector<b2Vec2> vertices, const Material& material)
{
	std::reverse(vertices.begin(), vertices.end());
	return Add(body, test::LoopOf(vertices), material);
}

void Stage::Open()
{
	if (m_plugin == nullptr)
	{
		m_plugin = std::make_unique<Plugin>(world, PluginDef{.rule = m_rule, .surface = {.resistance = 0.0f}});
		m_referee = std::make_unique<Referee>(world, *m_plugin, m_def);
	}
}

Plugin& Stage::GetPlugin()
{
	Open();
	return *m_plugin;
}

void Stage::Throw(const GrenadeDef& def)
{
	if (m_thrown == Thrown::Grenades)
	{
		Open();
		(void)m_referee->Throw(def);
		return;
	}
	b2Body* disc = AddBody(b2_dynamicBody, def.position);
	disc->SetLinearVelocity(def.velocity);
	disc->SetBullet(true);
	disc->SetGravityScale(def.gravityScale);
	const float area = b2_pi * def.radius * def.radius;
	b2Fixture* fixture = AddCircle(disc, def.radius, {def.mass / area, def.friction, def.restitution});
	b2Filter filter;
	filter.groupIndex = k_discGroup;
	fixture->SetFilterData(filter);
	m_ledger.Born(KeyOfDisc(m_discs.size()), {def.radius, def.mass, def.gravityScale, 0.0L, def.filter});
	m_discs.push_back(disc);
}

void Stage::Fire(const BulletDef& def)
{
	if (m_thrown == Thrown::Grenades)
	{
		Open();
		(void)m_referee->Fire(def);
	}
}

void Stage::Cancel(GrenadeId id)
{
	Open();
	m_referee->Cancel(id);
}

void Stage::Step(float dt)
{
	if (m_thrown == Thrown::Discs)
	{
		StepDiscs(dt);
		return;
	}
	Open();
	m_referee->Step(dt);
}

// Steps the world with Box2D's discs. Only JudgeSide judges them, because Box2D lets bodies overlap by design.
void Stage::StepDiscs(float dt)
{
	StepSight sight;
	WorldRecord record;
	const auto look = [&](std::vector<ProjectileSight>& states)
	{
		for (size_t i = 0; i < m_discs.size(); ++i)
		{
			states.push_back(
			    {KeyOfDisc(i), Widen(m_discs[i]->GetPosition()), Widen(m_discs[i]->GetLinearVelocity()), 0.0L, false});
		}
	};
	record.Begin(world, sight);
	look(sight.before);
	world.Step(dt, 8, 3);
	sight.dt = dt;
	record.End(world, sight, {m_discs.begin(), m_discs.end()});
	look(sight.after);
	JudgeSide(sight, m_ledger);
	m_ledger.step += 1;
}

} // namespace ricochet::referee
