// MIT License, Copyright (c) 2026 the ricochet authors

#pragma once

#include <box2d/b2_math.h>

#include <span>
#include <string>
#include <string_view>

namespace common
{

/// How a mark is drawn. Widths are in px of the page. An empty colour draws nothing.
struct SvgStyle
{
	std::string_view fill = {};
	std::string_view stroke = {};
	float width = 1.0f;
	float opacity = 1.0f;
	std::string_view dash = {}; ///< px, as in stroke-dasharray: "4 3"
};

struct SvgText
{
	float size = 13.0f; ///< px
	std::string_view color = "#333333";
	std::string_view anchor = "start"; ///< start, middle or end
	bool bold = false;
	bool halo = false;        ///< a light rim, for text over lines
	b2Vec2 shift{0.0f, 0.0f}; ///< px on the page, y down
};

/// A window of the world on the page.
struct SvgView
{
	b2Vec2 center{0.0f, 0.0f};             ///< m, of the window
	float left = 0.0f, top = 0.0f;         ///< px, of the window's corner on the page
	float width = 100.0f, height = 100.0f; ///< px
	float scale = 1.0f;                    ///< px per m
};

/// Returns a text with &, <, >, quotes and control characters made safe for XML.
[[nodiscard]] std::string EscapeXml(std::string_view text);

/// Returns the direction at length 1. Zero stays zero.
[[nodiscard]] b2Vec2 Unit(b2Vec2 direction);

/// Draws an SVG page. Inside a view, positions are in the world (m, y up), and the drawing is cut at the window.
/// Outside of views, positions are in px of the page (y down).
class SvgCanvas
{
public:
	SvgCanvas(float width, float height, std::string_view background);

	void BeginView(const SvgView& view);
	void EndView();

	/// Everything drawn up to EndFrame is frame `index` of `count`. The frames are shown in a loop, each for `seconds`.
	/// Viewers without animation show the first.
	void BeginFrame(int index, int count, float seconds);
	void EndFrame();

	void Polygon(std::span<const b2Vec2> points, const SvgStyle& style);
	void Polyline(std::span<const b2Vec2> points, const SvgStyle& style);
	void Line(b2Vec2 from, b2Vec2 to, const SvgStyle& style);
	void Rectangle(b2Vec2 corner, b2Vec2 oppositeCorner, const SvgStyle& style);
	void Circle(b2Vec2 center, float radius, const SvgStyle& style); ///< radius in the units of positions
	void Dot(b2Vec2 center, float radius, const SvgStyle& style);    ///< radius in px, in views too

	/// Draws an arrow from a point along a direction, with a length in px.
	void Arrow(b2Vec2 from, b2Vec2 direction, float length, const SvgStyle& style);

	/// Draws an arc of a circle between two directions, on the shorter side; radius in px.
	void Arc(b2Vec2 center, float radius, b2Vec2 from, b2Vec2 to, const SvgStyle& style);

	void Text(b2Vec2 at, std::string_view text, const SvgText& style = {});

	/// Adds SVG text of the caller, such as animations (svg_motion.h), in px of the page.
	void Append(std::string_view svg) { m_body += svg; }

	/// ToPage: a point's place on the page (px, y down). Scale: px per metre, 1 outside of views.
	[[nodiscard]] b2Vec2 ToPage(b2Vec2 point) const;
	[[nodiscard]] float Scale() const { return m_inView ? m_view.scale : 1.0f; }

	[[nodiscard]] std::string Document() const;

	/// Writes the document. False if the file cannot be written.
	[[nodiscard]] bool Save(const std::string& file) const;

private:
	[[nodiscard]] b2Vec2 DirectionOnPage(b2Vec2 direction) const;
	void Points(std::string_view element, std::span<const b2Vec2> points, const SvgStyle& style);

	float m_width = 0.0f;
	float m_height = 0.0f;
	SvgView m_view;
	bool m_inView = false;
	int m_views = 0;
	std::string m_body;
};

} // namespace common
