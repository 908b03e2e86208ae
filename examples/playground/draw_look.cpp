// MIT License, Copyright (c) 2026 the ricochet authors

#include "by_box2d.h"
#include "tools.h"

#include "ten_squares/scene.h"

#include <ricochet/geometry/supercover.h>
#include <ricochet/sight/light.h>
#include <ricochet/sight/line_of_sight.h>
#include <ricochet/sight/visibility.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace playground
{

namespace
{

using squares::operator+;
using squares::operator*;

constexpr float k_cell = 1.0f;  // m
constexpr float k_tilt = 0.45f; // of space: how much of what is far is seen above what is near
constexpr float k_enlarged = 1.3f;

const squares::Scene& TheSquares()
{
	static const squares::Scene scene(7);
	return scene;
}

// Returns the oblique view from above of a point that is first turned about the z axis.
b2Vec2 Projected(const squares::Vec3& v, float turn)
{
	const float x = std::cos(turn) * v.x - std::sin(turn) * v.y;
	const float y = std::sin(turn) * v.x + std::cos(turn) * v.y;
	return k_enlarged * b2Vec2{x, k_tilt * y + v.z * std::sqrt(1.0f - k_tilt * k_tilt)};
}

// Draws the straight sides of the lit region that lie on something: the lit parts of outlines.
void DrawLitSides(Display& display, std::span<const ricochet::SightVertex> polygon)
{
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		if (polygon[i].side == ricochet::SightSide::Wall)
		{
			display.Segment(polygon[i].point, polygon[(i + 1) % polygon.size()].point, Style::Lit);
		}
	}
}

} // namespace

void BuildSpace(Stage& stage)
{
	constexpr int k_turns = 64;
	for (int i = 0; i < k_turns; ++i)
	{
		const float angle = 2.0f * b2_pi * static_cast<float>(i) / k_turns;
		if (TheSquares().Cast(TheSquares().RayAt(angle)))
		{
			stage.target = 3.0f * b2Vec2{std::cos(angle), std::sin(angle)};
			return;
		}
	}
}

View ViewOfSpace()
{
	View view{{0.0f, 0.0f}, 0.0f, 0.0f};
	constexpr int k_turns = 64;
	for (const squares::Square& square : TheSquares().Squares())
	{
		for (int i = 0; i < 4 * k_turns; ++i)
		{
			const float turn = 2.0f * b2_pi * static_cast<float>(i % k_turns) / static_cast<float>(k_turns);
			const b2Vec2 at = Projected(square[static_cast<size_t>(i / k_turns)], turn);
			view.width = std::max(view.width, 2.0f * std::abs(at.x) + 0.5f);
			view.height = std::max(view.height, 2.0f * std::abs(at.y) + 0.5f);
		}
	}
	return view;
}

ricochet::Light Hand::LightOf(const Stage& stage) const
{
	const b2Vec2 way = m_at - stage.muzzle;
	ricochet::Light light;
	light.position = stage.muzzle;
	light.radius = 18.0f;
	light.cone = {std::atan2(way.y, way.x), 1.1f};
	light.size = stage.settings.lightSize;
	return light;
}

void Hand::DrawLight(Stage& stage, Display& display)
{
	const ricochet::Light light = LightOf(stage);
	if (!ricochet::Illuminate(stage.world, light, m_lit))
	{
		return;
	}
	m_picture.Make(m_lit, light, display.window);
	m_picture.Shade(light, display.Picture(Style::Light));
}

// Draws the marks of the light over the bodies.
void Hand::DrawLightMarks(const Stage& stage, Display& display) const
{
	DrawLitSides(display, m_lit.polygon);
	const ricochet::Light light = LightOf(stage);
	if (stage.settings.compares != 0.0f)
	{
		DrawFanOfBox2D(stage, display, light.radius, light.cone);
	}
	int seen = 0;
	int bodies = 0;
	for (const b2Body* body = stage.world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		++bodies;
		const auto fraction =
		    ricochet::SeenFraction(stage.world, light.position, light.radius, *body, {{}, light.cone});
		seen += fraction && *fraction > 0.0f;
	}
	display.Circle(stage.muzzle, std::max(stage.settings.lightSize, 0.05f), 0.0f, Style::Lit);
	display.Text(stage.muzzle + b2Vec2{0.0f, -1.0f},
	             fmt::format("{} soft borders\n{} of {} bodies in sight", m_lit.penumbras.size(), seen, bodies));
}

void Hand::DrawGrid(Stage& stage, Display& display) const
{
	const b2Vec2 low = display.window.low;
	const b2Vec2 high = display.window.high;
	for (float x = std::ceil(low.x / k_cell) * k_cell; x < high.x; x += k_cell)
	{
		display.Segment({x, low.y}, {x, high.y}, Style::Faint, 0.35f);
	}
	for (float y = std::ceil(low.y / k_cell) * k_cell; y < high.y; y += k_cell)
	{
		display.Segment({low.x, y}, {high.x, y}, Style::Faint, 0.35f);
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
	if (stage.settings.compares != 0.0f)
	{
		DrawFanOfBox2D(stage, display, 14.0f, {});
	}
	const bool isSeen = ricochet::InSight(stage.world, stage.muzzle, m_at);
	display.Segment(stage.muzzle, m_at, isSeen ? Style::Ray : Style::Faint);
	display.Text(m_at + b2Vec2{0.15f, 0.15f}, isSeen ? "in sight" : "hidden");
}

// Draws the region that a fan of Box2D's rays finds.
void Hand::DrawFanOfBox2D(const Stage& stage, Display& display, float radius, ricochet::SightCone cone) const
{
	const auto count = static_cast<int>(stage.settings.rays);
	FanOfBox2D fan = FanByBox2D(stage.world, stage.muzzle, radius, cone.direction, cone.angle, count);
	fan.points.push_back(cone.angle > 6.28f ? fan.points.front() : stage.muzzle);
	display.Line(fan.points, Style::Box2D);
	display.Text(stage.muzzle + b2Vec2{0.0f, 1.0f}, fmt::format("{} rays of Box2D", count), Style::Box2D);
}

// Draws squares in space, seen obliquely from above. The pointer turns the ray.
void Hand::DrawSpace(Stage& stage, Display& display) const
{
	const squares::Scene& scene = TheSquares();
	const float turn = 0.1f * static_cast<float>(stage.time);
	const auto project = [&](const squares::Vec3& v)
	{
		return Projected(v, turn);
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
		display.Polygon(corners, isHit ? Style::Hit : Style::Solid, isHit ? 0.95f : 0.55f);
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
