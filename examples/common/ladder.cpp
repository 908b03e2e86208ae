// MIT License, Copyright (c) 2026 the ricochet authors

#include "ladder.h"

#include <box2d/box2d.h>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace common
{

namespace
{

// Returns the border of a polygon. Its corners are round only if its radius is greater than b2_polygonRadius.
std::vector<b2Vec2> PointsOf(const b2PolygonShape& polygon, const b2Transform& pose)
{
	constexpr int k_pieces = 12; // of the round at a vertex
	const float radius = polygon.m_radius > b2_polygonRadius ? polygon.m_radius : 0.0f;
	std::vector<b2Vec2> points;
	for (int i = 0; i < polygon.m_count; ++i)
	{
		const b2Vec2 before = polygon.m_normals[(i + polygon.m_count - 1) % polygon.m_count];
		const b2Vec2 after = polygon.m_normals[i];
		const float turn = std::atan2(b2Cross(before, after), b2Dot(before, after));
		for (int piece = 0; piece <= (radius > 0.0f ? k_pieces : 0); ++piece)
		{
			const b2Rot part(std::abs(turn) * static_cast<float>(piece) / static_cast<float>(k_pieces));
			points.push_back(b2Mul(pose, polygon.m_vertices[i] + radius * b2Mul(part, before)));
		}
	}
	return points;
}

void DrawFixture(SvgCanvas& canvas, const b2Fixture& fixture, const SvgStyle& style)
{
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const b2Shape* shape = fixture.GetShape();
	const SvgStyle line{.stroke = style.stroke, .width = 2.0f * style.width};
	if (const auto* circle = dynamic_cast<const b2CircleShape*>(shape))
	{
		canvas.Circle(b2Mul(pose, circle->m_p), circle->m_radius, style);
	}
	else if (const auto* edge = dynamic_cast<const b2EdgeShape*>(shape))
	{
		canvas.Line(b2Mul(pose, edge->m_vertex1), b2Mul(pose, edge->m_vertex2), line);
	}
	else if (const auto* polygon = dynamic_cast<const b2PolygonShape*>(shape))
	{
		canvas.Polygon(PointsOf(*polygon, pose), style);
	}
	else if (const auto* chain = dynamic_cast<const b2ChainShape*>(shape))
	{
		std::vector<b2Vec2> points(chain->m_vertices, chain->m_vertices + chain->m_count);
		for (b2Vec2& point : points)
		{
			point = b2Mul(pose, point);
		}
		canvas.Polyline(points, line);
	}
}

} // namespace

void DrawWorld(SvgCanvas& canvas, const b2World& world, const SvgStyle& style)
{
	for (const b2Body* body = world.GetBodyList(); body != nullptr; body = body->GetNext())
	{
		for (const b2Fixture* fixture = body->GetFixtureList(); fixture != nullptr; fixture = fixture->GetNext())
		{
			DrawFixture(canvas, *fixture, style);
		}
	}
}

const char* PictureFile(int argc, char** argv, const char* fallback)
{
	if (argc > 2 || (argc == 2 && argv[1][0] == '-'))
	{
		const bool isAsked = argc == 2 && std::string_view(argv[1]) == "--help";
		fmt::print(isAsked ? stdout : stderr, "usage: {} [file.svg]    where to draw  ({})\n", argv[0], fallback);
		std::exit(isAsked ? 0 : 2);
	}
	return argc == 2 ? argv[1] : fallback;
}

int SavePicture(const SvgCanvas& canvas, const char* file)
{
	if (canvas.Save(file) == false)
	{
		fmt::print(stderr, "{}: cannot be written\n", file);
		return 1;
	}
	fmt::print("Picture: {}\n", file);
	return 0;
}

} // namespace common
