// MIT License, Copyright (c) 2026 the ricochet authors

#include "picture.h"

#include "closeups.h"
#include "draw.h"
#include "legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace range
{
namespace
{

// Layout of the page in px.
constexpr float k_pageWidth = 1600.0f;
constexpr float k_margin = 30.0f;
constexpr float k_sceneWidth = k_pageWidth - 2.0f * k_margin;
constexpr float k_sceneTop = 92.0f;
constexpr float k_gap = 20.0f;
constexpr float k_captionHeight = 70.0f;
constexpr float k_figuresHeight = 118.0f;
constexpr float k_headingHeight = 26.0f;
constexpr float k_legendHeight = 116.0f;

float SceneHeight(const LevelDef& level)
{
	return k_sceneWidth * level.height / level.width;
}

void DrawTitle(SvgCanvas& canvas, const LevelDef& level, std::span<const Shot> shots, const Record& record,
               const Comparison& comparison)
{
	const auto grenades = std::count_if(shots.begin(), shots.end(), [](const Shot& shot) { return shot.grenade; });
	canvas.Text({k_margin, 46.0f}, level.title, {.size = 30.0f, .color = "#111820", .bold = true});
	canvas.Text(
	    {k_margin, 74.0f},
	    fmt::format("{} bullets and {} grenades in {:g} s at 60 steps a second, every impact computed by ricochet. "
	                "The same bullets as Box2D bullet bodies: {} of {} arrive late or pass their target.",
	                shots.size() - static_cast<size_t>(grenades), grenades, record.seconds,
	                comparison.late + comparison.missed, comparison.bullets),
	    {.size = 15.0f, .color = "#4a5563"});
}

/// Returns the greatest distance of an object's points from its centre.
float ReachOf(const ObjectDef& object)
{
	float reach = object.radius;
	for (const b2Vec2 vertex : object.vertices)
	{
		reach = std::max(reach, std::hypot(vertex.x, vertex.y));
	}
	return reach;
}

bool IsRotor(const ObjectDef& object)
{
	return object.body == b2_kinematicBody && object.angularVelocity != 0.0f;
}

/// Draws the start poses of all movable objects, the reach of lifts and rotors, and the hinges.
void DrawGhosts(SvgCanvas& canvas, const LevelDef& level, const Record& record)
{
	const SvgStyle pin{.fill = "#ffffff", .stroke = "#5d6f88"};
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		const ObjectDef& object = level.objects[i];
		const Pose& start = record.poses.front()[i];
		if (IsRotor(object))
		{
			canvas.Circle(start.position, ReachOf(object), k_ghostStyle);
			canvas.Dot(start.position, 3.0f, pin);
		}
		else if (object.body != b2_staticBody)
		{
			DrawOutline(canvas, object, start, k_ghostStyle);
		}
		if (object.travel > 0.0f)
		{
			DrawOutline(canvas, object, {start.position + b2Vec2{0.0f, object.travel}, start.angle}, k_ghostStyle);
		}
		if (object.hinge != Hinge::None)
		{
			canvas.Dot(start.position + b2Mul(b2Rot(start.angle), HingePoint(object)), 2.5f, pin);
		}
	}
}

b2AABB BoundsOf(const LevelDef& level, const Record& record, std::string_view name)
{
	b2AABB bounds{{b2_maxFloat, b2_maxFloat}, {-b2_maxFloat, -b2_maxFloat}};
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		const ObjectDef& object = level.objects[i];
		if (object.name != name)
		{
			continue;
		}
		b2Transform transform;
		transform.Set(record.poses.front()[i].position, record.poses.front()[i].angle);
		const float radius = IsRotor(object) ? ReachOf(object) : object.radius;
		const b2Vec2 reach{radius, radius};
		bounds.lowerBound = b2Min(bounds.lowerBound, transform.p - reach);
		bounds.upperBound = b2Max(bounds.upperBound, transform.p + reach);
		for (const b2Vec2 vertex : object.vertices)
		{
			bounds.lowerBound = b2Min(bounds.lowerBound, b2Mul(transform, vertex));
			bounds.upperBound = b2Max(bounds.upperBound, b2Mul(transform, vertex));
		}
	}
	return bounds;
}

