// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <ricochet/host/attach_geometry.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

void DrawOutline(Display& display, const ricochet::Outline& outline, const b2Transform& pose, Style style)
{
	std::vector<b2Vec2> points;
	std::vector<int32_t> counts;
	for (const ricochet::OutlineRing& ring : outline.Rings())
	{
		counts.push_back(ring.count);
	}
	for (const b2Vec2 vertex : outline.Vertices())
	{
		points.push_back(b2Mul(pose, vertex));
	}
	display.Rings(points, counts, style);
}

void DrawVertices(Display& display, std::span<const b2Vec2> vertices, const b2Transform& pose, Style style,
                  bool isSolid)
{
	std::vector<b2Vec2> points;
	for (const b2Vec2 vertex : vertices)
	{
		points.push_back(b2Mul(pose, vertex));
	}
	isSolid ? display.Polygon(points, style) : display.Line(points, style);
}

void DrawFixture(Display& display, const b2Fixture& fixture, const b2Transform& pose)
{
	const auto style = static_cast<Style>(const_cast<b2Fixture&>(fixture).GetUserData().pointer);
	if (const auto geometry = ricochet::GeometryOf(fixture))
	{
		DrawOutline(display, geometry->GetOutline(), pose, style);
		return;
	}
	const b2Shape* shape = fixture.GetShape();
	switch (shape->GetType())
	{
	case b2Shape::e_circle:
	{
		const auto* circle = static_cast<const b2CircleShape*>(shape);
		display.Circle(b2Mul(pose, circle->m_p), circle->m_radius, pose.q.GetAngle(), style);
		break;
	}
	case b2Shape::e_polygon:
	{
		const auto* polygon = static_cast<const b2PolygonShape*>(shape);
		DrawVertices(display, {polygon->m_vertices, static_cast<size_t>(polygon->m_count)}, pose, style, true);
		break;
	}
	case b2Shape::e_edge:
	{
		const auto* edge = static_cast<const b2EdgeShape*>(shape);
		DrawVertices(display, std::array{edge->m_vertex1, edge->m_vertex2}, pose, style, false);
		break;
	}
	default:
	{
		const auto* chain = static_cast<const b2ChainShape*>(shape);
		DrawVertices(display, {chain->m_vertices, static_cast<size_t>(chain->m_count)}, pose, style, false);
		break;
	}
	}
}

// Returns the place of a bullet on its path at a time (s), and its velocity there.
std::array<b2Vec2, 2> PlaceAt(std::span<const ricochet::PathPoint> path, float until)
{
	std::array<b2Vec2, 2> place{path.front().position, {0.0f, 0.0f}};
	for (size_t i = 1; i < path.size() && (i == 1 || path[i - 1].time < until); ++i)
	{
		const ricochet::PathPoint& from = path[i - 1];
		const ricochet::PathPoint& to = path[i];
		const float duration = to.time - from.time;
		const float share = duration > 0.0f ? std::min((until - from.time) / duration, 1.0f) : 1.0f;
		const b2Vec2 way = to.position - from.position;
		place = {from.position + share * way, duration > 0.0f ? (1.0f / duration) * way : place[1]};
	}
	return place;
}

} // namespace

// Returns the pose of a body at a share of the last step.
b2Transform Stage::PoseOf(size_t body, const b2Body& of, float share) const
{
	if (body >= m_before.size() || m_before.size() != m_after.size())
	{
		return of.GetTransform();
	}
	const Pose& before = m_before[body];
	const Pose& after = m_after[body];
	b2Transform pose;
	pose.q = b2Rot(before.angle + share * (after.angle - before.angle));
	const b2Vec2 center = before.center + share * (after.center - before.center);
	pose.p = center - b2Mul(pose.q, of.GetLocalCenter());
	return pose;
}

void Stage::DrawBodies(Display& display) const
{
	size_t i = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Transform pose = PoseOf(i++, *body, m_alpha);
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			DrawFixture(display, *fixture, pose);
		}
	}
}

void Stage::DrawMoved(Display& display, float share) const
{
	size_t i = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext(), ++i)
	{
		const b2Fixture* fixture = body->GetFixtureList();
		if (body->GetType() == b2_staticBody || fixture == nullptr || fixture->GetType() != b2Shape::e_polygon)
		{
			continue;
		}
		const auto& box = *static_cast<const b2PolygonShape*>(fixture->GetShape());
		const b2Transform pose = PoseOf(i, *body, share);
		std::vector<b2Vec2> points;
		for (int k = 0; k <= box.m_count; ++k)
		{
			points.push_back(b2Mul(pose, box.m_vertices[k % box.m_count]));
		}
		display.Line(points, Style::Preview);
	}
}

void Stage::DrawBullets(Display& display) const
{
	constexpr float k_exposure = 0.012f; // s
	const float until = m_alpha * timeStep;
	std::vector<b2Vec2> streaks; // where, and how far back
	const auto add = [&](b2Vec2 head, b2Vec2 velocity)
	{
		streaks.push_back(head);
		streaks.push_back(-k_exposure * std::min(settings.timeScale, 1.0f) * velocity);
	};
	for (const Flown& flown : m_flown)
	{
		const bool isGone = flown.points.back().time < 0.999f * timeStep && flown.points.back().time <= until;
		if (isGone)
		{
			continue;
		}
		const auto [head, velocity] = PlaceAt(flown.points, until);
		add(head, 0.001f * velocity); // the rest is the way's
		if (flown.radius > 0.0f)
		{
			display.Circle(head, flown.radius, 0.0f, Style::Bullet);
		}
	}
	for (const ricochet::BulletState& bullet : plugin.Bullets())
	{
		if (bullet.age <= 0.0f) // fired since the last step: it is still in the muzzle
		{
			add(bullet.position, {0.0f, 0.0f});
		}
		else if (plugin.PathOf(bullet.id).empty())
		{
			add(plugin.PositionAt(bullet.id, m_alpha).value_or(bullet.position), bullet.velocity);
		}
	}
	m_ways.Draw(display, ShownTime(), settings.timeScale);
	display.Streaks(streaks, Style::Bullet);
}

void Stage::DrawGrenades(Display& display) const
{
	for (const ricochet::GrenadeState& grenade : plugin.Grenades())
	{
		const float back = grenade.age > 0.0f ? (1.0f - m_alpha) * timeStep : 0.0f;
		display.Circle(grenade.position - back * grenade.velocity, grenade.radius,
		               grenade.angle - back * grenade.angularVelocity, Style::Grenade);
	}
	for (const Blast& blast : m_blasts)
	{
		const double age = ShownTime() - blast.born;
		if (age >= 0.0 && age < 0.6)
		{
			const auto share = static_cast<float>(age / 0.6);
			display.Circle(blast.center, blast.radius * std::sqrt(share), 0.0f, Style::Blast, 1.0f - share);
		}
	}
}

void Stage::Draw(Display& display) const
{
	DrawBodies(display);
	DrawMarks(display);
	DrawBullets(display);
	DrawGrenades(display);
	m_twin.Draw(display, m_alpha);
	for (const b2Body* goal : goals)
	{
		display.Circle(goal->GetPosition(), 0.75f, 0.0f, Style::Lit, 0.5f);
	}
	if (contest == nullptr)
	{
		display.Circle(muzzle, 0.12f, 0.0f, Style::Muzzle);
	}
}

} // namespace playground
