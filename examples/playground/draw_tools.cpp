// MIT License, Copyright (c) 2026 the ricochet authors

#include "tools.h"

#include "ten_squares/scene.h"

#include <ricochet/geometry/supercover.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>
#include <ricochet/world/beam.h>
#include <ricochet/world/hull_query.h>
#include <ricochet/world/ray_query.h>
#include <ricochet/world/turning_query.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

using squares::operator+;
using squares::operator*;

constexpr float k_cell = 1.0f; // m

// What Box2D's own ray finds first: no exit, and nothing where it starts inside.
class FirstOfBox2D : public b2RayCastCallback
{
public:
	float ReportFixture(b2Fixture*, const b2Vec2& point, const b2Vec2& normal, float fraction) override
	{
		m_isHit = true;
		m_point = point;
		m_normal = normal;
		return fraction;
	}

	void Draw(Display& display) const
	{
		if (m_isHit)
		{
			display.Dot(m_point, Style::Box2D);
			display.Arrow(m_point, m_normal, Style::Box2D);
			display.Text(m_point + b2Vec2{0.1f, -0.35f}, "Box2D", Style::Box2D);
		}
	}

private:
	bool m_isHit = false;
	b2Vec2 m_point{0.0f, 0.0f}, m_normal{0.0f, 0.0f};
};

std::vector<b2Vec2> RegularPolygon(int sides, float radius)
{
	std::vector<b2Vec2> vertices;
	for (int i = 0; i < sides; ++i)
	{
		const float angle = 0.3f + 2.0f * b2_pi * static_cast<float>(i) / static_cast<float>(sides);
		vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
	}
	return vertices;
}

} // namespace

void Hand::DrawRay(Stage& stage, Display& display) const
{
	const ricochet::Ray ray = ricochet::RayBetween(stage.muzzle, m_at);
	if (stage.muzzle == m_at)
	{
		return;
	}
	display.Segment(stage.muzzle, m_at, Style::Ray);
	std::vector<ricochet::RayHit> hits;
	ricochet::CastRayAll(stage.world, ray, hits);
	for (const ricochet::RayHit& hit : hits)
	{
		display.Segment(hit.enter.point, hit.exit.point, Style::Inside);
		display.Arrow(hit.enter.point, hit.enter.normal, Style::Normal);
		display.Arrow(hit.exit.point, hit.exit.normal, Style::Normal, 0.6f);
		display.Dot(hit.enter.point, Style::Enter);
		display.Dot(hit.exit.point, Style::Exit);
		const float inside = b2Distance(hit.enter.point, hit.exit.point);
		display.Text(hit.exit.point, fmt::format("{:.2f} m", inside));
	}
	if (stage.settings.compares != 0.0f)
	{
		FirstOfBox2D first;
		stage.world.RayCast(&first, stage.muzzle, m_at);
		first.Draw(display);
	}
}

void Hand::DrawSweep(Stage& stage, Display& display) const
{
	const b2Vec2 center{0.0f, 0.0f};
	const float size = stage.settings.thickness;
	const bool isDisc = m_tool == Tool::Thick;
	const std::vector<b2Vec2> polygon = RegularPolygon(static_cast<int>(stage.settings.sides), size + 0.25f);
	const ricochet::Hull hull = isDisc ? ricochet::Hull{std::span(&center, 1), size} : ricochet::Hull{polygon, 0.0f};
	const b2Vec2 way = m_at - stage.muzzle;
	const auto drawAt = [&](float fraction, Style style, float opacity)
	{
		const b2Vec2 at = stage.muzzle + fraction * way;
		const b2Transform pose(at, b2Rot(isDisc ? 0.0f : fraction * stage.settings.turn));
		std::vector<b2Vec2> points;
		for (const b2Vec2 vertex : polygon)
		{
			points.push_back(b2Mul(pose, vertex));
		}
		isDisc ? display.Circle(at, size, 0.0f, style, opacity) : display.Polygon(points, style, opacity);
	};
	for (int i = 0; i <= 12; ++i)
	{
		drawAt(static_cast<float>(i) / 12.0f, Style::Sweep, 0.10f);
	}
	display.Segment(stage.muzzle, m_at, Style::Faint);
	if (isDisc == false && stage.settings.turn != 0.0f)
	{
		ricochet::TurningMotion motion;
		motion.pose.p = stage.muzzle;
		motion.translation = way;
		motion.angle = stage.settings.turn;
		if (const auto touch = ricochet::CastTurningClosest(stage.world, {hull, motion}))
		{
			drawAt(touch->fraction, Style::Sweep, 0.8f);
			display.Dot(touch->contact, Style::Enter);
			display.Arrow(touch->contact, touch->normal, Style::Normal);
		}
		return;
	}
	std::vector<ricochet::CastHit> hits;
	ricochet::HullPath path;
	path.hull = hull;
	path.pose.p = stage.muzzle;
	path.translation = way;
	ricochet::CastHullAll(stage.world, path, hits);
	for (size_t i = 0; i < hits.size(); ++i)
	{
		drawAt(hits[i].enter.fraction, Style::Sweep, i == 0 ? 0.8f : 0.35f);
		display.Dot(hits[i].contact, Style::Enter);
		display.Arrow(hits[i].contact, hits[i].enter.normal, Style::Normal);
	}
}