/// Writes each name once, beside all objects with this name.
void DrawLabels(SvgCanvas& canvas, const LevelDef& level, const Record& record)
{
	std::set<std::string> done;
	for (const ObjectDef& object : level.objects)
	{
		if (object.label == Label::None || done.insert(object.name).second == false)
		{
			continue;
		}
		const b2AABB bounds = BoundsOf(level, record, object.name);
		const b2Vec2 center = bounds.GetCenter();
		SvgText text{.size = 14.0f, .color = "#27313d", .anchor = "middle", .bold = true, .halo = true};
		b2Vec2 at = center;
		switch (object.label)
		{
		case Label::Above:
			at.y = bounds.upperBound.y;
			text.shift = {0.0f, -8.0f};
			break;
		case Label::Below:
			at.y = bounds.lowerBound.y;
			text.shift = {0.0f, 19.0f};
			break;
		case Label::Left:
			at.x = bounds.lowerBound.x;
			text.anchor = "end";
			text.shift = {-8.0f, 5.0f};
			break;
		case Label::Right:
			at.x = bounds.upperBound.x;
			text.anchor = "start";
			text.shift = {8.0f, 5.0f};
			break;
		case Label::None:
			break;
		}
		canvas.Text(at, object.name, text);
	}
}

void DrawShooters(SvgCanvas& canvas, const LevelDef& level)
{
	std::set<std::string> done;
	for (const ShooterDef& shooter : level.shooters)
	{
		const b2Vec2 along{std::cos(shooter.direction), std::sin(shooter.direction)};
		DrawMuzzle(canvas, shooter.position, along, shooter.grenades ? k_grenadeColor : k_markColor);
		if (done.insert(shooter.name).second)
		{
			canvas.Text(shooter.position - 0.7f * along, shooter.name,
			            {.size = 12.0f, .anchor = "end", .halo = true, .shift = {6.0f, -11.0f}});
		}
	}
}

void DrawScaleBar(SvgCanvas& canvas, const LevelDef& level)
{
	const float y = 0.035f * level.height;
	const float x = 0.13f * level.width;
	const SvgStyle line{.stroke = k_markColor, .width = 1.4f};
	canvas.Line({x, y}, {x + 5.0f, y}, line);
	canvas.Line({x, y - 0.15f}, {x, y + 0.15f}, line);
	canvas.Line({x + 5.0f, y - 0.15f}, {x + 5.0f, y + 0.15f}, line);
	canvas.Text({x + 5.0f, y}, "5 m", {.size = 13.0f, .shift = {8.0f, 5.0f}});
}

/// Writes the letter of each close-up beside its impact, so as not to cover it.
void DrawBadges(SvgCanvas& canvas, std::span<const CloseUp> closeUps, float scale)
{
	char letter = 'A';
	for (const CloseUp& closeUp : closeUps)
	{
		const b2Vec2 badge = closeUp.point + (32.0f / scale) * Unit(closeUp.side);
		canvas.Line(closeUp.point, badge, {.stroke = "#111820", .width = 1.2f});
		canvas.Dot(closeUp.point, 3.5f, {.stroke = "#111820", .width = 1.4f});
		canvas.Dot(badge, 11.0f, {.fill = "#ffffff", .stroke = "#111820", .width = 1.4f});
		canvas.Text(badge, std::string(1, letter),
		            {.size = 13.0f, .color = "#111820", .anchor = "middle", .bold = true, .shift = {0.0f, 4.8f}});
		++letter;
	}
}

