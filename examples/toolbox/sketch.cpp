// MIT License, Copyright (c) 2026 the ricochet authors

#include "sketch.h"

#include <cmath>

namespace toolbox
{

void Sketch::Solid(std::span<const b2Vec2> vertices)
{
	m_canvas.Polygon(vertices, {.fill = k_solid, .stroke = k_outline, .width = 1.2f});
}

void Sketch::Wall(b2Vec2 a, b2Vec2 b)
{
	m_canvas.Line(a, b, {.stroke = k_outline, .width = 2.6f});
}

void Sketch::Ray(b2Vec2 from, b2Vec2 to)
{
	const b2Vec2 along = to - from;
	m_canvas.Arrow(from, along, m_scale * std::hypot(along.x, along.y), {.stroke = k_ray, .width = 1.5f});
	Start(from);
}

void Sketch::Ghost(b2Vec2 from, b2Vec2 to)
{
	m_canvas.Line(from, to, {.stroke = k_ray, .width = 1.2f, .opacity = 0.6f, .dash = "3 4"});
}

void Sketch::Inside(const ricochet::RaySpan& span)
{
	m_canvas.Line(span.enter.point, span.exit.point, {.stroke = k_ray, .width = 4.5f, .opacity = 0.45f});
	Hit(span.enter);
	if (span.endsInside == false && span.grazing == false)
	{
		Normal(span.exit.point, span.exit.normal);
		m_canvas.Dot(span.exit.point, 4.2f, {.fill = k_ray, .stroke = k_ray, .width = 1.6f});
	}
}

void Sketch::Hit(const ricochet::Crossing& crossing)
{
	if (crossing.normal.x != 0.0f || crossing.normal.y != 0.0f)
	{
		Normal(crossing.point, crossing.normal);
		m_canvas.Dot(crossing.point, 4.2f, {.fill = "#ffffff", .stroke = k_ray, .width = 1.8f});
	}
}

void Sketch::Normal(b2Vec2 at, b2Vec2 normal)
{
	m_canvas.Arrow(at, normal, 26.0f, {.stroke = k_normal, .width = 1.6f});
}

void Sketch::Start(b2Vec2 at)
{
	m_canvas.Dot(at, 2.6f, {.fill = k_ray});
}

void Sketch::Label(b2Vec2 at, std::string_view text, b2Vec2 shift, std::string_view anchor, std::string_view color)
{
	m_canvas.Text(at, text, {.size = 11.5f, .color = color, .anchor = anchor, .halo = true, .shift = shift});
}

} // namespace toolbox
