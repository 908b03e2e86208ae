// MIT License, Copyright (c) 2026 the ricochet authors

#include "paint.h"
#include "path.h"

#include <box2d/b2_body.h>
#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_fixture.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>

namespace flashlight
{
namespace
{

/// How a shape is drawn; widths in px.
struct Style
{
	std::string_view fill;
	std::string_view stroke;
	float width = 1.0f;
	float opacity = 1.0f; ///< of the fill
	std::string_view dash = "none";
};

constexpr Style k_seenStyle{"#b9741f", "#ffb347", 2.0f, 0.5f};

Style StyleOf(Kind kind)
{
	switch (kind)
	{
	case Kind::Wall:
		return {"#39424f", "#566173"};
	case Kind::Glass:
		return {"#7fd3e6", "#a5ecfa", 1.0f, 0.45f};
	case Kind::Sensor:
		return {"none", "#6f7b8c", 1.5f, 1.0f, "5 4"};
	default:
		return {"#2b333f", "#6f7b8c", 1.2f};
	}
}

std::string Attributes(const Style& style, bool isFilled)
{
	return fmt::format("fill=\"{}\" fill-opacity=\"{:g}\" stroke=\"{}\" stroke-width=\"{:g}\" stroke-dasharray=\"{}\"",
	                   isFilled ? style.fill : "none", style.opacity, style.stroke, style.width, style.dash);
}

bool Moves(Kind kind)
{
	return kind == Kind::Crate || kind == Kind::Guard || kind == Kind::Player;
}

std::string PaintShape(const b2Fixture& fixture, const b2Transform& pose, const Style& style)
{
	const b2Shape* shape = fixture.GetShape();
	if (shape->GetType() == b2Shape::e_circle)
	{
		const auto* circle = static_cast<const b2CircleShape*>(shape);
		const b2Vec2 at = ToPicture(b2Mul(pose, circle->m_p));
		return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}/>\n", at.x, at.y,
		                   k_scale * circle->m_radius, Attributes(style, true));
	}
	std::span<const b2Vec2> vertices;
	const bool isChain = shape->GetType() == b2Shape::e_chain;
	if (isChain)
	{
		const auto* chain = static_cast<const b2ChainShape*>(shape);
		vertices = {chain->m_vertices, static_cast<size_t>(chain->m_count)};
	}
	else
	{
		const auto* polygon = static_cast<const b2PolygonShape*>(shape);
		vertices = {polygon->m_vertices, static_cast<size_t>(polygon->m_count)};
	}
	std::vector<b2Vec2> points;
	std::transform(vertices.begin(), vertices.end(), std::back_inserter(points),
	               [&](b2Vec2 vertex) { return b2Mul(pose, vertex); });
	return fmt::format("<path d=\"{}\" {}/>\n", PathOf(points, isChain == false), Attributes(style, isChain == false));
}

/// Paints the sides of the beam's polygon that lie on something: the parts that the flashlight shows.
std::string PaintSeenSides(const Frame& frame)
{
	std::string svg = "<g fill=\"none\" stroke=\"#fff6d8\" stroke-width=\"3\" stroke-linecap=\"round\">\n";
	const std::vector<ricochet::SightVertex>& polygon = frame.beam.polygon;
	for (size_t i = 0; i < polygon.size(); ++i)
	{
		const b2Vec2 end = polygon[(i + 1) % polygon.size()].point;
		if (polygon[i].side == ricochet::SightSide::Wall)
		{
			const b2Vec2 points[] = {polygon[i].point, end};
			svg += fmt::format("<path d=\"{}\"/>\n", PathOf(points, false));
		}
		else if (polygon[i].side == ricochet::SightSide::Arc)
		{
			// The order is clockwise in the level (y up) and also on the page (y down), as ToPicture() flips y.
			const b2Vec2 a = ToPicture(polygon[i].point), b = ToPicture(end);
			svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}A{2:.1f} {2:.1f} 0 0 1 {3:.1f} {4:.1f}\"/>\n", a.x, a.y,
			                   k_scale * polygon[i].radius, b.x, b.y);
		}
	}
	return svg + "</g>\n";
}

