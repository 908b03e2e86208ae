// MIT License, Copyright (c) 2026 the ricochet authors

#include "draw.h"

#include <cmath>

namespace range
{
namespace
{

struct MaterialLook
{
	std::string_view fill;
	std::string_view stroke;
};

// In the order of Material.
constexpr MaterialLook k_looks[] = {
    {"#d9dce1", "#8b939c"}, // stone
    {"#e2dacb", "#a39378"}, // earth
    {"#ecd6b0", "#b08a4f"}, // wood
    {"#c4e8f0", "#4fa7bb"}, // glass
    {"#bcc8d8", "#5d6f88"}, // steel
};

const MaterialLook& LookOf(Material material)
{
	return k_looks[static_cast<size_t>(material)];
}

std::string_view LegColor(Leg leg)
{
	switch (leg)
	{
	case Leg::Bounced:
		return k_bouncedColor;
	case Leg::Pierced:
		return k_piercedColor;
	case Leg::Fired:
		break;
	}
	return k_firedColor;
}

/// Draws short strokes on the solid side of a chain, its left, as drawings show ground.
void DrawHatch(SvgCanvas& canvas, std::span<const b2Vec2> points, const SvgStyle& style)
{
	constexpr float k_spacing = 0.45f;
	constexpr float k_length = 0.3f;
	for (size_t i = 0; i + 1 < points.size(); ++i)
	{
		const b2Vec2 edge = points[i + 1] - points[i];
		const float length = std::hypot(edge.x, edge.y);
		const b2Vec2 along = (1.0f / length) * edge;
		const b2Vec2 left{-along.y, along.x};
		for (float s = 0.5f * k_spacing; s < length; s += k_spacing)
		{
			const b2Vec2 foot = points[i] + s * along;
			canvas.Line(foot, foot + k_length * (left - along), style);
		}
	}
}

} // namespace

std::string_view FillOf(Material material)
{
	return LookOf(material).fill;
}

std::string_view StrokeOf(Material material)
{
	return LookOf(material).stroke;
}

// Returns the border of a capsule, with 16 corners at each end.
static std::vector<b2Vec2> CapsuleBorder(b2Vec2 a, b2Vec2 b, float radius)
{
	constexpr int32_t k_corners = 16;
	std::vector<b2Vec2> border;
	const float start = std::atan2(b.y - a.y, b.x - a.x) - 0.5f * b2_pi;
	for (int32_t i = 0; i < 2 * k_corners; ++i)
	{
		const bool isAtB = i < k_corners;
		const int32_t step = isAtB ? i : i - 1; // both ends have both of their borders
		const float angle = start + b2_pi * static_cast<float>(step) / (k_corners - 1);
		border.push_back((isAtB ? b : a) + radius * b2Vec2{std::cos(angle), std::sin(angle)});
	}
	return border;
}

void DrawOutline(SvgCanvas& canvas, const ObjectDef& object, const Pose& pose, const SvgStyle& style)
{
	b2Transform transform;
	transform.Set(pose.position, pose.angle);
	std::vector<b2Vec2> points;
	for (const b2Vec2 vertex : object.vertices)
	{
		points.push_back(b2Mul(transform, vertex));
	}
	switch (object.outline)
	{
	case Outline::Circle:
		canvas.Circle(pose.position, object.radius, style);
		break;
	case Outline::Capsule:
		canvas.Polygon(CapsuleBorder(points[0], points[1], object.radius), style);
		break;
	case Outline::Chain:
		canvas.Polyline(points, {.stroke = style.stroke, .width = 1.6f * style.width, .opacity = style.opacity});
		DrawHatch(canvas, points, {.stroke = style.stroke, .width = 0.6f * style.width, .opacity = style.opacity});
		break;
	case Outline::Polygon:
	case Outline::Loop:
		canvas.Polygon(points, style);
		break;
	}
}

void DrawMuzzle(SvgCanvas& canvas, b2Vec2 position, b2Vec2 direction, std::string_view color)
{
	const b2Vec2 along = Unit(direction);
	const b2Vec2 across{-along.y, along.x};
	const b2Vec2 back = position - 0.7f * along;
	const b2Vec2 triangle[] = {position, back + 0.22f * across, back - 0.22f * across};
	canvas.Polygon(triangle, {.fill = color});
}

void DrawObjects(SvgCanvas& canvas, const LevelDef& level, const Record& record, float time)
{
	for (size_t i = 0; i < level.objects.size(); ++i)
	{
		const ObjectDef& object = level.objects[i];
		DrawOutline(canvas, object, PoseAt(record, static_cast<int32_t>(i), time),
		            {.fill = FillOf(object.material), .stroke = StrokeOf(object.material), .width = 1.1f});
	}
}

void DrawFlight(SvgCanvas& canvas, const Flight& flight, bool grenade, const PathLook& look)
{
	// Each polyline takes the points of one leg, and begins at the point where the last one ended.
	std::vector<b2Vec2> piece;
	for (size_t i = 0; i < flight.path.size(); ++i)
	{
		piece.push_back(flight.path[i].position);
		const bool isLast = i + 1 == flight.path.size();
		if (isLast || flight.path[i + 1].leg != flight.path[i].leg)
		{
			canvas.Polyline(piece, {.stroke = grenade ? k_grenadeColor : LegColor(flight.path[i].leg),
			                        .width = look.width,
			                        .opacity = look.opacity});
			piece.assign(1, flight.path[i].position);
		}
	}
}

void DrawImpact(SvgCanvas& canvas, const ricochet::ImpactEvent& event, const ImpactLook& look)
{
	if (look.normal > 0.0f)
	{
		canvas.Arrow(event.enter.point, event.enter.normal, look.normal, {.stroke = k_normalColor, .width = 1.2f});
	}
	if (look.entry > 0.0f)
	{
		canvas.Dot(event.enter.point, look.entry, {.fill = k_markColor});
	}
	if (look.exit > 0.0f)
	{
		canvas.Dot(event.exit.point, look.exit, {.fill = "#ffffff", .stroke = k_markColor, .width = 1.2f});
	}
}

} // namespace range
