// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hard
{

namespace
{

constexpr double k_contactSlack = 1.0e-4; // m: how far b2Distance may be off at the size of these scenes

std::vector<b2Vec2> PointsOf(const b2Shape& shape)
{
	switch (shape.GetType())
	{
	case b2Shape::e_circle:
		return {static_cast<const b2CircleShape&>(shape).m_p};
	case b2Shape::e_edge:
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return {edge.m_vertex1, edge.m_vertex2};
	}
	case b2Shape::e_polygon:
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		return {polygon.m_vertices, polygon.m_vertices + polygon.m_count};
	}
	default:
	{
		const auto& chain = static_cast<const b2ChainShape&>(shape);
		return {chain.m_vertices, chain.m_vertices + chain.m_count};
	}
	}
}

Outline OutlineOf(const b2Fixture& fixture)
{
	const b2Shape& shape = *fixture.GetShape();
	Outline outline;
	outline.points = PointsOf(shape);
	for (b2Vec2& point : outline.points)
	{
		point = fixture.GetBody()->GetWorldPoint(point);
	}
	outline.radius = shape.GetType() == b2Shape::e_circle ? shape.m_radius : 0.0f;
	outline.isClosed = shape.GetType() != b2Shape::e_edge && shape.GetType() != b2Shape::e_chain;
	return outline;
}

// Returns the outlines of all fixtures; with Ink::Start, those of static bodies are left out.
std::vector<Solid> SolidsOf(const b2World& world, Ink ink)
{
	std::vector<Solid> solids;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const bool isStill = body->GetType() == b2_staticBody;
		if (isStill && ink == Ink::Start)
		{
			continue;
		}
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			solids.push_back({OutlineOf(*fixture), isStill ? Ink::Still : ink});
		}
	}
	return solids;
}

} // namespace

b2Body* Stage::AddBody(b2BodyType type, b2Vec2 position, float angle)
{
	b2BodyDef def;
	def.type = type;
	def.position = position;
	def.angle = angle;
	return world.CreateBody(&def);
}

b2Body* Stage::AddCrate(b2Vec2 center, b2Vec2 halfSize, float mass)
{
	b2Body* crate = AddBody(b2_dynamicBody, center);
	Add(crate, ricochet::MakeBox(halfSize.x, halfSize.y), mass / (4.0f * halfSize.x * halfSize.y));
	return crate;
}

ricochet::GrenadeId Stage::Throw(const ricochet::GrenadeDef& def)
{
	m_grenades.push_back(plugin.Throw(def));
	m_grenadeTracks.push_back({Traveller::Grenade, {def.position}, {{def.position, def.radius, 0.0f}}});
	return m_grenades.back();
}

ricochet::BulletId Stage::Fire(ricochet::BulletDef def)
{
	def.keepsPath = true;
	m_bullets.push_back(plugin.Fire(def));
	m_bulletTracks.push_back({Traveller::Bullet, {def.position}, {}});
	return m_bullets.back();
}

void Stage::Follow(const b2Body* circle)
{
	m_circles.push_back(circle);
	m_circleTracks.push_back({Traveller::Circle, {}, {}});
}

void Stage::FollowPoint(const b2Body* body, b2Vec2 local)
{
	m_followed.push_back({body, local, {}});
}

void Stage::Step()
{
	StepBodies();
	StepProjectiles();
}

void Stage::Run(int32_t steps, const std::function<void()>& afterStep)
{
	for (int32_t i = 0; i < steps; ++i)
	{
		Step();
		if (afterStep)
		{
			afterStep();
		}
	}
}

void Stage::StepBodies()
{
	if (m_steps == 0)
	{
		BeginRecording();
	}
	plugin.BeginStep();
	world.Step(k_timeStep, 8, 3);
}

void Stage::StepProjectiles()
{
	plugin.EndStep(k_timeStep);
	++m_steps;
	RecordStep();
}

