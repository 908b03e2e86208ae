// MIT License, Copyright (c) 2026 the ricochet authors

#include "legend.h"

#include "draw.h"

namespace range
{
namespace
{

constexpr float k_symbolWidth = 34.0f;

/// Lays entries out from left to right: a symbol, then its meaning.
class Row
{
public:
	Row(SvgCanvas& canvas, float left, float y) : m_canvas(canvas), m_x(left), m_y(y) {}

	[[nodiscard]] b2Vec2 Middle() const { return {m_x + 0.5f * k_symbolWidth, m_y}; }
	[[nodiscard]] b2Vec2 Left() const { return {m_x, m_y}; }
	[[nodiscard]] b2Vec2 Right() const { return {m_x + k_symbolWidth, m_y}; }

	/// Writes the meaning of the symbol that was drawn, and advances by a width.
	void Mean(std::string_view text, float width)
	{
		m_canvas.Text({m_x + k_symbolWidth + 7.0f, m_y + 4.5f}, text, {.size = 13.0f, .color = "#27313d"});
		m_x += width;
	}

private:
	SvgCanvas& m_canvas;
	float m_x;
	float m_y;
};

void DrawPathRow(SvgCanvas& canvas, float left, float y)
{
	Row row(canvas, left, y);
	canvas.Line(row.Left(), row.Right(), {.stroke = k_firedColor, .width = 2.0f});
	row.Mean("bullet as fired", 172.0f);
	canvas.Line(row.Left(), row.Right(), {.stroke = k_bouncedColor, .width = 2.0f});
	row.Mean("after a bounce", 172.0f);
	canvas.Line(row.Left(), row.Right(), {.stroke = k_piercedColor, .width = 2.0f});
	row.Mean("after passing through", 212.0f);
	canvas.Line(row.Left(), row.Right(), {.stroke = k_grenadeColor, .width = 2.0f});
	canvas.Dot(row.Middle(), 4.0f, {.fill = "#ffffff", .stroke = k_grenadeColor, .width = 1.4f});
	row.Mean("grenade, with its contacts", 248.0f);
	canvas.Dot(row.Middle(), 4.5f, {.fill = k_grenadeColor});
	row.Mean("where it ended", 172.0f);
	canvas.Dot(row.Middle(), 4.5f, {.fill = k_markColor});
	row.Mean("entry", 112.0f);
	canvas.Dot(row.Middle(), 4.5f, {.fill = "#ffffff", .stroke = k_markColor, .width = 1.4f});
	row.Mean("exit", 102.0f);
	canvas.Arrow(row.Left(), {1.0f, 0.0f}, k_symbolWidth, {.stroke = k_normalColor, .width = 1.4f});
	row.Mean("normal of the surface", 212.0f);
}

void DrawObjectRow(SvgCanvas& canvas, float left, float y)
{
	Row row(canvas, left, y);
	const b2Vec2 half{13.0f, 7.5f};
	constexpr std::pair<Material, std::string_view> k_materials[] = {{Material::Stone, "stone"},
	                                                                 {Material::Earth, "earth"},
	                                                                 {Material::Wood, "wood"},
	                                                                 {Material::Glass, "glass"},
	                                                                 {Material::Steel, "steel"}};
	for (const auto& [material, name] : k_materials)
	{
		canvas.Rectangle(row.Middle() - half, row.Middle() + half,
		                 {.fill = FillOf(material), .stroke = StrokeOf(material), .width = 1.1f});
		row.Mean(name, 110.0f);
	}
	canvas.Rectangle(row.Middle() - half, row.Middle() + half, {.stroke = "#8a94a1", .dash = "4 3"});
	row.Mean("where it stood at the start, or how far it reaches", 396.0f);
	const b2Vec2 m = row.Middle();
	const b2Vec2 triangle[] = {{m.x + 9.0f, m.y}, {m.x - 9.0f, m.y - 5.5f}, {m.x - 9.0f, m.y + 5.5f}};
	canvas.Polygon(triangle, {.fill = k_markColor});
	row.Mean("muzzle", 122.0f);
	canvas.Dot(row.Middle(), 10.0f, {.fill = "#ffffff", .stroke = "#111820", .width = 1.4f});
	canvas.Text(row.Middle(), "A", {.size = 12.0f, .anchor = "middle", .bold = true, .shift = {0.0f, 4.5f}});
	row.Mean("shown enlarged below the scene", 230.0f);
}

void DrawFeatureRow(SvgCanvas& canvas, float left, float y)
{
	Row row(canvas, left, y);
	for (const float x : {4.0f, 17.0f, 30.0f})
	{
		canvas.Dot(row.Left() + b2Vec2{x, 0.0f}, 3.6f, {.fill = "#ffffff", .stroke = k_pushColor, .width = 1.1f});
	}
	row.Mean("preview", 122.0f);
	canvas.Line(row.Left(), row.Right(), k_ghostStyle);
	row.Mean("where it would have flown", 240.0f);
	canvas.Arrow(row.Left(), {1.0f, 0.0f}, k_symbolWidth, {.stroke = k_pushColor, .width = 2.0f});
	row.Mean("impulse or velocity", 200.0f);
	canvas.Rectangle(row.Middle() - b2Vec2{13.0f, 7.5f}, row.Middle() + b2Vec2{13.0f, 7.5f}, {.fill = k_lightColor});
	row.Mean("in sight of the blast", 200.0f);
}

} // namespace

void DrawLegend(SvgCanvas& canvas, float left, float top)
{
	DrawPathRow(canvas, left, top + 14.0f);
	DrawObjectRow(canvas, left, top + 46.0f);
	DrawFeatureRow(canvas, left, top + 78.0f);
}

} // namespace range
