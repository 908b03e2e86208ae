// MIT License, Copyright (c) 2026 the ricochet authors

#include "display.h"

namespace playground
{

void Display::Begin(int operation, Style style, float opacity, size_t count)
{
	m_numbers.push_back(static_cast<float>(operation));
	m_numbers.push_back(static_cast<float>(style));
	m_numbers.push_back(opacity);
	m_numbers.push_back(static_cast<float>(count));
}

void Display::Add(b2Vec2 point)
{
	m_numbers.push_back(point.x);
	m_numbers.push_back(point.y);
}

void Display::Put(int operation, std::span<const b2Vec2> points, Style style, float opacity)
{
	Begin(operation, style, opacity, 2 * points.size());
	for (const b2Vec2 point : points)
	{
		Add(point);
	}
}

void Display::Segment(b2Vec2 a, b2Vec2 b, Style style, float opacity)
{
	const b2Vec2 ends[] = {a, b};
	Segments(ends, style, opacity);
}

void Display::Dot(b2Vec2 point, Style style, float opacity)
{
	Dots(std::span(&point, 1), style, opacity);
}

void Display::Circle(b2Vec2 center, float radius, float angle, Style style, float opacity)
{
	Begin(5, style, opacity, 4);
	Add(center);
	Add({radius, angle});
}

void Display::Arrow(b2Vec2 from, b2Vec2 direction, Style style, float opacity)
{
	Begin(6, style, opacity, 4);
	Add(from);
	Add(direction);
}

void Display::Text(b2Vec2 at, std::string_view text, Style style, float opacity)
{
	Begin(7, style, opacity, 2 + text.size());
	Add(at);
	for (const char letter : text)
	{
		m_numbers.push_back(static_cast<float>(static_cast<unsigned char>(letter)));
	}
}

void Display::Title(b2Vec2 at, float size, std::string_view text, Style style)
{
	Begin(12, style, 1.0f, 3 + text.size());
	Add(at);
	m_numbers.push_back(size);
	for (const char letter : text)
	{
		m_numbers.push_back(static_cast<float>(static_cast<unsigned char>(letter)));
	}
}

void Display::Glow(std::span<const b2Vec2> points, b2Vec2 center, float radius, float opacity)
{
	Begin(8, Style::Light, opacity, 3 + 2 * points.size());
	Add(center);
	m_numbers.push_back(radius);
	for (const b2Vec2 point : points)
	{
		Add(point);
	}
}

std::vector<uint32_t>& Display::Picture(Style style)
{
	Begin(10, style, 1.0f, 6);
	Add(window.low);
	Add(window.high);
	m_numbers.push_back(static_cast<float>(window.columns));
	m_numbers.push_back(static_cast<float>(window.rows));
	return m_pixels;
}

void Display::Rings(std::span<const b2Vec2> points, std::span<const int32_t> counts, Style style, float opacity)
{
	Begin(9, style, opacity, 1 + counts.size() + 2 * points.size());
	m_numbers.push_back(static_cast<float>(counts.size()));
	for (const int32_t count : counts)
	{
		m_numbers.push_back(static_cast<float>(count));
	}
	for (const b2Vec2 point : points)
	{
		Add(point);
	}
}

} // namespace playground
