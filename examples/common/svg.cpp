// MIT License, Copyright (c) 2026 the ricochet authors

#include "svg.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>

namespace common
{
namespace
{

std::string Attributes(const SvgStyle& style)
{
	std::string text = fmt::format("fill=\"{}\"", style.fill.empty() ? "none" : style.fill);
	if (style.stroke.empty() == false)
	{
		text += fmt::format(" stroke=\"{}\" stroke-width=\"{:.3g}\"", style.stroke, style.width);
	}
	if (style.opacity < 1.0f)
	{
		text += fmt::format(" opacity=\"{:.3g}\"", style.opacity);
	}
	if (style.dash.empty() == false)
	{
		text += fmt::format(" stroke-dasharray=\"{}\"", style.dash);
	}
	return text;
}

} // namespace

std::string EscapeXml(std::string_view text)
{
	std::string escaped;
	for (const char c : text)
	{
		switch (c)
		{
		case '&':
			escaped += "&amp;";
			break;
		case '<':
			escaped += "&lt;";
			break;
		case '>':
			escaped += "&gt;";
			break;
		case '"':
			escaped += "&quot;";
			break;
		case '\'':
			escaped += "&apos;";
			break;
		default:
			// XML 1.0 cannot express control characters. Bytes from 0x80 on are UTF-8.
			escaped += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
		}
	}
	return escaped;
}

b2Vec2 Unit(b2Vec2 direction)
{
	const float length = std::hypot(direction.x, direction.y);
	return length > 0.0f ? b2Vec2{direction.x / length, direction.y / length} : b2Vec2{0.0f, 0.0f};
}

SvgCanvas::SvgCanvas(float width, float height, std::string_view background) : m_width(width), m_height(height)
{
	Rectangle({0.0f, 0.0f}, {width, height}, {.fill = background});
}

void SvgCanvas::BeginView(const SvgView& view)
{
	m_view = view;
	m_inView = true;
	++m_views;
	fmt::format_to(std::back_inserter(m_body),
	               "<clipPath id=\"view{0}\"><rect x=\"{1:.2f}\" y=\"{2:.2f}\" width=\"{3:.2f}\" height=\"{4:.2f}\"/>"
	               "</clipPath>\n<g clip-path=\"url(#view{0})\">\n",
	               m_views, view.left, view.top, view.width, view.height);
}

void SvgCanvas::EndView()
{
	m_inView = false;
	m_body += "</g>\n";
}

void SvgCanvas::BeginFrame(int index, int count, float seconds)
{
	const double share = 1.0 / count;
	const std::string last = index + 1 < count ? ";hidden" : "";
	const std::string lastTime = index + 1 < count ? fmt::format(";{:.5f}", share * (index + 1)) : "";
	const std::string first = index > 0 ? "hidden;" : "";
	const std::string firstTime = index > 0 ? fmt::format("0;{:.5f}", share * index) : "0";
	fmt::format_to(std::back_inserter(m_body),
	               "<g visibility=\"{}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" "
	               "values=\"{}visible{}\" keyTimes=\"{}{}\" dur=\"{:.3g}s\" repeatCount=\"indefinite\"/>\n",
	               index == 0 ? "visible" : "hidden", first, last, firstTime, lastTime,
	               seconds * static_cast<float>(count));
}

void SvgCanvas::EndFrame()
{
	m_body += "</g>\n";
}

void SvgCanvas::Polygon(std::span<const b2Vec2> points, const SvgStyle& style)
{
	Points("polygon", points, style);
}

void SvgCanvas::Polyline(std::span<const b2Vec2> points, const SvgStyle& style)
{
	Points("polyline", points, style);
}

void SvgCanvas::Line(b2Vec2 from, b2Vec2 to, const SvgStyle& style)
{
	const b2Vec2 points[] = {from, to};
	Points("polyline", points, style);
}

void SvgCanvas::Rectangle(b2Vec2 corner, b2Vec2 oppositeCorner, const SvgStyle& style)
{
	const b2Vec2 points[] = {corner, {oppositeCorner.x, corner.y}, oppositeCorner, {corner.x, oppositeCorner.y}};
	Points("polygon", points, style);
}

void SvgCanvas::Circle(b2Vec2 center, float radius, const SvgStyle& style)
{
	Dot(center, m_inView ? radius * m_view.scale : radius, style);
}

void SvgCanvas::Dot(b2Vec2 center, float radius, const SvgStyle& style)
{
	const b2Vec2 c = ToPage(center);
	fmt::format_to(std::back_inserter(m_body), "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" {}/>\n", c.x, c.y,
	               radius, Attributes(style));
}

void SvgCanvas::Arrow(b2Vec2 from, b2Vec2 direction, float length, const SvgStyle& style)
{
	const b2Vec2 tail = ToPage(from);
	const b2Vec2 along = Unit(DirectionOnPage(direction));
	const b2Vec2 across{-along.y, along.x};
	const float head = 2.5f + 2.0f * style.width;
	const b2Vec2 tip = tail + length * along;
	const b2Vec2 neck = tail + (length - head) * along;
	const b2Vec2 left = neck + 0.45f * head * across;
	const b2Vec2 right = neck - 0.45f * head * across;
	fmt::format_to(std::back_inserter(m_body),
	               "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n"
	               "<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"{}\" opacity=\"{:.3g}\"/>\n",
	               tail.x, tail.y, neck.x, neck.y, Attributes(style), tip.x, tip.y, left.x, left.y, right.x, right.y,
	               style.stroke, style.opacity);
}

void SvgCanvas::Arc(b2Vec2 center, float radius, b2Vec2 from, b2Vec2 to, const SvgStyle& style)
{
	const b2Vec2 c = ToPage(center);
	const b2Vec2 u = Unit(DirectionOnPage(from));
	const b2Vec2 v = Unit(DirectionOnPage(to));
	const b2Vec2 start = c + radius * u;
	const b2Vec2 end = c + radius * v;
	fmt::format_to(std::back_inserter(m_body),
	               "<path d=\"M {:.2f} {:.2f} A {:.2f} {:.2f} 0 0 {} {:.2f} {:.2f}\" {}/>\n", start.x, start.y, radius,
	               radius, b2Cross(u, v) > 0.0f ? 1 : 0, end.x, end.y, Attributes(style));
}

void SvgCanvas::Text(b2Vec2 at, std::string_view text, const SvgText& style)
{
	const b2Vec2 p = ToPage(at) + style.shift;
	fmt::format_to(
	    std::back_inserter(m_body),
	    "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" fill=\"{}\" text-anchor=\"{}\"{}{}>{}</text>\n", p.x, p.y,
	    style.size, style.color, style.anchor, style.bold ? " font-weight=\"bold\"" : "",
	    style.halo ? " paint-order=\"stroke\" stroke=\"#ffffff\" stroke-opacity=\"0.85\" stroke-width=\"3.5\" "
	                 "stroke-linejoin=\"round\""
	               : "",
	    EscapeXml(text));
}

std::string SvgCanvas::Document() const
{
	return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
	                   "height=\"{1:.0f}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n{2}</svg>\n",
	                   m_width, m_height, m_body);
}

bool SvgCanvas::Save(const std::string& file) const
{
	std::ofstream stream(file, std::ios::binary);
	stream << Document();
	stream.close();
	return stream.fail() == false;
}

b2Vec2 SvgCanvas::ToPage(b2Vec2 point) const
{
	if (m_inView == false)
	{
		return point;
	}
	return {m_view.left + 0.5f * m_view.width + m_view.scale * (point.x - m_view.center.x),
	        m_view.top + 0.5f * m_view.height - m_view.scale * (point.y - m_view.center.y)};
}

b2Vec2 SvgCanvas::DirectionOnPage(b2Vec2 direction) const
{
	return m_inView ? b2Vec2{direction.x, -direction.y} : direction;
}

void SvgCanvas::Points(std::string_view element, std::span<const b2Vec2> points, const SvgStyle& style)
{
	fmt::format_to(std::back_inserter(m_body), "<{} points=\"", element);
	for (const b2Vec2 point : points)
	{
		const b2Vec2 p = ToPage(point);
		fmt::format_to(std::back_inserter(m_body), "{:.2f},{:.2f} ", p.x, p.y);
	}
	fmt::format_to(std::back_inserter(m_body), "\" {}/>\n", Attributes(style));
}

} // namespace common
