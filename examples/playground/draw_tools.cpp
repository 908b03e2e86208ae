// MIT License, Copyright (c) 2026 the ricochet authors

#include "by_box2d.h"
#include "tools.h"

#include <ricochet/query/beam.h>
#include <ricochet/query/hull_query.h>
#include <ricochet/query/ray_query.h>
#include <ricochet/query/turning_query.h>

#include <box2d/b2_circle_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

void DrawHitOfBox2D(Display& display, b2Vec2 point, b2Vec2 normal)
{
	display.Dot(point, Style::Box2D);
	display.Arrow(point, normal, Style::Box2D);
	display.Text(point + b2Vec2{0.1f, -0.35f}, "Box2D", Style::Box2D);
}

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
		const FirstOfBox2D first(stage.world, stage.muzzle, m_at);
		if (first.fixture != nullptr)
		{
			DrawHitOfBox2D(display, first.point, first.normal);
		}
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
	const auto drawStart = [&](float depth, b2Vec2 wayOut)
	{
		drawAt(0.0f, Style::Sweep, 0.8f);
		display.Arrow(stage.muzzle, wayOut, Style::Normal);
		display.Text(stage.muzzle, fmt::format("starts inside\n{:.2f} m to the way out", depth));
	};
	if (stage.settings.compares != 0.0f)
	{
		DrawSweepOfBox2D(stage, display, polygon);
	}
	if (isDisc == false && stage.settings.turn != 0.0f)
	{
		ricochet::TurningMotion motion;
		motion.pose.p = stage.muzzle;
		motion.translation = way;
		motion.angle = stage.settings.turn;
		if (const auto touch = ricochet::CastTurningClosest(stage.world, {hull, motion}))
		{
			if (touch->startsInside)
			{
				drawStart(touch->depth, touch->wayOut);
				return;
			}
			drawAt(touch->fraction, Style::Sweep, 0.8f);
			display.Dot(touch->contact, Style::Enter);
			display.Arrow(touch->contact, touch->normal, Style::Normal);
		}
		return;
	}
	std::vector<ricochet::HullHit> hits;
	ricochet::HullPath path;
	path.hull = hull;
	path.pose.p = stage.muzzle;
	path.translation = way;
	if (stage.lastStep != nullptr)
	{
		const auto hit = ricochet::CastHullClosest(*stage.lastStep, path);
		stage.DrawMoved(display, hit ? hit->enter.fraction : 1.0f);
		if (hit && hit->startsInside)
		{
			drawStart(hit->depth, hit->wayOut);
		}
		else if (hit)
		{
			drawAt(hit->enter.fraction, Style::Sweep, 0.8f);
			display.Dot(hit->contact, Style::Enter);
			display.Arrow(hit->contact, hit->enter.normal, Style::Normal);
			display.Text(hit->contact, fmt::format("at {:.2f} of the step", hit->enter.fraction));
		}
		return;
	}
	ricochet::CastHullAll(stage.world, path, hits);
	for (size_t i = 0; i < hits.size(); ++i)
	{
		if (hits[i].startsInside)
		{
			drawStart(hits[i].depth, hits[i].wayOut);
			continue;
		}
		drawAt(hits[i].enter.fraction, Style::Sweep, i == 0 ? 0.8f : 0.35f);
		display.Dot(hits[i].contact, Style::Enter);
		display.Arrow(hits[i].contact, hits[i].enter.normal, Style::Normal);
	}
}

// Draws the place at which b2ShapeCast stops the same shape. It knows no turn.
void Hand::DrawSweepOfBox2D(const Stage& stage, Display& display, std::span<const b2Vec2> vertices) const
{
	b2CircleShape disc;
	disc.m_radius = stage.settings.thickness;
	b2PolygonShape polygon;
	polygon.Set(vertices.data(), static_cast<int32_t>(vertices.size()));
	const b2Shape& shape = m_tool == Tool::Thick ? static_cast<const b2Shape&>(disc) : polygon;
	const b2Vec2 translation = m_at - stage.muzzle;
	const auto hit = SweepByBox2D(stage.world, shape, stage.muzzle, translation);
	if (!hit)
	{
		display.Text(stage.muzzle + b2Vec2{0.1f, -0.35f}, "b2ShapeCast: no hit", Style::Box2D);
		return;
	}
	const b2Vec2 at = stage.muzzle + hit->fraction * translation;
	if (m_tool == Tool::Thick)
	{
		display.Circle(at, disc.m_radius, 0.0f, Style::Box2D);
	}
	else
	{
		std::vector<b2Vec2> points;
		for (size_t i = 0; i <= vertices.size(); ++i)
		{
			points.push_back(at + vertices[i % vertices.size()]);
		}
		display.Line(points, Style::Box2D);
	}
	DrawHitOfBox2D(display, hit->point, hit->normal);
}

ricochet::BeamDef Hand::BeamOf(const Stage& stage)
{
	ricochet::BeamDef def;
	def.length = 300.0f;
	def.maxBounces = static_cast<int32_t>(stage.settings.beamBounces);
	def.minPower = 0.01f;
	return def;
}

void Hand::DrawBeam(Stage& stage, Display& display) const
{
	ricochet::BeamDef def = BeamOf(stage);
	def.rule = [](const ricochet::BeamLeg& leg)
	{
		switch (static_cast<Material>(leg.fixture->GetUserData().pointer))
		{
		case Material::Glass:
			return leg.fixture->GetType() == b2Shape::e_edge ? ricochet::BeamDecision::Split(0.5f, 0.5f)
			                                                 : ricochet::BeamDecision::Refract(1.5f, 0.1f, 0.9f);
		case Material::Earth:
			return ricochet::BeamDecision(ricochet::Response::Stop);
		default:
			return ricochet::BeamDecision(leg.response);
		}
	};
	std::vector<ricochet::BeamLeg> legs;
	ricochet::CastBeam(stage.world, stage.muzzle, m_at - stage.muzzle, def, legs);
	for (const ricochet::BeamLeg& leg : legs)
	{
		display.Segment(leg.ray.origin + leg.begin * leg.ray.translation, leg.enter.point, Style::Beam,
		                std::sqrt(leg.power));
		if (leg.HasHit() && leg.power > 0.2f)
		{
			display.Arrow(leg.enter.point, leg.enter.normal, Style::Normal, 0.7f);
			display.Dot(leg.enter.point, StyleOf(leg.response));
		}
		if (leg.HasHit() && leg.power > 0.2f)
		{
			stage.NoteGoal(*leg.fixture->GetBody());
		}
	}
	if (stage.settings.compares != 0.0f)
	{
		const BeamOfBox2D beam = BeamByBox2D(stage.world, stage.muzzle, m_at - stage.muzzle, def.length, def.maxBounces,
		                                     stage.settings.epsilon);
		display.Line(beam.points, Style::Box2D, 0.8f);
		display.Text(beam.points.back(), fmt::format("{} hits of Box2D's rays", beam.hits), Style::Box2D);
	}
}

} // namespace playground