void DrawScene(SvgCanvas& canvas, const LevelDef& level, std::span<const Shot> shots, const Record& record,
               std::span<const CloseUp> closeUps)
{
	const float height = SceneHeight(level);
	canvas.Rectangle({k_margin, k_sceneTop}, {k_margin + k_sceneWidth, k_sceneTop + height}, {.fill = "#f7f8fa"});
	canvas.BeginView({.center = {0.5f * level.width, 0.5f * level.height},
	                  .left = k_margin,
	                  .top = k_sceneTop,
	                  .width = k_sceneWidth,
	                  .height = height,
	                  .scale = k_sceneWidth / level.width});
	DrawObjects(canvas, level, record, record.seconds);
	DrawGhosts(canvas, level, record);
	for (size_t i = 0; i < shots.size(); ++i)
	{
		const bool grenade = shots[i].grenade;
		DrawFlight(canvas, record.flights[i], grenade,
		           {.width = grenade ? 1.3f : 0.7f, .opacity = grenade ? 0.85f : 0.3f});
	}
	for (size_t i = 0; i < shots.size(); ++i)
	{
		for (const Impact& impact : record.flights[i].impacts)
		{
			if (shots[i].grenade)
			{
				canvas.Dot(impact.event.enter.point, 3.0f,
				           {.fill = "#ffffff", .stroke = k_grenadeColor, .width = 1.1f});
			}
			else
			{
				DrawImpact(canvas, impact.event, {.entry = 1.4f});
			}
		}
		if (shots[i].grenade && record.flights[i].end != End::Left)
		{
			canvas.Dot(record.flights[i].path.back().position, 4.0f, {.fill = k_grenadeColor});
		}
	}
	DrawShooters(canvas, level);
	DrawLabels(canvas, level, record);
	DrawScaleBar(canvas, level);
	DrawBadges(canvas, closeUps, k_sceneWidth / level.width);
	canvas.EndView();
	canvas.Rectangle({k_margin, k_sceneTop}, {k_margin + k_sceneWidth, k_sceneTop + height}, {.stroke = "#cdd3da"});
}

/// Draws the panels from left to right, over the width of the page.
template <class Kind>
void DrawRow(SvgCanvas& canvas, std::span<const Kind> panels, size_t columns, float top, char letter)
{
	const auto count = static_cast<float>(columns);
	const float width = (k_sceneWidth - (count - 1.0f) * k_gap) / count;
	float left = k_margin;
	for (const Kind& panel : panels)
	{
		DrawPanel(canvas, panel, letter, {left, top, width});
		left += width + k_gap;
		++letter;
	}
}

} // namespace

SvgCanvas DrawPicture(const LevelDef& level, std::span<const Shot> shots, const Record& record,
                      const Comparison& comparison, std::span<const Feature> features)
{
	const std::vector<CloseUp> closeUps = FindCloseUps(level, shots, record);
	const float closeUpTop = k_sceneTop + SceneHeight(level) + k_gap;
	const float headingTop = closeUpTop + (closeUps.empty() ? 0.0f : k_panelHeight + k_captionHeight + k_gap);
	const float featureTop = headingTop + k_headingHeight;
	const float legendTop = featureTop + k_panelHeight + k_figuresHeight + k_gap;
	SvgCanvas canvas(k_pageWidth, legendTop + k_legendHeight, "#ffffff");
	DrawTitle(canvas, level, shots, record, comparison);
	DrawScene(canvas, level, shots, record, closeUps);
	DrawRow(canvas, std::span<const CloseUp>(closeUps), 4, closeUpTop, 'A');
	canvas.Text({k_margin, headingTop + 13.0f},
	            "Each in a small world of its own, measured from the states of bodies and projectiles:",
	            {.size = 15.0f, .color = "#4a5563"});
	DrawRow(canvas, features, 5, featureTop, static_cast<char>('A' + closeUps.size()));
	DrawLegend(canvas, k_margin, legendTop);
	return canvas;
}

} // namespace range