void Hand::DrawBeam(Stage& stage, Display& display) const
{
	ricochet::BeamDef def;
	def.length = 300.0f;
	def.maxBounces = static_cast<int32_t>(stage.settings.beamBounces);
	std::vector<ricochet::BeamLeg> legs;
	ricochet::CastBeam(stage.world, stage.muzzle, m_at - stage.muzzle, def, legs);
	for (const ricochet::BeamLeg& leg : legs)
	{
		display.Segment(leg.ray.origin + leg.begin * leg.ray.translation, leg.enter.point, Style::Beam);
		if (leg.HasHit())
		{
			display.Arrow(leg.enter.point, leg.enter.normal, Style::Normal, 0.7f);
			display.Dot(leg.enter.point, Style::Enter);
		}
	}
}

// A light of some size, as the mean of a few points of it.
void Hand::DrawLight(Stage& stage, Display& display) const
{
	constexpr int k_points = 9;
	constexpr float k_reach = 16.0f;
	const b2Vec2 way = m_at - stage.muzzle;
	ricochet::SightDef def;
	def.cone = {std::atan2(way.y, way.x), 1.1f};
	const b2Vec2 across = b2Cross(1.0f, (1.0f / std::max(way.Length(), 0.01f)) * way);
	std::vector<ricochet::SightVertex> polygon;
	std::vector<b2Vec2> points;
	for (int i = 0; i < k_points; ++i)
	{
		const float share = (static_cast<float>(i) - 0.5f * (k_points - 1)) / (0.5f * (k_points - 1));
		const b2Vec2 eye = stage.muzzle + (share * stage.settings.lightSize) * across;
		if (ricochet::VisibilityPolygon(stage.world, eye, k_reach, polygon, def))
		{
			ricochet::Flatten(polygon, 0.01f, points);
			display.Glow(points, eye, k_reach, 1.0f / k_points);
		}
	}
	int seen = 0;
	int bodies = 0;
	for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		++bodies;
		seen += ricochet::SeenFraction(stage.world, stage.muzzle, *body) > 0.0f;
	}
	display.Text(stage.muzzle + b2Vec2{0.2f, 0.35f}, fmt::format("{} of {} bodies in sight", seen, bodies));
}

void Hand::DrawGrid(Stage& stage, Display& display) const
{
	for (int i = -12; i <= 12; ++i)
	{
		const auto k = static_cast<float>(i);
		display.Segment({k, -7.0f}, {k, 7.0f}, Style::Faint, 0.35f);
		if (i >= -7 && i <= 7)
		{
			display.Segment({-12.0f, k}, {12.0f, k}, Style::Faint, 0.35f);
		}
	}
	int number = 0;
	(void)ricochet::WalkSupercover(
	    stage.muzzle, m_at, k_cell,
	    [&](ricochet::Cell cell)
	    {
		    const auto x = static_cast<float>(cell.x);
		    const auto y = static_cast<float>(cell.y);
		    const b2Vec2 corners[] = {{x, y}, {x + 1.0f, y}, {x + 1.0f, y + 1.0f}, {x, y + 1.0f}};
		    display.Polygon(corners, Style::Cell, 0.35f);
		    display.Text({x + 0.08f, y + 0.72f}, fmt::format("{}", ++number), Style::Faint);
	    });
	std::vector<ricochet::SightVertex> polygon;
	std::vector<b2Vec2> points;
	if (ricochet::VisibilityPolygon(stage.world, stage.muzzle, 14.0f, polygon))
	{
		ricochet::Flatten(polygon, 0.01f, points);
		display.Glow(points, stage.muzzle, 14.0f, 0.55f);
	}
	const bool isSeen = ricochet::InSight(stage.world, stage.muzzle, m_at);
	display.Segment(stage.muzzle, m_at, isSeen ? Style::Ray : Style::Faint);
	display.Text(m_at + b2Vec2{0.15f, 0.15f}, isSeen ? "in sight" : "hidden");
}

// Squares in space, seen from above and aside; the pointer turns the ray.
void Hand::DrawSpace(Stage& stage, Display& display) const
{
	static const squares::Scene scene(7);
	constexpr float k_tilt = 0.45f;
	const float turn = 0.1f * static_cast<float>(stage.time);
	const auto project = [&](const squares::Vec3& v)
	{
		const float x = std::cos(turn) * v.x - std::sin(turn) * v.y;
		const float y = std::sin(turn) * v.x + std::cos(turn) * v.y;
		return b2Vec2{1.3f * x, 1.3f * (k_tilt * y + v.z * std::sqrt(1.0f - k_tilt * k_tilt))};
	};
	const ricochet::Ray3 ray = scene.RayAt(std::atan2(m_at.y, m_at.x) - turn);
	const auto hit = scene.Cast(ray);
	for (size_t i = 0; i < scene.Squares().size(); ++i)
	{
		std::vector<b2Vec2> corners;
		for (const squares::Vec3& corner : scene.Squares()[i])
		{
			corners.push_back(project(corner));
		}
		const bool isHit = hit && static_cast<size_t>(hit->polygon) == i;
		display.Polygon(corners, isHit ? Style::Glass : Style::Stone, isHit ? 0.95f : 0.55f);
	}
	const squares::Vec3 end = hit ? hit->point : ray.origin + ray.translation;
	display.Segment(project(ray.origin), project(end), Style::Ray);
	display.Dot(project(ray.origin), Style::Muzzle);
	if (hit)
	{
		display.Dot(project(hit->point), Style::Enter);
		display.Segment(project(hit->point), project(hit->point + 0.8f * hit->normal), Style::Normal);
		display.Text(project(hit->point) + b2Vec2{0.15f, 0.15f},
		             fmt::format("square {}, {:.2f} m", hit->polygon, hit->fraction * squares::k_reach));
	}
}

} // namespace playground
