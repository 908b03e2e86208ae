// MIT License, Copyright (c) 2026 the ricochet authors

#include "twin.h"

#include "fixture_def.h"

#include <box2d/b2_body.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_fixture.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace playground
{

namespace
{

constexpr float k_leastRadius = 0.05f; // m: Box2D has no points, and asks for bodies of 0.1 m and more
constexpr size_t k_mostGhosts = 40;
constexpr size_t k_mostTrail = 40;    // steps
constexpr int32_t k_longest = 240;    // steps
constexpr int16_t k_ghostGroup = -99; // do not meet one another

} // namespace

void Twin::Fire(const ricochet::BulletDef& def)
{
	Ghost ghost{};
	ghost.position = def.position;
	ghost.velocity = def.velocity;
	ghost.asked = def.velocity.Length();
	ghost.radius = std::max(def.radius, k_leastRadius);
	ghost.mass = def.mass;
	ghost.restitution = def.restitution;
	ghost.friction = def.friction;
	ghost.drag = def.drag;
	ghost.gravityScale = def.gravityScale;
	Add(std::move(ghost));
}

void Twin::Throw(const ricochet::GrenadeDef& def)
{
	Ghost ghost{};
	ghost.position = def.position;
	ghost.velocity = def.velocity;
	ghost.asked = def.velocity.Length();
	ghost.radius = def.radius;
	ghost.mass = def.mass;
	ghost.restitution = def.restitution;
	ghost.friction = def.friction;
	ghost.gravityScale = def.gravityScale;
	Add(std::move(ghost));
}

void Twin::Add(Ghost added)
{
	if (m_ghosts.size() == k_mostGhosts)
	{
		Forget(0);
	}
	Ghost& ghost = m_ghosts.emplace_back(std::move(added));
	ghost.trail.assign(1, ghost.position);
	if (m_world != nullptr)
	{
		AddBody(ghost);
	}
}

void Twin::AddBody(const Ghost& ghost)
{
	b2BodyDef bodyDef;
	bodyDef.type = b2_dynamicBody;
	bodyDef.bullet = true;
	bodyDef.position = ghost.position;
	bodyDef.linearVelocity = ghost.velocity;
	bodyDef.linearDamping = ghost.drag;
	bodyDef.gravityScale = ghost.gravityScale;
	b2CircleShape shape;
	shape.m_radius = ghost.radius;
	b2FixtureDef def;
	def.shape = &shape;
	def.density = ghost.mass / (b2_pi * ghost.radius * ghost.radius);
	def.restitution = ghost.restitution;
	def.friction = ghost.friction;
	def.filter.groupIndex = k_ghostGroup;
	b2Body* body = m_world->CreateBody(&bodyDef);
	body->CreateFixture(&def);
	m_bodies.push_back(body);
}

void Twin::Forget(size_t ghost)
{
	m_ghosts.erase(m_ghosts.begin() + static_cast<std::ptrdiff_t>(ghost));
	if (m_world != nullptr)
	{
		m_world->DestroyBody(m_bodies[ghost]);
		m_bodies.erase(m_bodies.begin() + static_cast<std::ptrdiff_t>(ghost));
	}
}

void Twin::Restore(std::vector<Ghost> ghosts)
{
	m_ghosts = std::move(ghosts);
	m_bodies.clear();
	m_copies.clear();
	m_world.reset();
}

bool Twin::IsCopyOf(const b2World& ours) const
{
	size_t i = 0;
	for (const b2Body* body = ours.GetBodyList(); body != nullptr; body = body->GetNext(), ++i)
	{
		if (i == m_copies.size() || m_copies[i].of != body)
		{
			return false;
		}
	}
	return m_world != nullptr && i == m_copies.size();
}

void Twin::CopyWorld(const b2World& ours)
{
	Restore(std::move(m_ghosts));
	m_world = std::make_unique<b2World>(ours.GetGravity());
	for (const b2Body* of = ours.GetBodyList(); of != nullptr; of = of->GetNext())
	{
		b2BodyDef bodyDef;
		bodyDef.type = of->GetType();
		bodyDef.position = of->GetPosition();
		bodyDef.angle = of->GetAngle();
		b2Body* body = m_world->CreateBody(&bodyDef);
		for (const b2Fixture* fixture = of->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			const b2FixtureDef def = DefOf(*fixture);
			body->CreateFixture(&def);
		}
		m_copies.push_back({of, body});
	}
	for (const Ghost& ghost : m_ghosts)
	{
		AddBody(ghost);
	}
}

void Twin::Step(const b2World& ours, float timeStep)
{
	if (m_ghosts.empty())
	{
		Restore({});
		return;
	}
	if (IsCopyOf(ours) == false)
	{
		CopyWorld(ours);
	}
	for (const Copy& copy : m_copies)
	{
		if (copy.of->GetType() != b2_staticBody)
		{
			copy.body->SetTransform(copy.of->GetPosition(), copy.of->GetAngle());
			copy.body->SetLinearVelocity(copy.of->GetLinearVelocity());
			copy.body->SetAngularVelocity(copy.of->GetAngularVelocity());
		}
	}
	m_world->SetGravity(ours.GetGravity());
	m_world->Step(timeStep, 8, 3);
	for (size_t i = m_ghosts.size(); i-- > 0;)
	{
		Ghost& ghost = m_ghosts[i];
		ghost.position = m_bodies[i]->GetPosition();
		ghost.velocity = m_bodies[i]->GetLinearVelocity();
		ghost.trail.push_back(ghost.position);
		if (ghost.trail.size() > k_mostTrail)
		{
			ghost.trail.erase(ghost.trail.begin());
		}
		if (++ghost.age > k_longest)
		{
			Forget(i);
		}
	}
}

void Twin::Draw(Display& display, float alpha) const
{
	for (const Ghost& ghost : m_ghosts)
	{
		const bool isNewest = &ghost == &m_ghosts.back();
		const size_t last = ghost.trail.size() - 1;
		const b2Vec2 before = ghost.trail[last > 0 ? last - 1 : 0];
		const b2Vec2 at = before + alpha * (ghost.position - before);
		std::vector<b2Vec2> way(ghost.trail.begin(), ghost.trail.end() - 1);
		way.push_back(at);
		display.Circle(at, ghost.radius, 0.0f, Style::Box2D, isNewest ? 1.0f : 0.35f);
		if (isNewest)
		{
			display.Line(way, Style::Box2D);
			const float speed = ghost.velocity.Length();
			display.Text(at + b2Vec2{0.1f, -0.7f},
			             ghost.age > 0 && ghost.asked > 1.02f * speed
			                 ? fmt::format("Box2D's body is here\n{:.0f} of {:.0f} m/s", speed, ghost.asked)
			                 : "Box2D's body is here",
			             Style::Box2D);
		}
	}
}

} // namespace playground