ricochet::GrenadeState Stage::Grenade(ricochet::GrenadeId id) const
{
	constexpr float k_none = std::numeric_limits<float>::quiet_NaN();
	ricochet::GrenadeState ended;
	ended.position = ended.velocity = {k_none, k_none};
	return plugin.Find(id).value_or(ended);
}

Scene Stage::Finish(const Frame& frame)
{
	Scene scene;
	scene.frame = frame;
	for (size_t i = 0; i < m_grenades.size(); ++i)
	{
		if (const auto state = plugin.Find(m_grenades[i]))
		{
			m_grenadeTracks[i].discs.push_back({state->position, state->radius, state->angle});
		}
	}
	scene.drawing.solids = std::move(m_start);
	const std::vector<Solid> end = SolidsOf(world, Ink::End);
	scene.drawing.solids.insert(scene.drawing.solids.end(), end.begin(), end.end());
	for (std::vector<Track>* tracks : {&m_circleTracks, &m_grenadeTracks, &m_bulletTracks})
	{
		scene.drawing.tracks.insert(scene.drawing.tracks.end(), tracks->begin(), tracks->end());
	}
	for (const Followed& followed : m_followed)
	{
		scene.drawing.motions.push_back(followed.way);
	}
	scene.drawing.marks = marks;
	scene.drawing.notes = notes;
	if (m_grenades.empty() == false)
	{
		scene.claims.push_back({"deepest in a solid", 1000.0 * m_deepest, 0.0, 1000.0 * k_contactSlack, "mm"});
	}
	return scene;
}

void Stage::BeginRecording()
{
	m_start = SolidsOf(world, Ink::Start);
	for (size_t i = 0; i < m_grenades.size(); ++i)
	{
		if (const auto state = plugin.Find(m_grenades[i]))
		{
			m_grenadeTracks[i].path = {state->position};
			m_grenadeTracks[i].discs = {{state->position, state->radius, state->angle}};
		}
	}
	for (size_t i = 0; i < m_circles.size(); ++i)
	{
		const b2Body& body = *m_circles[i];
		const float radius = body.GetFixtureList()->GetShape()->m_radius;
		m_circleTracks[i].path = {body.GetPosition()};
		m_circleTracks[i].discs = {{body.GetPosition(), radius, body.GetAngle()}};
	}
	for (Followed& followed : m_followed)
	{
		followed.way = {followed.body->GetWorldPoint(followed.local)};
	}
}

void Stage::RecordStep()
{
	const bool drawsDiscs = m_steps % discInterval == 0;
	for (size_t i = 0; i < m_grenades.size(); ++i)
	{
		if (const auto state = plugin.Find(m_grenades[i]))
		{
			m_deepest = std::max(m_deepest, DepthInSolids(world, state->position, state->radius));
			m_grenadeTracks[i].path.push_back(state->position);
			if (drawsDiscs)
			{
				m_grenadeTracks[i].discs.push_back({state->position, state->radius, state->angle});
			}
		}
	}
	for (size_t i = 0; i < m_circles.size(); ++i)
	{
		const b2Body& body = *m_circles[i];
		m_circleTracks[i].path.push_back(body.GetPosition());
		if (drawsDiscs)
		{
			const float radius = body.GetFixtureList()->GetShape()->m_radius;
			m_circleTracks[i].discs.push_back({body.GetPosition(), radius, body.GetAngle()});
		}
	}
	for (Followed& followed : m_followed)
	{
		followed.way.push_back(followed.body->GetWorldPoint(followed.local));
	}
	RecordBullets();
}

void Stage::RecordBullets()
{
	for (size_t i = 0; i < m_bullets.size(); ++i)
	{
		for (const ricochet::PathPoint& point : plugin.PathOf(m_bullets[i]))
		{
			m_bulletTracks[i].path.push_back(point.position);
		}
	}
}

} // namespace hard
