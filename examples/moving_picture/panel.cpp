// MIT License, Copyright (c) 2026 the ricochet authors

#include "panels.h"

#include <vector>

namespace moving
{

using common::SvgCanvas;

void BeginPanel(SvgCanvas& canvas, const common::SvgView& view, std::string_view title, std::string_view text)
{
	const b2Vec2 corner{view.left, view.top};
	canvas.Rectangle(corner, corner + b2Vec2{view.width, view.height},
	                 {.fill = "#222c38", .stroke = k_frame, .width = 1.0f});
	canvas.Text(corner + b2Vec2{10.0f, 21.0f}, title, {.size = 15.0f, .color = k_ink, .bold = true});
	canvas.Text(corner + b2Vec2{10.0f, 39.0f}, text, {.size = 12.5f, .color = k_faint});
	canvas.BeginView(view);
}

void Draw(SvgCanvas& canvas, const b2Fixture& fixture, const common::SvgStyle& style)
{
	const auto& polygon = static_cast<const b2PolygonShape&>(*fixture.GetShape());
	std::vector<b2Vec2> points;
	for (int i = 0; i < polygon.m_count; ++i)
	{
		points.push_back(fixture.GetBody()->GetWorldPoint(polygon.m_vertices[i]));
	}
	canvas.Polygon(points, style);
}

} // namespace moving