std::string PaintPlayer(const Level& level, const Frame& frame)
{
	const b2Vec2 at = ToPicture(level.player->GetPosition());
	const float degrees = -frame.flashlight.cone.direction * 180.0f / b2_pi;
	return fmt::format("<g transform=\"translate({:.1f} {:.1f}) rotate({:.1f})\"><circle r=\"15\" fill=\"#3f7d52\" "
	                   "stroke=\"#bff0cb\" stroke-width=\"1.5\"/><rect x=\"4\" y=\"-4\" width=\"17\" height=\"8\" "
	                   "rx=\"2\" fill=\"#20262e\" stroke=\"#fff6d8\" stroke-width=\"1.2\"/></g>\n",
	                   at.x, at.y, degrees);
}

std::string PaintGuard(const Level& level, const Frame& frame)
{
	const b2Vec2 at = ToPicture(level.guard->GetPosition()), eye = ToPicture(level.player->GetPosition());
	std::string svg;
	if (frame.guardSeesPlayer)
	{
		svg += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"#ff7a66\" stroke-width=\"1.3\" "
		                   "stroke-dasharray=\"3 5\"/>\n",
		                   at.x, at.y, eye.x, eye.y);
	}
	svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"16\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>\n",
	                   at.x, at.y, frame.guardIsLit ? "#c0392b" : "#5c2f2c", frame.guardIsLit ? "#ffb3a6" : "#a0605a");
	svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"19\" fill=\"{}\" stroke=\"#0b0e13\" "
	                   "stroke-width=\"3.5\" paint-order=\"stroke\">guard: {:.0f} % in view{}</text>\n",
	                   at.x + 24.0f, at.y - 12.0f, frame.guardIsLit ? "#ffd9d0" : "#d8a39b", 100.0f * frame.guardSeen,
	                   frame.guardIsLit ? ", in the beam" : "");
	return svg;
}

} // namespace

std::string Definitions(const Level& level)
{
	const auto gradient = [](std::string_view id, std::string_view color, float strength)
	{
		std::string svg = fmt::format("<radialGradient id=\"{}\">", id);
		for (const auto& [place, share] :
		     {std::pair{0.0f, 1.0f}, {0.15f, 0.82f}, {0.35f, 0.55f}, {0.6f, 0.3f}, {0.8f, 0.13f}, {1.0f, 0.0f}})
		{
			svg += fmt::format("<stop offset=\"{:.2f}\" stop-color=\"{}\" stop-opacity=\"{:.3f}\"/>", place, color,
			                   strength * share);
		}
		return svg + "</radialGradient>\n";
	};
	const b2Vec2 player = ToPicture(level.player->GetPosition()), lamp = ToPicture(level.lamp);
	std::string svg = "<defs>\n" + gradient("warm", "#fff0c2", 0.95f) + gradient("orange", "#ffab52", 0.9f);
	svg += fmt::format("<circle id=\"glow\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"url(#warm)\"/>\n", player.x,
	                   player.y, k_scale * 9.0f);
	svg += fmt::format("<circle id=\"lampglow\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"url(#orange)\"/>\n",
	                   lamp.x, lamp.y, k_scale * k_lampRadius);
	svg += fmt::format("<rect id=\"sky\" width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#a9c9ff\" fill-opacity=\"0.36\"/>\n",
	                   k_width, k_height);
	svg += "<g id=\"things\">\n";
	for (const Thing& thing : level.things)
	{
		if (Moves(thing.kind) == false)
		{
			svg += PaintShape(*thing.fixture, thing.fixture->GetBody()->GetTransform(), StyleOf(thing.kind));
		}
	}
	svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#ffe2b0\" stroke=\"#ffab52\" "
	                   "stroke-width=\"2\"/>\n</g>\n",
	                   lamp.x, lamp.y, k_scale * 0.25f);
	return svg + "</defs>\n";
}

std::string PaintThings()
{
	return "<use xlink:href=\"#things\"/>\n";
}

std::string PaintFrame(const Level& level, const Frame& frame)
{
	const b2Fixture& crate = *level.crate->GetFixtureList();
	std::string svg = PaintShape(crate, frame.crate, StyleOf(Kind::Crate));
	for (const b2Fixture* fixture : frame.seen)
	{
		const b2Body* body = fixture->GetBody();
		const bool isWall =
		    std::any_of(level.things.begin(), level.things.end(),
		                [&](const Thing& thing) { return thing.fixture == fixture && thing.kind == Kind::Wall; });
		if (isWall == false)
		{
			svg += PaintShape(*fixture, body == level.crate ? frame.crate : body->GetTransform(), k_seenStyle);
		}
	}
	return svg + PaintSeenSides(frame) + PaintGuard(level, frame) + PaintPlayer(level, frame);
}

} // namespace flashlight
