// MIT License, Copyright (c) 2026 the ricochet authors

#include "stage.h"

#include <ricochet/world/attach_geometry.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace playground
{

namespace
{

constexpr double k_markLife = 2.5; // s
constexpr double k_labelLife = 1.6;
constexpr size_t k_mostShown = 150;
constexpr float k_slow = 0.2f; // of the time

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

// Where on its path a bullet is at a time, and the way it goes there.
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

std::string Millimetres(float length)
{
	return length < 1.0f ? fmt::format("{:.0f} mm", 1000.0f * length) : fmt::format("{:.2f} m", length);
}

// Where there is time to read it.
std::string InDetail(const Mark& mark)
{
	return fmt::format("in {:.3f}, {:.3f} at {:.0f} m/s\nout {:.3f}, {:.3f} at {:.0f} m/s\n{} thick", mark.enter.x,
	                   mark.enter.y, mark.velocity.Length(), mark.exit.x, mark.exit.y, mark.speedAfter,
	                   Millimetres(mark.thickness));
}

} // namespace

b2Transform Stage::PoseOf(size_t body, const b2Body& of) const
{
	if (body >= m_before.size() || m_before.size() != m_after.size())
	{
		return of.GetTransform();
	}
	const Pose& before = m_before[body];
	const Pose& after = m_after[body];
	b2Transform pose;
	pose.q = b2Rot(before.angle + m_alpha * (after.angle - before.angle));
	const b2Vec2 center = before.center + m_alpha * (after.center - before.center);
	pose.p = center - b2Mul(pose.q, of.GetLocalCenter());
	return pose;
}

void Stage::DrawBodies(Display& display) const
{
	size_t i = 0;
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		const b2Transform pose = PoseOf(i++, *body);
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			DrawFixture(display, *fixture, pose);
		}
	}
}

void Stage::DrawBullets(Display& display) const
{
	constexpr float k_exposure = 0.012f; // s
	const float until = m_alpha * k_timeStep;
	std::vector<b2Vec2> streaks; // where, and how far back
	const auto add = [&](b2Vec2 head, b2Vec2 velocity)
	{
		streaks.push_back(head);
		streaks.push_back(-k_exposure * std::min(settings.timeScale, 1.0f) * velocity);
	};
	for (const Flown& flown : m_flown)
	{
		const bool isGone = flown.points.back().time < 0.999f * k_timeStep && flown.points.back().time <= until;
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
		if (plugin.PathOf(bullet.id).empty())
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
		const float back = (1.0f - m_alpha) * k_timeStep;
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

void Stage::DrawMarks(Display& display) const
{
	const double now = ShownTime();
	std::vector<b2Vec2> labels;
	size_t shown = 0;
	for (auto it = marks.rbegin(); it != marks.rend(); ++it)
	{
		const Mark& mark = *it;
		const double age = now - mark.born;
		if (age < 0.0)
		{
			continue;
		}
		if (age > k_markLife || ++shown > k_mostShown)
		{
			break;
		}
		const auto opacity = static_cast<float>(1.0 - age / k_markLife);
		display.Arrow(mark.enter, mark.normal, Style::Normal, opacity);
		if (mark.response == ricochet::Response::Pierce)
		{
			display.Segment(mark.enter, mark.exit, Style::Inside, opacity);
			display.Dot(mark.exit, Style::Exit, opacity);
		}
		display.Dot(mark.enter, Style::Enter, opacity);
		const auto isNear = [&](b2Vec2 other)
		{
			return b2Distance(other, mark.exit) < 0.45f;
		};
		if (mark.response == ricochet::Response::Pierce && age < k_labelLife && labels.size() < 12 &&
		    std::none_of(labels.begin(), labels.end(), isNear))
		{
			labels.push_back(mark.exit);
			display.Text(mark.exit, settings.timeScale < k_slow ? InDetail(mark) : Millimetres(mark.thickness),
			             Style::Label, opacity);
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
	display.Circle(muzzle, 0.12f, 0.0f, Style::Muzzle);
}

} // namespace playground
