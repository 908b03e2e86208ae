// MIT License, Copyright (c) 2026 the ricochet authors

#include "throw_preview.h"

#include "fixture_def.h"
#include "stage.h"

#include <ricochet/host/attach_geometry.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

constexpr size_t k_mostSteps = 600;
constexpr size_t k_mostBounces = 12; // that are drawn

// Box2D lists the newest first.
template <class Item>
std::vector<const Item*> OldestFirst(const Item* first)
{
	std::vector<const Item*> items;
	for (; first != nullptr; first = first->GetNext())
	{
		items.push_back(first);
	}
	std::reverse(items.begin(), items.end());
	return items;
}

b2Body* CopyBody(b2World& world, const b2Body& of)
{
	b2BodyDef def;
	def.type = of.GetJointList() != nullptr && of.GetType() == b2_dynamicBody ? b2_kinematicBody : of.GetType();
	def.position = of.GetPosition();
	def.angle = of.GetAngle();
	def.linearVelocity = of.GetLinearVelocity();
	def.angularVelocity = of.GetAngularVelocity();
	def.linearDamping = of.GetLinearDamping();
	def.angularDamping = of.GetAngularDamping();
	def.gravityScale = of.GetGravityScale();
	def.fixedRotation = of.IsFixedRotation();
	def.awake = of.IsAwake();
	def.enabled = of.IsEnabled();
	return world.CreateBody(&def);
}

void CopyFixture(b2Body& body, ricochet::Plugin& plugin, const b2Fixture& of, const ricochet::Plugin& ofPlugin)
{
	const b2FixtureDef def = DefOf(of);
	b2Fixture* fixture = body.CreateFixture(&def);
	plugin.SetSurface(fixture, ofPlugin.GetSurface(&of));
	if (const auto geometry = ricochet::GeometryOf(of))
	{
		(void)ricochet::AttachGeometry(fixture, *geometry);
	}
}

} // namespace

float ThrowPreview::SumOfPoses(const b2World& world)
{
	float sum = 0.0f;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		sum += 1.0f + body->GetPosition().x + 1.7f * body->GetPosition().y + 0.3f * body->GetAngle();
	}
	return sum;
}

void ThrowPreview::Fly(const b2World& world, const ricochet::Plugin& plugin, const ricochet::GrenadeDef& def)
{
	const float reach = def.blast ? def.blast->radius + def.blast->falloff : 0.0f;
	const Asked asked{def.position,    def.velocity, world.GetGravity(), def.fuse,
	                  def.restitution, reach,        SumOfPoses(world)};
	if (m_asked != asked)
	{
		m_asked = asked;
		m_reach = reach;
		FlyAnew(world, plugin, def);
	}
}

void ThrowPreview::FlyAnew(const b2World& world, const ricochet::Plugin& plugin, const ricochet::GrenadeDef& def)
{
	b2World copy(world.GetGravity());
	ricochet::Plugin flying(copy, {.maxBullets = 1, .maxGrenades = 1});
	for (const b2Body* of : OldestFirst(world.GetBodyList()))
	{
		b2Body* body = CopyBody(copy, *of);
		for (const b2Fixture* fixture : OldestFirst(of->GetFixtureList()))
		{
			CopyFixture(*body, flying, *fixture, plugin);
		}
	}
	m_places.assign(1, def.position);
	m_bounces.clear();
	if (!flying.Throw(def))
	{
		return;
	}
	while (m_places.size() < k_mostSteps && flying.Grenades().empty() == false &&
	       flying.Grenades().front().resting == false)
	{
		flying.Step(k_timeStep, 8, 3);
		for (const ricochet::ImpactEvent& impact : flying.Impacts())
		{
			m_bounces.push_back(impact.position);
		}
		for (const ricochet::ExpiredEvent& expired : flying.Expired())
		{
			m_places.push_back(expired.position);
		}
		if (flying.Grenades().empty() == false)
		{
			m_places.push_back(flying.Grenades().front().position);
		}
	}
}

void ThrowPreview::Draw(Display& display) const
{
	display.Line(m_places, Style::Preview);
	for (size_t i = 0; i < std::min(m_bounces.size(), k_mostBounces); ++i)
	{
		display.Dot(m_bounces[i], Style::Bounce, 0.8f);
	}
	if (m_reach > 0.0f && m_places.empty() == false)
	{
		std::vector<b2Vec2> circle;
		for (int i = 0; i <= 48; ++i)
		{
			const float angle = 2.0f * b2_pi * static_cast<float>(i) / 48.0f;
			circle.push_back(m_places.back() + m_reach * b2Vec2{std::cos(angle), std::sin(angle)});
		}
		display.Line(circle, Style::Preview, 0.5f);
	}
}

} // namespace playground
