// MIT License, Copyright (c) 2026 the ricochet authors

#include "closure/worlds.h"

#include "support/oracle.h"
#include "support/random_rays.h"

#include <ricochet/shapes/shape_factory.h>

#include <box2d/b2_chain_shape.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test
{

namespace
{

void AddTurned(SceneRandom& random, Scene& scene, b2Vec2 about)
{
	for (int i = 0; i < 12; ++i)
	{
		b2Body* body = scene.AddBody(about + random.InBox(10.0f), random.Uniform(-3.0f, 3.0f));
		const int kind = random.Below(4);
		if (kind == 0)
		{
			scene.Add(body, CircleOf(random.Uniform(0.2f, 1.5f)));
		}
		else if (kind == 1)
		{
			scene.Add(body, ValueOf(MakeCapsule({-0.5f, 0.1f}, {0.75f, 0.0f}, random.Uniform(0.05f, 0.5f))));
		}
		else
		{
			scene.Add(body, RandomPolygon(random, random.Uniform(0.3f, 1.5f)));
		}
	}
}

void AddTiles(SceneRandom& random, Scene& scene, float angle, bool bodies)
{
	b2Body* body = scene.AddBody(random.InBox(3.0f), angle);
	const b2Transform pose = body->GetTransform();
	for (int y = -3; y < 3; ++y)
	{
		for (int x = -8; x < 8; ++x)
		{
			if (y < -1 || random.OneIn(3))
			{
				const b2Vec2 middle{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
				if (bodies)
				{
					scene.Add(scene.AddBody(b2Mul(pose, middle), angle), BoxOf(0.5f, 0.5f));
				}
				else
				{
					b2PolygonShape tile;
					tile.SetAsBox(0.5f, 0.5f, middle, 0.0f);
					scene.Add(body, tile);
				}
			}
		}
	}
}

constexpr WorldKind k_kinds[] = {
    {"turned shapes",
     [](SceneRandom& random, Scene& scene)
     {
	     AddTurned(random, scene, {0.0f, 0.0f});
     }},
    {"turned shapes far out",
     [](SceneRandom& random, Scene& scene)
     {
	     AddTurned(random, scene, {9000.0f, -4000.0f});
     }},
    {"tiles",
     [](SceneRandom& random, Scene& scene)
     {
	     AddTiles(random, scene, 0.0f, false);
     }},
    {"turned tiles",
     [](SceneRandom& random, Scene& scene)
     {
	     AddTiles(random, scene, random.Uniform(-3.0f, 3.0f), false);
     }},
    {"edges and chains",
     [](SceneRandom& random, Scene& scene)
     {
	     for (int i = 0; i < 12; ++i)
	     {
		     b2Body* body = scene.AddBody(random.InBox(10.0f), random.Uniform(-3.0f, 3.0f));
		     scene.Add(body, ValueOf(MakeChain(RandomPath(random))));
		     scene.Add(body, ValueOf(MakeEdge(random.InBox(1.0f), random.InBox(1.0f) + b2Vec2{2.0f, 0.0f})));
	     }
     }},
    {"tiles of one body each",
     [](SceneRandom& random, Scene& scene)
     {
	     AddTiles(random, scene, random.Uniform(-3.0f, 3.0f), true);
     }},
};

} // namespace

std::span<const WorldKind> WorldKinds()
{
	return k_kinds;
}

bool TouchesEdge(const b2Fixture& fixture, int32_t child, b2Vec2 from, b2Vec2 to)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const PulledRay way = Pull(from, pose, to, pose);
	if (shape.GetType() == b2Shape::e_edge)
	{
		const auto& edge = static_cast<const b2EdgeShape&>(shape);
		return ExactCrossSegment(way, edge.m_vertex1, edge.m_vertex2).empty() == false;
	}
	const auto& chain = static_cast<const b2ChainShape&>(shape);
	return ExactCrossSegment(way, chain.m_vertices[child], chain.m_vertices[child + 1]).empty() == false;
}

bool IsThin(const b2Fixture& fixture)
{
	const b2Shape::Type type = const_cast<b2Fixture&>(fixture).GetShape()->GetType();
	return type == b2Shape::e_edge || type == b2Shape::e_chain;
}

bool LiesInside(const b2Fixture& fixture, b2Vec2 point)
{
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const ExactVec local = Pull(Ray{point, {1.0f, 0.0f}}, fixture.GetBody()->GetTransform()).start;
	if (shape.GetType() == b2Shape::e_circle)
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		return ExactLocateInCircle(local, circle.m_p, circle.m_radius) == Location::Inside;
	}
	const auto& polygon = static_cast<const b2PolygonShape&>(shape);
	const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
	const bool isRounded = polygon.m_radius > b2_polygonRadius;
	return isRounded ? ExactLocateInRounded(local, vertices, polygon.m_radius) == Location::Inside
	                 : ExactLocateInConvex(local, vertices) == Location::Inside;
}

bool GoesThrough(const b2Fixture& fixture, b2Vec2 from, b2Vec2 to)
{
	if (from == to)
	{
		return LiesInside(fixture, from);
	}
	const b2Shape& shape = *const_cast<b2Fixture&>(fixture).GetShape();
	const b2Transform& pose = fixture.GetBody()->GetTransform();
	const PulledRay way = Pull(from, pose, to, pose);
	ExactSpans spans;
	if (shape.GetType() == b2Shape::e_circle)
	{
		const auto& circle = static_cast<const b2CircleShape&>(shape);
		spans = ExactClipCircle(way, circle.m_p, circle.m_radius);
	}
	else
	{
		const auto& polygon = static_cast<const b2PolygonShape&>(shape);
		const std::span vertices(polygon.m_vertices, static_cast<size_t>(polygon.m_count));
		spans = polygon.m_radius > b2_polygonRadius ? ExactClipRounded(way, vertices, polygon.m_radius)
		                                            : ExactClipConvex(way, vertices);
	}
	return spans.empty() == false && spans[0].grazing == false;
}

float RoundingAt(b2Vec2 point)
{
	return 0x1p-21f * std::max(std::abs(point.x), std::abs(point.y));
}

std::array<b2Vec2, 5> PointsAbout(b2Vec2 point, float distance)
{
	return {point, point + b2Vec2{distance, 0.0f}, point - b2Vec2{distance, 0.0f}, point + b2Vec2{0.0f, distance},
	        point - b2Vec2{0.0f, distance}};
}

b2Vec2 MiddleOf(const Scene& scene)
{
	return scene.fixtures[scene.fixtures.size() / 2]->GetBody()->GetPosition();
}

bool LiesBesideAnother(const Scene& scene, const b2Fixture& fixture, b2Vec2 point)
{
	const std::array<b2Vec2, 5> points = PointsAbout(point, RoundingAt(point));
	return std::any_of(scene.fixtures.begin(), scene.fixtures.end(),
	                   [&](const b2Fixture* other)
	                   {
		                   return other != &fixture && IsThin(*other) == false &&
		                          std::any_of(points.begin(), points.end(),
		                                      [&](b2Vec2 near) { return LiesInside(*other, near); });
	                   });
}

} // namespace ricochet::test
